"""The statements on checkpoints, where the elements of a thread are kept, and damaged rows."""

from collections.abc import Iterator
from contextlib import contextmanager

from neuromem_graph import errors
from neuromem_graph.ledger.sqlite import statements

CHECKPOINTS = statements.parse(statements.text("checkpoints.sql"))
_PER_THREAD = 1 << 32


def span_of(thread: int) -> tuple[int, int]:
    """Return the first and the last id that an element of a thread may have."""
    return thread * _PER_THREAD, (thread + 1) * _PER_THREAD - 1


@contextmanager
def whole() -> Iterator[None]:
    """Say so when a part of a checkpoint is missing or can't be read.

    Raises:
        LedgerCorrupt: from what Python says of it.
    """
    try:
        yield
    except errors.MemoryGraphError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, RecursionError) as exc:
        raise errors.LedgerCorrupt(f"a checkpoint is damaged ({exc!r}): restore a backup") from exc
