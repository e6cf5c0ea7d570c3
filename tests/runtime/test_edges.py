"""Edges are made of evidence: what weighs, what retires, what brings back, and since when."""

import asyncio
from collections.abc import Iterator
from itertools import permutations
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph import MemoryRuntime
from neuromem_graph.core.edges import MEANINGS, OWN, family_of, materialise, relations
from neuromem_graph.errors import InvalidInput, NotFound
from neuromem_graph.testing.ledger_builders import TickingClock
from neuromem_graph.types.base import EvidenceType, Relation
from neuromem_graph.types.edges import EdgeView

TYPES: tuple[EvidenceType, ...] = get_args(EvidenceType)
WEIGHING: tuple[EvidenceType, ...] = ("support", "reinforce", "generalize", "derive",
                                      "contradict", "decay")  # fmt: skip
weights = st.integers(1, 1000).map(lambda n: n / 1000)
evidence = st.lists(st.tuples(st.sampled_from(TYPES), weights), max_size=12)


@pytest.fixture
def memory() -> Iterator[MemoryRuntime]:
    """A memory that holds two memories."""
    with MemoryRuntime.local("x", ":memory:", clock=TickingClock()) as made:
        for text in ("I like tea.", "Tea keeps me awake."):
            made.observe_and_commit(text)
        yield made


def ids(memory: MemoryRuntime) -> list[str]:
    """Return the ids of all memories, oldest first."""
    with memory.resources.ledger.reader() as reader:
        rows = reader.memories(memory.namespace, range(1, reader.head.seq + 1))
    return [row.id for row in rows]


def say(
    memory: MemoryRuntime, kind: str, *, weight: float = 0.5, ends: tuple[str, str] | None = None,
    relation: str = "supports",
) -> int:  # fmt: skip
    """Append one piece of evidence through a policy; return the sequence after it."""
    source, target = ends or tuple(ids(memory)[:2])
    operation = family_of(relation)  # type: ignore[arg-type]
    event = memory.observe("so it is").events[0].id
    result = memory.commit(
        {
            "intent": "link", "proposal_source": "user", "evidence_chain": [event],
            "grounded_claims": [{"event": event, "quote": "so it is"}],
            "deltas": [{"operation": operation, "source": source, "target": target,
                        "relation": relation, "type": kind, "weight": weight}],
        }
    )  # fmt: skip
    assert result.approved, result.messages
    return result.seq


def edge(memory: MemoryRuntime, **asked: Any) -> EdgeView:
    """Return the only edge there is."""
    (found,) = memory.list_edges(**asked)
    return found


# ---------------------------------------------------------------- what evidence makes


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("relation", ["supports", "associated_with"])
def test_every_type_materialises(memory: MemoryRuntime, kind: EvidenceType, relation: str) -> None:
    """Each of the ten types can be appended to either family, and does what the table says."""
    say(memory, "support", weight=0.4, relation=relation)
    say(memory, kind, weight=0.3, relation=relation)
    found = edge(memory)

    meaning = MEANINGS[kind]
    assert found.weight == round(0.4 + meaning.sign * 0.3, 9)
    assert found.state == (meaning.state or "active")
    assert [one.type for one in found.evidence] == ["support", kind]
    assert [one.weight for one in found.evidence] == [0.4, 0.3]
    assert memory.verify(deep=True).ok


@pytest.mark.parametrize("kind", OWN)
def test_a_relation_of_its_own_is_asserted(memory: MemoryRuntime, kind: EvidenceType) -> None:
    """Contradict evidence asserts a contradicts edge; decay, expiry and restore work on it, too."""
    relation = OWN[kind]
    say(memory, kind, weight=0.5, relation=relation)
    assert (edge(memory).weight, edge(memory).state) == (0.5, "active")
    say(memory, "decay", weight=0.2, relation=relation)
    assert edge(memory).weight == 0.3
    say(memory, "expire", relation=relation)
    assert edge(memory).state == "expired"
    say(memory, "restore", relation=relation)
    assert (edge(memory).weight, edge(memory).state) == (0.3, "active")


def test_the_families_are_apart(memory: MemoryRuntime) -> None:
    """Associative and logic edges between the same ends stand in tables of their own."""
    say(memory, "support", relation="associated_with")
    say(memory, "support", relation="supports")

    assert [one.family for one in memory.list_edges()] == ["associative", "logic"]
    assert edge(memory, family="associative").relation == "associated_with"
    assert edge(memory, family="logic").relation == "supports"
    for name, table in (("associative_edges", "associated_with"), ("logic_edges", "supports")):
        with memory.resources.ledger.connections.read() as conn:  # type: ignore[attr-defined]
            rows = conn.execute(f"SELECT DISTINCT relation FROM {name}").fetchall()
        assert rows == [(table,)]


def test_every_relation_is_of_one_family() -> None:
    """Each relation of the vocabulary belongs to exactly one family."""
    both = [*relations()["associative"], *relations()["logic"]]

    assert sorted(both) == sorted(get_args(Relation))
    assert all(one in relations()[family_of(one)] for one in get_args(Relation))


