"""Read what connects the best hits with other memories, and spread activation over it.

Nothing is written: what a query finds changes no edge (`trace_only`).
"""

from collections.abc import Sequence

from neuromem_graph.core import activation, fusion, lexical
from neuromem_graph.core.activation import Activated
from neuromem_graph.ports import Connecting
from neuromem_graph.settings import Settings
from neuromem_graph.types.ledger import Places
from neuromem_graph.types.placing import Connections
from neuromem_graph.types.recall import BeliefView, ChannelHits, RecallPlan

__all__ = ["activated", "connections"]


def connections(
    weighed: lexical.Weighed, beliefs: Sequence[BeliefView], plan: RecallPlan, reader: Connecting,
    settings: Settings,
) -> Connections:  # fmt: skip
    """Return what connects the memories with the best words, and those that tell what is asked for.

    Args:
        weighed: the scores by words.
        beliefs: that the question asks for, the most relevant first.
        plan: the namespace.
        reader: the moment.
        settings: how many hits, and how much is followed.
    """
    how = settings.activating
    if not how.seeds or settings.retrieval.weights.get(activation.CHANNEL, 0.0) <= 0:
        return Connections()
    best = weighed.postings.memory[lexical.best(weighed, 0, how.seeds)].tolist()
    told = [one.memory for one in beliefs[: how.seeds] if one.memory is not None]
    asked = list(dict.fromkeys((*best, *told)))
    if not asked:
        return Connections()
    known = reader.connected(plan.query.namespace, asked, how.fan)
    return activation.bounded(known, frozenset(asked), how)


def activated(
    channels: Sequence[ChannelHits], places: Places, known: Connections, settings: Settings
) -> Activated:
    """Spread activation from the best hits of all channels.

    Args:
        channels: what each found.
        places: the memories looked at, those of `known` among them.
        known: from `connections`.
        settings: the weights.
    """
    how = settings.activating
    off = not how.seeds or settings.retrieval.weights.get(activation.CHANNEL, 0.0) <= 0
    if off or not (known.ties or known.mentions or any(places.thread)):
        return activation.NOTHING
    memory, score = fusion.scored(channels, settings.retrieval, how.seeds)
    found = dict(zip(memory.tolist(), score.tolist(), strict=True))
    return activation.activate(found, places, known, how)
