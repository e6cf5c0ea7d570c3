"""The wordings that present a value by itself: "Oslo is where I live", "bye bye Vim, hello Zed".

What stands around the value tells the noun it belongs to: a verb ("what I drive"), a noun ("the
gym I go to"), or what it takes the place of. All repetition is bounded, as everywhere in the rules.
"""

import re
from typing import NamedTuple

from neuromem_graph.core.clauses import KIN, NAME
from neuromem_graph.core.frames import PHRASE
from neuromem_graph.core.regexes import compiled

__all__ = ["CUES", "HINT", "PRESENTED", "Presented", "cued"]

_W = r"\s{1,3}"
_WHO = (
    rf"(?:(?P<me>I|we)(?=['\s]|m\b|ve\b)|(?P<pronoun>he|she|they)(?=['\s])"
    rf"|(?:my|our){_W}{KIN % 'kin'}(?:,?{_W}(?P<kin_name>{NAME}))?(?=['\s])"
    rf"|(?P<holder>{NAME})(?=['\s])(?:'s{_W}{KIN % 'holders_kin'})?)"
)
_ADVERBS = (
    f"(?:{_W}(?:has|have|had|just|finally|recently|also|now|already|then|officially|actually|am|is"
    rf"|are|even|eventually|since|got|so|totally|completely|only|mostly|usually|always)){{0,3}}"
)
_SUBJECT = rf"(?<![\w'])(?:{_WHO}(?:'(?:ve|m|s|re)|m\b|ve\b)?{_ADVERBS}{_W})"
_INNER = (
    rf"(?P<inner>(?:'(?:m|ve|s|re|d))?(?:{_W}(?!is\b|was\b|are\b|and\b|but\b)[\w'-]{{1,15}})"
    rf"{{0,8}}?)"
)
_BE = (
    rf"(?:'s|{_W}(?:is|are|was|has{_W}been|became|would{_W}be|has{_W}to{_W}be))(?:{_W}(?:now|st"
    rf"ill|currently|actually|always))?"
)
_OPEN = r"(?:^|(?<=[,;:.!?\u2014(-]\s)|(?<=\bnow\s)|(?<=\bso\s)|(?<=\band\s)|(?<=\bbut\s))"
_END = (
    rf"(?=\s{{0,3}}(?:[.,;:!?)\u2014]|$)|{_W}(?:now|these|nowadays|and|but|so|at{_W}the|since|right"
    r"|lol|btw|again|instead|lately|currently|from)\b)"
)
_V = r"(?P<v>[^,;:!?\n]{1,40}?)"
_OLD = r"(?P<old>[^;:!?\n,]{1,60}?)"
_THEN = (
    rf"(?:(?:,|;|\.|{_W}[-\u2013\u2014]|!)(?:{_W}(?:and|but|so|then|now|it's)){{0,2}}"
    rf"|(?:{_W}(?:and|but|so|then)){{1,2}})"
    rf"(?:{_W}(?:now|then|instead|finally|today|these{_W}days|since{_W}then),?){{0,2}}"
    rf"(?:{_W}(?:I|we|he|she|they|it)(?:'ve|'m|'s|m)?)?"
    rf"(?:{_W}(?:now|have|has|had|just|am|is|are|already|instead|all)){{0,3}}"
)
_OFF = (
    rf"(?:(?:gave|given|packed|jacked|chucked|pack(?=ed)){_W}(?:up|in|away)|quit|dropped|drop|dit"
    rf"ched"
    rf"|binned|dumped|left|leave|cancell?ed|uninstalled|deleted|removed|abandoned|scrapped|retired"
    rf"|stopped(?:{_W}(?:using|doing|playing|going{_W}to|eating|learning|seeing|driving))?"
    rf"|(?:got|gotten){_W}rid{_W}of|sold|lost|let{_W}go{_W}of"
    rf"|(?:handed|put|gave|given){_W}(?:in{_W})?(?:my|his|her|their|our){_W}notice{_W}(?:in{_W})?"
    rf"(?:at|to|with)"
    rf"|resigned{_W}from|(?:closed|cancell?ed){_W}(?:my|his|her|our){_W}(?:account|membership|sub"
    rf"scription|contract){_W}(?:at|with)|parted{_W}(?:ways|company){_W}with|moved{_W}on{_W}from|"
    rf"walked{_W}out{_W}(?:of|on)"
    rf"|(?:done|finished|through|over){_W}with|over|off|fed{_W}up{_W}with|sick{_W}of|bored{_W}(?:"
    rf"of|with)"
    rf"|said{_W}(?:goodbye|bye){_W}to|traded{_W}in|turned{_W}(?:my|his|her){_W}back{_W}on"
    rf"|no{_W}longer{_W}(?:have|has|own|owns|use|uses|keep|keeps|see|sees|go{_W}to|goes{_W}to"
    rf"|a{_W}member{_W}of|a{_W}patient{_W}of|report{_W}to|reports{_W}to|into|do|does|follow|follo"
    rf"ws)"
    rf"|(?:don't|doesn't){_W}(?:have|own|use|see|go{_W}to|do|report{_W}to){_W}(?=[^,;.!?\n]"
    rf"{{1,40}}{_W}any{_W}?more)"
    rf"|had|used|used{_W}to{_W}(?:have|use|own|go{_W}to|see|do))"
)
_ON = (
    rf"(?P<on>(?:took|taken|taking|picked|take){_W}up|started|starting|start|(?:got|gotten|gettin"
    rf"g|really{_W})?{_W}?into"
    rf"|on|joined|(?:signed|signing){_W}up|go|goes|going|use|uses|using|with|at|in|train|trains|t"
    rf"raining"
    rf"|works?(?:{_W}out)?|working(?:{_W}out)?|report|reports|bought|got|gotten|have|has|own|owns"
    rf"|drive|drives|see|sees|seeing"
    rf"|all{_W}about|learning|installed|moved|switched|went|chose|picked|adopted|keep|keeps|eat|e"
    rf"ats|follow|follows"
    rf"|enrolled|registered|live|lives|living|play|plays|banks?|a{_W}member|a{_W}patient|code|cod"
    rf"es|coding|do|does|doing)"
    rf"(?:{_W}(?:at|to|with|for|in|of|on|as|doing|using|learning|over|up)){{0,2}}"
    rf"(?:{_W}(?:now|instead|myself|ourselves|himself|herself))?(?={_W})"
)


