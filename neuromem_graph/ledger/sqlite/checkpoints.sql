-- Every statement on checkpoints, named. Lists come in as one JSON array of integers, or as one
-- blob of hashes: texts may hold a null character, where SQLite's JSON would end them.

-- ---------------------------------------------------------------- write

-- name: thread
SELECT thread, deleted FROM checkpoint_threads WHERE id = ?;

-- name: add_thread
INSERT INTO checkpoint_threads (id) VALUES (?);

-- name: seq_at
WITH RECURSIVE halved (low, high) AS (
  SELECT 0, coalesce(max(seq), 0) FROM records
  UNION ALL
  SELECT iif(r.recorded_at <= :at, r.seq, halved.low), iif(r.recorded_at <= :at, halved.high, r.seq - 1)
  FROM halved CROSS JOIN records r ON r.seq = (halved.low + halved.high + 1) / 2 WHERE halved.low < halved.high
)
SELECT low FROM halved WHERE low = high AND low > 0;

-- name: key
SELECT checkpoint, memory_seq, held FROM checkpoints WHERE thread = ? AND ns = ? AND id = ?;

-- name: put_checkpoint
INSERT INTO checkpoints (thread, ns, id, parent, origin, run, memory_seq, aware, deltas, held, inline,
                         type, body, metadata_type, metadata)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (thread, ns, id) DO UPDATE SET
  parent = excluded.parent, origin = excluded.origin, run = excluded.run,
  memory_seq = excluded.memory_seq, aware = excluded.aware, deltas = excluded.deltas, held = excluded.held,
  inline = excluded.inline,
  type = excluded.type, body = excluded.body,
  metadata_type = excluded.metadata_type, metadata = excluded.metadata;

-- name: value
SELECT value FROM checkpoint_values WHERE thread = ? AND ns = ? AND channel = ? AND version = ?;

-- name: put_value
INSERT INTO checkpoint_values (thread, ns, channel, version, type, body, runs)
VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (thread, ns, channel, version) DO UPDATE SET
  type = excluded.type, body = excluded.body, runs = excluded.runs
RETURNING value;

-- name: drop_unversioned
DELETE FROM checkpoint_values
WHERE version IS NULL AND value IN (SELECT value FROM json_each(?));

-- name: known_elements
WITH RECURSIVE hashes (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM hashes WHERE n + 1 < :count)
SELECT n, element - :low
FROM hashes CROSS JOIN checkpoint_elements
WHERE hash = substr(:hashes, n * 32 + 1, 32) AND element BETWEEN :low AND :high;

-- name: elements_of
SELECT hash, element - ?1 FROM checkpoint_elements WHERE element BETWEEN ?1 AND ?2;

-- name: last_element
SELECT max(element) FROM checkpoint_elements WHERE element BETWEEN ? AND ?;

-- name: add_element
INSERT INTO checkpoint_elements (element, hash, body) VALUES (?, ?, ?);

-- name: add_write
INSERT INTO checkpoint_writes (thread, ns, id, task, idx, path, channel, type, body)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING;

-- name: put_write
INSERT INTO checkpoint_writes (thread, ns, id, task, idx, path, channel, type, body)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (thread, ns, id, task, idx) DO UPDATE SET
  path = excluded.path, channel = excluded.channel, type = excluded.type, body = excluded.body;

-- name: refused
SELECT 1 FROM checkpoint_refusals WHERE thread = ? AND ns = ? AND id = ?;

