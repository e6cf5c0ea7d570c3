"""Import logs of chats and what other memories hold, each through the stages of ingest.

What is read is ingested in batches, each a transaction. A message that can't be used ends the
import: those before it are kept, and the error names its place. Importing again adds what is new.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from datetime import UTC
from typing import Any, Literal, NamedTuple, Protocol

from neuromem_graph.core import chats, foreign
from neuromem_graph.core import turns as making
from neuromem_graph.errors import IdempotencyConflict, InvalidInput
from neuromem_graph.pipeline import driving, echoing, ingest, json_files, routing
from neuromem_graph.pipeline.json_files import Line, Source
from neuromem_graph.pipeline.reindexing import Progress, teller
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ingest import Receipt, Turn, Turns
from neuromem_graph.types.moving import ImportedEvents

BATCH = 50  # messages in one transaction
PAGE = 100  # items read at once from a store

Mode = Literal["observe", "commit", "route", "ingest"]
"""What becomes of a message: an event alone; a memory, whatever its impact; an event with how it
was routed; or whatever `ingest` makes of it."""

MODES: tuple[Mode, ...] = ("observe", "commit", "route", "ingest")
ROLES = ("user", "assistant", "tool")

Flow = driving.Flow[Turns, Receipt, ImportedEvents]


class Placed(NamedTuple):
    """Hold an event, and where it stands: "log.jsonl:3:1"."""

    event: Mapping[str, Any]
    where: str


class Items(Protocol):
    """Search as a LangGraph `BaseStore` does."""

    def search(self, namespace_prefix: tuple[str, ...], /, *, limit: int, offset: int) -> list[Any]:
        """Return items whose namespace begins so."""


def chat(source: Source, log: chats.Log) -> Iterator[Placed]:
    """Read the messages of a file: one JSON document, or one of them on each line.

    Raises:
        InvalidInput: naming file, line and column.
    """
    name, made = json_files.name_of(source), chats.Events(log)
    with json_files.lines_of(source) as lines:
        for line, found in _documents(lines, name):
            where = f"{name}:{line}:1"
            told = iter(chats.messages(found, log))
            while (message := _next(told, where)) is not None:
                try:
                    event = made.event(message)
                except InvalidInput as exc:
                    raise InvalidInput(f"{where}: {exc}") from exc
                yield Placed(event, where)


def _next(told: Iterator[Mapping[str, Any]], where: str) -> Mapping[str, Any] | None:
    try:
        return next(told, None)
    except (InvalidInput, TypeError, KeyError, AttributeError) as exc:
        what = exc if isinstance(exc, InvalidInput) else f"not a log of a known form: {exc!r}"
        raise InvalidInput(f"{where}: {what}") from exc


def _documents(lines: Iterator[Line], name: str) -> Iterator[tuple[int, Any]]:
    """Give each JSON document with its first line: a line that is whole is one of its own."""
    first = next((line for line in lines if line.text.strip()), None)
    if first is None:
        return
    try:
        found = json_files.parsed(first, name)
    except InvalidInput:
        rest = "".join(line.text for line in lines) if _opens(first) else ""
        if not rest.strip():
            raise
        yield first.number, json_files.parsed(Line(first.number, first.text + rest), name)
        return
    yield first.number, found
    for line in lines:
        if line.text.strip():
            yield line.number, json_files.parsed(line, name)


def _opens(line: Line) -> bool:
    """Tell whether a line only begins a document of several lines."""
    return line.text.strip()[-1] in "[{,:" or line.text.strip()[0] == "["


def mem0(source: Source, user_id: str | None, role: str) -> Iterator[Placed]:
    """Read the memories that mem0's `get_all` gave, as JSON."""
    name = json_files.name_of(source)
    with json_files.lines_of(source) as lines:
        for number, found in _documents(lines, name):
            try:
                for place, one in enumerate(foreign.memories_of_mem0(found, user_id), 1):
                    yield Placed(foreign.event_of_mem0(one, role), f"{name}: memory {place}")
            except InvalidInput as exc:
                raise InvalidInput(f"{name}:{number}:1: {exc}") from exc


def items(store: Items, prefix: tuple[str, ...], role: str) -> Iterator[Placed]:
    """Read the items of a LangGraph store, page by page."""
    offset = 0
    while page := store.search(prefix, limit=PAGE, offset=offset):
        for item in page:
            event = foreign.event_of_item(item, role)
            if event is not None:
                yield Placed(event, f"item {item.key!r:.60}")
        offset += len(page)


def flow(
    events: Iterator[Placed], namespace: Namespace, resources: Resources, progress: Progress | None
) -> Flow:
    """Make turns of events and hand them over batch by batch; count what became of them.

    Raises:
        InvalidInput, IdempotencyConflict: naming the event; those before it are kept.
    """
    counted, tell = _Counted(), teller(progress)
    while True:
        batch, failed = _batch(events, namespace, resources)
        yield from counted.batch(batch, namespace, resources)
        if failed is not None:
            raise type(failed)(f"{failed} ({counted.told()})") from failed
        if not batch:
            return counted.report()
        tell(counted.read, 0)


class _Made(NamedTuple):
    turns: Turns
    where: str


def _batch(
    events: Iterator[Placed], namespace: Namespace, resources: Resources
) -> tuple[list[_Made], InvalidInput | None]:
    """Make the next turns, and say what ended them before there were enough."""
    made: list[_Made] = []
    origin = making.Origin(namespace=namespace, now=resources.clock().astimezone(UTC),
                           entropy=resources.entropy, settings=resources.settings)  # fmt: skip
    while len(made) < BATCH:
        try:
            placed = next(events, None)
        except InvalidInput as exc:
            return made, exc
        if placed is None:
            return made, None
        try:
            made.append(_Made(making.from_any([placed.event], origin), placed.where))
        except InvalidInput as exc:
            return made, type(exc)(f"{placed.where}: {exc}")
    return made, None


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
