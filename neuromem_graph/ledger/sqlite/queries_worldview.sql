-- Slots, candidates and what happened to them. An entity that was merged is read with whom it belongs to.

-- name: worldview_named
SELECT s.slot FROM (
  SELECT near.entity FROM (
    SELECT DISTINCT coalesce((SELECT r.root FROM entity_roots r WHERE r.entity = n.entity AND r.known_from <= :seq
                              AND (r.known_to IS NULL OR r.known_to > :seq)), n.entity) AS entity
    FROM json_each(:keys) q
    CROSS JOIN entity_names n ON n.name_id IN (
      SELECT k.name_id FROM entity_names k WHERE k.ns = :ns AND k.key = q.value
      UNION ALL
      SELECT k.name_id FROM entity_names k
      WHERE k.ns = :ns AND k.relation = substr(q.value, 4) AND k.relation IS NOT NULL AND q.value LIKE 'my %'
    )
    WHERE +n.name_id <= :seq
  ) near
  UNION
  SELECT m.entity FROM (
    SELECT DISTINCT coalesce((SELECT r.root FROM entity_roots r WHERE r.entity = n.entity AND r.known_from <= :seq
                              AND (r.known_to IS NULL OR r.known_to > :seq)), n.entity) AS entity
    FROM json_each(:keys) q
    CROSS JOIN entity_names n ON n.name_id IN (
      SELECT k.name_id FROM entity_names k WHERE k.ns = :ns AND k.key = q.value
      UNION ALL
      SELECT k.name_id FROM entity_names k
      WHERE k.ns = :ns AND k.relation = substr(q.value, 4) AND k.relation IS NOT NULL AND q.value LIKE 'my %'
    )
    WHERE +n.name_id <= :seq
  ) near
  CROSS JOIN entity_roots m ON m.root = near.entity
  WHERE +m.known_from <= :seq AND (m.known_to IS NULL OR m.known_to > :seq)
) named
CROSS JOIN worldview_slots s ON s.entity = named.entity
WHERE +s.ns = :ns AND +s.slot <= :seq ORDER BY s.slot;

-- name: worldview_told_in
SELECT DISTINCT c.slot FROM json_each(:memories) q
CROSS JOIN claims c ON c.memory = q.value
WHERE +c.ns = :ns AND +c.claim <= :seq ORDER BY c.slot;

-- name: worldview_identified
SELECT s.slot FROM worldview_slots s WHERE s.id = :id AND +s.ns = :ns AND +s.slot <= :seq ORDER BY s.slot;

-- The slots of the same attribute of entities that belong together.
-- name: worldview_siblings
SELECT DISTINCT o.slot FROM (
  SELECT s.attribute, coalesce((SELECT r.root FROM entity_roots r WHERE r.entity = s.entity AND r.known_from <= :seq
                                AND (r.known_to IS NULL OR r.known_to > :seq)), s.entity) AS entity
  FROM json_each(:slots) q CROSS JOIN worldview_slots s ON s.slot = q.value
) near
CROSS JOIN worldview_slots o ON o.attribute = near.attribute AND o.entity IN (
  SELECT near.entity
  UNION
  SELECT m.entity FROM entity_roots m
  WHERE m.root = near.entity AND +m.known_from <= :seq AND (m.known_to IS NULL OR m.known_to > :seq)
)
WHERE +o.ns = :ns AND +o.slot <= :seq ORDER BY o.slot;

-- name: worldview_latest
SELECT s.slot FROM worldview_slots s
WHERE s.ns = :ns AND s.slot <= :seq AND (:every OR EXISTS (
  SELECT 1 FROM beliefs b WHERE b.slot = s.slot AND b.valid_to IS NOT b.valid_from
    AND +b.known_from <= :seq AND (b.known_to IS NULL OR b.known_to > :seq)
    AND (:moment IS NULL OR (b.valid_from <= :moment AND (b.valid_to IS NULL OR b.valid_to > :moment)))
))
ORDER BY coalesce((SELECT max(seq) FROM touches t
                   WHERE t.ns = s.ns AND t.key = 'slot:' || s.entity || ':' || s.attribute AND t.seq <= :seq), s.slot) DESC,
         s.slot DESC;

