"""Draw memory: the graph and the timeline as pages that need no network, and Mermaid.

Pure functions of what they are given. What a page shows is there as text without its script, too.
"""

from neuromem_graph.pictures.graph import graph_html
from neuromem_graph.pictures.mermaid import mermaid
from neuromem_graph.pictures.page import Picture
from neuromem_graph.pictures.timeline import timeline_html

__all__ = ["Picture", "graph_html", "mermaid", "timeline_html"]