-- name: refuse
INSERT INTO checkpoint_refusals (thread, ns, id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING;

-- name: refuse_under
INSERT INTO checkpoint_refusals (thread, ns, id)
SELECT thread, ns, id FROM checkpoints WHERE thread = ? AND origin = ? ON CONFLICT DO NOTHING;

-- name: drop_writes_of
DELETE FROM checkpoint_writes WHERE thread = ? AND ns = ? AND id = ?;

-- name: under
SELECT checkpoint FROM checkpoints WHERE thread = ? AND origin = ?;

-- ---------------------------------------------------------------- read

-- Only where the thread has gone on, in a graph with memory nodes.
-- name: past
SELECT c.memory_seq FROM checkpoints c
JOIN checkpoints l ON l.checkpoint = (
  SELECT checkpoint FROM checkpoints WHERE thread = c.thread AND ns = c.ns ORDER BY id DESC LIMIT 1
)
WHERE c.thread = (SELECT thread FROM checkpoint_threads WHERE id = ?) AND c.ns = ? AND c.id = ?
  AND l.id > c.id AND l.aware;

-- How a checkpoint stands for a run that began there: whether anything is newer, whether the run's own
-- present checkpoint is stored yet, and whether something newer is not on the line to that.
-- name: standing
WITH RECURSIVE
  asked AS (
    SELECT thread, ns, id FROM checkpoints
    WHERE thread = (SELECT thread FROM checkpoint_threads WHERE id = :thread) AND ns = '' AND id = :id
  ),
  line (id, parent) AS (
    SELECT c.id, c.parent FROM asked a
    CROSS JOIN checkpoints c ON c.thread = a.thread AND c.ns = a.ns AND c.id = :current
    UNION ALL
    SELECT c.id, c.parent FROM line, asked a
    CROSS JOIN checkpoints c ON c.thread = a.thread AND c.ns = a.ns AND c.id = line.parent
    WHERE line.id > a.id
  )
SELECT EXISTS (SELECT 1 FROM checkpoints c WHERE c.thread = a.thread AND c.ns = a.ns AND c.id > a.id),
       EXISTS (SELECT 1 FROM line),
       EXISTS (SELECT 1 FROM checkpoints c
               WHERE c.thread = a.thread AND c.ns = a.ns AND c.id > a.id AND c.id NOT IN (SELECT id FROM line))
FROM asked a;

-- name: moment_at
SELECT memory_seq FROM checkpoints
WHERE thread = (SELECT thread FROM checkpoint_threads WHERE id = ?) AND ns = ? AND id = ?;

-- name: moment_latest
SELECT memory_seq FROM checkpoints
WHERE thread = (SELECT thread FROM checkpoint_threads WHERE id = ?) AND ns = ?
ORDER BY id DESC LIMIT 1;

-- name: row_at
SELECT checkpoint, thread, ?1, ns, id, parent, held, type, body, metadata_type, metadata
FROM checkpoints
WHERE thread = (SELECT thread FROM checkpoint_threads WHERE id = ?1) AND ns = ?2 AND id = ?3;

-- name: row_latest
SELECT checkpoint, thread, ?1, ns, id, parent, held, type, body, metadata_type, metadata
FROM checkpoints
WHERE thread = (SELECT thread FROM checkpoint_threads WHERE id = ?1) AND ns = ?2
ORDER BY id DESC LIMIT 1;

-- name: listed
SELECT checkpoint FROM checkpoints
WHERE :before IS NULL OR id < :before
ORDER BY id DESC, checkpoint DESC
LIMIT :limit;

-- name: listed_of_thread
SELECT checkpoint FROM checkpoints
WHERE thread = (SELECT thread FROM checkpoint_threads WHERE id = :thread)
  AND (:ns IS NULL OR ns = :ns)
  AND (:id IS NULL OR id = :id)
  AND (:before IS NULL OR id < :before)
ORDER BY id DESC, checkpoint DESC
LIMIT :limit;

-- name: summaries
SELECT checkpoint, metadata_type, metadata
FROM json_each(?) AS asked CROSS JOIN checkpoints ON checkpoint = asked.value;

-- name: rows
SELECT checkpoint, thread, checkpoint_threads.id, ns, checkpoints.id, checkpoints.parent, held,
       checkpoints.type, body, metadata_type, metadata
FROM json_each(?) AS asked
CROSS JOIN checkpoints ON checkpoint = asked.value
CROSS JOIN checkpoint_threads USING (thread);

-- name: values
SELECT checkpoint_values.value, thread, channel, checkpoint_values.type, body, runs
FROM json_each(?) AS asked CROSS JOIN checkpoint_values ON checkpoint_values.value = asked.value;

-- name: elements
SELECT element, body
FROM json_each(?) AS span
CROSS JOIN checkpoint_elements
  ON element BETWEEN json_extract(span.value, '$[0]') AND json_extract(span.value, '$[1]');

-- name: writes
SELECT task, channel, type, body FROM checkpoint_writes
WHERE thread = ? AND ns = ? AND id = ?
ORDER BY path, task, idx;

-- name: writes_to
SELECT task, channel, type, body FROM checkpoint_writes
WHERE thread = ? AND ns = ? AND id = ? AND channel = ?
ORDER BY path, task, idx;

-- name: step
SELECT parent, held, inline, type, body FROM checkpoints WHERE thread = ? AND ns = ? AND id = ?;

-- name: channels_held
SELECT checkpoint_values.value, channel
FROM json_each(?) AS held CROSS JOIN checkpoint_values ON checkpoint_values.value = held.value;

-- ---------------------------------------------------------------- keep

-- name: links
SELECT checkpoint, ns, id, parent, deltas, held, inline, run FROM checkpoints WHERE thread = ?;

-- name: channels
SELECT value, channel FROM checkpoint_values WHERE thread = ?;

-- name: threads_of_runs
SELECT DISTINCT thread FROM checkpoints WHERE run = ?;

-- name: drop_checkpoints
DELETE FROM checkpoints WHERE checkpoint IN (SELECT value FROM json_each(?));

-- name: drop_their_writes
DELETE FROM checkpoint_writes
WHERE thread = ?1 AND (ns, id) IN (
  SELECT ns, id FROM checkpoints WHERE checkpoint IN (SELECT value FROM json_each(?2))
);

-- name: orphan
UPDATE checkpoints SET parent = NULL
WHERE thread = ?1 AND parent IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM checkpoints AS above
  WHERE above.thread = ?1 AND above.ns = checkpoints.ns AND above.id = checkpoints.parent
);

