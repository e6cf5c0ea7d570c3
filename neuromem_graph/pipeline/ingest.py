"""Ingest: extract -> resolve -> impact -> route -> commit. Forward only, one transaction."""

import asyncio
from dataclasses import replace

from neuromem_graph.core import appraisal, events, routing
from neuromem_graph.core.facts import Decided, Note
from neuromem_graph.core.text import normal_form
from neuromem_graph.pipeline import (
    clearing,
    extracting,
    guarding,
    lives,
    naming,
    priors,
    receipts,
    vectors,
)
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace, Step
from neuromem_graph.types.batch import Batch
from neuromem_graph.types.ingest import (
    Assessment,
    Decisions,
    EventReceipt,
    Extraction,
    Receipt,
    ReceiptItem,
    Resolution,
    Turns,
    View,
)
from neuromem_graph.types.ledger import Appended, SlotRow, Stored, entity_touch, slot_touch


def resolve(turns: Turns, found: Extraction, resources: Resources) -> Resolution:
    """Read what is known about everything the claims touch, and match their subjects."""
    with resources.ledger.reader() as reader:
        return resolve_from(turns, found, resources, reader)


def resolve_from(
    turns: Turns, found: Extraction, resources: Resources, reader: Reader
) -> Resolution:
    """Resolve with a reader that is open already: inside a write transaction, say."""
    space = turns.namespace
    met = naming.meet(turns, found, reader, resources.settings)
    ids = met.ids
    predicates = {c.predicate for c in found.claims if c.predicate is not None}
    touched = [entity_touch(key) for key in met.keys]
    touched += [slot_touch(entity, name) for entity in ids for name in sorted(predicates)]
    slots = reader.slots_of(space, ids, sorted(predicates)) if ids else ()
    repeats = dict(reader.repeats(space, [normal_form(t.text) for t in turns.turns]))
    rows = (b for slot in slots for b in (*slot.beliefs, *slot.struck))
    told = {b.memory for b in rows} | {r.memory for r in repeats.values()}
    memories = sorted(memory for memory in told if memory is not None)
    view = View(
        seq=reader.head.seq,
        turns=dict(reader.turns(space, [t.id for t in turns.turns])),
        entities=met.entities,
        slots=slots,
        repeats=repeats,
        touched=dict(reader.touched(space, touched)) if touched else {},
        candidates=_candidates(found, slots, reader, space),
        tellers=dict(reader.tellers(space, memories)) if memories else {},
        about=dict(reader.about(space, ids)) if ids else {},
    )
    view = guarding.with_barred(view, turns, reader, resources)
    view = lives.with_lives(view, turns, reader, resources)
    view = priors.with_prior(view, turns, found, reader, resources.settings)
    return Resolution(subjects=met.subjects, view=view)


def _candidates(
    found: Extraction, slots: tuple[SlotRow, ...], reader: Reader, space: Namespace
) -> dict[str, int]:
    """Return the candidates that already stand for the values said, by slot and value."""
    said = {normal_form(c.value) for c in found.claims if c.value}
    known = reader.candidates(space, [slot.slot for slot in slots]) if slots else {}
    return {f"{slot}:{key}": seq for (slot, key), seq in known.items() if key in said}


def assess(
    turns: Turns, found: Extraction, resolved: Resolution, resources: Resources
) -> Assessment:
    """Measure what each claim changes."""
    return appraisal.appraise(turns, found, resolved, resources.settings)


def route(
    turns: Turns, found: Extraction, resolved: Resolution, assessment: Assessment,
    resources: Resources,
) -> Decisions:  # fmt: skip
    """Choose what happens to each claim."""
    return appraisal.decide(turns, found, resolved, assessment, resources.settings)


def commit(decided: Decided, resources: Resources) -> Receipt:
    """Write everything the decisions ask for, in one transaction.

    If something it depends on moved since it was read (a slot, an entity, a memory of its words),
    resolve to route run again inside the write transaction, where nothing moves: so it ends.
    """
    return vectors.drive(committing(decided, resources), resources)


def committing(decided: Decided, resources: Resources) -> vectors.Flow[Receipt]:
    """Do as `commit`, as steps that ask for vectors: `vectors.adrive` awaits them."""
    decided, plan, appended = _append(decided, resources)
    if appended is None:
        return tell(decided, plan, None)
    receipt = guarding.warned(tell(decided, plan, appended), decided.turns, resources)
    reason = yield from vectors.embedding(vectors.texts_of(plan.batch), resources)
    if reason is None:
        return receipt
    why = clearing.failure(reason, resources)
    told = ReceiptItem(what="deferred", text="embedding", reason=why)
    return receipt.model_copy(update={"items": (*receipt.items, told)})


def _append(
    decided: Decided, resources: Resources
) -> tuple[Decided, events.Planned, Appended | None]:  # fmt: skip
    """Append what was decided; decide again first if something it depends on moved meanwhile."""
    plan = events.plan(decided, resources.settings)
    if not plan.batch.groups:
        return decided, plan, None
    latest = [(decided, plan)]

    def current(reader: Reader) -> Batch:
        latest[:] = [(decided, plan)]
        view = decided.resolution.view
        if not lives.stands(view, decided.turns, plan.expected, reader, resources):
            now = redecide(decided, resources, reader)
            latest[:] = [(now, events.plan(now, resources.settings))]
        return latest[0][1].batch

    (appended,) = resources.ledger.append([current])
    return *latest[0], appended


