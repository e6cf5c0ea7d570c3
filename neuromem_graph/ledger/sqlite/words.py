"""Keep where words stand packed, so that a question reads a few blobs however common its words are.

Memories are numbered within their namespace, from 0: that is their row. The newest rows stand in a
tail with their terms as text. Whenever the tail holds `NARROW` rows they become a block: columns of
its rows, and for each term the rows that hold it. Whenever there are `WIDE` rows in such blocks
they become one wide block, so that a rare term is found in few places. What happens depends on the
number of rows alone: folding the same records gives the same bytes.
"""

from bisect import insort
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby

import numpy as np

from neuromem_graph.ledger.sqlite.fold import Fold

NARROW, WIDE = 256, 4096
SMALL, LARGE, OFFSET = np.dtype("<i4"), np.dtype("<i8"), np.dtype("<u2")


def add(
    fold: Fold, place: tuple[int, int], *, memory: int, thread: int | None, before: int,
    terms: Sequence[str],
) -> None:  # fmt: skip
    """Append a memory to its namespace.

    Args:
        fold: what is folded.
        place: the namespace, and its row there, from 0.
        memory: its record.
        thread: the thread it was said in, if in one.
        before: the row that stands just before it in its thread; -1 for none.
        terms: its index terms, with repetitions.
    """
    ns, row = place
    fold.run("add_to_tail", ns, row, memory, thread or 0, before, len(terms), " ".join(terms))
    if (row + 1) % NARROW == 0:
        _pack(fold, ns, row + 1 - NARROW)
    if (row + 1) % WIDE == 0:
        _widen(fold, ns, row + 1 - WIDE)


def _pack(fold: Fold, ns: int, first: int) -> None:
    """Make a block of the tail."""
    rows = fold.rows("tail", ns)
    held: dict[str, list[int]] = defaultdict(list)
    for row, *_, terms in rows:
        offset = row % WIDE
        for term in terms.split():
            held[term].append(offset)
    _, memories, threads, befores, lengths, _ = zip(*rows, strict=True)
    fold.run("add_memory_block", ns, 0, first, _bytes(lengths, SMALL), _bytes(befores, SMALL),
             _bytes(threads, LARGE), _bytes(memories, LARGE))  # fmt: skip
    fold.run_many("add_new_words", ((ns, first, t, _bytes(held[t], OFFSET)) for t in sorted(held)))
    fold.run("take_tail", ns)


def _widen(fold: Fold, ns: int, first: int) -> None:
    """Make a wide block of the others."""
    columns = zip(*fold.rows("narrow_blocks", ns), strict=True)
    fold.run("add_memory_block", ns, 1, first, *(b"".join(column) for column in columns))
    fold.run("drop_narrow_blocks", ns)
    held = groupby(fold.rows("new_words", ns), key=lambda found: found[0])
    fold.run_many("add_words", ((ns, t, first, b"".join(r for _, r in rows)) for t, rows in held))
    fold.run("drop_new_words", ns)


def move(fold: Fold, ns: int, row: int, after: int | None) -> None:
    """Take a memory out of its thread.

    Args:
        fold: what is folded.
        ns: the namespace.
        row: its number in it.
        after: the row that stands just after it, if any.
    """
    _change(fold, ns, row, thread=0, before=-1)
    if after is not None:
        _change(fold, ns, after, before=-1)


def word(fold: Fold, ns: int, row: int, terms: Sequence[str]) -> None:
    """Give words to a memory that had none."""
    kept = _change(fold, ns, row, length=len(terms), terms=" ".join(terms))
    if kept == "tail":
        return
    held: dict[str, int] = defaultdict(int)
    for term in terms:
        held[term] += 1
    for term in sorted(held):
        _insert(fold, ns, row, term, held[term], wide=kept == "wide")


def _insert(fold: Fold, ns: int, row: int, term: str, times: int, *, wide: bool) -> None:
    first = row - row % (WIDE if wide else NARROW)
    key = (ns, term, first) if wide else (ns, first, term)
    found = fold.one("words" if wide else "words_new", *key)
    rows = np.frombuffer(found[0] if found else b"", OFFSET).tolist()
    for _ in range(times):
        insort(rows, row % WIDE)
    fold.run("add_words" if wide else "add_new_words", *key, _bytes(rows, OFFSET))


def _change(fold: Fold, ns: int, row: int, **values: int | str) -> str:
    """Change columns of a row wherever it stands; return where that is."""
    tail = fold.one("tail_row", ns, row)
    if tail is not None:
        names = ("thread", "before", "length", "terms")
        now = dict(zip(names, tail, strict=True)) | values
        fold.run("change_tail", *(now[name] for name in names), ns, row)
        return "tail"
    block = fold.one("memory_block", ns, row - row % WIDE, row - row % NARROW)
    assert block is not None  # whatever left the tail is in one
    wide, first, lengths, befores, threads = block
    changed = (
        _with(lengths, SMALL, row - first, values.get("length")),
        _with(befores, SMALL, row - first, values.get("before")),
        _with(threads, LARGE, row - first, values.get("thread")),
    )
    fold.run("change_memory_block", *changed, ns, wide, first)
    return "wide" if wide else "narrow"


def _with(column: bytes, kind: np.dtype[np.signedinteger], at: int, value: object) -> bytes:
    if value is None:
        return column
    numbers = np.frombuffer(column, kind).copy()
    numbers[at] = value
    return numbers.tobytes()


def _bytes(numbers: Iterable[int], kind: np.dtype) -> bytes:
    return np.fromiter(numbers, kind).tobytes()
