"""Taint a source, and lift it again: all that follows is decided inside one transaction."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from neuromem_graph.core import merging, rebasing, tainting
from neuromem_graph.core.closing import Closing
from neuromem_graph.core.lifecycle import CURRENT
from neuromem_graph.core.tainting import Derived, Settled
from neuromem_graph.errors import InvalidInput, NotFound
from neuromem_graph.pipeline import clearing, tainted_sources
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.drafts import Close, Draft
from neuromem_graph.types.safety import Derivation, Source, Standing, Taint, Tainted
from neuromem_graph.types.spans import Teller
from neuromem_graph.types.taint_drafts import EdgeEnd, Moved, TaintDraft, TaintPayload, UntaintDraft

__all__ = ["lift", "taint"]


_Decide = Callable[[Reader], "_Plan"]


class _Plan(NamedTuple):
    drafts: tuple[Draft, ...]
    told: Tainted


class _Around(NamedTuple):
    """Hold the memories around some events, and what is believed of what they tell."""

    rows: tuple[Standing, ...]
    derived: Derived
    tainted: frozenset[int]  # events, of those behind the memories
    fallen: frozenset[int]  # memories


def taint(
    namespace: Namespace, name: str, by: str | None, resources: Resources, *, reason: str | None
) -> Tainted:
    """Let the word of a source count no more.

    Args:
        namespace: where.
        name: of the source.
        by: what the name is: one of `SOURCES`; None looks for it.
        resources: what the stages may use.
        reason: a code.

    Raises:
        InvalidInput: it names nothing, or several sources of different kinds.
        NotFound: this namespace has heard nothing from such a source, and `by` does not say which.
    """
    why = clearing.code(reason, "tainted", resources)

    def plan(reader: Reader) -> _Plan:
        source = tainted_sources.source_of(reader, namespace, name, by, resources)
        taints = _of(reader.safety.taints(namespace), source.name, source.kind)
        known = set(reader.safety.named(namespace, [one.seq for one in taints]))
        events = reader.safety.events_of(namespace, source.kind, source.name)
        fresh = tuple(event for event in events if event not in known)
        if taints and not fresh:
            return _Plan((), _nothing(namespace, source, "tainted already"))
        return _tainted(reader, namespace, source, fresh, why, resources)

    return _append(namespace, plan, resources)


def lift(
    namespace: Namespace, name: str, by: str | None, resources: Resources, *, reason: str | None
) -> Tainted:
    """Let the word of a tainted source count again; the arguments and errors are as for `taint`."""
    why = clearing.code(reason, "untainted", resources)

    def plan(reader: Reader) -> _Plan:
        known = reader.safety.taints(namespace)
        names = tainted_sources.cleared(name, resources)
        taints = [one for each in dict.fromkeys(names) for one in _of(known, each, by)]
        if not taints or taints[0].source is None:
            raise NotFound(f"{name!r:.80} is not tainted in {namespace!r}: see taints()")
        if len({one.source for one in taints}) > 1:
            kinds = sorted({one.source.kind for one in taints if one.source is not None})
            raise InvalidInput(f"{name!r:.80} is tainted as {' and '.join(kinds)}: say by=")
        return _lifted(reader, namespace, taints[0].source, taints, why)

    return _append(namespace, plan, resources)


def _append(namespace: Namespace, plan: _Decide, resources: Resources) -> Tainted:
    made: list[_Plan] = []

    def decide(reader: Reader) -> Batch:
        made[:] = [plan(reader)]
        groups = (Group(drafts=made[0].drafts),) if made[0].drafts else ()
        return Batch(namespace=namespace, groups=groups)

    (appended,) = resources.ledger.append([decide])
    told = made[0].told.model_copy(update={"seq": appended.head.seq})
    if not appended.groups:
        return told
    return told.model_copy(update={"taint": appended.groups[0].stored[-1].seq})


def _nothing(namespace: Namespace, source: Source, reason: str) -> Tainted:
    return Tainted(namespace=namespace, seq=0, source=source, reason=reason)


def _of(taints: Sequence[Taint], name: str, kind: str | None) -> list[Taint]:
    found = [one for one in taints if one.source is not None and one.source.name == name]
    return [one for one in found if one.source is not None and kind in (None, one.source.kind)]


def _tainted(
    reader: Reader, namespace: Namespace, source: Source, events: tuple[int, ...], why: str,
    resources: Resources,
) -> _Plan:  # fmt: skip
    around = _around(reader, namespace, events, also=events)
    gone = _without(around, _barred(reader, namespace, around, events, resources))
    rows = {row.memory: row for row in around.rows}
    away = [rows[one] for one in sorted(gone) if one in rows and rows[one].state != "suppressed"]
    claims, beliefs, off = _beliefs(reader, namespace, events, around.tainted)
    tellers = _tellers(reader, namespace, beliefs, ())
    moved, over = tainting.lives(beliefs.closings, tellers, gone)
    ends = sorted({*gone, *claims})
    silenced = tainting.edges(reader.safety.ties(namespace, ends) if ends else (), "active")
    again = {one.memory for one in around.derived.values() if one.frail}  # it is compiled anew
    put_away = tuple(Moved(memory=row.memory, state="suppressed", by=row.memory not in again)
                     for row in away)  # fmt: skip
    payload = TaintPayload(source={"kind": source.kind, "name": source.name})
    like = TaintDraft(
        sort=source.kind, reason=why, payload=payload, settings=resources.settings.version
    )
    chunks = _chunks(events, resources.settings.safety.tainted)
    drafts = [like.model_copy(update={"events": chunk}) for chunk in chunks]
    follows = {"memories": (*put_away, *moved), "closes": beliefs.closes, "over": over,
               "edges": silenced}  # fmt: skip
    drafts[-1] = drafts[-1].model_copy(update=follows)
    struck = sum(close.wrong for close in beliefs.closes if close.claim in off)
    own = reader.safety.stood_on(namespace, events) if events else ()
    return _Plan(
        tuple(drafts),
        Tainted(
            namespace=namespace, seq=0, source=source, events=len(events),
            kept=tuple(rows[one].id for one in own if one in rows and one not in gone),
            suppressed=tuple(row.id for row in away), beliefs=struck, edges=len(silenced),
            revived=len(beliefs.closes) - struck, records=len(drafts),
        ),
    )  # fmt: skip


def _without(around: _Around, barred: Collection[int]) -> frozenset[int]:
    """Return the memories that fall, where what else stands behind some counts for nothing."""
    rows = (row._replace(events=()) if row.memory in barred else row for row in around.rows)
    return tainting.fallen(rows, around.derived, around.tainted)


def _tellers(
    reader: Reader, namespace: Namespace, beliefs: Settled, back: Sequence[Standing]
) -> dict[int, Teller]:
    """Read the memories that tell what is settled anew, in the state that they get back."""
    told = {one.row.memory for one in beliefs.closings if one.row.memory is not None}
    told |= {row.memory for row in back}
    found = dict(reader.tellers(namespace, sorted(told))) if told else {}
    for row in back:
        if row.memory in found and row.before is not None:
            found[row.memory] = found[row.memory]._replace(state=row.before)
    return found


def _lifted(
    reader: Reader, namespace: Namespace, source: Source, taints: Sequence[Taint], why: str
) -> _Plan:
    lifts = tuple(one.seq for one in taints)
    events = reader.safety.named(namespace, lifts)
    around = _around(reader, namespace, events, lifted=lifts)
    back = [
        row for row in around.rows
        if row.by is not None and row.before is not None and row.memory not in around.fallen
    ]  # fmt: skip
    claims, beliefs, off = _beliefs(reader, namespace, events, around.tainted, lifted=lifts)
    again = [one for one in claims if one not in off]
    weak = reader.safety.weak(namespace, again, lifts) if again else ()
    tellers = _tellers(reader, namespace, beliefs, back)
    still = {row.memory for row in around.rows if row.state not in CURRENT}
    moved, over = tainting.lives(beliefs.closings, tellers, still - {one.memory for one in back})
    spans = {one.memory: one for one in moved}
    restored = [
        spans.pop(row.memory, Moved(memory=row.memory, state=row.before or "active"))
        .model_copy(update={"by": True})
        for row in back
    ]  # fmt: skip
    ends = sorted({*(row.memory for row in back), *claims})
    heard = _heard(reader, namespace, ends, lifts, around.fallen)
    draft = UntaintDraft(
        lifts=lifts, reason=why, memories=(*restored, *spans.values()), over=over, edges=heard,
        closes=tuple(sorted((*beliefs.closes, *weak), key=lambda close: close.claim)),
    )  # fmt: skip
    own = sum(close.claim in set(again) for close in draft.closes)
    return _Plan(
        (draft,),
        Tainted(
            namespace=namespace, seq=0, source=source, events=len(events), edges=len(heard),
            restored=tuple(row.id for row in back), records=1, beliefs=own,
            revived=len(draft.closes) - own,
        ),
    )  # fmt: skip


def _heard(
    reader: Reader, namespace: Namespace, ends: Sequence[int], lifts: Sequence[int],
    gone: Collection[int],
) -> tuple[EdgeEnd, ...]:  # fmt: skip
    """Return the edges that these taints silenced and that may speak again."""
    silent = reader.safety.silenced(namespace, ends, lifts) if ends else frozenset()
    ties = reader.safety.ties(namespace, ends) if silent else ()
    found = (
        one for one in ties
        if (one.source, one.target, one.relation) in silent
        and one.source not in gone and one.target not in gone
    )  # fmt: skip
    return tainting.edges(found, "suppressed")


def _around(
    reader: Reader, namespace: Namespace, events: Sequence[int], *, also: Sequence[int] = (),
    lifted: Sequence[int] = (),
) -> _Around:  # fmt: skip
    """Read the memories that events stand behind, and all that was derived of them."""
    memories = dict.fromkeys(reader.safety.stood_on(namespace, events) if events else ())
    derived = dict[int, Derivation]()
    edge: list[int] = [*memories, *events]
    while edge:
        found = reader.safety.derived(namespace, edge)
        edge = [one.memory for one in found if one.memory not in derived]
        derived |= {one.memory: one for one in found}
        memories |= dict.fromkeys(one.memory for one in found)
    rows = reader.safety.standing(namespace, sorted(memories)) if memories else ()
    behind = sorted({event for row in rows for event in row.events}
                    | {end for one in derived.values() for end in one.sources})  # fmt: skip
    tainted = reader.safety.tainted(namespace, behind, lifted) if behind else frozenset()
    tainted |= frozenset(also)
    return _Around(rows, derived, tainted, tainting.fallen(rows, derived, tainted))


def _barred(
    reader: Reader, namespace: Namespace, around: _Around, events: Sequence[int],
    resources: Resources,
) -> frozenset[int]:  # fmt: skip
    """Return the memories whose other events may be remembered by nobody."""
    lives = reader.keeping.made_of(namespace, events) if events else ()
    rows = {row.memory: row for row in around.rows}
    barred = set[int]()
    for life in lives:
        row = rows.get(life.memory)
        if row is None or life.text is None or life.memory in around.fallen:
            continue
        others = [event for event in row.events if event not in around.tainted]
        said = reader.keeping.said(namespace, others)
        if rebasing.rebased(life, said, resources.settings) is None:
            barred.add(life.memory)
    return frozenset(barred)


def _beliefs(
    reader: Reader, namespace: Namespace, events: Sequence[int], tainted: Collection[int], *,
    lifted: Sequence[int] = (),
) -> tuple[tuple[int, ...], Settled, frozenset[int]]:  # fmt: skip
    """Settle the slots that the claims of events are about without what does not count.

    Returns:
        The claims of the events, what is settled, and the claims that don't count.
    """
    places = reader.safety.claims(namespace, events) if events else ()
    about = sorted({place.entity for place in places})
    history = reader.names.roots(namespace, about) if about else ()
    groups = {group.root: group for group in (merging.group_of(one, history) for one in about)}
    closes, found, gone = list[Close](), list[Closing](), set[int]()
    names = {place.attribute for place in places}
    for root, group in sorted(groups.items()):
        lines = [line for line in reader.names.timelines(namespace, group.members)
                 if line.attribute in names]  # fmt: skip
        behind = sorted({line.belief.event for line in lines})
        off = reader.safety.tainted(namespace, behind, lifted) | (set(tainted) & set(behind))
        claims = {line.belief.claim for line in lines if line.belief.event in off}
        many = merging.cardinalities(root, reader.names.attributes(namespace, group.members))
        done = tainting.settled(lines, claims, many)
        closes += done.closes
        found += done.closings
        gone |= claims
    return (
        tuple(place.claim for place in places), Settled(tuple(closes), tuple(found)),
        frozenset(gone),
    )  # fmt: skip


def _chunks(events: tuple[int, ...], most: int) -> list[tuple[int, ...]]:
    return [events[at : at + most] for at in range(0, len(events), most)] or [()]
