"""Find the file that a path means, create it, and take back what was created for nothing."""

import os
import re
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path

from neuromem_graph import errors

DEFAULT_NAME = "memory.sqlite3"


def locate(path: str | os.PathLike[str]) -> Path | None:
    """Find the ledger file that a path means.

    Args:
        path: ":memory:", a file, or a folder that holds or shall hold `memory.sqlite3`.

    Returns:
        The file, which may not exist yet; None for memory.

    Raises:
        NotALedger: if it is a folder of other things, or neither file nor folder.
    """
    named = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if named == ":memory:":
        return None
    if not isinstance(named, str) or not named or "\0" in named:
        raise errors.NotALedger(f"{path!r:.80} is not a path: name a folder or a file")
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]+://|(?:file|sqlite):", named):
        raise errors.NotALedger(f"{named!a:.80} is a URL: name a folder or a file of this machine")
    given = Path(named).expanduser()
    try:  # one look each: another process may be creating it
        mode = given.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return given if given.suffix else given / DEFAULT_NAME
    except (OSError, UnicodeEncodeError, ValueError) as exc:
        raise errors.NotALedger(f"{named!a:.80} can't be a path: {exc}") from exc
    if stat.S_ISDIR(mode):
        inside, names = given / DEFAULT_NAME, set(os.listdir(given))
        if names and DEFAULT_NAME not in names:
            raise errors.NotALedger(
                f"{given} is a folder of other things and holds no {DEFAULT_NAME}: "
                f"name a new folder, or a file such as {inside}"
            )
        return inside
    if not stat.S_ISREG(mode):
        raise errors.NotALedger(f"{given} is neither a file nor a folder")
    return given


def holds_something(path: Path) -> bool:
    """Tell whether a file is there and not empty."""
    try:
        return path.stat().st_size > 0
    except (FileNotFoundError, NotADirectoryError):
        return False


def create(path: Path, made: list[Path]) -> None:
    """Create an empty file that only its owner reads, and the folders above it.

    Args:
        path: the file; one that is there stays as it is.
        made: gets what was not there before, the outermost folder first.

    Raises:
        NotALedger: if something above it is not a folder.
        ReadOnlyStore: if it can't be created.
    """
    try:
        for folder in (*reversed(path.parent.parents), path.parent):
            if not folder.exists():
                folder.mkdir(exist_ok=True)
                made.append(folder)
        with suppress(FileExistsError):  # another process was faster: it is not ours
            flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
            os.close(os.open(path, flags, 0o600))
            made.append(path)
    except (NotADirectoryError, FileExistsError) as exc:
        raise errors.NotALedger(f"{path.parent} is not a folder: {exc}") from exc
    except OSError as exc:
        raise errors.ReadOnlyStore(f"{path} can't be created: {exc}") from exc


def discard(made: list[Path]) -> None:
    """Remove what `create` made, unless somebody has begun to use it."""
    for path in reversed(made):
        with suppress(OSError, sqlite3.Error):
            if path.is_dir():
                path.rmdir()
            else:
                _discard_file(path)


def _discard_file(path: Path) -> None:
    """Remove a database without tables, under a lock that no writer of it can hold."""
    uri = f"{path.absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)) as conn:
        conn.execute("BEGIN EXCLUSIVE")
        if conn.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return
        path.unlink()
    for beside in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + beside).unlink(missing_ok=True)
