"""Find out what a store can do, by asking it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from neuromem_graph.testing.store_suite.capabilities import MODES, Capability, Mode
from neuromem_graph.testing.store_suite.driver import Driver, ManualClock
from neuromem_graph.testing.store_suite.embedders import index_of
from neuromem_graph.testing.store_suite.factory import NoStore, Registered

_NAMESPACE = ("store_suite", "probe")
_NO_MODE = (NotImplementedError, asyncio.InvalidStateError)


class Unusable(Exception):
    """The factory gives no store that could be checked."""


@dataclass
class Detected:
    """Tell what a store offers, and why not."""

    missing_modes: dict[Mode, str] = field(default_factory=dict)
    absent: dict[Capability, str] = field(default_factory=dict)
    clock: bool = False

    @property
    def modes(self) -> list[Mode]:
        """The modes in which it can be used."""
        return [mode for mode in MODES if mode not in self.missing_modes]


async def settle(work: Awaitable[None], seconds: float) -> BaseException | None:
    """Wait for work to end, for so long.

    Args:
        work: what to wait for.
        seconds: after them it is cancelled.

    Returns:
        What it raised, a TimeoutError if it took too long, or None.
    """
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=seconds)
    finally:
        task.cancel()
    if not done:
        await asyncio.wait({task}, timeout=1)
        return TimeoutError(f"no end after {seconds:g} s")
    return asyncio.CancelledError("cancelled") if task.cancelled() else task.exception()


async def detect(store: Registered, seconds: float) -> Detected:
    """Find out what a store can do.

    Args:
        store: opened several times.
        seconds: how long one question may take.

    Returns:
        What it offers.

    Raises:
        Unusable: no store could be opened at all.
    """
    found = Detected()
    for mode in MODES:
        error = await settle(_ask(store, mode, _reads), seconds)
        if isinstance(error, NoStore):
            raise Unusable(str(error))
        if isinstance(error, _NO_MODE):
            found.missing_modes[mode] = f"the store has no {mode} methods: {_named(error)}"
    if not found.modes:
        raise Unusable(f"{store.name} can be used neither way: {found.missing_modes['sync']}")
    error = await settle(_opens(store, found.modes[0]), seconds)
    if error is not None:
        raise Unusable(f"the factory of {store.name} failed: {_named(error)}") from error
    found.clock = await _takes_clock(store, found.modes[0], seconds)
    for capability, question in _QUESTIONS.items():
        reason = await question(store, found.modes[0], seconds)
        if reason:
            found.absent[capability] = reason
    return found


async def _opens(store: Registered, mode: Mode) -> None:
    async with store.open(mode):
        pass


async def _ask(
    store: Registered,
    mode: Mode,
    question: Callable[[Driver], Awaitable[None]],
    **options: object,
) -> None:
    async with store.open(mode, **options) as driver:  # type: ignore[arg-type]
        await question(driver)


async def _reads(store: Driver) -> None:
    await store.get(_NAMESPACE, "key")


async def _writes(store: Driver) -> None:
    await store.put(_NAMESPACE, "key", {"text": "tea"})
    await store.search(_NAMESPACE, query="tea")


async def _takes_clock(store: Registered, mode: Mode, seconds: float) -> bool:
    if not store.takes("clock"):
        return False
    return await settle(_ask(store, mode, _reads, clock=ManualClock()), seconds) is None


async def _no_index(store: Registered, mode: Mode, seconds: float) -> str:
    if not store.takes("index"):
        return "the factory takes no index"
    error = await settle(_ask(store, mode, _writes, index=index_of()), seconds)
    return "" if error is None else f"no index: {_named(error)}"


async def _no_ttl(store: Registered, mode: Mode, seconds: float) -> str:
    if not store.takes("ttl"):
        return "the factory takes no ttl"
    supported: list[bool] = []

    async def look(driver: Driver) -> None:
        supported.append(driver.raw.supports_ttl)

    error = await settle(_ask(store, mode, look, ttl={"default_ttl": 10.0}), seconds)
    if error is not None:
        return f"no ttl: {_named(error)}"
    return "" if supported == [True] else "supports_ttl is False"


async def _no_words(store: Registered, mode: Mode, seconds: float) -> str:
    scores: list[float | None] = []

    async def look(driver: Driver) -> None:
        await _writes(driver)
        scores.extend(item.score for item in await driver.search(_NAMESPACE, query="tea"))

    error = await settle(_ask(store, mode, look), seconds)
    if error is not None:
        return f"no search by words: {_named(error)}"
    return "" if any(score is not None for score in scores) else "a query without index is ignored"


async def _no_versions(store: Registered, mode: Mode, seconds: float) -> str:
    missing: list[str] = []

    async def look(driver: Driver) -> None:
        missing.extend(name for name in ("put_if", "history") if not hasattr(driver.raw, name))

    error = await settle(_ask(store, mode, look), seconds)
    if error is not None:
        return f"no versions: {_named(error)}"
    return f"the store has no {missing[0]}" if missing else ""


def _named(error: BaseException) -> str:
    first = str(error).partition("\n")[0]
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


_QUESTIONS = {
    Capability.INDEX: _no_index,
    Capability.TTL: _no_ttl,
    Capability.LEXICAL: _no_words,
    Capability.VERSIONS: _no_versions,
}
