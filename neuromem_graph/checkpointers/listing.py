"""List checkpoints page by page, holding nothing open in between."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import CheckpointTuple

from neuromem_graph.checkpointers import records
from neuromem_graph.checkpointers.codec import Codec
from neuromem_graph.checkpointers.config import (
    checkpoint_id_of,
    matches,
    namespace_of,
    place_of,
)
from neuromem_graph.errors import InvalidInput
from neuromem_graph.ledger.sqlite import checkpoint_reading as reading
from neuromem_graph.ledger.sqlite.connection import Connections

_PAGE = 16
_LOOKED_THROUGH = 128


class Listing:
    """Hold what a list asks for, checked.

    Raises:
        InvalidInput
    """

    def __init__(
        self, config: RunnableConfig | None, wanted: Mapping[str, Any] | None,
        before: RunnableConfig | None, limit: int | None,
    ) -> None:  # fmt: skip
        if limit is not None and limit < 0:
            raise InvalidInput(f"limit={limit} is negative")
        self._place = None if config is None else place_of(config)
        self._ns = None if config is None else namespace_of(config)
        self._wanted = wanted
        self._before = checkpoint_id_of(before)
        self._limit = limit

    def pages(self, connections: Connections, codec: Codec) -> Iterator[Sequence[CheckpointTuple]]:
        """Read page after page of what was there at the beginning."""
        keys = self._keys(connections)
        left = len(keys) if self._limit is None else min(self._limit, len(keys))
        size = _LOOKED_THROUGH if self._wanted else _PAGE
        for start in range(0, len(keys), size):
            chosen = self._chosen(connections, codec, keys[start : start + size])[:left]
            for first in range(0, len(chosen), _PAGE):
                page = _load(connections, codec, chosen[first : first + _PAGE])
                left -= len(page)
                yield page
            if left <= 0:
                return

    def _keys(self, connections: Connections) -> list[int]:
        limit = None if self._wanted else self._limit
        with connections.read() as conn:
            if self._place is None:
                return reading.listed(conn, None, before=self._before, limit=limit)
            return reading.listed(
                conn, self._place.thread_id, self._ns, self._place.id,
                before=self._before, limit=limit,
            )  # fmt: skip

    def _chosen(self, connections: Connections, codec: Codec, keys: Sequence[int]) -> Sequence[int]:
        """Leave out what the filter does not want."""
        if not self._wanted:
            return keys
        with connections.read() as conn:
            found = reading.summaries(conn, keys)
        wanted = self._wanted
        return [one.key for one in found if matches(codec.load(one.metadata), wanted)]


def _load(connections: Connections, codec: Codec, keys: Sequence[int]) -> Sequence[CheckpointTuple]:
    with connections.read() as conn:
        stored = reading.load(conn, keys)
    return [records.checkpoint_tuple(one, codec) for one in stored]
