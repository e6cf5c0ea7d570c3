"""Measure one sleep over many memories: CPU seconds, memory at its peak, what became of them.

    python benchmarks/sleep.py --memories 10000
    python benchmarks/sleep.py --memories 100000 --file /tmp/sleep.sqlite3

The memories are made without an extractor, by appending records: a half are episodes that nobody
repeats, a quarter are facts about one of many people in one of several wordings, a quarter are
sentences said again with other small words. Everything follows from `--seed`.
"""

import argparse
import random
import resource
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from neuromem_graph import MemoryRuntime
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.drafts import (
    CandidateDraft,
    CandidatePayload,
    ClaimDraft,
    ClaimPayload,
    EntityDraft,
    EntityPayload,
    EventDraft,
    EventPayload,
    MemoryDraft,
    SlotDraft,
    SlotPayload,
)

NAMESPACE = ("bench", "sleep")
START = datetime(2025, 1, 1, tzinfo=UTC)
WORDINGS = (
    "{0} lives in {1}.", "{0} resides in {1}.", "{1} is where {0} lives.", "{1} is home to {0}.",
    "The home of {0} is {1}.", "{0} is based in {1}.",
)  # fmt: skip
SMALL = ("", "Actually, ", "Well, ", "Oh, ", "So, ", "Honestly, ", "Hey, ")
THINGS = "walked cooked painted repaired sold lent photographed cleaned found lost".split()
WHAT = "bridge lamp boat kettle fence guitar tent mirror ladder violin bicycle stove".split()
PLACES = "Ghent Porto Oslo Turin Bonn Cork Graz Lyon Brno Vigo Malmo Tampere".split()


class Writer:
    """Make the records of one memory after the other."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.people: dict[str, tuple[int, int, int]] = {}

    def group(self, number: int, many: int) -> Group:
        """Return the records of one turn; its references count from its own first draft."""
        at = START + timedelta(minutes=number)
        kind = self.random.random()
        if kind < 0.25:
            return self._fact(number, many, at)
        if kind < 0.5:
            base = f"I like my {self.random.choice(WHAT)} number {number % max(many // 20, 1)} red."
            return self._turn(number, self.random.choice(SMALL) + base, at)
        deed, thing = self.random.choice(THINGS), self.random.choice(WHAT)
        return self._turn(number, f"I {deed} the {thing} of visitor {number}.", at)

    def _turn(self, number: int, text: str, at: datetime) -> Group:
        return Group(drafts=self._said(number, text, at), key=f"t{number}", digest=text)

    def _said(self, number: int, text: str, at: datetime) -> tuple[EventDraft, MemoryDraft]:
        payload = EventPayload(key=f"t{number}", digest=text, text=text)
        event = EventDraft(channel="user", happened_at=to_micros(at), step="committed",
                           payload=payload)  # fmt: skip
        memory = MemoryDraft(origin=(-1,), event=-1, memory_kind="fact", commitment="validated",
                             valid_from=to_micros(at), start=0, end=len(text), units=1)  # fmt: skip
        return event, memory

    def _fact(self, number: int, many: int, at: datetime) -> Group:
        who = self.random.randrange(max(many // 40, 1))
        name, place = f"Person{who}", PLACES[who % len(PLACES)]
        text = self.random.choice(WORDINGS).format(name, place)
        return Group(
            drafts=self._said(number, text, at), key=f"t{number}", digest=f"{name}|{place}"
        )


def fill(memory: MemoryRuntime, many: int, seed: int) -> None:
    """Append so many memories, 500 in one transaction."""
    writer, ledger = Writer(seed), memory.resources.ledger
    known: dict[str, tuple[int, int, int]] = {}
    for first in range(0, many, 500):
        groups = [writer.group(n, many) for n in range(first, min(first + 500, many))]
        batch = Batch(namespace=NAMESPACE, groups=tuple(_shifted(groups, known)))
        stored = ledger.append([batch])[0].groups
        for group, result in zip(batch.groups, stored, strict=True):
            if any(isinstance(draft, EntityDraft) for draft in group.drafts):
                known[group.digest] = (result.stored[2].seq, result.stored[3].seq,
                                       result.stored[4].seq)  # fmt: skip


def _shifted(groups: list[Group], known: dict[str, tuple[int, int, int]]) -> Iterator[Group]:
    """Complete facts, and shift references to the place of each group in the batch."""
    offset, here = 0, dict(known)
    for group in groups:
        event, memory = group.drafts
        assert isinstance(memory, MemoryDraft)
        e, m = -offset - 1, -offset - 2
        drafts = [event, memory.model_copy(update={"origin": (e,), "event": e})]
        if "|" in group.digest:
            drafts += _claim(group.digest, (e, m), memory.valid_from, here, offset)
        yield group.model_copy(update={"drafts": tuple(drafts)})
        offset += len(drafts)


def _claim(
    digest: str, ends: tuple[int, int], since: int, known: dict[str, tuple[int, int, int]],
    offset: int,
) -> list[object]:  # fmt: skip
    name, place = digest.split("|")
    e, m = ends
    drafts: list[object] = []
    new = digest not in known
    if new:
        entity, slot, candidate = -offset - 3, -offset - 4, -offset - 5
        known[digest] = (entity, slot, candidate)
        drafts = [
            EntityDraft(origin=(e,), payload=EntityPayload(name=name, key=name.casefold())),
            SlotDraft(origin=(e,), entity=entity, cardinality="multi",
                      payload=SlotPayload(attribute="lives_in")),
            CandidateDraft(origin=(e,), slot=slot,
                           payload=CandidatePayload(value=place, key=place.casefold())),
        ]  # fmt: skip
    entity, slot, candidate = known[digest]
    said = ClaimPayload(subject=name, predicate="lives_in", value=place, start=0, end=1)
    drafts.append(
        ClaimDraft(origin=(e,), event=e, memory=m, entity=entity, slot=slot, candidate=candidate,
                   claim_kind="fact", polarity="asserted", effect="assert", basis="observed",
                   commitment="validated", valid_from=since, payload=said)
    )  # fmt: skip
    return drafts


def show(phase: str, done: int, there: int) -> None:
    """Draw how far a phase is."""
    bar = "#" * (30 * done // max(there, 1))
    sys.stderr.write(f"\r{phase:>14} [{bar:<30}] {done}/{there} ")


def main() -> None:
    """Fill a ledger, sleep twice, and print what it took."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--memories", type=int, default=10_000)
    asked.add_argument("--file", default=":memory:")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--check", action="store_true", help="verify deeply afterwards")
    given = asked.parse_args()
    with MemoryRuntime.local(NAMESPACE, given.file) as memory:
        fill(memory, given.memories, given.seed)
        before = memory.stats()
        at, peak = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        report = memory.sleep(progress=show if sys.stderr.isatty() else None)
        took = time.process_time() - at
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak) / 1024
        at = time.process_time()
        second = memory.sleep()
        again = time.process_time() - at
        after = memory.stats()
        print(f"memories       {sum(before.memories.values()):>9}")
        print(f"active before  {before.memories['active']:>9}")
        print(f"active after   {after.memories['active']:>9}")
        print(f"clusters       {report.selected:>9}")
        print(f"records        {report.written:>9}")
        print(f"CPU seconds    {took:>9.2f}")
        print(f"memory, MB     {grown:>9.1f}  (grown at its peak)")
        print(f"second sleep   {again:>9.4f}  seconds, {second.written} records")
        if given.check:
            print(f"verify         {memory.verify(deep=True).ok}")


if __name__ == "__main__":
    main()
