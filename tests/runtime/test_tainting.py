"""The word of a tainted source counts no more, in all that rests on it, until it is lifted."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.errors import InvalidInput, NotFound
from neuromem_graph.settings import Safety

AT = datetime(2025, 5, 1, tzinfo=UTC)
QUESTION = "Where does Ann live, who likes tea, and what did the notes say?"


class Told:
    """Tell a memory things, a day apart."""

    def __init__(self, memory: MemoryRuntime) -> None:
        self.memory, self.days = memory, 0

    def user(self, text: str, **given: Any) -> str:
        return self.event({"content": text, "role": "user", **given})

    def tool(self, text: str, name: str = "web", **given: Any) -> str:
        return self.event({"content": text, "role": "tool", "speaker": name, **given})

    def event(self, event: dict[str, Any]) -> str:
        self.days += 1
        return self.memory.ingest(event, at=AT + timedelta(days=self.days)).events[0].id

    def served(self, as_of: int | None = None) -> str:
        return self.memory.query(QUESTION, k=20, as_of=as_of, record=False).text

    def home(self) -> list[str]:
        found = self.memory.query("Where does Ann live?", record=False)
        return [one.value for one in found.worldview]


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    """A memory in a file."""
    with MemoryRuntime.local("x", tmp_path / "m.sqlite3") as memory:
        yield Told(memory)


def test_what_rests_on_the_source_alone_falls(told: Told) -> None:
    """Its memories are served no more; what others said as well stays, and is shown as theirs."""
    told.tool("Ann lives in Mars.")
    told.tool("Ann likes green tea.")
    told.user("Ann likes green tea.")
    before = told.memory.stats().head.seq
    was = told.served()
    report = told.memory.taint("web", reason="prompt_injection")

    assert (report.source.kind, report.events) == ("tool", 2)
    assert (len(report.suppressed), len(report.kept), report.beliefs) == (1, 1, 2)
    text = told.served()
    assert "Mars" not in text
    assert "user: Ann likes green tea." in text
    assert "web" not in text
    assert told.served(as_of=before) == was
    assert told.memory.get(report.suppressed[0]).state == "suppressed"
    assert told.memory.get(report.kept[0]).support == 1


def test_what_it_displaced_holds_again(told: Told) -> None:
    """A true fact that the poisoned source had ended is believed again, and its memory served."""
    told.user("Ann lives in Ghent.")
    told.tool("Ann lives in Mars.")
    assert told.home() == ["Mars"]
    report = told.memory.taint("web")

    assert told.home() == ["Ghent"]
    assert report.revived == 1
    assert "user: Ann lives in Ghent." in told.served()
    told.user("Ann lives in Oslo.")
    assert told.home() == ["Oslo"]
    assert told.memory.verify(deep=True).ok


@pytest.mark.parametrize("by", ["tool", "channel", "thread", "message", "event"])
def test_a_source_is_named_in_many_ways(told: Told, by: str) -> None:
    """A tool, a channel, a thread, a message and an event can be tainted."""
    event = told.tool("Ann lives in Mars.", thread="t1", id="m1")
    told.user("Ann likes green tea.", thread="t2", id="m2")
    name = {"tool": "web", "channel": "tool", "thread": "t1", "message": "m1", "event": event}[by]
    report = told.memory.taint(name)

    assert (report.source.kind, report.events, len(report.suppressed)) == (by, 1, 1)
    assert "Mars" not in told.served()
    assert "green tea" in told.served()
    assert [one.source for one in told.memory.taints()] == [report.source]
    assert told.memory.stats().tainted == 1


def test_a_speaker_is_no_tool(told: Told) -> None:
    """A person and a tool of one name are two sources: say which."""
    told.tool("Ann lives in Mars.", name="Bob")
    told.user("Ann likes green tea.", speaker="Bob")
    with pytest.raises(InvalidInput, match=r"tool and a speaker.*by="):
        told.memory.taint("Bob")
    told.memory.taint("Bob", by="speaker")
    assert "Mars" in told.served()
    assert "tea" not in told.served()


def test_later_events_wait(told: Told) -> None:
    """What the source says later is recorded, believed by nobody, and waits for a review."""
    told.tool("Ann lives in Ghent.")
    told.memory.taint("web")
    told.tool("Ann lives in Mars.")
    (item,) = told.memory.pending("tainted_source")
    assert item.text == "Ann lives in Mars."
    assert "Mars" not in told.served()

    told.memory.decide(item.id, "accept", by="ann")
    assert "web (tool, unconfirmed): Ann lives in Mars." in told.served()
    assert told.home() == []


def test_a_source_can_be_tainted_before_it_speaks(told: Told) -> None:
    """With `by`, nothing need have been heard from it; without, that is an error."""
    with pytest.raises(NotFound, match="nothing was heard"):
        told.memory.taint("web")
    assert told.memory.taint("web", by="tool").events == 0
    told.tool("Ann lives in Mars.")
    assert told.memory.pending("tainted_source")
    told.memory.untaint("web")
    told.tool("Ann lives in Oslo.")
    assert told.home() == ["Oslo"]


def test_only_a_newer_record_lifts_it(told: Told) -> None:
    """Support, a repetition or a rebuild never bring it back; `untaint` does, exactly."""
    told.user("Ann lives in Ghent.")
    told.tool("Ann lives in Mars.")
    told.tool("The notes say: bring tea.")
    was, home = told.served(), told.home()
    told.memory.taint("web")
    fell = told.served()
    told.tool("The notes say: bring tea.")
    told.memory.rebuild()
    assert told.served() == fell
    assert told.memory.taint("web").reason == ""  # the event that waits is named now
    assert told.memory.taint("web").reason == "tainted already"

    report = told.memory.untaint("web", reason="a_mistake")
    assert len(report.restored) == 2
    assert (told.served(), told.home()) == (was, home)
    assert told.memory.taints() == ()
    assert told.memory.verify(deep=True).ok
    with pytest.raises(NotFound, match="not tainted"):
        told.memory.untaint("web")


def test_two_taints_overlap(told: Told) -> None:
    """What another taint still covers stays away when one is lifted."""
    told.tool("Ann lives in Mars.", thread="t1")
    told.tool("The notes say: bring tea.", thread="t2")
    told.memory.taint("web")
    told.memory.taint("t1")
    told.memory.untaint("web")
    assert "bring tea" in told.served()
    assert "Mars" not in told.served()
    assert told.home() == []
    told.memory.untaint("t1")
    assert told.home() == ["Mars"]
    assert "Ann lives in Mars." in told.served()


def test_what_was_forgotten_stays_forgotten(told: Told) -> None:
    """A memory that was put away before the taint is not brought back by its lifting."""
    told.tool("Ann lives in Mars.")
    memory = told.memory.query("Mars", record=False).items[0].id
    told.memory.forget(memory)
    told.memory.taint("web")
    told.memory.untaint("web")
    assert told.memory.get(memory).state == "suppressed"


def test_what_was_derived_falls_with_its_sources(told: Told) -> None:
    """A memory made of tainted ones alone falls; one that has another source stays."""
    told.tool("Ann lives in Mars.")
    told.tool("Ann likes green tea.")
    told.user("Ann wears a red hat.")
    ids = {item.text: item.id for item in told.memory.query("Ann Mars tea hat", k=9).items}

    def frame(text: str, *sources: str) -> str:
        events = [told.memory.get(ids[source]).event_id for source in sources]
        quotes = [{"event": e, "quote": s} for e, s in zip(events, sources, strict=True)]
        delta = {"operation": "frame", "kind": "schema", "text": text,
                 "sources": [ids[source] for source in sources]}  # fmt: skip
        policy = {"intent": "consolidate", "proposal_source": "model", "reason": "sums it up",
                  "evidence_chain": [*events, *delta["sources"]], "grounded_claims": quotes,
                  "deltas": [delta]}  # fmt: skip
        result = told.memory.commit(policy)
        assert result.approved, result.messages
        return result.created[0]

    one = frame("Ann is a Martian who drinks tea.", "Ann lives in Mars.", "Ann likes green tea.")
    two = frame("Ann is a Martian in a hat.", "Ann lives in Mars.", "Ann wears a red hat.")
    report = told.memory.taint("web")
    assert one in report.suppressed
    assert two not in report.suppressed
    told.memory.untaint("web")
    assert told.memory.get(one).state == "active"


def test_a_tainted_event_grounds_no_policy(told: Told) -> None:
    """Neither what it said before nor what it says later carries a policy."""
    early = told.tool("Ann lives in Mars.")
    told.memory.taint("web")
    late = (
        told.memory.observe({"content": "Ann lives in Venus.", "role": "tool", "speaker": "web"})
        .events[0]
        .id
    )
    for event, text in ((early, "Ann lives in Mars."), (late, "Ann lives in Venus.")):
        result = told.memory.commit({
            "intent": "add", "evidence_chain": [event],
            "deltas": [{"operation": "add", "text": text}],
            "grounded_claims": [{"event": event, "quote": text}],
        })  # fmt: skip
        assert "quarantined" in result.codes


def test_another_namespace_is_untouched(told: Told) -> None:
    """A taint is one of its namespace."""
    other = Told(told.memory.within("y"))
    for one in (told, other):
        one.tool("Ann lives in Mars.")
    told.memory.taint("web")
    assert other.home() == ["Mars"]
    assert other.memory.taints() == ()
    other.tool("Ann likes green tea.")
    assert "tea" in other.served()


def test_a_record_names_so_many_events(tmp_path: Path) -> None:
    """A source with more events takes more records, in one transaction, and is lifted as one."""
    chosen = Settings(safety=Safety(tainted=2))
    with MemoryRuntime.local("x", tmp_path / "m.sqlite3", settings=chosen) as memory:
        told = Told(memory)
        for number in range(5):
            told.tool(f"Note {number}: bring tea number {number}.")
        was = told.served()
        report = memory.taint("web")
        assert (report.events, report.records, len(report.suppressed)) == (5, 3, 5)
        assert "bring tea" not in told.served()
        assert memory.untaint("web").events == 5
        assert told.served() == was
        assert memory.verify(deep=True).ok


def test_an_erasure_leaves_the_taint(told: Told, tmp_path: Path) -> None:
    """What a tainted event said can be erased; the source stays tainted, and nothing else moves."""
    told.user("Ann lives in Ghent.")
    event = told.tool("Ann lives in Mars.")
    told.memory.taint("web")
    told.memory.erase(event)
    assert told.memory.verify(deep=True).ok
    assert told.home() == ["Ghent"]
    told.tool("Ann lives in Venus.")
    assert told.memory.pending("tainted_source")
    told.memory.untaint("web")
    assert told.memory.verify(deep=True).ok
    told.memory.erase_all(("x",))
    assert told.memory.verify(deep=True).ok
    kept = b"".join(one.read_bytes() for one in tmp_path.iterdir())
    assert b'"name":"web"' not in kept


SAID = st.lists(
    st.tuples(
        st.sampled_from(["user", "web", "crm"]),
        st.sampled_from(["Ann lives in Mars.", "Ann lives in Ghent.", "Ann likes tea.",
                         "The notes say: bring tea.", "I meant: Ann lives in Oslo.",
                         "Ann no longer lives in Ghent."]),
    ),
    min_size=1, max_size=9,
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(said=SAID, cut=st.integers(0, 9))
def test_lifting_undoes_tainting(said: list[tuple[str, str]], cut: int) -> None:
    """Whatever was said in whatever order: taint and untaint leave every answer as it was, every
    earlier moment is unchanged, and folding the records anew gives the same rows."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        told = Told(memory)
        for who, text in said:
            told.user(text) if who == "user" else told.tool(text, who)
        seq, was, home = memory.stats().head.seq, told.served(), told.home()
        memory.taint("web", by="tool")
        fell = told.served()
        assert "web" not in fell
        assert told.served(as_of=seq) == was
        assert memory.verify(deep=True).ok
        memory.untaint("web")
        assert (told.served(), told.home()) == (was, home)
        assert memory.verify(deep=True).ok
        memory.rebuild()
        assert told.served(as_of=seq) == was


@settings(max_examples=40, deadline=None)
@given(said=SAID)
def test_a_tainted_source_was_as_if_silent(said: list[tuple[str, str]]) -> None:
    """What is believed after a taint is what would be believed had the source never spoken."""
    with (
        MemoryRuntime.local("x", ":memory:") as memory,
        MemoryRuntime.local("x", ":memory:") as silent,
    ):
        told, other = Told(memory), Told(silent)
        for who, text in said:
            told.user(text) if who == "user" else told.tool(text, who)
            if who == "web":
                other.days += 1
            else:
                other.user(text) if who == "user" else other.tool(text, who)
        memory.taint("web", by="tool")
        assert told.home() == other.home()
