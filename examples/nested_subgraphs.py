"""Memory as subgraphs in a subgraph: every stage can be watched. Offline, no model.

`recall_graph` and `ingest_graph` are nodes of a desk that is itself a node of an office. Streaming
shows their stages; a name that two people bear stops all graphs, and the answer goes back down.
"""

from datetime import UTC, datetime

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command

from neuromem_graph import MemoryRuntime
from neuromem_graph.nodes import MemoryState, ingest_graph, recall_graph

MARCH, THREAD = datetime(2026, 3, 2, tzinfo=UTC), {"configurable": {"thread_id": "1"}}
KNOWN = ("My sister Nina lives in Ghent.", "My colleague Nina lives in Brussels.")


class State(MessagesState, MemoryState):
    """A conversation with memory."""


def reply(state: State) -> dict:
    """Say how much was recalled; a model would answer from it."""
    return {"messages": [AIMessage(f"I recall {len(state['memory']['text'].splitlines())} lines.")]}


def office(memory: MemoryRuntime):
    """Compile a graph in a graph, with memory in the inner one."""
    recall, ingest = recall_graph(memory), ingest_graph(memory, review=True)
    desk = StateGraph(State).add_sequence(
        [("recall", recall), ("reply", reply), ("ingest", ingest)]
    )
    outer = StateGraph(State).add_node("desk", desk.add_edge(START, "recall").compile())
    return outer.add_edge(START, "desk").compile(checkpointer=InMemorySaver())


def main() -> None:
    """Tell of Nina, and say which one was meant."""
    with MemoryRuntime.local("ann", ":memory:", clock=lambda: MARCH) as memory:
        memory.observe_many(KNOWN)
        graph, asked = office(memory), []

        def run(given) -> None:
            for path, update in graph.stream(given, THREAD, stream_mode="updates", subgraphs=True):
                print("/".join(part.partition(":")[0] for part in path) or "office", *update)
                asked.extend(update.get("__interrupt__", ()))

        run({"messages": [HumanMessage("Nina lives in Leuven now.")]})
        action = asked[-1].value["action_requests"][0]
        nina = action["args"]["choices"][0]
        print(f"  {action['description']} -> my {nina['relation']}")
        run(Command(resume={"decisions": [{"type": "merge", "entity": nina["entity"]}]}))
        print(memory.query("Where does my sister live?").text)


if __name__ == "__main__":
    main()
