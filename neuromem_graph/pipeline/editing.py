"""Read what a human put in the place of a held item: a sentence, or the right value alone."""

import re
from typing import NamedTuple

from neuromem_graph.core import correction
from neuromem_graph.core.beliefs import is_fact
from neuromem_graph.core.facts import Decided
from neuromem_graph.core.resolution import subject_of
from neuromem_graph.core.stopwords import CAPITAL_NAMES, STOP_WORDS
from neuromem_graph.core.text import fold, normal_form
from neuromem_graph.errors import InvalidInput
from neuromem_graph.pipeline import ingest
from neuromem_graph.pipeline.correcting import extracted, user_turn
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ingest import (
    Answer,
    Claim,
    Decision,
    Decisions,
    Extraction,
    Resolution,
    Turn,
    Turns,
)

_LONGEST_VALUE = 120  # characters: what is longer is a sentence


_REPLIES = frozenset("yes no ok okay nothing something none".split())
_VERB = "(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have)"
_ASKS = re.compile(
    rf"[?\uff1f\u061f][\W_]*$|^\W*(?:who|whom|whose|what|where|when|why|how|which)\s+{_VERB}\b"
    rf"|^\W*{_VERB}\s+(?:i|you|he|she|it|we|they|the|my|your|his|her)\b",
    re.IGNORECASE,
)


class Edited(NamedTuple):
    """Hold the human's words as a turn of the user, and the claims in them."""

    turns: Turns
    found: Extraction


def read(text: str, held_id: str, turn: Turn, claim: Claim | None, resources: Resources) -> Edited:
    """Read an edited text.

    Args:
        text: a sentence; or, in the place of a claim, the right value alone.
        held_id: of the item.
        turn: that waited, or whose claim did: what is said now holds since then.
        claim: that waited.
        resources: what the stages may use.

    Raises:
        InvalidInput: the text is blank, or holds neither a fact nor a value.
        ProviderError: the extractor failed.
    """
    speaker = turn.speaker if turn.channel == "user" else None
    name = f"review:{held_id}"
    turns = user_turn(text, name, resources, turn.namespace, speaker=speaker, thread=turn.thread)
    found = extracted(turns, resources)
    if _ASKS.search(text) and not any(is_fact(one) for one in found.claims):
        raise InvalidInput(f"{text!r:.80} asks something: give the sentence that says what is so")
    if claim is None:
        return Edited(turns, found)
    if any(is_fact(one) for one in found.claims):
        dated = (
            one.model_copy(update={"valid_from": turn.at})
            if is_fact(one) and one.valid_from is None and one.valid_to is None else one
            for one in found.claims
        )  # fmt: skip
        return Edited(turns, found.model_copy(update={"claims": tuple(dated)}))
    value = text.strip().rstrip(".")
    if not _is_value(value):
        raise InvalidInput(
            f"no fact was found in {text!r:.80}: give a sentence such as 'I live in Porto.', or "
            f"the value of {claim.predicate} alone"
        )
    who, _ = subject_of(claim, turn)
    line = f"{who} {str(claim.predicate).replace('_', ' ')}: {value}"
    turns = user_turn(line, name, resources, turn.namespace, speaker=speaker, thread=turn.thread)
    said = claim.model_copy(
        update={"turn": 0, "start": 0, "end": len(line), "value": value,
                "valid_from": claim.valid_from or turn.at}
    )  # fmt: skip
    return Edited(turns, Extraction(claims=(said,)))


def _is_value(text: str) -> bool:
    """Tell whether a text can stand for a value alone: a word or a few, on one line."""
    short = 0 < len(text) <= _LONGEST_VALUE and text.isprintable()
    means_nothing = fold(text) in STOP_WORDS | _REPLIES and text not in CAPITAL_NAMES
    return short and any(sign.isalnum() for sign in text) and not means_nothing


def said_so(text: str | None, held_id: str, turn: Turn, reader: Reader) -> bool:
    """Tell whether an earlier edit of an item said the same; without a text there was none."""
    if text is None:
        return True
    known = reader.turns(turn.namespace, [f"review:{held_id}"]).values()
    words = normal_form(text).rstrip(".")
    return all(words in normal_form(one.text or "") for one in known)


def decided(
    edited: Edited, answer: Answer, key: str | None, reader: Reader, resources: Resources
) -> Decided:
    """Decide what an edited text does: a human said so, and says who is meant.

    Args:
        edited: as it was read.
        answer: with `entity` where several bear the name.
        key: the folded name of whom the item is about.
        reader: inside the write transaction.
        resources: what the stages may use.

    Raises:
        InvalidInput: it talks to the model, or leaves open who is meant.
    """
    turns, found = edited
    explicit = ingest.explicit(resources)
    resolved = ingest.resolve_from(turns, found, explicit, reader)
    assessment = ingest.assess(turns, found, resolved, explicit)
    routed = ingest.route(turns, found, resolved, assessment, explicit)
    decisions = list(correction.by_human(routed, resolved).decisions)
    for place, claim in enumerate(found.claims):
        subject = resolved.subjects[place]
        if subject is None or not is_fact(claim):
            continue
        named = fold(subject_of(claim, turns.turns[0])[0]) == key
        if named and answer.entity is not None:
            decisions[place] = _meant(decisions[place], answer.entity)
        elif subject.torn:
            entities = [choice.entity for choice in subject.choices]
            raise InvalidInput(f"{subject.name} may be several: give entity, one of {entities}")
    if answer.entity is not None:
        resolved = with_entity(resolved, answer.entity, found, turns.namespace, reader)
    return Decided(turns, found, resolved, assessment, Decisions(decisions=tuple(decisions)))


def with_entity(
    resolved: Resolution, entity: int, found: Extraction, namespace: Namespace, reader: Reader
) -> Resolution:
    """Add to a view what is known of an entity that a human named, as `resolve` would."""
    names = sorted({c.predicate for c in found.claims if c.predicate is not None})
    view = resolved.view
    slots = reader.slots_of(namespace, [entity], names)
    rows = (b for slot in slots for b in (*slot.beliefs, *slot.struck))
    memories = sorted({b.memory for b in rows if b.memory is not None})
    said = {normal_form(c.value) for c in found.claims if c.value}
    known = reader.candidates(namespace, [slot.slot for slot in slots]) if slots else {}
    candidates = {f"{slot}:{key}": seq for (slot, key), seq in known.items() if key in said}
    tellers = dict(reader.tellers(namespace, memories)) if memories else {}
    distinct = {slot.slot: slot for slot in (*view.slots, *slots)}
    return resolved.model_copy(
        update={
            "view": view.model_copy(
                update={
                    "slots": tuple(distinct.values()),
                    "candidates": {**view.candidates, **candidates},
                    "tellers": {**view.tellers, **tellers},
                }
            )
        }
    )


def _meant(decision: Decision, entity: int) -> Decision:
    route = "propose_worldview_candidate"
    return decision.model_copy(update={"route": route, "entity": entity})
