"""Commands that draw what is believed: as a graph, and along both axes of time."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from neuromem_graph.cli.app import app
from neuromem_graph.cli.commands.ask import AsOf
from neuromem_graph.cli.session import moment, opened
from neuromem_graph.cli.showing import saved, show
from neuromem_graph.types.naming import called

if TYPE_CHECKING:
    from neuromem_graph.types.timelines import TimelineBar, TimelineRow

Html = Annotated[
    Path | None,
    typer.Option("--html", help="Write a page that needs no network to this file; - prints it."),
]
_GONE = {"changed": "changed", "corrected": "corrected", "put_away": "put away", "known": "changed"}


@app.command()
def graph(
    ctx: typer.Context,
    *,
    html: Html = None,
    as_of: AsOf = None,
    most: Annotated[int, typer.Option(help="Entities and values drawn, up to 150.")] = 60,
) -> None:
    """Draw what is believed as a graph: a page with --html, else the text of a Mermaid flowchart.

    With --json all nodes and edges are printed, with their times.
    """
    with opened(ctx, reads=True) as memory:
        if html is not None:
            saved(ctx, html, memory.graph_html(as_of=moment(as_of), most=most))
            return
        found = memory.graph(as_of=moment(as_of))
    drawn = {
        "nodes": [{"id": key, **data} for key, data in found.nodes(data=True)],
        "edges": [{"source": one, "target": other, **_dated(data)}
                  for one, other, data in found.edges(data=True)],
    }  # fmt: skip
    mermaid = import_module("neuromem_graph.pictures").mermaid  # loads what draws
    show(ctx, drawn, mermaid(found, most=most).rstrip("\n"))


def _dated(data: dict[str, Any]) -> dict[str, Any]:
    return {key: one.isoformat() if hasattr(one, "isoformat") else one for key, one in data.items()}


@app.command()
def timeline(
    ctx: typer.Context,
    *,
    html: Html = None,
    as_of: AsOf = None,
    most: Annotated[int, typer.Option(help="Slots, those told about last, up to 200.")] = 40,
) -> None:
    """Show when each value was true, and when that was on record; a page with --html."""
    with opened(ctx, reads=True) as memory:
        if html is not None:
            saved(ctx, html, memory.timeline_html(as_of=moment(as_of), most=most))
            return
        found = memory.timeline(as_of=moment(as_of), most=most)
    lines = [line for row in found.rows for line in _row(row)]
    lines += [f"... and {found.left_out} more slots"] if found.left_out else []
    show(ctx, found, lines or "nothing is believed")


def _row(row: "TimelineRow") -> list[str]:
    who = called(row.entity, row.relation)
    return [f"{who} {row.attribute}", *(f"  {_bar(bar)}" for bar in row.bars)]


def _bar(bar: "TimelineBar") -> str:
    until = f" to {bar.valid_to:%Y-%m-%d}" if bar.valid_to else ""
    no = "" if bar.polarity == "asserted" else f"{bar.polarity}: "
    line = f"{no}{bar.value or '(erased)'}: from {bar.valid_from:%Y-%m-%d}{until}, "
    line += f"recorded {bar.known_at:%Y-%m-%d}"
    if bar.gone_at is not None:
        return f"{line}, {_GONE[bar.fate]} {bar.gone_at:%Y-%m-%d}"
    return f"{line}, {bar.holds}" if bar.holds else line
