"""Turn decisions into the drafts of one transaction, and into what the receipt will tell."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from neuromem_graph.core.facts import Decided, FactPlanner, Note, grounds
from neuromem_graph.core.text import normal_form
from neuromem_graph.errors import IdempotencyConflict
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import Kind, Step, to_micros
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.drafts import (
    Appraisal,
    EventDraft,
    EventPayload,
    EvidenceDraft,
    ImpactDraft,
    MemoryDraft,
    MemoryPayload,
    Ref,
    ReviewDraft,
    ReviewPayload,
)
from neuromem_graph.types.ingest import Answer, Decision, Turn, Turns
from neuromem_graph.types.ledger import Expected, HeldRow

DURABLE = frozenset(
    {"append_evidence", "propose_frame", "propose_worldview_candidate", "ask_clarification",
     "sleep_priority"}
)  # fmt: skip
"""Routes whose turn becomes a memory."""

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


def observe(turns: Turns) -> Batch:
    """Plan the bare observation of turns: their events, and no memory."""
    groups = tuple(
        Group(key=t.id, digest=t.digest, step="observed", drafts=(event(t, "observed"),))
        for t in turns.turns
    )
    return Batch(namespace=turns.namespace, groups=groups)


def event(turn: Turn, step: Step) -> EventDraft:
    """Draft the event of a turn."""
    payload = EventPayload(
        key=turn.id, digest=turn.digest, text=turn.text, speaker=turn.speaker, thread=turn.thread,
        message=turn.message, type=turn.type, metadata=turn.metadata,
    )  # fmt: skip
    happened = to_micros(turn.at)
    return EventDraft(channel=turn.channel, happened_at=happened, step=step, payload=payload)


def plan(decided: Decided, settings: Settings) -> Planned:
    """Plan everything one ingest commits.

    Args:
        decided: turns, claims, subjects, impacts and decisions.
        settings: limits, grounding and the version the decisions were made under.

    Raises:
        IdempotencyConflict: if a turn id is known with other content.
    """
    planner = _TurnPlanner(decided, settings)
    groups = [planner.turn(index, turn) for index, turn in enumerate(decided.turns.turns)]
    batch = Batch(namespace=decided.turns.namespace, groups=tuple(g for g in groups if g))
    return Planned(batch, planner.expected, tuple(planner.notes), planner.planned)


def settle(
    held: HeldRow, memory: Ref | None, decided: Decided, answer: Answer, settings: Settings
) -> Planned:
    """Plan what the answer to one held claim commits.

    Args:
        held: the item.
        memory: the memory of its turn, if there is one.
        decided: the turn and the claim alone, resolved now.
        answer: the human's decision.
        settings: as for `plan`.
    """
    planner = FactPlanner(decided, settings)
    outcome = {"merge": "merged", "reject": "rejected"}.get(answer.decision, "accepted")
    payload = ReviewPayload(answer=answer.model_dump(mode="json"))
    planner.add(ReviewDraft(origin=(held.event,), held=held.held, outcome=outcome, payload=payload))
    if answer.decision != "reject":
        decision = Decision(
            route="propose_worldview_candidate", rule="human",
            entity=answer.entity, new_entity=answer.decision == "new",
        )  # fmt: skip
        planner.claim(0, decision, held.event, memory)
    groups = (Group(drafts=tuple(planner.drafts)),)
    batch = Batch(namespace=decided.turns.namespace, groups=groups)
    return Planned(batch, planner.expected, tuple(planner.notes), planner.planned)


class _TurnPlanner(FactPlanner):
    """Plan turn after turn: the event, its memory, its facts, its impact."""

    def __init__(self, decided: Decided, settings: Settings) -> None:
        super().__init__(decided, settings)
        self._said = dict[str, Ref]()  # words remembered in this batch -> memory

    def turn(self, index: int, turn: Turn) -> Group | None:
        known = self.decided.resolution.view.turns.get(turn.id)
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
            rule = next(d.rule for d in decisions if d.route == "quarantine").replace("_", " ")
            self.notes.append(Note("quarantined", turn.text, rule, index))
        elif any(d.route in DURABLE for d in decisions):
            memory = self._memories(index, turn, event_ref)
            for position, decision in zip(positions, decisions, strict=True):
                self.claim(position, decision, event_ref, memory)
        elif decisions:
            self.notes.append(
                Note("skipped", turn.text, decisions[0].rule.replace("_", " "), index)
            )
        self._impact(positions, decisions, event_ref)

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
            return known
        first: Ref | None = None
        at, spans = to_micros(turn.at), self._spans(index, turn)
        for start, end, units in spans:
            ref = self.add(
                MemoryDraft(
                    origin=(event_ref,), event=event_ref, memory_kind=self._kind(index, turn),
                    commitment="validated" if grounds(turn, self.settings) else "candidate",
                    valid_from=at, start=start, end=end, units=units,
                    payload=MemoryPayload(keywords=turn.keywords) if turn.keywords else None,
                )
            )  # fmt: skip
            self.open_units[ref] = units
            first = first or ref
            reason = "new" if len(spans) == 1 else f"part {start}-{end} of a long text"
            self.notes.append(Note("created", turn.text[start:end], reason, index, ref))
        assert first is not None
        self._said[words] = first
        return first

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
