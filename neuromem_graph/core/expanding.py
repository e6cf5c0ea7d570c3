"""Widen a question: by other names of whom it names, other words for it, texts like its answer.

Passages are HyDE (Gao et al. 2022, "Precise Zero-Shot Dense Retrieval without Relevance Labels"): a
model writes what the answer might look like, and what resembles that is looked for. What it says
need not be true: it only points, and is never remembered.
"""

import re
from collections.abc import Iterable, Sequence

from neuromem_graph.core import replies
from neuromem_graph.core.kindred import Kin
from neuromem_graph.core.resolution import USER
from neuromem_graph.core.text import clean, fold, is_blank, normal_form, query_tokens
from neuromem_graph.settings.expanding import Expanding
from neuromem_graph.types.expanding import Alias, Expansion

__all__ = ["aliased", "bounded", "grouped", "lines", "passage", "terms_of"]

_OWN = "my "
_MARK = re.compile(r"^(?:[-*\u2022\u2013]+|\(?\d{1,2}[.):]|[Qq]\d{0,2}[.:])\s+")
_EDGES = " \t\"'`\u201c\u201d\u201e\u00ab\u00bb*_"
_HEADING = re.compile(r".{0,120}:$")  # "Here are some other ways to ask it:"


def bounded(given: Expansion, question: str, settings: Expanding) -> Expansion:
    """Keep of an expansion what is used.

    Args:
        given: what an expander said.
        question: that was asked; what merely repeats it is left out.
        settings: how many texts, and how much of each.
    """
    known = {normal_form(question)}
    return Expansion(
        rewrites=_kept(given.rewrites, known, settings.rewrites, settings.characters),
        passages=_kept(given.passages, known, settings.passages, settings.characters),
    )


def _kept(texts: Iterable[str], known: set[str], most: int, characters: int) -> tuple[str, ...]:
    kept: list[str] = []
    for text in texts:
        short = clean(text[:characters]).strip()
        key = normal_form(short)
        if len(kept) < most and not is_blank(short) and key not in known:
            known.add(key)
            kept.append(short)
    return tuple(kept)


def terms_of(texts: Iterable[str], most: int) -> tuple[str, ...]:
    """Return the search terms of texts, each once, those that more texts hold first.

    Args:
        texts: rewrites, or passages.
        most: how many.
    """
    counts: dict[str, int] = {}
    for text in texts:
        for term in query_tokens(text):
            counts[term] = counts.get(term, 0) + 1
    return tuple(sorted(counts, key=lambda term: -counts[term])[:most])


def grouped(found: Sequence[Alias], most: int) -> dict[str, tuple[str, ...]]:
    """Return the other names that are looked for, by the name in the question.

    Args:
        found: other names, as the ledger knows them.
        most: how many in all.

    Returns:
        None for the user: what a memory tells of its owner seldom names them.
    """
    groups: dict[str, dict[str, None]] = {}
    for key, name in found[:most]:
        if key != USER and fold(name) != USER:
            groups.setdefault(key, {})[name] = None
    return {key: tuple(names) for key, names in sorted(groups.items())}


def aliased(kin: Sequence[Kin], aliases: dict[str, tuple[str, ...]]) -> tuple[Kin, ...]:
    """Let the terms of a name be found by its other names, too.

    A name of one word is as good as the one that was asked for. Of a name of several words each
    counts as a word of kin, since others may bear it as well.

    Args:
        kin: the terms of a question, with what else finds them.
        aliases: as `grouped` gives them.
    """
    own = frozenset(one.term for one in kin)
    forms: dict[str, dict[str, None]] = {}
    related: dict[str, dict[str, None]] = {}
    for key, names in aliases.items():
        for name in names:
            words = [word for word in query_tokens(name) if word not in own]
            into = forms if len(query_tokens(name)) == 1 else related
            for term in query_tokens(key.removeprefix(_OWN)):
                into.setdefault(term, {}).update(dict.fromkeys(words))
    return tuple(
        one._replace(
            forms=tuple(dict.fromkeys((*one.forms, *forms.get(one.term, ())))),
            kin=tuple(dict.fromkeys((*one.kin, *related.get(one.term, ())))),
        )
        for one in kin
    )


def lines(reply: str) -> tuple[str, ...]:
    """Read the reply of a model that was asked for some questions, one on each line.

    Args:
        reply: maybe with thoughts, numbers, quotes and a heading around them.
    """
    found = list[str]()
    said = replies.spoken(reply)
    for line in () if replies.refuses(said) else said.splitlines():
        text = _MARK.sub("", line.strip()).strip(_EDGES)
        if text and not text.startswith("```") and not _HEADING.fullmatch(text):
            found.append(text)
    return tuple(found)


def passage(reply: str) -> str:
    """Read the reply of a model that was asked for a text, on one line."""
    said = replies.spoken(reply)
    return "" if replies.refuses(said) else " ".join(said.split()).strip(_EDGES)
