"""The statements on checkpoints, and where the elements of a thread are kept."""

from neuromem_graph.ledger.sqlite import statements

CHECKPOINTS = statements.parse(statements.text("checkpoints.sql"))
_PER_THREAD = 1 << 32


def span_of(thread: int) -> tuple[int, int]:
    """Return the first and the last id that an element of a thread may have."""
    return thread * _PER_THREAD, (thread + 1) * _PER_THREAD - 1
