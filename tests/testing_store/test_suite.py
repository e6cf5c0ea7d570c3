"""The suite passes what is right, catches what is wrong, and knows what a store can't do."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore

from neuromem_graph.testing.store_suite import (
    ALL,
    OPTIONAL,
    Capability,
    CaseResult,
    Driver,
    Unusable,
    check,
    store_test,
    validate,
)
from neuromem_graph.testing.store_suite.case import CaseFailed, may_refuse, refused, same

from .mutants import CAUGHT
from .reference import ReferenceStore

BY_ID = {case.id: case for case in ALL}


def test_cases_are_many_and_stated() -> None:
    """There are more than 200 cases, each with an id of its own and a sentence that says what."""
    assert len(BY_ID) == len(ALL) > 200
    for case in ALL:
        assert case.id.startswith(f"{case.capability}."), case.id
        assert case.statement[-1] == ".", case.id
        assert not case.answer or case.answer[-1] == ".", case.id


def test_a_right_store_passes_everything() -> None:
    """The reference store has every capability and passes every case in both modes."""
    report = check(ReferenceStore)

    assert report.passed(), report.render()
    assert report.absent == {}
    assert {(one.id, one.mode) for one in report.cases if one.outcome == "passed"} == {
        (case.id, mode) for case in ALL for mode in case.modes
    }


@pytest.mark.parametrize("mutant", CAUGHT, ids=lambda mutant: mutant.__name__)
def test_a_wrong_store_is_caught(mutant: type[ReferenceStore]) -> None:
    """One thing wrong with the reference store fails the cases that are about it."""
    capabilities = {BY_ID[id].capability for id in CAUGHT[mutant]}
    report = check(mutant, capabilities=capabilities)

    assert CAUGHT[mutant] <= set(report.failures)
    assert not report.passed()


def test_every_capability_has_a_mutant() -> None:
    """All but concurrency are known to catch something."""
    caught = {BY_ID[id].capability for ids in CAUGHT.values() for id in ids}

    assert caught == set(Capability) - {Capability.CONCURRENCY}


def only(report: Any, outcome: str) -> set[str]:
    return {one.id for one in report.cases if one.outcome == outcome}


class Racing(ReferenceStore):
    """Puts what it read before it let others run."""

    async def abatch(self, ops: Any) -> list[Any]:
        before = dict(self.rows)
        await asyncio.sleep(0)
        self.rows = before
        return await super().abatch(ops)


class Stuck(ReferenceStore):
    """An async read never comes back once something was put."""

    async def abatch(self, ops: Any) -> list[Any]:
        if self.rows:
            await asyncio.Event().wait()
        return await super().abatch(ops)


def test_lost_writes_are_caught() -> None:
    """Tasks that overwrite each other's items fail the cases of concurrency."""
    report = check(Racing, capabilities=["concurrency"])

    assert {"concurrency.many_writers"} <= only(report, "failed")


def test_a_case_that_hangs_fails() -> None:
    """An async case that does not end fails, and the run goes on."""
    report = check(Stuck, capabilities=["versions"], seconds=0.02)
    failed = [one for one in report.cases if one.outcome == "failed"]

    assert {one.mode for one in failed} == {"async"}
    assert "no end after 0.02 s" in {one.detail.partition(": ")[2] for one in failed}


@contextmanager
def in_with() -> Iterator[BaseStore]:
    yield InMemoryStore()


@asynccontextmanager
async def in_async_with() -> AsyncIterator[BaseStore]:
    yield InMemoryStore()


async def awaited() -> BaseStore:
    return InMemoryStore()


def generated() -> Iterator[BaseStore]:
    yield InMemoryStore()


async def async_generated() -> AsyncIterator[BaseStore]:
    yield InMemoryStore()


FACTORIES = [InMemoryStore, in_with, in_async_with, awaited, generated, async_generated]


@pytest.mark.parametrize("factory", FACTORIES, ids=lambda factory: factory.__name__)
def test_factories_of_every_form(factory: Any) -> None:
    """A factory returns a store, a context manager of either kind, or yields, or is awaited."""
    report = check(factory, capabilities=["concurrency"])

    assert report.passed(), report.render()
    assert report.store_name == factory.__name__


