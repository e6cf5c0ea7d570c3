-- How entities are connected: by values that name them, by memories that tell of them.
-- name: naming
SELECT DISTINCT entity FROM (
  SELECT coalesce((SELECT r.root FROM entity_roots r
                   WHERE r.entity = s.entity AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)),
                  s.entity) AS entity,
         row_number() OVER (PARTITION BY q.value ORDER BY v.candidate DESC) AS place
  FROM json_each(:keys) q
  CROSS JOIN worldview_candidates v ON v.ns = :ns AND v.key = q.value
  CROSS JOIN worldview_slots s ON s.slot = v.slot
  WHERE v.candidate <= :seq
) WHERE place <= :limit ORDER BY entity;

-- name: told_of
SELECT coalesce((SELECT r.root FROM entity_roots r
                 WHERE r.entity = s.entity AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)),
                s.entity) AS entity, count(*)
FROM json_each(:memories) q
CROSS JOIN claims c ON c.memory = q.value
CROSS JOIN worldview_slots s ON s.slot = c.slot
WHERE +c.ns = :ns AND +c.claim <= :seq GROUP BY 1 ORDER BY 1;

-- The latest claim that superseded each of these.
-- name: endings
SELECT x.target, c.id, c.effect, v.value, e.id, e.happened_at
FROM json_each(:claims) q
CROSS JOIN edge_evidence_events x ON x.target = q.value AND x.type = 'supersede' AND x.evidence <= :seq
CROSS JOIN claims c ON c.claim = x.source
CROSS JOIN worldview_candidates v ON v.candidate = c.candidate
CROSS JOIN events e ON e.event = c.event
WHERE +c.ns = :ns ORDER BY x.evidence;

-- name: tally
SELECT 'kinds', kind, count(*) FROM memories WHERE ns = :ns AND memory <= :seq GROUP BY kind
UNION ALL
SELECT 'beliefs', iif(b.valid_to IS NULL, 'open', 'ended'), count(*)
FROM claims c CROSS JOIN beliefs b ON b.claim = c.claim AND b.known_from <= :seq AND (b.known_to IS NULL OR b.known_to > :seq)
WHERE c.ns = :ns AND c.claim <= :seq AND c.polarity <> 'retracted' GROUP BY 2
UNION ALL
SELECT 'edges', 'associative', count(*) FROM associative_edges
WHERE ns = :ns AND known_from <= :seq AND (known_to IS NULL OR known_to > :seq) GROUP BY ns
UNION ALL
SELECT 'edges', 'logic', count(*) FROM logic_edges
WHERE ns = :ns AND known_from <= :seq AND (known_to IS NULL OR known_to > :seq) GROUP BY ns
UNION ALL
SELECT 'refused', 'policies', count(*) FROM policies WHERE ns = :ns AND record <= :seq AND codes IS NOT NULL;
