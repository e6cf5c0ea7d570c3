"""Activation: personalised PageRank over what connects the best hits with other memories."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from networkx.algorithms.link_analysis.pagerank_alg import _pagerank_python  # without scipy

from neuromem_graph.core.activation import activate, bounded, spread, stochastic
from neuromem_graph.settings.activating import Activating
from neuromem_graph.types.ledger import Places
from neuromem_graph.types.placing import Connections, Mention, Tie

PLAIN = Activating()


def places(
    *memories: int, closed: tuple[int, ...] = (), threads: dict[int, int] | None = None
) -> Places:
    """Memories in no thread, or in thread 1 at the given positions."""
    known = threads or {}
    n = len(memories)
    return Places(
        memory=memories, length=(5,) * n, thread=tuple(1 if m in known else 0 for m in memories),
        position=tuple(known.get(m, 0) for m in memories),
        open=tuple(m not in closed for m in memories), kind=("episode",) * n,
        channel=("user",) * n, speaker=(None,) * n, asks=(False,) * n, importance=(1.0,) * n,
    )  # fmt: skip


def tie(
    source: int, target: int, relation: str = "supports", weight: float = 1.0, state: str = "active"
) -> Tie:
    return Tie(source, target, relation, weight, state)


def reached(
    *ties: Tie, seeds: dict[int, float] | None = None, closed: tuple[int, ...] = ()
) -> dict[int, float]:
    """What flows where from hit 1, over these edges."""
    found = activate(seeds or {1: 1.0}, places(1, 2, 3, 4, closed=closed), Connections(ties), PLAIN)
    return dict(zip(found.channel.memories, found.channel.scores, strict=True))


graphs = st.integers(2, 8).flatmap(
    lambda n: st.tuples(
        st.lists(
            st.lists(st.sampled_from([0, 0, 0.5, 1, 3]), min_size=n, max_size=n),
            min_size=n,
            max_size=n,
        ),
        st.lists(st.integers(0, 3), min_size=n, max_size=n).filter(any),
        st.sampled_from([0.15, 0.5, 0.9]),
    )
)


@given(graphs)
def test_it_is_personalised_pagerank(given_: tuple[list[list[float]], list[int], float]) -> None:
    """The mass of every place is that of networkx, and sums to 1, dead ends included."""
    pull, seeds, restart = given_
    home = np.array(seeds, dtype=float) / sum(seeds)
    mass = spread(stochastic(np.array(pull, dtype=float)), home, restart)
    drawn = nx.DiGraph()
    drawn.add_nodes_from(range(len(pull)))
    drawn.add_weighted_edges_from(
        (one, other, weight)
        for one, row in enumerate(pull)
        for other, weight in enumerate(row)
        if weight
    )
    start = dict(enumerate(home.tolist()))
    known = _pagerank_python(
        drawn, alpha=1 - restart, personalization=start, dangling=start, tol=1e-12, max_iter=1000
    )

    assert mass.sum() == pytest.approx(1)
    assert mass == pytest.approx([known[at] for at in range(len(pull))], abs=1e-8)


def test_edges_carry_both_ways() -> None:
    """What supports a hit is reached, what it supports is, too; a stronger edge carries more."""
    assert set(reached(tie(1, 2), tie(3, 1))) == {1, 2, 3}
    found = reached(tie(1, 2, weight=0.9), tie(1, 3, weight=0.3))
    assert found[2] == pytest.approx(3 * found[3])


@pytest.mark.parametrize("relation", ["contradicts", "inhibits"])
def test_what_contradicts_blocks(relation: str) -> None:
    """Nothing flows between two memories of which one speaks against the other, over any edge."""
    assert reached(tie(1, 2), tie(2, 1, relation)) == {}
    found = reached(tie(1, 2), tie(1, 3), tie(2, 1, relation))
    assert 2 not in found
    assert 3 in found


def test_what_was_superseded_leads_to_the_newer() -> None:
    """From the older memory mass flows to the one that took its place, never back."""
    assert set(reached(tie(2, 1, "supersedes"))) == {2}
    assert reached(tie(1, 2, "supersedes"), tie(1, 2, "same_as")) == {}


@pytest.mark.parametrize(
    "broken",
    [tie(1, 2, state="suppressed"), tie(1, 2, weight=-0.5), tie(1, 2, weight=0), tie(1, 1)],
)
def test_retired_and_doubted_edges_carry_nothing(broken: Tie) -> None:
    """An edge that was retired, or against which more speaks, is no edge."""
    assert reached(broken) == {}
    blocked = broken._replace(relation="contradicts")
    assert set(reached(blocked, tie(1, 2))) == {1, 2}


def test_what_may_not_be_served_is_not_there() -> None:
    """No mass comes to, or through, a memory that did not pass the gate."""
    chain = (tie(1, 2), tie(2, 3))
    assert set(reached(*chain)) == {1, 2, 3}
    assert reached(*chain, closed=(2,)) == {}
    assert reached(tie(1, 2), closed=(1,)) == {}


def test_neighbours_in_a_thread_are_reached() -> None:
    """What stands just before and after a hit in its thread is reached, nothing further."""
    there = places(1, 2, 3, 4, threads={1: 5, 2: 4, 3: 6, 4: 7})
    found = activate({1: 1.0}, there, Connections(), PLAIN)

    assert set(found.channel.memories) == {1, 2, 3}
    assert {path.memory: path.hops[0].relation for path in found.paths} == {
        2: "precedes",
        3: "precedes",
    }
    wide = activate({1: 1.0}, there, Connections(), Activating(reach=2))
    assert set(wide.channel.memories) == {1, 2, 3, 4}
    assert activate({1: 1.0}, places(1, 2), Connections(), PLAIN).channel.memories == ()


def test_what_speaks_of_the_same_is_reached() -> None:
    """Memories of one slot or entity are joined; what many memories speak of carries less."""
    few = [Mention("same_slot", 90, m) for m in (1, 2)]
    many = [Mention("same_entity", 91, m) for m in (1, 3, 4, 5)]
    found = activate({1: 1.0}, places(1, 2, 3, 4, 5), Connections((), (*few, *many)), PLAIN)
    score = dict(zip(found.channel.memories, found.channel.scores, strict=True))

    assert score[2] > score[3] == score[4] == score[5] > 0
    assert {p.memory: p.hops[0].relation for p in found.paths} == {
        2: "same_slot", 3: "same_entity", 4: "same_entity", 5: "same_entity"
    }  # fmt: skip


def test_the_way_is_shown() -> None:
    """A memory that is no hit shows the strongest way from one; hits show none."""
    ties = (tie(1, 2), tie(2, 3), tie(4, 3, weight=0.01))
    found = activate({1: 1.0, 4: 0.1}, places(1, 2, 3, 4), Connections(ties), PLAIN)
    ways = {path.memory: [(hop.memory, hop.relation) for hop in path.hops] for path in found.paths}

    assert ways[3] in ([(1, "supports"), (2, "supports")], [(4, "supports")])
    assert ways[2] == [(1, "supports")]
    assert set(ways) == {2, 3}


def test_the_neighbourhood_is_bounded() -> None:
    """What is spoken of everywhere joins nothing; no more is looked at than allowed."""
    how = Activating(fan=3, nodes=4)
    everywhere = tuple(Mention("same_entity", 9, m) for m in range(1, 8))
    ties = tuple(tie(1, m) for m in range(10, 20))
    kept = bounded(Connections(ties, everywhere), frozenset({1, 2}), how)

    assert kept.mentions == ()
    assert len(set(kept.memories) | {1, 2}) == 4
    seeds = {m: 1.0 for m in range(1, 4)}
    all_ = places(*range(1, 30))
    found = activate(seeds, all_, Connections(tuple(tie(1, m) for m in range(4, 30))), how)
    assert len(found.channel.memories) <= 4


edges = st.lists(
    st.builds(
        tie, st.integers(1, 9), st.integers(1, 9),
        st.sampled_from(["supports", "contradicts", "supersedes", "derived_from", "precedes"]),
        st.floats(-1, 1), st.sampled_from(["active", "suppressed"]),
    ), max_size=25,
)  # fmt: skip


@given(
    edges,
    st.dictionaries(st.integers(1, 9), st.floats(0.1, 5), min_size=1),
    st.sets(st.integers(1, 9)),
    st.randoms(),
)
def test_mass_is_never_made(
    ties: list[Tie], seeds: dict[int, float], closed: set[int], random
) -> None:
    """At most 1 - restart flows, to open memories only; the order of edges changes nothing."""
    there = places(*range(1, 10), closed=tuple(closed))
    found = activate(seeds, there, Connections(tuple(ties)), PLAIN)

    assert sum(found.channel.scores) <= 1 - PLAIN.restart + 1e-6
    assert not closed.intersection(found.channel.memories)
    assert list(found.channel.scores) == sorted(found.channel.scores, reverse=True)
    for path in found.paths:
        assert path.hops[0].memory in seeds
        assert path.memory not in seeds
    random.shuffle(ties)
    assert activate(seeds, there, Connections(tuple(ties)), PLAIN) == found
