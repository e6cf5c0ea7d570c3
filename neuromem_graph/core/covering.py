"""Tell whether a store knows anything of what is asked, by the words it holds."""

import re
from math import log1p

import numpy as np

from neuromem_graph.core import stopwords as data
from neuromem_graph.core.lexical import among
from neuromem_graph.core.text import index_tokens
from neuromem_graph.types.ledger import Places
from neuromem_graph.types.searching import Postings

_SOLID = re.compile(rf"[{data.SOLID}]")
_DIGITS = 9


def covered(postings: Postings, places: Places) -> float:
    """Return how much of a question the best memory holds, by its words.

    A word weighs its inverse document frequency ln(1 + (N - n + 0.5) / (n + 0.5)) in this
    namespace; one that is stored nowhere weighs as one that is stored once. The names of speakers
    don't count, since who speaks does not repeat the own name; nor do pairs of letters of scripts
    without spaces that are stored nowhere, since most of them belong to no word.

    Args:
        postings: where the terms of the question stand.
        places: the memories looked at; those that may be served count.

    Returns:
        A share in [0, 1]; 1 for a question without such words.
    """
    names = {word for who in set(places.speaker) if who for word in index_tokens(who)}
    open_ = np.asarray(places.open, dtype=np.bool_)
    known = np.asarray(places.memory, dtype=np.int64)[open_]
    rows = np.searchsorted(postings.memory, known[among(known, postings.memory)])
    held, total = np.zeros(len(rows)), 0.0
    for term, posting in zip(postings.terms, postings.lists, strict=True):
        number = len(posting.rows)
        if term in names or (not number and _SOLID.search(term)):
            continue
        once = max(number, 1)
        weight = log1p((max(postings.documents - once, 0) + 0.5) / (once + 0.5))
        total += weight
        held += weight * among(rows, posting.rows)
    return round(float(held.max(initial=0.0)) / total, _DIGITS) if total else 1.0
