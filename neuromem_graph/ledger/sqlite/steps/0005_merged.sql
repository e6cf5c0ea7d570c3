-- A memory that was merged keeps its own life: it is seen as archived only while the one that it was merged into covers it.
DROP TABLE IF EXISTS memory_versions;

PRAGMA user_version = 5;
