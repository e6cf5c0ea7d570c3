"""Read a noun with an owner: "my dentist is Dr. Sato", "Dune is her favourite book"."""

import re
from collections.abc import Iterator

from neuromem_graph.core import frames, takes
from neuromem_graph.core.auxiliaries import INSTEAD, IT_WAS, read
from neuromem_graph.core.clauses import Clause, Framed
from neuromem_graph.core.framing_owners import Owner, Span, Text, clause_of, mods_of, phrase_of
from neuromem_graph.core.nouns import noun_of
from neuromem_graph.core.nountable import Noun
from neuromem_graph.core.sorts import sort_of

__all__ = ["before", "read_backward", "read_owned"]

_BACK = 90  # characters before a noun in which its value may stand


def read_owned(said: Text, owner: Owner) -> Iterator[Clause]:
    """Read what follows an owner: "my dentist is ..."."""
    text, altered = (
        said.text,
        frames.ALTERED.search(said.text, max(0, owner.start - 16), owner.start),
    )
    if altered is not None and (match := frames.ALTERS.match(text, owner.end)):
        noun = noun_of(phrase_of(match))
        value = said.value(match.end(), noun) if noun else None
        if noun and value:
            yield clause_of(
                owner, "is", altered.start(), value[1], Framed(noun, value, change=True)
            )
            return
    for tail in frames.TAILS:
        match = tail.match(text, owner.end)
        noun = noun_of(phrase_of(match)) if match else None
        if match is None or noun is None:
            continue
        role = noun_of(owner.relation or "") if noun.predicate == "name" else None
        if role is not None and role.takes == "person" and owner.subject == owner.relation:
            owner, noun = Owner("user", "user", None, owner.start, owner.end), role
        clause = _forward(said, owner, match, noun)
        if clause is not None:
            yield clause
            yield from _further(said, clause)
            return
    yield from read_backward(said, owner)
    yield from _thing(said, owner)


_ITEM = re.compile(
    r"(?i)(?:,\s(?:and\s)?|\s(?:and|&)\s)(?P<v>[\w-]+(?:\s[\w-]+){0,2}?)"
    r"(?=\s*(?:[.,;!?]|$)|\s(?:and|&)\s)"
)
_MOST_ITEMS = 6


def _further(said: Text, clause: Clause) -> Iterator[Clause]:
    """Read the rest of a list: "my hobbies are hiking and chess"."""
    one = clause.framed
    if one is None or one.noun.single or one.instead is not None:
        return
    end = one.value[1]
    for _ in range(_MOST_ITEMS):
        item = _ITEM.match(said.text, end)
        value = said.value(item.start("v"), one.noun, item.end("v")) if item else None
        if item is None or value is None or value[1] != item.end("v"):
            return
        yield clause._replace(framed=one._replace(value=value), rest=value[1])
        end = value[1]


_ACTORS = frozenset({"name", "person", "strong"})
"""What the value of a noun is whose bearer may act itself: a team, a boss, a neighbour."""


def _forward(said: Text, owner: Owner, match: re.Match[str], noun: Noun) -> Clause | None:
    groups, text = match.groupdict(), said.text
    value = said.value(match.end(), noun)
    if value is None and noun.predicate == "phone":
        noun = Noun("phone_model", "thing")
        value = said.value(match.end(), noun)
        if value is not None and "phone_model" not in sort_of(text[slice(*value)]):
            return None
    if value is None:
        return None
    change = bool(groups.get("alters"))
    if change and noun.takes in _ACTORS and frames.ACTS.search(groups["alters"]):
        return None
    apposed = bool(groups.get("apposed"))
    if apposed and (noun.takes != "person" or text[value[1] : value[1] + 1] != ","):
        return None
    mods = mods_of(groups["is"]) if groups.get("is") else "is"
    reading = read(mods)
    one = Framed(noun, value, change=change, aside=apposed, apposed=apposed)
    if reading.negated or reading.ended or reading.past:
        one = _instead(said, one, not reading.negated, value[1])
    return clause_of(owner, mods, owner.start, (one.instead or value)[1], one)


_THEN = re.compile(
    r"(?i)\s?(?:[,;.\u2013\u2014-]|\b(?:and|but)\b|,\s?(?:and|but))?\s{0,3}(?:(?:but|and"
    r"|so)\s)?(?:(?:now|these\sdays|nowadays|currently|lately"
    r"|since\s\w+|at\sthe\smoment|right\snow|today),?\s(?:it's\s|it\sis\s|that's\s|that\sis\s"
    r"|he's\s|she's\s|i'm\s)?|(?:it's|it\sis|that's|they're)\s(?:now\s)?|\bbut\s(?=(?:an?"
    r"|the)\s))"
)

