"""The methods that explain: why an answer is as it is, and what made a memory."""

from neuromem_graph.pipeline import tracing, writing
from neuromem_graph.pipeline.moments import AsOf, moment_of
from neuromem_graph.pipeline.twin import twin_of
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.explaining import Explanation, WrittenWhy


class Explaining:
    """Explain answers and memories of one namespace; `MemoryRuntime` adds the rest."""

    namespace: Namespace
    resources: Resources

    def explain(self, trace_id: str) -> Explanation:
        """Explain an answer: what was asked for, which channel found what, what was left out, why.

        It is made of the trace alone: in another process, and after later changes, it is the same.

        Args:
            trace_id: of the query: `MemoryContext.trace_id`.

        Returns:
            The explanation; `to_text()`, `to_json()` and `to_html()` write it.

        Raises:
            InvalidInput: the id is no text: an answer whose `trace_id` is None has no trace, since
                nothing is stored in its namespace, or none was to be kept.
            NotFound: this namespace holds no such trace: it never did, or it was dropped or erased.
        """
        return tracing.explain(self.namespace, trace_id, self.resources)

    def why_written(self, memory_id: str, *, as_of: AsOf = None) -> WrittenWhy:
        """Tell what made a memory what it is: event, claims, route, impact, evidence.

        Args:
            memory_id: its id, from a receipt or an item of a context.
            as_of: what was known then; see `query`.

        Raises:
            InvalidInput: the id is no text.
            NotFound: this namespace holds no such memory (at that moment), or it was erased.
        """
        moment = moment_of(as_of, self.resources.ledger)
        return writing.why_written(self.namespace, memory_id, moment, self.resources)

    aexplain = twin_of(explain)
    awhy_written = twin_of(why_written)
