"""An agent of `create_agent` with the middleware: it recalls, remembers once, and leaks nothing."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import SummarizationMiddleware
from langchain_core.messages import HumanMessage, SystemMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command, interrupt

from neuromem_graph.agents import MemoryMiddleware, create_search_memory_tool
from neuromem_graph.agents.middleware import TRACE
from neuromem_graph.checkpointers import LedgerSaver
from neuromem_graph.errors import ConfigError, InvalidInput, InvalidNamespace
from neuromem_graph.runtime import MemoryRuntime
from tests.agents.scripted import Run, Scripted, call, config, model, said

SPACE = ("memories", "{user_id}")
QUESTION = "Where do I live?"


def agent(chat: Scripted, memory: MemoryRuntime, tools: Any = (), **options: Any) -> Any:
    """Make an agent with memory; options of the middleware and of the agent, mixed."""
    own = {name: options.pop(name) for name in ("checkpointer", "system_prompt", "context_schema")
           if name in options}  # fmt: skip
    return create_agent(chat, list(tools), middleware=[MemoryMiddleware(memory, **options)], **own)


def texts(messages: Any) -> list[str]:
    """Return what the messages say."""
    return [message.text for message in messages]


def test_what_one_thread_told_is_recalled_in_another(memory: MemoryRuntime, run: Run) -> None:
    """The model gets what was recalled behind its system prompt."""
    chat = model("Nice.")
    made = agent(chat, memory, system_prompt="You are kind.", checkpointer=InMemorySaver())

    run(made, said("I live in Lisbon."), config("1"))
    run(made, said(QUESTION), config("2"))

    assert texts(chat.seen[0]) == ["You are kind.", "I live in Lisbon."]
    system, asked = chat.seen[1]
    assert system.text.startswith("You are kind.\n\n<recalled-memory ")
    assert "user lives in: Lisbon" in system.text
    assert asked.text == QUESTION


def test_what_was_recalled_is_in_no_message_and_no_checkpoint(
    memory: MemoryRuntime, run: Run
) -> None:
    """Only the request of the model holds it: no state, no checkpoint, no later memory."""
    chat, saver = model("Nice."), InMemorySaver()
    made = agent(chat, memory, checkpointer=saver)
    run(made, said("I live in Lisbon."), config("1"))
    before = memory.stats().events

    out = run(made, said(QUESTION), config("2"))

    assert "Lisbon" in chat.seen[1][0].text
    assert texts(out["messages"]) == [QUESTION, "Nice."]
    kept = [str(one) for one in saver.list(config("2"))]
    assert kept and not [one for one in kept if "Lisbon" in one]
    assert memory.stats().events == before + 2
    assert out["memory_seq"] == memory.stats().head.seq


@pytest.mark.parametrize("blocks", [False, True])
def test_a_message_can_hold_it(memory: MemoryRuntime, run: Run, blocks: bool) -> None:
    """With place="message" the system prompt stays, and the last human message begins with it."""
    memory.ingest(user="I live in Lisbon.")
    chat = model("Lisbon.")
    made = agent(chat, memory, system_prompt="You are kind.", place="message")
    content: Any = [{"type": "text", "text": QUESTION}] if blocks else QUESTION

    out = run(made, {"messages": [HumanMessage(content)]})

    system, asked = chat.seen[0]
    assert system.text == "You are kind."
    assert asked.text.startswith("<recalled-memory ") and asked.text.endswith(QUESTION)
    assert out["messages"][0].content == content


def test_a_system_prompt_of_blocks_keeps_them(memory: MemoryRuntime, run: Run) -> None:
    """A system message of content blocks gets one more, and keeps what a cache is told."""
    memory.ingest(user="I live in Lisbon.")
    block = {"type": "text", "text": "You are kind.", "cache_control": {"type": "ephemeral"}}
    chat = model("Lisbon.")

    run(agent(chat, memory, system_prompt=SystemMessage([block])), said(QUESTION))

    first, second = chat.seen[0][0].content
    assert first == block
    assert "Lisbon" in second["text"]


def test_an_answer_names_its_trace(memory: MemoryRuntime, run: Run) -> None:
    """What the model had before it when it answered can be explained afterwards."""
    memory.ingest(user="I live in Lisbon.")

    out = run(agent(model("Lisbon."), memory), said(QUESTION))

    trace = out["messages"][-1].response_metadata[TRACE]
    assert "I live in Lisbon." in str(memory.explain(trace))


def test_remembered_once_whatever_comes_again(memory: MemoryRuntime, run: Run) -> None:
    """A failing model, a resumed run and the same message again add nothing twice."""
    chat = model("Nice.", ValueError("the model is down"), "Lisbon.")
    made = agent(chat, memory, checkpointer=InMemorySaver())
    run(made, said("I live in Lisbon.", "m1"), config())
    assert memory.stats().events == 2

    with pytest.raises(ValueError, match="down"):
        run(made, said(QUESTION, "m2"), config())
    assert memory.stats().events == 2
    run(made, None, config())
    assert memory.stats().events == 4
    run(made, said(QUESTION, "m2"), config("other"))
    assert memory.stats().events == 5  # the answer alone is new


def test_an_interrupted_run_remembers_at_its_end(memory: MemoryRuntime, run: Run) -> None:
    """A tool that asks a person ends the run once; then everything is remembered once."""

    @tool
    def book(city: str) -> str:
        """Book a trip."""
        return f"The trip to {city} is {interrupt('may I?')}."

    chat = model(call("book", city="Rome"), "Done.")
    made = agent(chat, memory, [book], checkpointer=InMemorySaver())
    asked = run(made, said("Book a trip to Rome."), config())
    assert asked["__interrupt__"] and memory.stats().events == 0

    run(made, Command(resume="booked"), config())

    found = memory.query("What about the trip to Rome?", lens="audit").items
    assert {item.channel for item in found} >= {"user", "tool"}
    assert memory.stats().events == 3


@dataclass
class Context:
    """Who is talking."""

    user_id: str


@pytest.mark.parametrize("by_context", [False, True])
def test_each_user_has_a_memory(memory: MemoryRuntime, run: Run, by_context: bool) -> None:
    """The namespace comes from the context of the run, or from configurable."""
    chat = model("Nice.")
    options = {"context_schema": Context} if by_context else {}
    made = agent(chat, memory, namespace=SPACE, **options)

    def ask(user: str, text: str) -> None:
        if by_context:
            run(made, said(text), context=Context(user))
        else:
            run(made, said(text), config(user_id=user))

    ask("ann@example.com", "I live in Lisbon.")
    ask("bob", QUESTION)
    ask("ann@example.com", QUESTION)

    assert "Lisbon" not in str(chat.seen[1])
    assert "Lisbon" in chat.seen[2][0].text
    assert memory.within(("memories", "bob")).stats().events == 2
    assert memory.stats().events == 0


@pytest.mark.parametrize("in_loop", [False, True])
def test_users_at_once(memory: MemoryRuntime, in_loop: bool) -> None:
    """Users who run through one agent at the same time share nothing."""
    chat = model("Nice.")
    made = agent(chat, memory, [create_search_memory_tool(memory, namespace=SPACE)],
                 namespace=SPACE, checkpointer=InMemorySaver())  # fmt: skip
    cities = {"ann": "Lisbon", "bob": "Oslo", "eve": "Quito", "dan": "Hanoi"}

    def live(user: str) -> None:
        for turn, text in enumerate((f"I live in {cities[user]}.", QUESTION)):
            made.invoke(said(text, f"{user}{turn}"), config(f"{user}{turn}", user_id=user))

    async def alive(user: str) -> None:
        for turn, text in enumerate((f"I live in {cities[user]}.", QUESTION)):
            await made.ainvoke(said(text, f"{user}{turn}"), config(f"{user}{turn}", user_id=user))

    async def everybody() -> None:
        await asyncio.gather(*map(alive, cities))

    if in_loop:
        asyncio.run(everybody())
    else:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(live, cities))

    asked = [(seen[-1].id, str(seen[0].content)) for seen in chat.seen if len(seen) == 2]
    assert len(asked) == 4
    for user, text in asked:
        assert [city for city in cities.values() if city in text] == [cities[str(user)[:3]]]


def test_sync_in_a_running_loop(memory: MemoryRuntime) -> None:
    """A notebook cell, which runs inside a loop, can invoke the agent and its tools."""
    chat = model("Nice.")
    made = agent(chat, memory)

    async def cell() -> str:
        made.invoke(said("I live in Lisbon."))
        made.invoke(said(QUESTION))
        return str(create_search_memory_tool(memory).invoke({"query": QUESTION}))

    assert "Lisbon" in asyncio.run(cell())
    assert "Lisbon" in chat.seen[1][0].text


@pytest.mark.parametrize("given", [{}, {"user_id": None}, {"user_id": " "}])
def test_without_a_user_nothing_happens(
    memory: MemoryRuntime, run: Run, given: dict[str, Any]
) -> None:
    """The run stops before the model is called, and says what to pass."""
    chat = model("Nice.")
    made = agent(chat, memory, namespace=SPACE)

    with pytest.raises(InvalidNamespace, match=r"user_id.*configurable"):
        run(made, said("I live in Lisbon."), {"configurable": given})

    assert chat.seen == []
    assert memory.stats().head.seq == 0


def test_in_the_background(memory: MemoryRuntime, run: Run) -> None:
    """The run ends when what was said is durable; its claims follow."""
    made = agent(model("Nice."), memory, background=True)

    run(made, said("I live in Lisbon."))
    assert memory.stats().events == 2
    memory.flush()

    assert "Lisbon" in memory.query(QUESTION).text


def test_time_travel(memory: MemoryRuntime, run: Run) -> None:
    """A run from an earlier checkpoint recalls what was known there."""
    chat = model("Nice.")
    made = agent(chat, memory, checkpointer=LedgerSaver(memory), time_travel=True)
    for text in ("I live in Lisbon.", "I moved to Oslo."):
        run(made, said(text), config())
    states = [state for state in made.get_state_history(config()) if not state.next]
    lisbon = next(state for state in states if len(state.values["messages"]) == 2)

    run(made, said(QUESTION), lisbon.config)
    run(made, said(QUESTION), config("2"))

    assert "Lisbon" in chat.seen[2][0].text and "Oslo" not in chat.seen[2][0].text
    assert "Oslo" in chat.seen[3][0].text


def test_a_summary_is_no_words_of_the_user(memory: MemoryRuntime, run: Run) -> None:
    """What summarization writes as a human message is not remembered as said by the user."""
    shorter = SummarizationMiddleware(
        model("The user might move to Mars."), trigger=("messages", 3), keep=("messages", 1)
    )
    chat = model("Nice.")
    made = create_agent(
        chat, middleware=[shorter, MemoryMiddleware(memory)], checkpointer=InMemorySaver()
    )

    run(made, said("I live in Lisbon."), config())
    out = run(made, said(QUESTION), config())

    assert "Mars" in str(out["messages"])
    assert memory.stats().events == 4
    assert "Mars" not in memory.query("Who might move to Mars?", lens="audit").text


def test_inside_another_graph(memory: MemoryRuntime, run: Run) -> None:
    """An agent that is a node of a graph remembers as by itself."""
    chat = model("Nice.")
    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent(chat, memory, namespace=SPACE))
    builder.add_edge(START, "agent")
    graph = builder.compile(checkpointer=InMemorySaver())

    run(graph, said("I live in Lisbon."), config("1", user_id="ann"))
    run(graph, said(QUESTION), config("2", user_id="ann"))

    assert "Lisbon" in chat.seen[1][0].text
    assert memory.within(("memories", "ann")).stats().events == 4


@pytest.mark.parametrize(
    ("wrong", "error"),
    [({"place": "tool"}, InvalidInput), ({"namespace": ("a", "{")}, InvalidNamespace),
     ({"k": 0}, InvalidInput), ({"lens": "x"}, InvalidInput)],
)  # fmt: skip
def test_wrong_arguments_are_refused_at_once(
    memory: MemoryRuntime, wrong: dict[str, Any], error: type[ConfigError]
) -> None:
    """What can't be used is refused when the middleware is made, not when it runs."""
    with pytest.raises(error):
        MemoryMiddleware(memory, **wrong)


