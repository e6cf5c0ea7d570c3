"""Compare names: which could be the same, and how much alike they are.

Two spellings are **the same name** (1.0) when they differ in writing alone: case, width,
punctuation, "Smith, John", a title before a full name, a legal form, "the". All else is
**resemblance**, below 1: a letter, a nickname, an initial, a missing word. What differs in a digit,
an ordinal, a symbol or the script is not alike at all (0.0).
"""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import JaroWinkler

from neuromem_graph.core import nametables as tables
from neuromem_graph.core.stopwords import PLAIN_LETTERS, SOLID

OWN = "I "
"""In front of a folded name: the key of the speaker who bears it. No folded name has a capital."""

_ADDRESS = re.compile(r"[@_/\\]|[^\W\d_]{2,}\.[^\W\d_]{2,}")
_SWAPPED = re.compile(r"([^\W\d_][^\d,]*), ?([^\W\d_][^\d,]*)")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]?")
_PIECE = re.compile(r"^\.(?=\w)|^-(?=\d)|\d+|(?<=\d)[.,:-](?=\d)|[^\W\d]+|[^\w\s.,:;'\"!?()-]")
_SOLID = re.compile(rf"[{SOLID}]+")
_INSIDE = re.compile(r"(?<=[^\W\d_])(?<!\bd)['`\u00b7\u30fb](?=[^\W\d_])")
_VOWEL = re.compile(r"[aeiouy]")
_NICKNAME, _INITIAL, _PART, _TURNED, _MOST = 0.95, 0.9, 0.88, 0.97, 0.99
_TITLED = 2  # words that a full name has at least
_SHORTEST_PLURAL = 4


class Parts(NamedTuple):
    """Hold what a folded name consists of."""

    words: tuple[str, ...]  # letters, numbers and symbols, in the order of speech
    bare: tuple[str, ...]  # the same without diacritics
    titles: frozenset[str] = frozenset()
    form: str | None = None  # of an organisation
    exact: bool = False  # an address or identifier: another spelling is another one


@lru_cache(maxsize=4096)
def parts(key: str) -> Parts:
    """Take a folded name apart.

    Args:
        key: from `text.fold`.
    """
    if _ADDRESS.search(key):
        return Parts((key,), (key,), exact=True)
    words = _words(_unswapped(key))
    titles: set[str] = set()
    while len(words) > _TITLED and words[0] in tables.TITLES:
        titles.add(words.pop(0))
    while len(words) > _TITLED and words[-1] in tables.CREDENTIALS:
        words.pop()
    form = None
    while len(words) > 1 and words[-1] in tables.FORMS:
        form = " ".join(filter(None, (tables.FORMS[words.pop()], form)))
    if words[0] == "the" and (len(words) > _TITLED or _plural(words)):
        words = words[1:]
    if all(map(_SOLID.fullmatch, words)):
        words = ["".join(words)]
    return Parts(tuple(words), tuple(map(_bare, words)), frozenset(titles), form)


def _plural(words: list[str]) -> bool:
    return len(words) > 1 and len(words[1]) >= _SHORTEST_PLURAL and words[1].endswith("s")


def _unswapped(key: str) -> str:
    """Turn "smith, john" into "john smith", but not "acme, inc" or "smith, jr"."""
    turned = _SWAPPED.fullmatch(key)
    if turned is None:
        return key
    last = _words(turned[2])
    if not last or last[-1] in tables.FORMS or {*last} & (tables.NUMERALS | tables.CREDENTIALS):
        return key
    return f"{turned[2]} {turned[1]}"


def _words(key: str) -> list[str]:
    """Split a key; "J.R." is "JR", but "E.D." is not "Ed"."""
    found: list[str] = []
    for word in _INSIDE.sub("", key).replace(" & ", " and ").split():
        initials = _INITIALS.fullmatch(word.strip(","))
        joined = initials is not None and (len(word) < 3 or not _VOWEL.search(word))
        found += [word.strip(",").replace(".", "")] if joined else _PIECE.findall(word)
    return found or [key]


def _bare(word: str) -> str:
    """Take the marks off Latin letters: in other scripts they make other letters."""
    if word.isascii():
        return word
    kept: list[str] = []
    for letter in unicodedata.normalize("NFD", word):
        if unicodedata.combining(letter) and kept and kept[-1].isascii():
            continue
        kept.append(PLAIN_LETTERS.get(letter, letter))
    return unicodedata.normalize("NFC", "".join(kept))


def same_writing(one: str, other: str) -> bool:
    """Tell whether two folded names differ in writing alone."""
    if one == other:
        return True
    a, b = parts(one), parts(other)
    if a.exact or b.exact or a.bare != b.bare or not _same_letters(a, b):
        return False
    if a.form is not None and b.form is not None and a.form != b.form:
        return False
    return a.titles <= b.titles or b.titles <= a.titles


