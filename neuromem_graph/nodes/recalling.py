"""The recall subgraph, one node per stage: what each stage decided can be watched."""

import asyncio
from typing import Annotated, Any, NotRequired

from langchain_core.runnables import RunnableConfig
from langgraph.channels import UntrackedValue
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from typing_extensions import TypedDict

from neuromem_graph.core.text import is_blank
from neuromem_graph.nodes.asking import Asking, Narrowing, nothing_asked
from neuromem_graph.nodes.context import messages_of, question
from neuromem_graph.nodes.scope import Scope, Template
from neuromem_graph.nodes.single import quiet
from neuromem_graph.nodes.state import (
    Json,
    Passing,
    R,
    Recalled,
    later,
    load,
    plain,
    recalled,
)
from neuromem_graph.pipeline import recall
from neuromem_graph.pipeline.discreet import discreetly
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.types.base import Lens
from neuromem_graph.types.recall import Gathered, Ranking, RecallPlan


class RecallInput(TypedDict):
    """Take the conversation in, or a question of its own."""

    messages: NotRequired[Passing]
    query: NotRequired[str]
    memory_as_of: NotRequired[int]


class RecallOutput(TypedDict):
    """Give out what was recalled; here it must outlive the subgraph's own run."""

    memory: NotRequired[Recalled]
    memory_seq: NotRequired[Annotated[int, later]]


class RecallState(RecallInput, RecallOutput):
    """Hold what each stage made; rankings are never checkpointed."""

    plan: NotRequired[Json | None]
    gathered: NotRequired[Annotated[Json, UntrackedValue]]
    ranking: NotRequired[Annotated[Json, UntrackedValue]]


@discreetly
def recall_graph(
    runtime: MemoryRuntime, *, namespace: Template = None, k: int = 10, budget_tokens: int = 800,
    lens: Lens = "auto", filters: Narrowing = None, time_travel: bool = False,
    checkpointer: Any = None,
) -> CompiledStateGraph[Any, Any, Any, Any]:  # fmt: skip
    """Compile the recall subgraph: plan, gather, rank, pack.

    Args:
        runtime: the memory.
        namespace: a template such as ("memories", "{user_id}"); the runtime's own by default.
        k: memories at most.
        budget_tokens: tokens of the rendered prompt at most.
        lens: auto, associative, logical, procedural, historical or audit.
        filters: kinds, channels, thread, states; see `Filters`.
        time_travel: a run that goes on from an earlier checkpoint recalls what was known there; see
            `recall_node`.
        checkpointer: as for `StateGraph.compile`; inherited from the parent graph by default.

    Returns:
        A graph that takes `messages` (or `query`) and gives `memory` and `memory_seq`. A run
        resumed between gather and rank gathers again, at the moment its plan names. When nobody
        asked anything the text of `memory` is empty.

    Raises:
        InvalidInput, InvalidNamespace: an argument can't be used.
    """
    asking = Asking(k, budget_tokens, lens, filters, time_travel)
    stages = _RecallStages(Scope(runtime, namespace), asking)
    used = runtime.resources
    builder = StateGraph(RecallState, input_schema=RecallInput, output_schema=RecallOutput)
    builder.add_node("plan", quiet(used, stages.plan))
    builder.add_node("gather", quiet(used, stages.gather, stages.agather))
    builder.add_node("rank", quiet(used, stages.rank, stages.arank))
    builder.add_node("pack", quiet(used, stages.pack, stages.apack))
    builder.add_edge(START, "plan")
    builder.add_conditional_edges("plan", _anything_asked, {True: "gather", False: END})
    builder.add_edge("gather", "rank")
    builder.add_edge("rank", "pack")
    builder.add_edge("pack", END)
    return builder.compile(checkpointer=checkpointer, name="recall")


def _anything_asked(state: RecallState) -> bool:
    return state.get("plan") is not None


class _RecallStages:
    """Call one stage function per node; a missing ranking is made again from its source."""

    def __init__(self, scope: Scope, asking: Asking) -> None:
        self._scope, self._asking = scope, asking
        self._resources = scope.runtime.resources

    def plan(self, state: Any, config: RunnableConfig) -> Json:
        memory, asked = self._scope.memory(config), _asked(state)
        if asked is None:
            return {"plan": None, **nothing_asked()}
        query = self._asking.query(asked, memory, state, config)
        return {"plan": plain(recall.plan(query, self._resources))}

    def gather(self, state: Any) -> Json:
        return {"gathered": plain(self._gathered(state, fresh=True))}

    async def agather(self, state: Any) -> Json:
        return {"gathered": plain(await self._agathered(state, fresh=True))}

    def rank(self, state: Any) -> Json:
        return {"ranking": plain(self._ranked(state, fresh=True))}

    async def arank(self, state: Any) -> Json:
        return {"ranking": plain(await self._aranked(state, fresh=True))}

    def pack(self, state: Any) -> Json:
        return self._packed(self._ranked(state))

    async def apack(self, state: Any) -> Json:
        return await asyncio.to_thread(self._packed, await self._aranked(state))

    def _packed(self, ranking: Ranking) -> Json:
        context = recall.pack(ranking, self._resources)
        return {"memory": recalled(context), "memory_seq": context.seq}

    def _gathered(self, state: Any, fresh: bool = False) -> Gathered:
        kept = _kept(Gathered, state, "gathered", fresh)
        return kept or recall.gather(load(RecallPlan, state["plan"]), self._resources)

    async def _agathered(self, state: Any, fresh: bool = False) -> Gathered:
        kept = _kept(Gathered, state, "gathered", fresh)
        return kept or await recall.agather(load(RecallPlan, state["plan"]), self._resources)

    def _ranked(self, state: Any, fresh: bool = False) -> Ranking:
        kept = _kept(Ranking, state, "ranking", fresh)
        return kept or recall.rank(self._gathered(state), self._resources)

    async def _aranked(self, state: Any, fresh: bool = False) -> Ranking:
        kept = _kept(Ranking, state, "ranking", fresh)
        return kept or await recall.arank(await self._agathered(state), self._resources)


def _kept(kind: type[R], state: Any, name: str, fresh: bool) -> R | None:
    """Return what an earlier stage left in the state; None if it is to be made."""
    kept = None if fresh else state.get(name)
    return None if kept is None else load(kind, kept)


def _asked(state: Any) -> str | None:
    """Return the question: `query`, or else what a human said last."""
    query = state.get("query")
    if query is None or (is_blank(query) and state.get("messages") is not None):
        return question(messages_of(state))
    return None if is_blank(query) else str(query)
