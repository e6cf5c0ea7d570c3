"""Tell what sort of thing a value names."""

import re
from collections.abc import Iterator

from neuromem_graph.core.gazetteer import WORDS, Sort
from neuromem_graph.core.text import fold

__all__ = ["sort_of"]


def _entries() -> Iterator[tuple[str, Sort]]:
    for sort, words in WORDS.items():
        for word in words.split():
            yield fold(word.replace("_", " ")), sort


def _by_word() -> dict[str, tuple[Sort, ...]]:
    known: dict[str, tuple[Sort, ...]] = {}
    for word, sort in _entries():
        known[word] = (*known.get(word, ()), sort)
    return known


_SORTS = _by_word()

_ZONE = re.compile(
    r"(?:utc|gmt)\s?[+\-\u2212]\s?\d{1,2}(?::?\d\d)?|[A-Z][a-z]+/[A-Z]\w+", re.IGNORECASE
)

_LETTERS = frozenset({"Go", "R", "C", "D", "Julia"})  # languages, if written so

_FIRST = frozenset("car phone_model laptop tablet camera operating_system bank".split())

_VERSIONED = frozenset({"editor", "programming_language", "browser"})

_LAST = frozenset("food drink pet color commute hobby place language diet".split())

_LEAD = re.compile(r"(?i)(?:the|an?|my|our|his|her|their|some|new|used|old|second-?hand)\s+")


def sort_of(value: str) -> tuple[Sort, ...]:
    """Tell what a value may name; nothing where its words are not known.

    Args:
        value: as it was said, with or without an article.

    Returns:
        Its sorts, the likeliest first: a make counts by its first words ("Dell XPS 13"), a dish,
        an animal or a colour by its last ("oat latte", "tabby cat", "brick red").
    """
    text = value.strip()
    if text in _LETTERS:
        return ("programming_language",)
    if whole := _SORTS.get(fold(text)):
        return whole
    while lead := _LEAD.match(text):
        text = text[lead.end() :]
    if _ZONE.fullmatch(text):
        return ("timezone",)
    words = fold(text).replace("_", " ").split()
    if not words or len(words) > 5:
        return ()
    if whole := _SORTS.get(" ".join(words)):
        return whole
    found: list[Sort] = []
    for size in range(min(3, len(words) - 1), 0, -1):
        for part, allowed in ((words[:size], _FIRST), (words[-size:], _LAST)):
            sorts = _SORTS.get(" ".join(part), ())
            found += [sort for sort in sorts if sort in allowed and sort not in found]
            if part == words[:size] and words[size][0].isdigit():
                found += [sort for sort in sorts if sort in _VERSIONED and sort not in found]
    return tuple(found)
