"""Work out when a memory holds from where its statements are over, and draft it."""

from collections.abc import Iterable, Mapping, Sequence

from neuromem_graph.core.closing import Closing
from neuromem_graph.types.base import State
from neuromem_graph.types.drafts import Draft, EvidenceDraft, LifecycleDraft
from neuromem_graph.types.spans import Ref, Saying, Span, Teller

_ALIVE: tuple[State, ...] = ("active", "superseded")


class Chronicle:
    """Number the drafts of one batch, and keep the lives of memories with what it tells.

    Args:
        tellers: the memories that may be told of, as they are known.
    """

    def __init__(self, tellers: Mapping[Ref, Teller]) -> None:
        self.drafts: list[Draft] = []
        self.tellers = dict(tellers)
        self._count = 0

    def add(self, draft: Draft) -> Ref:
        """Add a draft and return the reference that stands for it in this batch."""
        self.drafts.append(draft)
        self._count += 1
        return -self._count

    def follow(
        self, found: Sequence[Closing], said: Saying, memory: Ref | None, event: Ref, why: str
    ) -> None:
        """Draft which statements are over, or no longer over, and what that makes of memories.

        Args:
            found: the statements whose ends moved.
            said: what the claim says that moved them.
            memory: which tells the claim.
            event: of the claim.
            why: a code.
        """
        for one in found:
            self.over(one, said.claim, event)
        for teller, sayings in touched(found, said, memory).items():
            self.live(teller, sayings, event, why)

    def over(self, one: Closing, ref: Ref, event: Ref) -> None:
        """Draft evidence that a statement is over, by its own words or by a claim; or is not."""
        origin, target = (event,), one.row.claim
        for by in one.freed_from:
            self.add(EvidenceDraft(origin=origin, type="expire", source=by, target=target,
                                   family="logic", relation="supersedes"))  # fmt: skip
        if one.end is None:
            self.add(EvidenceDraft(origin=origin, type="restore", source=ref, target=target))
        elif target == ref:
            self.add(EvidenceDraft(origin=origin, type="expire", source=event, target=target,
                                   moment=one.end))  # fmt: skip
        else:
            self.add(EvidenceDraft(origin=origin, type="supersede", source=ref, target=target,
                                   moment=one.end, family="logic",
                                   relation="supersedes"))  # fmt: skip

    def live(self, memory: Ref, sayings: Sequence[Saying], event: Ref, why: str) -> None:
        """Draft when a memory holds, if what it says makes it hold at other times than before."""
        was = self.tellers.get(memory)
        if was is None:
            return
        now = lived(was, sayings)
        self.tellers[memory] = now
        if now._replace(sayings=()) != was._replace(sayings=()):
            self._lifecycle(memory, now, event, why)

    def said_earlier(self, memory: Ref, at: int, event: Ref) -> None:
        """Let a memory hold since its words were first said, in microseconds."""
        known = self.tellers.get(memory)
        if known is not None and at < known.valid_from:
            self.tellers[memory] = now = known._replace(valid_from=at)
            self._lifecycle(memory, now, event, "said_earlier")

    def _lifecycle(self, memory: Ref, now: Teller, event: Ref, why: str) -> None:
        span = Span(valid_from=now.valid_from, valid_to=now.valid_to, gaps=now.gaps)
        self.add(LifecycleDraft(origin=(event,), memory=memory, state=now.state, span=span,
                                reason=why))  # fmt: skip


def touched(found: Iterable[Closing], said: Saying, memory: Ref | None) -> dict[Ref, list[Saying]]:
    """Return by memory which statements are new, or have other ends.

    Args:
        found: the statements whose ends moved.
        said: what the claim says that moved them.
        memory: which tells the claim.
    """
    sayings: dict[Ref, list[Saying]] = {} if memory is None else {memory: [said]}
    for one in found:
        row = one.row
        if row.memory is not None:
            moved = Saying(row.claim, row.candidate, row.said_at, one.end)
            sayings.setdefault(row.memory, []).append(moved)
    return sayings


def lived(teller: Teller, sayings: Iterable[Saying]) -> Teller:
    """Return a memory with the state and the time that its statements give it.

    It is superseded when all of them are over, and ends with the last; in between it holds while
    one of them does. What was put away keeps its state.

    Args:
        teller: as it was.
        sayings: statements that are new, or have another end.
    """
    known = {one.claim: one for one in (*teller.sayings, *sayings)}
    teller = teller._replace(sayings=tuple(known.values()))
    ends: dict[Ref, list[int | None]] = {}
    for one in teller.sayings:
        ends.setdefault(one.unit, []).append(one.end)
    every = len(ends) >= teller.units
    over = every and all(end is not None for unit in ends.values() for end in unit)
    end = teller.valid_to
    if over:
        end = max(end for unit in ends.values() for end in unit if end is not None)
    elif teller.state == "superseded" or teller.gaps:
        end = None
    state: State = "superseded" if over else "active"
    return teller._replace(
        state=state if teller.state in _ALIVE else teller.state,
        valid_to=end, gaps=_gaps(teller) if every else (),
    )  # fmt: skip


def _gaps(teller: Teller) -> tuple[tuple[int, int], ...]:
    """Return when none of its statements held, between its start and its end."""
    begin, first = teller.valid_from, min(one.said_at for one in teller.sayings)
    found, reached = [], begin
    for one in sorted(teller.sayings, key=lambda one: one.said_at):
        # The first is told as long as its memory.
        start = min(begin, one.said_at) if one.said_at == first else one.said_at
        if one.end is not None and one.end <= start:
            continue
        if start > reached:
            found.append((reached, start))
        if one.end is None:
            break
        reached = max(reached, one.end)
    return tuple(found)
