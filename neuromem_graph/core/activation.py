"""Spread activation from the best hits over the graph: personalised PageRank of mass 1.

A walker starts at a hit, follows the edges of wherever it stands, each as often as it weighs, and
returns to a hit with a fixed probability (Page et al. 1999; the personalised form: Haveliwala
2002, "Topic-sensitive PageRank"). How often it is found somewhere is the activation of the place;
where no edge leads on, it returns, so the mass stays 1. The neighbourhood is bounded: the hits,
what an edge or something both speak of connects with them, and what stands beside them in a thread.

Edges have signs. Nothing flows between two memories of which one contradicts or inhibits the other,
nor along an edge against which more speaks than for it, or that was retired; where one took the
place of another, it flows to the newer one only. Memories that may not be served are not there.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

import numpy as np

from neuromem_graph.core.lexical import Floats, hits
from neuromem_graph.settings.activating import Activating
from neuromem_graph.types.ledger import Places
from neuromem_graph.types.placing import Connections, GraphPath, Hop
from neuromem_graph.types.recall import ChannelHits

CHANNEL = "activation"
BLOCKING = frozenset({"contradicts", "inhibits"})
FORWARD = frozenset({"supersedes"})  # from the newer one: mass flows the other way

Carriers = dict[tuple[int, int], dict[str, float]]
"""From one memory to another: relation -> how strongly it carries."""


class Activated(NamedTuple):
    """Hold what activation reached."""

    channel: ChannelHits  # what flowed to each memory, the returns to hits left out
    paths: tuple[GraphPath, ...]  # to those that are no hits themselves, ordered by memory


NOTHING = Activated(ChannelHits(channel=CHANNEL, memories=(), scores=()), ())
"""What is activated where nothing is connected."""


def bounded(known: Connections, asked: frozenset[int], settings: Activating) -> Connections:
    """Keep what activation can follow: what is spoken of everywhere leads nowhere.

    Args:
        known: what connects some memories with others.
        asked: those memories.
        settings: `fan` and `nodes`; the others that most connects are kept.
    """
    spoken: dict[tuple[str, int], set[int]] = defaultdict(set)
    for one in known.mentions:
        spoken[one.what, one.of].add(one.memory)
    wide = {of for of, members in spoken.items() if len(members) > settings.fan}
    mentions = [one for one in known.mentions if (one.what, one.of) not in wide]
    strength = Counter(one.memory for one in mentions)
    strength.update(end for tie in known.ties for end in (tie.source, tie.target))
    others = sorted(strength.keys() - asked, key=lambda memory: (-strength[memory], -memory))
    kept = asked.union(others[: max(settings.nodes - len(asked), 0)])
    return Connections(
        tuple(tie for tie in known.ties if tie.source in kept and tie.target in kept),
        tuple(one for one in mentions if one.memory in kept),
    )


def activate(
    found: Mapping[int, float], places: Places, known: Connections, settings: Activating
) -> Activated:
    """Spread activation from hits.

    Args:
        found: the hits, with their scores.
        places: the memories looked at, with their threads and whether they may be served.
        known: what connects the hits with others.
        settings: bounds and weights.

    Returns:
        The channel and the paths; both are empty if nothing is connected.
    """
    open_ = {m: at for at, m in enumerate(places.memory) if places.open[at]}
    start = {m: one**settings.sharpness for m, one in found.items() if m in open_ and one > 0}
    carriers = _carriers(start, places, open_, known, settings)
    nodes = _nodes(start, carriers, settings)
    if not carriers or len(nodes) < 2:
        return NOTHING
    index = {memory: at for at, memory in enumerate(nodes)}
    pull = np.zeros((len(nodes), len(nodes)))
    for (source, target), by in carriers.items():
        if source in index and target in index:
            pull[index[source], index[target]] = sum(by.values())
    home = np.array([start.get(memory, 0.0) for memory in nodes])
    home /= home.sum()
    step = stochastic(pull)
    mass = spread(step, home, settings.restart)
    memory = np.asarray(nodes, dtype=np.int64)
    flow = (1 - settings.restart) * (mass @ step)
    channel = hits(CHANNEL, memory, flow)
    reached = frozenset(channel.memories)
    ways = _ways(step * (1 - settings.restart), home, settings.depth)
    return Activated(channel, _paths(nodes, ways, carriers, reached.difference(start)))


def stochastic(pull: Floats) -> Floats:
    """Divide what leads away from each place by its sum; a place nothing leads away from stays 0.

    Args:
        pull: (places, places), how strongly each row pulls to each column; none negative.
    """
    total = pull.sum(axis=1, keepdims=True)
    divided: Floats = np.divide(pull, total, out=np.zeros_like(pull), where=total > 0)
    return divided


def spread(step: Floats, home: Floats, restart: float) -> Floats:
    """Return the personalised PageRank of all places; its sum is 1.

    It is the solution of mass = restart * home + (1 - restart) * mass @ step. So few places are
    solved for exactly, which takes no longer than a few rounds of iteration.

    Args:
        step: from `stochastic`.
        home: where the walker starts and returns to; sums to 1.
        restart: how often it returns, in (0, 1].
    """
    whole = step + np.outer(step.sum(axis=1) == 0, home)
    solved = np.linalg.solve(np.eye(len(home)) - (1 - restart) * whole.T, restart * home)
    return np.asarray(solved, dtype=np.float64)


def _carriers(
    start: Iterable[int], places: Places, open_: Mapping[int, int], known: Connections,
    settings: Activating,
) -> Carriers:  # fmt: skip
    """Return what carries activation from one open memory to another."""
    found: Carriers = defaultdict(dict)
    _threads(found, start, places, open_, settings)
    _mentions(found, known, open_, settings)
    _ties(found, known, open_, settings)
    return {
        pair: carried
        for pair, by in found.items()
        if (carried := {relation: weight for relation, weight in by.items() if weight > 0})
    }


def _join(found: Carriers, one: int, other: int, relation: str, weight: float) -> None:
    for pair in ((one, other), (other, one)):
        found[pair][relation] = max(found[pair].get(relation, 0.0), weight)


def _threads(
    found: Carriers, start: Iterable[int], places: Places, open_: Mapping[int, int],
    settings: Activating,
) -> None:  # fmt: skip
    """Join hits with what stands beside them, and hits of one thread with each other."""
    beside, together = (settings.relations.get(n, 0.0) for n in ("precedes", "same_thread"))
    threads: dict[int, list[int]] = defaultdict(list)
    for memory in start:
        if thread := places.thread[open_[memory]]:
            threads[thread].append(memory)
    at = {
        (thread, places.position[i]): places.memory[i]
        for i, thread in enumerate(places.thread)
        if thread in threads and places.open[i]
    }
    steps = [(sign * far, far) for far in range(1, settings.reach + 1) for sign in (-1, 1)]
    for thread, members in threads.items():
        for memory, (step, far) in product(members, steps):
            other = at.get((thread, places.position[open_[memory]] + step))
            if other is not None:
                _join(found, memory, other, "precedes", beside / far)
    for members in threads.values():
        for one, other in combinations(members, 2):
            _join(found, one, other, "same_thread", together / (len(members) - 1))


def _mentions(
    found: Carriers, known: Connections, open_: Mapping[int, int], settings: Activating
) -> None:
    """Join what speaks of the same."""
    spoken: dict[tuple[str, int], set[int]] = defaultdict(set)
    for one in known.mentions:
        spoken[one.what, one.of].add(one.memory)
    for (what, _), members in sorted(spoken.items()):
        weight = settings.relations.get(what, 0.0)
        for memory, other in combinations(sorted(members.intersection(open_)), 2):
            _join(found, memory, other, what, weight / (len(members) - 1))


def _ties(
    found: Carriers, known: Connections, open_: Mapping[int, int], settings: Activating
) -> None:
    """Join the ends of edges, with respect to what they say."""
    apart, newer = set[tuple[int, int]](), set[tuple[int, int]]()
    for tie in known.ties:
        if tie.source == tie.target or tie.state != "active" or tie.weight <= 0:
            continue
        if tie.relation in BLOCKING:
            apart |= {(tie.source, tie.target), (tie.target, tie.source)}
            continue
        if tie.relation in FORWARD:
            newer.add((tie.source, tie.target))
        if tie.source in open_ and tie.target in open_:
            factor = settings.relations.get(tie.relation, settings.relations.get("edge", 0.0))
            _join(found, tie.source, tie.target, tie.relation, factor * tie.weight)
    for pair in apart | newer:
        found.pop(pair, None)


def _nodes(start: Mapping[int, float], carriers: Carriers, settings: Activating) -> list[int]:
    """Return the hits and what leads on from them, the nearest and most strongly joined first."""
    leads: dict[int, dict[int, float]] = defaultdict(dict)
    for (source, target), by in carriers.items():
        leads[source][target] = sum(by.values())
    found, ring = dict.fromkeys(start), list(start)
    for _ in range(settings.depth):
        strength: dict[int, float] = defaultdict(float)
        for target, weight in (one for source in ring for one in leads[source].items()):
            if target not in found:
                strength[target] += weight
        ring = sorted(strength, key=lambda memory: (-strength[memory], memory))
        ring = ring[: max(settings.nodes - len(found), 0)]
        found.update(dict.fromkeys(ring))
    return sorted(found)


def _ways(carried: Floats, home: Floats, depth: int) -> list[int]:
    """Return from where the strongest way comes to each place, by products of shares; -1: none."""
    best, came = home.copy(), np.full(len(home), -1)
    columns = np.arange(len(home))
    for _ in range(depth):
        through = best[:, None] * carried
        source = through.argmax(axis=0)
        value = through[source, columns]
        better = value > best * (1 + 1e-9)  # a step loses mass: no way comes back to itself
        if not better.any():
            break
        came[better], best[better] = source[better], value[better]
    came[home > 0] = -1
    return came.tolist()


def _paths(
    nodes: Sequence[int], ways: Sequence[int], carriers: Carriers, reached: frozenset[int]
) -> tuple[GraphPath, ...]:
    found = []
    for at, memory in enumerate(nodes):
        if memory not in reached or ways[at] < 0:
            continue
        steps, here = list[Hop](), at
        while ways[here] >= 0 and len(steps) < len(nodes):
            source = ways[here]
            by = carriers[nodes[source], nodes[here]]
            relation = min(by, key=lambda name: (-by[name], name))
            steps.append(Hop(memory=nodes[source], relation=relation))
            here = source
        found.append(GraphPath(memory=memory, hops=tuple(reversed(steps))))
    return tuple(found)
