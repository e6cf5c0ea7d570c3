"""Answer the named queries about slots and their candidates; a part of `SqliteReader`."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from neuromem_graph.ledger.sqlite.part import Part, dumps
from neuromem_graph.ledger.sqlite.search import BELIEF, to_belief
from neuromem_graph.types.base import Namespace, from_micros
from neuromem_graph.types.timelines import BeliefVersion
from neuromem_graph.types.worldview import CandidateEvent, ToldClaim, ToldSlot, ViewCounts

_CLAIM = ("candidate_id", "event_id", "kind", "effect", "opened", "held")


class SqliteWorldviewReader(Part):
    """Read slots and their candidates at one moment."""

    def named(self, namespace: Namespace, keys: Sequence[str]) -> tuple[int, ...]:
        """Return the slots of whoever bears one of these folded names, aliases included."""
        return _first(self._rows("worldview_named", ns=self._ns(namespace), keys=dumps(keys)))

    def told_in(self, namespace: Namespace, memories: Sequence[int]) -> tuple[int, ...]:
        """Return the slots that these memories tell about, and those merged with them."""
        asked = {"ns": self._ns(namespace), "memories": dumps(memories)}
        return self._siblings(namespace, _first(self._rows("worldview_told_in", **asked)))

    def identified(self, namespace: Namespace, public_id: str) -> tuple[int, ...]:
        """Return the slots of this id, and those merged with them; none if there is none."""
        asked = {"ns": self._ns(namespace), "id": public_id}
        return self._siblings(namespace, _first(self._rows("worldview_identified", **asked)))

    def _siblings(self, namespace: Namespace, slots: Sequence[int]) -> tuple[int, ...]:
        if not slots:
            return ()
        asked = {"ns": self._ns(namespace), "slots": dumps(slots)}
        return _first(self._rows("worldview_siblings", **asked))

    def latest(
        self, namespace: Namespace, moment: int | None, *, every: bool = False
    ) -> tuple[int, ...]:
        """Return the slots that something is believed in, the one told about last first."""
        asked = {"ns": self._ns(namespace), "moment": moment, "every": every}
        return _first(self._rows("worldview_latest", **asked))

    def slots(self, namespace: Namespace, slots: Sequence[int]) -> tuple[ToldSlot, ...]:
        """Return these slots with every claim that was made about them, oldest first."""
        asked = {"ns": self._ns(namespace), "slots": dumps(slots)}
        claims: dict[int, list[ToldClaim]] = defaultdict(list)
        for row in self._rows("worldview_claims", **asked):
            claims[row[0]].append(_claim(row))
        return tuple(
            ToldSlot(slot=slot, id=public, entity=entity, entity_name=name, relation=relation,
                     attribute=attribute, cardinality=many, claims=tuple(claims[slot]))
            for slot, public, entity, name, relation, attribute, many
            in self._rows("worldview_slots", **asked)
        )  # fmt: skip

    def versions(self, namespace: Namespace, slots: Sequence[int]) -> tuple[BeliefVersion, ...]:
        """Return all that was ever believed in these slots, by slot, claim and time of record."""
        asked = {"ns": self._ns(namespace), "slots": dumps(slots)}
        return tuple(_version(row) for row in self._rows("worldview_versions", **asked))

    def evidence(
        self, namespace: Namespace, claims: Sequence[int]
    ) -> dict[int, tuple[tuple[int, str], ...]]:
        """Return the events that support each claim, as (event, id), oldest first."""
        found: dict[int, list[tuple[int, str]]] = defaultdict(list)
        asked = {"ns": self._ns(namespace), "claims": dumps(claims)}
        for claim, event, public in self._rows("worldview_evidence", **asked):
            found[claim].append((event, public))
        return {claim: tuple(events) for claim, events in found.items()}

    def happened(self, namespace: Namespace, slots: Sequence[int]) -> tuple[CandidateEvent, ...]:
        """Return what happened to the candidates of these slots, oldest first."""
        asked = {"ns": self._ns(namespace), "slots": dumps(slots)}
        return tuple(
            CandidateEvent(slot_id=slot, candidate_id=candidate, value=value, type=kind, seq=seq,
                           at=from_micros(at), claim_id=claim, event_id=event)
            for slot, candidate, value, kind, seq, at, claim, event
            in self._rows("worldview_happened", **asked)
        )  # fmt: skip

    def counts(self, namespace: Namespace) -> ViewCounts:
        """Count what is materialised, and name the suppressed memories."""
        ns = self._ns(namespace)
        slots, candidates, edges = self._rows("worldview_counts", ns=ns)[0]
        hidden = tuple(row[0] for row in self._rows("worldview_suppressed", ns=ns))
        return ViewCounts(
            seq=self.seq, slots=slots, candidates=candidates, edges=edges, suppressed=hidden
        )


def _first(rows: Iterable[tuple[Any, ...]]) -> tuple[int, ...]:
    return tuple(row[0] for row in rows)


def _claim(row: tuple[Any, ...]) -> ToldClaim:
    told = dict(zip(_CLAIM, row[len(BELIEF) :], strict=True))
    return ToldClaim.model_validate({**told, "belief": to_belief(row[: len(BELIEF)])})


def _version(row: tuple[Any, ...]) -> BeliefVersion:
    known_from, known_at, known_to, gone_at = row[len(BELIEF) :]
    return BeliefVersion(
        belief=to_belief(row[: len(BELIEF)]),
        known_from=known_from, known_at=from_micros(known_at), known_to=known_to,
        gone_at=None if gone_at is None else from_micros(gone_at),
    )  # fmt: skip
