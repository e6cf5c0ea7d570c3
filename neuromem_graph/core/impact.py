"""Measure what a claim changes, from what is already believed: nine components.

No component is a flag of the caller. All come from the content, the channel and the prior: the
slot's beliefs first, then the memories of the namespace.
"""

import math
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from neuromem_graph.core.worldview import Outcome
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import Channel
from neuromem_graph.types.ingest import Claim, Impact
from neuromem_graph.types.ledger import BeliefRow


class Prior(NamedTuple):
    """Hold what was known of a claim's content before it."""

    repeated: bool  # the same words are remembered already
    terms: frozenset[str]  # content terms of the claim's text
    seen: frozenset[str]  # those that stand in a memory of the namespace
    believed: tuple[BeliefRow, ...]  # in the slot at the claim's time; empty without a slot
    about: int  # slots of the same subject
    outcome: Outcome | None  # what the claim will do; None without a slot


def assess(claim: Claim, text: str, channel: Channel, prior: Prior, settings: Settings) -> Impact:
    """Compute the impact vector of one claim.

    Args:
        claim: the claim.
        text: the quoted sentence.
        channel: where its event came from.
        prior: what was known before.
        settings: reliabilities, utilities and risk patterns.

    Returns:
        - novelty [0, 1]: share of content terms that stand in no memory of the namespace; 0 for
          a repeat or a supported belief, 1 for a value new to its slot.
        - belief_delta [0, 1]: Jensen-Shannon divergence (base 2; Lin 1991) between the slot's
          value distribution before and after, weighted by support.
        - entropy_delta [-1, 1]: change of its Shannon entropy, divided by log2 of the number of
          values (at least 2).
        - contradiction [0, 1]: support share of the values that can't hold together with it.
        - supersession [0, 1]: share of the believed values that it closes.
        - utility [0, 1]: worth of its kind, as `Settings.utilities` lists it.
        - propagation [0, 1): n / (n + 4) for n slots of the same subject.
        - source_reliability [0, 1]: of the channel, as `Settings.reliabilities` lists it.
        - risk [0, 1]: weight of the heaviest `Settings.risks` pattern that matches the text.
    """
    before, after = _distributions(claim, prior)
    closed = prior.outcome.closes if prior.outcome else ()
    rivals = _rivals(prior)
    total = sum(before.values()) or 1.0
    return Impact(
        novelty=_novelty(prior),
        belief_delta=jensen_shannon(before, after),
        entropy_delta=_entropy_delta(before, after),
        contradiction=min(1.0, sum(b.support for b in rivals) / total) if rivals else 0.0,
        supersession=min(1.0, len(closed) / len(prior.believed)) if prior.believed else 0.0,
        utility=settings.utilities.get(claim.kind, 0.5) if prior.terms else 0.0,
        propagation=prior.about / (prior.about + 4),
        source_reliability=settings.reliabilities.get(channel, 0.0),
        risk=_risk(text, settings),
    )


def _novelty(prior: Prior) -> float:
    if prior.repeated or (prior.outcome is not None and prior.outcome.effect == "support"):
        return 0.0
    if prior.outcome is not None and prior.outcome.effect != "none":
        return 1.0
    if not prior.terms:
        return 0.0
    return len(prior.terms - prior.seen) / len(prior.terms)


def _rivals(prior: Prior) -> Sequence[BeliefRow]:
    if prior.outcome is None or prior.outcome.effect not in ("change", "correct", "contradict"):
        return ()
    return prior.outcome.touched


def _distributions(
    claim: Claim, prior: Prior
) -> tuple[dict[str, float], dict[str, float]]:  # fmt: skip
    before: dict[str, float] = {}
    for belief in prior.believed:
        name = f"{belief.polarity}:{belief.value_key}"
        before[name] = before.get(name, 0.0) + max(1, belief.support)
    if prior.outcome is None:
        return before, before
    after = dict(before)
    if prior.outcome.effect != "support":
        for belief in prior.outcome.touched if prior.outcome.closes else ():
            after.pop(f"{belief.polarity}:{belief.value_key}", None)
    if prior.outcome.effect not in ("retract", "none"):
        touched = prior.outcome.touched[0].value_key if prior.outcome.effect == "support" else None
        name = f"{claim.polarity}:{touched or claim.value}"
        after[name] = after.get(name, 0.0) + 1.0
    return before, after


def jensen_shannon(before: Mapping[str, float], after: Mapping[str, float]) -> float:
    """Return the Jensen-Shannon divergence of two weightings in bits, in [0, 1] (Lin 1991).

    A slot that was or becomes empty counts as certain ignorance, its own outcome.
    """
    p, q = _normal(before), _normal(after)
    names = sorted(p.keys() | q.keys())
    middle = {name: (p.get(name, 0.0) + q.get(name, 0.0)) / 2 for name in names}

    def divergence(one: Mapping[str, float]) -> float:
        return sum(v * math.log2(v / middle[name]) for name, v in sorted(one.items()) if v > 0)

    return min(1.0, max(0.0, (divergence(p) + divergence(q)) / 2))


def _normal(weights: Mapping[str, float]) -> dict[str, float]:
    total = sum(weights.values())
    return {name: w / total for name, w in weights.items()} if total else {"unknown": 1.0}


def _entropy_delta(before: Mapping[str, float], after: Mapping[str, float]) -> float:
    def entropy(weights: Mapping[str, float]) -> float:
        return -sum(p * math.log2(p) for _, p in sorted(_normal(weights).items()) if p > 0)

    most = math.log2(max(2, len(before), len(after)))
    return (entropy(after) - entropy(before)) / most


def _risk(text: str, settings: Settings) -> float:
    found = [weight for pattern, weight in settings.risks if re.search(pattern, text, re.I)]
    return max(found, default=0.0)
