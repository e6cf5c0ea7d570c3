"""Hold back what comes from a tainted source, and tell when a source writes too much.

The clock is that of the records, so that the same records give the same alarms.
"""

from collections.abc import Container, Iterable
from datetime import timedelta
from typing import TypeVar

from neuromem_graph.core.appraisal import BY_HAND
from neuromem_graph.pipeline.tainted_sources import tainted_turns
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Channel, Namespace, to_micros
from neuromem_graph.types.ingest import Receipt, ReceiptItem, Turn, Turns, View
from neuromem_graph.types.safety import Alarm

__all__ = ["busy", "warned", "with_barred"]

Told = TypeVar("Told", bound=Receipt)

TAINTED, FLOODING = "tainted_source", "write_rate"
_Source = tuple[Channel, str | None]


def with_barred(view: View, turns: Turns, reader: Reader, resources: Resources) -> View:
    """Return a view that says which turns wait for a review as a whole, and why."""
    barred = dict.fromkeys(tainted_turns(turns, reader), TAINTED)
    if resources.settings.safety.hold:
        barred |= {
            place: FLOODING for place in _excess(view, turns, reader, resources)
            if place not in barred
        }  # fmt: skip
    barred = {
        place: why for place, why in barred.items()
        if not turns.turns[place].id.startswith(BY_HAND)
    }  # fmt: skip
    return view.model_copy(update={"barred": barred}) if barred else view


def _excess(view: View, turns: Turns, reader: Reader, resources: Resources) -> Iterable[int]:
    """Give the places of turns that come on top of as many as their source may write."""
    most = resources.settings.safety.rate
    if most == 0:
        return
    after = _now(reader, resources) - _window(resources)
    counts = dict[_Source, int]()
    for place, turn in enumerate(turns.turns):
        known, source = view.turns.get(turn.id), (turn.channel, turn.speaker)
        if known is not None and known.step == "committed":
            continue
        if known is not None:  # it waited: what came later doesn't count
            if _was_excess(reader, turns.namespace, source, known.event, resources):
                yield place
            continue
        counts[source] = counts.get(source, 0) + 1
        above = most - counts[source]  # so many older ones are still within the rate
        if above < 0 or _recent(reader, turns.namespace, source, above, after):
            yield place


def _was_excess(
    reader: Reader, namespace: Namespace, source: _Source, event: int, resources: Resources
) -> bool:
    """Tell whether an event came on top of as many as its source might write."""
    most = resources.settings.safety.rate
    own, older = (reader.safety.nth_newest(namespace, *source, n, event) for n in (0, most))
    return own is not None and older is not None and older > own - _window(resources)


def _recent(
    reader: Reader, namespace: Namespace, source: _Source, newer: int, after: int
) -> bool:  # fmt: skip
    """Tell whether the event of a source that has so many newer ones lies within the window."""
    at = reader.safety.nth_newest(namespace, *source, newer)
    return at is not None and at > after


def warned(receipt: Told, turns: Turns, resources: Resources) -> Told:
    """Return a receipt that also tells which sources of these turns write too much.

    Args:
        receipt: what became of each turn; where nothing was added nothing is counted.
        turns: what was said.
        resources: the ledger, and the rate.
    """
    added = {one.turn for one in receipt.events if one.added}
    alarms = _alarms(turns, added, resources)
    return receipt.model_copy(update={"items": (*receipt.items, *alarms)}) if alarms else receipt


def _alarms(
    turns: Turns, added: Container[str], resources: Resources
) -> tuple[ReceiptItem, ...]:  # fmt: skip
    safety = resources.settings.safety
    sources = dict.fromkeys(_source(turn) for turn in turns.turns if turn.id in added)
    if safety.rate == 0 or not sources:
        return ()
    with resources.ledger.reader() as reader:
        head = reader.head.recorded_at
        after = 0 if head is None else to_micros(head) - _window(resources)
        found = [
            source for source in sources
            if _recent(reader, turns.namespace, source, safety.rate, after)
        ]  # fmt: skip
    why = f"more than {safety.rate} events within {safety.window:g} s"
    return tuple(
        ReceiptItem(what="alarm", text=" ".join(filter(None, source)), reason=why)
        for source in found
    )


def busy(namespace: Namespace, reader: Reader, resources: Resources) -> tuple[Alarm, ...]:
    """Return the sources that have written more than they may, up to the last record."""
    safety, head = resources.settings.safety, reader.head.recorded_at
    if safety.rate == 0 or head is None:
        return ()
    return reader.safety.busy(namespace, to_micros(head) - _window(resources), safety.rate)


def _source(turn: Turn) -> _Source:
    return turn.channel, turn.speaker


def _now(reader: Reader, resources: Resources) -> int:
    """Return when the next record will be recorded: by the clock, never before the last one."""
    now, head = to_micros(resources.clock()), reader.head.recorded_at
    return now if head is None else max(now, to_micros(head))


def _window(resources: Resources) -> int:
    return timedelta(seconds=resources.settings.safety.window) // timedelta(microseconds=1)
