"""Measure what a claim changes, from what is already believed: nine components.

No component is a flag of the caller. All come from the content, the channel and the prior: the
slot's beliefs first, then the memories of the namespace.
"""

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from neuromem_graph.core.disguises import undisguised
from neuromem_graph.core.hints import Hinted
from neuromem_graph.core.stuffing import stuffed
from neuromem_graph.core.text import normal_form
from neuromem_graph.core.worldview import Outcome
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import Channel
from neuromem_graph.types.ingest import Claim, Impact
from neuromem_graph.types.ledger import BeliefRow
from neuromem_graph.types.prior import Alike, HistoryRow

_SAID, _DENIED = "said", "denied"
_CHANGING = frozenset({"change", "correct", "retract"})


class Prior(NamedTuple):
    """Hold what was known of a claim's content before it."""

    repeated: bool  # the same words are remembered already
    empty: bool  # it has no content term
    alike: tuple[Alike, ...]  # memories that say something like it, or the opposite
    believed: tuple[BeliefRow, ...]  # in the slot at the claim's time; empty without a slot
    about: int  # what hangs on the subject: its slots, and slots that have it as value
    outcome: Outcome | None  # what the claim will do; None without a slot
    history: HistoryRow | None  # how what its source said lately has fared


class Distributions(NamedTuple):
    """Hold the weights of what competes with a claim, before and after it."""

    before: Mapping[str, float]
    after: Mapping[str, float]
    rival: float  # weight before of what can't hold together with it
    closed: int  # values it closes
    held: int  # values held before


def assess(claim: Claim, text: str, channel: Channel, prior: Prior, settings: Settings) -> Impact:
    """Compute the impact vector of one claim.

    Args:
        claim: the claim.
        text: all that its event says: what talks to a model may be cut into sentences.
        channel: where its event came from.
        prior: what was known before.
        settings: reliabilities, utilities, risk patterns and `Settings.appraising`.

    Returns:
        - novelty [0, 1]: 1 minus the greatest similarity to a memory; 0 for the same words or a
          supported belief; for a value new to its slot at least `appraising.least_new`. Source:
          weighted overlap of content terms (Spärck Jones 1972, Jaccard 1912).
        - belief_delta [0, 1]: Jensen-Shannon divergence in bits between what competes before and
          after: the values of the slot by support and reliability, else the memories that say it
          against those that deny it. Source: Lin 1991.
        - entropy_delta [-1, 1]: change of the Shannon entropy of these distributions, divided
          by log2 of the number of alternatives (at least 2). Source: Shannon 1948.
        - contradiction [0, 1]: share of the weight before that can't hold together with it: another
          value of a single slot, the opposite polarity, memories that say the opposite. Source:
          mass of the prior.
        - supersession [0, 1]: share of the believed values that it closes. Source: count.
        - utility [0, 1]: worth of its kind, `Settings.utilities`; 0 without content. Source: data.
        - propagation [0, 1): n / (n + `appraising.reach`) for n = slots of the subject + slots that
          have it as value + events behind the slot's values, or memories like it. Source:
          saturating count (Michaelis and Menten 1913).
        - source_reliability [0, 1]: mean of a Beta posterior: the reliability of the channel as
          prior, worth `appraising.trust` claims, and how the latest claims of its source fared.
          Source: Beta-Bernoulli model (Laplace 1774).
        - risk [0, 1]: weight of the heaviest pattern of `Settings.risks` that the text matches, or
          0.8 if it is stuffed with words (`Safety.stuffed`).
          Source: OWASP LLM01, prompt injection.
    """
    how, reliability = settings.appraising, _reliability(channel, prior.history, settings)
    known = _slotted(claim, prior, reliability, settings) or _unslotted(prior, reliability)
    total = math.fsum(known.before.values())
    alike = sum(not one.opposed for one in prior.alike)
    behind = sum(b.support for b in prior.believed) if prior.outcome else alike
    reach = prior.about + behind
    return Impact(
        novelty=_novelty(prior, settings),
        belief_delta=jensen_shannon(known.before, known.after),
        entropy_delta=_entropy_delta(known.before, known.after),
        contradiction=min(1.0, known.rival / total) if total else 0.0,
        supersession=min(1.0, known.closed / known.held) if known.held else 0.0,
        utility=0.0 if prior.empty else settings.utilities.get(claim.kind, 0.5),
        propagation=reach / (reach + how.reach),
        source_reliability=reliability,
        risk=danger(text, settings),
    )


def _novelty(prior: Prior, settings: Settings) -> float:
    effect = prior.outcome.effect if prior.outcome else None
    if prior.repeated or prior.empty or effect == "support":
        return 0.0
    similar = (one.similarity for one in prior.alike if not one.opposed)
    # What a change says again was said of a time that is over: it is not known to be so now.
    counted = [one for one in similar if effect not in _CHANGING or one < 1.0]
    novelty = 1.0 - max(counted, default=0.0)
    least = settings.appraising.least_new if effect not in (None, "none") else 0.0
    return max(novelty, least)


