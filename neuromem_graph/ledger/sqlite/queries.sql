-- Every read, named. Lists are bound as one JSON array and opened with json_each: no SQL is ever built.
-- A unary plus keeps SQLite from an index on that term: a test looks at every plan.
-- :seq is the reader's moment; a version is known then when known_from <= :seq < known_to.

-- name: head
SELECT h.seq, h.hash, r.recorded_at FROM head h LEFT JOIN records r ON r.seq = h.seq;

-- name: record_at
SELECT hash, recorded_at FROM records WHERE seq = ?;

-- Times never decrease and numbers have no gaps: the last record of a moment is found by halving, without an index.
-- name: last_record_at
WITH RECURSIVE halved (low, high) AS (
  SELECT 0, coalesce(max(seq), 0) FROM records
  UNION ALL
  SELECT iif(r.recorded_at <= :at, r.seq, halved.low), iif(r.recorded_at <= :at, halved.high, r.seq - 1)
  FROM halved CROSS JOIN records r ON r.seq = (halved.low + halved.high + 1) / 2 WHERE halved.low < halved.high
)
SELECT low FROM halved WHERE low = high AND low > 0;

-- name: stream
SELECT r.seq, r.recorded_at, r.record, r.hash, p.salt, p.body
FROM records r LEFT JOIN payloads p ON p.seq = r.seq WHERE r.seq > ? ORDER BY r.seq;

-- name: stream_records
SELECT seq, record FROM records ORDER BY seq;

-- name: stream_back
SELECT r.seq, r.record, p.salt, p.body FROM records r LEFT JOIN payloads p ON p.seq = r.seq
WHERE r.seq > :after AND (:before IS NULL OR r.seq < :before) ORDER BY r.seq DESC;

-- name: stored
SELECT r.record, r.hash, p.salt, p.body FROM records r LEFT JOIN payloads p ON p.seq = r.seq WHERE r.seq = ?;

-- name: payloads_of
SELECT seq FROM payloads WHERE seq IN (SELECT value FROM json_each(?));

-- name: all_erased_turns
SELECT n.id, e.digest, e.event FROM erased_turns e JOIN namespaces n ON n.ns = e.ns ORDER BY e.event, e.digest;

-- name: orphan_payload
SELECT p.seq FROM payloads p LEFT JOIN records r ON r.seq = p.seq WHERE r.seq IS NULL LIMIT 1;

-- name: payload
SELECT body FROM payloads WHERE seq = ?;

-- name: namespace
SELECT ns, id FROM namespaces WHERE name = ?;

-- name: thread
SELECT thread FROM threads WHERE ns = ? AND key = ?;

-- name: event_place
SELECT channel, thread FROM events WHERE event = ?;

-- name: memory_words
SELECT text FROM memories WHERE memory = ?;

-- name: last_row
SELECT row FROM memories WHERE ns = ? ORDER BY memory DESC LIMIT 1;

-- name: last_position
SELECT position, row FROM memories WHERE thread = ? ORDER BY position DESC LIMIT 1;

-- name: tail
SELECT row, memory, thread, before, length, terms FROM memory_tail WHERE ns = ? ORDER BY row;

-- name: tail_row
SELECT thread, before, length, terms FROM memory_tail WHERE ns = ? AND row = ?;

-- name: memory_block
SELECT wide, first, lengths, befores, threads FROM memory_blocks
WHERE ns = ?1 AND (wide = 1 AND first = ?2 OR wide = 0 AND first = ?3);

-- name: words
SELECT rows FROM memory_words WHERE ns = ? AND term = ? AND first = ?;

-- name: words_new
SELECT rows FROM memory_words_new WHERE ns = ? AND first = ? AND term = ?;

-- The row of a memory, and of what stands just after it in its thread.
-- name: row_of
SELECT m.row, (SELECT o.row FROM memories o WHERE o.thread = m.thread AND o.position = m.position + 1)
FROM memories m WHERE m.memory = ?;

-- name: narrow_blocks
SELECT lengths, befores, threads, memories FROM memory_blocks WHERE ns = ? AND wide = 0 ORDER BY first;

-- name: new_words
SELECT term, rows FROM memory_words_new WHERE ns = ? ORDER BY term, first;

-- A name, and how many entities bore it before: homonyms are told apart.
-- name: entity_place
SELECT s.name, n.key, (SELECT count(DISTINCT o.entity) FROM entity_names o
                       WHERE o.ns = n.ns AND o.key = n.key AND o.entity < n.entity)
FROM entity_names n JOIN namespaces s ON s.ns = n.ns WHERE n.name_id = ?;

-- name: slot_id
SELECT id FROM worldview_slots WHERE slot = ?;

-- name: candidate_of
SELECT candidate FROM claims WHERE claim = ?;

-- name: last_belief
SELECT slot, candidate, valid_from FROM beliefs WHERE claim = ? ORDER BY known_from DESC LIMIT 1;

-- name: ended_belief
SELECT valid_to FROM beliefs WHERE claim = ? AND known_to = ?;

-- name: slot_place
SELECT entity, attribute FROM worldview_slots WHERE slot = ?;

-- name: turns
SELECT e.key, e.event, e.id, s.step, p.body
FROM events e
JOIN event_steps s ON s.event = e.event AND s.known_from <= :seq AND (s.known_to IS NULL OR s.known_to > :seq)
JOIN payloads p ON p.seq = e.event
WHERE e.ns = :ns AND +e.event <= :seq AND e.key IN (SELECT value FROM json_each(:keys));

-- name: erased_turns
SELECT t.digest, e.event, e.id FROM json_each(:digests) q
CROSS JOIN erased_turns t ON t.digest = q.value
CROSS JOIN events e ON e.event = t.event
WHERE e.ns = :ns AND +e.event <= :seq;

-- name: turns_to_erase
SELECT e.ns, s.id, e.event, e.key FROM json_each(?) q
CROSS JOIN events e ON e.event = q.value AND e.key IS NOT NULL
CROSS JOIN namespaces s ON s.ns = e.ns ORDER BY e.event;

-- name: touched
SELECT t.key, t.seq FROM json_each(:keys) q
CROSS JOIN touches t ON t.ns = :ns AND t.key = q.value
  AND t.seq = (SELECT max(seq) FROM touches WHERE ns = :ns AND key = q.value AND seq <= :seq);

-- An entity that was merged into another is read as that one, its root, here and in all that follows.
-- name: entities
SELECT e.entity, e.id, n.name, n.key, n.relation, coalesce(
         (SELECT max(seq) FROM touches t WHERE t.ns = n.ns AND t.key = 'entity:' || n.key AND t.seq <= :seq), n.entity)
FROM entity_names n
LEFT JOIN entity_roots r ON r.entity = n.entity AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
JOIN entities e ON e.entity = coalesce(r.root, n.entity)
WHERE n.ns = :ns AND n.key IN (SELECT value FROM json_each(:keys)) AND +n.name_id <= :seq
ORDER BY e.entity, n.name_id;