_INVERTED = re.compile(
    r"(?i)\s(?:any\s?more|any\slonger)?[,;]?\s{0,3}(?:but\s)?(?P<v>[^,.;!?]{1"
    r",40}?)\s(?:is|are)(?=\W*(?:$|now|these)|,)"
)

_ANY_MORE = re.compile(r"(?i)\s{1,3}any\s?(?:more|longer)\b")


def _instead(said: Text, one: Framed, ended: bool, after: int) -> Framed:
    """Read what it is instead: "isn't Emma anymore, it's Dune", "used to be Emma, now Dune"."""
    text = said.text
    more = _ANY_MORE.match(text, after)
    for link in (_THEN, INSTEAD) if ended else (INSTEAD, IT_WAS, _THEN):
        match = link.match(text, after) or (link.match(text, more.end()) if more else None)
        value = said.value(match.end(), one.noun) if match else None
        if value is not None:
            return one._replace(instead=value, any_more=ended or more is not None or link is _THEN)
    inverted = _INVERTED.match(text, after)
    if inverted is not None:
        value = said.value(inverted.start("v"), one.noun, inverted.end("v"))
        if value is not None and value[1] == inverted.end("v"):
            return one._replace(instead=value, any_more=True)
    return one


_START = re.compile(
    r"(?i)(?:(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bSt)(?<!\bMrs)(?<!\bProf)[.,;:!?(\u2013\u2014]\s"
    r"|\s-\s|^|\b(?:so|and|but|because|that|cause|cuz|although|though|while|as|if|when|says?"
    "|said|since|guess"
    r"|think|know|believe|heard|until)\s)"
)

_ADVERBIAL = re.compile(
    r"(?i)(?:[\s\W]*(?:now|at\swork|for\s\w+,|these\sdays|well|actually|then|nowadays|currently"
    r"|lately|honestly|yeah|yes|no|btw|turns\sout|of\scourse"
    r"|fyi|so|and|but|okay|ok|oh|hey|anyway|today|as\sof\slast\s\w+|since\s\w+|finally"
    r"|obviously|apparently|guess\swhat|right\snow)\b,?\s{1,3}){1,3}"
)


def before(said: Text, end: int, noun: Noun) -> Span | None:
    """Read the value that ends at a place."""
    text, low = said.text, max(0, end - _BACK)
    places = [match.end() for match in _START.finditer(text, low, end)]
    if low == 0:
        places.insert(0, 0)
    for start in reversed(places):
        lead = _ADVERBIAL.match(text, start, end)
        value = said.value(lead.end() if lead else start, noun, end)
        if value is not None and not text[value[1] : end].strip():
            article = 2 * (noun.takes == "thing" and text.startswith("A ", value[0]))
            return takes.paired(text, (value[0] + article, value[1]))
    return None


def read_backward(said: Text, owner: Owner, bare: bool = False) -> Iterator[Clause]:
    """Read a value that stands before its noun: "Dr. Sato is my dentist"."""
    text = said.text
    match = (
        frames.NOUN.match(text, owner.end)
        if not bare
        else frames.NOUN.match(" " + text[owner.start :])
    )
    noun = noun_of(phrase_of(match)) if match else None
    if match is None or noun is None or not noun.known:
        return
    stop = match.end("noun") if not bare else owner.start - 1 + match.end("noun")
    window = max(0, owner.start - _BACK)
    one = (None if bare else _predicated(said, owner, noun, window)) or _referred(
        said, owner, noun, window
    )
    if one is not None:
        found, mods, start = one
        reading = read(mods)
        if reading.negated or reading.ended or reading.past:
            found = _instead(said, found, not reading.negated, stop)
        yield clause_of(owner, mods, start, max(stop, found.value[1]), found)


def _predicated(
    said: Text, owner: Owner, noun: Noun, window: int
) -> tuple[Framed, str, int] | None:
    text = said.text
    be = frames.BEFORE_BE.search(text, window, owner.start + 0)
    if be is not None:
        value = before(said, be.start(), noun)
        if value is not None:
            mods = mods_of(be[0].strip())
            return (
                Framed(noun, value, change="beco" in be[0].lower() or "became" in be[0].lower()),
                mods,
                value[0],
            )
    role = frames.BEFORE_AS.search(text, window, owner.start)
    if role is not None and role["got"]:
        value = said.value(role.start("value"), noun, role.end("value"))
        if value is not None:
            return Framed(noun, value), "is", value[0]
    elif role is not None:
        value = before(said, role.start(), noun)
        if value is not None:
            return Framed(noun, value, change=True), "is now", value[0]
    return None


