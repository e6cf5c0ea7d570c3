"""Show receipts, contexts, worldviews, histories and subgraphs in a notebook: text, no script."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from neuromem_graph.types.explaining_text import moment, number
from neuromem_graph.types.naming import called
from neuromem_graph.types.pages import (
    FOLDED,
    cell,
    chip,
    counted,
    figure,
    folded,
    plain,
    told,
    whole,
)

if TYPE_CHECKING:
    from neuromem_graph.types.base import Namespace
    from neuromem_graph.types.ingest import Receipt, ReceiptItem
    from neuromem_graph.types.recall import BeliefView, MemoryContext, MemoryItem
    from neuromem_graph.types.subgraph import GraphEdge, SubGraph
    from neuromem_graph.types.timelines import Timeline, TimelineBar, TimelineRow
    from neuromem_graph.types.worldview import CandidateEvent, CandidateView, SlotView, Worldview

_DONE: Mapping[str, str] = {
    "created": "good", "supported": "good", "restored": "good", "reinforced": "good",
    "superseded": "over", "forgotten": "over", "decayed": "over", "skipped": "over",
    "held": "odd", "deferred": "odd", "redacted": "odd", "quarantined": "bad", "alarm": "bad",
}  # fmt: skip
_HELD: Mapping[str, str] = {
    "active": "good", "provisional": "odd", "conflicted": "bad",
    "historical": "over", "rejected": "bad", "suppressed": "over",
}  # fmt: skip
HOLDS: Mapping[str, str] = {
    "holds": "good", "ended": "over", "disputed": "bad", "unconfirmed": "odd", "planned": "odd",
}  # fmt: skip
FATES: Mapping[str, str] = {
    "changed": "its time was changed", "corrected": "corrected", "put_away": "put away",
}  # fmt: skip
"""What became of a bar of a timeline that is no longer on record, for people."""

_NOT: Mapping[str, str] = {"negated": "not ", "retracted": "no longer ", "hypothetical": "maybe "}


def of_receipt(one: "Receipt") -> str:
    """Show what an ingest did, line by line."""
    return whole("Receipt", _receipt(one), page=False)


def of_context(one: "MemoryContext") -> str:
    """Show what a query found: beliefs, memories with where they come from, the prompt."""
    return whole("Context", _context(one), page=False)


def of_worldview(one: "Worldview") -> str:
    """Show the slots of a worldview, each with its candidates."""
    return whole("Worldview", _worldview(one), page=False)


def of_history(events: Sequence["CandidateEvent"]) -> str:
    """Show what happened to the candidates of a slot, oldest first."""
    return whole("History", _history(events), page=False)


def of_subgraph(one: "SubGraph") -> str:
    """Show the entities and relations that a question is about."""
    return whole("Subgraph", _subgraph(one), page=False)


def of_timeline(one: "Timeline") -> str:
    """Show what was believed on both axes, as a table."""
    return whole("Timeline", _timeline(one), page=False)


def period(valid_from: datetime | None, valid_to: datetime | None) -> str:
    """Write a period of valid time, in days; its end is exclusive."""
    begin = "any time" if valid_from is None else f"{valid_from:%Y-%m-%d}"
    return f"since {begin}" if valid_to is None else f"{begin} to {valid_to:%Y-%m-%d}"


def _place(namespace: "Namespace", seq: int) -> str:
    return f'<p class="dim">namespace {plain("/".join(namespace))}, record {seq}</p>'


def _td(html: str) -> str:
    return f"<td>{html}</td>"


def _receipt(one: "Receipt") -> Iterator[str]:
    counts: dict[str, int] = {}
    for item in one.items:
        counts[item.what] = counts.get(item.what, 0) + 1
    words = "".join(chip(f"{n} {what}", _DONE.get(what, "")) for what, n in counts.items())
    added = sum(event.added for event in one.events)
    nothing = f"{added} observed" if added else "nothing new"
    yield f"<h1>Receipt</h1><p>{words or plain(nothing)}</p>{_place(one.namespace, one.seq)}"
    if one.rejected:
        yield f"<p>{counted(one.rejected, 'claim')} refused: the source does not support it</p>"
    if one.items:
        yield from folded(("what", "text", "why"), map(_done, one.items), "items")


def _done(item: "ReceiptItem") -> tuple[str, ...]:
    choices = "; ".join(f"{c.name} ({c.relation or number(c.score)})" for c in item.choices)
    why = f"{item.reason}: {choices}" if choices else item.reason
    return _td(chip(item.what, _DONE.get(item.what, ""))), _td(told(item.text)), cell(why)


def _context(one: "MemoryContext") -> Iterator[str]:
    yield f"<h1>{told(one.query)}</h1>"
    found = counted(len(one.items), "memory", "memories")
    yield f"<p>lens {plain(one.lens)}, {found}, {one.tokens} tokens</p>"
    yield _place(one.namespace, one.seq)
    if one.abstained:
        yield f"<p><b>Abstained:</b> {plain(one.abstained)}</p>"
    if one.worldview:
        yield "<h2>Believed</h2>"
        yield from folded(
            ("who", "attribute", "value", "held", "true", "score#"),
            map(_belief, one.worldview), "beliefs",
        )  # fmt: skip
    if one.items:
        yield "<h2>Said</h2>"
        yield from folded(
            ("rank", "memory", "said", "by", "score#", "found by"),
            map(_item, one.items),
            "memories",
        )
    if one.text:
        yield "<details><summary>the prompt</summary>"
        yield f'<p style="white-space:pre-wrap">{told(one.text)}</p></details>'
    if one.trace_id:
        yield f'<p class="dim">trace {plain(one.trace_id)}: explain() tells why</p>'


def _belief(one: "BeliefView") -> tuple[str, ...]:
    status = "disputed" if one.disputed else one.status
    return (
        cell(called(one.entity, one.relation)), cell(one.attribute),
        _td(_NOT.get(one.polarity, "") + told(one.value)),
        _td(chip(status, "bad" if one.disputed else _HELD[one.status])),
        cell(period(one.valid_from, one.valid_to)), figure(one.score),
    )  # fmt: skip


def _item(one: "MemoryItem") -> tuple[str, ...]:
    over = f' <span class="gone">(no longer: {plain("; ".join(one.ended))})</span>'
    state = "" if one.state == "active" else chip(one.state, "over")
    channels = ", ".join(name for name, (score, _) in one.why.items() if score)
    return (
        cell(str(one.rank)), _td(state + told(one.text) + (over if one.ended else "")),
        cell(moment(one.happened_at)), cell(one.speaker or one.channel), figure(one.score),
        cell(channels),
    )  # fmt: skip


def _worldview(one: "Worldview") -> Iterator[str]:
    true = f"true at {moment(one.valid_at)}" if one.valid_at else "at all times"
    yield f"<h1>What is believed</h1><p>{counted(len(one.slots), 'slot')}, "
    yield f"lens {plain(one.lens)}, {true}</p>"
    yield _place(one.namespace, one.seq)
    if one.conflicts:
        yield f"<p>{chip(f'{len(one.conflicts)} disputed', 'bad')}</p>"
    rows = [_candidate(slot, value, not at) for slot in one.slots
            for at, value in enumerate(slot.candidates)]  # fmt: skip
    if rows:
        head = ("who", "attribute", "value", "held", "true", "score#", "events#")
        yield from folded(head, rows, "candidates")
    if one.truncated:
        yield f'<p class="dim">{one.truncated} further slots are left out</p>'
    if one.suppositions:
        yield "<h2>Only supposed</h2>"
        yield from folded(
            ("who", "attribute", "value", "said"),
            ((cell(s.entity), cell(s.attribute), _td(told(s.value)), cell(moment(s.said_at)))
             for s in one.suppositions), "suppositions",
        )  # fmt: skip
    if one.history:
        yield "<h2>What happened</h2>"
        yield from _events(one.history)


def _candidate(slot: "SlotView", one: "CandidateView", first: bool) -> tuple[str, ...]:
    return (
        cell(called(slot.entity, slot.relation) if first else ""),
        cell(slot.attribute if first else ""), _td(_NOT.get(one.polarity, "") + told(one.value)),
        _td(chip(one.status, _HELD[one.status])), cell(period(one.valid_from, one.valid_to)),
        figure(one.score), figure(one.support),
    )  # fmt: skip


def _history(events: Sequence["CandidateEvent"]) -> Iterator[str]:
    yield f"<h1>History</h1><p>{counted(len(events), 'event')}</p>"
    yield from _events(events)


def _events(events: Sequence["CandidateEvent"]) -> Iterator[str]:
    yield from folded(
        ("recorded", "record#", "value", "what happened"),
        ((cell(moment(e.at)), figure(e.seq), _td(told(e.value)), cell(e.type.replace("_", " ")))
         for e in events), "events",
    )  # fmt: skip


def _subgraph(one: "SubGraph") -> Iterator[str]:
    yield f"<h1>{told(one.query)}</h1>"
    nodes, relations = counted(len(one.nodes), "node"), counted(len(one.edges), "relation")
    yield f"<p>{nodes}, {relations}, {one.tokens} tokens</p>"
    yield _place(one.namespace, one.seq)
    if one.abstained:
        yield f"<p><b>Abstained:</b> {plain(one.abstained)}</p>"
    names = {node.id: called(node.label, node.relation) for node in one.nodes}
    shown = "".join(chip(names[node.id], "good" if node.sort == "entity" else "")
                    for node in one.nodes[: 2 * FOLDED])  # fmt: skip
    more = len(one.nodes) - 2 * FOLDED
    yield f"<p>{shown}{f'and {more} more' if more > 0 else ''}</p>"
    if one.edges:
        head = ("from", "relation", "to", "true", "held", "score#")
        yield from folded(head, (_relation(edge, names) for edge in one.edges), "relations")
    if one.left_out:
        yield f'<p class="dim">{one.left_out} further relations did not fit the budget</p>'


def _relation(one: "GraphEdge", names: Mapping[str, str]) -> tuple[str, ...]:
    held = one.ended_by or ("unconfirmed" if one.commitment == "candidate" else "holds")
    sort = "over" if one.ended_by else "odd" if one.commitment == "candidate" else "good"
    return (
        _td(told(names.get(one.source))), cell(one.relation),
        _td(_NOT.get(one.polarity, "") + told(names.get(one.target))),
        cell(period(one.valid_from, one.valid_to)), _td(chip(held, sort)), figure(one.score),
    )  # fmt: skip


def _timeline(one: "Timeline") -> Iterator[str]:
    yield f"<h1>Timeline</h1><p>{counted(len(one.rows), 'slot')} up to {moment(one.at)}</p>"
    yield _place(one.namespace, one.seq)
    yield from bars(one)
    if one.left_out:
        yield f'<p class="dim">{counted(one.left_out, "further slot")} left out</p>'


def bars(one: "Timeline") -> Iterator[str]:
    """Write every bar of a timeline as a line of a table: both axes, and what became of it."""
    head = ("who", "attribute", "value", "true", "recorded", "off the record", "now")
    rows = (_bar(row, bar, not at) for row in one.rows for at, bar in enumerate(row.bars))
    yield from folded(head, rows, "intervals")


def _bar(row: "TimelineRow", one: "TimelineBar", first: bool) -> tuple[str, ...]:
    off = "" if one.gone_at is None else moment(one.gone_at)
    now = FATES.get(one.fate) or one.holds or ""
    sort = HOLDS.get(one.holds or "", "bad" if one.fate == "corrected" else "over")
    return (
        cell(called(row.entity, row.relation) if first else ""),
        cell(row.attribute if first else ""), _td(_NOT.get(one.polarity, "") + told(one.value)),
        cell(period(one.valid_from, one.valid_to)),
        cell(f"{moment(one.known_at)}, record {one.known_from}"), cell(off), _td(chip(now, sort)),
    )  # fmt: skip
