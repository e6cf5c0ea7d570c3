"""Tell what made a memory what it is, from the records it stands on."""

from collections.abc import Iterator
from datetime import datetime

from neuromem_graph.errors import InvalidInput, NotFound
from neuromem_graph.pipeline.routing import measured
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Family, Namespace, from_micros
from neuromem_graph.types.edges import EdgeView
from neuromem_graph.types.explaining import (
    ClaimReasons,
    EdgeReasons,
    Evidence,
    RouteReasons,
    WrittenWhy,
)
from neuromem_graph.types.ingest import COMPONENTS
from neuromem_graph.types.ledger import MemoryRow
from neuromem_graph.types.worldview import ToldClaim, ToldSlot

__all__ = ["why_written"]

_FAMILIES: tuple[Family, ...] = ("associative", "logic")
_SIGNS = {"negated": "not ", "retracted": "no longer ", "hypothetical": "perhaps "}


def why_written(
    namespace: Namespace, memory_id: str, as_of: int | datetime | None, resources: Resources
) -> WrittenWhy:
    """Return the event, claims, route, impact and evidence behind a memory, from one snapshot.

    Args:
        namespace: where it is.
        memory_id: its id.
        as_of: what was known then; None: what is known now.
        resources: the ledger.

    Raises:
        InvalidInput: the id is no text.
        NotFound: this namespace holds no such memory (at that moment), or it was erased.
    """
    if not isinstance(memory_id, str):
        raise InvalidInput(f"memory_id={memory_id!r:.80} is not the id of a memory")
    with resources.ledger.reader(as_of) as reader:
        row = reader.memory(namespace, memory_id)
        if row is None or row.text is None:
            raise NotFound(f"no memory {memory_id!r} in {namespace!r}, or it was erased")
        return WrittenWhy(
            id=row.id, text=row.text, kind=row.kind, commitment=row.commitment, state=row.state,
            importance=row.importance, valid_from=from_micros(row.valid_from),
            valid_to=None if row.valid_to is None else from_micros(row.valid_to), seq=row.memory,
            evidence=tuple(_evidence(row, namespace, reader)),
            claims=tuple(_claims(row, namespace, reader)),
            routes=tuple(_routes(row, namespace, reader)),
            edges=tuple(_edges(row, namespace, reader)),
        )  # fmt: skip


def _evidence(row: MemoryRow, namespace: Namespace, reader: Reader) -> Iterator[Evidence]:
    yield Evidence(
        event_id=row.event_id, message_id=row.message, channel=row.channel, speaker=row.speaker,
        thread=row.thread, said_at=from_micros(row.happened_at),
    )  # fmt: skip
    again = [event for event in reader.keeping.behind(namespace, row.memory) if event != row.event]
    for _, event in sorted(reader.edges.behind(namespace, again).items()):
        yield Evidence(
            event_id=event.id, message_id=None, channel=event.channel, speaker=event.speaker,
            thread=event.thread, said_at=from_micros(event.happened_at),
        )  # fmt: skip


def _claims(row: MemoryRow, namespace: Namespace, reader: Reader) -> Iterator[ClaimReasons]:
    slots = reader.worldview.told_in(namespace, [row.memory])
    told = [
        (claim, slot)
        for slot in reader.worldview.slots(namespace, slots)
        for claim in slot.claims
        if claim.belief.memory == row.memory
    ]
    for claim, slot in sorted(told, key=lambda one: one[0].belief.claim):
        if claim.belief.value is not None:  # else it was erased
            yield _claim(claim, slot)


def _claim(claim: ToldClaim, slot: ToldSlot) -> ClaimReasons:
    belief = claim.belief
    sign = _SIGNS.get(belief.polarity, "")
    return ClaimReasons(
        claim_id=belief.claim_id, effect=claim.effect, held=claim.held,
        statement=f"{slot.entity_name} {slot.attribute}: {sign}{belief.value}",
        valid_from=from_micros(belief.valid_from),
        valid_to=None if belief.valid_to is None else from_micros(belief.valid_to),
    )  # fmt: skip


def _routes(row: MemoryRow, namespace: Namespace, reader: Reader) -> Iterator[RouteReasons]:
    for one in reader.edges.appraisals_of(namespace, row.event):
        impact, decision = measured(one)
        values = dict(zip(COMPONENTS, impact.vector(), strict=True))
        yield RouteReasons(route=decision.route, rule=decision.rule, impact=values)


def _edges(row: MemoryRow, namespace: Namespace, reader: Reader) -> Iterator[EdgeReasons]:
    ends = [row.memory, *reader.edges.claims_of(namespace, [row.memory])]
    found = [
        EdgeReasons(
            type=one.type, relation=edge.relation, other=_other(edge, row.id), at=one.at,
            seq=one.seq,
        )
        for edge in reader.edges.edges(namespace, _FAMILIES, ends)
        for one in edge.evidence
    ]  # fmt: skip
    yield from sorted(found, key=lambda one: one.seq)


def _other(edge: EdgeView, own: str) -> str | None:
    return edge.target if edge.source == own else edge.source
