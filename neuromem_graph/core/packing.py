"""Pack what was found into a prompt that never exceeds its budget.

An entry is served whole or not at all, and the budget covers every character of the prompt, counted
on the rendered text with the caller's own counter. What is believed and surely asked for comes
first, then the best memory, then whatever is worth most per token: a score, relative to the best,
to the power of `Packing.steepness`. The longer of two memories at one place of a ranking holds the
answer more often, nearly as much more often as it is longer, so the worth falls steeply with the
score, and length decides between near ones only. Where all fits, nothing is weighed.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core.diversity import Text, diversify
from neuromem_graph.core.fitting import Fit, Most, Sizes, fit
from neuromem_graph.core.lifecycle import dated
from neuromem_graph.core.rendering import Entry, belief_entry, memory_entry
from neuromem_graph.core.views import trace
from neuromem_graph.ports import TokenCounter
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import from_micros
from neuromem_graph.types.ledger import MemoryRow
from neuromem_graph.types.placing import Decision, LeftOut, Placing, Step
from neuromem_graph.types.recall import (
    BeliefTrace,
    BeliefView,
    MemoryContext,
    MemoryItem,
    Ranked,
    Ranking,
)

__all__ = ["CUT", "DECISIONS", "NOTHING_RELEVANT", "NOTHING_STORED", "believed", "ended", "pack"]

NOTHING_STORED = "nothing is stored here"
NOTHING_RELEVANT = "nothing relevant was found"
CUT = "cut: the budget holds not even one entry"

DECISIONS: Mapping[Decision, str] = {
    "served": "it is in the context",
    "alike": "a better one says the same",
    "over_limit": "`k` better ones are in the context",
    "cut": "the budget did not hold it",
    "not_relevant": "what is stored here holds too little of the question; see `Packing.floor`",
    "untrusted": "no trusted source says so, and none confirms it; see `Safety.trust`",
}
"""What packing can decide about a memory."""

_BEGINS = 48  # characters of a memory left out that its explanation shows
_LEAST = 1e-9  # nothing is divided by less


class _Offer(NamedTuple):
    """Hold a memory that may be served."""

    ranked: Ranked
    row: MemoryRow
    text: str
    score: float  # of its place
    alike: float  # to those before it
    again: bool  # it says what one before it says


class _Packed(NamedTuple):
    """Hold what was chosen."""

    beliefs: tuple[BeliefView, ...]
    offers: tuple[_Offer, ...]
    sizes: Sizes
    fit: Fit


def pack(
    ranking: Ranking, rows: Sequence[MemoryRow], count_tokens: TokenCounter, settings: Settings
) -> MemoryContext:
    """Pack a ranking into a context of at most `budget_tokens` tokens and `k` memories.

    Args:
        ranking: the order, the beliefs and the plan.
        rows: the memories of the ranking, in any order; those that are missing are passed over.
        count_tokens: counts as the caller's model does.
        settings: how many beliefs are served and their share of the budget; when texts are alike,
            what an entry is worth, and when nothing is relevant.

    Returns:
        The context. When it holds nothing it says why in `abstained`.
    """
    plan = ranking.plan
    offers = _offers(ranking, dated(rows, plan.now), settings)
    noise = not ranking.beliefs and ranking.covered < settings.packing.floor
    packed = _chosen(ranking, () if noise else offers, count_tokens, settings)
    served = packed.fit.taken
    items = _items(packed, ranking, rows)
    abstained = None
    if not served:
        found = CUT if packed.offers or packed.beliefs else NOTHING_RELEVANT
        abstained = found if ranking.stored or packed.beliefs else NOTHING_STORED
    kept = frozenset(number for number in served if number < len(packed.beliefs))
    return MemoryContext(
        query=plan.query.text, namespace=plan.query.namespace, lens=plan.lens, seq=plan.seq,
        text=packed.fit.rendered.text, tokens=packed.fit.tokens, abstained=abstained,
        weighed=ranking.weighed, items=items,
        worldview=tuple(packed.beliefs[number] for number in sorted(kept)),
        worldview_trace=_traced(ranking, kept, settings),
        left_out=(*_left_out(offers, items, plan.query.k, settings, noise=noise),
                  *_untrusted(ranking, rows, settings)),
    )  # fmt: skip


def believed(beliefs: Sequence[BeliefView], tokens: int, count_tokens: TokenCounter) -> str:
    """Render beliefs alone, as many as a budget holds; "" if it holds none.

    Args:
        beliefs: in the order they are offered.
        tokens: of the text, at most.
        count_tokens: counts as the caller's model does.
    """
    sizes = Sizes(lambda number: belief_entry(beliefs[number]), count_tokens)
    most = Most(len(beliefs), 0)
    return fit(range(len(beliefs)), sizes, tokens, most, len(beliefs)).rendered.text


def _offers(
    ranking: Ranking, rows: Sequence[MemoryRow], settings: Settings
) -> tuple[_Offer, ...]:  # fmt: skip
    """Return what can be served: one memory of each event, with its text, and the new first."""
    by_memory = {row.memory: row for row in rows}
    found: list[tuple[Ranked, MemoryRow, str]] = []
    events: set[int] = set()
    for one in ranking.ranked:
        row = by_memory.get(one.memory)
        if row is None or row.text is None or row.doubted:
            continue
        place = -row.memory if row.compiled else row.event  # it is of many events
        if place not in events:
            events.add(place)
            found.append((one, row, row.text))
    scores = sorted((one.score for one, _, _ in found), reverse=True)  # a place keeps its score
    timed = ranking.plan.gate.valid_at is not None
    texts = [
        Text(text, score, row.thread, None if timed else str(from_micros(row.happened_at).date()))
        for (_, row, text), score in zip(found, scores, strict=True)
    ]
    plan = ranking.plan
    order = diversify(texts, settings.packing, first=plan.query.k, listing=plan.listing)
    return tuple(
        _Offer(*found[at], score, order.alike[at], again=at in order.again)
        for at, score in zip(order.places, scores, strict=True)
    )


def _chosen(
    ranking: Ranking, offers: Sequence[_Offer], count: TokenCounter, settings: Settings
) -> _Packed:
    """Choose entries: all that was asked for if the budget holds it, else what is worth most."""
    plan, beliefs, first = ranking.plan, ranking.beliefs, len(ranking.beliefs)

    def entry(number: int) -> Entry:
        if number < first:
            return belief_entry(beliefs[number])
        one = offers[number - first]
        return memory_entry(one.row, one.text, ended(one.row, plan.gate.valid_at))

    sizes, budget = Sizes(entry, count), plan.query.budget_tokens
    most = Most(settings.retrieval.beliefs, plan.query.k)
    memories = min(len(offers), most.memories)
    wanted = [*range(min(first, most.beliefs)), *range(first, first + memories)]
    found = sizes.rendered(wanted) if wanted else Fit()
    if found.tokens > budget:
        order = _by_worth(beliefs, offers, sizes, settings, budget)
        found = fit(order, sizes, budget, most, settings.packing.misses)
    return _Packed(beliefs, tuple(offers), sizes, found)


def _by_worth(
    beliefs: Sequence[BeliefView], offers: Sequence[_Offer], sizes: Sizes, settings: Settings,
    budget: int,
) -> list[int]:  # fmt: skip
    """Order entries: sure beliefs up to their share, the best memory, then by worth per token."""
    how, first = settings.packing, len(beliefs)
    share = settings.retrieval.worldview_share if offers else 1.0
    used, head = sizes.frame, list[int]()
    for number, one in enumerate(beliefs[: settings.retrieval.beliefs]):
        used += sizes.of(number)
        if one.relevance >= how.sure and used <= budget * share:
            head.append(number)
    head += [first] if offers else []
    best = max(offers[0].score if offers else 0.0, _LEAST)
    worth = {n: min(one.relevance, 1.0) for n, one in enumerate(beliefs)}
    worth |= {first + n: max(one.score, 0.0) / best for n, one in enumerate(offers)}
    per_token = {n: one**how.steepness / max(sizes.of(n), 1) for n, one in worth.items()}
    last = {first + n for n, one in enumerate(offers) if one.again}
    rest = sorted(
        worth.keys() - set(head), key=lambda n: (n in last, -round(per_token[n], 15), n)
    )  # fmt: skip
    return [*head, *rest]


def _items(
    packed: _Packed, ranking: Ranking, rows: Sequence[MemoryRow]
) -> tuple[MemoryItem, ...]:  # fmt: skip
    """Show the memories that were chosen, in the order of their rank."""
    first, moment = len(packed.beliefs), ranking.plan.gate.valid_at
    ids = {row.memory: row.id for row in rows}
    ways = {one.memory: one.hops for one in ranking.paths}
    items = []
    for number, line in zip(packed.fit.taken, packed.fit.rendered.lines, strict=True):
        if number < first:
            continue
        one = packed.offers[number - first]
        placing = Placing(
            line=line, tokens=packed.sizes.of(number), alike=one.alike,
            path=tuple(
                Step(memory=ids.get(hop.memory), relation=hop.relation)
                for hop in ways.get(one.row.memory, ())
            ),
        )  # fmt: skip
        items.append(_item(one, number - first + 1, ended(one.row, moment), placing))
    return tuple(items)


def _item(one: _Offer, rank: int, over: tuple[str, ...], placing: Placing) -> MemoryItem:
    row = one.row
    return MemoryItem(
        id=row.id, text=one.text, kind=row.kind, commitment=row.commitment, state=row.state,
        channel=row.channel, speaker=None if row.compiled else row.speaker, thread=row.thread,
        support=row.support,
        happened_at=from_micros(row.happened_at), valid_from=from_micros(row.valid_from),
        valid_to=None if row.valid_to is None else from_micros(row.valid_to),
        event_id=row.event_id, message_id=row.message, score=one.score, rank=rank,
        why=one.ranked.channels, ended=over, placing=placing,
    )  # fmt: skip


def ended(row: MemoryRow, moment: int | None) -> tuple[str, ...]:
    """Return the values in a memory that hold no longer at a moment, though others of it do.

    Args:
        row: the memory, with what has ended of its statements.
        moment: of the world, in microseconds; None looks at all times: nothing is over.
    """
    if moment is None or row.valid_to is not None:
        return ()  # shown with its times, and "until" says it of all its statements
    return tuple(
        dict.fromkeys(
            ("not " if polarity == "negated" else "") + value
            for value, polarity, held in row.over
            if (polarity != "retracted" or value.casefold() in (row.text or "").casefold())
            and all(until is not None and until <= moment for _, until in held)
        )
    )


def _traced(
    ranking: Ranking, kept: frozenset[int], settings: Settings
) -> tuple[BeliefTrace, ...]:  # fmt: skip
    """Tell what became of every belief that was considered, up to a number."""
    chosen = [trace(ranking.beliefs[number], "chosen") for number in sorted(kept)]
    full = len(chosen) >= settings.retrieval.beliefs
    left = [one for number, one in enumerate(ranking.beliefs) if number not in kept]
    lost = [trace(one, "over_limit" if full else "cut") for one in left]
    return (*chosen, *lost, *ranking.considered)[: settings.believing.traced]


def _untrusted(
    ranking: Ranking, rows: Sequence[MemoryRow], settings: Settings
) -> tuple[LeftOut, ...]:  # fmt: skip
    """Tell which ranked memories nobody trusted stands behind, up to a number."""
    known = {row.memory: row for row in rows if row.doubted}
    found = [
        LeftOut(memory=known[one.memory].id, rank=rank, score=one.score, decision="untrusted",
                begins=(known[one.memory].text or "")[:_BEGINS])
        for rank, one in enumerate(ranking.ranked, start=1) if one.memory in known
    ]  # fmt: skip
    return tuple(found[: settings.packing.explained])


def _left_out(
    offers: Sequence[_Offer], items: Sequence[MemoryItem], k: int, settings: Settings, *,
    noise: bool,
) -> tuple[LeftOut, ...]:  # fmt: skip
    """Tell why memories that were ranked are not served, up to a number."""
    served, full = {item.id for item in items}, len(items) >= k
    found: list[LeftOut] = []
    for rank, one in enumerate(offers, start=1):
        if len(found) >= settings.packing.explained:
            break
        if one.row.id in served:
            continue
        decision: Decision = "not_relevant" if noise else "over_limit" if full else "cut"
        if one.again and not noise:
            decision = "alike"
        found.append(LeftOut(memory=one.row.id, rank=rank, score=one.score, decision=decision,
                             alike=one.alike, begins=one.text[:_BEGINS]))  # fmt: skip
    return tuple(found)
