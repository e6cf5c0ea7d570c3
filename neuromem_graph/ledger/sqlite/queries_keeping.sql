-- Queries about the lives of memories.

-- name: lives
SELECT m.memory, m.id, m.event, m.text, v.life,
       (SELECT b.life FROM memory_versions b
        WHERE b.memory = m.memory AND b.known_from <= :seq AND b.life IN ('active', 'superseded')
        ORDER BY b.known_from DESC LIMIT 1),
       EXISTS (SELECT 1 FROM edge_evidence_events x
               WHERE x.target = m.memory AND x.type = 'supersede' AND x.evidence <= :seq
               AND (x.relation IS NULL OR x.relation = 'supersedes')),
       v.valid_from, v.expires_at, v.importance, v.merged, v.state <> v.life
FROM json_each(:ids) q
CROSS JOIN memories m ON m.id = q.value
CROSS JOIN memory_versions v ON v.memory = m.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
WHERE +m.ns = :ns AND m.memory <= :seq ORDER BY m.memory;

-- name: same_words
SELECT m.text_key, m.memory, m.event, v.life, v.expires_at
FROM json_each(:keys) q
CROSS JOIN memories m ON m.ns = :ns AND m.text_key = q.value
CROSS JOIN memory_versions v ON v.memory = m.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
WHERE +m.memory <= :seq ORDER BY m.memory;

-- What was said in place of a memory, however often it was put right.
-- name: corrections
SELECT event FROM events
WHERE ns = :ns AND key >= 'correct:' || :id || ':' AND key < 'correct:' || :id || ';' AND event <= :seq ORDER BY event;

-- name: told_by
SELECT s.entity, s.attribute, min(b.valid_from) FROM claims c
CROSS JOIN worldview_slots s ON s.slot = c.slot
LEFT JOIN beliefs b ON b.claim = c.claim AND b.known_from <= :seq AND c.polarity <> 'retracted'
WHERE c.claim IN (SELECT claim FROM claims WHERE memory IN (SELECT value FROM json_each(:memories))
                  UNION SELECT claim FROM claims WHERE event IN (SELECT value FROM json_each(:events)))
  AND +c.ns = :ns AND c.claim <= :seq AND s.attribute IS NOT NULL
GROUP BY s.entity, s.attribute ORDER BY s.entity, s.attribute;

-- name: event_by_id
SELECT event FROM events WHERE ns = :ns AND id = :id AND event <= :seq;

-- name: said
SELECT e.event, e.id, p.body, e.channel, e.speaker, EXISTS (
         SELECT 1 FROM impact_assessments i WHERE i.event = e.event AND i.route = 'quarantine' AND i.impact <= :seq
       ) FROM json_each(:events) q
CROSS JOIN events e ON e.event = q.value
LEFT JOIN payloads p ON p.seq = e.event
WHERE +e.ns = :ns AND e.event <= :seq ORDER BY e.event;

-- name: own_words
SELECT m.memory, p.body FROM json_each(:memories) q
CROSS JOIN memories m ON m.memory = q.value
CROSS JOIN payloads p ON p.seq = m.memory WHERE +m.ns = :ns AND m.memory <= :seq;

-- name: behind
SELECT e.event FROM (
  SELECT event FROM memories WHERE memory = :memory AND ns = :ns AND memory <= :seq
  UNION
  SELECT source FROM edge_evidence_events WHERE target = :memory AND type = 'support' AND ns = :ns AND evidence <= :seq
  UNION
  SELECT m.event FROM memory_versions w CROSS JOIN memories m ON m.memory = w.memory
  WHERE :wordings AND w.merged = :memory AND w.memory <> w.merged AND w.known_from <= :seq AND (w.known_to IS NULL OR w.known_to > :seq)
  UNION
  SELECT x.source FROM memory_versions w
  CROSS JOIN edge_evidence_events x ON x.target = w.memory AND x.type = 'support' AND x.evidence <= :seq
  WHERE :wordings AND w.merged = :memory AND w.memory <> w.merged AND w.known_from <= :seq AND (w.known_to IS NULL OR w.known_to > :seq)
) kept CROSS JOIN events e ON e.event = kept.event WHERE e.ns = :ns ORDER BY e.event;

-- name: made_of
SELECT m.id FROM json_each(:events) q CROSS JOIN memories m ON m.event = q.value
WHERE +m.ns = :ns AND +m.memory <= :seq ORDER BY m.memory;

-- name: outcomes_of
SELECT outcome, memory, moved FROM outcomes
WHERE ns = :ns AND trace = :trace AND +record <= :seq ORDER BY record, memory;

-- name: review_of
SELECT p.body FROM held_items h CROSS JOIN payloads p ON p.seq = h.decided
WHERE h.id = :id AND +h.ns = :ns AND h.decided <= :seq;

-- Events and what does not stand on one; the rest goes with them.
-- name: contents
SELECT ns AS record FROM namespaces WHERE ns = :ns
UNION SELECT event FROM events WHERE ns = :ns
UNION SELECT name_id FROM entity_names WHERE ns = :ns
UNION SELECT held FROM held_items WHERE ns = :ns
UNION SELECT decided FROM held_items WHERE ns = :ns AND decided IS NOT NULL
UNION SELECT record FROM policies WHERE ns = :ns
UNION SELECT source FROM edge_evidence_events WHERE target = :ns AND type = 'inhibit'
UNION SELECT record FROM outcomes WHERE ns = :ns
UNION SELECT memory FROM memories WHERE ns = :ns
UNION SELECT slot FROM worldview_slots WHERE ns = :ns
UNION SELECT c.candidate FROM worldview_slots s CROSS JOIN worldview_candidates c ON c.slot = s.slot WHERE s.ns = :ns
UNION SELECT c.claim FROM worldview_slots s CROSS JOIN claims c ON c.slot = s.slot WHERE s.ns = :ns
UNION SELECT item FROM items WHERE ns = :ns
UNION SELECT indexed FROM items WHERE ns = :ns AND indexed IS NOT NULL
ORDER BY 1;
