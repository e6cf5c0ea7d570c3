"""Find the facts of a sentence, and whom each is about."""

import re
from collections.abc import Iterator
from datetime import datetime

from neuromem_graph.core.attributes import OWNED
from neuromem_graph.core.clauses import HEDGES, REPORTS, Clause
from neuromem_graph.core.embedded import Embedding, embedding
from neuromem_graph.core.frames import HINT
from neuromem_graph.core.framing import merged
from neuromem_graph.core.gazetteer import NAMES
from neuromem_graph.core.openings import ASIDE, IRONY, TAKEN_BACK, Found, introduced, sure
from neuromem_graph.core.patterns import HEADS
from neuromem_graph.core.presenting import HINT as SHOW_HINT
from neuromem_graph.core.reading import find
from neuromem_graph.core.referents import Passage, Person, Referents
from neuromem_graph.core.relatives import head_of, said_as
from neuromem_graph.core.stating import Fact, Sentence
from neuromem_graph.core.swaps import HINT as SWAP_HINT
from neuromem_graph.core.values import items
from neuromem_graph.core.wordlists import LISTED, RESERVED

__all__ = ["Speech"]

_IF = re.compile(
    r"(?i)(?<!even )\b(?:if(?!\syou(?:'re|\sare|\sever|\sstill)?\s(?:need|want|ordering|asking"
    r"|ask|wonder|wondering|interested|looking|curious|must|care)\b)|unless|whether|in case"
    "|suppose|supposing|imagine|as though|pretend|wish"
    r"|let's say)\b"
)

_APART_FROM = re.compile(r"(?i);|\.\s|,\salso\b|\bby\sthe\sway\b")

_DOUBT = re.compile(
    r"(?i)\b(?:(?:maybe|perhaps|possibly|probably|hopefully|not sure|not that|dream(?:ed|t)?"
    r"|in\s(?:the|my|this|a)\s(?:story|dream|game|novel|movie|film|play|simulation))"
    r"|you\s(?:said|say|think|thought|told\sme))\W{0,3}(?:that\s)?$"
)

_EMBEDDED = re.compile(
    r"(?i)\b(?:how|what|whatever|which|than|who|whom|whose|as\smuch\sas|the\sway)\s{1,3}$"
)

_CORRECTION = re.compile(
    r"""(?i)(?:(?:oh|oops|wait|no|nope|hmm|um|uh|ah|ok|okay|well|and|but|so|hey|i'm|im)
    [\s,.!-]{1,3}){0,3}
    (?:actually|sorry(?!\s(?:to|about|for|that|if|i\shave))|correction|my\smistake|my\sbad|oops|i\s(?:meant|misspoke|made\sa\s(?:mistake|typo))|typo|scratch\sthat|wait
    |(?:let\sme|to)\scorrect|that\swas\s(?:wrong|a\smistake)|i\swas\swrong|no,)""",
    re.VERBOSE,
)

_WHEN = re.compile(r"(?i)\b(?:when|once|until|till|before|after|whenever|until)\s{1,3}$")

_PAST = re.compile(
    r"\w+ed|took|began|chose|went|wore|came|brought|picked|found|made|gave|left"
    "|quit|sold|got|lost|bought|was|were|had|met|became|broke|grew|born"
)

_NOW = re.compile(r"(?i)\b(?:now|nowadays|these days),?\s{1,3}$")

_QUOTED = re.compile(r"[\"“”']\W?$")

_FIRST_PERSON = re.compile(r"(?i)\b(?:i|me|we|us)\b")

_GREETING = re.compile(
    r"(?i)\W*(?:hi|hello|hey|hiya|greetings|good (?:morning|evening|afternoon))\b"
)


_APART = str.maketrans(dict.fromkeys("'\".,!?;:()[]*_/\u2013—-…“”", " "))

_TRIGGERS = frozenset(
    " ".join((*HEADS, *OWNED, "favorite favourite")).replace("-", " ").replace("_", "").split()
)  # a sentence without any of these, and without a number, states no fact

_BACK = 24

_OPENING = 60  # how far into a turn somebody introduces herself

_STATES = frozenset({"allergic", "vegetarian", "vegan"})


