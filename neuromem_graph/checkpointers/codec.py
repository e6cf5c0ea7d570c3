"""Turn state into stored bytes and back, with the serializer of a saver."""

from collections.abc import Sequence
from typing import Any

from langgraph.checkpoint.serde.base import SerializerProtocol
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from neuromem_graph.checkpointers.config import InvalidType
from neuromem_graph.checkpointers.schemas import SchemaSerializer
from neuromem_graph.errors import LedgerError
from neuromem_graph.ledger.sqlite.checkpoint_rows import Parts, Typed

_WORTH_SHARING = 48  # bytes; smaller elements cost less again than a row of their own
_MSGPACK = "msgpack"
# What stands before an element of variable length: how many bytes tell it, how many come on top.
_LENGTHS = {
    0xC4: (1, 0), 0xC5: (2, 0), 0xC6: (4, 0),  # bytes
    0xC7: (1, 1), 0xC8: (2, 1), 0xC9: (4, 1),  # objects
    0xD9: (1, 0), 0xDA: (2, 0), 0xDB: (4, 0),  # text
}  # fmt: skip


class Codec:
    """Serialize values; lists in elements, so that lists that grow share what they have in common.

    Args:
        serde: LangGraph's serializer. Lists stay whole with any but LangGraph's own: encryption
            gives other bytes each time.
    """

    def __init__(self, serde: SerializerProtocol) -> None:
        self._serde = serde
        self._splits = type(serde) in (JsonPlusSerializer, SchemaSerializer)

    def dump(self, value: Any) -> Typed:
        """Serialize one value.

        Raises:
            InvalidType: if the serializer can't.
        """
        try:
            type_, body = self._serde.dumps_typed(value)
        except Exception as exc:
            raise InvalidType(f"{type(value).__name__} can't be serialized: {exc}") from exc
        return Typed(type_, bytes(body))

    def dump_value(self, value: Any) -> Typed | Parts:
        """Serialize the value of a channel.

        Raises:
            InvalidType: if the serializer can't.
        """
        whole = self.dump(value)
        if not self._splits or type(value) is not list or whole.type != _MSGPACK:
            return whole
        if len(whole.body) < max(1, len(value)) * _WORTH_SHARING:
            return whole
        return Parts(_MSGPACK, _cut(whole.body, len(value)) or self._each(value))

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


def _cut(body: bytes, count: int) -> tuple[bytes, ...]:
    """Cut a list into its elements; nothing if one is of a kind that does not tell its length."""
    at = 1 if count < 16 else 3 if count < 1 << 16 else 5
    parts = []
    for _ in range(count):
        if body[at] not in _LENGTHS:
            return ()
        size, more = _LENGTHS[body[at]]
        end = at + 1 + size + more + int.from_bytes(body[at + 1 : at + 1 + size], "big")
        parts.append(body[at:end])
        at = end
    return tuple(parts)
