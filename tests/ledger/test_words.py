"""Where words stand is packed into blocks, and blocks into wide ones; the answers stay the same."""

from collections.abc import Iterator

import pytest

from neuromem_graph.ledger.sqlite import SqliteLedger, audit
from neuromem_graph.ledger.sqlite.words import NARROW, WIDE
from neuromem_graph.testing.ledger_builders import NAMESPACE, batch, loose, turn
from neuromem_graph.testing.ledger_searching import OTHER, TERMS, counted, posted
from neuromem_graph.types.change_drafts import RebaseDraft

SIZE = WIDE + 2 * NARROW + 40
STEP = 500


@pytest.fixture(scope="module")
def ledger() -> Iterator[SqliteLedger]:
    """A ledger of a wide block, two narrow ones and a tail, with another namespace in between."""
    with SqliteLedger(":memory:") as opened:
        for first in range(0, SIZE, STEP):
            said = [turn(f"id:{n}", f"word{n % 11} and tea {'tea ' * (n % 3)}", thread=f"t{n % 5}")
                    for n in range(first, min(first + STEP, SIZE))]  # fmt: skip
            others = [turn(f"o:{first}", "tea and rum", thread="t0")]
            opened.append([batch(*said), batch(*others, namespace=OTHER)])
        yield opened


def rows(ledger: SqliteLedger, sql: str) -> list[tuple[int, ...]]:
    with ledger.reader() as reader:
        return reader._conn.execute(sql).fetchall()


def test_blocks_are_made_by_number(ledger: SqliteLedger) -> None:
    """A block per 256 rows, a wide one per 4096, and what is left stands in the tail."""
    (ns,) = rows(ledger, "SELECT min(ns) FROM namespaces")[0]
    blocks = rows(ledger, f"SELECT wide, first FROM memory_blocks WHERE ns = {ns} ORDER BY first")
    tail = rows(ledger, f"SELECT count(*) FROM memory_tail WHERE ns = {ns}")

    assert blocks == [(1, 0), (0, WIDE), (0, WIDE + NARROW)]
    assert tail == [(40,)]


def test_postings_are_those_of_the_texts(ledger: SqliteLedger) -> None:
    """At the end and at moments before, in a wide block, in a narrow one and in the tail."""
    memories = [row[0] for row in rows(ledger, "SELECT memory FROM memories ORDER BY memory")]
    for place in (0, 7, WIDE - 1, WIDE, WIDE + NARROW + 5, len(memories) - 1):
        with ledger.reader(memories[place]) as reader:
            assert posted(reader, NAMESPACE) == counted(reader, NAMESPACE)
            assert posted(reader, OTHER) == counted(reader, OTHER)
    with ledger.reader() as reader:
        found = reader.postings(NAMESPACE, TERMS)
        assert found.before.tolist() == [n - 5 if n >= 5 else -1 for n in range(SIZE)]


def test_a_memory_in_a_wide_block_moves(ledger: SqliteLedger) -> None:
    """Its words are put among those of the block once its own are erased; so does a rebuild."""
    place = 4000
    with ledger.reader() as reader:
        memory = int(reader.postings(NAMESPACE, ()).memory[place])
        (row,) = reader.memories(NAMESPACE, [memory])
    (said,) = ledger.append([batch(turn("again", "more rum, please"))])[0].groups
    moved = RebaseDraft(
        origin=(said.event or 0,), memory=memory, event=said.event or 0, start=5, end=8,
        commitment="candidate",
    )  # fmt: skip
    ledger.append([batch(loose(moved))])
    ledger.erase([row.event], "test")

    with ledger.reader() as reader:
        assert posted(reader, NAMESPACE) == counted(reader, NAMESPACE)
        found = reader.postings(NAMESPACE, ["rum"])
        before = [*audit.dump(reader._conn)]
    assert found.lists[0].rows.tolist() == [place, SIZE]
    assert (found.thread[place], found.before[place]) == (0, -1)
    ledger.rebuild()
    with ledger.reader() as reader:
        assert [*audit.dump(reader._conn)] == before


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE memory_words_new SET rows = zeroblob(2) WHERE term = 'word3'",
        "DELETE FROM memory_words_new WHERE term = 'word3'",
        "UPDATE memory_blocks SET lengths = zeroblob(1024)",
        "UPDATE memory_tail SET terms = 'rum' WHERE row = 270",
    ],
)
def test_what_was_edited_is_noticed(edit: str) -> None:
    """Another byte in what is packed, or none, is not what the records say."""
    with SqliteLedger(":memory:") as opened:
        opened.append([batch(*(turn(f"id:{n}", f"word{n % 11} and tea") for n in range(280)))])
        assert opened.verify(deep=True).ok
        with opened.connections.write() as conn:
            assert conn.execute(edit).rowcount > 0
        problem = opened.verify(deep=True).problem

    assert problem is not None
    assert problem.code == "projection"
