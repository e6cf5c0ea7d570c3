"""The rows of checkpoints, as the statements take and give them."""

from typing import NamedTuple


class Typed(NamedTuple):
    """Hold serialized bytes, and the serializer's name for their format."""

    type: str
    body: bytes


class Parts(NamedTuple):
    """Hold a list in serialized elements, all in one format."""

    type: str
    bodies: tuple[bytes, ...]
    hashes: tuple[bytes, ...] = ()  # SHA-256 of each, where it is to be stored


class Place(NamedTuple):
    """Name a checkpoint: of a thread and a namespace, by its id or (None) the latest."""

    thread_id: str
    ns: str = ""
    id: str | None = None


class Value(NamedTuple):
    """Hold the value of a channel."""

    channel: str
    content: Typed | Parts


class NewValue(NamedTuple):
    """Hold a value to be stored; without content it is probably stored already."""

    channel: str
    version: str | None
    content: Typed | Parts | None


class NewCheckpoint(NamedTuple):
    """Hold a checkpoint to be stored.

    `seen` is its own memory_seq, if it has one; with `inherits` its parent's comes next. `inline`
    names the channels whose values are in the body.
    """

    thread_id: str
    ns: str
    id: str
    parent: str | None
    origin: str | None
    run: str | None
    seen: int | None
    aware: bool  # memory nodes ran in its thread
    made_at: int | None  # microseconds
    inherits: bool
    deltas: tuple[str, ...]
    inline: tuple[str, ...]
    body: Typed
    metadata: Typed
    values: tuple[NewValue, ...]


class NewWrite(NamedTuple):
    """Hold a write of a task to be stored."""

    idx: int
    channel: str
    content: Typed


class Write(NamedTuple):
    """Hold a write of a task."""

    task: str
    channel: str
    content: Typed


class Stored(NamedTuple):
    """Hold a checkpoint as it was stored."""

    place: Place
    parent: str | None
    body: Typed
    metadata: Typed
    values: tuple[Value, ...]
    writes: tuple[Write, ...]


class Summary(NamedTuple):
    """Hold what a filter looks at."""

    key: int
    metadata: Typed


class History(NamedTuple):
    """Hold what a channel went through before a checkpoint, oldest first.

    The seed, if there is one, is the value of an ancestor, or the body that has it inline.
    """

    writes: tuple[Write, ...]
    seed: Value | Typed | None
