"""The methods that remember: what comes in, as turns, through the stages of ingest."""

import asyncio
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from neuromem_graph.core import forms
from neuromem_graph.core import turns as making
from neuromem_graph.pipeline import echoing, ingest
from neuromem_graph.pipeline.twin import twin_of
from neuromem_graph.ports import Message
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ingest import Receipt, Turns
from neuromem_graph.types.policies import MemoryEvent

Event = str | Mapping[str, Any] | MemoryEvent | Message
"""A text said by the user, a dictionary with `content`, a `MemoryEvent`, or a chat message."""


class Remembering:
    """Remember for one namespace; `MemoryRuntime` adds the rest."""

    namespace: Namespace
    resources: Resources

    def observe(
        self, event: Event, *, thread: str | None = None, at: datetime | None = None
    ) -> Receipt:
        """Record an immutable event and make no memory of it.

        Args:
            event: a text, a dictionary with `content`, or a chat message.
            thread: the conversation it belongs to.
            at: when it was said, aware; now by default.

        Raises:
            InvalidInput, InvalidTime, TooLarge: nothing was written.
        """
        return ingest.observe(self.turns(event, thread=thread, at=at), self.resources)

    def observe_and_commit(
        self, event: Event, *, thread: str | None = None, at: datetime | None = None
    ) -> Receipt:
        """Record an event and make a memory of it, whatever its impact; only risk is refused.

        If its extraction is deferred, `retry_deferred` finishes it in the same way.
        """
        turns = self._told(event, thread, at)
        return ingest.ingest(turns, ingest.explicit(self.resources))

    async def aobserve_and_commit(
        self, event: Event, *, thread: str | None = None, at: datetime | None = None
    ) -> Receipt:
        """Do as `observe_and_commit`, without blocking the event loop."""
        turns = await asyncio.to_thread(self._told, event, thread, at)
        return await ingest.aingest(turns, ingest.explicit(self.resources))

    def _told(self, event: Event, thread: str | None, at: datetime | None) -> Turns:
        """Make turns that are told to be remembered, whatever their impact."""
        made = self.turns(event, thread=thread, at=at)
        told = tuple(turn.model_copy(update={"explicit": True}) for turn in made.turns)
        return made.model_copy(update={"turns": told})

    def observe_many(
        self, events: Iterable[Event], *, thread: str | None = None, at: datetime | None = None
    ) -> Receipt:
        """Record many events and what follows from them, in one transaction.

        Args:
            events: texts, dictionaries or chat messages, oldest first; a dictionary may carry its
                own `thread` and `at`.
            thread: the conversation they belong to.
            at: when they were said, aware; now by default.

        Returns:
            One receipt for all of them.
        """
        return ingest.ingest(self.turns(events, thread=thread, at=at), self.resources)

    async def aobserve_many(
        self, events: Iterable[Event], *, thread: str | None = None, at: datetime | None = None
    ) -> Receipt:
        """Do as `observe_many`, without blocking the event loop."""
        turns = await asyncio.to_thread(self.turns, events, thread=thread, at=at)
        return await ingest.aingest(turns, self.resources)

    def ingest(
        self, messages: Event | Iterable[Event] = (), *, user: str | None = None,
        assistant: str | None = None, thread: str | None = None, at: datetime | None = None,
    ) -> Receipt:  # fmt: skip
        """Take in one turn of a conversation: extract, resolve, assess, route, commit.

        Args:
            messages: LangChain messages, texts said by the user, or dictionaries; one or several.
            user: what the user said, instead of messages.
            assistant: what the assistant said; it never grounds a fact by itself.
            thread: the conversation it belongs to.
            at: when it was said, aware; now by default.
        """
        turns = self.turns(messages, user=user, assistant=assistant, thread=thread, at=at)
        return ingest.ingest(turns, self.resources)

    async def aingest(
        self, messages: Event | Iterable[Event] = (), *, user: str | None = None,
        assistant: str | None = None, thread: str | None = None, at: datetime | None = None,
    ) -> Receipt:  # fmt: skip
        """Do as `ingest`; a model is awaited, everything else runs in a worker thread."""
        turns = await asyncio.to_thread(
            self.turns, messages, user=user, assistant=assistant, thread=thread, at=at
        )
        return await ingest.aingest(turns, self.resources)

    def turns(
        self, events: Event | Iterable[Event] = (), *, user: str | None = None,
        assistant: str | None = None, thread: str | None = None, at: datetime | None = None,
    ) -> Turns:  # fmt: skip
        """Make turns of what was said, checked and cleaned; nothing is written.

        Raises:
            InvalidInput: an argument can't be used; nothing was written.
            InvalidTime: a time is naive or out of range.
            TooLarge: a value is above a limit of `Settings.limits`.
        """
        origin = making.Origin(
            namespace=self.namespace, now=self.resources.clock().astimezone(UTC),
            entropy=self.resources.entropy, settings=self.resources.settings, thread=thread, at=at,
        )  # fmt: skip
        said = (("user", user), ("assistant", assistant))
        spoken = [{"role": role, "content": text} for role, text in said if text is not None]
        made = making.from_any([*forms.listed(events), *spoken], origin)
        return echoing.without_echoes(made, self.resources)

    aobserve = twin_of(observe)
