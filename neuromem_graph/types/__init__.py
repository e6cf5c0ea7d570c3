"""Frozen records handed between stages, and the vocabularies they use."""