-- name: drop_loose_values
DELETE FROM checkpoint_values
WHERE thread = ?1 AND value NOT IN (
  SELECT held.value FROM checkpoints, json_each(checkpoints.held) AS held WHERE thread = ?1
);

-- name: runs
SELECT runs FROM checkpoint_values WHERE thread = ? AND runs IS NOT NULL;

-- name: drop_elements
DELETE FROM checkpoint_elements WHERE element BETWEEN ? AND ?;

-- name: last_id
SELECT max(id) FROM (
  SELECT id FROM checkpoints WHERE thread = ?1 UNION ALL
  SELECT id FROM checkpoint_writes WHERE thread = ?1 UNION ALL
  SELECT id FROM checkpoint_refusals WHERE thread = ?1 UNION ALL
  SELECT deleted FROM checkpoint_threads WHERE thread = ?1
);

-- name: mark_deleted
UPDATE checkpoint_threads SET deleted = ? WHERE thread = ?;

-- name: drop_thread
DELETE FROM checkpoints WHERE thread = ?;

-- name: drop_thread_values
DELETE FROM checkpoint_values WHERE thread = ?;

-- name: drop_thread_writes
DELETE FROM checkpoint_writes WHERE thread = ?;

-- name: drop_thread_refusals
DELETE FROM checkpoint_refusals WHERE thread = ?;

-- name: thread_holds
SELECT EXISTS (SELECT 1 FROM checkpoints WHERE thread = ?1)
    OR EXISTS (SELECT 1 FROM checkpoint_writes WHERE thread = ?1);

-- name: copy_checkpoints
INSERT INTO checkpoints (thread, ns, id, parent, origin, run, memory_seq, aware, deltas, held, inline,
                         type, body, metadata_type, metadata)
SELECT ?2, ns, id, parent, origin, run, memory_seq, aware, deltas, held, inline,
       type, body, metadata_type, metadata
FROM checkpoints WHERE thread = ?1 ORDER BY checkpoint;

-- name: set_held
UPDATE checkpoints SET held = ? WHERE checkpoint = ?;

-- name: copy_values
INSERT INTO checkpoint_values (thread, ns, channel, version, type, body, runs)
SELECT ?2, ns, channel, version, type, body, runs
FROM checkpoint_values WHERE thread = ?1 ORDER BY value;

-- name: thread_values
SELECT value FROM checkpoint_values WHERE thread = ? ORDER BY value;

-- name: copy_elements
INSERT INTO checkpoint_elements (element, hash, body)
SELECT element + ?3, hash, body FROM checkpoint_elements WHERE element BETWEEN ?1 AND ?2;

-- name: copy_writes
INSERT INTO checkpoint_writes (thread, ns, id, task, idx, path, channel, type, body)
SELECT ?2, ns, id, task, idx, path, channel, type, body FROM checkpoint_writes WHERE thread = ?1;
