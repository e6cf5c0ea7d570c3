"""What is known while a clause is read, and the fact that comes of it."""

from datetime import datetime
from typing import NamedTuple

from neuromem_graph.core import dates
from neuromem_graph.core.clauses import Clause
from neuromem_graph.types.base import Kind, Polarity
from neuromem_graph.types.ingest import Update

__all__ = ["Fact", "Said", "Sentence", "Stance"]


class Sentence(NamedTuple):
    """Hold one sentence with what holds for all of its clauses."""

    text: str  # with typewriter apostrophes
    at: datetime
    correction: bool  # "sorry, ..."
    lower: bool  # written without capitals: any word may be a name


class Fact(NamedTuple):
    """Hold what a clause states; who it is about is the clause's matter."""

    predicate: str
    value: tuple[int, int] | None
    kind: Kind
    single: bool
    polarity: Polarity
    update: Update
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    about: tuple[int, int] | None = None  # "a sister named Anna": the name of the relative
    loose: bool = False  # the slot may be another: the one whose value it takes the place of
    denies: tuple[int, int] | None = None  # "never X, it was Y": what it says never was so
    aside: bool = False  # an apposition: no statement beside another


class Stance(NamedTuple):
    """Hold whether a clause claims something, and what it says about older facts."""

    polarity: Polarity
    update: Update


class Said(NamedTuple):
    """Hold a clause with all that is needed to read it."""

    clause: Clause
    sentence: Sentence
    times: tuple[dates.Mention, ...]
