"""How alike two statements are, and whether one says the opposite of the other.

Two statements are compared by their content terms, each weighted by how few memories hold it
(inverse document frequency; Spärck Jones 1972). Word order, punctuation and stop words don't count,
numbers and persons do. One is the opposite of the other if they share nearly all content and differ
in the parity of their negations, where the two words of an antonym pair count as one negated term:
"not unsafe" is "safe". The rule is conservative: a question, a condition, another tense, another
number or another person is never an opposite.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple

from neuromem_graph.core.stopwords import STOP_WORDS
from neuromem_graph.core.text import index_tokens, sentences, tokens
from neuromem_graph.settings.appraising import Appraising
from neuromem_graph.types.base import Channel
from neuromem_graph.types.prior import Alike, HeardRow

_OPPOSITES = """
    safe/unsafe safe/dangerous enable/disable enabled/disabled on/off up/down open/closed open/shut
    allow/forbid allow/deny allow/prohibit allowed/banned accept/reject approve/reject include/exclude
    possible/impossible legal/illegal valid/invalid with/without love/hate like/dislike increase/decrease
    alive/dead pass/fail succeed/fail required/optional public/private available/unavailable online/offline
    secure/insecure stable/unstable known/unknown able/unable healthy/unhealthy happy/unhappy agree/disagree
    trust/distrust locked/unlocked visible/hidden complete/incomplete correct/incorrect correct/wrong
    right/wrong present/absent full/empty true/false compatible/incompatible reliable/unreliable
    supported/unsupported necessary/unnecessary
