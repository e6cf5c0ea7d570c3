-- Phases of sleep and pins have tables of their own. What stands in records and payloads is not kept twice, and a denial
-- names its candidate: tables whose shape has changed are dropped, children first, and folded anew.
DROP INDEX IF EXISTS records_by_time;
DROP TABLE IF EXISTS beliefs;
DROP TABLE IF EXISTS claims;
DROP TABLE IF EXISTS event_steps;
DROP TABLE IF EXISTS events;
DROP TABLE IF EXISTS impact_assessments;

PRAGMA user_version = 5;
