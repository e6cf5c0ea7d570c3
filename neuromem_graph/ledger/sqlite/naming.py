"""Tell which names stand in the ledger, and which statements say them.

Later statements about an entity keep of its names those that they say themselves, whoever it was
merged with: a name that only erased events gave goes with them.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from neuromem_graph.core.names import OWN
from neuromem_graph.core.text import fold
from neuromem_graph.ledger.sqlite.fold import Fields

_GIVING = frozenset({"entity", "alias"})  # records that give a name
_SAYING = _GIVING | {"claim"}


class _Said(NamedTuple):
    """Hold one claim: whom it is about, by which name, and what it stands on."""

    entity: int
    key: str
    origin: tuple[int, ...]


class Naming:
    """Collect names and who says them, record by record."""

    def __init__(self) -> None:
        self._kin: dict[int, int] = {}  # entity -> one that it was merged with, ever
        self._given: dict[int, tuple[int, str]] = {}  # record -> its entity and the name it gives
        self._said: dict[int, _Said] = {}

    def keeps(self, seq: int, header: Fields) -> bool:
        """Tell whether a record that supports this one keeps it, whatever names they hold.

        What a weak source says again is not kept as what somebody else firmly said.
        """
        claims = header["kind"] == "claim"
        weak = claims and (header["effect"], header["commitment"]) == ("support", "candidate")
        if weak and seq == header["candidate"]:
            return False
        return seq not in self._given and not (claims and seq in self._said)

    def read(self, seq: int, header: Fields, body: bytes | None) -> None:
        """Take one record; `body` is its payload, None where there is none (any more)."""
        kind = header.get("kind")
        payload: dict[str, Any] = json.loads(body) if body and kind in _SAYING else {}
        if kind == "merge":
            for entity in header["entities"]:
                self._kin[self._root(entity)] = self._root(header["into"])
        elif kind in _GIVING:
            entity = seq if kind == "entity" else header["entity"]
            # What somebody is to the speaker is told by that record alone.
            key = "" if "relation" in payload else payload.get("key", "")
            self._given[seq] = (entity, key)
        elif kind == "claim":
            origin = tuple(header.get("origin", ()))
            self._said[seq] = _Said(header["entity"], fold(payload.get("subject", "")), origin)

    def told(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Give each record that holds a name, with what a claim that says it stands on."""
        given: dict[tuple[int, str], list[int]] = defaultdict(list)
        for seq, (entity, key) in self._given.items():
            given[self._root(entity), key.removeprefix(OWN)].append(seq)
        for said in self._said.values():
            if not said.key:
                continue
            for seq in given[self._root(said.entity), said.key]:
                yield seq, said.origin

    def _root(self, entity: int) -> int:
        while self._kin.get(entity, entity) != entity:
            entity = self._kin[entity]
        return entity
