"""See what an ingest would do, and look at memory as a graph."""

import asyncio
from collections.abc import Iterable
from datetime import datetime

from neuromem_graph.core.lenses import make_query
from neuromem_graph.errors import InvalidInput
from neuromem_graph.pipeline import exploring
from neuromem_graph.pipeline.exploring import Preview
from neuromem_graph.pipeline.moments import AsOf, moment_of
from neuromem_graph.pipeline.twin import twin_of
from neuromem_graph.resources import Resources
from neuromem_graph.runtime.remember import Event, Remembering
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ingest import Receipt
from neuromem_graph.types.subgraph import SubGraph


class Exploring(Remembering):
    """Look before anything is written, and look at what is believed as a graph."""

    namespace: Namespace
    resources: Resources

    def preview(
        self, messages: Event | Iterable[Event] = (), *, user: str | None = None,
        assistant: str | None = None, thread: str | None = None, at: datetime | None = None,
    ) -> Preview:  # fmt: skip
        """Work out what `ingest` would do, and write nothing.

        Args:
            messages: as for `ingest`.
            user: what the user said, instead of messages.
            assistant: what the assistant said.
            thread: the conversation it belongs to.
            at: when it was said, aware; now by default.

        Returns:
            The plan with its receipt; `apply` carries it out.
        """
        turns = self.turns(messages, user=user, assistant=assistant, thread=thread, at=at)
        return exploring.preview(turns, self.resources)

    async def apreview(
        self, messages: Event | Iterable[Event] = (), *, user: str | None = None,
        assistant: str | None = None, thread: str | None = None, at: datetime | None = None,
    ) -> Preview:  # fmt: skip
        """Do as `preview`; a model is awaited."""
        turns = await asyncio.to_thread(
            self.turns, messages, user=user, assistant=assistant, thread=thread, at=at
        )
        return await exploring.apreview(turns, self.resources)

    def apply(self, preview: Preview) -> Receipt:
        """Commit what was previewed; applying it twice adds nothing.

        If what it touches has moved meanwhile, it is decided again from what is known now.

        Raises:
            InvalidInput: if it was previewed for another namespace, or its parts don't fit.
        """
        if not isinstance(preview, Preview):
            raise InvalidInput(f"{preview!r:.80} is not what `preview` returned")
        return exploring.apply(self.namespace, preview, self.resources)

    def retrieve(
        self, text: str, *, k: int = 10, budget_tokens: int = 800, depth: int | None = None,
        as_of: AsOf = None, valid_at: datetime | None = None, history: bool = False,
        relations: Iterable[str] | None = None,
    ) -> SubGraph:  # fmt: skip
        """Return a bounded subgraph of the entities and relations that a question is about.

        Args:
            text: the question.
            k: recalled memories that may lead to entities.
            budget_tokens: tokens of the rendered text at most.
            depth: relations followed away from what the question names; `Settings.traversing.depth`
                by default.
            as_of: what we knew then; see `query`.
            valid_at: what was true then: an aware datetime.
            history: also relations that hold no longer, each with what ended it.
            relations: attributes that are followed, such as "lives_in"; all by default.

        Raises:
            InvalidInput: if the question is blank or a number out of range.
            InvalidTime: if a datetime is naive.
        """
        asked = make_query(
            text=text, namespace=self.namespace, k=k, budget_tokens=budget_tokens,
            as_of=moment_of(as_of, self.resources.ledger), valid_at=valid_at,
            lens="historical" if history else "associative",
        )  # fmt: skip
        reach = self.resources.settings.traversing.depth if depth is None else depth
        if isinstance(reach, bool) or not isinstance(reach, int) or not 0 <= reach <= _FARTHEST:
            raise InvalidInput(f"depth={depth!r:.80} is not a number of hops from 0 to {_FARTHEST}")
        allowed = None if relations is None else _attributes(relations)
        return exploring.retrieve(
            asked, self.resources, depth=reach, history=history, relations=allowed
        )

    aapply = twin_of(apply)
    aretrieve = twin_of(retrieve)


_FARTHEST = 6


def _attributes(given: object) -> frozenset[str]:
    """Return the attributes that are followed.

    Raises:
        InvalidInput: they are no list of texts.
    """
    names = tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else (None,)
    known = frozenset(name for name in names if isinstance(name, str))
    if len(known) < len(set(names)):
        raise InvalidInput(f"relations={given!r:.80}: give a list of attributes")
    return known
