"""Fold what upkeep records: pins, and evidence that memories went unused."""

from neuromem_graph.ledger.sqlite.fold import Entry, Fold
from neuromem_graph.types.ledger import memory_touch


def pin(fold: Fold, entry: Entry) -> None:
    """Pin a memory, or unpin it."""
    memory = entry.header["memory"]
    fold.run("close_pin", entry.seq, memory)
    if entry.header["pinned"]:
        fold.run("open_pin", memory, entry.seq)
    fold.run("touch", entry.ns, memory_touch(memory), entry.seq)


def decay(fold: Fold, entry: Entry) -> None:
    """Keep evidence of decay, whose source is the record itself; no memory changes by it."""
    h = entry.header
    fold.run_many("add_evidence", (
        (entry.seq, entry.ns, "decay", entry.seq, memory, weight, None, None)
        for memory, weight in zip(h["memories"], h["weights"], strict=True)
    ))  # fmt: skip
