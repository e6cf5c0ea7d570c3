-- What caches are versioned by, and what is kept at hand of vectors.

-- The last record that changed what is recalled, what is believed, the last erasure, and the next turning point.
-- name: namespace_version
SELECT n.ns, (SELECT max(c.seq) FROM changes c WHERE c.ns = n.ns AND c.belief = 0 AND c.seq <= :seq),
       (SELECT max(c.seq) FROM changes c WHERE c.ns = n.ns AND c.belief = 1 AND c.seq <= :seq),
       (SELECT max(c.seq) FROM changes c WHERE c.ns = 0 AND c.belief = 0),
       (SELECT min(t.at) FROM turning_points t WHERE t.ns = n.ns AND t.at > :now)
FROM namespaces n WHERE n.name = :named AND n.ns <= :seq;

-- name: dump_changes
SELECT ns, belief, seq FROM changes ORDER BY ns, belief, seq;

-- name: dump_turning_points
SELECT ns, at, seq FROM turning_points ORDER BY ns, at;

-- name: memory_vectors
SELECT m.memory, m.text_hash, x.vector FROM memories m
LEFT JOIN vectors x ON x.model = :model AND x.text_hash = m.text_hash
WHERE m.ns = :ns AND m.memory > :after AND m.memory <= :seq AND m.text_hash IS NOT NULL
ORDER BY m.memory;

-- name: vectors_after
SELECT x.rowid, x.text_hash, x.vector FROM vectors x WHERE x.rowid > :after AND +x.model = :model ORDER BY x.rowid;

-- name: memory_texts
SELECT m.memory, m.text FROM json_each(:memories) q
CROSS JOIN memories m ON m.memory = q.value
WHERE m.ns = :ns AND m.memory <= :seq AND m.text IS NOT NULL;

-- name: lacking_vectors
SELECT m.memory, m.text_hash, m.text FROM memories m
WHERE m.ns = :ns AND m.memory > :after AND m.memory <= :seq AND m.text IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM vectors x WHERE x.model = :model AND x.text_hash = m.text_hash)
ORDER BY m.memory LIMIT :most;

-- name: count_lacking_vectors
SELECT count(*) FROM memories m
WHERE m.ns = :ns AND m.memory <= :seq AND m.text IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM vectors x WHERE x.model = :model AND x.text_hash = m.text_hash);

-- name: stored_vectors
SELECT count(*) FROM vectors WHERE model = :model;

-- name: vector_width
SELECT width FROM vectors WHERE model = ? LIMIT 1;

-- When a model's vectors were written last.
-- name: last_of_model
SELECT max(rowid) FROM vectors WHERE model = ?;

-- How large the postings of a namespace are: the rows and columns of its blocks, and its tail. No words are counted.
-- name: index_sizes
SELECT coalesce((SELECT m.row + 1 FROM memories m WHERE m.ns = :ns AND m.memory <= :seq ORDER BY m.memory DESC LIMIT 1), 0),
       count(*), (SELECT count(*) FROM memory_tail t WHERE t.ns = :ns),
       coalesce(sum(length(b.lengths) + length(b.befores) + length(b.threads) + length(b.memories)), 0)
FROM memory_blocks b WHERE b.ns = :ns;

-- How large the file is.
-- name: file_size
SELECT c.page_count * s.page_size FROM pragma_page_count c, pragma_page_size s;
