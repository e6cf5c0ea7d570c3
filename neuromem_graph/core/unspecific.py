"""Tell whether a question names nothing to look for, and rank what is new for it.

"What did I tell you?" holds no word that stands in an answer. What its asker expects is known all
the same: what is believed of them, and what was said lately.
"""

import re

import numpy as np

from neuromem_graph.core import stopwords as data
from neuromem_graph.core.lexical import hits
from neuromem_graph.settings.unspecific import (
    COURTESY,
    ME,
    NAMING,
    POINTING,
    RECALLING,
    SPARE,
    STATING,
    WHATEVER,
)
from neuromem_graph.types.ledger import Places
from neuromem_graph.types.recall import ChannelHits

__all__ = ["CHANNEL", "is_unspecific", "named", "recent"]

CHANNEL = "recent"
_HALF = 10  # places in order of time, at which a memory counts half
_LONGEST = 200  # characters of such a question
_COURTESY = re.compile(rf"(?:{COURTESY}\b[ ,]*)+")
_ME = re.compile(ME)
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_ALLOWED = ((data.STOP_WORDS - POINTING) | WHATEVER | RECALLING | SPARE) - {"not", "no"}


def is_unspecific(question: str) -> bool:
    """Tell whether a question asks for whatever is known, and names nothing.

    Args:
        question: in lower case, with single spaces and typewriter quotes.
    """
    if len(question) > _LONGEST:
        return False
    courtesy = _COURTESY.match(question)
    words = [_bare(word) for word in _WORD.findall(question, courtesy.end() if courtesy else 0)]
    if not words or words[0] in STATING or not _ALLOWED.issuperset(words):
        return False
    about_me = _ME.search(question) is not None
    if "who" in words:
        return about_me
    told = not RECALLING.isdisjoint(words)
    return (about_me and (told or words[0] == "what")) or (told and not WHATEVER.isdisjoint(words))


def named(question: str) -> str:
    """Return the words of such a question that may name something all the same: "my notes"."""
    return " ".join(word for word in _WORD.findall(question) if word in NAMING)


def _bare(word: str) -> str:
    """Return a word without what was drawn into it: "what's", "you've"."""
    head, _, tail = word.partition("'")
    return head if tail in data.ENDINGS else word


def recent(places: Places) -> ChannelHits:
    """Rank the open ones of some memories by when they were said, the last first.

    Args:
        places: the memories looked at.

    Returns:
        The channel "recent": 10 / (10 + n) for what n others were said after.
    """
    memory = np.asarray(places.memory, dtype=np.int64)
    open_ = np.flatnonzero(np.asarray(places.open, dtype=np.bool_))
    when = np.asarray(places.happened_at, dtype=np.int64)
    order = open_[np.lexsort((-memory[open_], -when[open_]))]
    return hits(CHANNEL, memory[order], _HALF / (_HALF + np.arange(len(order), dtype=np.float64)))
