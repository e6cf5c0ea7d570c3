"""Find whose word a clause is: the speaker's own, reported or denied."""

import re
from typing import Literal

from neuromem_graph.core.attributing import attributed
from neuromem_graph.core.clauses import Clause

__all__ = ["Embedding", "embedding"]

Embedding = Literal["own", "doubted", "denied"]
"""Whether a clause is said by the speaker, is only somebody's word, or is not claimed at all."""

_SAYING = (
    r"(?:sa(?:ys?|id|ying)|t(?:ells?|old|elling)|claim(?:s|ed|ing)?|assum(?:es?|ed|ing)|think(?:s"
    r"|ing)?|thought|believ(?:es?|ed|ing)|insist(?:s|ed|ing)?|alleg(?:es?|ed|ing)|suggest(?:s|ed"
    "|ing)?|impl(?:y|ies|ied|ying)|argu(?:es?|ed|ing)|stat(?:es|ed|ing)|report(?:s|ed|ing)?"
    "|writes?"
    r"|wrote|writing|hear(?:s|d)?|figur(?:es?|ed)|reckon(?:s|ed)?|swears?|swore|suspect(?:s|ed)?"
    r"|guess(?:es|ed)?|expect(?:s|ed)?|convinced|goes|sings?|sang|reads?|mention(?:s|ed|ing)?"
    r"|announc(?:es?|ed|ing)|post(?:s|ed)|text(?:s|ed)|hopes?|hoped|wish(?:es|ed))"
)
_LYING = (
    r"(?:den(?:y|ies|ied|ying)|lied|lying|jok(?:ed?|es|ing)|kidding|disput(?:es?|ed|ing)"
    r"|pretend(?:s|ed|ing)|refut(?:es?|ed|ing)|contest(?:s|ed)?)"
)
_THAT = (
    r"(?:\s{1,3}(?:to\s)?(?:me|us|you|him|her|them|it|myself|any(?:one|body)|every(?:one|body)"
    r"|people|some(?:one|body)|(?-i:[A-Z])\w{1,20}))?(?:\s{1,3}(?:that|how|like|as\sif"
    r"|about\show))?"
    r"\s{1,3}$"
)
_REPORTED = re.compile(rf"(?i)\b{_SAYING}\b{_THAT}")
_YOU_SAID = re.compile(rf"(?i)\byou(?:'ve|\shave)?\s{_SAYING}\b{_THAT}")
_LIED = re.compile(rf"(?i)\b{_LYING}\b{_THAT}")
_NO = (
    r"(?:never|not|\w{1,10}n't|dont|didnt|cannot|nobody|no[\s-]one|noone|none|neither|nor|no|few"
    r"|refus(?:es?|ed|ing)|declin(?:es?|ed)|stop(?:s|ped|ping)?|quit|without|hardly|rarely|avoid)"
)
_NOT_SAID = re.compile(rf"(?i)\b{_NO}\b[^,;:.!?]{{0,40}}\b{_SAYING}\b{_THAT}")
_OWN = re.compile(
    rf"(?i)(?:\s{{1,3}}(?:to|be|able|just|also|finally|proudly|proud|happy|glad))*"
    rf"(?:\s{{1,3}}{_SAYING})?{_THAT}"
)
_TELL = re.compile(rf"(?i)^\W*(?:please\s|and\s|so\s|just\s)?(?:tell|text|believe(?=\sme)){_THAT}")
_UNTRUE = re.compile(
    r"""\b(?:(?:not|never|\w{1,10}n't|hardly|far\sfrom(?:\sit\sbeing)?)\s(?:\w{1,10}\s)?
     (?:true|the\scase|correct|right|so|a\sfact|like|as\sif|as\sthough)
    |false|untrue|wrong|incorrect|nonsense|doubtful|unlikely|impossible|possible|fake|absurd
    |(?:an?|the|this|that|any|all)\s(?:\w{1,12}\s)?(?:lie|myth|rumou?r|legend|joke|fiction|theory
     |idea|claim|assumption|hoax|allegation|belief|hypothesis|dream|story|notion|misconception
     |mistake|suggestion)s?(?:\s(?:is|was|has\sit))?
    |the\sfact(?=\sthat)|(?:rumou?r|legend|word)\shas\sit|no\sway|there's\sno\sway|as\sif)(?:,?\sthat)?\s{1,3}$""",
    re.IGNORECASE | re.VERBOSE,
)
_FORGET = re.compile(
    r"""\W*(?:(?:please|ok|okay|and|so|but|just|actually|now|no|kindly|let's|i(?:'d|\swould)?\s(?:want|like|need)
     \syou\sto|(?:can|could|would|will|may|should|must)\syou|you\s(?:can|could|may|should|must))[\s,]{1,3}){0,5}
     forget(?:\sabout)?(?:\s(?:that|how|(?:about\s)?the\sfact\sthat))?\s{1,3}""",
    re.IGNORECASE | re.VERBOSE,
)
"""Who asks to forget something claims it no more: "please forget that"."""

_ACCORDING = re.compile(
    r"(?i)\b(?:(?:according|thanks)\sto\s(?!me\b|(?:the|my)\s(?:doctor|dentist|test|tests|scale"
    r"|lab|results?|label|passport)\b)[^,;:.!?]{1,40}"
    r"|(?:allegedly|supposedly|reportedly|rumou?redly)),?\s{1,3}$"
)
_AND = re.compile(r"(?i),?\s(?:and|or|nor)\s(?:that\s|also\s)?$")
_WINDOW = 80


def embedding(text: str, clause: Clause, before: Clause | None, last: Embedding) -> Embedding:
    """Tell what the words in front of a clause, and those at the end, make of it.

    Args:
        text: the sentence.
        clause: one of its clauses.
        before: the clause before it.
        last: what was made of that one.
    """
    begin = max(0, clause.start - _WINDOW)
    window = text[begin : clause.start]
    if clause.who == "elided" or (last != "own" and _AND.search(window)):
        return last
    if clause.who == "user" and attributed(text):
        return "doubted"
    if not window.strip():
        return "own"
    if _FORGET.fullmatch(text, 0, clause.start):
        return "denied"
    if _LIED.search(window) or _NOT_SAID.search(window) or _UNTRUE.search(window):
        return "denied"
    if _ACCORDING.search(window) and clause.who == "user":
        return "denied"
    if not _REPORTED.search(window):
        return "own"
    if _YOU_SAID.search(window):
        return "doubted"
    gap = before is not None and _OWN.fullmatch(text, before.rest, clause.start)
    if before is None or not gap:
        return "own" if _TELL.search(text, begin, clause.start) else "denied"
    if before.who == "user":
        return "own"
    if before.who == "pronoun" and before.subject == "they":
        return "denied"
    return "doubted" if clause.who == "user" else "own"
