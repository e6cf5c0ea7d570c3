-- Every write, named. The first part appends to the ledger; the rest are the reducers' statements.

-- name: append_record
INSERT INTO records (seq, recorded_at, record, hash) VALUES (?, ?, ?, ?);

-- name: append_payload
INSERT INTO payloads (seq, salt, body) VALUES (?, ?, ?);

-- name: set_head
INSERT INTO head (id, seq, hash) VALUES (1, ?, ?)
ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash;

-- name: erase_payloads
DELETE FROM payloads WHERE seq IN (SELECT value FROM json_each(?));

-- name: add_erased_turn
INSERT INTO erased_turns (digest, ns, event) VALUES (?, ?, ?) ON CONFLICT DO NOTHING;

-- name: forget_erased_turns
DELETE FROM erased_turns WHERE ns IN (SELECT value FROM json_each(?));

-- name: erase_vectors
DELETE FROM vectors WHERE text_hash IN (
  SELECT text_hash FROM memories
  WHERE event IN (SELECT value FROM json_each(?1)) OR memory IN (SELECT value FROM json_each(?1))
  UNION
  SELECT text_hash FROM item_texts WHERE item IN (SELECT value FROM json_each(?1))
) AND NOT EXISTS (
  SELECT 1 FROM item_texts t
  WHERE t.text_hash = vectors.text_hash AND t.item NOT IN (SELECT value FROM json_each(?1))
);

-- name: erase_traces
DELETE FROM traces WHERE ns IN (SELECT ns FROM namespaces WHERE id IN (SELECT value FROM json_each(?)));

-- name: add_namespace
INSERT INTO namespaces (ns, id, name) VALUES (?, ?, ?);

-- name: add_thread
INSERT INTO threads (thread, ns, key) VALUES (?, ?, ?) ON CONFLICT DO NOTHING;

-- name: add_event
INSERT INTO events (event, ns, id, channel, happened_at, recorded_at, thread, key, speaker, message)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: add_step
INSERT INTO event_steps (event, step, known_from) VALUES (?, ?, ?);

-- name: close_step
UPDATE event_steps SET known_to = ? WHERE event = ? AND known_to IS NULL;

-- name: add_entity
INSERT INTO entities (entity, ns, id, type) VALUES (?, ?, ?, ?);

-- name: add_entity_name
INSERT INTO entity_names (name_id, entity, ns, key, name, relation) VALUES (?, ?, ?, ?, ?, ?);

-- name: add_slot
INSERT INTO worldview_slots (slot, ns, id, entity, cardinality, attribute) VALUES (?, ?, ?, ?, ?, ?);

-- name: add_candidate
INSERT INTO worldview_candidates (candidate, ns, slot, id, value, key) VALUES (?, ?, ?, ?, ?, ?);

-- name: add_claim
INSERT INTO claims (claim, ns, id, event, memory, slot, candidate, kind, polarity, effect, commitment, basis,
                    stated_to, corrects, means, denies, subject, predicate, value, quote_start, quote_end)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: open_belief
INSERT INTO beliefs (claim, slot, candidate, valid_from, valid_to, known_from) VALUES (?, ?, ?, ?, ?, ?);

-- name: close_belief
UPDATE beliefs SET known_to = ? WHERE claim = ? AND known_to IS NULL
RETURNING slot, candidate, valid_from;

-- name: add_memory
INSERT INTO memories (memory, ns, id, event, kind, channel, units, thread, position, length, row,
                      text_hash, text, text_key)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- It has no place among the turns of a thread that it was not said in.
-- name: move_memory
UPDATE memories SET event = ?, channel = ?, thread = ?, position = NULL WHERE memory = ?;

-- name: word_memory
UPDATE memories SET length = ?, text_hash = ?, text = ?, text_key = ? WHERE memory = ?;

-- name: index_memory
INSERT INTO memory_index (rowid, terms) VALUES (?, ?);

-- name: add_to_tail
INSERT INTO memory_tail (ns, row, memory, thread, before, length, terms) VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: take_tail
DELETE FROM memory_tail WHERE ns = ?;

-- name: change_tail
UPDATE memory_tail SET thread = ?, before = ?, length = ?, terms = ? WHERE ns = ? AND row = ?;

