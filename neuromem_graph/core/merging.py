"""Decide what it means that two entities are one, and what it means that they are not.

Merged entities are read as one: each slot of theirs holds what was said of all of them. What
was told cuts off what another was told by the rules of `core.worldview`, pair by pair, as if one
person had said all of it. The result depends on who belongs together and on what was said, never on
the order of merges. Nothing is deleted: beliefs get other ends, and get their own back.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core.timeline import settle
from neuromem_graph.core.worldview import own
from neuromem_graph.types.base import Cardinality
from neuromem_graph.types.change_drafts import MergeDraft, MergePayload, UnmergeDraft
from neuromem_graph.types.drafts import Close, Draft, SlotDraft, SlotPayload
from neuromem_graph.types.entities import RootRow, Timeline

Slots = Mapping[tuple[int, str], tuple[int, Cardinality]]
"""(entity, attribute) -> (slot, cardinality)."""


class Group(NamedTuple):
    """Hold entities that belong together; the root is one of them."""

    root: int
    members: tuple[int, ...]

    @property
    def others(self) -> tuple[int, ...]:
        """Return all but the root."""
        return tuple(one for one in self.members if one != self.root)


def group_of(entity: int, history: Sequence[RootRow]) -> Group:
    """Return whom an entity belongs together with now.

    Args:
        entity: any member.
        history: whom it and all now merged with it belonged to.
    """
    now = {row.entity: row.root for row in history if row.known_to is None}
    root = now.get(entity, entity)
    return Group(root, (root, *sorted(one for one, into in now.items() if into == root)))


def leaving(entity: int, history: Sequence[RootRow]) -> tuple[int, ...]:
    """Return who leaves with an entity that is no longer merged: those merged into it before.

    They are the ones that belonged to it when it was merged, and went where it went ever since.
    """
    rows: dict[int, list[RootRow]] = {}
    for row in history:
        rows.setdefault(row.entity, []).append(row)
    path = _path(rows[entity])
    began = path[0].known_from
    with_it = [entity]
    for other, theirs in sorted(rows.items()):
        before = any(row.root == entity and row.known_to == began for row in theirs)
        since = [(row.root, row.known_from) for row in theirs if row.known_from >= began]
        if other != entity and before and since == [(row.root, row.known_from) for row in path]:
            with_it.append(other)
    return tuple(with_it)


def _path(rows: Sequence[RootRow]) -> list[RootRow]:
    """Return the rows since an entity last belonged to itself, oldest first."""
    path: list[RootRow] = []
    for row in reversed(rows):
        if path and row.known_to != path[0].known_from:
            break
        path.insert(0, row)
    return path


def moved(timelines: Iterable[Timeline], many: Mapping[str, Cardinality]) -> tuple[Close, ...]:
    """Return which beliefs of some entities hold at another time if they are one.

    Args:
        timelines: what was said of all of them.
        many: how many values each attribute takes.

    Returns:
        Each with the time it holds then, or off the record, in order of the claims.
    """
    slots: dict[str | int, list[Timeline]] = {}
    for one in timelines:
        if one.belief.commitment != "candidate":
            slots.setdefault(one.attribute or one.slot, []).append(one)
    found: list[Close] = []
    for attribute, rows in slots.items():
        count = many[attribute] if isinstance(attribute, str) else rows[0].cardinality
        line = settle([own(one.belief, count) for one in rows], count)
        held = {point.claim: (point.valid_from, point.valid_to) for point in line.held}
        found += [close for one in rows if (close := _close(one, held)) is not None]
    return tuple(sorted(found, key=lambda close: close.claim))


def _close(one: Timeline, held: Mapping[int, tuple[int, int | None]]) -> Close | None:
    claim, now = one.belief.claim, (one.belief.valid_from, one.belief.valid_to)
    if claim not in held:
        return None if one.struck else Close(claim=claim, wrong=True)
    start, end = held[claim]
    if (start, end) == now and not one.struck:
        return None
    return Close(claim=claim, valid_from=start, valid_to=end)


def merged(
    one: Group, into: Group, slots: Slots, timelines: Sequence[Timeline], reason: str | None
) -> tuple[Draft, ...]:
    """Plan that all of one group belong to the root of another.

    The root gets a slot for every attribute: what is told later goes there, and stays with it when
    they are taken apart.

    Args:
        one: who is merged.
        into: into whom.
        slots: those of all of them.
        timelines: what is believed of all of them.
        reason: why, in the user's words.
    """
    names = {name: slot for (entity, name), slot in sorted(slots.items()) if entity in one.members}
    missing = [name for name in names if (into.root, name) not in slots]
    drafts: list[Draft] = [
        SlotDraft(origin=(names[name][0],), on=(into.root,), entity=into.root,
                  cardinality=names[name][1], payload=SlotPayload(attribute=name))
        for name in missing
    ]  # fmt: skip
    closes = moved(timelines, cardinalities(into.root, slots))
    payload = None if reason is None else MergePayload(reason=reason)
    merge = MergeDraft(origin=(one.root, into.root), entities=(one.root, *one.others),
                       into=into.root, closes=closes, payload=payload)  # fmt: skip
    return (*drafts, merge)


def parted(
    away: Group, rest: Group, slots: Slots, timelines: Sequence[Timeline],
    history: Sequence[RootRow],
) -> UnmergeDraft:  # fmt: skip
    """Plan that some leave a group: what each was told holds again, as far as no claim ended it.

    Args:
        away: who leaves, and to whom they belong.
        rest: who stays.
        slots: those of all of them.
        timelines: what was said of all of them.
        history: whom they belonged to; what was told while they were one still ends what is theirs.
    """
    known = cardinalities(away.root, slots)
    own = [one for one in timelines if one.entity in away.members]
    meanwhile = [
        one
        for one in timelines
        if one.entity in rest.members
        and any(_told_during(row, one) for row in history if row.entity == away.root)
    ]
    claims = {one.belief.claim for one in own}
    found = [close for close in moved((*own, *meanwhile), known) if close.claim in claims]
    stays = [one for one in timelines if one.entity in rest.members]
    found += moved(stays, cardinalities(rest.root, slots))
    reopens = tuple(sorted(found, key=lambda close: close.claim))
    return UnmergeDraft(entities=away.members, into=away.root, reopens=reopens)


def _told_during(row: RootRow, one: Timeline) -> bool:
    """Tell whether a claim was told of a root while another belonged to it."""
    until = row.known_to is None or one.belief.claim < row.known_to
    return one.entity == row.root and row.known_from < one.belief.claim and until


def cardinalities(root: int, slots: Slots) -> dict[str, Cardinality]:
    """Return how many values each attribute takes: as the root has it, else as anybody has."""
    found: dict[str, Cardinality] = {}
    for (entity, name), (_, cardinality) in sorted(slots.items()):
        if entity == root or name not in found:
            found[name] = cardinality
    return found
