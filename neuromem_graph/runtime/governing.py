"""Change memory by policies that validators approve, and look at what evidence says."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from neuromem_graph.errors import InvalidInput, NotFound
from neuromem_graph.pipeline import policies, routing, tainting
from neuromem_graph.pipeline.moments import AsOf, moment_of
from neuromem_graph.pipeline.twin import twin_of
from neuromem_graph.resources import Resources
from neuromem_graph.runtime.remember import Event, Remembering
from neuromem_graph.types.base import Family, Namespace
from neuromem_graph.types.edges import EdgeView
from neuromem_graph.types.ingest import Turns
from neuromem_graph.types.policies import ImpactReport, MemoryPolicy, PolicyResult, Routed
from neuromem_graph.types.safety import SourceKind, Taint, Tainted

_FAMILIES: tuple[Family, ...] = ("associative", "logic")


class Governing(Remembering):
    """Change memory by policies that validators approve."""

    namespace: Namespace
    resources: Resources

    def observe_and_route(
        self, event: Event, *, thread: str | None = None, at: datetime | None = None
    ) -> Routed:
        """Record an event, how it was assessed and routed, and the evidence it gives; no memory.

        Observing again adds nothing and tells what was recorded; `ingest` or `observe_and_commit`
        with the same id adds its memories once.

        Args:
            event: a text, a dictionary with `content`, a `MemoryEvent` or a chat message.
            thread: the conversation it belongs to.
            at: when it was said, aware; now by default.

        Raises:
            InvalidInput, InvalidTime, TooLarge, IdempotencyConflict: nothing was written.
        """
        turns = self.turns(event, thread=thread, at=at)
        return routing.observe_and_route(turns, self.resources)

    async def aobserve_and_route(
        self, event: Event, *, thread: str | None = None, at: datetime | None = None
    ) -> Routed:
        """Do as `observe_and_route`, without blocking the event loop."""
        turns = await asyncio.to_thread(self.turns, event, thread=thread, at=at)
        return await routing.aobserve_and_route(turns, self.resources)

    def assess_impact(self, event_id: str) -> ImpactReport:
        """Return how an event was assessed, claim by claim; one that never was is assessed now.

        Writes nothing.

        Args:
            event_id: its id, from a receipt or a memory.

        Raises:
            InvalidInput: the id is no text.
            NotFound: this namespace holds no such event.
        """
        if not isinstance(event_id, str):
            raise InvalidInput(f"event_id={event_id!r:.80} is not the id of an event")
        return routing.assess_impact(self.namespace, event_id, self.resources)

    def propose(
        self, event: Event, *, thread: str | None = None, at: datetime | None = None
    ) -> MemoryPolicy:
        """Record an event, and propose by rules what it should change; `commit` does it.

        Args:
            event: a text, a dictionary with `content`, a `MemoryEvent` or a chat message.
            thread: the conversation it belongs to.
            at: when it was said, aware; now by default.

        Returns:
            A policy grounded in the event. What it would end is named in it.

        Raises:
            InvalidInput, InvalidTime, TooLarge, IdempotencyConflict: nothing was written.
        """
        turns = self.turns(event, thread=thread, at=at)
        return policies.propose(_one(turns), self.resources)

    def commit(
        self, policy: MemoryPolicy | Mapping[str, Any], *, actor: str | None = None,
        authorize_delete: bool = False,
    ) -> PolicyResult:  # fmt: skip
        """Commit a policy if every validator approves it, in one transaction.

        A policy that is refused is recorded with its reason codes and changes nothing else.

        Args:
            policy: what shall change, or a dictionary with its fields.
            actor: on whose behalf, needed for what is private.
            authorize_delete: accepted for those who know it from elsewhere; updates in place and
                deletions are refused all the same.

        Returns:
            Whether it was approved; why not, or what it made and moved.

        Raises:
            InvalidInput: it is no policy; nothing was written.
        """
        if not isinstance(authorize_delete, bool):
            raise InvalidInput(f"authorize_delete={authorize_delete!r:.80}: give True or False")
        return policies.commit(self.namespace, policy, self.resources, actor=actor)

    mutate = commit

    def list_edges(
        self, family: Family | None = None, *, memory: str | None = None, as_of: AsOf = None
    ) -> tuple[EdgeView, ...]:
        """Return edges and the evidence they are made of, oldest ends first.

        Args:
            family: "associative" or "logic"; both by default.
            memory: id of a memory or a claim: only edges from or to it.
            as_of: what was known then; see `query`.

        Raises:
            InvalidInput: there is no such family, or no such moment.
            NotFound: this namespace holds no such memory (at that moment).
        """
        if family is not None and family not in _FAMILIES:
            raise InvalidInput(f"family={family!r:.80}: use one of {', '.join(_FAMILIES)}")
        if not isinstance(memory, str | None):
            raise InvalidInput(f"memory={memory!r:.80} is not the id of a memory")
        ledger, families = self.resources.ledger, (family,) if family else _FAMILIES
        with ledger.reader(moment_of(as_of, ledger)) as reader:
            if memory is None:
                return reader.edges.edges(self.namespace, families)
            target = reader.edges.targets(self.namespace, [memory]).get(memory)
            if target is None:
                raise NotFound(f"no memory {memory!r} in {self.namespace!r}")
            ends = [target.endpoint]
            if target.claim is None:
                ends += reader.edges.claims_of(self.namespace, ends)
            return reader.edges.edges(self.namespace, families, ends)

    def taint(
        self, source: str, *, by: SourceKind | None = None, reason: str | None = None
    ) -> Tainted:
        """Let the word of a source count no more: one record suppresses all that rests on it alone.

        A memory falls if every event behind it comes from the source, or all that it was derived
        from fell; what others said as well stays, and stands on them. What it told is off the
        record, and what that had displaced holds again. What the source says later waits in
        `pending`. `as_of` an earlier moment shows what was served then; `untaint` undoes it.

        Args:
            source: the id of a message or an event, a thread, the name of a tool or a speaker, or a
                channel.
            by: which of these it is: event, message, thread, tool, speaker or channel. None looks
                for it among what was heard.
            reason: a code such as "prompt_injection" that stands in the record; no free text.

        Returns:
            How much of each it changed, and the memories by their ids.

        Raises:
            InvalidInput: it is no name, or names sources of several kinds.
            NotFound: nothing was heard from it, and `by` does not say what it is.
        """
        return tainting.taint(self.namespace, source, by, self.resources, reason=reason)

    def untaint(
        self, source: str, *, by: SourceKind | None = None, reason: str | None = None
    ) -> Tainted:
        """Let the word of a tainted source count again: it is settled as if never tainted.

        What fell for another reason as well stays away, and so does what was moved since.

        Args:
            source: as for `taint`.
            by: what it is, where the name was tainted as several.
            reason: a code that stands in the record.

        Raises:
            InvalidInput: it is no name, or was tainted as several kinds of source.
            NotFound: it is not tainted.
        """
        return tainting.lift(self.namespace, source, by, self.resources, reason=reason)

    def taints(self, *, as_of: AsOf = None) -> tuple[Taint, ...]:
        """Return the sources whose word does not count, oldest first.

        Args:
            as_of: what was known then; see `query`.
        """
        ledger = self.resources.ledger
        with ledger.reader(moment_of(as_of, ledger)) as reader:
            return reader.safety.taints(self.namespace)

    aassess_impact = twin_of(assess_impact)
    ataint = twin_of(taint)
    auntaint = twin_of(untaint)
    ataints = twin_of(taints)
    apropose = twin_of(propose)
    acommit = twin_of(commit)
    amutate = acommit
    alist_edges = twin_of(list_edges)


def _one(turns: Turns) -> Turns:
    if len(turns.turns) > 1:
        raise InvalidInput(f"{len(turns.turns)} events: propose for one at a time")
    return turns
