"""The wordings of "my dentist is Dr. Sato": one pattern per way to tie a value to a noun.

A frame finds whose attribute it is, the noun phrase, and where the value stands; `framing` reads
them. All repetition is bounded, as everywhere in the rules.
"""

import re

from neuromem_graph.core.clauses import KIN, NAME
from neuromem_graph.core.wordlists import one_of

__all__ = [
    "ACTS", "ALTERED", "ALTERS", "BEFORE_AS", "BEFORE_BE", "BEFORE_IT", "BEST", "FAVORED", "HINT",
    "NOUN", "OWNER", "REACHED", "RELATIVE", "TAILS", "TOPIC",
]  # fmt: skip

_W = r"\s{1,3}"
OWNER = re.compile(
    rf"(?<![\w'@/.#-])(?:(?P<theirs>his|her|their)|(?:my|our)(?:{_W}{KIN % 'kin'}(?:,?{_W}(?P<ki"
    f"n_name>{NAME}))?'s"
    f"(?:{_W}{KIN % 'kins_kin'}'s)?)?|(?P<holder>{NAME})'s(?:{_W}{KIN % 'holders_kin'}'s)?)(?="
    f"{_W})",
    re.IGNORECASE,
)
"""Whose it is: "my", "her", "my sister Ana's", "Tom's", "Tom's daughter's"."""

_VERB = one_of(
    "is are was were am isn't aren't wasn't isnt ain't has have had became becomes become "
    "becoming used will would might could should"
    " may can changed changes switched moved went gone goes moves updated got gets"
    " replaced and but or that which who because now currently actually still just also i i'm "
    "he she we they you it's"
    " remains stays turned runs ran called named there if when while though so not no finally "
    "officially then as than"
)
_WORD = (
    rf"(?!{_VERB}(?![\w-]))(?:(?-i:[a-zß-ÿ])[\w/-]{{0,20}}|(?-i:[A-Z]{{2,4}}|GitHub|Twitter"
    r"|Instagram|Telegram|Discord|WhatsApp|Facebook|LinkedIn|Slack|Steam)(?!\w))"
)
PHRASE = rf"(?P<noun>{_WORD}(?:{_W}{_WORD}){{0,4}}?)"
"""A noun phrase of up to five words, as short as what follows allows."""

_POST = (
    f"(?:{_W}(?:at|for|of|in|to|on|with){_W}(?:(?:the|my|this|his|her"
    rf"|our){_W})?[\w-]{{1,15}}(?:{_W}(?!{_VERB}\b)[\w-]{{1,15}})?)?"
    rf"(?:{_W}(?:these{_W}days|right{_W}now|at{_W}the{_W}moment|for{_W}now|by{_W}the{_W}way|ever))?"
)
_ADVERB = one_of(
    "now currently actually officially still also always just finally probably definitely "
    "basically not never no_longer"
    " these_days nowadays already really simply usually mostly mainly recently obviously "
    "in_fact at_the_moment"
    " right_now today again once suddenly apparently, btw"
)
_BE = (
    rf"(?P<is>(?:'s(?!\w)|(?:{_W}{_ADVERB}){{0,2}}{_W}(?:is|are|was|were|isn't|isnt|aren't"
    f"|wasn't|ain't|has{_W}(?:always{_W}|now{_W}|long{_W}|recently{_W})?been"
    f"|have{_W}been|became|has{_W}(?:now{_W})?become|becomes|used{_W}to{_W}be|will{_W}be"
    f"|is{_W}going{_W}to{_W}be|would{_W}be|might{_W}be|could{_W}be|may{_W}be"
    f"|should{_W}be|has{_W}turned{_W}into|turned{_W}into|remains|stays|ended{_W}up{_W}being"
    f"|has{_W}ended{_W}up))"
    rf"(?:{_W}{_ADVERB},?){{0,3}}(?:{_W}(?:called|named|set{_W}to|known{_W}as|registered{_W}as"
    f"|(?:up|down|back|close){_W}to))?)(?={_W})"
)
_ALTER = (
    f"(?:'s)?(?:{_W}(?:has|have|had|was|were|got|gets|is|been|being|just|recently|finally|also|now"
    rf"|have{_W}been|suddenly|officially)){{0,3}}{_W}"
    "(?:chang(?:ed|es|ing)|switch(?:ed|es)|mov(?:ed|es)|w(?:ent)|gone|updat(?:ed|es)|set"
    "|rais(?:ed|es)|cut|bump(?:ed|s)"
    "|upgrad(?:ed|es)|increas(?:ed|es)|decreas(?:ed|es)|dropped|drops|rose|risen|grew|grown"
    "|fell|fallen|shift(?:ed|s)"
    "|renam(?:ed|es)|reschedul(?:ed|es)|push(?:ed|es)|pull(?:ed|s)|reduc(?:ed|es)|lower(?:ed"
    "|s)|jump(?:ed|s)|transferred"
    r"|turned|adjusted|corrected|extended|postponed|swapped|replaced|shrank|shrunk|climbed)"
    rf"(?:{_W}(?:up|down|over|back|again|out|forward))?"
)
_FROM = rf"(?:{_W}from{_W}(?P<old>[^,.;!?\n]{{1,40}}?))?"
_TO = rf"{_W}(?:(?:over|up|down|back){_W})?(?:to|into|with|by)(?={_W})"
_THEN = (
    rf"(?:(?:{_W}[^,.;:!?\n]{{1,30}})?(?:,|:|;|{_W}-|\u2014|\s\u2013)(?:{_W}(?:and|so|but"
    f"|now))?(?:{_W}(?:it|that|he|she|i)(?:'s|{_W}(?:is|am)|'m))?(?:{_W}now)?(?={_W}))"
)


