"""Show what waits for a decision, and commit the answer: the event was durable all along."""

from neuromem_graph.core import events
from neuromem_graph.core.facts import Decided
from neuromem_graph.core.resolution import bearers, subject_of
from neuromem_graph.core.text import fold, normal_form
from neuromem_graph.errors import InvalidInput, NotFound
from neuromem_graph.pipeline import ingest
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
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
    Turn,
    Turns,
)
from neuromem_graph.types.ledger import HeldRow


def pending(namespace: Namespace, resources: Resources) -> tuple[HeldItem, ...]:
    """Return what waits for a decision in a namespace, oldest first."""
    with resources.ledger.reader() as reader:
        rows = [row for row in reader.held(namespace) if row.claim is not None]
        keys = tuple(dict.fromkeys(_key(row) for row in rows))
        known = reader.entities(namespace, keys) if keys else ()
        return tuple(_item(row, bearers(_key(row), known)) for row in rows)


def _key(row: HeldRow) -> str:
    claim, turn = _parts(row)
    return fold(subject_of(claim, turn)[0])


def _item(row: HeldRow, choices: tuple[Choice, ...]) -> HeldItem:
    claim, turn = _parts(row)
    return HeldItem(id=row.id, text=turn.text[claim.start : claim.end], reason=row.reason,
                    event=row.event_id, choices=choices)  # fmt: skip


def _parts(row: HeldRow) -> tuple[Claim, Turn]:
    assert row.claim is not None
    return Claim.model_validate(row.claim["claim"]), Turn.model_validate(row.claim["turn"])


def settle(namespace: Namespace, held_id: str, answer: Answer, resources: Resources) -> Receipt:
    """Commit the answer to one held item, in one transaction.

    Args:
        namespace: where it waits.
        held_id: its id, from a receipt or from `pending`.
        answer: what the human decided.
        resources: what the stages may use.

    Returns:
        What the answer did.

    Raises:
        NotFound: if nothing waits under this id, or its content was erased.
        InvalidInput: if "merge" names none of the choices. Answering again the same way adds
            nothing.
    """
    planned: list[tuple[HeldRow, events.Planned]] = []

    def plan(reader: Reader) -> Batch:
        row = _open_item(reader, namespace, held_id)
        if row is None:
            return Batch(namespace=namespace, groups=())
        _check(bearers(_key(row), reader.entities(namespace, [_key(row)])), answer)
        planned[:] = [(row, _plan(reader, row, answer, resources))]
        return planned[0][1].batch

    (appended,) = resources.ledger.append([plan])
    if not planned:
        told = ReceiptItem(what="skipped", text=held_id, reason="decided already", id=held_id)
        return Receipt(namespace=namespace, seq=appended.head.seq, items=(told,))
    row, done = planned[0]
    ids = {-place: one.id for place, one in enumerate(appended.groups[0].stored, start=1)}
    items = tuple(
        ReceiptItem(what=n.what, text=n.text, reason=n.reason, effect=n.effect,
                    id=None if n.ref is None else ids.get(n.ref), event=row.event_id)
        for n in done.notes
    )  # fmt: skip
    return Receipt(namespace=namespace, seq=appended.head.seq, items=items)


def _open_item(reader: Reader, namespace: Namespace, held_id: str) -> HeldRow | None:
    found = reader.held_item(namespace, held_id)
    if found is None or found[0].claim is None:
        raise NotFound(f"nothing waits under {held_id!r} in {namespace!r}: see pending()")
    return None if found[1] else found[0]


def _check(choices: tuple[Choice, ...], answer: Answer) -> None:
    entities = [choice.entity for choice in choices]
    if answer.decision == "accept" and len(entities) > 1:
        raise InvalidInput(f"{len(entities)} bear the name: say 'merge' with one of {entities}")
    if answer.decision == "merge" and answer.entity not in entities:
        raise InvalidInput(f"entity {answer.entity!r} is not one of the choices: {entities}")


def _plan(
    reader: Reader, row: HeldRow, answer: Answer, resources: Resources
) -> events.Planned:  # fmt: skip
    claim, turn = _parts(row)
    turns = Turns(namespace=turn.namespace, turns=(turn,))
    found = Extraction(claims=(claim,))
    resolved = ingest.resolve_from(turns, found, resources, reader)
    if answer.entity is not None:
        slots = reader.slots_of(turn.namespace, [answer.entity], [str(claim.predicate)])
        resolved = resolved.model_copy(
            update={"view": resolved.view.model_copy(update={"slots": slots})}
        )
    assessment = ingest.assess(turns, found, resolved, resources)
    decided = Decided(turns, found, resolved, assessment, Decisions(decisions=()))
    repeat = reader.repeats(turn.namespace, [normal_form(turn.text)]).get(normal_form(turn.text))
    memory = repeat.memory if repeat is not None and repeat.event == row.event else None
    return events.settle(row, memory, decided, answer, resources.settings)
