-- Queries about what may be believed: echoes of what was served, tainted sources, rates, corroboration.

-- Of each text, whether a memory begins with it, and whether one says it as a whole.
-- name: spoken
SELECT q.value,
       EXISTS (SELECT 1 FROM memories m WHERE m.ns = :ns AND m.text_key >= q.value
               AND m.text_key < q.value || char(1114111) AND +m.memory <= :seq),
       EXISTS (SELECT 1 FROM memories m WHERE m.ns = :ns AND m.text_key = q.value AND +m.memory <= :seq)
FROM json_each(:keys) q;

-- Which turns of a thread another namespace remembers.
-- name: elsewhere
SELECT DISTINCT q.value FROM threads t
CROSS JOIN json_each(:keys) q
CROSS JOIN events e ON e.ns = t.ns AND e.key = q.value
WHERE t.key = :thread AND t.ns <> :ns AND e.thread = t.thread AND +e.event <= :seq ORDER BY 1;

-- The other namespaces that have a thread of that name.
-- name: thread_namespaces
SELECT n.ns, n.id FROM threads t CROSS JOIN namespaces n ON n.ns = t.ns WHERE t.key = :thread AND t.ns <> :ns ORDER BY 1;

-- name: valued
SELECT DISTINCT c.key, s.attribute FROM json_each(:keys) q
CROSS JOIN worldview_candidates c ON c.ns = :ns AND c.key = q.value
CROSS JOIN worldview_slots s ON s.slot = c.slot
WHERE +c.candidate <= :seq AND s.attribute IS NOT NULL ORDER BY c.key, s.attribute;

-- A taint stands in evidence of its own: against its namespace, its events, and the memories that it suppressed. In these
-- rows the record that says so is the source; a restore of the same source lifts it.
-- name: active_taints
SELECT x.source, p.body, (SELECT count(*) FROM edge_evidence_events y CROSS JOIN events e ON e.event = y.target
                          WHERE y.source = x.source AND y.type = 'inhibit' AND y.evidence = x.source)
FROM edge_evidence_events x LEFT JOIN payloads p ON p.seq = x.source
WHERE x.target = :ns AND x.type = 'inhibit' AND x.evidence <= :seq AND NOT EXISTS (
  SELECT 1 FROM edge_evidence_events z
  WHERE z.target = x.target AND z.source = x.source AND z.type = 'restore' AND z.evidence <= :seq
) ORDER BY x.source;

-- name: events_of
SELECT e.event FROM events e WHERE e.ns = :ns AND +e.event <= :seq AND CASE :kind
  WHEN 'event' THEN e.id = :called
  WHEN 'message' THEN e.message = :called
  WHEN 'thread' THEN e.thread IN (SELECT thread FROM threads WHERE ns = :ns AND key = :called)
  WHEN 'tool' THEN e.channel = 'tool' AND e.speaker = :called
  WHEN 'speaker' THEN e.channel <> 'tool' AND e.speaker = :called
  ELSE e.channel = :called END
ORDER BY e.event;

-- name: events_tainted
SELECT q.value FROM json_each(:events) q
CROSS JOIN events e ON e.event = q.value
WHERE +e.ns = :ns AND EXISTS (
  SELECT 1 FROM edge_evidence_events x
  WHERE x.target = e.event AND x.type = 'inhibit' AND x.evidence <= :seq
  AND x.source NOT IN (SELECT value FROM json_each(:lifted)) AND NOT EXISTS (
    SELECT 1 FROM edge_evidence_events z
    WHERE z.target = x.target AND z.source = x.source AND z.type = 'restore' AND z.evidence <= :seq))
ORDER BY q.value;

-- name: events_named
SELECT e.event FROM json_each(:taints) q
CROSS JOIN edge_evidence_events x ON x.source = q.value AND x.type = 'inhibit' AND x.evidence = x.source
CROSS JOIN events e ON e.event = x.target
WHERE +e.ns = :ns AND x.evidence <= :seq ORDER BY e.event;

