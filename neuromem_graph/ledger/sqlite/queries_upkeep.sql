-- Queries of upkeep: how memories stand, page by page, and what a namespace could be rid of.

-- name: standings
SELECT m.memory, m.id, m.kind, v.state, m.text, m.channel, v.importance, v.expires_at,
       max(e.happened_at,
           coalesce((SELECT max(s.happened_at) FROM (
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
                     CROSS JOIN events s ON s.event = said.event WHERE NOT (EXISTS (SELECT 1 FROM edge_evidence_events o WHERE o.target = :ns AND o.type = 'inhibit')
        AND EXISTS (SELECT 1 FROM edge_evidence_events t WHERE t.target = said.event AND t.type = 'inhibit' AND t.evidence <= :seq
                 AND NOT EXISTS (SELECT 1 FROM edge_evidence_events z WHERE z.target = t.target AND z.source = t.source
                                 AND z.type = 'restore' AND z.evidence <= :seq)))), e.happened_at),
           coalesce(CASE WHEN v.importance <> 1.0 THEN (
             SELECT r.recorded_at FROM records r WHERE r.seq = (
               SELECT max(o.record) FROM outcomes o
               WHERE o.memory = m.memory AND o.record <= :seq AND o.outcome IN ('success', 'partial'))) END, e.happened_at)),
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
            WHERE NOT (EXISTS (SELECT 1 FROM edge_evidence_events o WHERE o.target = :ns AND o.type = 'inhibit')
        AND EXISTS (SELECT 1 FROM edge_evidence_events t WHERE t.target = said.event AND t.type = 'inhibit' AND t.evidence <= :seq
                 AND NOT EXISTS (SELECT 1 FROM edge_evidence_events z WHERE z.target = t.target AND z.source = t.source
                                 AND z.type = 'restore' AND z.evidence <= :seq)))),
       EXISTS (SELECT 1 FROM pins p WHERE p.memory = m.memory AND p.known_from <= :seq AND (p.known_to IS NULL OR p.known_to > :seq)),
       coalesce((SELECT max(d.weight) FROM edge_evidence_events d
                 WHERE d.target = m.memory AND d.type = 'decay' AND d.source = d.evidence AND d.evidence <= :seq
                 AND d.evidence > coalesce((SELECT max(x.evidence) FROM edge_evidence_events x
                                            WHERE x.target = m.memory AND x.type IN ('support', 'reinforce')
                                            AND x.relation IS NULL AND x.evidence <= :seq), 0)), 0.0),
       e.happened_at, (SELECT r.recorded_at FROM records r WHERE r.seq = m.memory), m.text_key
FROM memories m
CROSS JOIN memory_versions v ON v.memory = m.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
CROSS JOIN events e ON e.event = m.event
WHERE m.ns = :ns AND m.memory > :after AND m.memory <= :seq ORDER BY m.memory LIMIT :most;

-- name: traces_before
SELECT body FROM traces WHERE ns = :ns AND at < :before ORDER BY at DESC, trace_id DESC LIMIT :most;

-- name: rivals
SELECT s.slot, e.id, m.id, n.name, s.attribute, w.value FROM worldview_slots s
CROSS JOIN claims c ON c.slot = s.slot
CROSS JOIN beliefs b ON b.claim = c.claim AND b.known_from <= :seq AND (b.known_to IS NULL OR b.known_to > :seq)
CROSS JOIN worldview_candidates w ON w.candidate = b.candidate
CROSS JOIN memories m ON m.memory = c.memory
CROSS JOIN memory_versions v ON v.memory = m.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
CROSS JOIN entities e ON e.entity = s.entity
LEFT JOIN entity_names n ON n.name_id = s.entity
WHERE s.ns = :ns AND s.cardinality = 'single' AND s.slot <= :seq AND s.slot > :after
  AND c.commitment <> 'candidate' AND c.polarity = 'asserted' AND w.value IS NOT NULL AND v.life = 'active'
  AND b.valid_from <= :now AND (b.valid_to IS NULL OR b.valid_to > :now)
ORDER BY s.slot, c.claim LIMIT :most;

-- Entities that nothing is known of, neither a slot nor a merge.
-- name: lone_entities
SELECT e.id, n.name FROM entities e
LEFT JOIN entity_names n ON n.name_id = e.entity
WHERE e.ns = :ns AND e.entity <= :seq
  AND NOT EXISTS (SELECT 1 FROM worldview_slots s WHERE s.entity = e.entity AND s.slot <= :seq)
  AND NOT EXISTS (SELECT 1 FROM entity_roots r WHERE r.entity = e.entity)
  AND NOT EXISTS (SELECT 1 FROM entity_roots r WHERE r.root = e.entity)
ORDER BY e.entity LIMIT :most;

-- name: growth
SELECT e.recorded_at / 86400000000, count(*),
       sum((SELECT count(*) FROM memories m WHERE m.event = e.event)),
       sum(coalesce((SELECT length(p.body) FROM payloads p WHERE p.seq = e.event), 0))
FROM events e WHERE e.ns = :ns AND e.event <= :seq GROUP BY 1 ORDER BY 1;
