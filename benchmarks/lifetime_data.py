"""A simulated life: facts that change, are repeated and corrected, among what changes nothing.

The wordings are ones that the rules read, since `lifetime.py` measures upkeep, not extraction. The
same seed gives the same life everywhere, day by day.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import NamedTuple

from update_values import VALUES

START = datetime(2024, 1, 1, 7, tzinfo=UTC)
ME = "I"
PEOPLE = ("Nina", "Oscar", "Priya", "Tobias", "Freya", "Kenji", "Leila", "Callum")


class Attribute(NamedTuple):
    """Hold how a fact is told and asked: of the user, then of somebody else."""

    values: str  # which of `update_values.VALUES`
    told: tuple[str, str]
    asked: tuple[str, str]


ATTRIBUTES = {
    "city": Attribute(
        "city", ("I live in {v}", "{p} lives in {v}"), ("Where do I live?", "Where does {p} live?")
    ),
    "employer": Attribute(
        "employer", ("I work at {v}", "{p} works at {v}"),
        ("Where do I work?", "Where does {p} work?"),
    ),
    "drink": Attribute(
        "drink", ("My favourite drink is {v}", "{p}'s favourite drink is {v}"),
        ("What is my favourite drink?", "What is {p}'s favourite drink?"),
    ),
    "film": Attribute(
        "film", ("My favourite film is {v}", "{p}'s favourite film is {v}"),
        ("What is my favourite film?", "What is {p}'s favourite film?"),
    ),
    "phone": Attribute(
        "phone", ("My phone is a {v}", "{p}'s phone is a {v}"),
        ("What is my phone?", "What is {p}'s phone?"),
    ),
}  # fmt: skip

_THINGS = """kettle bus bakery lift printer meeting garden recipe bicycle lamp parcel queue window
museum podcast pan bridge radio plant map bench chair curtain harbour market path poster puddle
ticket tram umbrella fence ladder drawer basket blanket candle mirror notebook pencil""".split()
_STATES = """late noisy lovely broken crowded quiet cold bright slippery slow shiny dusty huge tiny
odd cheap warm empty stuck wobbly damp fresh stale gloomy cheerful""".split()
_PLACES = """station river office corner library square stairs school park airport clinic stadium
cafe pool""".split()
_SMALL = (
    "Thanks, that helped a lot.", "What should I cook tonight?", "It rained all afternoon.",
    "Can you tell me a joke?", "I slept badly.", "Let us talk about something else.", "Good night!",
)  # fmt: skip


class Turn(NamedTuple):
    """Hold one turn of a day."""

    id: str
    at: datetime
    text: str
    what: str  # first, change, repeat, correction or noise


Fact = tuple[str, str]
"""A person and an attribute."""


class Life:
    """Live day after day.

    Args:
        seed: of everything.
        turns: a day.
    """

    def __init__(self, seed: int, turns: int) -> None:
        self._seed, self._turns = seed, turns
        self.now: dict[Fact, str] = {}  # what is so
        self._coming = [(who, what) for what in ATTRIBUTES for who in (ME, *PEOPLE)]

    def day(self, number: int) -> list[Turn]:
        """Live the next day; days are lived in order, from 0."""
        random = Random(f"{self._seed} {number}")
        said = list(self._told(random, number))[: self._turns]
        said += [(_noise(random), "noise") for _ in range(self._turns - len(said))]
        at = START + timedelta(days=number)
        return [
            Turn(f"day {number} turn {place}", at + timedelta(minutes=10 * place), text, what)
            for place, (text, what) in enumerate(said)
        ]

    def _told(self, random: Random, number: int) -> Iterator[tuple[str, str]]:
        known = sorted(self.now)
        for fact in [self._coming.pop(0) for _ in range(min(6, len(self._coming)))]:
            yield self._set(random, fact, "{s}."), "first"
        for fact in random.sample(known, min(len(known), random.choice((0, 1, 1, 2)))):
            yield self._set(random, fact, "{s} now."), "change"
            if random.random() < 0.2:  # it was said wrongly
                wrong = self.now[fact]
                yield self._set(random, fact, f"Correction: {{s}}, not {wrong}."), "correction"
        for fact in random.sample(sorted(self.now), min(len(self.now), 6)):
            wording = random.choice(("{s}.", "{s}.", "As I said, {s}."))
            yield wording.format(s=sentence(fact, self.now[fact])), "repeat"

    def _set(self, random: Random, fact: Fact, wording: str) -> str:
        """Let a fact become so and return how it is told."""
        values = VALUES[ATTRIBUTES[fact[1]].values].split(", ")
        old, value = self.now.get(fact), random.choice(values)
        while value == old:
            value = random.choice(values)
        introduced = f"My friend {fact[0]}" if old is None and fact[1] == "city" else fact[0]
        self.now[fact] = value
        told = sentence(fact, value)
        if fact[0] != ME:
            told = told.replace(fact[0], introduced, 1)
        return wording.format(s=told)


def sentence(fact: Fact, value: str) -> str:
    """Return how a fact is told, without a stop."""
    who, what = fact
    return ATTRIBUTES[what].told[who != ME].format(p=who, v=value)


def question(fact: Fact) -> str:
    """Return how a fact is asked."""
    who, what = fact
    return ATTRIBUTES[what].asked[who != ME].format(p=who)


def _noise(random: Random) -> str:
    if random.random() < 0.15:
        return random.choice(_SMALL)
    thing, other = random.sample(_THINGS, 2)
    one, two = random.sample(_STATES, 2)
    place = random.choice(_PLACES)
    wording = random.choice((
        "The {a} at the {p} was {s}.", "I saw a {s} {a} near the {p} and a {t} {b}.",
        "Why is the {a} at the {p} so {s}?", "The {a} looked {s}, and the {b} was {t}.",
        "Somebody left a {a} by the {p}, {s} and {t}.",
    ))  # fmt: skip
    return wording.format(a=thing, b=other, s=one, t=two, p=place)