class Presented(NamedTuple):
    """Hold one wording; the value is its group "v", or begins where the match ends."""

    source: str
    noun: str = ""  # what the value is one of; "": what the words around it tell
    change: bool = False
    sorted: bool = False  # without a noun it must be known what the value names
    hint: str = ""  # a text without it need not be searched

    @property
    def regex(self) -> re.Pattern[str]:
        """Return what it looks like."""
        return compiled(self.source)


def _show(
    pattern: str, noun: str = "", change: bool = False, sure: bool = False, hint: str = ""
) -> Presented:
    return Presented(pattern, noun, change, sure, hint)


PRESENTED: tuple[Presented, ...] = (
    # Oslo is where I live; the gym I'm a member of is Apex
    _show(rf"{_BE}{_W}(?P<cleft>what|where|who|how|the{_W}{PHRASE})(?:{_W}(?:that|which|where|who"
        rf"))?{_W}"
          rf"{_WHO}{_INNER}{_END}", "<"),
    _show(rf"{_OPEN}(?:but{_W}|and{_W})?(?P<cleft>what|where|who|how){_W}{_WHO}{_INNER}{_BE}(?="
        rf"{_W})"),
    _show(rf"(?<![\w'])(?:it's|it{_W}is|its)(?:{_W}now)?(?P<v>{_W}[^,;:!?\n]{{2,40}}?){_W}(?P<cle"
        rf"ft>that|who|where|which){_W}{_WHO}{_INNER}{_END}"),
    # I left Apex and go to Pulse now
    _show(rf"{_SUBJECT}{_OFF}{_W}{_OLD}{_THEN}{_W}{_ON}", change=True),
    _show(rf"{_OPEN}(?P<elided>)(?:(?:so|just|finally|totally|officially){_W}){{0,2}}{_OFF}{_W}"
        rf"{_OLD}{_THEN}{_W}{_ON}",
          change=True),
    _show(rf"{_OPEN}(?P<elided>)(?:(?:so|just|finally|totally|officially){_W}){{0,2}}(?:over|done"
        rf"{_W}with|sick{_W}of"
          rf"|through{_W}with){_W}{_OLD}(?:,|;)(?:{_W}(?:now|it's|I'm|im|its|on{_W}to|all|about))"
          rf"{{1,4}}(?={_W})",
          change=True),
    # bye bye Vim, hello Zed; scratch Vim, Zed now
    _show(rf"(?<![\w'])(?P<elided>)(?:(?:bye[\s-]?){{1,2}}|good-?bye|farewell|so{_W}long|adios|ci"
        rf"ao){_W}{_OLD},?{_W}(?:and{_W})?"
          rf"(?:hello|hi|hey|welcome|bring{_W}on)(?:{_W}to)?(?={_W})", change=True),
    _show(rf"{_OPEN}(?P<elided>)(?:hello|hi|welcome)(?P<v>{_W}[^,;:!?\n]{{1,40}}?),?{_W}(?:and"
        rf"{_W})?(?:(?:bye[\s-]?){{1,2}}|good-?bye|farewell|so{_W}long"
          rf"|adios|ciao)(?={_W}|(?<=\s))(?P<old>[^,;:!?\n]{{1,40}})", change=True, hint="bye"),
    _show(rf"{_OPEN}(?P<elided>)(?:scratch|forget|screw|never{_W}mind|nevermind){_W}(?!that\b|it"
        rf"\b|about\b|this\b|what\b){_OLD},"
          rf"(?:{_W}(?:now|it's|I'm|im|its|we're|a|on|at|with|in|into|all|about)){{0,4}}(?={_W})",
          change=True),
    _show(rf"{_OPEN}(?P<elided>)no{_W}more{_W}{_OLD}(?:{_W}for{_W}(?:me|us))?,(?:{_W}(?:now|it's|"
        rf"I'm|im|its|we're|only|all|about"
          rf"|on|at|with|into|from|hello|got|have)){{1,4}}(?={_W})", change=True, hint="no more"),
    _show(rf"{_OPEN}(?P<elided>)out{_W}with(?:{_W}the)?{_W}{_OLD},?{_W}(?:and{_W})?in{_W}with(?="
        rf"{_W})", change=True, hint="in with"),
    _show(rf"(?<![\w'])(?P<elided>)(?:it's|its|it{_W}is){_W}(?:all{_W}(?:about{_W})?)?{_V}(?:{_W}"
        rf"(?:now|these{_W}days|for{_W}me)){{0,2}}"
          rf"{_W}(?:instead{_W}of|rather{_W}than|over){_W}(?P<old>[^,;:!?\n]{{1,40}}?)(?=\s"
          rf"{{0,3}}(?:[.,;!?]|$)|{_W}(?:for|now|these)\b)",
          change=True),
    _show(rf"{_OPEN}(?P<elided>)(?P<old>[^,;:!?\n]{{1,40}}?){_W}(?:is|was)?{_W}?(?:history|so{_W}"
        rf"last{_W}year|out|toast|yesterday's{_W}news|dead(?:{_W}to{_W}me)?"
          rf"|no{_W}more|gone|over|done),"
          rf"(?:{_W}(?:now|it's|I'm|im|its|all|about|hello)){{1,4}}(?={_W})", change=True),
    _show(rf"(?:{_SUBJECT}|{_OPEN}(?P<elided>))(?:now{_W})?jump(?:ed|s)?{_W}ship(?:{_W}from{_W}(?"
        rf"P<old>[^,;:!?\n]{{1,40}}?))?{_W}to(?={_W})",
          "employer", True, hint="ship"),
    _show(rf"(?<![\w'])(?P<old>[^,;:.!?\n]{{1,40}}?){_W}(?:let|laid){_W}(?:(?P<them>him|her|them)"
        rf"|(?P<me>me|us)|(?P<holder>{NAME})){_W}(?:go|off),?{_W}"
          rf"(?:and|but|so)?{_W}?{_V}{_W}(?:snapped|scooped|took|picked|hired)\b", "employer", True,
          hint=" let "),
    _show(rf"(?:{_SUBJECT}|{_OPEN}(?P<elided>))(?:not|no{_W}longer)(?:{_W}(?:at|with|on|using|in|"
        rf"into|a)){{0,2}}{_W}{_OLD}{_W}"
          rf"any{_W}?(?:more|longer),?(?:{_W}(?:but|it's|now|at|with|on|in|I'm|im|he's|she's))"
          rf"{{0,4}}(?={_W}[^,;.!?]{{1,40}}{_W}now\b)", change=True,
          hint="any"),
    _show(rf"\b(?:moved|transferred|switched|reassigned){_W}(?:my{_W}{KIN % 'kin'}(?:,?{_W}"
        rf"(?P<kin_name>{NAME}))?|(?P<holder>{NAME})){_W}from{_W}{_OLD}{_W}(?:over{_W})?to(?={_W})",
        change=True, hint=" from "),
    # the value alone
    _show(rf"(?:{_SUBJECT}|{_OPEN}(?P<elided>)(?:just{_W})?)all{_W}about{_V}(?={_W}(?:now|these"
        rf"{_W}days|lately)\b)", change=True, sure=True),
    _show(rf"(?<![\w'])(?P<me>I)(?:'m|m|{_W}am)(?:{_W}(?:now|officially|totally|such))?{_W}an?(?:"
        rf"{_W}(?:real|total|big|proud))?(?P<v>{_W}[\w' .-]{{2,30}}?){_W}"
          rf"(?P<kind>person|fan|driver|resident|user|drinker|guy|girl|owner|convert|rider|employ"
          rf"ee|eater|player|customer|learner){_END}"),
    _show(rf"(?<![\w'])(?:my|our){_W}{KIN % 'kin'}(?:,?{_W}(?P<kin_name>{NAME}))?(?:'s|{_W}is)(?:"
        rf"{_W}now)?{_W}an?(?P<v>{_W}[\w' .-]{{2,30}}?){_W}"
          rf"(?P<kind>driver|resident|user|owner|employee){_END}"),
    _show(rf"(?<![\w'])(?P<holder>{NAME})(?:'s|{_W}is)(?:{_W}now)?{_W}an?(?P<v>{_W}[\w' .-]"
        rf"{{2,30}}?){_W}(?P<kind>driver|resident|user|owner|employee){_END}"),
    _show(rf"(?:^|(?<=[.,;:!]\s))(?P<elided>)(?:go{_W})?team(?P<v>{_W}[\w'+# -]{{2,25}}?){_W}(?:h"
        rf"ere|now|all{_W}the{_W}way|over{_W}here|forever)\b",
          sure=True, hint="team"),
    _show(rf"(?:^|(?<=[.,;:!]\s))(?P<elided>)(?:(?:it's|its|now|it{_W}is|I'm){_W}){{0,2}}{_V}{_W}"
        rf"all{_W}the{_W}way\b(?!{_W}(?:to|from|up|down|in|through|home|back|over))", sure=True,
        hint="all"),
    _show(rf"(?:^|(?<=[.,;:!]\s))(?:(?:so|now|lately|these{_W}days|it's),?{_W}){{0,2}}{_V},?{_W}f"
        rf"or{_W}(?P<me>me)(?:,?{_W}(?:now|always|from{_W}now{_W}on|every{_W}time|these{_W}days|a"
        rf"ny{_W}day))(?=\W|$)",
          sure=True, hint="for me"),
    _show(rf"(?:^|(?<=[.,;:!]\s))(?P<elided>)(?:so{_W})?{_V}{_W}it{_W}is(?=\s{{0,3}}(?:[.,;!]|$)|"
        rf"{_W}(?:now|then|from)\b)", change=True, sure=True, hint="it is"),
)  # fmt: skip
"""In the order of preference."""

