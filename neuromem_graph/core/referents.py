"""Find whom "she", "he" and "they" mean: the last person named earlier in the same turn."""

import re
from bisect import bisect_right
from typing import NamedTuple

from neuromem_graph.core.clauses import KIN, NAME
from neuromem_graph.core.wordlists import GENDERS, NOT_NAMES

__all__ = ["Person", "Referents"]

_W = r"\s{1,3}"
_MENTION = re.compile(
    rf"""(?<!\w)(?:(?:(?:have|has|got|had){_W}an?|my|our){_W}{KIN % "relation"}
     (?:,?{_W}(?P<called>{NAME}))?
    |(?:met|meet|saw|with|named|called|asked|visited|invited|hired|texted|phoned|hugged|dating|know
    |married|miss){_W}(?P<name>{NAME})(?!'s))""",
    re.IGNORECASE | re.VERBOSE,
)
_PRONOUNS = {"his": "he", "her": "she", "their": "they"}
_FURTHEST = 5


class Person(NamedTuple):
    """A person named in a turn."""

    name: str
    relation: str | None


class Referents:
    """Keep who was named where in one turn."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._people: list[tuple[int, Person]] | None = None
        self._subjects: list[tuple[int, Person]] = []

    def add(self, position: int, person: Person) -> None:
        """Remember the subject of a clause that begins at a position."""
        self._subjects.append((position, person))

    def before(self, position: int, pronoun: str) -> Person | None:
        """Return the last person named before a position whom a pronoun can mean."""
        if self._people is None:
            self._people = _mentions(self._text)
        wanted = _PRONOUNS.get(pronoun, pronoun)
        index = bisect_right(self._people, position, key=lambda known: known[0])
        near = self._people[max(0, index - _FURTHEST) : index] + self._subjects[-_FURTHEST:]
        for _, person in sorted(near, key=lambda known: known[0], reverse=True):
            gender = GENDERS.get(person.relation or "")
            if gender in (wanted, None):
                return person
        return None


def _mentions(text: str) -> list[tuple[int, Person]]:
    found = []
    for match in _MENTION.finditer(text):
        relation = (match["relation"] or "").lower() or None
        name = match["called"] or match["name"] or relation
        if name is None or name.split()[0].lower() in NOT_NAMES:
            continue
        found.append((match.start(), Person(name, relation)))
    return found
