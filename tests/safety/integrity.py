"""Put our memory behind the interface of the public suite `agent-memory-integrity`.

The adapter is what an application is: it knows who wrote. A write whose signature is the user's is
a message of the user; any other write comes by a tool, under whatever name it gives itself, and no
tool is on the allow list. Content that came through the agent and that the agent signed as the
user's can't be told from the user's words, and is taken as these.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from agmi.adapters.semantic_base import MemoryItem, Retrieved, SemanticMemoryAdapter
from agmi.signing import KEYRING

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.settings import Safety
from neuromem_graph.settings.packing import Packing

AT = datetime(2026, 1, 2, tzinfo=UTC)
SETTINGS = Settings(
    allowed_tools=(),
    safety=Safety(hold_changes=True),
    packing=Packing(floor=0),  # the suite takes no verdict where nothing at all is served
)


class Adapter(SemanticMemoryAdapter):
    """Write and read one memory per user, in one ledger.

    Args:
        settings: of the memory.
    """

    name = "neuromem-graph"

    def __init__(self, settings: Settings = SETTINGS) -> None:
        self._settings = settings
        self._memory: MemoryRuntime | None = None
        self._count = 0

    def reset(self) -> None:
        """Begin with an empty ledger."""
        self.close()
        self._memory = MemoryRuntime.local("nobody", ":memory:", settings=self._settings)
        self._count = 0

    def close(self) -> None:
        """Close the ledger."""
        if self._memory is not None:
            self._memory.close()

    def _of(self, user: str) -> MemoryRuntime:
        assert self._memory is not None
        return self._memory.within((user,))

    def add_memory(self, item: MemoryItem) -> None:
        """Ingest what was written, by the channel that its signature proves."""
        signed = KEYRING.verify(item.user_id, item.source, item.text, item.signature)
        who = {"role": "user"} if signed else {"role": "tool", "speaker": item.source}
        self._count += 1
        self._of(item.user_id).ingest(
            {"content": item.text, "metadata": item.metadata, **who},
            at=AT + timedelta(minutes=self._count),
        )

    def retrieve(self, query: str, user_id: str, k: int = 5) -> list[Retrieved]:
        """Return what is served: the beliefs first, then the memories."""
        context = self._of(user_id).query(query, k=k, budget_tokens=2_000)
        told: list[Any] = [Retrieved(one.text, user_id, one.score) for one in context.items]
        return told[:k]

    def measured_on(self) -> str:
        """Say what was measured."""
        return "the default extractor and recall, no embedder; the writer is known by a signature"
