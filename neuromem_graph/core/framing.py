"""Read the frames of a sentence: whose noun has which value, as clauses beside those of verbs."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from neuromem_graph.core import dates, frames, takes
from neuromem_graph.core.auxiliaries import INSTEAD, read
from neuromem_graph.core.clauses import Clause, Framed, Who
from neuromem_graph.core.gazetteer import sort_of
from neuromem_graph.core.nouns import Noun, noun_of
from neuromem_graph.core.sayings import SAYINGS, Saying
from neuromem_graph.core.swaps import LOOSE, swapped
from neuromem_graph.core.wordlists import LANGUAGES, NOT_NAMES

__all__ = ["framed"]

Span = tuple[int, int]
_LONGEST = 1_500  # characters of a sentence that are looked at
_MANY = 12  # owners that are looked at in one sentence
_BACK = 90  # characters before a noun in which its value may stand


class _Owner(NamedTuple):
    who: Who
    subject: str | None
    relation: str | None
    start: int
    end: int


class _Text(NamedTuple):
    text: str
    lower: bool
    times: Sequence[dates.Mention]

    def value(self, start: int, noun: Noun, end: int | None = None) -> Span | None:
        """Read a value at a place, if it is one that the noun can have."""
        times = () if noun.takes in ("time", "date", "number", "size") else self.times
        region = takes.Region(self.text, start, len(self.text) if end is None else end, self.lower, times)
        span = takes.read(region, noun.takes)
        return span if span and _suits(self.text[slice(*span)], noun) else None


_SORTED = frozenset(
    "car phone_model laptop tablet camera editor operating_system browser favorite_food favorite_drink has_pet diet".split()
)
_NATIONAL = re.compile(rf"(?i)(?:{LANGUAGES}|american|british|canadian|mexican|brazilian|australian|swiss|belgian|austrian)$")


def _suits(value: str, noun: Noun) -> bool:
    """Tell whether a value may be one of a noun: a car is no colour, a boss no language."""
    if value.endswith(("'s", "'")) and noun.takes != "name" and noun.takes != "title":
        return False
    sorts = sort_of(value)
    if noun.takes == "person":
        return _NATIONAL.match(value) is None
    if noun.predicate in _SORTED and sorts and noun.predicate.removeprefix("favorite_") not in sorts:
        return sorts[0] not in ("color", "language", "place", "timezone")
    return noun.predicate != "language" or bool({"language", "programming_language"} & set(sorts))


def framed(text: str, lower: bool) -> list[Clause]:
    """Find every noun of a sentence that gets a value.

    Args:
        text: one sentence, with typewriter apostrophes.
        lower: it is written without capitals.

    Returns:
        Clauses with `framed` set, in order of their values; none overlaps another's value.
    """
    found: list[Clause] = []
    text = text[:_LONGEST]
    said = _Text(text, lower, dates.find(text))
    for clause in sorted(_all(said), key=lambda c: c.framed.value if c.framed else (0, 0)):
        span = clause.framed.value if clause.framed else (0, 0)
        if not any(_overlap(span, other.framed.value) for other in found if other.framed):
            found.append(clause)
    return found


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _all(said: _Text) -> Iterator[Clause]:
    yield from _sayings(said)
    yield from _swaps(said)
    if frames.HINT.search(said.text) is not None:
        yield from _nouns(said)


def _sayings(said: _Text) -> Iterator[Clause]:
    low = said.text.lower()
    for saying in SAYINGS:
        if saying.hint in low:
            for match in saying.regex.finditer(said.text):
                yield from _saying(said, saying, match)


_DEVICES = frozenset({"car", "phone_model", "laptop", "tablet", "camera", "pet"})


def _saying(said: _Text, saying: Saying, match: re.Match[str]) -> Iterator[Clause]:
    groups = match.groupdict()
    owner = _owner(match) if _has_subject(match) else _Owner("elided", None, None, *match.span())
    if groups.get("me") is not None and not groups["me"]:
        owner = _Owner("user", "user", None, *match.span())
    if owner is None:
        return
    child = groups.get("child")
    if child:
        whose = None if owner.who == "user" else owner.subject
        owner = _Owner("named", f"{whose}'s {child.lower()}" if whose else child.lower(), None if whose else child.lower(), *match.span())
    start, end = match.span("v") if groups.get("v") else (match.end(), None)
    noun = _noun_said(said, saying, match, start, end)
    value = said.value(start, noun, end) if noun else None
    if noun is None or value is None or (end is not None and said.text[value[1] : end].strip()):
        return
    one = Framed(noun, value, change=saying.change, loose=saying.noun == "at" or saying.ended)
    if saying.ended and noun.predicate == "has_pet" and "pet" not in sort_of(said.text[slice(*value)]):
        return
    yield _clause(owner, "used to be" if saying.ended else "is", match.start(), value[1], one)


def _noun_said(said: _Text, saying: Saying, match: re.Match[str], start: int, end: int | None) -> Noun | None:
    """Return the noun of a saying: its own, the one in the text, or what the value names."""
    text = said.text
    if saying.noun == "at":
        kin = (match.groupdict().get("holders_kin") or match.groupdict().get("kins_kin") or match.groupdict().get("kin") or "").lower()
        return noun_of("school" if kin in _CHILDREN else "employer")
    if saying.noun not in ("", "typed", "topic"):
        return noun_of(saying.noun)
    if saying.noun == "":
        phrase = _phrase(match)
        noun = noun_of("employer" if phrase == "job" and saying.change else phrase)
        return noun if noun is not None and (noun.known or noun.takes == "strong") else None
    value = said.value(start, _ANYTHING, end)
    sorts = sort_of(text[slice(*value)]) if value else ()
    if saying.noun == "typed":
        sort = next((sort for sort in sorts if sort in _DEVICES), None)
        return None if sort is None else noun_of("pet") if sort == "pet" else Noun(sort, "thing")
    groups = match.groupdict()
    topic = groups.get("topic") or groups.get("topic2") or groups.get("topic3") or _topic_of(text[: match.end()]) or _topic_of(text[match.end() :])
    if topic:
        return noun_of("favourite " + topic) or noun_of("favourite " + topic.removesuffix("s"))
    liked = next((sort for sort in sorts if sort in ("food", "drink", "color")), None)
    return noun_of("favourite " + liked) if liked else None


_CHILDREN = frozenset("son daughter kid child kids children sons daughters niece nephew grandson granddaughter".split())
_ANYTHING = Noun("", "thing", known=False)
_FAVORITES = re.compile(
    r"(?i)\b(?P<topic>food|dish|meal|drink|colou?r|film|movie|band|music|book|novel|restaurant|song|singer|season|sport|game|show|author|city)s?\b"
)


def _topic_of(text: str) -> str | None:
    found = _FAVORITES.findall(text)
    return {"music": "band"}.get(found[-1].lower(), found[-1].lower()) if found else None


def _swaps(said: _Text) -> Iterator[Clause]:
    """Read "traded my Golf for a Polo"."""
    for swap in swapped(said.text):
        owner: _Owner | None = _Owner("elided", None, None, *swap.match.span())
        named = _owner(swap.match) if _has_subject(swap.match) else None
        if named is not None:
            owner = named
        elif _AFRESH.search(said.text, max(0, swap.match.start() - 16), swap.match.start()) is None:
            continue
        noun = swap.noun
        if noun is LOOSE and owner is not None and _is_child(owner):
            noun = noun_of("school") or noun
        value = said.value(swap.start, noun)
        if value is None and noun.takes != "thing":
            value = said.value(swap.start, noun._replace(takes="thing")) if noun.known else None
        if owner is None or value is None:
            continue
        span = (swap.match.start(), value[1])
        old = None if noun.single else said.value(swap.old[0], noun, swap.old[1])
        yield _clause(owner, "is", span[0], span[1], Framed(noun, value, change=True, old=old))


def _is_child(owner: _Owner) -> bool:
    return (owner.subject or "").rpartition(" ")[2].lower() in _CHILDREN or owner.relation in _CHILDREN


_AFRESH = re.compile(r"(?i)(?:^|[,;:.!?\u2014-]|\b(?:and|but|so|just|finally|then|now|already|recently|btw|fyi))\s{0,3}$")


def _has_subject(match: re.Match[str]) -> bool:
    names = ("me", "me2", "my", "pronoun", "theirs", "kin", "holder", "them")
    groups = match.groupdict()
    return any(groups.get(name) for name in names)


def _nouns(said: _Text) -> Iterator[Clause]:
    text = said.text
    for number, match in enumerate(frames.OWNER.finditer(text)):
        if number == _MANY:
            break
        for owner in _owners(match):
            found = list(_owned(said, owner))
            yield from found
            if found:
                break
    for match in frames.FAVORED.finditer(text):
        yield from _backward(said, _Owner("elided", None, None, match.start(), match.start() - 1), bare=True)
    low = text.lower()
    if "the " in low:
        for match in frames.RELATIVE.finditer(text):
            yield from _relative(said, match)
    if "best " in low:
        for match in frames.BEST.finditer(text):
            yield from _best(said, match)
    if "-wise" in low or " for " in low or low.startswith(("for ", "when it", "as for", "in terms")):
        for match in frames.TOPIC.finditer(text):
            yield from _topic(said, match)
    for match in frames.REACHED.finditer(text):
        yield from _reached(said, match)


def _owners(match: re.Match[str]) -> Iterator[_Owner]:
    """Say whose the noun may be: "my dentist's" may be "my dentist is", too."""
    owner, groups = _owner(match), match.groupdict()
    if owner is not None:
        yield owner
    further = "kins_kin" if groups.get("kins_kin") else "holders_kin" if groups.get("holders_kin") else None
    if further and owner is not None and owner.subject:
        yield owner._replace(subject=owner.subject.rsplit("'s ", 1)[0], relation=groups.get("kin"), end=match.start(further) - 1)
    elif groups.get("kin") and not groups.get("kin_name"):
        yield _Owner("user", "user", None, match.start(), match.start("kin") - 1)


def _owner(match: re.Match[str]) -> _Owner | None:
    """Say whose the noun is that follows."""
    groups = match.groupdict()
    span = match.span()
    if groups.get("me2"):
        return _Owner("user", "user", None, *span)
    pronoun = groups.get("them") or groups.get("theirs") or groups.get("pronoun")
    if pronoun and pronoun.lower() in ("me", "us"):
        return _Owner("user", "user", None, *span)
    if pronoun:
        who = {"him": "his"}.get(pronoun.lower(), pronoun.lower())
        return _Owner("pronoun", who, None, *span)
    kin = groups.get("kin") or groups.get("pass_kin")
    name = groups.get("kin_name") or groups.get("pass_name") or groups.get("holder") or groups.get("pass_holder")
    further = groups.get("kins_kin") or groups.get("holders_kin")
    if kin is None and name is None:
        return _Owner("user", "user", None, *span)
    if name is not None:
        words = name.split()
        while words and words[0].lower() in NOT_NAMES:
            del words[0]
        if not words:
            return None
        name = " ".join(words)
    relation = kin.lower() if kin else None
    subject = name or relation
    if further:
        return _Owner("named", f"{subject}'s {further.lower()}", None, *span)
    return _Owner("named", subject, relation, *span)


def _clause(owner: _Owner, mods: str, start: int, rest: int, one: Framed) -> Clause:
    return Clause(start, rest, *owner[:3], mods, read(mods), "", rest, one.noun.predicate, framed=one)


def _mods(written: str) -> str:
    """Return the auxiliaries of a frame; what tells nothing of time is left as "is"."""
    low = " ".join(written.lower().split())
    low = re.sub(r"^'s\b", "is", low).replace("isnt", "isn't")
    low = re.sub(r"\s(?:set to|called|named|known as|registered as|(?:up|down|back|close) to)$", "", low)
    if re.match(r"(?:has|have)\b|bec|remains|stays|turned|ended|runs|got", low):
        return "is now" if "become" in low or "became" in low else "is"
    return low


def _owned(said: _Text, owner: _Owner) -> Iterator[Clause]:
    """Read what follows an owner: "my dentist is ..."."""
    text, altered = said.text, frames.ALTERED.search(said.text, max(0, owner.start - 16), owner.start)
    if altered is not None and (match := frames.ALTERS.match(text, owner.end)):
        noun = noun_of(_phrase(match))
        value = said.value(match.end(), noun) if noun else None
        if noun and value:
            yield _clause(owner, "is", altered.start(), value[1], Framed(noun, value, change=True))
            return
    for tail in frames.TAILS:
        match = tail.match(text, owner.end)
        noun = noun_of(_phrase(match)) if match else None
        if match is None or noun is None:
            continue
        role = noun_of(owner.relation or "") if noun.predicate == "name" else None
        if role is not None and role.takes == "person" and owner.subject == owner.relation:
            owner, noun = _Owner("user", "user", None, owner.start, owner.end), role
        clause = _forward(said, owner, match, noun)
        if clause is not None:
            yield clause
            return
    yield from _backward(said, owner)
    yield from _thing(said, owner)


def _phrase(match: re.Match[str]) -> str:
    return " ".join(match["noun"].lower().split())


_ROLES = frozenset("manager partner dentist doctor therapist landlord lawyer accountant vet".split())


def _forward(said: _Text, owner: _Owner, match: re.Match[str], noun: Noun) -> Clause | None:
    groups, text = match.groupdict(), said.text
    aside = groups.get("apposed") is not None
    if aside and (noun.takes != "person" or noun.predicate not in _ROLES):
        return None
    value = said.value(match.end(), noun)
    if value is None and noun.predicate == "phone":
        noun = Noun("phone_model", "thing")
        value = said.value(match.end(), noun)
        if value is not None and "phone_model" not in sort_of(text[slice(*value)]):
            return None
    if value is None:
        return None
    change = bool(groups.get("alters"))
    if aside and groups["apposed"] and text[value[1] : value[1] + 1] != ",":
        return None
    mods = _mods(groups["is"]) if groups.get("is") else "is"
    reading = read(mods)
    one = Framed(noun, value, change=change, aside=aside)
    if reading.negated or reading.ended:
        one = _instead(said, one, reading.ended, value[1])
    return _clause(owner, mods, owner.start, (one.instead or value)[1], one)


_THEN = re.compile(
    r"(?i)\s?(?:[,;.\u2013\u2014-]|\b(?:and|but)\b|,\s?(?:and|but))?\s{0,3}(?:(?:but|and|so)\s)?(?:(?:now|these\sdays|nowadays|currently|lately"
    r"|since\s\w+|at\sthe\smoment|right\snow|today),?\s(?:it's\s|it\sis\s|that's\s|that\sis\s|he's\s|she's\s|i'm\s)?|(?:it's|it\sis|that's|they're)\s(?:now\s)?|\bbut\s(?=(?:an?|the)\s))"
)
_INVERTED = re.compile(r"(?i)\s(?:any\s?more|any\slonger)?[,;]?\s{0,3}(?:but\s)?(?P<v>[^,.;!?]{1,40}?)\s(?:is|are)(?=\W*(?:$|now|these)|,)")
_ANY_MORE = re.compile(r"(?i)\s{1,3}any\s?(?:more|longer)\b")


def _instead(said: _Text, one: Framed, ended: bool, after: int) -> Framed:
    """Read what it is instead: "isn't Emma anymore, it's Dune", "used to be Emma, now Dune"."""
    text = said.text
    more = _ANY_MORE.match(text, after)
    for link in (_THEN, INSTEAD) if ended else (INSTEAD, _THEN):
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
    r"(?i)(?:(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bSt)(?<!\bMrs)(?<!\bProf)[.,;:!?(\u2013\u2014]\s|\s-\s|^|\b(?:so|and|but|because|that|cause|cuz|although|though|while|as|if|when|says?|said|since|guess"
    r"|think|know|believe|heard|until)\s)"
)
_ADVERBIAL = re.compile(
    r"(?i)(?:[\s\W]*(?:now|at\swork|for\s\w+,|these\sdays|well|actually|then|nowadays|currently|lately|honestly|yeah|yes|no|btw|turns\sout|of\scourse"
    r"|fyi|so|and|but|okay|ok|oh|hey|anyway|today|as\sof\slast\s\w+|since\s\w+|finally|obviously|apparently|guess\swhat|right\snow)\b,?\s{1,3}){1,3}"
)


def _before(said: _Text, end: int, noun: Noun) -> Span | None:
    """Read the value that ends at a place."""
    text, low = said.text, max(0, end - _BACK)
    places = [match.end() for match in _START.finditer(text, low, end)]
    if low == 0:
        places.insert(0, 0)
    for start in reversed(places):
        lead = _ADVERBIAL.match(text, start, end)
        value = said.value(lead.end() if lead else start, noun, end)
        if value is not None and not text[value[1] : end].strip():
            return takes.paired(text, value)
    return None


def _backward(said: _Text, owner: _Owner, bare: bool = False) -> Iterator[Clause]:
    """Read a value that stands before its noun: "Dr. Sato is my dentist"."""
    text = said.text
    match = frames.NOUN.match(text, owner.end) if not bare else frames.NOUN.match(" " + text[owner.start :])
    noun = noun_of(_phrase(match)) if match else None
    if match is None or noun is None or not noun.known:
        return
    stop = match.end("noun") if not bare else owner.start - 1 + match.end("noun")
    window = max(0, owner.start - _BACK)
    one = (None if bare else _predicated(said, owner, noun, window)) or _referred(said, owner, noun, window)
    if one is not None:
        found, mods, start = one
        reading = read(mods)
        if reading.negated or reading.ended:
            found = _instead(said, found, reading.ended, stop)
        yield _clause(owner, mods, start, max(stop, found.value[1]), found)


def _predicated(said: _Text, owner: _Owner, noun: Noun, window: int) -> tuple[Framed, str, int] | None:
    text = said.text
    be = frames.BEFORE_BE.search(text, window, owner.start + 0)
    if be is not None:
        value = _before(said, be.start(), noun)
        if value is not None:
            mods = _mods(be[0].strip())
            return Framed(noun, value, change="beco" in be[0].lower() or "became" in be[0].lower()), mods, value[0]
    role = frames.BEFORE_AS.search(text, window, owner.start)
    if role is not None and role["got"]:
        value = said.value(role.start("value"), noun, role.end("value"))
        if value is not None:
            return Framed(noun, value), "is", value[0]
    elif role is not None:
        value = _before(said, role.start(), noun)
        if value is not None:
            return Framed(noun, value, change=True), "is now", value[0]
    return None


_OBJECT = re.compile(
    r"(?i)\b(?:love|loves|like|likes|adore|adores|enjoys?|orders?|drinks?|eats?|eating(?:\sat)?|watch(?:ed)?|saw|sees?|reads?|finished"
    r"|found|discovered|tried|try|listens?(?:\sto)?|plays?|wears?(?:\snothing\sbut|\sonly)?|go(?:es)?\sto|went\sto|visited|in|at|picks?|chose"
    r"|takes?|uses?|using|got|bought|drives?|be|beats|to|is|be|on|with|spend|of|finding|loving|by|a|says?|said|try|hitting|be'd|that's|learned|into|started)\s(?=\S)"
)
_TYPED = ("email", "phone", "money", "address", "url")


def _referred(said: _Text, owner: _Owner, noun: Noun, window: int) -> tuple[Framed, str, int] | None:
    """Read "I love Dune, it's my favourite book": the value went before."""
    text = said.text
    it = frames.BEFORE_IT.search(text, window, owner.start)
    if it is None:
        return None
    value = _antecedent(said, window, it.start(), noun)
    liked = noun.kind == "preference" or noun.takes in ("email", "phone", "address", "person")
    if value is None or (it["comma"] and not liked and text[value[1] : it.start()].strip()):
        return None
    return Framed(noun, value), _mods(it["it"].split("'")[-1]) if it["it"] and "was" in it["it"] else "is", it.start()


def _antecedent(said: _Text, low: int, high: int, noun: Noun) -> Span | None:
    text = said.text
    low = 0 if low < 40 else low
    if noun.takes in _TYPED:
        places = [m.start() for m in re.finditer(r"(?<!\S)\S", text[low:high])]
        for place in places:
            value = said.value(low + place, noun, high)
            if value is not None and not (noun.takes == "money" and not any(c.isdigit() for c in text[slice(*value)])):
                return value
        return None
    best = None
    for match in _OBJECT.finditer(text, low, high):
        value = said.value(match.end(), noun, high)
        if value is not None and (best is None or value[0] > best[1]):
            best = value if best is None or _fits_better(text, value, best, noun) else best
    return best or _before(said, high, noun)


def _fits_better(text: str, new: Span, old: Span, noun: Noun) -> bool:
    wanted = noun.predicate.removeprefix("favorite_")
    return wanted in sort_of(text[slice(*new)]) and wanted not in sort_of(text[slice(*old)])


_THINGS = frozenset({"car", "phone_model", "laptop", "tablet", "camera"})
_OVER = re.compile(r"(?i)\s{1,3}(?:is|was|has|got|'s)?\s?(?:gone|died|dead|history|stolen|broke\sdown\sfor|sold|totalled|retired|gave\sup|been\s(?:sold|stolen|replaced))\b|\s(?:died|gave\sup|got)\b")


_GONE = re.compile(
    r"(?i)\b(?:sold|ditched|totalled|totaled|crashed|wrecked|lost|returned|scrapped|dumped|gave\s(?:up|away)|got\srid\sof|traded(?:\sin)?|said\sgoodbye\sto)\s{1,3}$"
)


def _thing(said: _Text, owner: _Owner) -> Iterator[Clause]:
    """Read "my Yaris needs new tyres": the make tells what it is."""
    text = said.text
    match = re.compile(r"\s{1,3}(?:(?:new|trusty|beloved|little|shiny)\s)?(?=[A-Z])").match(text, owner.end)
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
                yield _clause(owner, mods, owner.start, value[1], Framed(noun, value))
            return


def _relative(said: _Text, match: re.Match[str]) -> Iterator[Clause]:
    owner, phrase = _owner(match), _phrase(match)
    inner = (match["inner"] or "").lower()
    noun = noun_of("allergy") if "allergic" in inner else noun_of(phrase)
    if phrase in ("person", "one", "guy", "woman", "man"):
        noun = noun_of("manager") if "report" in inner else None
    if noun is not None and noun.predicate == "language" and re.search(r"learn|study|studies|tak", inner):
        noun = noun_of("target language")
    if owner is None or noun is None:
        return
    value = said.value(match.end(), noun)
    if value is not None:
        yield _clause(owner, _mods(match["is"].strip()), match.start(), value[1], Framed(noun, value))


def _best(said: _Text, match: re.Match[str]) -> Iterator[Clause]:
    owner, phrase = _owner(match), _phrase(match).removesuffix(" ever")
    noun = noun_of(phrase)
    if noun is None or noun.takes not in ("email", "phone", "address", "time"):
        noun = noun_of("favourite " + phrase)
    value = said.value(match.end(), noun) if noun else None
    if owner is not None and noun is not None and value is not None:
        yield _clause(owner, "is", match.start(), value[1], Framed(noun, value))


_TOPICS = {"food": "diet", "diet": "diet", "money": "budget", "music": "favourite band", "shoe": "shoe size"}


def _topic(said: _Text, match: re.Match[str]) -> Iterator[Clause]:
    owner, topic = _owner(match), (match["wise"] or match["topic"]).lower()
    noun = noun_of(_TOPICS.get(topic, topic)) if match["wise"] or topic in ("diet", "commute") else None
    start = match.end()
    preposition = re.compile(r"(?i)\s{1,3}(?:on|at|in|with|into|for)(?=\s)").match(said.text, start)
    start = preposition.end() if preposition else start
    value = said.value(start, noun) if noun else None
    if owner is not None and noun is not None and value is not None:
        yield _clause(owner, "is", match.start(), value[1], Framed(noun, value))


def _reached(said: _Text, match: re.Match[str]) -> Iterator[Clause]:
    owner = _owner(match)
    if match["no"] or owner is None:
        return
    for name in ("email", "phone number", "street address"):
        noun = noun_of(name)
        value = said.value(match.end(), noun) if noun else None
        if noun is not None and value is not None:
            yield _clause(owner, "is", match.start(), value[1], Framed(noun, value))
            return
