"""Read what is known of the names in what was said, and find whom they mean."""

from datetime import timedelta
from typing import NamedTuple

from neuromem_graph.core import resolution
from neuromem_graph.core.names import OWN
from neuromem_graph.core.resolution import Known, Mention
from neuromem_graph.ports import Reader
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.ingest import Extraction, Subject, Turns
from neuromem_graph.types.ledger import EntityRow

_FEW = 4  # new names that get the whole pool each; more of them share it


class Met(NamedTuple):
    """Hold whom claims are about, and what was looked up for it."""

    subjects: tuple[Subject | None, ...]
    entities: tuple[EntityRow, ...]  # under exactly the names that were said
    ids: tuple[int, ...]  # known entities that claims mean, or may mean
    keys: tuple[str, ...]  # names that the answer depends on


def meet(turns: Turns, found: Extraction, reader: Reader, settings: Settings) -> Met:
    """Find the subject of every claim, by what a reader sees."""
    known = _known(turns, found, reader, settings)
    subjects = resolution.resolve(found.claims, turns.turns, known, settings)
    meant = [s.entity for s in subjects if s is not None and s.entity is not None and s.entity > 0]
    via = [s.via for s in subjects if s is not None and s.via is not None]
    keys = (*resolution.names(found.claims, turns.turns), *via)
    return Met(
        subjects, known.entities,
        tuple(dict.fromkeys((*(row.entity for row in known.entities), *meant))),
        tuple(dict.fromkeys(keys)),
    )  # fmt: skip


def _known(turns: Turns, found: Extraction, reader: Reader, settings: Settings) -> Known:
    space, matching = turns.namespace, settings.matching
    keys = resolution.names(found.claims, turns.turns)
    entities = reader.entities(space, keys) if keys else ()
    exact = {row.key for row in entities}
    new = [k for k in keys if k not in exact | resolution.CHANNELS and not k.startswith(OWN)]
    each = max(_FEW, matching.pool * _FEW // max(_FEW, len(new)))
    similar = reader.names.similar(space, new, each) if new else ()
    mentions = [
        (claim.turn, resolution.mention_of(claim, turns.turns[claim.turn], settings))
        for claim in found.claims if claim.predicate is not None
    ]  # fmt: skip
    typed = {m.key for _, m in mentions if m.type != "unknown" and m.key not in resolution.CHANNELS}
    ids = {row.entity for row in entities if row.key in typed}
    ids |= {row.entity for row in similar} if typed & set(new) else set()
    traits = reader.names.traits(space, sorted(ids)) if ids else {}
    kin = sorted(
        {m.relation for _, m in mentions if m.relation and (m.unnamed or m.naming or m.called)}
    )
    related = reader.names.related(space, kin, matching.pool) if kin else ()
    return Known(
        entities, similar, {one: resolution.type_of(t, settings) for one, t in traits.items()},
        _recent(turns, mentions, entities, (reader, settings)), related,
    )  # fmt: skip


def _recent(
    turns: Turns, mentions: list[tuple[int, Mention]], entities: tuple[EntityRow, ...],
    source: tuple[Reader, Settings],
) -> dict[int, frozenset[int]]:  # fmt: skip
    """Read whom each thread was about just before a bare name that several bear."""
    reader, settings = source
    matching = settings.matching
    bearers: dict[str, set[int]] = {}
    for row in entities:
        bearers.setdefault(row.key, set()).add(row.entity)
    found: dict[int, frozenset[int]] = {}
    for place, mention in mentions:
        turn = turns.turns[place]
        torn = mention.relation is None and len(bearers.get(mention.key, ())) > 1
        if torn and turn.thread is not None and matching.context_turns and place not in found:
            since = turn.at - timedelta(minutes=matching.context_minutes)
            found[place] = reader.names.recent(
                turns.namespace, turn.thread, matching.context_turns, to_micros(since),
                to_micros(turn.at),
            )  # fmt: skip
    return found
