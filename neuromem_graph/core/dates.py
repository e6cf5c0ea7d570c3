"""Find what a text says about time, and place it relative to when it was said.

Finding is one cheap pattern; only what it finds is resolved, by arithmetic on the wall clock of the
message's own time zone. Nothing here reads a clock.
"""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

__all__ = ["Mention", "Period", "find", "resolve"]

_MONTHS = "january february march april may june july august september october november december"
_DAYS = "monday tuesday wednesday thursday friday saturday sunday"
_SEASONS = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}
_SMALL = "one two three four five six seven eight nine ten eleven twelve".split()
_NUMBERS = {word: number for number, word in enumerate(_SMALL, 1)}
_NUMBERS |= {"a": 1, "an": 1, "couple": 2, "few": 3, "several": 3, "fifteen": 15, "twenty": 20}
_MONTH_OF = {name[:3]: number for number, name in enumerate(_MONTHS.split(), 1)}
_DAY_OF = {name[:3]: number for number, name in enumerate(_DAYS.split())}

_S = r"[ \t\xa0]{1,3}"
_MONTH = rf"(?:{'|'.join(_MONTHS.split())}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?"
_DAY = rf"(?:{'|'.join(_DAYS.split())})"
_YEAR = r"(?:1[89]|20|21)\d\d(?![\d:%])"
_NUM = rf"(?:\d{{1,3}}|(?:a{_S})?(?:couple(?:{_S}of)?|few)|{'|'.join(sorted(_NUMBERS))})"
_UNIT = r"(?:second|minute|hour|day|week|month|year|decade)s?"
_NTH = r"\d{1,2}(?:st|nd|rd|th)?"
_TIME = re.compile(
    rf"""(?<![\w-])(?:(?P<role>since|from|until|till|to|through|by|in|on|at|during|between|and|around
    |as{_S}of|(?:starting|beginning|back|early|late)(?:{_S}(?:in|on|from))?){_S})?
    (?:the{_S}|early{_S}|mid[- ]|late{_S}|around{_S}|about{_S})?
    (?:(?P<iso>\d{{4}}-\d\d-\d\d)
    |(?P<day>{_NTH}{_S}(?:of{_S})?{_MONTH}(?:,?{_S}{_YEAR})?
     |{_MONTH}{_S}(?:the{_S})?{_NTH}(?!\d)(?:,?{_S}{_YEAR})?)
    |(?P<monthyear>{_MONTH},?{_S}(?:of{_S})?{_YEAR})
    |(?P<near>today|tonight|yesterday|tomorrow|day{_S}before{_S}yesterday
     |this{_S}(?:morning|afternoon|evening)|last{_S}night)
    |(?P<which>(?:last|past|this|next|coming){_S}
     (?:day|weekend|week|month|year|{_DAY}|{_MONTH}|{'|'.join(_SEASONS)}))
    |(?P<ago>(?<!\w){_NUM}{_S}{_UNIT}{_S}(?:ago|back)\b)
    |(?P<ahead>(?<=in{_S[:-5]}){_NUM}{_S}{_UNIT}|{_NUM}{_S}{_UNIT}{_S}from{_S}now)
    |(?P<long>(?<=for{_S[:-5]})(?:(?:last|past|about|around|over|almost|nearly){_S}){{0,2}}
     {_NUM}{_S}{_UNIT})
    |(?P<bare>{_MONTH}|{_DAY}|{_YEAR}|{'|'.join(_SEASONS)}))(?![\w-]\w)""",
    re.IGNORECASE | re.VERBOSE,
)
