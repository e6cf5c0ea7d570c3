"""Give a change its slot where the words don't tell: "I switched from Falcon to Atlas".

What was replaced is held in a slot of the same subject, and stands in the same sentence: so the
slot that holds it is the one that changes. This is all that is read of the ledger for it, and
nothing is guessed: without such a slot, a change that names none is no fact.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from neuromem_graph.core.resolution import subject_of
from neuromem_graph.core.text import fold
from neuromem_graph.types.base import Cardinality, to_micros
from neuromem_graph.types.ingest import Claim, Extraction, Turn, Turns
from neuromem_graph.types.ledger import NamedBelief

__all__ = ["lookups", "settled"]

_BEFORE = 120  # characters before a claim in which the old value may stand
_SHORTEST = 2


class _Held(NamedTuple):
    subject: str  # folded
    predicate: str
    value: str  # folded
    cardinality: Cardinality | None


def lookups(turns: Turns, found: Extraction) -> tuple[str, ...]:
    """Return the folded names of whose slots must be read; none where every claim has a slot.

    Args:
        turns: what was said.
        found: its claims.
    """
    keys = [_key(claim, turns.turns) for claim in found.claims if claim.loose]
    return tuple(dict.fromkeys(keys))


def settled(turns: Turns, found: Extraction, held: Iterable[NamedBelief]) -> Extraction:
    """Return the claims with the slot of each loose one decided.

    Args:
        turns: what was said.
        found: its claims, some of them loose.
        held: what is believed of their subjects.

    Returns:
        Each loose claim in the slot whose value it takes the place of (or ends); else in the slot
        its words suggest; else without a slot, as an episode.
    """
    known = _held(held, to_micros(turns.turns[0].at)) if turns.turns else []
    claims: list[Claim] = []
    for claim in found.claims:
        if claim.loose:
            claim, old = _settle(claim, turns.turns, known)
            claims += [old] if old is not None else []
        if claim.predicate and claim.value and claim.polarity == "asserted":
            known.append(
                _Held(
                    _key(claim, turns.turns), claim.predicate, fold(claim.value), claim.cardinality
                )
            )
        claims.append(claim)
    return found.model_copy(update={"claims": tuple(claims)})


def _key(claim: Claim, turns: Sequence[Turn]) -> str:
    return fold(subject_of(claim, turns[claim.turn])[0])


def _held(beliefs: Iterable[NamedBelief], at: int) -> list[_Held]:
    """Return what is held at a moment of the world, of each subject that has one bearer."""
    named = [b for b in beliefs if b.entity_name and b.attribute and b.belief.value]
    bearers: dict[str, set[int]] = {}
    for one in named:
        bearers.setdefault(fold(one.entity_name or ""), set()).add(one.entity)
    return [
        _Held(
            fold(b.entity_name or ""), b.attribute or "", fold(b.belief.value or ""), b.cardinality
        )
        for b in named
        if len(bearers[fold(b.entity_name or "")]) == 1
        and b.belief.polarity == "asserted"
        and b.belief.commitment != "candidate"
        and (b.belief.valid_to is None or b.belief.valid_to > at)
    ]


def _settle(
    claim: Claim, turns: Sequence[Turn], known: Sequence[_Held]
) -> tuple[Claim, Claim | None]:
    """Return a claim with its slot, and the end of what it replaces where a slot takes several."""
    text = turns[claim.turn].text
    said = fold(text[max(0, claim.start - _BEFORE) : claim.end])
    key, new = _key(claim, turns), fold(claim.value or "")
    here = said.rfind(new)
    best: tuple[int, _Held] | None = None
    for one in known:
        if one.subject != key or len(one.value) < _SHORTEST or (one.value == new) != _ends(claim):
            continue
        places = [
            m.start() for m in re.finditer(rf"(?<![\w-]){re.escape(one.value)}(?![\w-])", said)
        ]
        distance = min((abs(here - place) for place in places), default=None)
        if distance is not None and (best is None or distance < best[0]):
            best = (distance, one)
    update: dict[str, object] = {"loose": False}
    if best is not None:
        update |= {"predicate": best[1].predicate, "cardinality": best[1].cardinality}
        if not claim.predicate or claim.kind == "episode":
            update["kind"] = "preference" if best[1].predicate.startswith("favorite_") else "fact"
    elif not claim.predicate:
        update |= {"subject": None, "relation": None, "value": None, "update": "none"}
        update |= {"polarity": "asserted", "valid_from": None, "valid_to": None}
    settled = claim.model_copy(update=update)
    if best is None or best[1].cardinality == "single" or _ends(claim):
        return settled, None
    place = text.casefold().find(best[1].value)
    if place < 0:
        return settled, None
    over = {"value": text[place : place + len(best[1].value)], "update": "end"}
    return settled, settled.model_copy(update=over)


def _ends(claim: Claim) -> bool:
    return claim.update == "end"
