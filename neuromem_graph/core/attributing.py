"""Tell that somebody else speaks: "Tom said: I live in Rome.", "I live in Rome, said the spy."."""

import re

from neuromem_graph.core.clauses import NAME

__all__ = ["attributed", "introduces"]

_SAID = (
    r"(?:sa(?:ys?|id)|claim(?:s|ed)|insist(?:s|ed)|repl(?:ies|ied)|answer(?:s|ed)|writes?|wrote"
    r"|report(?:s|ed)|announce[sd]|whisper(?:s|ed)|shout(?:s|ed)|mutter(?:s|ed)|lied"
    r"|t(?:ells?|old)\s(?:me|us|him|her|them|every(?:one|body)))"
)
_WHO = (
    rf"(?:he|she|they|someone|somebody|{NAME}"
    r"|(?:the|an?|my|our|your|his|her|their)\s(?:[\w-]{1,20}\s){0,2}[\w-]{1,20})"
)
_ATTRIBUTED = re.compile(
    rf"(?i),[\"'\u201d]?\s{{1,3}}(?:{_SAID}\s(?!(?:i|we|me|us)\b){_WHO}"
    rf"|(?!(?:i|we|you)\b){_WHO}\s{_SAID})[\s.!\u2026]*$"
)
_TO = rf"(?:\s(?:to\s)?(?:me|us|him|her|them|you|every(?:one|body)|{NAME}))?"
_INTRODUCES = re.compile(rf"(?i)(?:^\W*|\s)(?!(?:i|we)\b){_WHO}\s{_SAID}{_TO}\s*$")
_LONGEST = 80


def attributed(text: str) -> bool:
    """Tell whether a sentence ends by saying that somebody else said it.

    Args:
        text: the sentence.
    """
    comma = text.rfind(",", max(0, len(text) - _LONGEST))
    return comma >= 0 and _ATTRIBUTED.match(text, comma) is not None


def introduces(text: str) -> bool:
    """Tell whether what stands before a colon says that somebody else speaks.

    Args:
        text: the sentence up to its colon.
    """
    return _INTRODUCES.search(text, max(0, len(text) - _LONGEST)) is not None
