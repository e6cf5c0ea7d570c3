"""Put what says something new before what was said already.

Maximal marginal relevance (Carbonell & Goldstein 1998, "The Use of MMR, Diversity-Based Reranking
for Reordering Documents and Producing Summaries"): each next text is the one with the best
`lambda * relevance - (1 - lambda) * likeness to those before it`. Likeness is the weighted Jaccard
index of the words of two texts, a word weighing its inverse document frequency among the texts.

Whatever lambda is, a text that says nothing but what one before it says comes after all others.
Two texts that differ in a number, a name or a negation never say the same.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from neuromem_graph.core import stopwords as data
from neuromem_graph.core.lexical import Floats
from neuromem_graph.settings.packing import Packing

_ASCII_WORD = re.compile(r"[A-Za-z0-9]+(?:'[A-Za-z0-9]+)*")
_WORD = re.compile(rf"[{data.SOLID}]|[^\W_]+(?:['\u2019][^\W_]+)*")
_NEGATIONS = frozenset("no not never nor neither none without cannot".split())
_COMPARED = 48  # texts that are compared word by word; behind them only equal ones are seen
_DIGITS = 6
_LEAST = 1e-9  # nothing is divided by less


class Text(NamedTuple):
    """Hold one text that may be served."""

    text: str
    score: float  # above 0
    group: str | None = None  # the thread it stands in
    apart: str | None = None  # texts that differ in this never say the same


class Order(NamedTuple):
    """Hold an order of texts."""

    places: tuple[int, ...]  # numbers of texts, the first one first
    alike: tuple[float, ...]  # of each text by number: its likeness to those before it
    again: frozenset[int] = frozenset()  # numbers of the texts that say nothing new


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text, as they are written; of scripts without spaces the characters.

    A text without any is one word.
    """
    return tuple((_ASCII_WORD if text.isascii() else _WORD).findall(text)) or (text.strip(),)


def diversify(
    texts: Sequence[Text], settings: Packing, *, first: int, listing: bool = False
) -> Order:
    """Order texts by relevance and novelty.

    Args:
        texts: the most relevant first.
        settings: lambda, from when on texts are alike, and what a list question changes.
        first: how many will be looked at; where all of these say something new, and lambda is 1,
            no others are compared.
        listing: several things are asked for: novelty counts more, in words and in threads.

    Returns:
        The order; it is that of the texts where nothing is alike and lambda is 1.
    """
    trust = settings.listing_relevance if listing else settings.relevance
    if trust == 1 and not listing and first < len(texts):
        head = diversify(texts[:first], settings, first=first)
        if not head.again:
            rest = range(len(head.places), len(texts))
            return Order((*head.places, *rest), (*head.alike, *(0.0 for _ in rest)))
    if len(texts) < 2:
        return Order(tuple(range(len(texts))), (0.0,) * len(texts))
    spoken = [words(one.text.casefold()) for one in texts]
    near = likeness([tuple(dict.fromkeys(one)) for one in spoken[:_COMPARED]])
    same = _same(texts, spoken, near, settings.alike)
    if trust == 1 and not listing:
        places = tuple(sorted(range(len(texts)), key=lambda at: (at in same, at)))
    else:
        places = _marginal(texts, near, same, trust, settings.listing_thread if listing else 1.0)
    return Order(places, _likeness_to_earlier(places, near, same), frozenset(same))


def agreeing(texts: Sequence[str], least: float) -> tuple[tuple[int, int], ...]:
    """Return the pairs of texts that say the same in nearly the same words, by number.

    Args:
        texts: at most `_COMPARED` of them are compared.
        least: their likeness.
    """
    known = [Text(text, 1.0) for text in texts[:_COMPARED]]
    if len(known) < 2:
        return ()
    spoken = [tuple(dict.fromkeys(words(one.text.casefold()))) for one in known]
    near = np.tril(likeness(spoken) >= least, k=-1)
    pairs = zip(*(axis.tolist() for axis in np.nonzero(near)), strict=True)
    return tuple((at, other) for at, other in pairs if _says(known[at], known[other]))


