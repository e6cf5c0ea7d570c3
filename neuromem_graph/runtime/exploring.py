"""See what an ingest would do, and look at memory as a graph."""

from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace


class Exploring:
    """See what an ingest would do, and look at memory as a graph."""

    namespace: Namespace
    resources: Resources
