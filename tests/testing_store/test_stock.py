"""How the stores of LangGraph do in the suite, as the docs tell it."""

import json
from functools import cache
from pathlib import Path

import pytest

from neuromem_graph.testing.store_suite import ALL, Report, check
from neuromem_graph.testing.store_suite.table import (
    END,
    START,
    STOCK,
    memory_store,
    render,
    replaced,
    stores,
    versions,
)

KNOWN = json.loads(Path(__file__).with_name("stock_failures.json").read_text(encoding="utf-8"))
PAGE = Path(__file__).parents[2] / "docs" / "store-conformance.md"


# A new release may mend a store, which is no fault of ours: measure it again by hand.
same_versions = pytest.mark.skipif(
    versions() not in PAGE.read_text(encoding="utf-8"), reason=f"{versions()} The docs were not."
)


@cache
def report_of(name: str) -> Report:
    store = next(one for one in (*STOCK, memory_store) if one.name == name)
    return check(store)


@same_versions
@pytest.mark.parametrize("name", KNOWN)
def test_stock_stores_fail_where_known(name: str) -> None:
    """A store of LangGraph fails exactly the cases that it is known to fail."""
    assert sorted(report_of(name).failures) == KNOWN[name]


def test_every_known_failure_has_a_reason() -> None:
    """Where a stock store fails, the case says why its answer is another."""
    failed = {id for ids in KNOWN.values() for id in ids}

    assert [case.id for case in ALL if case.id in failed and not case.answer] == []
    assert failed <= {case.id for case in ALL}


@same_versions
def test_docs_show_the_tables() -> None:
    """The tables in the docs are those that the suite makes: `python -m ...table <page>`."""
    page = PAGE.read_text(encoding="utf-8")
    tables = render([report_of(store.name) for store in stores()])

    assert page == replaced(page, tables)
    assert page.count(START) == page.count(END) == 1


def test_our_store_passes() -> None:
    """Our store passes every case, and lacks nothing that is checked."""
    report = report_of("MemoryStore")

    assert report.passed(), report.render()
    assert report.absent == {}
    assert {one.outcome for one in report.cases} == {"passed"}
