"""Two people of one name are told apart wherever a command shows names."""

import pytest

from neuromem_graph import MemoryRuntime
from tests.cli.conftest import Nmem


def test_diff_tells_two_of_one_name_apart(nmem: Nmem) -> None:
    """What is told of a second bearer of a name is a difference, and its relation says whose."""
    where = ["-p", nmem.folder / "two", "-n", "ann"]
    with MemoryRuntime.local("ann", nmem.folder / "two") as memory:
        memory.ingest(user="My sister Nina lives in Rome.")
        before = memory.stats().head.seq
        memory.ingest(user="My colleague Nina lives in Rome.")
    ran = nmem("ledger", "diff", before, *where, ann=False)
    rows = nmem("ledger", "diff", before, *where, "--json", ann=False).json

    assert "+ Nina (colleague) lives_in Rome (active)" in ran.out.splitlines()
    assert "Nina (sister)" not in ran.out
    assert ["Nina (colleague)", "lives_in", "Rome", "active"] in rows["added"]
    assert rows["removed"] == rows["changed"] == []


def two(nmem: Nmem) -> list[object]:
    """Tell of two Ninas, and return the options that name their memory."""
    with MemoryRuntime.local("ann", nmem.folder / "two") as memory:
        memory.ingest(user="My sister Nina lives in Rome.")
        memory.ingest(user="My colleague Nina lives in Oslo.")
    return ["-p", nmem.folder / "two", "-n", "ann"]


@pytest.mark.parametrize("command", ["worldview", "graph", "timeline"])
def test_names_are_shown_with_relations(nmem: Nmem, command: str) -> None:
    """Lines and pages tell a sister from a colleague."""
    where = two(nmem)
    page = nmem.folder / "x.html"
    printed = [nmem(command, *where, ann=False).out]
    if command != "worldview":
        assert nmem(command, *where, "--html", page, ann=False).code == 0
        printed.append(page.read_text())
    for text in printed:
        shown = text.replace("#40;", "(").replace("#41;", ")")
        assert "Nina (sister)" in shown
        assert "Nina (colleague)" in shown


def test_nodes_in_json_have_relations(nmem: Nmem) -> None:
    """A node keeps its name, and has the relation beside it."""
    found = nmem("graph", *two(nmem), "--json", ann=False).json["nodes"]
    told = {(node["label"], node["relation"]) for node in found if node["kind"] == "entity"}

    assert told >= {("Nina", "sister"), ("Nina", "colleague")}


def test_a_subgraph_tells_them_apart(nmem: Nmem) -> None:
    """Its prompt, its nodes, and what a notebook shows name the relation."""
    two(nmem)
    with MemoryRuntime.local("ann", nmem.folder / "two") as memory:
        found = memory.retrieve("Where does Nina live?")

    assert {"sister", "colleague"} <= {node.relation for node in found.nodes}
    for text in (found.to_prompt(), found._repr_html_()):
        assert "Nina (sister)" in text
        assert "Nina (colleague)" in text
