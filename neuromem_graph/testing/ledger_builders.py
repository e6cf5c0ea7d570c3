"""Build small batches for tests of a ledger, and read back all that it can tell.

Inside one group a negative reference counts from the group's own first draft; `batch` shifts it to
the group's place.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from neuromem_graph.ports import Reader
from neuromem_graph.types.base import (
    Channel,
    Effect,
    Json,
    Kind,
    Namespace,
    Polarity,
    Step,
    to_micros,
)
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.drafts import (
    AliasDraft,
    CandidateDraft,
    CandidatePayload,
    ClaimDraft,
    ClaimPayload,
    Close,
    Draft,
    EntityDraft,
    EntityPayload,
    EventDraft,
    EventPayload,
    EvidenceDraft,
    HeldDraft,
    HeldPayload,
    LifecycleDraft,
    MemoryDraft,
    MemoryPayload,
    Ref,
    ReviewDraft,
    ReviewPayload,
    SlotDraft,
    SlotPayload,
)
from neuromem_graph.types.ledger import Gate, entity_touch, slot_touch
from neuromem_graph.types.searching import Postings

NAMESPACE: Namespace = ("acme", "ann")
START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
EVERYTHING = Gate(
    valid_at=None, states=("active", "suppressed", "superseded", "expired", "archived")
)


class TickingClock:
    """Tell a time that moves on by a second with each look, or to where it is set."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        """Return the present and move on."""
        shown, self.now = self.now, self.now + timedelta(seconds=1)
        return shown


def batch(*groups: Group, namespace: Namespace = NAMESPACE) -> Batch:
    """Put groups into one batch, shifting their references to drafts of their own."""
    shifted: list[Group] = []
    offset = 0
    for group in groups:
        drafts = tuple(_shifted(draft, offset) for draft in group.drafts)
        shifted.append(group.model_copy(update={"drafts": drafts}))
        offset += len(drafts)
    return Batch(namespace=namespace, groups=tuple(shifted))


def _shifted(draft: Draft, offset: int) -> Draft:
    moved = {name: _moved(getattr(draft, name), offset) for name in draft.references}
    return draft.model_copy(update=moved)


def _moved(value: Any, offset: int) -> Any:
    if isinstance(value, tuple):
        return tuple(_moved(one, offset) for one in value)
    if isinstance(value, Close):
        return value.model_copy(update={"claim": _moved(value.claim, offset)})
    return value - offset if isinstance(value, int) and value < 0 else value


def event(
    key: str, text: str, *, step: Step = "committed", digest: str = "", channel: Channel = "user",
    at: datetime = START, thread: str | None = None, metadata: dict[str, Json] | None = None,
    reason: str | None = None,
) -> EventDraft:  # fmt: skip
    """Draft one observation; the digest is made of the text unless given."""
    payload = EventPayload(
        key=key, digest=digest or f"digest of {text}", text=text, thread=thread,
        metadata=metadata or {},
    )  # fmt: skip
    happened = to_micros(at)
    return EventDraft(channel=channel, happened_at=happened, step=step, reason=reason,
                      payload=payload)  # fmt: skip


def group(observed: EventDraft, *drafts: Draft) -> Group:
    """Put an event and what follows from it under its turn id."""
    said = observed.payload
    return Group(drafts=(observed, *drafts), key=said.key, digest=said.digest, step=observed.step)


def loose(*drafts: Draft) -> Group:
    """Put drafts that belong to no turn together."""
    return Group(drafts=drafts)


def observation(key: str, text: str, **fields: Any) -> Group:
    """Record a turn and nothing made of it; `fields` are those of `event`."""
    return group(event(key, text, **{"step": "observed", **fields}))


def turn(key: str, text: str, **fields: Any) -> Group:
    """Commit a turn with one episode memory of its whole text; `fields` are those of `event`."""
    observed = event(key, text, **fields)
    return group(observed, memory(observed))


def memory(
    observed: EventDraft, kind: Kind = "episode", *, text: str | None = None, **fields: Any
) -> MemoryDraft:
    """Draft a memory of all that the event of the same group says, or of a text of its own."""
    return MemoryDraft(
        event=-1, memory_kind=kind, commitment="validated", valid_from=observed.happened_at,
        start=0, end=len(observed.payload.text), units=1,
        payload=None if text is None else MemoryPayload(text=text), **fields,
    )  # fmt: skip


def fact(
    key: str, value: str, *, subject: str = "Ann", attribute: str = "city",
    entity: Ref | None = None, slot: Ref | None = None, effect: Effect = "assert",
    polarity: Polarity = "asserted", closes: Iterable[Close] = (), at: datetime = START,
    until: datetime | None = None, **fields: Any,
) -> Group:  # fmt: skip
    """Commit "subject attribute value" as an event, a memory, a candidate and a claim.

    The entity and the slot are drafted too unless the sequence numbers of known ones are given. The
    claim is the last draft; it holds from `at` to `until`.
    """
    observed = event(key, f"{subject} {attribute} {value}.", at=at, **fields)
    drafts: list[Draft] = [memory(observed, "fact")]
    if entity is None:
        name = EntityPayload(name=subject, key=subject.casefold())
        drafts.append(EntityDraft(origin=(-1,), payload=name))
        entity = -1 - len(drafts)
    if slot is None:
        label = SlotPayload(attribute=attribute)
        drafts.append(SlotDraft(origin=(-1,), entity=entity, cardinality="single", payload=label))
        slot = -1 - len(drafts)
    what = CandidatePayload(value=value, key=value.casefold())
    drafts.append(CandidateDraft(origin=(-1,), slot=slot, payload=what))
    said = ClaimPayload(subject=subject, predicate=attribute, value=value, start=0, end=len(value))
    claim = ClaimDraft(
        origin=(-1,), event=-1, memory=-2, entity=entity, slot=slot, candidate=-1 - len(drafts),
        claim_kind="fact", polarity=polarity, effect=effect, commitment="validated",
        valid_from=to_micros(at), valid_to=None if until is None else to_micros(until),
        basis="observed", closes=tuple(closes), payload=said,
    )  # fmt: skip
    return group(observed, *drafts, claim)


def support(key: str, target: Ref, *, on: Iterable[Ref] = (), **fields: Any) -> Group:
    """Commit a turn that supports an older claim or memory, and keeps `on` from being erased."""
    evidence = EvidenceDraft(
        type="support", source=-1, target=target, weight=1.0, origin=(-1,), on=tuple(on)
    )
    return group(event(key, f"{key} says so too", **fields), evidence)


def alias(entity: Ref, name: str) -> AliasDraft:
    """Draft another name of an entity."""
    return AliasDraft(entity=entity, payload=EntityPayload(name=name, key=name.casefold()))


def lifecycle(memory: Ref, state: Any) -> Group:
    """Change the state of a memory."""
    return loose(LifecycleDraft(memory=memory, state=state, reason="test"))


def compiled(events: tuple[Ref, ...], source: Ref) -> tuple[Draft, ...]:
    """Draft a memory that sleep compiled of events, and of a memory or claim that it says again."""
    made = MemoryDraft(
        origin=events, event=events[0], memory_kind="schema", commitment="compiled", frail=True,
        valid_from=to_micros(START), start=0, end=0, units=1, payload=MemoryPayload(text="Both."),
    )  # fmt: skip
    return made, EvidenceDraft(type="derive", source=-1, target=source, family="logic",
                               relation="derived_from")  # fmt: skip


def held(key: str, claim: dict[str, Json], **fields: Any) -> Group:
    """Record a turn with one item that waits for a decision."""
    item = HeldDraft(event=-1, reason="ambiguous", origin=(-1,), payload=HeldPayload(claim=claim))
    return group(event(key, f"{key} is unclear", **{"step": "held", **fields}), item)


def review(item: Ref) -> Group:
    """Decide a held item."""
    payload = ReviewPayload(answer={"choice": "first"})
    return loose(ReviewDraft(held=item, outcome="accepted", payload=payload))


def view(reader: Reader, namespace: Namespace, words: Iterable[str] = ()) -> dict[str, Any]:
    """Read all that a reader can tell about a namespace, by every method that needs no id.

    Args:
        reader: the moment.
        namespace: what is read.
        words: turn ids, entity names, texts and terms to ask for.

    Returns:
        The answers by name; two views are equal if the ledger tells the same.
    """
    asked = list(words)
    memories = reader.memories(namespace, range(1, reader.head.seq + 1))
    slots = reader.all_slots(namespace)
    entities = sorted({slot.entity for slot in slots})
    touches = [entity_touch(word) for word in asked]
    touches += [slot_touch(slot.entity, slot.attribute or "") for slot in slots]
    return {
        "turns": reader.turns(namespace, asked),
        "touched": reader.touched(namespace, touches),
        "entities": reader.entities(namespace, asked),
        "names": _names(reader, namespace, entities, asked),
        "slots_of": reader.slots_of(namespace, entities),
        "of attributes": reader.slots_of(namespace, entities, asked),
        "about": reader.about(namespace, entities),
        "candidates": reader.candidates(namespace, [slot.slot for slot in slots]),
        "all_slots": slots,
        "repeats": reader.repeats(namespace, asked),
        "windows": reader.prior.windows(namespace, asked, 9),
        "together": reader.prior.together(namespace, [asked[:1], asked[:2]], 9),
        "heard": reader.prior.heard(namespace, [row.memory for row in memories]),
        "history": reader.prior.history(namespace, [("user", None), ("assistant", None)], 99),
        "mentions": reader.prior.mentions(namespace, asked, 9),
        "postings": plain(reader.postings(namespace, asked)),
        "memories": memories,
        "open_units": reader.open_units(namespace, [row.memory for row in memories]),
        "tellers": reader.tellers(namespace, [row.memory for row in memories]),
        "places": reader.places(namespace, [row.memory for row in memories], EVERYTHING),
        "beliefs_about": reader.beliefs_about(namespace, asked, EVERYTHING),
        "memory": [reader.memory(namespace, row.id) for row in memories],
        "vectors": embedded(reader, namespace, "model").missing,
        "version": reader.resident.version(namespace, 0)._replace(seq=0, erased=0, turns_at=None),
        "held": reader.held(namespace),
        "stats": reader.stats(namespace).model_copy(update={"head": reader.head}),
    }


class Embeddings(NamedTuple):
    """Hold the memories of a namespace that a model embedded, and the words of the others."""

    memories: list[int]
    rows: list[list[float]]
    missing: list[str]


def embedded(reader: Reader, namespace: Namespace, model: str, after: int = 0) -> Embeddings:
    """Read what a model has embedded, all pages joined."""
    pages = list(reader.resident.vectors(namespace, model, after))
    lacking = [memory for page in pages for memory, _ in page.missing]
    words = reader.resident.texts(namespace, lacking)
    return Embeddings(
        [memory for page in pages for memory in page.memories.tolist()],
        [row for page in pages for row in page.matrix.tolist()],
        [words[memory] for memory in lacking],
    )


def plain(found: Postings) -> dict[str, object]:
    """Return postings as plain lists that can be compared, without the terms that were asked."""
    columns = {name: getattr(found, name).tolist() for name in ("memory", "thread", "before")}
    lists = [(one.rows.tolist(), one.counts.tolist()) for one in found.lists]
    return {**columns, "length": found.length.tolist(), "lists": lists,
            "documents": found.documents, "average_length": found.average_length}  # fmt: skip


def _names(
    reader: Reader, namespace: Namespace, entities: list[int], words: list[str]
) -> tuple[object, ...]:
    names = reader.names
    return (
        names.similar(namespace, words, 9), names.every_entity(namespace),
        names.names_of(namespace, entities), names.traits(namespace, entities),
        names.roots(namespace, entities), names.timelines(namespace, entities),
        names.attributes(namespace, entities),
    )  # fmt: skip