"""  # noqa: E501
_NEGATIONS = frozenset("not no never nor neither none nobody noth cannot".split())
# What only underlines: "always" is the opposite of "never" because "never" negates.
_EMPHASIS = frozenset("alway still realli definit certain inde actual well".split())
# A statement with one of these claims nothing that could be contradicted.
_OPEN = frozenset("if whether unless would could might may mayb perhap suppos wish hope".split())
_PAST = frozenset("was were had did use".split())
_FUTURE = frozenset("will shall".split())
_PERSONS = {
    **dict.fromkeys("i me my mine myself we us our".split(), "speaker"),
    **dict.fromkeys("you your".split(), "listener"),
    **dict.fromkeys("he him his".split(), "he"),
    **dict.fromkeys("she her".split(), "she"),
    **dict.fromkeys("they them their".split(), "they"),
}
_ASKS = ("?", "\uff1f", "\u061f")


def _pairs() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for pair in _OPPOSITES.split():
        one, other = (tokens(word)[-1] for word in pair.split("/"))
        found[one].add(other)
        found[other].add(one)
    return {word: frozenset(others) for word, others in found.items()}


_ANTONYMS = _pairs()


class Gist(NamedTuple):
    """Hold what two statements are compared by."""

    terms: frozenset[str]  # content, without negations and emphasis
    sides: frozenset[str]  # words that have an antonym, stop words included
    negated: bool  # an odd number of negations
    numbers: frozenset[str]
    persons: frozenset[str]  # whom its pronouns mean, as far as the channel tells
    tense: frozenset[str]
    open: bool  # asks, supposes or wishes


@lru_cache(maxsize=2048)
def gist(text: str, channel: Channel = "user", speaker: str | None = None) -> Gist:
    """Take what two statements are compared by from one of them.

    Args:
        text: a sentence.
        channel: where it came from: "you" of an assistant is "I" of its user.
        speaker: the name of who said it, if there is one.
    """
    every = tokens(text)
    words = frozenset(every)
    terms = frozenset(index_tokens(text)) - _NEGATIONS - _EMPHASIS
    return Gist(
        terms=terms,
        sides=words & _ANTONYMS.keys(),
        negated=len([word for word in every if word in _NEGATIONS]) % 2 == 1,
        numbers=frozenset(t for t in terms if not t.isalpha() and any(map(str.isdigit, t))),
        persons=frozenset(_person(w, channel, speaker) for w in words & _PERSONS.keys()),
        tense=(words & _PAST and frozenset(("past",))) | (words & _FUTURE),
        open=text.rstrip("\"')]* ").endswith(_ASKS) or not words.isdisjoint(_OPEN),
    )


def _person(word: str, channel: Channel, speaker: str | None) -> str:
    person = _PERSONS[word]
    if channel == "assistant" and person in ("speaker", "listener"):
        return "assistant" if person == "speaker" else "user"
    if person == "speaker":
        return speaker or channel
    return "assistant" if person == "listener" else person


class Common(NamedTuple):
    """Hold what two statements have in common."""

    similarity: float  # [0, 1]: of their content, if they say the same; less if they differ
    overlap: float  # [0, 1]: weighted Jaccard index of their content
    opposed: bool


def common(new: Gist, old: Gist, weights: Mapping[str, float], how: Appraising) -> Common:
    """Compare two statements.

    Args:
        new: what is said.
        old: what was said before.
        weights: of terms, in (0, 1]; 1 for one that is missing.
        how: thresholds.

    Returns:
        - overlap: weighted Jaccard index (Jaccard 1912; Ruzicka 1958) of the content terms.
        - similarity: the mean of the overlap and of the share of the new statement's terms that the
          old one holds; times `how.unlike` where numbers, persons or mood differ; 0 for an
          opposite.
        - opposed: `how.opposite` of the content and `how.shared` terms in common, and one of the
          two is negated.
    """
    both = new.terms & old.terms
    mine_only, theirs_only, pairs = new.terms - both, old.terms - both, list[str]()
    if new.sides and old.sides:
        others = old.sides - new.sides
        pairs = [w for w in new.sides - old.sides if not _ANTONYMS[w].isdisjoint(others)]
    if pairs:
        flipped = frozenset(pairs).union(*(_ANTONYMS[word] for word in pairs))
        mine_only, theirs_only = mine_only - flipped, theirs_only - flipped
    shared = _weight(both, weights)
    if pairs:
        shared = len([w for w in pairs if not _particle(w)]) + shared
    mine, theirs = _weight(mine_only, weights), _weight(theirs_only, weights)
    overlap = shared / (shared + mine + theirs) if shared else 0.0
    similarity = (overlap + shared / (shared + mine)) / 2 if shared else 0.0
    strangers = bool(new.persons and old.persons) and new.persons.isdisjoint(old.persons)
    same_case = not strangers and new.numbers == old.numbers and new.open == old.open
    if new.negated ^ old.negated ^ (len(pairs) % 2 == 1):
        enough = overlap >= how.opposite and len(both) + len(pairs) >= how.shared
        if enough and same_case and not new.open and new.tense == old.tense:
            return Common(0.0, overlap, True)
        return Common(similarity * how.unlike, overlap, False)
    return Common(similarity if same_case else similarity * how.unlike, overlap, False)


def _particle(word: str) -> bool:
    """Tell whether a word with an antonym is too common to show that two statements agree."""
    return not STOP_WORDS.isdisjoint({word, *_ANTONYMS[word]})


def _weight(terms: frozenset[str], weights: Mapping[str, float]) -> float:
    if terms.isdisjoint(weights):
        return float(len(terms))
    return math.fsum(map(weights.get, terms, repeat(1.0)))


def weight(frequency: int) -> float:
    """Weigh a term by how many memories hold it, 1 / (1 + ln n): the statistics stay local."""
    return 1 / (1 + math.log(max(1, frequency)))


def nearest(
    statements: Sequence[Sequence[str]], windows: Mapping[str, Sequence[int]],
    whole: Sequence[Sequence[int]], how: Appraising,
) -> tuple[int, ...]:  # fmt: skip
    """Choose the memories whose texts are worth reading: those that hold most of a statement.

    Args:
        statements: the terms of each.
        windows: term -> the newest memories that hold it, newest first, `how.window` at most.
        whole: for each statement, the newest memories that hold all of it.
        how: `how.looks` per statement, those that hold `how.near` of its weight.

    Returns:
        The memories, each once, in order.
    """
    chosen: set[int] = set()
    for terms, full in zip(statements, whole, strict=True):
        found = dict.fromkeys((*full, *_nearest(terms, windows, how)))
        chosen.update(list(found)[: how.looks])
    return tuple(sorted(chosen))


def _nearest(
    terms: Sequence[str], windows: Mapping[str, Sequence[int]], how: Appraising
) -> Sequence[int]:
    held: dict[int, float] = {}
    weighed = sorted(((weight(len(windows.get(term, ()))), term) for term in terms), reverse=True)
    total = left = math.fsum(one for one, _ in weighed)
    for one, term in weighed:  # the rarest first
        window = windows.get(term, ())
        enough = left >= how.near * total  # else what was not met so far can't hold enough
        for memory in window if enough else held.keys() & set(window):
            held[memory] = held.get(memory, 0.0) + one
        left -= one
    near = [memory for memory, weighs in held.items() if weighs >= how.near * total]
    return sorted(near, key=lambda memory: (-held[memory], -memory))[: how.looks]


def common_only(
    statements: Sequence[Sequence[str]], windows: Mapping[str, Sequence[int]], how: Appraising
) -> list[tuple[str, ...]]:
    """Return what to look for together where no term of a statement is rare.

    Args:
        statements: the terms of each.
        windows: as for `nearest`; one that is not full holds all memories with its term.
        how: `how.window` is how long a full one is.

    Returns:
        For each statement the terms that it shares with its rewordings and its opposite, or
        nothing where the windows are enough.
    """
    aside = _NEGATIONS | _EMPHASIS | _ANTONYMS.keys()
    groups = [tuple(term for term in terms if term not in aside) for terms in statements]
    return [
        group if all(len(windows.get(term, ())) >= how.window for term in group) else ()
        for group in groups
    ]


class Heard:
    """Find statements that are like one, among what was read and what the batch said before.

    Args:
        rows: the memories that were read.
        frequencies: term -> how many memories hold it, as far as was looked.
        how: thresholds.
    """

    def __init__(
        self, rows: Sequence[HeardRow], frequencies: Mapping[str, int], how: Appraising
    ) -> None:
        self._how = how
        self._frequencies = dict(frequencies)
        self._said: list[tuple[int, Gist]] = []
        self._places: dict[str, list[int]] = defaultdict(list)
        for row in rows:
            for span in sentences(row.text):
                said = gist(row.text[span.start : span.end], row.channel, row.speaker)
                self._keep(row.memory, said)

    def add(self, memory: int, said: Gist) -> None:
        """Remember one statement of this batch, under the number that stands for its memory."""
        for term in said.terms:
            self._frequencies[term] = self._frequencies.get(term, 0) + 1
        self._keep(memory, said)

    def _keep(self, memory: int, said: Gist) -> None:
        for term in said.terms:
            self._places[term].append(len(self._said))
        self._said.append((memory, said))

    def alike(self, said: Gist) -> tuple[Alike, ...]:
        """Return the memories that say something like it, or the opposite, the most alike first."""
        terms = sorted(said.terms)
        windows = {t: self._places[t][: -self._how.window - 1 : -1] for t in terms}
        weights = {t: weight(min(self._frequencies.get(t, 1), self._how.window)) for t in terms}
        held: dict[int, float] = defaultdict(float)
        for term in terms:
            for place in windows[term]:
                held[place] += weights[term]
        newest = sorted(held, reverse=True)
        ranked = sorted(newest, key=held.__getitem__, reverse=True)[: 4 * self._how.looks]
        best: dict[int, Alike] = {}
        for place in ranked:
            memory, old = self._said[place]
            found = common(said, old, weights, self._how)
            size = found.overlap if found.opposed else found.similarity
            one = Alike(memory=memory, similarity=round(size, 9), opposed=found.opposed)
            if memory not in best or _rank(one) > _rank(best[memory]):
                best[memory] = one
        return tuple(sorted(best.values(), key=lambda one: (_rank(one), one.memory), reverse=True))


def _rank(one: Alike) -> tuple[bool, float]:
    return (one.opposed, one.similarity)
