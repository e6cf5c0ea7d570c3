"""Ground what a model generalises: every claim of it stands in the sources that it names."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core.gazetteer import WORDS
from neuromem_graph.core.proposing import find
from neuromem_graph.core.sleeping.entering import BARRED, entered
from neuromem_graph.core.sleeping.frames import Frame
from neuromem_graph.core.sleeping.grounds import Ground, task_in
from neuromem_graph.core.sleeping.lexicon import stems
from neuromem_graph.core.text import fold, is_blank, normal_form
from neuromem_graph.settings import Settings
from neuromem_graph.settings.grounding import Grounding
from neuromem_graph.types.proposals import FrameProposal, RelationProposal
from neuromem_graph.types.sleeping import Sleeper

__all__ = ["REASONS", "Shown", "frame_of", "names_in", "relation_of"]

REASONS: Mapping[str, str] = {
    **BARRED,
    "unknown_source": "it names a memory that it was not shown",
    "too_few_sources": "it generalises fewer than two memories",
    "no_quote": "a source is not quoted",
    "quote_not_in_source": "a quote does not stand in its source",
    "name_not_in_sources": "a name or number stands in none of its quotes",
    "turned_round": "it denies or supposes what its quotes say, or the other way round",
    "kind": "its kind is none of procedure, schema and failure_pattern",
    "same_ends": "it relates a memory to itself",
    "relation": "its relation is none that a model may propose",
}
"""Why a proposal is rejected."""

_KINDS = ("procedure", "schema", "failure_pattern")
_EDGES = ".,;:!?\"'()[]\u201c\u201d\u2018\u2019\u2026"
_WORDS_TOO = frozenset("us nice reading mobile bath cork turkey china split hull".split())
_PLACES = frozenset(fold(name.replace("_", " ")) for name in WORDS["place"].split()) - _WORDS_TOO
_I = re.compile(r"I(?:['\u2019]\w+)?$")
_LONGEST_NAME = 3  # words of a known name that are looked for


class Shown(NamedTuple):
    """Hold what a model was shown, as it now is."""

    sleepers: tuple[Sleeper, ...]
    grounds: Mapping[int, tuple[Ground, ...]]  # memory -> the events behind it that count
    known: Collection[str] = ()  # folded names and values that the memory knows


def names_in(text: str) -> tuple[str, ...]:
    """Return the folded runs of one to three words of a text: what may be a name in it."""
    words = _words(text)
    runs = (" ".join(words[at : at + size]) for size in range(1, _LONGEST_NAME + 1)
            for at in range(len(words) - size + 1))  # fmt: skip
    return tuple(dict.fromkeys(filter(None, map(fold, runs))))


def frame_of(proposal: FrameProposal, shown: Shown, settings: Settings) -> Frame | str:
    """Ground a generalisation: a candidate with its sources, or why it is rejected (`REASONS`).

    Args:
        proposal: what a model says.
        shown: what it was shown.
        settings: how long a memory may be, what talks to a model, which words must be shown.
    """
    told = entered(proposal.text, (), settings)
    if told.why is not None or proposal.kind not in _KINDS:
        return told.why or "kind"
    known, quotes = {one.id: one for one in shown.sleepers}, dict(proposal.quotes)
    if not quotes.keys() <= known.keys():
        return "unknown_source"
    if len(quotes) < 2:
        return "too_few_sources"
    sources = tuple(sorted((known[one] for one in quotes), key=lambda one: one.memory))
    wrong = _misquoted(quotes, known, settings) or _unsaid(told.text, quotes, sources, shown,
                                                           settings.sleeping.grounding)  # fmt: skip
    if wrong is not None:
        return wrong
    behind = tuple(ground for one in sources for ground in shown.grounds[one.memory])
    return Frame(proposal.kind, normal_form(told.text), told.text, sources, behind,
                 commitment="candidate", reason="generalised by a model")  # fmt: skip


def _misquoted(
    quotes: Mapping[str, str], known: Mapping[str, Sleeper], settings: Settings
) -> str | None:  # fmt: skip
    least = settings.governing.quote
    for source, quote in quotes.items():
        if is_blank(quote) or sum(map(str.isalnum, quote)) < least:
            return "no_quote"
        if find(quote, known[source].text) is None:
            return "quote_not_in_source"
    return None


def _unsaid(
    text: str, quotes: Mapping[str, str], sources: Sequence[Sleeper], shown: Shown, how: Grounding
) -> str | None:
    """Tell what in a text no quote says: a name, a number, or whether it is so at all."""
    tasks = [task_in(one.metadata) or "" for one in sources]
    joined = " ".join((*quotes.values(), *tasks))
    said, roots = {word.casefold() for word in _words(joined)}, stems(joined)
    words = _words(text)
    if words and not _may_open(words[0], said, roots, how):
        return "name_not_in_sources"
    if not all(_is_said(word, said) for word in words[1:]):
        return "name_not_in_sources"
    if not stems(text) & stems(how.numbers) <= roots:
        return "name_not_in_sources"
    mentioned = frozenset(names_in(joined))
    told = (name for name in names_in(text) if name not in mentioned)
    if any(name in shown.known or name in _PLACES for name in told):
        return "name_not_in_sources"
    for turning in (stems(how.denying), stems(how.reported)):
        if len({bool(turning & stems(one)) for one in (text, *quotes.values())}) > 1:
            return "turned_round"
    return None


def _is_said(word: str, said: Collection[str]) -> bool:
    """Tell whether a word is an ordinary one, or a name or number that the quotes hold."""
    marked = any(map(str.isupper, word)) or any(map(str.isdigit, word))
    return not marked or _I.match(word) is not None or word.casefold() in said


def _may_open(
    word: str, said: Collection[str], roots: frozenset[str], how: Grounding
) -> bool:  # fmt: skip
    """Tell whether a text may begin with a word: a capital there does not tell a name."""
    if word.casefold() in said:
        return True
    plain = not any(map(str.isdigit, word)) and not any(map(str.isupper, word[1:]))
    return plain and (stems(word) <= roots or word.casefold() in how.openings.split())


def _words(text: str) -> list[str]:
    return [bare for word in text.split() if (bare := word.strip(_EDGES))]


def relation_of(
    proposal: RelationProposal, shown: Shown, settings: Settings
) -> tuple[Sleeper, Sleeper] | str:
    """Ground a relation between two memories: both, or why it is rejected (`REASONS`).

    Args:
        proposal: what a model says.
        shown: what it was shown.
        settings: which relations it may propose, how long a quote is.
    """
    if proposal.relation not in settings.sleeping.grounding.relations:
        return "relation"
    known = {one.id: one for one in shown.sleepers}
    ends = known.get(proposal.source), known.get(proposal.target)
    if ends[0] is None or ends[1] is None:
        return "unknown_source"
    if ends[0] is ends[1]:
        return "same_ends"
    quotes = {proposal.source: proposal.source_quote, proposal.target: proposal.target_quote}
    wrong = _misquoted(quotes, known, settings)
    return (ends[0], ends[1]) if wrong is None else wrong
