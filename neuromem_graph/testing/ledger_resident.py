"""Check what caches and resident vectors stand on: versions of a namespace, vectors of texts."""

from datetime import timedelta
from pathlib import Path

import pytest

from neuromem_graph.errors import InvalidVector
from neuromem_graph.testing.ledger_builders import (
    NAMESPACE,
    START,
    embedded,
    event,
    fact,
    group,
    held,
    lifecycle,
    turn,
)
from neuromem_graph.testing.ledger_case import CompleteLedger, LedgerCase, add, head
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.diagnostics import Version

OTHER = ("acme", "bob")


class ResidentSuite(LedgerCase):
    """Behaviours of `reader.resident` and `store_vectors`."""

    def test_versions_count_what_changes_meaning(self, tmp_path: Path) -> None:
        """A memory moves one version, a claim both; an event or a held item moves none."""
        with self.opened(tmp_path) as ledger:
            assert _version(ledger) == Version()
            add(ledger, turn("a", "tea"))
            first = _version(ledger)
            assert 0 < first.semantic <= head(ledger).seq
            assert first.worldview == 0
            add(ledger, group(event("b", "seen")), held("h", {"value": "x"}))
            assert _version(ledger)[1:] == first[1:]
            add(ledger, fact("c", "Rome"))
            second = _version(ledger)
            assert second.semantic == second.worldview > first.semantic
            add(ledger, lifecycle(3, "suppressed"))
            assert _version(ledger).semantic > second.semantic

    def test_versions_are_of_a_namespace(self, tmp_path: Path) -> None:
        """What another namespace says moves no version here, nor the next turning point."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "tea"))
            before = _version(ledger)
            later = START + timedelta(days=400)
            add(ledger, turn("b", "tea"), fact("c", "Rome", at=later), namespace=OTHER)
            assert _version(ledger)[1:] == before[1:]

    def test_versions_are_as_of_a_moment(self, tmp_path: Path) -> None:
        """An earlier moment has the versions it had then."""
        with self.opened(tmp_path) as ledger:
            seen = []
            for n in range(4):
                add(ledger, fact(f"f{n}", f"city {n}"))
                seen.append(_version(ledger))
            for then in seen:
                with ledger.reader(then.seq) as reader:
                    assert reader.resident.version(NAMESPACE, 0) == then

    def test_an_erasure_moves_every_version(self, tmp_path: Path) -> None:
        """After an erasure the version differs in every namespace and at every moment."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            add(ledger, turn("b", "milk"), namespace=OTHER)
            before = {name: _version(ledger, name) for name in (NAMESPACE, OTHER)}
            seq = head(ledger).seq
            ledger.erase([said.event or 0], "test")
            for name, then in before.items():
                assert then.erased < _version(ledger, name).erased == head(ledger).seq
                with ledger.reader(seq) as reader:
                    assert reader.resident.version(name, 0).erased == head(ledger).seq

    def test_what_lies_ahead_is_a_turning_point(self, tmp_path: Path) -> None:
        """The next time at which something begins or ends is told, from any time before it."""
        with self.opened(tmp_path) as ledger:
            later = START + timedelta(days=400)
            add(ledger, turn("a", "tea"))
            assert _version(ledger).turns_at is None
            add(ledger, fact("b", "Rome", at=later))
            at = to_micros(later)
            assert _version(ledger, now=at - 1).turns_at == at
            assert _version(ledger, now=at).turns_at is None

    def test_versions_survive_a_rebuild(self, tmp_path: Path) -> None:
        """A rebuild moves no version."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "tea"), fact("b", "Rome", at=START + timedelta(days=400)))
            before = _version(ledger)
            ledger.rebuild()
            assert _version(ledger) == before

    def test_vectors_are_kept_by_text(self, tmp_path: Path) -> None:
        """A text is missing until its vector is stored for the model, and equal texts share it."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "tea"), turn("b", "milk"), turn("c", "tea"))
            with ledger.reader() as reader:
                before = embedded(reader, NAMESPACE, "model")
            ledger.store_vectors("model", {"tea": [0.5, 0.25]})
            with ledger.reader() as reader:
                after = embedded(reader, NAMESPACE, "model")
                other = embedded(reader, NAMESPACE, "other model")
                counts = [reader.resident.stored(name) for name in ("model", "other model")]
            assert (before.memories, before.missing) == ([], ["tea", "milk", "tea"])
            assert after.memories == sorted(after.memories)
            assert (after.rows, after.missing) == ([[0.5, 0.25]] * 2, ["milk"])
            assert len(other.missing) == 3
            assert counts == [1, 0]

    def test_sizes_of_the_index(self, tmp_path: Path) -> None:
        """Memories, packed ones or not, are counted by namespace; vectors have a width."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "tea"))
            then = head(ledger).seq
            add(ledger, *[turn(f"t{n}", f"cup {n}") for n in range(300)])
            add(ledger, turn("b", "rum"), namespace=OTHER)
            ledger.store_vectors("model", {"tea": [0.5, 0.25]})
            with ledger.reader() as reader:
                sizes = reader.resident.sizes(NAMESPACE)
                widths = [reader.resident.width(name) for name in ("model", "other model")]
                few, none = (reader.resident.sizes(name) for name in (OTHER, ("nobody",)))
            with ledger.reader(then) as reader:
                assert reader.resident.sizes(NAMESPACE).memories == 1
            assert (sizes.memories, few.memories, none.memories) == (301, 1, 0)
            assert 0 < sizes.bytes < sizes.file_bytes == few.file_bytes
            assert few.bytes == none.bytes == none.blocks == 0
            assert widths == [2, None]

    def test_what_came_since_is_read_alone(self, tmp_path: Path) -> None:
        """Memories after a number, up to the reader's moment, and vectors after another."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "tea"))
            ledger.store_vectors("model", {"tea": [1.0]})
            first = head(ledger).seq
            with ledger.reader() as reader:
                number = reader.resident.last_vector()
                assert list(reader.resident.embedded("model", number)) == []
            add(ledger, turn("b", "milk"), turn("c", "rum"))
            second = head(ledger).seq
            add(ledger, turn("d", "gin"))
            ledger.store_vectors("model", {"milk": [-1.0]})
            ledger.store_vectors("another", {"milk": [-1.0]})
            with ledger.reader(second) as reader:
                found = embedded(reader, NAMESPACE, "model", first)
                (fresh,) = reader.resident.embedded("model", number)
            assert (found.rows, found.missing) == ([[-1.0]], ["rum"])
            assert fresh.vector.tolist() == [-1.0]

    def test_erasing_a_text_drops_its_vector(self, tmp_path: Path) -> None:
        """The embedding of an erased text is gone too: its like is missing one again."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, turn("a", "tea"))
            ledger.store_vectors("model", {"tea": [1.0]})
            ledger.erase([said.event or 0], "test")
            add(ledger, turn("b", "tea"))
            with ledger.reader() as reader:
                assert embedded(reader, NAMESPACE, "model") == ([], [], ["tea"])

    def test_the_model_used_longest_ago_makes_room(self, tmp_path: Path) -> None:
        """Above the bound the model that was written to least recently goes, whole."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "tea"))
            names = [f"m{n}" for n in range(self.models_kept + 1)]
            for name in names[:-1]:
                ledger.store_vectors(name, {"tea": [1.0]})
            ledger.store_vectors(names[0], {"milk": [1.0]})
            ledger.store_vectors(names[-1], {"tea": [1.0]})
            with ledger.reader() as reader:
                kept = [reader.resident.stored(name) for name in names]
            assert kept == [2, 0, *[1] * (self.models_kept - 1)]

    @pytest.mark.parametrize(
        "bad",
        [
            {"tea": [1.0, 0.0], "milk": [float("nan"), 0.0]},
            {"tea": [1.0, 0.0], "milk": [0.0, float("-inf")]},
            {"tea": [1.0, 0.0], "milk": [1e300, 0.0]},
            {"tea": [1.0, 0.0], "milk": [1.0]},
            {"tea": []},
        ],
        ids=["nan", "infinity", "too great", "mixed widths", "empty"],
    )
    def test_bad_vectors_are_refused(self, tmp_path: Path, bad: dict[str, list[float]]) -> None:
        """NaN, infinity and another width raise `InvalidVector`, and none of them is stored."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "tea"), turn("b", "milk"), turn("c", "rum"))
            with pytest.raises(InvalidVector):
                ledger.store_vectors("model", bad)
            ledger.store_vectors("model", {"rum": [1.0, 0.0, 0.0]})
            with pytest.raises(InvalidVector):
                ledger.store_vectors("model", {"tea": [1.0, 0.0]})
            ledger.store_vectors("other model", {"tea": [1.0, 0.0]})
            with ledger.reader() as reader:
                assert embedded(reader, NAMESPACE, "model").missing == ["tea", "milk"]


def _version(
    ledger: CompleteLedger, namespace: tuple[str, ...] = NAMESPACE, now: int = 0
) -> Version:
    with ledger.reader() as reader:
        return reader.resident.version(namespace, now)
