-- Phases of sleep are told by a table of their own, which is created; nothing else has changed.
PRAGMA user_version = 4;
