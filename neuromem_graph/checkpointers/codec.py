"""Turn state into stored bytes and back, with the serializer of a saver."""

import hashlib
import os
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, NamedTuple

from langgraph.checkpoint.serde.base import SerializerProtocol
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from neuromem_graph.checkpointers.schemas import SchemaSerializer, begin
from neuromem_graph.errors import InvalidValue, LedgerError
from neuromem_graph.ledger.sqlite.checkpoint_rows import Parts, Typed

_WORTH_SHARING = 48  # bytes; smaller elements cost less again than a row of their own
_MSGPACK = "msgpack"
# What stands before an element of variable length: how many bytes tell it, how many come on top.
_LENGTHS = {
    0xC4: (1, 0), 0xC5: (2, 0), 0xC6: (4, 0),  # bytes
    0xC7: (1, 1), 0xC8: (2, 1), 0xC9: (4, 1),  # objects
    0xD9: (1, 0), 0xDA: (2, 0), 0xDB: (4, 0),  # text
}  # fmt: skip


class LastList(NamedTuple):
    """Hold a list as it was stored last: its elements in one piece, apart, and their hashes."""

    raw: bytes
    size: int
    bodies: tuple[bytes, ...]
    hashes: tuple[bytes, ...]


_NOTHING = LastList(b"", 0, (), ())


class LastLists:
    """Remember lists from one step to the next: of one that grew only the end is new work.

    Args:
        most_bytes: those used least recently are forgotten above it.
    """

    def __init__(self, most_bytes: int = 1 << 24) -> None:
        self._most = most_bytes
        self._begin()

    def _begin(self) -> None:
        self._pid, self._held = os.getpid(), 0
        self._guard = threading.Lock()
        self._lists: OrderedDict[tuple[str, ...], LastList] = OrderedDict()

    def get(self, of: tuple[str, ...]) -> LastList:
        """Return a list; an empty one if it is not remembered."""
        if self._pid != os.getpid():  # after a fork nobody may be left to give the lock back
            self._begin()
        with self._guard:
            return self._lists.get(of, _NOTHING)

    def keep(self, of: tuple[str, ...], new: LastList) -> None:
        """Remember a list."""
        with self._guard:
            self._held += 2 * (len(new.raw) - len(self._lists.pop(of, _NOTHING).raw))
            self._lists[of] = new
            while self._held > self._most:
                _, old = self._lists.popitem(last=False)
                self._held -= 2 * len(old.raw)


class Codec:
    """Serialize values; lists in elements, so that lists that grow share what they have in common.

    Args:
        serde: LangGraph's serializer. Lists stay whole with any but LangGraph's own: encryption
            gives other bytes each time.
        lists: what lists were a step ago.
    """

    def __init__(self, serde: SerializerProtocol, lists: LastLists | None = None) -> None:
        begin()
        self._serde, self._lists = serde, lists or LastLists()
        self._splits = type(serde) in (JsonPlusSerializer, SchemaSerializer)

    def dump(self, value: Any) -> Typed:
        """Serialize one value.

        Raises:
            InvalidValue: if the serializer can't.
        """
        try:
            type_, body = self._serde.dumps_typed(value)
        except Exception as exc:
            raise InvalidValue(f"{type(value).__name__} can't be serialized: {exc}") from exc
        return Typed(type_, bytes(body))

    def dump_value(self, value: Any, of: tuple[str, ...]) -> Typed | Parts:
        """Serialize the value of a channel.

        Args:
            value: the value.
            of: the thread, namespace and channel.

        Raises:
            InvalidValue: if the serializer can't.
        """
        whole = self.dump(value)
        if not self._splits or type(value) is not list or whole.type != _MSGPACK:
            return whole
        if len(whole.body) < max(1, len(value)) * _WORTH_SHARING:
            return whole
        count = len(value)
        raw = whole.body[1 if count < 16 else 3 if count < 1 << 16 else 5 :]
        last = self._lists.get(of)
        if last.size > count or not raw.startswith(last.raw):
            last = _NOTHING
        fresh = _cut(raw[len(last.raw) :], count - last.size)
        if fresh is None:
            last, fresh = _NOTHING, self._each(value)
        parts = Parts(
            _MSGPACK,
            (*last.bodies, *fresh),
            (*last.hashes, *(hashlib.sha256(body).digest() for body in fresh)),
        )
        self._lists.keep(of, LastList(raw, count, parts.bodies, parts.hashes))
        return parts

    def _each(self, values: Sequence[Any]) -> tuple[bytes, ...]:
        """Serialize the elements one by one: the list of one is a byte, then its element."""
        return tuple(self.dump([value]).body[1:] for value in values)

    def load(self, content: Typed | Parts) -> Any:
        """Read a value back.

        Raises:
            LedgerError: if the serializer can't.
        """
        one = content if isinstance(content, Typed) else _join(content)
        try:
            return self._serde.loads_typed(one)
        except Exception as exc:
            raise LedgerError(
                f"a stored {content.type!r:.40} value can't be read ({exc}): "
                "pass the serde= that it was written with"
            ) from exc


def _join(parts: Parts) -> Typed:
    """Make a list of its elements without reading them: in msgpack they follow a header."""
    header = b"\xdd" + len(parts.bodies).to_bytes(4, "big")
    return Typed(parts.type, header + b"".join(parts.bodies))


def _cut(raw: bytes, count: int) -> tuple[bytes, ...] | None:
    """Cut elements apart; None if one is of a kind that does not tell its length."""
    at, parts = 0, []
    for _ in range(count):
        if raw[at] not in _LENGTHS:
            return None
        size, more = _LENGTHS[raw[at]]
        end = at + 1 + size + more + int.from_bytes(raw[at + 1 : at + 1 + size], "big")
        parts.append(raw[at:end])
        at = end
    return tuple(parts)