def _slotted(
    claim: Claim, prior: Prior, reliability: float, settings: Settings
) -> Distributions | None:
    """Weigh the values of the claim's slot by their support and the channels behind them."""
    outcome = prior.outcome
    if outcome is None:
        return None
    before: dict[str, float] = {}
    for belief in prior.believed:
        name = f"{belief.polarity}:{belief.value_key}"
        before[name] = before.get(name, 0.0) + _standing(belief, settings)
    after, effect = dict(before), outcome.effect
    if effect != "support":
        for belief in outcome.touched if outcome.closes else ():
            after.pop(f"{belief.polarity}:{belief.value_key}", None)
    if effect not in ("retract", "none"):
        known = outcome.touched[0].value_key if effect == "support" else None
        name = f"{claim.polarity}:{known or normal_form(claim.value or '')}"
        after[name] = after.get(name, 0.0) + reliability
    # A repeat that carries a value on ends only the statement before it.
    ended = {(b.polarity, b.value_key) for b in outcome.touched} if effect in _CHANGING else set()
    rivals = outcome.touched if effect in ("change", "correct", "contradict") else ()
    rival = math.fsum(_standing(belief, settings) for belief in rivals)
    before_or_rival = before if before or not rivals else {"rival": rival}
    closed = len(ended) if outcome.closes else 0
    return Distributions(before_or_rival, after, rival, closed, len(prior.believed))


def _standing(belief: BeliefRow, settings: Settings) -> float:
    return max(1, belief.support) * settings.reliabilities.get(belief.channel, 0.0)


def _unslotted(prior: Prior, reliability: float) -> Distributions:
    """Weigh the memories that say a claim against those that say its opposite."""
    denied = math.fsum(one.similarity for one in prior.alike if one.opposed)
    said = math.fsum(one.similarity for one in prior.alike if not one.opposed)
    if not denied:
        return Distributions({}, {}, 0.0, 0, 0)
    before = {_DENIED: denied, _SAID: said}
    return Distributions(before, {**before, _SAID: said + reliability}, denied, 0, 0)


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
    total = math.fsum(weights.values())
    return {name: w / total for name, w in weights.items()} if total else {"unknown": 1.0}


def _entropy_delta(before: Mapping[str, float], after: Mapping[str, float]) -> float:
    def entropy(weights: Mapping[str, float]) -> float:
        return -sum(p * math.log2(p) for _, p in sorted(_normal(weights).items()) if p > 0)

    most = math.log2(max(2, len(before), len(after)))
    return (entropy(after) - entropy(before)) / most


def _reliability(channel: Channel, history: HistoryRow | None, settings: Settings) -> float:
    """Return the mean of Beta(trust * r + right, trust * (1 - r) + wrong)."""
    prior, trust = settings.reliabilities.get(channel, 0.0), settings.appraising.trust
    if history is None:
        return prior
    right = history.claims - history.wrong
    return (trust * prior + right) / (trust + history.claims)


_STUFFED = 0.8  # weight of a text that was stuffed with words


def _stuffing(text: str, settings: Settings) -> float:
    limit = settings.safety.stuffed
    return _STUFFED if limit < 1 and stuffed(text) >= limit else 0.0


def danger(text: str, settings: Settings) -> float:
    """Return how much a text that enters the memory is out to steer a model, as a weight.

    Args:
        text: all that was said together.
        settings: `risks` and `safety.stuffed`.
    """
    return max(risk(text, settings.risks), _stuffing(text, settings))


@lru_cache(maxsize=16)
def risk(text: str, patterns: tuple[tuple[str, float], ...]) -> float:
    """Return the weight of the heaviest pattern that stands in a text, 0 if none does.

    Args:
        text: all that was said together; compared without case and disguise, on every line and
            across line breaks.
        patterns: regular expressions with their weights, as `Settings.risks`.
    """
    forms, (compiled, hinted) = undisguised(text), _compiled(patterns)
    worth = {place for form in forms for place in hinted.worth(form)}
    found = (compiled[place] for place in worth)
    return max((w for one, w in found if any(map(one.search, forms))), default=0.0)


@lru_cache(maxsize=16)
def _compiled(
    patterns: tuple[tuple[str, float], ...],
) -> tuple[Sequence[tuple[re.Pattern[str], float]], Hinted]:
    how = re.IGNORECASE | re.MULTILINE
    found = tuple((re.compile(pattern, how), weight) for pattern, weight in patterns)
    return found, Hinted(pattern for pattern, _ in found)
