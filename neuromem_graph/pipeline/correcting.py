"""Put the right words in the place of a memory, in one transaction."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime

from neuromem_graph.core import correction
from neuromem_graph.core import turns as making
from neuromem_graph.core.correction import Told
from neuromem_graph.core.events import Planned
from neuromem_graph.core.facts import Decided
from neuromem_graph.core.text import normal_form
from neuromem_graph.errors import InvalidInput, ProviderError
from neuromem_graph.pipeline import clearing, extracting, ingest, lifecycle, vectors, wordings
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.batch import Batch
from neuromem_graph.types.ingest import Extraction, Receipt, ReceiptItem, Turns
from neuromem_graph.types.keeping import Life, ToldPlace


def correct(
    namespace: Namespace, memory_id: str, text: str, resources: Resources, *,
    at: datetime | None = None,
) -> Receipt:  # fmt: skip
    """Record the right words as a new event, and take the old ones off the record.

    Args:
        namespace: where the memory is.
        memory_id: what is wrong.
        text: the right words.
        resources: what the stages may use.
        at: when it was corrected, aware; now by default.

    Raises:
        InvalidInput: the text is no text, blank, says the same, or talks to the model.
        NotFound: this namespace holds no such memory, or its content was erased.
        ProviderError: the extractor failed; nothing was written.
    """
    with resources.ledger.reader() as reader:
        old = wordings.seen(reader, namespace, lifecycle.found(reader, namespace, memory_id))
        row = reader.memories(namespace, [old.memory])[0]
    if not isinstance(text, str):
        raise InvalidInput(f"{text!r:.80} is not a text")
    text = clearing.words(text, resources)
    if normal_form(text) == normal_form(old.text or ""):
        raise InvalidInput("the text says the same as the memory: there is nothing to correct")
    speaker = row.speaker if row.channel == "user" else None
    name = f"correct:{old.id}:{_digest(text)}"
    turns = user_turn(text, name, resources, namespace, at=at, speaker=speaker, thread=row.thread)
    found = extracted(turns, resources)
    chosen = ingest.explicit(resources)
    done: list[tuple[Decided, Planned]] = []

    def plan(reader: Reader) -> Batch:
        now = wordings.seen(reader, namespace, lifecycle.found(reader, namespace, memory_id))
        done[:] = []
        unsaid = _unsaid(turns, reader)
        if unsaid is None:
            return Batch(namespace=namespace, groups=())
        done[:] = [_planned(now, unsaid, found, chosen, reader)]
        return done[0][1].batch

    (appended,) = resources.ledger.append([plan])
    if not done:
        told = ReceiptItem(what="skipped", text=text, reason="corrected already", id=old.id)
        return Receipt(namespace=namespace, seq=appended.head.seq, items=(told,))
    vectors.embed(vectors.texts_of(done[0][1].batch), resources)
    return ingest.tell(*done[0], appended)


def _unsaid(turns: Turns, reader: Reader) -> Turns | None:
    """Return a correction under an id of its own; None if it was made, and still stands."""
    (turn,), namespace = turns.turns, turns.namespace
    number, name = 1, turn.id
    while known := reader.turns(namespace, [name]):
        made = reader.safety.stood_on(namespace, [known[name].event])
        rows = reader.memories(namespace, made)
        if not rows or any(row.state != "superseded" for row in rows):
            return None
        number += 1
        name = f"{turn.id}:{number}"
    return turns.model_copy(update={"turns": (turn.model_copy(update={"id": name}),)})


def user_turn(
    text: str, name: str, resources: Resources, namespace: Namespace, *,
    at: datetime | None = None, speaker: str | None = None, thread: str | None = None,
) -> Turns:  # fmt: skip
    """Make the turn of what a human said about a memory or a held item.

    Raises:
        InvalidInput, InvalidTime, TooLarge: the text is blank, or something can't be used.
    """
    origin = making.Origin(
        namespace=namespace, now=resources.clock().astimezone(UTC), entropy=resources.entropy,
        settings=resources.settings, at=at, thread=thread,
    )  # fmt: skip
    event = {"content": text, "id": name, "speaker": speaker, "role": "user"}
    turns = making.from_events([event], origin)
    if not turns.turns:
        raise InvalidInput(f"the text is {turns.skipped[0]}: give a sentence that says what is so")
    # No id that a caller gave: once erased, it may be said again.
    (turn,) = turns.turns
    return turns.model_copy(update={"turns": (turn.model_copy(update={"id": name}),)})


def extracted(turns: Turns, resources: Resources) -> Extraction:
    """Find the claims of what a human said.

    Raises:
        ProviderError: the extractor failed.
    """
    found = extracting.extract(turns, resources)
    if found.deferred:
        raise ProviderError(f"nothing was written: {found.deferred[0]}")
    return found


def _digest(text: str) -> str:
    return hashlib.sha256(normal_form(text).encode()).hexdigest()[:16]


def _planned(
    old: Life, turns: Turns, found: Extraction, resources: Resources, reader: Reader
) -> tuple[Decided, Planned]:
    before = reader.keeping.corrections(turns.namespace, old.id)  # it was put right already
    others = wordings.wordings(reader, turns.namespace, old)
    mine = [old.memory, *(one.memory for one in others)]
    places = reader.keeping.told_by(turns.namespace, mine, before)
    told = _told(reader, turns.namespace, (mine, before), places)
    resolved = ingest.resolve_from(turns, found, resources, reader)
    amended = correction.amended(found, resolved, told, old.valid_from, places)
    assessment = ingest.assess(turns, amended.found, resolved, resources)
    routed = ingest.route(turns, amended.found, resolved, assessment, resources)
    decisions = correction.by_human(routed, resolved)
    decided = Decided(turns, amended.found, resolved, assessment, decisions, amended.means)
    wrong = (old, *others, *(one for one in reader.keeping.made_of(turns.namespace, before)
                    if one.state == "active" and one.memory not in mine))  # fmt: skip
    rows = (b for one in told for b in (*one.slot.beliefs, *one.slot.struck))
    memories = sorted({row.memory for row in rows if row.memory is not None})
    tellers = reader.tellers(turns.namespace, memories) if memories else {}
    return decided, correction.plan(decided, wrong, told, resources.settings, tellers)


def _told(
    reader: Reader, namespace: Namespace, by: tuple[Sequence[int], Sequence[int]],
    places: Sequence[ToldPlace],
) -> list[Told]:  # fmt: skip
    """Return what is believed, at any time, because a memory of the old or a correction told it."""
    entities = sorted({place.entity for place in places})
    if not entities:
        return []
    slots = reader.slots_of(namespace, entities, sorted({place.attribute for place in places}))
    return [
        Told(slot.entity, slot.attribute, belief, slot)
        for slot in slots
        if slot.attribute is not None
        for belief in slot.beliefs
        if belief.polarity != "retracted" and (belief.memory in by[0] or belief.event in by[1])
    ]
