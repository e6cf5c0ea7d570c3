"""Answer a query: from the cache, from an equal one that is being answered, or by its stages.

What is awaited (vectors, another query) is asked for while no transaction is open; see `driving`.
"""

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager
from datetime import datetime
from typing import NamedTuple

from neuromem_graph.core import lenses
from neuromem_graph.core.dense import Sight
from neuromem_graph.pipeline import caching, driving, expanding, meaning, preparing, tracing
from neuromem_graph.pipeline.caching import Answer, Moment
from neuromem_graph.pipeline.flights import Lead, flights_of, leading
from neuromem_graph.pipeline.measuring import Watch, times_of
from neuromem_graph.pipeline.needs import Given, Need, agive, give
from neuromem_graph.pipeline.ordering import Unpacked
from neuromem_graph.ports import Recallable
from neuromem_graph.providers.embedding import Embedded
from neuromem_graph.providers.expanding import Told
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.diagnostics import CacheUse, Diagnostics, MissReason, Version
from neuromem_graph.types.recall import MemoryContext, Query, RecallPlan

Flow = driving.Flow[Need, Given, MemoryContext]


class Steps(NamedTuple):
    """Hold the steps of a recall that an answer is made of."""

    reading: Callable[[Query, int | datetime | None, Resources], AbstractContextManager[Recallable]]
    planned: Callable[[Query, Recallable, Resources], RecallPlan]
    ranked: Callable[[RecallPlan, Recallable, Resources, Sight | None, Watch], Unpacked]


class _Asked(NamedTuple):
    """Hold a query that is being answered."""

    query: Query
    resources: Resources
    steps: Steps
    key: Hashable
    watch: Watch


class _Made(NamedTuple):
    """Hold what was computed in a snapshot, still to be packed."""

    moment: Moment
    left: Unpacked
    complete: bool  # no memory waits for a vector
    settled: bool  # the clock has reached the time of the snapshot


def answer(
    query: Query, resources: Resources, steps: Steps, *, record: bool = True
) -> MemoryContext:
    """Answer a query.

    Args:
        query: the question.
        resources: what the stages use.
        steps: of a recall.
        record: keep a trace of it.
    """
    with leading():
        flow = _flow(query, resources, steps, record=record, awaited=False)
        return driving.drive(flow, lambda need: give(need, resources))


async def aanswer(
    query: Query, resources: Resources, steps: Steps, *, record: bool = True
) -> MemoryContext:
    """Do as `answer`, without blocking the event loop; an embedder that can be awaited is."""
    with leading():
        flow = _flow(query, resources, steps, record=record, awaited=True)
        return await driving.adrive(flow, lambda need: agive(need, resources))


def _flow(
    query: Query, resources: Resources, steps: Steps, *, record: bool, awaited: bool
) -> Flow:  # fmt: skip
    query = lenses.check(query, resources.settings)
    asked = _Asked(query, resources, steps, caching.key_of(query, resources), Watch())
    cleared = caching.cache_of(resources).cleared
    with Lead(flights_of(resources), awaited) as lead:
        context, plan = yield from _found(asked, lead, cleared)
    if record:
        with asked.watch.stage("trace"):
            context = tracing.recorded(context, plan, resources)
    took = asked.watch.milliseconds()
    times_of(resources).add(took)
    return _timed(context, took)


_Found = tuple[MemoryContext, RecallPlan]
_Finding = driving.Flow[Need, Given, _Found]


class _Looked(NamedTuple):
    """Hold what a first look gave."""

    moment: Moment
    found: Answer | MissReason
    leads: bool
    made: _Made | None = None  # computed in the same snapshot: nothing had to be awaited


def _found(asked: _Asked, lead: Lead, cleared: int) -> _Finding:
    """Serve what is kept, or compute it once for all who ask it now."""
    looked = _look(asked, lead, alone=False)
    other = None
    if not isinstance(looked.found, Answer) and not looked.leads:
        other = lead.other()
        if other is not None:
            yield other
        looked = _look(asked, lead, alone=True)
    if isinstance(looked.found, Answer):
        return _served(looked.found, looked.moment)
    return (yield from _computed(asked, looked, looked.found, cleared))


def _look(asked: _Asked, lead: Lead, *, alone: bool) -> _Looked:
    """Look for a kept answer; what needs no vectors is computed at once.

    Args:
        asked: the query.
        lead: is taken if it is free.
        alone: compute it also if another leads.
    """
    cache, resources = caching.cache_of(asked.resources), asked.resources
    with asked.steps.reading(asked.query, asked.query.as_of, resources) as reader:
        with asked.watch.stage("plan"):
            moment = _moment(asked, reader)
        found: Answer | MissReason = "disabled"
        leads = True
        if cache.on and not asked.query.also:
            found = cache.look(asked.key, moment)
            leads = not isinstance(found, Answer) and (lead.take(_name(asked, moment)) or alone)
        if not leads or preparing.asks(resources):
            return _Looked(moment, found, leads)
        return _Looked(moment, found, leads, _make(asked, moment, reader, resources))


