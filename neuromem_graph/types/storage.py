"""What a file takes, and what making it smaller did."""

from pydantic import Field

from neuromem_graph.types.base import Namespace, Record

__all__ = ["Compacted", "DbStats", "Size", "TableGroup", "size_text"]

_UNITS = ("B", "kB", "MB", "GB")


class Size(Record):
    """Measure a file in bytes."""

    file: int  # pages of the database
    wal: int = 0  # the write-ahead log beside it
    free: int = 0  # of the file: pages that hold nothing

    @property
    def total(self) -> int:
        """Return what both take on the disk."""
        return self.file + self.wal


class TableGroup(Record):
    """Measure tables that belong together."""

    name: str
    rows: int
    bytes: int | None  # with indexes; None: this SQLite can't tell


class DbStats(Record):
    """Measure a ledger's file."""

    path: str | None  # None: in memory
    page_size: int  # bytes
    pages: int
    free_pages: int
    size: Size
    groups: tuple[TableGroup, ...]
    namespaces: dict[Namespace, dict[str, int]] = Field(default_factory=dict)
    """Events, memories, items and explanations of each, if they were asked for."""

    def __str__(self) -> str:
        """Return one readable line per group."""
        size = self.size
        lines = [f"{self.path or 'in memory'}: {size_text(size.file)} in {self.pages} pages, "
                 f"{size_text(size.free)} free, log {size_text(size.wal)}"]  # fmt: skip
        for one in self.groups:
            told = "-" if one.bytes is None else size_text(one.bytes)
            lines.append(f"  {one.name}: {one.rows} rows, {told}")
        for space, counted in self.namespaces.items():
            told = ", ".join(f"{count} {what}" for what, count in counted.items())
            lines.append(f"  {space}: {told}")
        return "\n".join(lines)


class Compacted(Record):
    """Tell what compacting did; no record was touched."""

    before: Size
    after: Size
    explanations: int  # of queries, dropped
    models: tuple[str, ...]  # whose vectors were dropped
    log_emptied: bool  # False: another connection read meanwhile
    into: str | None = None  # the copy
    into_bytes: int | None = None
    records: int | None = None  # of the copy: all were checked

    def __str__(self) -> str:
        """Return one readable line per thing that was done."""
        lines = [
            f"{size_text(self.before.total)} -> {size_text(self.after.total)} "
            f"({size_text(self.after.free)} of it free)",
            f"- {self.explanations} explanations dropped",
        ]
        lines += [f"- vectors of {model} dropped" for model in self.models]
        if not self.log_emptied:
            lines.append("= the write-ahead log is in use: it is emptied when its reader is done")
        if self.into is not None and self.into_bytes is not None:
            lines.append(f"+ {self.into}: {size_text(self.into_bytes)}, {self.records} records "
                         "checked")  # fmt: skip
        return "\n".join(lines)


def size_text(count: float) -> str:
    """Write a number of bytes for people."""
    for unit in _UNITS[:-1]:
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} {_UNITS[-1]}"
