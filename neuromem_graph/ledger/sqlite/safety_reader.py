"""Answer the named queries about what may be believed; a part of `SqliteReader`."""

import json
from collections.abc import Sequence

from neuromem_graph.ledger.sqlite import erased
from neuromem_graph.ledger.sqlite.part import Part, dumps
from neuromem_graph.types.base import Channel, Namespace
from neuromem_graph.types.drafts import Close
from neuromem_graph.types.safety import (
    Alarm,
    Backing,
    ClaimPlace,
    Derivation,
    EdgeTie,
    Source,
    SourceKind,
    Spoken,
    Standing,
    Taint,
)


class SqliteSafetyReader(Part):
    """Read sources, taints and rates at one moment."""

    def spoken(self, namespace: Namespace, keys: Sequence[str]) -> tuple[Spoken, ...]:
        """Return which normal forms some memory begins with, or says as a whole."""
        rows = self._rows("spoken", ns=self._ns(namespace), keys=dumps(keys))
        return tuple(Spoken(key, bool(begun), bool(equal)) for key, begun, equal in rows)

    def elsewhere(self, namespace: Namespace, thread: str, keys: Sequence[str]) -> frozenset[str]:
        """Return which of these turns of a thread another namespace remembers, or has erased."""
        own = self._ns(namespace)
        asked = {"thread": thread, "keys": dumps(keys)}
        found = {key for (key,) in self._rows("elsewhere", ns=own, **asked)}
        for row in self._rows("thread_namespaces", ns=own, thread=thread):
            found |= erased.look_up(self._conn, row, keys, self.seq).keys()
        return frozenset(found)

    def valued(self, namespace: Namespace, keys: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return (value, attribute) of every slot that was ever told one of these values."""
        rows = self._rows("valued", ns=self._ns(namespace), keys=dumps(keys))
        return tuple((key, attribute) for key, attribute in rows)

    def taints(self, namespace: Namespace) -> tuple[Taint, ...]:
        """Return the sources that are tainted, oldest first."""
        found = []
        for seq, body, events in self._rows("active_taints", ns=self._ns(namespace)):
            said = json.loads(body)["source"] if body else None
            source = None if said is None else Source.model_validate(said)
            found.append(Taint(seq=seq, source=source, events=events))
        return tuple(found)

    def events_of(self, namespace: Namespace, kind: SourceKind, name: str) -> tuple[int, ...]:
        """Return the events of a source, oldest first."""
        asked = {"ns": self._ns(namespace), "kind": kind, "called": name}
        return tuple(row[0] for row in self._rows("events_of", **asked))

    def tainted(
        self, namespace: Namespace, events: Sequence[int], lifted: Sequence[int] = ()
    ) -> frozenset[int]:
        """Return which of these events are tainted, by other records than those that are lifted."""
        asked = {"events": dumps(events), "lifted": dumps(lifted)}
        rows = self._rows("events_tainted", ns=self._ns(namespace), **asked)
        return frozenset(row[0] for row in rows)

    def named(self, namespace: Namespace, taints: Sequence[int]) -> tuple[int, ...]:
        """Return the events that taints named."""
        rows = self._rows("events_named", ns=self._ns(namespace), taints=dumps(taints))
        return tuple(dict.fromkeys(row[0] for row in rows))

    def stood_on(self, namespace: Namespace, events: Sequence[int]) -> tuple[int, ...]:
        """Return the memories that one of these events stands behind."""
        rows = self._rows("stood_on", ns=self._ns(namespace), events=dumps(events))
        return tuple(row[0] for row in rows)

    def standing(self, namespace: Namespace, memories: Sequence[int]) -> tuple[Standing, ...]:
        """Return how memories stand, which taint put them away, and the events behind them."""
        ns, asked = self._ns(namespace), dumps(memories)
        behind: dict[int, list[int]] = {}
        for memory, event in self._rows("grounds_of_memories", ns=ns, memories=asked):
            behind.setdefault(memory, []).append(event)
        rows = {row[0]: row for row in self._rows("standing", ns=ns, memories=asked)}
        return tuple(
            Standing._make((*row, tuple(behind.get(memory, ()))))
            for memory, row in sorted(rows.items())
        )

    def derived(self, namespace: Namespace, sources: Sequence[int]) -> tuple[Derivation, ...]:
        """Return what was derived from memories or events, each with all it was derived from."""
        found: dict[int, list[int]] = {}
        frail = set[int]()
        rows = self._rows("derived_from", ns=self._ns(namespace), sources=dumps(sources))
        for memory, source, compiled in rows:
            found.setdefault(memory, []).append(source)
            frail |= {memory} if compiled else set()
        return tuple(Derivation(memory, tuple(known), memory in frail)
                     for memory, known in found.items())  # fmt: skip

    def claims(self, namespace: Namespace, events: Sequence[int]) -> tuple[ClaimPlace, ...]:
        """Return the claims of events, with the slots they are about."""
        rows = self._rows("claims_of_events", ns=self._ns(namespace), events=dumps(events))
        return tuple(map(ClaimPlace._make, rows))

    def weak(
        self, namespace: Namespace, claims: Sequence[int], taints: Sequence[int]
    ) -> tuple[Close, ...]:
        """Return the intervals of what weak sources said, as they were before these taints."""
        asked = {"claims": dumps(claims), "taints": dumps(taints)}
        rows = self._rows("weak_struck", ns=self._ns(namespace), **asked)
        return tuple(Close(claim=c, valid_from=start, valid_to=end) for c, start, end in rows)

    def ties(self, namespace: Namespace, ends: Sequence[int]) -> tuple[EdgeTie, ...]:
        """Return the edges from or to these memories and claims."""
        rows = self._rows("ties", ns=self._ns(namespace), ends=dumps(ends))
        return tuple(
            EdgeTie(family=family, source=source, target=target, relation=relation, state=state)
            for family, source, target, relation, state in rows
        )

    def silenced(
        self, namespace: Namespace, ends: Sequence[int], taints: Sequence[int]
    ) -> frozenset[tuple[int, int, str]]:
        """Return which edges at these ends were silenced by these taints."""
        asked = {"ends": dumps(ends), "taints": dumps(taints)}
        rows = self._rows("ties_silenced", ns=self._ns(namespace), **asked)
        return frozenset((source, target, relation) for source, target, relation in rows)

    def nth_newest(
        self, namespace: Namespace, channel: Channel, speaker: str | None, newer: int,
        upto: int | None = None,
    ) -> int | None:  # fmt: skip
        """Return when the event of a source was recorded that has so many newer ones."""
        last = self.seq if upto is None else min(upto, self.seq)
        asked = {"channel": channel, "speaker": speaker, "newer": newer, "last": last}
        rows = self._rows("nth_newest", ns=self._ns(namespace), **asked)
        return rows[0][0] if rows else None

    def busy(self, namespace: Namespace, after: int, most: int) -> tuple[Alarm, ...]:
        """Return the sources with more events than that after a time, in microseconds."""
        rows = self._rows("since", at=after)
        if not rows:
            return ()
        asked = {"ns": self._ns(namespace), "first": rows[0][0], "most": most}
        return tuple(
            Alarm(channel=channel, speaker=speaker, events=events)
            for channel, speaker, events in self._rows("busy", **asked)
        )

    def backing(self, namespace: Namespace, memories: Sequence[int]) -> tuple[Backing, ...]:
        """Return the sources that say what these memories say: the words, or a value of a slot."""
        rows = self._rows("backing", ns=self._ns(namespace), memories=dumps(memories))
        return tuple(map(Backing._make, rows))