def test_without_a_runtime() -> None:
    """Something else than a memory is named."""
    with pytest.raises(InvalidInput, match="str is not a MemoryRuntime"):
        MemoryMiddleware("memory")  # type: ignore[arg-type]


def test_a_thread_that_changes_hands_takes_no_words_along(memory: MemoryRuntime, run: Run) -> None:
    """What one user said in a thread is no memory of the next one, also after its erasure."""
    made = agent(model("Fine."), memory, namespace=SPACE, checkpointer=InMemorySaver())

    def say(text: str, thread: str, user: str) -> None:
        run(made, said(text), {"configurable": {"thread_id": thread, "user_id": user}})

    ann, bob = memory.within(("memories", "ann")), memory.within(("memories", "bob"))
    say("I live in Oslo.", "own", "bob")
    say("I live in Lisbon. My diagnosis is asthma.", "tablet", "ann")
    say("I love tea.", "tablet", "ann")
    (tea,) = (one for one in ann.query("tea").items if "tea" in one.text)
    ann.erase(tea.event_id)
    say("I play chess.", "tablet", "bob")
    say("I drive a Volvo.", "tablet", "ann")
    say("Hello.", "tablet", "bob")

    told = {(one.attribute, one.value) for one in bob.resolve_worldview().beliefs}
    assert told == {("lives_in", "Oslo"), ("plays", "chess")}
    assert all("asthma" not in one.text for one in bob.query("What is my diagnosis?").items)
    told = {one.value for one in ann.resolve_worldview().beliefs}
    assert "Lisbon" in told and not {"chess", "tea", "Oslo"} & told