-- The last column is the slot of the root that the values of this one are read in.
-- name: slots_by_entity
WITH named (root) AS (
  SELECT DISTINCT coalesce(r.root, q.value) FROM json_each(:entities) q
  LEFT JOIN entity_roots r ON r.entity = q.value AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
), kin (root, entity) AS (
  SELECT root, root FROM named
  UNION ALL
  SELECT named.root, r.entity FROM named
  CROSS JOIN entity_roots r ON r.root = named.root AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
)
SELECT s.slot, s.id, kin.root, coalesce(first.name, (SELECT n.name FROM kin k CROSS JOIN entity_names n ON n.entity = k.entity
                            WHERE k.root = kin.root AND n.name IS NOT NULL AND +n.name_id <= :seq
                            ORDER BY k.entity <> k.root, n.name_id LIMIT 1), (SELECT c.subject FROM claims c WHERE c.slot = s.slot AND c.subject <> '' AND +c.claim <= :seq ORDER BY c.claim LIMIT 1)), s.attribute, s.cardinality, coalesce(
         (SELECT max(seq) FROM touches t
          WHERE t.ns = s.ns AND t.key = 'slot:' || s.entity || ':' || s.attribute AND t.seq <= :seq), s.slot),
       coalesce((SELECT min(o.slot) FROM worldview_slots o
                 WHERE o.entity = kin.root AND o.attribute = s.attribute AND +o.slot <= :seq), s.slot)
FROM kin
CROSS JOIN worldview_slots s ON s.entity = kin.entity
LEFT JOIN entity_names first ON first.name_id = kin.root
WHERE +s.ns = :ns AND +s.slot <= :seq ORDER BY s.slot;

-- name: slots_by_attribute
WITH named (root) AS (
  SELECT DISTINCT coalesce(r.root, q.value) FROM json_each(:entities) q
  LEFT JOIN entity_roots r ON r.entity = q.value AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
), kin (root, entity) AS (
  SELECT root, root FROM named
  UNION ALL
  SELECT named.root, r.entity FROM named
  CROSS JOIN entity_roots r ON r.root = named.root AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
)
SELECT s.slot, s.id, kin.root, coalesce(first.name, (SELECT n.name FROM kin k CROSS JOIN entity_names n ON n.entity = k.entity
                            WHERE k.root = kin.root AND n.name IS NOT NULL AND +n.name_id <= :seq
                            ORDER BY k.entity <> k.root, n.name_id LIMIT 1), (SELECT c.subject FROM claims c WHERE c.slot = s.slot AND c.subject <> '' AND +c.claim <= :seq ORDER BY c.claim LIMIT 1)), s.attribute, s.cardinality, coalesce(
         (SELECT max(seq) FROM touches t
          WHERE t.ns = s.ns AND t.key = 'slot:' || s.entity || ':' || s.attribute AND t.seq <= :seq), s.slot),
       coalesce((SELECT min(o.slot) FROM worldview_slots o
                 WHERE o.entity = kin.root AND o.attribute = s.attribute AND +o.slot <= :seq), s.slot)
FROM kin
CROSS JOIN worldview_slots s ON s.entity = kin.entity
LEFT JOIN entity_names first ON first.name_id = kin.root
WHERE +s.ns = :ns AND s.attribute IN (SELECT value FROM json_each(:attributes)) AND +s.slot <= :seq ORDER BY s.slot;

-- Slots in which nothing was ever believed don't count: what was only supposed made them.
-- name: about
SELECT n.entity, (SELECT count(*) FROM worldview_slots s WHERE s.entity = coalesce(r.root, n.entity) AND +s.slot <= :seq
                  AND EXISTS (SELECT 1 FROM beliefs b WHERE b.slot = s.slot AND +b.known_from <= :seq))
FROM json_each(:entities) q
CROSS JOIN entities n ON n.entity = q.value
LEFT JOIN entity_roots r ON r.entity = n.entity AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
WHERE n.ns = :ns;

-- The oldest last: it is the one that is kept.
-- name: candidates
SELECT v.slot, v.key, v.candidate FROM json_each(:slots) q
CROSS JOIN worldview_slots s ON s.slot = q.value
CROSS JOIN worldview_candidates v ON v.slot = s.slot AND v.key IS NOT NULL
WHERE s.ns = :ns AND +v.candidate <= :seq ORDER BY v.candidate DESC;

-- name: all_slots
SELECT s.slot, s.id, coalesce(r.root, s.entity), coalesce(first.name, (SELECT n.name FROM (
           SELECT coalesce(r.root, s.entity) AS root, coalesce(r.root, s.entity) AS entity
           UNION ALL SELECT k.root, k.entity FROM entity_roots k
           WHERE k.root = coalesce(r.root, s.entity) AND k.known_from <= :seq AND (k.known_to IS NULL OR k.known_to > :seq)
         ) k CROSS JOIN entity_names n ON n.entity = k.entity
         WHERE n.name IS NOT NULL AND +n.name_id <= :seq
         ORDER BY k.entity <> k.root, n.name_id LIMIT 1), (SELECT c.subject FROM claims c WHERE c.slot = s.slot AND c.subject <> '' AND +c.claim <= :seq ORDER BY c.claim LIMIT 1)), s.attribute, s.cardinality, coalesce(
         (SELECT max(seq) FROM touches t
          WHERE t.ns = s.ns AND t.key = 'slot:' || s.entity || ':' || s.attribute AND t.seq <= :seq), s.slot),
       coalesce((SELECT min(o.slot) FROM worldview_slots o
                 WHERE o.entity = coalesce(r.root, s.entity) AND o.attribute = s.attribute AND +o.slot <= :seq), s.slot)
FROM worldview_slots s
LEFT JOIN entity_roots r ON r.entity = s.entity AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
LEFT JOIN entity_names first ON first.name_id = coalesce(r.root, s.entity)
WHERE s.ns = :ns AND s.slot <= :seq ORDER BY s.slot;

-- name: beliefs
SELECT b.slot, b.claim, c.id, b.candidate, iif(c.value IS NULL, NULL, v.value), v.key, c.polarity, c.commitment, c.basis, b.valid_from, b.valid_to,
       c.event, c.memory, coalesce(m.units, 0),
       (SELECT count(DISTINCT x.source) FROM edge_evidence_events x
        WHERE x.target = b.claim AND x.type = 'support' AND x.relation IS NULL AND x.evidence <= :seq
          AND NOT EXISTS (SELECT 1 FROM edge_evidence_events t WHERE t.target = x.source AND t.type = 'inhibit' AND t.evidence <= :seq
            AND NOT EXISTS (SELECT 1 FROM edge_evidence_events z WHERE z.target = t.target AND z.source = t.source
                            AND z.type = 'restore' AND z.evidence <= :seq))),
       e.channel, e.happened_at, e.speaker, coalesce(mv.life, 'active'), mv.expires_at, c.stated_to, c.corrects, c.means,
       coalesce((SELECT d.key FROM worldview_candidates d WHERE d.candidate = c.denies), char(0) || c.denies),
       s.cardinality
