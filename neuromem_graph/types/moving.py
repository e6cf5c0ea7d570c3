"""What an export and an import tell, what was copied, and what a record of the ledger shows."""

from datetime import datetime

from neuromem_graph.types.base import Json, Namespace, Record
from neuromem_graph.types.ledger import Head


class Exported(Record):
    """Tell what an export holds."""

    namespace: Namespace | None  # None: all of the ledger
    records: int
    head: str  # hex SHA-256 of its last record; 64 zeros when it has none
    sha256: str  # hex, over all lines but the last


class Imported(Record):
    """Tell what the import of an export did."""

    namespaces: tuple[Namespace, ...]  # that it holds; without those whose name was erased
    added: int  # records
    known: int  # records that were there already
    head: Head


class ImportedEvents(Record):
    """Tell what the import of a log, or of another memory, did."""

    read: int  # messages, or memories of the other one
    added: int  # events
    known: int  # events that were there already
    skipped: int  # blank ones, system messages, recalled text
    created: int = 0  # memories and facts
    held: int = 0  # what waits for a decision


class Copied(Record):
    """Tell what a backup holds; it was verified."""

    path: str
    records: int
    head: Head


class LogEntry(Record):
    """Show one record of the ledger."""

    seq: int
    at: datetime
    kind: str
    id: str | None = None
    header: dict[str, Json]  # its other fields: structure alone
    payload: dict[str, Json] | None = None  # None: it has none, or it was erased
    erased: bool = False
