-- Edges with the evidence they are made of, and what governance looks at before it decides.

-- What a reducer makes an edge of.
-- name: evidence_of_edge
SELECT type, weight FROM edge_evidence_events WHERE source = ? AND target = ? AND relation = ? ORDER BY evidence;

-- name: associative_edges
SELECT source, target, relation, weight, state, known_from FROM associative_edges
WHERE ns = :ns AND known_from <= :seq AND (known_to IS NULL OR known_to > :seq) ORDER BY source, target, relation;

-- name: logic_edges
SELECT source, target, relation, weight, state, known_from FROM logic_edges
WHERE ns = :ns AND known_from <= :seq AND (known_to IS NULL OR known_to > :seq) ORDER BY source, target, relation;

-- name: associative_edges_at
SELECT e.source, e.target, e.relation, e.weight, e.state, e.known_from FROM json_each(:ends) q
CROSS JOIN associative_edges e ON e.source = q.value
WHERE +e.ns = :ns AND +e.known_from <= :seq AND (e.known_to IS NULL OR e.known_to > :seq)
UNION
SELECT e.source, e.target, e.relation, e.weight, e.state, e.known_from FROM json_each(:ends) q
CROSS JOIN associative_edges e ON e.target = q.value
WHERE +e.ns = :ns AND +e.known_from <= :seq AND (e.known_to IS NULL OR e.known_to > :seq)
ORDER BY 1, 2, 3;

-- name: logic_edges_at
SELECT e.source, e.target, e.relation, e.weight, e.state, e.known_from FROM json_each(:ends) q
CROSS JOIN logic_edges e ON e.source = q.value
WHERE +e.ns = :ns AND +e.known_from <= :seq AND (e.known_to IS NULL OR e.known_to > :seq)
UNION
SELECT e.source, e.target, e.relation, e.weight, e.state, e.known_from FROM json_each(:ends) q
CROSS JOIN logic_edges e ON e.target = q.value
WHERE +e.ns = :ns AND +e.known_from <= :seq AND (e.known_to IS NULL OR e.known_to > :seq)
ORDER BY 1, 2, 3;

-- name: edge_ends
SELECT q.value, m.id, c.id FROM json_each(:ends) q
LEFT JOIN claims c ON c.claim = q.value
LEFT JOIN memories m ON m.memory = coalesce(c.memory, q.value);

-- name: edge_evidence
SELECT x.source, x.target, x.relation, x.type, x.weight, r.recorded_at, x.evidence FROM json_each(:pairs) q
CROSS JOIN edge_evidence_events x ON x.source = json_extract(q.value, '$[0]') AND x.target = json_extract(q.value, '$[1]')
JOIN records r ON r.seq = x.evidence
WHERE x.relation IS NOT NULL AND +x.evidence <= :seq ORDER BY x.evidence;

-- name: ends_of_memories
SELECT c.claim FROM json_each(:memories) q
CROSS JOIN claims c ON c.memory = q.value
WHERE +c.ns = :ns AND +c.claim <= :seq ORDER BY c.claim;

-- name: event_rows
SELECT e.event, e.id, e.key, e.channel, e.speaker, t.key, e.happened_at, p.body FROM json_each(:ids) q
CROSS JOIN events e ON e.id = q.value
LEFT JOIN payloads p ON p.seq = e.event
LEFT JOIN threads t ON t.thread = e.thread
WHERE +e.ns = :ns AND +e.event <= :seq ORDER BY e.event;

-- name: event_rows_behind
SELECT e.event, e.id, e.key, e.channel, e.speaker, t.key, e.happened_at, p.body FROM json_each(:events) q
CROSS JOIN events e ON e.event = q.value
LEFT JOIN payloads p ON p.seq = e.event
LEFT JOIN threads t ON t.thread = e.thread
WHERE +e.ns = :ns AND e.event <= :seq ORDER BY e.event;

-- name: targets
SELECT q.value, m.memory, NULL, m.memory, m.id, m.kind, v.state, v.commitment, m.text, v.valid_from, v.valid_to, v.expires_at, m.event
FROM json_each(:ids) q
CROSS JOIN memories m ON m.id = q.value
JOIN memory_versions v ON v.memory = m.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
WHERE +m.ns = :ns AND +m.memory <= :seq
UNION ALL
SELECT q.value, c.claim, c.claim, m.memory, m.id, m.kind, v.state, v.commitment, m.text, v.valid_from, v.valid_to, v.expires_at, c.event
FROM json_each(:ids) q
CROSS JOIN claims c ON c.id = q.value
LEFT JOIN memories m ON m.memory = c.memory
LEFT JOIN memory_versions v ON v.memory = m.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
WHERE +c.ns = :ns AND +c.claim <= :seq;

-- name: statements_of
SELECT b.claim, c.id, c.memory, s.entity, b.slot, b.candidate, s.attribute, b.valid_from, b.valid_to
FROM json_each(:memories) q
CROSS JOIN claims c ON c.memory = q.value
CROSS JOIN beliefs b ON b.claim = c.claim AND b.known_from <= :seq AND (b.known_to IS NULL OR b.known_to > :seq)
CROSS JOIN worldview_slots s ON s.slot = b.slot
WHERE +c.ns = :ns AND +c.claim <= :seq AND c.polarity <> 'retracted' ORDER BY b.claim;

-- Who said the words of the oldest active memory that holds them.
-- name: repetitions
WITH same AS (
  SELECT m.text_key, m.memory, m.id, m.event FROM json_each(:keys) q
  CROSS JOIN memories m ON m.memory = (
    SELECT o.memory FROM memories o
    CROSS JOIN memory_versions v ON v.memory = o.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
    WHERE o.ns = :ns AND o.text_key = q.value AND +o.memory <= :seq AND v.life = 'active'
    ORDER BY o.memory LIMIT 1
  )
)
SELECT k.text_key, k.memory, k.id, k.event, e.event, e.channel, e.speaker
FROM same k CROSS JOIN events e ON e.event = k.event
UNION
SELECT k.text_key, k.memory, k.id, k.event, e.event, e.channel, e.speaker
FROM same k
CROSS JOIN edge_evidence_events x ON x.target = k.memory AND +x.type = 'support' AND x.evidence <= :seq
CROSS JOIN events e ON e.event = x.source
ORDER BY 2, 5;

-- name: found_by
SELECT rowid FROM memory_index WHERE memory_index MATCH :words AND rowid = :memory;

-- name: appraisals_of
SELECT i.route, j.value ->> 'rule', j.value -> 'vector' FROM impact_assessments i
CROSS JOIN records r ON r.seq = i.impact
CROSS JOIN json_each(CAST(substr(r.record, 5, length(r.record) - 68) AS TEXT), '$.claims') j ON j.key = i.position
WHERE i.ns = :ns AND i.impact = (
  SELECT max(impact) FROM impact_assessments WHERE event = :event AND impact <= :seq
) ORDER BY i.position;

-- name: policies
SELECT record, id, intent, proposer, codes, policy FROM policies WHERE ns = :ns AND record <= :seq ORDER BY record;
