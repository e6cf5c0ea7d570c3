"""Subgraphs with one node per stage: what each stage decided can be watched, and reviewed."""

from collections.abc import Callable
from typing import Annotated, Any, NotRequired

from langchain_core.messages import AnyMessage
from langchain_core.runnables import RunnableConfig
from langgraph.channels import EphemeralValue, UntrackedValue
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import interrupt
from typing_extensions import TypedDict

from neuromem_graph.core.facts import Decided
from neuromem_graph.errors import InvalidInput
from neuromem_graph.nodes.context import messages_of, question, scoped, thread_of, unremembered
from neuromem_graph.nodes.single import Template, quiet, write
from neuromem_graph.nodes.state import Recalled, later, load, plain, recalled
from neuromem_graph.pipeline import ingest, recall, review
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.types import ingest as records
from neuromem_graph.types.recall import Gathered, Ranking, RecallPlan

Json = dict[str, Any]


# Only the first stage reads the conversation: later checkpoints need not hold it again.
Passing = Annotated[list[AnyMessage], EphemeralValue]


class Heard(TypedDict):
    """Take the conversation in."""

    messages: Passing


class IngestOutput(TypedDict):
    """Give the receipt out, and nothing that a parent graph reduces."""

    receipt: NotRequired[Json]
    memory_seq: NotRequired[Annotated[int, later]]


class IngestState(Heard, IngestOutput):
    """Hold what each stage made, as plain JSON."""

    turns: NotRequired[Json]
    extraction: NotRequired[Json]
    resolution: NotRequired[Json]
    impact: NotRequired[Json]
    decisions: NotRequired[Json]
    answers: NotRequired[dict[str, Json]]


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
            item: "merge" with one of its choices, "new" or "reject".
        checkpointer: as for `StateGraph.compile`; inherited from the parent graph by default.

    Returns:
        A graph that takes `messages` and gives `receipt` and `memory_seq`.
    """
    stages = _IngestStages(runtime, namespace)
    builder = StateGraph(IngestState, input_schema=Heard, output_schema=IngestOutput)
    order = {"enter": quiet(stages.enter), "extract": quiet(stages.extract, stages.aextract),
             "resolve": quiet(stages.resolve), "impact": quiet(stages.impact),
             "route": quiet(stages.route), "commit": quiet(stages.commit)}  # fmt: skip
    builder.add_sequence(list(order.items()))
    builder.add_edge(START, "enter")
    if review:
        builder.add_node("review", quiet(stages.review))
        builder.add_node("settle", quiet(stages.settle))
        builder.add_conditional_edges("commit", _anything_held, {True: "review", False: END})
        builder.add_edge("review", "settle")
    return builder.compile(checkpointer=checkpointer, name="ingest")


def _anything_held(state: IngestState) -> bool:
    return any(item["what"] == "held" for item in state.get("receipt", {}).get("items", ()))


class _IngestStages:
    """Call one stage function per node; every node returns only the key it made."""

    def __init__(self, runtime: MemoryRuntime, template: Template) -> None:
        self._runtime, self._template = runtime, template

    def enter(self, state: Any, config: RunnableConfig) -> Json:
        memory = scoped(self._runtime, self._template, config)
        return {"turns": plain(unremembered(memory, messages_of(state), thread_of(config)))}

    def extract(self, state: Any) -> Json:
        turns = load(records.Turns, state["turns"])
        return {"extraction": plain(ingest.extract(turns, self._runtime.resources))}

    async def aextract(self, state: Any) -> Json:
        turns = load(records.Turns, state["turns"])
        return {"extraction": plain(await ingest.aextract(turns, self._runtime.resources))}

    def resolve(self, state: Any) -> Json:
        turns, found = load(records.Turns, state["turns"]), _found(state)
        return {"resolution": plain(ingest.resolve(turns, found, self._runtime.resources))}

    def impact(self, state: Any) -> Json:
        turns, resolved = load(records.Turns, state["turns"]), _resolved(state)
        measured = ingest.assess(turns, _found(state), resolved, self._runtime.resources)
        return {"impact": plain(measured)}

    def route(self, state: Any) -> Json:
        turns, measured = load(records.Turns, state["turns"]), _measured(state)
        resources = self._runtime.resources
        decisions = ingest.route(turns, _found(state), _resolved(state), measured, resources)
        return {"decisions": plain(decisions)}

    def commit(self, state: Any) -> Json:
        decided = Decided(
            load(records.Turns, state["turns"]), _found(state), _resolved(state), _measured(state),
            load(records.Decisions, state["decisions"]),
        )  # fmt: skip
        receipt = ingest.commit(decided, self._runtime.resources)
        write(receipt)
        return {"receipt": plain(receipt), "memory_seq": receipt.seq}

    def review(self, state: Any) -> Json:
        held = load(records.Receipt, state["receipt"]).held
        answer = interrupt(_request(held))
        return {"answers": _answers(held, answer)}

    def settle(self, state: Any) -> Json:
        receipt = load(records.Receipt, state["receipt"])
        items = [item for item in receipt.items if item.id not in state["answers"]]
        seq = receipt.seq
        for held_id, answer in state["answers"].items():
            given = load(records.Answer, answer)
            done = review.settle(receipt.namespace, held_id, given, self._runtime.resources)
            items, seq = [*items, *done.items], done.seq
        settled = receipt.model_copy(update={"items": tuple(items), "seq": seq})
        write(settled)
        return {"receipt": plain(settled), "memory_seq": seq}


def _found(state: Any) -> records.Extraction:
    return load(records.Extraction, state["extraction"])


def _resolved(state: Any) -> records.Resolution:
    return load(records.Resolution, state["resolution"])


def _measured(state: Any) -> records.Assessment:
    return load(records.Assessment, state["impact"])


def _request(held: tuple[records.ReceiptItem, ...]) -> Json:
    """Ask in the form of LangChain's human-in-the-loop middleware."""
    actions = [
        {"name": "decide", "description": f"{item.text!r}: {item.reason}",
         "args": {"id": item.id, "choices": [plain(choice) for choice in item.choices]}}
        for item in held
    ]  # fmt: skip
    allowed = {"action_name": "decide", "allowed_decisions": ["merge", "new", "reject"]}
    return {"action_requests": actions, "review_configs": [allowed]}


