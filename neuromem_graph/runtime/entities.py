"""Look after entities: aliases, merges and their undoing."""

from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace


class Naming:
    """Look after entities: aliases, merges and their undoing."""

    namespace: Namespace
    resources: Resources
