-- Phases of sleep and pinned memories have tables of their own, which are created; nothing else changes.
PRAGMA user_version = 4;
