"""Run the cases against a store."""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from neuromem_graph.testing.store_suite.capabilities import REQUIRED, Capability, Mode, named
from neuromem_graph.testing.store_suite.case import Case, CaseFailed
from neuromem_graph.testing.store_suite.cases import ALL
from neuromem_graph.testing.store_suite.detecting import Detected, detect, settle
from neuromem_graph.testing.store_suite.driver import ManualClock
from neuromem_graph.testing.store_suite.factory import Factory, Registered, registered
from neuromem_graph.testing.store_suite.report import CaseResult, Report

Progress = Callable[[CaseResult], None]
"""Be told of each case as it ends."""


async def validate(
    store: Registered | Factory,
    *,
    capabilities: Iterable[str] | None = None,
    progress: Progress | None = None,
    seconds: float = 30.0,
) -> Report:
    """Check a store: every case gets a fresh one, in sync and in async mode.

    Args:
        store: what `store_test` returned, or a plain factory.
        capabilities: check only these, and fail if one is absent; None for all there are.
        progress: told of each case as it ends.
        seconds: an async case fails after so long; a sync call that hangs can't be ended.

    Returns:
        What was found.

    Raises:
        ValueError: a capability is unknown.
        Unusable: the factory gives no store.
    """
    wanted = None if capabilities is None else frozenset(named(one) for one in capabilities)
    store = registered(store)
    found = await detect(store, seconds)
    required = REQUIRED - store.skip_capabilities if wanted is None else wanted
    report = Report(store.name, required, absent=_absent(store, wanted, found))
    for case in ALL:
        if case.capability in report.absent:
            continue
        for mode in case.modes:
            result = await _result(store, case, mode, found, seconds)
            report.cases.append(result)
            if progress is not None:
                progress(result)
    return report


def check(
    store: Registered | Factory,
    *,
    capabilities: Iterable[str] | None = None,
    progress: Progress | None = None,
    seconds: float = 30.0,
) -> Report:
    """Check a store as `validate` does, from sync code or a notebook.

    Args:
        store: what `store_test` returned, or a plain factory.
        capabilities: check only these, and fail if one is absent; None for all there are.
        progress: told of each case as it ends.
        seconds: an async case fails after so long; a sync call that hangs can't be ended.

    Returns:
        What was found.

    Raises:
        ValueError: a capability is unknown.
        Unusable: the factory gives no store.
    """
    work = validate(store, capabilities=capabilities, progress=progress, seconds=seconds)
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(asyncio.run, work).result()


def _absent(
    store: Registered, wanted: frozenset[Capability] | None, found: Detected
) -> dict[Capability, str]:
    absent = dict(found.absent)
    for capability in Capability:
        if wanted is not None and capability not in wanted:
            absent[capability] = "not asked for"
        elif capability in store.skip_capabilities:
            absent[capability] = "skipped by the factory"
    return absent


async def _result(
    store: Registered, case: Case, mode: Mode, found: Detected, seconds: float
) -> CaseResult:
    if mode in found.missing_modes:
        reason = found.missing_modes[mode]
        return CaseResult(case.id, case.capability, mode, "skipped", reason)
    if case.needs_clock and not found.clock:
        reason = "time can't pass: the factory takes no clock"
        return CaseResult(case.id, case.capability, mode, "skipped", reason)
    error = await _run(store, case, mode, found.clock, seconds)
    if error is None:
        return CaseResult(case.id, case.capability, mode, "passed")
    detail = str(error) if isinstance(error, CaseFailed) else f"{type(error).__name__}: {error}"
    return CaseResult(case.id, case.capability, mode, "failed", detail)


async def _run(
    store: Registered, case: Case, mode: Mode, clock: bool, seconds: float
) -> BaseException | None:
    """Run a case; its error is kept away from the context manager, which might swallow it."""
    errors: list[BaseException] = []

    async def whole() -> None:
        config = None if case.index is None else case.index()
        own_clock = ManualClock() if clock else None
        async with store.open(mode, clock=own_clock, index=config, ttl=case.ttl) as driver:
            error = await settle(case.run(driver), seconds)
            errors.extend([] if error is None else [error])

    error = await settle(whole(), 2 * seconds)
    return errors[0] if errors else error
