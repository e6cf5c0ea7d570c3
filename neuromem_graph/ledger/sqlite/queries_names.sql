-- Names of entities: those that resemble one, and who was merged with whom.

-- The first block finds all writings of a name; of the others only the newest names are looked at.
-- name: resembling
SELECT coalesce(r.root, n.entity), max(q.key = 0), count(*) AS shared
FROM json_each(:blocks) q
CROSS JOIN entity_names n ON n.name_id IN (
  SELECT b.name_id FROM entity_blocks b WHERE b.ns = :ns AND b.block = q.value AND b.name_id <= :seq
  ORDER BY b.name_id DESC LIMIT :most
)
LEFT JOIN entity_roots r ON r.entity = n.entity AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
GROUP BY coalesce(r.root, n.entity) ORDER BY max(q.key = 0) DESC, count(*) DESC, 1 LIMIT :limit;

-- name: related
SELECT DISTINCT coalesce(r.root, n.entity) FROM json_each(:relations) q
CROSS JOIN entity_names n ON n.ns = :ns AND n.relation = q.value AND n.relation IS NOT NULL
LEFT JOIN entity_roots r ON r.entity = n.entity AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
WHERE +n.name_id <= :seq ORDER BY 1 LIMIT :limit;

-- name: names_of
WITH named (root) AS (
  SELECT DISTINCT coalesce(r.root, e.entity) FROM json_each(:entities) q
  CROSS JOIN entities e ON e.entity = q.value AND e.ns = :ns AND e.entity <= :seq
  LEFT JOIN entity_roots r ON r.entity = e.entity AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
), kin (root, entity) AS (
  SELECT root, root FROM named
  UNION ALL
  SELECT named.root, r.entity FROM named
  CROSS JOIN entity_roots r ON r.root = named.root AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
)
SELECT kin.root, kin.entity, e.id, n.name, n.key, n.relation FROM kin
CROSS JOIN entities e ON e.entity = kin.root
CROSS JOIN entity_names n ON n.entity = kin.entity
WHERE +n.name_id <= :seq ORDER BY kin.root, kin.entity <> kin.root, n.name_id;

-- name: traits
WITH kin (root, entity) AS (
  SELECT q.value, q.value FROM json_each(:entities) q
  UNION ALL
  SELECT q.value, r.entity FROM json_each(:entities) q
  CROSS JOIN entity_roots r ON r.root = q.value AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
)
SELECT DISTINCT kin.root, e.type, s.attribute FROM kin
CROSS JOIN entities e ON e.entity = kin.entity
LEFT JOIN worldview_slots s ON s.entity = kin.entity AND +s.slot <= :seq
WHERE e.ns = :ns AND e.entity <= :seq ORDER BY kin.root, kin.entity, s.attribute;

-- name: every_entity
SELECT e.entity FROM entities e
WHERE e.ns = :ns AND e.entity <= :seq AND NOT EXISTS (
  SELECT 1 FROM entity_roots r
  WHERE r.entity = e.entity AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
) ORDER BY e.entity;

-- name: entity_by_id
SELECT entity FROM entities WHERE +ns = :ns AND id = :id AND +entity <= :seq;

-- Whom the last memories of a thread are about.
-- name: recent_entities
SELECT DISTINCT coalesce(r.root, s.entity)
FROM (
  SELECT m.memory, m.event FROM threads t
  CROSS JOIN memories m ON m.thread = t.thread
  WHERE t.ns = :ns AND t.key = :thread AND +m.memory <= :seq ORDER BY m.position DESC LIMIT :turns
) near
CROSS JOIN events e ON e.event = near.event AND e.happened_at BETWEEN :since AND :until
CROSS JOIN claims c ON c.memory = near.memory AND +c.claim <= :seq
CROSS JOIN worldview_slots s ON s.slot = c.slot
LEFT JOIN entity_roots r ON r.entity = s.entity AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq);

-- name: roots
WITH named (root) AS (
  SELECT DISTINCT coalesce(r.root, e.entity) FROM json_each(:entities) q
  CROSS JOIN entities e ON e.entity = q.value AND e.ns = :ns AND e.entity <= :seq
  LEFT JOIN entity_roots r ON r.entity = e.entity AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
), kin (entity) AS (
  SELECT root FROM named
  UNION ALL
  SELECT r.entity FROM named
  CROSS JOIN entity_roots r ON r.root = named.root AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
)
SELECT h.entity, h.root, h.known_from, CASE WHEN h.known_to <= :seq THEN h.known_to END FROM kin
CROSS JOIN entity_roots h ON h.entity = kin.entity AND h.known_from <= :seq
ORDER BY h.entity, h.known_from;

-- name: slots_exactly
SELECT s.entity, s.attribute, s.slot, s.cardinality FROM json_each(:entities) q
CROSS JOIN worldview_slots s ON s.entity = q.value AND +s.slot <= :seq
WHERE +s.ns = :ns ORDER BY s.slot;

-- Other names of whom a name means, if it means one alone; "my sister" is who bears that relation.
-- name: aliases
WITH found (key, entity) AS (
  SELECT q.value, n.entity FROM json_each(:keys) q
  CROSS JOIN entity_names n ON n.ns = :ns AND n.key = q.value AND +n.name_id <= :seq
  UNION
  SELECT q.value, n.entity FROM json_each(:keys) q
  CROSS JOIN entity_names n ON n.ns = :ns AND n.relation = substr(q.value, 4) AND n.relation IS NOT NULL AND +n.name_id <= :seq
  WHERE q.value LIKE 'my %'
), meant (key, root) AS (
  SELECT f.key, min(coalesce(r.root, f.entity)) FROM found f
  LEFT JOIN entity_roots r ON r.entity = f.entity AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
  GROUP BY f.key HAVING count(DISTINCT coalesce(r.root, f.entity)) = 1
), kin (key, entity) AS (
  SELECT key, root FROM meant
  UNION ALL
  SELECT meant.key, r.entity FROM meant
  CROSS JOIN entity_roots r ON r.root = meant.root AND r.known_from <= :seq AND (r.known_to IS NULL OR r.known_to > :seq)
)
SELECT kin.key, n.name, min(n.name_id) FROM kin
CROSS JOIN entity_names n ON n.entity = kin.entity
WHERE +n.name_id <= :seq AND n.name IS NOT NULL AND n.key <> kin.key AND (n.relation IS NULL OR n.key <> n.relation)
GROUP BY kin.key, n.key ORDER BY kin.key, min(n.name_id);
