"""Keep the explanations of queries beside the chain: bounded in number, erasable."""

from datetime import datetime

from neuromem_graph.ledger.sqlite.connection import Connections
from neuromem_graph.ledger.sqlite.part import dumps
from neuromem_graph.ledger.sqlite.statements import WRITES
from neuromem_graph.types.base import Namespace, to_micros

_SLACK = 64  # a bound may be exceeded by one part in so many, so that few writes look for it


class TraceKeeping:
    """Keep traces; `SqliteLedger` adds the rest."""

    _connections: Connections
    _traces_kept: int
    _written: dict[int, int]  # traces since the bound was last looked for, by namespace

    def record_trace(self, namespace: Namespace, trace_id: str, body: str, at: datetime) -> None:
        """Write the explanation of one query; the oldest above the bound are dropped.

        No disk is waited for: after a loss of power the last ones may be missing, and nothing else.
        """
        with self._connections.write(durable=False) as conn:
            given = (trace_id, to_micros(at), body, dumps(namespace))
            row = conn.execute(WRITES["add_trace"], given).fetchone()
            if row is None:  # a namespace that holds nothing has nothing to explain
                return
            slack = self._traces_kept // _SLACK
            written = self._written.get(row[0], slack) + 1
            if written > slack:
                conn.execute(WRITES["bound_traces"], (row[0], self._traces_kept))
                written = 0
            self._written[row[0]] = written
