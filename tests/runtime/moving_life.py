"""A life that makes a record of nearly every kind, in two namespaces that take turns."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from neuromem_graph import MemoryRuntime
from neuromem_graph.stores import MemoryStore

ANN, BOB = ("acme", "ann"), ("acme", "bob")
START = datetime(2025, 1, 1, 12, tzinfo=UTC)
LATER = START + timedelta(days=400)


class Clock:
    """Go on by a minute each time it is asked."""

    def __init__(self, start: datetime = START) -> None:
        self.now = start

    def __call__(self) -> datetime:
        """Return the time."""
        self.now += timedelta(minutes=1)
        return self.now


def opened(
    path: Any, namespace: tuple[str, ...] = ANN, seed: int = 1, **more: Any
) -> MemoryRuntime:
    """Open a memory whose ids and times repeat."""
    more.setdefault("clock", Clock())
    return MemoryRuntime.local(namespace, path, entropy=Random(seed).randbytes, **more)


def live(ann: MemoryRuntime, bob: MemoryRuntime) -> None:
    """Tell, change, hold, decide, correct, merge, taint, forget, keep and erase."""
    ann.ingest(user="I live in Ghent. My sister Nina lives in Antwerp.", thread="t1")
    bob.ingest(user="I live in Oslo. My password is hunter2hunter2.")
    ann.ingest([{"content": "I love green tea.", "id": "m1", "at": START, "thread": "t1"}])
    ann.ingest(user="My colleague Nina lives in Rome.", thread="t2")
    bob.ingest(user="My brother Tom works at Acme.")
    ann.ingest(user="Nina lives in Paris.")
    ann.ingest(user="Nina works at Acme.")
    held = ann.pending()[0]
    ann.decide(held.id, "merge", entity=held.choices[-1].entity)
    ann.ingest(user="I moved to Lisbon.", at=START + timedelta(days=30))
    bob.ingest(user="I moved to Bergen.")
    context = ann.query("Where do I live?")
    ann.after_turn(str(context.trace_id), "success")
    ann.correct(ann.query("green tea").items[0].id, "I love black tea.")
    ann.observe_and_route("I may go to Madrid.")
    ann.observe("Only seen.")
    ann.ingest([{"content": "The wifi code is blue.", "id": "m2", "thread": "t3"}])
    ann.taint("t3", by="thread", reason="test")
    ann.ingest([{"content": "I own a red bicycle.", "id": "m3", "ttl": 3_000_000}])
    ann.forget(ann.query("bicycle").items[0].id)
    bob.ingest(user="I love skiing.")
    entities = [one.entity for one in ann.entities() if one.relation]
    if len(entities) > 1:
        ann.merge(entities[0], entities[1], reason="one and the same")
        ann.unmerge(entities[0])
    store = MemoryStore(ann)
    store.put(ANN, "a", {"text": "a note about maps"})
    store.put(BOB, "b", {"text": "a note of Bob"})
    store.put(ANN, "a", {"text": "another note about maps"})
    store.put(ANN, "gone", {"text": "short"})
    store.delete(ANN, "gone")
    ann.ingest([{"content": "My PIN is in the drawer.", "id": "m4"}])
    bob.ingest([{"content": "I fear spiders.", "id": "b1"}])
    ann.erase(ann.query("PIN drawer").items[0].id)
    bob.erase(bob.query("spiders").items[0].id)
    ann.ingest(user="My dentist is Dr. Vos.")


QUESTIONS = ("Where do I live?", "What tea do I like?", "Where does Nina live?", "bicycle",
             "What do you know about me?", "Who is my dentist?", "PIN", "wifi code")  # fmt: skip


def seen(memory: MemoryRuntime, when: list[Any]) -> list[Any]:
    """Return all that a memory answers, now and then, without what a trace alone tells."""
    found: list[Any] = []
    for as_of in (None, *when):
        for lens in ("auto", "historical", "audit"):
            view = memory.resolve_worldview(lens=lens, as_of=as_of)
            found.append([(s.id, s.entity, s.attribute, s.candidates) for s in view.slots])
        for text in QUESTIONS:
            context = memory.query(text, as_of=as_of, record=False, include_items=True)
            found.append([(i.id, i.text, i.score, i.state, i.why) for i in context.items])
            found.append(context.abstained)
    found.append([(h.id, h.text, h.reason) for h in memory.pending()])
    found.append([(t.source, t.events) for t in memory.taints()])
    return found


def alone(folder: Path, name: str) -> MemoryRuntime:
    """Open an empty memory for Ann, whose own ids differ, long after."""
    return opened(folder / name, ANN, seed=7, clock=lambda: LATER)