def test_both_ways_of_entering() -> None:
    """What has `with` and `async with` is entered in the way of the mode."""
    entered: list[str] = []

    class Both:
        def __enter__(self) -> BaseStore:
            entered.append("with")
            return InMemoryStore()

        def __exit__(self, *error: object) -> None:
            entered.append("end")

        async def __aenter__(self) -> BaseStore:
            entered.append("async with")
            return InMemoryStore()

        async def __aexit__(self, *error: object) -> None:
            entered.append("end")

    report = check(Both, capabilities=["concurrency"])

    assert report.passed(), report.render()
    modes = [one.mode for one in report.cases]
    assert entered.count("with") > modes.count("sync") > 0
    assert entered.count("async with") > modes.count("async") > 0
    assert entered.count("end") == len(entered) / 2


def test_errors_are_not_swallowed() -> None:
    """A context manager that swallows errors hides no failure."""

    class Swallowing:
        def __enter__(self) -> BaseStore:
            return InMemoryStore()

        def __exit__(self, *error: object) -> bool:
            return True

    assert "values.copied_in" in check(Swallowing, capabilities=["values"]).failures


def test_one_fresh_store_per_case() -> None:
    """Every case of every mode gets a store of its own."""
    made: list[BaseStore] = []

    def factory() -> BaseStore:
        made.append(InMemoryStore())
        return made[-1]

    report = check(factory, capabilities=["batch"])

    assert len(made) > len(report.cases) > 0


def test_missing_arguments_make_capabilities_absent() -> None:
    """A factory without index, ttl and clock is not asked for them, and the report says why."""

    def plain() -> BaseStore:
        return ReferenceStore()

    report = check(plain)

    assert report.passed(), report.render()
    assert report.absent == {
        Capability.INDEX: "the factory takes no index",
        Capability.TTL: "the factory takes no ttl",
    }


def test_refused_arguments_make_capabilities_absent() -> None:
    """A factory that takes anything and refuses index, ttl or clock by TypeError is no error."""
    report = check(lambda **options: InMemoryStore(**options))

    assert report.results["index"].detected
    assert report.absent[Capability.TTL].startswith("no ttl: TypeError")
    assert report.absent[Capability.VERSIONS] == "the store has no put_if"


def test_no_clock_no_time() -> None:
    """Without a clock the cases in which time passes are skipped."""

    def timeless(*, ttl: Any = None) -> BaseStore:
        return ReferenceStore(ttl=ttl)

    report = check(timeless, capabilities=["ttl"])

    assert report.passed()
    assert only(report, "skipped") == {case.id for case in ALL if case.needs_clock}
    assert only(report, "passed") == {"ttl.alive_before_its_time"}


def test_missing_modes_are_skipped() -> None:
    """The cases of a mode that the store does not have are skipped."""

    class SyncOnly(ReferenceStore):
        async def abatch(self, ops: Any) -> list[Any]:
            raise NotImplementedError("use batch")

    class AsyncOnly(ReferenceStore):
        def batch(self, ops: Any) -> list[Any]:
            raise asyncio.InvalidStateError("use abatch")

    for store, skipped in ((SyncOnly, "async"), (AsyncOnly, "sync")):
        report = check(store, capabilities=["batch"])
        assert report.passed(), report.render()
        assert {one.mode for one in report.cases if one.outcome == "skipped"} == {skipped}


def test_what_is_asked_for_must_be_there() -> None:
    """A capability that is asked for by name and absent fails the run."""
    assert not check(InMemoryStore, capabilities=["ttl"]).passed()
    assert check(ReferenceStore, capabilities=["ttl"]).passed()


def test_skipped_capabilities() -> None:
    """What a registered factory skips is neither run nor required."""

    @store_test(name="mine", skip_capabilities={*OPTIONAL, "values"})
    def mine() -> BaseStore:
        return ReferenceStore()

    report = check(mine)

    assert report.passed()
    assert report.store_name == "mine"
    assert report.absent[Capability.VALUES] == "skipped by the factory"
    assert not any(one.capability is Capability.VALUES for one in report.cases)


