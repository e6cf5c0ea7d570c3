-- Statements on the whole file: they read and write what is operational, never a record.

-- name: old_traces
DELETE FROM traces WHERE at < ?;

-- name: trace_spaces
SELECT DISTINCT ns FROM traces;

-- name: count_traces
SELECT count(*) FROM traces;

-- name: optimize_memories
INSERT INTO memory_index (memory_index) VALUES ('optimize');

-- name: optimize_items
INSERT INTO item_index (item_index) VALUES ('optimize');

-- name: copy
VACUUM INTO ?;

-- name: pages
SELECT (SELECT page_size FROM pragma_page_size), (SELECT page_count FROM pragma_page_count),
       (SELECT freelist_count FROM pragma_freelist_count);

-- name: can_measure
SELECT count(*) FROM pragma_module_list WHERE name = 'dbstat';

-- name: measured
SELECT coalesce((SELECT m.tbl_name FROM sqlite_master m WHERE m.name = d.name), d.name), sum(d.pgsize)
FROM dbstat d WHERE d.aggregate = TRUE GROUP BY 1;

-- name: rows
SELECT 'records', count(*) FROM records
UNION ALL SELECT 'payloads', count(*) FROM payloads
UNION ALL SELECT 'events', count(*) FROM events
UNION ALL SELECT 'memories', count(*) FROM memories
UNION ALL SELECT 'memory_versions', count(*) FROM memory_versions
UNION ALL SELECT 'memory_words', count(*) FROM memory_words
UNION ALL SELECT 'memory_words_new', count(*) FROM memory_words_new
UNION ALL SELECT 'memory_tail', count(*) FROM memory_tail
UNION ALL SELECT 'claims', count(*) FROM claims
UNION ALL SELECT 'beliefs', count(*) FROM beliefs
UNION ALL SELECT 'worldview_slots', count(*) FROM worldview_slots
UNION ALL SELECT 'worldview_candidates', count(*) FROM worldview_candidates
UNION ALL SELECT 'entities', count(*) FROM entities
UNION ALL SELECT 'entity_names', count(*) FROM entity_names
UNION ALL SELECT 'associative_edges', count(*) FROM associative_edges
UNION ALL SELECT 'logic_edges', count(*) FROM logic_edges
UNION ALL SELECT 'edge_evidence_events', count(*) FROM edge_evidence_events
UNION ALL SELECT 'items', count(*) FROM items
UNION ALL SELECT 'traces', count(*) FROM traces
UNION ALL SELECT 'vectors', count(*) FROM vectors
UNION ALL SELECT 'checkpoints', count(*) FROM checkpoints
UNION ALL SELECT 'checkpoint_values', count(*) FROM checkpoint_values
UNION ALL SELECT 'checkpoint_elements', count(*) FROM checkpoint_elements
UNION ALL SELECT 'checkpoint_writes', count(*) FROM checkpoint_writes;

-- name: spaces
SELECT n.name, (SELECT count(*) FROM events WHERE ns = n.ns), (SELECT count(*) FROM memories WHERE ns = n.ns),
       (SELECT count(*) FROM items WHERE ns = n.ns AND known_to IS NULL), (SELECT count(*) FROM traces WHERE ns = n.ns)
FROM namespaces n WHERE n.name IS NOT NULL ORDER BY n.name;
