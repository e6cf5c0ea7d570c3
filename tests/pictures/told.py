"""A memory with changes, a correction, an end and a weak source, and a reader of pages."""

import re
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from random import Random

from neuromem_graph import MemoryRuntime

START = datetime(2025, 1, 1, 9, 0, tzinfo=UTC)
SAID = (
    "I live in Ghent.",
    "I love tea.",
    "My sister Nina lives in Antwerp.",
    "Nina works at Acme.",
    "I'm allergic to nuts.",
    "I moved to Porto.",
    "My brother Tom lives in Lisbon.",
    "Nina moved to Rome.",
    "Actually, I live in Lisbon, not Porto.",
    "I no longer love tea. I love coffee.",
)
NASTY = "</script><script>alert('x')</script> \"q\" & \u202eevil\u200b"
"""What must stand on a page as text and as nothing else."""


class Days:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


def remembered(said: tuple[str, ...] = SAID, path: str = ":memory:") -> MemoryRuntime:
    """Return a memory that heard these sentences, one in nine days; ids repeat."""
    clock = Days()
    memory = MemoryRuntime.local(("app", "ann"), path, clock=clock, entropy=Random(3).randbytes)
    for text in said:
        memory.ingest(user=text)
        clock.now += timedelta(days=9)
    return memory


VOID = {"meta", "input", "path", "rect"}


class Page(HTMLParser):
    """Collect what a page consists of; it fails where something is not closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.scripts: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        (self.scripts if self.open and self.open[-1] == "script" else self.words).append(data)

    @property
    def text(self) -> str:
        """All text that is shown, styles included."""
        return " ".join(self.words)


def self_contained(page: str, scripts: int = 0) -> Page:
    """Check that a page or a part of one fetches nothing and runs no script but its own."""
    read = Page(page)
    assert not {"img", "link", "iframe", "object", "embed", "a", "base", "form"} & set(read.tags)
    assert len(read.scripts) == read.tags.count("script") == scripts
    for name, value in read.attributes:
        assert not name.startswith("on") and name not in ("src", "href", "srcset", "action"), name
        assert "url(" not in value and "javascript:" not in value
    assert not re.search(r"https?://|@import|url\(|\bsrc\s*=|fetch\(|XMLHttp|import\(", page)
    return read
