"""Read a question: which lens it asks for, which words and names it holds, what may be served.

A lens is a row of `LENSES`. With lens "auto" the first row of `RULES` whose pattern is found in the
question decides, and "associative" if none is.
"""

import re
import reprlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple, get_args

from pydantic import ValidationError

from neuromem_graph.core import asking, cues, periods, unspecific
from neuromem_graph.core import stopwords as data
from neuromem_graph.core.clearing import Cleaner
from neuromem_graph.core.resolution import USER
from neuromem_graph.core.text import clean, fold, is_blank, query_tokens
from neuromem_graph.errors import InvalidInput, TooLarge
from neuromem_graph.settings import Retrieval, Settings
from neuromem_graph.types.base import Kind, Lens, State, to_micros
from neuromem_graph.types.ledger import Gate
from neuromem_graph.types.recall import Asked, Query, RecallPlan

_BELIEVED: tuple[State, ...] = ("active", "superseded")
_KEPT: tuple[State, ...] = ("active", "superseded", "expired", "archived")


class Surface(NamedTuple):
    """Say what a lens looks at."""

    about: str  # the questions it is for
    timed: bool  # only what is true at one moment, or all that ever was
    states: tuple[State, ...]  # what was superseded is told apart by its valid time
    expired: bool = False  # also what has expired
    favours: frozenset[Kind] = frozenset()
    weighs: Mapping[str, float] = {}  # channel -> its weight is multiplied by so much


LENSES: Mapping[Lens, Surface] = {
    "associative": Surface("anything else", timed=True, states=_BELIEVED),
    "logical": Surface("who is, what is", timed=True, states=_BELIEVED,
                       favours=frozenset({"fact", "claim", "entity", "schema"}),
                       weighs={"belief": 2.0}),
    "procedural": Surface("how to, steps, instructions", timed=True, states=_BELIEVED,
                          favours=frozenset({"procedure", "constraint", "failure_pattern"})),
    "historical": Surface("when, before, used to, in 2019", timed=False, states=_BELIEVED,
                          weighs={"date": 1.5}),
    "audit": Surface("why, how do you know, who said", timed=False, states=_KEPT, expired=True),
}  # fmt: skip
"""Every lens but "auto"; "audit" looks at all states except suppressed."""

_MONTH = (
    r"(january|february|march|april|may|june|july|august|september|october|november|december"
    r"|spring|summer|autumn|fall|winter)"
)
_PART = r"((the |early |mid |late |mid-)*)"

RULES: tuple[tuple[str, Lens], ...] = (
    (r"^why\b|\bhow (do|did|can) you know\b|\bwho (said|told)\b|\bwhere did you (get|hear)\b"
     r"|\bwhat makes you (say|think)\b|\bevidence\b|\bsource of\b", "audit"),
    (r"^when\b|\bsince when\b|\bused to\b|\bdid\b.{1,40}\buse to\b|\bbefore\b"
     r"|\bpreviously\b|\bformerly\b|\boriginally\b"
     r"|\bearlier\b|\bback then\b|\bat the time\b|\bin the past\b|\bhistory\b|\bno longer\b|\bago\b"
     r"|\b(last|past) (week|month|year|spring|summer|autumn|fall|winter)\b"
     r"|\b(in|during|since|until|by) (19|20)\d\d\b|\bprior to\b|\bprevious\b|\bformer\b"
     rf"|\b{_MONTH} (of )?(19|20)\d\d\b|\b(19|20)\d\d-\d\d-\d\d\b"
     rf"|\b(did|was|were|had)\b.{{0,60}}\b((in|during|since|until|by|of) {_PART}{_MONTH}|after)\b",
     "historical"),
    (r"\bhow (to|do i|do you|do we|can i|can we|should i|should we)\b|\bsteps? (to|for)\b"
     r"|\binstructions?\b|\bprocedure\b|\bwhat is the (way|process)\b", "procedural"),
    (r"^(who|what|which) (is|are|was|were)\b|^(who|what)('s|s)\b|\bwhat do you know about\b"
     r"|\btell me about\b", "logical"),
)  # fmt: skip
"""Pattern in the folded question -> lens; the first that matches wins."""

