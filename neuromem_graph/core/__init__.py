"""Decisions: pure functions without I/O, clock or randomness."""
