"""Commands that look at the ledger; all of them show one namespace."""

import json
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

import neuromem_graph
from neuromem_graph.cli.app import ledger
from neuromem_graph.cli.commands.ask import AsOf, slot_lines
from neuromem_graph.cli.session import moment, opened, progress
from neuromem_graph.cli.showing import complain, show
from neuromem_graph.errors import InvalidInput, NotFound
from neuromem_graph.types.naming import called

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
    lines, found = _changes(old, new)
    show(ctx, found, lines or "no difference")


class _Held(NamedTuple):
    """Tell how one value is held, and of whom, as people are told it."""

    who: str
    attribute: str
    value: str
    status: str


_Values = dict[tuple[str, str], _Held]  # by slot, for two may have one name, and value


def _held(memory: "MemoryRuntime", given: str | None) -> _Values:
    """Return how each value is held at a moment."""
    found: _Values = {}
    for slot in memory.resolve_worldview(as_of=moment(given)).slots:
        who = called(slot.entity, slot.relation)
        for one in slot.candidates:
            value = f"not {one.value}" if one.polarity == "negated" else one.value
            key = slot.id or f"{who} {slot.attribute}", value
            found[key] = _Held(who, slot.attribute, value, one.status)
    return found


def _changes(old: _Values, new: _Values) -> tuple[list[str], dict[str, list[list[str]]]]:
    """Return what differs, as lines and as rows."""
    gone = sorted(old[key] for key in old.keys() - new.keys())
    came = sorted(new[key] for key in new.keys() - old.keys())
    moved = sorted((new[key], old[key].status) for key in old.keys() & new.keys()
                   if old[key].status != new[key].status)  # fmt: skip
    lines = [f"- {' '.join(one[:3])} ({one.status})" for one in gone]
    lines += [f"+ {' '.join(one[:3])} ({one.status})" for one in came]
    lines += [f"~ {' '.join(one[:3])} ({was} -> {one.status})" for one, was in moved]
    return lines, {
        "removed": [[*one] for one in gone],
        "added": [[*one] for one in came],
        "changed": [[*one[:3], was, one.status] for one, was in moved],
    }


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
        problem = report.problem
        what = problem.message if problem else "it is not whole"
        if problem and problem.code == "projection":  # all that a rebuild can heal
            what = what.replace("rebuild()", "'nmem rebuild'")
        elif "restore a backup" not in what:
            what = f"{what}: restore a backup"
        complain(what)
        raise typer.Exit(1)


def _head(given: str | None) -> "Head | None":
    if given is None:
        return None
    seq, _, digest = given.partition(":")
    if not seq.isdecimal() or len(digest) != 64:
        raise InvalidInput(f"{given!r:.80} is no head: give SEQ:HASH as 'ledger verify' prints it")
    return neuromem_graph.Head(seq=int(seq), hash=digest)
