"""Sleep: look at all that is active, then merge, promote, settle and compile, batch by batch.

Every batch reads what it is about anew, inside the transaction that writes it, and judges it there:
what was done already, by a sleep that was killed or another process, is not done again. A sleep
that stops at any point leaves whole batches; the next one goes on.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from neuromem_graph.errors import InvalidInput, MemoryGraphError
from neuromem_graph.pipeline import clearing
from neuromem_graph.pipeline import sleep_compiling as compiling
from neuromem_graph.pipeline import sleep_phases as phases
from neuromem_graph.pipeline.sleep_looking import Found, Progress, look
from neuromem_graph.pipeline.sleep_phases import Done, Night
from neuromem_graph.ports import Reader
from neuromem_graph.providers import sleep_helpers
from neuromem_graph.providers.sleep_helpers import NOBODY, Answer, Helpers
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace, to_micros
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.change_drafts import SleepDraft
from neuromem_graph.types.drafts import Draft
from neuromem_graph.types.proposals import FrameProposal, RelationProposal
from neuromem_graph.types.sleeping import LastSleep, Sleeper, SleepItem, SleepReport

Proposal = TypeVar("Proposal", FrameProposal, RelationProposal)


class Bounds(NamedTuple):
    """Say where a sleep stops; what it leaves is done by the next one."""

    items: int | None = None  # memories merged, promoted, settled or compiled
    budget: float | None = None  # seconds of the clock
    stop: Callable[[], bool] = lambda: False


_UNBOUND = Bounds()


def sleep(
    namespace: Namespace, resources: Resources, *, bounds: Bounds = _UNBOUND,
    at: datetime | None = None, progress: Progress | None = None, helpers: Helpers = NOBODY,
) -> SleepReport:  # fmt: skip
    """Sleep over one namespace.

    Args:
        namespace: whose memories.
        resources: what the stages may use.
        bounds: where it stops.
        at: what counts as now; the clock by default.
        progress: is told how far it is.
        helpers: what may plan and propose besides the rules.

    Raises:
        InvalidInput: a bound can't be used; nothing was written.
        InvalidTime: `at` is naive.
    """
    _check(bounds)
    if not isinstance(at, datetime | None):
        raise InvalidInput(f"at={at!r:.80} is no datetime")
    started = resources.clock()
    night = Night(namespace, resources, now=to_micros(at or started))
    with resources.ledger.reader() as reader:
        last, before = reader.sleeping.last(namespace), reader.seq
        if last is not None and _is_asleep(last, night):
            return SleepReport(namespace=namespace, seq=before, unchanged=True)
        found = look(reader, night, helpers, progress)
        none = not found.memories and not reader.stats(namespace).memories
    if none and last is None:
        return SleepReport(namespace=namespace, seq=before)
    return _Run(night, found, bounds, progress, helpers, before, started).sleep(last)


def _check(bounds: Bounds) -> None:
    items, budget = bounds.items, bounds.budget
    if items is not None and (isinstance(items, bool) or not isinstance(items, int) or items < 1):
        raise InvalidInput(f"items={items!r:.80} is no number of memories: give 1 or more, or None")
    if budget is not None and not budget >= 0:
        raise InvalidInput(f"budget={budget!r:.80} is no time: give seconds, a timedelta or None")


def _is_asleep(last: LastSleep, night: Night) -> bool:
    """Tell whether the last sleep ended, left nothing, and nothing has changed or expired since."""
    same = last.settings == night.settings.version
    gone = last.wakes_at is not None and last.wakes_at <= night.now
    return last.phase == "audit" and not last.left and not last.changed and same and not gone


class _Run:
    """Do one sleep: a plan record, batches of each phase, an audit record."""

    def __init__(
        self, night: Night, found: Found, bounds: Bounds, progress: Progress | None,
        helpers: Helpers, head: int, *started: datetime,
    ) -> None:  # fmt: skip
        self.night, self.found, self.bounds, self.progress = night, found, bounds, progress
        self.helpers, self.head, self.started = helpers, head, started[0]
        self.run, self.spent, self.left, self.seq, self.written = 0, 0, 0, head, 0
        self.items: list[SleepItem] = []
        self.counts: dict[str, int] = {}

    def sleep(self, last: LastSleep | None) -> SleepReport:
        """Go through all phases."""
        if last is not None and last.phase != "audit":
            self.run = last.run  # it was killed: what it had done is done
        else:
            counts = {"clusters": len(self.found.clusters), "memories": self.found.memories}
            plan = SleepDraft(phase="plan", head=self.head, counts=counts,
                              settings=self.night.settings.version)  # fmt: skip
            self.run = self._append([plan])[0]
        for why in self.found.refused:
            self._told("the planner", why)
        self._consolidate()
        self._each("promotion", [(one,) for one in self.found.weak], phases.promote)
        self._each("suppression", self._opposed(), phases.settle)
        self._each("compilation", self.found.tasks, compiling.compile_tasks, least=True)
        self._each("compilation", self.found.shared, compiling.compile_facts, least=True)
        self._propose()
        if not self.bounds.stop():
            self._audit()
        return SleepReport(
            namespace=self.night.namespace, seq=self.seq, looked_at=self.found.memories,
            selected=len(self.found.clusters), items=tuple(self.items), left=self.left,
            written=self.written,
        )  # fmt: skip

    def _consolidate(self) -> None:
        """Merge cluster by cluster; a wide one in slices, each with the memory that stays."""
        most = self.night.settings.sleeping.cluster
        slices = [
            (group[0], *group[at : at + most - 1])
            for group in self.found.clusters for at in range(1, len(group), most - 1)
        ]  # fmt: skip
        self._each("consolidation", slices, phases.consolidate)

    def _opposed(self) -> list[tuple[int, ...]]:
        with self.night.resources.ledger.reader() as reader:
            pairs = reader.sleeping.opposed(self.night.namespace)
        return [(pair.one, pair.other) for pair in pairs]

    def _propose(self) -> None:
        """Ask the model, cluster by cluster, outside of any transaction; ground what it says."""
        if self.helpers.frames is None and self.helpers.relations is None:
            return
        groups = [*self.found.tasks, *self.found.shared]
        for number, group in enumerate(groups):
            if self._is_over():
                self.left += len(groups) - number
                return
            with self.night.resources.ledger.reader() as reader:
                shown = compiling.shown_of(self.night, reader, group)
            frames = self._asked(sleep_helpers.frames, self.helpers.frames, shown)
            related = self._asked(sleep_helpers.relations, self.helpers.relations, shown)
            given = (shown, frames, related)
            self._batch("compilation", lambda night, reader, groups, given=given:
                        compiling.propose(night, reader, given), ())  # fmt: skip

    def _asked(
        self, ask: Callable[..., Answer[Proposal]], asked: Callable[..., Any] | None,
        shown: Sequence[Sleeper],
    ) -> tuple[Proposal, ...]:  # fmt: skip
        """Ask one model; that it fails or talks nonsense is told, and stops nothing else."""
        if asked is None or not shown:
            return ()
        try:
            answer = ask(asked, shown)
        except MemoryGraphError as exc:  # its own, or one of ours that it raised
            self._told(ask.__name__, str(exc))
            return ()
        for why in answer.refused:
            self._told(ask.__name__, why)
        return answer.proposals

    def _told(self, who: str, why: str) -> None:
        """Tell in the report that somebody who proposes was of no use."""
        reason = clearing.failure(why, self.night.resources)
        self.items.append(SleepItem(what="refused", reason=reason, id="", text=who))
        self.counts["refused"] = self.counts.get("refused", 0) + 1

    def _each(
        self, phase: str, groups: Sequence[tuple[int, ...]], work: phases.Work, *,
        least: bool = False,
    ) -> None:  # fmt: skip
        """Do the groups of a phase in batches, until a bound is reached."""
        at, size = 0, self.night.settings.sleeping.batch
        while at < len(groups):
            if self._is_over():
                self.left += len(groups) - at
                return
            batch, memories = list[tuple[int, ...]](), 0
            while at < len(groups) and (not batch or memories + len(groups[at]) <= size):
                batch.append(self._cut(groups[at], whole=least or phase != "consolidation"))
                memories += len(batch[-1])
                self.left += len(batch[-1]) < len(groups[at])
                at += 1
                if self._room() is not None and memories >= (self._room() or 0):
                    break
            self._batch(phase, work, batch)
            if self.progress is not None:
                self.progress(phase, at, len(groups))

    def _cut(self, group: tuple[int, ...], *, whole: bool) -> tuple[int, ...]:
        room = self._room()
        return group if whole or room is None else group[: room + 1]

    def _room(self) -> int | None:
        return None if self.bounds.items is None else max(self.bounds.items - self.spent, 0)

    def _is_over(self) -> bool:
        if self.bounds.stop() or self._room() == 0:
            return True
        elapsed = self.night.resources.clock() - self.started
        return self.bounds.budget is not None and elapsed.total_seconds() >= self.bounds.budget

    def _batch(self, phase: str, work: phases.Work, groups: Sequence[tuple[int, ...]]) -> None:
        """Read, judge and write one batch in one transaction."""
        done = Done()

        def plan(reader: Reader) -> Batch:
            nonlocal done
            done = work(self.night, reader, groups)
            if not done.drafts:
                return Batch(namespace=self.night.namespace, groups=())
            told = SleepDraft(phase=phase, run=self.run, counts=done.counts,
                              settings=self.night.settings.version)  # fmt: skip
            drafts = (*done.drafts, told)
            return Batch(namespace=self.night.namespace, groups=(Group(drafts=drafts),))

        (appended,) = self.night.resources.ledger.append([plan])
        self.seq = appended.head.seq
        stored = [one for group in appended.groups for one in group.stored]
        self.written += len(stored)
        names = {-place: one.id or "" for place, one in enumerate(stored, start=1)}
        self.items += [item.model_copy(update={"id": names[ref]}) if ref else item
                       for ref, item in done.items]  # fmt: skip
        self.spent += sum(done.counts.values())
        for name, count in (done.counts | done.refused).items():
            self.counts[name] = self.counts.get(name, 0) + count

    def _audit(self) -> None:
        """Record how the sleep ended: what was done, and what is left."""
        counts = {**self.counts, **({"left": self.left} if self.left else {})}
        if self.found.wakes_at is not None:
            counts["wakes_at"] = self.found.wakes_at
        self._append([SleepDraft(phase="audit", run=self.run, counts=counts,
                                 settings=self.night.settings.version)])  # fmt: skip

    def _append(self, drafts: Sequence[Draft]) -> list[int]:
        batch = Batch(namespace=self.night.namespace, groups=(Group(drafts=tuple(drafts)),))
        (appended,) = self.night.resources.ledger.append([batch])
        self.seq = appended.head.seq
        seqs = [one.seq for group in appended.groups for one in group.stored]
        self.written += len(seqs)
        return seqs
