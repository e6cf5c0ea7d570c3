"""Say which memories are such that they could answer: by sort, by date, by how much they say.

Who asks "when" is answered with a time, who asks "where" with a place. What an answer of each sort
looks like is data (`CUES`): words and capital letters of English; other languages lose nothing.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from neuromem_graph.core.lexical import Floats, Ints, hits
from neuromem_graph.types.ledger import Places
from neuromem_graph.types.recall import Asked, ChannelHits

__all__ = ["CUES", "MONTHS", "Cue", "agreeing", "cues_of", "days_of", "lists"]

MONTHS = (
    "january february march april may june july august september october november december".split()
)
_MONTH = "|".join(MONTHS)
_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"


class Cue(NamedTuple):
    """Say which questions ask for a sort of answer, and what a memory with one looks like."""

    asked: re.Pattern[str]  # in the question
    words: frozenset[str] = frozenset()  # one of these, in lower case
    digits: str = ""  # or digits such as these
    held: re.Pattern[str] | None = None  # or this, as it is written


def _cue(asked: str, words: str = "", digits: str = "", held: str | None = None) -> Cue:
    pattern = None if held is None else re.compile(held)
    return Cue(re.compile(asked, re.IGNORECASE), frozenset(words.split()), digits, pattern)


CUES: Mapping[str, Cue] = {
    "time": _cue(
        r"\bwhen\b|\b(?:what|which) (?:date|day|month|year|time)\b"
        r"|\bhow (?:long|old|recently|soon|often)\b",
        "yesterday today tonight tomorrow last next ago recently since week weeks month months"
        " year years day days weekend morning evening summer winter spring fall autumn soon"
        " upcoming just"
        f" st nd rd th {_DAYS} {_MONTH}".replace("|", " "),
        r"(?:19|20)\d\d",
    ),
    "number": _cue(
        r"\bhow (?:many|much|long|old|often|far)\b|\bnumber of\b",
        "one two three four five six seven eight nine ten eleven twelve dozen hundred thousand"
        " million once twice first second third couple few several",
        r"\d+",
    ),
    "name": _cue(
        r"\bwho(?:se|m)?\b|\bnames?\b|\bnamed\b|\bcalled\b",
        held=rf"(?<=[a-z,;:] )(?!(?i:{_DAYS}|{_MONTH})\b)[A-Z][^\W\d_]+",
    ),
    "place": _cue(
        r"\bwhere\b|\b(?:which|what) (?:city|cities|country|countries|state|states|place|places"
        r"|location|town|park|area|venue)\b",
        held=r"\b(?:[iI]n|[aA]t|[tT]o|[fF]rom|[nN]ear|[vV]isit\w*)\s+(?:the\s+)?"
        rf"(?!(?i:{_DAYS}|{_MONTH})\b)[A-Z][a-z]+",
    ),
    "reason": _cue(
        r"\bwhy\b|\breasons?\b|\bmotivat|\bwhat made\b|\binspire|\bwhat led\b",
        "because since cause reason why inspire inspired wanted help helps helped due thanks",
    ),
    "feeling": _cue(
        r"\bfeel|\bfelt\b|\bemotion|\breact|\bthink about\b|\bopinion\b|\battitude\b"
        r"|\bmood\b",
        "happy proud excited grateful thankful nervous scared sad angry amazing awesome love loved"
        " loving felt feel feeling feels glad blessed stressed relieved overwhelmed joy peace calm"
        " comfort comforting comfortable",
    ),
}
"""Sort of answer -> who asks for it, and what it looks like."""

_DATE = re.compile(
    rf"\b(?:(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?)?(?P<month>{_MONTH})\b"
    r"(?:,?\s+(?P<d2>\d{1,2})(?:st|nd|rd|th)?\b(?!\d))?(?:,?\s*(?P<y1>(?:19|20)\d\d)\b)?"
    r"|\b(?P<y2>(?:19|20)\d\d)(?:-(?P<m2>\d\d)(?:-(?P<d3>\d\d))?)?\b",
    re.IGNORECASE,
)
_MAY = re.compile(r"\b(?:in|of|on|during|since|until|by|last|this|next|\d(?:st|nd|rd|th)?)\s+$")
_AUX = r"(?:does|do|did|has|have|had|is|are|was|were|will|would|can|could|should|might|may)"
_SEVERAL = re.compile(
    rf"\b(?:what|which)\s+(?:(?!{_AUX}\b)[\w'-]+\s+){{0,3}}?(?!(?:does|was|has|is|yes|this|us)\b)"
    rf"[a-z]{{2,}}(?<!s)s\s+(?:of\s+\w+\s+)?(?:[\w'-]+\s+){{0,3}}?{_AUX}\b"
    r"|\b(?:what|which)\s+(?:are|were)\b|\b(?:has|have)\b(?!\s+to\b)|\bboth\b|\bin common\b"
    r"|\bshared?\b|\ball (?:the|of)\b|\blist\b|\bdifferent\b|\b(?:kinds?|types?) of\b|\bways?\b"
    r"|\bhow many\b|\bother\b|\bvarious\b|\bbesides\b|\beach\b|\bever\b"
)
_ONE_TIME = re.compile(rf"\bwhen\b|\bhow (?:long|old)\b|\b(?:19|20)\d\d\b|\b(?:{_MONTH})\b")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_DAY = 86_400_000_000  # microseconds
_LONGEST = 62 * _DAY  # of a time that is asked for, to be near to it
_ENDS = ("?", "\uff1f", "\u061f")
_HALF = 10  # terms of a memory that says half of what one can
_YEAR_ONLY = 0.15  # of a date, if no more than the year agrees


class _Date(NamedTuple):
    year: int | None
    month: int | None
    day: int | None


def lists(question: str) -> bool:
    """Tell whether a question asks for several things, told at several times.

    That are questions with a plural after "what" or "which", in the perfect tense ("where has she
    been"), or with words such as "both" and "other"; not those for one time.

    Args:
        question: in lower case.
    """
    return _SEVERAL.search(question) is not None and _ONE_TIME.search(question) is None


def cues_of(question: str) -> tuple[str, ...]:
    """Return the sorts of answer that a question asks for."""
    return tuple(name for name, cue in CUES.items() if cue.asked.search(question))


def days_of(question: str) -> tuple[_Date, ...]:
    """Return the dates a question names: day, month and year, as far as it does."""
    found = []
    for match in _DATE.finditer(question):
        month = match["month"]
        if month and month.casefold() == "may" and not (match["d1"] or match["d2"] or match["y1"]):
            if not _MAY.search(question[: match.start()].casefold()):
                continue  # "may" the verb
        number = MONTHS.index(month.casefold()) + 1 if month else int(match["m2"] or 0) or None
        day = match["d1"] or match["d2"] or match["d3"]
        year = match["y1"] or match["y2"]
        found.append(_Date(int(year) if year else None, number, int(day) if day else None))
    return tuple(found)


def agreeing(question: str, asked: Asked, places: Places) -> tuple[ChannelHits, ...]:
    """Say which of some open memories could answer a question, whatever their words.

    Args:
        question: its text.
        asked: the time it asks for.
        places: the memories looked at, with their texts.

    Returns:
        The channels "cue" (it holds what is asked for: a time, a number, a name, a place, a reason,
        a feeling), "date" (it was said on the day, or in the month, that the question names),
        "said" (how much it says, terms / (terms + 10)) and "question" (it ends with one), in
        [0, 1].
    """
    open_ = [at for at, passes in enumerate(places.open) if passes]
    memory = np.asarray([places.memory[at] for at in open_], dtype=np.int64)
    texts = [places.text[at] or "" for at in open_]
    length = np.asarray([places.length[at] for at in open_], dtype=np.float64)
    when = np.asarray([places.happened_at[at] for at in open_], dtype=np.int64)
    values = {
        "cue": _held(question, texts, {who for who in places.speaker if who}),
        "date": _dated(question, asked, when),
        "said": length / (length + _HALF),
        "question": np.asarray([text.rstrip().endswith(_ENDS) for text in texts], np.float64),
    }
    return tuple(hits(channel, memory, found) for channel, found in values.items())


def _held(question: str, texts: Sequence[str], speakers: Iterable[str]) -> Floats:
    wanted = cues_of(question)
    if not wanted:
        return np.zeros(len(texts))
    own = frozenset(word for who in speakers for word in who.split() if word[:1].isupper())
    return np.asarray([_holds(wanted, text, own) for text in texts], dtype=np.float64)


def _holds(wanted: Sequence[str], text: str, own: frozenset[str]) -> bool:
    """Tell whether a memory holds a sort of answer; to address somebody is not to name them."""
    return any(not own.issuperset(_found(name, text)) for name in wanted)


@lru_cache(maxsize=1 << 14)
def _found(name: str, text: str) -> tuple[str, ...]:
    """Return what of a text looks like a sort of answer."""
    cue = CUES[name]
    if cue.held is not None:
        return tuple(dict.fromkeys(match[0] for match in cue.held.finditer(text)))
    words = _WORD.findall(text.casefold())
    held = cue.words.intersection(words)
    if not held and cue.digits:
        held = frozenset(w for w in words if w.isdigit() and re.fullmatch(cue.digits, w))
    return tuple(sorted(held))


def _dated(question: str, asked: Asked, when: Ints) -> Floats:
    dates = days_of(question)
    if not dates:
        begin, end = asked.begin, asked.end
        if begin is None or end is None or end - begin > _LONGEST:
            return np.zeros(len(when))
        return np.asarray((when >= begin) & (when < end), dtype=np.float64)
    days = when // _DAY
    months = days.astype("datetime64[D]").astype("datetime64[M]")
    year, month = months.astype(np.int64) // 12 + 1970, months.astype(np.int64) % 12 + 1
    day = days - months.astype("datetime64[D]").astype(np.int64) + 1
    best = np.zeros(len(when))
    for date in dates:
        fits = (date.year is None) | (year == date.year)
        value: Floats = np.full(len(when), _YEAR_ONLY)
        if date.month is not None:
            fits &= month == date.month
            value = np.full(len(when), 0.5)
            if date.day is not None:
                value += 0.5 * (np.abs(day - date.day) <= 1)
        best = np.maximum(best, np.where(fits, value, 0.0))
    return best
