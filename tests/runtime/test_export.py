"""An export, imported into an empty file, answers as the memory it came from."""

import asyncio
import gzip
import io
import json
import re
import shutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import InvalidInput, ReadOnlyStore, SchemaTooNew
from neuromem_graph.ledger import exporting
from neuromem_graph.ledger import format as fmt
from neuromem_graph.types import (
    change_drafts,
    drafts,
    item_drafts,
    spans,
    taint_drafts,
    upkeep_drafts,
)
from neuromem_graph.types.base import Record
from tests.runtime.moving_life import ANN, BOB, LATER, START, Clock, alone, live, opened, seen

WHEN = [START + timedelta(minutes=m) for m in (5, 20, 40, 60, 90)]


@pytest.fixture
def lived(tmp_path: Path) -> Iterator[MemoryRuntime]:
    """Return the memory of Ann after a life, in a file that Bob uses, too."""
    with opened(tmp_path / "lived") as ann:
        live(ann, ann.within(BOB))
    with opened(tmp_path / "lived", clock=lambda: LATER, seed=3) as ann:
        yield ann


def exported(memory: MemoryRuntime, **how: Any) -> list[str]:
    """Return the lines of an export."""
    written = io.StringIO()
    memory.export_jsonl(written, **how)
    return written.getvalue().splitlines(keepends=True)


def test_export_of_a_namespace_answers_the_same(lived: MemoryRuntime, tmp_path: Path) -> None:
    """Questions, worldviews, what waits and what is tainted are equal, now and at any time."""
    lived.export_jsonl(tmp_path / "ann.jsonl")
    with alone(tmp_path, "copy") as copy:
        told = copy.import_jsonl(tmp_path / "ann.jsonl")

        assert seen(copy, WHEN) == seen(lived, WHEN)
        assert (told.namespaces, told.known) == ((ANN,), 0)
        assert copy.verify(deep=True).ok
        copy.rebuild()
        assert seen(copy, WHEN) == seen(lived, WHEN)


