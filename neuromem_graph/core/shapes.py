"""What numbers, dates, streets and names look like, and where a value ends."""

import re

from neuromem_graph.core.wordlists import LANGUAGES, one_of

__all__ = [
    "ALSO_PROPER",
    "LOW_STREET",
    "NAME_END",
    "PAIRED",
    "PEOPLE",
    "PROPER",
    "SKIP",
    "THING_END",
    "TITLE_END",
    "TYPED",
]

_DAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tues?|wed|thurs?|fri)"

_HOUR = (
    r"(?:\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|a\.m\.|p\.m\.|o'clock|h\b)?|noon|midnight|(?:half"
    r"|quarter)\s(?:past|to)\s\w{3,6})"
)

_DATE = (
    r"(?:(?:the\s)?\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct"
    r"|nov|dec)[a-z]{0,6}(?:,?\s\d{4})?"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s(?:the\s)?\d{1,2}(?:st"
    r"|nd|rd|th)?(?!\d)(?:,?\s\d{4})?"
    r"|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?|the\s\d{1,2}(?:st|nd|rd|th))"
)

_UNIT_OF_TIME = (
    rf"(?:(?:every|each|the|first|last|second|third|other)\s){{0,3}}(?:{_DATE}"
    rf"|{_DAY}\b(?:\s(?:mornings?|afternoons?|evenings?|nights?))?"
    rf"|{_HOUR}(?![\w%])|mornings?\b|evenings?\b|afternoons?\b|weekday\b|weekdays\b)"
)

_TIME = (
    rf"{_UNIT_OF_TIME}(?:(?:,?\s(?:at|from|to|till|until|and|or|around)\s|\s?[-\u2013]\s?"
    rf"|,?\s){_UNIT_OF_TIME}){{0,3}}"
)

_NOT_STREET = (
    r"(?!(?:now|and|but|since|because|these|as|if|with|is|in|on|for|so|from|which|where|not|instead"
    "|years?|months?|weeks?|days?|people|minutes?|hours?|am|pm|percent|times?|euros?|dollars?"
    "|kids?|cats?|dogs?"
    r"|days|this|last|at|anymore|any|please|to|it|the|a|an|my|until|while|i)\b)"
)

_STREET = rf"(?:\s{_NOT_STREET}[^\W\d_][\w'.-]{{0,24}})"

_REGEXES: dict[str, str] = {
    "email": r"[\w.+-]{1,40}@[\w-]{1,40}(?:\.[\w-]{1,20}){1,3}",
    "phone": r"\+?[\d(][\d ()./-]{4,20}\d(?![\w@])",
    "url": r"https?://\S{3,80}|@\w[\w.]{1,30}\w|[\w-]{1,40}(?:\.[\w-]{2,30}){1,3}(?:/\S{0,60})?("
    r"?!@)|\w{0,20}[\d_]\w{1,20}",
    "number": r"\d{1,3}(?![\d%:]|[.,]\d)(?!\s(?:cm|kg|km|euros?|dollars?|minutes?|hours?|days?"
    r"|weeks?|months?|people|pounds)\b)",
    "measure": r"\d{1,3}(?:[.,]\d{1,2})?\s?(?:cm|m|kg|kilos?|lbs?|pounds?|stone|feet|foot|ft"
    r"|inches|meters?|metres?)\b(?:\s?\d{1,2}(?:\s?(?:in|inches|\"))?)?|\d'\s?\d{0,2}\"?"
    r"|\d{1,3}(?:[.,]\d{1,2})?(?![\w%])",
    "money": r"(?:about\s|around\s)?(?:[€$£¥]\s?\d[\d.,]{0,12}\s?(?:k|m|million|thousand)?\b"
    r"|\d[\d.,]{0,12}\s?(?:k|m|grand|thousand|million)?\b(?:\s?(?:euros?|dollars?|pounds?"
    r"|francs?|bucks|usd|eur|chf|gbp|quid|kr|yen|rupees|zloty|pln|sek|nok|€|\$|£))?)(?:\s(?:a"
    r"|per)\s(?:year|month|week|day|hour|night|person))?",
    "size": r"(?:(?:eu|us|uk|size|a)\s){0,2}(?P<v>\d{1,3}(?:[.,]\d)?(?:\s?(?:1/2|½|cm"
    r"|inch(?:es)?))?|x{0,3}[sl]|m|(?:extra\s)?(?:small|large)|medium|xxl|xl|xs)(?![\w'])",
    "date": _DATE,
    "time": rf"(?:on\s|at\s|for\s|in\sthe\s|by\s)?(?P<v>{_TIME})",
    "address": rf"\d{{1,5}}[a-z]?(?:[-/]\d{{1,3}}[a-z]?)?{_STREET}{{1,4}}"
    rf"|(?-i:[^\W\d_a-z])[^\W\d_][\w'.-]{{0,30}}{_STREET}{{0,3}}\s\d{{1,4}}[a-z]?(?![\w%:]"
    r"|[.,]\d)",
    "language": rf"(?:{LANGUAGES})(?!\w)",
    "goal": r"(?:to\s)?(?P<v>[^,.;!?()]{3,80})",
}

TYPED = {takes: re.compile(pattern, re.IGNORECASE) for takes, pattern in _REGEXES.items()}

LOW_STREET = re.compile(
    rf"[^\W\d_][\w'.-]{{2,30}}{_STREET}{{0,2}}\s\d{{1,4}}[a-z]?(?![\w%:]"
    r"|[.,]\d)",
    re.I,
)

SKIP = re.compile(
    r"(?i)(?:[\s\"'“\u2018(*_:]|(?:now|currently|actually|officially|simply|just|called|named"
    "|definitely|still"
    r"|basically|at\sthe\smoment|these\sdays|right\snow|again|finally|obviously|of\scourse|also"
    r"|none\sother\sthan"
    r"|good\sold|always|usually|mostly|mainly|hands\sdown|by\sfar|once\sagain|no\sother\sthan"
    r"|only)[\s,:]+)*"
)

_ARTICLE = re.compile(r"(?i)(?:(?:an?|the|my|our|his|her|their|some|this|another)\s+){1,2}")

_POINTS = (
    r"""!(?!\w)|[;:?()\[\]"“”—\u2013…\n|*]|\s-{1,3}\s|\.(?=$|\s*$|["')])|'(?=\s|$)"""
    r"|(?<!\b(?:St|Dr|Mr|Ms|Mt))(?<!\bMrs)(?<!\bProf)(?<!\bUniv)(?<!\bCapt)(?<!\bstr)"
    r"(?<!\b[A-Z])\.(?=\s)"
)

_STOPS = one_of(
    "because cause cuz bc but which who whom whose when whenever where wherever while if unless "
    "since so as"
    " although though even until till after before than over every each due especially "
    "particularly not nor"
    " once twice lately recently now nowadays currently is are was were has have had makes make "
    "isn't aren't"
    " it's that's he's she's they're i'm instead these_days this_time this_year this_week again "
    "anymore"
    " any_more right_now at_the_moment i he she we they you it whatever thanks please ever "
    "always usually"
    " without although too also then did does do just since already all_day most_days some_days "
    "most in_case obviously does never"
    " full-time part-time remotely freelance can could will would goes went gets got rather "
    "plus or this that's there says said by_far hands_down live"
)

_PREPOSITIONS = one_of(
    "with for near by from to at in on about around during together through under behind via "
    "next_to between"
)

_TITLED = r"(?!\s(?:the\s|a\s|an\s|my\s)?(?-i:[A-Z\d]))"

NAME_END = re.compile(
    rf"{_POINTS}|,|\s(?:{_STOPS})(?![\w'])|\s{_PREPOSITIONS}(?![\w'-])"
    # "Bang and Olufsen", but not "Golf and Tom drives"
    r"|\sand(?!\s(?-i:[A-Z])[\w.-]+(?!['\w]|\s(?!(?:in|at|for|on|since|now|from|near|and|these|because"
    r"|but|which|last|this|with|to)\b)(?-i:[a-z])))\b",
    re.IGNORECASE,
)

TITLE_END = re.compile(
    rf"{_POINTS}|,|\s(?!(?:who|what|where|when|before|after|until|over|is|are|was|as|than|while"
    r"|if|you|we|they)\s(?-i:[A-Z]))"
    rf"(?:{_STOPS})(?![\w'])|\s{_PREPOSITIONS}(?![\w'-]){_TITLED}|\sand{_TITLED}\b",
    re.IGNORECASE,
)

THING_END = re.compile(
    rf"{_POINTS}|,|\s(?:{_STOPS})(?![\w'])|\s(?:{_PREPOSITIONS})(?![\w'-])|\s(?:and|&)(?=\s)",
    re.IGNORECASE,
)

PAIRED = re.compile(
    r"(?i)\b(?:fish and chips|mac(?:aroni)? and cheese|rock (?:and|&|n) roll|gin and tonic|rum "
    "and coke|surf and turf"
    "|bangers and mash|peanut butter and jelly|drum and bass|arts and crafts|black and white"
    "|rice and beans"
    r"|ham and cheese|cookies and cream|steak and \w+|biscuits and gravy|chicken and waffles"
    "|bread and butter"
    r"|track and field|body (?:and|&) soul|beans and rice)\b"
)

PROPER = re.compile(
    r"[\"'“]?(?:(?:de|van|von|el|la|le|al|the|a|an|di|da|du|ter"
    r"|of)\s)*[^\W_a-zà-öø-ÿß]"
)

ALSO_PROPER = re.compile(r"[a-z]{1,2}[A-Z]\w|[a-z-]+[A-Z0-9]\w*|[\w-]+\.(?:com|org|net|io|ai)\b")

PEOPLE = re.compile(
    r"(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\b\.?\s)?[^\W\d_][\w'\u2019-]*\.?(?:\s(?:(?:de|van|von|der|den"
    r"|da|di|la|le|el|al|bin|ter)\s){0,2}[^\W\d_a-zß-öø-ÿ][\w'\u2019-]*){0,3}"
)
