"""What a store appends to the ledger: puts, deletes, and by which texts an item is found."""

from typing import Literal

from neuromem_graph.types.base import Code, Json, Record
from neuromem_graph.types.drafts import Draft, Ref


class ItemPayload(Record):
    """Hold what a store was given under a key."""

    key: str
    value: dict[str, Json]
    index: tuple[str, ...] | Literal[False] | None = None  # paths; False: not to be searched
    own: Literal[True] | None = None  # the put named them itself


class StorePutDraft(Draft):
    """Record a put: a new version of an item."""

    kind = "store_put"
    references = Draft.references | {"replaces"}
    replaces: Ref | None = None
    ttl: int | None = None  # microseconds it lives after its last use
    payload: ItemPayload


class StoreDeleteDraft(Draft):
    """Record that an item was deleted, or that its time was up."""

    kind = "store_delete"
    references = Draft.references | {"item"}
    item: Ref
    reason: Code  # "deleted" or "expired"
    payload: None = None


class IndexPayload(Record):
    """Hold the paths whose texts an item is found by."""

    index: tuple[str, ...]


class StoreIndexDraft(Draft):
    """Record that an item is found by other texts than before."""

    kind = "store_index"
    references = Draft.references | {"item"}
    item: Ref
    payload: IndexPayload
