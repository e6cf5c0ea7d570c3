"""Tell a text that was stuffed with the words of questions, so that it is found for all of them.

Who says something uses the small words of a language and ends sentences; who stuffs repeats the
large words, leaves the small ones out, and ends nothing. All of it must be so: a song repeats, a
list has no small words, a row of facts has ends.
"""

import re
from functools import lru_cache

from neuromem_graph.core.stopwords import STOP_WORDS

__all__ = ["stuffed"]

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*|[.!?](?=\s|$)")
_SIGN = re.compile(r"[\[\](){}=|_<>\"`;\\]")
_SIGNS = 0.25  # brackets, bars and the like per word, from which on it is a table or a program
_LEAST = 12  # large words; fewer are no ground for a judgement
_KINDS = 5  # different ones among them: one word again and again is found for one question
_WINDOW = 40  # words that are looked at together: what is added around hides nothing
_STEP = 20
_SMALL = 0.34  # share of small words below which nobody speaks
_ENDS = 3  # ends of sentences in so many words, at most


@lru_cache(maxsize=16)
def stuffed(text: str) -> float:
    """Return how much a text repeats its large words, in [0, 1]; 0 if it is spoken language.

    Args:
        text: any text.

    Returns:
        The share of repeats among the large words, in the part of the text where it is greatest.
    """
    words = [word.casefold().rstrip("s") for word in _WORD.findall(text)]
    if len(words) < _LEAST or len(_SIGN.findall(text)) >= _SIGNS * len(words):
        return 0.0
    starts = range(0, max(len(words) - _WINDOW, 0) + _STEP, _STEP)
    return max(_repeats(words[at : at + _WINDOW]) for at in starts)


def _repeats(words: list[str]) -> float:
    spoken = [word for word in words if word not in ".!?"]
    large = [word for word in spoken if word not in _STOPS]
    kinds = len(set(large))
    small = len(spoken) - len(large)
    ends = len(words) - len(spoken)
    if len(large) < _LEAST or kinds < _KINDS or small >= _SMALL * len(spoken) or ends > _ENDS:
        return 0.0
    return round(1.0 - kinds / len(large), 6)


_STOPS = frozenset(word.rstrip("s") for word in STOP_WORDS)
