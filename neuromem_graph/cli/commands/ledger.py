"""Commands that look at the ledger; all of them show one namespace."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

import neuromem_graph
from neuromem_graph.cli.app import ledger
from neuromem_graph.cli.commands.ask import AsOf, slot_lines
from neuromem_graph.cli.session import moment, opened, progress
from neuromem_graph.cli.showing import complain, show
from neuromem_graph.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from neuromem_graph import Head, MemoryRuntime, Verification
    from neuromem_graph.types.moving import LogEntry

_WIDE = 120  # signs of a line of the log


@ledger.command("show")
def show_log(
    ctx: typer.Context,
    seq: Annotated[int | None, typer.Argument(help="Only the record of this number.")] = None,
    *,
    last: Annotated[int, typer.Option(help="Records at most: the last ones.")] = 20,
    after: Annotated[int, typer.Option(help="Only those with a greater number.")] = 0,
    before: Annotated[int | None, typer.Option(help="Only those with a smaller number.")] = None,
) -> None:
    """Show the last records of the namespace, or one, as they stand in the ledger."""
    with opened(ctx, reads=True) as memory:
        if seq is None:
            found = memory.log(after=after, before=before, limit=last)
        elif not (found := memory.log(after=max(seq - 1, 0), before=max(seq + 1, 1), limit=1)):
            raise NotFound(f"this namespace holds no record {seq}")
    show(ctx, found, [_line(entry) for entry in found] or "no records")


def _line(entry: "LogEntry") -> str:
    payload, header = entry.payload or {}, entry.header
    said: Any = payload.get("text", payload.get("name", payload.get("value")))
    what = "(erased)" if entry.erased else said if said is not None else json.dumps(header)
    return f"{entry.seq:>6} {entry.at:%Y-%m-%d %H:%M:%S} {entry.kind:<10} {what!s}"[:_WIDE]


@ledger.command()
def replay(ctx: typer.Context, as_of: AsOf = None) -> None:
    """Fold the records anew, compare with what is kept, and show what is believed at a moment.

    Nothing is changed. A difference is told, and the command ends with 1.
    """
    with opened(ctx, reads=True) as memory:
        report = memory.verify(deep=True)
        found = memory.resolve_worldview(as_of=moment(as_of)) if report.ok else None
    slots = found.slots if found is not None else ()
    lines = [f"{report.records} records folded anew: {'equal' if report.ok else 'NOT equal'}"]
    lines += [line for slot in slots for line in slot_lines(slot)]
    show(ctx, {"verification": report, "worldview": found}, lines)
    _end(report)


@ledger.command()
def diff(
    ctx: typer.Context,
    first: Annotated[str, typer.Argument(help="A sequence number, or a time.")],
    second: Annotated[str | None, typer.Argument(help="The same; the end by default.")] = None,
) -> None:
    """Show how what is believed changed from one moment to another."""
    with opened(ctx, reads=True) as memory:
        old, new = _held(memory, first), _held(memory, second)
    gone = sorted(old.keys() - new.keys())
    came = sorted(new.keys() - old.keys())
    lines = [f"- {' '.join(key)} ({old[key]})" for key in gone]
    lines += [f"+ {' '.join(key)} ({new[key]})" for key in came]
    moved = sorted(key for key in old.keys() & new.keys() if old[key] != new[key])
    lines += [f"~ {' '.join(key)} ({old[key]} -> {new[key]})" for key in moved]
    found = {
        "removed": [[*key, old[key]] for key in gone],
        "added": [[*key, new[key]] for key in came],
        "changed": [[*key, old[key], new[key]] for key in moved],
    }
    show(ctx, found, lines or "no difference")


def _held(memory: "MemoryRuntime", given: str | None) -> dict[tuple[str, str, str], str]:
    """Return how each value is held at a moment, by entity, attribute and value."""
    view = memory.resolve_worldview(as_of=moment(given))
    return {(slot.entity, slot.attribute, f"not {one.value}" if one.polarity == "negated" else
             one.value): one.status for slot in view.slots for one in slot.candidates}  # fmt: skip


@ledger.command()
def verify(
    ctx: typer.Context,
    *,
    deep: Annotated[
        bool, typer.Option("--deep", help="Also fold everything anew and compare.")
    ] = False,
    expected_head: Annotated[
        str | None, typer.Option(help="SEQ:HASH of a head kept elsewhere: finds a rollback.")
    ] = None,
) -> None:
    """Check the whole chain, and name the first problem; it ends with 1 if there is one.

    One chain holds the records of all namespaces; what is printed are counts and hashes alone.
    """
    with opened(ctx, reads=True) as memory, progress("verifying"):
        report = memory.verify(deep=deep, expected_head=_head(expected_head))
    lines = [f"{'whole' if report.ok else 'DAMAGED'}: {report.records} records",
             f"head {report.head.seq}:{report.head.hash}"]  # fmt: skip
    show(ctx, report, lines)
    _end(report)


def _end(report: "Verification") -> None:
    if not report.ok:
        what = report.problem.message if report.problem else "it is not whole"
        complain(f"{what}: restore a backup, or run 'nmem rebuild' if only projections differ")
        raise typer.Exit(1)


def _head(given: str | None) -> "Head | None":
    if given is None:
        return None
    seq, _, digest = given.partition(":")
    if not seq.isdecimal() or len(digest) != 64:
        raise InvalidInput(f"{given!r:.80} is no head: give SEQ:HASH as 'ledger verify' prints it")
    return neuromem_graph.Head(seq=int(seq), hash=digest)
