"""The ingest subgraph, one node per stage: what each stage decided can be watched, and reviewed."""

import asyncio
from typing import Annotated, Any, NotRequired

from langchain_core.runnables import RunnableConfig
from langgraph.channels import UntrackedValue
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from typing_extensions import TypedDict

from neuromem_graph.core.facts import Decided
from neuromem_graph.nodes.context import messages_of, unremembered
from neuromem_graph.nodes.reviewing import Reviewer, asked_about
from neuromem_graph.nodes.scope import Scope, Template, thread_of
from neuromem_graph.nodes.single import quiet, write
from neuromem_graph.nodes.state import Json, Passing, later, load, plain
from neuromem_graph.pipeline import extracting, ingest, vectors
from neuromem_graph.pipeline.discreet import discreetly
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.types import ingest as records


class Heard(TypedDict):
    """Take the conversation in."""

    messages: Passing


class IngestOutput(TypedDict):
    """Give the receipt out, and nothing that a parent graph reduces."""

    receipt: NotRequired[Json]
    memory_seq: NotRequired[Annotated[int, later]]


class IngestState(Heard, IngestOutput):
    """Hold what each stage made, as plain JSON; what can be made again is never checkpointed."""

    turns: NotRequired[Json]
    extraction: NotRequired[Json]
    moment: NotRequired[int]  # of the ledger, at which the claims were resolved
    resolution: NotRequired[Annotated[Json, UntrackedValue]]
    impact: NotRequired[Annotated[Json, UntrackedValue]]
    decisions: NotRequired[Json]
    asking: NotRequired[Json | None]
    answers: NotRequired[dict[str, Json]]


@discreetly
def ingest_graph(
    runtime: MemoryRuntime, *, namespace: Template = None, review: bool = False,
    checkpointer: Any = None,
) -> CompiledStateGraph[Any, Any, Any, Any]:  # fmt: skip
    """Compile the ingest subgraph: enter, extract, resolve, impact, route, commit (review, settle).

    Args:
        runtime: the memory.
        namespace: a template such as ("memories", "{user_id}"); the runtime's own by default.
        review: ask a human through `interrupt()` about what is held. Everything certain is durable
            before anyone is asked. Resume with
            `Command(resume={"decisions": [{"type": "merge", "entity": 7}]})`, one decision per
            item, of the types it allows: "merge" with one of its choices, "new", "accept",
            "reject", or "edit" with the right "text". Another answer is asked for again, with an
            "error" in the request.
        checkpointer: as for `StateGraph.compile`; inherited from the parent graph by default.

    Returns:
        A graph that takes `messages` and gives `receipt` and `memory_seq`. A run resumed after
        resolve resolves again, at the same moment of the ledger.

    Raises:
        InvalidInput, InvalidNamespace: an argument can't be used.
    """
    stages = _IngestStages(Scope(runtime, namespace))
    used = runtime.resources
    builder = StateGraph(IngestState, input_schema=Heard, output_schema=IngestOutput)
    order = {"enter": quiet(used, stages.enter),
             "extract": quiet(used, stages.extract, stages.aextract),
             "resolve": quiet(used, stages.resolve), "impact": quiet(used, stages.impact),
             "route": quiet(used, stages.route),
             "commit": quiet(used, stages.commit, stages.acommit)}  # fmt: skip
    builder.add_sequence(list(order.items()))
    builder.add_edge(START, "enter")
    if review:
        reviewer = Reviewer(runtime.resources)
        builder.add_node("review", quiet(used, reviewer.review))
        builder.add_node("settle", quiet(used, reviewer.settle))
        builder.add_conditional_edges("commit", _anything_asked, {True: "review", False: END})
        builder.add_conditional_edges("review", _anything_asked, {True: "review", False: "settle"})
    return builder.compile(checkpointer=checkpointer, name="ingest")


def _anything_asked(state: IngestState) -> bool:
    return bool(state.get("asking"))


class _IngestStages:
    """Call one stage function per node; a stage whose input is gone makes it again."""

    def __init__(self, scope: Scope) -> None:
        self._scope, self._resources = scope, scope.runtime.resources

    def enter(self, state: Any, config: RunnableConfig) -> Json:
        memory = self._scope.memory(config)
        return {"turns": plain(unremembered(memory, messages_of(state), thread_of(config)))}

    def extract(self, state: Any) -> Json:
        return {"extraction": plain(extracting.extract_new(_turns(state), self._resources))}

    async def aextract(self, state: Any) -> Json:
        return {"extraction": plain(await extracting.aextract_new(_turns(state), self._resources))}

    def resolve(self, state: Any) -> Json:
        resolved = ingest.resolve(_turns(state), _found(state), self._resources)
        return {"moment": resolved.view.seq, "resolution": plain(resolved)}

    def impact(self, state: Any) -> Json:
        return {"impact": plain(self._measure(state, self._resolved(state)))}

    def route(self, state: Any) -> Json:
        resolved = self._resolved(state)
        measured = self._measured(state, resolved)
        turns, found = _turns(state), _found(state)
        return {"decisions": plain(ingest.route(turns, found, resolved, measured, self._resources))}

    def commit(self, state: Any) -> Json:
        return self._told(ingest.commit(self._decided(state), self._resources))

    async def acommit(self, state: Any) -> Json:
        decided = await asyncio.to_thread(self._decided, state)
        flow = ingest.committing(decided, self._resources)
        return self._told(await vectors.adrive(flow, self._resources))

    def _decided(self, state: Any) -> Decided:
        resolved = self._resolved(state)
        return Decided(
            _turns(state), _found(state), resolved, self._measured(state, resolved),
            load(records.Decisions, state["decisions"]),
        )  # fmt: skip

    def _told(self, receipt: records.Receipt) -> Json:
        write(receipt)
        ids = asked_about(receipt)
        asking = {"ids": ids, "error": None} if ids else None
        return {"receipt": plain(receipt), "memory_seq": receipt.seq, "asking": asking}

    def _resolved(self, state: Any) -> records.Resolution:
        kept = state.get("resolution")
        if kept is not None:
            return load(records.Resolution, kept)
        with self._resources.ledger.reader(state["moment"]) as reader:
            return ingest.resolve_from(_turns(state), _found(state), self._resources, reader)

    def _measured(self, state: Any, resolved: records.Resolution) -> records.Assessment:
        kept = state.get("impact")
        return self._measure(state, resolved) if kept is None else load(records.Assessment, kept)

    def _measure(self, state: Any, resolved: records.Resolution) -> records.Assessment:
        return ingest.assess(_turns(state), _found(state), resolved, self._resources)


def _turns(state: Any) -> records.Turns:
    return load(records.Turns, state["turns"])


def _found(state: Any) -> records.Extraction:
    return load(records.Extraction, state["extraction"])
