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
    timely,
    unspecific,
    views,
)
from neuromem_graph.core import expanding as widening
from neuromem_graph.core.dense import Sight
from neuromem_graph.core.kindred import Kin
from neuromem_graph.core.text import fold
from neuromem_graph.pipeline import activating, expanding, meaning, recalls
from neuromem_graph.pipeline.ordering import offered
from neuromem_graph.ports import Searchable
from neuromem_graph.resources import Resources
from neuromem_graph.settings import Retrieval
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.ledger import Places, Postings
from neuromem_graph.types.recall import ChannelHits, Gathered, RecallPlan
from neuromem_graph.types.searching import Rows

__all__ = ["gather", "looked_at", "newest"]

_GROWTH = 8  # a look at more takes so many times as many
_FARTHEST = 5_000  # memories: further back nobody looks for what is new


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
    settings, plan = resources.settings.retrieval, expanding.aliases(plan, reader, resources)
    pool = max(settings.pool, offered(plan))
    kin, wide, weighed = _words(plan, reader, settings)
    about = reader.beliefs_about(plan.query.namespace, plan.names, plan.gate, joined=True)
    beliefs, considered, tellers, outdated = views.choose(about, plan, resources.settings)
    sight = None if plan.everything else sight
    also = meaning.nearest(sight, settings, pool)
    also += [one.memory for one in beliefs[:pool] if one.memory is not None]
    known = activating.connections(weighed, beliefs, plan, reader, resources.settings)
    also += known.memories
    also += newest(weighed.postings.memory, plan, reader, pool) if plan.everything else ()
    also += then(weighed.postings.memory, plan, reader, pool) if plan.asked.alone else ()
    looks = expanding.looks(
        plan, reader, resources, lambda one: looked_at(one, (), plan, reader, pool),
        seen=sight is not None,
    )  # fmt: skip
    also += [memory for one in looks for memory in one.memories]
    places = looked_at(weighed, also, plan, reader, pool)
    meant, others = meaning.opened(sight, places, plan, reader, resources, pool)
    places = joined(places, others)
    channels = (
        *lexical.score(weighed, places),
        *context.around(wide, kin, weighed, places, settings), *meant,
        *expanding.channels(looks, places, settings), fusion.believed(beliefs, places),
        *_agreeing(plan, places, _importance(places, plan, resources)),
    )  # fmt: skip
    reached = activating.activated(channels, places, known, resources.settings)
    held = max(covering.covered(weighed.postings, places), expanding.covered(looks, places))
    whole = meant or plan.everything or any(c.channel == timely.CHANNEL and c.memories
                                            for c in channels)  # fmt: skip
    return Gathered(
        plan=plan, stored=wide.documents, beliefs=beliefs, considered=considered,
        tellers=tellers, outdated=tuple(sorted(outdated)), channels=(*channels, reached.channel),
        paths=reached.paths, covered=1.0 if whole else held,
    )  # fmt: skip


def _importance(places: Places, plan: RecallPlan, resources: Resources) -> tuple[float, ...]:
    """Return how important memories are at the moment of the plan."""
    uses: Mapping[str, decaying.Use] = {}
    if recalls.needed(resources):
        uses = recalls.counted(plan.query.namespace, plan.now, resources)
    return decaying.at_places(places, to_micros(plan.now), resources.settings.decaying, uses)


def _words(
    plan: RecallPlan, reader: Searchable, settings: Retrieval
) -> tuple[tuple[Kin, ...], Postings, lexical.Weighed]:
    """Read where the words of a question stand, those of its names by their other names, too."""
    kin = kindred.kindred(plan.terms, settings.kindred)
    if plan.expanded is not None:
        kin = widening.aliased(kin, plan.expanded.aliases)
    wide = reader.postings(plan.query.namespace, context.asked_terms(kin))
    return kin, wide, lexical.weigh(context.merged(wide, kin, settings.pool), settings)


def _agreeing(
    plan: RecallPlan, places: Places, importance: Sequence[float]
) -> tuple[ChannelHits, ...]:
    """Say which of some memories are such that they could answer a question, whatever they say."""
    called = plan
    if plan.expanded is not None:
        names = (fold(name) for one in plan.expanded.aliases.values() for name in one)
        called = plan.model_copy(update={"names": (*plan.names, *names)})
    return (
        *((unspecific.recent(places),) if plan.everything else ()),
        *((timely.between(places, plan.asked),) if plan.asked.alone else ()),
        *cues.agreeing(plan.query.text, plan.asked, places),
        *fusion.agreements(called, places, lenses.LENSES[plan.lens].favours, importance),
    )


def newest(memory: Rows, plan: RecallPlan, reader: Searchable, pool: int) -> list[int]:
    """Return the newest memories that pass the gate, of the newest ten thousand or so.

    Args:
        memory: all of them, oldest first.
        plan: the namespace and the gate.
        reader: the moment.
        pool: how many are wanted.
    """
    found, done, wanted = list[int](), 0, pool
    while len(found) < pool and done < min(len(memory), _FARTHEST):
        rows = memory[max(len(memory) - wanted, 0) : len(memory) - done].tolist()
        places = reader.places(plan.query.namespace, rows, plan.gate)
        passing = zip(places.memory, places.open, strict=True)
        found = [*(one for one, passes in passing if passes), *found]
        done, wanted = wanted, wanted * _GROWTH
    return found[-pool:]


def then(memory: Rows, plan: RecallPlan, reader: Searchable, pool: int) -> list[int]:
    """Return the newest memories of the time that is asked for that pass the gate.

    Args:
        memory: all of them, in the order in which they were stored.
        plan: the time, the namespace and the gate.
        reader: the moment.
        pool: how many are wanted.
    """

    def times(some: Sequence[int]) -> Mapping[int, int]:
        places = reader.places(plan.query.namespace, some, plan.gate)
        return dict(zip(places.memory, places.happened_at, strict=True))

    rows = timely.near(memory, plan.asked, times)
    found = timely.between(reader.places(plan.query.namespace, rows, plan.gate), plan.asked)
    return list(found.memories[:pool])


def looked_at(
    weighed: lexical.Weighed, also: Sequence[int], plan: RecallPlan, reader: Searchable, pool: int
) -> Places:
    """Read the places of the best open memories by words.

    Args:
        weighed: the scores by words.
        also: memories to look at whatever their words.
        plan: the namespace and the gate.
        reader: the moment.
        pool: how many open ones are wanted.

    Returns:
        The best, those beside them in their threads, and `also`.
    """
    chosen, done, wanted = list[int](), 0, pool
    while len(chosen) < pool:
        best = weighed.postings.memory[lexical.best(weighed, done, wanted)].tolist()
        passing = reader.passing(plan.query.namespace, best, plan.gate) if best else ()
        chosen += [one for one in best if one in passing]
        if len(best) < wanted - done:
            break
        done, wanted = wanted, wanted * _GROWTH
    near = lexical.beside(weighed, [*chosen[:pool], *also])
    return reader.places(plan.query.namespace, near, plan.gate) if near else Places()


def joined(one: Places, other: Places) -> Places:
    """Put two sets of places together, oldest first."""
    rows = sorted(zip(*(a + b for a, b in zip(one, other, strict=True)), strict=True))
    return Places(*zip(*rows, strict=True)) if rows else one
