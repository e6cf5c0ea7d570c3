"""Tell which of many patterns a text is worth searching for, by words that every match holds.

Most sentences match none of the patterns that are tried on them, and looking for a few short words
is far cheaper than searching a pattern. The words are taken from the patterns themselves, so that
they can't go stale: "(?:left|quit)\\s(?P<v>\\w+)" can't match where neither "left" nor "quit"
stands. Where nothing is known of a pattern it is always searched.
"""

import importlib
import re
from collections.abc import Iterable, Sequence
from typing import Any

__all__ = ["Hinted", "words_of"]

Words = frozenset[str]

_MOST_WORDS, _MOST_CLAUSES = 32, 3
_FEWEST_LETTERS = 2
_UNWIELDY = 0.25  # how much a further word costs, in letters of the shortest one
# What an ASCII letter matches without case besides itself and its capital (Python's `re`).
_LETTERS = str.maketrans({"\u0130": "i", "\u0131": "i", "\u017f": "s", "\u212a": "k"})

try:  # the parser of `re` has no public name
    _parser: Any = importlib.import_module("re._parser")
except ImportError:  # then every pattern is searched
    _parser = None


class Hinted:
    """Know which words the matches of several patterns hold.

    Args:
        patterns: compiled, in the order in which they are tried.
        also: words of which a text must hold one besides, for each pattern; () for none.
    """

    def __init__(
        self, patterns: Iterable[re.Pattern[str]], also: Iterable[Iterable[str]] = ()
    ) -> None:
        found = [words_of(pattern) for pattern in patterns]
        for place, words in enumerate(also):
            if own := frozenset(words) - {""}:
                found[place] = (own, *found[place])
        self._needs = tuple(found)
        self._words = sorted({word for clauses in found for clause in clauses for word in clause})
        self._unknown = [place for place, clauses in enumerate(found) if not clauses]
        self._begun: dict[str, list[int]] = {word: [] for word in self._words}
        for place, clauses in enumerate(found):
            for word in clauses[0] if clauses else ():
                self._begun[word].append(place)

    def worth(self, text: str) -> list[int]:
        """Return which patterns may match somewhere in a text, in order.

        Args:
            text: any text.
        """
        low = text.lower() if text.isascii() else text.translate(_LETTERS).lower()
        held = {word for word in self._words if word in low}
        begun = {place for word in held for place in self._begun[word]}
        met = [one for one in begun if not any(map(held.isdisjoint, self._needs[one]))]
        return sorted((*self._unknown, *met))


def words_of(pattern: re.Pattern[str]) -> tuple[Words, ...]:
    """Return sets of words in small letters: every match of a pattern holds one of each set.

    Args:
        pattern: any pattern.

    Returns:
        The sets that tell most, three at most; none where the pattern tells nothing.
    """
    if _parser is None:
        return ()
    found = dict.fromkeys(_clauses(_parser.parse(pattern.pattern, pattern.flags)))
    return tuple(sorted(found, key=_telling, reverse=True)[:_MOST_CLAUSES])


def _telling(words: Words) -> tuple[float, list[str]]:
    return min(map(len, words)) - _UNWIELDY * len(words), sorted(words)


def _clauses(parsed: Iterable[tuple[Any, Any]]) -> list[Words]:
    """Read one sequence of a parsed pattern; what is not known here tells nothing."""
    found: list[Words] = []
    run = ""
    for code, what in (*parsed, (None, None)):
        if str(code) == "LITERAL":
            run += chr(what)
            continue
        found += _word(run)
        run = ""
        found += _inner(str(code), what)
    return found


def _word(run: str) -> list[Words]:
    """Return what a run of letters tells: its longest part in ASCII."""
    word = max(re.split(r"[^\x00-\x7f]", run), key=len).lower()
    return [frozenset((word,))] if len(word) >= _FEWEST_LETTERS and not word.isspace() else []


def _inner(code: str, what: Any) -> list[Words]:
    if code in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        return _clauses(what[2]) if what[0] else []
    if code == "SUBPATTERN":
        return _clauses(what[3])
    if code == "ATOMIC_GROUP":
        return _clauses(what)
    if code == "ASSERT" and what[0] > 0:  # what must follow stands in the text as well
        return _clauses(what[1])
    return _branched(what[1]) if code == "BRANCH" else []


def _branched(branches: Sequence[Any]) -> list[Words]:
    """Return what all branches tell together: one of the words of each."""
    each = [_clauses(branch) for branch in branches]
    if not all(each):
        return []
    words = frozenset[str]().union(*(max(clauses, key=_telling) for clauses in each))
    return [words] if len(words) <= _MOST_WORDS else []
