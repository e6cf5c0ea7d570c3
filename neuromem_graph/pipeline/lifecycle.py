"""Put memories away, bring them back, tell how they served, and erase: one transaction each."""

from collections.abc import Callable, Sequence
from typing import Any

from neuromem_graph.core import lifecycle
from neuromem_graph.core.lifecycle import Step
from neuromem_graph.errors import InvalidInput, NotFound
from neuromem_graph.pipeline import clearing, recall, tracing, wordings
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace, Relation, to_micros
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.change_drafts import OutcomeDraft, OutcomePayload
from neuromem_graph.types.drafts import Draft, EvidenceDraft, LifecycleDraft
from neuromem_graph.types.ingest import Receipt, ReceiptItem
from neuromem_graph.types.keeping import Life, OutcomeName, OutcomeRow

_USED: dict[OutcomeName, Relation] = {
    "success": "used_with_success", "partial": "used_with_success", "failure": "used_with_failure",
}  # fmt: skip
_Decide = Callable[[Life, Reader], Step | str]
_Find = Callable[[Reader, Namespace, Life], Life]
_Others = Callable[[Reader, Namespace, Life], tuple[Life, ...]]


def forget(
    namespace: Namespace, memory_id: str, action: str, resources: Resources, *, reason: Any = None
) -> Receipt:
    """Put a memory away, or let it decay.

    Args:
        namespace: where it is.
        memory_id: its id.
        action: one of `core.lifecycle.ACTIONS` or a synonym.
        resources: what the stages may use.
        reason: a code that stands in the record; the action's name by default.

    Raises:
        InvalidInput: the action or the reason can't be used.
        NotFound: this namespace holds no such memory, or it was erased.
    """
    chosen = lifecycle.action_of(action)
    why, settings = clearing.code(reason, chosen, resources), resources.settings.keeping
    return _change(namespace, memory_id, why, resources,
                   lambda life, _: lifecycle.put_away(life, chosen, settings),
                   find=wordings.seen, others=wordings.wordings)  # fmt: skip


def restore(
    namespace: Namespace, memory_id: str, resources: Resources, *, reason: Any = None
) -> Receipt:
    """Bring back what was put away or has decayed; the arguments and errors are as for `forget`."""
    now = to_micros(resources.clock())

    def decide(life: Life, reader: Reader) -> Step | str:
        left = reader.open_units(namespace, [life.memory]).get(life.memory, 1)
        return lifecycle.bring_back(life, left, now)

    return _change(
        namespace, memory_id, clearing.code(reason, "restore", resources), resources, decide,
        find=lambda reader, space, life: life, others=wordings.put_away_with,
    )  # fmt: skip


def found(reader: Reader, namespace: Namespace, memory_id: object) -> Life:
    """Return how a memory stands.

    Raises:
        InvalidInput: the id is no text.
        NotFound: this namespace holds no such memory, or its content was erased.
    """
    if not isinstance(memory_id, str):
        raise InvalidInput(f"{memory_id!r:.80} is not the id of a memory")
    lives = reader.keeping.lives(namespace, [memory_id])
    if not lives:
        raise NotFound(f"no memory {memory_id!r} in {namespace!r}")
    if lives[0].text is None:
        raise NotFound(f"the content of memory {memory_id!r} was erased: nothing is left of it")
    return lives[0]


def _change(
    namespace: Namespace, memory_id: str, reason: str, resources: Resources, decide: _Decide, *,
    find: _Find, others: _Others,
) -> Receipt:  # fmt: skip
    """Decide and record inside one transaction, where nothing can move.

    What becomes of a memory becomes of all its wordings: a user sees but one.
    """
    items: list[ReceiptItem] = []

    def plan(reader: Reader) -> Batch:
        drafts = list[Draft]()
        life = find(reader, namespace, found(reader, namespace, memory_id))
        for one in (life, *others(reader, namespace, life)):
            step = decide(one, reader)
            items[:] = items or [_told(life, step)]
            if isinstance(step, str):
                continue
            drafts += _drafts(one, step, reason, resources, len(drafts), apart=one is life)
            if step.state not in lifecycle.CURRENT:
                drafts += _outdated(reader, namespace, one, resources)
        groups = (Group(drafts=tuple(drafts)),) if drafts else ()
        return Batch(namespace=namespace, groups=groups)

    (appended,) = resources.ledger.append([plan])
    return Receipt(namespace=namespace, seq=appended.head.seq, items=tuple(items))


def _outdated(
    reader: Reader, namespace: Namespace, life: Life, resources: Resources
) -> tuple[Draft, ...]:
    """Draft the end of what was compiled of a memory that is put away: it would still say so."""
    ends = [life.memory, *reader.edges.claims_of(namespace, [life.memory])]
    made = sorted({one.memory for one in reader.sleeping.made_of(namespace, ends)})
    return tuple(
        LifecycleDraft(
            origin=(life.event,), memory=one.memory, state="superseded", reason="source_put_away",
            valid_to=max(one.valid_from, to_micros(resources.clock())),
            settings=resources.settings.version,
        )
        for one in reader.sleeping.sleepers(namespace, made) if one.active and one.own
    )  # fmt: skip


def _told(life: Life, step: Step | str) -> ReceiptItem:
    text = life.text or ""
    if isinstance(step, str):
        return ReceiptItem(what="skipped", text=text, reason=step, id=life.id)
    return ReceiptItem(what=step.what, text=text, reason=step.why, id=life.id)


