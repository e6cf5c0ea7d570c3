"""Choose the entities and relations that a question is about, and pack them into a budget.

A relation is a belief: an entity, an attribute and a value. Where a value is the name of another
entity, it leads on to it. The score of an entity falls by `Traversing.damping` with every hop.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, takewhile
from typing import NamedTuple

from neuromem_graph.core.disguises import visible
from neuromem_graph.core.rendering import NOTE, RELATED, fenced
from neuromem_graph.core.runs import believed, runs
from neuromem_graph.core.text import clean, fold, normal_form, tokens
from neuromem_graph.ports import TokenCounter
from neuromem_graph.settings.traversing import Traversing
from neuromem_graph.types.base import from_micros
from neuromem_graph.types.ledger import BeliefRow, EntityRow, SlotRow
from neuromem_graph.types.naming import called
from neuromem_graph.types.recall import RecallPlan
from neuromem_graph.types.subgraph import Ending, GraphEdge, GraphNode

_DIGITS = 6
_TOLD = 0.8  # an entity that a recalled memory tells of, beside one that the question names
_SIGNS = {"negated": "not ", "hypothetical": "perhaps "}


class Place(NamedTuple):
    """Hold how an entity was reached."""

    hops: int
    score: float


class Relation(NamedTuple):
    """Hold one belief of a slot on the way."""

    slot: SlotRow
    belief: BeliefRow
    current: bool
    leads_to: int | None  # the entity that its value names
    score: float


def seeds(
    named: Iterable[EntityRow], valued: Iterable[int], told: Mapping[int, int], most: int
) -> dict[int, Place]:
    """Return where to start: whom the question names, then whom recalled memories tell of.

    Args:
        named: entities that bear a name in the question.
        valued: entities whose slots hold a value that the question names.
        told: entity -> claims about it in the recalled memories.
        most: seeds at most.
    """
    scores = {row.entity: 1.0 for row in named}
    for entity in valued:
        scores.setdefault(entity, 1.0)
    largest = max(told.values(), default=1)
    for entity, count in told.items():
        scores.setdefault(entity, _TOLD * count / largest)
    best = sorted(scores, key=lambda entity: (-scores[entity], entity))[:most]
    return {entity: Place(0, scores[entity]) for entity in best}


def values_of(slots: Iterable[SlotRow]) -> tuple[str, ...]:
    """Return the folded values of slots, each once: they may be names of entities."""
    keys = (fold(belief.value) for slot in slots for belief in slot.beliefs if belief.value)
    return tuple(dict.fromkeys(keys))


def reached(
    places: Mapping[int, Place], slots: Sequence[SlotRow], known: Sequence[EntityRow],
    settings: Traversing,
) -> dict[int, Place]:  # fmt: skip
    """Return the entities that values of these slots name and that were not reached before.

    Args:
        places: those reached so far.
        slots: of the last of them.
        known: entities by the names that are values of these slots.
        settings: damping, and how many.
    """
    bearers = _bearers(known)
    found: dict[int, Place] = {}
    for slot in slots:
        at = places[slot.entity]
        for belief in slot.beliefs:
            entity = bearers.get(fold(belief.value or ""))
            if entity is None or entity in places:
                continue
            place = Place(at.hops + 1, round(at.score * settings.damping, _DIGITS))
            found[entity] = max(place, found.get(entity, place), key=lambda one: one.score)
    best = sorted(found, key=lambda entity: (-found[entity].score, entity))
    return {entity: found[entity] for entity in best[: settings.entities]}


def _bearers(known: Sequence[EntityRow]) -> dict[str, int]:
    """Return the entity of each name that exactly one bears."""
    by_key: dict[str, set[int]] = {}
    for row in known:
        by_key.setdefault(row.key, set()).add(row.entity)
    return {key: min(entities) for key, entities in by_key.items() if len(entities) == 1}


def relations(
    places: Mapping[int, Place], slots: Sequence[SlotRow], known: Sequence[EntityRow],
    plan: RecallPlan, *, moment: int, history: bool, allowed: frozenset[str] | None,
) -> tuple[Relation, ...]:  # fmt: skip
    """Return the relations of the reached entities, the most relevant first.

    Args:
        places: the entities.
        slots: theirs, with what is believed.
        known: entities by names that are values.
        plan: the terms of the question.
        moment: microseconds; what holds then is current.
        history: also those that hold no longer.
        allowed: attributes that are followed; None for all.
    """
    bearers = _bearers(known)
    found = []
    for slot in slots:
        if slot.entity_name is None or slot.attribute is None:
            continue
        if allowed is not None and slot.attribute not in allowed:
            continue
        current = {(b.claim, b.valid_from) for b in believed(slot.beliefs, moment)}
        for belief in runs(slot.beliefs):
            now = (belief.claim, belief.valid_from) in current
            if belief.value and (history or now):
                score = _score(places[slot.entity], slot, belief, plan)
                leads_to = bearers.get(fold(belief.value))
                found.append(Relation(slot, belief, now, leads_to, score))
    return tuple(sorted(found, key=_order))


def _order(one: Relation) -> tuple[float, bool, bool, int, int]:
    weak = one.belief.commitment == "candidate"
    return -one.score, not one.current, weak, -one.belief.valid_from, one.belief.claim


def _score(place: Place, slot: SlotRow, belief: BeliefRow, plan: RecallPlan) -> float:
    names = frozenset(tokens(slot.entity_name or ""))
    asked = [term for term in plan.terms if term not in names]
    words = frozenset(tokens(f"{(slot.attribute or '').replace('_', ' ')} {belief.value}"))
    share = sum(term in words for term in asked) / len(asked) if asked else 0.0
    return round(place.score * (1 + share) / 2, _DIGITS)


def told(one: Relation, ending: Ending) -> Ending:
    """Return what ended a relation, without the value that only put-away memories tell.

    Args:
        one: with the beliefs of its slot that may be served.
        ending: the claim that ended it.
    """
    served = {belief.value for belief in one.slot.beliefs}
    return ending if ending.value in served else ending.model_copy(update={"value": None})


def edge(
    one: Relation, target: str, ending: Ending | None, relation: str | None = None
) -> GraphEdge:
    """Show one relation as an edge, with its line of the prompt.

    Args:
        one: what is shown.
        target: id of the node of its value.
        ending: what ended it.
        relation: what its entity is to the speaker: it tells two of one name apart.
    """
    slot, belief = one.slot, one.belief
    until = None if belief.valid_to is None else from_micros(belief.valid_to)
    why = _reason(one, ending)
    start = from_micros(belief.valid_from)
    labels = [
        f"since {start:%Y-%m-%d}" if until is None else f"{start:%Y-%m-%d} to {until:%Y-%m-%d}"
    ]
    labels += ["unconfirmed"] if belief.commitment == "candidate" else []
    labels += [why] if why else []
    what = (slot.attribute or "").replace("_", " ")
    sign = _SIGNS.get(belief.polarity, "")
    who = called(slot.entity_name or "", relation)
    line = f"- {who} {what}: {sign}{belief.value} ({', '.join(labels)})"
    return GraphEdge(
        source=f"entity:{slot.entity}", target=target, relation=slot.attribute or "",
        text=_one_line(visible(line)), polarity=belief.polarity, commitment=belief.commitment,
        support=belief.support, valid_from=start, valid_to=until, current=one.current,
        ended_by=why, claim_id=belief.claim_id, score=one.score,
        event_id=None if ending is None or one.current else ending.event_id,
    )  # fmt: skip


def _reason(one: Relation, ending: Ending | None) -> str | None:
    if one.current:
        return None
    if ending is None:
        return "over" if one.belief.valid_to is not None else "not yet"
    instead = f" to {ending.value}" if ending.value and ending.effect != "retract" else ""
    return f"ended by a {ending.effect}{instead} of {from_micros(ending.at):%Y-%m-%d}"


def _one_line(text: str) -> str:
    return " ".join(clean(text).replace("<", "\u2039").split())


def nodes(
    edges: Sequence[GraphEdge], places: Mapping[int, Place], labels: Mapping[str, GraphNode]
) -> tuple[GraphNode, ...]:
    """Return the nodes of edges and the entities reached, the nearest first.

    Args:
        edges: those that are served.
        places: how entities were reached.
        labels: every node there could be, by id.
    """
    used = {end for one in edges for end in (one.source, one.target)}
    used |= {f"entity:{entity}" for entity, place in places.items() if place.hops == 0}
    found = [labels[node] for node in used if node in labels]
    return tuple(sorted(found, key=lambda node: (node.hops, -node.score, node.id)))


def pack(
    edges: Sequence[GraphEdge], budget: int, count: TokenCounter
) -> tuple[tuple[GraphEdge, ...], str, int]:
    """Render as many edges as fit into a budget, in order.

    Args:
        edges: the best first.
        budget: tokens of the whole text.
        count: counts as the caller's model does.

    Returns:
        The edges that fit, the text and its tokens; no text if not one fits.
    """
    frame = count(_render(()))
    sizes = accumulate((count(one.text) for one in edges), initial=frame)
    guess = len(list(takewhile(lambda total: total <= budget, sizes))) - 1
    for taken in range(max(guess, 0), 0, -1):
        text = _render(edges[:taken])
        used = count(text)
        if used <= budget:
            return tuple(edges[:taken]), text, used
    return (), "", 0


def _render(edges: Sequence[GraphEdge]) -> str:
    return fenced([NOTE, RELATED, *(one.text for one in edges)])


def value_key(value: str | None) -> str:
    """Return the key under which equal values are one node."""
    return normal_form(value or "")
