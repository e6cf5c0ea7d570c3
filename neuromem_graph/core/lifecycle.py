"""Decide what puts a memory away, brings it back, or moves its importance.

A memory is never changed in place: each decision is a lifecycle record and a piece of evidence.
What was suppressed stays so whatever is said, used or measured: only `restore` lifts it.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from neuromem_graph.core.points import cut, says
from neuromem_graph.core.runs import firm
from neuromem_graph.core.worldview import known
from neuromem_graph.errors import InvalidInput
from neuromem_graph.settings.keeping import Keeping
from neuromem_graph.types.base import LATEST, EvidenceType, State, to_micros
from neuromem_graph.types.keeping import Action, Life, OutcomeName
from neuromem_graph.types.ledger import BeliefRow, MemoryRow, SlotRow

__all__ = [
    "ACTIONS", "CURRENT", "OUTCOMES", "Put", "Step", "action_of", "bring_back", "code", "dated",
    "is_away", "outcome_of", "put_away", "served", "shown", "unerased", "weigh",
]  # fmt: skip

CURRENT: tuple[State, ...] = ("active", "superseded")
"""States whose memories are served at the times they are valid; the others are put away."""


class Put(NamedTuple):
    """Say what an action does to a memory."""

    state: State | None  # None: as it was
    evidence: EvidenceType
    what: str  # it does, for people


ACTIONS: Mapping[Action, Put] = {
    "decay": Put(None, "decay", "stays, with less importance"),
    "inhibit": Put("suppressed", "inhibit", "is served by no lens"),
    "invalidate": Put("expired", "expire", "is served by the lens audit only"),
    "archive": Put("archived", "inhibit", "is served by the lens audit only"),
    "compress": Put("archived", "inhibit", "is served by the lens audit only"),
}
"""What `forget` can do."""

SYNONYMS: Mapping[str, Action] = {"suppress": "inhibit", "expire": "invalidate"}
"""Other names of actions."""

OUTCOMES: Mapping[OutcomeName, tuple[str, ...]] = {
    "success": ("succeeded", "successful", "positive", "ok", "good", "helpful", "pass", "passed"),
    "partial": ("partially", "mixed", "partial_success"),
    "failure": ("failed", "fail", "negative", "bad", "error", "wrong", "unhelpful"),
    "unknown": ("neutral", "none", "unrated"),
}
"""How a turn can go, and other words for it."""

_REFUSED = {
    "delete": "nothing is deleted: forget(id, 'inhibit') keeps it from every answer, "
    "erase(id) removes its content for good",
    "update": "nothing is overwritten: correct(id, text) puts the right words in its place",
}
_CODE = re.compile(r"[a-z0-9_]{1,32}")


class Step(NamedTuple):
    """Hold one change of a memory, as it is recorded; `state` is the one it has from now on."""

    what: Literal["forgotten", "restored", "reinforced", "decayed"]
    evidence: EvidenceType
    state: State
    why: str  # for the receipt
    importance: float | None = None  # None: as it was
    expires_at: int | None = None  # None: as it was
    weight: float = 1.0  # of the evidence


def code(reason: object, default: str) -> str:
    """Return the reason that stands in the record: a code, never free text.

    Raises:
        InvalidInput: if it is no code.
    """
    if reason is None:
        return default
    if not isinstance(reason, str) or not _CODE.fullmatch(reason):
        raise InvalidInput(
            f"reason={reason!r:.80} stays in the ledger for ever: give a code of small letters, "
            "digits and underscores such as 'asked_by_user'"
        )
    return reason


def action_of(name: object) -> Action:
    """Return the action that a name means.

    Raises:
        InvalidInput: if it means none; the message says what to use.
    """
    if isinstance(name, str):
        known: dict[str, Action] = {action: action for action in ACTIONS} | dict(SYNONYMS)
        if name in known:
            return known[name]
        if name in _REFUSED:
            raise InvalidInput(f"{name!r} is refused: {_REFUSED[name]}")
    choices = ", ".join((*ACTIONS, *SYNONYMS))
    raise InvalidInput(f"{name!r:.80} is no way to forget: use one of {choices}")


def outcome_of(name: object) -> OutcomeName:
    """Return the outcome that a word means.

    Raises:
        InvalidInput: if it means none.
    """
    if isinstance(name, str):
        word = name.strip().casefold()
        for outcome, words in OUTCOMES.items():
            if word == outcome or word in words:
                return outcome
    raise InvalidInput(f"{name!r:.80} is no outcome: use one of {', '.join(OUTCOMES)}")


def is_away(state: State, expires_at: int | None, now: int | None) -> bool:
    """Tell whether a memory is put away, or its time is up.

    Args:
        state: as recorded.
        expires_at: microseconds; None: never.
        now: microseconds; None: time does not matter.
    """
    over = expires_at is not None and now is not None and expires_at <= now
    return over or state not in CURRENT


def dated(rows: Sequence[MemoryRow], now: datetime) -> tuple[MemoryRow, ...]:
    """Return memories with the state they have at a moment: one whose time is up has expired."""
    moment = to_micros(now)
    return tuple(
        row.model_copy(update={"state": "expired"})
        if row.state in CURRENT and is_away(row.state, row.expires_at, moment) else row
        for row in rows
    )  # fmt: skip


def put_away(life: Life, action: Action, settings: Keeping) -> Step | str:
    """Decide what forgetting a memory records.

    Args:
        life: how it stands.
        action: what is asked.
        settings: how much importance decay leaves.

    Returns:
        The change; or why there is none: it is so already, or it is suppressed, which says more.
    """
    put = ACTIONS[action]
    if put.state is None:
        if life.importance <= settings.decayed:
            return f"importance is {life.importance:g} already"
        why = f"importance {life.importance:g} -> {settings.decayed:g}"
        return Step("decayed", "decay", life.state, why, importance=settings.decayed)
    if life.state in (put.state, "suppressed"):
        return f"{life.state} already"
    return Step("forgotten", put.evidence, put.state, f"{put.state}: {put.what}")


def bring_back(life: Life, open_units: int, now: int) -> Step | str:
    """Decide what restoring a memory records.

    It comes back as what it would be had it never been put away: superseded if what it said was
    closed, before or meanwhile. One that another covers is taken out of the merge.

    Args:
        life: how it stands.
        open_units: statements of it that are not closed.
        now: microseconds.

    Returns:
        The change; or why there is none.
    """
    over = life.before == "superseded" or life.replaced or open_units <= 0
    if life.state not in CURRENT or life.covered:
        state: State = "superseded" if over else "active"
    elif is_away(life.state, life.expires_at, now) or life.importance < 1:
        state = life.state
    else:
        return f"nothing to restore: it is {life.state}"
    expired = life.expires_at is not None and life.expires_at <= now
    return Step(
        "restored", "restore", state, f"{state} again",
        importance=1.0 if life.importance < 1 else None, expires_at=LATEST if expired else None,
    )  # fmt: skip


def weigh(
    life: Life, outcome: OutcomeName, now: int, settings: Keeping, before: float = 0.0
) -> Step | str:
    """Decide how an outcome moves the importance of a memory; what is put away stays as it is.

    Args:
        life: how it stands.
        outcome: how the turn went.
        now: microseconds.
        settings: how far importance moves, and its bounds.
        before: what an earlier outcome of the same query had added: this one takes its place.
    """
    if is_away(life.state, life.expires_at, now):
        return f"{life.state if life.state not in CURRENT else 'expired'}: unmoved"
    aim = life.importance - before + settings.moves.get(outcome, 0.0)
    moved = round(min(settings.most, max(settings.least, aim)), 6)
    if moved == life.importance:
        return f"importance stays {life.importance:g}"
    up = moved > life.importance
    what: Literal["reinforced", "decayed"] = "reinforced" if up else "decayed"
    evidence: EvidenceType = "reinforce" if up else "decay"
    why = f"{outcome}: importance {life.importance:g} -> {moved:g}"
    weight = round(abs(moved - life.importance), 6)
    return Step(what, evidence, life.state, why, importance=moved, weight=weight)


def shown(
    beliefs: Sequence[BeliefRow], states: Sequence[State], now: int | None
) -> tuple[BeliefRow, ...]:
    """Leave out what only memories tell that are put away or whose time is up, and what was erased.

    Where such a memory repeated a value, the statement before it, which it carried on, holds as
    long as it would have. A value that it cut off stays cut off: forgetting the newer value of a
    slot does not revive the older one.

    Args:
        beliefs: all of one slot.
        states: those whose memories are looked at.
        now: microseconds; what expired before is left out; None: nothing is.
    """
    return _without({b.claim for b in beliefs if not _told(b, states, now)}, beliefs)


def unerased(beliefs: Sequence[BeliefRow]) -> tuple[BeliefRow, ...]:
    """Leave out what was erased, as `shown` does, and nothing else.

    Args:
        beliefs: all of one slot.
    """
    return _without({b.claim for b in beliefs if b.value is None}, beliefs)


def _without(hidden: set[int], beliefs: Sequence[BeliefRow]) -> tuple[BeliefRow, ...]:
    """Leave out some beliefs; those that they carried on hold as long as they would have."""
    if not hidden:
        return tuple(beliefs)
    rows = {b.claim: b for b in beliefs}
    for place in reversed(firm(beliefs)):
        gone = rows[place.claim]
        carried = _carried_on(gone, rows) if gone.claim in hidden else None
        if carried is not None:
            rows[carried.claim] = carried.model_copy(update={"valid_to": gone.valid_to})
    return tuple(rows[b.claim] for b in beliefs if b.claim not in hidden)


def served(
    slots: Sequence[SlotRow], states: Sequence[State], now: int | None
) -> tuple[SlotRow, ...]:
    """Return slots with the beliefs that are `shown`; the arguments are the same."""
    return tuple(
        slot.model_copy(update={"beliefs": shown(slot.beliefs, states, now)}) for slot in slots
    )


def _told(belief: BeliefRow, states: Sequence[State], now: int | None) -> bool:
    expires = belief.memory_expires_at
    alive = expires is None or now is None or expires > now
    stays = belief.memory is None or (alive and belief.memory_state in states)
    return stays and belief.value is not None


def _carried_on(gone: BeliefRow, rows: Mapping[int, BeliefRow]) -> BeliefRow | None:
    """Return the statement of the same value that a repeated one cut off."""
    if gone.polarity == "retracted":
        return None
    point = known(gone)
    before = [
        b for b in rows.values()
        if b.valid_to is not None and says(b, gone) and b.commitment != "candidate"
        and b.valid_to == cut(point, known(b), gone.cardinality)
    ]  # fmt: skip
    return max(before, key=lambda b: (b.valid_from, b.claim), default=None)
