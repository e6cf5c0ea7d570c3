"""Sleep over what is remembered: merge, promote, settle and compile."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from neuromem_graph.errors import InvalidInput
from neuromem_graph.pipeline import sleeping
from neuromem_graph.pipeline.sleep_looking import Progress
from neuromem_graph.pipeline.sleeping import Bounds
from neuromem_graph.ports.sleeping import CrystallizationPlanner, FrameExtractor, RelationProposer
from neuromem_graph.providers.sleep_helpers import helpers_from
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.proposals import FrameProposal, RelationProposal
from neuromem_graph.types.sleeping import Fact, Sleeper, SleepReport

Planner = Callable[[Sleeper, Sequence[Fact]], str | None]
"""A planner that is a function."""
Frames = Callable[[Sequence[Sleeper]], Sequence[FrameProposal]]
"""A frame extractor that is a function."""
Relations = Callable[[Sequence[Sleeper]], Sequence[RelationProposal]]
"""A relation proposer that is a function."""


class Sleeping:
    """Sleep over what is remembered."""

    namespace: Namespace
    resources: Resources

    def sleep(
        self, *, budget: float | timedelta | None = None, items: int | None = None,
        at: datetime | None = None, progress: Progress | None = None,
        stop: Callable[[], bool] | None = None,
        planner: CrystallizationPlanner | Planner | None = None,
        frames: FrameExtractor | Frames | None = None,
        relations: RelationProposer | Relations | None = None,
    ) -> SleepReport:  # fmt: skip
        """Sleep once: merge what says the same, promote, settle conflicts, compile frames.

        Nothing is deleted and no source is rewritten; every batch is one transaction. A sleep that
        is interrupted leaves whole batches, and the next one goes on. Where nothing has changed
        since the last one, nothing is read or written. Call it from any scheduler.

        Args:
            budget: seconds, or a timedelta, after which no further batch begins; None: no bound.
            items: so many memories merged, promoted, settled or compiled, after which no further
                batch begins; None: no bound.
            at: what counts as now, aware; the clock by default.
            progress: is called with the phase, the clusters done, and those there are.
            stop: is asked before each batch; once it says True, no further batch begins.
            planner: says what may be the same; the rules judge it all the same. These three are
                objects with the method of their port, or functions like it.
            frames: proposes generalisations, as a model can; each must quote its sources.
            relations: proposes relations, as a model can; each must quote both ends.

        Returns:
            What was done, refused and left; `str` of it is readable. A planner or model that fails
            or answers nonsense stands among what is refused; all else goes on.

        Raises:
            InvalidInput: a bound or a helper can't be used; nothing was written.
            InvalidTime: `at` is naive.
        """
        bounds = Bounds(items, _seconds(budget), _stop(stop))
        helpers = helpers_from(planner, frames, relations)
        return sleeping.sleep(self.namespace, self.resources, bounds=bounds, at=at,
                              progress=progress, helpers=helpers)  # fmt: skip

    async def asleep(
        self, *, budget: float | timedelta | None = None, items: int | None = None,
        at: datetime | None = None, progress: Progress | None = None,
        stop: Callable[[], bool] | None = None,
        planner: CrystallizationPlanner | Planner | None = None,
        frames: FrameExtractor | Frames | None = None,
        relations: RelationProposer | Relations | None = None,
    ) -> SleepReport:  # fmt: skip
        """Do as `sleep`, without blocking the event loop; cancelled, it ends after its batch."""
        cancelled, asked = threading.Event(), _stop(stop)
        helpers = helpers_from(planner, frames, relations)
        bounds = Bounds(items, _seconds(budget), lambda: cancelled.is_set() or asked())
        try:
            return await asyncio.to_thread(
                sleeping.sleep, self.namespace, self.resources, bounds=bounds, at=at,
                progress=progress, helpers=helpers,
            )  # fmt: skip
        finally:
            cancelled.set()


def _seconds(budget: object) -> float | None:
    if isinstance(budget, timedelta):
        return budget.total_seconds()
    if isinstance(budget, bool) or not isinstance(budget, int | float | None):
        raise InvalidInput(f"budget={budget!r:.80} is no time: give seconds, a timedelta or None")
    return budget


def _stop(given: object) -> Callable[[], bool]:
    if given is None:
        return lambda: False
    if not callable(given):
        raise InvalidInput(f"stop={given!r:.80}: give a function that says whether to stop")
    return lambda: bool(given())
