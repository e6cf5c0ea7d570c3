"""Fuse the rankings of all channels into one.

The default is a convex sum of scores, each channel divided by its best (dense: from its lowest to
its best), which keeps how far apart memories are. Reciprocal-rank fusion (Cormack, Clarke &
Buettcher 2009) looks at the ranks alone and is a choice in `Settings.retrieval.fusion`.

Channels named in `signals` retrieve nothing: their score, in [0, 1], is added to what others found,
in units of the best hit of a channel. Those named in `agreement` raise or lower the sum by a share.
"""

from collections.abc import Sequence

import numpy as np

from neuromem_graph.core.lexical import Floats, Ints, among, hits
from neuromem_graph.core.resolution import USER
from neuromem_graph.core.text import fold
from neuromem_graph.errors import ProviderError
from neuromem_graph.settings import Retrieval
from neuromem_graph.types.base import Channel, Kind
from neuromem_graph.types.ledger import Places
from neuromem_graph.types.recall import BeliefView, ChannelHits, Ranked, RecallPlan

_DIGITS = 9
LARGEST_SCORE = 1e100
"""Of a reranker: beyond it there is no rounding to nine digits."""

_FAINT = 0.05  # a belief about whom the question names, but not about what it asks
_FROM_LOWEST = frozenset({"dense"})  # cosines have no natural zero


def agreements(
    plan: RecallPlan, places: Places, favours: frozenset[Kind], importance: Sequence[float] = ()
) -> tuple[ChannelHits, ...]:
    """Say which memories agree with the question: said by whom it names, or of a favoured kind.

    Args:
        plan: the names and the lens.
        places: the memories looked at.
        favours: kinds the lens is after.
        importance: of each of the memories at the moment; what is recorded by default.

    Returns:
        The channels "speaker" and "kind", with the score 1 for each memory that agrees, and
        "importance" for those that outcomes, decay or time have moved, with how far: below 0 it
        lowers them.
    """
    named = frozenset(plan.names)
    voices = tuple(zip(places.speaker, places.channel, strict=True))
    asked = {voice for voice in set(voices) if _speaks(*voice, named)}
    speaker = [m for m, voice in zip(places.memory, voices, strict=True) if voice in asked]
    kind = [m for m, what in zip(places.memory, places.kind, strict=True) if what in favours]
    agreeing = tuple(
        ChannelHits(channel=name, memories=tuple(found), scores=(1.0,) * len(found))
        for name, found in (("speaker", speaker), ("kind", kind))
    )
    return (*agreeing, _importance(places, importance or places.importance))


def _importance(places: Places, importance: Sequence[float]) -> ChannelHits:
    gained = np.round(np.asarray(importance, dtype=np.float64) - 1.0, _DIGITS)
    memory = np.asarray(places.memory[: len(gained)], dtype=np.int64)  # items have none
    moved = np.flatnonzero(gained)
    order = moved[np.lexsort((memory[moved], -gained[moved]))]
    memories, scores = tuple(memory[order].tolist()), tuple(gained[order].tolist())
    return ChannelHits(channel="importance", memories=memories, scores=scores)


def believed(beliefs: Sequence[BeliefView], places: Places) -> ChannelHits:
    """Rank the memories in which the believed facts stand: the evidence comes with the belief.

    Args:
        beliefs: those the question asks for, with their relevance.
        places: the memories looked at; only open ones are given.
    """
    open_ = {m for m, passes in zip(places.memory, places.open, strict=True) if passes}
    best: dict[int, float] = {}
    for one in beliefs:
        if one.memory in open_:
            best[one.memory] = max(best.get(one.memory, _FAINT), one.relevance)
    memory = np.array(sorted(best), dtype=np.int64)
    return hits("belief", memory, np.array([best[m] for m in sorted(best)], dtype=np.float64))


def _speaks(speaker: str | None, channel: Channel, named: frozenset[str]) -> bool:
    """Tell whether a question names the speaker; "I" is the user whose messages bear no name."""
    if speaker is None:
        return channel == "user" and USER in named
    key = fold(speaker)
    return key in named or not named.isdisjoint(key.split())


def fuse(
    channels: Sequence[ChannelHits], settings: Retrieval, limit: int | None = None
) -> tuple[Ranked, ...]:
    """Fuse rankings: what several channels find comes first, ties by age.

    Args:
        channels: those in `settings.weights` retrieve, those in `settings.signals` are added, those
            in `settings.agreement` raise.
        settings: the kind of fusion and the weights.
        limit: how many to return.

    Returns:
        Memories, best first, each with its score and rank in every channel that has it.
    """
    return _explained(*scored(channels, settings, limit), channels)


