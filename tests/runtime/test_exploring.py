"""A subgraph is bounded, timed and explained; a preview writes nothing and can be applied."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.core.text import estimate_tokens
from neuromem_graph.errors import InvalidInput, InvalidTime
from neuromem_graph.pipeline.exploring import Preview

START = datetime(2025, 1, 1, tzinfo=UTC)
SAID = (
    "My sister Kira lives in Berlin.",
    "Kira works at Acme.",
    "Tom lives in Lisbon.",
    "My brother Ben is married to Kira.",
    "Kira moved to Lisbon.",
    "I like tea.",
)


class Calendar:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture(params=["memory", "file"])
def memory(request: pytest.FixtureRequest, tmp_path: object) -> Iterator[MemoryRuntime]:
    """A memory that heard SAID, one sentence a day."""
    where = ":memory:" if request.param == "memory" else f"{tmp_path}/a.db"
    clock = Calendar()
    with MemoryRuntime.local(("app", "ann"), where, clock=clock) as opened:
        for day, text in enumerate(SAID):
            clock.now = START + timedelta(days=day)
            opened.ingest(user=text)
        clock.now = START + timedelta(days=100)
        yield opened


def triples(memory: MemoryRuntime, question: str, **asked: object) -> set[tuple[str, str, str]]:
    found = memory.retrieve(question, **asked)  # type: ignore[arg-type]
    labels = {node.id: node.label for node in found.nodes}
    return {(labels[e.source], e.relation, labels[e.target]) for e in found.edges}


def test_a_question_gets_the_relations_of_whom_it_names(memory: MemoryRuntime) -> None:
    """What is believed of Kira comes with text, and nothing about tea."""
    found = memory.retrieve("Where does Kira live?")

    assert ("Kira", "lives_in", "Lisbon") in triples(memory, "Where does Kira live?")
    assert found.edges[0].text == "- Kira (sister) lives in: Lisbon (since 2025-01-05)"
    assert found.edges[0].text in found.to_prompt()
    assert "tea" not in found.to_prompt()


def test_a_value_that_names_somebody_leads_on_to_her(memory: MemoryRuntime) -> None:
    """Ben is married to Kira: what is known of Kira is two hops from Ben; depth 0 stays at him."""
    near = triples(memory, "Ben?", k=1, depth=0)
    far = triples(memory, "Ben?", k=1, depth=1)

    assert near == {("Ben", "married_to", "Kira")}
    assert ("Kira", "works_at", "Acme") in far
    hops = {node.label: node.hops for node in memory.retrieve("Ben?", k=1, depth=1).nodes}
    assert (hops["Ben"], hops["Kira"], hops["Acme"]) == (0, 1, 2)


def test_a_value_leads_back_to_all_who_have_it(memory: MemoryRuntime) -> None:
    """Who lives in Lisbon is found from Lisbon."""
    found = triples(memory, "Who lives in Lisbon?")

    assert {("Kira", "lives_in", "Lisbon"), ("Tom", "lives_in", "Lisbon")} <= found


def test_a_retired_relation_tells_what_ended_it(memory: MemoryRuntime) -> None:
    """With history the old home is there, ended by the change that was said later."""
    found = memory.retrieve("Where does Kira live?", history=True)
    (old,) = [edge for edge in found.edges if "Berlin" in edge.text]

    assert not old.current
    assert old.ended_by == "ended by a change to Lisbon of 2025-01-05"
    assert old.event_id is not None
    assert memory.retrieve("Where does Kira live?").edges[0].ended_by is None


@pytest.mark.parametrize(
    "then", [{"as_of": START + timedelta(days=3)}, {"valid_at": START + timedelta(days=3)}]
)
def test_both_axes_are_answered(memory: MemoryRuntime, then: dict[str, datetime]) -> None:
    """Of the third day Berlin is believed: it was known then, and it was true then."""
    assert ("Kira", "lives_in", "Berlin") in triples(memory, "Where does Kira live?", **then)
    assert ("Kira", "lives_in", "Lisbon") not in triples(memory, "Where does Kira live?", **then)


def test_relations_can_be_chosen(memory: MemoryRuntime) -> None:
    """Only the attributes that are asked for are followed."""
    found = triples(memory, "What about Kira?", relations=["works_at"])

    assert {relation for _, relation, _ in found} == {"works_at"}


@given(st.integers(0, 120))
def test_the_text_never_exceeds_its_budget(budget: int) -> None:
    """The rendered text is counted, whatever fits; what does not is counted, too."""
    with MemoryRuntime.local("a", ":memory:", clock=Calendar()) as memory:
        for text in SAID:
            memory.ingest(user=text)
        found = memory.retrieve("What about Kira?", budget_tokens=budget, history=True)

    assert estimate_tokens(found.text) == found.tokens <= budget
    assert len(found.edges) == found.text.count("\n- ")
    assert bool(found.edges) is (found.abstained is None)
    ends = {edge.source for edge in found.edges} | {edge.target for edge in found.edges}
    assert ends <= {node.id for node in found.nodes}


def test_nothing_says_why(memory: MemoryRuntime) -> None:
    """An empty subgraph says whether nothing is stored, relevant or fitting."""
    with MemoryRuntime.local("b", ":memory:") as empty:
        assert empty.retrieve("Kira?").abstained == "nothing is stored here"
    assert memory.retrieve("Quantum lattice?").abstained == "nothing relevant was found"
    assert str(memory.retrieve("Kira?", budget_tokens=3).abstained).startswith("cut")


def test_it_is_a_networkx_graph(memory: MemoryRuntime) -> None:
    """Nodes and edges keep their attributes."""
    drawn = memory.retrieve("Where does Kira live?").to_networkx()

    assert {data["label"] for _, data in drawn.nodes(data=True)} >= {"Kira", "Lisbon"}
    assert all(data["current"] for *_, data in drawn.edges(data=True))


@pytest.mark.parametrize("wrong", [{"depth": -1}, {"depth": 7}, {"depth": True}, {"k": 0},
                                   {"relations": "lives_in"}])  # fmt: skip
def test_nonsense_is_refused(memory: MemoryRuntime, wrong: dict[str, object]) -> None:
    """A depth, number or list that can't be meant is refused."""
    with pytest.raises(InvalidInput):
        memory.retrieve("Kira?", **wrong)  # type: ignore[arg-type]
    with pytest.raises(InvalidTime):
        memory.retrieve("Kira?", valid_at=datetime(2025, 1, 1))


