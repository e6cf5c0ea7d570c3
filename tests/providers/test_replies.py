"""Whatever a model replies, no turn is lost, and each reply that can't be used has its reason."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph import MemoryRuntime
from neuromem_graph.core import replies
from neuromem_graph.providers.extracting import ModelExtractor
from neuromem_graph.types.chat import ChatReply, ChatRequest

SAID = "I moved to Porto in March. My sister Ana works at Siemens."
AT = datetime(2025, 5, 1, tzinfo=UTC)
HOME = {"message": 0, "quote": "I moved to Porto in March", "reasoning": "the writer, now",
        "about": "user", "relation": "", "attribute": "lives_in", "value": "Porto",
        "status": "changed", "since": "in March", "until": ""}  # fmt: skip
WORK = {**HOME, "quote": "My sister Ana works at Siemens", "about": "Ana", "relation": "sister",
        "attribute": "works_at", "value": "Siemens", "status": "current", "since": ""}  # fmt: skip
GOOD = json.dumps({"facts": [HOME, WORK]})
ONE = json.dumps(HOME)


class Scripted:
    """Gives the replies of a list in turn, the last one for ever."""

    def __init__(self, texts: Iterable[ChatReply | str]) -> None:
        self.replies = [ChatReply(text=t) if isinstance(t, str) else t for t in texts]
        self.asked: list[ChatRequest] = []

    def complete(self, request: ChatRequest) -> ChatReply:
        """Answer with the next reply."""
        self.asked.append(request)
        return self.replies[min(len(self.asked), len(self.replies)) - 1]


def remembered(*texts: ChatReply | str) -> tuple[MemoryRuntime, Scripted, object]:
    """Ingest what was said with a model that replies so."""
    model = Scripted(texts)
    memory = MemoryRuntime.local("x", ":memory:", extractor=ModelExtractor(model))
    return memory, model, memory.ingest(user=SAID, at=AT)


READABLE = {
    "plain": GOOD,
    "pretty": json.dumps({"facts": [HOME, WORK]}, indent=4),
    "fenced": f"```json\n{GOOD}\n```",
    "fenced without a language": f"```\n{GOOD}\n```",
    "an open fence": f"```json\n{GOOD}",
    "prose around": f"Sure! Here are the facts:\n{GOOD}\nLet me know if you need more.",
    "prose with brackets before": f"Here you are:\n\n{GOOD}",
    "a thought": f"<think>He said {{Porto}}, so...</think>{GOOD}",
    "a thought without a beginning": f"so it is Porto</think>\n{GOOD}",
    "a trailing comma": GOOD.replace("}]}", "},]}"),
    "two trailing commas": GOOD.replace('""}, {', '"",}, {').replace("}]}", "},],}"),
    "single quotes": str({"facts": [HOME, WORK]}),
    "a bad escape": GOOD.replace("in March", "in\\ March", 1).replace("\\ ", " \\'", 0),
    "raw line breaks in texts": GOOD.replace("moved to", "moved\nto", 1),
    "two objects": json.dumps({"facts": [HOME]}) + "\n" + json.dumps({"facts": [WORK]}),
    "an object per line": f"{ONE}\n{json.dumps(WORK)}",
    "a bare list": json.dumps([HOME, WORK]),
    "a bare object": json.dumps(WORK),
    "a list in a list": json.dumps([[HOME, WORK]]),
    "wrapped once more": json.dumps([{"facts": [HOME, WORK]}]),
    "another key for the list": json.dumps({"claims": [HOME, WORK]}),
    "other keys for the fields": json.dumps({"facts": [
        {"index": 0, "span": one["quote"], "subject": one["about"], "predicate": one["attribute"],
         "object": one["value"], "state": one["status"]} for one in (HOME, WORK)]}),
    "keys in capitals": json.dumps({"facts": [{k.title(): v for k, v in WORK.items()}]}),
    "numbers as texts": json.dumps({"facts": [{**WORK, "message": "0"}]}),
    "no number of the message": json.dumps({"facts": [
        {k: v for k, v in WORK.items() if k != "message"}]}),
    "null for what is empty": json.dumps({"facts": [{**WORK, "since": None, "until": None}]}),
    "one fact instead of a list": json.dumps({"facts": WORK}),
    "comments": '{"facts": [' + json.dumps(WORK) + " // the sister\n]}",
    "a thought tag in a quote": json.dumps({"facts": [
        {**WORK, "reasoning": "she said <think> and </think>"}]}),
    "brackets in prose": f"Note [a] and (b): {GOOD}",
    "a good object, then a bad one": json.dumps({"facts": [HOME]})
        + "\n" + json.dumps({"facts": [WORK]}).replace("}]}", "},]}"),
    "a key that looks like a list": json.dumps({"facts": [{**WORK, "items": []}]}),
    "a text under the key of a list": json.dumps({"statements": "two", "facts": [WORK]}),
    "a byte order mark": "\ufeff" + GOOD,
    "a lone surrogate beside it": GOOD + "\ud800",
}  # fmt: skip
"""Replies that are read, though most are not what was asked for."""

NOTHING = {
    "an empty list": '{"facts": []}',
    "a null list": '{"facts": null}',
    "a bare empty list": "[]",
    "an empty list in a fence": "```json\n[]\n```",
}
"""Replies that say that there are no facts."""

USELESS = {
    "nothing": ("", "an empty reply"),
    "blank": (" \n\t", "an empty reply"),
    "only a thought": ("<think>hm</think>", "an empty reply"),
    "an endless thought": ("<think>hm, Porto and", "an empty reply"),
    "prose": ("The user lives in Porto.", "prose without JSON"),
    "a refusal": ("I'm sorry, but I can't help with that.", "a refusal"),
    "cut by the limit": (ChatReply(text=GOOD[:90], truncated=True), "cut"),
    "cut but whole to look at": (ChatReply(text=GOOD, truncated=True), "cut"),
    "cut without a word": (GOOD[:120], "cut"),
    "empty, then cut": ('{"facts": []} {"facts": [{"value": "x"', "cut"),
    "numbers": ("[1, 2, 3]", "lists no facts"),
    "something else": ('{"weather": "fine"}', "lists no facts"),
    "nested without end": ("[" * 50_000, "cut"),
    "very long": ("x" * 300_000, "too long"),
}
"""Replies that can't be used, and the reason that the receipt gives."""


