"""The command that looks whether everything is in order, and says what to do if not."""

import os
import sqlite3
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Literal, NamedTuple

import typer

import neuromem_graph
from neuromem_graph.cli.app import app
from neuromem_graph.cli.session import Session, is_missing, progress, session
from neuromem_graph.cli.showing import show
from neuromem_graph.errors import MemoryGraphError, NotALedger

Verdict = Literal["ok", "note", "bad"]

_PYTHON = (3, 11)
_SQLITE = (3, 37, 0)  # STRICT tables
_RESET_FIXED = (3, 51, 3)  # and a commit that races a checkpoint can lose pages before it
_FRAMEWORKS = (("langgraph", (1, 2)), ("langgraph-checkpoint", (4, 3)), ("langchain-core", (1, 0)))
_SAID = "My sister Nina lives in Antwerp."
_START = "start the server, pull the model, or name another by {}"


class Finding(NamedTuple):
    """Say how one thing is, and what to do if it is not as it should be."""

    what: str
    verdict: Verdict
    found: str
    advice: str = ""


@app.command()
def doctor(ctx: typer.Context) -> None:
    """Check Python, SQLite, packages, the file and its chain, and the models that are named.

    What is not in order is told with what to do; if something is broken, it ends with 1.
    """
    told = session(ctx)
    with progress("looking"):
        found = [*_machine(), *_packages(), *_file(told), *_models(told)]
    marks = {"ok": "ok  ", "note": "note", "bad": "BAD "}
    lines: list[str] = []
    for one in found:
        lines.append(f"{marks[one.verdict]} {one.what}: {one.found}")
        lines += [f"     {one.advice}"] if one.advice else []
    broken = any(one.verdict == "bad" for one in found)
    show(ctx, {"ok": not broken, "findings": [one._asdict() for one in found]}, lines)
    if broken:
        raise typer.Exit(1)


def _machine() -> Iterator[Finding]:
    told = ".".join(map(str, sys.version_info[:3]))
    fits = sys.version_info[:2] >= _PYTHON
    yield Finding("Python", "ok" if fits else "bad", told,
                  "" if fits else "install Python 3.11 or newer")  # fmt: skip
    held = tuple(map(int, sqlite3.sqlite_version.split(".")))
    if held < _SQLITE:
        yield Finding("SQLite", "bad", sqlite3.sqlite_version, "3.37 or newer is needed")
    elif held < _RESET_FIXED:
        yield Finding(
            "SQLite", "note", sqlite3.sqlite_version,
            "before 3.51.3 a commit that races a checkpoint of another program can damage a file; "
            "this package holds one lock around both: let nothing else write to the file",
        )  # fmt: skip
    else:
        yield Finding("SQLite", "ok", sqlite3.sqlite_version)


def _packages() -> Iterator[Finding]:
    metadata = import_module("importlib.metadata")  # costs more than all other commands need
    yield Finding("neuromem-graph", "ok", metadata.version("neuromem-graph"))
    for name, least in _FRAMEWORKS:
        wanted = ".".join(map(str, least))
        try:
            told = metadata.version(name)
        except metadata.PackageNotFoundError:
            yield Finding(name, "bad", "missing", f"pip install '{name}>={wanted}'")
            continue
        fits = tuple(int(part) for part in told.split(".")[:2] if part.isdigit()) >= least
        yield Finding(name, "ok" if fits else "bad", told,
                      "" if fits else f"pip install -U '{name}>={wanted}'")  # fmt: skip


def _file(told: Session) -> Iterator[Finding]:
    if is_missing(told.path):
        yield Finding("file", "note", f"none at {told.path}", "make one with 'nmem init'")
        return
    try:
        with neuromem_graph.MemoryRuntime.local(
            told.namespace, told.path, read_only=True
        ) as memory:
            place = Path(getattr(memory.resources.ledger, "path", None) or told.path)
            writes = os.access(place, os.W_OK) and os.access(place.parent, os.W_OK)
            yield Finding("file", "ok" if writes else "note", str(place), "" if writes else
                          "it can't be written: questions are answered, not recorded")  # fmt: skip
            yield Finding("schema", "ok", "known to this version")
            report = memory.verify()
            stats = memory.stats()
    except NotALedger as exc:
        yield Finding("file", "bad", str(exc), "name the file of a memory by --path")
        return
    except MemoryGraphError as exc:
        yield Finding("file", "bad", f"{type(exc).__name__}: {exc}")
        return
    problem = report.problem.message if report.problem else ""
    yield Finding("chain", "ok" if report.ok else "bad",
                  problem or f"{report.records} records, whole",
                  "" if report.ok else "restore a backup; keep the damaged file")  # fmt: skip
    if stats.deferred:
        yield Finding("waiting", "note", f"{stats.deferred} turns wait for their extraction",
                      "'nmem retry-deferred' finishes them once the model is back")  # fmt: skip


def _models(told: Session) -> Iterator[Finding]:
    for one, name in ((told.extractor, "extractor"), (told.embedder, "embedder")):
        if one is None:
            yield Finding(name, "ok", "none is named: rules and words, offline")
    if told.extractor is not None:
        yield _extractor(told.extractor)
    if told.embedder is not None:
        yield from _embedder(told, told.embedder)


def _extractor(name: str) -> Finding:
    """Let the model find the fact in a sentence: it has to answer, in JSON, what stands there."""
    try:
        with neuromem_graph.MemoryRuntime.local("doctor", ":memory:", extractor=name) as memory:
            receipt = memory.ingest(user=_SAID)
    except MemoryGraphError as exc:
        return Finding("extractor", "bad", f"{name}: {exc}")
    late = [item.reason for item in receipt.of("deferred")]
    if late:
        return Finding("extractor", "bad", f"{name}: {late[0]}",
                       _START.format("--extractor"))  # fmt: skip
    facts = [item.text for item in receipt.created if item.effect is not None]
    if not facts:
        return Finding("extractor", "note", f"{name} answers, but found no fact in {_SAID!r}",
                       "a larger model may find more")  # fmt: skip
    return Finding("extractor", "ok", f"{name} answers in JSON: {facts[0]}")


def _embedder(told: Session, name: str) -> Iterator[Finding]:
    try:
        with neuromem_graph.MemoryRuntime.local("doctor", ":memory:", embedder=name) as memory:
            memory.ingest(user=_SAID)
            memory.prewarm_embeddings()
            width = memory.performance_stats().embeddings.width
    except MemoryGraphError as exc:
        yield Finding("embedder", "bad", f"{name}: {exc}",
                      _START.format("--embedder"))  # fmt: skip
        return
    yield Finding("embedder", "ok", f"{name} answers with {width} numbers")
    if is_missing(told.path):
        return
    try:
        with neuromem_graph.MemoryRuntime.local(
            told.namespace, told.path, embedder=name, read_only=True
        ) as memory:
            kept = memory.performance_stats().embeddings
    except MemoryGraphError:
        return  # told of the file already
    if kept.stored and kept.width not in (None, width):
        yield Finding("vectors", "bad", f"the file's vectors of {name} have {kept.width} numbers",
                      "it changed under its name: name another, then 'nmem reindex'")  # fmt: skip
    elif kept.other_models:
        yield Finding("vectors", "note", f"the file also holds those of {kept.other_models}",
                      "'nmem reindex' embeds what has none of the model in use")  # fmt: skip
