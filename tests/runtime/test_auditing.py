"""An audit finds what makes a memory worse, changes nothing and shows no secret."""

import asyncio
import json
import re
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from typing import Any

import pytest
from langgraph.store.memory import InMemoryStore

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.core.auditing import Auditor, Said
from neuromem_graph.errors import InvalidInput
from neuromem_graph.settings.redacting import Redacting
from neuromem_graph.settings.upkeep import Auditing
from neuromem_graph.types.auditing import SORTS, AuditReport

START = datetime(2025, 1, 1, tzinfo=UTC)
TOKEN = "ghp_" + "a1B2" * 9


def opened(clock: Any = lambda: START, **settings: Any) -> MemoryRuntime:
    return MemoryRuntime.local(
        ("app", "ann"), ":memory:", clock=clock, settings=Settings(**settings)
    )


def recalled() -> str:
    """A prompt of ours."""
    with opened() as memory:
        memory.ingest(user="The kettle is blue.")
        return memory.query("kettle?").text


def item(key: str, text: Any, **more: Any) -> dict[str, Any]:
    value = text if isinstance(text, dict) else {"text": text}
    return {"namespace": ["users", "ann"], "key": key, "value": value, **more}


def sorts(report: AuditReport) -> dict[str, int]:
    return {sort: count for sort, count in report.counts.items() if count}


def pairs(report: AuditReport, sort: str) -> list[tuple[str, ...]]:
    return [one.ids for one in report.findings if one.sort == sort]


def test_a_clean_memory_is_clean() -> None:
    """Different facts, names, numbers and negations are no duplicates of each other."""
    with opened() as memory:
        for text in (
            "Room 12 has a blue kettle.", "Room 13 has a blue kettle.", "Anna has a red kettle.",
            "Anne has a red kettle.", "The invoice 1041 was paid.", "The invoice 1042 was paid.",
            "I love tea.", "My sister Nina lives in Rome.", "My brother Jonas lives in Rome.",
        ):  # fmt: skip
            memory.ingest(user=text)
        before = memory.stats().head
        report = memory.audit()

        assert sorts(report) == {} and report.clean
        assert (report.stored, report.looked_at) == (9, 9)
        assert "never_recalled" not in report.counts
        assert memory.stats().head == before


def test_everything_is_found() -> None:
    """Near duplicates, opposites, rivals, lone entities, what nobody asked for, and secrets."""
    now = [START]
    settings: Any = {"redacting": Redacting(on=False)}
    with opened(lambda: now[0], **settings) as memory:
        old = memory.ingest(user="The kettle on the stove is blue and shiny.").created[0].id
        new = memory.ingest(user="The kettle on the stove is blue and very shiny.").created[0].id
        memory.ingest(user="The ladder in the barn is safe.")
        memory.ingest(user="The ladder in the barn is not safe.")
        memory.ingest(user=f"The token is {TOKEN}.")
        memory.query("blue kettle", k=2)
        now[0] += timedelta(days=40)
        report = asyncio.run(memory.aaudit())

    assert pairs(report, "near_duplicate") == [(old, new)]
    assert len(pairs(report, "contradiction")) == 1
    assert report.counts["secret"] == 1
    assert report.counts["never_recalled"] >= 1
    assert not {old, new} & {ids[0] for ids in pairs(report, "never_recalled")}
    for shown in (str(report), report.model_dump_json(), report.to_html()):
        assert TOKEN not in shown


def test_what_is_put_away_is_no_finding() -> None:
    """Only what is served is looked at."""
    with opened() as memory:
        memory.ingest(user="The kettle on the stove is blue and shiny.")
        again = memory.ingest(user="The kettle on the stove is blue and very shiny.").created[0].id
        memory.forget(str(again))

        assert sorts(memory.audit()) == {}


def test_items_of_another_store_are_audited() -> None:
    """What `InMemoryStore.search` returns: duplicates, echoes, opposites, secrets, empty ones."""
    store = InMemoryStore()
    told = {
        "a": {"text": "I like green tea", "role": "user"},
        "b": {"text": "I like green tea.", "role": "assistant"},
        "c": {"text": "I like green tea!", "role": "user"},
        "d": {"text": "I do not like green tea", "role": "user"},
        "e": {"api_key": "hunter2hunter2", "text": "the login"},
        "f": {},
        "g": {"text": recalled()},
    }
    for key, value in told.items():
        store.put(("users", "ann"), key, value)
    store.put(("users", "bob"), "a", {"text": "I like green tea", "role": "user"})
    with opened() as memory:
        items = [*store.search(("users", "ann")), *store.search(("users", "bob"))]
        report = memory.audit(sorted(items, key=lambda one: (one.namespace, one.key)))

    assert pairs(report, "exact_duplicate") == [("users/ann/a", "users/ann/c")]
    assert ("users/ann/a", "users/ann/b") in pairs(report, "echo")
    assert ("users/ann/g",) in pairs(report, "echo")
    assert pairs(report, "contradiction") == [("users/ann/a", "users/ann/d")]
    assert pairs(report, "secret") == [("users/ann/e",)]
    assert pairs(report, "orphan") == [("users/ann/f",)]
    assert report.of == "items" and report.stored == 8
    assert "hunter2" not in report.model_dump_json() + report.to_html() + str(report)


