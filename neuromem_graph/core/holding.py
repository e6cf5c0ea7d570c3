"""Decide which claims wait for a human instead of being believed, and which answers fit.

A claim waits when nobody can tell whom it is about, when the route asks, when two values of a
single slot are told for the same time and the timeline can't tell which holds, and, if
`Settings.keeping.review_at` is set, when it would change much. Of a turn whose text talks to the
model all waits.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from neuromem_graph.core.beliefs import Prospect
from neuromem_graph.core.lifecycle import CURRENT, is_away, shown
from neuromem_graph.core.runs import believed, firm
from neuromem_graph.errors import InvalidInput
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import Json
from neuromem_graph.types.drafts import HeldDraft, HeldPayload, Ref
from neuromem_graph.types.ingest import Answer, Claim, Decision, Impact, Subject, Turn, Verdict
from neuromem_graph.types.ledger import BeliefRow

__all__ = [
    "ANSWERS", "REASONS", "Reason", "Waiting", "allowed", "by_dispute", "by_name", "check",
    "draft", "of_turn", "reason_of",
]  # fmt: skip

Reason = Literal[
    "ambiguous_entity",
    "near_name",
    "conflict",
    "clarification",
    "high_impact",
    "quarantined",
    "tainted_source",
    "write_rate",
    "changes_belief",
]
"""Why something waits for a decision."""

REASONS: tuple[Reason, ...] = get_args(Reason)

ANSWERS: Mapping[Reason, tuple[Verdict, ...]] = {
    "ambiguous_entity": ("merge", "new", "reject", "edit"),
    "near_name": ("merge", "new", "reject", "edit"),
    "conflict": ("accept", "reject", "edit"),
    "clarification": ("accept", "reject", "edit"),
    "high_impact": ("accept", "reject", "edit"),
    "quarantined": ("accept", "reject", "edit"),
    "tainted_source": ("accept", "reject", "edit"),
    "write_rate": ("accept", "reject", "edit"),
    "changes_belief": ("accept", "reject", "edit"),
}
"""Which answers fit; where nobody bears an ambiguous name any more, "accept" does, too."""


class Waiting(NamedTuple):
    """Say why a claim waits: a code for the record, and words for the receipt."""

    reason: Reason
    told: str


def reason_of(given: object) -> Reason:
    """Return a reason by its name.

    Raises:
        InvalidInput: if there is none of that name.
    """
    for reason in REASONS:
        if given == reason:
            return reason
    raise InvalidInput(f"{given!r:.80} is no reason: use one of {', '.join(REASONS)}")


def of_turn(rule: str) -> Reason:
    """Return why a whole turn waits, by the rule that quarantined it."""
    known: tuple[Reason, ...] = ("tainted_source", "write_rate", "changes_belief")
    return next((reason for reason in known if reason == rule), "quarantined")


def by_name(subject: Subject, decision: Decision) -> Waiting | None:
    """Say why a claim waits before anything is looked up: nobody knows whom it means, or so."""
    if subject.torn:
        if subject.asked:
            names = " or ".join(dict.fromkeys(choice.name for choice in subject.choices))
            return Waiting("near_name", f"{subject.name} may be {names}")
        count = len(subject.choices)
        return Waiting("ambiguous_entity", f"{subject.name} may be one of {count}")
    if decision.route == "ask_clarification":
        return Waiting("clarification", "is it so?")
    return None


def by_dispute(
    claim: Claim, turn: Turn, prospect: Prospect, impact: Impact | None, settings: Settings
) -> Waiting | None:
    """Say why a grounded claim waits for what it would do.

    Args:
        claim: the claim.
        turn: who said it, and when.
        prospect: what it would do.
        impact: what was measured; None: nothing was.
        settings: `keeping.review_at`.
    """
    rivals = _rivals(claim, turn, prospect)
    if rivals:
        values = " and ".join((*(rival.value or "?" for rival in rivals), claim.value or "?"))
        return Waiting("conflict", f"{values} are told for the same time")
    least = settings.keeping.review_at
    if least is None or impact is None or prospect.outcome.effect in ("none", "support"):
        return None
    start = prospect.outcome.valid_from
    known = believed(shown(prospect.slot.beliefs, CURRENT, None), start)
    moved = abs(impact.belief_delta) if known else 0.0  # the first value of a slot moves nothing
    reached = max(moved, impact.supersession, impact.propagation)
    return Waiting("high_impact", f"impact {reached:.2f}: is it so?") if reached >= least else None


def _rivals(claim: Claim, turn: Turn, prospect: Prospect) -> list[BeliefRow]:
    """Return what the timeline can't weigh against a claim.

    That is another value of a single slot with the very same start, if both starts were stated, or
    if somebody else said so: what one person says in a row is in order, and wording such as "now"
    or "I meant" says which holds.
    """
    if prospect.slot.cardinality != "single" or claim.update != "none":
        return []
    if claim.polarity != "asserted":
        return []
    start, stated = prospect.outcome.valid_from, claim.valid_from is not None
    return [
        one for one in firm(prospect.slot.beliefs)
        if one.valid_from == start and one.valid_to != start and one.polarity == "asserted"
        and one.value_key != prospect.value_key and not is_away(one.memory_state, None, None)
        and ((stated and one.basis == "stated")
             or (one.channel, one.speaker) != (turn.channel, turn.speaker))
    ]  # fmt: skip


def draft(event: Ref, reason: Reason, turn: Turn, claim: Claim | None) -> HeldDraft:
    """Draft an item that waits: a claim, or a whole turn when `claim` is None."""
    held: dict[str, Json] = {"turn": turn.model_dump(mode="json")}
    if claim is not None:
        held["claim"] = claim.model_copy(update={"turn": 0}).model_dump(mode="json")
    return HeldDraft(
        origin=(event,), event=event, reason=reason, payload=HeldPayload(claim=held)
    )  # fmt: skip


def allowed(reason: str, choices: Sequence[int]) -> tuple[Verdict, ...]:
    """Return the answers that fit an item.

    Args:
        reason: why it waits.
        choices: the entities it may mean, now.
    """
    known = {one: ANSWERS[one] for one in REASONS}.get(_modern(reason), ANSWERS["clarification"])
    if "merge" not in known:
        return known
    rest = tuple(one for one in known if one != "merge")
    if not choices:
        return ("accept", *rest)
    return known if len(choices) > 1 or reason == "near_name" else ("accept", *known)


def _modern(reason: str) -> Reason:
    """Return the name that a reason has today: it stands in old records, too."""
    return next((one for one in REASONS if one == reason), "ambiguous_entity")


def check(answer: Answer, reason: str, choices: Sequence[int]) -> None:
    """Refuse an answer that does not fit an item.

    Raises:
        InvalidInput: the message says which do.
    """
    fitting = allowed(reason, choices)
    if answer.decision not in fitting:
        hint = f"{len(choices)} bear the name: " if answer.decision == "accept" and choices else ""
        raise InvalidInput(
            f"{answer.decision!r} does not answer an item that waits as {reason}: {hint}use one of "
            f"{', '.join(fitting)}"
        )
    if answer.decision == "merge" and answer.entity not in choices:
        raise InvalidInput(f"entity {answer.entity!r} is not one of the choices: {list(choices)}")
    if answer.decision == "edit":
        _check_edit(answer, choices)
    elif answer.text is not None:
        raise InvalidInput(f"text belongs to 'edit', not to {answer.decision!r}")
    elif answer.entity is not None and answer.decision != "merge":
        raise InvalidInput(f"entity belongs to 'merge' or 'edit', not to {answer.decision!r}")


def _check_edit(answer: Answer, choices: Sequence[int]) -> None:
    if answer.text is None or not answer.text.strip():
        raise InvalidInput("'edit' needs text: the right sentence, or the right value alone")
    if answer.entity is not None and answer.entity not in choices:
        raise InvalidInput(f"entity {answer.entity!r} is not one of the choices: {list(choices)}")
