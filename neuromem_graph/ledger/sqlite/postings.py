"""Unpack where words stand (ledger/sqlite/words.py) into columns."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from neuromem_graph.ledger.sqlite.words import LARGE, OFFSET, SMALL, WIDE
from neuromem_graph.types.searching import Posting, Postings, Rows

_Found = list[tuple[Any, ...]]
_NONE = np.zeros(0, np.int64)
_SPAN = 1 << 40  # more rows than any namespace has
NOTHING = Posting(_NONE, _NONE)


def empty(terms: Sequence[str]) -> Postings:
    """Return the postings of a namespace that holds nothing."""
    lists = (NOTHING,) * len(terms)
    return Postings(0, 0.0, tuple(terms), _NONE, _NONE, _NONE, _NONE, lists)


def to_postings(terms: Sequence[str], rows: _Found, seq: int) -> Postings:
    """Read the rows of `postings`: blocks, the tail, and the words of blocks.

    Args:
        terms: as asked.
        rows: each with the number of its kind in front.
        seq: the moment; what came later is cut off.
    """
    kinds: tuple[_Found, ...] = ([], [], [])
    for kind, *row in rows:
        kinds[kind].append(tuple(row))
    blocks, tail, words = kinds
    blocks.sort()
    length, before, thread, memory = (
        _column([row[at] for row in blocks], kind, [row[at - 1] for row in tail])
        for at, kind in ((1, SMALL), (2, SMALL), (3, LARGE), (4, LARGE))
    )
    documents = int(np.searchsorted(memory, seq, side="right"))
    if not documents:
        return empty(terms)
    fresh = _of_tail(terms, tail, len(memory) - len(tail))
    return Postings(
        documents=documents, average_length=float(length[:documents].mean()), terms=tuple(terms),
        memory=memory[:documents], thread=thread[:documents], before=before[:documents],
        length=length[:documents], lists=_lists(len(terms), words, fresh, documents),
    )  # fmt: skip


def _column(packed: list[bytes], kind: np.dtype[Any], tail: list[int]) -> Rows:
    flat = np.frombuffer(b"".join((*packed, np.array(tail, kind).tobytes())), kind)
    return flat.astype(np.int64)


def _of_tail(terms: Sequence[str], tail: _Found, first: int) -> list[tuple[int, int]]:
    """Return which row of the tail each term stands in, once per occurrence."""
    place = {term: at for at, term in enumerate(terms)}
    return [
        (place[term], row)
        for row, (*_, held) in enumerate(tail, start=first)
        for term in held.split()
        if term in place
    ]


def _lists(
    terms: int, words: _Found, fresh: list[tuple[int, int]], documents: int
) -> tuple[Posting, ...]:  # fmt: skip
    """Unpack all terms at once: a cell is a term and a row, once per occurrence."""
    pieces = sorted((key, first, rows) for key, first, rows, *_ in words)
    offsets = np.frombuffer(b"".join(rows for *_, rows in pieces), OFFSET)
    sizes = [len(rows) // OFFSET.itemsize for *_, rows in pieces]
    starts = [key * _SPAN + first - first % WIDE for key, first, _ in pieces]
    cells = np.repeat(np.array(starts, np.int64), sizes) + offsets
    if fresh:  # each term goes on in the tail
        cells = np.concatenate((cells, np.array([k * _SPAN + row for k, row in fresh], np.int64)))
        cells.sort(kind="stable")
    new = np.flatnonzero(np.diff(cells, prepend=-1))
    counts, cells = np.diff(new, append=len(cells)), cells[new]
    begins = np.searchsorted(cells, np.arange(terms) * _SPAN).tolist()
    ends = np.searchsorted(cells, np.arange(terms) * _SPAN + documents).tolist()
    return tuple(
        Posting(cells[begin:end] - key * _SPAN, counts[begin:end])
        for key, (begin, end) in enumerate(zip(begins, ends, strict=True))
    )


def of_items(
    terms: Sequence[str], items: str | None, lengths: str | None, held: _Found
) -> Postings:  # fmt: skip
    """Read the postings of items, which stand in no thread.

    Args:
        terms: as asked.
        items: the open versions, joined by commas.
        lengths: of each of them.
        held: (number of a term, versions that hold it, once per occurrence) in any order.
    """
    if items is None or lengths is None:
        return empty(terms)
    memory, length = _numbers(items), _numbers(lengths)
    order = np.argsort(memory, kind="stable")
    memory, length = memory[order], length[order]
    texts: dict[int, list[str]] = {}
    for at, found in held:
        texts.setdefault(at, []).extend(() if found is None else (found,))
    lists = []
    for at in range(len(terms)):
        versions, counts = np.unique(_numbers(",".join(texts.get(at, ()))), return_counts=True)
        rows = np.minimum(np.searchsorted(memory, versions), len(memory) - 1)
        open_ = memory[rows] == versions
        lists.append(Posting(rows[open_], counts[open_]))
    alone = np.zeros_like(memory)
    return Postings(
        documents=len(memory), average_length=float(length.mean()), terms=tuple(terms),
        memory=memory, thread=alone, before=alone - 1, length=length, lists=tuple(lists),
    )  # fmt: skip


def _numbers(text: str) -> Rows:
    return np.fromstring(text, np.int64, sep=",") if text else _NONE
