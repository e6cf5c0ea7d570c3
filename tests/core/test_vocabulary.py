"""What is declared of predicates: how many values, of what kind, about whom."""

import pytest

from neuromem_graph import Claim, Extraction, MemoryRuntime, Settings, Turns
from neuromem_graph.core import vocabulary
from neuromem_graph.core.attributes import OWNED
from neuromem_graph.core.patterns import PATTERNS
from neuromem_graph.errors import ConfigError
from neuromem_graph.settings.predicates import PREDICATES, Predicate

FOUND = (*PATTERNS, *(pattern for owned in OWNED.values() for pattern in owned))
NAMES = sorted(
    {p.predicate for p in FOUND if p.predicate != "*"}
    | {sort for p in FOUND if p.predicate == "*" for sort in p.sorts}  # named by their value
)


@pytest.mark.parametrize("name", NAMES)
def test_all_that_the_rules_find_is_declared(name: str) -> None:
    """Every predicate of the rules is declared, with the number of values the rules propose.

    Of those with several, some have each for a period of its own.
    """
    proposed = {
        "single" if p.single else "multi"
        for p in FOUND if p.predicate == name or (p.predicate == "*" and name in p.sorts)
    }  # fmt: skip
    proposed |= {"interval"} if "multi" in proposed else set()
    known = vocabulary.declared(name, Settings())

    assert known is not None
    assert known.cardinality is None or known.cardinality in proposed


def test_each_predicate_is_declared_once() -> None:
    """No name stands twice in the table."""
    names = [one.name for one in PREDICATES]

    assert len(names) == len(set(names))


def test_a_family_is_declared_by_its_beginning() -> None:
    """All favorites are preferences; how many there are, the wording says."""
    known = vocabulary.declared("favorite_ice_cream_flavor", Settings())

    assert known is not None
    assert (known.kind, known.cardinality) == ("preference", None)
    assert vocabulary.cardinality("favorite_color", "single", Settings()) == "single"


def test_what_a_user_declares_comes_first() -> None:
    """A predicate of the settings wins over one that is built in, a full name over a family."""
    settings = Settings(
        predicates=(
            Predicate(name="lives_in", cardinality="multi"),
            Predicate(name="pet_*", cardinality="multi"),
            Predicate(name="pet_name", cardinality="single"),
        )
    )

    many = [vocabulary.cardinality(n, None, settings) for n in ("lives_in", "pet_name", "pet_x")]
    assert many == ["multi", "single", "multi"]


def test_unknown_predicates() -> None:
    """Of an unknown predicate the extractor's word counts, and without one nothing is retired."""
    settings = Settings()

    assert vocabulary.cardinality("reads", "interval", settings) == "interval"
    assert vocabulary.cardinality("reads", None, settings) == "multi"
    assert vocabulary.cardinality("lives_in", "multi", settings) == "single"


def test_the_kind_is_filled_in() -> None:
    """An extractor that says no kind gets the declared one; its own word is left alone."""
    settings = Settings()

    kinds = [vocabulary.kind("allergic_to", said, settings) for said in ("episode", "fact")]
    assert kinds == ["constraint", "fact"]
    assert vocabulary.kind("unheard_of", "episode", settings) == "episode"


@pytest.mark.parametrize("name", ["", "Lives", "two words", "*", "a**"])
def test_odd_names_are_refused(name: str) -> None:
    """A name is in snake_case, with one star at its end at most."""
    with pytest.raises(ConfigError):
        Settings(predicates=({"name": name},))


def test_one_name_declared_twice_is_refused() -> None:
    """Two declarations of one name contradict each other: neither is taken in silence."""
    twice = (Predicate(name="x", cardinality="multi"), Predicate(name="x", cardinality="single"))
    with pytest.raises(ConfigError, match="'x'"):
        Settings(predicates=twice)


class Reads:
    """Finds what somebody reads in "I read <book>."."""

    def extract(self, turns: Turns) -> Extraction:
        claims = [
            Claim(turn=at, start=0, end=len(turn.text), subject="user", predicate="reads",
                  value=turn.text[7:-1], kind="fact", cardinality="multi")
            for at, turn in enumerate(turns.turns)
        ]  # fmt: skip
        return Extraction(claims=tuple(claims))


def test_a_slot_keeps_what_it_was_created_with(tmp_path) -> None:
    """A later declaration is for new slots: one that holds several values goes on doing so."""
    one = Settings(predicates=(Predicate(name="reads", cardinality="single"),))
    told = []
    for user, settings in (("ann", Settings()), ("ann", one), ("bob", one)):
        with MemoryRuntime.local(
            user, tmp_path / "m", extractor=Reads(), settings=settings
        ) as memory:
            books = ("Emma", "Ulysses") if user == "bob" else (f"Book {len(told)}",)
            for book in books:
                memory.ingest(user=f"I read {book}.")
            slot = memory.resolve_worldview().slots[0]
            told.append((slot.cardinality, len(slot.candidates)))

    assert told == [("multi", 1), ("multi", 2), ("single", 1)]
