"""No error of a public method quotes a secret: not in its text, its notes, or its causes."""

import asyncio
import inspect
import re
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import PutOp
from langgraph.store.memory import InMemoryStore

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import MemoryGraphError
from neuromem_graph.stores import MemoryStore

AT = datetime(2025, 5, 1, tzinfo=UTC)
TOKEN = "ghp_" + "b7" * 18
HIDDEN = f"{TOKEN[:22]}\u200b{TOKEN[22:30]}\u2060\ufeff{TOKEN[30:]}"
URL = "postgres://ann:qz7hunterqz@db.example.org/x"
CARD = "4111 1111 1111 1111"
SECRETS = (TOKEN, HIDDEN, "." * 60 + HIDDEN, f"a.b\0 {URL} \ud800", f"\u202e{CARD}\x00 ")
NEEDLES = ("b7b7b7", "hunterqz", "1111 1111")
_UNSEEN = re.compile(r"\\+(?:u[0-9a-f]{4}|x[0-9a-f]{2})|[\u200b\u2060\ufeff]")


class Odd:
    """Show a secret where anything but text is expected."""

    def __init__(self, secret: str) -> None:
        self.secret = secret

    def __repr__(self) -> str:
        return f"<odd {self.secret!r}>"


FORMS: tuple[Callable[[str], Any], ...] = (
    str, Odd, lambda s: [s], lambda s: {s: s}, lambda s: {"content": "x", "role": s},
    lambda s: {"content": "x", "metadata": {s: Odd(s)}}, lambda s: (s, Odd(s)),
    lambda s: {"password": f"{s[:50]} qz7hunterqz"}, lambda s: ("a", f"{s}."),
)  # fmt: skip
"""What is given for a parameter."""

GOOD: dict[str, Any] = {
    "entity": 1, "name": "Bo", "into": 1, "event": "I like tea.", "events": ["I like tea."],
    "event_id": "x", "memory_id": "x", "text": "Where do I live?", "trace_id": "x", "slot": "user",
    "held_id": "x", "decision": "reject", "namespace": ("a",), "id": "x", "outcome": "success",
    "policy": {"intent": "noop"}, "preview": None, "turns": None, "source": "Bo", "key": "k",
    "value": {"a": 1}, "ops": [PutOp(("a",), "k", {"a": 1})], "namespace_prefix": ("a",),
    "target": "x.jsonl", "store": InMemoryStore(),
    "expected_version": None, "conn_string": ":memory:", "path": ":memory:",
}  # fmt: skip
"""What the other parameters are given: a parameter that is required and not here fails the test."""

NOTHING_GIVEN = frozenset({
    "close", "materialize_worldview", "rebuild", "performance_stats",
    "rebuild_materialized_views", "stats", "index_state", "setup", "sweep_ttl",
})  # fmt: skip
WAITING = frozenset({"flush", "start_ttl_sweeper", "stop_ttl_sweeper"})  # for seconds


def plain(cls: type, name: str) -> str:
    """Return the name of the sync twin."""
    return name[1:] if name[0] == "a" and hasattr(cls, name[1:]) else name


def methods(cls: type) -> list[str]:
    """Return the names of the public methods of a class that take something, both twins."""
    given = [name for name in dir(cls) if callable(getattr(cls, name)) and name[0] != "_"]
    return [name for name in given if plain(cls, name) not in NOTHING_GIVEN | WAITING]


def shown(exc: BaseException) -> str:
    """Return what a log shows of an error, without what parts a secret."""
    return _UNSEEN.sub("", "".join(traceback.format_exception(exc)))


def assert_told(exc: BaseException, of: object = "") -> None:
    """Fail if what is shown of an error holds a secret."""
    told = shown(exc)
    assert not [one for one in NEEDLES if one in told], f"{of}\n{told}"


def calls(function: Any, secret: str) -> Iterator[tuple[str, list[Any], dict[str, Any]]]:
    """Give calls of a method in which one parameter holds a secret."""
    parameters = list(inspect.signature(function).parameters.values())
    for tried in (one for one in parameters if one.kind is not one.VAR_KEYWORD):
        for form in FORMS:
            args, named = [], {}
            for one in parameters:
                if one.kind is one.VAR_KEYWORD:
                    continue
                value = form(secret) if one is tried else GOOD.get(one.name, one.default)
                assert value is not inspect.Parameter.empty, f"give {one.name} something good"
                if one.kind is one.KEYWORD_ONLY:
                    named[one.name] = value
                else:
                    args.append(value)
            yield tried.name, args, named


async def failures(subject: Any, name: str) -> int:
    """Call a method with secrets in all its parameters; return how often it raised."""
    raised, method = 0, getattr(subject, name)
    for secret in SECRETS[2:3] if inspect.iscoroutinefunction(method) else SECRETS:
        for parameter, args, named in calls(method, secret):
            try:
                made = method(*args, **named)
                if inspect.iscoroutine(made):
                    await made
            except (MemoryGraphError, TypeError, ValueError, AttributeError) as exc:
                assert_told(exc, (name, parameter, args, named))
                raised += 1
    return raised


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a path that is taken for good make a file where it harms nobody."""
    monkeypatch.chdir(tmp_path)


def test_no_method_is_forgotten() -> None:
    """What is said to take nothing takes nothing, so that each method is tried below."""
    for cls in (MemoryRuntime, MemoryStore):
        for name in NOTHING_GIVEN & set(dir(cls)):
            assert list(inspect.signature(getattr(cls, name)).parameters) == ["self"]


@pytest.mark.parametrize("name", methods(MemoryRuntime))
def test_a_method_of_the_runtime_quotes_no_secret(name: str) -> None:
    """Whatever argument of whatever method holds a secret, its errors do not."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.ingest(user="My sister Nina lives in Ghent.", at=AT)
        assert asyncio.run(failures(memory, name))


@pytest.mark.parametrize("name", methods(MemoryStore))
def test_a_method_of_the_store_quotes_no_secret(name: str) -> None:
    """Whatever argument of whatever method of a store holds a secret, its errors do not."""
    with MemoryStore(":memory:") as store:
        assert asyncio.run(failures(store, name))


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("name", ["index", "ttl", "ranking", "settings", "clock", "embedder"])
def test_a_store_is_made_without_quoting_a_secret(name: str, secret: str) -> None:
    """What a store can't be made with is not quoted with a secret in it."""
    for form in FORMS:
        with pytest.raises((MemoryGraphError, TypeError)) as caught:
            MemoryStore(":memory:", **{name: form(secret)})
        assert_told(caught.value)
