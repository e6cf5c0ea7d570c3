-- What sleep looks at: in pages, and by the numbers of memories.

-- name: last_sleep
SELECT s.record, s.run, s.phase, s.settings, s.counts,
       EXISTS (SELECT 1 FROM changes c WHERE c.ns = :ns AND c.belief IN (0, 1) AND c.seq > s.record AND c.seq <= :seq)
       OR EXISTS (SELECT 1 FROM changes c WHERE c.ns = 0 AND c.belief IN (0, 1) AND c.seq > s.record AND c.seq <= :seq)
FROM sleeps s WHERE s.ns = :ns AND s.record <= :seq ORDER BY s.record DESC LIMIT 1;

-- name: sleep_page
SELECT m.memory, m.id, m.kind, m.channel, e.speaker, v.commitment, m.text, v.valid_from,
       (v.valid_to IS NULL OR v.state = 'superseded') AND v.gaps IS NULL AND v.expires_at IS NULL, v.expires_at, m.event, e.id, e.happened_at, m.units,
       (SELECT o.body FROM payloads o WHERE o.seq = m.memory),
       v.merged IS m.memory, v.state = 'active', v.merged, p.body
FROM memories m
CROSS JOIN memory_versions v ON v.memory = m.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
CROSS JOIN events e ON e.event = m.event
LEFT JOIN payloads p ON p.seq = m.event
WHERE m.ns = :ns AND m.memory > :after AND m.memory <= :seq AND v.state IN ('active', 'superseded') AND m.text IS NOT NULL
ORDER BY m.memory LIMIT :most;

-- name: sleepers
SELECT m.memory, m.id, m.kind, m.channel, e.speaker, v.commitment, m.text, v.valid_from,
       (v.valid_to IS NULL OR v.state = 'superseded') AND v.gaps IS NULL AND v.expires_at IS NULL, v.expires_at, m.event, e.id, e.happened_at, m.units,
       (SELECT o.body FROM payloads o WHERE o.seq = m.memory),
       v.merged IS m.memory, v.state = 'active', v.merged, p.body
FROM json_each(:memories) q
CROSS JOIN memories m ON m.memory = q.value
CROSS JOIN memory_versions v ON v.memory = m.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
CROSS JOIN events e ON e.event = m.event
LEFT JOIN payloads p ON p.seq = m.event
WHERE +m.ns = :ns AND m.memory <= :seq AND v.state IN (SELECT value FROM json_each(:states)) AND m.text IS NOT NULL
ORDER BY m.memory;

-- name: sleep_facts
SELECT c.memory, c.claim, coalesce(r.root, s.entity), c.subject, s.attribute, w.value, c.polarity, s.cardinality,
       c.slot, c.candidate, c.commitment <> 'candidate', c.event
FROM json_each(:memories) q
CROSS JOIN claims c ON c.memory = q.value
CROSS JOIN worldview_slots s ON s.slot = c.slot
CROSS JOIN worldview_candidates w ON w.candidate = c.candidate
LEFT JOIN entity_roots r ON r.entity = s.entity AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
WHERE +c.ns = :ns AND +c.claim <= :seq ORDER BY c.memory, c.claim;

-- What is believed in these slots, and when.
-- name: held_values
SELECT b.slot, b.claim, b.candidate, w.value, c.polarity, b.valid_from, b.valid_to FROM json_each(:slots) q
CROSS JOIN beliefs b ON b.slot = q.value AND +b.known_from <= :seq AND (b.known_to IS NULL OR b.known_to > :seq)
CROSS JOIN claims c ON c.claim = b.claim
CROSS JOIN worldview_candidates w ON w.candidate = b.candidate
ORDER BY b.slot, b.valid_from, b.claim;

-- Of a memory also those behind the ones merged into it.
-- name: supporters
WITH said (target, wording) AS (
  SELECT q.value, q.value FROM json_each(:targets) q
  UNION
  SELECT q.value, w.memory FROM json_each(:targets) q
  CROSS JOIN memory_versions w ON w.merged = q.value AND w.known_from <= :seq AND (w.known_to IS NULL OR w.known_to > :seq)
)
SELECT said.target, m.event FROM said CROSS JOIN memories m ON m.memory = said.wording WHERE +m.ns = :ns AND m.text IS NOT NULL
UNION
SELECT said.target, x.source FROM said
CROSS JOIN edge_evidence_events x ON x.target = said.wording
CROSS JOIN events e ON e.event = x.source
WHERE x.type = 'support' AND x.relation IS NULL AND x.evidence <= :seq AND +e.ns = :ns
ORDER BY 1, 2;

-- name: agreeing
SELECT DISTINCT g.target, m.event FROM json_each(:memories) q
CROSS JOIN logic_edges g ON g.target = q.value AND +g.relation = 'supports' AND g.known_from <= :seq AND (g.known_to IS NULL OR g.known_to > :seq)
CROSS JOIN memories m ON m.memory = g.source
CROSS JOIN memory_versions v ON v.memory = m.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
WHERE +m.ns = :ns AND v.state = 'active' AND g.weight > :above AND g.state = 'active' ORDER BY g.target, m.event;

