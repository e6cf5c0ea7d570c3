"""Commands that take something in: init, observe, ingest."""

from datetime import UTC, tzinfo
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer

from neuromem_graph.cli.app import app
from neuromem_graph.cli.session import opened, progress, readable, session, where
from neuromem_graph.cli.showing import show
from neuromem_graph.errors import InvalidInput

File = Annotated[Path, typer.Argument(help="The file; - reads the standard input.")]
Thread = Annotated[str | None, typer.Option(help="The conversation of messages that name none.")]
Zone = Annotated[str, typer.Option(help="The time zone of times that name none.")]


@app.command()
def init(ctx: typer.Context) -> None:
    """Make the file of a memory, if it is not there yet."""
    told = session(ctx)
    with opened(ctx, makes=True) as memory:
        stats, place = memory.stats(), getattr(memory.resources.ledger, "path", told.path)
    found = {"path": str(place), "namespace": list(memory.namespace), "events": stats.events}
    show(ctx, found, [
        f"memory {place}, namespace {told.namespace}: {stats.events} events",
        f"next: nmem ingest chat.json{where(ctx)}",
    ])  # fmt: skip


@app.command()
def observe(
    ctx: typer.Context,
    file: File,
    *,
    commit: Annotated[
        bool, typer.Option("--commit", help="Also make a memory of each, whatever its impact.")
    ] = False,
    route: Annotated[
        bool, typer.Option("--route", help="Also record how each would be routed; no memory.")
    ] = False,
    thread: Thread = None,
    zone: Zone = "UTC",
) -> None:
    """Record the events of a JSONL file; without --commit no memory is made.

    A line is a text or an object with 'content', and 'role', 'at', 'id', 'thread', 'metadata'.
    A line that can't be used is named and ends the command with 1; those before it are kept.
    Observing the file again adds only what is new.
    """
    if commit and route:
        raise typer.BadParameter("--commit and --route exclude each other")
    mode: Literal["observe", "commit", "route"]
    mode = "commit" if commit else "route" if route else "observe"
    _take_in(ctx, file, mode=mode, thread=thread, zone=zone_of(zone))


@app.command()
def ingest(
    ctx: typer.Context,
    file: File,
    *,
    thread: Thread = None,
    zone: Zone = "UTC",
    sample: Annotated[
        str | None, typer.Option(help="Which conversation, of a LoCoMo file with several.")
    ] = None,
) -> None:
    """Take in a chat: JSON, JSONL, LoCoMo, or ChatGPT's export; facts and memories are made.

    A message that can't be used is named and ends the command with 1; those before it are kept.
    """
    _take_in(ctx, file, mode="ingest", thread=thread, zone=zone_of(zone), sample=sample)


def _take_in(ctx: typer.Context, file: Path, **how: Any) -> None:
    source: Any = readable(file)
    with opened(ctx, makes=True) as memory, progress(f"reading {file.name}") as tell:
        told = memory.import_chat(source, progress=tell, **how)
    show(ctx, told, [
        f"{told.read} read: {told.added} new, {told.known} known, {told.skipped} skipped",
        f"{told.created} memories and facts, {told.held} held for review",
    ])  # fmt: skip


def zone_of(name: str) -> tzinfo:
    """Return a time zone by its name.

    Raises:
        InvalidInput: there is none.
    """
    try:
        return UTC if name == "UTC" else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as exc:
        raise InvalidInput(
            f"{name!r:.60} is no time zone: give a name such as Europe/Lisbon"
        ) from exc