FROM beliefs b
JOIN worldview_slots s ON s.slot = b.slot
JOIN claims c ON c.claim = b.claim
JOIN worldview_candidates v ON v.candidate = b.candidate
JOIN events e ON e.event = c.event
LEFT JOIN memories m ON m.memory = c.memory
LEFT JOIN memory_versions mv ON mv.memory = m.memory
  AND mv.known_from <= :seq AND (mv.known_to IS NULL OR mv.known_to > :seq)
WHERE b.slot IN (SELECT value FROM json_each(:slots))
  AND +b.known_from <= :seq AND (b.known_to IS NULL OR b.known_to > :seq)
ORDER BY b.slot, b.valid_from, b.claim;

-- Grounded statements that corrections took off the record, with the interval they had last.
-- name: struck
SELECT c.slot, c.claim, c.id, c.candidate, iif(c.value IS NULL, NULL, v.value), v.key, c.polarity, c.commitment, c.basis, b.valid_from, b.valid_to,
       c.event, c.memory, 0, 1, e.channel, e.happened_at, e.speaker, 'active', NULL, c.stated_to, c.corrects, c.means,
       coalesce((SELECT d.key FROM worldview_candidates d WHERE d.candidate = c.denies), char(0) || c.denies), s.cardinality
FROM json_each(:slots) q
CROSS JOIN worldview_slots s ON s.slot = q.value
CROSS JOIN beliefs b ON b.slot = q.value AND +b.known_from <= :seq AND b.known_to <= :seq
  AND NOT EXISTS (SELECT 1 FROM beliefs o WHERE o.claim = b.claim AND o.known_from > b.known_from AND o.known_from <= :seq)
CROSS JOIN claims c ON c.claim = b.claim AND c.commitment <> 'candidate'
CROSS JOIN worldview_candidates v ON v.candidate = c.candidate
CROSS JOIN events e ON e.event = c.event
ORDER BY c.claim;

-- name: repeats
SELECT m.text_key, m.memory, m.event FROM json_each(:keys) q
CROSS JOIN memories m ON m.memory = (
  SELECT o.memory FROM memories o
  CROSS JOIN memory_versions v ON v.memory = o.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
  WHERE o.ns = :ns AND o.text_key = q.value AND +o.memory <= :seq AND v.life = 'active'
  ORDER BY o.memory LIMIT 1
);

-- A statement is over when evidence says so, and none that came after it restores it; the same value told twice in a
-- memory counts once.
-- name: open_units
SELECT m.memory, m.units - (
  SELECT count(DISTINCT c.candidate) FROM claims c
  WHERE c.memory = m.memory AND +c.claim <= :seq AND EXISTS (
    SELECT 1 FROM edge_evidence_events x
    WHERE x.target = c.claim AND x.type IN ('supersede', 'expire') AND x.evidence <= :seq
      AND (x.relation IS NULL OR x.relation = 'supersedes' AND x.type = 'supersede')
      AND NOT EXISTS (SELECT 1 FROM edge_evidence_events y
                      WHERE y.target = c.claim AND y.evidence > x.evidence AND y.evidence <= :seq
                        AND y.type = 'restore' AND y.relation IS NULL)
  )
)
FROM json_each(:memories) q
CROSS JOIN memories m ON m.memory = q.value
WHERE m.ns = :ns AND m.memory <= :seq;

-- Memories with what they say, and where the last evidence says that it is over. Before schema 2 it did not say where.
-- name: tellers
SELECT m.memory, m.units, v.life, v.valid_from, v.valid_to, v.gaps, c.claim, c.candidate, e.happened_at,
       CASE WHEN x.type IN ('supersede', 'expire') THEN coalesce(x.moment, v.valid_to, e.happened_at) END
FROM json_each(:memories) q
CROSS JOIN memories m ON m.memory = q.value
CROSS JOIN memory_versions v ON v.memory = m.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
LEFT JOIN claims c ON c.memory = m.memory AND +c.claim <= :seq
LEFT JOIN events e ON e.event = c.event
LEFT JOIN edge_evidence_events x ON x.target = c.claim AND x.evidence = (
  SELECT max(y.evidence) FROM edge_evidence_events y
  WHERE y.target = c.claim AND y.evidence <= :seq AND y.type IN ('supersede', 'expire', 'restore')
    AND (y.relation IS NULL OR y.relation = 'supersedes' AND y.type = 'supersede')
) AND x.type IN ('supersede', 'expire', 'restore')
WHERE m.ns = :ns AND m.memory <= :seq ORDER BY m.memory, c.claim;

-- What stands where, packed: rows of several kinds, told apart by the first column (ledger/sqlite/words.py).
-- name: postings
SELECT 0, b.first, b.lengths, b.befores, b.threads, b.memories FROM memory_blocks b WHERE b.ns = :ns
UNION ALL
SELECT 1, t.length, t.before, t.thread, t.memory, t.terms FROM memory_tail t WHERE t.ns = :ns
UNION ALL
SELECT 2, q.key, w.first, w.rows, NULL, NULL FROM json_each(:terms) q
CROSS JOIN memory_words w ON w.ns = :ns AND w.term = q.value
UNION ALL
SELECT 2, q.key, w.first, w.rows, NULL, NULL FROM json_each(:terms) q
CROSS JOIN memory_blocks b ON b.ns = :ns AND b.wide = 0
CROSS JOIN memory_words_new w ON w.ns = :ns AND w.first = b.first AND w.term = q.value;

-- What passes the gate: the first columns of `places` alone, since of what changes often there is much that doesn't.
-- name: passing
SELECT m.memory FROM json_each(:memories) q
CROSS JOIN memory_versions v ON v.memory = q.value AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
CROSS JOIN memories m ON m.memory = v.memory
WHERE m.ns = :ns AND m.memory <= :seq AND m.text IS NOT NULL
  AND (:valid_at IS NULL OR (v.valid_from <= :valid_at AND (v.valid_to IS NULL OR v.valid_to > :valid_at)
       AND (v.gaps IS NULL OR NOT EXISTS (SELECT 1 FROM json_each(v.gaps) g WHERE json_extract(g.value, '$[0]') <= :valid_at
                                          AND json_extract(g.value, '$[1]') > :valid_at))))
  AND v.state IN (SELECT value FROM json_each(:states))
  AND (:now IS NULL OR v.expires_at IS NULL OR v.expires_at > :now)
  AND (:kinds IS NULL OR m.kind IN (SELECT value FROM json_each(:kinds)))
  AND (:channels IS NULL OR m.channel IN (SELECT value FROM json_each(:channels)))
  AND (:thread IS NULL OR m.thread IN (SELECT thread FROM threads WHERE ns = :ns AND key = :thread));

