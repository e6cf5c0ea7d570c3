"""Decide what a claim does to its slot: support, change, correct, contradict or end a belief.

The rules (docs/worldview.md): a change closes the old interval where the new one begins, in the
order of valid time whatever the order of import; a correction ends the old version on the record
axis and takes over its interval; what only a weak source says never closes anything.
"""

from collections.abc import Sequence
from typing import NamedTuple

from neuromem_graph.types.base import Effect, Polarity
from neuromem_graph.types.drafts import Close
from neuromem_graph.types.ingest import Update
from neuromem_graph.types.ledger import BeliefRow


class Statement(NamedTuple):
    """Hold what a claim says about a slot."""

    value_key: str | None  # None: "no longer", without naming the value
    polarity: Polarity
    update: Update
    valid_from: int  # microseconds
    valid_to: int | None
    at: int  # when it was said
    grounded: bool  # may it close what others said?
    single: bool


class Outcome(NamedTuple):
    """Hold what the claim does."""

    effect: Effect
    valid_from: int
    valid_to: int | None
    closes: tuple[Close, ...] = ()
    touched: tuple[BeliefRow, ...] = ()  # the beliefs closed, or the one supported


def covers(belief: BeliefRow, moment: int) -> bool:
    """Tell whether a belief holds at a moment of the world."""
    return belief.valid_from <= moment and (belief.valid_to is None or moment < belief.valid_to)


def believed(beliefs: Sequence[BeliefRow], moment: int) -> tuple[BeliefRow, ...]:
    """Return what holds at a moment: firmly held before candidates, newest first."""
    open_ = [b for b in beliefs if covers(b, moment)]
    return tuple(
        sorted(open_, key=lambda b: (b.commitment == "candidate", -b.valid_from, -b.claim))
    )


def decide(beliefs: Sequence[BeliefRow], said: Statement) -> Outcome:
    """Decide what a statement does to the beliefs of its slot.

    Args:
        beliefs: all believed intervals of the slot, candidates included.
        said: the statement.

    Returns:
        The effect, the interval the statement takes, and what it closes.
    """
    firm = [b for b in beliefs if b.commitment != "candidate"]
    if said.update == "end" or said.polarity == "retracted":
        return _end(firm, said)
    same = _same(beliefs if not said.grounded else firm, said)
    if same is not None:
        return Outcome("support", said.valid_from, said.valid_to, touched=(same,))
    if not said.grounded:
        rivals = [b for b in believed(firm, said.valid_from) if said.single]
        effect: Effect = "contradict" if rivals else "assert"
        return Outcome(effect, said.valid_from, said.valid_to, touched=tuple(rivals))
    rivals = _rivals(firm, said)
    if said.update == "correction":
        return _correct(rivals, said)
    return _change(rivals, said)


def _meets(belief: BeliefRow, said: Statement) -> bool:
    """Tell whether a belief holds where the statement begins.

    A belief that was only observed may have held before it was said. So one that was said no later
    than the statement, and begins after the time it states, is met as well: "I live in Lisbon",
    then "I moved to Porto last month".
    """
    if covers(belief, said.valid_from):
        return True
    told_before = said.valid_from < belief.valid_from <= said.at
    return belief.basis == "observed" and told_before and covers(belief, said.at)


def _same(beliefs: Sequence[BeliefRow], said: Statement) -> BeliefRow | None:
    return next((b for b in beliefs if _says(b, said) and _meets(b, said)), None)


def _says(belief: BeliefRow, said: Statement) -> bool:
    return belief.value_key == said.value_key and belief.polarity == said.polarity


def _rivals(firm: Sequence[BeliefRow], said: Statement) -> list[BeliefRow]:
    """Return the beliefs that can't hold together with the statement, in order of valid time."""
    if said.single and said.polarity == "asserted":
        rivals = [b for b in firm if not _says(b, said)]
    else:  # several values side by side: only the opposite of the same value is a rival
        rivals = [b for b in firm if b.value_key == said.value_key and b.polarity != said.polarity]
    return sorted(rivals, key=lambda b: (b.valid_from, b.claim))


def _end(firm: Sequence[BeliefRow], said: Statement) -> Outcome:
    ended = [
        b for b in believed(firm, said.at)
        if said.value_key is None or b.value_key == said.value_key
    ]  # fmt: skip
    closes = tuple(_close(b, said) for b in ended)
    if not said.grounded:
        return Outcome("none", said.valid_from, said.valid_to)
    effect: Effect = "retract" if ended else "none"
    return Outcome(effect, said.valid_from, said.valid_to, closes, tuple(ended))


def _correct(rivals: Sequence[BeliefRow], said: Statement) -> Outcome:
    wrong = [b for b in rivals if _meets(b, said)] or list(rivals[-1:])
    if not wrong:
        return Outcome("assert", said.valid_from, said.valid_to)
    closes = tuple(Close(claim=b.claim, wrong=True) for b in wrong)
    last = wrong[-1]
    return Outcome("correct", last.valid_from, last.valid_to, closes, tuple(wrong))


def _change(rivals: Sequence[BeliefRow], said: Statement) -> Outcome:
    before = [b for b in rivals if _meets(b, said)]
    later = [b.valid_from for b in rivals if b.valid_from > said.valid_from and b not in before]
    ends = [end for end in (said.valid_to, min(later, default=None)) if end is not None]
    closes = tuple(_close(b, said) for b in before)
    effect: Effect = "change" if closes else "assert"
    return Outcome(effect, said.valid_from, min(ends, default=None), closes, tuple(before))


def _close(belief: BeliefRow, said: Statement) -> Close:
    return Close(claim=belief.claim, valid_to=max(said.valid_from, belief.valid_from))
