"""What the core asks of the outside: protocols of one or two methods.

`Reader` is the exception in number, not in spirit: one typed method per named query, no SQL, no
table names, no generic execute. A backend implements `Ledger` and `Reader`; the maintenance it can
also do is split by purpose (`Auditable`, `Erasable`, `TraceJournal`, `VectorCache`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from neuromem_graph.ports.edges import EdgeReader
from neuromem_graph.ports.expanding import QueryExpander
from neuromem_graph.ports.given import Clock, Entropy, Message, TokenCounter
from neuromem_graph.ports.graph import Connecting, GraphReader
from neuromem_graph.ports.items import CheckpointMoments, ItemLog, ItemReader
from neuromem_graph.ports.keeping import KeepingReader
from neuromem_graph.ports.maintenance import Auditable, Erasable, TraceJournal, VectorCache
from neuromem_graph.ports.names import NameReader
from neuromem_graph.ports.prior import PriorReader
from neuromem_graph.ports.resident import ResidentReader
from neuromem_graph.ports.safety import SafetyReader
from neuromem_graph.ports.sleeping import SleepReader
from neuromem_graph.ports.upkeep import Compactable, UpkeepReader
from neuromem_graph.ports.waiting import WaitingReader
from neuromem_graph.ports.worldview import WorldviewReader
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.batch import Batch
from neuromem_graph.types.branches import KeptRow, ToldRow
from neuromem_graph.types.drafts import Appraisal
from neuromem_graph.types.expanding import Alias
from neuromem_graph.types.ingest import Extraction, Turns
from neuromem_graph.types.ledger import (
    Appended,
    Embedded,
    EntityRow,
    Expected,
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
from neuromem_graph.types.safety import Backing
from neuromem_graph.types.spans import Teller

__all__ = [
    "Auditable", "CheckpointMoments", "Clock", "Compactable", "Connecting", "EdgeReader",
    "Embedder", "Entropy", "Erasable", "Extractor", "GraphReader", "ItemLog", "ItemReader",
    "KeepingReader", "Ledger", "Message", "NameReader", "Plan", "PriorReader", "QueryExpander",
    "Reader", "Recallable", "Reranker", "ResidentReader", "SafetyReader", "Searchable",
    "TokenCounter", "TraceJournal", "UpkeepReader", "VectorCache", "WaitingReader",
    "WorldviewReader",
]  # fmt: skip


class Embedder(Protocol):
    """Turn texts into vectors; `embed_query`, `aembed` and `aembed_query` are used if there."""

    @property
    def model(self) -> str:
        """Return the name that identifies vectors of this embedder."""

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return one vector per text, all of one width."""


class Extractor(Protocol):
    """Find the claims in what was said.

    One that awaits a model also has `async def aextract(self, turns)`; the async stages use it.
    """

    def extract(self, turns: Turns) -> Extraction:
        """Return the claims of every turn, in order, each with a span that stands in its text."""


