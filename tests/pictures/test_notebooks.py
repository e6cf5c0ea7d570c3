"""Records show themselves in a notebook: text as text, no script, legible on any ground."""

from typing import Any

import pytest

from neuromem_graph import MemoryRuntime, Receipt
from neuromem_graph.types.ingest import ReceiptItem
from neuromem_graph.types.pages import FOLDED, told
from neuromem_graph.types.worldview import CandidateEvent, History

from .told import NASTY, START, remembered, self_contained

PARTS = ("receipt", "context", "worldview", "audit", "history", "subgraph", "explanation", "why",
         "timeline")  # fmt: skip


@pytest.fixture(scope="module")
def parts(memory: MemoryRuntime) -> dict[str, Any]:
    """One of everything that shows itself."""
    context = memory.query("Where do I live, and where does Nina live?", lens="audit")
    return {
        "receipt": memory.ingest(user="I speak Dutch."),
        "context": context,
        "worldview": memory.resolve_worldview(),
        "audit": memory.resolve_worldview(lens="audit"),
        "history": memory.history("user", "lives_in"),
        "subgraph": memory.retrieve("Where does Nina live?", history=True),
        "explanation": memory.explain(context.trace_id or ""),
        "why": memory.why_written(context.items[0].id),
        "timeline": memory.timeline(),
    }


@pytest.mark.parametrize("name", PARTS)
def test_it_is_whole_and_safe(parts: dict[str, Any], name: str) -> None:
    """It closes what it opens, fetches nothing and has no script; it brings its paper and ink."""
    page = parts[name]._repr_html_()
    read = self_contained(page)

    assert "html" not in read.tags
    assert "color:#1c2430!important" in page and "background:#fff!important" in page


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("receipt", ("created", "user speaks: Dutch", "app/ann")),
        ("context", ("Lisbon", "lives_in", "I moved to Porto.", "the prompt", "trace")),
        ("worldview", ("user", "Nina (sister)", "Rome", "active")),
        ("audit", ("Porto", "rejected", "What happened", "superseded", "historical")),
        ("history", ("Ghent", "proposed", "rejected", "corrected", "2025-03-14")),
        ("subgraph", ("Nina", "Antwerp", "ended by a change to Rome", "2025-01-19 to 2025-03-05")),
        ("timeline", ("Porto", "corrected", "Ghent", "its time was changed", "holds")),
    ],
)
def test_it_says_what_it_holds(parts: dict[str, Any], name: str, words: tuple[str, ...]) -> None:
    """What matters of each record is on it, in words."""
    text = self_contained(parts[name]._repr_html_()).text
    assert [word for word in words if word not in text] == []


def test_a_history_is_a_tuple(memory: MemoryRuntime) -> None:
    """It equals the plain tuple of its events, and an empty one shows itself, too."""
    found = memory.history("user", "lives_in")
    assert isinstance(found, tuple) and found == tuple(found) and len(found) > 3
    assert "0 events" in History(())._repr_html_()


def test_long_lists_are_folded() -> None:
    """Beyond some lines a list is folded; nothing is left out."""
    items = tuple(
        ReceiptItem(what="created", text=f"line {at}", reason="new") for at in range(FOLDED + 5)
    )
    read = self_contained(Receipt(namespace=("a",), seq=1, items=items)._repr_html_())

    assert "details" in read.tags and "5 more items" in read.text
    assert all(f"line {at}" in read.text for at in range(FOLDED + 5))


def test_hostile_text_is_text() -> None:
    """What was said is shown and not obeyed."""
    with remembered((f"I live in Ghent. {NASTY}",)) as memory:
        for part in (memory.query("Ghent"), memory.ingest(user=f"I love tea. {NASTY}")):
            page = part._repr_html_()
            assert "alert(" in self_contained(page).text and "\u202e" not in page


def test_erased_and_redacted_are_told() -> None:
    """Where a text was erased it says so; the mark of a secret stands out; nothing is guessed."""
    event = CandidateEvent(slot_id=None, candidate_id=None, value="", type="proposed", seq=1,
                           at=START)  # fmt: skip
    assert '<span class="gone">(erased)</span>' in History((event,))._repr_html_()
    with remembered(("My API key is sk-proj-" + "a1B2" * 12 + ", keep it.",)) as memory:
        page = memory.query("What is my API key?")._repr_html_()
    assert '<span class="redacted">[redacted ' in page and "a1B2" not in page
    assert told("[redacted <b>]") == "[redacted &lt;b&gt;]"
