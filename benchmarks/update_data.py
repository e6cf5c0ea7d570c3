"""Make conversations in which facts change, from wordings, values and a seed.

A namespace is one chat, in which the user talks of themself, of people they know, or of both. Every
turn is said on a day of its own. Each fact of a subject starts with a statement and changes one to
four times; sometimes two facts are said in one turn. In between stands what must change nothing.
Only `random.Random(seed)` decides, in a fixed order: a seed gives the same data everywhere.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import NamedTuple

from update_distractors import MAYBES, OTHER_PEOPLE, OTHERS, PLAIN, ROLES
from update_people import Subject, as_typed, render, subjects_of
from update_values import VALUES, article, listed

Wordings = Mapping[str, Mapping[str, tuple[str, ...]]]
START = datetime(2022, 1, 10, tzinfo=UTC)
FACTS_PER_SUBJECT = 4
GAP = (150, 240)  # days between two statements of a fact: a full month is always in between
UNSURE = timedelta(days=50)  # "since March" may reach that far back
CLASHES = (  # of these one subject has one: they say the same, or share values
    {"city", "country", "address"},
    {"age", "shoe_size", "phone_number", "address"},
    {"colour", "drink", "allergy"},
)
JOINERS = (" and ", ", also ", ". Oh, and ", "; by the way, ")


class Told(NamedTuple):
    """Say that a turn tells the value of a fact at a position in its history."""

    fact: int
    index: int


@dataclass
class Fact:
    """Hold the history of one attribute of one subject."""

    subject: Subject
    attribute: str
    values: tuple[str, ...]
    times: list[datetime] = field(default_factory=list)  # when each value was told
    wordings: list[str] = field(default_factory=list)


@dataclass
class Turn:
    """Hold one message of the user."""

    at: datetime
    text: str
    told: tuple[Told, ...] = ()


class Question(NamedTuple):
    """Ask for one value of one fact."""

    kind: str  # current, valid_at, as_of, words
    fact: int
    index: int  # of the value that is right
    text: str
    valid_at: datetime | None = None
    after_turn: int | None = None  # as_of: what was known after this turn


@dataclass
class Chat:
    """Hold one namespace: what was said, the facts in it, and what is asked at the end."""

    id: str
    facts: list[Fact]
    turns: list[Turn]
    questions: list[Question]

    @property
    def end(self) -> datetime:
        """Return when the questions are asked."""
        return self.turns[-1].at + timedelta(days=60)


# ---------------------------------------------------------------- wordings


def value_fields(fact: Fact, index: int, at: datetime) -> dict[str, str]:
    """Return the fields of a wording that tells the value at a position."""
    new, old = fact.values[index], fact.values[max(index - 1, 0)]
    since = f"{at - timedelta(days=15):%B}"
    return {"new": new, "a": article(new), "old": old, "aold": article(old), "since": since}


# ---------------------------------------------------------------- what, when


def histories(subjects: list[Subject], decks: Iterator[str], rng: Random) -> list[Fact]:
    """Give every subject facts; no two subjects of a namespace ever share a value."""
    unused: dict[str, list[str]] = {}
    facts = []
    for subject in subjects:
        chosen: list[str] = []
        while len(chosen) < FACTS_PER_SUBJECT:
            attribute = next(decks)
            if not any(clash(attribute, other) for other in chosen):
                chosen.append(attribute)
        for attribute in chosen:
            pool = unused.setdefault(attribute, rng.sample(listed(VALUES[attribute]), 20))
            taken = [pool.pop() for _ in range(min(rng.randint(2, 5), len(pool) - 2))]
            if attribute == "age":
                taken.sort()
            facts.append(Fact(subject, attribute, tuple(taken)))
    return facts


def clash(one: str, other: str) -> bool:
    """Tell whether a subject can't have facts of both attributes."""
    return one == other or any({one, other} <= group for group in CLASHES)


def deck(attributes: list[str], rng: Random) -> Iterator[str]:
    """Yield attributes without end, each as often as the others."""
    while True:
        yield from rng.sample(attributes, len(attributes))


# ---------------------------------------------------------------- the turns


class _Calendar:
    """Give every turn of a namespace a day of its own."""

    def __init__(self, rng: Random) -> None:
        self._rng, self._used = rng, set[int]()

    def moment(self, day: int) -> datetime:
        while day in self._used:
            day += 1
        self._used.add(day)
        return START + timedelta(days=day, minutes=self._rng.randint(7 * 60, 22 * 60))


def tellings(facts: list[Fact], wordings: Wordings, calendar: _Calendar, rng: Random) -> list[Turn]:
    """Say every value of every fact; some turns tell two facts of their subject."""
    turns = list[Turn]()
    due: list[tuple[int, int, int]] = []  # day, fact, index
    for number, fact in enumerate(facts):
        day = rng.randint(0, 90)
        for index in range(len(fact.values)):
            due.append((day, number, index))
            day += rng.randint(*GAP)
    due.sort()
    known: set[str] = set()
    while due:
        day, number, index = due.pop(0)
        group = [Told(number, index)]
        other = next((d for d in due if _fits(d, day, facts, number)), None)
        if other and rng.random() < 0.15:
            due.remove(other)
            group.append(Told(*other[1:]))
        at = calendar.moment(day)
        turns.append(Turn(at, _said(group, facts, at, known, wordings, rng), tuple(group)))
    return turns


