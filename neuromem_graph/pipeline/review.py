"""Show what waits for a decision, and commit the answer: the event was durable all along."""

from collections.abc import Sequence
from typing import NamedTuple, get_args

from pydantic import ValidationError

from neuromem_graph.core import events, holding, lifecycle, settling
from neuromem_graph.core.facts import Decided
from neuromem_graph.core.resolution import bearers, subject_of
from neuromem_graph.core.runs import believed
from neuromem_graph.core.text import clean, fold, normal_form
from neuromem_graph.errors import InvalidInput, NotFound
from neuromem_graph.pipeline import clearing, editing, ingest, lives, vectors
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace, to_micros
from neuromem_graph.types.batch import Batch
from neuromem_graph.types.ingest import (
    Answer,
    Choice,
    Claim,
    Decisions,
    Extraction,
    HeldItem,
    Receipt,
    ReceiptItem,
    Resolution,
    Turn,
    Turns,
    Verdict,
)
from neuromem_graph.types.ledger import Appended, EntityRow, HeldRow


class Waiting(NamedTuple):
    """Hold one item that waits: its claim, or None where a whole turn does."""

    row: HeldRow
    turn: Turn
    claim: Claim | None

    @property
    def key(self) -> str | None:
        """Return the folded name of whom it is about."""
        return None if self.claim is None else fold(subject_of(self.claim, self.turn)[0])

    @property
    def quote(self) -> str:
        """Return the sentence that waits."""
        if self.claim is None:
            return self.turn.text
        return self.turn.text[self.claim.start : self.claim.end]


def pending(
    namespace: Namespace, resources: Resources, reason: str | None = None
) -> tuple[HeldItem, ...]:
    """Return what waits for a decision in a namespace, oldest first.

    Args:
        namespace: where it waits.
        resources: what the stages may use.
        reason: only what waits for it; see `core.holding.REASONS`.

    Raises:
        InvalidInput: there is no such reason.
    """
    only = None if reason is None else holding.reason_of(reason)
    with resources.ledger.reader() as reader:
        rows = [row for row in reader.held(namespace) if row.claim is not None]
        items = [_waiting(row) for row in rows if only is None or row.reason == only]
        keys = tuple(dict.fromkeys(one.key for one in items if one.key is not None))
        known = reader.entities(namespace, keys) if keys else ()
        return tuple(_shown(one, known, reader, resources) for one in items)


def _waiting(row: HeldRow) -> Waiting:
    assert row.claim is not None
    claim = row.claim.get("claim")
    return Waiting(row, Turn.model_validate(row.claim["turn"]),
                   None if claim is None else Claim.model_validate(claim))  # fmt: skip


def _shown(
    one: Waiting, known: Sequence[EntityRow], reader: Reader, resources: Resources
) -> HeldItem:
    row, claim = one.row, one.claim
    choices = _choices(one, known, reader, resources)
    line = None
    against: tuple[str, ...] = ()
    if claim is not None:
        name, relation = subject_of(claim, one.turn)
        who = f"{name} ({relation})" if relation else name
        sign = "not " if claim.polarity == "negated" else ""
        line = f"{who} {claim.predicate}: {sign}{claim.value or ''}".rstrip(": ")
        if not choices:
            against = _against(one, claim, reader, resources)
    return HeldItem(
        id=row.id, text=one.quote, reason=row.reason, event=row.event_id, choices=choices,
        claim=line, against=against,
        allowed=holding.allowed(row.reason, [choice.entity for choice in choices]),
    )  # fmt: skip


def _choices(
    one: Waiting, known: Sequence[EntityRow], reader: Reader, resources: Resources
) -> tuple[Choice, ...]:
    """Return whom an item may mean, now; nobody where it does not wait for a name."""
    if one.claim is None or "merge" not in holding.allowed(one.row.reason, (0, 1)):
        return ()
    bearing = bearers(one.key or "", known)
    if one.row.reason == "near_name" or not bearing:  # it may be another writing of their names
        (subject,) = _resolved(one, one.claim, reader, resources).subjects
        if subject is not None and subject.choices:
            return subject.choices
    return bearing


