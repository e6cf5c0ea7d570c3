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
SELECT 'kinds', kind, count(*) FROM memories WHERE ns = :ns AND memory <= :seq AND text IS NOT NULL GROUP BY kind
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

-- What connects memories with others: of each slot and each entity that they speak of one memory more than may be followed, so
-- that what is spoken of everywhere is seen; of the edges of each memory, and of each claim of it, the first ones.
-- name: connected
WITH found AS MATERIALIZED (
  SELECT c.claim, c.memory, c.slot,
         coalesce((SELECT r.root FROM entity_roots r
                   WHERE r.entity = s.entity AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)), s.entity) AS root
  FROM json_each(:memories) q
  CROSS JOIN claims c ON c.memory = q.value
  CROSS JOIN worldview_slots s ON s.slot = c.slot
  WHERE +c.ns = :ns AND +c.claim <= :seq
),
near AS MATERIALIZED (
  SELECT m.memory AS place, m.memory FROM json_each(:memories) q CROSS JOIN memories m ON m.memory = q.value
  WHERE +m.ns = :ns AND m.memory <= :seq
  UNION ALL SELECT claim, memory FROM found
),
rooted AS (
  SELECT DISTINCT root, root AS entity FROM found
  UNION
  SELECT meant.root, r.entity FROM (SELECT DISTINCT root FROM found) meant CROSS JOIN entity_roots r ON r.root = meant.root
  WHERE r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
)
SELECT 'same_slot', meant.slot, c.memory, 1.0, 'active' FROM (SELECT DISTINCT slot FROM found) meant
CROSS JOIN claims c ON c.claim IN (
  SELECT o.claim FROM claims o WHERE o.slot = meant.slot AND o.claim <= :seq AND +o.memory IS NOT NULL
  ORDER BY o.claim DESC LIMIT :fan + 1)
UNION
SELECT 'same_entity', rooted.root, c.memory, 1.0, 'active' FROM rooted
CROSS JOIN worldview_slots s ON s.slot IN (
  SELECT o.slot FROM worldview_slots o WHERE o.entity = rooted.entity AND +o.slot <= :seq ORDER BY o.attribute, o.slot LIMIT :fan + 1)
CROSS JOIN claims c ON c.claim IN (
  SELECT o.claim FROM claims o WHERE o.slot = s.slot AND o.claim <= :seq AND +o.memory IS NOT NULL
  ORDER BY o.claim DESC LIMIT :fan + 1)
UNION ALL
SELECT k.relation, coalesce((SELECT memory FROM claims WHERE claim = k.source), k.source),
       coalesce((SELECT memory FROM claims WHERE claim = k.target), k.target), k.weight, k.state
FROM (
  SELECT e.source, e.target, e.relation, e.weight, e.state FROM near
  CROSS JOIN associative_edges e ON e.source = near.place AND (e.target, e.relation, e.known_from) IN (
    SELECT o.target, o.relation, o.known_from FROM associative_edges o
    WHERE o.source = near.place AND +o.ns = :ns AND o.known_from <= :seq AND (o.known_to IS NULL OR o.known_to > :seq)
    ORDER BY o.target DESC, o.relation DESC, o.known_from DESC LIMIT :fan)
  UNION
  SELECT e.source, e.target, e.relation, e.weight, e.state FROM near
  CROSS JOIN associative_edges e ON e.target = near.place AND (e.source, e.relation, e.known_from) IN (
    SELECT o.source, o.relation, o.known_from FROM associative_edges o
    WHERE o.target = near.place AND +o.ns = :ns AND o.known_from <= :seq AND (o.known_to IS NULL OR o.known_to > :seq)
    ORDER BY o.source DESC, o.relation DESC, o.known_from DESC LIMIT :fan)
  UNION
  SELECT e.source, e.target, e.relation, e.weight, e.state FROM near
  CROSS JOIN logic_edges e ON e.source = near.place AND (e.target, e.relation, e.known_from) IN (
    SELECT o.target, o.relation, o.known_from FROM logic_edges o
    WHERE o.source = near.place AND +o.ns = :ns AND o.known_from <= :seq AND (o.known_to IS NULL OR o.known_to > :seq)
    ORDER BY o.target DESC, o.relation DESC, o.known_from DESC LIMIT :fan)
  UNION
  SELECT e.source, e.target, e.relation, e.weight, e.state FROM near
  CROSS JOIN logic_edges e ON e.target = near.place AND (e.source, e.relation, e.known_from) IN (
    SELECT o.source, o.relation, o.known_from FROM logic_edges o
    WHERE o.target = near.place AND +o.ns = :ns AND o.known_from <= :seq AND (o.known_to IS NULL OR o.known_to > :seq)
    ORDER BY o.source DESC, o.relation DESC, o.known_from DESC LIMIT :fan)
) k
ORDER BY 1, 2, 3;