def scored(
    channels: Sequence[ChannelHits], settings: Retrieval, limit: int | None = None
) -> tuple[Ints, Floats]:
    """Fuse rankings as `fuse` does, and return only memories and scores, best first."""
    finding = [c for c in channels if c.memories and settings.weights.get(c.channel, 0.0) > 0]
    if not finding:
        return np.zeros(0, dtype=np.int64), np.zeros(0)
    memory = np.unique(np.concatenate([one.by_memory.memory for one in finding]))
    score = np.zeros(len(memory))
    for one in finding:
        at = np.searchsorted(memory, one.by_memory.memory)
        score[at] += settings.weights[one.channel] * shares(one, settings)
    unit = unit_of(settings)
    raised = np.ones(len(memory))
    for one in channels:
        _add(score, memory, one, settings.signals.get(one.channel, 0.0) * unit)
        _add(raised, memory, one, settings.agreement.get(one.channel, 0.0))
    score = np.round(np.maximum(score, 0.0) * raised, _DIGITS)
    order = np.lexsort((memory, -score))[:limit]
    return memory[order], score[order]


def unit_of(settings: Retrieval) -> float:
    """Return what the best hit of a channel of weight 1 gets: signals are added in this unit."""
    return 1.0 / (settings.reciprocal_k + 1) if settings.fusion == "reciprocal" else 1.0


def _add(values: Floats, memory: Ints, one: ChannelHits, weight: float) -> None:
    """Add the weighed scores of a channel to those of its memories that are among some."""
    if weight == 0 or not one.memories:
        return
    hit = one.by_memory
    values[among(memory, hit.memory)] += weight * hit.score[among(hit.memory, memory)]


def shares(one: ChannelHits, settings: Retrieval) -> Floats:
    """Return what a channel of weight 1 adds to each of its memories, ordered by memory.

    Args:
        one: a channel that found something.
        settings: the kind of fusion.

    Returns:
        Of a convex sum at most 1, of reciprocal ranks 1 / (`reciprocal_k` + rank).
    """
    hit = one.by_memory
    if settings.fusion == "reciprocal":
        return 1.0 / (settings.reciprocal_k + hit.rank)
    lowest = one.scores[-1] if one.channel in _FROM_LOWEST and len(one.scores) > 1 else 0.0
    spread = one.scores[0] - lowest
    return (hit.score - lowest) / spread if spread > 0 else np.ones(len(hit.score))


def _explained(memory: Ints, score: Floats, channels: Sequence[ChannelHits]) -> tuple[Ranked, ...]:
    why: list[dict[str, tuple[float, int]]] = [{} for _ in memory]
    for channel in channels:
        hit = channel.by_memory
        has = np.flatnonzero(among(memory, hit.memory))
        found = np.searchsorted(hit.memory, memory[has])
        placed = zip(hit.score[found].tolist(), hit.rank[found].tolist(), strict=True)
        for at, place in zip(has.tolist(), placed, strict=True):
            why[at][channel.channel] = place
    rows = zip(memory.tolist(), score.tolist(), why, strict=True)
    return tuple(Ranked(memory=one, score=value, channels=how) for one, value, how in rows)


def led(ranked: Sequence[Ranked], tellers: Sequence[int]) -> tuple[Ranked, ...]:
    """Order the memories that tell an asked slot as its values are ordered, on the same places.

    Args:
        ranked: the fused ranking.
        tellers: memories, the one that tells what is asked for first.

    Returns:
        The ranking; a place keeps its score, whoever stands there.
    """
    order = {memory: at for at, memory in enumerate(tellers)}
    places = [at for at, one in enumerate(ranked) if one.memory in order]
    found = sorted((ranked[at] for at in places), key=lambda one: order[one.memory])
    put = dict(zip(places, found, strict=True))
    return tuple(
        put[at].model_copy(update={"score": one.score}) if at in put else one
        for at, one in enumerate(ranked)
    )


def reordered(
    ranked: Sequence[Ranked], memories: Sequence[int], scores: Sequence[float]
) -> tuple[Ranked, ...]:
    """Order memories by what a reranker says of them; those it has not read come last.

    Args:
        ranked: the fused ranking.
        memories: what it read.
        scores: one per memory; higher is better.

    Raises:
        ProviderError: there are not as many finite scores as memories, `LARGEST_SCORE` at most.
    """
    try:
        values = np.asarray(scores, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as exc:
        raise ProviderError(f"the reranker gave no numbers: {scores!r:.80}") from exc
    if values.shape != (len(memories),) or not (np.abs(values) <= LARGEST_SCORE).all():
        raise ProviderError(f"the reranker gave {scores!r:.80} for {len(memories)} texts")
    given = hits("reranker", np.asarray(memories, dtype=np.int64), values, floor=-np.inf)
    place = {memory: (given.scores[at], at + 1) for at, memory in enumerate(given.memories)}
    read = [
        one.model_copy(update={"channels": {**one.channels, "reranker": place[one.memory]}})
        for one in ranked
        if one.memory in place
    ]
    read.sort(key=lambda one: one.channels["reranker"][1])
    return (*read, *(one for one in ranked if one.memory not in place))
