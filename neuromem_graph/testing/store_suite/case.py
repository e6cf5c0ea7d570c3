"""Write a case: one function per behaviour, with what it says when the behaviour is missing."""

import inspect
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import TracebackType
from typing import Literal

from langgraph.store.base import IndexConfig, TTLConfig

from neuromem_graph.testing.store_suite.capabilities import MODES, Capability, Mode
from neuromem_graph.testing.store_suite.driver import Driver

Run = Callable[[Driver], Awaitable[None]]


class CaseFailed(AssertionError):
    """The store does something else than the case says."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """State one behaviour of a store and how to see it."""

    id: str
    """`capability.name`, the name being that of the function."""

    capability: Capability

    statement: str
    """The behaviour in one sentence."""

    run: Run

    answer: str = ""
    """Why this is the answer, where stores disagree."""

    index: Callable[[], IndexConfig] | None = None
    """Make the index configuration that the store is opened with."""

    ttl: TTLConfig | None = None

    needs_clock: bool = False
    """Whether time must pass."""

    modes: tuple[Mode, ...] = MODES


class Cases:
    """Collect the cases of one capability."""

    def __init__(
        self,
        capability: Capability,
        *,
        index: Callable[[], IndexConfig] | None = None,
        ttl: TTLConfig | None = None,
    ) -> None:
        self._capability = capability
        self._index = index
        self._ttl = ttl
        self.all: list[Case] = []

    def __call__(
        self,
        *,
        answer: str = "",
        index: Callable[[], IndexConfig] | None = None,
        ttl: TTLConfig | None = None,
        needs_clock: bool = False,
        modes: tuple[Mode, ...] = MODES,
    ) -> Callable[[Run], Run]:
        """Make a case of a function; its docstring is the statement.

        Args:
            answer: why this is the answer, where stores disagree.
            index: makes another index configuration than the other cases have.
            ttl: another configuration of expiry than the other cases have.
            needs_clock: whether time must pass.
            modes: the modes in which it can be run.

        Returns:
            A decorator that leaves the function as it is.
        """

        def register(run: Run) -> Run:
            name: str = getattr(run, "__name__", "")
            self.all.append(
                Case(
                    id=f"{self._capability}.{name.removeprefix('_')}",
                    capability=self._capability,
                    statement=" ".join((inspect.getdoc(run) or "").split()),
                    run=run,
                    answer=answer,
                    index=index or self._index,
                    ttl=ttl if ttl is not None else self._ttl,
                    needs_clock=needs_clock,
                    modes=modes,
                )
            )
            return run

        return register


def same(actual: object, expected: object, what: str) -> None:
    """Fail unless both are equal.

    Args:
        actual: what the store gave.
        expected: what it should have given.
        what: names it in the message.

    Raises:
        CaseFailed: they differ.
    """
    if actual != expected:
        raise CaseFailed(f"{what}: expected {expected!r:.300}, got {actual!r:.300}")


def holds(condition: object, what: str) -> None:
    """Fail unless the condition is true.

    Args:
        condition: what should be true.
        what: says what is wrong when it is not.

    Raises:
        CaseFailed: it is false.
    """
    if not condition:
        raise CaseFailed(what)


class refused(AbstractContextManager["refused"]):
    """Expect one of these errors from the block, and that its message names something.

    ::

        with refused("a filter with $in", ValueError, naming="$in"):
            await store.search((), filter={"x": {"$in": [1]}})
    """

    def __init__(self, what: str, *errors: type[Exception], naming: str = "") -> None:
        self._what = what
        self._errors = errors or (ValueError, TypeError)
        self._naming = naming

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> Literal[True]:
        names = " or ".join(one.__name__ for one in self._errors)
        if error is None:
            raise CaseFailed(f"{self._what} was accepted; expected {names}")
        if not isinstance(error, self._errors):
            got = f"{type(error).__name__}: {error}"
            raise CaseFailed(
                f"{self._what} should be refused by {names}, got {got:.200}"
            ) from error
        if self._naming not in str(error):
            text = f"{self._what} is refused without naming {self._naming!r}: {error}"
            raise CaseFailed(text) from error
        return True


class may_refuse(AbstractContextManager["may_refuse"]):
    """Let the block be refused by a ValueError or TypeError, and remember whether it was."""

    def __init__(self) -> None:
        self.refused = False

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self.refused = isinstance(error, ValueError | TypeError)
        return self.refused