-- name: opposed
SELECT min(m.memory, o.memory), max(m.memory, o.memory) FROM logic_edges g
LEFT JOIN claims c ON c.claim = g.source
LEFT JOIN claims d ON d.claim = g.target
CROSS JOIN memories m ON m.memory = coalesce(c.memory, g.source)
CROSS JOIN memories o ON o.memory = coalesce(d.memory, g.target)
CROSS JOIN memory_versions v ON v.memory = m.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
CROSS JOIN memory_versions w ON w.memory = o.memory AND w.known_from <= :seq AND (w.known_to IS NULL OR w.known_to > :seq)
WHERE g.ns = :ns AND g.known_from <= :seq AND (g.known_to IS NULL OR g.known_to > :seq)
  AND g.relation = 'contradicts' AND g.weight > 0 AND g.state = 'active' AND v.state = 'active' AND w.state = 'active'
  AND m.memory <> o.memory AND m.text IS NOT NULL AND o.text IS NOT NULL
GROUP BY 1, 2 ORDER BY min(g.known_from), 1, 2;

-- name: compiled_of
SELECT DISTINCT x.source, x.target FROM json_each(:memories) q
CROSS JOIN edge_evidence_events x ON x.target = q.value AND x.type = 'derive' AND x.relation = 'derived_from' AND x.evidence <= :seq
CROSS JOIN memories m ON m.memory = x.source
WHERE +x.ns = :ns ORDER BY 1, 2;

-- Compiled memories that are active and say a claim or memory again; a reducer ends them with it.
-- name: compiled_from
SELECT DISTINCT v.memory FROM edge_evidence_events x
CROSS JOIN memory_versions v ON v.memory = x.source AND v.known_to IS NULL
WHERE x.target = ? AND x.type = 'derive' AND x.relation = 'derived_from' AND v.state = 'active'
  AND EXISTS (SELECT 1 FROM edge_evidence_events o WHERE o.source = x.source AND o.type = 'derive' AND o.relation IS NULL)
ORDER BY v.memory;

-- The memories merged into another, and how one memory stands now; for reducers.
-- name: members
SELECT memory FROM memory_versions WHERE merged = ? AND known_to IS NULL AND memory <> merged ORDER BY memory;

-- name: memory_now
SELECT state, merged, life, commitment, valid_from, valid_to, gaps, expires_at, importance, merged FROM memory_versions
WHERE memory = ? AND known_to IS NULL;

-- name: merged_into
SELECT v.memory, q.value FROM json_each(:memories) q
CROSS JOIN memory_versions v ON v.merged = q.value AND v.memory <> q.value AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
CROSS JOIN memories m ON m.memory = v.memory
WHERE +m.ns = :ns AND m.text IS NOT NULL ORDER BY 1, 2;

-- The last outcome of each query.
-- name: served
SELECT o.memory, o.trace, o.outcome, max(o.record) FROM json_each(:memories) q
CROSS JOIN outcomes o ON o.memory = q.value
WHERE +o.ns = :ns AND o.record <= :seq AND o.trace IS NOT NULL
GROUP BY o.memory, o.trace ORDER BY o.memory, 4;

-- Memories that a claim or memory contradicts by an edge, and those that contradict it: which of the two comes first.
-- name: conflicts_of
SELECT q.value, g.target, 1, g.weight FROM json_each(:memories) q
CROSS JOIN logic_edges g ON g.source = q.value AND g.relation = 'contradicts' AND g.known_from <= :seq AND (g.known_to IS NULL OR g.known_to > :seq)
WHERE +g.ns = :ns AND g.weight > 0 AND g.state = 'active'
UNION ALL
SELECT q.value, g.source, 0, g.weight FROM json_each(:memories) q
CROSS JOIN logic_edges g ON g.target = q.value AND +g.relation = 'contradicts' AND g.known_from <= :seq AND (g.known_to IS NULL OR g.known_to > :seq)
WHERE +g.ns = :ns AND g.weight > 0 AND g.state = 'active'
ORDER BY 1, 2, 3;

-- Memories whose events have a claim that was marked for sleep.
-- name: marked
SELECT DISTINCT m.memory FROM impact_assessments i
CROSS JOIN memories m ON m.event = i.event
WHERE i.ns = :ns AND i.impact <= :seq AND i.route = 'sleep_priority' AND m.memory <= :seq ORDER BY m.memory;

-- The tasks of events that said again what these memories say.
-- name: repeated_tasks
SELECT q.value, json_extract(CAST(p.body AS TEXT), '$.metadata.task') FROM json_each(:memories) q
CROSS JOIN edge_evidence_events x ON x.target = q.value AND x.type = 'support' AND x.relation IS NULL AND x.evidence <= :seq
CROSS JOIN events e ON e.event = x.source
CROSS JOIN payloads p ON p.seq = e.event
WHERE +e.ns = :ns AND json_type(CAST(p.body AS TEXT), '$.metadata.task') = 'text' ORDER BY q.value, e.event;
