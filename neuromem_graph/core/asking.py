"""Read what a question asks for: which slots, and of whom.

What words mean is data (`settings.phrases`, and `Predicate.asked` of a user's own predicates). An
attribute that is in no table is asked for when all its words stand in the question.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from neuromem_graph.core import stopwords as data
from neuromem_graph.core.text import fold, tokens
from neuromem_graph.settings import Settings
from neuromem_graph.settings.asking import (
    DISLIKED,
    EMPTY,
    GENERAL,
    KIN,
    RELATIVES,
    SPELLINGS,
)
from neuromem_graph.settings.phrases import ASKED
from neuromem_graph.settings.predicates import Predicate
from neuromem_graph.types.recall import Asked

__all__ = ["OF_USER", "asked_names", "asked_of", "fit", "plain", "read", "share", "stems"]

OF_USER = "my "
"""In front of a relation: the name of whoever bears it to the user, "my sister"."""

_GAP = "*"
_WORD = re.compile(rf"[{data.WORD}]+(?:[.'\u2019&+\-][{data.WORD}]+)*[+#]*")
_TYPEWRITER = str.maketrans(data.TYPEWRITER)
_ASIDE = re.compile(
    r"\b(?:remind|tell|show|give|help) (?:me|us)\b|\b(?:can|could|do|did) (?:i|you) (?:ask|remember"
    r"|recall|know)\b|\bi(?:'d| would) like to know\b|\bi (?:forgot|wonder|need to know)\b"
)
_ABOUT_ME = re.compile(r"\b(?:about|of) (?:me|myself|us|ourselves)\b|\bwho am i$|\bwho am i\W")
_DISLIKED = re.compile(DISLIKED)
_MINE = frozenset({"my", "our"})
_SELF = frozenset({"i", "me", "mine", "myself", "we", "us", "ours", "i'm", "i've", "im", "ive"})
_LIKED = frozenset("favorite like love best prefer enjoy most choice pick go-to top".split())
_AGED = frozenset({"old", "older", "elder", "young", "younger", "little", "big", "ex", "former",
                   "previous", "dear", "own"})  # fmt: skip
_MOST_OF_KIN = 3  # words of a relation: "my best friend"


class _Phrase(NamedTuple):
    """Hold one way to ask for a predicate."""

    predicate: str
    words: tuple[str, ...]  # stems; "*" stands for a few words
    strong: bool


class _Found(NamedTuple):
    """Hold a phrase that stands in a question."""

    predicate: str
    strong: bool
    at: frozenset[int]  # all its words
    telling: frozenset[int]  # those that are no stop words, or all
    piece: frozenset[int]  # the longest run of them


def read(text: str, settings: Settings) -> Asked:
    """Read which slots a question asks for, and of whom.

    Args:
        text: the question.
        settings: predicates of the user's own, and how far the words of a phrase may be apart.

    Returns:
        The slots with how surely they are asked for, the relations it names ("my sister"), and
        whether the user's own slots are meant, too. The time is not read: see `core.periods`.
    """
    said = _ASIDE.sub(" ", plain(text))
    written = [word.strip("'") for word in _WORD.findall(said)][-settings.asking.words :]
    words = [_forms(word) for word in written]
    kin, places = _kin(written)
    found = _found(words, settings)
    mine = any(
        word in _SELF or (word in _MINE and at not in places) for at, word in enumerate(written)
    )
    own = {stem for at, forms in enumerate(words) for stem in forms if at not in places}
    denied = _DISLIKED.search(said) is not None
    slots = _strengths(one for one in found if not one.telling <= places)
    return Asked(
        slots={"likes": 0.5, **slots} if denied else slots,
        kin_slots=_strengths(one for one in found if one.telling & places),
        kin=kin, user=mine or not places,
        whole_user=not (mine or places) or _ABOUT_ME.search(said) is not None,
        words=tuple(sorted(own)), denied=denied,
        kin_words=tuple(sorted({w for at in places for w in words[at]})),
    )  # fmt: skip


def plain(text: str) -> str:
    """Return a question in lower case, with single spaces and typewriter quotes."""
    return " ".join(text.translate(_TYPEWRITER).casefold().split())


def asked_names(asked: Asked) -> tuple[str, ...]:
    """Return the names under which whoever bears a relation to the user is looked up."""
    which = (relation for relation in asked.kin if " " in relation)  # "other sister"
    return (*(OF_USER + relation for relation in asked.kin), *which)


def fit(attribute: str, asked: Asked, slots: Mapping[str, float], words: frozenset[str]) -> float:
    """Say how surely a slot is asked for: 1 it is named, 0.5 it may be meant, 0 it isn't.

    Args:
        attribute: of the slot.
        asked: the question.
        slots: of `asked`, those that are asked of whom the slot belongs to.
        words: of `asked`, those that may name a slot of theirs.
    """
    named = slots.get(attribute, 0.0)
    if attribute.startswith("favorite_"):
        what = stems(attribute.removeprefix("favorite_").replace("_", " "))
        liked = not _liked().isdisjoint(asked.words)
        return max(named, (1.0 if liked else 0.5) if what and what <= words else 0.0)
    own = stems(attribute.replace("_", " "))
    return 1.0 if attribute not in ASKED and own and own <= words else named


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """Return the stems of the words that say something, spelled one way."""
    words = [word for word in _WORD.findall(text.casefold()) if word not in data.STOP_WORDS]
    telling = [word for word in words if word not in EMPTY] or words
    return frozenset(next(iter(_forms(word))) for word in telling)


@lru_cache(maxsize=1)
def _liked() -> frozenset[str]:
    return frozenset(stem for word in _LIKED for stem in _forms(word))


@lru_cache(maxsize=4096)
def _forms(word: str) -> tuple[str, ...]:
    """Return the stems of a word, and of the parts of a compound or contraction."""
    word = SPELLINGS.get(word, word)
    one = word.removesuffix("s")
    return tuple(tokens(SPELLINGS.get(one, word))) or (word,)


# ---------------------------------------------------------------- slots


def _found(words: Sequence[Sequence[str]], settings: Settings) -> list[_Found]:
    """Return the phrases that stand in a question, less those that are part of a longer one."""
    index, gap = _index(settings.predicates), settings.asking.gap
    found = [
        made
        for at, forms in enumerate(words)
        for stem in forms
        for phrase in index.get(stem, ())
        if (made := _match(phrase, at, words, gap)) is not None
    ]
    return [
        one for one in found
        if one.predicate in GENERAL or not any(_is_part(one, other) for other in found)
    ]  # fmt: skip


def _is_part(one: _Found, other: _Found) -> bool:
    """Tell whether a phrase is part of a longer one: "work" of "work out"."""
    within = one.telling <= other.piece and len(other.piece) > len(one.piece)
    return within or (other.strong and one.telling < other.telling)


@lru_cache(maxsize=16)
def _index(own: tuple[Predicate, ...]) -> Mapping[str, tuple[_Phrase, ...]]:
    """Return the phrases by their first stem; what a user declares is added."""
    rows = [(name, *phrases) for name, phrases in ASKED.items()]
    rows += [(one.name, one.asked, ()) for one in own if one.asked]
    index: dict[str, list[_Phrase]] = {}
    for name, strong, weak in rows:
        for phrase in (*strong, *weak):
            parts = tuple(p if p == _GAP else _forms(p.casefold())[0] for p in phrase.split())
            index.setdefault(parts[0], []).append(_Phrase(name, parts, phrase in strong))
    return {stem: tuple(phrases) for stem, phrases in index.items()}


def _match(
    phrase: _Phrase, start: int, words: Sequence[Sequence[str]], gap: int
) -> _Found | None:  # fmt: skip
    at, runs, far = start, [[start]], False
    for part in phrase.words[1:]:
        if part == _GAP:
            far = True
            continue
        reach = range(at + 1, min(len(words), at + 2 + (gap if far else 0)))
        place = next((n for n in reach if part in words[n]), None)
        if place is None:
            return None
        if place == at + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
        at, far = place, False
    longest: list[int] = max(runs, key=lambda run: len(run))
    every = frozenset(place for run in runs for place in run)
    telling = frozenset(n for n in every if not _STOPS.issuperset(words[n])) or every
    return _Found(phrase.predicate, phrase.strong, every, telling, frozenset(longest))


_STOPS = frozenset(stem for word in data.STOP_WORDS for stem in tokens(word))


def _strengths(found: Iterable[_Found]) -> dict[str, float]:
    strengths: dict[str, float] = {}
    for one in found:
        strengths[one.predicate] = max(
            strengths.get(one.predicate, 0.0), 1.0 if one.strong else 0.5
        )
    surely = sorted(name for name, strength in strengths.items() if strength == 1)
    if len(surely) > 1 and "name" in surely:  # "the name of my dentist"
        strengths["name"] = 0.5
    return dict(sorted(strengths.items()))


# ---------------------------------------------------------------- whom


def _kin(written: Sequence[str]) -> tuple[tuple[str, ...], frozenset[int]]:
    """Return the relations that "my sister" and the like name, and where the words stand."""
    relations: list[str] = []
    places: set[int] = set()
    for at, word in enumerate(written):
        if word not in _MINE:
            continue
        for size in range(1, _MOST_OF_KIN + 1):
            last = written[at + size : at + size + 1]
            meant = _relations(last[0]) if last else ()
            if meant:
                before = written[at + 1 : at + size]
                own = [one for one in before if one not in EMPTY and one not in _AGED]
                relations += [" ".join((*own, one)) for one in meant] if own else meant
                places.update(range(at, at + size + 1))
                break
            if last and last[0] in data.STOP_WORDS:
                break
    return tuple(dict.fromkeys(relations)), frozenset(places)


def _relations(word: str) -> tuple[str, ...]:
    """Return the relations a word may mean; whoever owns something ("my X's") is somebody."""
    bare = word.removesuffix("'s").removesuffix("'")
    for form in (bare, bare.removesuffix("s")):
        if form in RELATIVES:
            return KIN.get(form, (form,))
    return (bare,) if bare != word else ()


def asked_of(entity: str, terms: Iterable[str]) -> tuple[str, ...]:
    """Return the search terms of a question that are not the name of an entity."""
    own = frozenset(tokens(entity)) | frozenset(tokens(fold(entity)))
    return tuple(term for term in terms if term not in own)


def share(words: str, asked: Sequence[str]) -> float:
    """Return the share of search terms that stand in some words, in [0, 1]; 0 of none.

    Args:
        words: an attribute and its value.
        asked: as `asked_of` gives them.
    """
    held = _held(words)
    return round(sum(term in held for term in asked) / len(asked), 6) if asked else 0.0


@lru_cache(maxsize=4096)
def _held(words: str) -> frozenset[str]:
    return frozenset(tokens(words.replace("_", " ")))