_RULES = tuple((re.compile(pattern), lens) for pattern, lens in RULES)
_OVERVIEW = re.compile(
    r"^who('s|s| is| are| am)\b|\b(know|remember|tell me|learned?) (\w+ )?about\b|\bwho am i\b"
)
_ABOUT = re.compile(r"\babout\b|^who am i\b")
_FIRST_PERSON = re.compile(r"\b(i|me|my|mine|myself|we|our|ours)\b")
_QUOTED = re.compile(r"[\"\u201c\u201e\u00ab\u300c]([^\"\u201d\u00bb\u300d]{1,80})")
_WORD = re.compile(rf"[@#.]?[{data.WORD}]+(?:[.'\u2019&+\-][{data.WORD}]+)*[+#]*")
_SOLID_RUN = re.compile(rf"[{data.SOLID}]+")
_TYPEWRITER = str.maketrans(data.TYPEWRITER)
_LONGEST_SOLID_NAME = 6
_LONGEST_NAME = 5  # words
_END = 4_000  # characters of either end of a text that are read as a question
_WIDEST_GAP = 3  # characters between two words of a name


def make_query(**fields: Any) -> Query:
    """Make a query of what a caller gave.

    Args:
        fields: those of `Query`.

    Raises:
        InvalidInput: a field is missing, unknown or of the wrong type, or the text is blank.
        InvalidTime: a datetime is naive.
    """
    for name, kinds in (("as_of", (int, datetime)), ("valid_at", (datetime,)), ("k", (int,)),
                        ("budget_tokens", (int,))):  # fmt: skip
        given = fields.get(name)
        if given is not None and (isinstance(given, bool) or not isinstance(given, kinds)):
            raise InvalidInput(f"{name}={given!r:.80} is neither {' nor '.join(map(str, kinds))}")
    if isinstance(text := fields.get("text"), bytes | bytearray):  # would pass for text
        raise InvalidInput(f"text={text!r:.80} is no text: give a str")
    fields |= {"text": clean(text)} if isinstance(text, str) else {}
    try:
        query = Query.model_validate(fields)
    except ValidationError as exc:
        raise InvalidInput(_advice(exc)) from exc
    _check(query)
    return query


def check(query: Query, settings: Settings) -> Query:
    """Refuse a query that can't be answered, and return it without secrets: its trace is kept.

    Raises:
        InvalidInput, InvalidTime: see `make_query`.
        TooLarge: the text is above the limit.
    """
    _check(query)
    size, most = len(query.text), settings.limits.text_characters
    if size > most:
        raise TooLarge(f"a query of {size} characters: limits.text_characters={most} at most")
    cleaner, thread = Cleaner(settings.redacting), query.filters.thread
    text = cleaner.text(query.text)
    named = None if thread is None else cleaner.label(thread)
    if (text, named) == (query.text, thread):
        return query
    narrow = query.filters.model_copy(update={"thread": named})
    return query.model_copy(update={"text": text, "filters": narrow})


def _check(query: Query) -> None:
    if is_blank(query.text):
        raise InvalidInput("the query is blank: give some words to look for")
    for moment in (query.as_of, query.valid_at):
        if isinstance(moment, datetime):
            to_micros(moment)
        elif moment is not None and not 0 <= moment < 1 << 63:
            raise InvalidInput(f"as_of={moment} is no sequence number of a ledger")
    thread = query.filters.thread
    if thread is not None and clean(thread) != thread:
        raise InvalidInput(f"filters.thread={thread!r} holds NUL or a lone surrogate")


def _advice(exc: ValidationError) -> str:
    lines = []
    for error in exc.errors(include_url=False):
        name = ".".join(map(str, error["loc"]))
        given = reprlib.repr(error["input"])
        choices = f": choose one of {', '.join(get_args(Lens))}" if name == "lens" else ""
        lines.append(f"{name}={given}: {error['msg']}{choices}")
    return "; ".join(lines)


def choose(query: Query, now: datetime, seq: int, settings: Settings) -> RecallPlan:
    """Choose the lens of a query and what it looks for.

    Args:
        query: the question.
        now: the time of the moment that is read; the clock at head.
        seq: that moment.
        settings: limits.

    Returns:
        The plan: lens, terms, names, and the gate that is applied before anything is ranked.

    Raises:
        InvalidInput, InvalidTime, TooLarge: see `check`.
    """
    query = check(query, settings)
    text = clean(query.text)
    said = _ends(text)
    asked = _plain(said)
    lens = query.lens if query.lens != "auto" else lens_of(asked)
    surface, filters = LENSES[lens], query.filters
    moment = query.valid_at or (now if surface.timed else None)
    everything = unspecific.is_unspecific(asked)
    wants = Asked() if everything else periods.dated(asking.read(said, settings), said,
                                                     moment or now)  # fmt: skip
    words = unspecific.named(asked) if everything else text
    names = (USER,) if everything else (*asking.asked_names(wants), *names_of(said))
    return RecallPlan(
        query=query, lens=lens, seq=seq, now=now,
        terms=tuple(query_tokens(words)[: settings.retrieval.terms]),
        names=names[: settings.retrieval.names], everything=everything,
        overview=everything or (_OVERVIEW.search(asked) is not None
        and (1.0 not in wants.slots.values() or _ABOUT.search(asked) is not None)),
        asked=wants, listing=cues.lists(asked),
        gate=Gate(
            valid_at=None if moment is None else to_micros(moment),
            states=_states(surface.states if filters.states is None else filters.states),
            kinds=filters.kinds, channels=filters.channels, thread=filters.thread,
            now=None if surface.expired else to_micros(now),
        ),
    )  # fmt: skip