def _compile(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


TAILS = _compile(
    # my dentist is, Tom's shoe size has been, my allergy isn't
    rf"{_W}{PHRASE}{_POST}(?:,[^,.;:!?]{{3,40}},)?{_BE}",
    # my budget went up from 500 to, my weekly meeting moved to
    rf"{_W}{PHRASE}{_POST}(?P<alters>{_ALTER}){_FROM}{_TO}",
    # my diet changed, it's
    rf"{_W}{PHRASE}(?P<alters>{_ALTER}){_THEN}",
    # my GP's name is
    rf"{_W}{PHRASE}'s{_W}name(?P<is>'s|{_W}is)(?:{_W}now)?(?={_W})",
    # my number: 555
    rf"{_W}{PHRASE}(?P<colon>:)(?=\s)",
    # my boss, Maria, is late
    rf"{_W}{PHRASE}(?P<apposed>,)(?={_W}(?-i:[A-Z]))",
)
"""What follows the owner where the value comes last."""

ACTS = re.compile(
    r"(?i)\b(?:mov|went|gone|goes|transferred|turned|upgrad|shift)"
    r"|(?<!was\s)(?<!were\s)(?<!been\s)(?<!got\s)(?<!gets\s)\bswitch"
)
"""Verbs before "to" that tell of whoever can act what it does: "my bank moved to", "my team
switched to". Only what is done to it tells that another took its place."""

ALTERED = re.compile(
    r"(?i)\b(?:chang(?:e|ed|es|ing)|switch(?:ed|es|ing)?|updat(?:e|ed|es|ing)|rais(?:e|ed)|cut"
    "|bump(?:ed)?|upgrad(?:e|ed|es)"
    "|increas(?:ed|e)|lower(?:ed)?|reduc(?:ed|e)|renam(?:ed|e)|reschedul(?:ed|e)|push(?:ed)?"
    "|mov(?:ed?|ing)|sets?|adjust(?:ed)?"
    "|swap(?:ped)?|replac(?:ed?|ing)|shift(?:ed)?|postponed?|extended|transferred|traded"
    r"|traded\sin|trade|got|set)\s{1,3}$"
)
"""What stands before the owner in "I changed my budget"."""

ALTERS = re.compile(
    rf"{_W}{PHRASE}(?:{_W}(?:for|of|with){_W}(?:(?:the|my){_W})?[\w-]{{1,15}})?{_FROM}(?:{_W}(?:"
    f"(?:over|up|down|back){_W})?(?:to|into|at|with|for)(?={_W})|{_THEN})",
    re.IGNORECASE,
)
"""What follows the owner there."""

NOUN = re.compile(
    rf"{_W}{PHRASE}(?=\s{{0,3}}(?:[.,;:!?)\u2013\u2014(]|$|-\s)|\s{{1,3}}(?:now|these|nowadays"
    "|since|and|but|so|at|for|by"
    "|right|currently|always|because|in|on|too|from|with|ever|again|anymore|any|instead|lately"
    "|here|after|as|of|if|though"
    "|then|until|when|already|btw|tbh|thanks|who|that|which|is|before|last|this|today"
    r"|yesterday|where|or|obviously|hands)(?!\w))",
    re.IGNORECASE,
)
"""What follows the owner where the value came first."""

BEFORE_BE = re.compile(
    f"(?i)(?:'s|{_W}(?:is|are|was|were|became|becomes|has{_W}become|have{_W}become|will{_W}be"
    f"|has{_W}been"
    rf"|has{_W}always{_W}been|isn't|wasn't|might{_W}be|used{_W}to{_W}be))(?:{_W}{_ADVERB}){{0,3"
    rf"}}{_W}$"
)
"""Dr. Sato "is" my dentist."""

BEFORE_AS = re.compile(
    rf"(?i)(?:{_W}(?:has|have|just|finally|recently|now)){{0,2}}{_W}(?:(?:replac(?:ed|es)"
    "|succeed(?:ed|s)|beats|overtook|dethroned)"
    rf"{_W}(?P<old>[^,.;!?\n]{{1,40}}?)|took{_W}over(?:{_W}from{_W}[^,.;!?\n]{{1,40}}?)?"
    "|(?P<got>(?:uses?|using|sees?|have|has|hired"
    f"|chose|picked|choose|got|took|runs?|see|kept|went{_W}with|go{_W}with|hit"
    rf"|treat)){_W}(?P<value>(?:[^,.;!?\n]|(?<=Dr|Mr|Ms|rs|of)\.){{1,40}}?)){_W}as{_W}$"
)
"""Dune "replaced Emma as" my favourite book, I "use Vim as" my editor."""

BEFORE_IT = re.compile(
    rf"(?i)(?:(?P<it>\b(?:it|that|this|they|which|he|she)(?:'s|'re|{_W}(?:is|are|became"
    f"|has{_W}become|was|will{_W}be|has{_W}been"
    rf"|have{_W}been))(?:{_W}been|{_W}become)?)(?:{_W}{_ADVERB}){{0,2}}|(?P<comma>,|\u2014|\s-"
    rf"|\()(?:{_W}(?:so|and|now|it's|being))?)(?:{_W}|(?<=\())$"
)
"""I love Dune, "it's" my favourite book."""

FAVORED = re.compile(
    r"(?i)(?<!my\s)(?<!\w)(?=(?:(?:new|all-time|absolute)\s){0,2}(?:favou?rite"
    r"|fave|go-to)\s\w)"
)
"""A favourite without an owner: "new favourite book"."""

RELATIVE = re.compile(
    rf"(?<![\w'])the{_W}{PHRASE}{_W}(?:(?:that|which|where|who){_W})?(?:(?P<me>I|we)(?=['\s]"
    r"|m\b|ve\b)|(?P<pronoun>he|she|they)(?=['\s])"
    rf"|(?:my|our){_W}{KIN % 'kin'}(?:,?{_W}(?P<kin_name>{NAME}))?(?=['\s])"
    rf"|(?P<holder>{NAME})(?=['\s])(?:'s{_W}{KIN % 'holders_kin'})?)"
    rf"(?P<inner>(?:'(?:m|ve|s|re|d))?(?:{_W}(?!is\b|was\b"
    rf"|are\b)[\w'-]{{1,15}}){{0,6}}?(?:{_W}is{_W}[\w'-]{{3,15}}(?:ed|ing)(?:{_W}(?:to|on|at"
    "|for|with|in))?)?)"
    rf"(?P<is>'s(?!\w)|{_W}(?:is|was|are|has{_W}been|isn't))(?:{_W}{_ADVERB},?){{0,3}}(?:{_W}(?:"
    f"called|named))?(?={_W})",
    re.IGNORECASE,
)
"""The gym I use "is", the language Tom is learning "is"."""

BEST = re.compile(
    rf"(?<![\w'])(?:the{_W})?best{_W}{PHRASE}{_W}(?:for|to{_W}reach){_W}(?:(?P<me>me|us)|(?:my"
    f"|our){_W}{KIN % 'kin'}"
    f"(?:,?{_W}(?P<kin_name>{NAME}))?|(?P<holder>{NAME})|(?P<them>him|her|them))(?:{_W}(?:on"
    rf"|at))?(?P<is>'s|{_W}(?:is|was))(?:{_W}{_ADVERB}){{0,2}}(?={_W})",
    re.IGNORECASE,
)
"""Best number for me "is"."""

TOPIC = re.compile(
    rf"(?<![\w'])(?:(?P<wise>[a-z]{{3,20}})-wise|(?:when{_W}it{_W}comes{_W}to|as{_W}for"
    rf"|in{_W}terms{_W}of|for|regarding){_W}(?P<topic>[a-z]{{3,20}})),?{_W}"
    rf"(?:(?P<me>I|we)(?=['\s]|m\b)|(?P<pronoun>he|she)(?=['\s])|(?:my|our){_W}{KIN % 'kin'}(?:,"
    rf"?{_W}(?P<kin_name>{NAME}))?(?=['\s])"
    rf"|(?P<holder>{NAME})(?=['\s]))(?P<is>(?:'m|'s|m|{_W}(?:am|is|are|follow|follows|have"
    rf"|has)))(?:{_W}{_ADVERB}){{0,2}}(?={_W})",
    re.IGNORECASE,
)
"""Budget-wise I'm at 500."""

REACHED = re.compile(
    rf"(?P<no>\b(?:don't|do{_W}not|dont|never|stop|can't|cannot|couldn't|didn't"
    rf"|tried{_W}to)(?:{_W}\w{{1,12}}){{0,2}}?{_W})?"
    r"(?:\b(?:reach|call|text|ring|phone|message|write|e-?mail|mail|contact|ping|whatsapp|find"
    f"|get|sms|dm){_W}(?:(?P<me>me|us)|(?P<them>him|her|them)"
    rf"|(?:my|our){_W}{KIN % 'kin'}(?:,?{_W}(?P<kin_name>{NAME}))?|(?P<holder>{NAME}))"
    rf"|\b(?:write{_W}to{_W}(?P<me2>me|us)|(?:drop|give|send){_W}(?P<me3>me|us){_W}an?{_W}(?:line"
    rf"|bell|ring|shout|call|text|buzz|e-?mail))"
    rf"|(?<![\w'])(?:(?P<i>I|we)|(?P<pronoun>he|she|they)|(?:my|our){_W}{KIN % 'pass_kin'}(?:,?"
    f"{_W}(?P<pass_name>{NAME}))?|(?P<pass_holder>{NAME}))"
    f"{_W}can(?:{_W}(?:now|always|also|best))?{_W}be{_W}(?:now{_W})?(?:reached|called"
    "|contacted|found|texted|emailed|e-mailed))"
    f"(?:{_W}(?:now|there|anytime|any{_W}time|directly|always|only|instead|from{_W}now{_W}on"
    rf"|best)){{0,2}}{_W}(?:at|on|under|via|by|to|through)"
    f"(?:{_W}(?:my|the|this|his|her){_W}(?:new{_W})?(?:number|e-?mail|cell|mobile|mail"
    f"|address),?:?)?(?={_W})",
    re.IGNORECASE,
)
"""Where somebody can be reached."""

HINT = re.compile(
    r"(?i)\b(?:my|our|his|her|their|the|best|favou?rite|fave|go-to|me|us|him|can be|call|text"
    r"|reach|email|mail|contact|write)\b|'s\b|-wise\b"
)
"""A text without any of these has no frame."""
