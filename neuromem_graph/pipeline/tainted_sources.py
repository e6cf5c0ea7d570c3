"""Tell which source a name means, and which turns come from a tainted one."""

from collections.abc import Mapping
from typing import get_args

from neuromem_graph.errors import InvalidInput, NotFound
from neuromem_graph.pipeline import clearing
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Channel, Namespace
from neuromem_graph.types.ingest import Turn, Turns
from neuromem_graph.types.safety import SOURCES, Source, SourceKind

__all__ = ["cleared", "comes_from", "source_of", "tainted_turns"]


def cleared(name: object, resources: Resources) -> tuple[str, str]:
    """Return a name as labels are recorded, and as texts are.

    Raises:
        InvalidInput: it is no text, or blank.
    """
    if not isinstance(name, str) or not name.strip():
        raise InvalidInput(f"source={name!r:.80}: give the name of a source, a text")
    return clearing.label(name, resources), clearing.words(name, resources)


def source_of(
    reader: Reader, namespace: Namespace, name: object, by: object, resources: Resources
) -> Source:  # fmt: skip
    """Return the source that a name means.

    Raises:
        InvalidInput: there is no such kind of source, or the name means several.
        NotFound: nothing was heard from it.
    """
    label, said = cleared(name, resources)
    if by is not None and by not in SOURCES:
        raise InvalidInput(f"by={by!r:.80}: use one of {', '.join(SOURCES)}")
    if by == "channel" and said not in get_args(Channel):
        raise InvalidInput(f"{said!r:.80} is no channel: use one of {', '.join(get_args(Channel))}")
    names: Mapping[SourceKind, str] = {
        kind: label if kind in ("event", "message", "thread") else said for kind in SOURCES
    }
    if by is not None:
        return next(Source(kind=kind, name=names[kind]) for kind in SOURCES if kind == by)
    found = [kind for kind in SOURCES if reader.safety.events_of(namespace, kind, names[kind])]
    if not found:
        raise NotFound(f"nothing was heard from {said!r:.80} in {namespace!r}: say by= to taint it")
    if len(found) > 1:
        raise InvalidInput(f"{said!r:.80} names a {' and a '.join(found)}: say by=, one of them")
    return Source(kind=found[0], name=names[found[0]])


def tainted_turns(turns: Turns, reader: Reader) -> frozenset[int]:
    """Return which turns come from a tainted source, by their place."""
    sources = [one.source for one in reader.safety.taints(turns.namespace) if one.source]
    return frozenset(
        place for place, turn in enumerate(turns.turns)
        if any(comes_from(turn, source) for source in sources)
    )  # fmt: skip


def comes_from(turn: Turn, source: Source) -> bool:
    """Tell whether a turn comes from a source."""
    if source.kind == "tool":
        return turn.channel == "tool" and turn.speaker == source.name
    if source.kind == "speaker":
        return turn.channel != "tool" and turn.speaker == source.name
    named = {"message": turn.message, "thread": turn.thread, "channel": turn.channel}
    return named.get(source.kind) == source.name
