"""Ways to say what things are made of, what somebody is treated for, and what falls due."""

from neuromem_graph.core.patterns.pattern import DATE, JOB, WORK, Pattern, W
from neuromem_graph.core.thinglists import (
    DATABASES,
    DEGREES,
    DRUGS,
    HOSTS,
    ILLNESSES,
    PREMISES,
    SERVICES,
)
from neuromem_graph.core.wordlists import LANGUAGES, one_of

__all__ = ["TELLING"]

_END = (
    r"(?=\s{0,3}(?:[.,;:!?)\u2013\u2014]|$)|\s{1,3}(?:now|and|but|so|since|because|again|or|too"
    r"|which"
    r"|these|for|from|as|with|in|on|at|every|twice|once|daily|until|after|when|this|last|instead"
    r"|behind|by|that|not|today|already|still|anyway|though|if|to|have|has)\b)"
)
_ALL = (
    rf"(?:{W}(?:all|everything|its|their|his|her|my|our|the|data|most|of|it|users|orders)){{0,4}}?"
)
_ONLY = (
    rf"(?:{W}(?:mostly|mainly|entirely|purely|completely|now|still|currently|all|almost)){{0,2}}"
)
_DAY = one_of("monday tuesday wednesday thursday friday saturday sunday tomorrow tonight")
_DUE = rf"(?P<v2>(?:next{W})?{_DAY}(?:{W}(?:morning|noon|night|evening|at{W}noon|at{W}midnight))?)"
_THE_DAY = rf"(?P<v3>the{W}\d{{1,2}}(?:st|nd|rd|th))"
_WHEN = rf"(?:{W}(?:on|by|at|before))?{W}(?:{DATE}|{_DUE}|{_THE_DAY}){_END}"
_MUCH = (
    rf"(?:{W}(?:an?|the|my|his|her|our|some|about|really|bad|severe|mild|chronic|slight)){{0,3}}"
)
_ILL = (
    "diabetic asthmatic epileptic coeliac celiac dyslexic autistic colour-blind color-blind"
    " colourblind colorblind bipolar anaemic anemic haemophiliac hemophiliac short-sighted"
    " nearsighted dyspraxic dyscalculic neurodivergent"
)

