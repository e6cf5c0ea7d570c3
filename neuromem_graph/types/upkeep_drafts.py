"""What upkeep appends: what is pinned, and what has faded."""

from neuromem_graph.types.base import Code
from neuromem_graph.types.drafts import Draft, Ref

__all__ = ["DecayDraft", "PinDraft"]


class PinDraft(Draft):
    """Record that a memory does not fade from now on, or that it does again."""

    kind = "pin"
    references = Draft.references | {"memory"}
    memory: Ref
    pinned: bool
    reason: Code
    payload: None = None


class DecayDraft(Draft):
    """Record that memories went unused: evidence only, their importance is computed when read."""

    kind = "decay"
    references = Draft.references | {"memories"}
    memories: tuple[Ref, ...]
    weights: tuple[float, ...]  # of each memory: the share that whole half-lives have taken
    payload: None = None
