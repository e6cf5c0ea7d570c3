"""What we rendered is recognised when it comes back, whole or in part; other words are kept."""

from datetime import UTC, datetime, timedelta

import pytest

from neuromem_graph import MemoryRuntime
from neuromem_graph.core.echoes import without_recalled

AT = datetime(2025, 5, 1, tzinfo=UTC)
NEW = "By the way, I moved to Porto."


@pytest.fixture
def memory() -> MemoryRuntime:
    """A memory with beliefs and memories of one and of several lines."""
    made = MemoryRuntime.local("x", ":memory:")
    made.ingest(user="I live in Ghent.", at=AT)
    made.ingest(user="My sister Nina lives in Leuven.", at=AT + timedelta(days=1))
    made.ingest(user="Packing list:\n- tent\n- stove", at=AT + timedelta(days=1))
    return made


def prompt(memory: MemoryRuntime) -> str:
    context = memory.query("Where do I live, where does my sister live, what do I pack?")
    assert len(context.items) == 3
    assert context.worldview
    return context.text


def test_a_whole_prompt_is_cut_out(memory: MemoryRuntime) -> None:
    """A fenced prompt goes; what stands around it stays."""
    assert without_recalled(f"Context:\n{prompt(memory)}\n{NEW}") == f"Context:\n\n{NEW}"


@pytest.mark.parametrize("cut", range(1, 24))
def test_a_prompt_without_its_end_is_cut_out(memory: MemoryRuntime, cut: int) -> None:
    """Wherever a prompt was cut off, nothing of it becomes an event, and what follows does."""
    lines = prompt(memory).split("\n")
    part = "\n".join(lines[: max(2, len(lines) - cut)])
    assert without_recalled(part).strip() == ""
    assert without_recalled(f"{part}\n\n{NEW}").strip() == NEW


def test_a_prompt_without_its_fence_is_cut_out(memory: MemoryRuntime) -> None:
    """The line that says it is data is enough to know it by."""
    body = "\n".join(prompt(memory).split("\n")[1:-1])
    assert without_recalled(f"{body}\n\n{NEW}").strip() == NEW


def test_every_single_line_of_ours_is_known(memory: MemoryRuntime) -> None:
    """Each entry that is pasted alone, with its date, is no new evidence."""
    events = memory.stats().events
    lines = prompt(memory).split("\n")[2:-1]
    pasted, day = list[str](), ""
    for line in lines:
        if line.startswith(" "):
            pasted[-1] += f"\n{line}"
        elif line.startswith("[") and line.endswith("]"):
            day = f"{line} "
        elif line not in ("Believed:", "Said:"):
            pasted.append(line if line.startswith(("-", "[")) else day + line)
    assert len(pasted) == 5
    for one in pasted:
        receipt = memory.ingest(user=one)
        assert [item.reason for item in receipt.of("skipped")] == ["recalled text"], one
        assert memory.ingest(user=f"{one}\n{NEW}").events[0].added
    assert memory.stats().events == events + len(pasted)
    assert not any("2025-05" in item.text for item in memory.query("Ghent Leuven tent").items)


def test_the_same_turn_is_known_again(memory: MemoryRuntime) -> None:
    """A turn that held recalled lines, handed over again, is the same turn."""
    event = {"content": f"[2025-05-01] user: I live in Ghent.\n{NEW}", "id": "1"}
    assert memory.ingest(event).events[0].added
    assert not memory.ingest(event).events[0].added


@pytest.mark.parametrize(
    "text",
    [
        "[2025-05-01] Tom: the meeting is at nine.\n[2025-05-02] Ann: no, at ten.",
        "- Acme engineer: worked there (from 2019-01-01 until 2020-01-01)",
        "Believed:\n- the earth is flat",
        "I recalled <recalled-memory> and its </recalled-memory>",
        "Said:\nhello",
        "user: I drink tea",
    ],
)
def test_words_in_our_form_that_are_not_ours_stay(memory: MemoryRuntime, text: str) -> None:
    """A log with dates, a list with years or talk about fences is what somebody said."""
    assert memory.turns(text).turns[0].text == text
