"""Every method of the runtime has an async twin that does the same."""

import asyncio
import inspect
from pathlib import Path
from random import Random
from typing import Any

from neuromem_graph.core.rules import RuleExtractor
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.types.ingest import Extraction, Turns

NOT_WAITED_FOR = {"local", "within", "turns"}  # they read and write nothing that is remembered


def public() -> list[str]:
    """Return the names of the sync methods."""
    names = [n for n, m in inspect.getmembers(MemoryRuntime, callable) if not n.startswith("_")]
    return [n for n in names if not inspect.iscoroutinefunction(getattr(MemoryRuntime, n))]


def test_every_method_has_its_twin() -> None:
    """Each sync method has a twin with `a` before its name and the same parameters."""
    for name in set(public()) - NOT_WAITED_FOR:
        sync, twin = getattr(MemoryRuntime, name), getattr(MemoryRuntime, f"a{name}")
        assert inspect.iscoroutinefunction(twin), name
        assert inspect.signature(sync).parameters == inspect.signature(twin).parameters, name
        assert twin.__doc__


def runtime(path: Any, extractor: Any = None) -> MemoryRuntime:
    """Return a runtime whose ids and times repeat."""
    return MemoryRuntime.local("x", path, extractor=extractor, entropy=Random(1).randbytes)


def test_twins_do_the_same(tmp_path: Path) -> None:
    """A life told through the twins is the life told through the sync methods."""

    async def through_twins(memory: MemoryRuntime) -> list[Any]:
        await memory.aobserve("seen")
        await memory.aobserve_and_commit("ok")
        await memory.aobserve_many(["I live in Ghent.", "I love tea."])
        receipt = await memory.aingest(user="My sister Nina lives in Rome.")
        await memory.aingest(user="My colleague Nina lives in Oslo.")
        await memory.aingest(user="Nina lives in Paris.")
        (held,) = await memory.apending()
        await memory.adecide(held.id, "reject")
        context = await memory.aquery("Where do I live?")
        item = await memory.aget(context.items[0].id)
        again = await memory.areplay_trace(str(context.trace_id))
        checked = await memory.averify(deep=True)
        rebuilt = await memory.arebuild()
        stats = await memory.astats()
        await memory.aclose()
        assert again == context
        return [str(receipt), context.text, item.text, checked.ok, rebuilt, stats.memories]

    def through_methods(memory: MemoryRuntime) -> list[Any]:
        memory.observe("seen")
        memory.observe_and_commit("ok")
        memory.observe_many(["I live in Ghent.", "I love tea."])
        receipt = memory.ingest(user="My sister Nina lives in Rome.")
        memory.ingest(user="My colleague Nina lives in Oslo.")
        memory.ingest(user="Nina lives in Paris.")
        (held,) = memory.pending()
        memory.decide(held.id, "reject")
        context = memory.query("Where do I live?")
        item = memory.get(context.items[0].id)
        checked, rebuilt, stats = memory.verify(deep=True), memory.rebuild(), memory.stats()
        memory.close()
        return [str(receipt), context.text, item.text, checked.ok, rebuilt, stats.memories]

    one = asyncio.run(through_twins(runtime(tmp_path / "a")))
    other = through_methods(runtime(tmp_path / "b"))
    assert one == other


class Awaiting(RuleExtractor):
    """Insist on being awaited."""

    def extract(self, turns: Turns) -> Extraction:
        raise AssertionError("not awaited")

    async def aextract(self, turns: Turns) -> Extraction:
        """Answer after a turn of the loop."""
        await asyncio.sleep(0)
        return RuleExtractor().extract(turns)


def test_a_model_is_awaited() -> None:
    """An extractor that awaits a model is awaited by every twin that extracts."""

    async def run() -> int:
        async with runtime(":memory:", Awaiting()) as memory:
            await memory.aingest(user="I live in Ghent.")
            await memory.aobserve_many(["I love tea."])
            await memory.aobserve_and_commit("I have a cat named Bo.")
            return memory.stats().slots

    assert asyncio.run(run()) == 3
