"""Witness the last acknowledged head in a small file beside the ledger.

A database file whose tail was cut away (a deleted or damaged WAL) is consistent in itself. The
anchor is written after each commit is durable, so it never runs ahead of the ledger; when the
ledger ends before it, or holds another record there, acknowledged memory was lost and we say so.
It is not fsynced: after a power loss it may lag behind or be empty, which is harmless.
"""

import os
import re
from pathlib import Path

from neuromem_graph.types.ledger import Head

_LINE = re.compile(rb"nmg1 (\d{1,19}) ([0-9a-f]{64})\n")
_WIDTH = 96


def path_of(ledger: Path) -> Path:
    """Return where the anchor of a ledger file lies."""
    return ledger.with_name(ledger.name + "-head")


def read(ledger: Path) -> Head | None:
    """Return the witnessed head, or None when there is none to rely on."""
    try:
        found = _LINE.match(path_of(ledger).read_bytes())
    except OSError:  # missing or unreadable
        return None
    return Head(seq=int(found[1]), hash=found[2].decode()) if found else None


def write(ledger: Path, seq: int, digest: bytes) -> None:
    """Witness a head whose commit is durable; one small write in place."""
    line = b"nmg1 %d %s\n" % (seq, digest.hex().encode())
    handle = os.open(path_of(ledger), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.pwrite(handle, line.ljust(_WIDTH), 0)
    finally:
        os.close(handle)