def _answers(held: tuple[records.ReceiptItem, ...], answer: Any) -> dict[str, Json]:
    given = answer.get("decisions") if isinstance(answer, dict) else None
    if not isinstance(given, list) or len(given) != len(held):
        raise InvalidInput(
            f"resume with {{'decisions': [...]}}, one for each of the {len(held)} held items"
        )
    answers = {}
    for item, one in zip(held, given, strict=True):
        decision, entity = one.get("type"), one.get("entity")
        allowed = {choice.entity for choice in item.choices}
        if decision not in ("merge", "new", "reject") or (
            decision == "merge" and entity not in allowed
        ):
            raise InvalidInput(
                f"{one!r} does not answer {item.text!r}: use type 'merge' with one of the "
                f"entities {sorted(allowed)}, 'new' or 'reject'"
            )
        answers[str(item.id)] = {"decision": decision, "entity": entity}
    return answers


class RecallInput(TypedDict):
    """Take the conversation in, or a question of its own."""

    messages: NotRequired[Passing]
    query: NotRequired[str]


class RecallOutput(TypedDict):
    """Give out what was recalled; here it must outlive the subgraph's own run."""

    memory: NotRequired[Recalled]
    memory_seq: NotRequired[Annotated[int, later]]


class RecallState(RecallInput, RecallOutput):
    """Hold what each stage made; rankings are never checkpointed."""

    plan: NotRequired[Json | None]
    gathered: NotRequired[Annotated[Json, UntrackedValue]]
    ranking: NotRequired[Annotated[Json, UntrackedValue]]


def recall_graph(
    runtime: MemoryRuntime, *, namespace: Template = None, k: int = 10, budget_tokens: int = 800,
    checkpointer: Any = None,
) -> CompiledStateGraph[Any, Any, Any, Any]:  # fmt: skip
    """Compile the recall subgraph: plan, gather, rank, pack.

    Args:
        runtime: the memory.
        namespace: a template such as ("memories", "{user_id}"); the runtime's own by default.
        k: memories at most.
        budget_tokens: tokens of the rendered prompt at most.
        checkpointer: as for `StateGraph.compile`; inherited from the parent graph by default.

    Returns:
        A graph that takes `messages` (or `query`) and gives `memory` and `memory_seq`. A run
        resumed between gather and rank gathers again, at the moment its plan names.
    """
    stages = _RecallStages(runtime, namespace, k, budget_tokens)
    builder = StateGraph(RecallState, input_schema=RecallInput, output_schema=RecallOutput)
    for name in ("plan", "gather", "rank", "pack"):
        builder.add_node(name, quiet(_stage(stages, name)))
    builder.add_edge(START, "plan")
    builder.add_conditional_edges("plan", _anything_asked, {True: "gather", False: END})
    builder.add_edge("gather", "rank")
    builder.add_edge("rank", "pack")
    builder.add_edge("pack", END)
    return builder.compile(checkpointer=checkpointer, name="recall")


def _stage(stages: "_RecallStages", name: str) -> Callable[..., Json]:
    stage: Callable[..., Json] = getattr(stages, name)
    return stage


def _anything_asked(state: RecallState) -> bool:
    return state.get("plan") is not None


class _RecallStages:
    """Call one stage function per node; a missing ranking is made again from its source."""

    def __init__(
        self, runtime: MemoryRuntime, template: Template, k: int, budget_tokens: int
    ) -> None:
        self._runtime, self._template = runtime, template
        self._k, self._budget = k, budget_tokens

    def plan(self, state: Any, config: RunnableConfig) -> Json:
        memory = scoped(self._runtime, self._template, config)
        asked = state.get("query") or question(messages_of(state))
        if asked is None:
            return {"plan": None}
        query = recall.make_query(
            text=asked, namespace=memory.namespace, k=self._k, budget_tokens=self._budget
        )
        return {"plan": plain(recall.plan(query, memory.resources))}

    def gather(self, state: Any) -> Json:
        return {"gathered": plain(self._gathered(state, fresh=True))}

    def rank(self, state: Any) -> Json:
        return {"ranking": plain(self._ranked(state, fresh=True))}

    def pack(self, state: Any) -> Json:
        context = recall.pack(self._ranked(state), self._runtime.resources)
        return {"memory": recalled(context), "memory_seq": context.seq}

    def _gathered(self, state: Any, fresh: bool = False) -> Gathered:
        kept = None if fresh else state.get("gathered")
        if kept is not None:
            return load(Gathered, kept)
        return recall.gather(load(RecallPlan, state["plan"]), self._runtime.resources)

    def _ranked(self, state: Any, fresh: bool = False) -> Ranking:
        kept = None if fresh else state.get("ranking")
        if kept is not None:
            return load(Ranking, kept)
        return recall.rank(self._gathered(state), self._runtime.resources)
