"""Keep answers at hand: what was asked once is answered again at no cost.

An answer is served again while nothing could have changed it: the same question with the same
settings and models, at the same version of the namespace, read in the same way, before anything
starts, ends or expires, and within the same day of UTC, since recency counts whole days.
"""

import hashlib
import threading
from collections import Counter, OrderedDict
from collections.abc import Hashable
from datetime import datetime
from typing import NamedTuple

from neuromem_graph.resources import Resources
from neuromem_graph.settings.caching import Caching
from neuromem_graph.types.base import EPOCH, to_micros
from neuromem_graph.types.diagnostics import CacheStats, MissReason, Version
from neuromem_graph.types.recall import Filters, MemoryContext, Query, RecallPlan

_DAY = 86_400_000_000
_SECOND = 1_000_000


class Same:
    """Stand for one object in a key: equal to itself alone."""

    def __init__(self, one: object) -> None:
        self._one = one

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other._one is self._one

    def __hash__(self) -> int:
        return id(self._one)


class Answer(NamedTuple):
    """Hold an answer, and as long as what it holds."""

    context: MemoryContext  # without a trace
    plan: RecallPlan
    version: Version
    made_at: int  # microseconds, by the clock
    until: int  # microseconds: of the plan's now, exclusive


class Moment(NamedTuple):
    """Hold when a question is asked."""

    plan: RecallPlan
    version: Version
    now: int  # microseconds, by the clock


def key_of(query: Query, resources: Resources) -> Hashable:
    """Return what an answer depends on besides the ledger and the time."""
    embedder = resources.embedder
    return (
        query, resources.settings.version, Same(embedder), getattr(embedder, "model", None),
        Same(resources.reranker), Same(resources.expander), Same(resources.count_tokens),
    )  # fmt: skip


def filter_hash(filters: Filters) -> str:
    """Return a short name for exactly these filters."""
    return hashlib.sha256(filters.model_dump_json().encode()).hexdigest()[:12]


def holds_until(plan: RecallPlan, version: Version) -> int:
    """Return until when time alone changes nothing: the next turning point, or the end of the day.

    Args:
        plan: its `now`.
        version: what is ahead at that moment.

    Returns:
        Microseconds, exclusive.
    """
    now = to_micros(plan.now)
    ends = now - now % _DAY + _DAY
    return ends if version.turns_at is None else min(ends, version.turns_at)


def like(plan: RecallPlan) -> RecallPlan:
    """Return a plan as it is asked, without its moment: equal ones ask the same.

    What it is widened by follows from that, and from what the namespace holds.
    """
    gate = plan.gate.model_copy(
        update={
            "valid_at": None if plan.gate.valid_at is None else 0,
            "now": None if plan.gate.now is None else 0,
        }
    )
    return plan.model_copy(update={"seq": 0, "now": EPOCH, "gate": gate, "expanded": None})


class RetrievalCache:
    """Keep answers, the least recently used dropped above a number.

    Args:
        settings: how many, and for how long.
    """

    def __init__(self, settings: Caching) -> None:
        self._settings = settings
        self._guard = threading.Lock()
        self._answers: OrderedDict[Hashable, Answer] = OrderedDict()
        self._hits = 0
        self._misses: Counter[MissReason] = Counter()
        self._last: MissReason | None = None
        self.cleared = 0  # how often

    def clear(self) -> None:
        """Drop all answers: content was erased."""
        with self._guard:
            self._answers.clear()
            self.cleared += 1

    @property
    def on(self) -> bool:
        """Tell whether answers are kept at all."""
        return self._settings.answers > 0

    def look(self, key: Hashable, asked: Moment) -> Answer | MissReason:
        """Return the answer that is kept for a question, or why there is none.

        Args:
            key: as `key_of` gives it.
            asked: when.
        """
        with self._guard:
            kept = self._answers.get(key)
            reason = "cold" if kept is None else self._stale(kept, asked)
            if reason is None:
                self._answers.move_to_end(key)
                self._hits += 1
                return kept  # type: ignore[return-value]
            if kept is not None and kept.version.seq <= asked.version.seq:
                del self._answers[key]
            return reason

    def _stale(self, kept: Answer, asked: Moment) -> MissReason | None:
        then, now = kept.version, asked.version
        if (then.semantic, then.erased) != (now.semantic, now.erased):
            return "version"
        moment = to_micros(asked.plan.now)
        if not to_micros(kept.plan.now) <= moment < kept.until:
            return "time"
        if like(kept.plan) != like(asked.plan):
            return "time"  # the question itself is the same: it names times seen from now
        age = asked.now - kept.made_at
        return None if 0 <= age < self._settings.seconds * _SECOND else "expired"

    def missed(self, reason: MissReason) -> None:
        """Count a query that was computed."""
        with self._guard:
            self._misses[reason] += 1
            self._last = reason

    def keep(self, key: Hashable, answer: Answer, cleared: int) -> None:
        """Keep an answer.

        Args:
            key: as `key_of` gives it.
            answer: what was computed.
            cleared: as it was when that began; what was begun before an erasure isn't kept.
        """
        with self._guard:
            if cleared != self.cleared:
                return
            self._answers[key] = answer
            self._answers.move_to_end(key)
            while len(self._answers) > self._settings.answers:
                self._answers.popitem(last=False)

    def stats(self) -> CacheStats:
        """Count what it did."""
        with self._guard:
            missed = sum(self._misses.values())
            asked = self._hits + missed
            return CacheStats(
                entries=len(self._answers), max_entries=self._settings.answers,
                ttl_seconds=self._settings.seconds, hits=self._hits, misses=missed,
                hit_rate=round(self._hits / asked, 6) if asked else 0.0,
                miss_reasons=dict(sorted(self._misses.items())), last_miss_reason=self._last,
            )  # fmt: skip


def cache_of(resources: Resources) -> RetrievalCache:
    """Return the answers that are kept for these resources."""
    settings = resources.settings.caching
    return resources.at_hand.get(RetrievalCache, lambda: RetrievalCache(settings))


def clock_of(resources: Resources) -> int:
    """Return the time in microseconds."""
    now: datetime = resources.clock()
    return to_micros(now)
