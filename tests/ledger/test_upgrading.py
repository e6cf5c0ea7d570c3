"""A file of an older schema is brought up to date, and nothing that it remembers is lost.

`schema1.sqlite3.gz` was written by the last version that knew schema 1 alone: nine turns of a
conversation (one of them erased, one held for review, one quarantined) and a store item.
`schema2.sqlite3.gz` was written by the last one that knew schema 2: some three hundred turns, one
of them erased and one said twice, and a store item.
`schema4.sqlite3.gz` was written by the last one that knew schema 4: ten turns with a change, a
denial, a correction, an outcome and an erasure, and a store item.
"""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from neuromem_graph import MemoryRuntime, errors
from neuromem_graph.ledger.sqlite import SqliteLedger, migrations
from neuromem_graph.stores import MemoryStore

OLD = Path(__file__).with_name("schema1.sqlite3.gz")
NAMESPACE = ("acme", "ann")
SECOND = Path(__file__).with_name("schema2.sqlite3.gz")
FOURTH = Path(__file__).with_name("schema4.sqlite3.gz")
FOURTH_HEAD = "bba45ea15fcae239d7f1c910ffd6b68a9a3a08838b246bad31fe537f47cf97ec"
SECOND_HEAD = "1fed7e87d6a8253d0aec58551a77a95a700e7f7270805315c530218360152374"
HEAD = "720e637270efb9c400b238b2635b7f73014a7aa20cc21e33b5757ccadc7fc33e"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of schema 1."""
    file = tmp_path / "a.sqlite3"
    file.write_bytes(gzip.decompress(OLD.read_bytes()))
    return file


@pytest.fixture
def second(tmp_path: Path) -> Path:
    """A file of schema 2."""
    file = tmp_path / "b.sqlite3"
    file.write_bytes(gzip.decompress(SECOND.read_bytes()))
    return file


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as conn:
        return int(conn.execute("PRAGMA user_version").fetchone()[0])


def test_the_chain_is_kept_and_everything_is_whole(path: Path) -> None:
    """Opening brings the tables up to date; records and head are those of before."""
    with SqliteLedger(path) as ledger:
        found = ledger.verify(deep=True)

    assert (found.ok, found.records, found.head.hash) == (True, 63, HEAD)
    assert version(path) == migrations.SCHEMA_VERSION


def test_a_file_of_schema_2_is_whole(second: Path) -> None:
    """Records and head are those of before, every table is what they say, all words are found."""
    with MemoryRuntime.local(NAMESPACE, second) as memory:
        found = memory.verify(deep=True)
        counted = memory.stats()
        answers = {text: memory.query(text, record=False) for text in (
            "Where do I live?", "walked past the mill", "pancakes on the boat", "xylophone",
        )}  # fmt: skip
        item = MemoryStore(memory).get((*NAMESPACE, "prefs"), "k")

    assert (found.ok, found.records, found.head.hash) == (True, 947, SECOND_HEAD)
    assert version(second) == migrations.SCHEMA_VERSION
    assert counted.memories == {"active": 306, "superseded": 1}
    assert answers["Where do I live?"].worldview[0].value == "Porto"
    assert len(answers["walked past the mill"].items) == 10
    assert answers["pancakes on the boat"].items[0].text == "We had pancakes on the boat."
    assert not any("xylophone" in one.text for one in answers["xylophone"].items)
    assert item is not None and item.value == {"theme": "dark"}


def test_a_file_of_schema_4_is_whole(tmp_path: Path) -> None:
    """Records and head are those of before, and so is what is believed; it can sleep."""
    path = tmp_path / "d.sqlite3"
    path.write_bytes(gzip.decompress(FOURTH.read_bytes()))
    with MemoryRuntime.local(NAMESPACE, path) as memory:
        found = memory.verify(deep=True)
        told = {(b.attribute, b.value, b.polarity) for b in memory.resolve_worldview().beliefs}
        report = memory.sleep()
        whole = memory.verify(deep=True).ok

    assert (found.ok, found.records, found.head.hash) == (True, 89, FOURTH_HEAD)
    assert version(path) == migrations.SCHEMA_VERSION
    assert told == {
        ("lives_in", "Porto", "asserted"), ("lives_in", "Rome", "negated"),
        ("likes", "green tea", "asserted"), ("works_at", "Apex", "asserted"),
    }  # fmt: skip
    assert whole and report.left == 0


def test_an_upgraded_file_is_like_a_rebuilt_one(path: Path) -> None:
    """Folding the records again changes no answer."""
    with MemoryRuntime.local(NAMESPACE, path) as memory:
        before = memory.query("Where do I live?", lens="historical", record=False)
        memory.rebuild()
        after = memory.query("Where do I live?", lens="historical", record=False)

    assert before == after
    assert {belief.value for belief in before.worldview} == {"Ghent", "Porto"}


def test_what_was_remembered_is_there(path: Path) -> None:
    """Beliefs, held items, moments of before and store items are answered as they were."""
    with MemoryRuntime.local(NAMESPACE, path) as memory:
        counted = memory.stats()
        (held,) = memory.pending()
        said = memory.query("Which languages do I speak?").worldview
        item = MemoryStore(memory).get((*NAMESPACE, "prefs"), "k")
        seqs = [memory.query("Where do I live?", as_of=seq).seq for seq in (10, 63)]

    assert (counted.events, counted.entities, counted.slots) == (9, 3, 5)
    assert held.text == "Nina has a cat."
    assert {belief.value for belief in said} == {"Dutch", "French"}
    assert item is not None and item.value == {"theme": "dark"}
    assert seqs == [10, 63]


def test_more_can_be_remembered(path: Path) -> None:
    """An upgraded ledger goes on: old slots take new values."""
    with MemoryRuntime.local(NAMESPACE, path) as memory:
        memory.ingest(user="I live in Bergen now.")
        found = memory.query("Where do I live?").worldview[0]
        whole = memory.verify(deep=True).ok

    assert (found.value, whole) == ("Bergen", True)


def test_it_must_be_opened_for_writing_once(path: Path) -> None:
    """Read-only, an old file is refused with advice, and is left as it was."""
    before = path.read_bytes()
    with pytest.raises(errors.ReadOnlyStore, match="open it once for writing"):
        SqliteLedger(path, read_only=True)

    assert path.read_bytes() == before
