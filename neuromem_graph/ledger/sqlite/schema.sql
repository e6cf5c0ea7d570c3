-- The schema of a memory ledger, version 4. This file is the truth a reader reads;
-- migrations bring older files here. docs/ledger-format.md explains the first three tables.

-- ---------------------------------------------------------------- the ledger itself
-- record = 'nmg1' || header (canonical JSON) || previous hash (32 bytes) || seal (32 bytes)
CREATE TABLE records (
  seq         INTEGER PRIMARY KEY,          -- 1..n without gaps
  recorded_at INTEGER NOT NULL,             -- microseconds; as in the header; never decreases
  record      BLOB NOT NULL,
  hash        BLOB NOT NULL                 -- SHA-256 of record
) STRICT;

-- Everything personal or guessable; a row can be erased, the chain stays verifiable.
CREATE TABLE payloads (
  seq  INTEGER PRIMARY KEY REFERENCES records (seq),
  salt BLOB NOT NULL,                       -- 32 random bytes
  body BLOB NOT NULL                        -- canonical JSON; seal = HMAC-SHA256(salt, body)
) STRICT;

-- The end of the chain, written with every commit: a cut tail is seen.
CREATE TABLE head (
  id   INTEGER PRIMARY KEY CHECK (id = 1),
  seq  INTEGER NOT NULL,
  hash BLOB NOT NULL
) STRICT;

-- ---------------------------------------------------------------- projections: a fold of the above
-- Content columns are NULL once their payload is erased. Rows with known_from / known_to are
-- versions: half-open intervals of sequence numbers; the newest has known_to NULL.
CREATE TABLE namespaces (
  ns   INTEGER PRIMARY KEY,                 -- sequence number of its record
  id   TEXT NOT NULL UNIQUE,                -- random; what headers carry
  name TEXT UNIQUE                          -- JSON array of segments
) STRICT;

CREATE TABLE threads (
  thread INTEGER PRIMARY KEY,               -- sequence number of its first event
  ns     INTEGER NOT NULL REFERENCES namespaces (ns),
  key    TEXT NOT NULL,
  UNIQUE (ns, key)
) STRICT;
CREATE INDEX threads_by_key ON threads (key);

CREATE TABLE events (
  event       INTEGER PRIMARY KEY,
  ns          INTEGER NOT NULL REFERENCES namespaces (ns),
  id          TEXT NOT NULL UNIQUE,
  channel     TEXT NOT NULL,
  happened_at INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL,
  thread      INTEGER,
  key         TEXT,
  speaker     TEXT,
  message     TEXT,
  UNIQUE (ns, key)
) STRICT;
CREATE INDEX events_by_source ON events (ns, channel, speaker);