_CUE_TABLE = (
    (r"\bworks?(?:ing)?\sas\b", "job title"),
    (r"\bdentists?\b|\bteeth\b|\bdental\b", "dentist"),
    (r"\b(?:gyms?|work(?:s|ing)?\sout|train(?:s|ing)?\s(?:at|in|with)|lift(?:s|ing)?)\b", "gym"),
    (r"\breport(?:s|ed|ing)?\sto\b|\banswers?\sto\b|\b(?:boss|manager|supervisor)\b", "manager"),
    (r"\bdiet\b", "diet"),
    (r"\b(?:to|for)\s(?:work|the\soffice)$|\bget\s(?:in)?to\swork|\bcommut\w+\b|(?<!used\s)\bto\s"
        r"(?:work|the\soffice)\b(?!\s(?:at|for|as|in|with))", "commute"),
    (r"\bfor\s(?:\w+\s)?(?:code|coding|programming|editing)\b|\bcod(?:es?|ing)\b|\bprogram\b|\b(?"
        r":write|edit)s?\s(?:\w+\s){0,3}code\b", "editor"),
    (r"\b(?:free|spare)\stime\b|\bfor\sfun\b|\bhobb(?:y|ies)\b|\bweekends\b|\bevenings\b", "hobby"),
    (r"\blearn(?:s|ing)?\b|\bstud(?:y|ies|ying)\b", "target language"),
    (r"\b(?:on\s(?:the\s)?)?\w+\steam\b|\bsquad\b", "team"),
    (r"\bnotice\b|\bjobs?\b|\bwork(?:s|ing)?\s(?:at|for|with)\b|\bwork(?:s|ing)?(?:\snow)?$|\bemp"
        r"loyed\b|\bsalary\b|\bpaid\b", "employer"),
    (r"\bdriv(?:e|es|ing)(?:\s(?:now|currently|these|around|at)\b.*)?$", "car"),
    (r"\bliv(?:e|es|ing)\b|\breside\b|\bhome\b|\bbased\b|\bmoved\sto$", "city"),
    (r"\bbank(?:s|ing)?\b", "bank"),
    (r"\b(?:tak(?:en|e|es|ing)|took|picked)\sup\b", "hobby"),
    (r"\b(?:fav(?:e|ou?rite)?|usual|go-to)\sdrink\b|\bdrink(?:s|ing)?\b", "favourite drink"),
)  # fmt: skip

CUES = tuple((re.compile(pattern, re.IGNORECASE), noun) for pattern, noun in _CUE_TABLE)
"""What the words around a value tell of its noun."""


def cued(words: str) -> str | None:
    """Return the noun that words tell of: "what I drive" of a car.

    Args:
        words: around the value.
    """
    return next((noun for pattern, noun in CUES if pattern.search(words)), None)


HINT = re.compile(
    r"(?i)\b(?:it's|its|new|changed|switched|in shoes|any ?more|is (?:what|where|who|how|the)"
    r"|what|where|who|how|bye|hello|scratch|forget|no more"
    r"|in with|instead of|history|all about|all the way|for me|it is|team|ship|person|fan|driver"
    r"|resident|user|drinker|owner|convert|rider|employee|over|done with|notice|rid of|no longer"
    r"|gave|given|packed|jacked|binned|cancell?ed|uninstalled|deleted|removed|stopped|left|dropped"
    r"|ditched|quit|used|sold|resigned|parted|moved|had|closed|lost"
    r"|let (?:me|him|her|them|us) go)\b"
)
"""A text without any of these presents nothing."""
