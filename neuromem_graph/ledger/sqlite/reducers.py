"""Fold records into projections: one reducer per record kind, the same for append and rebuild.

A reducer applies what the record decided. It reads projections, never a model, the clock or a
threshold, so that folding the same records gives the same rows, byte for byte.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from neuromem_graph.core import text
from neuromem_graph.errors import SchemaTooNew
from neuromem_graph.ledger.sqlite import (
    changes,
    governed,
    items,
    lives,
    tainted,
    upkeep,
    words,
    worldview,
)
from neuromem_graph.ledger.sqlite.fold import Entry, Fields, Fold, content_of
from neuromem_graph.ledger.sqlite.lives import Version
from neuromem_graph.ledger.sqlite.vectors import text_hash
from neuromem_graph.types.ledger import memory_touch, slot_touch

_MOVED = ("commitment", "valid_to", "expires_at", "importance")


def apply(fold: Fold, seq: int, header: Fields, payload: Fields | None) -> None:
    """Apply one record; records come in order.

    Raises:
        SchemaTooNew: if its kind is unknown to this version.
    """
    reducer = REDUCERS.get(header["kind"])
    if reducer is None:
        raise SchemaTooNew(
            f"record {seq} is of the unknown kind {header['kind']!r}: upgrade neuromem-graph"
        )
    if header["kind"] == "namespace":
        fold.know(header["id"], seq)
    ns = fold.namespace(header["ns"]) if "ns" in header else 0
    if header["kind"] == "event":
        fold.begin_event(seq, payload)
    entry = Entry(seq, header["at"], ns, header, payload)
    reducer(fold, entry)
    changes.note(fold, entry)


def _namespace(fold: Fold, entry: Entry) -> None:
    (segments,) = content_of(entry, "name")
    name = None if segments is None else json.dumps(segments, ensure_ascii=False)
    fold.run("add_namespace", entry.seq, entry.header["id"], name)


def _event(fold: Fold, entry: Entry) -> None:
    thread_key, *content = content_of(entry, "thread", "key", "speaker", "message")
    thread = None if thread_key is None else fold.thread(entry, thread_key)
    h = entry.header
    fold.run("add_event", entry.seq, entry.ns, h["id"], h["channel"], h["happened_at"], entry.at,
             thread, *content)  # fmt: skip
    fold.run("add_step", entry.seq, h["step"], entry.seq)
    fold.located(entry.seq, h["channel"], thread)


def _step(fold: Fold, entry: Entry) -> None:
    fold.run("close_step", entry.seq, entry.header["event"])
    fold.run("add_step", entry.header["event"], entry.header["step"], entry.seq)


def _entity(fold: Fold, entry: Entry) -> None:
    name, key, relation = content_of(entry, "name", "key", "relation")
    kind = entry.header.get("type", "unknown")  # absent in records of schema 1
    fold.run("add_entity", entry.seq, entry.ns, entry.header["id"], kind)
    fold.run("add_entity_name", entry.seq, entry.seq, entry.ns, key, name, relation)
    governed.block(fold, entry, key)
    fold.run("touch_names", entry.seq, entry.seq)


def _alias(fold: Fold, entry: Entry) -> None:
    name, key, relation = content_of(entry, "name", "key", "relation")
    entity = entry.header["entity"]
    fold.run("add_entity_name", entry.seq, entity, entry.ns, key, name, relation)
    governed.block(fold, entry, key)
    fold.run("touch_names", entity, entry.seq)


def _slot(fold: Fold, entry: Entry) -> None:
    (attribute,) = content_of(entry, "attribute")
    h = entry.header
    many = h.get("cardinality") or ("single" if h["single"] else "multi")  # `single`: schema 1
    public = worldview.slot_id(fold, h["entity"], attribute)
    fold.run("add_slot", entry.seq, entry.ns, public, h["entity"], many, attribute)
    if attribute is not None:
        fold.run("touch", entry.ns, slot_touch(h["entity"], attribute), entry.seq)


def _candidate(fold: Fold, entry: Entry) -> None:
    slot, (value, key) = entry.header["slot"], content_of(entry, "value", "key")
    public = worldview.candidate_id(fold, slot, key)
    fold.run("add_candidate", entry.seq, entry.ns, slot, public, value, key)


def _claim(fold: Fold, entry: Entry) -> None:
    h = entry.header
    content = content_of(entry, "subject", "predicate", "value", "start", "end")
    fold.run("add_claim", entry.seq, entry.ns, h["id"], h["event"], h.get("memory"), h["slot"],
             h["candidate"], h["claim_kind"], h["polarity"], h["effect"], h["commitment"],
             h["basis"], h.get("stated_to"), h.get("corrects", h["effect"] == "correct"),
             _json(h["means"]) if h.get("means") else None, h.get("denies"), *content)  # fmt: skip
    for close in h.get("closes", ()):
        _close_belief(fold, entry, close)
    weak_support = h["effect"] == "support" and h["commitment"] == "candidate"
    wrong = h.get("wrong", False)  # absent in records of schema 1
    if wrong or (h["effect"] != "none" and not weak_support):
        fold.run("open_belief", entry.seq, h["slot"], h["candidate"], h["valid_from"],
                 h.get("valid_to"), entry.seq)  # fmt: skip
        fold.run("add_evidence", entry.seq, entry.ns, "support", h["event"], entry.seq, 1.0, None,
                 None)  # fmt: skip
    if wrong:
        fold.returning("close_belief", entry.seq, entry.seq)
    worldview.happened(fold, entry)
    slot = fold.one("slot_place", h["slot"])
    if slot is not None and slot[1] is not None:
        fold.run("touch", entry.ns, slot_touch(*slot), entry.seq)


def _close_belief(fold: Fold, entry: Entry, close: Fields) -> None:
    old = fold.returning("close_belief", entry.seq, close["claim"])
    if close["wrong"]:
        return
    old = old or fold.one("last_belief", close["claim"])  # it was off the record
    if old is not None:
        slot, candidate, valid_from = old
        fold.run("open_belief", close["claim"], slot, candidate,
                 close.get("valid_from", valid_from), close.get("valid_to"), entry.seq)  # fmt: skip


def _memory(fold: Fold, entry: Entry) -> None:
    h = entry.header
    channel, thread = fold.place(h["event"])
    said = _memory_text(fold, entry)
    labels = " ".join((entry.payload or {}).get("keywords", ()))
    terms = [] if said is None else [*text.index_tokens(said), *text.index_tokens(labels)]
    row = fold.next_row(entry.ns)
    position, before = (None, -1) if thread is None else fold.next_position(thread, row)
    fold.run("add_memory", entry.seq, entry.ns, h["id"], h["event"], h["memory_kind"], channel,
             h["units"], thread, position, len(terms), row, *_named(said))  # fmt: skip
    _index(fold, entry, entry.seq, terms)
    words.add(fold, (entry.ns, row), memory=entry.seq, thread=thread, before=before, terms=terms)
    lives.open_(fold, (entry.ns, entry.seq), entry.seq,
                Version(h["state"], h["commitment"], h["valid_from"], h.get("valid_to"), None,
                        h.get("expires_at"), 1.0))  # fmt: skip
    if h.get("frail"):  # it is as weak as the weakest of these
        for event in sorted(set(h.get("origin", ()))):
            fold.run("add_evidence", entry.seq, entry.ns, "derive", entry.seq, event, 1.0, None,
                     None)  # fmt: skip


def _index(fold: Fold, entry: Entry, memory: int, terms: list[str]) -> None:
    if terms:
        coded = " ".join(text.encode_term(entry.ns, term) for term in terms)
        fold.run("index_memory", memory, coded)


def _named(said: str | None) -> tuple[str | None, str | None, str | None]:
    return (None,) * 3 if said is None else (text_hash(said), said, text.normal_form(said))


def _memory_text(fold: Fold, entry: Entry) -> str | None:
    own = (entry.payload or {}).get("text")
    if own is not None or entry.header.get("frail"):
        return own  # what is frail never stood in an event
    event = fold.event_payload(entry.header["event"])
    if event is None:
        return None
    said: str = event["text"][entry.header["start"] : entry.header["end"]]
    return said


def _rebase(fold: Fold, entry: Entry) -> None:
    """Let a memory stand on another event; its words come from there once its own are gone."""
    h = entry.header
    row = fold.one("memory_words", h["memory"])
    old = lives.close(fold, entry.seq, h["memory"])
    if row is None or old is None:
        return
    channel, thread = fold.place(h["event"])
    at, after = fold.one("row_of", h["memory"]) or (0, None)
    fold.run("move_memory", h["event"], channel, thread, h["memory"])
    fold.forget_positions()
    words.move(fold, entry.ns, at, after)
    said = _memory_text(fold, entry)
    if row[0] is None and said is not None:
        terms = text.index_tokens(said)
        fold.run("word_memory", len(terms), *_named(said), h["memory"])
        _index(fold, entry, h["memory"], terms)
        words.word(fold, entry.ns, at, terms)
    now = old._replace(commitment=h["commitment"], expires_at=h.get("expires_at", old.expires_at))
    lives.open_(fold, (entry.ns, entry.seq), h["memory"], now)
    fold.run("touch", entry.ns, memory_touch(h["memory"]), entry.seq)


def _lifecycle(fold: Fold, entry: Entry) -> None:
    h, where = entry.header, (entry.ns, entry.seq)
    old = lives.close(fold, entry.seq, h["memory"])
    if old is None:
        return
    now, span, state = old, h.get("span"), h["state"]
    if span is not None:
        gaps = _json(span["gaps"]) if span["gaps"] else None
        now = now._replace(valid_from=span["valid_from"], valid_to=span.get("valid_to"), gaps=gaps)
    # What was put away is not lifted by what its statements come to.
    if old.life not in ("active", "superseded") and (span is not None or state == "superseded"):
        state = old.life
    moved = {name: h[name] for name in _MOVED if name in h}
    lives.open_(fold, where, h["memory"], now._replace(life=state, **moved))
    if "into" in h:
        lives.merge(fold, where, h["memory"], h["into"])
    fold.run("touch", entry.ns, memory_touch(h["memory"]), entry.seq)
    if state not in ("active", "superseded"):
        governed.outdate(fold, entry, h["memory"])


def _evidence(fold: Fold, entry: Entry) -> None:
    h = entry.header
    fold.run("add_evidence", entry.seq, entry.ns, h["type"], h["source"], h["target"], h["weight"],
             h.get("moment"), h.get("relation"))  # fmt: skip
    if "relation" in h:
        governed.edge(fold, entry)
    if h["type"] in ("supersede", "expire"):
        governed.outdate(fold, entry, h["target"])


def _impact(fold: Fold, entry: Entry) -> None:
    for position, one in enumerate(entry.header["claims"]):
        event = entry.header["event"]
        fold.run("add_impact", entry.seq, position, entry.ns, event, one["route"])


def _held(fold: Fold, entry: Entry) -> None:
    (claim,) = content_of(entry, "claim")
    coded = None if claim is None else _json(claim)
    fold.run("add_held", entry.seq, entry.ns, entry.header["id"], entry.header["event"],
             entry.header["reason"], coded)  # fmt: skip


def _json(value: Any) -> str:
    """Write JSON the one way, whether it comes from a draft or from a stored payload."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _review(fold: Fold, entry: Entry) -> None:
    fold.run("decide_held", entry.seq, entry.header["held"])


def _tombstone(fold: Fold, entry: Entry) -> None:
    """Do nothing: an erasure shows in the payloads that are no longer there."""


REDUCERS: Mapping[str, Callable[[Fold, Entry], None]] = {
    "namespace": _namespace,
    "event": _event,
    "step": _step,
    "entity": _entity,
    "alias": _alias,
    "slot": _slot,
    "candidate": _candidate,
    "claim": _claim,
    "memory": _memory,
    "lifecycle": _lifecycle,
    "evidence": _evidence,
    "impact": _impact,
    "held": _held,
    "review": _review,
    "tombstone": _tombstone,
    "merge": governed.merge,
    "unmerge": governed.unmerge,
    "policy": governed.policy,
    "refusal": governed.refusal,
    "outcome": governed.outcome,
    "taint": tainted.taint,
    "untaint": tainted.untaint,
    "rebase": _rebase,
    "sleep": governed.sleep,
    "pin": upkeep.pin,
    "decay": upkeep.decay,
    "store_put": items.put,
    "store_delete": items.delete,
    "store_index": items.index,
}
