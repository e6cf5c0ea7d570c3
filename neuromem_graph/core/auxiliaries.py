"""Read the adverbs and auxiliaries between a subject and its verb: "no longer", "used to"."""

import re
from functools import lru_cache
from typing import NamedTuple

from neuromem_graph.core.wordlists import one_of

__all__ = ["INSTEAD", "IT_WAS", "MODS", "MOVING", "PARTLY", "Reading", "read"]

_W = r"\s{1,3}"
_ADVERBS = one_of(
    "just really also still now currently recently actually always finally already absolutely"
    " totally truly definitely usually mostly both all only even simply personally kinda kind_of"
    " sort_of so very quite pretty too secretly genuinely honestly deeply originally officially"
    " mainly basically especially particularly severely deathly highly slightly mildly happily"
    " proudly literally obviously long later then once quickly sadly eventually"
)
_AUXILIARIES = one_of(
    "am is are was were been being be isn't aren't wasn't weren't ain't do don't dont does doesn't"
    " doesnt did didn't didnt haven't hasn't hadn't had not never no_longer used_to will won't"
    " would wouldn't might may could couldn't should shouldn't must can can't cant cannot gonna"
    " going_to want_to wants_to wanted_to wanna hope_to hopes_to plan_to plans_to planning_to"
    " planning_on hoping_to thinking_of thinking_about considering dreaming_of dream_of "
    "dreams_of need_to"
    " needs_to have_to has_to had_to trying_to try_to wanting_to about_to supposed_to looking_to"
)
_PERFECT = (
    r"(?:have|has)(?=\s(?:\w{1,20}ed|been|always|never|just|recently|also|now|got|gotten|had|not"
)
_PERFECT += r"|become|gone|grown|begun|left|sold|quit|long|since|already|still|finally)\b)"
_ASPECT = r"(?:started|began|begun|stopped|quit|ceased|gave\sup|given\sup)(?=\s\w{2,20}ing\b)"
_PASSIVE = (
    r"(?:got|gotten|get|getting)(?=\s(?:fired|laid|hired|married|promoted|divorced|engaged"
    r"|moved|assigned|transferred)\b)"
)
MODS = re.compile(
    rf"(?:'?(?:m|ve|re|ll|d|s)(?![\w']))?"
    rf"(?:{_W}(?:{_AUXILIARIES}|{_ADVERBS}|{_PERFECT}|{_ASPECT}|{_PASSIVE})(?![\w'-])){{0,6}}",
    re.IGNORECASE,
)
"""Up to six of them, after a subject."""

PARTLY = re.compile(
    r"(?i)\b(?:half|part|most|some|much|rest)\s(?:of\s)?(?:the|each|every|my|a)\s(?:\w{1,10}\s)?"
    r"(?:time|year|week|month|day)\b|\b(?:sometimes|occasionally|the\s(?:rest|other\shalf)"
    r"|on\sand\soff"
    r"|off\sand\son|this\sweek(?:end)?|for\s(?:an?|the|my|our|two|three|some)\s(?:\w{1,12}\s)?"
    "(?:conference|wedding|weekend|meeting|trip|holiday|vacation|visit|concert|festival"
    r"|nights?|workshop|funeral|party)|temporarily|part\s?-?of\s?-?the)\b|\b(?:on|over|at"
    r"|during|in)\s(?:the\s)?"
    r"(?:weekends?|weekdays|week|(?:winter|summer|spring|autumn|fall|holiday)s?)\b(?!\s\d)"
)
"""It holds at times only."""

MOVING = re.compile(
    r"(?i)\b(?:mov(?:ed?|es|ing)|relocat\w{1,3}|emigrat\w{1,3}|settl\w{1,3}|city|town|village)\b"
)
"""Words that make "left" leave a place."""

INSTEAD = re.compile(
    r"(?i)(?P<more>\sany\s?(?:more|longer))?\s?(?:[,;.\u2013\u2014-]{1,2}\s?(?:but\s)?(?:rather\s)?"
    r"(?:it's|it\sis|its|they're|they\sare)(?:\s(?:actually|now|really|in\sfact))?"
    r"|,?\s?(?:but|rather)(?:\s(?:rather|instead|actually|now))?(?:\s(?:it's|it\sis))?)\s"
    "(?!(?:not|too|so|just|awful|ugly|terrible|bad|great|nice|good|fine|boring|still|a|an|the"
    "|my|his"
    r"|her|your|true|false|wrong|hard|complicated|i|he|she|they|we|you|it|only|close|one)\b)"
)
"""Between what is not so and what is: "isn't teal, it's navy"."""

IT_WAS = re.compile(
    r"(?i)\s?[,;\u2013\u2014-]{1,2}\s?(?:but\s)?(?:it|that)\swas(?:\s(?:actually|really|always))?"
    r"(?=\s)(?!\s(?:an?|my|his|her|our|their|your)\s)"
)
"""Between what was never so and what was: "never lived in Porto, it was Lisbon"."""

_NOT = frozenset({"n't", "not", "never", "dont", "doesnt", "didnt", "cant", "cannot"})
_MODAL = frozenset(
    "would 'd might may could should must considering dream dreams dreaming planning"
    " thinking".split()
)


class Reading(NamedTuple):
    """What adverbs and auxiliaries say about their verb."""

    negated: bool
    never: bool
    ended: bool  # no longer, used to, stopped
    modal: bool  # would, might, hope to
    future: bool
    be: bool
    past: bool
    was: bool
    perfect: bool
    lasting: bool  # always, long
    can: bool
    started: bool
    now: bool
    actually: bool


@lru_cache(maxsize=4096)
def read(mods: str) -> Reading:
    """Read what stands between subject and head, in lower case and single-spaced."""
    words = set(mods.replace("'", " '").replace("n 't", " n't").split())
    used = "used to" in mods
    can = bool(words & {"can", "ca", "cant", "cannot"})
    stopped = not words.isdisjoint({"stopped", "quit", "ceased", "up"})
    denied = "not only" not in mods and not _NOT.isdisjoint(words)  # "never stopped": it goes on
    return Reading(
        negated="no longer" in mods or (denied and not stopped),
        never="never" in words,
        ended=used or "no longer" in mods or (stopped and not denied),
        modal=bool(words & _MODAL) or (not used and words >= {"to"} and "going to" not in mods),
        future=bool(words & {"will", "'ll", "gonna", "wo", "getting"}) or "going to" in mods,
        be=bool(words & {"am", "'m", "m", "is", "are", "'re", "'s", "been", "be", "ai"}),
        past=bool(words & {"was", "were", "did", "didnt", "had", "got"}),
        was=not words.isdisjoint({"was", "were"}),
        perfect=bool(words & {"have", "has", "'ve", "ve", "'s"}),
        lasting=bool(words & {"always", "long"}),
        can=can,
        started=bool(words & {"started", "began", "begun"}),
        now="now" in words,
        actually="actually" in words,
    )
