"""Check what a ledger tells of how entities are connected."""

from pathlib import Path

from neuromem_graph.testing.ledger_builders import NAMESPACE, batch, fact, loose, turn
from neuromem_graph.testing.ledger_case import LedgerCase, add, head
from neuromem_graph.types.drafts import Close, EvidenceDraft
from neuromem_graph.types.placing import Connections, Tie

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

    def test_memories_of_one_slot_are_connected(self, tmp_path: Path) -> None:
        """Who speaks of the same slot, or entity, is named with it, at any moment, nobody else."""
        with self.opened(tmp_path) as ledger:
            (first,) = add(ledger, fact("a", "Rome"))
            entity, slot = (first.stored[at].seq for at in (2, 3))
            then = head(ledger).seq
            (second,) = add(ledger, fact("b", "Bonn", entity=entity, slot=slot))
            (third,) = add(ledger, fact("c", "Acme", entity=entity, attribute="works_at"))
            add(ledger, fact("d", "Rome", subject="Di"))
            one, two, three = (result.stored[1].seq for result in (first, second, third))
            with ledger.reader() as reader:
                found = reader.graph.connected(NAMESPACE, [one], 8)
                assert reader.connected(NAMESPACE, [one], 8) == found
                assert reader.graph.connected(OTHER, [one], 8) == Connections()
                narrow = reader.graph.connected(NAMESPACE, [one], 1)
            with ledger.reader(then) as reader:
                before = reader.graph.connected(NAMESPACE, [one], 8)

            same = {(what, of): set[int]() for what, of, _ in found.mentions}
            for what, of, memory in found.mentions:
                same[what, of].add(memory)
            assert same == {("same_slot", slot): {one, two},
                            ("same_entity", entity): {one, two, three}}  # fmt: skip
            assert found.ties == ()
            assert set(before.memories) == {one}
            assert {m for what, _, m in narrow.mentions if what == "same_slot"} == {one, two}

    def test_edges_connect_memories(self, tmp_path: Path) -> None:
        """Edges of both families are given from either end, a claim's as its memory's, as known."""
        with self.opened(tmp_path) as ledger:
            (first,) = add(ledger, fact("a", "Rome"))
            others = [add(ledger, turn(key, "tea"))[0].stored[1].seq for key in "bcd"]
            memory, claim = first.stored[1].seq, first.stored[-1].seq
            asserted = [
                EvidenceDraft(type="support", source=memory, target=others[0], family="logic",
                              relation="supports", weight=0.5),
                EvidenceDraft(type="support", source=others[1], target=claim, family="associative",
                              relation="associated_with", weight=0.25),
            ]  # fmt: skip
            then = head(ledger).seq
            add(ledger, loose(*asserted))
            later = head(ledger).seq
            add(ledger, loose(EvidenceDraft(
                type="inhibit", source=memory, target=others[0], family="logic",
                relation="supports")))  # fmt: skip
            with ledger.reader(later) as reader:
                found = reader.graph.connected(NAMESPACE, [memory], 8)
                backward = reader.graph.connected(NAMESPACE, others, 8)
                assert reader.graph.connected(OTHER, [memory], 8) == Connections()
            with ledger.reader(then) as reader:
                assert reader.graph.connected(NAMESPACE, [memory], 8).ties == ()
            with ledger.reader() as reader:
                now = reader.graph.connected(NAMESPACE, [memory], 8)

            supports = Tie(memory, others[0], "supports", 0.5, "active")
            beside = Tie(others[1], memory, "associated_with", 0.25, "active")
            assert sorted(found.ties) == sorted(backward.ties) == sorted((supports, beside))
            assert supports._replace(state="suppressed") in now.ties

    def test_few_edges_of_many_are_followed(self, tmp_path: Path) -> None:
        """Of the edges at one memory the newest ends are given, as many as may be followed."""
        with self.opened(tmp_path) as ledger:
            made = [add(ledger, turn(str(at), "tea"))[0].stored[1].seq for at in range(6)]
            add(ledger, loose(*(
                EvidenceDraft(type="support", source=one, target=made[0], family="logic",
                              relation="supports") for one in made[1:])))  # fmt: skip
            with ledger.reader() as reader:
                found = reader.graph.connected(NAMESPACE, made[:1], 2)

            assert {tie.source for tie in found.ties} == set(made[-2:])

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