def likeness(texts: Sequence[Sequence[str]]) -> Floats:
    """Return the weighted Jaccard index of each pair of texts, in [0, 1].

    Args:
        texts: the words of each, each once. A word that n of N texts hold weighs
            ln(1 + (N - n + 0.5) / (n + 0.5)).
    """
    column: dict[str, int] = {}
    columns = np.array([column.setdefault(word, len(column)) for one in texts for word in one])
    rows = np.repeat(np.arange(len(texts)), [len(one) for one in texts])
    counts = np.bincount(columns)
    weight = np.log1p((len(texts) - counts + 0.5) / (counts + 0.5))
    own = np.bincount(rows, weight[columns], len(texts))
    shared_ = counts > 1  # what one text alone holds is in no intersection
    place, kept = np.cumsum(shared_) - 1, shared_[columns]
    has = np.zeros((len(texts), int(shared_.sum())))
    has[rows[kept], place[columns[kept]]] = np.sqrt(weight[columns[kept]])
    shared = has @ has.T
    np.fill_diagonal(shared, own)
    union = own[:, None] + own[None, :] - shared
    index: Floats = np.divide(shared, union, out=np.zeros_like(shared), where=union > 0)
    return np.round(index, _DIGITS)


def _same(
    texts: Sequence[Text], spoken: Sequence[tuple[str, ...]], near: Floats, alike: float
) -> dict[int, int]:
    """Return which texts say nothing new, with the earlier one that says it."""
    same: dict[int, int] = {}
    seen: dict[tuple[tuple[str, ...], str | None], int] = {}
    for at, one in enumerate(texts):
        first = seen.setdefault((spoken[at], one.apart), at)
        if first != at:
            same[at] = first
    rows, columns = np.nonzero(np.tril(near >= alike, k=-1))
    for at, earlier in zip(rows.tolist(), columns.tolist(), strict=True):
        fits = texts[at].apart == texts[earlier].apart
        if at not in same and earlier not in same and fits and _says(texts[at], texts[earlier]):
            same[at] = earlier
    return same


def _says(first: Text, second: Text) -> bool:
    """Tell whether two texts of nearly the same words say the same.

    What they share stands in one order, and nothing that tells apart is in one of them only.
    """
    one, other = words(first.text), words(second.text)
    folded = [word.casefold() for word in one], [word.casefold() for word in other]
    both = set(folded[0]) & set(folded[1])
    if [word for word in folded[0] if word in both] != [word for word in folded[1] if word in both]:
        return False
    return not any(
        word.casefold() not in both
        and (word[0].isupper() or any(map(str.isdigit, word)) or _negates(word.casefold()))
        for word in (*one, *other)
    )


def says_the_same(one: str, other: str) -> bool:
    """Tell whether two texts that share most words say the same.

    No number, name or negation stands in one of them only; what they share stands in one order.
    """
    return _says(Text(one, 1.0), Text(other, 1.0))


def _negates(word: str) -> bool:
    return word in _NEGATIONS or word.endswith(("n't", "n\u2019t"))


def _marginal(
    texts: Sequence[Text], near: Floats, same: dict[int, int], trust: float, again: float
) -> tuple[int, ...]:
    """Take the best by marginal relevance, one by one; what says nothing new comes last."""
    best = max(max(one.score for one in texts), _LEAST)
    score = np.array([one.score for one in texts]) / best
    score[list(same)] -= 2.0  # below every other, in their own order
    group = {name: at for at, name in enumerate(dict.fromkeys(one.group for one in texts))}
    groups = np.array([-1 if one.group is None else group[one.group] for one in texts])
    resembled, left = np.zeros(len(texts)), np.ones(len(texts), dtype=np.bool_)
    places = []
    for _ in texts:
        gain = np.where(left, trust * score - (1 - trust) * resembled, -np.inf)
        at = int(np.round(gain, _DIGITS).argmax())
        places.append(at)
        left[at] = False
        if at < len(near):
            resembled[: len(near)] = np.maximum(resembled[: len(near)], near[at])
        if groups[at] >= 0:
            score[(groups == groups[at]) & (score > 0)] *= again
    return tuple(places)


def _likeness_to_earlier(
    places: Sequence[int], near: Floats, same: dict[int, int]
) -> tuple[float, ...]:
    compared = [at for at in places if at < len(near)]
    ordered = np.tril(near[np.ix_(compared, compared)], k=-1).max(axis=1, initial=0.0)
    found = dict(zip(compared, ordered.tolist(), strict=True))
    return tuple(
        1.0 if at in same and at not in found else found.get(at, 0.0) for at in range(len(places))
    )