def _drafts(
    life: Life, step: Step, reason: str, resources: Resources, after: int, *, apart: bool
) -> tuple[Draft, ...]:
    """Draft a change and the evidence for it."""
    version, lifted = resources.settings.version, step.what == "restored"
    change = LifecycleDraft(
        origin=(life.event,), memory=life.memory, state="active" if lifted else step.state,
        importance=step.importance, expires_at=step.expires_at, reason=reason, settings=version,
        into=life.memory if apart and lifted and life.merged is not None else None,
    )  # fmt: skip
    evidence = EvidenceDraft(
        origin=(life.event,), type=step.evidence, source=-1 - after, target=life.memory,
        weight=step.weight, settings=version,
    )  # fmt: skip
    if not lifted or step.state == "active":
        return change, evidence
    # What is put away can't be superseded: it is lifted first.
    over = change.model_copy(update={"state": step.state, "importance": None, "expires_at": None})
    return change, evidence, over


def after_turn(
    namespace: Namespace, trace_id: str, outcome: str, resources: Resources, *,
    feedback: str | None = None,
) -> Receipt:  # fmt: skip
    """Record how a turn went that had used what a query gave.

    Args:
        namespace: whose query.
        trace_id: of the query.
        outcome: success, partial, failure or unknown, or another word for one of them.
        resources: what the stages may use.
        feedback: what was said about it.

    Raises:
        InvalidInput: the outcome or the feedback can't be used.
        NotFound: this namespace holds no such trace.
    """
    told = lifecycle.outcome_of(outcome)
    tracing.check(trace_id)
    if not isinstance(feedback, str | None):
        raise InvalidInput(f"feedback={feedback!r:.80} is not a text")
    said = None if feedback is None else clearing.words(feedback, resources)
    context = recall.replay_trace(namespace, trace_id, resources)
    used = [item.id for item in context.items]
    behind = [one.memory for one in context.worldview if one.memory is not None]
    items: list[ReceiptItem] = []

    def plan(reader: Reader) -> Batch:
        earlier = reader.keeping.outcomes(namespace, trace_id)
        if earlier and earlier[-1].outcome == told:
            items[:] = [ReceiptItem(what="skipped", text=trace_id, reason=f"{told} already")]
            return Batch(namespace=namespace, groups=())
        rows = reader.memories(namespace, sorted(set(behind))) if behind else ()
        ids = dict.fromkeys([*used, *(row.id for row in rows)])
        lives = {life.id: life for life in reader.keeping.lives(namespace, list(ids))}
        ranked = [lives[one] for one in ids if one in lives]
        payload = OutcomePayload(trace=trace_id, feedback=said)
        draft, items[:] = _outcome(ranked, told, payload, earlier, resources)
        return Batch(namespace=namespace, groups=(Group(drafts=(draft,)),))

    (appended,) = resources.ledger.append([plan])
    return Receipt(namespace=namespace, seq=appended.head.seq, items=tuple(items))


def _outcome(
    ranked: Sequence[Life], told: OutcomeName, payload: OutcomePayload,
    earlier: Sequence[OutcomeRow], resources: Resources,
) -> tuple[OutcomeDraft, list[ReceiptItem]]:  # fmt: skip
    """Draft an outcome: what it moves, and that the memories it had used belong together.

    It takes the place of an earlier outcome of the same query: telling one after the other moves
    nothing further than telling the last alone.
    """
    now, keeping = to_micros(resources.clock()), resources.settings.keeping
    added = {row.memory: row.moved for row in earlier}
    items, moves, weights = list[ReceiptItem](), list[float](), list[float]()
    importance = list[float | None]()
    for life in ranked:
        before = added.get(life.memory, 0.0)
        step = lifecycle.weigh(life, told, now, keeping, before)
        items.append(_told(life, step))
        moved = None if isinstance(step, str) else step.importance
        importance.append(moved)
        weights.append(0.0 if moved is None else round(moved - life.importance, 6))
        moves.append(round(before + weights[-1], 6))
    outcome = OutcomeDraft(
        origin=tuple(sorted({life.event for life in ranked})), moves=tuple(moves), outcome=told,
        memories=tuple(life.memory for life in ranked), payload=payload,
        settings=resources.settings.version,
    )  # fmt: skip
    if any(weights):
        weighed = {"importance": tuple(importance), "weights": tuple(weights)}
        outcome = outcome.model_copy(update=weighed)
    if _USED.get(told) not in {_USED.get(lifecycle.outcome_of(row.outcome)) for row in earlier}:
        there = [one for one in ranked if not lifecycle.is_away(one.state, one.expires_at, now)]
        outcome = _linked(outcome, there, abs(keeping.moves.get(told, 0.0)))
    if not ranked:
        items = [ReceiptItem(what="skipped", text=payload.trace, reason="no memory was used")]
    return outcome, items


def _linked(outcome: OutcomeDraft, served: Sequence[Life], weight: float) -> OutcomeDraft:
    """Link memories that followed each other in one answer by how it served."""
    relation = _USED.get(lifecycle.outcome_of(outcome.outcome))
    if relation is None or weight == 0 or len(served) < 2:
        return outcome
    linked = tuple(life.memory for life in served)
    return outcome.model_copy(update={"linked": linked, "relation": relation, "weight": weight})