-- name: worldview_slots
SELECT near.slot, near.id, near.entity, coalesce(first.name, (SELECT n.name FROM (
         SELECT near.entity AS root, near.entity AS entity
         UNION ALL SELECT k.root, k.entity FROM entity_roots k
         WHERE k.root = near.entity AND k.known_from <= :seq AND (k.known_to IS NULL OR k.known_to > :seq)
       ) k CROSS JOIN entity_names n ON n.entity = k.entity
       WHERE n.name IS NOT NULL AND +n.name_id <= :seq ORDER BY k.entity <> k.root, n.name_id LIMIT 1),
       (SELECT c.subject FROM claims c WHERE c.slot = near.slot AND c.subject <> '' AND +c.claim <= :seq
        ORDER BY c.claim LIMIT 1)),
       (SELECT min(relation) FROM entity_names WHERE entity = near.entity AND +name_id <= :seq),
       near.attribute, near.cardinality
FROM (
  SELECT s.slot, s.id, s.attribute, s.cardinality,
         coalesce((SELECT r.root FROM entity_roots r WHERE r.entity = s.entity AND r.known_from <= :seq
                   AND (r.known_to IS NULL OR r.known_to > :seq)), s.entity) AS entity
  FROM json_each(:slots) q CROSS JOIN worldview_slots s ON s.slot = q.value
  WHERE +s.ns = :ns AND s.slot <= :seq
) near
LEFT JOIN entity_names first ON first.name_id = near.entity
ORDER BY near.slot;

-- Each claim with the newest version of its interval that is known; one that never had any holds since it was said.
-- name: worldview_claims
SELECT c.slot, c.claim, c.id, c.candidate, iif(c.value IS NULL, NULL, v.value), v.key, c.polarity, c.commitment, c.basis,
       coalesce(b.valid_from, e.happened_at), b.valid_to, c.event, c.memory, coalesce(m.units, 0),
       (SELECT count(DISTINCT x.source) FROM edge_evidence_events x
        WHERE x.target = c.claim AND x.type = 'support' AND x.evidence <= :seq),
       e.channel, e.happened_at, e.speaker, coalesce(mv.life, 'active'), mv.expires_at, c.stated_to, c.corrects, c.means,
       coalesce((SELECT d.key FROM worldview_candidates d WHERE d.candidate = c.denies), char(0) || c.denies), s.cardinality,
       v.id, e.id, c.kind, c.effect, b.claim IS NOT NULL, b.claim IS NOT NULL AND (b.known_to IS NULL OR b.known_to > :seq)
FROM json_each(:slots) q
CROSS JOIN worldview_slots s ON s.slot = q.value
CROSS JOIN claims c ON c.slot = s.slot
CROSS JOIN worldview_candidates v ON v.candidate = c.candidate
CROSS JOIN events e ON e.event = c.event
LEFT JOIN beliefs b ON b.claim = c.claim
  AND b.known_from = (SELECT max(o.known_from) FROM beliefs o WHERE o.claim = c.claim AND o.known_from <= :seq)
LEFT JOIN memories m ON m.memory = c.memory
LEFT JOIN memory_versions mv ON mv.memory = m.memory
  AND mv.known_from <= :seq AND (mv.known_to IS NULL OR mv.known_to > :seq)
WHERE +c.ns = :ns AND +c.claim <= :seq ORDER BY c.claim;

-- name: worldview_evidence
SELECT x.target, e.event, e.id FROM json_each(:claims) q
CROSS JOIN edge_evidence_events x ON x.target = q.value AND x.type = 'support' AND x.evidence <= :seq
CROSS JOIN events e ON e.event = x.source
WHERE +e.ns = :ns AND e.key IS NOT NULL ORDER BY x.target, e.event;

