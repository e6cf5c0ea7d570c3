"""Read a sentence again with another value in the place of the one that was wrong."""

from datetime import datetime
from typing import NamedTuple

from neuromem_graph.core import dates
from neuromem_graph.core.referents import Passage
from neuromem_graph.core.statements import Speech
from neuromem_graph.types.ingest import Claim

__all__ = ["Told", "retold"]


class Told(NamedTuple):
    """Hold a fact with the sentence that told it."""

    claim: Claim
    said: str = ""  # with typewriter apostrophes; "" where it is not known
    at: datetime | None = None


def retold(told: Told, value: str, first_person: bool) -> str | None:
    """Put another value into the sentence that told a fact, if it states one then, too.

    "I live in Ghent" can be put right by "I meant Porto", and by no "that should be fun".

    Args:
        told: the fact and its sentence.
        value: what stands for its value now.
        first_person: "I" is somebody we know.

    Returns:
        The sentence as it should have been; None where the value can be none of this fact.
    """
    claim, said = told.claim, told.said
    old = claim.value or ""
    place = said.rfind(old)
    if place < 0 or told.at is None or (_is_time(value) and not _is_time(old)):
        return None
    again = said[:place] + value + said[place + len(old) :]
    if _states(again, value, told, first_person):
        return again
    whole = _states(said, old, told, first_person)  # else it needs what was said before it
    return again if not whole and _shape(old) == _shape(value) else None


def _states(said: str, value: str, told: Told, first_person: bool) -> bool:
    assert told.at is not None
    speech = Speech(said, told.at, Passage(said, first_person))
    return any(
        found.fact.predicate == told.claim.predicate
        and found.fact.value is not None
        and said[slice(*found.fact.value)] == value
        for found in speech.facts(said, 0, False)
    )


def _is_time(value: str) -> bool:
    return any(dates.find(words) for words in (value, f"in {value}"))


def _shape(value: str) -> tuple[bool, bool]:
    return value[:1].isupper(), any(character.isdigit() for character in value)
