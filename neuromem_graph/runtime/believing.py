"""Ask what is believed, and make the views of it anew."""

from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace


class Believing:
    """Ask what is believed, and make the views of it anew."""

    namespace: Namespace
    resources: Resources
