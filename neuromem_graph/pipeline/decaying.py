"""Pin memories, and record what went unused; importance itself is computed when it is read."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from heapq import nlargest
from typing import NamedTuple

from neuromem_graph.core import decaying, lifecycle
from neuromem_graph.core.decaying import DAY, Standing, Use
from neuromem_graph.errors import InvalidInput
from neuromem_graph.pipeline import clearing, recalls
from neuromem_graph.pipeline.lifecycle import found
from neuromem_graph.pipeline.reindexing import Progress, teller
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.settings.decaying import Decaying
from neuromem_graph.types.base import Namespace, from_micros, to_micros
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.ingest import Receipt, ReceiptItem
from neuromem_graph.types.upkeep import DecayReport, Faded, StandingRow
from neuromem_graph.types.upkeep_drafts import DecayDraft, PinDraft

__all__ = ["at_reading", "pin", "run_decay"]

_DIGITS = 6


class _Moment(NamedTuple):
    now: int  # microseconds
    uses: Mapping[str, Use]
    counted: bool  # recalls were counted
    settings: Decaying


def pin(
    namespace: Namespace, memory_id: str, resources: Resources, *, pinned: bool, reason: object
) -> Receipt:  # fmt: skip
    """Let a memory fade no more, or fade again.

    Args:
        namespace: where it is.
        memory_id: its id.
        resources: what the stages may use.
        pinned: whether it is pinned from now on.
        reason: a code that stands in the record; "pin" or "unpin" by default.

    Raises:
        InvalidInput: the reason can't be used.
        NotFound: this namespace holds no such memory, or it was erased.
    """
    what = "pinned" if pinned else "unpinned"
    why = clearing.code(reason, "pin" if pinned else "unpin", resources)
    items: list[ReceiptItem] = []

    def plan(reader: Reader) -> Batch:
        life = found(reader, namespace, memory_id)
        (row,) = reader.memories(namespace, [life.memory])
        if row.pinned == pinned:
            items[:] = [ReceiptItem(what="skipped", text=life.text or "", id=life.id,
                                    reason=f"{what} already")]  # fmt: skip
            return Batch(namespace=namespace, groups=())
        does = "does not fade" if pinned else "fades with time"
        items[:] = [ReceiptItem(what="pinned" if pinned else "unpinned", text=life.text or "",
                                id=life.id, reason=f"it {does} from now on")]  # fmt: skip
        draft = PinDraft(memory=life.memory, pinned=pinned, reason=why,
                         settings=resources.settings.version)  # fmt: skip
        return Batch(namespace=namespace, groups=(Group(drafts=(draft,)),))

    (appended,) = resources.ledger.append([plan])
    return Receipt(namespace=namespace, seq=appended.head.seq, items=tuple(items))


def run_decay(
    namespace: Namespace, resources: Resources, *, dry_run: bool, at: datetime | None,
    listed: int, progress: Progress | None,
) -> DecayReport:  # fmt: skip
    """Record which memories went unused for another half-life, and list what could be put away.

    Args:
        namespace: whose memories.
        resources: the ledger and `Settings.decaying`.
        dry_run: only look.
        at: the moment, aware; the clock's by default.
        listed: how many memories the report shows of each sort.
        progress: told after each batch; or a bar such as tqdm's.

    Raises:
        InvalidInput, InvalidTime: an argument can't be used; nothing was written.
    """
    if not isinstance(dry_run, bool):
        raise InvalidInput(f"dry_run={dry_run!r:.80}: give True or False")
    if not isinstance(listed, int) or isinstance(listed, bool) or listed < 0:
        raise InvalidInput(f"listed={listed!r:.80} is no number from 0 on")
    moment = _moment(namespace, resources, at)
    tell, sums = teller(progress), _Sums(listed)
    with resources.ledger.reader() as reader:
        total, seq = sum(reader.stats(namespace).memories.values()), reader.seq
    for page in pages(namespace, resources, moment.settings.batch):
        sums.add(page, moment)
        if not dry_run and _steps(page, moment):
            first, last = page[0].memory, page[-1].memory
            seq = _record(namespace, resources, moment, (first - 1, last))
            sums.records += 1
        tell(sums.looked_at, max(total, sums.looked_at))
    return sums.report(namespace, from_micros(moment.now), dry_run, seq)


def pages(
    namespace: Namespace, resources: Resources, most: int
) -> Iterator[tuple[StandingRow, ...]]:  # fmt: skip
    """Give how all memories stand, page by page; no transaction is open between two."""
    after = 0
    while True:
        with resources.ledger.reader() as reader:
            page = reader.upkeep.standings(namespace, after, most)
        if not page:
            return
        yield page
        after = page[-1].memory


def at_reading(row: StandingRow, use: Use) -> Standing:
    """Return what the importance of a memory is made of."""
    return Standing(row.kind, row.importance, row.used_at, row.support, row.pinned, use)


def _moment(namespace: Namespace, resources: Resources, at: datetime | None) -> _Moment:
    if not isinstance(at, datetime | None):
        raise InvalidInput(f"at={at!r:.80} is no datetime")
    chosen = at or resources.clock()
    now, counted = to_micros(chosen), recalls.needed(resources)
    uses = recalls.counted(namespace, chosen, resources, every=True) if counted else {}
    return _Moment(now, uses, counted, resources.settings.decaying)


def _served(row: StandingRow, now: int) -> bool:
    """Tell whether a memory can still fade: what is put away or erased can't."""
    return row.text is not None and not lifecycle.is_away(row.state, row.expires_at, now)