-- name: places
SELECT m.memory, m.length, coalesce(m.thread, 0), coalesce(m.position, 0),
       v.memory IS NOT NULL AND m.text IS NOT NULL
       AND (:valid_at IS NULL OR (v.valid_from <= :valid_at AND (v.valid_to IS NULL OR v.valid_to > :valid_at)
            AND (v.gaps IS NULL OR NOT EXISTS (SELECT 1 FROM json_each(v.gaps) g WHERE json_extract(g.value, '$[0]') <= :valid_at
                                               AND json_extract(g.value, '$[1]') > :valid_at))))
       AND v.state IN (SELECT value FROM json_each(:states))
       AND (:now IS NULL OR v.expires_at IS NULL OR v.expires_at > :now)
       AND (:kinds IS NULL OR m.kind IN (SELECT value FROM json_each(:kinds)))
       AND (:channels IS NULL OR m.channel IN (SELECT value FROM json_each(:channels)))
       AND (:thread IS NULL OR m.thread IN (SELECT thread FROM threads WHERE ns = :ns AND key = :thread)),
       m.kind, m.channel, e.speaker, coalesce(v.importance, 1.0), e.happened_at, m.text, m.id,
       max(e.happened_at, coalesce(said.last, e.happened_at), coalesce(
         CASE WHEN v.importance <> 1.0 THEN (
           SELECT r.recorded_at FROM records r WHERE r.seq = (
             SELECT max(o.record) FROM outcomes o
             WHERE o.memory = m.memory AND o.record <= :seq AND o.outcome IN ('success', 'partial'))) END, e.happened_at)),
       1 + coalesce(said.times, 0),
       EXISTS (SELECT 1 FROM pins p WHERE p.memory = m.memory AND p.known_from <= :seq AND (p.known_to IS NULL OR p.known_to > :seq))
FROM json_each(:memories) q
CROSS JOIN memories m ON m.memory = q.value
JOIN events e ON e.event = m.event
LEFT JOIN (
  SELECT kept.root, count(*) AS times, max(s.happened_at) AS last FROM (
    SELECT k.value AS root, x.source AS event FROM json_each(:memories) k
    CROSS JOIN edge_evidence_events x ON x.target = k.value AND x.type = 'support' AND x.relation IS NULL AND +x.evidence <= :seq
    UNION
    SELECT k.value, x.source FROM json_each(:memories) k
    CROSS JOIN memory_versions w ON w.merged = k.value AND w.memory <> w.merged AND w.known_from <= :seq AND (w.known_to IS NULL OR w.known_to > :seq)
    CROSS JOIN edge_evidence_events x ON x.target = w.memory AND x.type = 'support' AND x.relation IS NULL AND +x.evidence <= :seq
    UNION
    SELECT k.value, o.event FROM json_each(:memories) k
    CROSS JOIN memory_versions w ON w.merged = k.value AND w.memory <> w.merged AND w.known_from <= :seq AND (w.known_to IS NULL OR w.known_to > :seq)
    CROSS JOIN memories o ON o.memory = w.memory AND o.text IS NOT NULL
  ) kept
  CROSS JOIN events s ON s.event = kept.event
  WHERE NOT (EXISTS (SELECT 1 FROM edge_evidence_events o WHERE o.target = :ns AND o.type = 'inhibit')
        AND EXISTS (SELECT 1 FROM edge_evidence_events t WHERE t.target = kept.event AND t.type = 'inhibit' AND t.evidence <= :seq
                 AND NOT EXISTS (SELECT 1 FROM edge_evidence_events z WHERE z.target = t.target AND z.source = t.source
                                 AND z.type = 'restore' AND z.evidence <= :seq)))
  GROUP BY kept.root
) said ON said.root = m.memory
LEFT JOIN memory_versions v ON v.memory = m.memory
  AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
WHERE m.ns = :ns AND m.memory <= :seq ORDER BY m.memory;

