"""Two people of one name are told apart wherever a command shows names."""

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
