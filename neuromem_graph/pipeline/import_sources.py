"""Read what is imported: the messages of a log, the memories of mem0, the items of a store."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from neuromem_graph.core import chats, foreign
from neuromem_graph.errors import InvalidInput
from neuromem_graph.pipeline import json_files
from neuromem_graph.pipeline.json_files import Line, Source

PAGE = 100  # items read at once from a store


class Placed(NamedTuple):
    """Hold an event, and where it stands: "log.jsonl:3:1"."""

    event: Mapping[str, Any]
    where: str
    source: str | None = None  # what it is called where it comes from


class Items(Protocol):
    """Search as a LangGraph `BaseStore` does."""

    def search(self, namespace_prefix: tuple[str, ...], /, *, limit: int, offset: int) -> list[Any]:
        """Return items whose namespace begins so."""


def chat(source: Source, log: chats.Log) -> Iterator[Placed]:
    """Read the messages of a file: one JSON document, or one of them on each line.

    Raises:
        InvalidInput: naming file, line and column.
    """
    name = json_files.name_of(source)
    with json_files.lines_of(source) as lines:
        for line, found in _documents(lines, name):
            yield from _placed(found, f"{name}:{line}:1", log)


def _placed(found: Any, where: str, log: chats.Log) -> Iterator[Placed]:
    """Give the messages of one document as events."""
    told = iter(chats.messages(found, log))
    while (message := _next(told, where)) is not None:
        try:
            event = chats.event_of(message, log)
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
            yield from _memories(found, name, number, user_id, role)


def _memories(
    found: Any, name: str, number: int, user_id: str | None, role: str
) -> Iterator[Placed]:
    try:
        for place, one in enumerate(foreign.memories_of_mem0(found, user_id), 1):
            event, where = foreign.event_of_mem0(one, role), f"{name}: memory {place}"
            yield Placed(event, where, f"mem0:{one.get('id')}")
    except InvalidInput as exc:
        raise InvalidInput(f"{name}:{number}:1: {exc}") from exc


def items(store: Items, prefix: tuple[str, ...], role: str) -> Iterator[Placed]:
    """Read the items of a LangGraph store, page by page."""
    offset = 0
    while page := store.search(prefix, limit=PAGE, offset=offset):
        for item in page:
            event = foreign.event_of_item(item, role)
            if event is not None:
                source = json.dumps(["store", *item.namespace, item.key])
                yield Placed(event, f"item {item.key!r:.60}", source)
        offset += len(page)
