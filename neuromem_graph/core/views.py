"""Choose the beliefs that a question asks for, and show them."""

from collections import Counter
from collections.abc import Iterable, Sequence

from neuromem_graph.core.text import fold, tokens
from neuromem_graph.core.worldview import believed, runs
from neuromem_graph.types.base import from_micros
from neuromem_graph.types.ledger import BeliefRow, NamedBelief
from neuromem_graph.types.recall import BeliefView, RecallPlan


def select(named: Iterable[NamedBelief], plan: RecallPlan) -> tuple[BeliefView, ...]:
    """Return the beliefs a question asks for, the most relevant first.

    A belief is relevant by the share of the search terms that stand in its attribute and value; the
    names of its entity don't count. A question about a whole entity gets all of them.

    Args:
        named: what is believed of the entities that the question may name.
        plan: the terms, and the moment of the world; without one, all there ever was is shown.
    """
    slots: dict[int, list[NamedBelief]] = {}
    for one in _meant(tuple(named), plan):
        if one.entity_name and one.attribute and one.belief.value:  # else it was erased
            slots.setdefault(one.belief.slot, []).append(one)
    views = [view for slot in slots.values() for view in _views(slot, plan)]
    kept = [view for view in views if plan.overview or view.relevance > 0]
    return tuple(sorted(kept, key=_order))


def _meant(named: Sequence[NamedBelief], plan: RecallPlan) -> Sequence[NamedBelief]:
    """Of several who bear one name, keep the one whose relation the question names, if any."""
    bearers: dict[str, set[int]] = {}
    for one in named:
        bearers.setdefault(fold(one.entity_name or ""), set()).add(one.entity)
    asked = frozenset(plan.terms)
    right = {one.entity for one in named if one.relation and asked >= set(tokens(one.relation))}
    settled = {name for name, entities in bearers.items() if len(entities) > 1 and entities & right}
    return [
        one for one in named
        if fold(one.entity_name or "") not in settled or one.entity in right
    ]  # fmt: skip


def _order(view: BeliefView) -> tuple[float, bool, float, str]:
    newest = -view.valid_from.timestamp()
    return -view.relevance, view.commitment == "candidate", newest, view.claim_id


def _views(slot: Sequence[NamedBelief], plan: RecallPlan) -> list[BeliefView]:
    moment = plan.gate.valid_at
    rows = [one.belief for one in slot]
    shown = sorted(runs(rows), key=lambda b: (b.valid_from, b.claim))
    if moment is not None:
        shown = list(believed(rows, moment))
    first = slot[0]
    disputed = (
        _disputed(shown, first.cardinality == "single") if moment is not None else frozenset()
    )
    return [_view(row, first, row.claim in disputed, plan) for row in shown]


def _disputed(shown: Sequence[BeliefRow], single: bool) -> frozenset[int]:
    """Return the claims that can't hold together: two values of one, or both signs of a value."""
    values = Counter(key for key, _ in {(b.value_key, b.polarity) for b in shown})
    crowded = single and sum(values.values()) > 1
    return frozenset(b.claim for b in shown if crowded or values[b.value_key] > 1)


def _view(row: BeliefRow, named: NamedBelief, disputed: bool, plan: RecallPlan) -> BeliefView:
    entity, attribute, value = named.entity_name or "", named.attribute or "", row.value or ""
    own = frozenset(tokens(entity)) | frozenset(tokens(fold(entity)))
    asked = [term for term in plan.terms if term not in own]
    words = frozenset(tokens(f"{attribute.replace('_', ' ')} {value}"))
    share = sum(term in words for term in asked) / len(asked) if asked else 0.0
    return BeliefView(
        claim_id=row.claim_id, slot=row.slot, entity=entity, relation=named.relation,
        attribute=attribute, value=value,
        polarity=row.polarity, commitment=row.commitment, channel=row.channel,
        valid_from=from_micros(row.valid_from), support=row.support, event=row.event,
        valid_to=None if row.valid_to is None else from_micros(row.valid_to),
        memory=row.memory, disputed=disputed, relevance=round(share, 6),
    )  # fmt: skip
