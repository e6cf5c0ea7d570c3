"""The pieces that wordings of a noun and its value are made of."""

from re import Pattern
from typing import NamedTuple

from neuromem_graph.core.clauses import KIN, NAME
from neuromem_graph.core.regexes import compiled
from neuromem_graph.core.wordlists import one_of

__all__ = [
    "ANYONE",
    "FOUGHT",
    "HAS",
    "KID",
    "NEW",
    "NOUN",
    "ONE",
    "OWNER",
    "SUBJECT",
    "Saying",
    "W",
    "say",
]

W = r"\s{1,3}"
ADVERBS = (
    f"(?:{W}(?:has|have|had|just|finally|recently|also|now|already|then|officially|actually"
    "|even|eventually|always|still|currently|usually"
    rf"|only|mostly|really|absolutely|totally|simply|probably|went|and|go|goes))"
)
SUBJECT = (
    r"(?<![\w'])(?:(?P<me>I|we)(?:'ve|'m|ve|m)?|(?P<pronoun>she|he|they)(?:'s|'ve)?|(?:my"
    f"|our){W}{KIN % 'kin'}(?:,?{W}(?P<kin_name>{NAME}))?(?:'s{W}{KIN % 'kins_kin'})?(?:'s)?"
    rf"|(?P<holder>{NAME})(?:'s{W}{KIN % 'holders_kin'})?(?:'s)?){ADVERBS}{{0,3}}{W}"
)
ANYONE = (
    f"(?:(?P<me>me|us)|(?P<them>him|her|them)|(?:my|our){W}{KIN % 'kin'}(?:,?{W}(?P<kin_name>"
    f"{NAME}))?|(?P<holder>{NAME}))"
)
OWNER = (
    f"(?:(?P<me>my|our)(?!{W}{KIN % 'not_kin'})|(?P<theirs>his|her|their)|(?:my"
    f"|our){W}{KIN % 'kin'}(?:,?{W}(?P<kin_name>{NAME}))?'s|(?P<holder>{NAME})'s)"
)
NEW = one_of(
    "new brand_new shiny different better nice bigger cheaper second-hand used lovely "
    "great proper decent good total separate steady"
)
NOUN = (
    "(?P<noun>(?:(?!(?:and|but|or|that|which|who|for|from|with|in|on|at|to"
    rf"|of)\b)[a-z][\w/-]{{1,20}}{W}){{0,2}}(?!(?:and|but|or|that|which|who|for|from|with|in"
    rf"|on|at|to|of)\b)[a-z][\w/-]{{1,20}})"
)
HAS = (
    "(?:have|has|had|got|gotten|bought|ordered|purchased|chose|picked|acquired|opened|hired"
    "|found|joined|started|adopted|get|gets|getting)"
)
KID = one_of("daughter son kid child boy girl stepson stepdaughter")
FOUGHT = (
    f"(?:(?:more{W}than|over|above){W}(?:anything|everything|all)(?:{W}else)?|(?:best"
    f"|most){W}of{W}all(?:{W}(?P<topic>[a-z]+))?|the{W}(?:most"
    rf"|best)(?:{W}of{W}all(?:{W}(?P<topic2>[a-z]+))?)?|best\b"
    f"|,?{W}no{W}other{W}(?P<topic3>[a-z]+){W}(?:comes{W}close|will{W}do|compares))"
)

ONE = (
    r"(?!(?:my|the|our|his|her|a|an|this|that|she|he|who|it|nobody)\b)(?P<v>(?:(?:Dr|Mr|Mrs|Ms|"
    r"Prof)\.\s)?[^,;:.!?\n]{2,30}?)"
)


class Saying(NamedTuple):
    """Hold one wording; the value begins where the match ends, or is its group "v"."""

    source: str
    noun: str = ""  # what the value is one of; "" for the group "noun"
    change: bool = False
    hints: tuple[str, ...] = ("",)  # a text without any of them need not be searched
    ended: bool = False  # the value is one of the past

    @property
    def regex(self) -> Pattern[str]:
        """Return what it looks like."""
        return compiled(self.source)


def say(
    pattern: str, noun: str = "", change: bool = False, hint: str = "", ended: bool = False
) -> Saying:
    """Return one wording.

    Args:
        pattern: what it looks like, whatever the case of its letters.
        noun: what its value is one of; "" for the group "noun".
        change: it tells of a change.
        hint: a text without it need not be searched; several are divided by bars.
        ended: its value is one of the past.
    """
    hints = tuple(hint.split("|"))
    return Saying(pattern, noun, change, hints, ended)
