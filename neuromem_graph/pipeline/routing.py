"""Observe, assess and route without remembering: event, impact and evidence in one transaction."""

import asyncio

from neuromem_graph.core import routed
from neuromem_graph.core.facts import Decided
from neuromem_graph.core.governance import turn_of
from neuromem_graph.errors import IdempotencyConflict, NotFound
from neuromem_graph.pipeline import extracting, guarding, ingest
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.drafts import Appraisal
from neuromem_graph.types.ingest import (
    COMPONENTS,
    Decision,
    EventReceipt,
    Extraction,
    Impact,
    ReceiptItem,
    Turns,
)
from neuromem_graph.types.ledger import Appended
from neuromem_graph.types.policies import ImpactReport, Routed


def observe_and_route(turns: Turns, resources: Resources) -> Routed:
    """Record events, how they were assessed and routed, and the evidence they give; no memory.

    Observing again adds nothing and tells what was recorded. Committing the same event later adds
    its memories once.

    Args:
        turns: what was said.
        resources: what the stages may use.
    """
    return finish(turns, extracting.extract_new(turns, resources), resources)


async def aobserve_and_route(turns: Turns, resources: Resources) -> Routed:
    """Do as `observe_and_route`; a model is awaited, all else runs in a worker thread."""
    found = await extracting.aextract_new(turns, resources)
    return await asyncio.to_thread(finish, turns, found, resources)


def finish(turns: Turns, found: Extraction, resources: Resources) -> Routed:
    """Resolve, assess and route inside the transaction, and record it."""
    skips = tuple(ReceiptItem(what="skipped", text="", reason=why) for why in turns.skipped)
    attempt = _Attempt(turns, found, resources)
    (appended,) = resources.ledger.append([attempt.plan])
    return guarding.warned(attempt.result(appended, skips), turns, resources)


def decided_from(turns: Turns, found: Extraction, resources: Resources, reader: Reader) -> Decided:
    """Resolve, assess and route claims against what a reader sees."""
    resolved = ingest.resolve_from(turns, found, resources, reader)
    assessed = ingest.assess(turns, found, resolved, resources)
    decisions = ingest.route(turns, found, resolved, assessed, resources)
    return Decided(turns, found, resolved, assessed, decisions)