-- name: add_memory_block
INSERT INTO memory_blocks (ns, wide, first, lengths, befores, threads, memories) VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: change_memory_block
UPDATE memory_blocks SET lengths = ?, befores = ?, threads = ? WHERE ns = ? AND wide = ? AND first = ?;

-- name: drop_narrow_blocks
DELETE FROM memory_blocks WHERE ns = ? AND wide = 0;

-- name: add_words
INSERT INTO memory_words (ns, term, first, rows) VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET rows = excluded.rows;

-- name: add_new_words
INSERT INTO memory_words_new (ns, first, term, rows) VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET rows = excluded.rows;

-- name: drop_new_words
DELETE FROM memory_words_new WHERE ns = ?;

-- name: open_memory
INSERT INTO memory_versions (memory, state, life, commitment, valid_from, valid_to, gaps, expires_at, importance, merged, known_from)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: close_memory
UPDATE memory_versions SET known_to = ? WHERE memory = ? AND known_to IS NULL
RETURNING life, commitment, valid_from, valid_to, gaps, expires_at, importance, merged, known_from;

-- name: drop_memory_version
DELETE FROM memory_versions WHERE memory = ? AND known_from = ?;

-- name: open_pin
INSERT INTO pins (memory, known_from) VALUES (?, ?);

-- name: close_pin
UPDATE pins SET known_to = ? WHERE memory = ? AND known_to IS NULL;

-- name: add_evidence
INSERT INTO edge_evidence_events (evidence, ns, type, source, target, weight, moment, relation)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING;

-- name: add_sleep
INSERT INTO sleeps (record, ns, run, phase, looked, settings, counts) VALUES (?, ?, ?, ?, ?, ?, ?);

-- A taint is lifted where it stands: against its namespace and its events.
-- name: lift_taint
INSERT INTO edge_evidence_events (evidence, ns, type, source, target, weight, moment, relation)
SELECT ?1, ?2, 'restore', x.source, x.target, 1.0, NULL, NULL FROM edge_evidence_events x
WHERE x.source = ?3 AND x.type = 'inhibit' AND x.evidence = x.source AND x.relation IS NULL
  AND (x.target = ?2 OR EXISTS (SELECT 1 FROM events e WHERE e.event = x.target))
ON CONFLICT DO NOTHING;

