"""Sleep inside a graph: one node, or a graph of bounded steps until nothing is left."""

from collections.abc import Callable
from typing import Annotated, Any, NotRequired

from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.config import get_stream_writer
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from typing_extensions import TypedDict

from neuromem_graph.errors import InvalidInput
from neuromem_graph.nodes.scope import Scope, Template
from neuromem_graph.nodes.single import quiet
from neuromem_graph.nodes.state import ForThisRun, Json, later
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.types.sleeping import SleepReport

__all__ = ["SleepState", "sleep_graph", "sleep_node"]


class SleepState(TypedDict):
    """Hold what a sleep told; a state that has these keys can hold it, too."""

    memory_sleep: NotRequired[Json]  # counts: merged, promoted, settled, compiled, refused, left
    memory_seq: NotRequired[Annotated[int, later]]


def sleep_node(
    runtime: MemoryRuntime, *, namespace: Template = None, budget: float | None = None,
    items: int | None = None,
) -> Runnable[Any, Any]:  # fmt: skip
    """Make a node that sleeps once; put it where nobody waits.

    Args:
        runtime: the memory.
        namespace: a template such as ("memories", "{user_id}"); the runtime's own by default.
        budget: seconds after which no further batch begins; None: no bound.
        items: so many memories, after which no further batch begins; None: no bound.

    Returns:
        A node that writes `memory_sleep`, the counts of what it did (`left` above 0: it stopped at
        a bound), and `memory_seq`. It sends how far it is, and its report, to
        `stream_mode="custom"`: {"memory_sleep": {"phase", "done", "total"}} and
        {"memory_sleep_report": ...}. It runs under invoke and ainvoke.

    Raises:
        InvalidInput, InvalidNamespace: an argument can't be used.
    """
    scope = Scope(runtime, namespace)

    def sleep(state: Any, config: RunnableConfig) -> Json:
        write = _writer()
        report = scope.memory(config).sleep(budget=budget, items=items, progress=_told(write))
        return _done(report, write)

    async def asleep(state: Any, config: RunnableConfig) -> Json:
        write = _writer()
        report = await scope.memory(config).asleep(
            budget=budget, items=items, progress=_told(write)
        )
        return _done(report, write)

    return quiet(runtime.resources, sleep, asleep)


def sleep_graph(
    runtime: MemoryRuntime, *, namespace: Template = None, items: int = 500,
    budget: float | None = None, steps: int = 1_000, checkpointer: Any = None,
) -> CompiledStateGraph[Any, Any, Any, Any]:  # fmt: skip
    """Compile a graph that sleeps in at most `steps` bounded steps, or until nothing is left.

    Args:
        runtime: the memory.
        namespace: a template such as ("memories", "{user_id}"); the runtime's own by default.
        items: memories per step, about.
        budget: seconds per step; None: no bound.
        steps: so many at most; what is left then is done by the next run.
        checkpointer: as for `StateGraph.compile`; inherited from the parent graph by default.

    Returns:
        A graph that takes nothing and gives `memory_sleep`, the counts of all steps, and
        `memory_seq`; it streams as `sleep_node` does.

    Raises:
        InvalidInput, InvalidNamespace: an argument can't be used.
    """
    if isinstance(steps, bool) or not isinstance(steps, int) or steps < 1:
        raise InvalidInput(f"steps={steps!r:.80} is no number of steps: give 1 or more")
    builder = StateGraph(_Steps, output_schema=SleepState)
    node = sleep_node(runtime, namespace=namespace, budget=budget, items=items)
    builder.add_node("sleep", node)
    builder.add_node("count", quiet(runtime.resources, _count))
    builder.add_edge(START, "sleep")
    builder.add_edge("sleep", "count")

    def goes_on(state: Any) -> bool:
        return bool(state["memory_sleep"]["left"]) and state["tally"]["taken"] < steps

    builder.add_conditional_edges("count", goes_on, {True: "sleep", False: END})
    graph = builder.compile(checkpointer=checkpointer, name="sleep")
    return graph.with_config(recursion_limit=2 * steps + 1)  # two nodes per step


class _Steps(SleepState):
    """Count the steps of one run, and what they did."""

    tally: NotRequired[Annotated[Json, ForThisRun]]


def _count(state: Any) -> Json:
    """Add up what the steps did."""
    last, tally = state["memory_sleep"], state.get("tally") or {"taken": 0, "total": {}}
    summed = {name: tally["total"].get(name, 0) + count for name, count in last.items()}
    counted = {**summed, "left": last["left"]}
    return {"tally": {"taken": tally["taken"] + 1, "total": counted}, "memory_sleep": counted}


def _writer() -> Callable[[Json], None]:
    try:
        return get_stream_writer()
    except (RuntimeError, KeyError):
        return lambda _: None  # not inside a graph


def _told(write: Callable[[Json], None]) -> Callable[[str, int, int], None]:
    return lambda phase, done, total: write(
        {"memory_sleep": {"phase": phase, "done": done, "total": total}}
    )


def _done(report: SleepReport, write: Callable[[Json], None]) -> Json:
    write({"memory_sleep_report": report.model_dump(mode="json")})
    counts: Json = {what: len(report.of(what)) for what in ("promoted", "settled", "compiled")}
    counts["merged"] = sum(len(item.others) for item in report.of("merged"))
    counts |= {"refused": len(report.of("refused")), "left": report.left}
    return {"memory_sleep": counts, "memory_seq": report.seq}
