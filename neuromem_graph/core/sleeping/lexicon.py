"""Read the word lists of `settings.sleeping`: predicates and words that mean the same."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from neuromem_graph.core.text import normal_form, tokens
from neuromem_graph.settings.sleeping import EMPTY, VALUE_HEADS, Sleeping

__all__ = ["Lexicon", "lexicon"]

_EMPTY = frozenset(EMPTY.split())
_LISTED = (head.strip() + " " for head in VALUE_HEADS.split("|") if head.strip())
_HEADS = tuple(sorted(_LISTED, key=len, reverse=True))
_LISTS = ("openers", "speech_openers", "emphasis", "function", "intros", "closers", "nowadays")
_ARTICLES = ("a ", "an ", "the ", "my ", "our ")
_MONTHS = {
    name: number
    for number, names in enumerate(
        ("jan january", "feb february", "mar march", "apr april", "may", "jun june", "jul july",
         "aug august", "sep sept september", "oct october", "nov november", "dec december"), 1)
    for name in names.split()
}  # fmt: skip
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DAY_FIRST = re.compile(
    rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<m>{_MONTH})\.?,?(?: (?P<y>\d{{4}}))?"
)
_MONTH_FIRST = re.compile(
    rf"(?P<m>{_MONTH})\.? (?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?(?: (?P<y>\d{{4}}))?"
)
_CLOCK = re.compile(r"(\d{1,2})(?:[:.](\d\d))? ?([ap])\.?m\.?")


class Lexicon(NamedTuple):
    """Hold word lists, ready for use; `words` and `weighty` are stems (`core.text.tokens`)."""

    predicates: Mapping[str, str]  # folded name -> canonical name
    words: Mapping[str, frozenset[str]]  # canonical name -> words that say nothing but it
    spellings: Mapping[str, str]
    weighty: frozenset[str]
    openers: frozenset[str] = frozenset()
    speech_openers: frozenset[str] = frozenset()
    emphasis: frozenset[str] = frozenset()
    function: frozenset[str] = frozenset()
    intros: tuple[tuple[str, ...], ...] = ()  # the longest first
    closers: tuple[tuple[str, ...], ...] = ()
    nowadays: tuple[tuple[str, ...], ...] = ()
    heads: tuple[str, ...] = ()  # how a value may begin: "city of"

    def predicate(self, attribute: str) -> str:
        """Return the canonical name of a predicate; one that no list holds is its own."""
        name = self._folded(attribute)
        return self.predicates.get(name, name)

    def said_by(self, attribute: str) -> frozenset[str]:
        """Return the words that say nothing but this predicate, its own name among them."""
        own = stems(attribute.replace("_", " "))
        return self.words.get(self.predicate(attribute), frozenset()) | own

    def value(self, value: str) -> str:
        """Return the key under which wordings of one value meet.

        Case, articles, spelling, heads such as "the city of", and the ways to write a day or an
        hour don't count; every other word and sign does.
        """
        key = " ".join(self.spellings.get(word, word) for word in normal_form(value).split())
        while (shorter := _headless(key)) != key:
            key = shorter
        day = _DAY_FIRST.fullmatch(key) or _MONTH_FIRST.fullmatch(key)
        if day is not None:
            return f"{day['y'] or '----'}-{_MONTHS[day['m']]:02}-{int(day['d']):02}"
        return _CLOCK.sub(lambda hour: f"{int(hour[1])}:{hour[2] or '00'}{hour[3]}m", key)

    def _folded(self, attribute: str) -> str:
        words = attribute.casefold().split("_")
        kept = [self.spellings.get(word, word) for word in words if word not in _EMPTY]
        return "_".join(kept) or attribute.casefold()


def stems(text: str) -> frozenset[str]:
    """Return the words of a text as they are compared."""
    return frozenset(tokens(text))


def lexicon(settings: Sleeping) -> Lexicon:
    """Return the word lists of these settings."""
    given = {name: getattr(settings, name) for name in _LISTS}
    spelled = tuple(sorted(settings.spellings.items()))
    return _lexicon(settings.families, spelled, settings.weighty, tuple(given.items()))


@lru_cache(maxsize=8)
def _lexicon(
    families: str, spelled: tuple[tuple[str, str], ...], weighty: str,
    given: tuple[tuple[str, str], ...],
) -> Lexicon:  # fmt: skip
    bare = Lexicon({}, {}, dict(spelled), frozenset())
    predicates, words = dict[str, str](), dict[str, frozenset[str]]()
    for name, others, said in _lines(families):
        for other in (name, *others):
            predicates[bare._folded(other)] = name
        words[name] = stems(" ".join(said)) | stems(name.replace("_", " "))
    sets = {name: frozenset(text.split()) for name, text in given}
    lists = {name: _phrases(text) for name, text in given}
    return Lexicon(
        predicates, words, dict(spelled), stems(weighty), openers=sets["openers"],
        speech_openers=sets["speech_openers"], emphasis=sets["emphasis"], function=sets["function"],
        intros=lists["intros"], closers=lists["closers"], nowadays=lists["nowadays"],
        heads=tuple(head.strip() for head in _HEADS),
    )  # fmt: skip


def _phrases(text: str) -> tuple[tuple[str, ...], ...]:
    """Take a list of phrases apart, the longest first."""
    found = (tuple(phrase.split()) for phrase in text.split("|"))
    return tuple(sorted((one for one in found if one), key=lambda one: (-len(one), one)))


def _lines(families: str) -> Iterable[tuple[str, list[str], list[str]]]:
    """Take the table apart; a line that begins with a space goes on with the one before."""
    for line in re.sub(r"\n\s+", " ", families.strip()).splitlines():
        name, _, rest = line.partition(":")
        others, _, said = rest.partition("|")
        yield name.strip(), others.split(), said.split()


def _headless(key: str) -> str:
    for head in (*_ARTICLES, *_HEADS):
        if key.startswith(head) and len(key) > len(head):
            return key[len(head) :]
    return key