def weighing(lens: Lens, settings: Retrieval) -> Retrieval:
    """Return how a lens weighs the channels.

    Args:
        lens: of a plan, never "auto".
        settings: how they are weighed without a lens.
    """
    times = LENSES[lens].weighs
    if not times:
        return settings
    weights, signals = (
        {name: weight * times.get(name, 1.0) for name, weight in group.items()}
        for group in (settings.weights, settings.signals)
    )
    return settings.model_copy(update={"weights": weights, "signals": signals})


def _ends(text: str) -> str:
    """Return where the question of a long text stands, first or last; all its words are terms."""
    return text if len(text) <= 2 * _END else f"{text[:_END]}\n{text[-_END:]}"


def _states(asked: tuple[State, ...]) -> tuple[State, ...]:
    """Return which states a query looks at: never what is suppressed, whatever it asks for."""
    return tuple(state for state in asked if state != "suppressed")


def lens_of(text: str) -> Lens:
    """Return the lens that the wording of a question asks for."""
    asked = _plain(text)
    return next((lens for pattern, lens in _RULES if pattern.search(asked)), "associative")


def wording(text: str) -> str | None:
    """Return the words of a question that ask for its lens; None if there are none."""
    asked = _plain(_ends(text))
    found = (pattern.search(asked) for pattern, _ in _RULES)
    return next((match[0] for match in found if match), None)


def names_of(text: str) -> tuple[str, ...]:
    """Return the folded names a question may mean, the likeliest first.

    These are quoted strings, runs of capitalised words and numbers and their parts, "user" for the
    first person, then every other word that is no stop word and runs of them: people type "anna" as
    well, and a key that is no name finds nothing. Scripts without spaces give short substrings.
    """
    found = [quoted for quoted in _QUOTED.findall(text)]
    places = list(_WORD.finditer(text))
    words = [place[0] for place in places]
    content = [word.casefold() not in data.STOP_WORDS for word in words]
    capital = [_is_name(word, at) for at, word in enumerate(words)]
    numbered = [is_one or word.isdigit() for is_one, word in zip(capital, words, strict=True)]
    for size in range(_LONGEST_NAME, 0, -1):
        for at in range(len(words) - size + 1):
            run = slice(at, at + size)
            if all(numbered[run]) and (capital[at] or (size > 1 and capital[at + 1])):
                found += _written(text, places[run])
    if _FIRST_PERSON.search(_plain(text)):
        found.append(USER)
    found += [word for word, keep in zip(words, content, strict=True) if keep]
    for size in range(2, _LONGEST_NAME + 1):
        for at in range(len(words) - size + 1):
            if content[at] and content[at + size - 1]:
                found += _written(text, places[at : at + size])
    for run_ in _SOLID_RUN.findall(text):
        found += _substrings(run_)
    return tuple(dict.fromkeys(key for name in found if (key := fold(name))))


def _written(text: str, places: Sequence[re.Match[str]]) -> list[str]:
    """Return a run of words as a name: as it is written ("Dr. Weber"), and without the stops."""
    between = [text[one.end() : other.start()] for one, other in pairwise(places)]
    if any(gap.strip(" .") or len(gap) > _WIDEST_GAP for gap in between):
        return []
    plain = " ".join(place[0] for place in places)
    if not any("." in gap for gap in between):
        return [plain]
    return [text[places[0].start() : places[-1].end()], plain]


def _is_name(word: str, at: int) -> bool:
    """Tell whether a word is written as a name; the first word is only if it is no stop word."""
    known = word.partition("'")[0].casefold() in data.STOP_WORDS
    return word[:1].isupper() and word != "I" and not (known and (at == 0 or len(word) < 3))


def _substrings(run: str) -> list[str]:
    longest = min(len(run), _LONGEST_SOLID_NAME)
    return [run[at : at + n] for n in range(longest, 1, -1) for at in range(len(run) - n + 1)]


def _plain(text: str) -> str:
    return " ".join(text.translate(_TYPEWRITER).casefold().split())
