"""Whatever finds facts can be plugged in; what it says is held to the words of the source."""

import asyncio
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel

from neuromem_graph import Claim, Extraction, MemoryRuntime, Settings, Turns
from neuromem_graph.core.rules import RuleExtractor
from neuromem_graph.errors import ConfigError
from neuromem_graph.providers.extracting import ModelExtractor
from neuromem_graph.providers.extractors import CallableExtractor, extractor_from


def homes(text: str) -> list[dict[str, str]]:
    """Find "home: X"."""
    _, found, value = text.partition("home: ")
    return [{"attribute": "lives_in", "value": value}] if found else []


async def ahomes(text: str) -> list[dict[str, str]]:
    """Find "home: X", later."""
    await asyncio.sleep(0)
    return homes(text)


@pytest.mark.parametrize("function", [homes, ahomes], ids=["sync", "async"])
@pytest.mark.parametrize("asynchronous", [False, True], ids=["ingest", "aingest"])
def test_a_function_is_an_extractor(function: Any, asynchronous: bool) -> None:
    """A function of a text finds facts, sync or async; an async one needs the async methods."""
    with MemoryRuntime.local("x", ":memory:", extractor=function) as memory:
        if asynchronous:
            asyncio.run(memory.aingest(user="home: Porto"))
        elif function is ahomes:
            with pytest.raises(ConfigError, match="aingest"):
                memory.ingest(user="home: Porto")
            return
        else:
            memory.ingest(user="home: Porto")
        assert memory.query("Where do I live?").worldview[0].value == "Porto"


@pytest.mark.parametrize("answer", ["Porto", {"value": "x"}, 7, None, [1], ["x"]])
def test_a_function_that_answers_nonsense_defers(answer: Any) -> None:
    """An answer that is no list of facts defers the turn, and says what it was."""
    with MemoryRuntime.local("x", ":memory:", extractor=lambda text: answer) as memory:
        receipt = memory.ingest(user="I live in Porto.")
        assert "extractor" in receipt.of("deferred")[0].reason
        assert memory.stats().events == 1


def test_what_a_function_makes_up_is_rejected() -> None:
    """A value that was not said is counted, not stored; the sentence is remembered."""
    made_up = [{"attribute": "lives_in", "value": "Lisbon"}]
    with MemoryRuntime.local("x", ":memory:", extractor=lambda text: made_up) as memory:
        receipt = memory.ingest(user="I live in Porto.")
        assert receipt.rejected == 1
        assert not memory.query("Where do I live?").worldview
        assert memory.query("Porto").items[0].text == "I live in Porto."


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\0", "a\ud800", "x" * 600])
@pytest.mark.parametrize("field", ["subject", "relation", "predicate"])
def test_names_that_no_ledger_holds_are_rejected(field: str, name: str) -> None:
    """A claim about nobody, or in a name that can't be kept, is counted; the sentence stays."""

    class Odd:
        def extract(self, turns: Turns) -> Extraction:
            fact = {"subject": "user", "predicate": "lives_in", "value": "Porto", field: name}
            return Extraction(claims=(Claim(turn=0, start=0, end=16, **fact),))

    with MemoryRuntime.local("x", ":memory:", extractor=Odd()) as memory:
        assert memory.ingest(user="I live in Porto.").rejected == 1
        assert memory.entities() == ()
        assert memory.query("Porto").items[0].text == "I live in Porto."


def test_names_and_objects_are_recognised() -> None:
    """Names, chat models, functions and extractors each become what they are."""
    settings = Settings()
    chat = GenericFakeChatModel(messages=iter(["[]"]))
    assert isinstance(extractor_from(None, settings), RuleExtractor)
    assert isinstance(extractor_from("rules", settings), RuleExtractor)
    assert isinstance(extractor_from("ollama:llama3.1:8b", settings), ModelExtractor)
    assert isinstance(extractor_from(chat, settings), ModelExtractor)
    assert isinstance(extractor_from(homes, settings), CallableExtractor)
    own = RuleExtractor()
    assert extractor_from(own, settings) is own


@pytest.mark.parametrize("given", ["llama3", "", ":", "ollama:", 7, object(), []])
def test_what_is_no_extractor_is_refused(given: Any) -> None:
    """Anything else is refused with what to give instead."""
    with pytest.raises(ConfigError, match="provider:model"):
        MemoryRuntime.local("x", ":memory:", extractor=given)


INSIDE = {
    "a digit in a number": ("I have 15 cats.", "5"),
    "letters in a word": ("I went to a party.", "art"),
}


@pytest.mark.parametrize(("text", "value"), INSIDE.values(), ids=INSIDE)
def test_a_value_stands_at_the_edges_of_words(text: str, value: str) -> None:
    """What only stands inside a word was not said."""
    facts = [{"attribute": "cats", "value": value}]
    with MemoryRuntime.local("x", ":memory:", extractor=lambda said: facts) as memory:
        assert memory.ingest(user=text).rejected == 1


@pytest.mark.parametrize(("text", "value"), [("我住在东京。", "东京"), ("It weighs 3.5 kg.", 3.5)])
def test_values_of_other_kinds_are_found(text: str, value: object) -> None:
    """Scripts without spaces have no edges; a number is found as it is written."""
    facts = [{"attribute": "value_of_it", "value": value}]
    with MemoryRuntime.local("x", ":memory:", extractor=lambda said: facts) as memory:
        assert memory.ingest(user=text).rejected == 0


@pytest.mark.parametrize("asynchronous", [False, True], ids=["ingest", "aingest"])
def test_nobody_is_asked_about_what_is_remembered(asynchronous: bool) -> None:
    """A message that comes again costs no call; one that was only observed, or is new, does."""
    asked: list[str] = []

    def finds(text: str) -> list[dict[str, str]]:
        asked.append(text)
        return homes(text)

    def tell(memory: MemoryRuntime, event: dict[str, str]) -> None:
        if asynchronous:
            asyncio.run(memory.aingest(event))
        else:
            memory.ingest(event)

    porto, ghent = {"content": "home: Porto", "id": "a"}, {"content": "home: Ghent", "id": "b"}
    with MemoryRuntime.local("x", ":memory:", extractor=finds) as memory:
        memory.observe(porto)
        for event in (porto, porto, ghent, porto, ghent):
            tell(memory, event)
    assert asked == ["home: Porto", "home: Ghent"]
