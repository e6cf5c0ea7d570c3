"""Turn decisions into the drafts of one transaction, and into what the receipt will tell."""

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple

from neuromem_graph.core import holding
from neuromem_graph.core.facts import Decided, FactPlanner, Note, grounds
from neuromem_graph.core.text import normal_form
from neuromem_graph.errors import IdempotencyConflict
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import LATEST, Kind, Step, to_micros
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.drafts import (
    Appraisal,
    EventDraft,
    EventPayload,
    EvidenceDraft,
    ImpactDraft,
    LifecycleDraft,
    MemoryDraft,
    MemoryPayload,
    Ref,
)
from neuromem_graph.types.ingest import Decision, Turn, Turns
from neuromem_graph.types.ledger import Expected, memory_touch
from neuromem_graph.types.prior import Alike
from neuromem_graph.types.spans import Teller

DURABLE = frozenset(
    {"append_evidence", "propose_frame", "propose_worldview_candidate", "ask_clarification",
     "sleep_priority"}
)  # fmt: skip
"""Routes whose turn becomes a memory."""

EXPLICIT = "explicit"
"""Why a turn became a memory, or is to become one: it was told to, whatever its impact."""

_QUOTED = 80  # characters of an older memory that a receipt names

_TYPE_KINDS: dict[str, Kind] = {
    "user_preference": "preference", "preference": "preference", "rule": "procedure",
    "procedure": "procedure", "fact": "fact", "constraint": "constraint",
    "failure": "failure_pattern", "failure_pattern": "failure_pattern",
}  # fmt: skip


class Planned(NamedTuple):
    """Hold what to append, what must not have moved, and what to tell."""

    batch: Batch
    expected: Expected
    notes: tuple[Note, ...]
    entities: dict[int, Ref]  # provisional number -> draft


def observe(turns: Turns, step: Step = "observed") -> Batch:
    """Plan the bare observation of turns: their events, and no memory.

    Args:
        turns: what was said.
        step: "deferred" for those whose claims are found later.
    """
    groups = tuple(
        Group(key=t.id, digest=t.digest, step=step, drafts=(event(t, step),)) for t in turns.turns
    )
    return Batch(namespace=turns.namespace, groups=groups)


def event(turn: Turn, step: Step) -> EventDraft:
    """Draft the event of a turn."""
    payload = EventPayload(
        key=turn.id, digest=turn.digest, text=turn.text, speaker=turn.speaker, thread=turn.thread,
        message=turn.message, type=turn.type, metadata=turn.metadata,
        expires_at=None if turn.expires_at is None else to_micros(turn.expires_at),
        utc_offset=_offset(turn.at),
    )  # fmt: skip
    happened = to_micros(turn.at)
    return EventDraft(channel=turn.channel, happened_at=happened, step=step, payload=payload,
                      reason=EXPLICIT if turn.explicit else None)  # fmt: skip


