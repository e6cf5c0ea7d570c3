"""Read what is believed at a moment, and check or make anew what is materialised of it."""

from datetime import datetime

from neuromem_graph.core import lenses, lexical, snapshot
from neuromem_graph.core.snapshot import EVERYTHING, Told
from neuromem_graph.core.text import fold
from neuromem_graph.errors import InvalidInput, LedgerCorrupt, NotFound
from neuromem_graph.pipeline import gathering
from neuromem_graph.pipeline.recall import counting
from neuromem_graph.ports import Auditable, Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Lens, Namespace
from neuromem_graph.types.recall import Query, RecallPlan
from neuromem_graph.types.worldview import History, ViewCounts, Worldview


def ask(
    namespace: Namespace, text: str | None, lens: Lens, as_of: int | datetime | None,
    valid_at: datetime | None,
) -> Query:  # fmt: skip
    """Make the query that a worldview answers.

    Raises:
        InvalidInput, InvalidTime: see `lenses.make_query`.
    """
    if text is not None and not isinstance(text, str):
        raise InvalidInput(f"query={text!r:.80} is no text: give a question, or None")
    return lenses.make_query(
        text=EVERYTHING if text is None else text, namespace=namespace, lens=lens, as_of=as_of,
        valid_at=valid_at,
    )  # fmt: skip


def resolve(query: Query, resources: Resources) -> Worldview:
    """Answer with what is believed at the moment a query names, from one snapshot."""
    settings = resources.settings
    with resources.ledger.reader(query.as_of) as reader:
        plan = _plan(query, reader, resources)
        told = _told(plan, reader, resources)
        head = reader.head
    return snapshot.resolve(told, plan, head, settings, counting(resources))


def history(
    namespace: Namespace, slot: str, attribute: str | None, as_of: int | datetime | None,
    resources: Resources,
) -> History:  # fmt: skip
    """Return what happened to the candidates of a slot, oldest first.

    Raises:
        InvalidInput: if an argument is no text.
        NotFound: if there is no such slot at that moment.
    """
    if not isinstance(slot, str) or not isinstance(attribute, str | None):
        raise InvalidInput(f"history({slot!r:.80}, {attribute!r:.80}): give texts")
    with resources.ledger.reader(as_of) as reader:
        if attribute is None:
            found = reader.worldview.identified(namespace, slot)
        else:
            named = reader.worldview.named(namespace, [fold(slot)])
            told = reader.worldview.slots(namespace, named)
            found = tuple(one.slot for one in told if one.attribute == attribute)
        if not found:
            raise NotFound(
                f"no slot {slot!r} {attribute or ''} in {namespace!r}: give the id of a slot of "
                "resolve_worldview(), or the name of an entity and an attribute"
            )
        return History(reader.worldview.happened(namespace, found))


def materialized(namespace: Namespace, resources: Resources) -> ViewCounts:
    """Check that every view is what its records make, and count those of a namespace.

    Raises:
        LedgerCorrupt: if a view, or the ledger itself, is not what it should be.
    """
    ledger = resources.ledger
    if isinstance(ledger, Auditable):
        checked = ledger.verify(deep=True)
        if checked.problem is not None:
            raise LedgerCorrupt(
                f"{checked.problem.message}: if it is a view, rebuild_materialized_views() makes "
                "it anew; else restore a backup"
            )
    return _counts(namespace, resources)


def rebuilt(namespace: Namespace, resources: Resources) -> ViewCounts:
    """Make every view anew from the records, and count those of a namespace."""
    if isinstance(resources.ledger, Auditable):
        resources.ledger.rebuild()
    return _counts(namespace, resources)


def _counts(namespace: Namespace, resources: Resources) -> ViewCounts:
    with resources.ledger.reader() as reader:
        return reader.worldview.counts(namespace)


def _plan(query: Query, reader: Reader, resources: Resources) -> RecallPlan:
    """Plan as a recall does; without a question everything is asked for."""
    now = query.as_of if isinstance(query.as_of, datetime) else resources.clock()
    if isinstance(query.as_of, int):
        now = reader.head.recorded_at or now
    plan = lenses.choose(query, now, reader.seq, resources.settings)
    if query.text != EVERYTHING:
        return plan
    return plan.model_copy(update={"terms": (), "names": (), "overview": True})


def _told(plan: RecallPlan, reader: Reader, resources: Resources) -> Told:
    """Read the slots of whoever is named; of nobody, those that memories with its words tell of."""
    namespace, worldview = plan.query.namespace, reader.worldview
    most, beyond, audit = resources.settings.believing.slots, 0, plan.lens == "audit"
    named = True
    if plan.query.text == EVERYTHING:
        slots = worldview.latest(namespace, _moment(plan), every=audit)
        slots, beyond = slots[:most], max(0, len(slots) - most)
    else:
        slots = worldview.named(namespace, plan.names)
        named = bool(slots)
    if not named and not plan.overview:
        slots = worldview.told_in(namespace, _near(plan, reader, resources))
    told = worldview.slots(namespace, slots)
    place = {slot: at for at, slot in enumerate(slots)}
    claims = [claim.belief.claim for slot in told for claim in slot.claims if claim.opened]
    return Told(
        slots=sorted(told, key=lambda slot: place[slot.slot]), named=named,
        evidence=worldview.evidence(namespace, claims), beyond=beyond,
        happened=worldview.happened(namespace, slots) if audit else (),
    )  # fmt: skip


def _moment(plan: RecallPlan) -> int | None:
    """Return the moment at which a slot must hold something; None: at any."""
    return plan.gate.valid_at if lenses.LENSES[plan.lens].timed else None


def _near(plan: RecallPlan, reader: Reader, resources: Resources) -> tuple[int, ...]:
    """Return the memories that hold words of the question, the best of them."""
    settings = resources.settings.retrieval
    weighed = lexical.weigh(reader.postings(plan.query.namespace, plan.terms), settings)
    places = gathering.looked_at(weighed, (), plan, reader, settings.pool)
    rows = lexical.best(weighed, 0, settings.pool)
    best = weighed.postings.memory[rows[weighed.own[rows] > 0]].tolist()  # open or not
    return tuple(sorted({*best, *lexical.score(weighed, places)[0].memories}))
