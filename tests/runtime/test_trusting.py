"""What no trusted source says is served only if one confirms it; who writes too much is named."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.settings import Safety

AT = datetime(2025, 5, 1, tzinfo=UTC)
NOTES = "The notes say that the gate code is kept at the reception desk."


class Clock:
    """Tell a time that moves on when it is told to."""

    def __init__(self) -> None:
        self.now = AT

    def __call__(self) -> datetime:
        return self.now


def tool(memory: MemoryRuntime, text: str, name: str = "web", **given: Any) -> str:
    event = {"content": text, "role": "tool", "speaker": name, "at": AT, **given}
    return memory.ingest(event).events[0].id


@pytest.fixture
def strict() -> Iterator[MemoryRuntime]:
    """A memory that trusts one tool."""
    with MemoryRuntime.local(
        "x", ":memory:", settings=Settings(allowed_tools=("crm",))
    ) as memory:  # fmt: skip
        yield memory


def test_a_tool_outside_the_allow_list_is_not_served(strict: MemoryRuntime) -> None:
    """Its memories and its facts are left out, and the context says why."""
    tool(strict, NOTES)
    tool(strict, "Ann lives in Mars.")
    context = strict.query("Where is the gate code, and where does Ann live?")
    assert (context.items, context.worldview) == ((), ())
    assert {one.decision for one in context.left_out} == {"untrusted"}
    assert {one.verdict for one in context.worldview_trace} == {"untrusted"}
    assert strict.replay_trace(context.trace_id or "").left_out == context.left_out


def test_an_allowed_tool_is_served(strict: MemoryRuntime) -> None:
    """What the list names is served on its own word."""
    tool(strict, NOTES, "crm")
    assert strict.query("Where is the gate code?").items[0].text == NOTES


@pytest.mark.parametrize("who", ["user", "crm"])
def test_the_same_words_confirm_it(strict: MemoryRuntime, who: str) -> None:
    """A user or an allowed tool that says the same lets it be served."""
    tool(strict, NOTES)
    if who == "user":
        strict.ingest(user=NOTES, at=AT + timedelta(hours=1))
    else:
        tool(strict, NOTES, who)
    assert len(strict.query("Where is the gate code?").items) == 1


@pytest.mark.parametrize("who", ["web", "blog", "assistant"])
def test_no_other_doubtful_source_confirms_it(strict: MemoryRuntime, who: str) -> None:
    """Neither the tool itself nor another one off the list counts as a second source."""
    tool(strict, NOTES)
    tool(strict, NOTES, who)
    assert strict.query("Where is the gate code?").items == ()


def test_nearly_the_same_words_confirm_it(strict: MemoryRuntime) -> None:
    """Words that say the same count, words with another number or name do not."""
    tool(strict, NOTES)
    tool(strict, "The gate code for the north yard is 4711 since May.")
    strict.ingest(user="The notes say the gate code is kept at the reception desk.", at=AT)
    strict.ingest(user="The gate code for the north yard is 4712 since May.", at=AT)
    texts = [item.text for item in strict.query("What is the gate code?").items]
    assert not any("4711" in text for text in texts)
    assert any("4712" in text for text in texts)
    assert any("reception" in text for text in texts)


def test_the_same_value_of_a_slot_confirms_it(strict: MemoryRuntime) -> None:
    """A fact that a user tells in other words confirms the memory of a tool."""
    tool(strict, "Ann lives in Oslo.")
    assert strict.query("Where does Ann live?").items == ()
    strict.ingest(user="Ann has moved to Oslo, she lives in Oslo now.", at=AT)
    texts = {item.text for item in strict.query("Where does Ann live?").items}
    assert "Ann lives in Oslo." in texts


def test_a_tainted_source_confirms_nothing(strict: MemoryRuntime) -> None:
    """What a tainted tool said as well is no confirmation."""
    tool(strict, NOTES)
    tool(strict, NOTES, "crm")
    strict.taint("crm")
    assert strict.query("Where is the gate code?").items == ()


def test_by_default_nothing_is_left_out() -> None:
    """Without a list every tool is trusted, and the assistant is served with its label."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        tool(memory, NOTES)
        memory.ingest(assistant="You might like the river walk.", at=AT)
        texts = memory.query("gate code river walk").text
        assert "reception" in texts
        assert "assistant said" in texts


def test_a_least_reliability() -> None:
    """`Safety.trust` leaves out channels that are less reliable; users are served."""
    chosen = Settings(safety=Safety(trust=0.5))
    with MemoryRuntime.local("x", ":memory:", settings=chosen) as memory:
        memory.ingest(assistant="You might like the river walk.", at=AT)
        memory.ingest(user="I like the river.", at=AT)
        assert [item.text for item in memory.query("river walk").items] == ["I like the river."]


