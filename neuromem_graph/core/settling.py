"""Plan what the answer to a held item commits: the answer itself, and what follows from it."""

from neuromem_graph.core.events import Planned, TurnPlanner
from neuromem_graph.core.facts import HUMAN, Decided, FactPlanner, Note, grounds
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.drafts import (
    MemoryDraft,
    MemoryPayload,
    Ref,
    ReviewDraft,
    ReviewPayload,
)
from neuromem_graph.types.ingest import (
    Answer,
    Assessment,
    Decision,
    Decisions,
    Extraction,
    Resolution,
    Turn,
    Turns,
    View,
)
from neuromem_graph.types.ledger import HeldRow

LABEL = "[talks to the model; accepted in review]"
"""What stands in front of a quarantined text that a human accepted."""

_OUTCOMES = {"merge": "merged", "reject": "rejected", "edit": "edited"}


def settle(
    held: HeldRow, memory: Ref | None, decided: Decided, answer: Answer, settings: Settings
) -> Planned:
    """Plan what the answer to one held claim commits.

    Args:
        held: the item.
        memory: the memory of its turn, if there is one.
        decided: the turn and the claim alone, resolved now.
        answer: the human's decision.
        settings: as for `events.plan`.
    """
    planner = FactPlanner(decided, settings)
    planner.add(_review(held, answer))
    if answer.decision != "reject":
        decision = Decision(
            route="propose_worldview_candidate", rule=HUMAN,
            entity=answer.entity, new_entity=answer.decision == "new",
        )  # fmt: skip
        planner.claim(0, decision, held.event, memory)
    return _planned(planner, Group(drafts=tuple(planner.drafts)))


def settle_turn(held: HeldRow, turn: Turn, answer: Answer, settings: Settings) -> Planned:
    """Plan what the answer to a turn that waits as a whole commits: accepted, it is a memory.

    It is labelled if its text talks to the model, and unconfirmed unless nothing but the number of
    its like held it back. Its facts are not believed: a human who wants that says them in an own
    sentence, by "edit".
    """
    planner = FactPlanner(undecided(turn), settings)
    planner.add(_review(held, answer))
    if answer.decision == "accept":
        firm = held.reason in ("write_rate", "changes_belief") and grounds(turn, settings)
        label = f"{LABEL} {turn.text}" if held.reason == "quarantined" else None
        expires = None if turn.expires_at is None else to_micros(turn.expires_at)
        ref = planner.add(
            MemoryDraft(
                origin=(held.event,), event=held.event, memory_kind="episode",
                commitment="validated" if firm else "candidate", valid_from=to_micros(turn.at),
                start=0, end=len(turn.text), units=1, expires_at=expires, settings=planner.version,
                payload=MemoryPayload(text=label, keywords=turn.keywords),
            )
        )  # fmt: skip
        planner.notes.append(
            Note("created", turn.text, "accepted, labelled" if label else "accepted", 0, ref)
        )
    return _planned(planner, Group(drafts=tuple(planner.drafts)))


def settle_edited(held: HeldRow, decided: Decided, answer: Answer, settings: Settings) -> Planned:
    """Plan what a human's own words commit in the place of a held item.

    Args:
        held: the item.
        decided: the words as a turn of the user, decided by a human.
        answer: the human's decision.
        settings: as for `events.plan`.
    """
    planner = TurnPlanner(decided, settings)
    group = planner.turn(0, decided.turns.turns[0])
    assert group is not None
    planner.add(_review(held, answer))
    return _planned(planner, group.model_copy(update={"drafts": tuple(planner.drafts)}))


def undecided(turn: Turn) -> Decided:
    """Return a turn of which no claim is looked at."""
    turns = Turns(namespace=turn.namespace, turns=(turn,))
    resolved = Resolution(subjects=(), view=View(seq=0))
    return Decided(turns, Extraction(claims=()), resolved, Assessment(impacts=()),
                   Decisions(decisions=()))  # fmt: skip


def _review(held: HeldRow, answer: Answer) -> ReviewDraft:
    outcome = _OUTCOMES.get(answer.decision, "accepted")
    # The words of an edit stand in their own event alone: erased there, they are gone.
    payload = ReviewPayload(answer=answer.model_dump(mode="json", exclude={"text"}))
    return ReviewDraft(origin=(held.event,), held=held.held, outcome=outcome, payload=payload)


def _planned(planner: FactPlanner, group: Group) -> Planned:
    batch = Batch(namespace=planner.decided.turns.namespace, groups=(group,))
    return Planned(batch, planner.expected, tuple(planner.notes), planner.planned)