def _resolved(one: Waiting, claim: Claim, reader: Reader, resources: Resources) -> Resolution:
    turns = Turns(namespace=one.turn.namespace, turns=(one.turn,))
    return ingest.resolve_from(turns, Extraction(claims=(claim,)), resources, reader)


def _against(
    one: Waiting, claim: Claim, reader: Reader, resources: Resources
) -> tuple[str, ...]:  # fmt: skip
    """Return the other values that are believed at the time of a claim."""
    resolved = _resolved(one, claim, reader, resources)
    (subject,) = resolved.subjects
    moment, said = to_micros(claim.valid_from or one.turn.at), normal_form(claim.value or "")
    slots = lifecycle.served(resolved.view.slots, lifecycle.CURRENT, resolved.view.now)
    values = [
        belief.value or ""
        for slot in slots
        if subject is not None
        and (slot.entity, slot.attribute) == (subject.entity, claim.predicate)
        for belief in believed(slot.beliefs, moment)
        if belief.value_key != said and belief.commitment != "candidate"
    ]
    return tuple(dict.fromkeys(values))


def settle(namespace: Namespace, held_id: str, answer: Answer, resources: Resources) -> Receipt:
    """Commit the answer to one held item, in one transaction.

    Args:
        namespace: where it waits.
        held_id: its id, from a receipt or from `pending`.
        answer: what the human decided.
        resources: what the stages may use.

    Returns:
        What the answer did. Answering again adds nothing, and says what was decided.

    Raises:
        NotFound: if nothing waits under this id, or its content was erased.
        InvalidInput: if the answer does not fit; nothing was written.
        ProviderError: the extractor failed to read an edited sentence; nothing was written.
    """
    answer = clearing.answer(answer, resources)
    edited = _edited(namespace, held_id, answer, resources)
    done: list[tuple[Waiting, Decided, events.Planned]] = []
    before: list[str] = []

    def plan(reader: Reader) -> Batch:
        done[:] = []
        one, decided_as = _open_item(reader, namespace, held_id, answer)
        before[:] = [decided_as or ""]
        if decided_as is not None:
            return Batch(namespace=namespace, groups=())
        done[:] = [(one, *_planned(one, answer, edited, reader, resources))]
        return done[0][2].batch

    (appended,) = resources.ledger.append([plan])
    if not done:
        told = ReceiptItem(what="skipped", text=held_id, reason=before[0], id=held_id)
        return Receipt(namespace=namespace, seq=appended.head.seq, items=(told,))
    one, decided, planned = done[0]
    if edited is not None:
        vectors.embed(vectors.texts_of(planned.batch), resources)
        return ingest.tell(decided, planned, appended)
    return _receipt(one, answer, planned, appended)


def answer_of(decision: object, entity: object, text: object, by: object) -> Answer:
    """Make an answer of what a caller gave.

    Raises:
        InvalidInput: something is of the wrong type, or no answer.
    """
    if isinstance(entity, bool) or not isinstance(by, str) or not by.strip():
        raise InvalidInput(f"entity={entity!r:.80} is no entity, or by={by!r:.80} names nobody")
    if any(isinstance(said, str) and clean(said) != said for said in (text, by)):
        raise InvalidInput(f"{text!r:.80} by {by!r:.80} holds a NUL or a lone surrogate")
    given = {"decision": decision, "entity": entity, "text": text, "by": by}
    try:
        return Answer.model_validate(given)
    except ValidationError as exc:
        raise InvalidInput(
            f"{decision!r:.80} with entity {entity!r:.80} and text {text!r:.80} decides nothing: "
            f"use one of {', '.join(get_args(Verdict))}"
        ) from exc


def check(namespace: Namespace, held_id: str, answer: Answer, resources: Resources) -> None:
    """Refuse an answer that does not fit an item, as `settle` would; nothing is written."""
    answer = clearing.answer(answer, resources)
    edited = _edited(namespace, held_id, answer, resources)
    with resources.ledger.reader() as reader:
        one, decided_as = _open_item(reader, namespace, held_id, answer)
        if decided_as is None:
            _planned(one, answer, edited, reader, resources)