def _previewed(memory: MemoryRuntime, mode: str, text: str) -> Preview:
    if mode == "sync":
        return memory.preview(user=text)
    return asyncio.run(memory.apreview(user=text))


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_a_preview_writes_nothing_and_can_be_applied(memory: MemoryRuntime, mode: str) -> None:
    """A preview tells what would be done; applied, kept as JSON meanwhile, it is done once."""
    before = memory.stats()
    seen = _previewed(memory, mode, "Kira moved to Rome.")

    assert memory.stats() == before
    assert [item.text for item in seen.receipt.of("superseded")] == ["Kira lives_in: Lisbon"]
    kept = Preview.model_validate_json(seen.model_dump_json())
    done = memory.apply(kept)
    assert [i.text for i in done.items] == [i.text for i in seen.receipt.items]
    found = memory.retrieve("Where does Kira live?")
    assert found.edges[0].text.startswith("- Kira (sister) lives in: Rome")
    assert [item.reason for item in memory.apply(kept).items] == ["already remembered"]


def test_a_preview_is_decided_again_if_its_slot_moved(memory: MemoryRuntime) -> None:
    """What was said in between is what the applied preview supersedes."""
    seen = memory.preview(user="Kira moved to Rome.")
    memory.ingest(user="Kira moved to Oslo.")
    done = memory.apply(seen)

    assert [item.text for item in done.of("superseded")] == ["Kira lives_in: Oslo"]


