"""Find a term by the words that are kin to it: forms of one verb, near synonyms, members of a kind.

"Which pets does she have?" is answered by a turn that holds "hamster" and no word of the question.
The tables (`core.kindredtable`, and the sorts of `core.gazetteer`) are general English, written
without a look at any data set; a word that no table holds has no kin, so other languages lose
nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from neuromem_graph.core import kindredtable as data
from neuromem_graph.core.gazetteer import WORDS, Sort
from neuromem_graph.core.text import tokens

__all__ = ["Kin", "kindred"]

_SORTS: Mapping[Sort, str] = {
    "pet": "pet animal", "food": "food dish meal snack", "drink": "drink", "color": "color",
    "hobby": "hobby activity interest pastime", "language": "language", "car": "car vehicle",
    "programming_language": "program language", 
    "place": "place city country travel visit trip state",
}  # fmt: skip
"""Sort of the gazetteer -> the words for it."""

_SHORTEST = 3  # letters of a name that counts


class Kin(NamedTuple):
    """Hold one term of a question with what else finds it."""

    term: str
    forms: tuple[str, ...]  # as good as the term itself, which is not among them
    kin: tuple[str, ...]  # says less


def kindred(terms: Sequence[str], most: int) -> tuple[Kin, ...]:
    """Return the terms of a question, each with its forms and its kin.

    Args:
        terms: as `core.text.query_tokens` gives them.
        most: how many words of kin in all; the first terms get theirs first.

    Returns:
        One for each term, in order; of equal input always the same.
    """
    forms, related = _tables()
    found = []
    for term in terms:
        kin = related.get(term, ())[: max(most, 0)]
        most -= len(kin)
        found.append(Kin(term, forms.get(term, ()), kin))
    return tuple(found)


@lru_cache(maxsize=1)
def _tables() -> tuple[Mapping[str, tuple[str, ...]], Mapping[str, tuple[str, ...]]]:
    forms: dict[str, dict[str, None]] = {}
    for group in _groups(data.FORMS):
        for word in group:
            forms.setdefault(word, {}).update(dict.fromkeys(group))
    related: dict[str, dict[str, None]] = {}
    for words, members in _pairs():
        for word in words:
            for member in members:
                kin = related.setdefault(word, {})
                kin.update(dict.fromkeys((member, *forms.get(member, ()))))
    return _others(forms), _others(related, forms)


def _others(
    table: Mapping[str, dict[str, None]], own: Mapping[str, dict[str, None]] | None = None
) -> Mapping[str, tuple[str, ...]]:
    """Leave out of what each word finds the word itself, and its forms."""
    own = own or {}
    return {
        word: tuple(one for one in found if one != word and one not in own.get(word, ()))
        for word, found in table.items()
    }


def _pairs() -> Iterator[tuple[list[str], list[str]]]:
    for group in _groups(data.SAME):
        yield group, group
    for line in data.KINDS.strip().replace("\n  ", " ").splitlines():
        words, _, members = line.partition(":")
        yield _stems(words), _stems(members)
    for sort, words in _SORTS.items():
        single = (one for one in WORDS[sort].split() if "_" not in one and len(one) >= _SHORTEST)
        yield _stems(words), _stems(" ".join(single))


def _groups(table: str) -> Iterator[list[str]]:
    for group in table.replace("\n", " ").split("|"):
        if group.strip():
            yield _stems(group)


def _stems(words: str) -> list[str]:
    return list(dict.fromkeys(tokens(word)[0] for word in words.split()))
