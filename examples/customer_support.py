"""A support agent that knows its customers again: offline, a scripted model.

    pip install "neuromem-graph[agents]" && python examples/customer_support.py

An agent of `langchain.agents.create_agent`, with a tool and `MemoryMiddleware`. What was said on
Monday is before the model on Friday, in another conversation. Last comes where a line is from.
"""

from datetime import UTC, datetime
from random import Random

from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage

from neuromem_graph import MemoryRuntime
from neuromem_graph.agents import MemoryMiddleware

MARCH = datetime(2026, 3, 2, 9, tzinfo=UTC)
LOOK_UP = {"name": "order_status", "args": {"number": 1041}, "id": "call-1"}
ANSWERS = (AIMessage("", tool_calls=[LOOK_UP]), "It is on its way from Ghent.", "Crisps, then.")
TALK = {"monday": "Where is my order 1041? By the way, I am allergic to nuts.",
        "friday": "Send me a snack, please: nothing that I am allergic to."}  # fmt: skip


class Scripted(GenericFakeChatModel):
    """Say what stands in the list; show the system prompt a real model would have been given."""

    def bind_tools(self, tools, **kwargs):
        """Take the tools as they are."""
        return self

    def _generate(self, messages, *args, **kwargs):
        print("  the model reads:", *messages[0].text.splitlines(), sep="\n    | ")
        return super()._generate(messages, *args, **kwargs)


def order_status(number: int) -> str:
    """Look an order up."""
    return f"Order {number} left the warehouse in Ghent on 2026-03-02."


def main() -> None:
    """Talk twice, then ask the memory."""
    options = {"clock": lambda: MARCH, "entropy": Random(7).randbytes}  # the same output every time
    with MemoryRuntime.local("shop", ":memory:", **options) as memory:
        remember = MemoryMiddleware(memory, namespace=("customers", "{customer}"))
        model = Scripted(messages=iter(ANSWERS))
        agent = create_agent(model, [order_status], middleware=[remember], system_prompt="Be kind.")
        for day, text in TALK.items():
            print(f"{day}: {text}")
            config = {"configurable": {"thread_id": day, "customer": "ann@example.com"}}
            done = agent.invoke({"messages": [HumanMessage(text, id=day)]}, config)
            print(f"  agent: {done['messages'][-1].text}")
        ann = memory.within(("customers", "ann@example.com"))
        print(ann.why_written(ann.query("What am I allergic to?").items[0].id))


if __name__ == "__main__":
    main()