def _name(asked: _Asked, moment: Moment) -> Hashable:
    return asked.key, moment.version.semantic, moment.version.erased


def _moment(asked: _Asked, reader: Recallable) -> Moment:
    plan = asked.steps.planned(asked.query, reader, asked.resources)
    version = reader.resident.version(plan.query.namespace, to_micros(plan.now))
    return Moment(plan, version, caching.clock_of(asked.resources))


def _computed(asked: _Asked, looked: _Looked, reason: MissReason, cleared: int) -> _Finding:
    """Run the stages; keep the answer, if time and waiting texts allow it."""
    cache = caching.cache_of(asked.resources)
    made = looked.made
    if made is None:
        plan, version = looked.moment.plan, looked.moment.version
        known = yield from preparing.question(plan, version, asked.resources, asked.steps.reading,
                                              asked.watch)  # fmt: skip
        made = _remake(asked, looked.moment._replace(plan=expanding.widened(plan, known)), known)
    scores = None
    if made.left.pairs is not None:
        with asked.watch.stage("rerank"):
            scores = yield made.left.pairs
    assert not isinstance(scores, Embedded | Told)
    with asked.watch.stage("pack"):
        context = made.left.pack(scores)
    plan, version = made.left.plan, made.moment.version
    failed = plan.expanded is not None and plan.expanded.failed is not None
    keeps = made.settled and made.complete and cache.on and not (asked.query.also or failed)
    cache.missed(reason if keeps else "disabled")
    told = diagnosed(plan, version, "miss" if keeps else "off", reason if keeps else "disabled")
    context = context.model_copy(update={"diagnostics": told})
    if keeps:
        until = caching.holds_until(plan, version)
        cache.keep(asked.key, Answer(context, plan, version, made.moment.now, until), cleared)
    return context, plan


def _remake(asked: _Asked, moment: Moment, resources: Resources) -> _Made:
    """Compute it in another snapshot of the same moment."""
    with asked.steps.reading(asked.query, moment.plan.seq, resources) as reader:
        return _make(asked, moment, reader, resources)


def _make(
    asked: _Asked, moment: Moment, reader: Recallable, resources: Resources
) -> _Made:  # fmt: skip
    query, version = asked.query, moment.version
    with asked.watch.stage("gather"):
        seen = meaning.sight(query.text, reader.resident, query.namespace, version, resources)
    left = asked.steps.ranked(moment.plan, reader, resources, seen, asked.watch)
    complete = meaning.complete(query.namespace, version, resources)
    return _Made(moment, left, complete, _settled(query, moment.plan, reader))


def _settled(query: Query, plan: RecallPlan, reader: Recallable) -> bool:
    """Tell whether the clock has reached the snapshot: turning points are noted from there on."""
    if query.as_of is not None:
        return True  # now is that moment
    recorded_at = reader.head.recorded_at
    return recorded_at is None or recorded_at <= plan.now


def _served(kept: Answer, moment: Moment) -> _Found:
    """Return a kept answer as it would be computed now."""
    told = diagnosed(moment.plan, moment.version, "hit", None)
    update = {"seq": moment.version.seq, "diagnostics": told}
    plan = moment.plan.model_copy(update={"expanded": kept.plan.expanded})
    return kept.context.model_copy(update=update), plan


def diagnosed(
    plan: RecallPlan, version: Version, use: CacheUse, reason: MissReason | None
) -> Diagnostics:
    """Tell at which versions a query was answered.

    Args:
        plan: of the query.
        version: of its namespace, at the moment that was read.
        use: of the cache.
        reason: why it was not served from there.
    """
    return Diagnostics(
        namespace=plan.query.namespace,
        expansion_failed=None if plan.expanded is None else plan.expanded.failed,
        semantic_version=version.semantic,
        worldview_version=version.worldview, filter_hash=caching.filter_hash(plan.query.filters),
        cache=use, miss_reason=reason,
    )  # fmt: skip


def uncached(plan: RecallPlan, reader: Recallable) -> Diagnostics:
    """Tell at which versions a query is answered whose stages run one by one."""
    version = reader.resident.version(plan.query.namespace, to_micros(plan.now))
    return diagnosed(plan, version, "off", "disabled")


def _timed(context: MemoryContext, took: dict[str, float]) -> MemoryContext:
    if context.diagnostics is None:
        return context
    told = context.diagnostics.model_copy(update={"milliseconds": took})
    return context.model_copy(update={"diagnostics": told})
