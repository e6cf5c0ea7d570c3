"""Fold what governance records: edges, merged entities, policies, refusals, outcomes, sleep."""

import json
from itertools import pairwise

from neuromem_graph.core import edges, names
from neuromem_graph.ledger.sqlite import lives
from neuromem_graph.ledger.sqlite.fold import Entry, Fields, Fold, content_of
from neuromem_graph.types.ledger import memory_touch

_EDGES = {
    "associative": ("close_associative_edge", "open_associative_edge"),
    "logic": ("close_logic_edge", "open_logic_edge"),
}


def edge(fold: Fold, entry: Entry) -> None:
    """Materialise the edge a piece of evidence is about, from all that is said about it."""
    h = entry.header
    where = (h["source"], h["target"], h["relation"])
    close, open_ = _EDGES[h["family"]]
    weight, state = edges.materialise(h["relation"], fold.rows("evidence_of_edge", *where))
    fold.run(close, entry.seq, *where)
    fold.run(open_, *where, entry.ns, weight, state, entry.seq)


def block(fold: Fold, entry: Entry, key: str | None) -> None:
    """Note the pieces of a name by which resembling ones are found."""
    if key is not None:
        rows = ((entry.ns, piece, entry.seq) for piece in names.blocks(key))
        fold.run_many("add_block", rows)


def merge(fold: Fold, entry: Entry) -> None:
    """Let entities belong to another; what it cut off ends."""
    h = entry.header
    for entity in h["entities"]:
        fold.returning("close_root", entry.seq, entity)
        fold.run("open_root", entity, h["into"], entry.seq)
        fold.run("touch_names", entity, entry.seq)
    fold.run("touch_names", h["into"], entry.seq)
    for close in h.get("closes", ()):
        end(fold, entry, close, "cut_off")


def unmerge(fold: Fold, entry: Entry) -> None:
    """Let entities belong to themselves again; what the merge had cut off carries on."""
    h = entry.header
    for entity in h["entities"]:
        left = fold.returning("close_root", entry.seq, entity)
        if left is not None:
            fold.run("touch_names", left[0], entry.seq)
        if entity != h["into"]:
            fold.run("open_root", entity, h["into"], entry.seq)
        fold.run("touch_names", entity, entry.seq)
    for reopened in h.get("reopens", ()):
        end(fold, entry, reopened, "carried_on")


def end(fold: Fold, entry: Entry, moved: Fields, event: str) -> None:
    """Move the interval of a belief, and note at its candidate what happened."""
    old = fold.returning("close_belief", entry.seq, moved["claim"])
    old = old or fold.one("last_belief", moved["claim"])  # it was off the record
    if old is None:
        return
    slot, candidate, valid_from = old
    if not moved["wrong"]:
        fold.run("open_belief", moved["claim"], slot, candidate,
                 moved.get("valid_from", valid_from), moved.get("valid_to"), entry.seq)  # fmt: skip
    fold.run("add_candidate_event", candidate, entry.seq, event, entry.ns)


def policy(fold: Fold, entry: Entry) -> None:
    """Keep a committed policy."""
    _policy(fold, entry, None)


def refusal(fold: Fold, entry: Entry) -> None:
    """Keep a refused policy with its reason codes."""
    _policy(fold, entry, json.dumps(entry.header["codes"]))


def _policy(fold: Fold, entry: Entry, codes: str | None) -> None:
    h, (proposed,) = entry.header, content_of(entry, "policy")
    body = None if proposed is None else json.dumps(proposed, ensure_ascii=False, sort_keys=True)
    fold.run("add_policy", entry.seq, entry.ns, h["id"], h["intent"], h["proposer"], codes, body)


def outcome(fold: Fold, entry: Entry) -> None:
    """Keep how a turn went, for each memory it had used; with none, for the memory 0."""
    (trace,) = content_of(entry, "trace")
    memories = entry.header.get("memories", (0,))
    moves = entry.header.get("moves") or [0.0] * len(memories)
    rows = (
        (memory, entry.seq, entry.ns, entry.header["outcome"], moved, trace)
        for memory, moved in zip(memories, moves, strict=True)
    )
    fold.run_many("add_outcome", rows)
    if "importance" in entry.header:
        moved = (memories, entry.header["importance"], entry.header["weights"])
        for memory, importance, weight in zip(*moved, strict=True):
            if importance is not None:
                _weigh(fold, entry, memory, importance, weight)
    for source, target in pairwise(entry.header.get("linked", ())):
        about = {"source": source, "target": target, "relation": entry.header["relation"]}
        fold.run("add_evidence", entry.seq, entry.ns, "reinforce", source, target,
                 entry.header["weight"], None, about["relation"])  # fmt: skip
        edge(fold, entry._replace(header={**about, "family": "associative"}))


def _weigh(fold: Fold, entry: Entry, memory: int, importance: float, weight: float) -> None:
    """Give a memory another importance; the evidence for it comes from the namespace."""
    old = lives.close(fold, entry.seq, memory)
    if old is None:
        return
    lives.open_(fold, (entry.ns, entry.seq), memory, old._replace(importance=importance))
    fold.run("touch", entry.ns, memory_touch(memory), entry.seq)
    kind = "reinforce" if weight > 0 else "decay"
    fold.run("add_evidence", entry.seq, entry.ns, kind, entry.ns, memory, abs(weight), None, None)


def sleep(fold: Fold, entry: Entry) -> None:
    """Keep a phase of a sleep."""
    h = entry.header
    counts = json.dumps(h.get("counts", {}), sort_keys=True)
    fold.run("add_sleep", entry.seq, entry.ns, h.get("run", entry.seq), h["phase"],
             h.get("head", 0), h.get("settings"), counts)  # fmt: skip


def outdate(fold: Fold, entry: Entry, source: int) -> None:
    """End what was compiled of a claim that is over, or of a memory put away: it still says so."""
    for (memory,) in fold.rows("compiled_from", source):
        old = lives.close(fold, entry.seq, memory)
        if old is not None:
            end = max(old.valid_from, entry.header.get("moment", entry.at))
            over = old._replace(life="superseded", valid_to=end)
            lives.open_(fold, (entry.ns, entry.seq), memory, over)
