"""What a store holds: versions of items, and what is asked of them."""

from datetime import datetime
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuromem_graph.types.base import Json, Namespace, Record


class ItemRow(NamedTuple):
    """Describe one version of an item as the ledger holds it; times are microseconds."""

    item: int  # the record that put it: its version
    ns: int
    key: str
    value: dict[str, Json]
    created_at: int
    updated_at: int
    expires_at: int | None
    closed: int | None  # the record that replaced or deleted it
    paths: tuple[str, ...] | Literal[False] | None  # it is found by; None: no index was there
    own: bool  # its put named them itself


class ItemVersion(Record):
    """Tell what an item was from one record on.

    `version` is the sequence number of the record that put or deleted it. That of a put is what
    `put_if` expects (None after a delete); as `as_of` each names this state for every read.
    """

    namespace: Namespace
    key: str
    version: int
    value: dict[str, Json] | None  # None when deleted
    created_at: datetime | None
    updated_at: datetime
    expires_at: datetime | None = None
    deleted: bool = False


class Found(NamedTuple):
    """Hold one item that a search found."""

    namespace: Namespace
    row: ItemRow
    score: float | None


class ItemPut(NamedTuple):
    """Ask to put an item; its value is plain JSON."""

    namespace: Namespace
    key: str
    value: dict[str, Json] | None  # None deletes
    paths: tuple[str, ...] | Literal[False] | None = None  # None: the store's own; False: none
    ttl: int | None = None  # microseconds


class ItemIndex(NamedTuple):
    """Name how items are embedded."""

    model: str  # identifies the vectors
    width: int | None  # None: whatever the model gives
    paths: tuple[str, ...]  # to the texts of an item, unless its put names others


class IndexState(Record):
    """Tell how far the items of a store are embedded."""

    model: str | None  # the one in use
    others: tuple[str, ...]  # models that embedded something in this file, too
    items: int
    missing: int  # items that a search by meaning can't find until `reindex`


class TextVectors(NamedTuple):
    """Hold the embedded texts of items: row i of the matrix belongs to items[i] in spaces[i]."""

    items: NDArray[np.int64]
    spaces: NDArray[np.int64]
    matrix: NDArray[np.float32]  # (n, width)
    missing: tuple[int, ...]  # items with a text that this model has not embedded
