-- Where words stand is kept packed; what changed is dropped, children first, and folded anew.
DROP TABLE IF EXISTS memory_versions;
DROP TABLE IF EXISTS memories;

PRAGMA user_version = 3;
