"""Read how memories of the same words stand: who says again what was put away says it anew."""

from neuromem_graph.core.lifecycle import is_away
from neuromem_graph.core.text import normal_form
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import State, to_micros
from neuromem_graph.types.ingest import Turns, View
from neuromem_graph.types.ledger import RepeatRow, memory_touch


def with_lives(view: View, turns: Turns, reader: Reader, resources: Resources) -> View:
    """Add to a view which of the words said were put away, and which memories of them expire.

    Words that only a memory says which was put away, or whose time is up, are no repeat.
    """
    now = to_micros(resources.clock())
    rows = reader.keeping.same_words(
        turns.namespace, [normal_form(turn.text) for turn in turns.turns]
    )
    repeats: dict[str, RepeatRow] = {}
    gone: dict[str, State] = {}
    expiries: dict[int, int] = {}
    for row in rows:
        away = is_away(row.state, row.expires_at, now)
        if away:
            gone[row.key] = row.state if row.state not in ("active", "superseded") else "expired"
        elif row.state == "active":
            repeats.setdefault(row.key, RepeatRow(memory=row.memory, event=row.event))
        if row.expires_at is not None:
            expiries[row.memory] = row.expires_at
    lives = [memory_touch(row.memory) for row in repeats.values()]
    touched = dict(reader.touched(turns.namespace, lives)) if lives else {}
    return view.model_copy(
        update={
            "touched": {**view.touched, **touched},
            "now": now,
            "repeats": repeats,
            "put_away": gone,
            "expiries": expiries,
        }
    )
