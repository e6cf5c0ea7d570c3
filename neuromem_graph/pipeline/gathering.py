"""Gather what every channel finds for a plan, from one reader."""

from collections.abc import Mapping, Sequence

from neuromem_graph.core import (
    context,
    covering,
    cues,
    decaying,
    fusion,
    kindred,
    lenses,
    lexical,
    views,
)
from neuromem_graph.core.dense import Sight
from neuromem_graph.pipeline import activating, meaning, recalls
from neuromem_graph.pipeline.ordering import offered
from neuromem_graph.ports import Searchable
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.ledger import Places
from neuromem_graph.types.recall import Gathered, RecallPlan

__all__ = ["gather", "looked_at"]

_GROWTH = 3  # a look at more takes so many times as many


def gather(
    plan: RecallPlan, reader: Searchable, resources: Resources, sight: Sight | None = None
) -> Gathered:
    """Collect what every channel finds, and the beliefs the question asks for.

    Args:
        plan: what is looked for.
        reader: the moment, or items seen as memories.
        resources: settings.
        sight: what is near to the question by meaning, if anything embeds.
    """
    settings, namespace = resources.settings.retrieval, plan.query.namespace
    kin = kindred.kindred(plan.terms, settings.kindred)
    wide = reader.postings(namespace, context.asked_terms(kin))
    postings = context.merged(wide, kin, settings.pool)
    weighed = lexical.weigh(postings, settings)
    about = reader.beliefs_about(namespace, plan.names, plan.gate)
    beliefs, considered, tellers, outdated = views.choose(about, plan, resources.settings)
    pool = max(settings.pool, offered(plan))
    also = meaning.nearest(sight, settings, pool)
    also += [one.memory for one in beliefs[:pool] if one.memory is not None]
    known = activating.connections(weighed, beliefs, plan, reader, resources.settings)
    also += known.memories
    places = looked_at(weighed, also, plan, reader, pool)
    meant, others = meaning.opened(sight, places, plan, reader, resources, pool)
    places = joined(places, others)
    channels = (
        *lexical.score(weighed, places),
        *context.around(wide, kin, weighed, places, settings), *meant,
        fusion.believed(beliefs, places), *cues.agreeing(plan.query.text, plan.asked, places),
        *fusion.agreements(plan, places, lenses.LENSES[plan.lens].favours,
                           _importance(places, plan, resources)),
    )  # fmt: skip
    reached = activating.activated(channels, places, known, resources.settings)
    return Gathered(
        plan=plan, stored=postings.documents, beliefs=beliefs, considered=considered,
        tellers=tellers, outdated=tuple(sorted(outdated)), channels=(*channels, reached.channel),
        paths=reached.paths, covered=1.0 if meant else covering.covered(postings, places),
    )  # fmt: skip


def _importance(places: Places, plan: RecallPlan, resources: Resources) -> tuple[float, ...]:
    """Return how important memories are at the moment of the plan."""
    uses: Mapping[str, decaying.Use] = {}
    if recalls.needed(resources):
        uses = recalls.counted(plan.query.namespace, plan.now, resources)
    return decaying.at_places(places, to_micros(plan.now), resources.settings.decaying, uses)


def looked_at(
    weighed: lexical.Weighed, also: Sequence[int], plan: RecallPlan, reader: Searchable, pool: int
) -> Places:
    """Read the places of the memories with the best words, until enough of them are open.

    Args:
        weighed: the scores by words.
        also: memories to look at whatever their words.
        plan: the namespace and the gate.
        reader: the moment.
        pool: how many open ones are wanted.

    Returns:
        The best, those beside them in their threads, and `also`.
    """
    places, done, wanted = Places(), 0, pool
    chosen = set[int]()
    while True:
        best = weighed.postings.memory[lexical.best(weighed, done, wanted)].tolist()
        near = lexical.beside(weighed, best if done else [*best, *also])
        unseen = sorted(set(near).difference(places.memory))
        if unseen:
            found = reader.places(plan.query.namespace, unseen, plan.gate)
            places = joined(places, found) if places.memory else found
        chosen.update(best)
        open_ = (m for m, passes in zip(places.memory, places.open, strict=True) if passes)
        if len(best) < wanted - done or len(chosen.intersection(open_)) >= pool:
            return places
        done, wanted = wanted, wanted * _GROWTH


def joined(one: Places, other: Places) -> Places:
    """Put two sets of places together, oldest first."""
    rows = sorted(zip(*(a + b for a, b in zip(one, other, strict=True)), strict=True))
    return Places(*zip(*rows, strict=True)) if rows else one
