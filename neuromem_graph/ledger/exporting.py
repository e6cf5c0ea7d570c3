"""Write records as lines and read them back: the export that docs/export.md fixes.

The lines of an export are a chain of their own, numbered from 1. That of one namespace is the
chain that its records would be if no other namespace had ever been in the file.
"""

import binascii
import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from neuromem_graph.errors import InvalidInput
from neuromem_graph.ledger import format as fmt

FORMAT = "neuromem-graph-export"
VERSION = 1

REFERENCES = frozenset(
    {"origin", "on", "event", "events", "entity", "entities", "into", "slot", "candidate", "memory",
     "memories", "claim", "closes", "reopens", "over", "edges", "held", "source", "target",
     "replaces", "item", "lifts", "erased", "means", "denies", "linked",
     "run"}
)  # fmt: skip
"""Fields of headers that name records, or hold fields that do."""

Find = Callable[[int], int]
"""Gives the number that a record has elsewhere."""


class Carried(NamedTuple):
    """Hold one record on its way from one chain to another."""

    header: dict[str, Any]
    sealed: bytes  # `format.NO_SEAL` if it has no payload
    salt: bytes | None = None
    body: dict[str, Any] | None = None  # None: it has none, or it was erased

    @property
    def kind(self) -> str:
        """Return what it is."""
        return str(self.header["kind"])

    def bytes_after(self, previous: bytes) -> bytes:
        """Return the record as it stands after another."""
        return fmt.assemble(fmt.canonical(self.header), previous, self.sealed)

    def core(self) -> tuple[bytes, bytes]:
        """Return what is the same wherever it stands, and whenever it came there."""
        placed = {name: v for name, v in self.header.items() if name not in ("seq", "at")}
        return fmt.canonical(placed), self.sealed

    def moved(self, seq: int, at: int, find: Find) -> "Carried":
        """Return it as the record of another chain.

        Args:
            seq: its number there.
            at: when it was recorded there.
            find: gives the numbers of the records it names.
        """
        header = {n: _moved(v, find) if n in REFERENCES else v for n, v in self.header.items()}
        header.update(seq=seq, at=at)
        body = _moved_body(self.kind, self.body, find)
        if body == self.body or body is None or self.salt is None:
            return self._replace(header=header)
        return Carried(header, fmt.seal(self.salt, fmt.canonical(body)), self.salt, body)


def _moved(value: Any, find: Find) -> Any:
    if type(value) is int:
        return find(value)
    if isinstance(value, list):
        return [_moved(one, find) for one in value]
    if isinstance(value, Mapping):
        return {n: _moved(v, find) if n in REFERENCES else v for n, v in value.items()}
    return value


def _moved_body(kind: str, body: dict[str, Any] | None, find: Find) -> dict[str, Any] | None:
    """Return a payload as it is elsewhere: the answer of a review names an entity."""
    answer = None if body is None or kind != "review" else body.get("answer")
    if body is None or not isinstance(answer, Mapping) or type(answer.get("entity")) is not int:
        return body
    return {**body, "answer": {**answer, "entity": find(answer["entity"])}}


def carried(record: bytes, salt: bytes | None, body: bytes | None) -> Carried:
    """Take up a stored record, whose bytes are canonical JSON.

    Raises:
        ValueError: it has not the form of a record.
    """
    parts = fmt.split(record)
    if parts is None:
        raise ValueError("not a record")
    payload = None if body is None else json.loads(body)
    return Carried(json.loads(parts.header), parts.seal, salt, payload)


def line_of(one: Carried, digest: bytes) -> str:
    """Write a record as one line."""
    fields: dict[str, Any] = {"header": one.header, "hash": digest.hex()}
    if one.body is not None and one.salt is not None:
        fields |= {"salt": one.salt.hex(), "body": one.body}
    elif one.sealed != fmt.NO_SEAL:
        fields["seal"] = one.sealed.hex()  # erased: what is left of it
    return written(fields)


def written(fields: Mapping[str, Any]) -> str:
    """Write one line."""
    return f"{fmt.canonical(fields).decode()}\n"


def parsed(number: int, line: str) -> dict[str, Any]:
    """Read one line.

    Raises:
        InvalidInput: it is not one JSON object; the message names the line.
    """
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as exc:
        where = f", column {exc.colno}" if isinstance(exc, json.JSONDecodeError) else ""
        raise InvalidInput(f"line {number}{where}: it is no JSON: the export is damaged") from exc
    if not isinstance(found, dict):
        raise InvalidInput(f"line {number}: it is no JSON object: the export is damaged")
    return found


def record_of(number: int, fields: Mapping[str, Any], previous: bytes) -> tuple[Carried, bytes]:
    """Take a record out of its line, and check that it is the one that was written.

    Args:
        number: of the line.
        fields: of it.
        previous: the hash of the record before.

    Returns:
        The record and its hash.

    Raises:
        InvalidInput: line, order or bytes are not what was exported.
    """
    try:
        one = _taken(fields)
        digest = fmt.digest(one.bytes_after(previous))
    except (KeyError, TypeError, ValueError, binascii.Error) as exc:
        raise InvalidInput(f"line {number} holds no record: the export is damaged") from exc
    if digest.hex() != fields.get("hash"):
        raise InvalidInput(
            f"line {number} is not what was exported, or lines before it are missing: "
            "export again, or copy the file again"
        )
    return one, digest


def _taken(fields: Mapping[str, Any]) -> Carried:
    header, body = fields["header"], fields.get("body")
    if type(header) is not dict or type(header["kind"]) is not str:
        raise TypeError("no header")
    if type(header["at"]) is not int or type(header["seq"]) is not int:
        raise TypeError("no place")
    if body is None:
        seal = fields.get("seal")
        return Carried(header, fmt.NO_SEAL if seal is None else _bytes(seal))
    if type(body) is not dict:
        raise TypeError("no payload")
    salt = _bytes(fields["salt"])
    return Carried(header, fmt.seal(salt, fmt.canonical(body)), salt, body)


def _bytes(coded: str) -> bytes:
    found = bytes.fromhex(coded)
    if len(found) != fmt.HASH_BYTES:
        raise ValueError("not 32 bytes")
    return found