@pytest.mark.parametrize("reply", READABLE.values(), ids=READABLE)
def test_a_reply_that_can_be_read_is_read(reply: str) -> None:
    """Facts are found in every form of reply that holds them whole, at the first try."""
    memory, model, receipt = remembered(reply)

    known = {b.value for b in memory.query("Where does Ana work? Where do I live?").worldview}
    assert "Siemens" in known
    assert receipt.rejected == 0
    assert len(model.asked) == 1


@pytest.mark.parametrize("reply", NOTHING.values(), ids=NOTHING)
def test_no_facts_are_an_answer(reply: str) -> None:
    """A reply without facts is not asked for again; the sentences are remembered."""
    memory, model, _ = remembered(reply)

    assert len(model.asked) == 1
    assert "Porto" in memory.query("Porto").items[0].text


@pytest.mark.parametrize(("reply", "reason"), USELESS.values(), ids=USELESS)
def test_a_useless_reply_defers_the_turn(reply: ChatReply | str, reason: str) -> None:
    """A reply that can't be used is asked for once more; then the event is kept and says why."""
    memory, model, receipt = remembered(reply)

    assert len(model.asked) == 2
    assert "could not be used" in model.asked[1].user
    (told,) = [item for item in receipt.items if item.what == "deferred"]
    assert reason in (told.reason or "")
    assert memory.stats().events == 1
    assert memory.stats().deferred == 1


@pytest.mark.parametrize(("reply", "reason"), USELESS.values(), ids=USELESS)
def test_the_second_reply_counts(reply: ChatReply | str, reason: str) -> None:
    """One bad reply costs a second call, and nothing else."""
    memory, model, receipt = remembered(reply, GOOD)

    assert len(model.asked) == 2
    assert not [item for item in receipt.items if item.what == "deferred"]
    assert memory.query("Where do I live?").worldview[0].value == "Porto"


UNGROUNDED = {
    "quote_not_in_text": {"quote": "I moved to Lisbon"},
    "value_not_in_quote": {"value": "Lisbon"},
    "no_quote": {"quote": ""},
    "no_such_message": {"message": 7},
    "subject_not_in_text": {"about": "Elena"},
    "no_attribute": {"attribute": "!!"},
    "unknown_status": {"status": "maybe"},
}


@pytest.mark.parametrize(("reason", "wrong"), UNGROUNDED.items(), ids=UNGROUNDED)
def test_what_is_not_supported_is_rejected(reason: str, wrong: dict[str, object]) -> None:
    """A fact that the words don't support is counted, never stored; the others are kept."""
    memory, _, receipt = remembered(json.dumps({"facts": [{**HOME, **wrong}, WORK]}))

    assert receipt.rejected == 1
    known = {b.value for b in memory.query("tell me everything about Ana and me").worldview}
    assert known == {"Siemens"}
    assert "Porto" in memory.query("Porto").items[0].text


@given(st.text(), st.booleans())
def test_no_reply_breaks_the_reader(text: str, truncated: bool) -> None:
    """Any text is read as facts, or has a problem."""
    read = replies.read(ChatReply(text=text, truncated=truncated), 10_000)
    assert (read.problem is None) or not read.facts


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5),
                    lambda inner: st.lists(inner, max_size=3)
                    | st.dictionaries(st.sampled_from(["facts", "value", "quote", "message",
                                                       "about", "status", "attribute"]),
                                      inner, max_size=4)))  # fmt: skip
def test_no_json_breaks_an_ingest(value: object) -> None:
    """Any JSON as reply ends in a receipt, and the event is kept."""
    memory, _, _ = remembered(json.dumps(value))
    assert memory.stats().events == 1
