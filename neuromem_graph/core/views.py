"""Choose the beliefs that a question asks for, and show them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core.asking import asked_of, fit, share, stems
from neuromem_graph.core.lifecycle import shown as told
from neuromem_graph.core.lifecycle import unerased
from neuromem_graph.core.periods import LAST, sequence
from neuromem_graph.core.resolution import USER
from neuromem_graph.core.runs import believed, covers, holding, runs
from neuromem_graph.core.scoring import Moment, Standing, judge
from neuromem_graph.core.text import fold, tokens
from neuromem_graph.core.trusting import unproved
from neuromem_graph.settings import Settings
from neuromem_graph.settings.asking import EMPTY
from neuromem_graph.types.base import from_micros, to_micros
from neuromem_graph.types.ledger import BeliefRow, NamedBelief
from neuromem_graph.types.recall import BeliefTrace, BeliefView, RecallPlan, Verdict

_EMPTY = frozenset(stem for word in EMPTY for stem in tokens(word))

VERDICTS: Mapping[Verdict, str] = {
    "chosen": "it is in the context",
    "other_value": "it does not hold at the moment; another value may",
    "not_asked": "the question neither names its slot nor holds its words",
    "over_limit": "`Retrieval.beliefs` more relevant ones are in the context",
    "cut": "the budget did not hold it",
    "untrusted": "no trusted source tells it; see `Safety.trust`",
}
"""What can become of a belief that was considered for a query."""


class Choice(NamedTuple):
    """Hold the beliefs that a question asks for, and why others are none of them."""

    chosen: tuple[BeliefView, ...]  # the most relevant first
    passed: tuple[BeliefTrace, ...]  # the most relevant first, `Believing.traced` at most
    tellers: tuple[int, ...] = ()  # memories that tell the slots it names, as `chosen` is ordered
    outdated: frozenset[int] = frozenset()  # of these, those that tell nothing of them that holds


class _Slot(NamedTuple):
    """Hold a slot, and how surely a question asks for it."""

    rows: list[NamedBelief]
    fit: float  # 1 it is named, 0.5 it may be meant, 0 it isn't
    terms: tuple[str, ...]  # of the question, less what says nothing about this entity
    whole: bool  # all that is believed of its entity is asked for
    beside: bool = False  # another slot of its entity is named
    first: bool = False  # nothing else is asked for: it comes before memories


def choose(named: Iterable[NamedBelief], plan: RecallPlan, settings: Settings) -> Choice:
    """Choose the beliefs a question asks for, the most relevant first.

    A belief is relevant if the question names its slot (`core.asking`); else by the share of the
    search terms that stand in its attribute and value; the names of its entity don't count. Beside
    a slot that is named, other slots of its entity come later, and only if a term stands in the
    value. A question about a whole entity gets all of them. What was true at the time that the
    question names comes first, what is firm before what is not, what it is before what it isn't,
    the newest before the older.

    Args:
        named: what is believed of the entities that the question may name.
        plan: what is asked, and the moment of the world; without one, all there ever was is shown.
        settings: how candidates are scored, and how many are explained.
    """
    chosen: list[tuple[tuple[float, ...], BeliefView]] = []
    passed: list[BeliefTrace] = []
    asked = _asked(named, plan)
    for slot in asked:
        relevant = slot.whole or any(
            _relevance(slot, value, settings) > 0
            for value in {row.belief.value or "": None for row in slot.rows}  # many say the same
        )
        if not relevant and len(passed) >= settings.believing.traced:
            continue  # one more that is not asked for
        shown, others = _views(slot, plan, settings)
        times = sequence(shown, plan.asked) if slot.fit else {}
        doubts = unproved([row.belief for row in slot.rows], settings)
        barred = {row.belief.claim_id for row in slot.rows if row.belief.claim in doubts}
        passed += [trace(view, "untrusted") for view in shown if view.claim_id in barred]
        for view in shown:
            if view.claim_id in barred:
                continue
            if slot.whole or view.relevance > 0:
                time = times.get(view.claim_id, LAST)
                chosen.append((_place(slot, view, time, denied=plan.asked.denied), view))
            else:
                passed.append(trace(view, "not_asked"))
        passed += [trace(view, "other_value") for view in others]
    # Ties go by when it was told, never by an id: ids are random.
    passed.sort(key=lambda one: (-one.relevance, one.slot, one.statement))
    chosen.sort(key=lambda one: (one[0], one[1].event, one[1].value))
    views = tuple(view for _, view in chosen)
    kept = tuple(passed[: settings.believing.traced])
    return Choice(views, kept, _tellers(asked, views), _outdated(asked, plan.gate.valid_at))


def _place(
    slot: _Slot, view: BeliefView, time: tuple[float, float], *, denied: bool
) -> tuple[float, ...]:
    several = slot.rows[0].cardinality == "multi"
    named = share(view.value, slot.terms)
    in_value = named if several else 0.0
    unsure, newest = view.commitment == "candidate", -view.valid_from.timestamp()
    # What it is answers, what it isn't does not; of what is disliked it is the other way round.
    aside = (view.polarity == "negated") is not denied and not named
    return (-slot.fit, *time, -view.relevance, float(unsure), float(aside), -in_value, newest)


def _asked(named: Iterable[NamedBelief], plan: RecallPlan) -> list[_Slot]:
    """Return the slots of whom a question names, with how surely it asks for them."""
    slots: dict[tuple[int, str], list[NamedBelief]] = {}  # of who was merged, together
    for one in _meant(tuple(named), plan):
        if one.entity_name and one.attribute:  # else it was erased
            slots.setdefault((one.entity, one.attribute), []).append(one)
    asked = [_slot(rows, plan) for rows in map(_left, slots.values()) if rows]
    clear = {one.rows[0].entity for one in asked if one.fit == 1}
    return [one._replace(beside=one.fit < 1 and one.rows[0].entity in clear) for one in asked]


def _left(rows: list[NamedBelief]) -> list[NamedBelief]:
    """Return what has a value of its own in a slot: neither erased nor a bare end."""
    left = {one.claim: one for one in unerased([row.belief for row in rows]) if one.value}
    return [row.model_copy(update={"belief": left[row.belief.claim]})
            for row in rows if row.belief.claim in left]  # fmt: skip


def _slot(rows: list[NamedBelief], plan: RecallPlan) -> _Slot:
    """Say how surely a question asks for a slot; "my boss" is a slot of the user, too."""
    asked, attribute = plan.asked, rows[0].attribute or ""
    name = rows[0].entity_name or ""
    own = fold(name) == USER
    if own and not asked.user:
        fits = fit(attribute, asked, asked.kin_slots, frozenset(asked.kin_words))
        return _Slot(rows, fits, (), whole=False)
    slots = {**asked.slots, **asked.kin_slots} if own else asked.slots
    fits = fit(attribute, asked, slots, frozenset(asked.words) - stems(name))
    if attribute == "relation_to_user" and "name" in slots:
        fits = 1.0
    silent = _EMPTY.union(() if own else asked.kin_words)
    terms = tuple(term for term in asked_of(name, plan.terms) if term not in silent)
    whole = plan.overview and (asked.whole_user or not own)
    return _Slot(rows, fits, terms, whole, first=plan.everything)


def _relevance(slot: _Slot, value: str, settings: Settings) -> float:
    """Say in [0, 1] how surely a question asks for a value of a slot."""
    weights, attribute = settings.asking, slot.rows[0].attribute or ""
    if slot.first:
        return weights.asked
    if slot.fit == 1:
        return round(weights.asked + (1 - weights.asked) * share(attribute, slot.terms), 6)
    held = share(f"{attribute} {value}", slot.terms)
    if slot.beside:
        held = round(weights.beside * held, 6) if share(value, slot.terms) else 0.0
    return max(held, weights.hinted) if slot.fit else held


def _tellers(asked: Iterable[_Slot], views: Iterable[BeliefView]) -> tuple[int, ...]:
    """Return the memories that tell the slots a question names: those behind `views` first."""
    rows = [one for slot in asked if slot.fit == 1 for one in slot.rows]
    rows.sort(key=lambda one: (-one.belief.valid_from, -one.belief.claim))
    rest = [memory for one in rows for memory in (one.belief.memory, *one.before)]
    named = set(rest)
    first = [view.memory for view in views if view.memory in named]
    return tuple(dict.fromkeys(one for one in (*first, *rest) if one is not None))


def _outdated(asked: Iterable[_Slot], moment: int | None) -> frozenset[int]:
    """Return the memories that tell of the slots a question names only what holds no longer.

    Whoever asks where she lives now is not helped by where she lived, though that memory tells
    something else that is still so. What only says that something is over stays, and periods do.
    """
    if moment is None:
        return frozenset()
    told, fresh = set[int | None](), set[int | None]()
    for slot in asked:
        if slot.fit < 1 or slot.rows[0].cardinality == "interval":
            continue
        rows = [one for one in slot.rows if one.belief.polarity != "retracted"]
        now = {(b.value_key, b.polarity) for b in believed([one.belief for one in rows], moment)}
        for one in rows:
            holds = (one.belief.value_key, one.belief.polarity) in now
            (fresh if holds else told).update((one.belief.memory, *one.before))
    return frozenset(one for one in told - fresh if one is not None)


def trace(view: BeliefView, verdict: Verdict) -> BeliefTrace:
    """Say what became of a belief."""
    sign = "not " if view.polarity == "negated" else ""
    return BeliefTrace(
        statement=f"{view.entity} {view.attribute}: {sign}{view.value}",
        claim_id=view.claim_id, slot=view.slot, relevance=view.relevance, score=view.score,
        status=view.status, verdict=verdict,
    )  # fmt: skip


def moment_of(plan: RecallPlan) -> Moment:
    """Return the moment of the world that statuses are about, and what is now for scores."""
    now = to_micros(plan.now)
    at = plan.gate.valid_at
    return Moment(now, now) if at is None else Moment(at, at)


def _meant(named: Sequence[NamedBelief], plan: RecallPlan) -> Sequence[NamedBelief]:
    """Keep whom the question means: of namesakes, the one whose relation it names, if any.

    Of those who are "my sister", it is the one whose name the question holds, too, if any.
    """
    kin = frozenset(plan.asked.kin)
    relatives = {one.entity for one in named if _relations(one) & kin}
    keys = {name: fold(name) for name in {one.entity_name or "" for one in named}}
    called = {one.entity for one in named if keys[one.entity_name or ""] in plan.names}
    if relatives & called:
        named = [one for one in named if one.entity not in relatives - called]
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


def _relations(one: NamedBelief) -> frozenset[str]:
    return frozenset((one.relation or "").split(", ")) - {""}


def _views(
    slot: _Slot, plan: RecallPlan, settings: Settings
) -> tuple[list[BeliefView], list[BeliefView]]:
    """Show what a slot holds at the moment of a question, and what it holds beside that."""
    first, moment = slot.rows[0], plan.gate.valid_at
    rows = told([one.belief for one in slot.rows], plan.gate.states, plan.gate.now)
    every = sorted(runs(rows), key=lambda b: (b.valid_from, b.claim))
    standings = judge(every, first.cardinality, moment_of(plan), settings)
    if moment is None:
        return list(_show(every, standings, slot, frozenset(), settings)), []
    held = holding(every, moment)
    disputed = _disputed(held, first.cardinality == "single")
    others = [row for row in every if not covers(row, moment)]
    return (
        list(_show(held, standings, slot, disputed, settings)),
        list(_show(others, standings, slot, frozenset(), settings)),
    )


def _disputed(shown: Sequence[BeliefRow], single: bool) -> frozenset[int]:
    """Return the claims that can't hold together: two values of one, or both signs of a value."""
    signs = {(b.value_key, b.polarity) for b in shown}
    values = Counter(key for key, _ in signs)  # a denial competes with its own value only
    crowded = single and sum(sign == "asserted" for _, sign in signs) > 1
    return frozenset(
        b.claim for b in shown
        if values[b.value_key] > 1 or (crowded and b.polarity == "asserted")
    )  # fmt: skip


def _show(
    rows: Iterable[BeliefRow], standings: dict[int, Standing], slot: _Slot,
    disputed: frozenset[int], settings: Settings,
) -> Iterator[BeliefView]:  # fmt: skip
    named = slot.rows[0]
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
            relevance=_relevance(slot, value, settings),
        )  # fmt: skip
