"""Commands that run a memory: counts, rebuilding, export, import, backup, and the MCP server."""

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from neuromem_graph.cli.app import app
from neuromem_graph.cli.session import opened, progress, readable
from neuromem_graph.cli.showing import counts, show
from neuromem_graph.errors import InvalidInput

if TYPE_CHECKING:
    from neuromem_graph import MemoryRuntime

Everything = Annotated[
    bool, typer.Option("--everything", help="All namespaces of the file, not this one alone.")
]


@app.command()
def stats(ctx: typer.Context) -> None:
    """Count what the namespace holds."""
    with opened(ctx, reads=True) as memory:
        found, name = memory.stats(), "/".join(memory.namespace)
    show(ctx, found, [
        f"namespace {name}, ledger at {found.head.seq}",
        f"events {found.events}, entities {found.entities}, slots {found.slots}",
        f"memories: {counts(found.memories)}", f"kinds: {counts(found.kinds)}",
        f"beliefs: {counts(found.beliefs)}", f"edges: {counts(found.edges)}",
        f"held {found.held}, deferred {found.deferred}, refused {found.refused}, "
        f"tainted {found.tainted}",
    ])  # fmt: skip


@app.command()
def rebuild(ctx: typer.Context) -> None:
    """Drop every derived table and fold the ledger again; answers stay the same.

    It heals derived tables alone: where a record was edited or is missing, it ends with 1.
    """
    with opened(ctx) as memory, progress("folding"):
        folded = memory.rebuild()
    show(ctx, {"records": folded}, f"{folded} records folded")


@app.command("export")
def export_(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="The file; - writes to the standard output.")],
    everything: Everything = False,
) -> None:
    """Write the namespace as JSON lines, from which 'nmem import' gives equal answers."""
    if str(file) == "-":
        with opened(ctx, reads=True) as memory:
            memory.export_jsonl(sys.stdout.buffer, everything=everything)
        return
    with opened(ctx, reads=True) as memory, progress("exporting") as tell:
        told = memory.export_jsonl(file, everything=everything, progress=tell)
    show(ctx, told, [f"{told.records} records to {file}", f"sha256 {told.sha256}"])


@app.command("import")
def import_(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="The file; - reads standard input: give --format.")],
    *,
    form: Annotated[
        Literal["auto", "export", "mem0", "chat"],
        typer.Option("--format", help="An export of 'nmem export', of mem0, or a chat."),
    ] = "auto",
    everything: Everything = False,
    user_id: Annotated[str | None, typer.Option(help="Of mem0: whose memories.")] = None,
    role: Annotated[
        Literal["assistant", "user", "tool"], typer.Option(help="Of mem0: whose word they are.")
    ] = "assistant",
    sample: Annotated[str | None, typer.Option(help="Of LoCoMo: which conversation.")] = None,
) -> None:
    """Take in an export, what mem0's get_all gave, or a chat; importing twice adds nothing."""
    source = readable(file)
    chosen = _form(file) if form == "auto" else form
    with opened(ctx, makes=True) as memory, progress(f"importing {file.name}") as tell:
        told = _imported(memory, source, chosen, progress=tell, everything=everything,
                         user_id=user_id, role=role, sample=sample)  # fmt: skip
    show(ctx, told, f"{told.added} added, {told.known} known ({chosen})")


def _imported(memory: "MemoryRuntime", source: Any, form: str, *, progress: Any, **how: Any) -> Any:
    if form == "export":
        return memory.import_jsonl(source, everything=how["everything"], progress=progress)
    if form == "mem0":
        return memory.import_mem0(
            source, user_id=how["user_id"], role=how["role"], progress=progress
        )
    return memory.import_chat(source, sample=how["sample"], progress=progress)


def _form(file: Path) -> str:
    """Tell by its beginning what a file holds.

    Raises:
        InvalidInput: it is the standard input, or another pipe.
    """
    if not file.is_file():
        raise InvalidInput("what comes through a pipe has to be named by --format")
    with file.open(encoding="utf-8", errors="replace") as opened_file:
        begins = opened_file.read(4_096)
    if '"format":"neuromem-graph-export"' in begins.partition("\n")[0]:
        return "export"
    return "mem0" if '"memory"' in begins and '"content"' not in begins else "chat"


@app.command()
def backup(ctx: typer.Context, file: Annotated[Path, typer.Argument(help="A new file.")]) -> None:
    """Copy the whole file while it is in use, and verify the copy."""
    with opened(ctx, reads=True) as memory, progress("copying") as tell:
        told = memory.backup(file, progress=tell)
    show(ctx, told, [f"{told.records} records to {told.path}, verified",
                     f"head {told.head.seq}:{told.head.hash}"])  # fmt: skip


@app.command()
def mcp(ctx: typer.Context) -> None:
    """Serve the namespace to MCP clients over standard input and output (extra `mcp`)."""
    serve = import_module("neuromem_graph.mcp").serve  # needs a package that may be missing
    with opened(ctx, makes=True) as memory:
        serve(memory)
