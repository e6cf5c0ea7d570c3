"""Extract claims from English text without a model: deterministic rules over tables of patterns.

Every sentence becomes a claim. Where a pattern of `patterns` fits one of its clauses, the claim is
a fact; questions never are, and what is only imagined is marked hypothetical.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator

from neuromem_graph.core.misreadings import likely
from neuromem_graph.core.openings import Found
from neuromem_graph.core.referents import Passage
from neuromem_graph.core.retelling import Told, retold
from neuromem_graph.core.statements import Speech
from neuromem_graph.core.text import Span, fold, sentences
from neuromem_graph.core.values import trim
from neuromem_graph.core.wholes import whole
from neuromem_graph.core.wordlists import ALWAYS, INTERVALS
from neuromem_graph.types.base import Cardinality, Kind
from neuromem_graph.types.ingest import Claim, Extraction, Turn, Turns

__all__ = ["RuleExtractor", "extract"]

_TYPEWRITER = str.maketrans("\u2019\u2018\u02bc\u00b4`\uff07\xa0", "'''''' ")
_QUESTION = re.compile(r"\?[\W_]*$")
_MISTAKE = re.compile(
    r"(?i)\b(?:misspoke|my mistake|was wrong(?! about)|is wrong|isn't right|not right|correction"
    r"|scratch that|not true|was a mistake|let me correct|typo)\b"
)
_AT = r"(?:(?:in|at|on|to|from|as)\s)?"
_LEAD = (
    r"(?i)(?:(?:oh|oops|wait|no|hmm|well|and|but|actually|sorry|correction)[\s,.:!-]{1,3}){0,3}+"
)
_REPAIRS = (
    re.compile(
        rf"{_LEAD}(?:(?P<it>i\smean)(?:t(?:\sto\ssay)?)?|make\sthat"
        rf"|(?:it|that)\sshould\s(?:be|say)),?\s{_AT}"
        r"(?P<new>[^,;.!?]{1,40}?)"
        rf"(?:,?\s(?:and\s)?not\s{_AT}(?P<old>[^,;.!?]{{1,40}}))?[.! ]{{0,3}}$"
    ),
    re.compile(
        rf"{_LEAD}(?P<it>(?:it|that)(?:'s|\sis|\swas)\s)?{_AT}(?P<new>[^,;.!?]{{1,40}}?),?\s"
        rf"(?:and\s)?not\s{_AT}(?P<old>[^,;.!?]{{1,40}})[.! ]{{0,3}}$"
    ),
    re.compile(
        rf"{_LEAD}(?P<it>it(?:'s|\sis|\swas)\s)?not\s{_AT}(?P<old>[^,;.!?]{{1,40}}?)"
        rf"(?:,\s|\s(?=but))(?:but\s)?(?:it's\s|it\sis\s)?"
        rf"{_AT}(?P<new>[^,;.!?]{{1,40}}?)[.! ]{{0,3}}$"
    ),
)
_LONGEST_REPAIR = 120
_RETRACTED = re.compile(
    r"(?i:wait|sorry|oops|no|actually|correction|hmm)(?:,|\.{3}|:)?\s"
    rf"(?i:(?:no,|sorry,|actually)\s)?(?i:(?:it|that)(?:'s|\sis)\s)?(?i:{_AT})"
    r"(?P<new>(?:[A-Z]\w{1,20}|\d{1,8})(?:\s[A-Z]\w{1,20}){0,2})"
    r"[.! ]{0,3}$"
)
_NAMED_CORRECTION = re.compile(r"(?i)correction\b")
_NEAR = 2  # turns: what the speaker said before the answer
_HENCE = "(?:from now on|going forward|in (?:the )?future)"
_FIRST = (
    r"\W{0,3}(?:(?:and|but|so|also|ok|okay|please|remember to|make sure (?:to|you|that you)"
    r"|you (?:should|must)|i (?:want|need|would like|'d like) you to),? ){0,3}"
)
_RULES: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (
        re.compile(
            rf"{_FIRST}{_HENCE},? (?!i\b|i'|we\b|we'|he\b|she\b|they\b)"
            rf"|{_FIRST}{ALWAYS}\b[^.!?]{{1,80}}\b{_HENCE}\b"
            rf"|{_FIRST}(?:when|whenever|every time|each time|if) (?:i|you|we|someone)\b"
            rf"[^.!?]{{1,80}}?,? (?:please|always|never|you (?:should|must)) (?:\w+ )?{ALWAYS}\b",
            re.IGNORECASE,
        ),
        "procedure",
    ),
    (
        re.compile(
            rf"{_FIRST}(?:always|never|don't ever|do not ever|under no circumstances),? "
            rf"(?!give up|say never|be afraid){ALWAYS}\b",
            re.IGNORECASE,
        ),
        "constraint",
    ),
)
_HINT = re.compile(
    r"(?i)\b(?:not|meant?|make that|should|always|never|ever|future|forward|from now|please"
    r"|misspoke|mistake|wrong|isn't right|correction|scratch that|correct|typo|circumstances)\b"
    r"|^\W{0,2}(?:wait|sorry|oops|no|actually|hmm)\b"
)
_LONGEST_HINT = 300
_SPEAKERS = frozenset({"user", "assistant"})


class RuleExtractor:
    """Extract by rules: offline, deterministic, English."""

    def extract(self, turns: Turns) -> Extraction:
        """Return the claims of every turn, in order; every sentence is at least one."""
        return extract(turns)


def extract(turns: Turns) -> Extraction:
    """Extract the claims of every turn.

    Args:
        turns: what was said; it may be correcting what was said earlier among these turns.

    Returns:
        At least one claim per sentence, in order. The claims of a sentence that states several
        facts share its clauses between them and together quote it.
    """
    claims: list[Claim] = []
    told: dict[str | None, list[Told]] = {}
    for index, turn in enumerate((*turns.before, *turns.turns), start=-len(turns.before)):
        reader = _TurnReader(index, turn, told.setdefault(turn.speaker or turn.channel, []))
        found = [claim for span in sentences(turn.text) for claim in reader.sentence(span)]
        claims += found if index >= 0 else []
    return Extraction(claims=tuple(claims))


class _TurnReader:
    """Read the sentences of one turn in order."""

    def __init__(self, index: int, turn: Turn, told: list[Told]) -> None:
        self.index, self.turn, self.told = index, turn, told
        self.text = turn.text if turn.text.isascii() else turn.text.translate(_TYPEWRITER)
        self.passage = Passage(turn.text, turn.channel in _SPEAKERS)
        self.speech = Speech(self.text, turn.at, self.passage)
        self.mistaken = False  # the sentence before said that something was wrong

    def sentence(self, span: Span) -> Iterator[Claim]:
        """Return the claims of one sentence."""
        said = self.text[span.start : span.end]
        own = self.passage.limit(said, span.start)
        if not own:
            self.mistaken = False
            yield Claim(turn=self.index, start=span.start, end=span.end)
            return
        asked = "?" in said and _QUESTION.search(said, max(0, len(said) - 16)) is not None
        facts = [] if asked else self.speech.facts(said[:own], span.start, self.mistaken)
        facts = facts if asked else self._likely(span, said[:own], facts)
        if facts:
            self.mistaken = False
            yield from self._claims(span, _put_right(facts, said))
        elif asked or _HINT.search(said, 0, _LONGEST_HINT) is None:
            self.mistaken = self.mistaken and asked
            yield Claim(turn=self.index, start=span.start, end=span.end)
        else:
            self.mistaken = _MISTAKE.search(said, 0, _LONGEST_HINT) is not None
            yield self._repaired(span, said) or Claim(
                turn=self.index, start=span.start, end=span.end, kind=self._kind(said)
            )

    def _likely(self, span: Span, said: str, facts: list[Found]) -> list[Found]:
        """Add what the sentence states as a whole, and drop what only looks like a fact."""
        if self.passage.first_person and not self.passage.quoted(span.start):
            more = whole(said, self.turn.at, facts)
            if more != facts and not self.speech.is_ironic(said, span.start):
                facts = more
        return likely(facts, said) if facts else facts

    def _kind(self, said: str) -> Kind:
        """Return what a sentence without a fact is: an episode, or a standing instruction."""
        if self.turn.channel == "user":
            for pattern, kind in _RULES:
                if pattern.match(said, 0, _LONGEST_HINT):
                    return kind
        return "episode"

    def _claims(self, span: Span, facts: list[Found]) -> Iterator[Claim]:
        """Share a sentence between its facts, clause by clause."""
        starts = sorted({found.start for found in facts})
        edges = [0, *starts[1:], span.end - span.start]
        for found in facts:
            clause = bisect_left(starts, found.start)
            start, end = (span.start + edge for edge in edges[clause : clause + 2])
            claim = self._claim(_stripped(self.turn.text, start, end), span.start, found)
            if claim.polarity != "hypothetical":
                said = self.text[span.start : span.end]
                self.told.append(Told(claim, said, self.turn.at))
            yield claim

    def _claim(self, span: Span, offset: int, found: Found) -> Claim:
        fact = found.fact
        value = None if fact.value is None else self._words(fact.value, offset)
        many: Cardinality = "single" if fact.single else "multi"
        if fact.predicate in INTERVALS:
            many = "interval"
        return Claim(
            turn=self.index, start=span.start, end=span.end,
            kind=fact.kind if fact.predicate else "episode", loose=fact.loose,
            subject=found.subject, relation=found.relation, predicate=fact.predicate or None,
            value=value, cardinality=many, polarity=fact.polarity, update=fact.update,
            valid_from=fact.valid_from, valid_to=fact.valid_to,
            denies=None if fact.denies is None else self._words(fact.denies, offset),
        )  # fmt: skip

    def _words(self, span: tuple[int, int], offset: int) -> str:
        return self.turn.text[offset + span[0] : offset + span[1]]

    def _repaired(self, span: Span, said: str) -> Claim | None:
        """Read "I meant Porto" and "it's Porto, not Lisbon" as a fact said earlier, put right."""
        if len(said) > _LONGEST_REPAIR:
            return None
        for pattern in _REPAIRS:
            match = pattern.match(said)
            if match is None:
                continue
            wrong = self._wrong(match["old"])
            if wrong is not None:
                return self._repair(span, match, wrong)
            # What it corrects was said elsewhere, if it corrects anything.
            sure = match["old"] is not None and match["it"] is not None
            known = Claim(turn=0, start=0, end=0, subject="user", loose=self.passage.first_person)
            return self._repair(span, match, Told(known)) if sure else None
        last = self.told[-1] if self.told else None
        if last is None or last.claim.value is None:
            return None
        near = last.claim.turn == self.index and span.start - last.claim.end < 3
        if near or (_NAMED_CORRECTION.match(said) and self.index - last.claim.turn <= _NEAR):
            match = _RETRACTED.match(said)
            return self._repair(span, match, last) if match else None
        return None

    def _repair(self, span: Span, match: re.Match[str], wrong: Told) -> Claim | None:
        start, end = trim(match.string, *match.span("new"))
        value = self.turn.text[span.start + start : span.start + end]
        sure = wrong.claim.predicate is None
        said = None if sure else retold(wrong, value, self.passage.first_person)
        if start >= end or (said is None and not sure):
            return None
        claim = wrong.claim.model_copy(
            update={
                "turn": self.index, "start": span.start, "end": span.end, "value": value,
                "update": "correction", "polarity": "asserted",
                "valid_from": None, "valid_to": None,
            }
        )  # fmt: skip
        if said is not None:
            self.told.append(Told(claim, said, self.turn.at))
        return claim

    def _wrong(self, old: str | None) -> Told | None:
        """Return the fact that has a value, or the last one."""
        if old is None:
            return self.told[-1] if self.told and self.told[-1].claim.value else None
        key = fold(old)
        known = (told for told in reversed(self.told[-20:]) if told.claim.value)
        return next((told for told in known if fold(told.claim.value or "") == key), None)


def _put_right(facts: list[Found], said: str) -> list[Found]:
    """Read "I never lived in Ghent, I lived in Bruges" as one fact: what was so instead."""
    found: list[Found] = []
    for one in facts:
        last = found[-1] if found else None
        if last is not None and _is_instead(last, one, said):
            right = last.fact._replace(value=one.fact.value, polarity="asserted",
                                       denies=last.fact.value)  # fmt: skip
            found[-1] = last._replace(fact=right)
        else:
            found.append(one)
    return found


def _is_instead(denial: Found, other: Found, said: str) -> bool:
    """Tell whether a clause says, of a time it does not name, what was so instead of a denial."""
    no, yes = denial.fact, other.fact
    never = no.single and (no.polarity, no.update) == ("negated", "correction")
    same = (denial.subject, no.predicate) == (other.subject, yes.predicate)
    was = (yes.polarity, yes.update) == ("asserted", "end") and yes.valid_to is None
    if not (never and same and was) or no.value is None or yes.value is None:
        return False
    return said[slice(*no.value)].casefold() != said[slice(*yes.value)].casefold()


def _stripped(text: str, start: int, end: int) -> Span:
    """Take the space off both ends of a span that is not blank."""
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    return Span(left, left + len(piece.strip()))