def _edited(
    namespace: Namespace, held_id: str, answer: Answer, resources: Resources
) -> editing.Edited | None:
    """Read an edited sentence: a model may be asked, so this comes before the transaction."""
    if answer.decision != "edit" or answer.text is None:
        return None
    with resources.ledger.reader() as reader:
        one, decided_as = _open_item(reader, namespace, held_id, answer)
    if decided_as is not None:
        return None
    return editing.read(answer.text, held_id, one.turn, one.claim, resources)


def _open_item(
    reader: Reader, namespace: Namespace, held_id: str, answer: Answer
) -> tuple[Waiting, str | None]:
    """Return an item, and what was decided if it waits no longer."""
    if not isinstance(held_id, str):
        raise InvalidInput(f"held_id={held_id!r:.80} is not the id of an item")
    found = reader.held_item(namespace, held_id)
    if found is None or found[0].claim is None:
        raise NotFound(f"nothing waits under {held_id!r} in {namespace!r}: see pending()")
    row, decided = found
    if not decided:
        return _waiting(row), None
    given = reader.keeping.answer(namespace, held_id)
    earlier = None if given is None else Answer.model_validate(given)
    told = {"by": answer.by, "text": answer.text}
    same = earlier is None or (
        earlier.model_copy(update=told) == answer
        and editing.said_so(answer.text, held_id, _waiting(row).turn, reader)
    )
    said = "" if same or earlier is None else f", otherwise: {earlier.decision!r} by {earlier.by}"
    return _waiting(row), f"decided already{said}"


def _planned(
    one: Waiting, answer: Answer, edited: editing.Edited | None, reader: Reader,
    resources: Resources,
) -> tuple[Decided, events.Planned]:  # fmt: skip
    """Plan an answer after checking that it fits."""
    namespace, settings = one.turn.namespace, resources.settings
    now = to_micros(resources.clock())
    known = reader.entities(namespace, [one.key]) if one.key is not None else ()
    entities = [choice.entity for choice in _choices(one, known, reader, resources)]
    holding.check(answer, one.row.reason, entities)
    if edited is not None:
        decided = editing.decided(edited, answer, one.key, reader, resources)
        return decided, settling.settle_edited(one.row, decided, answer, settings)
    if one.claim is None:
        planned = settling.settle_turn(one.row, one.turn, answer, settings)
        return settling.undecided(one.turn), planned
    turns = Turns(namespace=namespace, turns=(one.turn,))
    found = Extraction(claims=(one.claim,))
    resolved = _resolved(one, one.claim, reader, resources)
    if answer.entity is not None:
        resolved = editing.with_entity(resolved, answer.entity, found, namespace, reader)
    assessment = ingest.assess(turns, found, resolved, resources)
    decided = Decided(turns, found, resolved, assessment, Decisions(decisions=()))
    memory, away = lives.telling(namespace, one.row.event, one.quote, one.turn.text, reader, now)
    if away and answer.decision != "reject":
        raise InvalidInput("the memory that says so is put away: reject the item, or restore it")
    return decided, settling.settle(one.row, memory, decided, answer, settings)


def _receipt(
    one: Waiting, answer: Answer, planned: events.Planned, appended: Appended
) -> Receipt:  # fmt: skip
    ids = {-place: kept.id for place, kept in enumerate(appended.groups[0].stored, start=1)}
    items = [
        ReceiptItem(what=n.what, text=n.text, reason=n.reason, effect=n.effect,
                    id=None if n.ref is None else ids.get(n.ref), event=one.row.event_id)
        for n in planned.notes
    ]  # fmt: skip
    if answer.decision == "reject":
        items.append(ReceiptItem(what="skipped", text=one.quote, reason="rejected",
                                 id=one.row.id, event=one.row.event_id))  # fmt: skip
    return Receipt(namespace=one.turn.namespace, seq=appended.head.seq, items=tuple(items))
