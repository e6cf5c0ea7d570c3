"""Read values that are presented by themselves: "Oslo is where I live", "bye Vim, hello Zed"."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from neuromem_graph.core.clauses import Clause, Framed
from neuromem_graph.core.framing_owned import before
from neuromem_graph.core.framing_owners import (
    Owner,
    Span,
    Text,
    bared,
    clause_of,
    has_subject,
    owner_of,
    phrase_of,
)
from neuromem_graph.core.gazetteer import Sort
from neuromem_graph.core.hints import Hinted
from neuromem_graph.core.nouns import noun_of
from neuromem_graph.core.nountable import Noun
from neuromem_graph.core.presenting import HINT, PRESENTED, Presented, cued
from neuromem_graph.core.sorts import sort_of
from neuromem_graph.core.swaps import LOOSE

__all__ = ["meant", "read_presented"]

_BY_SORT = {
    "place": "city", "language": "target language", "food": "favourite food",
    "drink": "favourite drink", "color": "favourite color",
}  # fmt: skip
_PLACED = frozenset(
    "car phone_model laptop tablet camera editor operating_system browser diet pet hobby color"
    " food drink commute programming_language bank framework place language".split()
)
_BY_KIND = {
    "driver": "car", "resident": "city", "employee": "employer", "drinker": "favourite drink",
}  # fmt: skip
_LIKED = re.compile(
    r"(?i)\b(?:lik|lov|enjoy|ador|prefer|fond)\w*\b.*\b(?:best|most|more|above|any|all)\b|\bprefers?$"
)
_NOBODY = re.compile(
    r"(?i)\b(?:nobody|none|business|concern|mystery|secret|everything|nothing|up\sto)\b"
)
_ALL_OF = re.compile(r"\bof\sall\s(?:the\s)?(?P<topic>[a-z]+?)s?$")
_OVER = re.compile(r"(?i)\b(?:was|were)\b")


def meant(phrase: str, inner: str) -> Noun | None:
    """Return the noun of a relative clause: "the dish" that "I like best" is a favourite.

    Args:
        phrase: the noun phrase, in lower case; "" for "what" and "where".
        inner: what the clause says, in lower case.
    """
    if _LIKED.search(inner):
        topic = _ALL_OF.search(inner)
        phrase = phrase or (topic["topic"] if topic else "")
        return noun_of("favourite " + phrase) if phrase else None
    if phrase in ("person", "one", "guy", "woman", "man", "company", "place", "firm", "", "thing"):
        cue = cued(inner)
        return noun_of(cue) if cue else noun_of(phrase) if phrase in ("company", "firm") else None
    if phrase == "size" and "shoe" in inner:
        return noun_of("shoe size")
    if phrase == "language" and (cue := cued(inner)):
        return noun_of(cue)
    noun = noun_of(phrase)
    return noun if noun is not None and noun.known else None


@cache
def _hinted() -> Hinted:
    return Hinted((one.regex for one in PRESENTED), ((one.hint,) for one in PRESENTED))


def read_presented(said: Text) -> Iterator[Clause]:
    """Read what is presented by itself.

    Args:
        said: the sentence.
    """
    if HINT.search(said.text) is None:
        return
    for place in _hinted().worth(said.text):
        one = PRESENTED[place]
        for match in one.regex.finditer(said.text):
            clause = _shown(said, one, match)
            if clause is not None:
                yield clause


def _shown(said: Text, one: Presented, match: re.Match[str]) -> Clause | None:
    groups = match.groupdict()
    owner = owner_of(match) if has_subject(match) else Owner("elided", None, None, *match.span())
    if owner is None:
        return None
    if groups.get("cleft"):
        return _cleft(said, one, match, owner)
    start, end = match.span("v") if groups.get("v") else (match.end(), None)
    noun = _noun(said, one, match, start, end)
    if noun is None:
        return None
    value = _value(said, start, noun, end)
    if value is None or (end is not None and said.text[value[1] : end].strip()):
        return None
    old = said.value(*_part(match, "old", noun)) if groups.get("old") else None
    verb = groups.get("on") is not None  # what was given up is a fact of its own verb
    old = None if noun.single or noun is LOOSE else old
    shown = Framed(
        noun,
        value,
        change=one.change,
        old=None if noun.single or noun is LOOSE else old,
        aside=verb,
    )
    begin = match.start("on") if verb else match.start()
    return clause_of(owner, "is", begin, max(value[1], match.end()), shown)


def _part(match: re.Match[str], name: str, noun: Noun) -> tuple[int, Noun, int]:
    return match.start(name), noun, match.end(name)


def _value(said: Text, start: int, noun: Noun, end: int | None) -> Span | None:
    value = said.value(start, noun, end)
    return bared(said.text, value, noun) if value else None


def _bare(text: str, value: Span) -> Span:
    article = _ARTICLE.match(text, *value)
    return (article.end(), value[1]) if article else value


_ARTICLE = re.compile(r"(?:An?|By)\s")


def _cleft(said: Text, one: Presented, match: re.Match[str], owner: Owner) -> Clause | None:
    """Read "Oslo is where I live" and "what I drive is a Kia"."""
    inner = match["inner"].lower()
    phrase = phrase_of(match) if match.groupdict().get("noun") else ""
    noun = meant(phrase, inner)
    if noun is None:
        return None
    if match.groupdict().get("v"):
        value = _value(said, match.start("v"), noun, match.end("v"))
    elif one.noun:
        value = before(said, match.start(), noun)
    else:
        value = _value(said, match.end(), noun, None)
    if value and _NOBODY.search(said.text, *value):
        return None
    value = _bare(said.text, value) if value else None
    if value is None:
        return None
    if noun.predicate == "commute" and "commute" not in sort_of(said.text[slice(*value)]):
        return None
    if noun.predicate == "editor" and "programming_language" in sort_of(said.text[slice(*value)]):
        noun = noun_of("programming language") or noun
    mods = "was" if _OVER.match(said.text[match.start() : match.end()].strip()) else "is"
    return clause_of(
        owner, mods, min(value[0], match.start()), max(value[1], match.end()), Framed(noun, value)
    )


_ANYTHING = Noun("", "thing", known=False)
_TOLD = re.compile(
    r"(?i)\b(?:as\s(?:my|his|her|their|our|the)\s(?:new\s|usual\s|main\s)?(?P<role>[a-z]+(?:\s[a-"
    r"z]+)?)"
    r"|(?:new\s)?(?P<liked>(?:favou?rite|fave)\s[a-z]+)|(?:changed|switched|new)\s(?P<kind>[a-z]"
    r"{3,}?)s?\b)"
)


def _noun(
    said: Text, one: Presented, match: re.Match[str], start: int, end: int | None
) -> Noun | None:
    """Return the noun of a value: its own, what the words around it tell, or what it names."""
    text, groups = said.text, match.groupdict()
    if one.noun:
        return noun_of(one.noun)
    kind, old = (groups.get("kind") or "").lower(), groups.get("old") or ""
    if kind in _BY_KIND:
        return noun_of(_BY_KIND[kind])
    told = _told(text)
    if told is not None:
        return told
    if match[0].lower().endswith("it is"):
        return None  # "pizza it is": today
    value = said.value(start, _ANYTHING, end)
    sorts = [s for s in sort_of(text[slice(*value)]) if s in _PLACED] if value else []
    after = text[value[1] : value[1] + 24] if value else ""
    around = f"{old} {groups.get('on') or ''} {after}" if old else text[match.end() :][:40]
    noun = None if kind else _cued_by(around, match[0])
    if noun is not None and not (noun.predicate == "hobby" and "language" in sorts):
        return noun
    sort = _sort(sorts, sort_of(old) if old else None, kind) if old or sorts else None
    if sort is not None:
        return noun_of(_BY_SORT.get(sort, sort.replace("_", " "))) or Noun(sort, "thing")
    return None if one.sorted or kind else LOOSE


def _told(text: str) -> Noun | None:
    """Return the noun that a sentence names: "as my dentist", "changed gyms"."""
    for told in _TOLD.finditer(text):
        phrase = (told["role"] or told["liked"] or told["kind"]).lower()
        noun = noun_of(phrase) or noun_of(phrase.split()[0])
        if noun is not None and noun.known:
            return noun
    return None


def _cued_by(around: str, whole: str) -> Noun | None:
    cue = "employer" if "notice" in whole.lower() else cued(around)
    return noun_of(cue) if cue else None


_TASTES = ("food", "drink", "color")


def _sort(sorts: Sequence[Sort], olds: Sequence[Sort] | None, kind: str) -> Sort | None:
    """Return which sort of thing a value is, where that tells its noun."""
    if olds is None:
        first = sorts[0]
        liked = kind not in ("fan", "guy", "girl") or first in _TASTES
        return first if liked and (kind != "owner" or first in ("pet", "car")) else None
    both = next((s for s in sorts if s in olds), None)
    sure = sorts and sorts[0] not in (*_TASTES, "place", "language")
    return both or (sorts[0] if sure else None)
