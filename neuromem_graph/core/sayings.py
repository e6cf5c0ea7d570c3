"""Further wordings of a noun and its value: "got a new number: 555", "Oslo is home now"."""

import re
from typing import NamedTuple

from neuromem_graph.core.clauses import KIN, NAME
from neuromem_graph.core.wordlists import one_of

__all__ = ["SAYINGS", "Saying"]

_W = r"\s{1,3}"
_ADVERBS = (
    f"(?:{_W}(?:has|have|had|just|finally|recently|also|now|already|then|officially|actually"
    "|even|eventually|always|still|currently|usually"
    rf"|only|mostly|really|absolutely|totally|simply|probably|went|and|go|goes))"
)
_SUBJECT = (
    r"(?<![\w'])(?:(?P<me>I|we)(?:'ve|'m|ve|m)?|(?P<pronoun>she|he|they)(?:'s|'ve)?|(?:my"
    f"|our){_W}{KIN % 'kin'}(?:,?{_W}(?P<kin_name>{NAME}))?(?:'s{_W}{KIN % 'kins_kin'})?(?:'s)?"
    rf"|(?P<holder>{NAME})(?:'s{_W}{KIN % 'holders_kin'})?(?:'s)?){_ADVERBS}{{0,3}}{_W}"
)
_ANYONE = (
    f"(?:(?P<me>me|us)|(?P<them>him|her|them)|(?:my|our){_W}{KIN % 'kin'}(?:,?{_W}(?P<kin_name>"
    f"{NAME}))?|(?P<holder>{NAME}))"
)
_OWNER = (
    f"(?:(?P<me>my|our)(?!{_W}{KIN % 'not_kin'})|(?P<theirs>his|her|their)|(?:my"
    f"|our){_W}{KIN % 'kin'}(?:,?{_W}(?P<kin_name>{NAME}))?'s|(?P<holder>{NAME})'s)"
)
_NEW = one_of(
    "new brand_new shiny different better nice bigger cheaper second-hand used lovely "
    "great proper decent good total separate steady"
)
_NOUN = (
    "(?P<noun>(?:(?!(?:and|but|or|that|which|who|for|from|with|in|on|at|to"
    rf"|of)\b)[a-z][\w/-]{{1,20}}{_W}){{0,2}}(?!(?:and|but|or|that|which|who|for|from|with|in"
    rf"|on|at|to|of)\b)[a-z][\w/-]{{1,20}})"
)
_HAS = (
    "(?:have|has|had|got|gotten|bought|ordered|purchased|chose|picked|acquired|opened|hired"
    "|found|joined|started|adopted|get|gets|getting)"
)
_KID = one_of("daughter son kid child boy girl stepson stepdaughter")
_FOUGHT = (
    f"(?:(?:more{_W}than|over|above){_W}(?:anything|everything|all)(?:{_W}else)?|(?:best"
    f"|most){_W}of{_W}all(?:{_W}(?P<topic>[a-z]+))?|the{_W}(?:most"
    rf"|best)(?:{_W}of{_W}all(?:{_W}(?P<topic2>[a-z]+))?)?|best\b"
    f"|,?{_W}no{_W}other{_W}(?P<topic3>[a-z]+){_W}(?:comes{_W}close|will{_W}do|compares))"
)

_ONE = r"(?!(?:my|the|our|his|her|a|an|this|that|she|he|who|it|nobody)\b)(?P<v>(?:(?:Dr|Mr|Mrs|Ms|Prof)\.\s)?[^,;:.!?\n]{2,30}?)"


class Saying(NamedTuple):
    """Hold one wording; the value begins where the match ends, or is its group "v"."""

    regex: re.Pattern[str]
    noun: str = ""  # what the value is one of; "" for the group "noun"
    change: bool = False
    hint: str = ""  # a text without it need not be searched
    ended: bool = False  # the value is one of the past


def _say(
    pattern: str, noun: str = "", change: bool = False, hint: str = "", ended: bool = False
) -> Saying:
    return Saying(re.compile(pattern, re.IGNORECASE), noun, change, hint, ended)


