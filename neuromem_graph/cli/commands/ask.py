"""Commands that ask: query, worldview, and what explains an answer or a memory."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from neuromem_graph.cli.app import app, retrieval, trace
from neuromem_graph.cli.session import moment, opened, time_of, where
from neuromem_graph.cli.showing import save, saved, show
from neuromem_graph.errors import InvalidInput, NotFound
from neuromem_graph.types.naming import called

if TYPE_CHECKING:
    from neuromem_graph.types.explaining import Explanation
    from neuromem_graph.types.worldview import SlotView

Lens = Annotated[
    Literal["auto", "associative", "logical", "procedural", "historical", "audit"],
    typer.Option(help="Which surface of memory is looked at."),
]
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", help="What was known then: a sequence number, or a time."),
]
ValidAt = Annotated[
    str | None, typer.Option("--valid-at", help="What was true then: a time in ISO 8601.")
]
TraceId = Annotated[str, typer.Argument(help="Of the query: 'nmem query' prints it.")]


@app.command()
def query(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(help="The question.")],
    *,
    lens: Lens = "auto",
    k: Annotated[int, typer.Option("-k", help="Memories at most.")] = 10,
    budget: Annotated[int, typer.Option(help="Tokens of the prompt at most.")] = 800,
    as_of: AsOf = None,
    valid_at: ValidAt = None,
    include_items: Annotated[
        bool, typer.Option("--include-items", help="Also look at the items of a store.")
    ] = False,
    record: Annotated[
        bool, typer.Option("--record/--no-record", help="Keep the explanation of the answer.")
    ] = True,
) -> None:
    """Recall what is relevant to a question, as the prompt of an agent would hold it."""
    with opened(ctx, reads=not record) as memory:
        found = memory.query(
            text, k=k, budget_tokens=budget, lens=lens, as_of=moment(as_of), record=record,
            valid_at=time_of(valid_at), include_items=include_items,
        )  # fmt: skip
    lines = [found.text.rstrip("\n")] if found.text else []
    lines += [f"nothing is recalled: {found.abstained}"] if found.abstained else []
    if found.trace_id is not None:
        again = f"nmem retrieval explain {found.trace_id}{where(ctx)}"
        lines.append(f"trace {found.trace_id}: {again}")
    show(ctx, found, lines)


@app.command()
def worldview(
    ctx: typer.Context,
    question: Annotated[str | None, typer.Argument(help="Only what it asks for.")] = None,
    *,
    lens: Lens = "auto",
    as_of: AsOf = None,
    valid_at: ValidAt = None,
) -> None:
    """Show what is believed: slots, the values that compete for them, and how each is held."""
    with opened(ctx, reads=True) as memory:
        found = memory.resolve_worldview(
            question, lens=lens, as_of=moment(as_of), valid_at=time_of(valid_at)
        )
    lines = [line for slot in found.slots for line in slot_lines(slot)]
    lines += [f"... and {found.truncated} more"] if found.truncated else []
    show(ctx, found, lines or "nothing is believed")


def slot_lines(slot: "SlotView") -> list[str]:
    """Write a slot and its candidates."""
    lines = [f"{called(slot.entity, slot.relation)} {slot.attribute} ({slot.status})"]
    for one in slot.candidates:
        until = f" to {one.valid_to:%Y-%m-%d}" if one.valid_to else ""
        no = "" if one.polarity == "asserted" else f"{one.polarity}: "
        lines.append(f"  {no}{one.value}: {one.status}, {one.score:.2f}, "
                     f"from {one.valid_from:%Y-%m-%d}{until}")  # fmt: skip
    return lines


@app.command("why-written")
def why_written(
    ctx: typer.Context,
    memory_id: Annotated[str, typer.Argument(help="Id of a memory.")],
    as_of: AsOf = None,
) -> None:
    """Tell what made a memory: its event, claims, route, impact and evidence."""
    with opened(ctx, reads=True) as memory:
        found = memory.why_written(memory_id, as_of=moment(as_of))
    show(ctx, found, found.to_text())


@app.command("why-retrieved")
def why_retrieved(
    ctx: typer.Context,
    trace_id: TraceId,
    memory_id: Annotated[str, typer.Argument(help="Id of a memory of the answer.")],
) -> None:
    """Tell why one memory is in an answer: channels, ranks, gates, evidence."""
    with opened(ctx, reads=True) as memory:
        told = memory.explain(trace_id)
    item = next((one for one in told.items if one.id == memory_id), None)
    if item is None:
        passed = next((one for one in told.left_out if one.memory == memory_id), None)
        why = f" was ranked {passed.rank} and left out: {passed.says}" if passed else ""
        why = why or " is not in the answer"
        raise NotFound(f"{memory_id}{why}; 'nmem retrieval explain {trace_id}' shows all of it")
    lines = [f"{item.rank}. {item.text} ({item.score:.3f})"]
    lines += [f"  {p.channel}: {p.points:+.3f} ({p.share:.0%}), rank {p.rank}: {p.says}"
              for p in item.parts]  # fmt: skip
    lines += [f"  passed {gate.gate}: {gate.says}" for gate in item.gates]
    lines += [f"  said in event {item.evidence.event_id} at {item.evidence.said_at:%Y-%m-%d %H:%M}"]
    show(ctx, item, lines)


@retrieval.command("explain")
def explain(
    ctx: typer.Context,
    trace_id: TraceId,
    *,
    html: Annotated[
        Path | None,
        typer.Option(help="Write a page that needs no network to this file; - prints it."),
    ] = None,
) -> None:
    """Explain an answer: what was asked for, what was found, what was left out, and why."""
    with opened(ctx, reads=True) as memory:
        found = memory.explain(trace_id)
    if html is not None:
        saved(ctx, html, found.to_html())
        return
    show(ctx, found, found.to_text())


@trace.command("show")
def show_trace(ctx: typer.Context, trace_id: TraceId) -> None:
    """Show what a query answered, as it was recorded."""
    with opened(ctx, reads=True) as memory:
        found = memory.replay_trace(trace_id)
    show(ctx, found, [f"? {found.query}", found.text or f"nothing: {found.abstained}"])


@trace.command("export")
def export_trace(
    ctx: typer.Context,
    trace_id: TraceId,
    file: Annotated[Path, typer.Argument(help="Ends in .json, .html or .txt.")],
) -> None:
    """Write the explanation of an answer to a file: JSON, text, or a page that needs no network."""
    with opened(ctx, reads=True) as memory:
        found = memory.explain(trace_id)
    save(ctx, file, _as(found, file))
    show(ctx, {"file": str(file), "trace_id": trace_id}, f"written to {file}")


def _as(found: "Explanation", file: Path) -> str:
    forms = {".json": found.to_json, ".html": found.to_html, ".txt": found.to_text}
    if file.suffix not in forms:
        raise InvalidInput(f"{file.name} ends in none of {', '.join(forms)}: nothing was written")
    return forms[file.suffix]()
