"""A chat with a local model that remembers: needs a running Ollama server, and nothing else.

    ollama pull llama3.1:8b
    python examples/ollama_agent.py [FILE [MODEL]]

Type, and an empty line ends it. The same model answers and finds the facts in what you say; if the
server fails, what you said is kept, and is read when it answers again. `OLLAMA_HOST` names another
server. Start it again and ask what it knows of you: the memory lies in FILE.
"""

import sys

import ollama
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from neuromem_graph import MemoryRuntime
from neuromem_graph.nodes import MemoryState, with_memory

ROLES = {"human": "user", "ai": "assistant"}


class State(MessagesState, MemoryState):
    """A conversation with memory."""


def build(memory: MemoryRuntime, model: str):
    """Compile the agent: one node, with memory around it."""
    client = ollama.Client()

    def agent(state: State) -> dict:
        """Answer with what was recalled before the conversation."""
        said = [{"role": ROLES[one.type], "content": one.text} for one in state["messages"]]
        told = [{"role": "system", "content": f"Be brief.\n\n{state['memory']['text']}"}, *said]
        reply = client.chat(model, messages=told, options={"num_ctx": 8192})
        return {"messages": [AIMessage(reply.message.content or "")]}

    builder = StateGraph(State)
    builder.add_node("agent", with_memory(agent, memory, background=True))
    return builder.add_edge(START, "agent").compile(checkpointer=InMemorySaver())


def main(path: str = ".neuromem", model: str = "llama3.1:8b") -> None:
    """Talk until an empty line."""
    with MemoryRuntime.local("me", path, extractor=f"ollama:{model}") as memory:
        graph = build(memory, model)
        while text := input("> "):
            state = {"messages": [HumanMessage(text)]}
            done = graph.invoke(state, {"configurable": {"thread_id": "chat"}})
            print(done["messages"][-1].text)
        memory.flush()
        stats = memory.stats()
        print(f"remembered: {stats.events} events, {stats.deferred} wait for the model")


if __name__ == "__main__":
    main(*sys.argv[1:3])