SAYINGS: tuple[Saying, ...] = (
    # I got a new number: 555; Ben has a manager named Mia; I have a budget of 500
    _say(f"{_SUBJECT}(?:'ve{_W})?{_HAS}(?:{_W}(?:got|up|myself|himself|herself))?{_W}(?:an?"
        rf"|the)(?:{_W}{_NEW}){{0,2}}{_W}{_NOUN}"
         rf"(?:{_W}(?:called|named|of)(?={_W})|{_W}at(?={_W}(?:€|\$|£|\d))|,?{_W}(?:which"
         rf"|and{_W}it|it)(?:'s|{_W}is)(?={_W})|\s?[:,\u2014](?={_W})|\s[-\u2013](?={_W}))"),
    _say(f"{_SUBJECT}(?:have|has|got){_W}(?:my|our|his|her|their){_W}{_NOUN}(?:{_W}(?:on|at"
        f"|every))?(?={_W}(?:mon|tues|wednes|thurs|fri|satur|sun)day)"),
    _say(rf"(?:^|[.;,]\s)(?:so{_W}|btw{_W}|and{_W}|just{_W}|finally{_W})?(?:got|bought"
        rf"|have){_W}(?:an?|my){_W}(?:{_NEW}{_W}){{0,2}}{_NOUN}(?:{_W}(?:called|named"
        rf"|of)(?={_W})|\s?[:,](?={_W}))(?P<me>)"),
    # Oslo is home now; home is Oslo
    _say(rf"(?:^|[,;.]{_W}|\b(?:and|but|so){_W})(?P<v>[^,;.!?]{{2,30}}?){_W}(?:is|became"
        f"|has{_W}become|feels{_W}like){_W}(?:my{_W})?(?:new{_W})?home(?:{_W}(?:now|these|at"
        r"|for))?(?=\W|$)(?P<elided>)", "city", hint="home"),
    _say(rf"(?<![\w'])(?<!my\s)(?<!our\s)home(?:'s|{_W}is)(?:{_W}now"
        f"|{_W}currently)?(?={_W})(?P<elided>)", "city", hint="home"),
    _say(rf"{_SUBJECT}calls?(?:{_W}now)?{_W}(?P<v>[^,;.!?]{{2,30}}?){_W}home\b", "city",
        hint="home"),
    _say(rf"{_SUBJECT}made{_W}the{_W}(?:move|jump|leap){_W}to(?={_W})", "city", change=True,
        hint="made"),
    _say(rf"(?:^|[,;.]{_W}|\bfinally{_W})(?:finally{_W})?made{_W}the{_W}(?:move|jump"
        f"|leap){_W}to(?={_W})(?P<me>)", "city", change=True, hint="made"),
    _say(f"{_SUBJECT}moved{_W}(?:countries|cities|towns)(?:{_W}again)?(?:,|:"
        f"|{_W}to)(?:{_W}(?:it's|to))?(?={_W})", "city", change=True, hint="moved"),
    _say(rf"\b(?:ship|send|deliver|post|mail)(?:{_W}(?:it|this|that|everything|the{_W}\w+|them"
        rf"|all)){{0,2}}{_W}to{_W}(?P<v>[^,;!?]{{5,50}}?)(?:{_W}please)?,?{_W}(?:that's"
        f"|that{_W}is|it's){_W}where{_W}(?P<me>I|we)(?:'m)?{_W}(?:live|am|stay|staying)",
        "street address", hint="where"),
    # the new one
    _say(r"\b(?:gave|got|handed|issued|bought|lent|gifted|sent|assigned"
        rf"|gives){_W}{_ANYONE}{_W}(?:an?|the)(?:{_W}{_NEW}){{0,2}}(?={_W})", "typed",
        change=True),
    _say(rf"\b(?:there's|there{_W}is){_W}(?:now{_W})?an?(?:{_W}{_NEW})?(?P<v>{_W}[\w' "
        rf"-]{{2,30}}?){_W}(?:in|at|on){_W}{_OWNER}{_W}(?:flat|house|home|place|apartment"
        "|living|kitchen|garden|driveway|garage|yard|desk)", "typed", hint="there"),
    _say(rf"\b(?:there's|there{_W}is){_W}(?:now{_W})?an?(?:{_W}{_NEW})?(?P<v>{_W}[\w'.-]{{2,15}}"
        rf"(?:{_W}[\w'.-]{{1,15}}){{0,2}}?){_W}(?:in|at|on){_W}(?:the|our){_W}(?:driveway"
        "|garage|yard|living|house|flat)(?P<elided>)", "typed", hint="there"),
    _say(rf"(?:^|[,;:.]{_W}|\b(?:and|but|so){_W})an?{_W}(?P<v>[^,;.:!?]{{2,30}}?){_W}(?:moved"
        f"{_W}in{_W}with|joined|lives{_W}with){_W}{_ANYONE}", "pet"),
    _say(f"{_SUBJECT}(?:am{_W}|is{_W}|are{_W})?(?:the{_W}|an?{_W})?(?:very{_W})?(?:proud|happy"
        f"|new){_W}(?:owner|parent|mom|dad|human){_W}of(?={_W})", "typed", hint=" of"),
    # I love ramen more than anything; nothing beats pad thai
    _say(f"{_SUBJECT}(?:love|loves|like|likes|enjoys?|adores?"
        rf"|prefers?)(?P<v>{_W}[^,.;!?]{{2,40}}?)(?:{_W}|(?=,)){_FOUGHT}", "topic"),
    _say(f"{_SUBJECT}(?:am{_W}|is{_W})?(?:more{_W}of{_W})?an?{_W}(?:real{_W}"
        rf"|total{_W})?(?P<v>[^,.;!?]{{2,30}}?){_W}person(?=\W|$)", "topic", hint=" person"),
    _say(f"{_SUBJECT}(?:am{_W}|is{_W})?an?{_W}(?:huge|big|massive|total|real|proper"
        rf"|die-hard){_W}(?P<v>(?-i:[A-Z])[^,.;!?]{{2,30}}?){_W}fan,{_W}(?:my{_W})?favou?rite"
        f"{_W}(?P<topic>[a-z]+)", "topic", hint=" fan"),
    _say(rf"\bnothing{_W}(?:beats|tops)(?P<v>{_W}[^,.;!?]{{2,30}}?),?{_W}(?:it's"
        rf"|that's){_W}{_OWNER}{_W}(?:absolute{_W})?favou?rite(?=\W|$)(?!{_W}\w+ing)", "topic",
        hint="nothing"),
    _say(f"{_OWNER}{_W}(?:absolute{_W}|new{_W}|all-time{_W}|current{_W})?(?:favou?rite"
        f"|fave)(?:'s|{_W}(?:is|has{_W}been|became))(?:{_W}(?:now|always|currently))?(?={_W})",
        "topic", hint="fav"),
    _say(rf"(?:^|[,;.]{_W}|\b(?:and|but|so){_W})(?P<v>[^,;.!?]{{2,30}}?)(?:'s"
        f"|{_W}is){_W}(?:now{_W})?(?:{_OWNER}{_W}|the{_W}(?P<elided>))(?:absolute{_W}|new{_W}"
        f"|all-time{_W}|current{_W})?(?:favou?rite|fave)(?={_W}(?:now|these|since|at{_W}the)"
        r"|\s*(?:[.,;!?]|$))", "topic", hint="fav"),
    _say(rf"{_SUBJECT}(?:moved|switched|went){_W}(?:on{_W})?from{_W}[^,.;!?]{{1,30}}?{_W}to{_W}("
        rf"?P<v>[^,.;!?]{{2,30}}?),?{_W}favou?rite-(?P<topic>[a-z]+)-wise", "topic", True,
        "-wise"),
    # switched gyms, it's McFit now
    _say(rf"\b(?:switched|changed){_W}(?P<noun>[a-z]+?)s[,;:]?{_W}(?:and{_W}|so{_W}"
        f"|to{_W})?(?:now{_W})?(?:it's|I'm|he's|she's|we're)?(?:{_W}now)?(?:{_W}?(?:at|with|on"
        f"|using|to))?(?={_W}(?-i:[A-Z]))(?P<elided>)", "", True),
    # what is over
    _say(f"(?:{_SUBJECT})?(?:outgrew|got{_W}over|no{_W}more|cured{_W}of)(?:{_W}(?:the|my|his"
        rf"|her|an?))?(?P<v>{_W}[^,.;!?]{{2,20}}?){_W}allergy\b", "allergy", ended=True,
        hint="allergy"),
    _say(rf"{_OWNER}{_W}allergy{_W}to(?P<v>{_W}[^,.;!?]{{2,20}}?){_W}(?:is|has){_W}(?:gone"
        "|disappeared|vanished|over)", "allergy", ended=True, hint="allergy"),
    _say(rf"(?:after{_W}the|since{_W}the|no)(?P<v>{_W}[\w' -]{{2,25}}?){_W}(?:died|passed"
        f"|any(?:{_W})?more|i{_W}swore|he{_W}swore|she{_W}swore"
        rf"|(?-i:[A-Z])\w+{_W}swore)(?P<elided>)", "pet", ended=True),
    _say(rf"{_SUBJECT}gave{_W}(?:away{_W})?(?:the|my|his|her|our)(?P<v>{_W}[\w' "
        rf"-]{{2,25}}?){_W}(?:to|away)\b", "pet", ended=True, hint="gave"),
    # a child at school
    _say(f"{_SUBJECT}(?:have|has|got){_W}(?:an?|one|my|our|his|her|their)(?:{_W}(?:youngest"
        f"|oldest|eldest))?{_W}(?P<child>{_KID}){_W}(?:at|in)(?={_W}(?-i:[A-Z]))", "school"),
    _say(rf"\b(?:moved|transferred|sent|enrolled|switched|put){_W}(?:(?P<me>my|our)"
        f"|(?P<theirs>his|her|their)|(?:my|our){_W}{KIN % 'kin'}(?:,?{_W}(?P<kin_name>{NAME}))?"
        rf"'s|(?P<holder>{NAME})'s){_W}(?P<child>{_KID})(?:{_W}from{_W}(?P<old>[^,;!?]{{1,40}}?)"
        f")?{_W}(?:to|in|at|into)(?={_W})", "school", True),
    # they put me on the Mobile team; they moved me to Atlas
    _say(rf"\b(?:put|placed|moved|assigned|transferred|staffed){_W}{_ANYONE}{_W}(?:on|in|to"
        rf"|into|with|onto){_W}(?:the{_W})?(?P<v>[\w&'/ -]{{2,30}}?){_W}(?:team|squad"
        r"|department|unit)\b", "team", True),
    _say(rf"\b(?:put|placed|moved|assigned|transferred|staffed|moved){_W}{_ANYONE}{_W}(?:on|to"
        f"|onto){_W}(?:the{_W}|a{_W}project{_W}called{_W}|project{_W})?(?=(?-i:[A-Z]))", "project",
        True),
    _say(f"{_OWNER}{_W}(?:work{_W}|working{_W})?time{_W}(?:goes{_W}into"
        f"|is{_W}spent{_W}on)(?={_W})", "project", hint="time"),
    # no longer at X, now at Y
    _say(f"(?:{_SUBJECT}(?:am{_W}|is{_W}|are{_W})?|(?:^|[.;]{_W})(?P<elided>))no{_W}longer{_W}("
        rf"?:at|with){_W}(?:the{_W})?[^,;!?]{{1,40}}?(?:,|{_W}but"
        f"|;)(?:{_W}but)?(?:{_W}now)?(?:{_W}(?:I'm|he's|she's))?{_W}(?:now{_W})?(?:at"
        f"|with)(?={_W})", "at", True, "longer"),
    _say(f"(?:{_SUBJECT}(?:am{_W}|is{_W}|are{_W}|works{_W}|lives{_W}|work{_W}|live{_W})?|(?:^"
        f"|[.;]{_W})(?P<elided>))no{_W}longer{_W}(?:lives?{_W}"
        rf"|living{_W})?in{_W}[^,;!?]{{1,40}}?(?:,|{_W}but"
        f"|;)(?:{_W}but)?(?:{_W}now)?(?:{_W}(?:I'm|he's|she's))?{_W}(?:now{_W})?in(?={_W})",
        "city", True, "longer"),
    # accepted an offer from, Tom and Ines are a couple
    _say(f"{_SUBJECT}(?:accepted|took|got|signed){_W}(?:an?|the){_W}(?:job{_W}"
        f"|new{_W})?(?:offer|contract|job){_W}(?:from|with|at)(?={_W})", "employer", True),
    _say(rf"(?:^|[,;.]{_W}|\b(?:and|but|so){_W})(?:just{_W}|finally{_W})?(?:accepted|took|got"
        f"|signed){_W}(?:an?|the){_W}(?:job{_W}|new{_W})?(?:offer|contract|job){_W}(?:from"
        f"|with|at)(?={_W})(?P<me>)", "employer", True),
    _say(rf"(?:(?P<me>\bI)|(?P<holder>(?<![\w'])(?-i:[A-Z])\w{{1,20}})){_W}and{_W}(?P<v>(?-i:[A-"
        rf"Z])[\w-]{{1,20}}){_W}are{_W}(?:now{_W})?(?:a{_W}couple|together|dating|an{_W}item"
        r"|married|engaged)\b", "partner"),
    _say(f"{_SUBJECT}(?:am{_W}|is{_W})?(?:a{_W})?(?:patient|client)(?:{_W}of|{_W}at"
        rf"|{_W}with)(?={_W})(?=[^!?]{{0,90}}\bdentist)", "dentist", hint="dentist"),
    _say(rf"{_SUBJECT}(?:been{_W})?(?:a{_W})?(?:patient){_W}of(?={_W})", "doctor", hint="patient"),
    _say(f"{_SUBJECT}(?:started{_W})?(?:go|goes|going|see|sees|seeing|switched|changed|went)(?:{_W}(?:to"
        rf"|from{_W}[^,.;!?]{{1,30}}?)){{0,2}}{_W}(?=(?-i:Dr|Prof"
        rf"|[A-Z]))(?=[^!?]{{0,90}}\b(?:teeth|dentists?|dental)\b)", "dentist"),
    _say(rf"\b(?:changed|switched|new){_W}dentists?[,;:]?{_W}(?:and{_W})?(?:now{_W})?(?P<me>I)(?"
        f":'m)?(?:{_W}now)?{_W}(?:go{_W}to|see|with|at)(?={_W})", "dentist", True, "dentist"),
    _say(rf"{_SUBJECT}uses?(?P<v>{_W}\S{{3,40}}@\S{{3,40}}?){_W}(?:for{_W}(?:e-?mails?|mail"
        rf"|everything)|from{_W}now{_W}on|now)\b", "email", hint="@"),
    _say(rf"\buse(?P<v>{_W}\S{{3,40}}@\S{{3,40}}?){_W}(?:from{_W}now{_W}on|now|instead)\b(?P<me>)",
        "email", hint="@"),
    _say(rf"(?<!\w)shoe{_W}size:?{_W}(?P<v>\d{{2}}(?:[.,]5)?)(?!\d)(?P<elided>)", "shoe size",
        hint="shoe size"),
    _say(rf"{_SUBJECT}(?:had{_W}a{_W}birthday|celebrated)\b[^.;!?]{{0,30}}?,?{_W}(?:turned"
        f"|turning|and{_W}turned)(?={_W})", "age", True, "turn"),
    _say(rf"(?<!\w)at{_W}(?P<v>\d{{2}})(?:{_W}years{_W}of{_W}age)?,?{_W}(?:(?P<me>I)(?:'m"
        f"|{_W}am)|(?P<pronoun>he|she)(?:'s|{_W}is)|(?:my|our){_W}{KIN % 'kin'}(?:,?{_W}(?P<kin"
        f"_name>{NAME}))?(?:'s|{_W}is)|(?P<holder>{NAME})(?:'s|{_W}is)){_W}the{_W}(?:oldest"
        r"|youngest|eldest)\b", "age", hint="est"),
    _say(rf"{_SUBJECT}can{_W}(?:only{_W})?spend(?={_W}[€$£\d])", "budget", hint="spend"),
    _say(f"{_SUBJECT}(?:outgrew|lost|got{_W}over){_W}(?:the|my|his"
        rf"|her){_W}[^,.;!?]{{1,20}}?{_W}allergy{_W}(?:and"
        f"|but){_W}(?:now{_W})?reacts?{_W}to(?={_W})", "allergy", True, "allergy"),
    _say(rf"\b(?:not|isn't|no{_W}longer){_W}allergic{_W}to{_W}[^,.;!?]{{1,25}}?(?:{_W}any{_W}?mo"
        f"re)?,{_W}(?:but{_W})?(?:it's|it{_W}is|now{_W}it's)(?={_W})(?P<elided>)", "allergy", True,
        "allergic"),
    _say(f"(?:(?P<me>my|our){_W}|(?P<theirs>his|her|their){_W})?(?:friends|everyone|everybody"
        f"|people|colleagues|they){_W}(?:all{_W}|just{_W}"
        f"|always{_W})?calls?{_W}(?P<me2>me)(?={_W})", "nickname", hint="call"),
    _say(rf"{_SUBJECT}makes?{_W}(?:my|his|her|a){_W}living{_W}as(?={_W})", "job title",
        hint="living"),
    _say(rf"{_SUBJECT}(?:am{_W}|is{_W})?(?:now{_W})?an?{_W}(?P<v>[\w' "
        rf"-]{{3,40}}?){_W}(?:by{_W}(?:trade|profession|training)|for{_W}a{_W}living)\b",
        "job title"),
    _say(rf"\b(?:professionally|by{_W}profession|by{_W}trade|job-wise|work-wise"
        rf"|career-wise),?{_W}(?:(?P<me>I)(?:'m|{_W}am|m\b)|(?P<pronoun>he|she)(?:'s|{_W}is)"
        f"|(?:my|our){_W}{KIN % 'kin'}(?:,?{_W}(?P<kin_name>{NAME}))?(?:'s|{_W}is)"
        f"|(?P<holder>{NAME})(?:'s|{_W}is)){_W}an?(?={_W})", "job title"),
    _say(f"{_SUBJECT}(?:is|am|are|was)?{_W}?(?:seeing|dating){_W}(?:someone"
        f"|somebody){_W}new,?{_W}(?:the|his|her|their){_W}name(?:'s|{_W}is)(?={_W})", "partner",
        True, "someone"),
    _say(rf"\b(?:my|our){_W}(?:laptop|computer|machine|pc|desktop|workstation"
        f"|notebook){_W}(?:now{_W}|currently{_W})?(?:runs|is{_W}running"
        f"|has)(?:{_W}on)?(?={_W})(?P<me>)", "operating system", hint="run"),
    _say(f"(?:(?P<theirs>his|her|their)|(?:my|our){_W}{KIN % 'kin'}(?:,?{_W}(?P<kin_name>{NAME}"
        f"))?'s|(?P<holder>{NAME})'s){_W}(?:laptop|computer|machine|pc|desktop"
        f"|notebook){_W}(?:now{_W})?(?:runs|is{_W}running)(?:{_W}on)?(?={_W})", "operating system",
        hint="run"),
    # new gym: Apex; new favourite drink alert: chai
    _say(r"(?:^|[,;.!]\s|\b(?:so|and|btw|ok|also|finally|got|have)\s)(?:(?P<me>my|our)\s|a\s)?(?:brand[\s-])?new\s"
         r"(?P<noun>[a-z][\w/-]{1,20}(?:\s[a-z][\w/-]{1,20}){0,2}?)"
         r"(?:\s(?:alert|update|unlocked|news|incoming|day|time|discovered|here|acquired))?"
         r"(?:\s?[:,=!\u2014](?=\s)|\s[-\u2013>]{1,2}(?=\s)|\s(?:is|=)(?=\s)|(?=\s(?-i:[A-Z])|\s[+\d]))", "", True,
         hint=" "),
    # the size of my shoes; the number to use; where we live
    _say(rf"(?<!\w)size{_W}of{_W}{_OWNER}{_W}(?:shoes?|feet|foot)(?:'s|{_W}is)(?={_W})", "shoe size",
        hint="size of"),
    _say(rf"{_OWNER}{_W}(?:feet|shoes){_W}are(?:{_W}now)?(?:{_W}an?)?(?:{_W}size)?(?={_W}\d)", "shoe size"),
    _say(rf"{_OWNER}{_W}(?:shoe{_W})?size(?:{_W}in{_W}shoes)(?:'s|{_W}is)(?={_W})", "shoe size",
        hint="in shoes"),
    _say(rf"(?<!\w)the{_W}(?:new{_W}|best{_W}|right{_W})?(?P<noun>number|e-?mail|e-?mail{_W}address"
         rf"|phone{_W}number){_W}(?:to{_W}(?:use|reach|call)|for|you{_W}(?:can|should|want))[^,;.!?]{{0,25}}?"
         rf"(?:'s|{_W}is)(?={_W})(?P<me>)"),
    _say(rf"(?:^|[,;]\s|\b(?:have|has|got|rent|bought|found|own){_W})(?:an?{_W}|our{_W}|my{_W})(?:\w{{1,12}}{_W}){{0,2}}(?:flat|apartment"
         rf"|house|place|studio|loft|condo|cottage|room){_W}in(?P<v>{_W}[^,;!?]{{2,30}}?),?{_W}(?:and{_W}|which{_W})?"
         rf"(?:that's|that{_W}is|it's|is){_W}where{_W}(?:(?P<me>I|we)|(?P<pronoun>he|she|they))(?:'m|'re|'s|{_W}am|{_W}are|{_W}is)?{_W}(?:now{_W})?(?:lives?"
         r"|living|based|stay|staying)\b", "city", hint="where"),
    # who looks after teeth, who pays
    _say(rf"(?:^|[,;.]{_W}|\b(?:and|but|so|now|nowadays){_W}){_ONE}{_W}(?:now{_W})?(?:looks{_W}after|takes{_W}care{_W}of|fixes"
         rf"|cleans|treats|checks){_W}{_OWNER}{_W}teeth\b", "dentist", hint="teeth"),
    _say(rf"(?:^|[,;.]{_W}|\b(?:and|but|so|now|nowadays){_W}){_ONE}{_W}(?:now{_W})?(?:pays|signs){_W}{_OWNER}{_W}(?:bills|salary|wages"
         r"|pay-?che(?:ck|que)s?|rent)\b", "employer", hint="pa"),
    _say(rf"{_OWNER}{_W}(?:day{_W}|new{_W}|current{_W}|main{_W})?(?:job|work)(?:'s|{_W}is)(?:{_W}now)?{_W}(?:at|with|by)(?={_W}(?-i:[A-Z]))",
        "employer"),
    # more than any other colour
    _say(f"{_SUBJECT}(?:love|loves|like|likes|enjoys?|adores?|prefers?)(?P<v>{_W}[^,.;!?]{{2,40}}?){_W}"
         rf"(?:more|better|above){_W}(?:than{_W})?(?:any|all|every)(?:{_W}(?:the|of{_W}the))?(?:{_W}other)?{_W}"
         r"(?P<topic>[a-z]+?)s?(?=\W|$)", "topic"),
    _say(f"{_SUBJECT}(?:love|loves|like|likes|enjoys?|adores?){_W}the{_W}(?P<topic>colou?r|drink|dish|film|movie|band"
         rf"|song|book|game|novel|singer)(?P<v>{_W}[^,.;!?]{{2,30}}?)(?:{_W}(?:the{_W})?(?:best|most)\b|[,;:]?{_W}(?:it|and{_W}it|which)"
         rf"(?:'s|{_W}is){_W}(?:my|his|her|their){_W}(?:\w+{_W})?favou?rite\b)", "topic"),
    _say(f"{_SUBJECT}prefers?(?P<v>{_W}[^,.;!?]{{2,30}}?){_W}(?:to|over){_W}[^,.;!?]{{2,30}}?{_W}as{_W}(?:my|his|her|their|our)"
         rf"{_W}(?P<noun>[a-z]+(?:{_W}[a-z]+)?)", hint="prefer"),
    _say(rf"{_SUBJECT}prefers?(?P<v>{_W}[^,.;!?]{{2,30}}?){_W}(?:to|over)(?:{_W}(?:all|any|every))(?:{_W}other)?{_W}(?P<topic>[a-z]+?)s?(?=\W|$)", "topic", hint="prefer"),
    _say(rf"(?<!\w)(?:changed|switched){_W}(?:(?:the|my|his|her){_W})?(?P<noun>[a-z]{{3,}}?)s?{_W}(?:over{_W})?to(?={_W}(?-i:[A-Z]))(?P<elided>)",
        "", True),
    _say(rf"(?<!\w)(?:changed|switched){_W}(?:the|my|his|her){_W}(?P<noun>[a-z]+)(?:,|;|:|{_W}and|{_W}to)"
         rf"(?:{_W}(?:and|now|it's|I'm|I|am|go|goes|he's|she's|we're)){{0,3}}(?:{_W}(?:at|with|in|on|using|to))?(?={_W}(?-i:[A-Z]))(?P<elided>)",
        "", True),
    _say(rf"{_OWNER}{_W}calendar{_W}is{_W}(?:set{_W}to|on|in)(?={_W})", "timezone",
        hint="calendar"),
    _say(rf"{_SUBJECT}(?:am{_W}|is{_W})?(?:in|on){_W}the(?P<v>{_W}[\w/+\u2212-]{{2,25}}){_W}time"
        rf"{_W}?zone\b", "timezone", hint="zone"),
)  # fmt: skip
"""In no particular order: what is found by the first keeps its value."""
