"""Hold what every command is told, open the memory, and show progress."""

import os
import shlex
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

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


def where(ctx: typer.Context) -> str:
    """Write the options that a further command on the same memory needs; it begins with a blank."""
    told = session(ctx)
    needed = {
        "--path": (told.path, os.environ.get("NMEM_PATH") or PATH),
        "--namespace": (told.namespace, os.environ.get("NMEM_NAMESPACE") or NAMESPACE),
    }
    return "".join(
        f" {name} {shlex.quote(given)}" for name, (given, known) in needed.items() if given != known
    )


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
def progress(label: str) -> Iterator[Callable[..., None]]:
    """Show how far long work is, on a terminal; nothing is shown anywhere else.

    Args:
        label: names the work.

    Returns:
        A function of how much is done, how much there is, and perhaps another label.
    """
    if not sys.stderr.isatty():  # rich would also draw where only FORCE_COLOR is set
        yield lambda done, total, label="": None
        return
    rich: Any = import_module("rich.progress")  # loaded only where it is shown
    console = import_module("rich.console").Console(stderr=True)
    text = rich.TextColumn("{task.description}", markup=False)  # a name of a file is no markup
    columns = (text, rich.BarColumn(), rich.MofNCompleteColumn(), rich.TimeElapsedColumn())
    with rich.Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(label, total=None)

        def tell(done: int, total: int, label: str = label) -> None:
            bar.update(task, completed=done, total=total or None, description=label)

        yield tell


@contextmanager
def stoppable() -> Iterator[Callable[[], bool]]:
    """Let the first Ctrl-C ask for an end after the batch; the second breaks off at once."""
    asked = threading.Event()
    before = signal.getsignal(signal.SIGINT)

    def ask(*_: object) -> None:
        asked.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, ask)
    try:
        yield asked.is_set
    finally:
        signal.signal(signal.SIGINT, before)


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
    """Return a file to read, or the standard input for `-`; call it before a memory is made.

    Raises:
        InvalidInput: it can't be read.
    """
    if os.fspath(path) == "-":
        return sys.stdin.buffer
    try:
        if path.is_file() or path.is_dir() or not path.exists():  # what a pipe says is said once
            path.open("rb").close()
    except (OSError, ValueError) as exc:
        raise InvalidInput(f"{path} can't be read: {exc}") from exc
    return path
