"""Print what commands found: as lines for people, as one JSON document on request."""

import json
from collections.abc import Iterable
from typing import Any

import typer

from neuromem_graph.cli.session import session


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
