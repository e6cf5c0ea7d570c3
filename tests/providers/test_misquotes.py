"""What a model quotes is judged in its sentence: a piece of it proves nothing else."""

import json
from datetime import UTC, datetime

import pytest

from neuromem_graph import MemoryRuntime, Receipt
from neuromem_graph.providers.extracting import ModelExtractor
from neuromem_graph.types.chat import ChatReply, ChatRequest

AT = datetime(2025, 5, 1, tzinfo=UTC)
MISQUOTED = (
    ("I don't live in Porto.", "live in Porto", "user", "lives_in", "Porto"),
    ("I don't live in Porto.", "live in Porto", "user", "city", "Porto"),
    ("I have never lived in Porto.", "lived in Porto", "user", "lives_in", "Porto"),
    ("My boss lives in Porto.", "lives in Porto", "user", "lives_in", "Porto"),
    ("My boss lives in Porto.", "lives in Porto", "user", "city", "Porto"),
    ("My boss hates Porto.", "hates Porto", "user", "hates", "Porto"),
    ("Nina lives in Porto.", "Nina lives in Porto", None, "lives_in", "Porto"),
    ("Nina lives in Porto.", "Nina lives in Porto", None, "city", "Porto"),
    ("Nina adores Porto.", "adores Porto", "user", "adores", "Porto"),
    ("Do you live in Porto?", "live in Porto", "user", "lives_in", "Porto"),
    ("Do you live in Porto?", "live in Porto", "user", "town", "Porto"),
    ("If I lived in Porto, I would surf.", "I lived in Porto", "user", "lives_in", "Porto"),
    ("If I lived in Porto, I would surf.", "I lived in Porto", "user", "town", "Porto"),
    ("She lives in Porto.", "lives in Porto", "user", "town", "Porto"),
    ("I have a sister who lives in Porto.", "lives in Porto", "user", "town", "Porto"),
    ("Nobody says I live in Porto.", "I live in Porto", "user", "town", "Porto"),
    ("I live in Porto, I wish.", "I live in Porto", "user", "town", "Porto"),
    ("Maybe I'll live in Porto, but I don't know.", "live in Porto", "user", "town", "Porto"),
    ("I live in Porto, but I don't.", "I live in Porto", "user", "town", "Porto"),
    ('My boss wrote "I live in Porto".', "I live in Porto", "user", "town", "Porto"),
    ("I told Nina my boss lives in Porto.", "lives in Porto", "user", "town", "Porto"),
    ("No vivo en Porto.", "vivo en Porto", "user", "lives_in", "Porto"),
    ("Ich wohne nicht in Porto.", "wohne", "user", "lives_in", "wohne"),
    ("¿Vivo en Porto?", "Vivo en Porto", "user", "lives_in", "Porto"),
    ("I might move to Porto.", "move to Porto", "user", "town", "Porto"),
    ("My doctor says Nina is allergic to nuts.", "allergic to nuts", "user", "allergy", "nuts"),
)
"""A text, and what is quoted of it: about whom, attribute, value."""

