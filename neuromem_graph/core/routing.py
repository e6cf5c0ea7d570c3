"""Choose what happens to each claim: a table of rules, the first that matches wins."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from neuromem_graph.settings import Rule, Settings
from neuromem_graph.types.base import Route
from neuromem_graph.types.ingest import Claim, Decision, Impact


class Facts(NamedTuple):
    """Hold what a rule may look at besides the impact vector."""

    ambiguous: bool  # the subject may be one of several entities
    structured: bool  # a fact with a slot was found
    repeated: bool  # the same words are remembered already
    empty: bool  # no content term at all: "ok", "thanks"
    grounded: bool  # the channel may ground durable facts


def route(impact: Impact, facts: Facts, settings: Settings) -> Decision:
    """Choose the route of one claim.

    Args:
        impact: its impact vector.
        facts: what else the table may ask.
        settings: holds the table, `Settings.routes`.

    Returns:
        The decision, with the name of the rule that made it.
    """
    for rule in settings.routes:
        if _matches(rule, impact, facts):
            return _decision(rule.route, rule.name)
    return _decision("ledger_only", "default")


@lru_cache(maxsize=256)
def _decision(chosen: Route, rule: str) -> Decision:
    return Decision(route=chosen, rule=rule)


def _matches(rule: Rule, impact: Impact, facts: Facts) -> bool:
    for name, wanted in rule.when.items():  # first: they fail the most often
        if getattr(facts, name) is not wanted:
            return False
    for name, least in rule.at_least.items():
        if getattr(impact, name) < least:
            return False
    return not any(getattr(impact, name) > most for name, most in rule.at_most.items())


def by_turn(
    claims: Sequence[Claim], decisions: Sequence[Decision]
) -> dict[int, tuple[Decision, ...]]:
    """Return the decisions on the claims of each turn, in order.

    Args:
        claims: all claims of an ingest.
        decisions: one per claim; none at all where a human has answered.
    """
    routed: dict[int, tuple[Decision, ...]] = {}
    for claim, decision in zip(claims, decisions, strict=False):
        routed[claim.turn] = (*routed.get(claim.turn, ()), decision)
    return routed
