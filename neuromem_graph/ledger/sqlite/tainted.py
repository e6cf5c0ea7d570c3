"""Fold taints and their lifting: evidence against events, memories, statements and edges."""

import json

from neuromem_graph.ledger.sqlite import governed, lives
from neuromem_graph.ledger.sqlite.fold import Entry, Fields, Fold
from neuromem_graph.types.ledger import memory_touch, slot_touch


def taint(fold: Fold, entry: Entry) -> None:
    """Note a tainted source with its events, and apply what the record decided."""
    _note(fold, entry, "inhibit", entry.seq, entry.ns)
    for event in entry.header.get("events", ()):
        _note(fold, entry, "inhibit", entry.seq, event)
    _apply(fold, entry, "inhibit")


def untaint(fold: Fold, entry: Entry) -> None:
    """Note that taints are lifted, and apply what the record decided."""
    for lifted in entry.header["lifts"]:
        fold.run("lift_taint", entry.seq, entry.ns, lifted)
    _apply(fold, entry, "restore")


def _note(fold: Fold, entry: Entry, kind: str, source: int, target: int) -> None:
    fold.run("add_evidence", entry.seq, entry.ns, kind, source, target, 1.0, None, None)


def _apply(fold: Fold, entry: Entry, kind: str) -> None:
    h = entry.header
    for moved in h.get("memories", ()):
        if moved.get("by"):
            _note(fold, entry, kind, entry.seq, moved["memory"])
        _move(fold, entry, moved)
    for close in h.get("closes", ()):
        governed.end(fold, entry, close, "cut_off" if kind == "inhibit" else "carried_on")
        slot = fold.one("slot_of_claim", close["claim"])
        if slot is not None and slot[1] is not None:
            fold.run("touch", entry.ns, slot_touch(*slot), entry.seq)
    for one in h.get("over", ()):
        ended = "end" in one
        fold.run("add_evidence", entry.seq, entry.ns, "expire" if ended else "restore", entry.seq,
                 one["claim"], 1.0, one.get("end"), None)  # fmt: skip
    for edge in h.get("edges", ()):
        fold.run("add_evidence", entry.seq, entry.ns, kind, edge["source"], edge["target"], 0.0,
                 None, edge["relation"])  # fmt: skip
        governed.edge(fold, entry._replace(header=edge))


def _move(fold: Fold, entry: Entry, moved: Fields) -> None:
    old = lives.close(fold, entry.seq, moved["memory"])
    if old is None:
        return
    now, span = old._replace(life=moved["state"]), moved.get("span")
    if span is not None:
        gaps = json.dumps(span["gaps"]) if span.get("gaps") else None
        now = now._replace(valid_from=span["valid_from"], valid_to=span.get("valid_to"), gaps=gaps)
    lives.open_(fold, (entry.ns, entry.seq), moved["memory"], now)
    fold.run("touch", entry.ns, memory_touch(moved["memory"]), entry.seq)