def redecide(decided: Decided, resources: Resources, reader: Reader) -> Decided:
    """Resolve, assess and route again from what a reader sees; answers of humans are kept."""
    turns, found = decided.turns, decided.extraction
    resolved = resolve_from(turns, found, resources, reader)
    assessment = assess(turns, found, resolved, resources)
    fresh = route(turns, found, resolved, assessment, resources)
    kept = tuple(
        old if old.entity is not None or old.new_entity else new
        for old, new in zip(decided.decisions.decisions, fresh.decisions, strict=True)
    )
    return Decided(turns, found, resolved, assessment, Decisions(decisions=kept))


def explicit(resources: Resources) -> Resources:
    """Return resources under which everything but risky content becomes a memory."""
    return replace(resources, settings=resources.settings.explicit)


def ingest(turns: Turns, resources: Resources) -> Receipt:
    """Run every stage and return the receipt."""
    return finish(turns, extracting.extract_new(turns, resources), resources)


def finish(turns: Turns, found: Extraction, resources: Resources) -> Receipt:
    """Run the stages after extraction."""
    return commit(_decided(turns, found, resources), resources)


async def aingest(turns: Turns, resources: Resources) -> Receipt:
    """Run every stage; a model is awaited, all else runs in a worker thread."""
    found = await extracting.aextract_new(turns, resources)
    decided = await asyncio.to_thread(_decided, turns, found, resources)
    return await vectors.adrive(committing(decided, resources), resources)


def _decided(turns: Turns, found: Extraction, resources: Resources) -> Decided:
    resolved = resolve(turns, found, resources)
    assessment = assess(turns, found, resolved, resources)
    decisions = route(turns, found, resolved, assessment, resources)
    return Decided(turns, found, resolved, assessment, decisions)


def observe(turns: Turns, resources: Resources, step: Step = "observed") -> Receipt:
    """Record the events of turns and nothing else.

    Args:
        turns: what was said.
        resources: the ledger.
        step: "deferred" for turns whose claims are found later.
    """
    if not turns.turns:
        return Receipt(namespace=turns.namespace, seq=_head(resources), items=receipts.skips(turns))
    (appended,) = resources.ledger.append([events.observe(turns, step)])
    told = tuple(
        EventReceipt(id=g.event_id or "", turn=t.id, step=step, added=g.added)
        for t, g in zip(turns.turns, appended.groups, strict=True)
    )
    items = (*receipts.skips(turns), *receipts.erased(turns, appended))
    receipt = Receipt(namespace=turns.namespace, seq=appended.head.seq, events=told, items=items)
    return guarding.warned(receipt, turns, resources)


def _head(resources: Resources) -> int:
    with resources.ledger.reader() as reader:
        return reader.head.seq


def tell(decided: Decided, plan: events.Planned, appended: Appended | None) -> Receipt:
    """Put ids to the notes: drafts are numbered across the groups of the batch."""
    known = decided.resolution.view.turns
    results = iter(zip(plan.batch.groups, appended.groups if appended else (), strict=True))
    told: list[EventReceipt] = []
    routed = routing.by_turn(decided.extraction.claims, decided.decisions.decisions)
    stored: dict[int, Stored] = {}
    drafts = 0
    for index, turn in enumerate(decided.turns.turns):
        was = known.get(turn.id)
        gone = was is None and decided.turns.waited  # erased, it has no event any more
        if gone or (was is not None and was.step == "committed"):
            public = was.event_id if was else ""
            told.append(EventReceipt(id=public, turn=turn.id, step="committed", added=False))
            continue
        group, result = next(results)
        step: Step = "deferred" if index in decided.extraction.deferred else "committed"
        public = result.event_id or ""
        told.append(EventReceipt(id=public, turn=turn.id, step=step, added=result.added,
                                 explicit=turn.explicit,
                                 decisions=routed.get(index, ())))  # fmt: skip
        stored |= {-drafts - place: one for place, one in enumerate(result.stored, start=1)}
        drafts += len(group.drafts)
    found = {number: stored[ref].seq for number, ref in plan.entities.items() if ref in stored}
    items = (_item(note, told[note.turn], stored, found) for note in plan.notes)
    return Receipt(
        namespace=decided.turns.namespace,
        seq=appended.head.seq if appended else decided.resolution.view.seq,
        events=tuple(told),
        items=(*receipts.skips(decided.turns), *items, *receipts.refusals(decided.extraction)),
        rejected=len(decided.extraction.rejected),
    )


def _item(
    note: Note, told: EventReceipt, stored: dict[int, Stored], entities: dict[int, int]
) -> ReceiptItem:
    if note.what != "skipped" and not told.added:  # another process remembered it meanwhile
        reason = "already remembered"
        return ReceiptItem(what="skipped", text=note.text, reason=reason, event=told.id)
    public = stored[note.ref].id if note.ref in stored else None
    choices = tuple(
        choice.model_copy(update={"entity": entities.get(choice.entity, choice.entity)})
        for choice in note.choices
    )
    return ReceiptItem(what=note.what, text=note.text, reason=note.reason, effect=note.effect,
                       choices=choices, id=public, event=told.id)  # fmt: skip
