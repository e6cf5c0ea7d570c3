"""Check where words stand: at every size and moment, whatever was erased or moved since."""

from collections import Counter
from datetime import timedelta
from pathlib import Path

from neuromem_graph.core.text import index_tokens
from neuromem_graph.ports import Reader
from neuromem_graph.testing.ledger_builders import EVERYTHING, NAMESPACE, START, loose, turn
from neuromem_graph.testing.ledger_case import LedgerCase, add, head
from neuromem_graph.types.base import Namespace, to_micros
from neuromem_graph.types.batch import Group
from neuromem_graph.types.change_drafts import RebaseDraft

OTHER = ("acme", "bob")
TERMS = ("tea", "word3", "word7", "rum", "nowhere")
MANY = 600  # more than a backend may keep apart from the rest


class SearchingSuite(LedgerCase):
    """Behaviours of `postings` and `places`."""

    def test_words_stand_where_they_were_said(self, tmp_path: Path) -> None:
        """At any moment the postings are those of the memories there were, one by one."""
        with self.opened(tmp_path) as ledger:
            moments = [head(ledger).seq]
            for first in range(0, MANY, 75):
                spoken = [_said(n) for n in range(first, first + 75)]
                add(ledger, *spoken)
                add(ledger, *spoken[:9], namespace=OTHER)
                moments.append(head(ledger).seq)
            for seq in moments:
                with ledger.reader(seq) as reader:
                    assert posted(reader, NAMESPACE) == counted(reader, NAMESPACE)
                    assert posted(reader, OTHER) == counted(reader, OTHER)
            with ledger.reader() as reader:
                assert reader.postings(NAMESPACE, ()).lists == ()
                assert reader.postings(("nobody",), TERMS).documents == 0

    def test_neighbours_stand_in_their_thread(self, tmp_path: Path) -> None:
        """Before a memory stands the one said just before it in its thread, however far away."""
        with self.opened(tmp_path) as ledger:
            add(ledger, *(_said(n) for n in range(MANY)), turn("alone", "tea"))
            with ledger.reader() as reader:
                found = reader.postings(NAMESPACE, TERMS)
            expected = [n - 5 if n >= 5 else -1 for n in range(MANY)]
            assert found.before.tolist() == [*expected, -1]
            assert found.thread.tolist()[-1] == 0
            assert len(set(found.thread.tolist())) == 6

    def test_a_memory_that_moves_takes_its_words_along(self, tmp_path: Path) -> None:
        """It is found by the words it has then, and stands beside nothing any more.

        Those it stood between become neighbours once nothing tells that it ever stood there.
        """
        with self.opened(tmp_path) as ledger:
            said = add(ledger, *(_said(n) for n in range(20)))
            (again,) = add(ledger, turn("again", "more rum, please", thread="elsewhere"))
            old = said[7]
            moved = RebaseDraft(
                origin=(again.event or 0,), memory=old.stored[1].seq, event=again.event or 0,
                start=5, end=8, commitment="candidate",
            )  # fmt: skip
            add(ledger, loose(moved))
            add(ledger, *(_said(n) for n in range(20, MANY)))
            for doomed, stood in (((), -1), ([old.event or 0], 2)):
                ledger.erase(doomed, "test")
                with ledger.reader() as reader:
                    assert posted(reader, NAMESPACE) == counted(reader, NAMESPACE)
                    found = reader.postings(NAMESPACE, ["rum"])
                assert (found.before[12], found.before[7]) == (stood, -1)
                assert found.thread[7] == 0
            assert 7 in found.lists[0].rows.tolist()
            before = found
            ledger.rebuild()
            with ledger.reader() as reader:
                assert str(reader.postings(NAMESPACE, ["rum"])) == str(before)
            assert ledger.verify(deep=True).ok

    def test_places_tell_what_is_known_of_memories(self, tmp_path: Path) -> None:
        """Their columns are those of the memory and its event, oldest first, none unknown."""
        with self.opened(tmp_path) as ledger:
            at = START + timedelta(days=3)
            first, second = add(ledger, turn("a", "tea", at=at, thread="t"), turn("b", "Rum?"))
            wanted = [second.stored[1].seq, first.stored[1].seq, 99]
            with ledger.reader() as reader:
                found = reader.places(NAMESPACE, wanted, EVERYTHING)
                assert reader.places(OTHER, wanted, EVERYTHING).memory == ()
                assert reader.passing(NAMESPACE, wanted, EVERYTHING) == set(wanted[:2])
                assert not reader.passing(OTHER, wanted, EVERYTHING)
            assert found.memory == (first.stored[1].seq, second.stored[1].seq)
            assert found.text == ("tea", "Rum?")
            assert found.happened_at == (to_micros(at), to_micros(START))
            assert (found.asks, found.position) == ((False, True), (1, 0))
            ledger.erase([first.event or 0], "test")
            with ledger.reader() as reader:
                found = reader.places(NAMESPACE, wanted, EVERYTHING)
                assert reader.passing(NAMESPACE, wanted, EVERYTHING) == {wanted[0]}
            assert (found.open, found.text) == ((False, True), (None, "Rum?"))


def _said(n: int) -> Group:
    return turn(f"id:{n}", f"word{n % 11} and tea {'tea ' * (n % 3)}", thread=f"t{n % 5}")


def posted(reader: Reader, namespace: Namespace) -> tuple[object, ...]:
    """Return what the postings tell, memory by memory."""
    found = reader.postings(namespace, TERMS)
    rows = [
        dict(zip(found.memory[one.rows].tolist(), one.counts.tolist(), strict=True))
        for one in found.lists
    ]
    total = round(found.average_length * found.documents)
    return found.documents, total, found.length.tolist(), rows


def counted(reader: Reader, namespace: Namespace) -> tuple[object, ...]:
    """Return the same, counted in the texts."""
    memories = reader.memories(namespace, range(1, reader.head.seq + 1))
    words = {row.memory: Counter(index_tokens(row.text or "")) for row in memories}
    rows = [{m: held[term] for m, held in words.items() if held[term]} for term in TERMS]
    lengths = [sum(held.values()) for held in words.values()]
    return len(memories), sum(lengths), lengths, rows
