"""Answer the named queries about edges and before governance decides; a part of `SqliteReader`."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from neuromem_graph.core.text import encode_term
from neuromem_graph.ledger.sqlite.part import Part, dumps
from neuromem_graph.types.base import Family, Namespace, from_micros
from neuromem_graph.types.drafts import Appraisal
from neuromem_graph.types.edges import (
    EdgeEvidence,
    EdgeView,
    EventRow,
    PolicyRow,
    RepetitionRow,
    StatementRow,
    TargetRow,
)

_WHOLE = {"associative": "associative_edges", "logic": "logic_edges"}
_AT = {"associative": "associative_edges_at", "logic": "logic_edges_at"}


class SqliteEdgeReader(Part):
    """Read edges and policies at one moment."""

    def edges(
        self, namespace: Namespace, families: Sequence[Family], ends: Sequence[int] | None = None
    ) -> tuple[EdgeView, ...]:
        """Return edges with their evidence, by family, source, target and relation."""
        ns, found = self._ns(namespace), list[tuple[Family, tuple[Any, ...]]]()
        for family in families:
            if ends is None:
                rows = self._rows(_WHOLE[family], ns=ns)
            else:
                rows = self._rows(_AT[family], ns=ns, ends=dumps(ends))
            found += [(family, row) for row in rows]
        pairs = list(dict.fromkeys(row[:2] for _, row in found))
        evidence, names = self._evidence(pairs), self._ends({end for pair in pairs for end in pair})
        return tuple(
            EdgeView(
                source=names[s][0], source_claim=names[s][1], target=names[t][0],
                target_claim=names[t][1], family=family, relation=relation, weight=weight,
                state=state, known_from=known_from, evidence=tuple(evidence[s, t, relation]),
            )
            for family, (s, t, relation, weight, state, known_from) in found
        )  # fmt: skip

    def _evidence(
        self, pairs: Sequence[tuple[Any, ...]]
    ) -> dict[tuple[int, int, str], list[EdgeEvidence]]:
        found = defaultdict[tuple[int, int, str], list[EdgeEvidence]](list)
        rows = self._rows("edge_evidence", pairs=dumps(pairs)) if pairs else []
        for source, target, relation, kind, weight, at, seq in rows:
            one = EdgeEvidence(type=kind, weight=weight, at=from_micros(at), seq=seq)
            found[source, target, relation].append(one)
        return found

    def _ends(self, ends: set[int]) -> dict[int, tuple[str | None, str | None]]:
        rows = self._rows("edge_ends", ends=dumps(sorted(ends))) if ends else []
        return {end: (memory, claim) for end, memory, claim in rows}

    def claims_of(self, namespace: Namespace, memories: Sequence[int]) -> tuple[int, ...]:
        """Return the claims that these memories tell."""
        asked = {"ns": self._ns(namespace), "memories": dumps(memories)}
        return tuple(row[0] for row in self._rows("ends_of_memories", **asked))

    def events(self, namespace: Namespace, ids: Sequence[str]) -> Mapping[str, EventRow]:
        """Return the events of these public ids that there are."""
        rows = self._rows("event_rows", ns=self._ns(namespace), ids=dumps(ids)) if ids else []
        return {row[1]: _event(row) for row in rows}

    def behind(self, namespace: Namespace, events: Sequence[int]) -> Mapping[int, EventRow]:
        """Return the events of these records that there are."""
        asked = {"ns": self._ns(namespace), "events": dumps(events)}
        rows = self._rows("event_rows_behind", **asked) if events else []
        return {row[0]: _event(row) for row in rows}

    def targets(self, namespace: Namespace, ids: Sequence[str]) -> Mapping[str, TargetRow]:
        """Return what these public ids of memories and claims mean, for those that there are."""
        rows = self._rows("targets", ns=self._ns(namespace), ids=dumps(ids)) if ids else []
        fields = tuple(TargetRow.model_fields)
        made = (TargetRow.model_validate(dict(zip(fields, row, strict=True))) for row in rows)
        return {row.id: row for row in made}

    def statements(self, namespace: Namespace, memories: Sequence[int]) -> tuple[StatementRow, ...]:
        """Return what is believed because these memories tell it, oldest first."""
        asked = {"ns": self._ns(namespace), "memories": dumps(memories)}
        rows = self._rows("statements_of", **asked) if memories else []
        fields = tuple(StatementRow.model_fields)
        return tuple(StatementRow.model_validate(dict(zip(fields, r, strict=True))) for r in rows)

    def repetitions(self, namespace: Namespace, keys: Sequence[str]) -> Mapping[str, RepetitionRow]:
        """Return the oldest active memory that says these words, and everybody who said them."""
        asked = {"ns": self._ns(namespace), "keys": dumps(keys)}
        found = dict[str, RepetitionRow]()
        for key, memory, public, event, *said in self._rows("repetitions", **asked) if keys else ():
            earlier = found[key].said if key in found else ()
            found[key] = RepetitionRow(memory=memory, memory_id=public, key=key, event=event,
                                       said=(*earlier, tuple(said)))  # fmt: skip
        return found

    def found_by(self, namespace: Namespace, memory: int, terms: Sequence[str]) -> bool:
        """Tell whether a memory is found when all of these index terms are searched for."""
        ns = self._ns(namespace)
        if ns < 0 or not terms:
            return False
        words = " AND ".join(f'"{encode_term(ns, term)}"' for term in terms)
        return bool(self._rows("found_by", words=words, memory=memory))

    def appraisals_of(self, namespace: Namespace, event: int) -> tuple[Appraisal, ...]:
        """Return how the claims of an event were assessed last; empty if they never were."""
        rows = self._rows("appraisals_of", ns=self._ns(namespace), event=event)
        return tuple(Appraisal(route=r, rule=rule, vector=json.loads(v)) for r, rule, v in rows)

    def policies(self, namespace: Namespace) -> tuple[PolicyRow, ...]:
        """Return every policy that was committed or refused, oldest first."""
        return tuple(
            PolicyRow(
                seq=seq, id=public, intent=intent, proposer=proposer,
                codes=tuple(json.loads(codes or "[]")), policy=json.loads(policy or "null"),
            )
            for seq, public, intent, proposer, codes, policy
            in self._rows("policies", ns=self._ns(namespace))
        )  # fmt: skip


def _event(row: tuple[Any, ...]) -> EventRow:
    event, public, key, channel, speaker, thread, happened_at, body = row
    payload = json.loads(body) if body else {}
    return EventRow(
        event=event, id=public, key=key, channel=channel, speaker=speaker, thread=thread,
        happened_at=happened_at, text=payload.get("text"), metadata=payload.get("metadata", {}),
    )  # fmt: skip
