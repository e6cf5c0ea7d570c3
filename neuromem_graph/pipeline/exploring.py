"""Retrieve a subgraph, and see what an ingest would do before it is done."""

from collections.abc import Iterable, Sequence

from neuromem_graph.core import events, lenses, packing, subgraph
from neuromem_graph.core.facts import Decided
from neuromem_graph.core.lifecycle import served
from neuromem_graph.core.subgraph import Place, Relation
from neuromem_graph.errors import InvalidInput
from neuromem_graph.pipeline import clearing, extracting, ingest, recall
from neuromem_graph.pipeline.graph import relations_of
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace, Record, to_micros
from neuromem_graph.types.ingest import (
    Assessment,
    Decisions,
    Extraction,
    Receipt,
    Resolution,
    Turns,
)
from neuromem_graph.types.ledger import Appended, EntityRow, GroupResult, Head, SlotRow
from neuromem_graph.types.recall import Query, Ranking, RecallPlan
from neuromem_graph.types.subgraph import GraphNode, SubGraph


class Preview(Record):
    """Hold what an ingest would do; `apply` does it. Plain JSON: it can be kept and sent."""

    turns: Turns
    extraction: Extraction
    resolution: Resolution
    assessment: Assessment
    decisions: Decisions
    receipt: Receipt  # what would be told, without ids


def preview(turns: Turns, resources: Resources) -> Preview:
    """Run every stage but the last; nothing is written."""
    return _previewed(turns, extracting.extract(turns, resources), resources)


async def apreview(turns: Turns, resources: Resources) -> Preview:
    """Do as `preview`; a model is awaited."""
    return _previewed(turns, await extracting.aextract(turns, resources), resources)


def _previewed(turns: Turns, found: Extraction, resources: Resources) -> Preview:
    resolved = ingest.resolve(turns, found, resources)
    assessment = ingest.assess(turns, found, resolved, resources)
    decisions = ingest.route(turns, found, resolved, assessment, resources)
    decided = Decided(turns, found, resolved, assessment, decisions)
    planned = events.plan(decided, resources.settings)
    return Preview(
        turns=turns, extraction=found, resolution=resolved, assessment=assessment,
        decisions=decisions, receipt=_foreseen(decided, planned),
    )  # fmt: skip


def apply(namespace: Namespace, previewed: Preview, resources: Resources) -> Receipt:
    """Commit what was previewed, decided again if what it touches has moved meanwhile.

    Args:
        namespace: where it goes; that of the preview.
        previewed: from `preview`, maybe with other decisions.
        resources: what the stages use.

    Raises:
        InvalidInput: if it was previewed for another namespace, or its parts don't fit together.
    """
    parts = previewed.turns, previewed.extraction, previewed.resolution
    if previewed.turns.namespace != namespace:
        raise InvalidInput(
            f"this was previewed for {previewed.turns.namespace!r}, not for {namespace!r}"
        )
    claims = len(previewed.extraction.claims)
    counts = (len(previewed.resolution.subjects), len(previewed.assessment.impacts),
              len(previewed.decisions.decisions))  # fmt: skip
    if counts != (claims,) * len(counts):
        raise InvalidInput(f"{claims} claims with {counts} subjects, impacts and decisions")
    decided = Decided(*parts, previewed.assessment, previewed.decisions)
    clearing.turns(previewed.turns, resources)
    return ingest.commit(decided, resources)


def retrieve(
    query: Query, resources: Resources, *, depth: int, history: bool,
    relations: frozenset[str] | None,
) -> SubGraph:  # fmt: skip
    """Return the entities and relations that a question is about, within its budget.

    Args:
        query: the question, its moment and budget.
        resources: what the stages use.
        depth: relations followed away from what the question names.
        history: also relations that hold no longer, with what ended them.
        relations: attributes that are followed; None for all.

    Raises:
        InvalidInput, InvalidTime, TooLarge: the query can't be answered.
    """
    query = lenses.check(query, resources.settings)
    resources = recall.prepared(query, resources)
    with resources.ledger.reader(query.as_of) as reader:
        sight = recall.sighted(query, reader, resources)
        ranking = recall.search(query, reader, resources, sight)
        places, slots, known = _walk(ranking, reader, resources, depth)
        plan = ranking.plan
        moment = to_micros(plan.now) if plan.gate.valid_at is None else plan.gate.valid_at
        found = subgraph.relations(places, slots, known, plan, moment=moment, history=history,
                                   allowed=relations)  # fmt: skip
        found = _open(found, plan, reader)
        over = [one.belief.claim for one in found if not one.current]
        endings = reader.graph.endings(query.namespace, over) if over else {}
        met = (*places, *(row.entity for row in known))
        relatives = relations_of(reader, query.namespace, met)
    endings = {
        one.belief.claim: subgraph.told(one, endings[one.belief.claim])
        for one in found if one.belief.claim in endings
    }  # fmt: skip
    labels, targets = _labels(found, places, known, relatives)
    edges = [
        subgraph.edge(one, targets[one.belief.claim], endings.get(one.belief.claim),
                      relatives.get(one.slot.entity)) for one in found
    ]  # fmt: skip
    served, text, used = subgraph.pack(edges, query.budget_tokens, recall.counting(resources))
    nothing = packing.NOTHING_RELEVANT if ranking.stored else packing.NOTHING_STORED
    return SubGraph(
        query=query.text, namespace=query.namespace, seq=plan.seq, edges=served, text=text,
        nodes=subgraph.nodes(served, places if served else {}, labels), tokens=used,
        hops=max((place.hops for place in places.values()), default=0),
        left_out=len(edges) - len(served),
        abstained=None if served else packing.CUT if edges else nothing,
    )  # fmt: skip


