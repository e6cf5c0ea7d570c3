-- Queries about turns that wait for an extractor.

-- name: waiting
SELECT e.event, e.channel, e.happened_at, p.body
FROM event_steps s
CROSS JOIN events e ON e.event = s.event AND e.ns = :ns
CROSS JOIN payloads p ON p.seq = e.event
WHERE s.step = 'deferred' AND +s.event > :after AND s.known_from <= :seq AND (s.known_to IS NULL OR s.known_to > :seq)
ORDER BY e.event LIMIT :limit;
