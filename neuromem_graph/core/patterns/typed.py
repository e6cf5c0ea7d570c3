"""Ways to say what somebody has, uses or does, told apart by what the value is known to name."""

from neuromem_graph.core.gazetteer import Sort
from neuromem_graph.core.patterns.pattern import Pattern, Tense, W
from neuromem_graph.core.wordlists import LANGUAGES
from neuromem_graph.types.ingest import Update

__all__ = ["TYPED"]

_DEVICES = "phone_model laptop tablet camera"
_SOFTWARE = "editor operating_system browser"


def _typed(
    heads: str, sorts: str, rest: str = "", tense: Tense = "present", predicate: str = "*"
) -> Pattern:
    """Return a pattern whose predicate is what the value is known to name."""
    known: list[Sort] = [sort for sort in sorts.split()]  # type: ignore[misc]
    update: Update = "change" if tense == "event" else "none"
    return Pattern(
        predicate, heads, rest, tense, "whole", single=predicate != "has_pet", update=update,
        takes="thing", sorts=frozenset(known),
    )  # fmt: skip


_ALL = (
    f"(?:{W}(?:all|most{W}of|everything|pretty{W}much{W}everything"
    rf"|nearly{W}everything)(?:{W}(?:of{W})?(?:my|his|her|their|the){W}[\w-]{{1,12}})?)?"
)
_STUFF = (
    f"(?:{W}(?:my|his|her|all|the|most|everything|code|stuff|of|it|work|scripts|whole|backend"
    rf"|frontend|things|software|apps|programs|exclusively)(?!\w)){{0,4}}"
)
_AN = (
    f"(?:{W}(?:an?|the|my|our|his|her|their|this|myself|himself|herself|ourselves|me|us"
    rf"|him)(?!\w)){{0,2}}(?:{W}(?:new|used|brand{W}new|second-?hand|little|old|refurbished"
    "|shiny|company|work|nice|cheap|proper|bigger|smaller|bright|red|blue|black|white"
    rf"|silver)(?!\w)){{0,2}}"
)

TYPED: tuple[Pattern, ...] = (
    _typed("have has own owns possess", f"car {_DEVICES}", f"(?:{W}got)?{_AN}(?!{W}(?:also"
        r"|another)\b)"),
    _typed("had", f"car {_DEVICES}", _AN, "past"),
    _typed("got gotten bought purchased leased ordered acquired picked chose inherited",
        f"car {_DEVICES}",
           rf"(?:{W}up)?(?!{W}(?:rid|over|in|on|off|out|into|down)\b){_AN}", "event"),
    _typed("went opted settled plumped", f"car {_DEVICES} {_SOFTWARE}", rf"{W}(?:for|with|on){_AN}",
        "event"),
    _typed("drive drives driving", "car", rf"(?:{W}around)?(?:{W}in)?{_AN}"),
    _typed("use uses using carry carries", f"{_DEVICES} {_SOFTWARE}", rf"(?!{W}to\b){_AN}"),
    _typed("run runs running", "operating_system", rf"(?:{W}on)?(?!{W}to\b){_AN}"),
    _typed("on", f"{_DEVICES} {_SOFTWARE} timezone", rf"{_AN}", "be"),
    _typed("in", "timezone", rf"(?:{W}the)?(?=\s)", "be"),
    _typed("work works working type types typing write writes writing", "laptop operating_system",
        rf"(?:{W}(?:everything|this|all))?{W}(?:on|from|with){_AN}"),
    _typed("shoot shoots shooting photograph", "camera", rf"{W}(?:with|on){_AN}"),
    _typed("switched switching switch moved migrated changed upgraded converted went gone jumped",
        f"car {_DEVICES} {_SOFTWARE}",
           rf"(?:{W}(?:over|up|back|from{W}[^,.;!?]{{1,40}}?|[\w-]{{1,12}}s)){{0,2}}{W}to{_AN}",
           "event"),
    _typed("switched moved migrated changed switching moving",
        "programming_language framework bank",
           rf"(?:{W}(?:over|from{W}[^,.;!?]{{1,40}}?|[\w-]{{1,12}}s)){{0,2}}{W}to{_AN}", "event"),
    _typed("installed", "operating_system browser editor", _AN, "event"),
    _typed("code codes coding program programs programming develop develops developing write "
        "writes writing script",
           "programming_language editor", f"{_STUFF}(?:{W}(?:mostly|mainly|only"
           rf"|exclusively))?{W}(?:in|with)(?=\s)"),
    _typed("write writes writing", "programming_language", rf"(?:{W}(?:mostly|mainly|only))?"),
    _typed("do does doing did", "editor programming_language",
        rf"{_ALL}(?:{W}(?:my|his|her|the))?(?:{W}(?:coding|programming|editing))?{W}in(?=\s)"),
    _typed("rewrote rewritten ported", "programming_language",
        rf"{_STUFF}(?:{W}[\w-]{{1,12}}){{0,2}}?{W}(?:in|to)(?=\s)", "event"),
    _typed("have has own owns keep keeps", "pet", f"(?:{W}got)?(?:{W}(?:an?|one|my|two|three"
        rf"|\d)){_AN}", predicate="has_pet"),
    _typed("got adopted bought rescued brought welcomed", "pet", rf"(?:{W}(?:home|in))?{_AN}",
        "event", predicate="has_pet"),
    _typed("bank banks banking", "bank", rf"{W}(?:with|at)(?=\s)"),
    _typed("with", "bank", "", "be"),
    Pattern("learning", "learn learns learning", rf"(?:{W}(?:some|to{W}speak))?{W}(?P<v>"
        rf"{LANGUAGES})\b",
        shape="whole", single=True, sole=True),
    Pattern("learning", "study studies studying", rf"(?:{W}some)?{W}(?P<v>{LANGUAGES})\b(?!{W}(?"
        ":literature|law|history|and))", shape="whole", single=True, sole=True),
    Pattern("learning", "taking take takes took started having",
        f"(?:{W}(?:up|taking|to{W}take|some|private|online|evening|learning|to{W}learn"
        rf"|studying)){{0,2}}{W}(?:an?{W})?(?P<v>{LANGUAGES})"
            rf"(?:{W}(?:lessons?|class(?:es)?|courses?))", shape="whole", single=True, sole=True),
    Pattern("learning", "started picked took", f"(?:{W}(?:up|learning|to{W}learn"
        rf"|studying)){{1,2}}{W}(?P<v>{LANGUAGES})\b", "event", "whole", single=True,
        update="change", sole=True),
    Pattern("learning", "signed enrolled", f"{W}(?:up{W})?(?:for|in){W}(?:an?{W})?(?P<v>"
        rf"{LANGUAGES})\b", "event", "whole", single=True, update="change", sole=True),
    Pattern("learning", "switched", rf"(?:{W}from{W}[\w ]{{1,20}}?)?{W}to{W}(?:learning{W})?(?P<"
        rf"v>{LANGUAGES})\b", "event", "whole", single=True, update="change", sole=True),
)  # fmt: skip
"""Tried before all others: where one fits, no other reads the value."""