class _Attempt:
    """Hold what one observation found inside its transaction."""

    def __init__(self, turns: Turns, found: Extraction, resources: Resources) -> None:
        self.turns, self.found, self.resources = turns, found, resources
        self.owners: list[int] = []  # turn of each group
        self.told: list[tuple[Impact, Decision]] = []
        self.evidence: list[tuple[str, str]] = []
        self.receipts: list[EventReceipt] = []

    def plan(self, reader: Reader) -> Batch:
        """Plan a group per turn: all of a new one, the assessment of one that was only observed."""
        turns, settings = self.turns, self.resources.settings
        self.owners, self.told, self.evidence, self.receipts = [], [], [], []
        decided = decided_from(turns, self.found, self.resources, reader)
        groups, count = list[Group](), 0
        for index, turn in enumerate(turns.turns):
            known = decided.resolution.view.turns.get(turn.id)
            if known is not None and known.erased:
                gone = EventReceipt(id=known.event_id, turn=turn.id, step=known.step, added=False)
                self.receipts.append(gone)
                continue
            if known is not None and known.digest != turn.digest:
                raise IdempotencyConflict(
                    f"turn {turn.id!r} is already recorded with other content: give it another id"
                )
            stored = reader.edges.appraisals_of(turns.namespace, known.event) if known else ()
            group = None
            if known is None:
                group = routed.observed(index, decided, settings, -count - 1)
            elif not stored and index not in self.found.deferred:
                group = Group(drafts=routed.drafts(index, decided, settings, known.event))
            if group is not None:
                groups.append(group)
                self.owners.append(index)
                count += len(group.drafts)
                self._point(index, decided, reader)
            self._tell(index, decided, stored)
            public = known.event_id if known else ""
            step = known.step if known else "observed"
            self.receipts.append(EventReceipt(id=public, turn=turn.id, step=step, added=False))
        return Batch(namespace=turns.namespace, groups=tuple(groups))

    def _tell(self, index: int, decided: Decided, stored: tuple[Appraisal, ...]) -> None:
        if stored:
            self.told += [measured(one) for one in stored]
            return
        rows = zip(decided.extraction.claims, decided.assessment.impacts,
                   decided.decisions.decisions, strict=True)  # fmt: skip
        self.told += [(impact, decision) for claim, impact, decision in rows if claim.turn == index]

    def _point(self, index: int, decided: Decided, reader: Reader) -> None:
        points = routed.pointed(index, decided, self.resources.settings)
        memories = [point.target for point in points if point.claim_id is None]
        rows = reader.memories(self.turns.namespace, memories) if memories else ()
        names = {row.memory: row.id for row in rows}
        self.evidence += [(p.type, p.claim_id or names.get(p.target, "")) for p in points]

    def result(self, appended: Appended, skips: tuple[ReceiptItem, ...]) -> Routed:
        """Tell what was recorded."""
        for index, group in zip(self.owners, appended.groups, strict=True):
            old = self.receipts[index]
            new = not old.id
            update = {"id": group.event_id or old.id, "added": new}
            self.receipts[index] = old.model_copy(update=update)
        items = tuple(
            ReceiptItem(what="deferred", text=self.turns.turns[index].text, reason=why,
                        event=self.receipts[index].id)
            for index, why in sorted(self.found.deferred.items())
        )  # fmt: skip
        return Routed(
            namespace=self.turns.namespace, seq=appended.head.seq, events=tuple(self.receipts),
            items=(*skips, *items), rejected=len(self.found.rejected),
            impacts=tuple(impact for impact, _ in self.told),
            decisions=tuple(decision for _, decision in self.told), evidence=tuple(self.evidence),
        )  # fmt: skip


def measured(one: Appraisal) -> tuple[Impact, Decision]:
    """Return a recorded appraisal as the impact and decision it was."""
    impact = Impact.model_validate(dict(zip(COMPONENTS, one.vector, strict=True)))
    return impact, Decision(route=one.route, rule=one.rule)


def assess_impact(namespace: Namespace, event_id: str, resources: Resources) -> ImpactReport:
    """Return how an event was assessed; one that never was is assessed now. Writes nothing.

    Args:
        namespace: where it is.
        event_id: its id.
        resources: what the stages may use.

    Raises:
        NotFound: this namespace holds no such event, or it was erased before it was assessed.
    """
    with resources.ledger.reader() as reader:
        row = reader.edges.events(namespace, [event_id]).get(event_id)
        if row is None:
            raise NotFound(f"no event {event_id!r} in {namespace!r}")
        stored = reader.edges.appraisals_of(namespace, row.event)
    if stored:
        told = [measured(one) for one in stored]
        return _report(event_id, told, recorded=True)
    if row.text is None:
        raise NotFound(f"what event {event_id!r} said was erased before it was assessed")
    turns = Turns(namespace=namespace, turns=(turn_of(row, namespace),))
    found = extracting.extract(turns, resources)
    with resources.ledger.reader() as reader:
        decided = decided_from(turns, found, resources, reader)
    pairs = zip(decided.assessment.impacts, decided.decisions.decisions, strict=True)
    return _report(event_id, list(pairs), recorded=False)


def _report(
    event_id: str, told: list[tuple[Impact, Decision]], *, recorded: bool
) -> ImpactReport:  # fmt: skip
    return ImpactReport(
        event=event_id, recorded=recorded, impacts=tuple(impact for impact, _ in told),
        decisions=tuple(decision for _, decision in told),
    )  # fmt: skip
