"""Generate the conversation of benchmarks/ingest.py: one user, seeded, as long as asked."""

from datetime import UTC, datetime
from itertools import product
from random import Random
from typing import NamedTuple

START = datetime(2020, 1, 1, tzinfo=UTC)


class Said(NamedTuple):
    """Hold one turn, and what a perfect model would find in it: (subject, relation, object)."""

    text: str
    fact: tuple[str, str, str] | None = None


ONSETS = "B D F G H J K L M N P R S T V Z Br Dr Gr Kr Tr St Sh Th".split()
VOWELS = "a e i o u ai ei".split()
CODAS = "n r l s m nd rt la na ra li no".split()
PEOPLE = [f"{a}{b}{c}" for a, b, c in product(ONSETS, VOWELS, CODAS)]
CITIES = """Lisbon Porto Ghent Bruges Antwerp Leuven Rome Milan Turin Lyon Nantes Lille Bonn Cologne
Dresden Leipzig Graz Linz Zurich Basel Oslo Bergen Malmo Turku Riga Vilnius Gdansk Krakow Brno Split
Zagreb Sofia Athens Patras Valencia Seville Bilbao Madrid Cork Dublin""".split()
THINGS = """kettle boiler bicycle ladder guitar printer lantern tent kayak camera telescope drill
radio heater fridge oven sofa carpet curtain mirror clock vase bench hammock pump""".split()
DOINGS = """repaired painted sold borrowed cleaned measured moved ordered returned photographed
lost found polished carried tested""".split()
PLACES = """attic garage garden cellar office workshop balcony library kitchen station harbour
museum bakery market school""".split()
FOODS = """tea coffee risotto sushi goulash paella ramen falafel lasagne curry waffles olives figs
oysters dumplings""".split()
JOBS = "baker nurse pilot plumber teacher welder lawyer farmer dentist editor".split()
FEELINGS = "tiring lovely odd short noisy quiet useful late funny cold".split()
CHAT = ["ok", "thanks!", "haha nice", "Good morning!", "What should I cook tonight?", "sounds good"]


def conversation(length: int, seed: int) -> list[Said]:
    """Return so many turns: about a third state a fact, a tenth of these change one.

    Args:
        length: turns.
        seed: the same seed gives the same turns, and a longer conversation begins like a shorter.
    """
    random = Random(seed)
    known = PEOPLE[:]
    random.shuffle(known)
    said: list[Said] = []
    while len(said) < length:
        friends = known[: 100 + len(said) // 50]  # one meets somebody new now and then
        said.append(_turn(random, random.choice(friends), said))
    return said


def _turn(random: Random, who: str, said: list[Said]) -> Said:
    dice = random.random()
    city, food, thing = random.choice(CITIES), random.choice(FOODS), random.choice(THINGS)
    place, doing = random.choice(PLACES), random.choice(DOINGS)
    feeling, number = random.choice(FEELINGS), random.randrange(2, 999)
    if dice < 0.1:
        return Said(f"{who} lives in {city}.", (who, "lives_in", city))
    if dice < 0.14:
        return Said(f"{who} moved to {city}, it was a {feeling} day.", (who, "lives_in", city))
    if dice < 0.22:
        return Said(f"{who} likes {food}.", (who, "likes", food))
    if dice < 0.27:
        job = random.choice(JOBS)
        return Said(f"{who} works as a {job} in {city}.", (who, "works_as", job))
    if dice < 0.32:
        return Said(f"I love {food}.", ("user", "likes", food))
    if dice < 0.38:
        return Said(random.choice(CHAT))
    if dice < 0.43 and said:
        return random.choice(said[-500:])
    if dice < 0.6:
        return Said(f"{who} {doing} the {thing} in the {place}, which took {number} minutes.")
    if dice < 0.75:
        other = f"{who} and I met at the {place} and talked about the {thing}."
        return Said(f"{other} It was {feeling}, and we had {food} afterwards.")
    if dice < 0.88:
        return Said(f"Yesterday I {doing} a {thing}. The {place} was {feeling} as ever.")
    return Said(f"Do you remember when {who} {doing} the {thing} near {city}?")
