"""Name slots and candidates by their content, and note what happens to candidates."""

import hashlib
import json

from neuromem_graph.ledger.sqlite.fold import Entry, Fields, Fold

_ID_DIGITS = 24


def slot_id(fold: Fold, entity: int, attribute: str | None) -> str | None:
    """Return the id of a slot: the same for the same namespace, name and attribute.

    Entities of one name are numbered in the order they became known.

    Returns:
        24 hex digits; None once one of them is erased.
    """
    place = fold.one("entity_place", entity)
    if place is None or attribute is None or None in place:
        return None
    return _digest(["slot", *place, attribute])


def candidate_id(fold: Fold, slot: int, key: str | None) -> str | None:
    """Return the id of a candidate: the same for the same slot and value."""
    row = fold.one("slot_id", slot)
    if row is None or row[0] is None or key is None:
        return None
    return _digest(["candidate", row[0], key])


def _digest(parts: list[object]) -> str:
    coded = json.dumps(parts, ensure_ascii=True).encode()
    return hashlib.sha256(coded).hexdigest()[:_ID_DIGITS]


_DONE = {
    "assert": "proposed",
    "support": "supported",
    "change": "changed",
    "correct": "corrected",
    "contradict": "disputing",
    "retract": "retracted",
    "none": "noted",
}
"""What an effect on a slot is for the claim's own candidate; core.snapshot.EVENTS explains them."""


def happened(fold: Fold, entry: Entry) -> None:
    """Note what a claim did to its candidate and to those it closed."""
    h = entry.header
    own = "supposed" if h["polarity"] == "hypothetical" else _DONE[h["effect"]]
    fold.run("add_candidate_event", h["candidate"], entry.seq, own, entry.ns)
    for close in h.get("closes", ()):
        row = fold.one("candidate_of", close["claim"])
        kind = _moved(fold, entry, close)
        if kind is not None and row is not None and row[0] != h["candidate"]:
            fold.run("add_candidate_event", row[0], entry.seq, kind, entry.ns)


def _moved(fold: Fold, entry: Entry, close: Fields) -> str | None:
    """Say what moving an interval did to it; None: only its start moved."""
    if close["wrong"]:
        return "rejected"
    row = fold.one("ended_belief", close["claim"], entry.seq)
    end = close.get("valid_to")
    if row is None or (row[0] is not None and (end is None or end > row[0])):
        return "restored"
    if row[0] == end:
        return None
    return "retracted" if entry.header["effect"] == "retract" else "superseded"