-- name: add_block
INSERT INTO entity_blocks (ns, block, name_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING;

-- name: close_root
UPDATE entity_roots SET known_to = ? WHERE entity = ? AND known_to IS NULL RETURNING root;

-- name: open_root
INSERT INTO entity_roots (entity, root, known_from) VALUES (?, ?, ?);

-- name: add_candidate_event
INSERT INTO worldview_candidate_events (candidate, record, type, ns) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING;

-- name: close_associative_edge
UPDATE associative_edges SET known_to = ? WHERE source = ? AND target = ? AND relation = ? AND known_to IS NULL;

-- name: open_associative_edge
INSERT INTO associative_edges (source, target, relation, ns, weight, state, known_from) VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: close_logic_edge
UPDATE logic_edges SET known_to = ? WHERE source = ? AND target = ? AND relation = ? AND known_to IS NULL;

-- name: open_logic_edge
INSERT INTO logic_edges (source, target, relation, ns, weight, state, known_from) VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: add_policy
INSERT INTO policies (record, ns, id, intent, proposer, codes, policy) VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: add_outcome
INSERT INTO outcomes (memory, record, ns, outcome, moved, trace) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING;

-- name: add_impact
INSERT INTO impact_assessments (impact, position, ns, event, route) VALUES (?, ?, ?, ?, ?);

-- name: add_held
INSERT INTO held_items (held, ns, id, event, reason, claim) VALUES (?, ?, ?, ?, ?, ?);

-- name: decide_held
UPDATE held_items SET decided = ? WHERE held = ?;

-- name: touch
INSERT INTO touches (ns, key, seq) VALUES (?, ?, ?) ON CONFLICT DO NOTHING;

-- name: touch_names
INSERT INTO touches (ns, key, seq)
SELECT ns, 'entity:' || key, ?2 FROM entity_names WHERE entity = ?1 AND key IS NOT NULL
ON CONFLICT DO NOTHING;

-- name: empty_memory_index
INSERT INTO memory_index (memory_index) VALUES ('delete-all');

-- name: empty_item_index
INSERT INTO item_index (item_index) VALUES ('delete-all');

-- name: add_item
INSERT INTO items (item, ns, created_at, updated_at, ttl, length, key) VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: close_item
UPDATE items SET known_to = ? WHERE item = ? AND known_to IS NULL RETURNING created_at;

-- name: add_field
INSERT INTO item_fields (ns, field, value, item) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING;

-- name: drop_field
DELETE FROM item_fields WHERE ns = ? AND field = ? AND value = ? AND item = ?;

-- name: index_item
INSERT INTO item_index (rowid, terms) VALUES (?, ?);

-- name: index_anew
UPDATE items SET indexed = ? WHERE item = ?;

-- name: add_item_text
INSERT INTO item_texts (item, seq, position, text_hash) VALUES (?, ?, ?, ?);

-- name: touch_item
INSERT INTO item_reads (item, at)
SELECT item, ?2 FROM items WHERE item = ?1 AND known_to IS NULL AND ttl IS NOT NULL
ON CONFLICT (item) DO UPDATE SET at = max(at, excluded.at);

-- name: forget_item_read
DELETE FROM item_reads WHERE item = ?;

-- name: add_trace
INSERT INTO traces (trace_id, ns, at, body) SELECT ?, n.ns, ?, ? FROM namespaces n WHERE n.name = ? RETURNING ns;

-- name: bound_traces
DELETE FROM traces WHERE ns = ?1 AND trace_id IN (
  SELECT trace_id FROM traces WHERE ns = ?1 ORDER BY at DESC, trace_id DESC LIMIT -1 OFFSET ?2
);

-- name: add_vector
INSERT INTO vectors (model, text_hash, width, vector) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING;

-- name: drop_model
DELETE FROM vectors WHERE model = ?;

-- name: add_change
INSERT INTO changes (ns, belief, seq) VALUES (?, ?, ?);

-- name: add_turning_point
INSERT INTO turning_points (ns, at, seq) VALUES (?, ?, ?) ON CONFLICT DO NOTHING;

-- name: empty_changes
DELETE FROM changes;

-- name: empty_turning_points
DELETE FROM turning_points;

-- name: empty_item_texts
DELETE FROM item_texts;

-- name: empty_item_fields
DELETE FROM item_fields;

-- name: empty_items
DELETE FROM items;

-- name: empty_touches
DELETE FROM touches;

-- name: empty_outcomes
DELETE FROM outcomes;

-- name: empty_sleeps
DELETE FROM sleeps;

-- name: empty_policies
DELETE FROM policies;

-- name: empty_held_items
DELETE FROM held_items;

-- name: empty_impact_assessments
DELETE FROM impact_assessments;

-- name: empty_logic_edges
DELETE FROM logic_edges;

-- name: empty_associative_edges
DELETE FROM associative_edges;

-- name: empty_edge_evidence_events
DELETE FROM edge_evidence_events;

-- name: empty_memory_words
DELETE FROM memory_words;

-- name: empty_memory_words_new
DELETE FROM memory_words_new;

-- name: empty_memory_blocks
DELETE FROM memory_blocks;

-- name: empty_memory_tail
DELETE FROM memory_tail;

-- name: empty_memory_versions
DELETE FROM memory_versions;

-- name: empty_pins
DELETE FROM pins;

-- name: empty_memories
DELETE FROM memories;

-- name: empty_beliefs
DELETE FROM beliefs;

-- name: empty_claims
DELETE FROM claims;

-- name: empty_worldview_candidate_events
DELETE FROM worldview_candidate_events;

-- name: empty_worldview_candidates
DELETE FROM worldview_candidates;

-- name: empty_worldview_slots
DELETE FROM worldview_slots;

-- name: empty_entity_roots
DELETE FROM entity_roots;

-- name: empty_entity_blocks
DELETE FROM entity_blocks;

-- name: empty_entity_names
DELETE FROM entity_names;

-- name: empty_entities
DELETE FROM entities;

-- name: empty_event_steps
DELETE FROM event_steps;

-- name: empty_events
DELETE FROM events;

-- name: empty_threads
DELETE FROM threads;

-- name: empty_namespaces
DELETE FROM namespaces;
