"""Tell a text that was stuffed with the words of questions, so that it is found for all of them.

Who says something uses the small words of a language; who stuffs repeats the large ones and leaves
the small ones out. Both must be so: a song repeats, a list has no small words.
"""

import re
from collections import Counter
from functools import lru_cache

from neuromem_graph.core.stopwords import STOP_WORDS
from neuromem_graph.core.text import index_tokens

__all__ = ["stuffed"]

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_LEAST = 12  # large words; fewer are no ground for a judgement
_WINDOW = 40  # words that are looked at together: what is added around hides nothing
_STEP = 10
_SMALL = 0.34  # share of small words below which nobody speaks
_SIGNS = 0.25  # brackets, bars and the like per word, from which on it is a table or a program
_SIGN = re.compile(r"[\[\](){}=|_<>\"`;\\]")


@lru_cache(maxsize=16)
def stuffed(text: str) -> float:
    """Return how much a text repeats its large words, in [0, 1]; 0 if it is spoken language.

    Args:
        text: any text.

    Returns:
        The share of repeats among the large words, in the part of the text where it is greatest.
    """
    words = [word.casefold() for word in _WORD.findall(text)]
    if len(words) < _LEAST or len(_SIGN.findall(text)) >= _SIGNS * len(words):
        return 0.0
    ends = range(0, max(len(words) - _WINDOW, 0) + _STEP, _STEP)
    return max((_repeats(words[at : at + _WINDOW]) for at in ends), default=0.0)


def _repeats(words: list[str]) -> float:
    large = [word for word in words if word not in STOP_WORDS]
    if len(large) < _LEAST or len(words) - len(large) >= _SMALL * len(words):
        return 0.0
    stems = Counter(stem for word in large for stem in index_tokens(word)[:1])
    total = sum(stems.values())
    return round(1.0 - len(stems) / total, 6) if total else 0.0