TELLING: tuple[Pattern, ...] = (
    # projects and things
    Pattern("hosting", "hosted deployed", rf"{_ONLY}{W}(?:on|at|with|by|to|via)(?=\s)", "be",
        single=True, takes="name"),
    Pattern("hosting", "lives live runs run sits", rf"{_ONLY}{W}(?:on|at|with)(?:{W}an?)?{W}(?P<v>"
        rf"{HOSTS}){_END}", shape="whole", single=True, sole=True),
    Pattern("hosting", "on", rf"{_ONLY}{W}(?P<v>{HOSTS}){_END}", "be", "whole", single=True,
        sole=True),
    Pattern("hosting", "moved migrated switched went", rf"(?:{W}(?:over|from{W}[^,.;!?]{{1,30}}?))"
        rf"{{0,2}}{W}to{W}(?P<v>{HOSTS}){_END}", "event", "whole", single=True, update="change",
        sole=True),
    Pattern("programming_language", "written coded implemented programmed", rf"{_ONLY}{W}in(?=\s)",
        "be", single=True, takes="thing", sorts=frozenset({"programming_language"}), sole=True),
    Pattern("framework", "built made written based developed", rf"{_ONLY}{W}(?:on{W}top{W}of|on"
        rf"|with"
        r"|in|using|around)(?=\s)", "be", single=True, takes="thing",
        sorts=frozenset({"framework"})),
    Pattern("framework", "run runs", rf"{_ONLY}{W}on(?=\s)", single=True, takes="thing",
        sorts=frozenset({"framework"})),
    Pattern("database", "keep keeps store stores save saves", rf"{_ALL}{_ONLY}{W}in{W}(?P<v>"
        rf"{DATABASES}){_END}", shape="whole", single=True, sole=True),
    Pattern("database", "run runs sits", rf"{_ONLY}{W}on{W}(?:top{W}of{W})?"
        rf"(?P<v>{DATABASES}){_END}",
        shape="whole", single=True, sole=True),
    Pattern("database", "on backed", rf"(?:{W}by)?{_ONLY}{W}(?P<v>{DATABASES}){_END}", "be",
        "whole",
        single=True, sole=True),
    Pattern("version", "at on", rf"{_ONLY}{W}(?:version|release|v\.?)?{W}?v?(?P<v>\d{{1,3}}"
        rf"\.\d{{1,4}}(?:\.\d{{1,5}})?(?:-?(?:rc|beta|alpha)\.?\d{{0,2}})?){_END}", "be", "whole",
        single=True, sole=True),
    Pattern("deadline", "due", _WHEN, "be", "whole", single=True, sole=True),
    # health
    Pattern("medication", "on", rf"{_MUCH}{W}(?P<v>{DRUGS}){_END}", "be", "whole", sole=True),
    Pattern("medication", "take takes taking", rf"(?:{W}(?:my|some|a|an|the|\d{{1,4}}{W}?(?:mg"
        rf"|mcg|ml"
        rf"|milligrams?|micrograms?)|of|daily|dose)){{0,5}}?{W}(?P<v>{DRUGS}){_END}",
        shape="whole", sole=True),
    Pattern("medication", "started prescribed", rf"(?:{W}(?:on|taking|me|him|her|us)){{0,2}}{W}"
        rf"(?P<v>"
        rf"{DRUGS}){_END}", "event", "whole", sole=True),
    Pattern("medication", "prescribed", rf"{W}(?P<v>{DRUGS}){_END}", "event", "whole", sole=True,
        needs="be"),
    Pattern("medication", "stopped quit", rf"(?:{W}taking)?{W}(?P<v>{DRUGS}){_END}", "event",
        "whole", update="end", sole=True),
    Pattern("has_condition", "suffer suffers suffering", rf"{W}from{_MUCH}{W}(?P<v>(?:[\w-]{{1,20}}"
        rf"{W}){{0,2}}?{ILLNESSES}){_END}", shape="whole", kind="constraint"),
    Pattern("has_condition", "diagnosed", rf"{W}with{_MUCH}{W}(?P<v>(?:[\w-]{{1,20}}{W}){{0,2}}?"
        rf"{ILLNESSES}){_END}", "event", "whole", "constraint", needs="be"),
    Pattern("has_condition", "have has having had got", rf"(?:{W}got)?{_MUCH}{W}(?P<v>(?:"
        rf"(?:type{W}(?:1|2"
        rf"|one|two)|seasonal|chronic|rheumatoid|sleep|heart|kidney|coeliac"
        rf"|celiac){W})?{ILLNESSES})"
        rf"{_END}", shape="whole", kind="constraint"),
    Pattern("has_condition", _ILL, _END, "be", "head", "constraint"),
    # what somebody pays for, has done, follows
    Pattern("subscription", "subscribe subscribes subscribed", rf"(?:{W}now)?{W}to(?=\s)",
        "present", takes="name"),
    Pattern("subscription", "cancelled canceled", rf"{W}(?:my|our|his|her|their|the){W}(?P<v>(?-i:"
        rf"[A-Z])[\w+&'-]{{1,20}}(?:{W}(?-i:[A-Z])[\w+&'-]{{1,20}}){{0,2}}){W}(?:subscription"
        r"|account)\b", "event", "whole", update="end"),
    Pattern("hairdresser", "get gets have has got", rf"{W}(?:my|his|her|their|our){W}(?:hair|beard"
        rf"|locks){W}(?:cut|done|coloured|colored|braided|trimmed|dyed|styled)(?:{W}now)?{W}"
        rf"(?:by|at"
        r"|with)(?=\s)", single=True, takes="name"),
    Pattern("favorite_team", "support supports root roots", rf"(?:{W}for)?(?=\s)", single=True,
        takes="name", kind="preference", given=False, cue=r"\b(?:football|soccer|rugby|cricket"
        r"|basket"
        r"ball|baseball|hockey|match(?:es)?|league|season\sticket|derby|matchday|stadium|the\scup"
        r"|United|City|Rovers|Wanderers|FC|Rangers|Athletic)\b"),
    Pattern("wakes_up_at", "get gets wake wakes getting waking", rf"{W}up(?:{W}(?:now|usually"
        rf"|every{W}(?:day|morning))){{0,2}}{W}at{W}(?P<v>(?:half(?:{W}past)?|(?:a{W})?quarter{W}"
        rf"(?:to|past)){W}(?:four|five|six|seven|eight|nine|ten|eleven)){_END}", shape="whole",
        single=True, sole=True),
    Pattern("subscription", "pay pays paying", rf"(?:{W}(?:monthly|yearly|extra))?{W}for"
        rf"(?:{W}the)?{W}"
        rf"(?P<v>{SERVICES}(?:{W}(?:plus|premium|pro|family))?){_END}", shape="whole"),
    Pattern("subscription", "have has got", rf"(?:{W}got)?{W}an?{W}"
        rf"(?:[\w-]{{1,12}}{W})?subscription"
        rf"{W}(?:to|with|for)(?=\s)", takes="name"),
    Pattern("favorite_team", "root roots rooting", rf"{W}for(?=\s)", single=True, takes="name",
        kind="preference", given=False, proper=True),
    Pattern("favorite_team", "a", rf"{W}(?:[a-z-]{{2,14}}{W}){{0,2}}?(?P<v>"
        rf"(?-i:[A-Z])[\w.'-]{{1,20}}"
        rf"(?:{W}(?-i:[A-Z])[\w.'-]{{1,20}}){{0,2}}){W}supporter\b", "be", "whole", "preference",
        single=True),
    Pattern("volunteers_at", "help helps helping", rf"{W}out{W}(?:at|in){W}(?=(?:an?|the|our){W})"),
    Pattern("speaks", "get gets", rf"{W}by{W}in{W}(?P<v>{LANGUAGES}){_END}", shape="whole"),
    Pattern("lives_in", "live lives living", rf"{W}(?:alone|together|with{W}(?:my|his|her|our"
        rf"|their|two"
        rf"|three|an?|some){W}[\w -]{{2,30}}?){W}in\b", single=True, proper=True),
    Pattern("works_at", "work works working", rf"{WORK}for{W}(?=(?:an?|the){W})(?!an?{W}(?:living"
        rf"|while|few|bit|long|lot|change|couple|good|better|minute|day|week|month|year"
        rf"|second)\b)(?!the"
        rf"{W}(?:money|weekend|love|first|last|time|moment|rest|next|best|same|fun|man|whole|past"
        rf"|most|good|day|week|holidays?|other)\b)", single=True),
    Pattern("works_at", "work works working", rf"{WORK}in{W}an?{W}(?P<v>"
        rf"(?:[\w-]{{1,20}}{W}){{0,2}}?"
        rf"{PREMISES}){_END}", shape="whole", single=True),
    Pattern("works_at", "teach teaches teaching", rf"(?:{W}[\w-]{{1,20}}){{0,3}}?{W}at(?=\s)",
        single=True, takes="name"),
    # what is over
    Pattern("bank", "closed", rf"{W}(?:my|our|his|her|their){W}"
        rf"(?:[\w-]{{1,12}}{W}){{0,2}}?accounts?{W}(?:"
        r"at|with)(?=\s)", "event", single=True, update="end", takes="name"),
    Pattern("uses", "stopped quit", rf"{W}using(?={W}(?-i:[A-Z]))", "event", update="end",
        takes="name"),
    # work and study
    Pattern("works_as", "work works working", rf"{WORK}(?:at|for|with){W}[^,.;!?]{{1,40}}?{W}as{W}"
        rf"(?:an?|the){W}{JOB}", shape="whole", single=True),
    Pattern("works_as", "joined", rf"{W}[^,.;!?]{{1,40}}?{W}as{W}(?:an?|the|their){W}{JOB}",
        "event",
        "whole", single=True, update="change"),
    Pattern("works_as", "qualified trained retrained", rf"{W}as{W}an?{W}{JOB}", "event", "whole",
        single=True, update="change"),
    Pattern("studies", "doing do does did pursuing finishing finished started starting "
        "have has got",
        rf"{W}(?:an?|my|his|her|their){W}(?:[\w-]{{1,12}}{W})?{DEGREES}(?:{W}degree)?{W}in(?=\s)",
        shape="topic"),
)  # fmt: skip
"""Each takes only what a list holds, or what stands after words that leave no doubt."""
