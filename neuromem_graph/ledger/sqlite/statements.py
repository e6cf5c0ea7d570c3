"""Load the named statements of the `.sql` files beside this module."""

import re
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType

_NAME = re.compile(r"^-- name: (\w+)\s*$", re.MULTILINE)

_PARTS = (
    "_names", "_prior", "_worldview", "_edges", "_keeping", "_graph", "_resident", "_waiting",
    "_safety", "_sleeping", "_upkeep",
)  # fmt: skip


def text(filename: str) -> str:
    """Read one `.sql` file of this package."""
    return resources.files(__package__).joinpath(filename).read_text(encoding="utf-8")


def parse(source: str) -> Mapping[str, str]:
    """Split a file into its statements by the `-- name: x` line above each.

    Args:
        source: the text of a file; what stands before the first name is commentary.

    Returns:
        Name -> statement.

    Raises:
        ValueError: if a name stands twice.
    """
    pieces = _NAME.split(source)[1:]
    names, bodies = pieces[::2], pieces[1::2]
    if len(set(names)) != len(names):
        raise ValueError(f"a statement is named twice: {sorted(names)}")
    return MappingProxyType({n: b.strip().rstrip(";") for n, b in zip(names, bodies, strict=True)})


QUERIES = parse("\n".join(text(f"queries{part}.sql") for part in ("", *_PARTS)))
WRITES = parse(text("writes.sql"))