def _walk(
    ranking: Ranking, reader: Reader, resources: Resources, depth: int
) -> tuple[dict[int, Place], list[SlotRow], list[EntityRow]]:
    """Follow values from the seeds, hop by hop."""
    plan, space = ranking.plan, ranking.plan.query.namespace
    settings, passing = resources.settings.traversing, (plan.gate.states, plan.gate.now)
    told = reader.graph.told_of(space, [one.memory for one in ranking.ranked[: plan.query.k]])
    places = subgraph.seeds(
        reader.entities(space, plan.names),
        reader.graph.naming(space, plan.names, settings.fan), told, settings.seeds,
    )  # fmt: skip
    slots, known, edge = list[SlotRow](), list[EntityRow](), list(places)
    for hop in range(depth + 1):
        fresh = served(reader.slots_of(space, edge), *passing) if edge else ()
        slots += fresh
        keys = subgraph.values_of(fresh)
        named = reader.entities(space, keys) if keys else ()
        known += named
        if hop == depth or not named:
            break
        further = subgraph.reached(places, fresh, named, settings)
        places |= further
        edge = list(further)
    return places, slots, known


def _open(
    found: Sequence[Relation], plan: RecallPlan, reader: Reader
) -> tuple[Relation, ...]:  # fmt: skip
    """Leave out what only memories tell that may not be served: forgotten, suppressed, expired."""
    told = sorted({one.belief.memory for one in found if one.belief.memory is not None})
    rows = {row.memory: row for row in reader.memories(plan.query.namespace, told)} if told else {}

    def passes(one: Relation) -> bool:
        row = rows.get(one.belief.memory or 0)
        if row is None:
            return True
        alive = row.expires_at is None or plan.gate.now is None or row.expires_at > plan.gate.now
        return alive and row.state in plan.gate.states

    return tuple(one for one in found if passes(one))


def _labels(
    found: Iterable[Relation],
    places: dict[int, Place],
    known: Iterable[EntityRow],
    relatives: dict[int, str],
) -> tuple[dict[str, GraphNode], dict[int, str]]:
    """Return the nodes of relations by id, and the node that each claim points to."""
    names = {row.entity: row.name or row.key for row in known}
    labels: dict[str, GraphNode] = {}
    targets: dict[int, str] = {}
    values: dict[str, str] = {}
    for one in found:
        at = places[one.slot.entity]
        source = f"entity:{one.slot.entity}"
        labels[source] = GraphNode(id=source, label=one.slot.entity_name or "", sort="entity",
                                   relation=relatives.get(one.slot.entity), hops=at.hops,
                                   score=at.score)  # fmt: skip
        score = one.score
        if one.leads_to is not None:
            to = places.get(one.leads_to, Place(at.hops + 1, score))
            node = GraphNode(id=f"entity:{one.leads_to}", label=names[one.leads_to], sort="entity",
                             relation=relatives.get(one.leads_to), hops=to.hops,
                             score=to.score)  # fmt: skip
        else:
            key = subgraph.value_key(one.belief.value)
            name = values.setdefault(key, f"value:{one.belief.candidate}")
            node = GraphNode(id=name, label=one.belief.value or "", sort="value",
                             hops=at.hops + 1, score=score)  # fmt: skip
        labels.setdefault(node.id, node)
        targets[one.belief.claim] = node.id
    return labels, targets


def _foreseen(decided: Decided, plan: events.Planned) -> Receipt:
    """Return the receipt that a plan would give: it has no ids yet."""
    groups = tuple(GroupResult(added=True) for _ in plan.batch.groups)
    head = Head(seq=decided.resolution.view.seq, hash="")
    return ingest.tell(decided, plan, Appended(head=head, groups=groups))
