"""Widen a question: ask whoever says it in other words, and look for that as well.

What an expander says stands in the plan of one query, and in its trace. No record is made of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date
from typing import NamedTuple

from neuromem_graph.core import context, covering, expanding, fusion, lexical
from neuromem_graph.core.kindred import Kin, kindred
from neuromem_graph.errors import ConfigError
from neuromem_graph.pipeline import clearing
from neuromem_graph.ports import Searchable
from neuromem_graph.providers.expanding import Question, Told, called
from neuromem_graph.resources import Resources
from neuromem_graph.settings import Retrieval
from neuromem_graph.types.expanding import Expanded, Expansion
from neuromem_graph.types.ledger import Places
from neuromem_graph.types.recall import ChannelHits, RecallPlan
from neuromem_graph.types.searching import Postings

__all__ = ["Answered", "Look", "aliases", "asked", "channels", "covered", "knowing", "looks",
           "widened"]  # fmt: skip

Looking = Callable[[lexical.Weighed], Places]


class Answered:
    """Say of a question what was said of it already: nobody is asked inside a snapshot.

    Args:
        expanded: what it is widened by.
    """

    def __init__(self, expanded: Expanded) -> None:
        self.expanded = expanded

    def expand(self, question: str, at: date, /) -> Expansion:
        """Return it."""
        return Expansion(rewrites=self.expanded.rewrites, passages=self.expanded.passages)


def asked(plan: RecallPlan, resources: Resources) -> Question | None:
    """Return what an expander is to be asked; None if there is none, or nothing to ask."""
    if resources.expander is None or isinstance(resources.expander, Answered) or plan.everything:
        return None
    if len(plan.query.text) > resources.settings.expanding.question:
        return None
    return Question(plan.query.text, plan.now.astimezone(UTC).date())


def knowing(told: Told, plan: RecallPlan, resources: Resources) -> Resources:
    """Return resources that know what a question is widened by.

    Args:
        told: what an expander said.
        plan: of the question.
        resources: how much of it is used.
    """
    if resources.expander is None:
        raise ConfigError("there is no expander")
    failed = told.failed and clearing.failure(told.failed, resources)
    used = expanding.bounded(told.expansion, plan.query.text, resources.settings.expanding)
    expanded = Expanded(asked=called(resources.expander), rewrites=used.rewrites,
                        passages=used.passages, failed=failed)  # fmt: skip
    return replace(resources, expander=Answered(expanded))


def widened(plan: RecallPlan, resources: Resources) -> RecallPlan:
    """Return a plan with what its question is widened by, as far as that is known."""
    if not isinstance(resources.expander, Answered):
        return plan
    return plan.model_copy(update={"expanded": resources.expander.expanded})


def aliases(plan: RecallPlan, reader: Searchable, resources: Resources) -> RecallPlan:
    """Return a plan with the other names of whom its question names, as they are known there."""
    most = resources.settings.expanding.aliases
    if not most or not plan.names:
        return plan
    known = reader.aliases(plan.query.namespace, plan.names)
    likely = {name: place for place, name in enumerate(plan.names)}
    found = expanding.grouped(sorted(known, key=lambda one: likely[one.key]), most)
    if not found:
        return plan
    expanded = (plan.expanded or Expanded()).model_copy(update={"aliases": found})
    return plan.model_copy(update={"expanded": expanded})


class Look(NamedTuple):
    """Hold where the words of rewrites, or of passages, stand."""

    channel: str
    texts: tuple[str, ...]
    kin: tuple[Kin, ...]
    wide: Postings  # of its terms, and of what else finds them
    weighed: lexical.Weighed
    memories: tuple[int, ...]  # to be looked at


def looks(
    plan: RecallPlan, reader: Searchable, resources: Resources, looking: Looking, *, seen: bool
) -> tuple[Look, ...]:
    """Look for the words of what a question is widened by.

    Args:
        plan: with what it is widened by.
        reader: the moment.
        resources: weights and bounds.
        looking: reads the places of the memories with the best words.
        seen: passages are looked for by their meaning: their words tell less.
    """
    if plan.expanded is None:
        return ()
    settings, found = resources.settings, list[Look]()
    for channel, texts in (
        ("rewrite", plan.expanded.rewrites),
        ("passage", plan.expanded.passages),
    ):
        terms = expanding.terms_of(texts, settings.expanding.terms)
        off = settings.retrieval.weights.get(channel, 0.0) <= 0
        if off or (seen and channel == "passage") or not set(terms).difference(plan.terms):
            continue
        kin = kindred(terms, settings.retrieval.kindred)
        wide = reader.postings(plan.query.namespace, context.asked_terms(kin))
        weighed = lexical.weigh(context.merged(wide, kin, settings.retrieval.pool),
                                settings.retrieval)  # fmt: skip
        found.append(Look(channel, texts, kin, wide, weighed, looking(weighed).memory))
    return tuple(found)


def channels(
    found: Sequence[Look], places: Places, settings: Retrieval
) -> tuple[ChannelHits, ...]:  # fmt: skip
    """Rank the open ones of some memories by the words of rewrites, and of passages.

    Args:
        found: where these words stand.
        places: the memories looked at.
        settings: how the words around a memory are weighed.
    """
    return tuple(_channel(one, places, settings) for one in found)


def _channel(one: Look, places: Places, settings: Retrieval) -> ChannelHits:
    around = context.around(one.wide, one.kin, one.weighed, places, settings)
    memories, scores = fusion.scored(around, settings)
    return ChannelHits(
        channel=one.channel, memories=tuple(memories.tolist()), scores=tuple(scores.tolist())
    )


def covered(found: Sequence[Look], places: Places) -> float:
    """Return how much of one of the texts that widen a question the best memory holds.

    Args:
        found: where their words stand.
        places: the memories looked at.
    """
    best = 0.0
    for one in found:
        postings = one.weighed.postings
        known = dict(zip(postings.terms, postings.lists, strict=True))
        for text in one.texts:
            own = [term for term in expanding.terms_of((text,), len(known)) if term in known]
            lists = tuple(known[term] for term in own)
            best = max(best, covering.covered(
                postings._replace(terms=tuple(own), lists=lists), places
            )) if own else best  # fmt: skip
    return best
