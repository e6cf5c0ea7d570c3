"""Answer the named queries about how entities are connected; a part of `SqliteReader`."""

from collections.abc import Mapping, Sequence
from typing import Any

from neuromem_graph.ledger.sqlite.part import Part, dumps
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.placing import Connections, Mention, Tie
from neuromem_graph.types.subgraph import Ending

_SPOKEN = frozenset({"same_slot", "same_entity"})


class SqliteGraphReader(Part):
    """Read how entities are connected at one moment."""

    def naming(self, namespace: Namespace, keys: Sequence[str], limit: int) -> tuple[int, ...]:
        """Return whose slots hold one of these values."""
        asked = {"ns": self._ns(namespace), "keys": dumps(keys), "limit": limit}
        return tuple(row[0] for row in self._rows("naming", **asked))

    def told_of(self, namespace: Namespace, memories: Sequence[int]) -> Mapping[int, int]:
        """Return whom these memories tell of, and in how many claims each."""
        asked = {"ns": self._ns(namespace), "memories": dumps(memories)}
        return dict(self._rows("told_of", **asked))

    def connected(self, namespace: Namespace, memories: Sequence[int], fan: int) -> Connections:
        """Return what connects these memories with others."""
        asked = {"ns": self._ns(namespace), "memories": dumps(memories), "fan": fan}
        rows = self._rows("connected", **asked)
        return Connections(
            ties=tuple(
                Tie(source, target, relation, weight, state)
                for relation, source, target, weight, state in rows if relation not in _SPOKEN
            ),
            mentions=tuple(
                Mention(what, of, memory) for what, of, memory, *_ in rows if what in _SPOKEN
            ),
        )  # fmt: skip

    def tally(self, ns: int) -> dict[str, Any]:
        """Count memories by kind, beliefs, edges and refused policies of one namespace by row."""
        counted: dict[str, dict[str, int]] = {
            "kinds": {},
            "beliefs": {},
            "edges": {},
            "refused": {},
        }
        for what, name, number in self._rows("tally", ns=ns):
            counted[what][name] = number
        refused = counted.pop("refused")
        return {**counted, "refused": sum(refused.values())}

    def endings(self, namespace: Namespace, claims: Sequence[int]) -> Mapping[int, Ending]:
        """Return what ended these claims; the latest where there were several."""
        rows = self._rows("endings", ns=self._ns(namespace), claims=dumps(claims))
        return {
            claim: Ending(claim_id=by, effect=effect, value=value, event_id=event, at=at)
            for claim, by, effect, value, event, at in rows
        }
