"""Ways to say what somebody works at and studies."""

from neuromem_graph.core.patterns.pattern import (
    AD,
    JOB,
    PERIOD,
    WORK,
    A,
    Pattern,
    W,
)  # fmt: skip

WORKING: tuple[Pattern, ...] = (
    # work and study
    Pattern("works_at", "work works working", rf"{WORK}(?:at|for)\b", single=True, proper=True),
    Pattern("works_at", "work works working", rf"{WORK}at{W}(?=an?\b|the\b|my\b)", single=True),
    Pattern("works_at", "employed", rf"{W}(?:at|by|with)\b", "be", single=True, proper=True),
    Pattern("works_at", "worked", rf"{WORK}(?:at|for)\b", "past", single=True, proper=True),
    Pattern("works_at", "joined joining join", rf"{W}(?-i:(?=[A-Z]))", "event",
            single=True, update="change", proper=True, loose=True),
    Pattern("works_at", "started start starting", rf"(?:{A}{AD}(?:job|position|role|internship"
            rf"|work|working))?{W}at\b", "event", single=True, update="change", proper=True),
    Pattern("works_at", "got landed accepted took found", rf"{A}{AD}(?:job|position|role|offer)"
            rf"{W}(?:at|with)\b", "event", single=True, update="change", proper=True),
    Pattern("works_at", "hired", rf"{W}(?:at|by)\b", "event", single=True, update="change",
            proper=True),
    Pattern("works_at", "taken", rf"{W}on{W}(?:at|by)\b", "event", single=True, update="change",
            proper=True),
    Pattern("works_at", "quit left lost resigned", rf"(?:{W}(?:my|his|her|their|the|our){W}{AD}"
            rf"(?:job|position|role|work))?(?:{W}(?:at|with|from))\b", "event", single=True,
            update="end", proper=True),
    Pattern("works_at", "quit left lost resigned", rf"(?:{W}(?:my|his|her|their){W}{AD}(?:job|"
            r"position|role))\b", "event", "none", single=True, update="end"),
    Pattern("works_at", "fired laid", rf"(?:{W}off)?{W}(?:from|by)\b", "event", single=True,
            update="end", proper=True),
    Pattern("works_at", "retired unemployed jobless", PERIOD, "be", "none", single=True,
            update="end"),
    Pattern("works_at", "retired resigned", PERIOD, "event", "none", single=True, update="end"),
    Pattern("works_at", "fired laid", rf"(?<=fired){PERIOD}|{W}off{PERIOD}", "event", "none",
            single=True, update="end", needs="be"),
    Pattern("works_as", "work works working", rf"{WORK}as{W}(?:(?:an?|the){W})?{JOB}",
            shape="whole", single=True),
    Pattern("works_as", "employed", rf"{W}(?:there{W})?as{W}(?:(?:an?|the){W})?{JOB}", "be", "who"
        "le",
            single=True),
    Pattern("works_as", "worked", rf"{WORK}as{W}(?:(?:an?|the){W})?{JOB}", "past", "whole",
            single=True),
    Pattern("works_as", "a an the", rf"{W}{JOB}", "be", "whole", single=True),
    Pattern("works_at", "a an the", rf"{W}{JOB.replace('?P<v>', '?:')}{W}(?:at|for)\b", "be",
            single=True, proper=True),
    Pattern("works_at", "work works working", rf"{WORK}as{W}(?:(?:an?|the){W})?"
            rf"{JOB.replace('?P<v>', '?:')}{W}(?:at|for)\b", single=True, proper=True),
    Pattern("works_as", "became become becoming promoted", rf"{W}(?:to{W})?(?:(?:an?|the){W})?"
            rf"{JOB}", "event", "whole", single=True, update="change"),
    Pattern("works_as", "started start", rf"{W}as{W}(?:(?:an?|the){W})?{JOB}", "event", "whole",
            single=True, update="change"),
    Pattern("works_as", "took got landed accepted found", rf"(?:{W}on)?{W}(?:an?|the){W}(?:new{W}"
        rf")?(?:role|job|position|post)"
            rf"{W}(?:of|as){W}(?:(?:an?|the){W})?{JOB}", "event", "whole", single=True,
            update="change"),
    Pattern("works_at", "work works working", rf"{W}(?:since{W}\d{{4}}|(?:since|for){W}[\w-]"
        rf"{{1,10}}{W}(?:years?|months?))"
            rf"{W}(?:at|for)\b", single=True, proper=True),
    Pattern("volunteers_at", "volunteer volunteers volunteering", rf"{W}(?:at|with|for)\b"),
    Pattern("studies_at", "study studies studying", rf"(?:{W}[\w-]{{1,20}}){{0,3}}?{W}at\b",
            single=True, proper=True),
    Pattern("studies_at", "studied", rf"(?:{W}[\w-]{{1,20}}){{0,3}}?{W}at\b", "past",
            single=True, proper=True),
    Pattern("studies_at", "a enrolled", rf"{W}(?:{AD}student{W})?at\b", "be", single=True,
            proper=True),
    Pattern("studies", "study studies studying major majors majoring",
            rf"{W}(?!for\b|hard\b|on\b|at\b|abroad\b|all\b|more\b|a{W}lot|it\b|my\b|every"
            rf"|with\b)(?:in{W})?"),
    Pattern("graduated_from", "graduated", rf"{W}from\b", "event", proper=True),
)  # fmt: skip
