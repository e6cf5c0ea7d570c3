"""Check what a ledger tells for a question: of whom, and what of a memory is over."""

from datetime import timedelta
from pathlib import Path

from neuromem_graph.testing.ledger_builders import EVERYTHING, NAMESPACE, START, fact
from neuromem_graph.testing.ledger_case import CompleteLedger, LedgerCase, add, head
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.batch import Group
from neuromem_graph.types.drafts import Close, EntityDraft

OTHER = ("acme", "bob")


class AskingSuite(LedgerCase):
    """Behaviours of the reads that answer questions."""

    def test_relations_are_found(self, tmp_path: Path) -> None:
        """ "my sister" finds whoever bears the relation, at the moments at which they are known."""
        with self.opened(tmp_path) as ledger:
            add(ledger, related("a", "Nina", "sister"))
            then = head(ledger).seq
            add(ledger, related("b", "Eva", "sister"), related("c", "Leo", "brother"))
            assert asked(ledger, "my sister") == ["Eva", "Nina"]
            assert asked(ledger, "my sister", seq=then) == ["Nina"]
            assert asked(ledger, "sister") == asked(ledger, "my brothe") == []
            with ledger.reader() as reader:
                assert reader.beliefs_about(OTHER, ["my sister"], EVERYTHING) == ()

    def test_an_unnamed_one_is_found_by_the_name_of_the_only_one(self, tmp_path: Path) -> None:
        """What is told of "sister" is told of the only sister, who is not "other sister"."""
        with self.opened(tmp_path) as ledger:
            add(ledger, related("a", "sister", "sister"), related("b", "other sister", "sister"))
            assert asked(ledger, "other sister") == ["other sister"]
        with self.opened(tmp_path / "named") as ledger:
            add(ledger, related("a", "brother", "brother"), related("b", "Leo", "brother"))
            assert asked(ledger, "leo") == ["Leo", "brother"]

    def test_a_part_of_a_name_is_found_if_there_is_one(self, tmp_path: Path) -> None:
        """The first or last word of a name finds its bearer while nobody else has it."""
        with self.opened(tmp_path) as ledger:
            add(ledger, fact("a", "Rome", subject="Tom Weber"))
            then = head(ledger).seq
            assert asked(ledger, "tom") == asked(ledger, "weber") == ["Tom Weber"]
            assert asked(ledger, "web") == []
            add(ledger, fact("b", "Oslo", subject="Tom Jones"))
            add(ledger, fact("c", "Bonn", subject="Tom Weber's son"))
            assert asked(ledger, "tom") == []
            assert asked(ledger, "weber") == ["Tom Weber"]
            assert asked(ledger, "tom", seq=then) == ["Tom Weber"]
            with ledger.reader() as reader:
                assert reader.beliefs_about(OTHER, ["weber"], EVERYTHING) == ()

    def test_a_memory_tells_what_of_it_is_over(self, tmp_path: Path) -> None:
        """Values whose interval was closed come with the times at which they are believed."""
        with self.opened(tmp_path) as ledger:
            (old,) = add(ledger, fact("a", "Rome"))
            then = head(ledger).seq
            entity, slot, claim = old.stored[2].seq, old.stored[3].seq, old.stored[-1].seq
            moved = START + timedelta(days=2)
            closes = [Close(claim=claim, valid_to=to_micros(moved))]
            new = fact("b", "Oslo", entity=entity, slot=slot, effect="change", closes=closes,
                       at=moved)  # fmt: skip
            add(ledger, new)
            first = old.stored[1].seq
            with ledger.reader() as reader, ledger.reader(then) as before:
                (row,) = reader.memories(NAMESPACE, [first])
                assert row.over == (("Rome", "asserted", ((to_micros(START), to_micros(moved)),)),)
                (row,) = before.memories(NAMESPACE, [first])
                assert row.over == ()


def related(key: str, name: str, relation: str) -> Group:
    """Commit a fact about somebody who is something to the speaker."""
    made = fact(key, "Rome", subject=name)
    drafts = tuple(
        one.model_copy(update={"payload": one.payload.model_copy(update={"relation": relation})})
        if isinstance(one, EntityDraft) else one
        for one in made.drafts
    )  # fmt: skip
    return made.model_copy(update={"drafts": drafts})


def asked(ledger: CompleteLedger, key: str, seq: int | None = None) -> list[str]:
    """Return of whom a name finds beliefs."""
    with ledger.reader(seq) as reader:
        rows = reader.beliefs_about(NAMESPACE, [key], EVERYTHING)
    return sorted({row.entity_name or "" for row in rows})