def _steps(page: Sequence[StandingRow], moment: _Moment) -> dict[int, float]:
    """Return what newly fades: memory -> what its evidence weighs."""
    found = {}
    for row in page:
        if _served(row, moment.now):
            one = at_reading(row, moment.uses.get(row.id, Use()))
            weight = decaying.level(one, moment.now, moment.settings)
            if weight > row.decayed:
                found[row.memory] = weight
    return found


def _record(
    namespace: Namespace, resources: Resources, moment: _Moment, span: tuple[int, int]
) -> int:
    """Decide again inside the transaction, where nothing can move, and record it."""

    def plan(reader: Reader) -> Batch:
        page = reader.upkeep.standings(namespace, span[0], moment.settings.batch)
        steps = _steps([row for row in page if row.memory <= span[1]], moment)
        draft = DecayDraft(memories=tuple(steps), weights=tuple(steps.values()),
                           settings=resources.settings.version)  # fmt: skip
        groups = (Group(drafts=(draft,)),) if steps else ()
        return Batch(namespace=namespace, groups=groups)

    (appended,) = resources.ledger.append([plan])
    return appended.head.seq


class _Sums:
    """Count page by page, and keep the few that are shown."""

    def __init__(self, listed: int) -> None:
        self._listed = listed
        self.looked_at = self.records = self._pinned = self._faded = self._prunable = 0
        self._examples: list[Faded] = []
        self._candidates: list[Faded] = []

    def add(self, page: Sequence[StandingRow], moment: _Moment) -> None:
        """Count one page."""
        steps, candidates = _steps(page, moment), list[Faded]()
        for row in page:
            self.looked_at += 1
            self._pinned += row.pinned
            one = _told(row, moment)
            if row.memory in steps and len(self._examples) < self._listed:
                self._examples.append(one)
            if _served(row, moment.now) and _prunable(row, one, moment):
                candidates.append(one)
        self._faded += len(steps)
        self._prunable += len(candidates)
        self._candidates = nlargest(
            self._listed, [*self._candidates, *candidates], key=lambda one: one.half_lives
        )

    def report(
        self, namespace: Namespace, at: datetime, dry_run: bool, seq: int
    ) -> DecayReport:  # fmt: skip
        """Tell what was counted."""
        return DecayReport(
            namespace=namespace, at=at, dry_run=dry_run, seq=seq, looked_at=self.looked_at,
            pinned=self._pinned, faded=self._faded, records=self.records,
            examples=tuple(self._examples), prunable=self._prunable,
            candidates=tuple(self._candidates),
        )  # fmt: skip


def _prunable(row: StandingRow, one: Faded, moment: _Moment) -> bool:
    """Tell whether a memory has faded so far, said once and never of use, that it may go."""
    faded = one.half_lives >= moment.settings.prune_after
    return faded and row.support == 1 and row.importance <= 1 and not one.recalls


def _told(row: StandingRow, moment: _Moment) -> Faded:
    use = moment.uses.get(row.id, Use())
    one = at_reading(row, use)
    return Faded(
        id=row.id, text=row.text, kind=row.kind, state=row.state, recorded=row.importance,
        importance=decaying.importance(one, moment.now, moment.settings),
        idle_days=max(0, moment.now // DAY - row.used_at // DAY),
        half_lives=round(decaying.fade(one, moment.now, moment.settings), _DIGITS),
        recalls=use.times if moment.counted else None,
    )  # fmt: skip
