"""Find what a text says beside the facts that were understood in it.

"I live in Munich, and my passport is in the blue folder." states one fact and tells two things:
when the fact is over, the other may well be so still.
"""

import re
from collections.abc import Iterable, Sequence

from neuromem_graph.core import dates
from neuromem_graph.core.stopwords import STOP_WORDS
from neuromem_graph.core.text import Span, sentences, tokens
from neuromem_graph.core.wordlists import NOT_NAMES, NOT_VALUES
from neuromem_graph.settings.asides import LINKS, SAYING_NOTHING
from neuromem_graph.settings.asking import EMPTY
from neuromem_graph.types.ingest import Claim

__all__ = ["asides"]

_LINK = re.compile(LINKS, re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['\u2019.&+-][^\W_]+)*")
_SILENT = STOP_WORDS | NOT_NAMES | NOT_VALUES | EMPTY | SAYING_NOTHING
_FORMS = ("'s", "\u2019s", "'re", "\u2019re", "'m", "\u2019m", "'ve", "\u2019ve")


def asides(text: str, claims: Sequence[Claim]) -> tuple[int, ...]:
    """Return where the sentences begin that say more than the facts they state.

    Args:
        text: what was said.
        claims: all that was understood of it, facts or not.

    Returns:
        The starts of sentences with content words of their own: beside a fact these stand in what
        follows its value, or in a part of the sentence before the one that states it; in a
        sentence that no claim quotes they may stand anywhere. What only says when it is so, or
        stresses it ("now, finally!"), is no content.
    """
    if not any(_is_fact(one) for one in claims):
        return ()
    found = []
    for span in sentences(text):
        told = [one for one in claims if one.start < span.end and span.start < one.end]
        facts = [one for one in told if _is_fact(one)]
        if _says_more(text, span, facts) if told else _hold_content([text[slice(*span)]], ()):
            found.append(span.start)
    return tuple(found)


def _is_fact(claim: Claim) -> bool:
    return claim.predicate is not None and bool(claim.value)


def _says_more(text: str, span: Span, facts: Sequence[Claim]) -> bool:
    values = _values(text, span, facts)
    if not values:
        return False
    known = {word for one in facts for name in (one.subject, one.relation, one.value)
             for word in tokens(name or "")}  # fmt: skip
    start = span.start
    for value in values:
        *parts, _ = _LINK.split(text[start : value.start])  # the last words state the fact
        if _hold_content(parts, known):
            return True
        start = max(start, value.end)
    return _hold_content([text[start : span.end]], known)


def _values(text: str, span: Span, facts: Sequence[Claim]) -> list[Span]:
    """Return where the values stand in a sentence, in order."""
    folded = text.casefold()
    if len(folded) != len(text):  # a letter that folds to two
        folded = text.lower() if len(text.lower()) == len(text) else text
    found = set[Span]()
    for one in facts:
        value = (one.value or "").casefold()
        for start, end in ((max(one.start, span.start), min(one.end, span.end)), span):
            at = folded.find(value, start, end)
            if at >= 0:
                found.add(Span(at, at + len(value)))
                break
    return sorted(found)


def _hold_content(parts: Iterable[str], known: Iterable[str]) -> bool:
    """Tell whether one of some pieces of text holds a content word that is not known."""
    own = frozenset(known)
    for part in parts:
        timeless, at = "", 0
        for mention in dates.find(part):
            timeless += part[at : mention.start] + " "
            at = mention.end
        for word in _WORD.findall(timeless + part[at:]):
            plain = word.casefold()
            plain = next((plain.removesuffix(f) for f in _FORMS if plain.endswith(f)), plain)
            if plain not in _SILENT and not own.issuperset(tokens(plain)):
                return True
    return False
