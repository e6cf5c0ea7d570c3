"""Forget, restore and correct memories, and tell how they served."""

from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace


class Keeping:
    """Forget, restore and correct memories, and tell how they served."""

    namespace: Namespace
    resources: Resources
