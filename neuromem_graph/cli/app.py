"""The application that commands are added to, and the options that may stand anywhere."""

from collections.abc import Iterable
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from neuromem_graph.cli.session import NAMESPACE, PATH, Session
from neuromem_graph.cli.showing import complain
from neuromem_graph.errors import MemoryGraphError

_ANYWHERE = {"--namespace": 1, "-n": 1, "--path": 1, "-p": 1, "--extractor": 1, "--embedder": 1,
             "--json": 0}  # fmt: skip
"""Options that may stand before or after the command -> how many values they take."""


def hoisted(given: Iterable[str]) -> list[str]:
    """Put the options that may stand anywhere before the command.

    What comes after `--` stays where it is.
    """
    first: list[str] = []
    rest: list[str] = []
    words = iter(given)
    for word in words:
        name, equals, _ = word.partition("=")
        if not word.startswith("--") and word[2:] and _ANYWHERE.get(word[:2]):
            name, equals = word[:2], word[2:]  # -pmemory
        if word == "--":
            rest += [word, *words]
        elif name in _ANYWHERE:
            first.append(word)
            if not equals:
                first += [value for _, value in zip(range(_ANYWHERE[name]), words, strict=False)]
        else:
            rest.append(word)
    return [*first, *rest]


class Group(TyperGroup):
    """Accept the common options anywhere, and print errors of this package as one line."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line."""
        return super().parse_args(ctx, hoisted(args))

    def invoke(self, ctx: Any) -> Any:
        """Run the command; what it refused, or what failed, is told and ends with 1."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as exc:
            complain("interrupted: what was written before is whole; run it again for the rest")
            raise typer.Exit(130) from exc
        except BrokenPipeError:  # who read our output has read enough
            raise
        except (MemoryGraphError, OSError) as exc:
            complain(f"{type(exc).__name__}: {exc}")
            raise typer.Exit(1) from exc


app = typer.Typer(
    name="nmem", cls=Group, no_args_is_help=True, add_completion=False,
    pretty_exceptions_enable=False, rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="--namespace, --path, --json, --extractor and --embedder may stand anywhere.",
)  # fmt: skip
ledger = typer.Typer(no_args_is_help=True, help="Look at the records, and prove them.")
trace = typer.Typer(no_args_is_help=True, help="Look at a query again.")
retrieval = typer.Typer(no_args_is_help=True, help="Understand how an answer was found.")
app.add_typer(ledger, name="ledger")
app.add_typer(trace, name="trace")
app.add_typer(retrieval, name="retrieval")


def _version(asked: bool) -> None:
    if asked:
        version = import_module("importlib.metadata").version  # costs more than all the rest
        typer.echo(f"neuromem-graph {version('neuromem-graph')}")
        raise typer.Exit


@app.callback()
def common(
    ctx: typer.Context,
    namespace: Annotated[
        str, typer.Option("--namespace", "-n", envvar="NMEM_NAMESPACE",
                          help="Whose memory: segments joined by '/'.")
    ] = NAMESPACE,
    path: Annotated[
        str, typer.Option("--path", "-p", envvar="NMEM_PATH",
                          help="A folder that holds memory.sqlite3, or a file.")
    ] = PATH,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    extractor: Annotated[
        str | None, typer.Option(envvar="NMEM_EXTRACTOR",
                                 help="A model that finds facts, such as ollama:llama3.1:8b.")
    ] = None,
    embedder: Annotated[
        str | None, typer.Option(envvar="NMEM_EMBEDDER",
                                 help="A model for search, such as ollama:nomic-embed-text.")
    ] = None,
    *,
    shown: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True,
                           help="Print the version and exit.")
    ] = False,
) -> None:  # fmt: skip
    """Remember, ask, explain and look after the memory of an agent."""
    ctx.obj = Session(namespace, path, as_json, extractor, embedder)
