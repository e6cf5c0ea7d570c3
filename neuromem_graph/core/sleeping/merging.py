"""Make one memory of several that say the same: what is recorded, and what stays reachable.

Nothing is deleted or rewritten. One memory stays active and gets the events of the others as
support; those are archived, each with an edge "same_as" to it (one that was superseded by another
wording of its value stays so, and goes on telling of its time). A restore takes one out again, and
it stays apart from then on.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core.sleeping.lexicon import Lexicon
from neuromem_graph.core.sleeping.sameness import key_of, rank_of, told
from neuromem_graph.types.drafts import Draft, EvidenceDraft, LifecycleDraft
from neuromem_graph.types.sleeping import Conflict, Fact, Sleeper

__all__ = ["MERGED", "Merge", "conflicts", "drafts", "heir", "unite"]

MERGED = "merged"
"""The reason of the lifecycle records."""


class Merge(NamedTuple):
    """Name what stays and what is merged into it."""

    kept: Sleeper
    others: tuple[Sleeper, ...]


def unite(
    sleepers: Sequence[Sleeper], facts: Mapping[int, Sequence[Fact]], lexicon: Lexicon, now: int
) -> tuple[tuple[Merge, ...], tuple[Sleeper, ...]]:
    """Judge a cluster as it now is: what is really the same becomes one.

    Args:
        sleepers: what was thought to be the same, as it is now.
        facts: memory -> its claims.
        lexicon: the word lists.
        now: microseconds.

    Returns:
        One merge for each key that several have; and those that stay as they are.
    """
    groups: dict[str, list[Sleeper]] = {}
    alone = []
    for one in sleepers:
        key = key_of(one, facts.get(one.memory, ()), lexicon, now)
        if key is None:
            alone.append(one)
        else:
            groups.setdefault(key, []).append(one)
    merges = []
    for group in groups.values():
        kept, *others = sorted(
            group, key=lambda one: rank_of(one, facts.get(one.memory, ()), lexicon)
        )
        if others and kept.active:
            merges.append(Merge(kept, tuple(others)))
        else:
            alone += group
    return tuple(merges), tuple(alone)


def drafts(
    merge: Merge, facts: Mapping[int, Sequence[Fact]], behind: Mapping[int, Sequence[int]],
    lexicon: Lexicon, version: str,
) -> list[Draft]:  # fmt: skip
    """Draft a merge.

    Args:
        merge: what stays, and what is merged into it.
        facts: memory -> its claims.
        behind: memory or claim -> the events behind it.
        lexicon: the word lists.
        version: of the settings.
    """
    kept = merge.kept
    known = {kept.memory: set(behind.get(kept.memory, ()))}
    claims = {told(fact, lexicon): fact for fact in reversed(facts.get(kept.memory, ()))}
    made: list[Draft] = []
    for one in merge.others:
        if one.active:  # what is superseded goes on telling of its own time
            made.append(
                LifecycleDraft(origin=(one.event,), memory=one.memory, state="archived",
                               reason=MERGED, settings=version)
            )  # fmt: skip
        made.append(
            EvidenceDraft(origin=(one.event,), type="support", source=one.memory,
                          target=kept.memory, family="logic", relation="same_as", settings=version)
        )  # fmt: skip
        made += _support(kept.memory, behind.get(one.memory, (one.event,)), known)
        for fact in facts.get(one.memory, ()):
            mine = claims.get(told(fact, lexicon))
            if mine is not None and fact.firm:
                known.setdefault(mine.claim, set(behind.get(mine.claim, ())))
                made += _support(mine.claim, behind.get(fact.claim, (one.event,)), known)
    return made


def conflicts(merge: Merge, known: Iterable[Conflict], version: str) -> list[Draft]:
    """Draft that what speaks against a merged memory speaks against the one that stays.

    Args:
        merge: what stays, and what is merged into it.
        known: edges of all of them.
        version: of the settings.
    """
    family = {one.memory: one for one in (merge.kept, *merge.others)}
    edges = [one for one in known if one.memory in family and one.other not in family]
    seen = {(one.other, one.says) for one in edges if one.memory == merge.kept.memory}
    made: list[Draft] = []
    for edge in edges:
        if (edge.other, edge.says) in seen:
            continue
        seen.add((edge.other, edge.says))
        ends = (merge.kept.memory, edge.other) if edge.says else (edge.other, merge.kept.memory)
        made.append(
            EvidenceDraft(origin=(family[edge.memory].event,), type="contradict", source=ends[0],
                          target=ends[1], weight=edge.weight, family="logic",
                          relation="contradicts", settings=version)
        )  # fmt: skip
    return made


def _support(
    target: int, events: Iterable[int], known: dict[int, set[int]]
) -> Iterable[EvidenceDraft]:
    for event in events:
        if event not in known[target]:
            known[target].add(event)
            yield EvidenceDraft(origin=(event,), type="support", source=event, target=target)


def heir(
    gone: int, events: Sequence[int], merged: Sequence[Sleeper], version: str
) -> tuple[Draft, ...]:
    """Let a memory that was merged into another take its place, once the other's words are erased.

    Args:
        gone: the memory whose words will be erased.
        events: what is left behind it.
        merged: those merged into it, whose own events stay.
        version: of the settings.

    Returns:
        Drafts that bring the heir back, with the events of all and the others merged into it.
    """
    if not merged:
        return ()
    first, *others = sorted(merged, key=lambda one: (one.commitment == "candidate", one.memory))
    made: list[Draft] = [
        LifecycleDraft(origin=(first.event,), memory=first.memory, state="active", reason="heir",
                       settings=version),
        EvidenceDraft(origin=(first.event,), type="inhibit", source=first.memory, target=gone,
                      family="logic", relation="same_as", settings=version),
    ]  # fmt: skip
    for one in others:
        made.append(
            EvidenceDraft(origin=(one.event,), type="support", source=one.memory,
                          target=first.memory, family="logic", relation="same_as", settings=version)
        )  # fmt: skip
    made += _support(first.memory, events, {first.memory: {first.event}})
    return tuple(made)
