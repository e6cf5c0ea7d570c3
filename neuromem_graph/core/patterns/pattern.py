"""What a pattern of the rule extractor is, and the pieces that its tables are made of."""

import re
from dataclasses import dataclass
from typing import Literal

from neuromem_graph.core.gazetteer import Sort
from neuromem_graph.core.nountable import Takes
from neuromem_graph.core.regexes import compiled
from neuromem_graph.core.wordlists import (
    GAMES,
    JOBS,
    PETS,
    THINGS,
    TOOLS,
    one_of,
)
from neuromem_graph.types.base import Kind, Polarity
from neuromem_graph.types.ingest import Update

__all__ = [
    "AD",
    "ALL_NAMED",
    "DATE",
    "DOING",
    "FROM",
    "JOB",
    "LIVE",
    "MONTH",
    "MORE",
    "MOVE",
    "NAMED",
    "PERIOD",
    "PET",
    "PLACE",
    "REPLACED",
    "SOMEBODY",
    "THING",
    "UNNAMED_DATE",
    "WORK",
    "A",
    "Pattern",
    "Shape",
    "Tense",
    "W",
]  # fmt: skip

Tense = Literal["present", "past", "event", "be"]
"""Ongoing ("live"), over ("lived"), what made it so ("moved to"), or a state after "am"."""

Shape = Literal["name", "topic", "whole", "head", "none"]
"""How a value ends: a name before any preposition, a topic before a clause; or it is what was
matched, the head itself, or left open."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way to state a fact."""

    predicate: str
    heads: str  # the first word of the verb phrase, any of these; "_" for a number
    rest: str = ""  # after the head; the value is the group "v", else what follows
    tense: Tense = "present"
    shape: Shape = "name"
    kind: Kind = "fact"
    single: bool = False
    update: Update = "none"
    polarity: Polarity = "asserted"
    proper: bool = False  # the value begins with a capital
    needs: Literal["", "not", "can't", "be"] = ""  # "don't eat", "can't stand", "was fired"
    takes: Takes | None = None  # how the value is read, where it is not by its shape
    sorts: frozenset[Sort] = frozenset()  # what the value must be known to name, if anything
    sole: bool = False  # where it fits, no other reads the clause
    cue: str = ""  # what must stand somewhere in the sentence
    given: bool | None = None  # the value is a given name; is none
    child: bool = False  # it is said of a child
    loose: bool = False  # the slot may be another: the one whose value it takes the place of

    @property
    def regex(self) -> re.Pattern[str]:
        """Return what comes after the head."""
        return compiled(self.rest)

    @property
    def hint(self) -> re.Pattern[str]:
        """Return what must stand in the sentence."""
        return compiled(self.cue)


W = r"\s{1,3}"
"""The space between two words."""

A = rf"{W}(?:(?:an?|the|my|our|his|her|their|this|some){W})?"
AD = (
    r"(?:(?!(?:no|not|for|of|in|to|with|about|from|on|at|and|or|as|an?|the|my|lots?|such|that|those"
    r"|these|stuffed|toy|any)\b)[\w-]{1,20}\s{1,3}){0,3}?"
)
NAMED = rf"(?:{W}(?:named|called){W}[\w'-]{{1,30}})?"
ALL_NAMED = (
    rf"{W}(?:named|called){W}[\w'-]{{1,30}}(?:,{W}[\w'-]{{1,30}}){{0,4}},?{W}(?:and"
    rf"|&){W}[\w'-]{{1,30}}"
    rf"(?=\s{{0,3}}(?:[.,;!?)]|$)|{W}(?:and|but|who|which|that|at|in|because|now)\b)"
)
MORE = rf"(?:,?{W}(?:and{W})?(?:the{W})?{GAMES}\b){{0,4}}"
PLACE = (
    rf"(?:{W}(?:back|over|away|out|up|down|again|here|there|permanently|together|happily|alone"
    rf"|mostly|right|all{W}the{W}way|from{W}[\w' -]{{1,30}}?)){{0,2}}"
)
FROM = rf"(?:{W}(?:over|back|from{W}[\w.+# -]{{1,30}}?)){{0,2}}"
REPLACED = (
    rf"{W}(?:over{W})?from{W}(?P<v>(?-i:[A-Z])[\w.+#-]{{0,20}}(?:{W}(?-i:[A-Z])[\w.+#-]{{0,20}})"
    rf"{{0,2}}"
    rf"|{TOOLS}){W}to{W}(?=(?-i:[A-Z])|{TOOLS}\b)"
)
WORK = rf"(?:{W}(?:full[- ]time|part[- ]time|remotely|mainly|now|currently|there))?{W}"
JOB = rf"(?P<v>(?:(?!(?:at|for|of|with|to|and|in)\b)[\w-]{{1,20}}{W}){{0,3}}{JOBS})\b(?!{W}of\b)"
"""A job as the value, with up to three words before it."""

MONTH = rf"{one_of('jan feb mar apr may jun jul aug sep oct nov dec')}[a-z]{{0,6}}\b\.?"
DATE = (
    rf"(?P<v>\d{{1,2}}(?:st|nd|rd|th)?{W}(?:of{W})?{MONTH}(?:,?{W}\d{{4}})?"
    rf"|{MONTH}{W}(?:the{W})?\d{{1,2}}(?:st|nd|rd|th)?(?!\d)(?:,?{W}\d{{4}})?|{MONTH}{W}\d{{4}}"
    r"|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?|\d{4}\b)"
)
"""A date as the value."""

UNNAMED_DATE = DATE.replace("?P<v>", "?:")
PET = (
    rf"{A}(?P<v>{AD}{PETS}(?:(?<=[se]){ALL_NAMED}|{NAMED}))"
    r"(?![\w-]|'|\s{1,3}(?:allergy|phobia|hair|show|food|sitter|walker|park|shelter|video))"
)
THING = (
    rf"{A}(?P<v>(?:(?!lot|look|chance|great){AD}){THINGS}{NAMED})"
    r"(?=\s{0,3}(?:[.,;!)]|$|\b(?:and|now|in|but|that|which|with|who|yesterday|today|last|this"
    r"|since|for|from|at|on|so|because|when|too|again|already|here|there|or|as|to)\b))"
)
PERIOD = (
    rf"(?=\s{{0,3}}(?:[.,;!)]|$)|{W}(?:now|already|and|but|so|yesterday|today|last|this"
    "|recently|since"
    rf"|because|for{W}(?:\w{{1,10}}{W})?\w{{1,10}}{W}(?:years?|months?|weeks?)"
    rf"|(?:in|on|back{W}in){W}(?:{MONTH}|(?:early{W}|late{W})?\d{{4}}|\w{{6,9}}day)"
    rf"|(?:a|two|three|four|five|\d{{1,2}}){W}(?:few{W})?(?:days?|weeks?|months?|years?){W}ago)\b)"
)
"""What may follow "I was fired", and nothing else: "fired up" is no dismissal."""
SOMEBODY = r"(?:you|it|him|her|them|this|that|these|those|myself)\b"
DOING = rf"{W}(?!(?:to{W})?(?:not|be|being)\b)(?:to{W})?"
LIVE = "live lives living reside resides residing"
MOVE = "move moves moving moved relocate relocates relocating relocated emigrated immigrated"
