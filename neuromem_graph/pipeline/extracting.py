"""Find the claims of turns: ask the extractor, and hold what it says to the words."""

import asyncio
from collections.abc import Awaitable, Callable

from neuromem_graph.core import extraction, replacing
from neuromem_graph.errors import ProviderError
from neuromem_graph.pipeline import clearing
from neuromem_graph.providers import asking
from neuromem_graph.resources import Resources
from neuromem_graph.types.ingest import Extraction, Turns
from neuromem_graph.types.ledger import Gate

__all__ = ["aextract", "aextract_new", "extract", "extract_new"]


def extract(turns: Turns, resources: Resources) -> Extraction:
    """Find the claims of every turn; what the text does not support is rejected and counted.

    A provider that fails defers its turns: their events are kept and nothing is lost.
    """
    try:
        with asking("the extractor"):
            proposed = resources.extractor.extract(turns)
        return _grounded(turns, proposed, resources)
    except ProviderError as exc:
        return _deferred(turns, exc, resources)


async def aextract(turns: Turns, resources: Resources) -> Extraction:
    """Await an extractor that asks a model; others run in a worker thread."""
    awaited: Callable[[Turns], Awaitable[Extraction]] | None
    awaited = getattr(resources.extractor, "aextract", None)
    if awaited is None:
        return await asyncio.to_thread(extract, turns, resources)
    try:
        with asking("the extractor"):
            proposed = await awaited(turns)
        return _grounded(turns, proposed, resources)
    except ProviderError as exc:
        return _deferred(turns, exc, resources)


def extract_new(turns: Turns, resources: Resources) -> Extraction:
    """Do as `extract`; nobody is asked about turns that are all remembered already."""
    return Extraction(claims=()) if _remembered(turns, resources) else extract(turns, resources)


async def aextract_new(turns: Turns, resources: Resources) -> Extraction:
    """Do as `aextract`; nobody is asked about turns that are all remembered already."""
    if await asyncio.to_thread(_remembered, turns, resources):
        return Extraction(claims=())
    return await aextract(turns, resources)


def _remembered(turns: Turns, resources: Resources) -> bool:
    ids = [turn.id for turn in turns.turns]
    with resources.ledger.reader() as reader:
        known = reader.turns(turns.namespace, ids)
    return all(one in known and known[one].step == "committed" for one in ids)


def _grounded(turns: Turns, proposed: object, resources: Resources) -> Extraction:
    if not isinstance(proposed, Extraction):
        raise ProviderError(f"the extractor answered a {type(proposed).__name__}, no Extraction")
    found = extraction.ground(turns, proposed, resources.settings)
    told = {at: clearing.failure(why, resources) for at, why in found.deferred.items()}
    return _settled(turns, found.model_copy(update={"deferred": told}), resources)


def _settled(turns: Turns, found: Extraction, resources: Resources) -> Extraction:
    """Give each change whose slot the words don't tell the one that holds what it replaces."""
    keys = replacing.lookups(turns, found)
    if not keys:
        return found
    with resources.ledger.reader() as reader:
        held = reader.beliefs_about(turns.namespace, keys, Gate(valid_at=None))
    return replacing.settled(turns, found, held)


def _deferred(turns: Turns, exc: ProviderError, resources: Resources) -> Extraction:
    why = clearing.failure(str(exc), resources)  # it may quote a key
    return Extraction(claims=(), deferred=dict.fromkeys(range(len(turns.turns)), why))
