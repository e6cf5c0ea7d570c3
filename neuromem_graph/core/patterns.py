"""The tables of the rule extractor: words, and one record per way to state a fact.

To teach it a fact, add a `Pattern`. A clause is read as subject, adverbs and auxiliaries, head and
rest: "Kira | no longer | works | at Acme". The head picks the patterns; `rest` is matched after it.
"""

import re
from dataclasses import dataclass, field
from typing import Literal

from neuromem_graph.core.wordlists import (
    CONDITIONS,
    DIETS,
    GAMES,
    JOBS,
    LANGUAGES,
    PETS,
    RELATIONS,
    THINGS,
    TOOLS,
    one_of,
)
from neuromem_graph.types.base import Kind, Polarity
from neuromem_graph.types.ingest import Update

__all__ = [
    "DATE", "HEADS", "JOB", "PATTERNS", "Pattern", "Shape", "W",
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
    regex: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compile `rest`."""
        object.__setattr__(self, "regex", re.compile(self.rest, re.IGNORECASE))


W = r"\s{1,3}"
"""The space between two words."""

_A = rf"{W}(?:(?:an?|the|my|our|his|her|their|this|some){W})?"
_AD = (
    r"(?:(?!(?:no|not|for|of|in|to|with|about|from|on|at|and|or|as|an?|the|my|lots?|such|that|those"
    r"|these|stuffed|toy|any)\b)[\w-]{1,20}\s{1,3}){0,3}?"
)
_NAMED = rf"(?:{W}(?:named|called){W}[\w'-]{{1,30}})?"
_ALL_NAMED = (
    rf"{W}(?:named|called){W}[\w'-]{{1,30}}(?:,{W}[\w'-]{{1,30}}){{0,4}},?{W}(?:and|&){W}[\w'-]{{1,30}}"
    rf"(?=\s{{0,3}}(?:[.,;!?)]|$)|{W}(?:and|but|who|which|that|at|in|because|now)\b)"
)
_MORE = rf"(?:,?{W}(?:and{W})?(?:the{W})?{GAMES}\b){{0,4}}"
_PLACE = (
    rf"(?:{W}(?:back|over|away|out|up|down|again|here|there|permanently|together|happily|alone"
    rf"|mostly|right|all{W}the{W}way|from{W}[\w' -]{{1,30}}?)){{0,2}}"
)
_FROM = rf"(?:{W}(?:over|back|from{W}[\w.+# -]{{1,30}}?)){{0,2}}"
_REPLACED = (
    rf"{W}(?:over{W})?from{W}(?P<v>(?-i:[A-Z])[\w.+#-]{{0,20}}(?:{W}(?-i:[A-Z])[\w.+#-]{{0,20}}){{0,2}}"
    rf"|{TOOLS}){W}to{W}(?=(?-i:[A-Z])|{TOOLS}\b)"
)
_WORK = rf"(?:{W}(?:full[- ]time|part[- ]time|remotely|mainly|now|currently|there))?{W}"
JOB = rf"(?P<v>(?:(?!(?:at|for|of|with|to|and|in)\b)[\w-]{{1,20}}{W}){{0,3}}{JOBS})\b(?!{W}of\b)"
"""A job as the value, with up to three words before it."""

_MONTH = rf"{one_of('jan feb mar apr may jun jul aug sep oct nov dec')}[a-z]{{0,6}}\b\.?"
DATE = (
    rf"(?P<v>\d{{1,2}}(?:st|nd|rd|th)?{W}(?:of{W})?{_MONTH}(?:,?{W}\d{{4}})?"
    rf"|{_MONTH}{W}(?:the{W})?\d{{1,2}}(?:st|nd|rd|th)?(?!\d)(?:,?{W}\d{{4}})?|{_MONTH}{W}\d{{4}}"
    r"|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?|\d{4}\b)"
)
"""A date as the value."""

_UNNAMED_DATE = DATE.replace("?P<v>", "?:")
_PET = (
    rf"{_A}(?P<v>{_AD}{PETS}(?:(?<=[se]){_ALL_NAMED}|{_NAMED}))"
    r"(?![\w-]|'|\s{1,3}(?:show|food|sitter|walker|park|shelter|video))"
)
_THING = (
    rf"{_A}(?P<v>(?:(?!lot|look|chance|great){_AD}){THINGS}{_NAMED})"
    r"(?=\s{0,3}(?:[.,;!)]|$|\b(?:and|now|in|but|that|which|with|who|yesterday|today|last|this"
    r"|since|for|from|at|on|so|because|when|too|again|already|here|there|or|as|to)\b))"
)
_PERIOD = (
    rf"(?=\s{{0,3}}(?:[.,;!)]|$)|{W}(?:now|already|and|but|so|yesterday|today|last|this|recently|since"
    rf"|because|for{W}(?:\w{{1,10}}{W})?\w{{1,10}}{W}(?:years?|months?|weeks?)"
    rf"|(?:in|on|back{W}in){W}(?:{_MONTH}|(?:early{W}|late{W})?\d{{4}}|\w{{6,9}}day)"
    rf"|(?:a|two|three|four|five|\d{{1,2}}){W}(?:few{W})?(?:days?|weeks?|months?|years?){W}ago)\b)"
)
"""What may follow "I was fired", and nothing else: "fired up" is no dismissal."""
_SOMEBODY = r"(?:you|it|him|her|them|this|that|these|those|myself)\b"
_DOING = rf"{W}(?!(?:to{W})?(?:not|be|being)\b)(?:to{W})?"
_LIVE = "live lives living reside resides residing"
_MOVE = "move moves moving moved relocate relocates relocating relocated emigrated immigrated"


def _likes(
    heads: str, rest: str = "", *, tense: Tense = "present", polarity: Polarity = "asserted",
    needs: Literal["", "not", "can't"] = "",
) -> Pattern:  # fmt: skip
    """Return a way to like, or with `polarity` to dislike: both meet in one slot."""
    return Pattern(
        "likes", heads, rest, tense, "topic", "preference", polarity=polarity, needs=needs
    )


PATTERNS: tuple[Pattern, ...] = (
    # where
    Pattern("lives_in", _LIVE, rf"{_PLACE}{W}in\b", single=True, proper=True),
    Pattern("lives_in", "based located", rf"{W}(?:out{W}of|in)\b", "be", single=True, proper=True),
    Pattern("lives_in", "lived resided", rf"{_PLACE}{W}in\b", "past", single=True, proper=True),
    Pattern("lives_in", _MOVE, rf"{_PLACE}{W}(?:in)?to\b(?!{W}{TOOLS}\b)", "event", single=True,
            update="change", proper=True),
    Pattern("lives_in", _MOVE, rf"{W}(?:away{W}from|out{W}of)\b", "event", single=True,
            update="end", proper=True),
    Pattern("lives_in", "left", rf"(?:{W}the{W}(?:city|town|village){W}of\b)?", "event",
            single=True, update="end", proper=True),
    Pattern("lives_in", "settled settling", rf"(?:{W}down)?{W}in\b", "event", single=True,
            update="change", proper=True),
    Pattern("born_on", "born", rf"{W}(?:on|in){W}(?:the{W})?{DATE}", "event", "whole", single=True),
    Pattern("born_in", "born", rf"(?:{W}and{W}raised)?(?:{W}(?:on|in){W}{_UNNAMED_DATE})?{W}in\b"
            rf"(?!{W}(?:\d|{_MONTH}))", "event", single=True, proper=True),
    Pattern("from", "from", "", "be", single=True, proper=True),
    Pattern("from", "come comes hail hails", rf"{W}from\b", single=True, proper=True),
    Pattern("grew_up_in", "grew", rf"{W}up{W}(?:in|near)\b", "event", single=True, proper=True),
    # work and study
    Pattern("works_at", "work works working", rf"{_WORK}(?:at|for)\b", single=True, proper=True),
    Pattern("works_at", "work works working", rf"{_WORK}at{W}(?=an?\b|the\b|my\b)", single=True),
    Pattern("works_at", "employed", rf"{W}(?:at|by|with)\b", "be", single=True, proper=True),
    Pattern("works_at", "worked", rf"{_WORK}(?:at|for)\b", "past", single=True, proper=True),
    Pattern("works_at", "joined joining join", rf"{W}(?-i:(?=[A-Z]))", "event",
            single=True, update="change", proper=True),
    Pattern("works_at", "started start starting", rf"(?:{_A}{_AD}(?:job|position|role|internship"
            rf"|work))?{W}at\b", "event", single=True, update="change", proper=True),
    Pattern("works_at", "got landed accepted took found", rf"{_A}{_AD}(?:job|position|role|offer)"
            rf"{W}(?:at|with)\b", "event", single=True, update="change", proper=True),
    Pattern("works_at", "hired", rf"{W}(?:at|by)\b", "event", single=True, update="change",
            proper=True),
    Pattern("works_at", "quit left lost resigned", rf"(?:{W}(?:my|his|her|their|the|our){W}{_AD}"
            rf"(?:job|position|role|work))?(?:{W}(?:at|with|from))\b", "event", single=True,
            update="end", proper=True),
    Pattern("works_at", "quit left lost resigned", rf"(?:{W}(?:my|his|her|their){W}{_AD}(?:job|"
            r"position|role))\b", "event", "none", single=True, update="end"),
    Pattern("works_at", "fired laid", rf"(?:{W}off)?{W}(?:from|by)\b", "event", single=True,
            update="end", proper=True),
    Pattern("works_at", "retired unemployed jobless", _PERIOD, "be", "none", single=True,
            update="end"),
    Pattern("works_at", "retired resigned", _PERIOD, "event", "none", single=True, update="end"),
    Pattern("works_at", "fired laid", rf"(?<=fired){_PERIOD}|{W}off{_PERIOD}", "event", "none",
            single=True, update="end", needs="be"),
    Pattern("works_as", "work works working", rf"{_WORK}as{W}(?:(?:an?|the){W})?{JOB}",
            shape="whole", single=True),
    Pattern("works_as", "worked", rf"{_WORK}as{W}(?:(?:an?|the){W})?{JOB}", "past", "whole",
            single=True),
    Pattern("works_as", "a an the", rf"{W}{JOB}", "be", "whole", single=True),
    Pattern("works_at", "a an the", rf"{W}{JOB.replace('?P<v>', '?:')}{W}(?:at|for)\b", "be",
            single=True, proper=True),
    Pattern("works_at", "work works working", rf"{_WORK}as{W}(?:(?:an?|the){W})?"
            rf"{JOB.replace('?P<v>', '?:')}{W}(?:at|for)\b", single=True, proper=True),
    Pattern("works_as", "became become becoming promoted", rf"{W}(?:to{W})?(?:(?:an?|the){W})?"
            rf"{JOB}", "event", "whole", single=True, update="change"),
    Pattern("works_as", "started start", rf"{W}as{W}(?:(?:an?|the){W})?{JOB}", "event", "whole",
            single=True, update="change"),
    Pattern("volunteers_at", "volunteer volunteers volunteering", rf"{W}(?:at|with|for)\b"),
    Pattern("studies_at", "study studies studying", rf"(?:{W}[\w-]{{1,20}}){{0,3}}?{W}at\b",
            single=True, proper=True),
    Pattern("studies_at", "studied", rf"(?:{W}[\w-]{{1,20}}){{0,3}}?{W}at\b", "past",
            single=True, proper=True),
    Pattern("studies_at", "a enrolled", rf"{W}(?:{_AD}student{W})?at\b", "be", single=True,
            proper=True),
    Pattern("studies", "study studies studying major majors majoring",
            rf"{W}(?!for\b|hard\b|on\b|at\b|abroad\b|all\b|more\b|every|with\b)(?:in{W})?"),
    Pattern("studies", "learning", rf"{W}(?={LANGUAGES}\b)"),
    Pattern("graduated_from", "graduated", rf"{W}from\b", "event", proper=True),
    # who
    Pattern("name", "called named", rf"{W}(?P<v>[\w'-]{{1,30}})", "be", "whole", single=True,
            proper=True),
    Pattern("age", "_", rf"(?:{W}years?(?:{W}|-)(?:old|of{W}age))?(?=\s{{0,3}}(?:[.,;!)]|$"
            rf"|\b(?:now|and|today|already|but)\b))", "be", "head", single=True),
    Pattern("age", "turned turning", rf"{W}(?P<v>\d{{1,3}})(?=\s{{0,3}}(?:[.,;!)]|$|\b(?:and"
            r"|yesterday|today|last|this|on|in|now|but|two|three|a|so)\b))(?![.,:]\d)",
            "event", "whole", single=True, update="change"),
    Pattern("relation_to_user", "my our", rf"{W}(?:(?:best|older|younger|little|big|twin|new|old|"
            rf"close|good|dear){W}){{0,2}}(?P<v>{RELATIONS})(?!\w|')", "be", "whole"),
    Pattern("relation_to_user", "have has got", rf"{_A}{_AD}(?!{PETS}\b)(?P<v>{RELATIONS}){W}"
            r"(?:named|called)\s{1,3}(?P<who>[\w'-]{1,30})", shape="whole"),
    Pattern("married_to", "married", rf"{W}to\b", "be", single=True, proper=True),
    Pattern("married_to", "married marrying", rf"(?:{W}to\b)?", "event", single=True, proper=True,
            update="change"),
    Pattern("married_to", "divorced", rf"(?:{W}from\b)?", "event", single=True, update="end",
            proper=True),
    Pattern("partner", "dating engaged", rf"(?:{W}to\b)?", "be", single=True, proper=True),
    Pattern("partner", "broke split", rf"{W}up{W}with\b", "event", single=True, update="end",
            proper=True),
    # has
    Pattern("has_pet", "have has own owns", _PET, shape="whole"),
    Pattern("has_pet", "got adopted", _PET, "event", "whole"),
    Pattern("has", "have has own owns", _THING, shape="whole"),
    Pattern("has", "got bought", _THING, "event", "whole"),
    Pattern("has", "sold", rf"{_A}(?P<v>{_AD}{THINGS})\b", "event", "whole", update="end"),
    Pattern("has_condition", "have has", rf"{W}(?P<v>(?:[\w-]{{1,20}}{W})?{CONDITIONS})\b",
            shape="whole", kind="constraint"),
    Pattern("drives", "drive drives driving", proper=True),
    Pattern("collects", "collect collects collecting", "", shape="topic", kind="preference"),
    # can and does
    Pattern("speaks", "speak speaks speaking", rf"{W}(?:(?:a{W}little|a{W}bit{W}of|some|fluent|"
            rf"basic|good|both){W})?(?={LANGUAGES}\b)", shape="topic"),
    Pattern("speaks", "fluent", rf"{W}in\b", "be"),
    Pattern("plays", "play plays playing", rf"{W}(?:the{W})?(?P<v>(?:(?:electric|acoustic|bass|"
            rf"classical|online){W})?{GAMES}{_MORE})\b", shape="whole"),
    Pattern("plays", "play plays", proper=True),
    Pattern("uses", "use uses using", rf"{W}(?:an?{W})?(?=(?-i:[A-Z])|{TOOLS}\b)"),
    Pattern("uses", "switched switching migrated", _REPLACED, "event", "whole", update="end"),
    Pattern("uses", "moved moving", _REPLACED.replace(r"(?-i:[A-Z])|", ""), "event", "whole",
            update="end"),
    Pattern("uses", "switched switching migrated", rf"{_FROM}{W}to{W}(?=(?-i:[A-Z])|{TOOLS}\b)",
            "event", update="change"),
    Pattern("uses", "moved moving", rf"{_FROM}{W}to{W}(?={TOOLS}\b)", "event", update="change"),
    # likes and preferences
    Pattern("nickname", "prefer prefers", rf"{W}(?:to{W}be|being){W}called{W}(?P<v>[\w'-]{{1,30}})"
            r"(?=\s{0,3}(?:[.,;!)]|$))", shape="whole", single=True, proper=True),
    Pattern("prefers", "like likes love loves enjoy enjoys", rf"{W}(?!{_SOMEBODY})(?P<v>"
            rf"[^,.;!?]{{1,40}}?{W}(?:more|better){W}than{W}(?!any|every|ever\b|most\b|before|life|you\b|i\b|that\b|it\b"
            rf"|words|what)[^,.;!?]{{1,40}})", shape="whole", kind="preference"),
    Pattern("prefers", "prefer prefers", rf"{_DOING}(?P<v>[^,.;!?]{{1,40}}?{W}(?:over|to"
            rf"|rather{W}than|instead{W}of){W}[^,.;!?]{{1,40}})", shape="whole", kind="preference"),
    _likes("like likes love loves enjoy enjoys adore adores loving enjoying"),
    _likes("prefer prefers", rf"{_DOING}(?P<v>[^,.;!?]{{1,40}}?)(?=\s(?:over|to|"
           r"rather|instead|when|for|with|in|if|because|and|but)\b|[,.;!?]|\s{0,3}$)"),
    _likes("into", tense="be"),
    _likes("fond keen passionate crazy obsessed", rf"{W}(?:of|on|about|with)\b", tense="be"),
    _likes("a", rf"{W}(?:(?:big|huge|massive|great|lifelong){W})?(?:fan|lover){W}of\b", tense="be"),
    _likes("hate hates dislike dislikes detest detests despise despises loathe loathes",
           polarity="negated"),
    _likes("stand", polarity="negated", needs="can't"),
    Pattern("fears", "afraid scared terrified", rf"{W}of\b", "be", "topic"),
    # constraints
    Pattern("allergic_to", "allergic", rf"{W}to\b", "be", "topic", "constraint"),
    Pattern("allergic_to", "have has", rf"{W}an?{W}(?:[\w-]{{1,20}}{W})?allergy{W}to\b",
            shape="topic", kind="constraint"),
    Pattern("allergic_to", "have has", rf"{W}an?{W}(?:(?:severe|bad|serious|mild){W})?(?P<v>"
            r"[\w-]{1,20})\s{1,3}(?:allergy|intolerance)\b", shape="whole", kind="constraint"),
    Pattern("allergic_to", "lactose gluten", rf"(?:{W}|-)intolerant", "be", "head",
            "constraint"),
    Pattern("diet", "a", rf"{W}(?:strict{W})?(?P<v>{DIETS})\b", "be", "whole", "constraint",
            single=True),
    Pattern("diet", "on", rf"{W}an?{W}(?P<v>[\w-]{{1,20}})\s{{1,3}}diet\b", "be", "whole",
            "constraint", single=True),
    Pattern("diet", "went gone go going turned became become becoming", rf"{W}(?:(?:fully|a){W})?"
            rf"(?P<v>{DIETS})\b", "event", "whole", "constraint", single=True, update="change"),
    Pattern("avoids", "eat eats drink drinks consume tolerate tolerates digest",
            rf"{W}(?!much|a{W}lot|enough|out\b|lunch|dinner|breakfast|there|here)", shape="topic",
            kind="constraint", needs="not"),
    Pattern("avoids", "avoid avoids avoiding", "", shape="topic", kind="constraint"),
    Pattern("diet", "vegetarian vegan pescatarian pescetarian flexitarian keto paleo plant-based",
            r"(?!\s{1,3}(?:food|dish|meal|option|recipe|restaurant)s?\b)", "be", "head",
            "constraint", single=True),
)  # fmt: skip


def _by_head() -> dict[str, tuple[Pattern, ...]]:
    heads: dict[str, tuple[Pattern, ...]] = {}
    for pattern in PATTERNS:
        for head in pattern.heads.split():
            heads[head] = (*heads.get(head, ()), pattern)
    return heads


HEADS = _by_head()
"""What to try for each head, in the order of the table."""