def test_growth_is_counted_per_day() -> None:
    """By when memories were recorded, and items made."""
    now = [START]
    with opened(lambda: now[0]) as memory:
        memory.ingest(user="The kettle is blue.")
        now[0] += timedelta(days=9)
        memory.ingest(user="The ladder is tall.")
        memory.ingest(user="The bridge is long.")
        grown = memory.audit()
        made = memory.audit([
            item("a", "tea", created_at="2025-01-01T10:00:00+02:00"),
            item("b", "rum", created_at=datetime(2025, 1, 2)), item("c", "gin", created_at="?"),
        ])  # fmt: skip

    assert [(one.day, one.added) for one in grown.growth] == [("2025-01-01", 1), ("2025-01-10", 2)]
    assert grown.per_day == pytest.approx(0.3)
    assert [(one.day, one.added) for one in made.growth] == [("2025-01-01", 1), ("2025-01-02", 1)]


@pytest.mark.parametrize(
    "bad", [{"key": "a", "value": {}}, {"namespace": ["a"], "key": 1, "value": {}},
            {"namespace": ["a"], "key": "a", "value": "text"}, "text", None],
)  # fmt: skip
def test_what_is_no_item_is_refused(bad: Any) -> None:
    """The message names its place and what to give."""
    with opened() as memory, pytest.raises(InvalidInput, match=r"items\[1\].*`namespace`"):
        memory.audit([item("a", "tea"), bad])


def test_findings_are_bounded_and_counted() -> None:
    """As many are kept as settings say; progress is told, and only the newest are looked at."""
    seen: list[tuple[int, int]] = []
    with opened(auditing=Auditing(listed=2, most=5)) as memory:
        report = memory.audit([item(str(n), "I like tea") for n in range(9)],
                              progress=lambda *at: seen.append(at))  # fmt: skip

    assert (report.stored, report.looked_at, seen) == (9, 5, [(5, 5)])
    assert report.counts["exact_duplicate"] == 4
    assert pairs(report, "exact_duplicate") == [("users/ann/4", f"users/ann/{n}") for n in (5, 6)]


def test_the_same_memory_gives_the_same_report() -> None:
    """Whatever hashes Python makes: JSON reads back as the same report."""
    texts = [f"the {a} {b} is {c}" for a in "red blue green".split() for b in ("kettle", "ladder")
             for c in ("safe", "not safe", "very safe")]  # fmt: skip
    with opened() as memory:
        given = [item(str(n), text) for n, text in enumerate(texts)]
        one, other = memory.audit(given), memory.audit(given)

    assert one == other and one.counts["contradiction"] > 0
    assert AuditReport.model_validate_json(one.model_dump_json()) == one
    assert set(json.loads(one.model_dump_json())["counts"]) == set(SORTS) - {"never_recalled"}


class Page(HTMLParser):
    """Collect the tags and attributes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags, self.values, self.open = list[str](), list[str](), list[str]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.values += [f"{name}={value}" for name, value in attrs]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_page_is_whole_and_safe() -> None:
    """It needs no network and no script, closes what it opens, and shows texts as text."""
    nasty = "<script>alert(1)</script> tea"
    with opened() as memory:
        report = memory.audit([item("a", nasty, created_at="2025-01-01"), item("<b>", nasty)])
    page = report.to_html()
    read = Page(page)

    assert read.open == []
    assert not {"script", "img", "link", "iframe", "a"} & set(read.tags)
    assert not [one for one in read.values if re.search(r"^on|^src|^href|url\(|//", one)]
    assert "&lt;script&gt;" in page and "&lt;b&gt;" in page
    assert {"svg", "table"} <= set(read.tags)
    assert report._repr_html_() in page


def test_memory_and_time_are_bounded() -> None:
    """Many texts that share all words but a number are compared with a bounded number of others."""
    settings = Settings()
    auditor = Auditor(settings.auditing, settings.appraising, settings.redacting)
    for number in range(600):
        auditor.look(Said(str(number), f"The kettle number {number} is blue."))

    assert dict(auditor.counts) == {}
    assert max(map(len, auditor._buckets.values())) == settings.auditing.bucket
