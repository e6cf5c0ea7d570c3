"""Check how a ledger tells what may be believed: echoes, tainted sources, rates, other sources."""

from pathlib import Path

from neuromem_graph.ports import Reader
from neuromem_graph.testing.ledger_builders import (
    NAMESPACE,
    compiled,
    fact,
    lifecycle,
    loose,
    observation,
    support,
    turn,
)
from neuromem_graph.testing.ledger_case import CompleteLedger, LedgerCase, add, head
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.drafts import Close
from neuromem_graph.types.safety import Derivation, Source, Spoken
from neuromem_graph.types.taint_drafts import Moved, TaintDraft, TaintPayload, UntaintDraft

OTHER = ("acme", "bob")
WEB = {"kind": "tool", "name": "web"}


class SafetySuite(LedgerCase):
    """Behaviours of `reader.safety` and `reader.backing`, and of taint records."""

    def test_spoken_tells_what_memories_say(self, tmp_path: Path) -> None:
        """A text is known if a memory begins with it, or says it: at its moment, in its place."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("a", "Green tea is good."))
            before = head(ledger).seq
            add(ledger, turn("b", "Oslo"))
            keys = ["green tea", "green tea is good", "tea is good", "oslo", ""]
            with ledger.reader() as reader, ledger.reader(before) as then:
                told = {one.key: (one.begun, one.equal) for one in _spoken(reader, keys)}
                assert told["green tea"] == (True, False)
                assert told["green tea is good"] == (True, True)
                assert told["tea is good"] == (False, False)
                assert told["oslo"] == (True, True)
                assert [one.begun for one in _spoken(then, ["oslo"])] == [False]
                assert [one.begun for one in reader.safety.spoken(OTHER, ["oslo"])] == [False]

    def test_elsewhere_tells_turns_of_a_thread(self, tmp_path: Path) -> None:
        """Only turns of that thread, only those of other namespaces, erased ones as well."""
        with self.opened(tmp_path) as ledger:
            add(ledger, turn("id:a", "I like tea.", thread="t"))
            (gone,) = add(ledger, turn("id:b", "I like jazz.", thread="t"))
            ledger.erase([gone.event or 0], "asked")
            keys = ["id:a", "id:b", "id:c"]
            with ledger.reader() as reader:
                assert reader.safety.elsewhere(OTHER, "t", keys) == {"id:a", "id:b"}
                assert reader.safety.elsewhere(OTHER, "u", ["id:a"]) == set()
                assert reader.safety.elsewhere(NAMESPACE, "t", keys) == set()

    def test_valued_tells_slots_of_values(self, tmp_path: Path) -> None:
        """A value is found with the attributes that it was told of."""
        with self.opened(tmp_path) as ledger:
            add(ledger, fact("a", "Bonn"))
            with ledger.reader() as reader:
                assert reader.safety.valued(NAMESPACE, ["bonn", "rome"]) == (("bonn", "city"),)
                assert reader.safety.valued(OTHER, ["bonn"]) == ()

    def test_a_taint_moves_what_it_names(self, tmp_path: Path) -> None:
        """Events, memories, beliefs: as the record says, from its moment on, until it is lifted."""
        with self.opened(tmp_path) as ledger:
            (said,) = add(ledger, fact("a", "Bonn"))
            event, memory, claim = _seqs(ledger, said.event or 0)
            before = head(ledger).seq
            taint = TaintDraft(
                sort="tool", reason="tainted", events=(event,), payload=TaintPayload(source=WEB),
                memories=(Moved(memory=memory, state="suppressed", by=True),),
                closes=(Close(claim=claim, wrong=True),),
            )  # fmt: skip
            (done,) = add(ledger, loose(taint))
            seq = done.stored[0].seq
            assert _known(ledger, before, event, memory) == (0, False, "active", None)
            assert _known(ledger, seq, event, memory) == (1, True, "suppressed", seq)
            with ledger.reader() as reader:
                (known,) = reader.safety.taints(NAMESPACE)
                assert known.source == Source(kind="tool", name="web")
                assert known.events == 1
                assert reader.safety.named(NAMESPACE, [seq]) == (event,)
                assert reader.safety.tainted(NAMESPACE, [event], [seq]) == frozenset()
                assert reader.safety.taints(OTHER) == ()
            lift = UntaintDraft(
                lifts=(seq,), reason="untainted",
                memories=(Moved(memory=memory, state="active", by=True),),
                closes=(Close(claim=claim),),
            )  # fmt: skip
            add(ledger, loose(lift))
            assert _known(ledger, head(ledger).seq, event, memory) == (0, False, "active", None)
            assert _known(ledger, seq, event, memory) == (1, True, "suppressed", seq)
            assert ledger.verify(deep=True).ok

    def test_a_tainted_event_is_no_support(self, tmp_path: Path) -> None:
        """A memory that another event said as well is shown as said by that one, and it alone."""
        with self.opened(tmp_path) as ledger:
            (first,) = add(ledger, turn("a", "tea", channel="tool"))
            (second,) = add(ledger, support("b", first.stored[1].seq))
            taint = TaintDraft(sort="event", reason="tainted", events=(first.event or 0,),
                               payload=TaintPayload(source=WEB))  # fmt: skip
            before = head(ledger).seq
            add(ledger, loose(taint))
            with ledger.reader() as reader, ledger.reader(before) as then:
                (now,) = reader.memories(NAMESPACE, [first.stored[1].seq])
                (was,) = then.memories(NAMESPACE, [first.stored[1].seq])
                assert (now.event, now.channel, now.support) == (second.event, "user", 1)
                assert (was.event, was.channel, was.support) == (first.event, "tool", 2)
                (row,) = reader.safety.standing(NAMESPACE, [first.stored[1].seq])
                assert row.events == tuple(sorted((first.event or 0, second.event or 0)))
                assert reader.safety.stood_on(NAMESPACE, [second.event or 0]) == (row.memory,)

    def test_backing_names_other_sources(self, tmp_path: Path) -> None:
        """Who said the same words is told; of a tainted event nothing is."""
        with self.opened(tmp_path) as ledger:
            (first,) = add(ledger, turn("a", "tea", channel="tool"))
            (second,) = add(ledger, support("b", first.stored[1].seq))
            with ledger.reader() as reader:
                backed = reader.backing(NAMESPACE, [first.stored[1].seq])
                assert [(one.channel, one.speaker) for one in backed] == [("user", None)]
            add(ledger, loose(TaintDraft(sort="event", reason="tainted",
                                         events=(second.event or 0,),
                                         payload=TaintPayload(source=WEB))))  # fmt: skip
            with ledger.reader() as reader:
                assert reader.backing(NAMESPACE, [first.stored[1].seq]) == ()

    def test_what_was_compiled_names_its_events(self, tmp_path: Path) -> None:
        """All of them are its sources, as of then; a memory of a source put away ends it."""
        with self.opened(tmp_path) as ledger:
            (first,) = add(ledger, turn("a", "tea", channel="tool"))
            (second,) = add(ledger, turn("b", "rum"))
            events, source = (first.event or 0, second.event or 0), first.stored[1].seq
            before = head(ledger).seq
            (made,) = add(ledger, loose(*compiled(events, source)))
            seq = made.stored[0].seq
            with ledger.reader() as reader, ledger.reader(before) as then:
                (row,) = reader.memories(NAMESPACE, [seq])
                assert row.compiled
                assert not reader.memories(NAMESPACE, [source])[0].compiled
                told = (Derivation(seq, (*sorted({*events, source}),), frail=True),)
                assert reader.safety.derived(NAMESPACE, [events[1]]) == told
                assert reader.safety.derived(NAMESPACE, [source]) == told
                assert reader.safety.derived(OTHER, [source]) == ()
                backed = reader.backing(NAMESPACE, [seq])
                assert [one.channel for one in backed] == ["tool", "user"]
                assert then.backing(NAMESPACE, [seq]) == ()
            add(ledger, lifecycle(source, "suppressed"))
            with ledger.reader() as reader:
                assert reader.memories(NAMESPACE, [seq])[0].state == "superseded"
            assert ledger.verify(deep=True).ok

    def test_rates_count_one_source(self, tmp_path: Path) -> None:
        """The time of an event with so many newer ones of its source, and who wrote most since."""
        with self.opened(tmp_path) as ledger:
            add(ledger, observation("x", "one", channel="tool"))
            start = to_micros(head(ledger).recorded_at)  # type: ignore[arg-type]
            for number in range(3):
                add(ledger, observation(f"k{number}", f"note {number}"))
            with ledger.reader() as reader:
                safety = reader.safety
                times = [safety.nth_newest(NAMESPACE, "user", None, n) for n in range(4)]
                assert times[3] is None
                (second, _) = sorted(safety.events_of(NAMESPACE, "channel", "user"))[-2:]
                assert safety.nth_newest(NAMESPACE, "user", None, 0, second) == times[1]
                assert safety.nth_newest(NAMESPACE, "user", None, 1, second) == times[2]
                assert sorted(times[:3], reverse=True) == times[:3]  # type: ignore[type-var]
                (busy,) = safety.busy(NAMESPACE, start, 2)
                assert (busy.name, busy.events) == ("user", 3)
                assert safety.busy(NAMESPACE, start, 3) == ()
                assert safety.busy(OTHER, 0, 0) == ()
                assert safety.events_of(NAMESPACE, "channel", "tool") != ()


def _spoken(reader: Reader, keys: list[str]) -> tuple[Spoken, ...]:
    return reader.safety.spoken(NAMESPACE, keys)


def _seqs(ledger: CompleteLedger, event: int) -> tuple[int, int, int]:
    """Return an event with the memory and the claim that were made of it."""
    with ledger.reader() as reader:
        (memory,) = reader.safety.stood_on(NAMESPACE, [event])
        (place,) = reader.safety.claims(NAMESPACE, [event])
    return event, memory, place.claim


def _known(
    ledger: CompleteLedger, seq: int, event: int, memory: int
) -> tuple[int, bool, str, int | None]:
    """Return how many taints there are, and what they do to an event and a memory."""
    with ledger.reader(seq) as reader:
        (row,) = reader.safety.standing(NAMESPACE, [memory])
        tainted = event in reader.safety.tainted(NAMESPACE, [event])
        return len(reader.safety.taints(NAMESPACE)), tainted, row.state, row.by
