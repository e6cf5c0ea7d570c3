"""Check what a ledger tells of how entities are connected."""

from pathlib import Path

from neuromem_graph.testing.ledger_builders import NAMESPACE, batch, fact, loose, turn
from neuromem_graph.testing.ledger_case import LedgerCase, add, head
from neuromem_graph.types.drafts import Close, EvidenceDraft

OTHER = ("acme", "bob")


class GraphSuite(LedgerCase):
    """Behaviours of the reads behind a subgraph."""

    def test_a_value_leads_back_to_its_entities(self, tmp_path: Path) -> None:
        """Whose slot holds a value is found by it, newest first up to a limit, at any moment."""
        with self.opened(tmp_path) as ledger:
            add(ledger, fact("a", "Rome"))
            then = head(ledger).seq
            add(ledger, fact("b", "Rome", subject="Bob"))
            add(ledger, fact("c", "Bonn", subject="Cy"))
            ledger.append([batch(fact("d", "Rome", subject="Di"), namespace=OTHER)])
            with ledger.reader() as reader:
                ann, bob = reader.graph.naming(NAMESPACE, ["rome"], 9)
                assert reader.graph.naming(NAMESPACE, ["rome"], 1) == (bob,)
                assert reader.graph.naming(NAMESPACE, ["oslo"], 9) == ()
                assert len(reader.graph.naming(OTHER, ["rome", "bonn"], 9)) == 1
            with ledger.reader(then) as reader:
                assert reader.graph.naming(NAMESPACE, ["rome"], 9) == (ann,)

    def test_memories_tell_of_entities(self, tmp_path: Path) -> None:
        """Whom memories tell of is counted by claims; a memory without any tells of nobody."""
        with self.opened(tmp_path) as ledger:
            ((first,), (second,)) = (add(ledger, fact(k, "Rome", subject=k)) for k in "ab")
            (plain,) = add(ledger, turn("c", "tea"))
            memories = [result.stored[1].seq for result in (first, second, plain)]
            with ledger.reader() as reader:
                told = reader.graph.told_of(NAMESPACE, memories)
                assert reader.graph.told_of(OTHER, memories) == {}

            assert told == {result.stored[2].seq: 1 for result in (first, second)}

    def test_what_ended_a_claim_is_told(self, tmp_path: Path) -> None:
        """The claim that superseded another is named with its effect and value."""
        with self.opened(tmp_path) as ledger:
            (first,) = add(ledger, fact("a", "Rome"))
            entity, slot, claim = (first.stored[at].seq for at in (2, 3, -1))
            closes = [Close(claim=claim, valid_to=9)]
            group = fact("b", "Bonn", entity=entity, slot=slot, effect="change", closes=closes)
            (second,) = add(ledger, group)
            by = second.stored[-1]
            then = head(ledger).seq
            add(ledger, loose(EvidenceDraft(type="supersede", source=by.seq, target=claim)))
            with ledger.reader() as reader:
                ending = reader.graph.endings(NAMESPACE, [claim, by.seq])
                assert reader.graph.endings(OTHER, [claim]) == {}
            with ledger.reader(then) as reader:
                assert reader.graph.endings(NAMESPACE, [claim]) == {}

            (told,) = ending.values()
            assert (told.claim_id, told.effect, told.value) == (by.id, "change", "Bonn")
            assert (list(ending), told.event_id) == ([claim], second.event_id)