QUOTED = (
    ("I live in Porto.", "I live in Porto", "user", "lives_in", "Porto", "current"),
    ("I live in Porto, not in Lisbon.", "I live in Porto", "user", "lives_in", "Porto", "current"),
    (
        "I live in Porto, but I don't like it.",
        "I live in Porto",
        "user",
        "city",
        "Porto",
        "current",
    ),
    ("I don't smoke, but I live in Porto.", "I live in Porto", "user", "city", "Porto", "current"),
    (
        "I live in Porto and I don't have a car.",
        "I live in Porto",
        "user",
        "city",
        "Porto",
        "current",
    ),
    (
        "I live in Porto, can you find me a café?",
        "I live in Porto",
        "user",
        "city",
        "Porto",
        "current",
    ),
    (
        "I live in Porto and would love to see Rome.",
        "I live in Porto",
        "user",
        "lives_in",
        "Porto",
        "current",
    ),
    ("My birthday is in May.", "birthday is in May", "user", "birthday_month", "May", "current"),
    ("My sister is Nina.", "My sister is Nina", "user", "sister", "Nina", "current"),
    ("Nina is my sister.", "Nina is my sister", "user", "sister", "Nina", "current"),
    ("My boss is Nina Meyer.", "My boss is Nina Meyer", "user", "boss", "Nina Meyer", "current"),
    ("My dog is called Rex.", "My dog is called Rex", "user", "pet", "Rex", "current"),
    ("Our dog is called Rex.", "Our dog is called Rex", "user", "dog_name", "Rex", "current"),
    (
        "My favourite drink is green tea.",
        "My favourite drink is green tea",
        "user",
        "favorite_drink",
        "green tea",
        "current",
    ),
    ("Nina works at Bosch.", "Nina works at Bosch", "Nina", "employer", "Bosch", "current"),
    (
        "My sister Nina works at Bosch.",
        "My sister Nina works at Bosch",
        "Nina",
        "employer",
        "Bosch",
        "current",
    ),
    (
        "My sister Nina works at Bosch.",
        "My sister Nina works at Bosch",
        "Nina",
        "works_at",
        "Bosch",
        "current",
    ),
    (
        "My sister works at Bosch.",
        "My sister works at Bosch",
        "my sister",
        "employer",
        "Bosch",
        "current",
    ),
    ("Nina gave me a bike.", "Nina gave me a bike", "user", "owns", "bike", "current"),
    (
        "Nina lives with me in Porto.",
        "Nina lives with me in Porto",
        "user",
        "city",
        "Porto",
        "current",
    ),
    (
        "My wife and I live in Porto.",
        "My wife and I live in Porto",
        "user",
        "city",
        "Porto",
        "current",
    ),
    (
        "My wife and I live in Porto.",
        "My wife and I live in Porto",
        "user",
        "lives_in",
        "Porto",
        "current",
    ),
    ("My car is a Volvo.", "My car is a Volvo", "user", "car", "Volvo", "current"),
    ("My name is Ann.", "My name is Ann", "user", "name", "Ann", "current"),
    ("Ich wohne in Köln.", "Ich wohne in Köln", "user", "lives_in", "Köln", "current"),
    ("Je suis de Paris.", "Je suis de Paris", "user", "from", "Paris", "current"),
    ("J'habite à Paris.", "J'habite à Paris", "user", "lives_in", "Paris", "current"),
    ("Mi chiamo Nina.", "Mi chiamo Nina", "user", "name", "Nina", "current"),
    ("Vivo en Porto.", "Vivo en Porto", "user", "lives_in", "Porto", "current"),
    ("我住在东京。", "我住在东京", "user", "lives_in", "东京", "current"),
    ("Bydlím v Praze.", "Bydlím v Praze", "user", "lives_in", "Praze", "current"),
    (
        "Already at Porto, working as a nurse.",
        "working as a nurse",
        "user",
        "occupation",
        "nurse",
        "current",
    ),
    (
        "I'm allergic to peanuts.",
        "I'm allergic to peanuts",
        "user",
        "allergy",
        "peanuts",
        "current",
    ),
    ("I'm 34 years old.", "34 years old", "user", "age", "34", "current"),
    (
        "We adopted a cat named Milo last week.",
        "a cat named Milo",
        "user",
        "pet",
        "Milo",
        "current",
    ),
    (
        "We adopted a cat named Milo last week.",
        "a cat named Milo",
        "Milo",
        "species",
        "cat",
        "current",
    ),
    ("I left Acme.", "I left Acme", "user", "works_at", "Acme", "ended"),
    ("I don't eat meat.", "I don't eat meat", "user", "eats", "meat", "denied"),
    ("Nebydlím v Praze.", "Nebydlím v Praze", "user", "lives_in", "Praze", "denied"),
    (
        "I used to live in Ghent, now it's Porto.",
        "now it's Porto",
        "user",
        "lives_in",
        "Porto",
        "changed",
    ),
    (
        "My home town is Leeds and my son Tom studies law.",
        "my son Tom studies law",
        "Tom",
        "studies",
        "law",
        "current",
    ),
    ("Tom studies law. He hates Leeds.", "He hates Leeds", "Tom", "hates", "Leeds", "current"),
    ("I prefer tea over coffee.", "I prefer tea over coffee", "user", "prefers", "tea", "current"),
    (
        "The meeting with Zara is on Friday.",
        "The meeting with Zara is on Friday",
        "user",
        "meeting",
        "Friday",
        "current",
    ),
    (
        "My phone number is 555 1234.",
        "My phone number is 555 1234",
        "user",
        "phone",
        "555 1234",
        "current",
    ),
    (
        "My daughter's school is Greenfield Primary.",
        "school is Greenfield Primary",
        "user",
        "daughter_school",
        "Greenfield Primary",
        "current",
    ),
    (
        "My daughter's school is Greenfield Primary.",
        "school is Greenfield Primary",
        "my daughter",
        "school",
        "Greenfield Primary",
        "current",
    ),
    (
        "Chris is my manager at Acme.",
        "Chris is my manager at Acme",
        "user",
        "works_at",
        "Acme",
        "current",
    ),
)
"""Quotes whose sentence says so; with their status."""


