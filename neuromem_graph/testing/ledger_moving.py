"""Check how a ledger is exported, imported, copied and shown."""

from pathlib import Path

import pytest

from neuromem_graph.errors import InvalidInput
from neuromem_graph.testing.ledger_builders import NAMESPACE, START, fact, turn, view
from neuromem_graph.testing.ledger_case import CompleteLedger, LedgerCase, add, head
from neuromem_graph.types.base import Namespace

OTHER: Namespace = ("acme", "bob")


class MovingSuite(LedgerCase):
    """Behaviours of `export`, `import_lines`, `copy_to` and `entries`."""

    def test_an_export_makes_the_same_chain(self, tmp_path: Path) -> None:
        """Imported into an empty ledger, the export of all is the ledger it came from."""
        with self.opened(_folder(tmp_path, "a")) as one, self.opened(_folder(tmp_path, "b")) as two:
            _fill(one)
            told = two.import_lines(exported(one, None), None, _quiet)

            assert (told.head, told.added) == (head(one), head(one).seq)
            assert two.verify(deep=True, expected_head=head(one)).ok
            with one.reader() as mine, two.reader() as other:
                assert view(other, NAMESPACE, ("tea", "rome")) == view(
                    mine, NAMESPACE, ("tea", "rome")
                )

    def test_a_namespace_is_exported_alone(self, tmp_path: Path) -> None:
        """It comes with its own records, counted anew, and with nothing of another namespace."""
        with self.opened(_folder(tmp_path, "a")) as one, self.opened(_folder(tmp_path, "b")) as two:
            _fill(one)
            lines = exported(one, NAMESPACE)
            told = two.import_lines(lines, NAMESPACE, _quiet)

            assert told.namespaces == (NAMESPACE,)
            assert told.added == len(one.entries(NAMESPACE, 0, None, 100)) < head(one).seq
            assert "bob" not in "".join(lines) and "Oslo" not in "".join(lines)
            assert exported(two, NAMESPACE) == lines
            assert two.verify(deep=True).ok

    def test_importing_twice_adds_nothing(self, tmp_path: Path) -> None:
        """Neither a second time nor into the ledger it came from."""
        with self.opened(_folder(tmp_path, "a")) as one, self.opened(_folder(tmp_path, "b")) as two:
            _fill(one)
            lines = exported(one, NAMESPACE)
            first = two.import_lines(lines, None, _quiet)

            assert two.import_lines(lines, None, _quiet).known == first.added
            assert one.import_lines(lines, None, _quiet).added == 0
            assert head(two) == first.head

    def test_an_import_goes_on_where_the_last_one_ended(self, tmp_path: Path) -> None:
        """What came since is added, and what was erased since is erased."""
        with self.opened(_folder(tmp_path, "a")) as one, self.opened(_folder(tmp_path, "b")) as two:
            (first,) = add(one, turn("a", "tea"))
            two.import_lines(exported(one, None), None, _quiet)
            one.erase([first.stored[0].seq], "requested")
            add(one, turn("b", "rome"))
            two.import_lines(exported(one, None), None, _quiet)

            assert head(two).hash == head(one).hash
            assert two.verify(deep=True).ok
            assert [entry.erased for entry in two.entries(NAMESPACE, 1, 3, 9)] == [True]

    def test_damage_is_refused_whole(self, tmp_path: Path) -> None:
        """Whichever line is missing, nothing is written."""
        with self.opened(_folder(tmp_path, "a")) as one, self.opened(_folder(tmp_path, "b")) as two:
            _fill(one)
            lines = exported(one, None)
            for place in range(len(lines)):
                with pytest.raises(InvalidInput, match="line "):
                    two.import_lines([*lines[:place], *lines[place + 1 :]], None, _quiet)
            assert head(two).seq == 0

    def test_another_history_is_refused(self, tmp_path: Path) -> None:
        """Two ledgers that grew on their own can't be mixed, and a namespace not meant is not."""
        with self.opened(_folder(tmp_path, "a")) as one, self.opened(_folder(tmp_path, "b")) as two:
            _fill(one)
            add(two, turn("z", "oslo"))
            before = head(two)
            for namespace in (None, OTHER):
                with pytest.raises(InvalidInput):
                    two.import_lines(exported(one, NAMESPACE), namespace, _quiet)
            assert head(two) == before

    def test_a_copy_is_a_ledger(self, tmp_path: Path) -> None:
        """The file that is written holds all, and nothing that stands there is overwritten."""
        with self.opened(_folder(tmp_path, "a")) as one:
            _fill(one)
            target = tmp_path / "copy"
            assert one.copy_to(target, _quiet) == head(one)
            with pytest.raises(InvalidInput, match="already"):
                one.copy_to(target, _quiet)

    def test_entries_are_those_of_one_namespace(self, tmp_path: Path) -> None:
        """They stand in order, the last of those between two numbers."""
        with self.opened(_folder(tmp_path, "a")) as one:
            _fill(one)
            entries = one.entries(NAMESPACE, 0, None, 100)

            assert [entry.seq for entry in entries] == sorted(entry.seq for entry in entries)
            assert one.entries(NAMESPACE, 0, None, 2) == entries[-2:]
            middle = one.entries(NAMESPACE, entries[0].seq, entries[-1].seq, 100)
            assert middle == entries[1:-1]
            assert one.entries(("nobody",), 0, None, 9) == ()


def exported(ledger: CompleteLedger, namespace: Namespace | None) -> list[str]:
    """Return the lines of an export."""
    lines: list[str] = []
    told = ledger.export(lines.append, namespace, _quiet)
    assert told.records == len(lines) - 2
    return lines


def _fill(ledger: CompleteLedger) -> None:
    add(ledger, turn("a", "I like tea."))
    add(ledger, turn("x", "I live in Oslo."), namespace=OTHER)
    add(ledger, fact("b", "Rome", at=START))
    add(ledger, turn("y", "I like chess."), namespace=OTHER)
    add(ledger, turn("c", "I like maps.", thread="t"))


def _folder(place: Path, name: str) -> Path:
    (place / name).mkdir()
    return place / name


def _quiet(done: int, total: int) -> None:
    """Take no notice."""
