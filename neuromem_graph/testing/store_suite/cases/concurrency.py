"""Check that a store can be used from many threads or tasks at once."""

import asyncio
from typing import Any

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.case import CaseFailed, Cases, holds, same
from neuromem_graph.testing.store_suite.driver import THREADS, Driver

CASES = case = Cases(Capability.CONCURRENCY)

NS = ("together",)
WORKERS, EACH = THREADS, 15


async def _together(*work: Any) -> list[Any]:
    results = await asyncio.gather(*work, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise CaseFailed(f"{type(result).__name__}: {result}") from result
    return results


@case()
async def many_writers(store: Driver) -> None:
    """Eight threads or tasks that put and get lose nothing and get no error."""

    async def work(worker: int) -> None:
        for number in range(EACH):
            key = f"{worker}-{number}"
            await store.apart("put", NS, key, {"n": number})
            item = await store.apart("get", NS, key)
            same(item and item.value, {"n": number}, f"the value of {key}")

    await store.put(NS, "first", {})
    await _together(*(work(worker) for worker in range(WORKERS)))
    same(len(await store.keys(NS, limit=1000)), WORKERS * EACH + 1, "the number of items")


@case()
async def one_key(store: Driver) -> None:
    """Many who put one key leave the value of one of them, whole."""
    values = [{"n": number, "text": str(number) * 50} for number in range(WORKERS * 4)]
    await _together(*(store.apart("put", NS, "key", value) for value in values))
    value = await store.value(NS, "key")
    holds(value in values, f"the value is {value!r:.100}, which nobody put")
    same(await store.keys(NS), ["key"], "the keys")


@case()
async def put_beside_get(store: Driver) -> None:
    """A get beside a put of the same key finds the old value or the new one."""
    await store.put(NS, "key", {"n": 0})
    for number in range(1, 6):
        results = await _together(
            store.apart("put", NS, "key", {"n": number}),
            store.apart("get", NS, "key"),
            store.apart("search", NS),
        )
        found = results[1].value["n"], results[2][0].value["n"]
        holds(set(found) <= {number - 1, number}, f"{found} found beside a put of {number}")
    same(await store.value(NS, "key"), {"n": 5}, "the value at the end")


@case(
    answer="Operations that nobody put together fail on their own; AsyncBatchedBaseStore makes one "
    "batch of all that come in one tick of the loop.",
)
async def failure_beside_success(store: Driver) -> None:
    """An operation that is refused does no harm to others at the same time."""
    await store.put(NS, "old", {})
    results = await asyncio.gather(
        store.apart("put", NS, "a", {"n": 1}),
        store.apart("search", NS, filter={"n": {"$no": 1}}),
        store.apart("put", NS, "b", {"n": 2}),
        return_exceptions=True,
    )
    holds(isinstance(results[1], ValueError), f"the bad filter gave {results[1]!r}")
    same((results[0], results[2]), (None, None), "the results of the puts")
    values = [await store.value(NS, key) for key in "ab"]
    same(values, [{"n": 1}, {"n": 2}], "the values")


@case(
    answer="Sync methods work on the thread of a running loop, where a sync node calls them; "
    "AsyncSqliteStore refuses that to warn of blocking.",
)
async def sync_in_a_loop(store: Driver) -> None:
    """Sync methods can be called on the thread of a running event loop."""
    await store.put(NS, "key", {"n": 1})
    item = store.raw.get(NS, "key")
    same(item and item.value, {"n": 1}, "the value")
    store.raw.put(NS, "key", {"n": 2})
    same(await store.value(NS, "key"), {"n": 2}, "the value after a sync put")


@case(modes=("async",))
async def cancelled_put(store: Driver) -> None:
    """A put that is cancelled leaves the item whole or absent, and the store usable."""
    value = {"text": "tea " * 500}
    for ticks in range(12):
        task = asyncio.ensure_future(store.put(NS, f"key{ticks}", value))
        for _ in range(ticks):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        found = await store.value(NS, f"key{ticks}")
        holds(found in (None, value), f"half an item: {found!r:.100}")
    await store.put(NS, "after", {"n": 1})
    same(await store.value(NS, "after"), {"n": 1}, "the value put afterwards")


@case(modes=("async",))
async def cancelled_among_others(store: Driver) -> None:
    """Cancelling one of many operations leaves the others alone."""
    tasks = [asyncio.ensure_future(store.put(NS, str(n), {"n": n})) for n in range(10)]
    await asyncio.sleep(0)
    tasks[3].cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    errors = [one for number, one in enumerate(results) if one is not None and number != 3]
    same(errors, [], "the errors of the others")
    found = set(await store.keys(NS, limit=100))
    holds({str(n) for n in range(10) if n != 3} <= found, f"only {sorted(found)} are there")