def test_unknown_capabilities() -> None:
    """The name of a capability that there is not is refused, and those there are listed."""
    with pytest.raises(ValueError, match=r"unknown capability 'ttls'; there are: basic, .*ttl"):
        check(InMemoryStore, capabilities=["ttls"])
    with pytest.raises(ValueError, match="unknown capability 'no'"):
        store_test(name="x", skip_capabilities=["no"])


def test_no_store_at_all() -> None:
    """A factory that fails, or makes something else, is an error and not a failed store."""

    def failing() -> BaseStore:
        raise OSError("no disk")

    with pytest.raises(Unusable, match="failing failed: OSError: no disk"):
        check(failing)
    with pytest.raises(Unusable, match="dict is not a BaseStore"):
        check(dict)


def test_validate_in_a_running_loop() -> None:
    """`validate` is awaited; `check` works where a loop is running; both tell the same."""

    async def both() -> list[dict[str, Any]]:
        awaited = await validate(InMemoryStore, capabilities=["batch"])
        return [awaited.to_dict(), check(InMemoryStore, capabilities=["batch"]).to_dict()]

    first, second = asyncio.run(both())
    for report in (first, second):
        for case in report["cases"]:
            case.pop("detail")  # it may hold times
    assert first == second


def test_progress_and_report() -> None:
    """Progress hears of each case, and the report counts them and says why they failed."""
    heard: list[CaseResult] = []
    report = check(InMemoryStore, capabilities=["basic"], progress=heard.append)
    plain = report.to_dict()

    assert heard == report.cases
    assert plain["passed"] is False
    assert plain["required"] == ["basic"]
    assert plain["results"]["basic"]["failures"] == ["basic.update_keeps_created_at"]
    counts = plain["results"]["basic"]
    cases = [case for case in ALL if case.capability is Capability.BASIC]
    assert counts["tests_passed"] + counts["tests_failed"] + counts["tests_skipped"] == len(cases)
    assert plain["results"]["values"] == {
        "detected": False,
        "passed": None,
        "tests_passed": 0,
        "tests_failed": 0,
        "tests_skipped": 0,
        "failures": [],
        "detail": "not asked for",
    }
    assert "FAILED basic.update_keeps_created_at [sync]: created_at: expected" in report.render()


def test_expectations() -> None:
    """The helpers of cases fail with a message that says what was expected."""
    with pytest.raises(CaseFailed, match="the value: expected 1, got 2"):
        same(2, 1, "the value")
    with pytest.raises(CaseFailed, match="it was accepted; expected ValueError"), refused("it"):
        pass
    with pytest.raises(CaseFailed, match="should be refused by ValueError"):
        with refused("it", ValueError):
            raise KeyError("x")
    with pytest.raises(CaseFailed, match=r"without naming '\$in'"):
        with refused("it", ValueError, naming="$in"):
            raise ValueError("unknown operator")
    with may_refuse() as attempt:
        raise TypeError
    assert attempt.refused
    with pytest.raises(KeyError), may_refuse():
        raise KeyError


def test_driver_uses_the_twins() -> None:
    """In async mode the driver calls the async methods only, in sync mode the others."""
    calls: list[str] = []

    class Spied(ReferenceStore):
        def batch(self, ops: Any) -> list[Any]:
            calls.append("sync")
            return super().batch(ops)

        async def abatch(self, ops: Any) -> list[Any]:
            calls.append("async")
            return await super().abatch(ops)

    async def use(driver: Driver) -> None:
        await driver.put(("a",), "key", {"n": 1})
        await driver.search()
        await driver.batch([])
        await driver.delete(("a",), "key")

    for mode in ("sync", "async"):
        calls.clear()
        asyncio.run(use(Driver(Spied(), mode)))  # type: ignore[arg-type]
        assert calls == [mode] * 4