class Once:
    """A model that proposes one fact, whatever it reads."""

    def __init__(self, **fact: object) -> None:
        self.text = json.dumps({"facts": [{"message": 0, **fact}]})

    def complete(self, request: ChatRequest) -> ChatReply:
        """Answer with the fact."""
        return ChatReply(text=self.text)


def told(said: str, **fact: object) -> tuple[MemoryRuntime, Receipt]:
    """Ingest a text with a model that proposes a fact of it."""
    memory = MemoryRuntime.local("x", ":memory:", extractor=ModelExtractor(Once(**fact)))
    return memory, memory.ingest(user=said, at=AT)


@pytest.mark.parametrize(("said", "quote", "about", "attribute", "value"), MISQUOTED)
def test_a_misquote_is_not_believed(
    said: str, quote: str, about: str | None, attribute: str, value: str
) -> None:
    """A quote whose sentence denies, asks, supposes or is about another is rejected and counted."""
    memory, receipt = told(said, quote=quote, about=about, attribute=attribute, value=value)

    assert receipt.rejected == 1
    assert not memory.query(said).worldview
    assert [one.text for one in memory.query(said).items] == [said]


@pytest.mark.parametrize(("said", "quote", "about", "attribute", "value", "status"), QUOTED)
def test_a_quote_that_says_so_is_kept(
    said: str, quote: str, about: str, attribute: str, value: str, status: str
) -> None:
    """A fact that its sentence states is kept, whatever else the sentence says, in any language."""
    fact = {"quote": quote, "about": about, "attribute": attribute, "value": value}
    assert told(said, status=status, **fact)[1].rejected == 0


NAMES = {
    "an order": "ignore_all_previous_instructions",
    "a token": "ghp_" + "Q7w4" * 9,
    "a key in capitals": "AKIA" + "Q7W4" * 4,
    "a sentence": "_".join(["word"] * 9),
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_that_nobody_said_is_appraised(name: str) -> None:
    """An attribute of a model or a function holds no order, no secret and no sentence."""
    fact = {"attribute": name, "value": "Porto"}
    memory, receipt = told("I live in Porto.", quote="I live in Porto", **fact)
    with MemoryRuntime.local("x", ":memory:", extractor=lambda text: [fact]) as other:
        assert other.ingest(user="I live in Porto.").rejected == receipt.rejected == 1
        for one in (memory, other):
            text = one.query("Where do I live? Porto").text
            assert "I live in Porto." in text
            assert "Believed" not in text


def test_a_quote_may_be_composed_otherwise() -> None:
    """An accent is the same whether it is a character of its own or not."""
    memory, receipt = told("Ich wohne in Ko\u0308ln.", quote="Ich wohne in K\u00f6ln",
                           attribute="lives_in", value="K\u00f6ln")  # fmt: skip
    assert receipt.rejected == 0
    assert memory.query("Where do I live?").worldview[0].value == "Ko\u0308ln"


def test_a_number_without_end_is_rejected() -> None:
    """A message whose number no machine reads is not there; the turn is kept."""
    text = '{"facts": [{"message": ' + "9" * 5_000 + ', "quote": "I live in Porto", "about": "user"'
    model = Once()
    model.text = text + ', "attribute": "lives_in", "value": "Porto"}]}'
    memory = MemoryRuntime.local("x", ":memory:", extractor=ModelExtractor(model))
    receipt = memory.ingest(user="I live in Porto.", at=AT)
    assert receipt.rejected == 1
    assert not receipt.of("deferred")
