"""Ways to say where and with whom somebody lives, and what they have."""

from neuromem_graph.core.patterns.pattern import (
    AD,
    DATE,
    LIVE,
    MONTH,
    MOVE,
    PET,
    PLACE,
    THING,
    UNNAMED_DATE,
    A,
    Pattern,
    W,
)  # fmt: skip
from neuromem_graph.core.wordlists import CONDITIONS, PETS, RELATIONS, THINGS, TOOLS

LIVING: tuple[Pattern, ...] = (
    # where
    Pattern("lives_in", LIVE, rf"{PLACE}{W}in\b", single=True, proper=True),
    Pattern("lives_in", "based located", rf"{W}(?:out{W}of|in)\b", "be", single=True, proper=True),
    Pattern("lives_in", LIVE, rf"{W}(?:since|for){W}[\w-]{{1,10}}{W}(?:years?|months?|weeks?)"
            rf"{W}in\b", single=True, proper=True),
    Pattern("lives_in", MOVE, rf"{W}(?:in)?to{W}(?:an?|our|my|the|his|her|their){W}(?:[\w-]"
        rf"{{1,12}}{W}){{0,2}}?"
            rf"(?:flat|apartment|house|place|studio|loft|condo|cottage|home|bungalow|townhouse)"
            rf"{W}in\b", "event", single=True, update="change", proper=True),
    Pattern("lives_in", MOVE, rf"{W}in{W}with{W}(?:my|his|her|our|their){W}[\w-]{{2,15}}(?:{W}(?-"
        rf"i:[A-Z])\w{{1,15}})?{W}in\b",
            "event", single=True, update="change", proper=True),
    Pattern("lives_in", "lived resided", rf"{PLACE}{W}in\b", "past", single=True, proper=True),
    Pattern("lives_in", MOVE, rf"{PLACE}{W}(?:in)?to\b(?!{W}{TOOLS}\b)", "event", single=True,
            update="change", proper=True),
    Pattern("lives_in", MOVE, rf"{W}(?:away{W}from|out{W}of)\b", "event", single=True,
            update="end", proper=True),
    Pattern("lives_in", "left", rf"(?:{W}the{W}(?:city|town|village){W}of\b)?", "event",
            single=True, update="end", proper=True),
    Pattern("lives_in", "settled settling", rf"(?:{W}down)?{W}in\b", "event", single=True,
            update="change", proper=True),
    Pattern("born_on", "born", rf"{W}(?:on|in){W}(?:the{W})?{DATE}", "event", "whole", single=True),
    Pattern("born_in", "born", rf"(?:{W}and{W}raised)?(?:{W}(?:on|in){W}{UNNAMED_DATE})?{W}in\b"
            rf"(?!{W}(?:\d|{MONTH}))", "event", single=True, proper=True),
    Pattern("from", "from", "", "be", single=True, proper=True),
    Pattern("from", "come comes hail hails", rf"{W}from\b", single=True, proper=True),
    Pattern("grew_up_in", "grew", rf"{W}up{W}(?:in|near)\b", "event", single=True, proper=True),
    # who
    Pattern("name", "called named", rf"{W}(?P<v>(?-i:[A-Z])[\w'-]{{1,30}}(?:{W}(?-i:[A-Z])"
            rf"[\w'-]{{1,30}}){{0,2}}|[\w'-]{{1,30}})", "be", "whole", single=True,
            proper=True),
    Pattern("age", "_", rf"(?![.,]\d)(?:{W}years?(?:{W}|-)(?:old|of{W}age))?(?=\s{{0,3}}"
        rf"(?:[.,;!)]|$"
            rf"|\b(?:now|and|today|already|but)\b))", "be", "head", single=True),
    Pattern("age", "turned turning", rf"{W}(?P<v>\d{{1,3}})(?=\s{{0,3}}(?:[.,;!)]|$|\b(?:and"
            r"|yesterday|today|last|this|on|in|now|but|two|three|a|so)\b))(?![.,:]\d)",
            "event", "whole", single=True, update="change"),
    Pattern("relation_to_user", "my our", rf"{W}(?:(?:best|older|younger|little|big|twin|new|old|"
            rf"close|good|dear){W}){{0,2}}(?P<v>{RELATIONS})(?!\w|')", "be", "whole"),
    Pattern("relation_to_user", "have has got", rf"{A}{AD}(?!{PETS}\b)(?P<v>{RELATIONS}){W}"
            r"(?:named|called)\s{1,3}(?P<who>[\w'-]{1,30})", shape="whole"),
    Pattern("married_to", "married", rf"{W}to\b", "be", single=True, proper=True),
    Pattern("married_to", "married marrying", rf"(?:{W}to\b)?", "event", single=True, proper=True,
            update="change"),
    Pattern("married_to", "divorced", rf"(?:{W}from\b)?", "event", single=True, update="end",
            proper=True),
    Pattern("partner", "dating engaged", rf"(?:{W}to\b)?", "be", single=True, proper=True),
    Pattern("partner", "broke split", rf"{W}up{W}with\b", "event", single=True, update="end",
            proper=True),
    # has
    Pattern("has_pet", "have has own owns", PET, shape="whole"),
    Pattern("has_pet", "got adopted", PET, "event", "whole"),
    Pattern("has", "have has own owns", THING, shape="whole"),
    Pattern("has", "got bought", THING, "event", "whole"),
    Pattern("has", "sold", rf"{A}(?P<v>{AD}{THINGS})\b", "event", "whole", update="end"),
    Pattern("has_condition", "have has", rf"{W}(?P<v>(?:[\w-]{{1,20}}{W})?{CONDITIONS})\b",
            shape="whole", kind="constraint"),
    Pattern("drives", "drive drives driving", proper=True),
    Pattern("collects", "collect collects collecting", "", shape="topic", kind="preference"),
)  # fmt: skip
