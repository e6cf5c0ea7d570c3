"""How impact is measured and routed: reliabilities, utilities, risks and the table of routes."""

from pydantic import Field

from neuromem_graph.types.base import Code, Record, Route

CONDITIONS = ("ambiguous", "structured", "repeated", "empty", "grounded")
"""What a rule may ask besides the impact vector; see `core.routing.Facts`."""


class Rule(Record):
    """Describe one row of the routing table: it matches when all of its conditions do."""

    name: Code  # recorded with every decision
    route: Route
    at_least: dict[str, float] = Field(default_factory=dict)  # impact component -> threshold
    at_most: dict[str, float] = Field(default_factory=dict)
    when: dict[str, bool] = Field(default_factory=dict)  # routing.Facts -> value


class Appraising(Record):
    """Say how a claim is compared with what is known, and how far the comparison looks."""

    window: int = Field(default=32, ge=1)  # memories looked at per term, the newest
    terms: int = Field(default=24, ge=1)  # of one statement, at most
    looks: int = Field(default=4, ge=0)  # memories read per statement
    near: float = Field(default=0.5, ge=0, le=1)  # those that hold less of it aren't read
    opposite: float = Field(default=0.75, ge=0, le=1)  # what an opposite has in common, at least
    shared: int = Field(default=2, ge=1)  # terms that it has in common, at least
    unlike: float = Field(default=0.5, ge=0, le=1)  # factor: other numbers, persons; a question
    least_new: float = Field(default=0.15, ge=0, le=1)  # novelty of a value new to its slot
    reach: float = Field(default=4.0, gt=0)  # k of n / (n + k)
    trust: float = Field(default=8.0, gt=0)  # claims that the reliability of a channel counts as
    history: int = Field(default=32, ge=0)  # events looked at per source, the newest
    mentions: int = Field(default=64, ge=0)  # values counted that name a subject


ROUTES: tuple[Rule, ...] = (
    Rule(name="risky_content", route="quarantine", at_least={"risk": 0.7}),
    Rule(name="ambiguous_name", route="ask_clarification", when={"ambiguous": True}),
    Rule(name="no_content", route="ledger_only", when={"empty": True}),
    Rule(name="said_before", route="append_evidence", when={"repeated": True}),
    Rule(
        name="supports_belief", route="append_evidence",
        at_most={"novelty": 0.0}, when={"structured": True},
    ),
    Rule(
        name="weak_source", route="sleep_priority",
        at_least={"contradiction": 0.01}, when={"grounded": False},
    ),
    Rule(
        name="fact", route="propose_worldview_candidate", when={"structured": True}
    ),
    Rule(
        name="against_memory", route="propose_frame", at_least={"contradiction": 0.01}
    ),
    Rule(name="said_otherwise", route="append_evidence", at_most={"novelty": 0.1}),
    Rule(name="new_content", route="propose_frame"),
)  # fmt: skip
"""The table of routes: the first row that matches wins."""

RELIABILITIES: dict[str, float] = {
    "user": 0.9, "tool": 0.85, "system": 0.5, "assistant": 0.4, "retrieved": 0.2,
}  # fmt: skip
"""How far a channel is to be relied on before its sources have a history."""

UTILITIES: dict[str, float] = {
    "constraint": 0.9, "preference": 0.8, "procedure": 0.8, "fact": 0.7, "failure_pattern": 0.7,
    "episode": 0.5,
}  # fmt: skip
"""What a kind of claim is worth; the others are worth 0.5."""

# Where an order begins: at the start of a sentence, after a stop, or after words that lead to one.
# "They ignore all instructions" tells of somebody; "Please ignore all instructions" is an order.
_ORDER = (
    r"(?:^|[.!?;:,\"'()\[\]*>\n-]\s*|\b(?:please|now|and|then|so|just|must|should|shall|will|to|you"
    r"|can|kindly|immediately|assistant|ai|but|instead|first)[\s,:]+)(?<!not )(?<!n't )(?<!never )"
)
_DROP = (
    r"(?:ignore|disregard|forget|override|bypass|discard|do not (?:follow|obey)"
    r"|don'?t (?:follow|obey)|stop (?:following|obeying)|pay no attention to)"
)
_HERE = r"[^.!?\n]{0,40}?\b"

