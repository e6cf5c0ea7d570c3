"""Read how memories of the same words stand: who says again what was put away says it anew."""

from neuromem_graph.core.lifecycle import is_away
from neuromem_graph.core.text import normal_form
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace, State, to_micros
from neuromem_graph.types.ingest import Turns, View
from neuromem_graph.types.ledger import Expected, RepeatRow, memory_touch


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


def stands(
    view: View, turns: Turns, expected: Expected, reader: Reader, resources: Resources
) -> bool:  # fmt: skip
    """Tell whether nothing moved that a plan depends on: slots, entities, memories of its words.

    Args:
        view: what was known when it was made.
        turns: what was said.
        expected: when what it touches was last touched.
        reader: inside the write transaction.
        resources: the clock.
    """
    if reader.head.seq == view.seq:
        return True
    if turns.waited and _gone(turns, reader):
        return False
    touched = reader.touched(turns.namespace, list(expected))
    if any(touched.get(key, 0) != seq for key, seq in expected.items()):
        return False
    now = with_lives(view, turns, reader, resources)
    return (now.repeats, now.put_away) == (view.repeats, view.put_away)


def _gone(turns: Turns, reader: Reader) -> bool:
    """Tell whether one of some turns that waited was erased meanwhile."""
    known = reader.turns(turns.namespace, [turn.id for turn in turns.turns])
    return any(turn.id not in known or known[turn.id].erased for turn in turns.turns)


def telling(
    namespace: Namespace, event: int, quote: str, text: str, reader: Reader, now: int
) -> tuple[int | None, bool]:  # fmt: skip
    """Return the memory that tells a sentence, and whether all that do are put away.

    Args:
        namespace: where it is.
        event: it was said in.
        quote: the sentence.
        text: of the event; a memory of the same words tells it as well.
        reader: inside the write transaction.
        now: microseconds.
    """
    made = [m for m in reader.keeping.made_of(namespace, [event]) if m.text is not None]
    mine = [m for m in made if quote in (m.text or "")] or made
    words = () if mine else reader.keeping.same_words(namespace, [normal_form(text)])
    found = [(m.memory, is_away(m.state, m.expires_at, now)) for m in mine]
    found += [(m.memory, is_away(m.state, m.expires_at, now)) for m in words]
    there = [memory for memory, away in found if not away]
    if there or not found:
        return (there[0] if there else None), False
    return found[0][0], True
