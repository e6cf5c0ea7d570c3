"""The systems that the benchmark of updates compares, behind one interface."""

import re
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple, Protocol

import numpy as np
import snowballstemmer
from langgraph.store.memory import InMemoryStore
from locomo import embedder
from rank_bm25 import BM25Okapi
from update_data import Chat, Fact, Question, Told

from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.types.ingest import Receipt
from neuromem_graph.types.recall import MemoryContext

SERVED = 5  # entries that are looked at
BELIEVED = ("assert", "change", "correct", "support")  # effects that make a value believed
RESERVED = {  # where a value is no evidence that a fact of another attribute was understood
    "lives_in": {"city", "country", "address"},
    "works_at": {"employer", "team", "project"},
}
STOP = frozenset(
    "a am an and are as at be by did do does for has have i in is it me my of on s that the these "
    "this to was what when where which who with you your".split()
)


class Entry(NamedTuple):
    """Hold one line of what was served."""

    text: str
    turn: int | None = None  # where it was said; None for a belief
    slot: str = ""  # of a belief: "user lives_in"
    ended: bool = False  # the line says that it is over
    over: tuple[str, ...] = ()  # values of it that the line says are over


class System(Protocol):
    """Remember a chat and answer from it."""

    title: str

    def hear(self, chat: Chat) -> set[Told] | None:
        """Remember a chat from its beginning; tell which facts were found, if facts are looked for.

        What was heard before may be forgotten.
        """

    def answer(self, question: Question) -> list[Entry]:
        """Return what is served for a question about the chat that was heard, best first."""


def holds(text: str, value: str) -> bool:
    """Tell whether a text holds a value as whole words, however it is written."""
    wanted = re.escape(" ".join(value.casefold().split()))
    pattern = rf"(?<![\w-])(?<!\d[.,]){wanted}(?![\w-]|[.,]\d)"
    return re.search(pattern, " ".join(text.casefold().split())) is not None


def is_about(slot: str, fact: Fact) -> bool:
    """Tell whether a slot is one of the subject's, and not one where the fact can't belong.

    How attributes are called is left to the system; that a team is no home is not. A child's
    school may be believed of the child, and of a person that they are the user's manager.
    """
    if slot.endswith(" relation_to_user"):
        return fact.subject.pronoun == "I" and fact.attribute in ("manager", "partner")
    own = RESERVED.get(slot.rpartition(" ")[2], {fact.attribute})
    subject = fact.subject
    bearers = [subject.first_name or "user", *([subject.kid] * (fact.attribute == "school"))]
    return fact.attribute in own and any(holds(slot, bearer) for bearer in bearers)


class Ours:
    """Recall with neuromem-graph as it is by default; each chat has a ledger of its own."""

    title = "neuromem-graph"

    def __init__(self) -> None:
        self._memory: MemoryRuntime | None = None

    def hear(self, chat: Chat) -> set[Told]:
        if self._memory is not None:
            self._memory.close()
        self._now = chat.turns[0].at
        self._memory = MemoryRuntime.local(("updates", chat.id), ":memory:", clock=self._clock)
        self._seqs: list[int] = []
        self._turns: dict[str, int] = {}
        found: set[Told] = set()
        for number, turn in enumerate(chat.turns):
            self._now = turn.at
            receipt = self._memory.ingest(user=turn.text, at=turn.at)
            self._seqs.append(receipt.seq)
            self._turns.update((event.id, number) for event in receipt.events)
            found.update(t for t in turn.told if believed(receipt, chat.facts[t.fact], t.index))
        self._now = chat.end
        return found

    def answer(self, question: Question) -> list[Entry]:
        assert self._memory is not None
        after = question.after_turn
        context = self._memory.query(
            question.text, k=SERVED, record=False, valid_at=question.valid_at,
            as_of=None if after is None else self._seqs[after],
        )  # fmt: skip
        return entries_of(context, self._turns)[:SERVED]

    def _clock(self) -> datetime:
        return self._now


def believed(receipt: Receipt, fact: Fact, index: int) -> bool:
    """Tell whether a receipt says that this value, and no other, is now believed of the subject."""
    for item in receipt.items:
        if item.effect in BELIEVED and item.what in ("created", "supported"):
            slot, _, value = item.text.partition(": ")
            said = item.text if slot.endswith(" relation_to_user") else value
            values = [number for number, one in enumerate(fact.values) if holds(said, one)]
            if values == [index] and is_about(slot, fact):
                return True
    return False


def entries_of(context: MemoryContext, turns: dict[str, int]) -> list[Entry]:
    """Return the lines of a context in the order of its prompt."""
    beliefs = [
        Entry(
            f"{belief.entity} {belief.attribute}: {belief.value}",
            slot=f"{belief.entity} {belief.attribute}",
            ended=belief.valid_to is not None or belief.polarity != "asserted",
        )
        for belief in context.worldview
    ]  # fmt: skip
    items = [
        Entry(item.text, turns[item.event_id], "", item.valid_to is not None, item.ended)
        for item in context.items
    ]
    return beliefs + items


class PlainBM25:
    """Rank the turns by rank_bm25 over stemmed words without stop words; newest first of equals."""

    title = "rank_bm25, stems"

    def __init__(self) -> None:
        self._stem = snowballstemmer.stemmer("english").stemWords

    def hear(self, chat: Chat) -> None:
        self._texts = [turn.text for turn in chat.turns]
        self._index = BM25Okapi([self._words(text) for text in self._texts])

    def answer(self, question: Question) -> list[Entry]:
        scores = self._index.get_scores(self._words(question.text))
        newest_first = np.arange(len(scores))[::-1]
        best = newest_first[np.argsort(-scores[newest_first], kind="stable")][:SERVED]
        return [Entry(self._texts[turn], int(turn)) for turn in best]

    def _words(self, text: str) -> list[str]:
        words: Iterable[str] = re.findall(r"\w+", text.casefold())
        return self._stem([word for word in words if word not in STOP]) or [""]


class InMemory:
    """Rank the turns by LangGraph's InMemoryStore with an index."""

    def __init__(self) -> None:
        name, width, embed = embedder()
        self.title = f"InMemoryStore, {name}"
        self._index = {"dims": width, "embed": embed, "fields": ["text"]}

    def hear(self, chat: Chat) -> None:
        self._store = InMemoryStore(index=self._index)
        for number, turn in enumerate(chat.turns):
            self._store.put((chat.id,), str(number), {"text": turn.text})

    def answer(self, question: Question) -> list[Entry]:
        found = self._store.search((), query=question.text, limit=SERVED)
        return [Entry(item.value["text"], int(item.key)) for item in found]


SYSTEMS: dict[str, Callable[[], System]] = {"ours": Ours, "bm25": PlainBM25, "inmemory": InMemory}