_OBJECT = re.compile(
    r"(?i)\b(?:love|loves|like|likes|adore|adores|enjoys?|orders?|drinks?|eats?|eating(?:\sat)?"
    "|watch(?:ed)?|saw|sees?|reads?|finished"
    r"|found|discovered|tried|try|listens?(?:\sto)?|plays?|wears?(?:\snothing\sbut|\sonly)?"
    r"|go(?:es)?\sto|went\sto|visited|in|at|picks?|chose"
    "|takes?|uses?|using|got|bought|drives?|be|beats|to|is|be|on|with|spend|of|finding|loving"
    r"|by|a|says?|said|try|hitting|be'd|that's|learned|into|started)\s(?=\S)"
)

_TYPED = ("email", "phone", "money", "address", "url")


def _referred(said: Text, owner: Owner, noun: Noun, window: int) -> tuple[Framed, str, int] | None:
    """Read "I love Dune, it's my favourite book": the value went before."""
    text = said.text
    it = frames.BEFORE_IT.search(text, window, owner.start)
    if it is None:
        return None
    value = _antecedent(said, window, it.start(), noun)
    liked = noun.kind == "preference" or noun.takes in ("email", "phone", "address", "person")
    if value is None or (it["comma"] and not liked and text[value[1] : it.start()].strip()):
        return None
    return (
        Framed(noun, value),
        mods_of(it["it"].split("'")[-1]) if it["it"] and "was" in it["it"] else "is",
        it.start(),
    )


def _antecedent(said: Text, low: int, high: int, noun: Noun) -> Span | None:
    text = said.text
    low = 0 if low < 40 else low
    if noun.takes in _TYPED:
        places = [m.start() for m in re.finditer(r"(?<!\S)\S", text[low:high])]
        for place in places:
            value = said.value(low + place, noun, high)
            if value is not None and not (
                noun.takes == "money" and not any(c.isdigit() for c in text[slice(*value)])
            ):
                return value
        return None
    best = None
    for match in _OBJECT.finditer(text, low, high):
        value = said.value(match.end(), noun, high)
        if value is not None and (best is None or value[0] > best[1]):
            best = value if best is None or _fits_better(text, value, best, noun) else best
    return best or before(said, high, noun)


def _fits_better(text: str, new: Span, old: Span, noun: Noun) -> bool:
    wanted = noun.predicate.removeprefix("favorite_")
    return wanted in sort_of(text[slice(*new)]) and wanted not in sort_of(text[slice(*old)])


_THINGS = frozenset({"car", "phone_model", "laptop", "tablet", "camera"})

_OVER = re.compile(
    r"(?i)\s{1,3}(?:is|was|has|got|'s)?\s?(?:gone|died|dead|history|stolen"
    r"|broke\sdown\sfor|sold|totalled|retired|gave\sup|been\s(?:sold|stolen|replaced))\b"
    r"|\s(?:died|gave\sup|got)\b"
)

_GONE = re.compile(
    r"(?i)\b(?:sold|ditched|totalled|totaled|crashed|wrecked|lost|returned|scrapped|dumped"
    r"|gave\s(?:up|away)|got\srid\sof|traded(?:\sin)?|said\sgoodbye\sto)\s{1,3}$"
)


def _thing(said: Text, owner: Owner) -> Iterator[Clause]:
    """Read "my Yaris needs new tyres": the make tells what it is."""
    text = said.text
    match = re.compile(r"\s{1,3}(?:(?:new|trusty|beloved|little|shiny)\s)?(?=[A-Z])").match(
        text, owner.end
    )
    if match is None:
        return
    for sort in _THINGS:
        noun = Noun(sort, "name")
        value = said.value(match.end(), noun)
        if value is not None and sort_of(text[slice(*value)])[:1] == (sort,):
            words = text[value[1] : value[1] + 30]
            over = _OVER.match(words) or _GONE.search(text, max(0, owner.start - 24), owner.start)
            if not words.startswith("'s"):
                mods = "used to be" if over else "is"
                yield clause_of(owner, mods, owner.start, value[1], Framed(noun, value))
            return
