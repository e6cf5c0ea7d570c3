"""The behaviours that every ledger backend must show.

Subclass `LedgerSuite` as a pytest class, override `open_ledger`, and run it::

    class TestMyLedger(LedgerSuite):
        def open_ledger(self, place, clock):
            return MyLedger(place / "ledger", clock=clock, traces_kept=self.traces_kept)

It needs pytest and uses only the ports. `reopens = False` skips what a ledger in memory can't do.
"""

from neuromem_graph.testing.ledger_appending import AppendingSuite
from neuromem_graph.testing.ledger_asking import AskingSuite
from neuromem_graph.testing.ledger_case import CompleteLedger
from neuromem_graph.testing.ledger_deciding import DecidingSuite
from neuromem_graph.testing.ledger_edges import EdgesSuite
from neuromem_graph.testing.ledger_graph import GraphSuite
from neuromem_graph.testing.ledger_isolation import IsolationSuite
from neuromem_graph.testing.ledger_keeping import KeepingSuite
from neuromem_graph.testing.ledger_lives import LivesSuite
from neuromem_graph.testing.ledger_merging import MergingSuite
from neuromem_graph.testing.ledger_moving import MovingSuite
from neuromem_graph.testing.ledger_names import NamesSuite
from neuromem_graph.testing.ledger_prior import PriorSuite
from neuromem_graph.testing.ledger_reading import ReadingSuite
from neuromem_graph.testing.ledger_resident import ResidentSuite
from neuromem_graph.testing.ledger_safety import SafetySuite
from neuromem_graph.testing.ledger_searching import SearchingSuite
from neuromem_graph.testing.ledger_sleeping import SleepingSuite
from neuromem_graph.testing.ledger_timeline import TimelineSuite
from neuromem_graph.testing.ledger_upkeep import UpkeepSuite
from neuromem_graph.testing.ledger_waiting import WaitingSuite
from neuromem_graph.testing.ledger_worldview import WorldviewSuite

__all__ = ["CompleteLedger", "LedgerSuite"]


class LedgerSuite(
    EdgesSuite,
    GraphSuite,
    NamesSuite,
    AppendingSuite,
    ReadingSuite,
    SearchingSuite,
    AskingSuite,
    DecidingSuite,
    IsolationSuite,
    KeepingSuite,
    LivesSuite,
    MergingSuite,
    MovingSuite,
    TimelineSuite,
    UpkeepSuite,
    WaitingSuite,
    WorldviewSuite,
    PriorSuite,
    ResidentSuite,
    SleepingSuite,
    SafetySuite,
):
    """All behaviours of a ledger backend."""