-- What claims did, what was said against them, and what became of the memories that tell them. Of a claim that was erased
-- only what it did to other values stays.
-- name: worldview_happened
SELECT s.id, v.id, v.value, kept.type, kept.record, r.recorded_at, c.id, iif(e.key IS NULL, NULL, e.id)
FROM (
  SELECT v.candidate, w.record, w.type, w.record AS claim
  FROM json_each(:slots) q
  CROSS JOIN worldview_candidates v ON v.slot = q.value
  CROSS JOIN worldview_candidate_events w ON w.candidate = v.candidate
  WHERE NOT EXISTS (SELECT 1 FROM claims c WHERE c.claim = w.record AND c.candidate = v.candidate AND c.value IS NULL)
  UNION ALL
  SELECT c.candidate, x.evidence, 'contradicted', x.source
  FROM json_each(:slots) q
  CROSS JOIN claims c ON c.slot = q.value
  CROSS JOIN edge_evidence_events x ON x.target = c.claim AND x.type = 'contradict'
  WHERE c.value IS NOT NULL
  UNION
  SELECT c.candidate, m.known_from, iif(m.life = 'active', 'restored', m.life), NULL
  FROM json_each(:slots) q
  CROSS JOIN claims c ON c.slot = q.value
  CROSS JOIN memory_versions m ON m.memory = c.memory AND m.known_from > m.memory
    AND m.life IN ('active', 'suppressed', 'expired', 'archived')
    AND m.life <> (SELECT o.life FROM memory_versions o WHERE o.memory = m.memory AND o.known_to = m.known_from)
  WHERE c.value IS NOT NULL
) kept
CROSS JOIN worldview_candidates v ON v.candidate = kept.candidate
CROSS JOIN worldview_slots s ON s.slot = v.slot
CROSS JOIN records r ON r.seq = kept.record
LEFT JOIN claims c ON c.claim = kept.claim
LEFT JOIN events e ON e.event = c.event
WHERE +s.ns = :ns AND kept.record <= :seq AND v.value IS NOT NULL
ORDER BY kept.record, v.candidate, kept.type;

-- name: worldview_counts
SELECT
  (SELECT count(DISTINCT b.slot) FROM worldview_slots s CROSS JOIN beliefs b ON b.slot = s.slot
   CROSS JOIN claims c ON c.claim = b.claim AND c.value IS NOT NULL
   WHERE s.ns = :ns AND s.slot <= :seq AND +b.known_from <= :seq),
  (SELECT count(DISTINCT b.candidate) FROM worldview_slots s CROSS JOIN beliefs b ON b.slot = s.slot
   CROSS JOIN claims c ON c.claim = b.claim AND c.value IS NOT NULL
   WHERE s.ns = :ns AND s.slot <= :seq AND +b.known_from <= :seq AND b.valid_to IS NOT b.valid_from),
  (SELECT count(*) FROM associative_edges
   WHERE ns = :ns AND known_from <= :seq AND (known_to IS NULL OR known_to > :seq) AND state = 'active')
  + (SELECT count(*) FROM logic_edges
     WHERE ns = :ns AND known_from <= :seq AND (known_to IS NULL OR known_to > :seq) AND state = 'active');

-- name: worldview_suppressed
SELECT m.id FROM memories m
CROSS JOIN memory_versions v ON v.memory = m.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
WHERE m.ns = :ns AND m.memory <= :seq AND v.state = 'suppressed' ORDER BY m.memory;

-- Every version of what was believed in these slots, cut where the memory that tells it changed its state.
-- name: worldview_versions
SELECT b.slot, b.claim, c.id, b.candidate, iif(c.value IS NULL, NULL, v.value), v.key, c.polarity, c.commitment, c.basis, b.valid_from, b.valid_to,
       c.event, c.memory, coalesce(m.units, 0),
       (SELECT count(DISTINCT x.source) FROM edge_evidence_events x
        WHERE x.target = b.claim AND x.type = 'support' AND x.relation IS NULL AND x.evidence <= :seq),
       e.channel, e.happened_at, e.speaker, coalesce(mv.life, 'active'), mv.expires_at, c.stated_to, c.corrects, c.means,
       coalesce((SELECT d.key FROM worldview_candidates d WHERE d.candidate = c.denies), char(0) || c.denies),
       s.cardinality, f.seq, f.recorded_at, t.seq, t.recorded_at
FROM json_each(:slots) q
CROSS JOIN worldview_slots s ON s.slot = q.value
CROSS JOIN beliefs b ON b.slot = s.slot AND +b.known_from <= :seq
CROSS JOIN claims c ON c.claim = b.claim
CROSS JOIN worldview_candidates v ON v.candidate = b.candidate
CROSS JOIN events e ON e.event = c.event
LEFT JOIN memories m ON m.memory = c.memory
LEFT JOIN memory_versions mv ON mv.memory = m.memory AND mv.known_from <= :seq
  AND (mv.known_to IS NULL OR mv.known_to > b.known_from) AND (b.known_to IS NULL OR mv.known_from < b.known_to)
CROSS JOIN records f ON f.seq = max(b.known_from, coalesce(mv.known_from, b.known_from))
LEFT JOIN records t ON t.seq <= :seq
  AND t.seq = coalesce(min(b.known_to, mv.known_to), b.known_to, mv.known_to)
WHERE s.ns = :ns ORDER BY b.slot, b.claim, f.seq;