CREATE TABLE event_steps (
  event      INTEGER NOT NULL REFERENCES events (event),
  step       TEXT NOT NULL,
  known_from INTEGER NOT NULL,
  known_to   INTEGER,
  PRIMARY KEY (event, known_from)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_steps_deferred ON event_steps (step) WHERE step = 'deferred';

CREATE TABLE entities (
  entity INTEGER PRIMARY KEY,
  ns     INTEGER NOT NULL REFERENCES namespaces (ns),
  id     TEXT NOT NULL UNIQUE,
  type   TEXT NOT NULL
) STRICT;
CREATE INDEX entities_by_ns ON entities (ns);

CREATE TABLE entity_names (
  name_id  INTEGER PRIMARY KEY,             -- the record that gave the name
  entity   INTEGER NOT NULL REFERENCES entities (entity),
  ns       INTEGER NOT NULL,
  key      TEXT,
  name     TEXT,
  relation TEXT                             -- what it is to the speaker
) STRICT;
CREATE INDEX entity_names_by_key ON entity_names (ns, key);
CREATE INDEX entity_names_by_entity ON entity_names (entity);
CREATE INDEX entity_names_by_relation ON entity_names (ns, relation) WHERE relation IS NOT NULL;

-- Pieces of names, to find those that resemble one: words and their consonants (core.names).
CREATE TABLE entity_blocks (
  ns      INTEGER NOT NULL,
  block   TEXT NOT NULL,
  name_id INTEGER NOT NULL REFERENCES entity_names (name_id),
  PRIMARY KEY (ns, block, name_id)
) STRICT, WITHOUT ROWID;

-- Whom entities that were merged belong to; one without a row belongs to itself.
CREATE TABLE entity_roots (
  entity     INTEGER NOT NULL REFERENCES entities (entity),
  root       INTEGER NOT NULL REFERENCES entities (entity),
  known_from INTEGER NOT NULL,
  known_to   INTEGER,
  PRIMARY KEY (entity, known_from)
) STRICT, WITHOUT ROWID;
CREATE INDEX entity_roots_by_root ON entity_roots (root);

CREATE TABLE worldview_slots (
  slot        INTEGER PRIMARY KEY,
  ns          INTEGER NOT NULL REFERENCES namespaces (ns),
  id          TEXT,                         -- made from namespace, entity name and attribute
  entity      INTEGER NOT NULL REFERENCES entities (entity),
  cardinality TEXT NOT NULL,
  attribute   TEXT
) STRICT;
CREATE INDEX worldview_slots_by_ns ON worldview_slots (ns);
CREATE INDEX worldview_slots_by_id ON worldview_slots (id);
CREATE INDEX worldview_slots_by_entity ON worldview_slots (entity, attribute);

CREATE TABLE worldview_candidates (
  candidate INTEGER PRIMARY KEY,
  ns        INTEGER NOT NULL,
  slot      INTEGER NOT NULL REFERENCES worldview_slots (slot),
  id        TEXT,                           -- made from the slot's id and the value
  value     TEXT,
  key       TEXT
) STRICT;
CREATE INDEX worldview_candidates_by_key ON worldview_candidates (slot, key);
CREATE INDEX worldview_candidates_by_value ON worldview_candidates (ns, key);
CREATE INDEX worldview_candidates_by_id ON worldview_candidates (id);

-- What happened to a candidate, and by which record.
CREATE TABLE worldview_candidate_events (
  candidate INTEGER NOT NULL REFERENCES worldview_candidates (candidate),
  record    INTEGER NOT NULL,
  type      TEXT NOT NULL,
  ns        INTEGER NOT NULL,
  PRIMARY KEY (candidate, record, type)
) STRICT, WITHOUT ROWID;

CREATE TABLE claims (
  claim       INTEGER PRIMARY KEY,
  ns          INTEGER NOT NULL REFERENCES namespaces (ns),
  id          TEXT NOT NULL UNIQUE,
  event       INTEGER NOT NULL,
  memory      INTEGER,
  slot        INTEGER NOT NULL,
  candidate   INTEGER NOT NULL,
  kind        TEXT NOT NULL,
  polarity    TEXT NOT NULL,
  effect      TEXT NOT NULL,
  commitment  TEXT NOT NULL,
  basis       TEXT NOT NULL,
  stated_to   INTEGER,                      -- where its own words end it
  corrects    INTEGER NOT NULL,             -- 1: said as a correction
  means       TEXT,                         -- JSON array of the claims whose place it takes; NULL: what it meets
  denies      INTEGER,                      -- the candidate that it says never was so
  subject     TEXT,
  predicate   TEXT,
  value       TEXT,
  quote_start INTEGER,
  quote_end   INTEGER
) STRICT;
CREATE INDEX claims_by_ns ON claims (ns, claim);
CREATE INDEX claims_by_slot ON claims (slot);
CREATE INDEX claims_by_memory ON claims (memory);
CREATE INDEX claims_by_event ON claims (event);

-- What is believed in a slot: one row per claim that opened an interval, and version of it.
CREATE TABLE beliefs (
  claim      INTEGER NOT NULL REFERENCES claims (claim),
  slot       INTEGER NOT NULL,
  candidate  INTEGER NOT NULL,
  valid_from INTEGER NOT NULL,
  valid_to   INTEGER,
  known_from INTEGER NOT NULL,
  known_to   INTEGER,
  PRIMARY KEY (claim, known_from)
) STRICT, WITHOUT ROWID;
CREATE INDEX beliefs_by_slot ON beliefs (slot, candidate);

CREATE TABLE memories (
  memory    INTEGER PRIMARY KEY,
  ns        INTEGER NOT NULL REFERENCES namespaces (ns),
  id        TEXT NOT NULL UNIQUE,
  event     INTEGER NOT NULL,
  kind      TEXT NOT NULL,
  channel   TEXT NOT NULL,
  units     INTEGER NOT NULL,
  thread    INTEGER,
  position  INTEGER,                        -- within the thread, from 1
  length    INTEGER NOT NULL,               -- indexed terms
  row       INTEGER NOT NULL,               -- within the namespace, from 0
  text_hash TEXT,                           -- hex SHA-256 of the text, to find its vector
  text      TEXT,
  text_key  TEXT                            -- normal form, to find the same words again
) STRICT;
CREATE INDEX memories_by_ns ON memories (ns, memory, row);
CREATE INDEX memories_by_text ON memories (ns, text_key);
CREATE INDEX memories_by_thread ON memories (thread, position);
CREATE INDEX memories_by_event ON memories (event);

CREATE TABLE memory_versions (
  memory     INTEGER NOT NULL REFERENCES memories (memory),
  state      TEXT NOT NULL,                 -- in which it is seen
  life       TEXT NOT NULL,                 -- the same, but while another covers it into which it was merged: it is seen as archived then
  commitment TEXT NOT NULL,
  valid_from INTEGER NOT NULL,
  valid_to   INTEGER,
  gaps       TEXT,                          -- JSON array of [from, to): when it did not hold
  expires_at INTEGER,                       -- from then on it counts as expired
  importance REAL NOT NULL,                 -- 1 is neutral
  merged     INTEGER REFERENCES memories (memory), -- what it was merged into; itself: it was taken out, and stays apart
  known_from INTEGER NOT NULL,
  known_to   INTEGER,
  PRIMARY KEY (memory, known_from)
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_versions_by_merged ON memory_versions (merged) WHERE merged IS NOT NULL;

-- Which memories do not fade, whatever their age (core.decaying).
CREATE TABLE pins (
  memory     INTEGER NOT NULL REFERENCES memories (memory),
  known_from INTEGER NOT NULL,
  known_to   INTEGER,
  PRIMARY KEY (memory, known_from)
) STRICT, WITHOUT ROWID;

-- Which events stand behind a record: its own, and those of later support.
CREATE TABLE edge_evidence_events (
  evidence INTEGER NOT NULL,                -- the record that said so
  ns       INTEGER NOT NULL,
  type     TEXT NOT NULL,
  source   INTEGER NOT NULL,
  target   INTEGER NOT NULL,
  weight   REAL NOT NULL,
  moment   INTEGER,                         -- since when what the target claims is over
  relation TEXT,                            -- of the edge it is about; NULL: of none
  PRIMARY KEY (target, evidence, type, source)
) STRICT, WITHOUT ROWID;
CREATE INDEX edge_evidence_events_by_source ON edge_evidence_events (source);

-- Edges made of that evidence: its sum within [-1, 1]; a negative one speaks against the edge.
CREATE TABLE associative_edges (
  source     INTEGER NOT NULL,
  target     INTEGER NOT NULL,
  relation   TEXT NOT NULL,
  ns         INTEGER NOT NULL,
  weight     REAL NOT NULL,
  state      TEXT NOT NULL,
  known_from INTEGER NOT NULL,
  known_to   INTEGER,
  PRIMARY KEY (source, target, relation, known_from)
) STRICT, WITHOUT ROWID;
CREATE INDEX associative_edges_by_target ON associative_edges (target);
CREATE INDEX associative_edges_by_ns ON associative_edges (ns, known_from);

CREATE TABLE logic_edges (
  source     INTEGER NOT NULL,
  target     INTEGER NOT NULL,
  relation   TEXT NOT NULL,
  ns         INTEGER NOT NULL,
  weight     REAL NOT NULL,
  state      TEXT NOT NULL,
  known_from INTEGER NOT NULL,
  known_to   INTEGER,
  PRIMARY KEY (source, target, relation, known_from)
) STRICT, WITHOUT ROWID;
CREATE INDEX logic_edges_by_target ON logic_edges (target);
CREATE INDEX logic_edges_by_ns ON logic_edges (ns, known_from);

-- Where each claim of an event was sent; its rule and vector stand in the record.
CREATE TABLE impact_assessments (
  impact   INTEGER NOT NULL,                -- the record
  position INTEGER NOT NULL,                -- of the claim within it, from 0
  ns       INTEGER NOT NULL,
  event    INTEGER NOT NULL,
  route    TEXT NOT NULL,
  PRIMARY KEY (ns, impact, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX impact_assessments_by_event ON impact_assessments (event, impact);

CREATE TABLE held_items (
  held    INTEGER PRIMARY KEY,
  ns      INTEGER NOT NULL,
  id      TEXT NOT NULL UNIQUE,
  event   INTEGER NOT NULL,
  reason  TEXT NOT NULL,
  claim   TEXT,                             -- JSON
  decided INTEGER                           -- the review record
) STRICT;
CREATE INDEX held_items_by_ns ON held_items (ns, held);

-- Policies: those that were committed, and those that were refused (`codes` is not NULL).
CREATE TABLE policies (
  record   INTEGER PRIMARY KEY,
  ns       INTEGER NOT NULL,
  id       TEXT NOT NULL UNIQUE,
  intent   TEXT NOT NULL,
  proposer TEXT NOT NULL,
  codes    TEXT,                            -- JSON array of reason codes
  policy   TEXT                             -- JSON
) STRICT;
CREATE INDEX policies_by_ns ON policies (ns, record);

-- How turns went that had used memories.
CREATE TABLE outcomes (
  memory  INTEGER NOT NULL,
  record  INTEGER NOT NULL,
  ns      INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  moved   REAL NOT NULL,                    -- what it adds to importance, in place of the one before
  trace   TEXT,
  PRIMARY KEY (memory, record)
) STRICT, WITHOUT ROWID;
CREATE INDEX outcomes_by_trace ON outcomes (ns, trace);

-- Phases of sleep: what each did, in numbers.
CREATE TABLE sleeps (
  record   INTEGER PRIMARY KEY,
  ns       INTEGER NOT NULL,
  run      INTEGER NOT NULL,                -- the record of its plan
  phase    TEXT NOT NULL,
  looked   INTEGER NOT NULL,                -- the sequence number that the plan looked at
  settings TEXT,                            -- the version it was decided under
  counts   TEXT NOT NULL                    -- JSON
) STRICT;
CREATE INDEX sleeps_by_ns ON sleeps (ns, record);

-- When slots and entity names were written to: what `expected` is compared with.
CREATE TABLE touches (
  ns  INTEGER NOT NULL,
  key TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (ns, key, seq)
) STRICT, WITHOUT ROWID;

-- Which records changed what a namespace holds: caches are versioned by them. Erasures are in ns 0.
CREATE TABLE changes (
  ns     INTEGER NOT NULL,
  belief INTEGER NOT NULL,                  -- 1: what is believed, too; 0: only what was said
  seq    INTEGER NOT NULL,
  PRIMARY KEY (ns, belief, seq)
) STRICT, WITHOUT ROWID;

-- Times after the record that named them: something starts, ends or expires then.
CREATE TABLE turning_points (
  ns  INTEGER NOT NULL,
  at  INTEGER NOT NULL,                     -- microseconds
  seq INTEGER NOT NULL,                     -- the record that named it first
  PRIMARY KEY (ns, at)
) STRICT, WITHOUT ROWID;

-- Where words stand, for scores (ledger/sqlite/words.py). Memories are numbered within their namespace
-- from 0: their row. The newest stand in `memory_tail` with their terms. Each 256 of them become a
-- block, each 16 blocks one wide block. What is packed has little-endian numbers.
CREATE TABLE memory_tail (
  ns     INTEGER NOT NULL,
  row    INTEGER NOT NULL,
  memory INTEGER NOT NULL,
  thread INTEGER NOT NULL,                  -- 0: in none
  before INTEGER NOT NULL,                  -- the row just before it in its thread; -1: none
  length INTEGER NOT NULL,                  -- in terms
  terms  TEXT NOT NULL,                     -- joined by spaces
  PRIMARY KEY (ns, row)
) STRICT, WITHOUT ROWID;

CREATE TABLE memory_blocks (
  ns       INTEGER NOT NULL,
  wide     INTEGER NOT NULL,                -- 1: of 4096 rows, 0: of 256
  first    INTEGER NOT NULL,                -- its first row
  lengths  BLOB NOT NULL,                   -- 4 bytes each, as `befores`
  befores  BLOB NOT NULL,
  threads  BLOB NOT NULL,                   -- 8 bytes each, as `memories`
  memories BLOB NOT NULL,
  PRIMARY KEY (ns, wide, first)
) STRICT;

-- The rows that hold a term, once per occurrence: 2 bytes each, counted from the first row of the
-- wide block that they are, or will be, in.
CREATE TABLE memory_words (
  ns    INTEGER NOT NULL,
  term  TEXT NOT NULL,
  first INTEGER NOT NULL,
  rows  BLOB NOT NULL,
  PRIMARY KEY (ns, term, first)
) STRICT, WITHOUT ROWID;

CREATE TABLE memory_words_new (             -- of the blocks that are not wide
  ns    INTEGER NOT NULL,
  first INTEGER NOT NULL,
  term  TEXT NOT NULL,
  rows  BLOB NOT NULL,
  PRIMARY KEY (ns, first, term)
) STRICT, WITHOUT ROWID;

-- Terms are made by core.text and carry their namespace (encode_term): statistics are per namespace.
CREATE VIRTUAL TABLE memory_index USING fts5 (terms, content = '', tokenize = 'ascii');
CREATE VIRTUAL TABLE memory_terms USING fts5vocab (memory_index, instance);

-- Store items: one row per version. The value stands in the payload of the put.
CREATE TABLE items (
  item       INTEGER PRIMARY KEY,           -- the record that put it: its version
  ns         INTEGER NOT NULL REFERENCES namespaces (ns),
  created_at INTEGER NOT NULL,              -- of the first version since there was none
  updated_at INTEGER NOT NULL,
  ttl        INTEGER,                       -- microseconds it lives after its last use
  length     INTEGER NOT NULL,              -- indexed terms
  key        TEXT,
  indexed    INTEGER,                       -- the record that last named its texts, if not its put
  known_to   INTEGER                        -- the put or delete that closed it
) STRICT;
CREATE INDEX items_by_key ON items (ns, key, item);
CREATE INDEX items_open ON items (ns, item, length) WHERE known_to IS NULL AND key IS NOT NULL;
CREATE INDEX items_closed ON items (known_to) WHERE known_to IS NOT NULL;
CREATE INDEX items_mortal ON items (updated_at + ttl) WHERE known_to IS NULL AND ttl IS NOT NULL;

-- The scalar fields of open items, for filters (core.fields says which, and in what form).
CREATE TABLE item_fields (
  ns    INTEGER NOT NULL,
  field TEXT NOT NULL,
  value ANY NOT NULL,
  item  INTEGER NOT NULL,
  PRIMARY KEY (ns, field, value, item)
) STRICT, WITHOUT ROWID;

-- The texts an item is, or was, found by; their vectors stand in `vectors`.
CREATE TABLE item_texts (
  item      INTEGER NOT NULL REFERENCES items (item),
  seq       INTEGER NOT NULL,               -- the record that named them
  position  INTEGER NOT NULL,
  text_hash TEXT NOT NULL,
  PRIMARY KEY (item, seq, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_texts_by_seq ON item_texts (seq);
CREATE INDEX item_texts_by_text ON item_texts (text_hash);

CREATE VIRTUAL TABLE item_index USING fts5 (terms, content = '', tokenize = 'ascii');
CREATE VIRTUAL TABLE item_terms USING fts5vocab (item_index, instance);

-- ---------------------------------------------------------------- operational, outside the fold
-- Explanations of queries: erasable, bound in number, never a source of truth.
CREATE TABLE traces (
  trace_id TEXT NOT NULL,
  ns       INTEGER NOT NULL,
  at       INTEGER NOT NULL,
  body     TEXT NOT NULL,
  PRIMARY KEY (ns, trace_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX traces_by_time ON traces (ns, at);

-- When items that expire were last read: it only ever postpones.
CREATE TABLE item_reads (
  item INTEGER PRIMARY KEY,
  at   INTEGER NOT NULL
) STRICT;

-- Turns that were erased, so that the same one is not remembered again; rebuild keeps it.
CREATE TABLE erased_turns (
  digest TEXT PRIMARY KEY,                  -- hex SHA-256 of the namespace's random id and the turn id
  ns     INTEGER NOT NULL,
  event  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX erased_turns_by_ns ON erased_turns (ns);

-- Embeddings by model and text: a cache that rebuild keeps.
CREATE TABLE vectors (
  model     TEXT NOT NULL,
  text_hash TEXT NOT NULL,                  -- hex SHA-256 of the text
  width     INTEGER NOT NULL,
  vector    BLOB NOT NULL,                  -- float32, little-endian, unit length
  UNIQUE (model, text_hash)                 -- with rowids: so long a row would overflow an index page
) STRICT;
CREATE INDEX vectors_by_text ON vectors (text_hash);

-- ---------------------------------------------------------------- checkpoints of LangGraph threads
-- Written by LedgerSaver, outside the chain and the fold. docs/checkpointer.md explains the rules.
-- A typed value is two columns: the serializer's name for its format, and its bytes.
CREATE TABLE checkpoint_threads (
  thread  INTEGER PRIMARY KEY,
  id      TEXT NOT NULL UNIQUE,
  deleted TEXT                              -- the greatest checkpoint id that a deletion removed
) STRICT;

CREATE TABLE checkpoints (
  checkpoint    INTEGER PRIMARY KEY,
  thread        INTEGER NOT NULL REFERENCES checkpoint_threads (thread),
  ns            TEXT NOT NULL,
  id            TEXT NOT NULL,
  parent        TEXT,                       -- a checkpoint id of the same thread and ns
  origin        TEXT,                       -- of a subgraph: the root checkpoint it ran under
  run           TEXT,                       -- run_id of its metadata
  memory_seq    INTEGER NOT NULL,           -- the end of the ledger that it had seen
  aware         INTEGER NOT NULL,           -- whether a memory node of its graph said so
  deltas        TEXT,                       -- JSON array of channels kept as deltas, if any
  held          TEXT NOT NULL,              -- JSON array: the rows of checkpoint_values
  inline        TEXT,                       -- JSON array of channels whose values are in the body
  type          TEXT NOT NULL,
  body          BLOB NOT NULL,              -- with small channel values only
  metadata_type TEXT NOT NULL,
  metadata      BLOB NOT NULL,
  UNIQUE (thread, ns, id)
) STRICT;
CREATE INDEX checkpoints_by_run ON checkpoints (run) WHERE run IS NOT NULL;
CREATE INDEX checkpoints_by_origin ON checkpoints (thread, origin) WHERE origin IS NOT NULL;

-- The value of a channel, once per version, however many checkpoints hold it.
CREATE TABLE checkpoint_values (
  value   INTEGER PRIMARY KEY,
  thread  INTEGER NOT NULL,
  ns      TEXT NOT NULL,
  channel TEXT NOT NULL,
  version TEXT,                             -- NULL: its checkpoint gave it none
  type    TEXT NOT NULL,
  body    BLOB,                             -- NULL: a list, whose elements have rows of their own
  runs    TEXT,                             -- JSON array of [first element, how many]
  UNIQUE (thread, ns, channel, version)
) STRICT;

-- What lists consist of, once per thread; its id is thread * 2^32 + the number that runs name.
CREATE TABLE checkpoint_elements (
  element INTEGER PRIMARY KEY,
  hash    BLOB NOT NULL,                    -- SHA-256 of body
  body    BLOB NOT NULL
) STRICT;
CREATE INDEX checkpoint_elements_by_hash ON checkpoint_elements (hash);

CREATE TABLE checkpoint_writes (
  thread  INTEGER NOT NULL,
  ns      TEXT NOT NULL,
  id      TEXT NOT NULL,                    -- of the checkpoint, which may come later
  task    TEXT NOT NULL,
  idx     INTEGER NOT NULL,
  path    TEXT NOT NULL,
  channel TEXT NOT NULL,
  type    TEXT NOT NULL,
  body    BLOB NOT NULL,
  PRIMARY KEY (thread, ns, id, task, idx)
) STRICT, WITHOUT ROWID;

-- Checkpoints that came too late, after their thread had been deleted.
CREATE TABLE checkpoint_refusals (
  thread INTEGER NOT NULL,
  ns     TEXT NOT NULL,
  id     TEXT NOT NULL,
  PRIMARY KEY (thread, ns, id)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------- what this file is
PRAGMA application_id = 1852663601;         -- 'nmg1'
PRAGMA user_version = 5;