-- Memories that events stand behind, by their own words or as support.
-- name: stood_on
SELECT DISTINCT found.memory FROM (
  SELECT m.memory FROM json_each(:events) q CROSS JOIN memories m ON m.event = q.value
  UNION
  SELECT x.target FROM json_each(:events) q
  CROSS JOIN edge_evidence_events x ON x.source = q.value AND x.type = 'support' AND x.evidence <= :seq
) found CROSS JOIN memories m ON m.memory = found.memory
WHERE m.ns = :ns AND m.memory <= :seq ORDER BY found.memory;

-- Memories with their state, and the taint that put them away with the state they had before, unless something moved them since.
-- name: standing
SELECT m.memory, m.id, v.life, t.source, was.life
FROM json_each(:memories) q
CROSS JOIN memories m ON m.memory = q.value
CROSS JOIN memory_versions v ON v.memory = m.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
LEFT JOIN edge_evidence_events t ON t.target = m.memory AND t.type = 'inhibit' AND t.evidence = t.source AND t.evidence <= :seq
  AND NOT EXISTS (SELECT 1 FROM edge_evidence_events y
                  WHERE y.target = m.memory AND y.evidence > t.evidence AND y.evidence <= :seq AND y.relation IS NULL
                    AND y.type IN ('inhibit', 'expire', 'restore'))
LEFT JOIN memory_versions was ON was.memory = m.memory AND was.known_to = t.source
WHERE m.ns = :ns AND m.memory <= :seq ORDER BY m.memory;

-- name: grounds_of_memories
SELECT found.memory, found.event FROM (
  SELECT m.memory, m.event FROM json_each(:memories) q CROSS JOIN memories m ON m.memory = q.value
  UNION
  SELECT x.target, x.source FROM json_each(:memories) q
  CROSS JOIN edge_evidence_events x ON x.target = q.value AND x.type = 'support' AND x.relation IS NULL AND x.evidence <= :seq
) found CROSS JOIN events e ON e.event = found.event WHERE +e.ns = :ns ORDER BY found.memory, found.event;

-- What was derived from memories or events, with all that it was derived from. Events are told of what sleep compiled.
-- name: derived_from
SELECT DISTINCT y.source, y.target, y.relation IS NULL FROM json_each(:sources) q
CROSS JOIN edge_evidence_events x ON x.target = q.value AND x.type = 'derive' AND (x.relation = 'derived_from' OR x.relation IS NULL) AND x.evidence <= :seq
CROSS JOIN edge_evidence_events y ON y.source = x.source AND y.type = 'derive' AND (y.relation = 'derived_from' OR y.relation IS NULL)
WHERE x.ns = :ns AND y.evidence <= :seq ORDER BY y.source, y.target;

-- name: slot_of_claim
SELECT s.entity, s.attribute FROM claims c CROSS JOIN worldview_slots s ON s.slot = c.slot WHERE c.claim = ?;

-- name: claims_of_events
SELECT c.claim, s.entity, s.attribute FROM json_each(:events) q
CROSS JOIN claims c ON c.event = q.value
CROSS JOIN worldview_slots s ON s.slot = c.slot
WHERE +c.ns = :ns AND +c.claim <= :seq ORDER BY c.claim;

-- What only a weak source said, taken off the record by a taint, with the interval it had.
-- name: weak_struck
SELECT b.claim, b.valid_from, b.valid_to FROM json_each(:taints) t
CROSS JOIN json_each(:claims) q
CROSS JOIN claims c ON c.claim = q.value AND c.commitment = 'candidate'
CROSS JOIN beliefs b ON b.claim = c.claim AND b.known_to = t.value
WHERE +c.ns = :ns AND +b.known_from <= :seq AND NOT EXISTS (SELECT 1 FROM beliefs o WHERE o.claim = b.claim AND o.known_to IS NULL)
ORDER BY b.claim;

