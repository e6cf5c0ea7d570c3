"""Give LangGraph agents a memory: governed, explained, append-only, in one SQLite file."""

__all__: list[str] = []
