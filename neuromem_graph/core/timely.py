"""Tell whether a question names a time and nothing else, and find what was said then.

"What happened in July 2024?" holds no word that stands in an answer: what was said in July is one.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from neuromem_graph.core import dates
from neuromem_graph.core import stopwords as data
from neuromem_graph.core.lexical import hits
from neuromem_graph.settings.unspecific import HAPPENING, POINTING, RECALLING, SPARE
from neuromem_graph.types.ledger import Places
from neuromem_graph.types.recall import Asked, ChannelHits
from neuromem_graph.types.searching import Rows

__all__ = ["CHANNEL", "between", "names_only_time", "near"]

CHANNEL = "dated"
_HALF = 50  # places in order of time, at which a memory counts half
_FEW = 2_000  # memories that are all looked at
_SAMPLES = 64  # memories whose time is read to find where others stand
_PARTS = 8  # of them, the newest, are looked into further
_LONGEST = 200  # characters of such a question
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_ENDS = frozenset({"before", "after", "until", "till", "prior"})
_SILENT = ((data.STOP_WORDS - POINTING) | _ENDS | RECALLING | SPARE | HAPPENING) - {"not", "no"}

Times = Callable[[Sequence[int]], Mapping[int, int]]
"""Memories -> when each of them that is known was said, in microseconds."""


class _Stretch(NamedTuple):
    """Hold a run of rows that may hold what is looked for."""

    first: int
    last: int  # exclusive


def names_only_time(question: str) -> bool:
    """Tell whether a question asks for whatever was said or done at a time.

    Args:
        question: in lower case, with single spaces and typewriter quotes.
    """
    mentions = dates.find(question) if len(question) <= _LONGEST else ()
    if not mentions:
        return False
    rest, at = "", 0
    for one in mentions:
        rest += question[at : one.start] + " "
        at = one.end
    words = [word.partition("'")[0] for word in _WORD.findall(rest + question[at:])]
    return bool(words) and _SILENT.issuperset(words)


def near(memory: Rows, asked: Asked, times: Times) -> list[int]:
    """Return the memories among which those of a time stand, oldest first.

    Of up to 2,000 all are returned. Of more, 64 at a time are looked at, spread evenly, and the
    newest stretches further that begin or end in the time, or around it: a few reads at any number.
    That finds all of them where memories were stored in the order of their times, and some where
    they were not.

    Args:
        memory: all of a namespace, in the order in which they were stored.
        asked: the time, in microseconds.
        times: reads when memories were said.
    """
    stretches = [_Stretch(0, len(memory))]
    while sum(one.last - one.first for one in stretches) > _FEW:
        each = max(2, _SAMPLES // len(stretches))
        parts = [part for one in stretches for part in _parts(memory, one, each, asked, times)]
        stretches = parts[-_PARTS:]
    close = {at for one in stretches for at in range(one.first, one.last)}
    return [int(memory[at]) for at in sorted(close)]


def _parts(
    memory: Rows, one: _Stretch, count: int, asked: Asked, times: Times
) -> list[_Stretch]:  # fmt: skip
    """Cut a stretch into parts of one size, and return those that meet a time."""
    rows = np.unique(np.linspace(one.first, one.last - 1, count + 1).astype(np.int64))
    when = times(memory[rows].tolist())
    known = [(row, when[int(memory[row])]) for row in rows.tolist() if int(memory[row]) in when]
    return [
        _Stretch(first, last + 1)
        for (first, begin), (last, end) in pairwise(known)
        if _meet(min(begin, end), max(begin, end), asked)
    ]


def between(places: Places, asked: Asked) -> ChannelHits:
    """Rank the open ones of some memories that were said at a time, the last first.

    Args:
        places: the memories looked at.
        asked: the time, in microseconds.

    Returns:
        The channel "dated": 50 / (50 + n) for what n others of that time were said after.
    """
    memory = np.asarray(places.memory, dtype=np.int64)
    when = np.asarray(places.happened_at, dtype=np.int64)
    held = np.asarray([_within(one, asked) for one in places.happened_at], dtype=np.bool_)
    open_ = np.flatnonzero(np.asarray(places.open, dtype=np.bool_) & held)
    order = open_[np.lexsort((-memory[open_], -when[open_]))]
    return hits(CHANNEL, memory[order], _HALF / (_HALF + np.arange(len(order), dtype=np.float64)))


def _within(when: int, asked: Asked) -> bool:
    return (asked.begin is None or when >= asked.begin) and (asked.end is None or when < asked.end)


def _meet(first: int, last: int, asked: Asked) -> bool:
    return (asked.begin is None or last >= asked.begin) and (asked.end is None or first < asked.end)