def flood(memory: MemoryRuntime, clock: Clock, count: int, name: str = "web") -> list[Any]:
    receipts = []
    for number in range(count):
        clock.now += timedelta(seconds=1)
        event = {"content": f"Gate {number} of the yard is open.", "role": "tool", "speaker": name}
        receipts.append(memory.ingest({**event, "id": f"{name}-{number}"}))
    return receipts


def limited(**safety: Any) -> tuple[MemoryRuntime, Clock]:
    clock = Clock()
    chosen = Settings(safety=Safety(rate=3, window=60, **safety))
    return MemoryRuntime.local("x", ":memory:", settings=chosen, clock=clock), clock


def test_a_source_that_writes_too_much_is_named() -> None:
    """The receipt of each event above the rate, and `stats`, tell its source; all is kept."""
    memory, clock = limited()
    receipts = flood(memory, clock, 5)
    flood(memory, clock, 3, "crm")
    told = [[item.text for item in one.of("alarm")] for one in receipts]
    assert told == [[], [], [], ["tool web"], ["tool web"]]
    assert memory.stats().alarms == {"tool web": 5}
    assert memory.stats().events == 8
    clock.now += timedelta(seconds=61)
    memory.ingest(user="I like tea.")
    assert memory.stats().alarms == {}
    assert flood(memory, clock, 1, "late")[0].of("alarm") == ()


def test_what_is_above_the_rate_can_wait() -> None:
    """With `hold`, the excess is recorded and waits for a review; nothing is lost."""
    memory, clock = limited(hold=True)
    flood(memory, clock, 5)
    waiting = memory.pending("write_rate")
    assert [item.text for item in waiting] == [
        "Gate 3 of the yard is open.", "Gate 4 of the yard is open.",
    ]  # fmt: skip
    assert memory.stats().events == 5
    assert memory.stats().memories == {"active": 3}
    memory.decide(waiting[0].id, "accept")
    (made,) = [i for i in memory.query("Gate 3", k=9).items if "Gate 3" in i.text]
    assert made.commitment == "validated"


def test_many_at_once_are_counted_as_well() -> None:
    """A call with many events holds those above the rate; another source has its own."""
    memory, _ = limited(hold=True)
    events = [{"content": f"Gate {n} is open.", "id": str(n)} for n in range(5)]
    receipt = memory.observe_many([*events, {"content": "I like tea.", "speaker": "Bob"}])
    assert len(memory.pending("write_rate")) == 2
    assert [item.text for item in receipt.of("alarm")] == ["user"]
    again = memory.observe_many(events)
    assert again.of("alarm") == ()
    assert len(memory.pending("write_rate")) == 2


def test_the_rate_can_be_turned_off() -> None:
    """0 counts nothing."""
    with MemoryRuntime.local(
        "x", ":memory:", settings=Settings(safety=Safety(rate=0, hold=True))
    ) as memory:  # fmt: skip
        receipt = memory.observe_many([f"Gate {n} is open." for n in range(50)])
        assert receipt.of("alarm") == ()
        assert memory.stats().alarms == {}
        assert memory.pending() == ()


def test_changes_can_wait() -> None:
    """With `hold_changes`, what says something else about what is remembered waits as a whole."""
    chosen = Settings(safety=Safety(hold_changes=True))
    with MemoryRuntime.local("x", ":memory:", settings=chosen) as memory:
        memory.ingest(user="I live in Ghent.", at=AT)
        memory.ingest(user="The badge level of the office is 2.", at=AT)
        memory.ingest(user="I now live in Porto.", at=AT + timedelta(days=1))
        memory.ingest(user="The badge level of the office is 5.", at=AT + timedelta(days=1))
        memory.ingest(user="I like green tea.", at=AT + timedelta(days=1))
        assert [item.text for item in memory.pending("changes_belief")] == [
            "I now live in Porto.", "The badge level of the office is 5.",
        ]  # fmt: skip
        assert memory.query("Where do I live?").worldview[0].value == "Ghent"
        memory.correct(memory.query("Where do I live?").items[0].id, "I live in Bruges.")
        assert memory.query("Where do I live?").worldview[0].value == "Bruges"


@pytest.mark.parametrize("flushed", [False, True])
def test_what_waited_is_judged_by_what_came_before(flushed: bool) -> None:
    """Queued turns wait for a review as if they had been ingested: only those above the rate."""
    memory, _ = limited(hold=True)
    for number in range(5):
        memory.enqueue(user=f"Note {number} is about tea.")
        assert not flushed or memory.flush()
    assert memory.flush()
    assert memory.stats().memories == {"active": 3}
    assert [one.text[:6] for one in memory.pending()] == ["Note 3", "Note 4"]
