"""Export what is believed as a networkx graph."""

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from neuromem_graph.core.lifecycle import CURRENT, shown
from neuromem_graph.core.runs import believed, runs
from neuromem_graph.core.scoring import Moment, judge
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace, from_micros, to_micros

if TYPE_CHECKING:
    from networkx import MultiDiGraph


def relations_of(reader: Reader, namespace: Namespace, entities: Iterable[int]) -> dict[int, str]:
    """Return what entities are to the speaker, of those of whom that was told.

    Args:
        reader: of the moment.
        namespace: whose memory.
        entities: each belongs to itself.
    """
    asked = sorted(set(entities))
    rows = reader.names.names_of(namespace, asked) if asked else ()
    found: dict[int, str] = {}
    for row in rows:
        if row.relation and row.entity == row.root:
            found[row.root] = min(row.relation, found.get(row.root, row.relation))
    return found


def graph(namespace: Namespace, resources: Resources, as_of: Any = None) -> "MultiDiGraph[Any]":
    """Draw entities and values as nodes, beliefs as edges from the one to the other.

    Args:
        namespace: whose memory.
        resources: what the stages may use.
        as_of: what was known then: a ledger sequence number or an aware datetime; now otherwise.

    Returns:
        A graph whose nodes carry a `label`, a `kind` and, of entities, the `relation`: what each is
        to the speaker, or None. Its edges carry attribute, polarity, commitment, support,
        valid_from, valid_to, `current`, and `status`: how each is held, see
        `core.scoring.STATUSES`.
    """
    from networkx import MultiDiGraph  # noqa: PLC0415  costs time to import

    with resources.ledger.reader(as_of) as reader:
        slots = reader.all_slots(namespace)
        relations = relations_of(reader, namespace, (slot.entity for slot in slots))
        head = reader.head.recorded_at
    now = to_micros(head if as_of is not None and head is not None else resources.clock())
    drawn: MultiDiGraph[Any] = MultiDiGraph()
    for slot in slots:
        if slot.entity_name is None:
            continue
        drawn.add_node(f"entity:{slot.entity}", label=slot.entity_name, kind="entity",
                       relation=relations.get(slot.entity))  # fmt: skip
        beliefs = shown(slot.beliefs, CURRENT, now)
        current = {(belief.claim, belief.valid_from) for belief in believed(beliefs, now)}
        stretches = [belief for belief in runs(beliefs) if belief.value is not None]  # else erased
        held = judge(stretches, slot.cardinality, Moment(now, now), resources.settings)
        left = Counter(belief.claim_id for belief in stretches)
        for belief in stretches:  # one that was interrupted is drawn once per stretch of time
            left[belief.claim_id] -= 1
            after = left[belief.claim_id]
            drawn.add_node(f"value:{belief.candidate}", label=belief.value, kind="value")
            drawn.add_edge(
                f"entity:{slot.entity}", f"value:{belief.candidate}",
                key=f"{belief.claim_id}-{after + 1}" if after else belief.claim_id,
                attribute=slot.attribute, polarity=belief.polarity, support=belief.support,
                commitment=belief.commitment, valid_from=from_micros(belief.valid_from),
                valid_to=None if belief.valid_to is None else from_micros(belief.valid_to),
                current=(belief.claim, belief.valid_from) in current,
                status=held[belief.claim].status,
            )  # fmt: skip
    return drawn