def _fits(due: tuple[int, int, int], day: int, facts: list[Fact], number: int) -> bool:
    same = facts[due[1]].subject == facts[number].subject
    return same and due[1] != number and due[0] - day < 30


def _said(
    group: list[Told], facts: list[Fact], at: datetime, known: set[str], wordings: Wordings,
    rng: Random,
) -> str:  # fmt: skip
    parts = []
    for told in group:
        fact = facts[told.fact]
        sort = "change" if told.index else "statement"
        wording = rng.choice(wordings[fact.attribute][sort])
        mention = fact.subject.mention(rng, first=fact.subject.key not in known)
        if parts and fact.subject.name:
            mention = fact.subject.first_name
        known.add(fact.subject.key)
        fact.times.append(at)
        fact.wordings.append(wording)
        values = value_fields(fact, told.index, at)
        parts.append(render(wording, fact.subject, mention, **values))
    return as_typed(rng.choice(JOINERS).join(parts), facts[group[0].fact].subject, rng)


def distractions(
    facts: list[Fact], turns: list[Turn], calendar: _Calendar, rng: Random
) -> list[Turn]:
    """Say as many things that change nothing, half of them with values of the same attributes."""
    added = []
    for turn in turns:
        at = calendar.moment((turn.at - START).days + rng.randint(0, 40))
        added.append(Turn(at, _distraction(facts, at, rng)))
    return added


def _distraction(facts: list[Fact], at: datetime, rng: Random) -> str:
    sort, other = rng.random(), rng.choice(OTHER_PEOPLE)
    if sort < 0.5:
        return rng.choice(PLAIN)
    if sort < 0.8:
        present = {fact.attribute for fact in facts}
        lines = [line for line in (*OTHERS, *MAYBES) if line[0] in present]
        attribute, wording = rng.choice(lines)
        used = {value for fact in facts if fact.attribute == attribute for value in fact.values}
        free = [value for value in listed(VALUES[attribute]) if value not in used]
        return _about_others(wording, other, rng.choice(free))
    lines = [
        (wording, fact.values[told - 2])
        for fact in facts
        if (told := sum(time < at for time in fact.times)) > 1
        for attribute, wording in ROLES if attribute == fact.attribute
    ]  # fmt: skip
    if not lines:
        return rng.choice(PLAIN)
    wording, value = rng.choice(lines)
    return _about_others(wording, other, value)


def _about_others(wording: str, other: str, value: str) -> str:
    return wording.format(other=other, value=value, a=article(value))


# ---------------------------------------------------------------- the questions


def questions_of(chat: Chat, wordings: Wordings, rng: Random) -> Iterator[Question]:
    """Ask every fact once for now, and once in each way for a value that is past."""
    for number, fact in enumerate(chat.facts):
        newest = len(fact.values) - 1
        now = rng.choice(wordings[fact.attribute]["now"])
        text = _asked(now, fact)
        yield Question("current", number, newest, text)
        index = rng.randrange(newest)
        middle = fact.times[index] + (fact.times[index + 1] - UNSURE - fact.times[index]) / 2
        yield Question("valid_at", number, index, text, valid_at=middle)
        index = rng.randrange(newest)
        before = [n for n, turn in enumerate(chat.turns) if turn.at < fact.times[index + 1]]
        yield Question("as_of", number, index, text, after_turn=before[-1])
        yield _in_words(number, fact, wordings, rng)


def _in_words(number: int, fact: Fact, wordings: Wordings, rng: Random) -> Question:
    index = rng.randrange(len(fact.values) - 1)
    month = full_month(fact.times[index], fact.times[index + 1] - UNSURE)
    asked, after = rng.choice(wordings[fact.attribute]["past"]), fact.values[index + 1]
    values = {"next": after, "a_next": article(after), "month": month}
    return Question("words", number, index, _asked(asked, fact, **values))


def _asked(wording: str, fact: Fact, **values: str) -> str:
    text = render(wording, fact.subject, fact.subject.first_name or "I", **values)
    return text if text.endswith("?") else text + "?"


def full_month(start: datetime, end: datetime) -> str:
    """Name the first month that lies within."""
    first = (start.replace(day=1) + timedelta(days=32)).replace(day=1, hour=0, minute=0, second=0)
    assert (first + timedelta(days=32)).replace(day=1) <= end, (start, end)
    return f"{first:%B %Y}"


def generate(count: int, seed: int, wordings: Wordings) -> list[Chat]:
    """Return the conversations about so many subjects."""
    rng = Random(seed)
    decks = deck(list(wordings), rng)
    chats = []
    for number, subjects in enumerate(subjects_of(count, rng)):
        facts = histories(subjects, decks, rng)
        calendar = _Calendar(rng)
        told = tellings(facts, wordings, calendar, rng)
        turns = [*told, *distractions(facts, told, calendar, rng)]
        turns.sort(key=lambda turn: turn.at)
        chat = Chat(f"chat-{number}", facts, turns, [])
        chat.questions.extend(questions_of(chat, wordings, rng))
        chats.append(chat)
    return chats
