"""The command that tells what makes a memory worse."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import neuromem_graph
from neuromem_graph.cli.app import app
from neuromem_graph.cli.commands.pictures import Html
from neuromem_graph.cli.session import opened, progress, readable
from neuromem_graph.cli.showing import saved, show
from neuromem_graph.errors import InvalidInput
from neuromem_graph.pipeline.json_files import Line, lines_of, name_of, parsed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from neuromem_graph import MemoryRuntime

_ITEM = ("namespace", "key", "value")


@app.command()
def audit(
    ctx: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(help="Items of another LangGraph store as JSON lines; - reads the standard "
                            "input."),
    ] = None,
    *,
    html: Html = None,
) -> None:  # fmt: skip
    """Tell of duplicates, echoes, contradictions, what nobody asked for, orphans, and secrets.

    Nothing is changed. With FILE the items in it are audited instead, each an object with
    'namespace', 'key', 'value' and perhaps 'created_at'; no memory is needed for that.
    """
    with _auditor(ctx, file) as memory, progress("auditing") as tell:
        report = memory.audit(None if file is None else _items(file), progress=tell)
    if html is not None:
        saved(ctx, html, report.to_html())
        return
    show(ctx, report, str(report))


@contextmanager
def _auditor(ctx: typer.Context, file: Path | None) -> "Iterator[MemoryRuntime]":
    if file is None:
        with opened(ctx, reads=True) as memory:
            yield memory
        return
    with neuromem_graph.MemoryRuntime.local("audit", ":memory:") as memory:
        yield memory


def _items(file: Path) -> list[Any]:
    """Read items of another store.

    Raises:
        InvalidInput: a line holds none; file and line are named.
    """
    source: Any = readable(file)
    with lines_of(source) as lines:
        return [_item(line, name_of(source)) for line in lines if line.text.strip()]


def _item(line: Line, name: str) -> Any:
    item = parsed(line, name)
    lacks = [key for key in _ITEM if not isinstance(item, dict) or key not in item]
    if lacks:
        raise InvalidInput(
            f"{name}:{line.number}:1: no item of a store: {', '.join(lacks)} missing; give one "
            'object a line, such as {"namespace": ["ann"], "key": "1", "value": {"text": "..."}}'
        )
    return item
