"""Take out of what was said the lines that this memory had served: they are no new evidence."""

from neuromem_graph.core import echoes
from neuromem_graph.core.echoes import Known
from neuromem_graph.core.text import is_blank
from neuromem_graph.resources import Resources
from neuromem_graph.types.ingest import Turn, Turns

__all__ = ["without_echoes"]

_RECALLED = "recalled text"


def without_echoes(turns: Turns, resources: Resources) -> Turns:
    """Return turns without lines that have the form of ours and say what is remembered.

    Nothing is read where no line has that form. Who hands the same turn over again is recognised:
    its id and its digest are of what was said, whatever was taken out.

    Args:
        turns: what was said.
        resources: the ledger.
    """
    found = [one for turn in turns.turns for one in echoes.echoes(turn.text)]
    if not found:
        return turns
    with resources.ledger.reader() as reader:
        said = sorted({one.said for one in found if one.said})
        values = sorted({one.value for one in found if one.value})
        spoken = reader.safety.spoken(turns.namespace, said) if said else ()
        valued = dict[str, frozenset[str]]()
        for key, attribute in reader.safety.valued(turns.namespace, values) if values else ():
            words = attribute.replace("_", " ").casefold()
            valued[key] = valued.get(key, frozenset()) | {words}
    known = Known(
        begun=frozenset(one.key for one in spoken if one.begun),
        equal=frozenset(one.key for one in spoken if one.equal), valued=valued,
    )  # fmt: skip
    kept, skipped = list[Turn](), list(turns.skipped)
    for turn in turns.turns:
        text = echoes.dropped(turn.text, known)
        if is_blank(text):
            skipped.append(_RECALLED)
        else:
            kept.append(turn if text == turn.text else turn.model_copy(update={"text": text}))
    return turns.model_copy(update={"turns": tuple(kept), "skipped": tuple(skipped)})
