"""The table of routes: the first row that matches wins; the page shows the table."""

import re
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core.routing import Facts, route
from neuromem_graph.settings import Rule, Settings
from neuromem_graph.types.base import Route
from neuromem_graph.types.ingest import COMPONENTS, Impact

SETTINGS = Settings()
CALM = dict.fromkeys(COMPONENTS, 0.0) | {"novelty": 1.0}
NOTHING = Facts(ambiguous=False, structured=False, repeated=False, empty=False, grounded=True)


def routed(facts: Facts = NOTHING, settings: Settings = SETTINGS, **impact: float) -> tuple:
    """The route and rule of one claim."""
    decision = route(Impact(**{**CALM, **impact}), facts, settings)
    return decision.route, decision.rule


@pytest.mark.parametrize(
    ("facts", "impact", "found"),
    [
        (NOTHING, {}, ("propose_frame", "new_content")),
        (NOTHING, {"risk": 0.7}, ("quarantine", "risky_content")),
        (NOTHING, {"risk": 0.69}, ("propose_frame", "new_content")),
        (NOTHING, {"novelty": 0.1}, ("append_evidence", "said_otherwise")),
        (NOTHING, {"novelty": 0.11}, ("propose_frame", "new_content")),
        (NOTHING, {"contradiction": 0.5}, ("propose_frame", "against_memory")),
        (NOTHING._replace(grounded=False), {"contradiction": 0.5},
         ("sleep_priority", "weak_source")),
        (NOTHING._replace(structured=True), {}, ("propose_worldview_candidate", "fact")),
        (NOTHING._replace(structured=True), {"novelty": 0.0},
         ("append_evidence", "supports_belief")),
        (NOTHING._replace(structured=True, ambiguous=True), {},
         ("ask_clarification", "ambiguous_name")),
        (NOTHING._replace(empty=True), {}, ("ledger_only", "no_content")),
        (NOTHING._replace(repeated=True), {}, ("append_evidence", "said_before")),
    ],
)  # fmt: skip
def test_defaults(facts: Facts, impact: dict[str, float], found: tuple[str, str]) -> None:
    """Each row of the default table matches what it is for, thresholds included."""
    assert routed(facts, **impact) == found


def test_order_counts() -> None:
    """Risk comes before everything, an ambiguous name before what is said of it."""
    everything = Facts(*[True] * len(Facts._fields))

    assert routed(everything, risk=1.0)[0] == "quarantine"
    assert routed(everything)[0] == "ask_clarification"


def test_the_table_is_data() -> None:
    """A row before the others changes the route; with no row a claim stays in the ledger only."""
    asking = Rule(name="ask", route="ask_clarification", at_least={"contradiction": 0.5})
    settings = Settings(routes=(asking, *SETTINGS.routes))

    assert routed(NOTHING, settings, contradiction=0.5) == ("ask_clarification", "ask")
    assert routed(NOTHING, Settings(routes=())) == ("ledger_only", "default")


@given(
    st.tuples(*[st.booleans()] * len(Facts._fields)),
    st.tuples(*[st.floats(0, 1)] * len(COMPONENTS)),
)
def test_every_claim_has_a_route(facts: tuple[bool, ...], impact: tuple[float, ...]) -> None:
    """Whatever was measured, exactly one named row decides."""
    found = route(Impact(**dict(zip(COMPONENTS, impact, strict=True))), Facts(*facts), SETTINGS)

    assert (found.rule, found.route) in [(rule.name, rule.route) for rule in SETTINGS.routes]


def row(number: int, rule: Rule) -> str:
    """One row of the table as the page shows it."""
    asked = [f"{name} >= {least:g}" for name, least in rule.at_least.items()]
    asked += [f"{name} <= {most:g}" for name, most in rule.at_most.items()]
    asked += [name if wanted else f"not {name}" for name, wanted in rule.when.items()]
    return f"| {number} | `{rule.name}` | {', '.join(asked) or 'always'} | `{rule.route}` |"


def test_the_page_shows_the_table() -> None:
    """The table of routes in docs/impact.md is the default one, and it has all seven routes."""
    page = (Path(__file__).parents[2] / "docs" / "impact.md").read_text(encoding="utf-8")
    rows = [row(number, rule) for number, rule in enumerate(SETTINGS.routes, start=1)]

    assert re.findall(r"^\| \d+ \| `.*$", page, re.MULTILINE) == rows
    assert {rule.route for rule in SETTINGS.routes} == set(get_args(Route))
    assert all(f"| `{one}` |" in page for one in get_args(Route))