def _offset(at: datetime) -> int | None:
    """Return the minutes of a time zone, without which "yesterday" can't be resolved later."""
    offset = at.utcoffset()
    return int(offset.total_seconds() // 60) or None if offset else None


def plan(decided: Decided, settings: Settings) -> Planned:
    """Plan everything one ingest commits.

    Args:
        decided: turns, claims, subjects, impacts and decisions.
        settings: limits, grounding and the version the decisions were made under.

    Raises:
        IdempotencyConflict: if a turn id is known with other content.
    """
    planner = TurnPlanner(decided, settings)
    groups = [planner.turn(index, turn) for index, turn in enumerate(decided.turns.turns)]
    batch = Batch(namespace=decided.turns.namespace, groups=tuple(g for g in groups if g))
    return Planned(batch, planner.expected, tuple(planner.notes), planner.planned)


class TurnPlanner(FactPlanner):
    """Plan turn after turn: the event, its memory, its facts, its impact."""

    def __init__(self, decided: Decided, settings: Settings) -> None:
        super().__init__(decided, settings)
        self._said = dict[str, Ref]()  # words remembered in this batch -> memory
        self._told = dict[int, Ref]()  # turn of this batch -> memory
        self._heard = {row.memory: row.text for row in decided.resolution.view.heard}

    def turn(self, index: int, turn: Turn) -> Group | None:
        """Plan one turn; None if it is remembered already.

        Raises:
            IdempotencyConflict: if its id is known with other content.
        """
        known = self.decided.resolution.view.turns.get(turn.id)
        gone = self.decided.turns.waited and known is None
        if gone or (known is not None and known.erased):
            self.notes.append(Note("skipped", "" if gone else turn.text, "erased", index))
            return None
        if known is not None and known.digest != turn.digest:
            raise IdempotencyConflict(
                f"turn {turn.id!r} is already remembered with other content: give it another id"
            )
        if known is not None and known.step == "committed":
            self.notes.append(Note("skipped", turn.text, "already remembered", index))
            return None
        self.drafts = []
        deferred = self.decided.extraction.deferred.get(index)
        step: Step = "deferred" if deferred else "committed"
        ref = self.add(event(turn, step))
        if deferred:
            self.notes.append(Note("deferred", turn.text, deferred, index))
        else:
            self._remember(index, turn, ref)
        return Group(key=turn.id, digest=turn.digest, step=step, drafts=tuple(self.drafts))

    def _remember(self, index: int, turn: Turn, event_ref: Ref) -> None:
        positions = self.claims_of[index]
        decisions = [self.decided.decisions.decisions[p] for p in positions]
        memory: Ref | None = None
        if any(d.route == "quarantine" for d in decisions):
            rule = next(d.rule for d in decisions if d.route == "quarantine")
            held = self.add(holding.draft(event_ref, holding.of_turn(rule), turn, None))
            self.notes.append(Note("quarantined", turn.text, rule.replace("_", " "), index, held))
        elif any(d.route in DURABLE for d in decisions):
            memory = self._memories(index, turn, event_ref)
            self._relate(positions, decisions, memory, event_ref)
            for position, decision in zip(positions, decisions, strict=True):
                self.claim(position, decision, event_ref, memory)
        elif decisions:
            self.notes.append(
                Note("skipped", turn.text, decisions[0].rule.replace("_", " "), index)
            )
        self._impact(positions, decisions, event_ref)

    def _relate(
        self, positions: Sequence[int], decisions: Sequence[Decision], memory: Ref, event_ref: Ref
    ) -> None:
        """Draft which older memories a new one contradicts or says again; both stay as they are."""
        alike = self.decided.assessment.alike
        for position, decision in zip(positions, decisions, strict=True):
            claim = self.decided.extraction.claims[position]
            turn = self.decided.turns.turns[claim.turn]
            self._told[claim.turn] = memory
            one = alike[position] if position < len(alike) else None
            agrees = decision.route == "append_evidence" and grounds(turn, self.settings)
            if one is None or not (one.opposed or agrees):
                continue
            target = one.memory if one.memory > 0 else self._told.get(-1 - one.memory, memory)
            if target == memory:
                continue
            how: dict[str, Any] = {"type": "support", "relation": "supports"}
            if one.opposed:
                how = {"type": "contradict", "relation": "contradicts"}
            self.add(EvidenceDraft(origin=(event_ref,), source=memory, target=target,
                                   weight=one.similarity, family="logic", **how))  # fmt: skip
            self._tell_relation(memory, one)

    def _tell_relation(self, memory: Ref, one: Alike) -> None:
        """Name in the receipt what a new memory contradicts or says again."""
        turns = self.decided.turns.turns
        text = self._heard[one.memory] if one.memory > 0 else turns[-1 - one.memory].text
        why = f"{'contradicts' if one.opposed else 'says again'} {text[:_QUOTED]!r}"
        for place in range(len(self.notes) - 1, -1, -1):
            note = self.notes[place]
            if note.ref == memory:
                self.notes[place] = note._replace(reason=f"{note.reason}; {why}")
                return

    def _impact(
        self, positions: Sequence[int], decisions: Sequence[Decision], event_ref: Ref
    ) -> None:
        impacts = self.decided.assessment.impacts
        appraisals = tuple(
            Appraisal(route=d.route, rule=d.rule, vector=impacts[p].vector())
            for p, d in zip(positions, decisions, strict=True)
        )
        version = self.version
        self.add(
            ImpactDraft(origin=(event_ref,), settings=version, event=event_ref, claims=appraisals)
        )

    def _memories(self, index: int, turn: Turn, event_ref: Ref) -> Ref:
        """Draft the memory of a turn, or support for the one that has the same words."""
        words = normal_form(turn.text)
        repeat = self.decided.resolution.view.repeats.get(words)
        known = self._said.get(words) or (repeat.memory if repeat else None)
        if known is not None:
            self.add(
                EvidenceDraft(origin=(event_ref,), on=(known,), type="support", source=event_ref,
                              target=known)
            )  # fmt: skip
            self.notes.append(Note("supported", turn.text, "said before", index))
            if known > 0:  # it must not be put away meanwhile
                name = memory_touch(known)
                self.expected[name] = self.decided.resolution.view.touched.get(name, 0)
            self._prolong(known, turn, event_ref)
            self.said_earlier(known, to_micros(turn.at), event_ref)
            return known
        first: Ref | None = None
        at, spans = to_micros(turn.at), self._spans(index, turn)
        expires = None if turn.expires_at is None else to_micros(turn.expires_at)
        away = self.decided.resolution.view.put_away.get(words)
        new = f"new; what said the same stays {away}" if away else "new"
        for start, end, units in spans:
            ref = self.add(
                MemoryDraft(
                    origin=(event_ref,), event=event_ref, memory_kind=self._kind(index, turn),
                    commitment="validated" if grounds(turn, self.settings) else "candidate",
                    valid_from=at, start=start, end=end, units=units, expires_at=expires,
                    payload=MemoryPayload(keywords=turn.keywords) if turn.keywords else None,
                )
            )  # fmt: skip
            self.tellers[ref] = Teller(units, "active", at, None)
            first = first or ref
            reason = new if len(spans) == 1 else f"part {start}-{end} of a long text"
            self.notes.append(Note("created", turn.text[start:end], reason, index, ref))
        assert first is not None
        self._said[words] = first
        return first

    def _prolong(self, memory: Ref, turn: Turn, event_ref: Ref) -> None:
        """Let a memory that expires live as long as the longest statement of its words."""
        ends = self.decided.resolution.view.expiries.get(memory)
        later = LATEST if turn.expires_at is None else to_micros(turn.expires_at)
        if ends is not None and later > ends:
            self.add(LifecycleDraft(origin=(event_ref,), memory=memory, state="active",
                                    expires_at=later, reason="said_again"))  # fmt: skip

    def _spans(self, index: int, turn: Turn) -> list[tuple[int, int, int]]:
        """Cut a turn into memories at claim boundaries: (start, end, statements)."""
        most = self.settings.limits.memory_characters
        claims = [self.decided.extraction.claims[p] for p in self.claims_of[index]]
        if len(turn.text) <= most:
            return [(0, len(turn.text), max(1, len(claims)))]
        cuts, start = [0], 0
        for claim in claims:
            if claim.end - start > most and claim.start > start:
                start = claim.start
                cuts.append(start)
            while claim.end - start > most:  # one sentence longer than a memory
                start += most
                cuts.append(start)
        while len(turn.text) - start > most:  # what no claim covers
            start += most
            cuts.append(start)
        cuts.append(len(turn.text))
        edges = pairwise(cuts)
        return [(a, b, sum(a <= c.start < b for c in claims) or 1) for a, b in edges if a < b]

    def _kind(self, index: int, turn: Turn) -> Kind:
        if turn.type in _TYPE_KINDS:
            return _TYPE_KINDS[turn.type]
        kinds = {self.decided.extraction.claims[p].kind for p in self.claims_of[index]}
        return kinds.pop() if len(kinds) == 1 else "episode"
