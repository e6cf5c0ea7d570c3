"""Write what a memory tool answers: the block that recall renders, with the ids a model may name.

An id stands among the labels of its entry, where no memory can forge one: names hold no brackets,
and lines of a text are indented. All that a tool answers stands in a block, so that it is known as
ours if it comes back.
"""

import re
from collections.abc import Iterable, Mapping

from neuromem_graph.core.rendering import NOTE, fenced, without_fence

__all__ = ["boxed", "labelled"]

_ENTRY = re.compile(r"(?P<head>(?:\[\d{4}-\d\d-\d\d\] )?[^:()\[\]]+)(?: \((?P<labels>[^()]*)\))?: ")


def labelled(block: str, ids: Mapping[int, str], last: Iterable[str] = ()) -> str:
    """Return a rendered block with the id of each memory among its labels.

    Args:
        block: as `render` made it.
        ids: line on which the entry of a memory begins, from 0 -> id of the memory.
        last: lines of our own, for the end of the block.
    """
    lines = block.split("\n")
    for number, memory in ids.items():
        entry = _ENTRY.match(lines[number])
        if entry is not None:
            told = ", ".join(filter(None, (entry["labels"], f"id {memory}")))
            lines[number] = f"{entry['head']} ({told}): {lines[number][entry.end() :]}"
    return fenced([*lines[1:-1], *map(without_fence, last)])


def boxed(lines: Iterable[str]) -> str:
    """Return any lines in a block of their own.

    Args:
        lines: what a tool has to say; it may quote memories.
    """
    return fenced([NOTE, *map(without_fence, lines)])
