"""Open the ledger under test: what the parts of `LedgerSuite` have in common."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from neuromem_graph.ports import Auditable, Clock, Erasable, Ledger, TraceJournal, VectorCache
from neuromem_graph.ports.moving import Copyable, Portable, Showing
from neuromem_graph.testing.ledger_builders import NAMESPACE, TickingClock, batch
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.batch import Group
from neuromem_graph.types.ledger import GroupResult, Head, SlotRow


class CompleteLedger(
    Ledger, Auditable, Erasable, TraceJournal, VectorCache, Portable, Copyable, Showing, Protocol
):
    """Do all that a backend can do."""

    def close(self) -> None:
        """Close it; using it afterwards raises `LedgerClosed`."""


class LedgerCase:
    """Say how to open a backend; a test class of a backend overrides `open_ledger`."""

    reopens: bool = True
    """Whether a ledger that was closed can be opened again at the same place."""

    traces_kept: int = 3
    """How many traces per namespace the opened ledger shall keep."""

    models_kept: int = 4
    """How many models the opened ledger keeps vectors of."""

    def open_ledger(self, place: Path, clock: Clock) -> CompleteLedger:
        """Open the ledger at `place`, an empty folder the first time.

        It tells the time by `clock` and keeps `traces_kept` explanations per namespace.
        """
        raise NotImplementedError

    @contextmanager
    def opened(self, place: Path, clock: Clock | None = None) -> Iterator[CompleteLedger]:
        """Open the ledger, and close it afterwards."""
        ledger = self.open_ledger(place, clock or TickingClock())
        try:
            yield ledger
        finally:
            ledger.close()


def add(
    ledger: Ledger, *groups: Group, namespace: Namespace = NAMESPACE
) -> tuple[GroupResult, ...]:
    """Append groups as one batch and tell what became of each."""
    return ledger.append([batch(*groups, namespace=namespace)])[0].groups


def head(ledger: Ledger) -> Head:
    """Return the end of the ledger."""
    with ledger.reader() as reader:
        return reader.head


def believed(slots: tuple[SlotRow, ...]) -> list[tuple[str | None, int, int | None]]:
    """Return (value, valid from, valid to) of all that is believed in these slots."""
    return [(b.value, b.valid_from, b.valid_to) for slot in slots for b in slot.beliefs]