-- "my sister" finds by the relation; a word finds the only one whose name begins or ends with it, of the newest ones. What was
-- said of "my sister" without a name is found by the name of the only one, who is not "my other sister".
-- name: beliefs_about
WITH found (entity, part) AS (
  SELECT n.entity, NULL FROM entity_names n
  WHERE n.ns = :ns AND +n.name_id <= :seq AND n.key IN (SELECT value FROM json_each(:keys))
  UNION
  SELECT n.entity, NULL FROM json_each(:keys) q
  CROSS JOIN entity_names n ON n.ns = :ns AND n.relation = substr(q.value, 4) AND n.relation IS NOT NULL
  WHERE q.value LIKE 'my %' AND +n.name_id <= :seq
  UNION
  SELECT n.entity, q.value FROM json_each(:keys) q
  CROSS JOIN entity_names n ON n.name_id IN (
    SELECT b.name_id FROM entity_blocks b WHERE b.ns = :ns AND b.block = q.value AND b.name_id <= :seq
    ORDER BY b.name_id DESC LIMIT :most
  )
  WHERE (q.value || ' ' = substr(n.key, 1, length(q.value) + 1) OR ' ' || q.value = substr(n.key, -length(q.value) - 1))
    AND instr(n.key, '''s ') = 0
), rooted (root, part) AS (
  SELECT DISTINCT coalesce(r.root, found.entity), found.part FROM found
  LEFT JOIN entity_roots r ON r.entity = found.entity AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
), meant (root) AS (
  SELECT root FROM rooted WHERE part IS NULL
  UNION
  SELECT min(root) FROM rooted WHERE part IS NOT NULL GROUP BY part HAVING count(*) = 1
), named (root) AS (
  SELECT root FROM meant
  UNION
  SELECT coalesce(r.root, o.entity) FROM meant
  CROSS JOIN entity_names n ON n.entity = meant.root AND n.relation IS NOT NULL AND n.key <> n.relation
    AND ' ' || n.relation <> substr(n.key, -length(n.relation) - 1)
  CROSS JOIN entity_names o ON o.ns = :ns AND o.key = n.relation AND +o.relation = n.relation
  LEFT JOIN entity_roots r ON r.entity = o.entity AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
  WHERE +n.name_id <= :seq AND +o.name_id <= :seq AND NOT EXISTS (
    SELECT 1 FROM entity_names x
    WHERE x.ns = :ns AND x.relation = n.relation AND x.relation IS NOT NULL
      AND +x.entity NOT IN (n.entity, o.entity) AND +x.name_id <= :seq)
), kin (root, entity) AS (
  SELECT root, root FROM named
  UNION ALL
  SELECT named.root, r.entity FROM named
  CROSS JOIN entity_roots r ON r.root = named.root AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
), standing (slot, root, name, relation, attribute, cardinality, read_in) AS MATERIALIZED (
  SELECT s.slot, kin.root, coalesce(first.name, (SELECT n.name FROM kin k CROSS JOIN entity_names n ON n.entity = k.entity
                            WHERE k.root = kin.root AND n.name IS NOT NULL AND +n.name_id <= :seq
                            ORDER BY k.entity <> k.root, n.name_id LIMIT 1), (SELECT c.subject FROM claims c WHERE c.slot = s.slot AND c.subject <> '' AND +c.claim <= :seq ORDER BY c.claim LIMIT 1)),
         (SELECT min(n.relation) FROM kin k CROSS JOIN entity_names n ON n.entity = k.entity
          WHERE k.root = kin.root AND +n.name_id <= :seq),
         s.attribute, s.cardinality,
         coalesce((SELECT min(o.slot) FROM worldview_slots o
                   WHERE o.entity = kin.root AND o.attribute = s.attribute AND +o.slot <= :seq), s.slot)
  FROM kin
  CROSS JOIN worldview_slots s ON s.entity = kin.entity
  LEFT JOIN entity_names first ON first.name_id = kin.root
  WHERE +s.ns = :ns AND +s.slot <= :seq
)
SELECT standing.root, standing.name, standing.relation, standing.attribute, standing.cardinality, standing.read_in, b.claim, c.id, b.candidate, iif(c.value IS NULL, NULL, v.value), v.key, c.polarity, c.commitment, c.basis, b.valid_from, b.valid_to,
       c.event, c.memory, coalesce(m.units, 0),
       (SELECT count(DISTINCT x.source) FROM edge_evidence_events x
        WHERE x.target = b.claim AND x.type = 'support' AND x.relation IS NULL AND x.evidence <= :seq
          AND NOT (EXISTS (SELECT 1 FROM edge_evidence_events o WHERE o.target = :ns AND o.type = 'inhibit')
        AND EXISTS (SELECT 1 FROM edge_evidence_events t WHERE t.target = x.source AND t.type = 'inhibit' AND t.evidence <= :seq
            AND NOT EXISTS (SELECT 1 FROM edge_evidence_events z WHERE z.target = t.target AND z.source = t.source
                            AND z.type = 'restore' AND z.evidence <= :seq)))),
       e.channel, e.happened_at, e.speaker, coalesce(mv.life, 'active'), mv.expires_at, c.stated_to, c.corrects, c.means,
       coalesce((SELECT d.key FROM worldview_candidates d WHERE d.candidate = c.denies), char(0) || c.denies),
       standing.cardinality
FROM standing
CROSS JOIN beliefs b ON b.slot = standing.slot AND +b.known_from <= :seq AND (b.known_to IS NULL OR b.known_to > :seq)
CROSS JOIN claims c ON c.claim = b.claim
CROSS JOIN worldview_candidates v ON v.candidate = b.candidate
CROSS JOIN events e ON e.event = c.event
LEFT JOIN memories m ON m.memory = c.memory
LEFT JOIN memory_versions mv ON mv.memory = m.memory
  AND mv.known_from <= :seq AND (mv.known_to IS NULL OR mv.known_to > :seq)
WHERE (:kinds IS NULL OR c.kind IN (SELECT value FROM json_each(:kinds)))
  AND (:channels IS NULL OR e.channel IN (SELECT value FROM json_each(:channels)))
  AND (:thread IS NULL OR e.thread IN (SELECT thread FROM threads WHERE ns = :ns AND key = :thread))
ORDER BY 6, b.valid_from, b.claim;

-- A memory whose event is tainted is shown as said by the first who said the same.
-- name: memories
SELECT m.memory, m.id, m.kind, v.commitment, v.state, m.text, v.valid_from, v.valid_to,
       e.event, e.id, e.message, e.channel, e.speaker,
       (SELECT key FROM threads WHERE thread = m.thread), e.happened_at, r.recorded_at,
       1 + (SELECT count(*) FROM (
              SELECT x.source AS event FROM edge_evidence_events x
              WHERE x.target = m.memory AND x.type = 'support' AND x.relation IS NULL AND x.evidence <= :seq
              UNION
              SELECT x.source FROM memory_versions w
              CROSS JOIN edge_evidence_events x ON x.target = w.memory AND x.type = 'support' AND x.relation IS NULL AND x.evidence <= :seq
              WHERE w.merged = m.memory AND w.memory <> w.merged AND w.known_from <= :seq AND (w.known_to IS NULL OR w.known_to > :seq)
              UNION
              SELECT o.event FROM memory_versions w CROSS JOIN memories o ON o.memory = w.memory AND o.text IS NOT NULL
              WHERE w.merged = m.memory AND w.memory <> w.merged AND w.known_from <= :seq AND (w.known_to IS NULL OR w.known_to > :seq)
            ) said
            WHERE said.event NOT IN (m.event, e.event) AND NOT (EXISTS (SELECT 1 FROM edge_evidence_events o WHERE o.target = :ns AND o.type = 'inhibit')
        AND EXISTS (SELECT 1 FROM edge_evidence_events t WHERE t.target = said.event AND t.type = 'inhibit' AND t.evidence <= :seq
                 AND NOT EXISTS (SELECT 1 FROM edge_evidence_events z WHERE z.target = t.target AND z.source = t.source
                                 AND z.type = 'restore' AND z.evidence <= :seq)))), v.importance, v.expires_at,
       EXISTS (SELECT 1 FROM pins p WHERE p.memory = m.memory AND p.known_from <= :seq AND (p.known_to IS NULL OR p.known_to > :seq)),
       EXISTS (SELECT 1 FROM edge_evidence_events d WHERE d.source = m.memory AND d.type = 'derive' AND d.relation IS NULL AND d.evidence <= :seq), v.gaps,
       (SELECT json_group_array(json_array(k.value, k.polarity, json(k.held))) FROM (
          SELECT w.value, past.polarity,
                 (SELECT json_group_array(json_array(o.valid_from, o.valid_to)) FROM beliefs o
                  JOIN claims p ON p.claim = o.claim AND p.polarity = past.polarity
                  WHERE o.slot = past.slot AND o.candidate = past.candidate AND +o.known_from <= :seq AND (o.known_to IS NULL OR o.known_to > :seq)) AS held
          FROM (
            SELECT min(c.claim) AS claim, b.slot, b.candidate, c.polarity FROM claims c
            CROSS JOIN beliefs b ON b.claim = c.claim AND b.known_from = (SELECT max(known_from) FROM beliefs WHERE claim = c.claim AND known_from <= :seq)
            WHERE c.memory = m.memory AND +c.claim <= :seq AND c.value IS NOT NULL AND (b.valid_to IS NOT NULL OR b.known_to <= :seq)
            GROUP BY b.slot, b.candidate, c.polarity
          ) past
          CROSS JOIN worldview_candidates w ON w.candidate = past.candidate
          WHERE w.value IS NOT NULL ORDER BY past.claim) k)
FROM memories m
JOIN memory_versions v ON v.memory = m.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
JOIN events e ON e.event = CASE WHEN EXISTS (SELECT 1 FROM edge_evidence_events t WHERE t.target = m.event AND t.type = 'inhibit' AND t.evidence <= :seq
    AND NOT EXISTS (SELECT 1 FROM edge_evidence_events z WHERE z.target = t.target AND z.source = t.source
                    AND z.type = 'restore' AND z.evidence <= :seq))
  THEN coalesce((SELECT min(x.source) FROM edge_evidence_events x
                 WHERE x.target = m.memory AND x.type = 'support' AND x.relation IS NULL AND x.evidence <= :seq
                   AND NOT (EXISTS (SELECT 1 FROM edge_evidence_events o WHERE o.target = :ns AND o.type = 'inhibit')
        AND EXISTS (SELECT 1 FROM edge_evidence_events t WHERE t.target = x.source AND t.type = 'inhibit' AND t.evidence <= :seq
                     AND NOT EXISTS (SELECT 1 FROM edge_evidence_events z WHERE z.target = t.target AND z.source = t.source
                                     AND z.type = 'restore' AND z.evidence <= :seq)))), m.event) ELSE m.event END
JOIN records r ON r.seq = m.memory
WHERE +m.ns = :ns AND m.memory IN (SELECT value FROM json_each(:memories))
ORDER BY m.memory;

-- The claims of some events with their first intervals. What others called an entity after :then isn't told, unless the
-- words hold it, too.
-- name: told
SELECT s.entity, first.name,
       (SELECT min(n.relation) FROM entity_names n
        WHERE n.entity = s.entity AND +n.name_id <= :seq
          AND (+n.name_id <= :then OR instr(lower(m.text), lower(n.relation)) OR
               (SELECT max(o.event) FROM events o WHERE o.event <= n.name_id) IN (SELECT value FROM json_each(:events)))),
       s.attribute, s.cardinality, c.slot, c.claim, c.id, c.candidate, iif(c.value IS NULL, NULL, v.value), v.key, c.polarity, c.commitment, c.basis,
       coalesce(b.valid_from, e.happened_at), b.valid_to, c.event, c.memory, coalesce(m.units, 0),
       (SELECT count(DISTINCT x.source) FROM edge_evidence_events x
        WHERE x.target = c.claim AND x.type = 'support' AND x.relation IS NULL AND x.evidence <= :seq
          AND x.source IN (SELECT value FROM json_each(:events))),
       e.channel, e.happened_at, e.speaker, 'active', NULL, c.stated_to, c.corrects, c.means,
       coalesce((SELECT d.key FROM worldview_candidates d WHERE d.candidate = c.denies), char(0) || c.denies), s.cardinality, c.effect, c.kind,
       (SELECT key FROM threads WHERE thread = e.thread)
FROM json_each(:events) q
CROSS JOIN events e ON e.event = q.value
CROSS JOIN claims c ON c.event = e.event
CROSS JOIN worldview_slots s ON s.slot = c.slot
CROSS JOIN worldview_candidates v ON v.candidate = c.candidate
LEFT JOIN entity_names first ON first.name_id = s.entity
LEFT JOIN beliefs b ON b.claim = c.claim AND b.known_from = c.claim
LEFT JOIN memories m ON m.memory = c.memory
WHERE +e.ns = :ns AND +c.claim <= :seq ORDER BY c.claim;

-- Each memory with the oldest one of the same words that was active at :then.
-- name: kept
SELECT kept.seq, m.memory, m.text_key, (
         SELECT o.memory FROM memories o
         CROSS JOIN memory_versions w ON w.memory = o.memory AND w.known_from <= :then AND (w.known_to IS NULL OR w.known_to > :then)
         WHERE o.ns = :ns AND o.text_key = m.text_key AND +o.memory <= :then AND w.life = 'active'
         ORDER BY o.memory LIMIT 1
       ), m.units, v.state, coalesce(kept.said_at, v.valid_from), v.valid_to
FROM (
  SELECT m.memory AS seq, m.memory, NULL AS said_at
  FROM json_each(:events) q CROSS JOIN memories m ON m.event = q.value
  UNION ALL
  SELECT x.evidence, x.target, e.happened_at
  FROM json_each(:events) q
  CROSS JOIN events e ON e.event = q.value
  CROSS JOIN edge_evidence_events x ON x.source = e.event AND x.type = 'support'
) kept
CROSS JOIN memories m ON m.memory = kept.memory
CROSS JOIN memory_versions v ON v.memory = m.memory AND v.known_from = m.memory
WHERE +m.ns = :ns AND +kept.seq <= :seq ORDER BY kept.seq;

-- name: memory_by_id
SELECT memory FROM memories WHERE ns = :ns AND id = :id AND memory <= :seq;

-- name: impacts
SELECT i.route, j.value ->> 'rule', j.value -> 'vector' FROM impact_assessments i
CROSS JOIN records r ON r.seq = i.impact
CROSS JOIN json_each(CAST(substr(r.record, 5, length(r.record) - 68) AS TEXT), '$.claims') j ON j.key = i.position
WHERE i.ns = :ns AND i.impact <= :seq ORDER BY i.impact, i.position;

-- name: held
SELECT h.held, h.id, h.event, e.id, h.reason, h.claim FROM held_items h
JOIN events e ON e.event = h.event
WHERE h.ns = :ns AND h.held <= :seq AND (h.decided IS NULL OR h.decided > :seq) ORDER BY h.held;

-- name: held_by_id
SELECT h.held, h.id, h.event, e.id, h.reason, h.claim, h.decided <= :seq FROM held_items h
JOIN events e ON e.event = h.event WHERE h.ns = :ns AND h.id = :id AND h.held <= :seq;

-- name: counts
SELECT
  (SELECT count(*) FROM events WHERE ns = :ns AND +event <= :seq),
  (SELECT count(*) FROM entities e WHERE e.ns = :ns AND e.entity <= :seq
   AND NOT EXISTS (SELECT 1 FROM entity_roots r WHERE r.entity = e.entity
                   AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq))),
  (SELECT count(*) FROM worldview_slots s WHERE s.ns = :ns AND s.slot <= :seq
   AND EXISTS (SELECT 1 FROM beliefs b CROSS JOIN claims c ON c.claim = b.claim AND c.value IS NOT NULL
               WHERE b.slot = s.slot AND +b.known_from <= :seq)),  -- nothing is believed of what was erased
  (SELECT count(*) FROM held_items WHERE ns = :ns AND held <= :seq AND (decided IS NULL OR decided > :seq)),
  (SELECT count(*) FROM event_steps s CROSS JOIN events e ON e.event = s.event
   WHERE s.step = 'deferred' AND s.known_from <= :seq AND (s.known_to IS NULL OR s.known_to > :seq) AND e.ns = :ns
   AND EXISTS (SELECT 1 FROM payloads p WHERE p.seq = e.event));  -- nothing is to be done for what was erased

-- Nothing is left of a memory that was erased.
-- name: memory_states
SELECT v.state, count(*) FROM memories m
JOIN memory_versions v ON v.memory = m.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
WHERE m.ns = :ns AND m.memory <= :seq AND m.text IS NOT NULL GROUP BY v.state ORDER BY v.state;

-- name: trace
SELECT body FROM traces WHERE ns = ? AND trace_id = ?;

-- What `verify(deep=True)` and the rebuild test compare: every column, in the order of the key.

-- name: schema
SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT GLOB 'sqlite_stat*' ORDER BY type, name;

-- name: dump_touches
SELECT ns, key, seq FROM touches ORDER BY ns, key, seq;

-- name: dump_held_items
SELECT held, ns, id, event, reason, claim, decided FROM held_items ORDER BY held;

-- name: dump_impact_assessments
SELECT impact, position, ns, event, route FROM impact_assessments ORDER BY ns, impact, position;

-- name: dump_edge_evidence_events
SELECT evidence, ns, type, source, target, weight, moment, relation FROM edge_evidence_events ORDER BY target, evidence, type, source;

-- name: dump_memory_versions
SELECT memory, state, life, commitment, valid_from, valid_to, gaps, expires_at, importance, merged, known_from, known_to FROM memory_versions ORDER BY memory, known_from;

-- name: dump_memories
SELECT memory, ns, id, event, kind, channel, units, thread, position, length, row, text_hash, text, text_key FROM memories ORDER BY memory;

-- name: dump_beliefs
SELECT claim, slot, candidate, valid_from, valid_to, known_from, known_to FROM beliefs ORDER BY claim, known_from;

-- name: dump_claims
SELECT claim, ns, id, event, memory, slot, candidate, kind, polarity, effect, commitment, basis, stated_to, corrects, means, denies, subject, predicate, value, quote_start, quote_end FROM claims ORDER BY claim;

-- name: dump_worldview_candidates
SELECT candidate, ns, slot, id, value, key FROM worldview_candidates ORDER BY candidate;

-- name: dump_worldview_slots
SELECT slot, ns, id, entity, cardinality, attribute FROM worldview_slots ORDER BY slot;

-- name: dump_entity_roots
SELECT entity, root, known_from, known_to FROM entity_roots ORDER BY entity, known_from;

-- name: dump_entity_blocks
SELECT ns, block, name_id FROM entity_blocks ORDER BY ns, block, name_id;

-- name: dump_worldview_candidate_events
SELECT candidate, record, type, ns FROM worldview_candidate_events ORDER BY candidate, record, type;

-- name: dump_associative_edges
SELECT source, target, relation, ns, weight, state, known_from, known_to FROM associative_edges ORDER BY source, target, relation, known_from;

-- name: dump_logic_edges
SELECT source, target, relation, ns, weight, state, known_from, known_to FROM logic_edges ORDER BY source, target, relation, known_from;

-- name: dump_sleeps
SELECT record, ns, run, phase, looked, settings, counts FROM sleeps ORDER BY record;

-- name: dump_policies
SELECT record, ns, id, intent, proposer, codes, policy FROM policies ORDER BY record;

-- name: dump_outcomes
SELECT memory, record, ns, outcome, moved, trace FROM outcomes ORDER BY memory, record;

-- name: dump_pins
SELECT memory, known_from, known_to FROM pins ORDER BY memory, known_from;

-- name: dump_entity_names
SELECT name_id, entity, ns, key, name, relation FROM entity_names ORDER BY name_id;

-- name: dump_entities
SELECT entity, ns, id, type FROM entities ORDER BY entity;

-- name: dump_event_steps
SELECT event, step, known_from, known_to FROM event_steps ORDER BY event, known_from;

-- name: dump_events
SELECT event, ns, id, channel, happened_at, recorded_at, thread, key, speaker, message FROM events ORDER BY event;

-- name: dump_threads
SELECT thread, ns, key FROM threads ORDER BY thread;

-- name: dump_namespaces
SELECT ns, id, name FROM namespaces ORDER BY ns;

-- name: dump_memory_tail
SELECT * FROM memory_tail ORDER BY ns, row;

-- name: dump_memory_blocks
SELECT * FROM memory_blocks ORDER BY ns, wide, first;

-- name: dump_memory_words
SELECT * FROM memory_words ORDER BY ns, term, first;

-- name: dump_memory_words_new
SELECT * FROM memory_words_new ORDER BY ns, first, term;

-- name: dump_memory_index
SELECT term, doc, offset FROM memory_terms ORDER BY term, doc, offset;

-- name: dump_items
SELECT * FROM items ORDER BY item;

-- name: dump_item_fields
SELECT * FROM item_fields ORDER BY ns, field, value, item;

-- name: dump_item_texts
SELECT * FROM item_texts ORDER BY item, seq, position;

-- name: dump_item_index
SELECT term, doc, offset FROM item_terms ORDER BY term, doc, offset;

-- ---------------------------------------------------------------- items of a store
-- Under a prefix means: between two texts (core.spaces). Only namespaces that hold an item count.
-- name: item_spaces
SELECT n.ns, n.name FROM namespaces n
WHERE (n.name = :exact OR (n.name >= :low AND n.name < :high)) AND +n.ns <= :seq
  AND EXISTS (SELECT 1 FROM items i
              LEFT JOIN item_reads d ON d.item = i.item
              WHERE i.ns = n.ns AND +i.item <= :seq AND (i.known_to IS NULL OR i.known_to > :seq)
                AND i.key IS NOT NULL AND (:now IS NULL OR i.ttl IS NULL OR coalesce(d.at, i.updated_at) + i.ttl > :now))
ORDER BY n.ns;

-- name: item
SELECT i.item, i.ns, i.created_at, i.updated_at, coalesce(d.at, i.updated_at) + i.ttl, i.known_to, p.body, x.body
FROM items i
JOIN payloads p ON p.seq = i.item
LEFT JOIN payloads x ON x.seq = i.indexed
LEFT JOIN item_reads d ON d.item = i.item
WHERE i.ns = :ns AND i.key = :key AND i.item <= :seq AND (i.known_to IS NULL OR i.known_to > :seq)
ORDER BY i.item DESC LIMIT 1;

-- name: item_version
SELECT item FROM items
WHERE ns = :ns AND key = :key AND item <= :seq AND (known_to IS NULL OR known_to > :seq)
ORDER BY item DESC LIMIT 1;

-- name: item_history
SELECT i.item, i.ns, i.created_at, i.updated_at, i.updated_at + i.ttl, i.known_to, p.body, x.body
FROM items i
LEFT JOIN payloads p ON p.seq = i.item
LEFT JOIN payloads x ON x.seq = i.indexed
WHERE i.ns = :ns AND i.key = :key AND i.item <= :seq
ORDER BY i.item;

-- name: items
SELECT i.item, i.ns, i.created_at, i.updated_at, coalesce(d.at, i.updated_at) + i.ttl, i.known_to, p.body, x.body
FROM json_each(:items) q
CROSS JOIN items i ON i.item = q.value
JOIN payloads p ON p.seq = i.item
LEFT JOIN payloads x ON x.seq = i.indexed
LEFT JOIN item_reads d ON d.item = i.item
WHERE i.item <= :seq
ORDER BY i.item DESC;

-- name: newest_items
SELECT i.item, i.ns, i.created_at, i.updated_at, coalesce(d.at, i.updated_at) + i.ttl, i.known_to, p.body, x.body
FROM items i
JOIN payloads p ON p.seq = i.item
LEFT JOIN payloads x ON x.seq = i.indexed
LEFT JOIN item_reads d ON d.item = i.item
WHERE i.ns = :ns AND i.known_to IS NULL AND i.key IS NOT NULL AND i.item < :before AND +i.item <= :seq
ORDER BY i.item DESC LIMIT :limit;

-- name: open_items
SELECT i.item FROM json_each(:spaces) q
CROSS JOIN items i INDEXED BY items_open ON i.ns = q.value AND i.known_to IS NULL AND +i.item <= :seq AND i.key IS NOT NULL
ORDER BY i.item DESC;

-- name: open_items_then
SELECT i.item FROM json_each(:spaces) q
CROSS JOIN items i ON i.ns = q.value AND +i.item <= :seq AND (i.known_to IS NULL OR i.known_to > :seq) AND i.key IS NOT NULL
ORDER BY i.item DESC;

-- Which items may pass a filter; core.filters decides. The marker names items with more fields than are kept.
-- name: item_probe
SELECT f.item FROM json_each(:spaces) q
CROSS JOIN item_fields f ON f.ns = q.value AND f.field = :field AND f.value >= :low AND f.value <= :high
UNION
SELECT f.item FROM json_each(:spaces) q
CROSS JOIN item_fields f ON f.ns = q.value AND f.field = :marker;

-- name: item_holding
SELECT f.item FROM json_each(:spaces) q
CROSS JOIN item_fields f ON f.ns = q.value AND f.field = :field AND f.value = :value;

-- name: item_differing
SELECT f.item FROM json_each(:spaces) q
CROSS JOIN item_fields f ON f.ns = q.value AND f.field = :field AND f.value < :value
UNION ALL
SELECT f.item FROM json_each(:spaces) q
CROSS JOIN item_fields f ON f.ns = q.value AND f.field = :field AND f.value > :value;

-- How many open items lack a field.
-- name: item_lacking
SELECT (SELECT count(*) FROM json_each(:spaces) q
        CROSS JOIN items i INDEXED BY items_open ON i.ns = q.value AND i.known_to IS NULL AND i.key IS NOT NULL
          AND +i.item <= :seq)
     - (SELECT count(*) FROM json_each(:spaces) q
        CROSS JOIN item_fields f ON f.ns = q.value AND f.field = :field);

-- name: item_texts
SELECT t.item, i.ns, x.vector FROM json_each(:spaces) q
CROSS JOIN items i INDEXED BY items_open ON i.ns = q.value AND i.known_to IS NULL AND i.key IS NOT NULL AND +i.item <= :seq
CROSS JOIN item_texts t ON t.item = i.item AND t.seq = coalesce(i.indexed, i.item)
LEFT JOIN vectors x ON x.model = :model AND x.text_hash = t.text_hash;

-- name: item_texts_then
SELECT t.item, i.ns, x.vector FROM json_each(:spaces) q
CROSS JOIN items i ON i.ns = q.value AND +i.item <= :seq AND (i.known_to IS NULL OR i.known_to > :seq)
CROSS JOIN item_texts t ON t.item = i.item
  AND t.seq = (SELECT max(u.seq) FROM item_texts u WHERE u.item = i.item AND u.seq <= :seq)
LEFT JOIN vectors x ON x.model = :model AND x.text_hash = t.text_hash;

-- name: item_texts_since
SELECT t.item, i.ns, x.vector FROM item_texts t
CROSS JOIN items i ON i.item = t.item AND i.known_to IS NULL AND t.seq = coalesce(i.indexed, i.item)
LEFT JOIN vectors x ON x.model = :model AND x.text_hash = t.text_hash
WHERE t.seq > :since AND t.seq <= :seq AND i.ns IN (SELECT value FROM json_each(:spaces))
ORDER BY t.item, t.position;

-- name: item_texts_of
SELECT t.item, i.ns, x.vector FROM json_each(:items) q
CROSS JOIN items i ON i.item = q.value AND i.known_to IS NULL AND i.item <= :seq
CROSS JOIN item_texts t ON t.item = i.item AND t.seq = coalesce(i.indexed, i.item)
LEFT JOIN vectors x ON x.model = :model AND x.text_hash = t.text_hash;

-- name: items_closed_since
SELECT i.item FROM items i WHERE i.known_to > :since AND +i.known_to <= :seq;

-- name: unembedded
SELECT q.value FROM json_each(:hashes) q
WHERE NOT EXISTS (SELECT 1 FROM vectors x WHERE x.model = :model AND x.text_hash = q.value);

-- name: last_vector
SELECT max(rowid) FROM vectors;

-- name: index_models
WITH RECURSIVE named (model) AS (
  SELECT min(model) FROM vectors
  UNION ALL
  SELECT (SELECT min(x.model) FROM vectors x WHERE x.model > named.model) FROM named WHERE named.model IS NOT NULL
)
SELECT model FROM named WHERE model IS NOT NULL;

-- Open versions and their lengths, as two lists in the same order.
-- name: open_lengths
SELECT group_concat(i.item), group_concat(i.length) FROM json_each(:spaces) q
CROSS JOIN items i INDEXED BY items_open ON i.ns = q.value AND i.known_to IS NULL AND i.key IS NOT NULL AND +i.item <= :seq;

-- name: open_lengths_then
SELECT group_concat(i.item), group_concat(i.length) FROM json_each(:spaces) q
CROSS JOIN items i ON i.ns = q.value AND +i.item <= :seq AND (i.known_to IS NULL OR i.known_to > :seq) AND i.key IS NOT NULL;

-- The versions that hold a term, once per occurrence, whether open or not.
-- name: item_postings
SELECT json_extract(q.value, '$[1]'), (SELECT group_concat(t.doc) FROM item_terms t WHERE t.term = json_extract(q.value, '$[0]'))
FROM json_each(:terms) q;

-- What closed a version without opening another: an item that was put anew is in the table itself.
-- name: item_ends
SELECT r.seq, r.recorded_at FROM json_each(:items) q
CROSS JOIN records r ON r.seq = q.value
WHERE r.seq <= :seq AND NOT EXISTS (SELECT 1 FROM items i WHERE i.item = r.seq)
ORDER BY r.seq;

-- Reads only postpone: what is due is among what would be due without them.
-- name: expired_items
SELECT i.item, n.name FROM items i
JOIN payloads p ON p.seq = i.item
JOIN namespaces n ON n.ns = i.ns AND n.name IS NOT NULL
LEFT JOIN item_reads d ON d.item = i.item
WHERE i.known_to IS NULL AND i.ttl IS NOT NULL AND i.updated_at + i.ttl <= :now
  AND coalesce(d.at, i.updated_at) + i.ttl <= :now AND +i.item <= :seq
ORDER BY +i.item LIMIT :limit;
