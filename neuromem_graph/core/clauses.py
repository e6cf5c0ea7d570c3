"""Take a sentence apart into clauses: who, adverbs and auxiliaries, and where the rest begins.
Every subject that a known verb follows starts a clause; all repetition is bounded."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from neuromem_graph.core.attributes import OWNED
from neuromem_graph.core.auxiliaries import MODS, read
from neuromem_graph.core.clause import KIN, NAME, Clause, Framed, Who
from neuromem_graph.core.patterns import HEADS
from neuromem_graph.core.thinglists import STUFF
from neuromem_graph.core.verbs import (
    DROPPABLE,
    HEDGES,
    NOUNS,
    OF_THINGS,
    OTHERS,
    PLURAL,
    REPORTS,
    STATES,
)
from neuromem_graph.core.wordlists import NOT_NAMES, PARENTS, one_of

__all__ = ["HEDGES", "KIN", "NAME", "REPORTS", "Clause", "Framed", "Who", "clauses"]

_W = r"\s{1,3}"
_OWNED = one_of(" ".join(name.replace(" ", "_") for name in OWNED))
_ATTRIBUTE = (
    rf"favou?rite{_W}[\w-]{{1,20}}(?:{_W}(?!is\b|are\b|was\b)[\w-]{{1,20}}){{0,2}}?|{_OWNED}"
)
_IS = rf"(?:{_W}(?:is|are|was|has{_W}always{_W}been)|'s)(?:{_W}(?:now|still|actually|also))?"
_START = re.compile(
    rf"""(?<![\w'@/.#-])(?:
    (?P<first>(?:I|we)(?=(?:m|ve)?\b)(?![.-]\w))
    |(?P<pronoun>she|he|they)\b
    |(?:(?P<owner>his|her|their){_W}
     |(?:my|our){_W}(?:{KIN % "kin"}(?:,?{_W}(?P<kin_name>{NAME}))?'s{_W})?
     |(?P<holder>{NAME})'s{_W})
     (?P<attribute>{_ATTRIBUTE})(?P<is>{_IS}(?P<isnt>n't|{_W}not)?{_W})
    |(?:my|our){_W}{KIN % "relation"}(?:,?{_W}(?P<called>{NAME}),?)?
     (?P<of>'s{_W}(?P<thing>[\w-]{{1,20}}))?
    |(?P<name>{NAME})(?:,{_W}my{_W}{KIN % "apposition"},?)?
     (?P<whose>'s{_W}(?P<item>[\w-]{{1,20}})(?:{_W}(?P<item_name>{NAME}))?)?
    |(?:the|our|my|this){_W}(?P<stuff>(?:(?!(?:of|and|or|for|in|on|at|to|my|our|the|is|was)\b)[\w-]{{2,15}}
     {_W}){{0,2}}?{STUFF})(?![\w'-])
    |(?P<elided>and|but|then)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
_HEAD = re.compile(rf"{_W}([^\W_][\w-]{{0,20}})")


def clauses(text: str, start: int, end: int) -> Iterator[Clause]:
    """Find the clauses of one sentence.

    Args:
        text: a text with typewriter apostrophes.
        start: where the sentence begins.
        end: where it ends.

    Yields:
        The clauses in order, whether a fact can be found in them or not.
    """
    for clause in _clauses(text, start, end):
        yield from _coupled(text, clause)
        yield from _repeats(text, clause)


_COUPLE = re.compile(
    rf"(?:^|[,;.:!?]\s|\b(?:that|but|so|because)\s)(?:(?P<mine>my|our){_W}{KIN % 'kin'}"
    rf"(?:,?{_W}(?P<called>{NAME}))?|(?P<name>{NAME})),?{_W}and{_W}$",
    re.IGNORECASE,
)


def _coupled(text: str, clause: Clause) -> Iterator[Clause]:
    """Let a verb count for both: "my sister Nina and my brother Max live in Leeds"."""
    if clause.who != "named" or clause.head not in PLURAL:
        return
    match = _COUPLE.search(text, max(0, clause.start - 60), clause.start)
    name = match and (match["name"] or match["called"] or match["kin"].lower())
    if match and name and name.split()[0].lower() not in NOT_NAMES:
        kin = (match["kin"] or "").lower() or None
        begin = match.start("name" if match["name"] else "mine")
        yield clause._replace(start=begin, who="named", subject=name, relation=kin)


_AGAIN = re.compile(
    r"(?i)(?:,\s{1,3}|\s{1,3})(?:and|then)(?:\s{1,3}(?:then|later|after\sthat"
    r"|finally))?(?=\s{1,3}to\s)"
)
_MOST_REPEATS = 5


def _repeats(text: str, clause: Clause) -> Iterator[Clause]:
    """Take "I moved to Berlin in 2019 and to Munich in 2021" apart: the verb counts for both."""
    for _ in range(_MOST_REPEATS if clause.head in ("moved", "relocated") else 0):
        again = _AGAIN.search(text, clause.rest, min(clause.end, clause.rest + 100))
        if again is None:
            break
        yield clause._replace(end=again.start())
        clause = clause._replace(start=again.end() + 1, rest=again.end(), cut=False)
    yield clause


_BARE = re.compile(
    rf"""[\W_]{{0,3}}(?:(?:so|yo|yay|omg|lol|ugh|finally|btw|well|fyi|ok|okay|oh|hey|guess{_W}what|update|and|also|now|today|yesterday|turns{_W}out
    |news|last{_W}week|this{_W}week|quick{_W}update|as{_W}of{_W}\w+(?:{_W}\w+)?),?:?{_W}){{0,3}}
    (?P<mods>(?:(?:just|finally|recently|officially|already|now|been|deathly|severely|badly|highly
    |mildly){_W}){{0,2}})
    (?P<head>closed|allergic(?={_W}to\b)|fluent(?={_W}in\b)|running(?={_W}(?-i:[A-Z]))|subscribed(?={_W}to)
    |moved|switched|started|got|bought|sold|joined|upgraded|downgraded|adopted|landed|signed|turned|became|took|picked
    |installed|settled|relocated|migrated|living|working|cycling|biking|walking|seeing|dating|using|driving|learning|reading|watching|studying|training|commuting
    |rewrote|quit(?={_W}(?:my|the)\b)|emigrated|based)(?![\w'-])""",
    re.IGNORECASE | re.VERBOSE,
)


_DEGREES = frozenset("deathly severely badly highly mildly".split())


def _bare(text: str, start: int, end: int) -> Clause | None:
    """Read a sentence that leaves "I" out: "just moved to Berlin"."""
    match = _BARE.match(text, start, end)
    if match is None:
        return None
    head = match["head"].lower()
    said = [word for word in match["mods"].lower().split() if word not in _DEGREES]
    state = head.endswith("ing") or head in ("based", "allergic", "fluent")
    being = ["have"] if "been" in said else ["am"] if state else []
    mods = " ".join([*being, *said])
    return Clause(
        match.start("mods"), end, "user", "user", None, mods, read(mods), head, match.end()
    )


def _clauses(text: str, start: int, end: int) -> Iterator[Clause]:
    last: Clause | None = _bare(text, start, end)
    for match in _START.finditer(text, start, end):
        clause = _clause(text, match, end)
        if clause is None or (last is not None and clause.start < last.rest):
            continue
        if clause.who == "elided" and (last is None or {last.head, clause.head} <= NOUNS):
            continue  # "peace and love"
        if last is not None:
            yield _close(text, last, clause.start)
        last = clause
    if last is not None:
        yield last


_PART = re.compile(r"(?i)\b(?:of|from|in|at|to|with|near|by|for|the|an?|on|about)\s{1,3}$")
_OF = re.compile(r"(?i)\bof\s{1,3}$")
_LINK = re.compile(
    r"[,;:\u2013—-]?\s{0,3}"
    r"\b(?:and|but|so|because|cause|cuz|since|as|although|though|while|plus|or|yet)"
    r"\s{1,3}$|[,;:\u2013—-]\s{0,3}$|^$",
    re.IGNORECASE,
)


def _close(text: str, clause: Clause, end: int) -> Clause:
    """End a clause where the next begins."""
    cut = (
        text[end - 1 : end].isspace()
        and _LINK.search(text, max(clause.rest, end - 16), end) is None
    )
    return clause._replace(end=end, cut=cut)


def _is_many(subject: "_Subject") -> bool:
    return (subject.relation or "").endswith(("s", "children"))


class _Subject(NamedTuple):
    who: Who
    name: str | None
    relation: str | None
    end: int


def _clause(text: str, match: re.Match[str], end: int) -> Clause | None:
    """Read one possible start of a clause; None where no verb we know follows."""
    if match["attribute"]:
        return _owned(text, match, end)
    subject = _subject(match)
    if match["relation"] and _OF.search(text, max(0, match.start() - 8), match.start()):
        return None  # "the dog of my friend is"
    if subject is None or (
        match["name"] and _PART.search(text, max(0, match.start() - 8), match.start())
    ):
        return None
    aside = _ASIDE.match(text, subject.end, end) if subject.who == "named" else None
    subject = subject._replace(end=aside.end()) if aside else subject
    found = MODS.match(text, subject.end, end)
    after = found.end() if found else subject.end
    mods = " ".join(text[subject.end : after].lower().split())
    head_match = _HEAD.match(text, after, end)
    head = head_match[1].lower() if head_match else ""
    verb = _VERBAL.search(text, subject.end, after)
    owned = verb is not None and verb[1].lower() == "had" and head in ("a", "an", "the", "my")
    if verb is not None and (owned or head not in HEADS) and not head.isdigit():
        head, head_match, after = (
            verb[1].lower(),
            verb,
            verb.start(1),
        )  # "does" yoga, "started" fencing
        mods = " ".join(text[subject.end : after].lower().split())
    known = head in HEADS or head in OTHERS or head.isdigit() or head in REPORTS or head in HEDGES
    if not known and subject.who not in ("user", "pronoun"):
        return None
    if not _may_follow(head, subject, match):
        return None
    if subject.who == "named" and (head in STATES or head.isdigit()) and not read(mods).be:
        return None  # "to Rome in May"
    if subject.who == "named" and not mods and head in PLURAL and not _is_many(subject):
        if text[max(0, match.start() - 4) : match.start()].lower() != "and ":
            return None
    rest = head_match.end(1) if head_match else after
    start = subject.end if subject.who == "elided" else match.start()
    clause = Clause(start, end, *subject[:3], mods, read(mods), head, rest)
    return clause._replace(thing=match["stuff"] is not None)


def _may_follow(head: str, subject: _Subject, match: re.Match[str]) -> bool:
    """Tell whether a verb may do without its subject, or be said of a thing."""
    if match["stuff"]:
        return head in OF_THINGS
    return subject.who != "elided" or head in DROPPABLE


_ASIDE = re.compile(r",\s{1,3}(?:who|which)\b[^,;.!?]{1,40},(?=\s)", re.IGNORECASE)
_VERBAL = re.compile(
    r"(?i)\b(do|does|did|started|began|stopped|quit|had"
    r"|gave(?=\s{1,3}up$))(?:\s{1,3}up)?$"
)


def _subject(match: re.Match[str]) -> _Subject | None:
    if match["first"]:
        return _Subject("user", "user", None, match.end())
    if match["pronoun"]:
        return _Subject("pronoun", match["pronoun"].lower(), None, match.end())
    if match["elided"]:
        return _Subject("elided", None, None, match.end())
    if match["relation"]:
        return _relative(match)
    if match["stuff"]:
        return _Subject("named", match["stuff"], None, match.end())
    return _named(match)


def _is_verb(word: str | None) -> bool:
    """Tell whether what follows 's makes it "is" or "has", not a possessive."""
    low = (word or "").lower()
    return low in HEADS or low in NOT_NAMES or MODS.fullmatch(" " + low) is not None


def _relative(match: re.Match[str]) -> _Subject:
    relation, called, thing = match["relation"].lower(), match["called"], match["thing"]
    if thing and not _is_verb(thing):
        return _Subject("named", f"{called or match['relation']}'s {thing}", None, match.end())
    end = match.start("of") if thing else match.end()
    return _Subject("named", called or relation, relation, end)


def _named(match: re.Match[str]) -> _Subject | None:
    words = match["name"].split()
    while words and words[0].lower() in NOT_NAMES:
        del words[0]
    if not words or words[-1].lower() in NOT_NAMES:
        return None
    name, item = " ".join(words), match["item"]
    if match["item_name"]:
        return _Subject("named", match["item_name"], None, match.end())
    if item and not _is_verb(item):
        return _Subject("named", f"{name}'s {item}", None, match.end())
    relation = (match["apposition"] or "").lower() or None
    if name.lower() in PARENTS:
        name = relation = name.lower()
    end = match.start("whose") if item else match.end()
    return _Subject("named", name, relation, end)


def _owned(text: str, match: re.Match[str], end: int) -> Clause:
    """Read "my favorite color is ..."."""
    who: Who = "named"
    subject, relation = match["holder"], None
    if match["owner"]:
        who, subject = "pronoun", match["owner"].lower()
    elif match["kin"]:
        relation = match["kin"].lower()
        subject = match["kin_name"] or relation
    elif not subject:
        who = subject = "user"
    mods = ("was" if " was" in match["is"].lower() else "is") + (" not" if match["isnt"] else "")
    attribute = " ".join(match["attribute"].lower().split())
    return Clause(
        match.start(), end, who, subject, relation, mods, read(mods), "", match.end(), attribute
    )
