"""Ground what a model generalises: every claim of it stands in the sources that it names."""

from collections.abc import Mapping, Sequence

from neuromem_graph.core.proposing import find
from neuromem_graph.core.sleeping.compiling import Frame
from neuromem_graph.core.text import is_blank, normal_form
from neuromem_graph.types.proposals import FrameProposal, RelationProposal
from neuromem_graph.types.sleeping import Sleeper

__all__ = ["REASONS", "frame_of", "relation_of"]

REASONS: Mapping[str, str] = {
    "unknown_source": "it names a memory that it was not shown",
    "too_few_sources": "it generalises fewer than two memories",
    "no_quote": "a source is not quoted",
    "quote_not_in_source": "a quote does not stand in its source",
    "name_not_in_sources": "a name or number stands in none of its quotes",
    "blank": "it says nothing",
    "too_long": "it is longer than a memory",
    "kind": "its kind is none of procedure, schema and failure_pattern",
    "same_ends": "it relates a memory to itself",
}
"""Why a proposal is rejected."""

_KINDS = ("procedure", "schema", "failure_pattern")


def frame_of(proposal: FrameProposal, shown: Sequence[Sleeper], longest: int) -> Frame | str:
    """Ground a generalisation: a candidate with its sources, or why it is rejected (`REASONS`).

    Args:
        proposal: what a model says.
        shown: the memories that it was shown.
        longest: characters of a memory.
    """
    if is_blank(proposal.text):
        return "blank"
    if len(proposal.text) > longest:
        return "too_long"
    if proposal.kind not in _KINDS:
        return "kind"
    known = {one.id: one for one in shown}
    quotes = dict(proposal.quotes)
    if not quotes.keys() <= known.keys():
        return "unknown_source"
    if len(quotes) < 2:
        return "too_few_sources"
    wrong = _misquoted(quotes, known)
    if wrong is not None:
        return wrong
    if not _named(proposal.text, list(quotes.values())):
        return "name_not_in_sources"
    sources = sorted((known[one] for one in quotes), key=lambda one: one.memory)
    return Frame(proposal.kind, normal_form(proposal.text), proposal.text, tuple(sources),
                 commitment="candidate", reason="generalised by a model")  # fmt: skip


def _misquoted(quotes: Mapping[str, str], known: Mapping[str, Sleeper]) -> str | None:
    for source, quote in quotes.items():
        if is_blank(quote):
            return "no_quote"
        if find(quote, known[source].text) is None:
            return "quote_not_in_source"
    return None


def _named(text: str, quotes: Sequence[str]) -> bool:
    """Tell whether the names and numbers of a text stand in its quotes; its first word may not."""
    said = {word.strip(".,;:!?\"'()").casefold() for quote in quotes for word in quote.split()}
    words = [word.strip(".,;:!?\"'()") for word in text.split()]
    return all(
        word.casefold() in said for at, word in enumerate(words)
        if word and ((at and word[0].isupper() and word != "I") or any(map(str.isdigit, word)))
    )  # fmt: skip


def relation_of(
    proposal: RelationProposal, shown: Sequence[Sleeper]
) -> tuple[Sleeper, Sleeper] | str:
    """Ground a relation between two memories: both, or why it is rejected (`REASONS`).

    Args:
        proposal: what a model says.
        shown: the memories that it was shown.
    """
    known = {one.id: one for one in shown}
    ends = known.get(proposal.source), known.get(proposal.target)
    if ends[0] is None or ends[1] is None:
        return "unknown_source"
    if ends[0] is ends[1]:
        return "same_ends"
    quotes = {proposal.source: proposal.source_quote, proposal.target: proposal.target_quote}
    wrong = _misquoted(quotes, known)
    return (ends[0], ends[1]) if wrong is None else wrong
