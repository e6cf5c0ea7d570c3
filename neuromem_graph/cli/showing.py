"""Print what commands found: as lines for people, as one JSON document on request."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import typer

from neuromem_graph.cli.session import session
from neuromem_graph.pipeline.json_files import written


def show(ctx: typer.Context, found: Any, lines: str | Iterable[str]) -> None:
    """Print a record: its JSON with `--json`, else the lines.

    Args:
        ctx: of the command.
        found: a record, several, or plain JSON.
        lines: what people read.
    """
    if session(ctx).json:
        typer.echo(json.dumps(plain(found), indent=2, sort_keys=True))
        return
    typer.echo(harmless(lines if isinstance(lines, str) else "\n".join(lines)))


def save(ctx: typer.Context, file: Path, text: str) -> bool:
    """Write a page or a text to a file, whole or not at all; only its owner may read it.

    Args:
        ctx: of the command.
        file: `-` is the standard output, which then holds nothing else.
        text: what it holds.

    Returns:
        Whether there is a file to speak of.

    Raises:
        ReadOnlyStore: it can't be written.
        BadParameter: the standard output was to hold JSON, too.
    """
    sent = text.encode("utf-8", "backslashreplace")  # half a surrogate pair of a command line
    if str(file) != "-":
        with written(file) as write:
            write(sent.decode())
        return True
    if session(ctx).json:
        raise typer.BadParameter("the standard output can't hold --json and a page: name a file")
    typer.echo(sent, nl=not text.endswith("\n"))
    return False


def saved(ctx: typer.Context, file: Path, page: str) -> None:
    """Save a page or a text, and say where it is."""
    if save(ctx, file, page):
        show(ctx, {"file": str(file)}, f"written to {file}")


def plain(found: Any) -> Any:
    """Return records as plain JSON."""
    if hasattr(found, "model_dump"):
        return found.model_dump(mode="json")
    if isinstance(found, dict):
        return {str(name): plain(one) for name, one in found.items()}
    return [plain(one) for one in found] if isinstance(found, list | tuple) else found


def harmless(text: str) -> str:
    """Show signs that could move a terminal's cursor, or hide text, instead of sending them."""
    return "".join(
        sign if sign.isprintable() or sign in "\n\t" else sign.encode("unicode_escape").decode()
        for sign in text
    )


def complain(text: str) -> None:
    """Print one line about what went wrong, to the standard error."""
    typer.echo(f"nmem: {' '.join(harmless(text).split())}", err=True)


def counts(found: dict[str, int]) -> str:
    """Write counts by name on one line."""
    return ", ".join(f"{name} {count}" for name, count in found.items()) or "none"
