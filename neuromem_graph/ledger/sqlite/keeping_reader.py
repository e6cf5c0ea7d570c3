"""Answer the named queries about the lives of memories; a part of `SqliteReader`."""

import json
from collections.abc import Mapping, Sequence

from neuromem_graph.ledger.sqlite.part import Part, dumps
from neuromem_graph.types.base import Json, Namespace
from neuromem_graph.types.keeping import Life, OutcomeRow, SaidRow, SameWords, ToldPlace

_LIFE = (
    "memory", "id", "event", "text", "state", "before", "replaced", "valid_from", "expires_at",
    "importance", "merged", "covered",
)  # fmt: skip
_WORDS = ("key", "memory", "event", "state", "expires_at")


class SqliteKeepingReader(Part):
    """Read the lives of memories at one moment."""

    def lives(self, namespace: Namespace, public_ids: Sequence[str]) -> tuple[Life, ...]:
        """Return how these memories stand, oldest first; unknown ids are passed over."""
        rows = self._rows("lives", ns=self._ns(namespace), ids=dumps(dict.fromkeys(public_ids)))
        return tuple(Life.model_validate(dict(zip(_LIFE, row, strict=True))) for row in rows)

    def same_words(self, namespace: Namespace, keys: Sequence[str]) -> tuple[SameWords, ...]:
        """Return the memories that say these words (normal forms), in any state, oldest first."""
        rows = self._rows("same_words", ns=self._ns(namespace), keys=dumps(dict.fromkeys(keys)))
        return tuple(SameWords.model_validate(dict(zip(_WORDS, r, strict=True))) for r in rows)

    def corrections(self, namespace: Namespace, public_id: str) -> tuple[int, ...]:
        """Return the events that put this memory right, oldest first."""
        rows = self._rows("corrections", ns=self._ns(namespace), id=public_id)
        return tuple(row[0] for row in rows)

    def told_by(
        self, namespace: Namespace, memories: Sequence[int], events: Sequence[int] = ()
    ) -> tuple[ToldPlace, ...]:
        """Return every slot that these memories, or events, tell of, and since when it held."""
        asked = {"memories": dumps(memories), "events": dumps(events)}
        rows = self._rows("told_by", ns=self._ns(namespace), **asked)
        return tuple(ToldPlace._make(row) for row in rows)

    def event(self, namespace: Namespace, public_id: str) -> int | None:
        """Return an event by its public id, or None."""
        rows = self._rows("event_by_id", ns=self._ns(namespace), id=public_id)
        return rows[0][0] if rows else None

    def said(self, namespace: Namespace, events: Sequence[int]) -> tuple[SaidRow, ...]:
        """Return what these events said, oldest first."""
        rows = self._rows("said", ns=self._ns(namespace), events=dumps(events))
        found = []
        for event, public, body, channel, speaker, quarantined in rows:
            said = json.loads(body) if body else {}
            expires = said.get("expires_at")
            found.append(SaidRow(event=event, id=public, text=said.get("text"), channel=channel,
                                 speaker=speaker, quarantined=bool(quarantined),
                                 expires_at=expires, type=said.get("type"),
                                 metadata=said.get("metadata", {})))  # fmt: skip
        return tuple(found)

    def own_words(self, namespace: Namespace, memories: Sequence[int]) -> frozenset[int]:
        """Return which of these memories hold words of their own, not those of their events."""
        rows = self._rows("own_words", ns=self._ns(namespace), memories=dumps(memories))
        return frozenset(memory for memory, body in rows if "text" in json.loads(body))

    def behind(
        self, namespace: Namespace, memory: int, *, wordings: bool = True
    ) -> tuple[int, ...]:
        """Return the events behind a memory, and behind those that are merged into it."""
        rows = self._rows("behind", ns=self._ns(namespace), memory=memory, wordings=wordings)
        return tuple(row[0] for row in rows)

    def made_of(self, namespace: Namespace, events: Sequence[int]) -> tuple[Life, ...]:
        """Return the memories that were made of these events, oldest first."""
        rows = self._rows("made_of", ns=self._ns(namespace), events=dumps(events))
        return self.lives(namespace, [row[0] for row in rows])

    def outcomes(self, namespace: Namespace, trace_id: str) -> tuple[OutcomeRow, ...]:
        """Return what was told of how a query served, a row per memory, the oldest first."""
        rows = self._rows("outcomes_of", ns=self._ns(namespace), trace=trace_id)
        return tuple(map(OutcomeRow._make, rows))

    def answer(self, namespace: Namespace, held_id: str) -> Mapping[str, Json] | None:
        """Return the answer that was given to a held item; None: none was, or it was erased."""
        rows = self._rows("review_of", ns=self._ns(namespace), id=held_id)
        return json.loads(rows[0][0])["answer"] if rows else None

    def contents(self, namespace: Namespace) -> tuple[int, ...]:
        """Return the records that everything of a namespace stands on, and its name."""
        rows = self._rows("contents", ns=self._ns(namespace))
        return tuple(row[0] for row in rows)
