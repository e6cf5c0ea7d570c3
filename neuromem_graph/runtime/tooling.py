"""What a model may do with a memory through tools, and what it is told: one body for every leaf.

A model's word is the assistant's: it is recorded as such, is served labelled, and takes the place
of nothing that the user said. What it puts away can be restored.
"""

import asyncio
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple, get_args

from neuromem_graph.core.labelling import boxed, labelled
from neuromem_graph.core.text import estimate_tokens, normal_form
from neuromem_graph.errors import (
    ConfigError,
    InvalidInput,
    InvalidNamespace,
    MemoryGraphError,
    NotFound,
    ProviderError,
)
from neuromem_graph.pipeline.twin import twin_of
from neuromem_graph.runtime.facade import MemoryRuntime
from neuromem_graph.types.base import Channel, Lens
from neuromem_graph.types.ingest import Receipt, ReceiptItem
from neuromem_graph.types.ledger import MemoryRow
from neuromem_graph.types.recall import MemoryContext

__all__ = ["LONGEST", "ONCE", "Call", "Tooling", "refusal"]

LONGEST = 4_000
"""Characters of an explanation that a model is told; the rest is counted."""

_SHOWN = 200  # characters of a text or a reason, if all of them are too many for the budget
_ASKED = "asked_by_agent"
_SPEAKERS = ("assistant", "user")
_WAITS = "; it waits until a person decides"
_HELD = frozenset({"held", "quarantined"})
_WAITING = _HELD | {"deferred"}
_HAS_ID = frozenset({"created", "forgotten", "restored", "superseded", "decayed"})
_OTHERS = (
    "memory {id} is what the {channel} said: your words do not take its place. If it is wrong, let "
    "the user say what is right"
)


class Call(NamedTuple):
    """Name a call of a tool, so that the same call again adds nothing."""

    id: str | None = None  # None: every call is a new one
    thread: str | None = None


ONCE = Call()
"""A call that has no name."""


class Tooling:
    """Do what tools ask for, and answer with text that is fenced as recalled.

    Args:
        channel: whose words the model hands over: "assistant", or "user" if it is trusted to write
            down what the user said.
        lens: the surface of memory that a search looks at.
        budget_tokens: tokens of what a search finds at most, its ids not counted, and of what is
            told about a change, as `estimate_tokens` counts them.

    Raises:
        ConfigError: there is no such channel.
    """

    def __init__(
        self, channel: Channel = "assistant", lens: Lens = "auto", budget_tokens: int = 800
    ) -> None:
        if channel not in _SPEAKERS:
            raise ConfigError(f"channel={channel!r:.80}: a tool hands over the words of the "
                              f"assistant or of the user")  # fmt: skip
        if lens not in get_args(Lens):
            raise ConfigError(f"lens={lens!r:.80}: use one of {', '.join(get_args(Lens))}")
        if type(budget_tokens) is not int or budget_tokens < 0:
            raise ConfigError(f"budget_tokens={budget_tokens!r:.80}: give a number from 0 on")
        self.channel, self._lens, self._budget = channel, lens, budget_tokens

    # ------------------------------------------------------------------ search

    def search(self, memory: MemoryRuntime, query: str, limit: int) -> MemoryContext:
        """Recall what is relevant to a question."""
        return memory.query(query, k=limit, lens=self._lens, budget_tokens=self._budget)

    async def asearch(self, memory: MemoryRuntime, query: str, limit: int) -> MemoryContext:
        """Do as `search`, without blocking the event loop."""
        return await memory.aquery(query, k=limit, lens=self._lens, budget_tokens=self._budget)

    def found(self, context: MemoryContext) -> str:
        """Write what a search found, each memory with its id."""
        last = [f"trace id {context.trace_id}"] if context.trace_id else []
        if not context.text:
            return boxed([f"Nothing found: {context.abstained}", *last])
        ids = {one.placing.line: one.id for one in context.items if one.placing is not None}
        return labelled(context.text, ids, last)

    # ------------------------------------------------------------------ remember

    def remember(self, memory: MemoryRuntime, text: str, call: Call = ONCE) -> str:
        """Record a text and make a memory of it; only risk is refused.

        Raises:
            InvalidInput: it is blank, or nothing but recalled text.
        """
        event = self._event(text, call)
        return self.told(_heard(memory.observe_and_commit(event, thread=call.thread)))

    async def aremember(self, memory: MemoryRuntime, text: str, call: Call = ONCE) -> str:
        """Do as `remember`, without blocking the event loop."""
        event = self._event(text, call)
        return self.told(_heard(await memory.aobserve_and_commit(event, thread=call.thread)))

    def _event(self, text: str, call: Call) -> dict[str, str]:
        event = {"content": text, "role": self.channel}
        return event if call.id is None else event | {"id": call.id}

    # ------------------------------------------------------------------ change

    def replace(self, memory: MemoryRuntime, id: str, text: str, call: Call = ONCE) -> str:
        """Put the right words in the place of a memory.

        As the user's words they are a correction. As the assistant's they are a new memory, and the
        old one, which must be the assistant's own, is put away.

        Raises:
            InvalidInput: the memory is not the assistant's own, or says the same.
        """
        if self.channel == "user":
            return self.told(memory.correct(id, text))
        _check_own(memory.get(id), text)
        event = self._event(text, call)
        receipt = _heard(memory.observe_and_commit(event, thread=call.thread))
        return self.told(receipt, *self._put_away(memory, id, receipt))

    async def areplace(self, memory: MemoryRuntime, id: str, text: str, call: Call = ONCE) -> str:
        """Do as `replace`, without blocking the event loop."""
        if self.channel == "user":
            return self.told(await memory.acorrect(id, text))
        _check_own(await memory.aget(id), text)
        event = self._event(text, call)
        receipt = _heard(await memory.aobserve_and_commit(event, thread=call.thread))
        gone = await asyncio.to_thread(self._put_away, memory, id, receipt)
        return self.told(receipt, *gone)

    def _put_away(self, memory: MemoryRuntime, id: str, receipt: Receipt) -> tuple[Receipt, ...]:
        """Put the old memory away once the new one stands."""
        if any(item.what in _WAITING for item in receipt.items):
            return ()
        return (memory.forget(id, reason="replaced_by_agent"),)

    def forget(self, memory: MemoryRuntime, id: str, action: str = "inhibit") -> str:
        """Put a memory away; nothing is lost."""
        return self.told(memory.forget(id, action, reason=_ASKED))

    def explain(self, memory: MemoryRuntime, id: str) -> str:
        """Tell what made a memory what it is, or why an answer is as it is.

        Args:
            memory: the memory.
            id: of a memory, or the trace id of a search.
        """
        try:
            lines = str(memory.why_written(id)).splitlines()
        except NotFound:
            lines = str(memory.explain(id)).splitlines()
        return boxed(_shortened(lines))

    aforget = twin_of(forget)
    aexplain = twin_of(explain)

    def told(self, receipt: Receipt, *others: Receipt) -> str:
        """Write what was decided about each thing, and why: within the budget.

        What is too long is cut, for the model has just written it; what is too much is counted.
        """
        items = [item for one in (receipt, *others) for item in one.items]
        own = self.channel == "assistant" and receipt.of("created")
        last = ["These are your words: unconfirmed until the user says so, too"] if own else []
        lines = [_line(item) for item in items] or ["nothing new"]
        # Not counted by the caller's counter: it may fail, and what is told here is done already.
        if estimate_tokens(told := boxed([*lines, *last])) <= self._budget:
            return told
        lines = [_line(_cut(item)) for item in items]
        last = [f"of {len(lines)} things in all", *last]
        sizes = accumulate((estimate_tokens(line) + 1 for line in lines),
                           initial=estimate_tokens(boxed(last)))  # fmt: skip
        kept = sum(size <= self._budget for size in sizes) - 1
        return boxed([*lines[: max(kept, 0)], *last])


