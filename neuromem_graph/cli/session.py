"""Hold what every command is told, open the memory, and show progress."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import neuromem_graph
from neuromem_graph.errors import InvalidInput, NotALedger

if TYPE_CHECKING:
    from neuromem_graph import MemoryRuntime

PATH, NAMESPACE = ".neuromem", "default"


class Session(NamedTuple):
    """Hold the options that may stand anywhere on the command line."""

    namespace: str = NAMESPACE
    path: str = PATH
    json: bool = False
    extractor: str | None = None
    embedder: str | None = None


def session(ctx: typer.Context) -> Session:
    """Return what the command was told."""
    found = ctx.find_object(Session)
    return found if found is not None else Session()


@contextmanager
def opened(
    ctx: typer.Context, *, reads: bool = False, makes: bool = False
) -> Iterator["MemoryRuntime"]:
    """Open the memory that is meant, and close it afterwards.

    Args:
        ctx: of the command.
        reads: it is opened read-only: nothing of the file is changed.
        makes: it is made, if it is not there.

    Raises:
        NotALedger: it is not there.
    """
    told = session(ctx)
    if told.path == ":memory:":
        raise NotALedger("':memory:' is gone when a command ends: name a file or a folder")
    if not makes and is_missing(told.path):
        raise NotALedger(
            f"there is no memory at {told.path}: make one with 'nmem init', or name it by --path"
        )
    with neuromem_graph.MemoryRuntime.local(
        told.namespace, told.path, read_only=reads,
        extractor=told.extractor, embedder=told.embedder,
    ) as memory:  # fmt: skip
        yield memory


def is_missing(path: str) -> bool:
    """Tell whether there is nothing at a path, or an empty folder."""
    place = Path(path).expanduser()
    return not (any(place.iterdir()) if place.is_dir() else place.exists())


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], object]]:
    """Show how far long work is, on a terminal; nothing is shown anywhere else."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda done, total: None
        return
    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total or None)


def moment(given: str | None) -> int | datetime | None:
    """Read `--as-of`: a sequence number, or a time.

    Raises:
        InvalidInput: it is neither.
    """
    return int(given) if given is not None and given.isdecimal() else time_of(given)


def time_of(given: str | None) -> datetime | None:
    """Read a time in ISO 8601; one without a zone is in UTC.

    Raises:
        InvalidInput: it is none.
    """
    if given is None:
        return None
    try:
        found = datetime.fromisoformat(given)
    except ValueError as exc:
        raise InvalidInput(
            f"{given!r:.60} is no time: give ISO 8601 such as 2025-05-01T12:00:00Z"
        ) from exc
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def readable(path: Path) -> object:
    """Return a file to read; `-` is the standard input."""
    return sys.stdin.buffer if os.fspath(path) == "-" else path
