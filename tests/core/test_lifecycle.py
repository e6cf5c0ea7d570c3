"""What is put away, brought back and weighed follows from how a memory stands, and nothing else."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core import expiry, holding, lifecycle
from neuromem_graph.core.lifecycle import ACTIONS, CURRENT, Step
from neuromem_graph.core.runs import believed
from neuromem_graph.errors import InvalidInput
from neuromem_graph.settings.keeping import Keeping
from neuromem_graph.types.ingest import Answer
from neuromem_graph.types.keeping import Life
from neuromem_graph.types.ledger import BeliefRow

STATES = ("active", "suppressed", "superseded", "expired", "archived")
KEEPING = Keeping()


def life(**fields: Any) -> Life:
    known = {"memory": 7, "id": "m", "event": 3, "text": "tea", "state": "active",
             "before": "active", "replaced": False, "valid_from": 0}  # fmt: skip
    return Life.model_validate(known | fields)


def row(claim: int, value: str, start: int, end: int | None, **fields: Any) -> BeliefRow:
    known = {
        "claim": claim, "claim_id": f"c{claim}", "slot": 1, "candidate": ord(value),
        "value": value, "value_key": value, "polarity": "asserted", "commitment": "validated",
        "basis": "observed", "valid_from": start, "valid_to": end, "event": claim,
        "memory": 100 + claim, "memory_units": 1, "support": 1, "channel": "user", "said_at": start,
    }  # fmt: skip
    return BeliefRow.model_validate(known | fields)


@given(
    st.sampled_from(STATES), st.sampled_from(list(ACTIONS)),
    st.floats(0.25, 2), st.sampled_from(STATES),
)  # fmt: skip
def test_putting_away_settles(state: Any, action: Any, importance: float, before: Any) -> None:
    """Asked again it changes nothing, and nothing lifts a suppression."""
    one = life(state=state, before=before, importance=importance)
    step = lifecycle.put_away(one, action, KEEPING)
    if isinstance(step, Step):
        changed = {"state": step.state, "importance": step.importance or one.importance}
        one = one.model_copy(update=changed)
        assert isinstance(lifecycle.put_away(one, action, KEEPING), str)
    assert one.state == "suppressed" or state != "suppressed"


@given(st.sampled_from(STATES), st.integers(0, 2), st.booleans(), st.sampled_from(CURRENT))
def test_bringing_back_settles(state: Any, units: int, replaced: bool, before: Any) -> None:
    """It is active or superseded then, and asked again it changes nothing."""
    one = life(state=state, before=before, replaced=replaced, importance=0.5, expires_at=5)
    step = lifecycle.bring_back(one, units, now=9)
    assert isinstance(step, Step)
    over = replaced or units == 0 or before == "superseded"
    assert step.state == (state if state in CURRENT else "superseded" if over else "active")
    restored = one.model_copy(
        update={"state": step.state, "importance": 1.0, "expires_at": step.expires_at}
    )
    assert isinstance(lifecycle.bring_back(restored, units, now=9), str)


@given(st.lists(st.sampled_from(["success", "partial", "failure", "unknown"]), max_size=60))
def test_importance_stays_within_its_bounds(outcomes: list[Any]) -> None:
    """However often a memory serves or fails."""
    one = life()
    for outcome in outcomes:
        step = lifecycle.weigh(one, outcome, 0, KEEPING)
        if isinstance(step, Step):
            assert step.state == "active"
            one = one.model_copy(update={"importance": step.importance})
        assert KEEPING.least <= one.importance <= KEEPING.most


@pytest.mark.parametrize("fields", [{"state": s} for s in STATES[1:2] + STATES[3:]]
                         + [{"expires_at": 5}])  # fmt: skip
def test_what_is_away_is_not_weighed(fields: Any) -> None:
    """Its importance stays, too."""
    assert isinstance(lifecycle.weigh(life(**fields), "success", 9, KEEPING), str)


# ---------------------------------------------------------------- beliefs

TOLD = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from(["active", "suppressed"])),
    min_size=1,
    max_size=6,
)


def timeline(told: list[tuple[str, str]]) -> list[BeliefRow]:
    """Statements of a single slot, one a day, each cutting off the one before."""
    ends: list[int | None] = [*range(1, len(told)), None]
    return [
        row(n + 1, value, n, end, memory_state=state)
        for n, ((value, state), end) in enumerate(zip(told, ends, strict=True))
    ]


@given(TOLD)
def test_what_is_believed_without_the_hidden(told: list[tuple[str, str]]) -> None:
    """A value holds as long as the run of statements it began, of which one is not hidden."""
    shown = lifecycle.shown(timeline(told), CURRENT, None)
    for moment in range(len(told)):
        values = {b.value for b in believed(shown, moment)}
        run = moment
        while run > 0 and told[run - 1][0] == told[moment][0]:
            run -= 1
        telling = any(state == "active" for _, state in told[run : moment + 1])
        assert values == ({told[moment][0]} if telling else set())


@given(TOLD)
def test_nothing_hidden_is_shown(told: list[tuple[str, str]]) -> None:
    """And nothing else is left out."""
    rows = timeline(told)
    shown = lifecycle.shown(rows, CURRENT, None)
    assert [b.claim for b in shown] == [b.claim for b in rows if b.memory_state == "active"]


def test_time_hides_as_well() -> None:
    """What expired is left out from its moment on; what no memory tells never is."""
    rows = [row(1, "a", 0, None, memory_expires_at=5), row(2, "b", 0, None, memory=None)]
    assert [len(lifecycle.shown(rows, CURRENT, now)) for now in (4, 5, None)] == [2, 1, 2]


# ---------------------------------------------------------------- expiry and answers


@given(st.integers(1, 10**9))
def test_a_time_to_live_is_counted_in_seconds(seconds: int) -> None:
    """As a number or a timedelta: the same moment and the same digest."""
    at = datetime(2025, 1, 1, tzinfo=UTC)
    found = [expiry.expiry({"ttl": ttl}, at) for ttl in (seconds, timedelta(seconds=seconds))]
    assert found[0] == found[1] == (at + timedelta(seconds=seconds), found[0][1])


@pytest.mark.parametrize("reason", [*holding.REASONS, "ambiguous"])
@pytest.mark.parametrize("choices", [(), (4,), (4, 5)])
def test_exactly_the_allowed_answers_pass(reason: str, choices: tuple[int, ...]) -> None:
    """The others are refused with those that fit."""
    fitting = holding.allowed(reason, choices)
    for decision in ("accept", "reject", "merge", "new", "edit"):
        named = {"entity": choices[0]} if decision == "merge" and choices else {}
        text = {"text": "Rome"} if decision == "edit" else {}
        answer = Answer.model_validate({"decision": decision, **named, **text})
        if decision in fitting:
            holding.check(answer, reason, choices)
        else:
            with pytest.raises(InvalidInput):
                holding.check(answer, reason, choices)


# ---------------------------------------------------------------- docs

DOCS = Path(__file__).parents[2] / "docs"


def listed(words: Any) -> str:
    return ", ".join(f"`{word}`" for word in words)


def actions() -> list[str]:
    also: dict[str, list[str]] = {action: [] for action in ACTIONS}
    for name, action in lifecycle.SYNONYMS.items():
        also[action].append(name)
    return [
        f"| `{name}` | {listed(also[name])} | {f'`{put.state}`' if put.state else 'as it was'} "
        f"| `{put.evidence}` | {put.what} |"
        for name, put in ACTIONS.items()
    ]


def outcomes() -> list[str]:
    moves = {name: f"{move:+g}" if move else "0" for name, move in KEEPING.moves.items()}
    return [
        f"| `{name}` | {listed(words)} | {moves[name]} |"
        for name, words in lifecycle.OUTCOMES.items()
    ]


@pytest.mark.parametrize("rows", [actions(), outcomes()], ids=["actions", "outcomes"])
def test_the_tables_of_the_docs_are_those_of_the_code(rows: list[str]) -> None:
    """docs/lifecycle.md lists every action and outcome as they are."""
    assert "\n".join(rows) in (DOCS / "lifecycle.md").read_text("utf-8")


def test_the_reasons_of_the_docs_are_those_of_the_code() -> None:
    """docs/review.md lists every reason, in order, with the answers that fit."""
    lines = (DOCS / "review.md").read_text("utf-8").splitlines()
    start = lines.index("| reason | waits because | answers |") + 2
    rows = [line.strip("| ").split(" | ") for line in lines[start : start + len(holding.REASONS)]]
    told = [(name, answers) for name, _, answers in rows]
    assert told == [(f"`{name}`", listed(holding.ANSWERS[name])) for name in holding.REASONS]
