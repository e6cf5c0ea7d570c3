"""Choose the beliefs that a question asks for, and show them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core.lifecycle import shown as told
from neuromem_graph.core.scoring import Moment, Standing, judge
from neuromem_graph.core.text import fold, tokens
from neuromem_graph.core.worldview import believed, covers, runs
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import from_micros, to_micros
from neuromem_graph.types.ledger import BeliefRow, NamedBelief
from neuromem_graph.types.recall import BeliefTrace, BeliefView, RecallPlan, Verdict

VERDICTS: Mapping[Verdict, str] = {
    "chosen": "it is in the context",
    "other_value": "it does not hold at the moment; another value may",
    "not_asked": "the question holds none of its words",
    "over_limit": "`Retrieval.beliefs` more relevant ones are in the context",
    "cut": "the budget did not hold it",
}
"""What can become of a belief that was considered for a query."""


class Choice(NamedTuple):
    """Hold the beliefs that a question asks for, and why others are none of them."""

    chosen: tuple[BeliefView, ...]  # the most relevant first
    passed: tuple[BeliefTrace, ...]  # the most relevant first, `Believing.traced` at most


def choose(named: Iterable[NamedBelief], plan: RecallPlan, settings: Settings) -> Choice:
    """Choose the beliefs a question asks for, the most relevant first.

    A belief is relevant by the share of the search terms that stand in its attribute and value; the
    names of its entity don't count. A question about a whole entity gets all of them.

    Args:
        named: what is believed of the entities that the question may name.
        plan: the terms, and the moment of the world; without one, all there ever was is shown.
        settings: how candidates are scored, and how many are explained.
    """
    slots: dict[tuple[int, str], list[NamedBelief]] = {}  # of who was merged, together
    for one in _meant(tuple(named), plan):
        if one.entity_name and one.attribute and one.belief.value:  # else it was erased
            slots.setdefault((one.entity, one.attribute), []).append(one)
    terms: dict[str, tuple[str, ...]] = {}  # of the question, by whom they are asked about
    chosen: list[BeliefView] = []
    passed: list[BeliefTrace] = []
    for slot in slots.values():
        name = slot[0].entity_name or ""
        asked = terms.get(name) or terms.setdefault(name, asked_of(name, plan.terms))
        relevant = plan.overview or any(share(_words(one), asked) for one in slot)
        if not relevant and len(passed) >= settings.believing.traced:
            continue  # one more that is not asked for
        shown, others = _views(slot, asked, plan, settings)
        chosen += [view for view in shown if plan.overview or view.relevance > 0]
        passed += [
            trace(view, "not_asked") for view in shown if not (plan.overview or view.relevance)
        ]
        passed += [trace(view, "other_value") for view in others]
    passed.sort(key=lambda one: (-one.relevance, one.slot, one.claim_id))
    kept = tuple(passed[: settings.believing.traced])
    return Choice(tuple(sorted(chosen, key=_order)), kept)


def _words(one: NamedBelief) -> str:
    return f"{one.attribute} {one.belief.value}"


def trace(view: BeliefView, verdict: Verdict) -> BeliefTrace:
    """Say what became of a belief."""
    return BeliefTrace(
        claim_id=view.claim_id, slot=view.slot, relevance=view.relevance, score=view.score,
        status=view.status, verdict=verdict,
    )  # fmt: skip


def moment_of(plan: RecallPlan) -> Moment:
    """Return the moment of the world that statuses are about, and what is now for scores."""
    now = to_micros(plan.now)
    at = plan.gate.valid_at
    return Moment(now, now) if at is None else Moment(at, at)


def asked_of(entity: str, terms: Iterable[str]) -> tuple[str, ...]:
    """Return the search terms of a question that are not the name of an entity."""
    own = frozenset(tokens(entity)) | frozenset(tokens(fold(entity)))
    return tuple(term for term in terms if term not in own)


def share(words: str, asked: Sequence[str]) -> float:
    """Return the share of search terms that stand in some words, in [0, 1]; 0 of none.

    Args:
        words: an attribute and its value.
        asked: as `asked_of` gives them.
    """
    held = frozenset(tokens(words.replace("_", " ")))
    return round(sum(term in held for term in asked) / len(asked), 6) if asked else 0.0


def _meant(named: Sequence[NamedBelief], plan: RecallPlan) -> Sequence[NamedBelief]:
    """Of several who bear one name, keep the one whose relation the question names, if any."""
    keys = {name: fold(name) for name in {one.entity_name or "" for one in named}}
    bearers: dict[str, set[int]] = {}
    for one in named:
        bearers.setdefault(keys[one.entity_name or ""], set()).add(one.entity)
    shared = {name: entities for name, entities in bearers.items() if len(entities) > 1}
    if not shared:
        return named
    asked = frozenset(plan.terms)
    right = {one.entity for one in named if one.relation and asked >= set(tokens(one.relation))}
    settled = {name for name, entities in shared.items() if entities & right}
    return [
        one for one in named
        if keys[one.entity_name or ""] not in settled or one.entity in right
    ]  # fmt: skip


def _order(view: BeliefView) -> tuple[float, bool, float, str]:
    newest = -view.valid_from.timestamp()
    return -view.relevance, view.commitment == "candidate", newest, view.claim_id


def _views(
    slot: Sequence[NamedBelief], asked: Sequence[str], plan: RecallPlan, settings: Settings
) -> tuple[list[BeliefView], list[BeliefView]]:
    """Show what a slot holds at the moment of a question, and what it holds beside that."""
    first, moment = slot[0], plan.gate.valid_at
    rows = told([one.belief for one in slot], plan.gate.states, plan.gate.now)
    every = sorted(runs(rows), key=lambda b: (b.valid_from, b.claim))
    standings = judge(every, first.cardinality, moment_of(plan), settings)
    if moment is None:
        return list(_show(every, standings, first, frozenset(), asked)), []
    holding = believed(rows, moment)
    disputed = _disputed(holding, first.cardinality == "single")
    others = [row for row in every if not covers(row, moment)]
    return (
        list(_show(holding, standings, first, disputed, asked)),
        list(_show(others, standings, first, frozenset(), asked)),
    )


def _disputed(shown: Sequence[BeliefRow], single: bool) -> frozenset[int]:
    """Return the claims that can't hold together: two values of one, or both signs of a value."""
    values = Counter(key for key, _ in {(b.value_key, b.polarity) for b in shown})
    crowded = single and sum(values.values()) > 1
    return frozenset(b.claim for b in shown if crowded or values[b.value_key] > 1)


def _show(
    rows: Iterable[BeliefRow], standings: dict[int, Standing], named: NamedBelief,
    disputed: frozenset[int], asked: Sequence[str],
) -> Iterator[BeliefView]:  # fmt: skip
    entity, attribute = named.entity_name or "", named.attribute or ""
    for row in rows:
        value, standing = row.value or "", standings[row.claim]
        yield BeliefView(
            claim_id=row.claim_id, slot=row.slot, entity=entity, relation=named.relation,
            attribute=attribute, value=value, support=row.support, event=row.event,
            polarity=row.polarity, commitment=row.commitment, channel=row.channel,
            valid_from=from_micros(row.valid_from), memory=row.memory,
            valid_to=None if row.valid_to is None else from_micros(row.valid_to),
            disputed=row.claim in disputed, status=standing.status, score=standing.score,
            relevance=share(f"{attribute} {value}", asked),
        )  # fmt: skip