def refusal(error: MemoryGraphError, id: object = None) -> str | None:
    """Return what a model is told about an error that it can do something about; None of others.

    Args:
        error: what was raised.
        id: that the model had named.
    """
    if isinstance(error, InvalidNamespace):
        return None  # whose memory is meant is not for the model to say
    if isinstance(error, NotFound):
        return (
            f"there is no memory {id!r:.80}: give an id that a search showed, as it stands there; "
            "ids can't be made up"
        )
    if isinstance(error, InvalidInput | ProviderError):
        return f"not done: {error}"
    return None


def _heard(receipt: Receipt) -> Receipt:
    if not receipt.events:
        why = ", ".join(item.reason for item in receipt.items)
        raise InvalidInput(f"there is nothing to remember in the text: {why}")
    return receipt


def _check_own(row: MemoryRow, text: str) -> None:
    if row.text is None:
        raise NotFound(f"the content of memory {row.id!r} was erased")
    if row.channel != "assistant":
        raise InvalidInput(_OTHERS.format(id=row.id, channel=row.channel))
    if normal_form(str(text)) == normal_form(row.text or ""):
        raise InvalidInput("the text says the same as the memory: there is nothing to correct")


def _line(item: ReceiptItem) -> str:
    named = item.id is not None and item.effect is None and item.what in _HAS_ID
    about = f" (id {item.id})" if named else ""
    return f"{item.what}{about}: {item.text} ({item.reason}){_WAITS * (item.what in _HELD)}"


def _cut(item: ReceiptItem) -> ReceiptItem:
    text, reason = (
        said if len(said) <= _SHOWN else f"{said[:_SHOWN]}... and {len(said) - _SHOWN} signs more"
        for said in (item.text, item.reason)
    )
    return item.model_copy(update={"text": text, "reason": reason})


def _shortened(lines: list[str]) -> Iterator[str]:
    room = LONGEST
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            yield f"... and {len(lines) - number} lines more"
            return
        yield line
