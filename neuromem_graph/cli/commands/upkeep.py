"""Commands for a scheduler or an idle hour: sleep, decay, size, what waits, what has no vector."""

from pathlib import Path
from typing import Annotated

import typer

from neuromem_graph.cli.app import app
from neuromem_graph.cli.session import opened, progress, session, stoppable, time_of, where
from neuromem_graph.cli.showing import complain, plain, show
from neuromem_graph.errors import ConfigError


@app.command()
def sleep(
    ctx: typer.Context,
    *,
    budget: Annotated[
        float | None, typer.Option(help="Seconds; no further batch begins after them.")
    ] = None,
    items: Annotated[
        int | None, typer.Option(help="Memories merged, promoted, settled or compiled at most.")
    ] = None,
    at: Annotated[str | None, typer.Option(help="What counts as now: a time in ISO 8601.")] = None,
) -> None:
    """Merge what says the same, promote, settle conflicts, compile what was repeated.

    Nothing is deleted. The first Ctrl-C ends it after the batch it is in, with 130; what was done
    is told, and the next sleep goes on with the rest.
    """
    with opened(ctx) as memory, progress("sleeping") as tell, stoppable() as stopped:

        def told(phase: str, done: int, total: int) -> None:
            if phase == "plan" and stopped():
                raise KeyboardInterrupt  # nothing is written yet
            tell(done, total, phase)

        report = memory.sleep(
            budget=budget, items=items, at=time_of(at), progress=told, stop=stopped
        )
        broken = stopped()
    show(ctx, report, str(report))
    if broken:
        complain(f"interrupted: all of this is kept, and 'nmem sleep{where(ctx)}' goes on")
        raise typer.Exit(130)


@app.command()
def decay(
    ctx: typer.Context,
    *,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only look: nothing is written.")
    ] = False,
    at: Annotated[str | None, typer.Option(help="The moment, in ISO 8601; now by default.")] = None,
    listed: Annotated[int, typer.Option(help="Memories of each sort that are listed.")] = 10,
) -> None:
    """Record what went unused, and list what could be put away; nothing is deleted.

    Put it away with 'nmem forget MEMORY_ID --action archive', or keep it with 'nmem pin'.
    """
    with opened(ctx, reads=dry_run) as memory, progress("looking for what faded") as tell:
        report = memory.run_decay(dry_run=dry_run, at=time_of(at), listed=listed, progress=tell)
    show(ctx, report, str(report))


@app.command()
def compact(
    ctx: typer.Context,
    *,
    into: Annotated[
        Path | None, typer.Option(help="Also write a copy without free pages to this new file.")
    ] = None,
) -> None:
    """Make the file smaller: no record is touched, and no answer changes.

    It drops old explanations of queries and vectors of models that are no longer in use, of all
    namespaces of the file. A copy is checked; put it in the place of the file yourself.
    """
    with opened(ctx) as memory, progress("compacting"):
        told = memory.compact(into=into)
    show(ctx, told, str(told))


@app.command("db-stats")
def db_stats(
    ctx: typer.Context,
    *,
    namespaces: Annotated[
        bool, typer.Option("--namespaces", help="Also name and count all namespaces of the file.")
    ] = False,
) -> None:
    """Measure the file: pages, log, and rows and bytes of tables that belong together."""
    with opened(ctx, reads=True) as memory, progress("measuring"):
        found = memory.db_stats(namespaces=namespaces)
    spaces = [{"namespace": list(name), **held} for name, held in found.namespaces.items()]
    show(ctx, plain(found) | {"namespaces": spaces}, str(found))


@app.command()
def reindex(ctx: typer.Context) -> None:
    """Embed every memory that has no vector of the model named by --embedder.

    A run that was broken off goes on where it stopped.
    """
    if session(ctx).embedder is None:
        raise ConfigError("name a model by --embedder, such as ollama:nomic-embed-text")
    with opened(ctx) as memory, progress("embedding") as tell:
        done = memory.reindex(tell)
    show(ctx, {"embedded": done}, f"{done} memories embedded")


@app.command("retry-deferred")
def retry_deferred(
    ctx: typer.Context,
    limit: Annotated[int | None, typer.Option(help="Turns at most; all by default.")] = None,
) -> None:
    """Finish turns that wait for their extraction, once the model is back.

    Name the model by --extractor. If a turn goes on waiting, the command ends with 1.
    """
    with opened(ctx) as memory, progress("extracting"):
        receipt = memory.retry_deferred(limit)
    show(ctx, receipt, str(receipt) or "nothing waits")
    if late := receipt.of("deferred"):
        complain(f"{len(late)} go on waiting: {late[0].reason}")
        raise typer.Exit(1)
