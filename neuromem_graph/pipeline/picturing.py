"""Read what a timeline shows."""

from datetime import datetime

from neuromem_graph.core import chronicle
from neuromem_graph.errors import InvalidInput
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.timelines import Timeline

MOST = 200  # slots of one timeline


def timeline(
    namespace: Namespace, as_of: int | datetime | None, most: int, resources: Resources
) -> Timeline:
    """Return what was believed on both axes, from one snapshot.

    Args:
        namespace: whose memory.
        as_of: up to which moment of the ledger; now otherwise.
        most: slots, those told about last; from 1 to `MOST`.
        resources: what the stages use.

    Raises:
        InvalidInput: the number is out of range.
    """
    if isinstance(most, bool) or not isinstance(most, int) or not 1 <= most <= MOST:
        raise InvalidInput(f"most={most!r:.80} is not a number of slots from 1 to {MOST}")
    with resources.ledger.reader(as_of) as reader:
        every = reader.worldview.latest(namespace, None)
        chosen = every[:most]
        told = reader.worldview.slots(namespace, chosen)
        versions = reader.worldview.versions(namespace, chosen)
        seq, then = reader.seq, reader.head.recorded_at
    at = resources.clock() if as_of is None or then is None else then
    place = {slot: at for at, slot in enumerate(chosen)}
    ordered = sorted(told, key=lambda one: place[one.slot])
    return Timeline(
        namespace=namespace, seq=seq, at=at, left_out=len(every) - len(chosen),
        rows=chronicle.rows(ordered, versions, seq, at, resources.settings),
    )  # fmt: skip
