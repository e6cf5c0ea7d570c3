-- The events that a compiled memory was made of stand in evidence: no table has another shape, the records are folded anew.
PRAGMA user_version = 5;
