"""Every named statement is used, and every read finds what it asks for by an index."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from neuromem_graph.ledger.sqlite import SqliteLedger, audit, migrations
from neuromem_graph.ledger.sqlite.checkpoint_statements import CHECKPOINTS
from neuromem_graph.ledger.sqlite.compacting import UPKEEP
from neuromem_graph.ledger.sqlite.reader import SqliteReader
from neuromem_graph.ledger.sqlite.statements import QUERIES, WRITES
from neuromem_graph.testing.ledger_builders import EVERYTHING, batch, fact, turn
from neuromem_graph.types.batch import Group
from neuromem_graph.types.ledger import entity_touch, slot_touch

PACKAGE = Path(audit.__file__).parent
PLANNED = sorted(name for name in QUERIES if not name.startswith("dump_"))
WHOLE_FILE = {
    "schema",
    "stream",
    "orphan_payload",
    "stream_records",
    "stream_back",
    "all_erased_turns",
}  # what `verify`, `rebuild`, `erase`, an export and a look at the log must read
# the head; what an index has found
FEW = {"h", "f", "near", "found", "rooted", "meant", "named", "kin", "k", "kept", "past", "said",
       "standing", "halved"}  # fmt: skip

INDEXED = {
    "turns": ["events_2 (ns=? AND key=?)", "s USING PRIMARY KEY (event=?"],
    "touched": ["t USING PRIMARY KEY (ns=? AND key=? AND seq=?)", "(ns=? AND key=? AND seq<?)"],
    "entities": ["entity_names_by_key (ns=? AND key=?)"],
    "slots_by_entity": ["worldview_slots_by_entity (entity=?)"],
    "slots_by_attribute": ["worldview_slots_by_entity (entity=? AND attribute=?)"],
    "about": ["worldview_slots_by_entity (entity=?)"],
    "candidates": ["worldview_candidates_by_key (slot=? AND key>?)"],
    "beliefs": ["beliefs_by_slot (slot=?)"],
    "repeats": ["memories_by_text (ns=? AND text_key=?)", "v USING PRIMARY KEY (memory=?"],
    "open_units": ["claims_by_memory (memory=?)", "x USING PRIMARY KEY (target=?"],
    "tellers": ["claims_by_memory (memory=?)", "x USING PRIMARY KEY (target=?"],
    "struck": ["beliefs_by_slot (slot=?)", "o USING PRIMARY KEY (claim=?"],
    "last_belief": ["beliefs USING PRIMARY KEY (claim=?)"],
    "ended_belief": ["beliefs USING PRIMARY KEY (claim=?)"],
    "postings": [
        "b USING INDEX sqlite_autoindex_memory_blocks_1 (ns=?",
        "t USING PRIMARY KEY (ns=?)",
        "w USING PRIMARY KEY (ns=? AND term=?)",
        "w USING PRIMARY KEY (ns=? AND first=? AND term=?)",
    ],
    "places": [
        "m USING INTEGER PRIMARY KEY (rowid=?)",
        "v USING PRIMARY KEY (memory=?",
        "x USING PRIMARY KEY (target=?",
        "p USING PRIMARY KEY (memory=?",
    ],
    "beliefs_about": [
        "entity_names_by_key (ns=? AND key=?)",
        "entity_names_by_relation (ns=? AND relation=?)",
        "b USING PRIMARY KEY (ns=? AND block=?",
        "worldview_slots_by_entity (entity=?)",
        "beliefs_by_slot (slot=?)",
    ],
    "resembling": ["b USING PRIMARY KEY (ns=? AND block=?", "n USING INTEGER PRIMARY KEY"],
    "names_of": ["entity_names_by_entity (entity=?)", "entity_roots_by_root (root=?)"],
    "traits": ["worldview_slots_by_entity (entity=?)"],
    "recent_entities": ["memories_by_thread (thread=?)", "claims_by_memory (memory=?)"],
    "connected": [
        "claims_by_memory (memory=?)",
        "claims_by_slot (slot=?",
        "worldview_slots_by_entity (entity=?)",
        "e USING PRIMARY KEY (source=? AND target=?",
        "associative_edges_by_target (target=?",
        "logic_edges_by_target (target=?",
        "entity_roots_by_root (root=?)",
    ],
    "roots": ["h USING PRIMARY KEY (entity=? AND known_from<?)"],
    "told": [
        "claims_by_event (event=?)",
        "b USING PRIMARY KEY (claim=? AND known_from=?)",
        "entity_names_by_entity (entity=?)",
        "o USING INTEGER PRIMARY KEY (rowid<?)",
    ],
    "kept": [
        "memories_by_event (event=?)",
        "edge_evidence_events_by_source (source=?)",
        "memories_by_text (ns=? AND text_key=?)",
        "w USING PRIMARY KEY (memory=?",
    ],
    "memories": ["m USING INTEGER PRIMARY KEY (rowid=?)", "claims_by_memory (memory=?)"],
    "standings": [
        "memories_by_ns (ns=? AND memory>? AND memory<?)",
        "v USING PRIMARY KEY (memory=?",
        "x USING PRIMARY KEY (target=?",
        "p USING PRIMARY KEY (memory=?",
    ],
    "traces_before": ["traces_by_time (ns=? AND at<?)"],
    "rivals": ["worldview_slots_by_ns (ns=?", "claims_by_slot (slot=?)"],
    "lone_entities": ["entities_by_ns (ns=?"],
    "lives": [
        "autoindex_memories_1 (id=?",
        "v USING PRIMARY KEY (memory=?",
        "x USING PRIMARY KEY (target=?",
    ],
    "same_words": ["memories_by_text (ns=? AND text_key=?)", "v USING PRIMARY KEY (memory=?"],
    "told_by": ["claims_by_memory (memory=?)", "b USING PRIMARY KEY (claim=?"],
    "behind": ["edge_evidence_events USING PRIMARY KEY (target=?"],
    "made_of": ["memories_by_event (event=?)"],
    "outcomes_of": ["outcomes_by_trace (ns=? AND trace=?)"],
    "held": ["held_items_by_ns (ns=? AND held<?)"],
    "impacts": ["i USING PRIMARY KEY (ns=? AND impact<?)"],
    "counts": ["event_steps_deferred (step=?)"],
    "memory_vectors": [
        "memories_by_ns (ns=? AND memory>? AND memory<?)",
        "x USING INDEX sqlite_autoindex_vectors_1 (model=? AND text_hash=?)",
    ],
    "vectors_after": ["x USING INTEGER PRIMARY KEY (rowid>?)"],
    "namespace_version": [
        "c USING PRIMARY KEY (ns=? AND belief=? AND seq<?)",
        "t USING PRIMARY KEY (ns=? AND at>?)",
    ],
    "worldview_named": ["entity_names_by_key (ns=? AND key=?)", "entity_roots_by_root (root=?)"],
    "worldview_told_in": ["claims_by_memory (memory=?)"],
    "worldview_identified": ["worldview_slots_by_id (id=?)"],
    "worldview_siblings": ["worldview_slots_by_entity (entity=? AND attribute=?)"],
    "worldview_claims": ["claims_by_slot (slot=?)", "b USING PRIMARY KEY (claim=? AND known_from"],
    "worldview_versions": ["beliefs_by_slot (slot=?)", "mv USING PRIMARY KEY (memory=?"],
    "worldview_evidence": ["x USING PRIMARY KEY (target=?"],
    "worldview_happened": ["w USING PRIMARY KEY (candidate=?", "claims_by_slot (slot=?)"],
    "newest_with": ["i VIRTUAL TABLE INDEX"],
    "heard": ["m USING INTEGER PRIMARY KEY (rowid=?)", "v USING PRIMARY KEY (memory=?"],
    "history": ["events_by_source (ns=? AND channel=? AND speaker=?", "claims_by_event (event=?"],
    "mentions": ["worldview_candidates_by_value (ns=? AND key=?"],
    "last_row": ["memories_by_ns (ns=?)"],
    "last_position": ["memories_by_thread (thread=?)"],
    "item": ["items_by_key (ns=? AND key=?"],
    "item_version": ["items_by_key (ns=? AND key=?"],
    "newest_items": ["items_open (ns=? AND item<?)"],
    "open_items": ["items_open (ns=?)"],
    "item_probe": ["f USING PRIMARY KEY (ns=? AND field=? AND value>? AND value<?)"],
    "item_texts_since": ["item_texts_by_seq (seq>? AND seq<?)"],
    "items_closed_since": ["items_closed (known_to>?)"],
    "expired_items": ["items_mortal (<expr><?)"],
}
WRITTEN = {
    "close_belief": ["beliefs USING PRIMARY KEY (claim=?)"],
    "close_memory": ["memory_versions USING PRIMARY KEY (memory=?)"],
    "close_step": ["event_steps USING PRIMARY KEY (event=?)"],
    "erase_vectors": ["vectors_by_text (text_hash=?)", "memories_by_event (event=?)"],
    "erase_traces": ["traces USING"],
    "bound_traces": ["traces USING PRIMARY KEY (ns=? AND trace_id=?)", "traces_by_time (ns=?)"],
    "touch_names": ["entity_names_by_entity (entity=?)"],
}


@pytest.fixture(scope="module")
def empty() -> Iterator[sqlite3.Connection]:
    """A database with the schema and no statistics, like every ledger."""
    conn = sqlite3.connect(":memory:", isolation_level=None)
    migrations.create(conn)
    yield conn
    conn.close()


def plan(conn: sqlite3.Connection, sql: str) -> list[str]:
    """How SQLite runs a statement, with a value for each parameter."""
    values: dict[str, object] | list[object] = dict.fromkeys(re.findall(r":(\w+)", sql), 1)
    if not values:
        numbered = [int(number) for number in re.findall(r"\?(\d+)", sql)]
        values = [1] * (max(numbered) if numbered else sql.count("?"))
    return [row[3] for row in conn.execute("EXPLAIN QUERY PLAN " + sql, values)]


def scans(steps: list[str]) -> list[str]:
    """The steps that read a whole table; a virtual one is asked for a term."""
    found = [step for step in steps if step.startswith("SCAN") and "VIRTUAL TABLE" not in step]
    return [step for step in found if not re.match(r"SCAN (CONSTANT|\(subquery)", step)
            and step.split()[1] not in FEW]  # fmt: skip


@pytest.mark.parametrize("name", sorted(set(PLANNED) - WHOLE_FILE))
def test_no_read_scans_a_table(empty: sqlite3.Connection, name: str) -> None:
    """No named read goes through a whole table or index."""
    steps = plan(empty, QUERIES[name])

    assert steps
    assert scans(steps) == []


@pytest.mark.parametrize("name", sorted(name for name in WRITES if not name.startswith("empty_")))
def test_no_write_scans_a_table(empty: sqlite3.Connection, name: str) -> None:
    """No named write goes through a whole table or index, but those that empty it."""
    assert scans(plan(empty, WRITES[name])) == []


@pytest.mark.parametrize("name", INDEXED)
def test_hot_reads_use_their_index(empty: sqlite3.Connection, name: str) -> None:
    """The reads of an ingest and a recall use the index that was made for them."""
    steps = plan(empty, QUERIES[name])
    for wanted in INDEXED[name]:
        assert any(wanted in step for step in steps), steps


@pytest.mark.parametrize("name", WRITTEN)
def test_hot_writes_use_their_index(empty: sqlite3.Connection, name: str) -> None:
    """A write that looks for rows finds them by an index."""
    steps = plan(empty, WRITES[name])
    for wanted in WRITTEN[name]:
        assert any(wanted in step for step in steps), steps


@pytest.mark.parametrize("name", ["item_postings"])
def test_the_search_index_is_asked_for_a_term(empty: sqlite3.Connection, name: str) -> None:
    """The plan hands the term to the search index: with no term it is another one."""
    asked = [step for step in plan(empty, QUERIES[name]) if "VIRTUAL TABLE" in step]
    (whole,) = plan(empty, "SELECT * FROM item_terms")
    (by_term,) = plan(empty, "SELECT * FROM item_terms WHERE term = ?")
    numbers = [step.rpartition(" ")[2] for step in asked if " t " in step]

    assert numbers == [by_term.rpartition(" ")[2]] != [whole.rpartition(" ")[2]]


def test_every_statement_is_used() -> None:
    """Every statement of the `.sql` files is named in the code, or belongs to a projection."""
    source = "".join(path.read_text("utf-8") for path in sorted(PACKAGE.glob("*.py")))
    tables = {
        f"{do}_{table}"
        for do in ("dump", "empty")
        for table in (*audit.PROJECTIONS, *audit.INDEXES)
    }
    named = set(re.findall(r'"(\w+)"', source))
    unused = sorted((QUERIES.keys() | WRITES.keys()) - named - tables)

    assert unused == []
    assert UPKEEP.keys() <= named
    assert not QUERIES.keys() & WRITES.keys()


def test_every_index_can_be_used(empty: sqlite3.Connection) -> None:
    """No index has a condition that no statement repeats: SQLite could never use it."""
    rows = empty.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql <> ''")
    for name, sql in rows.fetchall():
        _, _, condition = sql.partition(" WHERE ")
        reads = (*QUERIES.values(), *CHECKPOINTS.values())
        uses = [s for s in reads if any(name in step for step in plan(empty, s))]
        assert uses or not condition, name


# What an ingest reads costs the same however much there is.

NAMES = ("ann", "person 7", "person 9", "nobody")
SPACE = ("acme", "ann")


def filled(memories: int) -> SqliteLedger:
    """A ledger of turns and facts: one person of every ten turns, and all know Ann."""
    ledger = SqliteLedger(":memory:")
    ledger.append([batch(fact("ann", "Rome"), fact("ann 2", "tea", attribute="drink"))])
    for first in range(2, memories, 200):
        groups: list[Group] = []
        for n in range(first, min(first + 200, memories)):
            if n % 10:
                groups.append(turn(f"turn {n}", f"word{n} and tea {n % 7}", thread=f"t{n // 50}"))
            else:
                groups.append(fact(f"turn {n}", f"value {n}", subject=f"Person {n // 10}"))
        ledger.append([batch(*groups)])
    return ledger


def reads(reader: SqliteReader) -> dict[str, Callable[[], object]]:
    """The reads of one ingest, by name, for people and words that all sizes hold."""
    rows = reader.entities(SPACE, NAMES)
    ids = [row.entity for row in rows]
    slots = [slot.slot for slot in reader.slots_of(SPACE, ids)]
    touches = [entity_touch(name) for name in NAMES] + [slot_touch(ids[0], "city")]
    memories = [slot.beliefs[0].memory or 0 for slot in reader.slots_of(SPACE, ids)]
    return {
        "turns": lambda: reader.turns(SPACE, ["turn 8", "turn 9", "new"]),
        "touched": lambda: reader.touched(SPACE, touches),
        "entities": lambda: reader.entities(SPACE, NAMES),
        "slots_of": lambda: reader.slots_of(SPACE, ids),
        "of attributes": lambda: reader.slots_of(SPACE, ids, ["city", "drink"]),
        "about": lambda: reader.about(SPACE, ids),
        "candidates": lambda: reader.candidates(SPACE, slots),
        "repeats": lambda: reader.repeats(SPACE, ["word8 and tea 1", "new"]),
        "open_units": lambda: reader.open_units(SPACE, memories),
        "tellers": lambda: reader.tellers(SPACE, memories),
        "memories": lambda: reader.memories(SPACE, memories),
        "heard": lambda: reader.prior.heard(SPACE, memories),
        "history": lambda: reader.prior.history(SPACE, [("user", None)], 32),
        "mentions": lambda: reader.prior.mentions(SPACE, NAMES, 64),
        "windows": lambda: reader.prior.windows(SPACE, ["tea", "word8", "new"], 32),
        "together": lambda: reader.prior.together(SPACE, [("tea", "word8")], 4),
        "places": lambda: reader.places(SPACE, memories, EVERYTHING),
        "beliefs_about": lambda: reader.beliefs_about(SPACE, NAMES, EVERYTHING),
        "held": lambda: reader.held(SPACE),
        "worldview": lambda: reader.worldview.slots(SPACE, reader.worldview.named(SPACE, NAMES)),
    }


def steps_of(conn: sqlite3.Connection, work: Callable[[], object]) -> int:
    """How many instructions SQLite's virtual machine takes."""
    seen = [0]

    def count() -> int:
        seen[0] += 1
        return 0

    conn.set_progress_handler(count, 1)
    work()
    conn.set_progress_handler(None, 0)
    return seen[0]


def test_an_ingest_reads_as_much_at_any_size() -> None:
    """Each read, and all together, take at most half as much more at 100 times the memories.

    Only the look at the search index grows, by the number of its levels.
    """
    costs: list[dict[str, int]] = []
    for memories in (200, 8_000):
        with filled(memories) as ledger, ledger.reader() as reader:
            assert sum(reader.stats(SPACE).memories.values()) == memories
            conn = reader._conn
            costs.append({name: steps_of(conn, work) for name, work in reads(reader).items()})
    small, large = costs

    assert sum(large.values()) <= 1.5 * sum(small.values())
    for name in ("windows", "together"):  # the levels of the search index
        assert large.pop(name) <= 3 * small.pop(name)
    assert {name: cost for name, cost in large.items() if cost > 1.5 * small[name]} == {}
