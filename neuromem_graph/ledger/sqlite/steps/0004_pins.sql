-- Memories can be pinned: a table is added, nothing else changes its shape.
PRAGMA user_version = 4;
