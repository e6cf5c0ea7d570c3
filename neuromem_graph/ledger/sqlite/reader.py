"""Answer every named query at one moment of the ledger: one method per query, typed rows out."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from neuromem_graph.errors import LedgerCorrupt
from neuromem_graph.ledger.sqlite import erased, joining, search
from neuromem_graph.ledger.sqlite.edge_reader import SqliteEdgeReader
from neuromem_graph.ledger.sqlite.graph_reader import SqliteGraphReader
from neuromem_graph.ledger.sqlite.item_reader import SqliteItemReader
from neuromem_graph.ledger.sqlite.keeping_reader import SqliteKeepingReader
from neuromem_graph.ledger.sqlite.name_reader import SqliteNameReader
from neuromem_graph.ledger.sqlite.part import Part, dumps
from neuromem_graph.ledger.sqlite.postings import to_postings
from neuromem_graph.ledger.sqlite.prior_reader import SqlitePriorReader
from neuromem_graph.ledger.sqlite.resident_reader import SqliteResidentReader
from neuromem_graph.ledger.sqlite.safety_reader import SqliteSafetyReader
from neuromem_graph.ledger.sqlite.sleep_reader import SqliteSleepReader
from neuromem_graph.ledger.sqlite.statements import QUERIES
from neuromem_graph.ledger.sqlite.upkeep_reader import SqliteUpkeepReader
from neuromem_graph.ledger.sqlite.waiting_reader import SqliteWaitingReader
from neuromem_graph.ledger.sqlite.worldview_reader import SqliteWorldviewReader
from neuromem_graph.types.base import Namespace, from_micros
from neuromem_graph.types.branches import KeptRow, ToldRow
from neuromem_graph.types.drafts import Appraisal
from neuromem_graph.types.expanding import Alias
from neuromem_graph.types.ledger import (
    BeliefRow,
    EntityRow,
    Gate,
    Head,
    HeldRow,
    LedgerStats,
    MemoryRow,
    NamedBelief,
    Places,
    Postings,
    RepeatRow,
    SlotRow,
    TurnState,
)
from neuromem_graph.types.placing import Connections
from neuromem_graph.types.safety import Backing
from neuromem_graph.types.spans import Teller


def read_head(conn: sqlite3.Connection) -> tuple[int, bytes, int]:
    """Return (sequence, hash, recorded_at) of the end of the ledger."""
    row = conn.execute(QUERIES["head"]).fetchone()
    if row is None:
        return 0, bytes(32), 0
    if not isinstance(row[1], bytes) or not isinstance(row[2], int | None):
        raise LedgerCorrupt("the head is damaged: restore a backup")
    return row[0], row[1], row[2] or 0


_NAMESAKES = 16  # the newest names with a word that are looked at


class SqliteReader(Part):
    """Read one namespace at a time, at one moment.

    Args:
        conn: a connection inside a transaction: all answers come from one snapshot.
        seq: the moment; None is the head.
    """

    def __init__(self, conn: sqlite3.Connection, seq: int | None = None) -> None:
        self._head = _head(*read_head(conn)) if seq is None else None
        super().__init__(conn, self._head.seq if self._head else seq or 0)
        self.store = SqliteItemReader(conn, self.seq, latest=seq is None)
        self.names = SqliteNameReader(conn, self.seq, self._names)
        self.prior = SqlitePriorReader(conn, self.seq, self._names)
        self.worldview = SqliteWorldviewReader(conn, self.seq, self._names)
        self.edges = SqliteEdgeReader(conn, self.seq, self._names)
        self.keeping = SqliteKeepingReader(conn, self.seq, self._names)
        self.graph = SqliteGraphReader(conn, self.seq, self._names)
        self.resident = SqliteResidentReader(conn, self.seq, self._names)
        self.waiting = SqliteWaitingReader(conn, self.seq, self._names)
        self.sleeping = SqliteSleepReader(conn, self.seq, self._names)
        self.upkeep = SqliteUpkeepReader(conn, self.seq, self._names)
        self.safety = SqliteSafetyReader(conn, self.seq, self._names)

    @property
    def head(self) -> Head:
        """Return the moment that is read."""
        if self._head is None:
            row = self._conn.execute(QUERIES["record_at"], (self.seq,)).fetchone()
            self._head = _head(self.seq, *row) if row else _head(0, bytes(32), 0)
        return self._head

    def turns(self, namespace: Namespace, keys: Sequence[str]) -> Mapping[str, TurnState]:
        """Return what is known of these turn ids."""
        rows = self._rows("turns", ns=self._ns(namespace), keys=dumps(keys))
        found = {
            key: TurnState(event=event, event_id=public, digest=said["digest"], step=step,
                           text=said["text"])
            for key, event, public, step, body in rows
            for said in (json.loads(body),)
        }  # fmt: skip
        row = self._conn.execute(QUERIES["namespace"], (dumps(namespace),)).fetchone()
        missing = [key for key in keys if key not in found]
        gone = erased.look_up(self._conn, row, missing, self.seq) if row else {}
        return found | {
            key: TurnState(event=event, event_id=public, digest="", step="committed", text=None,
                           erased=True)
            for key, (event, public) in gone.items()
        }  # fmt: skip

    def touched(self, namespace: Namespace, keys: Sequence[str]) -> Mapping[str, int]:
        """Return when these slots and entities were last written to; 0 for never."""
        rows = self._rows("touched", ns=self._ns(namespace), keys=dumps(keys))
        return dict.fromkeys(keys, 0) | dict(rows)

    def entities(self, namespace: Namespace, keys: Sequence[str]) -> tuple[EntityRow, ...]:
        """Return the entities known under these folded names, aliases included."""
        rows = self._rows("entities", ns=self._ns(namespace), keys=dumps(keys))
        return tuple(
            EntityRow(entity=e, id=public, name=name, key=key, relation=relation, seq=seq)
            for e, public, name, key, relation, seq in rows
        )

    def slots_of(
        self, namespace: Namespace, entities: Sequence[int], attributes: Sequence[str] | None = None
    ) -> tuple[SlotRow, ...]:
        """Return the slots of these entities, or those of these attributes, with their beliefs."""
        asked = {"ns": self._ns(namespace), "entities": dumps(entities)}
        if attributes is None:
            return self._slots(self._rows("slots_by_entity", **asked))
        return self._slots(self._rows("slots_by_attribute", attributes=dumps(attributes), **asked))

    def about(self, namespace: Namespace, entities: Sequence[int]) -> Mapping[int, int]:
        """Return how many slots each of these entities has."""
        rows = self._rows("about", ns=self._ns(namespace), entities=dumps(entities))
        return dict.fromkeys(entities, 0) | dict(rows)

    def candidates(
        self, namespace: Namespace, slots: Sequence[int]
    ) -> Mapping[tuple[int, str], int]:
        """Return the candidates of these slots by slot and value key, the oldest of each."""
        rows = self._rows("candidates", ns=self._ns(namespace), slots=dumps(slots))
        return {(slot, key): candidate for slot, key, candidate in rows}

    def all_slots(self, namespace: Namespace) -> tuple[SlotRow, ...]:
        """Return every slot with all that is believed in it."""
        return self._slots(self._rows("all_slots", ns=self._ns(namespace)))

    def _slots(self, rows: list[tuple[Any, ...]]) -> tuple[SlotRow, ...]:
        """Read slots; what stands in those of merged entities is read in the slot of the root."""
        read_in = {row[0]: row[7] for row in rows}
        beliefs: dict[int, list[BeliefRow]] = defaultdict(list)
        struck: dict[int, list[BeliefRow]] = defaultdict(list)
        if rows:
            slots = dumps(row[0] for row in rows)
            for row in self._rows("beliefs", slots=slots):
                beliefs[read_in[row[0]]].append(search.to_belief(row))
            for row in self._rows("struck", slots=slots):
                struck[read_in[row[0]]].append(search.to_belief(row))
        return tuple(
            SlotRow(slot=slot, id=public, entity=entity, entity_name=name, attribute=attribute,
                    cardinality=cardinality, seq=seq, beliefs=_by_time(beliefs[slot]),
                    struck=tuple(struck[slot]))
            for slot, public, entity, name, attribute, cardinality, seq, own in rows if slot == own
        )  # fmt: skip

    def repeats(self, namespace: Namespace, keys: Sequence[str]) -> Mapping[str, RepeatRow]:
        """Return the oldest memory that says the same words, by normal form."""
        rows = self._rows("repeats", ns=self._ns(namespace), keys=dumps(keys))
        return {key: RepeatRow(memory=memory, event=event) for key, memory, event in rows}

    def open_units(self, namespace: Namespace, memories: Sequence[int]) -> Mapping[int, int]:
        """Return how many statements of each of these memories are not closed."""
        rows = self._rows("open_units", ns=self._ns(namespace), memories=dumps(memories))
        return dict(rows)

    def tellers(self, namespace: Namespace, memories: Sequence[int]) -> Mapping[int, Teller]:
        """Return each of these memories with what it says, and where that is over."""
        rows = self._rows("tellers", ns=self._ns(namespace), memories=dumps(memories))
        return search.to_tellers(rows)

    def postings(self, namespace: Namespace, terms: Sequence[str]) -> Postings:
        """Return where these terms stand, with this namespace's statistics."""
        rows = self._rows("postings", ns=self._ns(namespace), terms=dumps(terms))
        return to_postings(terms, rows, self.seq)

    def places(self, namespace: Namespace, memories: Sequence[int], gate: Gate) -> Places:
        """Return where these memories stand, and which of them pass the gate."""
        asked = {"memories": dumps(memories), **_gate(gate)}
        return search.to_places(self._rows("places", ns=self._ns(namespace), **asked))

    def passing(self, namespace: Namespace, memories: Sequence[int], gate: Gate) -> frozenset[int]:
        """Return those of these memories that pass the gate."""
        asked = {"memories": dumps(memories), **_gate(gate)}
        rows = self._rows("passing", ns=self._ns(namespace), **asked)
        return frozenset(memory for (memory,) in rows)

    def beliefs_about(
        self, namespace: Namespace, keys: Sequence[str], gate: Gate, *, joined: bool = False
    ) -> tuple[NamedBelief, ...]:
        """Return what is believed, at any valid time, of the entities under these folded names."""
        asked = {"keys": dumps(keys), "most": _NAMESAKES, **_gate(gate)}
        rows = self._rows("beliefs_about", ns=self._ns(namespace), **asked)
        if joined:
            return joining.joined(rows, gate.states)
        return tuple(map(search.to_named_belief, rows))

    def aliases(self, namespace: Namespace, keys: Sequence[str]) -> tuple[Alias, ...]:
        """Return the other names of whoever one of these folded names means alone."""
        rows = self._rows("aliases", ns=self._ns(namespace), keys=dumps(keys))
        return tuple(Alias(key, name) for key, name, _ in rows)

    def memories(self, namespace: Namespace, memories: Sequence[int]) -> tuple[MemoryRow, ...]:
        """Return these memories as they were known at this moment, oldest first."""
        rows = self._rows("memories", ns=self._ns(namespace), memories=dumps(memories))
        return tuple(search.to_memory(row) for row in rows)

    def told(self, namespace: Namespace, events: Sequence[int], then: int) -> tuple[ToldRow, ...]:
        """Return the claims of these events, as told; all else that came after `then` is unseen."""
        asked = {"ns": self._ns(namespace), "events": dumps(events), "then": then}
        return tuple(map(search.to_told, self._rows("told", **asked)))

    def kept(self, namespace: Namespace, events: Sequence[int], then: int) -> tuple[KeptRow, ...]:
        """Return the memories that these events made, and those whose words they said again."""
        asked = {"ns": self._ns(namespace), "events": dumps(events), "then": then}
        return tuple(map(search.to_kept, self._rows("kept", **asked)))

    def connected(self, namespace: Namespace, memories: Sequence[int], fan: int) -> Connections:
        """Return what connects these memories with others, ordered."""
        return self.graph.connected(namespace, memories, fan)

    def memory(self, namespace: Namespace, public_id: str) -> MemoryRow | None:
        """Return one memory by its public id, or None."""
        rows = self._rows("memory_by_id", ns=self._ns(namespace), id=public_id)
        found = self.memories(namespace, [rows[0][0]]) if rows else ()
        return found[0] if found else None

    def impacts(self, namespace: Namespace) -> tuple[Appraisal, ...]:
        """Return how every claim was assessed and routed, oldest first."""
        rows = self._rows("impacts", ns=self._ns(namespace))
        return tuple(Appraisal(route=r, rule=rule, vector=json.loads(v)) for r, rule, v in rows)

    def held(self, namespace: Namespace) -> tuple[HeldRow, ...]:
        """Return what waits for a decision, oldest first."""
        return tuple(_held(r) for r in self._rows("held", ns=self._ns(namespace)))

    def held_item(self, namespace: Namespace, public_id: str) -> tuple[HeldRow, bool] | None:
        """Return one held item and whether it was decided already, or None."""
        rows = self._rows("held_by_id", ns=self._ns(namespace), id=public_id)
        return (_held(rows[0][:6]), bool(rows[0][6])) if rows else None

    def stats(self, namespace: Namespace) -> LedgerStats:
        """Count what this namespace holds."""
        ns = self._ns(namespace)
        events, entities, slots, held, deferred = self._rows("counts", ns=ns)[0]
        return LedgerStats(
            head=self.head, events=events, entities=entities, slots=slots, held=held,
            deferred=deferred, memories=dict(self._rows("memory_states", ns=ns)),
            tainted=len(self.safety.taints(namespace)),
            **self.graph.tally(ns),
        )  # fmt: skip

    def backing(self, namespace: Namespace, memories: Sequence[int]) -> tuple[Backing, ...]:
        """Return the sources that say what these memories say: the words, or a value of a slot."""
        return self.safety.backing(namespace, memories)

    def trace(self, namespace: Namespace, trace_id: str) -> str | None:
        """Return the recorded explanation of a query as JSON, or None."""
        where = (self._ns(namespace), trace_id)
        row = self._conn.execute(QUERIES["trace"], where).fetchone()
        return row[0] if row else None


def _by_time(beliefs: Sequence[BeliefRow]) -> tuple[BeliefRow, ...]:
    return tuple(sorted(beliefs, key=lambda one: (one.valid_from, one.claim)))


def _head(seq: int, digest: bytes, at: int) -> Head:
    return Head(seq=seq, hash=digest.hex(), recorded_at=from_micros(at) if seq else None)


def _held(row: tuple[Any, ...]) -> HeldRow:
    held, public, event, event_id, reason, claim = row
    return HeldRow(held=held, id=public, event=event, event_id=event_id, reason=reason,
                   claim=json.loads(claim) if claim else None)  # fmt: skip


def _gate(gate: Gate) -> dict[str, object]:
    return {
        "valid_at": gate.valid_at,
        "now": gate.now,
        "states": dumps(gate.states),
        "kinds": None if gate.kinds is None else dumps(gate.kinds),
        "channels": None if gate.channels is None else dumps(gate.channels),
        "thread": gate.thread,
    }
