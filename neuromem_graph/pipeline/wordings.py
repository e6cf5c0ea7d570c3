"""Find what a memory stands for: a user who names one that was merged means all its wordings."""

from neuromem_graph.core.lifecycle import CURRENT
from neuromem_graph.ports import Reader
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.keeping import Life

__all__ = ["put_away_with", "seen", "wordings"]


def seen(reader: Reader, namespace: Namespace, life: Life) -> Life:
    """Return the memory that a user sees in the place of one: that which covers it.

    Args:
        reader: of one moment.
        namespace: where both are.
        life: any memory.
    """
    if not life.covered or life.merged is None:
        return life
    rows = reader.memories(namespace, [life.merged])
    found = reader.keeping.lives(namespace, [row.id for row in rows])
    return found[0] if found and found[0].text is not None else life


def wordings(reader: Reader, namespace: Namespace, life: Life) -> tuple[Life, ...]:
    """Return the memories that were merged into one, oldest first.

    Args:
        reader: of one moment.
        namespace: where they are.
        life: the memory that stands for them.
    """
    merged = [one.memory for one in reader.sleeping.merged_into(namespace, [life.memory])]
    rows = reader.memories(namespace, merged) if merged else ()
    return reader.keeping.lives(namespace, [row.id for row in rows]) if rows else ()


def put_away_with(reader: Reader, namespace: Namespace, life: Life) -> tuple[Life, ...]:
    """Return the wordings of a memory that were put away as it was, and not by a taint.

    Args:
        reader: of one moment.
        namespace: where they are.
        life: a memory that is put away.
    """
    if life.state in CURRENT:
        return ()
    others = [one for one in wordings(reader, namespace, life) if one.state == life.state]
    asked = [one.memory for one in others]
    rows = reader.safety.standing(namespace, asked) if asked else ()
    tainted = {row.memory for row in rows if row.by is not None}
    return tuple(one for one in others if one.memory not in tainted)
