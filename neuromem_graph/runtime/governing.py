"""Change memory by policies that validators approve."""

from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace


class Governing:
    """Change memory by policies that validators approve."""

    namespace: Namespace
    resources: Resources
