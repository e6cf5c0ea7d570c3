"""Decide by evidence: which candidates became memories, and which side of a conflict holds."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core.facts import source_grounds
from neuromem_graph.settings import Settings
from neuromem_graph.types.drafts import Draft, EvidenceDraft, LifecycleDraft
from neuromem_graph.types.keeping import SaidRow
from neuromem_graph.types.sleeping import Fact, Sleeper

__all__ = ["Verdict", "grounded", "promoted", "settle", "settled"]


class Verdict(NamedTuple):
    """Name which of two memories holds, and why; without a winner it is left open."""

    winner: Sleeper | None
    loser: Sleeper | None
    reason: str


def grounded(said: Sequence[SaidRow], settings: Settings) -> frozenset[int]:
    """Return those events whose source may ground durable facts.

    Args:
        said: events.
        settings: who may.
    """
    return frozenset(
        row.event for row in said
        if not row.quarantined and source_grounds(row.channel, row.speaker, settings)
    )  # fmt: skip


def promoted(sleeper: Sleeper, events: Collection[int], settings: Settings) -> Draft | None:
    """Draft that a candidate is a memory from now on, if enough events of grounded sources say so.

    Args:
        sleeper: the memory.
        events: of grounded sources, that said its words, or another memory that supports it.
        settings: `sleeping.promote`.
    """
    weak = sleeper.commitment == "candidate" and not sleeper.own
    if not weak or len(set(events)) < settings.sleeping.promote:
        return None
    return LifecycleDraft(
        origin=(sleeper.event,), memory=sleeper.memory, state="active", commitment="validated",
        reason="promoted", settings=settings.version,
    )  # fmt: skip


def settle(
    pair: tuple[Sleeper, Sleeper], facts: Mapping[int, Sequence[Fact]],
    support: Mapping[int, Collection[int]], settings: Settings,
) -> Verdict:  # fmt: skip
    """Judge two memories that speak against each other.

    A memory of a grounded source holds against a candidate. Of two of one kind that one holds which
    leads by `sleeping.margin` events of grounded sources and was said last. What is firmly believed
    about a slot is settled by its slot, not here.

    Args:
        pair: both, active.
        facts: memory -> its claims.
        support: memory -> the events of grounded sources behind it.
        settings: the margin.
    """
    one, other = pair
    weak = [s.commitment == "candidate" for s in pair]
    if weak[0] != weak[1]:
        loser, winner = (one, other) if weak[0] else (other, one)
        return Verdict(winner, loser, "a grounded source against one that is not")
    if any(fact.firm and fact.held for s in pair for fact in facts.get(s.memory, ())):
        return Verdict(None, None, "both tell what is believed")
    counts = [len(set(support.get(s.memory, ()))) for s in pair]
    last = [max(support.get(s.memory, ()), default=0) for s in pair]
    for first, second in ((0, 1), (1, 0)):
        leads = counts[first] >= counts[second] + settings.sleeping.margin
        if leads and last[first] > last[second]:
            told = f"said {counts[first]} times against {counts[second]}, and last"
            return Verdict(pair[first], pair[second], told)
    return Verdict(None, None, f"said {counts[0]} times against {counts[1]}")


def settled(verdict: Verdict, version: str) -> tuple[Draft, ...]:
    """Draft that the loser gives way to the winner.

    Args:
        verdict: with a winner.
        version: of the settings.
    """
    winner, loser = verdict.winner, verdict.loser
    if winner is None or loser is None:
        return ()
    origin = tuple(sorted({winner.event, loser.event}))
    return (
        LifecycleDraft(origin=origin, memory=loser.memory, state="superseded", reason="settled",
                       valid_to=max(winner.valid_from, loser.valid_from), settings=version),
        EvidenceDraft(origin=origin, type="supersede", source=winner.memory, target=loser.memory,
                      family="logic", relation="supersedes", settings=version),
    )  # fmt: skip
