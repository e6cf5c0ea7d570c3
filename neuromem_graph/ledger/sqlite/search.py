"""Turn the rows of the search queries into columns."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from neuromem_graph.types.branches import KeptRow, ToldRow
from neuromem_graph.types.ledger import (
    BeliefRow,
    MemoryRow,
    NamedBelief,
    Places,
    Postings,
)
from neuromem_graph.types.spans import Saying, Teller

_FIRST = 256  # `postings` codes the n-th term as the character of this number plus n
_BELIEF = (
    "slot", "claim", "claim_id", "candidate", "value", "value_key", "polarity", "commitment",
    "basis", "valid_from", "valid_to", "event", "memory", "memory_units", "support", "channel",
    "said_at", "speaker", "memory_state", "memory_expires_at", "stated_to", "corrects",
    "cardinality",
)  # fmt: skip


_MEMORY = (
    "memory", "id", "kind", "commitment", "state", "text", "valid_from", "valid_to", "event",
    "event_id", "message", "channel", "speaker", "thread", "happened_at", "recorded_at", "support",
    "importance", "expires_at",
)  # fmt: skip


def to_memory(row: Sequence[Any]) -> MemoryRow:
    """Read one row of `memories`."""
    *columns, gaps, over = row
    fields = dict(zip(_MEMORY, columns, strict=True))
    return MemoryRow.model_validate({**fields, "gaps": _gaps(gaps), "over": json.loads(over)})


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


def to_postings(terms: Sequence[str], rows: list[tuple[Any, ...]]) -> Postings:
    """Read the rows of `postings`: statistics first, then memories with the terms they hold."""
    if not rows:
        return Postings(0, 0.0, tuple(terms), (), (), (), (), (), (), (), ())
    documents, total = rows[0][:2]
    columns = tuple(zip(*rows[1:], strict=True)) or ((),) * 6
    memory, length, thread, position, is_open, held = columns
    codes = np.frombuffer("".join(held).encode("utf-32-le"), dtype="<u4").astype(np.int64)
    owner = np.repeat(np.arange(len(held)), [len(codes_) for codes_ in held])
    pairs, frequency = np.unique(owner * len(terms) + codes - _FIRST, return_counts=True)
    return Postings(
        documents=documents, average_length=total / documents, terms=tuple(terms), memory=memory,
        length=length, thread=thread, position=position, open=tuple(map(bool, is_open)),
        row=tuple((pairs // max(len(terms), 1)).tolist()),
        term=tuple((pairs % max(len(terms), 1)).tolist()), frequency=tuple(frequency.tolist()),
    )  # fmt: skip


def to_places(rows: list[tuple[Any, ...]]) -> Places:
    """Read the rows of `places`."""
    if not rows:
        return Places()
    columns = Places(*zip(*rows, strict=True))
    return columns._replace(
        open=tuple(map(bool, columns.open)), asks=tuple(map(bool, columns.asks))
    )


def to_belief(row: Sequence[Any]) -> BeliefRow:
    """Read one row of `beliefs`."""
    return BeliefRow.model_validate(dict(zip(_BELIEF, row, strict=True)))


def to_named_belief(row: tuple[Any, ...]) -> NamedBelief:
    """Read one row of `beliefs_about`."""
    entity, name, relation, attribute, cardinality, *belief = row
    return NamedBelief(
        entity=entity, entity_name=name, relation=relation, attribute=attribute,
        cardinality=cardinality,
        belief=to_belief(belief),
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
