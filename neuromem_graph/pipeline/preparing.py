"""Ask for what a question needs before its memories are read: other words for it, its vector."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime

from neuromem_graph.pipeline import driving, expanding, meaning
from neuromem_graph.pipeline.measuring import Watch
from neuromem_graph.pipeline.needs import Given, Need, agive, give
from neuromem_graph.ports import Recallable
from neuromem_graph.providers.embedding import Embedded, Texts
from neuromem_graph.providers.expanding import Told
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.diagnostics import Version
from neuromem_graph.types.recall import Query, RecallPlan

__all__ = ["aprepared", "asks", "prepared", "question"]

Reading = Callable[[Query, int | datetime | None, Resources], AbstractContextManager[Recallable]]
_Preparing = driving.Flow[Need, Given, Resources]


def asks(resources: Resources) -> bool:
    """Tell whether anybody is asked before memories are read."""
    return resources.embedder is not None or resources.expander is not None


def prepared(plan: RecallPlan, resources: Resources, reading: Reading) -> Resources:
    """Return resources that know what widens a question, and its vector.

    Args:
        plan: of the question.
        resources: who is asked.
        reading: opens a moment.

    Raises:
        InvalidVector, ProviderError: the embedder answered nonsense; nothing was written.
        ConfigError: who is asked can only be awaited, or is no expander.
    """
    flow = _preparing(plan, resources, reading)
    return driving.drive(flow, lambda need: give(need, resources))


async def aprepared(plan: RecallPlan, resources: Resources, reading: Reading) -> Resources:
    """Do as `prepared`, without blocking the event loop."""
    flow = _preparing(plan, resources, reading)
    return await driving.adrive(flow, lambda need: agive(need, resources))


def _preparing(plan: RecallPlan, resources: Resources, reading: Reading) -> _Preparing:
    if not asks(resources):
        return resources
    with reading(plan.query, plan.seq, resources) as reader:
        version = reader.resident.version(plan.query.namespace, to_micros(plan.now))
    return (yield from question(plan, version, resources, reading, Watch()))


def question(
    plan: RecallPlan, version: Version, resources: Resources, reading: Reading, watch: Watch
) -> _Preparing:
    """Ask for what widens a question, then for its vector, with those of texts that have none yet.

    Args:
        plan: of the question.
        version: of its namespace, at the moment that is read.
        resources: who is asked.
        reading: opens a moment.
        watch: is told how long it takes.
    """
    asked = expanding.asked(plan, resources)
    if asked is not None:
        with watch.stage("expand"):
            told = yield asked
        assert isinstance(told, Told)
        resources = expanding.knowing(told, plan, resources)
    if resources.embedder is None:
        return resources
    with watch.stage("embed"):
        return (yield from _embedded(plan, version, resources, reading))


def _embedded(
    plan: RecallPlan, version: Version, resources: Resources, reading: Reading
) -> _Preparing:  # fmt: skip
    wanted: Mapping[str, str] = {}
    namespace = plan.query.namespace
    if not meaning.ready(namespace, version, resources):
        most = resources.settings.retrieval.backfill
        with reading(plan.query, plan.seq, resources) as reader:
            wanted = meaning.lacking(reader.resident, namespace, version, resources, most)
    expanded = expanding.widened(plan, resources).expanded
    beside = () if expanded is None else expanded.passages
    given = yield Texts((*wanted.values(), *beside), (plan.query.text,))
    assert isinstance(given, Embedded)
    vectors = meaning.learn(wanted, given, namespace, resources, len(beside))
    return meaning.knowing(vectors, resources.embedder, resources)