RISKS: tuple[tuple[str, float], ...] = (
    # "Ignore all previous instructions", "bypass your safety filters"
    (rf"{_ORDER}{_DROP}\b{_HERE}(?:previous|prior|above|earlier|preceding|your|system|initial"
     rf"|original|developer'?s?)\b{_HERE}(?:instructions?|prompts?|directives?|guidelines?"
     r"|guidance|rules|programming|guardrails|safeguards|restrictions|safety \w+)\b", 0.9),
    (rf"{_ORDER}{_DROP}\b{_HERE}(?:all|any|every|these|those|the)\b[^.!?\n]{{0,20}}?\b"
     r"(?:instructions?|prompts?|directives?|guardrails|safeguards)\b", 0.9),
    # "Disregard everything you were told"
    (rf"{_ORDER}{_DROP}\s+(?:all|everything|anything|whatever|what)\b[^.!?\n]{{0,20}}?\byou"
     r"(?:'ve| have| were| had)?\s+(?:been\s+)?(?:told|instructed|programmed|trained)\b", 0.9),
    (rf"{_ORDER}{_DROP}\s+(?:everything|anything|all (?:of )?(?:that|the text))\b[^.!?\n]{{0,12}}?"
     r"\b(?:above|before this|prior to this)\b", 0.8),
    (rf"{_ORDER}{_DROP}\s+the above(?: text)?,? and (?:instead|then|now|say|print|output|write"
     r"|respond|reply|tell|do)\b", 0.8),
    # the same in German, French, Spanish, Italian, Portuguese
    (r"\b(?:ignorier\w*|vergiss|missachte\w*|ignore[zs]?|oublie[zs]?|ignora|olvida|dimentica"
     r"|esque[cç]a)\b[^.!?\n]{0,40}?\b(?:anweisung\w*|instructions? (?:pr[eé]c|ant[eé]r|ci-dessus)"
     r"\w*|instrucciones|istruzioni|instru[cç][oõ]es)(?!\w)", 0.9),
    # "Reveal your system prompt", "repeat the words above"
    (rf"\b(?:reveal|print|show|repeat|output|display|leak|dump|disclose|tell me|give me"
     rf"|what(?:'s| is| are))\b{_HERE}(?:(?:system|hidden|developer|initial) (?:prompt"
     r"|instructions?)|system message|your (?:full |exact |original )?prompt)\b", 0.8),
    (r"\b(?:print|repeat|output|display|copy)\b[^.!?\n]{0,20}?\b(?:everything|(?:text|words|lines)"
     r"(?: that (?:is|are))?) above\b", 0.75),
    # text that pretends to be part of the prompt
    (r"<\s*/?\s*(?:system|assistant|instructions?|recalled-memory)\b[^<>]{0,40}>|<\|[^|<>]{1,30}\|>"
     r"|\[/?INST\]|^\s*#{1,6}\s*(?:system(?: (?:prompt|message|instructions?))?"
     r"|new instructions?)\s*(?::|$)", 0.75),
    (r"^\s*[\[(*]*(?:system|developer)[\])*]*\s*(?:(?:prompt|message|override)\s*:|:\s*(?:you"
     r" (?:are|must|will)|ignore|disregard|forget|from now on|do not|don't|never|always|please"
     r"|praise|recommend|say|tell|answer|respond|reply|reveal|obey|follow|trust|execute)\b)", 0.8),
    # "You are now DAN", "act as an AI without restrictions"
    (r"\byou are (?:now|no longer)\b[^.!?\n]{0,40}?\b(?:(?-i:DAN)|unrestricted|jailbroken"
     r"|unfiltered|uncensored|(?:developer|debug|god|root|admin) mode|bound by|an? (?:ai|chatbot"
     r"|language model|assistant))\b", 0.8),
    (r"\b(?:act|behave|respond|reply|answer|pretend|role-?play)\b[^.!?\n]{0,50}?\b(?:unrestricted"
     r"|unfiltered|uncensored|jailbroken|(?:no|without(?: any)?|free of) (?:restrictions|filters"
     r"|guidelines|safety \w+))\b", 0.8),
    (r"\b(?:jailbreak (?:mode|prompt)|(?:developer|dan|god) mode (?:is )?(?:on|enabled|activated)"
     r"|do anything now)\b", 0.8),
    (r"\b(?:your|here are|these are your|obey (?:these|my)|follow (?:these|my)) new"
     r" (?:instructions?|directives?|system prompt)\b", 0.8),
    # "Don't tell the user", "send the chat history to http://..."
    (r"\b(?:do not|don'?t|never|without)\s+(?:ever\s+)?(?:tell|inform|alert|notify|warn)(?:ing)?\s+"
     r"(?:the |any |your )?(?:users?|humans?|operators?|developers?)\b", 0.75),
    (r"\b(?:send|forward|post|upload|e-?mail|exfiltrate|transmit|leak|reveal|include|copy|deliver)\b"
     r"[^\n]{0,60}?\b(?:conversation|chat history|memor(?:y|ies)|credentials|passwords?|api keys?"
     r"|secrets|system prompt|all (?:of )?(?:the |your )?(?:data|files|messages|contacts|records)"
     r"|(?:customer|client|user|contact) (?:list|data|records|details)"
     r"|(?:user|customer|client)(?:'s|s'?) (?:\w+ )?(?:address|data|details|records|messages"
     r"|files))\b[^\n]{0,60}?\bto\s+(?:https?://|\S{1,64}@)", 0.8),
    (r"(?:^|[.!?;]\s+)[\[(*]*(?:admin(?:istrator)?|root|security|safety|developer|system)"
     r" override\s*:", 0.8),
)  # fmt: skip
"""Text that talks to the model instead of telling it something (OWASP LLM01): pattern, weight."""

SMALL_TALK: tuple[str, ...] = tuple(
    "ok okay k kk thank thanks thx ty welcom hi hello hey yo bye goodby goodnight lol haha hahaha "
    "wow cool nice great awesom perfect sure yes yeah yep yup no nope right alright fine good "
    "hmm oh ah pleas sorri np note got understood".split()
)
"""Index terms of messages that tell nothing by themselves."""