class Reranker(Protocol):
    """Order candidates anew by reading them."""

    def rerank(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Return one score per text; higher is better."""


class Searchable(Connecting, Protocol):
    """Offer what a recall ranks: memories, or items seen as memories."""

    @property
    def seq(self) -> int:
        """Return the sequence number of the moment that is read."""

    @property
    def head(self) -> Head:
        """Return the moment that is read, with its time and hash."""

    def postings(self, namespace: Namespace, terms: Sequence[str]) -> Postings:
        """Return where these terms stand, with this namespace's statistics."""

    def places(self, namespace: Namespace, memories: Sequence[int], gate: Gate) -> Places:
        """Return where these memories stand, and which of them pass the gate."""

    def passing(self, namespace: Namespace, memories: Sequence[int], gate: Gate) -> frozenset[int]:
        """Return those of these memories that pass the gate: `places` says more, at more cost."""

    def beliefs_about(
        self, namespace: Namespace, keys: Sequence[str], gate: Gate, *, joined: bool = False
    ) -> tuple[NamedBelief, ...]:
        """Return what is believed, at any valid time, of the entities under these folded names.

        "my sister" is whoever bears that relation to the user. A word that is no name is whoever's
        name begins or ends with it, if that is one. If `joined`, repetitions may come as one row.
        """

    def aliases(self, namespace: Namespace, keys: Sequence[str]) -> tuple[Alias, ...]:
        """Return the other names of whom a folded name means alone; what is merged is one."""

    def memories(self, namespace: Namespace, memories: Sequence[int]) -> tuple[MemoryRow, ...]:
        """Return these memories as they were known at this moment, oldest first."""


class Recallable(Searchable, Protocol):
    """Offer the memories of one moment to a recall, and what is kept at hand of them."""

    @property
    def resident(self) -> ResidentReader:
        """Return what reads what changed since, and what is embedded."""

    def backing(self, namespace: Namespace, memories: Sequence[int]) -> tuple[Backing, ...]:
        """Return the sources that say what these memories say: the words, or a value of a slot."""


class Reader(Recallable, Protocol):
    """Read one moment of the ledger; every method reads exactly one namespace."""

    @property
    def store(self) -> ItemReader:
        """Return what reads the items of a store at this moment."""

    @property
    def names(self) -> NameReader:
        """Return what reads names of entities."""

    @property
    def prior(self) -> PriorReader:
        """Return what reads what a claim is compared with."""

    @property
    def worldview(self) -> WorldviewReader:
        """Return what reads slots and their candidates."""

    @property
    def edges(self) -> EdgeReader:
        """Return what reads edges, policies and outcomes."""

    @property
    def keeping(self) -> KeepingReader:
        """Return what reads the lives of memories."""

    @property
    def graph(self) -> GraphReader:
        """Return what reads how entities are connected."""

    @property
    def sleeping(self) -> SleepReader:
        """Return what reads what sleep looks at."""

    @property
    def waiting(self) -> WaitingReader:
        """Return what reads turns that wait for an extractor."""

    @property
    def upkeep(self) -> UpkeepReader:
        """Return what reads how memories age."""

    @property
    def safety(self) -> SafetyReader:
        """Return what reads what may be believed: tainted sources, rates, other sources."""

    def turns(self, namespace: Namespace, keys: Sequence[str]) -> Mapping[str, TurnState]:
        """Return what is known of these turn ids."""

    def touched(self, namespace: Namespace, keys: Sequence[str]) -> Mapping[str, int]:
        """Return when these slots and entities were last written to; 0 for never."""

    def entities(self, namespace: Namespace, keys: Sequence[str]) -> tuple[EntityRow, ...]:
        """Return the entities known under these folded names, aliases included."""

    def slots_of(
        self, namespace: Namespace, entities: Sequence[int], attributes: Sequence[str] | None = None
    ) -> tuple[SlotRow, ...]:
        """Return the slots of these entities with all that is believed in them.

        Args:
            namespace: what is read.
            entities: whose slots.
            attributes: only the slots of these; None for all.
        """

    def about(self, namespace: Namespace, entities: Sequence[int]) -> Mapping[int, int]:
        """Return how many slots each of these entities has."""

    def candidates(
        self, namespace: Namespace, slots: Sequence[int]
    ) -> Mapping[tuple[int, str], int]:
        """Return every value ever told of these slots: (slot, value key) -> oldest candidate."""

    def all_slots(self, namespace: Namespace) -> tuple[SlotRow, ...]:
        """Return every slot with all that is believed in it."""

    def repeats(self, namespace: Namespace, keys: Sequence[str]) -> Mapping[str, RepeatRow]:
        """Return the oldest memory that says the same words, by normal form."""

    def open_units(self, namespace: Namespace, memories: Sequence[int]) -> Mapping[int, int]:
        """Return how many statements of each memory are not closed.

        A statement is closed when evidence of type "supersede" or "expire" is held against a claim
        of it; claims of one value in one slot are one statement.
        """

    def tellers(self, namespace: Namespace, memories: Sequence[int]) -> Mapping[int, Teller]:
        """Return each of these memories with what it says, and where that is over.

        Where a statement is over is what the last evidence of type "supersede", "expire" or
        "restore" against its claim says.
        """

    def told(self, namespace: Namespace, events: Sequence[int], then: int) -> tuple[ToldRow, ...]:
        """Return the claims of these events, as told; all else that came after `then` is unseen."""

    def kept(self, namespace: Namespace, events: Sequence[int], then: int) -> tuple[KeptRow, ...]:
        """Return the memories that these events made, and those whose words they said again.

        Args:
            namespace: what is read.
            events: whose memories.
            then: a moment before them, at which memories of the same words are looked for.
        """

    def memory(self, namespace: Namespace, public_id: str) -> MemoryRow | None:
        """Return one memory by its public id, or None."""

    def impacts(self, namespace: Namespace) -> tuple[Appraisal, ...]:
        """Return how every claim was assessed and routed, oldest first."""

    def held(self, namespace: Namespace) -> tuple[HeldRow, ...]:
        """Return what waits for a decision, oldest first."""

    def held_item(self, namespace: Namespace, public_id: str) -> tuple[HeldRow, bool] | None:
        """Return one held item and whether it was decided already, or None."""

    def stats(self, namespace: Namespace) -> LedgerStats:
        """Count what this namespace holds."""

    def trace(self, namespace: Namespace, trace_id: str) -> str | None:
        """Return the recorded explanation of a query as JSON, or None."""


Plan = Callable[[Reader], Batch]
"""A batch decided inside the write transaction, from what is true at that moment."""


class Ledger(Protocol):
    """Remember: append whole batches, and read any moment."""

    def append(
        self, batches: Iterable[Batch | Plan], expected: Expected | None = None,
        embedded: Embedded | None = None,
    ) -> tuple[Appended, ...]:  # fmt: skip
        """Append batches in one transaction: all of them or nothing.

        Args:
            batches: what to append; a plan is called inside the transaction, after the batches
                before it were applied, with a reader that sees them.
            expected: touch key -> sequence last seen, checked before anything of the first batch.
            embedded: vectors to keep in the same transaction.

        Returns:
            One result per batch.

        Raises:
            InvalidVector: one of the vectors can't be kept; see `VectorCache`.
            IdempotencyConflict: a turn id is known with another digest.
            LedgerConflict: something in `expected` has moved.
            StorageError: the disk refused; nothing was written.
        """

    def reader(self, as_of: int | datetime | None = None) -> AbstractContextManager[Reader]:
        """Read one moment: a sequence number, the last record at a time, or the head.

        Raises:
            InvalidInput: if the sequence number lies beyond the head.
        """