def test_a_held_preview_is_decided_again_if_its_name_moved(memory: MemoryRuntime) -> None:
    """Whom a name means is asked again: merged meanwhile, its bearers are one."""
    memory.ingest(user="My sister Nina lives in Ghent.")
    memory.ingest(user="My colleague Nina lives in Bonn.")
    seen = memory.preview(user="Nina moved to Faro.")
    assert [len(item.choices) for item in seen.receipt.held] == [2]
    one, other = memory.entities("Nina")
    memory.merge(other.entity, into=one.entity)
    parted = memory.preview(user="Nina moved to Bath.")

    done = memory.apply(seen)
    assert (done.held, memory.pending()) == ((), ())
    assert "Nina lives_in: Faro" in [item.text for item in done.created]

    memory.unmerge(other.entity)
    assert [len(item.choices) for item in memory.apply(parted).held] == [2]


def test_a_held_preview_is_decided_again_if_its_rival_is_gone(memory: MemoryRuntime) -> None:
    """Nothing waits for an answer about what was erased meanwhile."""
    rome = memory.ingest(user="I lived in Rome from 2010 to 2012.")
    seen = memory.preview(user="I lived in Milan from 2010 to 2012.")
    assert len(seen.receipt.held) == 1
    memory.erase(rome.events[0].id)
    assert memory.apply(seen).held == ()


NOTE = "The blue notebook has the recipe for bread."


def test_a_previewed_memory_is_kept_though_its_twin_is_erased(memory: MemoryRuntime) -> None:
    """It would have supported words that are gone: applied, they are remembered anew."""
    twin = memory.observe_and_commit(NOTE)
    seen = memory.preview(NOTE)
    memory.erase(str(twin.created[0].id))
    done = memory.apply(seen)

    assert [item.text for item in done.created] == [NOTE]
    assert [item.text for item in memory.query("recipe for bread").items] == [NOTE]


def test_a_previewed_memory_is_not_doubled(memory: MemoryRuntime) -> None:
    """What says the same was written meanwhile: it is supported."""
    before = sum(memory.stats().memories.values())
    seen = memory.preview(NOTE)
    memory.observe_and_commit(NOTE)
    done = memory.apply(seen)

    assert [item.reason for item in done.of("supported")] == ["said before"]
    assert sum(memory.stats().memories.values()) == before + 1


def test_a_preview_of_elsewhere_is_refused(memory: MemoryRuntime) -> None:
    """It goes where it was made for, or nowhere; so does what does not fit together."""
    seen = memory.preview(user="Kira moved to Rome.")
    broken = seen.model_copy(update={"decisions": seen.decisions.model_copy(
        update={"decisions": ()})})  # fmt: skip

    with pytest.raises(InvalidInput, match="previewed for"):
        memory.within("other").apply(seen)
    with pytest.raises(InvalidInput, match="subjects"):
        memory.apply(broken)
    with pytest.raises(InvalidInput, match="not what `preview` returned"):
        memory.apply("x")  # type: ignore[arg-type]


def test_depth_has_a_documented_default() -> None:
    """`Settings.traversing` bounds how far and how wide a subgraph reaches."""
    settings = Settings(traversing={"depth": 0})
    with MemoryRuntime.local("a", ":memory:", settings=settings) as memory:
        memory.ingest(user="My brother Ben is married to Kira. Kira works at Acme.")
        assert memory.retrieve("Ben?", k=1).hops == 0


def test_stats_count_all_there_is(memory: MemoryRuntime) -> None:
    """Memories by state and kind, beliefs that hold or ended, edges by family."""
    counted = memory.stats()

    assert sum(counted.kinds.values()) == sum(counted.memories.values()) == len(SAID)
    assert counted.beliefs["ended"] == 1
    assert counted.edges == {"logic": 1}
    assert counted.refused == 0


@pytest.mark.parametrize("away", ["forget", "erase"])
def test_what_ended_a_relation_is_not_named_once_it_is_put_away(away: str) -> None:
    """The relation is over all the same."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.ingest(user="I live in Ghent.", at=START)
        moved = memory.ingest(user="I moved to Porto.", at=START + timedelta(days=10)).created[0].id
        told = memory.retrieve("Where do I live?", history=True).edges[-1]
        assert told.ended_by == "ended by a change to Porto of 2025-01-11"
        getattr(memory, away)(moved)
        (told,) = memory.retrieve("Where do I live?", history=True).edges
        assert told.ended_by == "ended by a change of 2025-01-11"
