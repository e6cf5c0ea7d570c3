"""Open files and streams of JSON lines: read with places in errors, written whole or not at all."""

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from neuromem_graph.errors import InvalidInput, ReadOnlyStore

Source = str | os.PathLike[str] | IO[str] | IO[bytes] | Iterable[str]
"""A path, an open file, or lines."""

Target = str | os.PathLike[str] | IO[str] | IO[bytes]
"""A path, or a file that is open for writing."""

LONGEST = 64 * 1024 * 1024
"""Bytes, or characters, that one line may have."""


class Line(NamedTuple):
    """Hold one line and its number, from 1."""

    number: int
    text: str


def name_of(source: object) -> str:
    """Name a file in a message."""
    if isinstance(source, str | os.PathLike):
        return os.fspath(source) if isinstance(os.fspath(source), str) else repr(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "input"


@contextmanager
def lines_of(source: Source) -> Iterator[Iterator[Line]]:
    """Give the lines of a file one by one; a path is opened, and closed at the end.

    Raises:
        InvalidInput: it can't be read, is no UTF-8, or a line is longer than LONGEST.
    """
    name = name_of(source)
    if isinstance(source, str | os.PathLike):
        try:
            file = open(source, "rb")
        except (OSError, ValueError) as exc:
            raise InvalidInput(f"{name} can't be read: {exc}") from exc
        with file:
            yield _lines(file, name)
    elif hasattr(source, "readline"):
        yield _lines(source, name)
    elif isinstance(source, Iterable):
        yield (Line(n, _text(one, name, n)) for n, one in enumerate(source, 1))
    else:
        raise InvalidInput(f"{source!r:.80} is neither a path nor an open file nor lines")


def _lines(file: Any, name: str) -> Iterator[Line]:
    number = 0
    while True:
        number += 1
        try:
            line = file.readline(LONGEST + 1)
        except (OSError, ValueError) as exc:
            raise InvalidInput(f"{name}:{number}: can't be read: {exc}") from exc
        if not line:
            return
        if len(line) > LONGEST:
            raise InvalidInput(f"{name}:{number}: a line of more than {LONGEST} bytes")
        yield Line(number, _text(line, name, number))


def _text(line: object, name: str, number: int) -> str:
    if isinstance(line, str):
        return line.removeprefix("\ufeff") if number == 1 else line
    if not isinstance(line, bytes):
        raise InvalidInput(f"{name}:{number}: {type(line).__name__} is no line of text")
    try:
        return line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as exc:
        place = exc.start + 1
        raise InvalidInput(f"{name}:{number}:{place}: no UTF-8: {exc.reason}") from exc


def parsed(line: Line, name: str) -> Any:
    """Read the JSON of one line.

    Raises:
        InvalidInput: it is none; the message names file, line and column.
    """
    try:
        return json.loads(line.text)
    except json.JSONDecodeError as exc:
        place = f"{name}:{line.number + exc.lineno - 1}:{exc.colno}"
        raise InvalidInput(f"{place}: not JSON: {exc.msg}") from exc
    except (ValueError, RecursionError) as exc:
        raise InvalidInput(f"{name}:{line.number}:1: not JSON: {exc}") from exc


@contextmanager
def written(target: Target) -> Iterator[Any]:
    """Give a function that writes lines; a path holds all of them at the end, or is as it was.

    The file can be read by its owner alone: it holds what people said.

    Raises:
        InvalidInput: it can't be written to.
        ReadOnlyStore: the disk refused.
    """
    if not isinstance(target, str | os.PathLike):
        yield _writer(target)
        return
    path = Path(target)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    except (OSError, ValueError) as exc:
        raise ReadOnlyStore(f"{path} can't be written: {exc}") from exc
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file.write
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as exc:
        raise ReadOnlyStore(f"{path} can't be written: {exc}") from exc
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


def _writer(target: Any) -> Any:
    if not hasattr(target, "write"):
        raise InvalidInput(f"{target!r:.80} is neither a path nor a file that is open for writing")
    mode = getattr(target, "mode", "")
    if "b" in mode if isinstance(mode, str) else False:
        return lambda line: target.write(line.encode())
    if not hasattr(target, "encoding") and hasattr(target, "getbuffer"):  # io.BytesIO
        return lambda line: target.write(line.encode())
    return target.write
