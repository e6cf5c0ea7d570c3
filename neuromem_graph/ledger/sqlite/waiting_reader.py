"""Answer the named queries about turns that wait; a part of `SqliteReader`."""

import json
from datetime import timedelta, timezone
from typing import Any

from neuromem_graph.core.events import EXPLICIT
from neuromem_graph.ledger import format as fmt
from neuromem_graph.ledger.sqlite.part import Part
from neuromem_graph.types.base import Channel, Namespace, from_micros
from neuromem_graph.types.drafts import EventPayload
from neuromem_graph.types.ingest import Turn
from neuromem_graph.types.waiting import Waiting


class SqliteWaitingReader(Part):
    """Read the turns that wait at one moment."""

    def waiting(self, namespace: Namespace, after: int, limit: int) -> tuple[Waiting, ...]:
        """Return turns that are deferred, in the order they were observed."""
        asked = {"ns": self._ns(namespace), "after": after, "limit": limit}
        return tuple(_waiting(namespace, *row) for row in self._rows("waiting", **asked))


def _waiting(
    namespace: Namespace, event: int, channel: Channel, happened: int, body: bytes, step: bytes
) -> Waiting:  # fmt: skip
    said = EventPayload.model_validate(json.loads(body))
    zone = timezone(timedelta(minutes=said.utc_offset or 0))
    words: Any = said.metadata.get("keywords", ())
    turn = Turn(
        id=said.key, namespace=namespace, text=said.text, channel=channel,
        at=from_micros(happened).astimezone(zone), digest=said.digest, speaker=said.speaker,
        thread=said.thread, message=said.message, type=said.type, keywords=tuple(words),
        metadata=said.metadata,
        expires_at=None if said.expires_at is None else from_micros(said.expires_at),
        explicit=fmt.reason_of(step) == EXPLICIT,
    )  # fmt: skip
    return Waiting(event=event, turn=turn)
