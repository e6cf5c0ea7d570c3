"""Check that any LangGraph store does what a `BaseStore` should, in sync and in async mode.

::

    from neuromem_graph.testing.store_suite import store_test, validate

    @store_test(name="MyStore")
    async def my_store(*, index=None, ttl=None):
        async with MyStore.from_conn_string(":memory:", index=index, ttl=ttl) as store:
            yield store

    report = await validate(my_store)
    assert report.passed(), report.render()

It is `check(my_store)` from sync code and
``python -m neuromem_graph.testing.store_suite package.module:my_store`` from a shell.
"""

from neuromem_graph.testing.store_suite.capabilities import OPTIONAL, REQUIRED, Capability, Mode
from neuromem_graph.testing.store_suite.case import Case, CaseFailed
from neuromem_graph.testing.store_suite.cases import ALL
from neuromem_graph.testing.store_suite.detecting import Unusable
from neuromem_graph.testing.store_suite.driver import Driver, ManualClock
from neuromem_graph.testing.store_suite.factory import Factory, Registered, store_test
from neuromem_graph.testing.store_suite.report import CapabilityResult, CaseResult, Report
from neuromem_graph.testing.store_suite.running import Progress, check, validate

__all__ = [
    "ALL",
    "OPTIONAL",
    "REQUIRED",
    "Capability",
    "CapabilityResult",
    "Case",
    "CaseFailed",
    "CaseResult",
    "Driver",
    "Factory",
    "ManualClock",
    "Mode",
    "Progress",
    "Registered",
    "Report",
    "Unusable",
    "check",
    "store_test",
    "validate",
]
