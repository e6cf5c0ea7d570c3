"""Count and time what a runtime does, for `performance_stats`."""

import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import ceil

from neuromem_graph.resources import Resources
from neuromem_graph.types.diagnostics import QueryTimes

_THOUSAND = 1_000.0
_DIGITS = 3


class Watch:
    """Time the stages of one query."""

    def __init__(self) -> None:
        self._started = time.perf_counter()
        self._stages: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time what is done inside."""
        started = time.perf_counter()
        try:
            yield
        finally:
            took = (time.perf_counter() - started) * _THOUSAND
            self._stages[name] = self._stages.get(name, 0.0) + took

    def milliseconds(self) -> dict[str, float]:
        """Return how long each stage took, and all of it."""
        total = (time.perf_counter() - self._started) * _THOUSAND
        return {name: round(took, _DIGITS) for name, took in (*self._stages.items(),
                                                             ("total", total))}  # fmt: skip


class Times:
    """Keep how long recent queries took, by stage.

    Args:
        most: how many are kept.
    """

    def __init__(self, most: int) -> None:
        self._guard = threading.Lock()
        self._recent: deque[dict[str, float]] = deque(maxlen=most)
        self._count = 0

    def add(self, milliseconds: dict[str, float]) -> None:
        """Note one query."""
        with self._guard:
            self._recent.append(milliseconds)
            self._count += 1

    def totals(self) -> QueryTimes:
        """Summarise whole queries."""
        return self.stages().get("total", _summary(0, ()))

    def stages(self) -> dict[str, QueryTimes]:
        """Summarise each stage, and "total"."""
        with self._guard:
            recent, count = list(self._recent), self._count
        names = sorted({name for one in recent for name in one})
        return {name: _summary(count, [one[name] for one in recent if name in one])
                for name in names}  # fmt: skip


def _summary(count: int, took: Sequence[float]) -> QueryTimes:
    ordered = sorted(took)

    def share(part: float) -> float:
        """Return the nearest-rank percentile."""
        return ordered[max(0, ceil(part * len(ordered)) - 1)] if ordered else 0.0

    return QueryTimes(count=count, recent=len(ordered), p50=share(0.5), p95=share(0.95),
                      p99=share(0.99), slowest=share(1.0))  # fmt: skip


class Asked:
    """Count what was asked of the embedder, and what was known already."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self.hits = self.misses = self.batches = self.last = 0
        self._seconds = 0.0

    def asked(self, texts: int, started: float) -> None:
        """Note one call.

        Args:
            texts: how many it embedded.
            started: when, by `time.perf_counter`.
        """
        with self._guard:
            self.batches += 1
            self.last = texts
            self._seconds += time.perf_counter() - started

    def found(self, texts: int) -> None:
        """Note texts whose vectors were in the file."""
        with self._guard:
            self.hits += texts

    def missed(self, texts: int) -> None:
        """Note texts that were embedded."""
        with self._guard:
            self.misses += texts

    def average(self) -> float:
        """Return how many milliseconds a call takes."""
        took = self._seconds * _THOUSAND / self.batches if self.batches else 0.0
        return round(took, _DIGITS)


def times_of(resources: Resources) -> Times:
    """Return how long queries with these resources took."""
    most = resources.settings.caching.timed
    return resources.at_hand.get(Times, lambda: Times(most))


def asked_of(resources: Resources) -> Asked:
    """Return what was asked of the embedder of these resources."""
    return resources.at_hand.get(Asked, Asked)
