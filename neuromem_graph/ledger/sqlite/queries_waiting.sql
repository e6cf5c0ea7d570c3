-- Queries about turns that wait for an extractor.

-- name: waiting
SELECT e.event, e.channel, e.happened_at, p.body, r.record
FROM event_steps s
CROSS JOIN events e ON e.event = s.event AND e.ns = :ns
CROSS JOIN payloads p ON p.seq = e.event
CROSS JOIN records r ON r.seq = s.known_from
WHERE s.step = 'deferred' AND +s.event > :after AND s.known_from <= :seq AND (s.known_to IS NULL OR s.known_to > :seq)
ORDER BY e.event LIMIT :limit;

-- name: step_record
SELECT r.record FROM event_steps s CROSS JOIN records r ON r.seq = s.known_from
WHERE s.event = ? AND s.known_to IS NULL;
