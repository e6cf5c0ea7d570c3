"""Decide what sleep does: what is the same, what is promoted, settled and compiled. Pure."""
