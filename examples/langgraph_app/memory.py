"""Store and checkpoints of the app, in one file: where, the variable NEUROMEM_PATH says."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from neuromem_graph.checkpointers import LedgerSaver
from neuromem_graph.stores import MemoryStore


def path() -> str:
    """Return the folder or file that both are opened on."""
    return os.environ.get("NEUROMEM_PATH", ".neuromem")


@asynccontextmanager
async def open_store() -> AsyncIterator[MemoryStore]:
    """Open the store; the server does so once per thread that runs an event loop."""
    async with MemoryStore(path()) as store:
        yield store


@asynccontextmanager
async def open_checkpointer() -> AsyncIterator[LedgerSaver]:
    """Open the checkpointer, likewise."""
    async with LedgerSaver(path()) as saver:
        yield saver