@given(evidence, st.randoms())
def test_weights_stay_within_bounds(given: list[tuple[EvidenceType, float]], random: Any) -> None:
    """The weight lies in [-1, 1] and is the same in whatever order the evidence came."""
    weight, _ = materialise("supports", given)
    shuffled = [*given]
    random.shuffle(shuffled)

    assert -1 <= weight <= 1
    assert materialise("supports", shuffled)[0] == weight


def test_saturation_forgets_nothing() -> None:
    """Support beyond 1 is not lost: doubt must first use it up."""
    rows: list[tuple[EvidenceType, float]] = [("support", 1.0), ("support", 1.0),
                                              ("contradict", 1.0)]  # fmt: skip
    assert {materialise("supports", order)[0] for order in permutations(rows)} == {1.0}


@given(st.lists(st.sampled_from(("inhibit", "supersede", "expire")), min_size=1, max_size=5))
def test_retirements_have_no_order(kinds: list[EvidenceType]) -> None:
    """Between two restores the heaviest retirement wins, whatever came first."""
    given: list[tuple[EvidenceType, float]] = [(kind, 0.5) for kind in kinds]
    states = {materialise("same_as", order)[1] for order in (given, given[::-1])}

    assert len(states) == 1
    assert states <= {"suppressed", "superseded", "expired"}


@given(st.lists(st.tuples(st.sampled_from(WEIGHING), weights), max_size=5))
def test_only_a_newer_restore_lifts(after: list[tuple[EvidenceType, float]]) -> None:
    """Support, use and time bring nothing back; an older restore neither, a newer one does."""
    hidden: list[tuple[EvidenceType, float]] = [("restore", 1.0), ("inhibit", 1.0), *after]

    assert materialise("supports", hidden)[1] == "suppressed"
    assert materialise("supports", [*hidden, ("restore", 0.1)])[1] == "active"


# ---------------------------------------------------------------- moments, ends, bad input


def test_as_of_tells_what_was_known(memory: MemoryRuntime) -> None:
    """At each moment an edge is as it was then, with the evidence there was then."""
    seen = []
    for kind, weight in (("support", 0.5), ("contradict", 0.2), ("inhibit", 1.0), ("restore", 1.0)):
        seq = say(memory, kind, weight=weight)
        seen.append((seq, edge(memory)))
    first = seen[0][0]

    assert memory.list_edges(as_of=first - 1) == ()
    assert [(e.weight, e.state) for _, e in seen] == [
        (0.5, "active"), (0.3, "active"), (0.3, "suppressed"), (0.3, "active"),
    ]  # fmt: skip
    for seq, then in seen:
        assert edge(memory, as_of=seq) == then
        assert then.known_from == then.evidence[-1].seq <= seq
    memory.rebuild()
    assert [edge(memory, as_of=seq) for seq, _ in seen] == [then for _, then in seen]


def test_claims_are_shown_through_their_memory(memory: MemoryRuntime) -> None:
    """A changed fact leaves an edge between claims, found by their memories and by themselves."""
    first = memory.ingest(user="I live in Ghent.").created
    second = memory.ingest(user="I live in Porto.").created
    found = edge(memory)

    assert (found.source, found.target) == (second[0].id, first[0].id)
    assert (found.source_claim, found.target_claim) == (second[1].id, first[1].id)
    assert (found.relation, found.family, found.state) == ("supersedes", "logic", "active")
    for name in (first[0].id, first[1].id, second[0].id, second[1].id):
        assert memory.list_edges(memory=name) == (found,)
    assert memory.list_edges(memory=ids(memory)[0]) == ()


def test_edges_of_a_memory(memory: MemoryRuntime) -> None:
    """With a memory only edges from and to it are told, each once."""
    memory.observe_and_commit("It is late.")
    one, two, three = ids(memory)
    say(memory, "support", ends=(one, two))
    say(memory, "support", ends=(two, three))

    assert [(e.source, e.target) for e in memory.list_edges(memory=two)] == [
        (one, two), (two, three),
    ]  # fmt: skip
    assert [(e.source, e.target) for e in memory.list_edges(memory=three)] == [(two, three)]


def test_namespaces_see_their_own_edges(memory: MemoryRuntime) -> None:
    """Another namespace sees none of them, and can't ask by memory."""
    say(memory, "support")
    other = memory.within("y")

    assert other.list_edges() == ()
    with pytest.raises(NotFound):
        other.list_edges(memory=ids(memory)[0])


@pytest.mark.parametrize(
    "asked",
    [{"family": "loose"}, {"memory": 5}, {"as_of": 10**6}, {"as_of": "now"}, {"family": 1}],
)
def test_bad_questions(memory: MemoryRuntime, asked: dict[str, Any]) -> None:
    """Unknown families, moments and ids that are no text are refused."""
    with pytest.raises(InvalidInput):
        memory.list_edges(**asked)
    with pytest.raises(NotFound):
        memory.list_edges(memory="nothing")


def test_the_twin_lists_the_same(memory: MemoryRuntime) -> None:
    """`alist_edges` tells what `list_edges` tells."""
    say(memory, "support")

    assert asyncio.run(memory.alist_edges("logic")) == memory.list_edges("logic")
