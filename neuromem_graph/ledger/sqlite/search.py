"""Turn the rows of the search queries into columns."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from neuromem_graph.types.branches import KeptRow, ToldRow
from neuromem_graph.types.ledger import (
    BeliefRow,
    MemoryRow,
    NamedBelief,
    Places,
)
from neuromem_graph.types.spans import Saying, Teller

BELIEF = (
    "slot", "claim", "claim_id", "candidate", "value", "value_key", "polarity", "commitment",
    "basis", "valid_from", "valid_to", "event", "memory", "memory_units", "support", "channel",
    "said_at", "speaker", "memory_state", "memory_expires_at", "stated_to", "corrects",
    "means", "denies", "cardinality",
)  # fmt: skip
"""The columns of a belief, as every query that returns some gives them."""


_MEMORY = (
    "memory", "id", "kind", "commitment", "state", "text", "valid_from", "valid_to", "event",
    "event_id", "message", "channel", "speaker", "thread", "happened_at", "recorded_at", "support",
    "importance", "expires_at", "pinned", "compiled",
)  # fmt: skip


def to_memory(row: Sequence[Any]) -> MemoryRow:
    """Read one row of `memories`."""
    *columns, gaps, over = row
    fields = dict(zip(_MEMORY, columns, strict=True))
    told = () if over == "[]" else json.loads(over)
    return MemoryRow.model_validate({**fields, "gaps": _gaps(gaps), "over": told})


def to_tellers(rows: Iterable[Sequence[Any]]) -> Mapping[int, Teller]:
    """Read the rows of `tellers`, which come memory by memory."""
    found: dict[int, Teller] = {}
    for memory, units, state, start, end, gaps, claim, *said in rows:
        if memory not in found:
            found[memory] = Teller(units, state, start, end, _gaps(gaps))
        if claim is not None:
            one = found[memory]
            found[memory] = one._replace(sayings=(*one.sayings, Saying(claim, *said)))
    return found


def _gaps(coded: str | None) -> tuple[tuple[int, int], ...]:
    return () if coded is None else tuple((start, end) for start, end in json.loads(coded))


def to_places(rows: list[tuple[Any, ...]]) -> Places:
    """Read the rows of `places`."""
    if not rows:
        return Places()
    memory, length, thread, position, open_, *known = zip(*rows, strict=True)
    kind, channel, speaker, importance, happened_at, texts, public, used, support, pinned = known
    asks = tuple(map(_asks, texts))
    return Places(memory, length, thread, position, tuple(map(bool, open_)), kind, channel, speaker,
                  asks, importance, happened_at, texts, public, used, support,
                  tuple(map(bool, pinned)))  # fmt: skip


def _asks(text: str | None) -> bool:
    """Tell whether a text holds nothing but a question."""
    return text is not None and text.endswith("?") and "." not in text and "!" not in text


def to_belief(row: Sequence[Any], repeats: int = 0) -> BeliefRow:
    """Read one row of `beliefs`."""
    fields = dict(zip(BELIEF, row, strict=True), repeats=repeats)
    return BeliefRow.model_validate({**fields, "means": json.loads(fields["means"] or "[]")})


def to_named_belief(
    row: tuple[Any, ...], before: tuple[int, ...] = (), repeats: int = 0
) -> NamedBelief:
    """Read one row of `beliefs_about`, with memories and how many events said so before it."""
    entity, name, relation, attribute, cardinality, *belief = row
    return NamedBelief(
        entity=entity, entity_name=name, relation=relation, attribute=attribute,
        cardinality=cardinality, belief=to_belief(belief, repeats), before=before,
    )  # fmt: skip


def to_told(row: tuple[Any, ...]) -> ToldRow:
    """Read one row of `told`."""
    *named, effect, kind, thread = row
    one = to_named_belief(tuple(named))
    return ToldRow(seq=one.belief.claim, named=one, effect=effect, kind=kind, thread=thread)


def to_kept(row: tuple[Any, ...]) -> KeptRow:
    """Read one row of `kept`."""
    names = ("seq", "memory", "words", "twin", "units", "state", "valid_from", "valid_to")
    return KeptRow.model_validate(dict(zip(names, row, strict=True)))
