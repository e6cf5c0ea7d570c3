-- The reads of PriorReader: each is bounded by a number of rows, not by what is stored.

-- The newest memories that hold a term, or all terms of a group, as a list of numbers. What is bound is a query of FTS5
-- whose strings are encoded terms, of letters and digits only.
-- name: newest_with
SELECT CASE WHEN q.value IS NOT NULL THEN (
  SELECT group_concat(doc) FROM (
    SELECT i.rowid AS doc FROM memory_index i
    WHERE i.memory_index MATCH q.value AND i.rowid <= :seq ORDER BY i.rowid DESC LIMIT :size
  )
) END
FROM json_each(:terms) q ORDER BY q.key;

-- name: heard
SELECT m.memory, m.text, m.channel, e.speaker FROM json_each(:memories) q
CROSS JOIN memories m ON m.memory = q.value
CROSS JOIN memory_versions v ON v.memory = m.memory AND v.known_from <= :seq AND (v.known_to IS NULL OR v.known_to > :seq)
JOIN events e ON e.event = m.event
WHERE m.ns = :ns AND m.memory <= :seq AND m.text IS NOT NULL AND v.state = 'active'
ORDER BY m.memory;

-- A claim that was corrected has beliefs, but none that is still on the record.
-- name: history
SELECT count(c.claim), coalesce(sum(c.effect = 'contradict' OR (
         EXISTS (SELECT 1 FROM beliefs b WHERE b.claim = c.claim AND b.known_from <= :seq)
         AND NOT EXISTS (SELECT 1 FROM beliefs b WHERE b.claim = c.claim AND b.known_from <= :seq
                         AND (b.known_to IS NULL OR b.known_to > :seq)))), 0)
FROM json_each(:sources) q
LEFT JOIN claims c ON c.claim <= :seq AND c.event IN (
  SELECT e.event FROM events e
  WHERE e.ns = :ns AND e.channel = q.value ->> 0 AND e.speaker IS q.value ->> 1 AND e.event <= :seq
  ORDER BY e.event DESC LIMIT :events
)
GROUP BY q.key ORDER BY q.key;

-- name: mentions
SELECT q.value, (
  SELECT count(*) FROM (
    SELECT 1 FROM worldview_candidates v WHERE v.ns = :ns AND v.key = q.value AND v.candidate <= :seq LIMIT :most
  )
)
FROM json_each(:keys) q;
