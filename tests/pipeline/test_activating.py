"""Activation in a recall: what is connected with a hit is found and explained, not written."""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.settings import Retrieval
from neuromem_graph.settings.activating import Activating

ONE = Settings(activating=Activating(seeds=1))
AT = datetime(2025, 3, 3, tzinfo=UTC)
TALK = (
    "Shall we talk about the trip?",
    "Yes, the ferry to Gotland leaves at noon.",
    "Bring the blue rucksack.",
    "Fine with me.",
)


def talked(memory: MemoryRuntime) -> None:
    memory.observe_many(
        {"content": text, "thread": "t", "id": f"m{at}", "at": AT} for at, text in enumerate(TALK)
    )


def reached(
    memory: MemoryRuntime, question: str, **how: int
) -> dict[str, list[tuple[str | None, str]]]:
    """The texts that were found by activation alone, with their ways."""
    context = memory.query(question, **how)
    return {
        item.text: [(step.memory, step.relation) for step in item.placing.path]
        for item in context.items
        if item.placing is not None and item.placing.path
    }


def test_neighbours_of_a_hit_are_reached() -> None:
    """What stands beside the best hit is served behind it, with the way that leads there."""
    with MemoryRuntime.local("x", ":memory:", settings=ONE) as memory:
        talked(memory)
        hit = memory.query("When does the ferry leave?").items[0]
        found = reached(memory, "When does the ferry leave?")

    assert hit.text == TALK[1]
    assert found[TALK[2]] == [(hit.id, "precedes")]


def test_memories_of_one_entity_are_reached() -> None:
    """Who is spoken of in a hit leads to what else is said of them, but not in other namespaces."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.ingest(user="My sister Nina lives in Antwerp.", at=AT)
        memory.ingest(user="Nina works at Volta Labs.", at=AT)
        other = memory.within("y")
        other.ingest(user="Nina works at Initech.", at=AT)
        context = memory.query("Who lives in Antwerp?")
        found = reached(memory, "Who lives in Antwerp?")

    assert found == {"Nina works at Volta Labs.": [(context.items[0].id, "same_entity")]}


def test_later_edges_are_not_known_before() -> None:
    """At an older moment only what was connected then is reached."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.ingest(user="My sister Nina lives in Antwerp.", at=AT)
        then = memory.stats().head.seq
        memory.ingest(user="Nina works at Volta Labs.", at=AT)

        assert reached(memory, "Who lives in Antwerp?")
        assert reached(memory, "Who lives in Antwerp?", as_of=then) == {}


def test_what_was_forgotten_is_not_reached() -> None:
    """A memory that may not be served is neither reached nor passed through."""
    with MemoryRuntime.local("x", ":memory:", settings=ONE) as memory:
        talked(memory)
        rucksack = next(i for i in memory.query("Which rucksack?").items if i.text == TALK[2])
        memory.forget(rucksack.id, "inhibit")

        assert TALK[2] not in reached(memory, "When does the ferry leave?")


def test_a_query_writes_no_edge(tmp_path: Path) -> None:
    """Asking changes no table but that of the traces: what was found together stays unconnected."""
    path = tmp_path / "memory.sqlite3"
    with MemoryRuntime.local("x", path) as memory:
        talked(memory)
        memory.ingest(user="My sister Nina lives in Antwerp.", at=AT)
        before = dumped(path)
        for _ in range(3):
            assert memory.query("When does the ferry leave?").trace_id
            memory.query("Who lives in Antwerp?")
        after = dumped(path)

    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"traces"}


def dumped(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every ordinary table."""
    with sqlite3.connect(path) as db:
        names = db.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        ).fetchall()
        rows = {name: db.execute(f'SELECT * FROM "{name}"').fetchall() for (name,) in names}
    db.close()
    return {name: sorted(found, key=repr) for name, found in rows.items()}


def test_it_can_be_turned_off() -> None:
    """Without seeds, or without a weight, nothing is reached."""
    weights = {**Retrieval().weights, "activation": 0.0}
    for settings in (Settings(activating=Activating(seeds=0)),
                     Settings(retrieval=Retrieval(weights=weights))):  # fmt: skip
        with MemoryRuntime.local("x", ":memory:", settings=settings) as memory:
            talked(memory)
            assert reached(memory, "When does the ferry leave?") == {}
