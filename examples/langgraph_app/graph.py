"""A small agent that notes what it is told about, per user; `langgraph dev` runs it as it is.

No store and no checkpointer is compiled in: the server brings those that langgraph.json names.
"""

from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.runtime import Runtime


async def note(state: MessagesState, config: RunnableConfig, runtime: Runtime) -> dict:
    """Store what the user says; answer a question with the note that fits it best."""
    said = state["messages"][-1]
    user = str(config["configurable"].get("user_id", "anyone"))
    if runtime.store is None:
        return {"messages": [AIMessage("I have no store to look into.")]}
    if said.text.endswith("?"):
        found = await runtime.store.asearch(("notes", user), query=said.text, limit=1)
        answer = found[0].value["text"] if found else "I don't know yet."
        return {"messages": [AIMessage(answer)]}
    await runtime.store.aput(("notes", user), str(said.id), {"text": said.text})
    return {"messages": [AIMessage("Noted.")]}


builder = StateGraph(MessagesState)
builder.add_node("note", note)
builder.add_edge(START, "note")
graph = builder.compile()
