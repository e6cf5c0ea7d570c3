"""What memory nodes put into graph state, and how records become plain JSON and back.

State holds plain JSON only: it comes back equal from any saver, in permissive and strict mode,
without a warning about unregistered types.
"""

from typing import Annotated, Any, NotRequired, TypeVar

from langchain_core.messages import AnyMessage
from langgraph.channels import EphemeralValue
from langgraph.channels.base import BaseChannel
from langgraph.errors import EmptyChannelError, InvalidUpdateError
from typing_extensions import TypedDict  # as MessagesState does: one metaclass

from neuromem_graph.types.base import Record
from neuromem_graph.types.recall import MemoryContext

R = TypeVar("R", bound=Record)
Json = dict[str, Any]

# Only the first stage reads the conversation: later checkpoints need not hold it again.
Passing = Annotated[list[AnyMessage], EphemeralValue]

_MISSING: Any = object()


class ForThisRun(BaseChannel[Any, Any, Any]):
    """Hold a value until the run ends, so that later checkpoints of the thread do not carry it.

    A run that is resumed in between finds it in its checkpoint.
    """

    __slots__ = ("value",)

    def __init__(self, typ: Any, key: str = "") -> None:
        super().__init__(typ, key)
        self.value: Any = _MISSING

    def __eq__(self, other: object) -> bool:
        """Tell whether another schema means the same channel."""
        return isinstance(other, ForThisRun)

    __hash__ = None  # type: ignore[assignment]

    @property
    def ValueType(self) -> Any:
        """Return the type of the value."""
        return self.typ

    @property
    def UpdateType(self) -> Any:
        """Return the type of an update."""
        return self.typ

    def copy(self) -> "ForThisRun":
        """Return a channel with the same value."""
        twin = ForThisRun(self.typ, self.key)
        twin.value = self.value
        return twin

    def from_checkpoint(self, checkpoint: Any) -> "ForThisRun":
        """Return a channel with the value of a checkpoint; none when it has none."""
        twin = ForThisRun(self.typ, self.key)
        if type(checkpoint) is dict:
            twin.value = checkpoint
        return twin

    def checkpoint(self) -> Any:
        """Return the value to be stored."""
        return self.get() if self.is_available() else super().checkpoint()

    def update(self, values: Any) -> bool:
        """Take the value of a step.

        Raises:
            InvalidUpdateError: if two nodes wrote in one step.
        """
        if not values:
            return False
        if len(values) > 1:
            raise InvalidUpdateError(f"{self.key!r} got {len(values)} values in one step, not one")
        self.value = values[-1]
        return True

    def get(self) -> Any:
        """Return the value.

        Raises:
            EmptyChannelError: if there is none.
        """
        if self.value is _MISSING:
            raise EmptyChannelError
        return self.value

    def is_available(self) -> bool:
        """Tell whether there is a value."""
        return self.value is not _MISSING

    def finish(self) -> bool:
        """Drop the value as the run ends."""
        had = self.value is not _MISSING
        self.value = _MISSING
        return had


def later(left: int | None, right: int | None) -> int:
    """Keep the later of two ledger sequence numbers; what is none, a tool wrote: it is passed over.

    Args:
        left: kept so far.
        right: written to the state.
    """
    return max((one for one in (left, right) if type(one) is int), default=0)


class Recalled(TypedDict):
    """Hold what recall found, small enough for every checkpoint; the rest is in its trace."""

    text: str  # the rendered prompt, within the budget
    trace_id: str | None  # for `MemoryRuntime.replay_trace`
    abstained: str | None


class MemoryState(TypedDict):
    """Add the keys of memory nodes to your own state: `class State(MemoryState): ...`."""

    memory: NotRequired[Annotated[Recalled, ForThisRun]]
    memory_seq: NotRequired[Annotated[int, later]]
    memory_as_of: NotRequired[int]  # LedgerSaver sets it where a run goes on from the past


def plain(record: Record) -> Json:
    """Write a record as plain JSON."""
    return record.model_dump(mode="json")


def load(model: type[R], value: Any) -> R:
    """Read a record from plain JSON."""
    return model.model_validate(value)


def recalled(context: MemoryContext) -> Recalled:
    """Keep of a context what an agent needs."""
    return Recalled(
        text=context.text,
        trace_id=context.trace_id,
        abstained=context.abstained,
    )
