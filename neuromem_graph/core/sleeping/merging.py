"""Make one memory of several that say the same: what is recorded, and what stays reachable.

Nothing is deleted or rewritten, and no life changes: a merge records that one memory stands for
others, each with an edge "same_as" to it. They are kept out of sight ("archived") as long as it is
active and holds for as long; whatever takes it away shows them again, as they are by then. Its
events are those of all. A restore takes one out, and it stays apart from then on.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core.sleeping.lexicon import Lexicon
from neuromem_graph.core.sleeping.sameness import key_of, rank_of
from neuromem_graph.types.drafts import Draft, EvidenceDraft, LifecycleDraft
from neuromem_graph.types.keeping import Life
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
        kept, *rest = sorted(
            group, key=lambda one: rank_of(one, facts.get(one.memory, ()), lexicon)
        )
        others = tuple(one for one in rest if kept.active and _covered(one, kept))
        if others:
            merges.append(Merge(kept, others))
        alone += [one for one in rest if one not in others]
        if not others:
            alone.append(kept)
    return tuple(merges), tuple(alone)


def _covered(one: Sleeper, kept: Sleeper) -> bool:
    """Tell whether a memory can stand for another: it holds at all times at which that one does.

    What another wording of its value superseded goes on telling of its own time.
    """
    return not one.active or kept.valid_from <= one.valid_from


def drafts(merge: Merge, version: str) -> list[Draft]:
    """Draft a merge.

    Args:
        merge: what stays, and what is merged into it.
        version: of the settings.
    """
    kept = merge.kept
    made: list[Draft] = []
    for one in merge.others:
        made.append(
            LifecycleDraft(origin=(one.event,), memory=one.memory, into=kept.memory, reason=MERGED,
                           state="active" if one.active else "superseded", settings=version)
        )  # fmt: skip
        made.append(
            EvidenceDraft(origin=(one.event,), type="support", source=one.memory,
                          target=kept.memory, family="logic", relation="same_as", settings=version)
        )  # fmt: skip
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


def heir(gone: Life, merged: Sequence[Life], version: str) -> tuple[Draft, ...]:
    """Let a memory that was merged into another take its place, once the other's words are erased.

    Args:
        gone: the memory whose words will be erased.
        merged: those merged into it, whose own words stay.
        version: of the settings.

    Returns:
        The draft that merges it into its heir, with all others.
    """
    if not merged:
        return ()
    first = min(merged, key=lambda one: (one.state != "active", one.memory))
    return (
        LifecycleDraft(origin=(first.event,), memory=gone.memory, state=gone.state,
                       into=first.memory, reason="heir", settings=version),
        EvidenceDraft(origin=(first.event,), type="support", source=gone.memory,
                      target=first.memory, family="logic", relation="same_as", settings=version),
        EvidenceDraft(origin=(first.event,), type="inhibit", source=first.memory,
                      target=gone.memory, family="logic", relation="same_as", settings=version),
    )  # fmt: skip