def at_odds(one: str, other: str) -> bool:
    """Tell whether two folded names have the same words and still can't be one: "Mr", "Mrs"."""
    return parts(one).bare == parts(other).bare and not same_writing(one, other)


def _same_letters(a: Parts, b: Parts) -> bool:
    """Tell whether marks differ in full names only, and only where one side left them out."""
    differing = [(x, y) for x, y in zip(a.words, b.words, strict=True) if x != y]
    dropped = all(x.isascii() or y.isascii() for x, y in differing)
    return not differing or (dropped and len(a.words) >= _TITLED)


def similarity(one: str, other: str) -> float:
    """Measure how much alike two folded names are.

    The same writing is 1. Else the greatest of three: the Jaro-Winkler similarity (Winkler 1990) of
    the words in either order, and the mean over words paired by place, where a nickname counts 0.95
    and an initial 0.9; a name whose words all stand in the other is 0.88; never above 0.99.

    Args:
        one: from `text.fold`.
        other: from `text.fold`.

    Returns:
        A number in [0, 1], the same in either order; 0 when something forbids that they are one.
    """
    if same_writing(one, other):
        return 1.0
    a, b = parts(one), parts(other)
    if _forbidden(a, b):
        return 0.0
    left, right = sorted((a.bare, b.bare))
    turned = _TURNED * _letters(sorted(left), sorted(right))
    scores = [_letters(left, right), turned, _paired(left, right)]
    if set(left) < set(right) or set(right) < set(left):
        scores.append(_PART)
    return round(min(_MOST, max(scores)), 4)


def _letters(left: tuple[str, ...] | list[str], right: tuple[str, ...] | list[str]) -> float:
    return JaroWinkler.normalized_similarity(" ".join(left), " ".join(right))


def _paired(left: tuple[str, ...], right: tuple[str, ...]) -> float:
    if len(left) != len(right):
        return 0.0
    return sum(map(_pair, left, right)) / len(left)


def _pair(one: str, other: str) -> float:
    if one == other:
        return 1.0
    if _given(one) & _given(other):
        return _NICKNAME
    if min(len(one), len(other)) == 1 and one[0] == other[0]:
        return _INITIAL
    return JaroWinkler.normalized_similarity(one, other)


def _given(word: str) -> frozenset[str]:
    return tables.NICKNAMES.get(word, frozenset()) | {word}


def _forbidden(a: Parts, b: Parts) -> bool:
    if a.exact or b.exact or _marks(a.bare) != _marks(b.bare):
        return True
    one, other = _scripts("".join(a.bare)), _scripts("".join(b.bare))
    return one != other or bool(one & {"solid"})


def _marks(words: tuple[str, ...]) -> list[str]:
    """Return what must agree: numbers, ordinals, symbols, a letter that stands for a number."""
    found = [w for w in words if w in tables.NUMERALS or not w.isalpha() or w.isdigit()]
    if len(words) > 1 and len(words[-1]) == 1 and words[-1].isalpha():
        found.append(words[-1])
    return sorted(found)


def _scripts(letters: str) -> frozenset[str]:
    found = set()
    for letter in letters:
        if _SOLID.fullmatch(letter):
            found.add("solid")
        elif letter.isalpha():
            found.add("latin" if letter.isascii() else _script(letter))
    return frozenset(found)


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    return unicodedata.name(letter, "unknown").partition(" ")[0].lower()


@lru_cache(maxsize=4096)
def blocks(key: str) -> tuple[str, ...]:
    """Return the pieces under which a folded name is found by names that resemble it.

    Args:
        key: from `text.fold`.

    Returns:
        First the one that all writings of the name share ("=..."), then its words, their
        consonants, all consonants together ("~...") and the initial with the last word ("^...").
        None for a key of a speaker.
    """
    if key.startswith(OWN):
        return ()
    made = parts(key)
    first = "=" + " ".join(made.bare)
    if made.exact:
        return (first,)
    words = made.bare
    rest = {*words, *map(_skeleton, words), _joined(words)}
    for place, word in enumerate(words):
        for given in tables.NICKNAMES.get(word, ()):
            rest |= {given, _joined((*words[:place], given, *words[place + 1 :]))}
    if len(words) > 1:
        rest.add(f"^{words[0][0]} {words[-1]}")
    return (first, *sorted(rest))


def _joined(words: tuple[str, ...]) -> str:
    return "~" + " ".join(sorted(map(_skeleton, words)))


_SILENT = re.compile(r"[aeiouyhw]")
_DOUBLE = re.compile(r"(.)\1+")


def _skeleton(word: str) -> str:
    """Return how a word sounds without its vowels: "sarah" and "sara" are "sr"."""
    sounds = word.replace("ph", "f").replace("v", "f").replace("ck", "k").replace("c", "k")
    return _DOUBLE.sub(r"\1", sounds[:1] + _SILENT.sub("", sounds[1:]))
