"""Ways to say what somebody can do, likes and must avoid."""

from typing import Literal

from neuromem_graph.core.patterns.pattern import (
    DOING,
    FROM,
    MORE,
    REPLACED,
    SOMEBODY,
    Pattern,
    Tense,
    W,
)  # fmt: skip
from neuromem_graph.core.wordlists import DIETS, GAMES, LANGUAGES, TOOLS
from neuromem_graph.types.base import Polarity


def _likes(
    heads: str, rest: str = "", *, tense: Tense = "present", polarity: Polarity = "asserted",
    needs: Literal["", "not", "can't"] = "",
) -> Pattern:  # fmt: skip
    """Return a way to like, or with `polarity` to dislike: both meet in one slot."""
    return Pattern(
        "likes", heads, rest, tense, "topic", "preference", polarity=polarity, needs=needs
    )


_TOOL = rf"(?=[^,;!?]{{0,80}}\b{TOOLS}\b)"
"""One of the two is known to be a tool: "switched from Slack to Teams"."""

LIKING: tuple[Pattern, ...] = (
    # can and does
    Pattern("speaks", "speak speaks speaking", rf"{W}(?:(?:a{W}little|a{W}bit{W}of|some|fluent|"
            rf"basic|good|both){W})?(?={LANGUAGES}\b)", shape="topic"),
    Pattern("speaks", "fluent", rf"{W}in\b", "be"),
    Pattern("plays", "play plays playing", rf"{W}(?:the{W})?(?P<v>(?:(?:electric|acoustic|bass|"
            rf"classical|online){W})?{GAMES}{MORE})\b", shape="whole"),
    Pattern("plays", "play plays", proper=True),
    Pattern("uses", "use uses using", rf"{W}(?:an?{W})?(?=(?-i:[A-Z])|{TOOLS}\b)"),
    Pattern("uses", "switched switching migrated", _TOOL + REPLACED, "event", "whole",
            update="end"),
    Pattern("uses", "moved moving", REPLACED.replace(r"(?-i:[A-Z])|", ""), "event", "whole",
            update="end"),
    Pattern("uses", "switched switching migrated", f"{_TOOL}{FROM}{W}to{W}(?=(?-i:[A-Z])"
        rf"|{TOOLS}\b)",
            "event", update="change", loose=True),
    Pattern("uses", "moved moving", rf"{FROM}{W}to{W}(?={TOOLS}\b)", "event", update="change"),
    # likes and preferences
    Pattern("nickname", "prefer prefers", rf"{W}(?:to{W}be|being){W}called{W}(?P<v>[\w'-]{{1,30}})"
            r"(?=\s{0,3}(?:[.,;!)]|$))", shape="whole", single=True, proper=True),
    Pattern("prefers", "like likes love loves enjoy enjoys", rf"{W}(?!{SOMEBODY})(?P<v>"
            rf"[^,.;!?]{{1,40}}?{W}(?:more|better){W}than{W}(?!any|every|ever\b|most\b|before"
            r"|life|you\b|i\b|that\b|it\b"
            rf"|words|what)[^,.;!?]{{1,40}})", shape="whole", kind="preference"),
    Pattern("prefers", "prefer prefers", rf"{DOING}(?P<v>[^,.;!?]{{1,40}}?{W}(?:over|to"
            rf"|rather{W}than|instead{W}of){W}[^,.;!?]{{1,40}})", shape="whole", kind="preference"),
    _likes("like likes liking love loves enjoy enjoys adore adores loving enjoying",
           rf"(?!{W}(?:the{W})?(?:most|best|above|(?:more|better){W}than)\b)"),
    _likes("prefer prefers", rf"{DOING}(?P<v>[^,.;!?]{{1,40}}?)(?=\s(?:over|to|"
           r"rather|instead|when|for|with|in|if|because|and|but)\b|[,.;!?]|\s{0,3}$)"),
    _likes("into", tense="be"),
    _likes("fond keen passionate crazy obsessed", rf"{W}(?:of|on|about|with)\b", tense="be"),
    _likes("a", rf"{W}(?:(?:big|huge|massive|great|lifelong){W})?(?:fan|lover){W}of\b", tense="be"),
    _likes("hate hates dislike dislikes detest detests despise despises loathe loathes",
           polarity="negated"),
    _likes("stand", polarity="negated", needs="can't"),
    Pattern("fears", "afraid scared terrified", rf"{W}of\b", "be", "topic"),
    # constraints
    Pattern("allergic_to", "allergic", rf"{W}to\b", "be", "topic", "constraint"),
    Pattern("allergic_to", "have has", rf"{W}an?{W}(?:[\w-]{{1,20}}{W})?allergy{W}to\b",
            shape="topic", kind="constraint"),
    Pattern("allergic_to", "have has", rf"{W}an?{W}(?:(?:severe|bad|serious|mild){W})?(?P<v>"
            r"[\w-]{1,20})\s{1,3}(?:allergy|intolerance)\b", shape="whole", kind="constraint"),
    Pattern("allergic_to", "got", rf"{W}an?{W}(?:(?:severe|bad|serious|mild){W})?(?P<v>"
            r"[\w-]{1,20})\s{1,3}(?:allergy|intolerance)\b", "event", "whole", kind="constraint"),
    Pattern("allergic_to", "lactose gluten", rf"(?:{W}|-)intolerant", "be", "head",
            "constraint"),
    Pattern("diet", "a", rf"{W}(?:strict{W})?(?P<v>{DIETS})\b", "be", "whole", "constraint",
            single=True),
    Pattern("diet", "on", rf"{W}an?{W}(?P<v>[\w-]{{1,20}})\s{{1,3}}diet\b", "be", "whole",
            "constraint", single=True),
    Pattern("diet", "went gone go going turned became become becoming", rf"{W}(?:(?:fully|a){W})?"
            rf"(?P<v>{DIETS})\b", "event", "whole", "constraint", single=True, update="change"),
    Pattern("avoids", "eat eats drink drinks consume tolerate tolerates digest",
            rf"{W}(?!much|a{W}lot|enough|out\b|lunch|dinner|breakfast|there|here)", shape="topic",
            kind="constraint", needs="not"),
    Pattern("avoids", "avoid avoids avoiding", "", shape="topic", kind="constraint"),
    Pattern("diet", "vegetarian veggie vegan pescatarian pescetarian flexitarian keto paleo "
            "plant-based",
            r"(?!\s{1,3}(?:food|dish|meal|option|recipe|restaurant)s?\b)", "be", "head",
            "constraint", single=True),
)  # fmt: skip
