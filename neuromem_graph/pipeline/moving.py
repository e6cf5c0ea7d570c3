"""Export a memory, import an export, back up the file, and look at its records."""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from neuromem_graph.errors import InvalidInput
from neuromem_graph.pipeline import json_files
from neuromem_graph.pipeline.json_files import Line, Source, Target
from neuromem_graph.pipeline.reindexing import Progress, teller
from neuromem_graph.ports.moving import Copyable, Portable, Showing
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.moving import Copied, Exported, Imported, LogEntry


def export(
    namespace: Namespace | None, target: Target, resources: Resources, progress: Progress | None
) -> Exported:
    """Write a namespace, or with None the whole ledger, as lines."""
    ledger, tell = _portable(resources), teller(progress)
    with json_files.written(target) as write:
        return ledger.export(write, namespace, tell)


def import_(
    namespace: Namespace | None, source: Source, resources: Resources, progress: Progress | None
) -> Imported:
    """Take in an export: of one namespace, or with None whatever it holds."""
    ledger, tell, name = _portable(resources), teller(progress), json_files.name_of(source)
    with json_files.lines_of(source) as lines:
        try:
            return ledger.import_lines(_texts(lines), namespace, tell)
        except InvalidInput as exc:
            raise type(exc)(f"{name}: {exc}") from exc


def _texts(lines: Iterator[Line]) -> Iterator[str]:
    return (line.text for line in lines)


def _portable(resources: Resources) -> Portable:
    if not isinstance(resources.ledger, Portable):
        raise InvalidInput(f"{type(resources.ledger).__name__} can neither export nor import")
    return resources.ledger


def backup(
    target: str | os.PathLike[str], resources: Resources, keyed: Path | None,
    progress: Progress | None,
) -> Copied:  # fmt: skip
    """Copy the whole file, verified; what marks secrets in it (its key file) is copied with it.

    Args:
        target: a new file.
        resources: the ledger.
        keyed: the ledger file, whose key lies beside it; None for memory.
        progress: told now and then.
    """
    if not isinstance(resources.ledger, Copyable):
        raise InvalidInput(f"{type(resources.ledger).__name__} can't be copied")
    if not isinstance(target, str | os.PathLike) or not isinstance(os.fspath(target), str):
        raise InvalidInput(f"{target!r:.80} is not a path: name a new file")
    path = Path(target)
    head = resources.ledger.copy_to(path, teller(progress))
    if keyed is not None:
        key = keyed.with_name(f"{keyed.name}.key")
        with suppress(FileNotFoundError):
            _copy_key(key, path.with_name(f"{path.name}.key"))
    return Copied(path=str(path), records=head.seq, head=head)


def _copy_key(key: Path, target: Path) -> None:
    with open(key, "rb") as old, open(os.open(target, _FRESH, 0o600), "wb") as new:
        shutil.copyfileobj(old, new)


_FRESH = os.O_WRONLY | os.O_CREAT | os.O_TRUNC


def log(
    namespace: Namespace, resources: Resources, *, after: int, before: int | None, limit: int
) -> tuple[LogEntry, ...]:
    """Return the last records of a namespace between two sequence numbers, oldest first."""
    for name, given in (("after", after), ("before", before), ("limit", limit)):
        if given is not None and (type(given) is not int or given < 0):
            raise InvalidInput(f"{name}={given!r:.80} is not a number from 0 on")
    if not isinstance(resources.ledger, Showing):
        raise InvalidInput(f"{type(resources.ledger).__name__} can't show its records")
    return resources.ledger.entries(namespace, after, before, limit) if limit else ()
