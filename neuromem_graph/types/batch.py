"""What one transaction appends: groups of drafts on one namespace."""

from neuromem_graph.types.base import Namespace, Record, Step
from neuromem_graph.types.drafts import Draft


class Group(Record):
    """Hold drafts that stand or fall together under one turn id.

    A group with a `key` is idempotent per (key, step): appending it again adds nothing, and a group
    that commits a turn which was only observed adds everything but the event.
    """

    drafts: tuple[Draft, ...]
    key: str | None = None
    digest: str = ""
    step: Step = "committed"


class Batch(Record):
    """Hold all groups of one transaction on one namespace."""

    namespace: Namespace
    groups: tuple[Group, ...]
