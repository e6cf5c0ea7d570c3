"""The tables of the rule extractor: one record per way to state a fact with a verb.

To teach it a fact, add a `Pattern`. A clause is read as subject, adverbs and auxiliaries, head and
rest: "Kira | no longer | works | at Acme". The head picks the patterns; `rest` is matched after it.
"""

from neuromem_graph.core.patterns.daily import DAILY
from neuromem_graph.core.patterns.liking import LIKING
from neuromem_graph.core.patterns.living import LIVING
from neuromem_graph.core.patterns.pattern import DATE, JOB, Pattern, Shape, Tense, W
from neuromem_graph.core.patterns.telling import TELLING
from neuromem_graph.core.patterns.typed import TYPED
from neuromem_graph.core.patterns.working import WORKING

__all__ = ["DATE", "HEADS", "JOB", "PATTERNS", "Pattern", "Shape", "Tense", "W"]

PATTERNS: tuple[Pattern, ...] = (*TYPED, *TELLING, *DAILY, *LIVING, *WORKING, *LIKING)


def _by_head() -> dict[str, tuple[Pattern, ...]]:
    heads: dict[str, tuple[Pattern, ...]] = {}
    for pattern in PATTERNS:
        for head in pattern.heads.split():
            heads[head] = (*heads.get(head, ()), pattern)
    return heads


HEADS = _by_head()
"""What to try for each head, in the order of the table."""
