"""Import logs of chats and what other memories hold, each through the stages of ingest.

What is read is ingested in batches, each a transaction. A message that can't be used ends the
import: those before it are kept, and the error names its place. Importing again adds what is new.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from datetime import UTC
from typing import Literal, NamedTuple

from neuromem_graph.core import chats
from neuromem_graph.core import turns as making
from neuromem_graph.errors import IdempotencyConflict, InvalidInput
from neuromem_graph.pipeline import driving, echoing, ingest, routing
from neuromem_graph.pipeline.import_sources import Placed
from neuromem_graph.pipeline.reindexing import Progress, teller
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ingest import Receipt, Turn, Turns
from neuromem_graph.types.moving import ImportedEvents

BATCH = 50  # messages in one transaction

Mode = Literal["observe", "commit", "route", "ingest"]
"""What becomes of a message: an event alone; a memory, whatever its impact; an event with how it
was routed; or whatever `ingest` makes of it."""

MODES: tuple[Mode, ...] = ("observe", "commit", "route", "ingest")
ROLES = ("user", "assistant", "tool")

Flow = driving.Flow[Turns, Receipt, ImportedEvents]


def flow(
    events: Iterator[Placed], namespace: Namespace, resources: Resources, progress: Progress | None
) -> Flow:
    """Make turns of events and hand them over batch by batch; count what became of them.

    Raises:
        InvalidInput, IdempotencyConflict: naming the event; those before it are kept.
    """
    counted, maker, tell = _Counted(), _Maker(namespace, resources), teller(progress)
    while True:
        batch, failed = maker.batch(events)
        yield from counted.batch(batch, namespace, resources)
        if failed is not None:
            raise type(failed)(f"{failed} ({counted.told()})") from failed
        if not batch:
            return counted.report()
        tell(counted.read, 0)


class _Made(NamedTuple):
    turns: Turns
    where: str


class _Maker:
    """Make turns of events, each with an id."""

    def __init__(self, namespace: Namespace, resources: Resources) -> None:
        self._naming = chats.Naming()
        self._resources = resources
        self._origin = making.Origin(
            namespace=namespace, now=resources.clock().astimezone(UTC),
            entropy=resources.entropy, settings=resources.settings,
        )  # fmt: skip

    def batch(self, events: Iterator[Placed]) -> tuple[list[_Made], InvalidInput | None]:
        """Make the next turns, and say what ended them before there were enough."""
        made: list[_Made] = []
        now = self._resources.clock().astimezone(UTC)
        self._origin = self._origin._replace(now=now)
        while len(made) < BATCH:
            try:
                placed = next(events, None)
            except InvalidInput as exc:
                return made, exc
            if placed is None:
                return made, None
            try:
                made.append(self._made(placed))
            except InvalidInput as exc:
                return made, type(exc)(f"{placed.where}: {exc}")
        return made, None

    def _made(self, placed: Placed) -> _Made:
        turns = making.from_any([placed.event], self._origin)
        stated = placed.event.get("at") is not None
        named = tuple(self._naming.named(t, placed.source, stated) for t in turns.turns)
        return _Made(turns.model_copy(update={"turns": named}), placed.where)


class _Counted:
    """Count what became of events."""

    def __init__(self) -> None:
        self.read = self.added = self.known = self.skipped = self.created = self.held = 0

    def batch(self, made: list[_Made], namespace: Namespace, resources: Resources) -> Flow:
        """Hand over a batch; if it is refused, one by one, to tell which is at fault."""
        if made:
            try:
                receipt = yield _joined(made, namespace, resources)
            except (InvalidInput, IdempotencyConflict):
                yield from self._singly(made, namespace, resources)
            else:
                self._count(made, receipt)
        return self.report()

    def _singly(self, made: list[_Made], namespace: Namespace, resources: Resources) -> Flow:
        for one in made:
            try:
                receipt = yield _joined([one], namespace, resources)
            except (InvalidInput, IdempotencyConflict) as exc:
                raise type(exc)(f"{one.where}: {exc} ({self.told()})") from exc
            self._count([one], receipt)
        return self.report()

    def _count(self, made: list[_Made], receipt: Receipt) -> None:
        new = sum(event.added for event in receipt.events)
        self.read += len(made)
        self.added += new
        self.skipped += sum(not one.turns.turns for one in made)
        self.known += sum(len(one.turns.turns) for one in made) - new
        self.created += len(receipt.created)
        self.held += len(receipt.held)

    def told(self) -> str:
        """Say what was kept before a failure."""
        return f"{self.read} before it were kept, {self.added} of them new"

    def report(self) -> ImportedEvents:
        """Return the counts."""
        return ImportedEvents(
            read=self.read, added=self.added, known=self.known, skipped=self.skipped,
            created=self.created, held=self.held,
        )  # fmt: skip


def _joined(made: list[_Made], namespace: Namespace, resources: Resources) -> Turns:
    """Put the turns of a batch together; the same turn twice is one."""
    kept: dict[str, Turn] = {}
    for one in made:
        for turn in one.turns.turns:
            if kept.setdefault(turn.id, turn).digest != turn.digest:
                raise IdempotencyConflict(f"its id {turn.id!r} is that of another text before it")
    turns = Turns(namespace=namespace, turns=tuple(kept.values()))
    return echoing.without_echoes(turns, resources)


def run(flow: Flow, mode: object, resources: Resources) -> ImportedEvents:
    """Do with every batch what the mode says.

    Raises:
        InvalidInput: there is no such mode.
    """
    explicit = ingest.explicit(resources)
    ways: Mapping[Mode, Callable[[Turns], Receipt]] = {
        "observe": lambda turns: ingest.observe(turns, resources),
        "commit": lambda turns: ingest.ingest(_told(turns), explicit),
        "route": lambda turns: routing.observe_and_route(turns, resources),
        "ingest": lambda turns: ingest.ingest(turns, resources),
    }
    return driving.drive(flow, ways[mode_of(mode)])


async def arun(flow: Flow, mode: object, resources: Resources) -> ImportedEvents:
    """Do as `run`; a model is awaited, everything else runs in a worker thread."""
    explicit = ingest.explicit(resources)
    ways: Mapping[Mode, Callable[[Turns], Awaitable[Receipt]]] = {
        "observe": lambda turns: asyncio.to_thread(ingest.observe, turns, resources),
        "commit": lambda turns: ingest.aingest(_told(turns), explicit),
        "route": lambda turns: routing.aobserve_and_route(turns, resources),
        "ingest": lambda turns: ingest.aingest(turns, resources),
    }
    return await driving.adrive(flow, ways[mode_of(mode)])


def mode_of(given: object) -> Mode:
    """Check what becomes of imported messages.

    Raises:
        InvalidInput: there is no such mode.
    """
    found = next((mode for mode in MODES if mode == given), None)
    if found is None:
        raise InvalidInput(f"mode={given!r:.40}: use one of {', '.join(MODES)}")
    return found


def _told(turns: Turns) -> Turns:
    told = tuple(turn.model_copy(update={"explicit": True}) for turn in turns.turns)
    return turns.model_copy(update={"turns": told})


def role_of(given: object) -> str:
    """Check whose word imported memories are.

    Raises:
        InvalidInput: it is none of ROLES.
    """
    if given not in ROLES:
        raise InvalidInput(f"role={given!r:.40}: use one of {', '.join(ROLES)}")
    return str(given)