def test_export_of_everything_is_the_same_chain(lived: MemoryRuntime, tmp_path: Path) -> None:
    """The whole ledger comes back with its numbers, its times and the hash of its end."""
    lived.export_jsonl(tmp_path / "all.jsonl", everything=True)
    with alone(tmp_path, "copy") as copy:
        told = copy.import_jsonl(tmp_path / "all.jsonl", everything=True)

        head = lived.verify().head
        assert copy.verify(deep=True, expected_head=head).ok
        assert (told.head, told.added, told.namespaces) == (head, head.seq, (ANN, BOB))
        moments = [*WHEN, head.seq // 2, head.seq]
        assert seen(copy, moments) == seen(lived, moments)
        assert seen(copy.within(BOB), moments) == seen(lived.within(BOB), moments)


@pytest.mark.parametrize("everything", [True, False])
def test_importing_twice_adds_nothing(
    lived: MemoryRuntime, tmp_path: Path, everything: bool
) -> None:
    """The second import, and one into the memory itself, find that all is there."""
    lines = exported(lived, everything=everything)
    with alone(tmp_path, "copy") as copy:
        first = copy.import_jsonl(lines, everything=everything)
        again = copy.import_jsonl(lines, everything=everything)
        own = lived.import_jsonl(lines, everything=everything)

    assert (again.added, again.known, again.head) == (0, first.added, first.head)
    assert (own.added, own.known) == (0, first.added)


def test_the_same_export_is_the_same_bytes(lived: MemoryRuntime, tmp_path: Path) -> None:
    """A copy exports what it was imported from, byte for byte."""
    lines = exported(lived)
    with alone(tmp_path, "copy") as copy:
        copy.import_jsonl(lines)

        assert exported(copy) == lines


def test_a_later_export_adds_what_is_new(tmp_path: Path) -> None:
    """What came since is appended; what was erased since is erased, with what rests on it."""
    with opened(tmp_path / "a") as ann, alone(tmp_path, "copy") as copy:
        ann.ingest([{"content": "My PIN is in the drawer.", "id": "m1"}])
        ann.ingest(user="I live in Ghent.")
        copy.import_jsonl(exported(ann))
        ann.erase(ann.query("PIN drawer").items[0].id)
        ann.ingest(user="I love tea.")
        told = copy.import_jsonl(exported(ann))

        assert told.added > 0 and told.known > 0
        assert copy.verify(deep=True).ok
        assert copy.verify().head.hash == ann.verify().head.hash
        assert not copy.query("PIN drawer").items
        assert b"drawer" not in b"".join(p.read_bytes() for p in (tmp_path / "copy").iterdir())
        assert copy.query("tea").items


def test_an_erasure_also_takes_what_the_copy_made_of_it(tmp_path: Path) -> None:
    """A copy that went on loses what it derived from what was erased where it came from."""
    with opened(tmp_path / "a") as ann, alone(tmp_path, "copy") as copy:
        ann.ingest([{"content": "My sister Nina lives in Rome.", "id": "m1"}])
        copy.import_jsonl(exported(ann))
        memory = copy.query("Nina").items[0].id
        copy.commit({"intent": "add", "proposal_source": "user", "evidence_chain": (memory,),
                     "reason": "Nina again"})  # fmt: skip
        ann.erase(ann.query("Nina").items[0].id)
        copy.import_jsonl(exported(ann))

        assert not copy.query("Nina").items
        assert copy.verify(deep=True).ok
        assert b"Nina" not in b"".join(p.read_bytes() for p in (tmp_path / "copy").iterdir())


def test_nothing_of_another_namespace_is_exported(lived: MemoryRuntime) -> None:
    """Neither words nor ids nor names nor numbers of Bob's records stand in Ann's export."""
    text = "".join(exported(lived))
    bob = lived.within(BOB).log(limit=1000)

    assert bob
    for entry in bob:
        assert f'"{entry.id}"' not in text or entry.id is None
    for word in ("bob", "Oslo", "Bergen", "skiing", "Tom", "note of Bob"):
        assert word not in text
    numbers = [json.loads(line)["header"]["seq"] for line in text.splitlines()[1:]
               if "header" in line]  # fmt: skip
    assert numbers == list(range(1, len(numbers) + 1))


def test_import_beside_other_namespaces(lived: MemoryRuntime, tmp_path: Path) -> None:
    """A namespace comes into a file that holds others: the others stay as they are."""
    with opened(tmp_path / "busy", ("acme", "carl"), seed=9, clock=Clock(LATER)) as carl:
        carl.ingest(user="I live in Kyiv.")
        before = seen(carl, [])
        lines, ann = exported(lived), carl.within(ANN)
        told = ann.import_jsonl(lines)

        assert seen(carl, []) == before
        assert [i.text for i in ann.query("Where do I live?").items] == [
            i.text for i in lived.query("Where do I live?").items
        ]
        assert ann.verify(deep=True).ok
        assert exported(ann.within(("acme", "carl"))) == exported(carl)
        assert (ann.import_jsonl(lines).added, told.known) == (0, 0)


def test_what_waited_can_be_answered_in_the_copy(lived: MemoryRuntime, tmp_path: Path) -> None:
    """A held item has the same id, and its choices are entities of the copy."""
    with alone(tmp_path, "copy") as copy:
        copy.import_jsonl(exported(lived))
        (held,) = copy.pending()
        entities = {one.entity for one in copy.entities()}

        assert {choice.entity for choice in held.choices} <= entities
        assert copy.decide(held.id, "merge", entity=held.choices[0].entity).created


def test_the_answer_of_a_review_names_the_entity_of_the_copy(
    lived: MemoryRuntime, tmp_path: Path
) -> None:
    """Numbers in payloads are moved as those of headers are."""
    with alone(tmp_path, "copy") as copy:
        copy.import_jsonl(exported(lived))
        for memory in (lived, copy):
            (review,) = [e for e in memory.log(limit=1000) if e.kind == "review"]
            known = {one.entity: one.id for one in memory.entities()}
            assert review.payload is not None
            assert review.payload["answer"]["entity"] in known  # type: ignore[index,call-overload]


def test_erased_turns_stay_forgotten(lived: MemoryRuntime, tmp_path: Path) -> None:
    """The content is in no line, and the same turn is not remembered again in the copy."""
    lines = exported(lived)
    assert "drawer" not in "".join(lines)
    with alone(tmp_path, "copy") as copy:
        copy.import_jsonl(lines)
        copy.ingest([{"content": "My PIN is in the drawer.", "id": "m4"}])

        assert not copy.query("PIN drawer").items


REFUSED: list[tuple[str, Callable[[list[str]], list[str]]]] = [
    ("cut", lambda lines: lines[:-1]),
    ("cut inside a line", lambda lines: [*lines[:9], lines[9][:40]]),
    ("a line is missing", lambda lines: lines[:9] + lines[10:]),
    ("two lines changed places", lambda lines: [*lines[:8], lines[9], lines[8], *lines[10:]]),
    ("a line stands twice", lambda lines: [*lines[:9], lines[8], *lines[9:]]),
    ("no manifest", lambda lines: lines[1:]),
    ("nothing", lambda lines: []),
    ("no JSON", lambda lines: [*lines[:9], "{]\n", *lines[9:]]),
    ("no object", lambda lines: [*lines[:9], "7\n", *lines[9:]]),
    ("no record", lambda lines: [*lines[:9], '{"header":{"kind":1}}\n', *lines[9:]]),
    ("something after the end", lambda lines: [*lines, lines[1]]),
    ("another digest", lambda lines: [*lines[:-1], lines[-1].replace("sha256", "sha257")]),
    ("another count", lambda lines: [lines[0].replace('"records":', '"records":1'), *lines[1:]]),
]


@pytest.mark.parametrize(("how", "change"), REFUSED, ids=[how for how, _ in REFUSED])
def test_a_damaged_export_is_refused(
    lived: MemoryRuntime, tmp_path: Path, how: str, change: Callable[[list[str]], list[str]]
) -> None:
    """The line is named, and nothing is written."""
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text("".join(change(exported(lived))))
    with alone(tmp_path, "copy") as copy:
        with pytest.raises(InvalidInput, match=r"damaged\.jsonl: line \d+"):
            copy.import_jsonl(damaged)

        assert copy.verify(deep=True).records == 0


def test_every_changed_line_is_named(lived: MemoryRuntime, tmp_path: Path) -> None:
    """Whichever line had one digit or letter changed, it is that line which is named."""
    lines = exported(lived)
    with alone(tmp_path, "copy") as copy:
        for place in range(1, len(lines) - 1):
            at = len(lines[place]) * 2 // 3
            while not lines[place][at].isalnum():
                at -= 1
            other = "7" if lines[place][at] != "7" else "3"
            changed = lines[place][:at] + other + lines[place][at + 1 :]
            late = "" if "header" in lines[place] else f"|{len(lines)}"
            with pytest.raises(InvalidInput, match=rf"line ({place + 1}{late})\b"):
                copy.import_jsonl([*lines[:place], changed, *lines[place + 1 :]])
        assert copy.verify().records == 0


def test_another_history_is_refused(lived: MemoryRuntime, tmp_path: Path) -> None:
    """A namespace of that name with a life of its own is not mixed with the export's."""
    with opened(tmp_path / "other", seed=5) as other:
        other.ingest(user="I live in Kyiv.")
        before = other.verify().head
        with pytest.raises(InvalidInput, match="another history"):
            other.import_jsonl(exported(lived))
        assert other.verify().head == before


def test_ways_that_parted_are_refused(tmp_path: Path) -> None:
    """Where copy and original both went on, neither can be added to the other."""
    with opened(tmp_path / "a") as ann, alone(tmp_path, "copy") as copy:
        ann.ingest(user="I live in Ghent.")
        copy.import_jsonl(exported(ann))
        ann.ingest(user="I love tea.")
        copy.ingest(user="I love coffee.")
        before = copy.verify().head
        with pytest.raises(InvalidInput, match="went different ways"):
            copy.import_jsonl(exported(ann))
        assert copy.verify().head == before


def test_a_copy_that_went_on_takes_an_old_export(tmp_path: Path) -> None:
    """What is exported is all there already: nothing is added and nothing lost."""
    with opened(tmp_path / "a") as ann, alone(tmp_path, "copy") as copy:
        ann.ingest(user="I live in Ghent.")
        lines = exported(ann)
        copy.import_jsonl(lines)
        copy.ingest(user="I love coffee.")

        assert copy.import_jsonl(lines).added == 0
        assert copy.query("coffee").items


def test_only_the_own_namespace_is_taken_in(lived: MemoryRuntime, tmp_path: Path) -> None:
    """An export of somebody else, or of all, is refused unless everything is asked for."""
    with alone(tmp_path, "copy") as copy:
        for lines in (exported(lived.within(BOB)), exported(lived, everything=True)):
            with pytest.raises(InvalidInput, match=r"brings the namespace \('acme', 'bob'\)"):
                copy.import_jsonl(lines)
        assert copy.verify().records == 0


def test_a_record_can_name_none_after_it(lived: MemoryRuntime, tmp_path: Path) -> None:
    """A file that was made by hand, with digests that agree, can't point anywhere else."""
    lines = [json.loads(line) for line in exported(lived)]
    target = next(n for n, one in enumerate(lines) if one.get("header", {}).get("event"))
    lines[target]["header"]["event"] = 90
    forged, previous = [json.dumps(lines[0]) + "\n"], fmt.NO_HASH
    for fields in lines[1:-1]:
        if "header" in fields:
            one = exporting._taken(fields)
            previous = fmt.digest(one.bytes_after(previous))
            forged.append(exporting.line_of(one, previous))
    with alone(tmp_path, "copy") as copy:
        with pytest.raises(InvalidInput, match=rf"line {target + 1}: it names record 90"):
            copy.import_jsonl(forged)


@pytest.mark.parametrize("schema", [1, 2])
def test_files_of_older_versions_can_be_exported(tmp_path: Path, schema: int) -> None:
    """A file of an older schema is exported whole, and its chain is that of the copy."""
    old = tmp_path / "old.sqlite3"
    kept = Path(__file__).parents[1] / "ledger" / f"schema{schema}.sqlite3.gz"
    with gzip.open(kept) as packed, old.open("wb") as file:
        shutil.copyfileobj(packed, file)
    with MemoryRuntime.local("x", old) as memory, alone(tmp_path, "copy") as copy:
        told = copy.import_jsonl(exported(memory, everything=True), everything=True)

        assert told.added == memory.verify().records > 0
        assert copy.verify(deep=True, expected_head=memory.verify().head).ok


def test_a_newer_export_is_refused(lived: MemoryRuntime, tmp_path: Path) -> None:
    """What a newer version wrote says that the package needs an upgrade."""
    lines = exported(lived)
    with alone(tmp_path, "copy") as copy, pytest.raises(SchemaTooNew, match="upgrade"):
        copy.import_jsonl([lines[0].replace('"version":1', '"version":2'), *lines[1:]])
    newer = json.dumps({**json.loads(lines[0]), "schema": 99}) + "\n"
    with alone(tmp_path, "copy") as copy, pytest.raises(SchemaTooNew, match="upgrade"):
        copy.import_jsonl([newer, *lines[1:]])


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """A failure on the way leaves what stood there before, and nothing beside it."""
    target = tmp_path / "x.jsonl"
    target.write_text("before")

    def broken(done: int, total: int) -> None:
        raise RuntimeError("stop")

    with opened(":memory:") as ann:
        ann.ingest(user="I live in Ghent.")
        with pytest.raises(RuntimeError):
            ann.export_jsonl(target, progress=broken)
        assert target.read_text() == "before"
        assert [path.name for path in tmp_path.iterdir()] == ["x.jsonl"]
        ann.export_jsonl(target)
        assert target.stat().st_mode & 0o777 == 0o600
        with pytest.raises(ReadOnlyStore, match="can't be written"):
            ann.export_jsonl(tmp_path / "no" / "folder.jsonl")
        with pytest.raises(InvalidInput, match="neither a path nor a file"):
            ann.export_jsonl(7)  # type: ignore[arg-type]


def test_streams_twins_and_progress(tmp_path: Path) -> None:
    """Text and binary streams, the async twins and a memory without a file do the same."""
    told: list[tuple[int, int]] = []

    async def move(ann: MemoryRuntime, copy: MemoryRuntime, stream: Any) -> int:
        await ann.aexport_jsonl(stream, progress=lambda done, total: told.append((done, total)))
        stream.seek(0)
        return (await copy.aimport_jsonl(stream)).added

    for stream in (io.StringIO(), io.BytesIO(), (tmp_path / "s").open("w+b")):
        with opened(":memory:") as ann, alone(tmp_path, str(id(stream))) as copy, stream:
            ann.ingest(user="I live in Ghent.")
            assert asyncio.run(move(ann, copy, stream)) == ann.verify().records
            assert copy.query("Where do I live?").items
    assert told[-1][0] == told[-1][1] > 0


def test_an_empty_memory_can_be_exported(tmp_path: Path) -> None:
    """Nothing is exported and imported, and that is no error."""
    with opened(":memory:") as ann, alone(tmp_path, "copy") as copy:
        assert ann.export_jsonl(tmp_path / "x").records == 0
        assert copy.import_jsonl(tmp_path / "x").added == 0


NUMBERS = {
    "happened_at", "valid_from", "valid_to", "stated_to", "start", "end", "units", "expires_at",
    "moment", "ttl", "gaps", "head", "counts",
}  # fmt: skip
"""Fields of headers whose whole numbers name no record."""


def test_every_number_of_a_header_is_known() -> None:
    """A new field that holds whole numbers names records, or is listed here as one that doesn't."""
    modules = (drafts, change_drafts, item_drafts, taint_drafts, upkeep_drafts, spans)
    records = (one for module in modules for one in vars(module).values())
    found = {
        name
        for one in records
        if isinstance(one, type) and issubclass(one, Record)
        if not one.__name__.endswith("Payload")
        for name, field in one.model_fields.items()
        if re.search(r"\b(int|Span|Close|Over|Moved|EdgeEnd)\b", str(field.annotation))
    } - {"span"}

    assert found - NUMBERS <= exporting.REFERENCES, found - NUMBERS - exporting.REFERENCES
    assert not NUMBERS & exporting.REFERENCES
