-- Phases of sleep and pins have tables of their own. What stands in records and payloads is not kept twice, and a denial
-- names its candidate. A memory that was merged keeps its own life: it is seen as archived only while the one that it was
-- merged into covers it. Tables whose shape has changed are dropped, children first, and folded anew.
DROP INDEX IF EXISTS records_by_time;
DROP TABLE IF EXISTS beliefs;
DROP TABLE IF EXISTS claims;
DROP TABLE IF EXISTS event_steps;
DROP TABLE IF EXISTS events;
DROP TABLE IF EXISTS impact_assessments;
DROP TABLE IF EXISTS memory_versions;

PRAGMA user_version = 5;
