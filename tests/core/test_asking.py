"""What the words of a question ask for: slots, whom, and which time."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zlib import crc32

import pytest

from neuromem_graph.core.asking import asked_names, fit, read
from neuromem_graph.core.lenses import choose, lens_of, make_query, names_of
from neuromem_graph.core.periods import dated, sequence
from neuromem_graph.core.views import choose as chosen_of
from neuromem_graph.settings import Settings
from neuromem_graph.settings.phrases import ASKED
from neuromem_graph.settings.predicates import PREDICATES, Predicate
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.ledger import BeliefRow, NamedBelief
from neuromem_graph.types.recall import Asked, BeliefView, RecallPlan

NOW = datetime(2025, 6, 15, tzinfo=UTC)


def named(text: str, settings: Settings | None = None) -> set[str]:
    """Return the predicates that a question names."""
    asked = read(text, settings or Settings())
    return {name for name, sure in asked.slots.items() if sure == 1}


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("Where do I live now?", "lives_in"),
        ("Which city is Ann based in?", "lives_in"),
        ("What's her home town these days, where is she located?", "lives_in"),
        ("Who do I work for?", "works_at"),
        ("Which company employs Tom?", "works_at"),
        ("What do I do for a living?", "works_as"),
        ("What is Tom's job title?", "works_as"),
        ("Who does Tom report to?", "manager"),
        ("Where do I work out?", "gym"),
        ("What do I do in my spare time?", "hobby"),
        ("Who looks after Ann's teeth?", "dentist"),
        ("What do I drive?", "car"),
        ("What vehicle does Ann own?", "car"),
        ("What's my favourite dish?", "favorite_food"),
        ("What does Ann eat most?", "favorite_food"),
        ("Who am I dating at the moment?", "partner"),
        ("Do I have any animals?", "has_pet"),
        ("What size of shoes do I wear?", "shoe_size"),
        ("What number can I reach Ann on?", "phone"),
        ("Which smartphone do I have?", "phone_model"),
        ("What's my e-mail?", "email"),
        ("Which language am I learning?", "learning"),
        ("Which IDE do I use?", "editor"),
        ("How do I get to work?", "commute"),
        ("Which time zone am I in?", "timezone"),
    ],
)
def test_words_name_the_slot(text: str, predicate: str) -> None:
    """Plain English names a predicate, also where it shares no word with its name."""
    assert predicate in named(text)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("Where do I work out?", "works_at"),
        ("What is my phone number?", "phone_model"),
        ("What programming language do I use?", "speaks"),
        ("What's the name of Tom's dentist?", "name"),
        ("How do I get to work?", "works_at"),
        ("What did I say about the weather?", "likes"),
    ],
)
def test_longer_phrases_win(text: str, predicate: str) -> None:
    """A phrase that is part of a longer one does not count: "work" is not "work out"."""
    assert predicate not in named(text)


@pytest.mark.parametrize("filler", ["now", "these days", "at the moment", "currently", "really"])
def test_fillers_say_nothing(filler: str) -> None:
    """Words that say nothing about the slot change nothing."""
    assert named(f"Where do I live {filler}?") == named("Where do I live?")


@pytest.mark.parametrize(
    ("attribute", "text", "sure"),
    [
        ("landline_colour", "What's the color of my landline?", 1.0),
        ("wifi_password", "what is the wifi password", 1.0),
        ("wifi_password", "what is the password", 0.0),
        ("favorite_color", "What is my favourite colour?", 1.0),
        ("favorite_ice_cream_flavor", "Which ice cream flavours do I like best?", 1.0),
        ("favorite_ice_cream_flavor", "Which ice cream flavour is that?", 0.5),
        ("favorite_movie", "Which film does Ann love most?", 1.0),
        ("favorite_movie", "Which band does Ann love most?", 0.0),
        ("lives_in", "what about my flat", 0.5),
    ],
)
def test_attributes_of_no_table(attribute: str, text: str, sure: float) -> None:
    """An attribute in no table is asked for by all its own words, however they are spelled."""
    asked = read(text, Settings())
    assert fit(attribute, asked, asked.slots, frozenset(asked.words)) == sure


def test_a_user_declares_phrases() -> None:
    """A predicate of `Settings.predicates` brings the phrases by which it is asked for."""
    own = Settings(predicates=(Predicate(name="berth", asked=("moor", "ship * lie")),))
    assert "berth" in named("Where do I moor?", own)
    assert "berth" in named("Where does my ship now lie?", own)
    assert "berth" not in named("Where do I moor?")


def test_tables_agree() -> None:
    """What the tables of phrases and of predicates both hold is spelled the same."""
    known = {one.name for one in PREDICATES}
    spelled = {name.replace("colour", "color").replace("favourite", "favorite") for name in known}
    assert spelled == known
    assert {"lives_in", "works_at", "manager", "has_pet", "learning", "commute"} <= set(ASKED)
    assert all(phrase and not phrase.startswith("*") for row in ASKED.values() for phrase in
               (*row[0], *row[1]))  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kin", "user"),
    [
        ("Where does my sister live?", "sister", False),
        ("What is my sister's shoe size?", "sister", False),
        ("Where does my brother Leo's wife work?", "brother", False),
        ("Who is my new boss?", "manager", False),
        ("Can you remind me where my older sister lives?", "sister", False),
        ("How old is my mum?", "mother", False),
        ("Where did I meet my wife?", "wife", True),
        ("Where do my sister and I live?", "sister", True),
    ],
)
def test_relations_are_read(text: str, kin: str, user: bool) -> None:
    """ "My sister" is somebody else; the user is meant only where more is said of them."""
    asked = read(text, Settings())
    assert kin in asked.kin
    assert asked.user is user
    assert f"my {kin}" in asked_names(asked)


def test_my_things_are_mine() -> None:
    """Nobody else is meant by "my job"."""
    asked = read("What's my job?", Settings())
    assert (asked.kin, asked.user, asked.kin_slots) == ((), True, {})


def test_the_word_for_a_relation_names_a_slot_of_the_user() -> None:
    """Who is my boss? A slot of the user says it; where my boss lives, none of theirs does."""
    asked = read("Where does my boss live?", Settings())
    assert set(asked.kin_slots) >= {"manager"}
    assert "lives_in" in asked.slots
    assert "manager" not in asked.slots


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("When does flight BA 12 leave?", "flight ba 12"),
        ("Where does Dr. Weber live?", "dr. weber"),
        ("What about the Bank of New South Wales?", "bank of new south wales"),
        ("does maria del carmen like tea", "maria del carmen"),
        ("Is J. R. Ewing in?", "j. r. ewing"),
    ],
)
def test_long_and_dotted_names(text: str, name: str) -> None:
    """Names of several words, with numbers, stops or small words inside, may be entities."""
    assert name in names_of(text)


# ---------------------------------------------------------------- time


@pytest.mark.parametrize(
    ("text", "begin", "end"),
    [
        ("Who was Tom's manager in March 2024?", (2024, 3, 1), (2024, 4, 1)),
        ("Where did I live in 2019?", (2019, 1, 1), (2020, 1, 1)),
        ("Where did I live in March?", (2025, 3, 1), (2025, 4, 1)),
        ("Where did I live before March 2024?", None, (2024, 3, 1)),
        ("Where did I live after March 2024?", (2024, 4, 1), None),
        ("Where did I live from 2018 to 2020?", (2018, 1, 1), (2021, 1, 1)),
        ("Where did I live before Lisbon?", None, None),
    ],
)
def test_times_are_read(
    text: str, begin: tuple[int, int, int] | None, end: tuple[int, int, int] | None
) -> None:
    """Dates and "before" or "after" a date give the time that is asked about."""
    asked = dated(Asked(), text, NOW)
    expected = [None if day is None else to_micros(datetime(*day, tzinfo=UTC))
                for day in (begin, end)]  # fmt: skip
    assert [asked.begin, asked.end] == expected


@pytest.mark.parametrize(
    "text",
    [
        "Who was Tom's manager in March 2024?",
        "what was my team in June",
        "Where did I live after Lisbon?",
        "Who was my previous boss?",
    ],
)
def test_questions_about_the_past(text: str) -> None:
    """A question in the past tense with a time looks at all times."""
    assert lens_of(text) == "historical"
    assert lens_of("What do I do after work?") == "associative"


def interval(value: str, begin: int, end: int | None) -> BeliefView:
    days = [None if day is None else NOW + timedelta(days=day) for day in (begin, end)]
    assert days[0] is not None
    return BeliefView(
        claim_id=f"{value}{begin}", slot=1, entity="user", attribute="lives_in", value=value,
        polarity="asserted", commitment="validated", channel="user", valid_from=days[0],
        valid_to=days[1], support=1, event=1, memory=1,
    )  # fmt: skip


HOMES = (
    interval("Rome", -900, -700),
    interval("Oslo", -700, -400),
    interval("Lisbon", -400, -100),
    interval("Porto", -100, None),
)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Where did I live before Lisbon?", "Oslo"),
        ("where was I living before the move to Porto", "Lisbon"),
        ("Where did I live after Oslo?", "Lisbon"),
        ("Where did I live in 2024?", "Lisbon"),
        ("Where did I live in March 2025?", "Porto"),
        ("Where did I live before 2023?", "Rome"),
        ("Where did I use to live?", "Lisbon"),
        ("What was my previous home?", "Lisbon"),
        ("Where did I live two years ago?", "Rome"),
    ],
)
def test_the_time_asked_for_comes_first(text: str, first: str) -> None:
    """Intervals of the time that is asked about come before the others of their slot."""
    order = sequence(HOMES, dated(Asked(), text, NOW))
    newest = {one.claim_id: -one.valid_from.timestamp() for one in HOMES}
    ordered = sorted(HOMES, key=lambda o: (order.get(o.claim_id, (1.0, 0.0)), newest[o.claim_id]))
    assert ordered[0].value == first


# ---------------------------------------------------------------- beliefs


def held(value: str, attribute: str = "lives_in", **fields: Any) -> NamedBelief:
    given = {
        "entity": 1, "entity_name": "user", "relation": None, "cardinality": "single", **fields,
    }  # fmt: skip
    place = crc32(f"{value} {attribute} {given['entity']}".encode())
    belief = {
        "claim": place, "claim_id": value, "slot": hash_of(attribute + str(given["entity"])),
        "candidate": place, "value": value, "value_key": value.casefold(), "polarity": "asserted",
        "commitment": given.pop("commitment", "validated"), "basis": "observed",
        "valid_from": to_micros(NOW) - given.pop("age", 10), "valid_to": given.pop("until", None),
        "event": 1, "memory": given.pop("memory", 1), "memory_units": 1, "support": 1,
        "channel": "user", "said_at": to_micros(NOW), "cardinality": given["cardinality"],
    }  # fmt: skip
    known = {name: one for name, one in belief.items() if name in BeliefRow.model_fields}
    return NamedBelief(attribute=attribute, belief=BeliefRow.model_validate(known), **given)


def hash_of(text: str) -> int:
    return int.from_bytes(text.encode()[-6:], "big")


def planned(text: str, **fields: Any) -> RecallPlan:
    return choose(make_query(text=text, namespace=("a",), **fields), NOW, 7, Settings())


def served(text: str, *rows: NamedBelief) -> list[str]:
    return [view.value for view in chosen_of(rows, planned(text), Settings()).chosen]


def test_what_is_asked_beats_shared_words() -> None:
    """A slot that is named comes before values that merely hold a word of the question."""
    rows = (held("city guide", "works_as"), held("Lisbon"), held("City Gym", "gym"))
    assert served("Which city do I live in?", *rows)[0] == "Lisbon"
    assert "City Gym" not in served("Where do I live?", *rows)


def test_firm_before_unconfirmed() -> None:
    """What is firm comes before a candidate of the same slot, however new that is."""
    rows = (held("Porto", commitment="candidate", age=1), held("Lisbon", age=9))
    assert served("Where do I live?", *rows) == ["Lisbon", "Porto"]


def test_relatives_are_not_the_user() -> None:
    """Asked for "my sister", nothing of the user is served, nor of another relative."""
    nina = {"entity": 2, "entity_name": "Nina", "relation": "sister"}
    rows = (held("Rome"), held("Antwerp", **nina), held("Acme", "works_at"))
    assert served("Where does my sister live?", *rows) == ["Antwerp"]
    assert served("Where do I live?", held("Rome")) == ["Rome"]
    eva = {"entity": 3, "entity_name": "Eva", "relation": "sister"}
    both = (*rows, held("Ghent", **eva))
    assert set(served("Where does my sister live?", *both)) == {"Antwerp", "Ghent"}
    assert served("Where does my sister Eva live?", *both) == ["Ghent"]


def test_my_boss_is_a_slot() -> None:
    """ "Who is my boss?" asks for one slot of the user, not for all that is known of them."""
    rows = (held("Rome"), held("Sarah", "manager"), held("red", "favorite_color"))
    assert served("Who is my boss?", *rows) == ["Sarah"]
    assert len(served("Who am I?", *rows)) == 3
    assert served("Who is my sweetheart?", *rows) == []


def test_tellers_follow_the_beliefs() -> None:
    """The memory behind the newest value comes before those that told older ones of the slot."""
    rows = (
        held("Rome", age=900, until=to_micros(NOW) - 500, memory=4),
        held("Lisbon", age=500, memory=9),
        held("red", "favorite_color", memory=5),
    )
    assert chosen_of(rows, planned("Where do I live?"), Settings()).tellers == (9, 4)