-- name: ties
SELECT 'associative', e.source, e.target, e.relation, e.state FROM json_each(:ends) q CROSS JOIN associative_edges e ON e.source = q.value
WHERE +e.ns = :ns AND +e.known_from <= :seq AND (e.known_to IS NULL OR e.known_to > :seq)
UNION
SELECT 'associative', e.source, e.target, e.relation, e.state FROM json_each(:ends) q CROSS JOIN associative_edges e ON e.target = q.value
WHERE +e.ns = :ns AND +e.known_from <= :seq AND (e.known_to IS NULL OR e.known_to > :seq)
UNION
SELECT 'logic', e.source, e.target, e.relation, e.state FROM json_each(:ends) q CROSS JOIN logic_edges e ON e.source = q.value
WHERE +e.ns = :ns AND +e.known_from <= :seq AND (e.known_to IS NULL OR e.known_to > :seq)
UNION
SELECT 'logic', e.source, e.target, e.relation, e.state FROM json_each(:ends) q CROSS JOIN logic_edges e ON e.target = q.value
WHERE +e.ns = :ns AND +e.known_from <= :seq AND (e.known_to IS NULL OR e.known_to > :seq)
ORDER BY 1, 2, 3, 4;

-- Edges that a taint silenced.
-- name: ties_silenced
SELECT x.source, x.target, x.relation FROM json_each(:ends) q
CROSS JOIN edge_evidence_events x ON x.target = q.value AND x.type = 'inhibit' AND x.evidence IN (SELECT value FROM json_each(:taints))
WHERE x.ns = :ns AND x.relation IS NOT NULL AND x.evidence <= :seq
UNION
SELECT x.source, x.target, x.relation FROM json_each(:ends) q
CROSS JOIN edge_evidence_events x ON x.source = q.value AND x.type = 'inhibit' AND +x.evidence IN (SELECT value FROM json_each(:taints))
WHERE x.ns = :ns AND x.relation IS NOT NULL AND +x.evidence <= :seq
ORDER BY 1, 2, 3;

-- When the event of a source was recorded that has so many newer ones.
-- name: nth_newest
SELECT e.recorded_at FROM events e
WHERE e.ns = :ns AND e.channel = :channel AND e.speaker IS :speaker AND e.event <= :last
ORDER BY e.event DESC LIMIT 1 OFFSET :newer;

-- name: since
SELECT seq FROM records WHERE recorded_at > :at AND seq <= :seq ORDER BY recorded_at, seq LIMIT 1;

-- name: busy
SELECT e.channel, e.speaker, count(*) FROM events e
WHERE e.event >= :first AND e.event <= :seq AND +e.ns = :ns
GROUP BY e.channel, e.speaker HAVING count(*) > :most ORDER BY e.channel, e.speaker;

-- Which sources say what these memories say: in the same words, or of the same slot the same value; and what compiled ones
-- were made of.
-- name: backing
SELECT q.value, e.channel, e.speaker FROM json_each(:memories) q
CROSS JOIN edge_evidence_events x ON x.target = q.value AND x.type = 'support' AND x.relation IS NULL AND x.evidence <= :seq
CROSS JOIN events e ON e.event = x.source
WHERE +e.ns = :ns AND NOT EXISTS (
  SELECT 1 FROM edge_evidence_events t WHERE t.target = e.event AND t.type = 'inhibit' AND t.evidence <= :seq
  AND NOT EXISTS (SELECT 1 FROM edge_evidence_events z WHERE z.target = t.target AND z.source = t.source
                  AND z.type = 'restore' AND z.evidence <= :seq))
UNION
SELECT q.value, e.channel, e.speaker FROM json_each(:memories) q
CROSS JOIN claims c ON c.memory = q.value AND +c.claim <= :seq
CROSS JOIN beliefs b ON b.slot = c.slot AND b.candidate = c.candidate AND +b.known_from <= :seq AND (b.known_to IS NULL OR b.known_to > :seq)
CROSS JOIN claims o ON o.claim = b.claim AND o.event <> c.event AND o.polarity = c.polarity
CROSS JOIN events e ON e.event = o.event
WHERE +e.ns = :ns
UNION
SELECT q.value, e.channel, e.speaker FROM json_each(:memories) q
CROSS JOIN edge_evidence_events x ON x.source = q.value AND x.type = 'derive' AND x.relation IS NULL AND x.evidence <= :seq
CROSS JOIN events e ON e.event = x.target
WHERE +e.ns = :ns
ORDER BY 1, 2, 3;
