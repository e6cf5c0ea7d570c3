-- Projections whose shape changed are dropped, children first; they are created and folded anew.
DROP TABLE touches;
DROP TABLE held_items;
DROP TABLE impact_assessments;
DROP TABLE edge_evidence_events;
DROP TABLE memory_versions;
DROP TABLE memories;
DROP TABLE beliefs;
DROP TABLE claims;
DROP TABLE worldview_candidates;
DROP TABLE worldview_slots;
DROP TABLE entity_names;
DROP TABLE entities;

PRAGMA user_version = 2;