class Speech:
    """Read what one turn says, sentence after sentence, remembering who was named."""

    def __init__(self, text: str, at: datetime, passage: Passage) -> None:
        self._text, self._at, self._passage = text, at, passage
        self._first_person = passage.first_person
        self._referents = Referents(text)
        self._greeted = False

    def facts(self, said: str, offset: int, corrects: bool) -> list[Found]:
        """Find the facts of one sentence.

        Args:
            said: the sentence, with typewriter apostrophes.
            offset: where it stands in the turn.
            corrects: the sentence before said that something was wrong.

        Returns:
            Its facts in order, their spans counted from the start of the sentence.
        """
        found: list[Found] = []
        words = said.lower().translate(_APART).split()
        known = not _TRIGGERS.isdisjoint(words) or any(word.isdigit() for word in words)
        if known or any(hint.search(said) for hint in (HINT, SWAP_HINT, SHOW_HINT)):
            low = said.lower() if said.isupper() else said
            text = low if len(low) == len(said) else said
            corrects = corrects or _CORRECTION.match(text) is not None
            sentence = Sentence(text, self._at, corrects, text.islower())
            found = sure(_Reader(sentence, offset, self._referents, self._passage).found())
        if offset < _OPENING and self._first_person:
            self._greeted = self._greeted or _GREETING.match(said) is not None
            found = [*(introduced(said) if self._greeted else ()), *found]
        if not found or self.is_ironic(said, offset):
            return []
        return [f for f in found if self._is_fit(f, offset)]

    def _is_fit(self, found: Found, offset: int) -> bool:
        """Tell whether who speaks may say it: no tool is anybody, or has a sister."""
        if self._first_person:
            return found.fact.predicate != "name" or not self._passage.quoted(offset + found.start)
        mine = found.relation is not None or found.fact.predicate == "relation_to_user"
        return found.subject != "user" and not mine

    def is_ironic(self, said: str, offset: int) -> bool:
        """Tell whether a sentence is taken back as it begins or ends, or right after it."""
        if IRONY.match(said) or TAKEN_BACK.match(self._text, offset + len(said)):
            return True
        tail = max(0, len(said) - 40)
        return any(TAKEN_BACK.match(said, m.end()) for m in ASIDE.finditer(said, tail))


