"""Commands that look after memories: what waits, what is put away, what was wrong."""

import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from neuromem_graph.cli.app import app
from neuromem_graph.cli.session import opened, time_of
from neuromem_graph.cli.showing import harmless, show

if TYPE_CHECKING:
    from neuromem_graph.types.ingest import HeldItem

MemoryId = Annotated[str, typer.Argument(help="Id of a memory.")]
Reason = Annotated[
    str | None, typer.Option(help="A code that stands in the record, such as asked_by_user.")
]


@app.command()
def pending(
    ctx: typer.Context,
    reason: Annotated[str | None, typer.Option(help="Only what waits for it.")] = None,
) -> None:
    """Show what waits for a decision, each with the answers that fit."""
    with opened(ctx, reads=True) as memory:
        found = memory.pending(reason)
    show(ctx, found, [line for one in found for line in _held(one)] or "nothing waits")


def _held(one: "HeldItem") -> list[str]:
    lines = [f"{one.id} {one.reason}: {one.text}"]
    lines += [f"  claim: {one.claim}"] if one.claim else []
    lines += [f"  entity {c.entity}: {c.name}{f' ({c.relation})' if c.relation else ''}"
              for c in one.choices]  # fmt: skip
    return [*lines, f"  nmem decide {one.id} {'|'.join(one.allowed)}"]


@app.command()
def decide(
    ctx: typer.Context,
    held_id: Annotated[str, typer.Argument(help="Id of what waits: see 'nmem pending'.")],
    decision: Annotated[
        Literal["accept", "reject", "merge", "new", "edit"], typer.Argument(help="The answer.")
    ],
    *,
    entity: Annotated[int | None, typer.Option(help="For merge: which of the choices.")] = None,
    text: Annotated[str | None, typer.Option(help="For edit: what is right instead.")] = None,
    by: Annotated[str, typer.Option(help="Who answers.")] = "human",
) -> None:
    """Answer what waits for a decision."""
    with opened(ctx) as memory:
        receipt = memory.decide(held_id, decision, entity=entity, text=text, by=by)
    show(ctx, receipt, str(receipt))


@app.command()
def forget(
    ctx: typer.Context,
    memory_id: MemoryId,
    *,
    action: Annotated[
        Literal["decay", "inhibit", "suppress", "invalidate", "expire", "archive", "compress"],
        typer.Option(help="How it is put away."),
    ] = "inhibit",
    reason: Reason = None,
) -> None:
    """Put a memory away; nothing is lost, and 'nmem restore' brings it back."""
    with opened(ctx) as memory:
        receipt = memory.forget(memory_id, action, reason=reason)
    show(ctx, receipt, str(receipt))


@app.command()
def restore(ctx: typer.Context, memory_id: MemoryId, reason: Reason = None) -> None:
    """Bring back a memory that was put away, has expired or decayed."""
    with opened(ctx) as memory:
        receipt = memory.restore(memory_id, reason=reason)
    show(ctx, receipt, str(receipt))


@app.command()
def pin(ctx: typer.Context, memory_id: MemoryId, reason: Reason = None) -> None:
    """Let a memory fade no more, however long nobody uses it."""
    with opened(ctx) as memory:
        receipt = memory.pin(memory_id, reason=reason)
    show(ctx, receipt, str(receipt))


@app.command()
def unpin(ctx: typer.Context, memory_id: MemoryId, reason: Reason = None) -> None:
    """Let a memory fade with time again."""
    with opened(ctx) as memory:
        receipt = memory.unpin(memory_id, reason=reason)
    show(ctx, receipt, str(receipt))


@app.command()
def erase(
    ctx: typer.Context,
    id_: Annotated[str, typer.Argument(metavar="ID", help="Of a memory or an event.")],
    *,
    reason: Annotated[
        str, typer.Option(help="A code that stands in the record, such as asked_by_user.")
    ] = "requested",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Remove the content of a memory or an event for good, at every moment; can't be undone.

    What was derived from it alone goes with it. docs/lifecycle.md says what is out of its reach.
    Without --yes it asks on a terminal, and refuses anywhere else.
    """
    if not yes and not sys.stdin.isatty():
        raise typer.BadParameter("an erasure can't be undone: give --yes")
    if not yes:
        typer.confirm(f"erase {harmless(id_)} for good?", abort=True, err=True)
    with opened(ctx) as memory:
        gone = memory.erase(id_, reason)
    show(ctx, gone, str(gone))


@app.command()
def correct(
    ctx: typer.Context,
    memory_id: MemoryId,
    text: Annotated[str, typer.Argument(help="The right words, a whole sentence.")],
    at: Annotated[str | None, typer.Option(help="When it was corrected; now by default.")] = None,
) -> None:
    """Put the right words in the place of a memory: it was never so."""
    with opened(ctx) as memory:
        receipt = memory.correct(memory_id, text, at=time_of(at))
    show(ctx, receipt, str(receipt))


@app.command("after-turn")
def after_turn(
    ctx: typer.Context,
    trace_id: Annotated[str, typer.Argument(help="Of the query whose answer was used.")],
    outcome: Annotated[str, typer.Argument(help="success, partial, failure or unknown.")],
    feedback: Annotated[str | None, typer.Option(help="What was said about it.")] = None,
) -> None:
    """Tell how a turn went that had used what a query gave."""
    with opened(ctx) as memory:
        receipt = memory.after_turn(trace_id, outcome, feedback)
    show(ctx, receipt, str(receipt))
