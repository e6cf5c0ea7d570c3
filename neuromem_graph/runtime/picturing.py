"""The methods that draw memory: a graph and a timeline, as pages that need no network."""

from neuromem_graph.pictures import Picture, graph_html, timeline_html
from neuromem_graph.pipeline import graph as drawing
from neuromem_graph.pipeline import picturing
from neuromem_graph.pipeline.moments import AsOf, moment_of
from neuromem_graph.pipeline.twin import twin_of
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.timelines import Timeline


class Picturing:
    """Draw one namespace; `MemoryRuntime` adds the rest."""

    namespace: Namespace
    resources: Resources

    def graph_html(self, *, as_of: AsOf = None, most: int = 60) -> Picture:
        """Draw what is believed as a graph, on one HTML page that needs no network.

        Args:
            as_of: what was known then; see `query`.
            most: nodes to draw, the most connected first, from 1 to 150; the page says what is
                left out.

        Returns:
            The page: write it to a file, or let a notebook show it.

        Raises:
            InvalidInput: the number is out of range.
        """
        moment = moment_of(as_of, self.resources.ledger)
        drawn = drawing.graph(self.namespace, self.resources, moment)
        return graph_html(drawn, most=most, title=_title("What is believed", self.namespace))

    def timeline(self, *, as_of: AsOf = None, most: int = 40) -> Timeline:
        """Return what was believed on both axes: when it was true, and when it was on record.

        Args:
            as_of: up to which moment of the ledger; see `query`.
            most: slots, those told about last, from 1 to 200; `left_out` counts the others.

        Raises:
            InvalidInput: the number is out of range.
        """
        moment = moment_of(as_of, self.resources.ledger)
        return picturing.timeline(self.namespace, moment, most, self.resources)

    def timeline_html(self, *, as_of: AsOf = None, most: int = 40) -> Picture:
        """Draw the timeline on one HTML page that needs no network.

        Args:
            as_of: as for `timeline`.
            most: as for `timeline`.

        Returns:
            The page: write it to a file, or let a notebook show it.

        Raises:
            InvalidInput: the number is out of range.
        """
        found = self.timeline(as_of=as_of, most=most)
        return timeline_html(found, title=_title("Timeline", self.namespace))

    agraph_html = twin_of(graph_html)
    atimeline = twin_of(timeline)
    atimeline_html = twin_of(timeline_html)


def _title(what: str, namespace: Namespace) -> str:
    return f"{what}: {'/'.join(namespace)}"