class _Reader:
    """Read the clauses of one sentence in order: each may depend on the one before it."""

    def __init__(
        self, sentence: Sentence, offset: int, referents: Referents, passage: Passage
    ) -> None:
        self._sentence, self._offset = sentence, offset
        self._referents, self._passage = referents, passage
        self._embedding: Embedding = "own"
        self._doubted = False  # was the clause before it only imagined?
        self._last: Person | None = None  # the subject of the clause before
        self._before: Clause | None = None
        self._stated = False  # did it state a fact?
        self._reporter: Person | None = None
        self._no_longer: set[tuple[str, str]] = set()
        self._values: list[tuple[int, int]] = []
        condition = _IF.search(sentence.text)
        self._condition = (len(sentence.text), 0)
        if condition is not None:
            apart = _APART_FROM.search(sentence.text, condition.end())
            self._condition = (condition.start(), apart.start() if apart else len(sentence.text))

    def found(self) -> Iterator[Found]:
        text = self._sentence.text
        every = merged(text, self._sentence.lower)
        self._values = [c.framed.value for c in every if c.framed and c.framed.noun.predicate]
        for clause in every:
            window = text[max(0, clause.start - _BACK) : clause.start]
            who = self._who(clause, window)
            self._embedding = embedding(text, clause, self._before, self._embedding)
            if clause.head in REPORTS:
                self._reporter = None if clause.who == "user" else who
            elif who is not None and self._embedding != "denied" and not _EMBEDDED.search(window):
                facts = [
                    f for f in self._facts(clause, who, window) if not self._is_framed(clause, f)
                ]
                yield from facts
                self._stated = bool(facts)
            else:
                self._stated = False
            self._last, self._before = who, clause

    def _goes_on(self, clause: Clause) -> bool:
        """Tell whether a clause without a subject has that of the clause before it."""
        reading = clause.reading
        if self._stated or reading.now or reading.started or _PAST.fullmatch(clause.head):
            return True
        return reading.be and clause.head.endswith("ing")

    def _nearest(self, clause: Clause) -> Person:
        """Return whom a noun without an owner belongs to: who was last spoken of, or the user."""
        named = self._referents.last(self._offset, self._offset + clause.start)
        before = self._before.start if self._before is not None else -1
        if named is not None and named[0] - self._offset > before:
            return named[1]
        if self._last is None and not _FIRST_PERSON.search(self._sentence.text):
            after = self._referents.last(self._offset, self._offset + len(self._sentence.text))
            value = clause.framed.value if clause.framed else (0, 0)
            inside = after and value[0] <= after[0] - self._offset < value[1]
            given = after is not None and after[1].name.split()[0].lower() in NAMES
            return after[1] if after and given and not inside else Person("user", None)
        return self._last or Person("user", None)

    def _is_framed(self, clause: Clause, found: Found) -> bool:
        """Tell whether a verb gives a value that a noun gives a better place."""
        value = found.fact.value
        if clause.framed or value is None or found.fact.predicate == "relation_to_user":
            return False
        return any(value[0] < end and start < value[1] for start, end in self._values)

    def _who(self, clause: Clause, window: str) -> Person | None:
        """Return whom a clause is about, or None where nobody can tell."""
        quoted = self._passage.quoted(self._offset + clause.start)
        if clause.who == "user":
            if quoted or _QUOTED.search(window):
                return self._reporter
            return Person("user", None)
        if clause.who == "elided" and clause.framed:
            return self._nearest(clause)
        if clause.who == "elided":
            return self._last if self._goes_on(clause) else None
        if clause.who == "pronoun":
            if self._reporter is not None:
                return self._reporter
            return self._referents.before(
                self._offset + clause.start, clause.subject or "", self._offset
            )
        person = Person(clause.subject or "", clause.relation)
        first = self._sentence.text[clause.start : clause.start + 4].lower()
        mine = first.startswith(("my ", "our "))
        if (
            person.name.lower() in RESERVED
            or (mine and not self._passage.first_person)
            or (quoted and self._reporter is None)
        ):
            return None
        self._referents.add(self._offset + clause.start, person)
        return person

    def _facts(self, clause: Clause, who: Person, window: str) -> Iterator[Found]:
        if clause.who == "elided" and self._before is not None:
            clause = self._inherited(clause, self._before)
        if _NOW.search(window):
            clause = clause._replace(reading=clause.reading._replace(now=True))
        self._doubted = self._is_doubted(clause, window)
        clause = clause._replace(doubtful=self._doubted)
        if _WHEN.search(window) and not clause.reading.past and not _PAST.fullmatch(clause.head):
            return  # "when I have kids"
        for fact in find(clause, self._sentence):
            if fact.update == "end":
                self._no_longer.add((fact.predicate, who.name))
            elif (fact.predicate, who.name) in self._no_longer and fact.update == "none":
                fact = fact._replace(update="change")
            yield from self._spread(clause, fact, who)

    def _inherited(self, clause: Clause, before: Clause) -> Clause:
        """Let "and allergic to nuts" share the auxiliary of the clause before it."""
        reading = clause.reading._replace(
            be=clause.reading.be or (before.reading.be and clause.head in _STATES),
            modal=clause.reading.modal or before.reading.modal,
            future=clause.reading.future or before.reading.future,
        )
        return clause._replace(reading=reading, doubtful=self._doubted)

    def _is_doubted(self, clause: Clause, window: str) -> bool:
        before = self._before
        if (
            clause.doubtful
            or self._condition[0] < clause.start < self._condition[1]
            or self._embedding == "doubted"
        ):
            return True
        if before is not None and before.head in HEDGES and clause.start - before.rest < 10:
            return "but " not in window[-8:].lower()
        return _DOUBT.search(window) is not None

    def _spread(self, clause: Clause, fact: Fact, who: Person) -> Iterator[Found]:
        """Give each item of a list a fact of its own, and a named relative its name."""
        text = self._sentence.text
        if fact.value is not None and fact.predicate in ("relation_to_user", "name"):
            speaker = who.name == "user"
            fact, who = self._related(clause, fact, who)
            named, reserved = fact.about is not None, who.name.lower() in RESERVED
            if (named and reserved) or (not speaker and (named or reserved)):
                return  # "Tom has a sister named Anna": she is nothing to the user
        many = fact.predicate.startswith("favorite_") and not fact.single
        if fact.value is not None and (many or fact.predicate in LISTED):
            for value in items(text, *fact.value):
                yield Found(clause.start, fact._replace(value=value), *who)
        else:
            yield Found(clause.start, fact, *who)

    def _related(self, clause: Clause, fact: Fact, who: Person) -> tuple[Fact, Person]:
        """Say what somebody named is to the user, where a relation and a name come together."""
        text, value = self._sentence.text, fact.value or (0, 0)
        if fact.predicate == "relation_to_user":
            name = text[slice(*fact.about)] if fact.about else who.name
            who = Person(name, said_as(text[clause.rest : value[1]]))
        elif who.relation is not None and who.relation == who.name:
            place = text[clause.start : clause.rest].lower().find(head_of(who.relation))
            who = Person(text[slice(*value)], who.relation)
            if place >= 0:
                value = (clause.start + place, clause.start + place + len(head_of(who.relation)))
                fact = fact._replace(predicate="relation_to_user", value=value, single=False)
        self._referents.add(self._offset + clause.rest, who)
        return fact, who
