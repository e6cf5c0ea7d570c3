"""Remove content for good, and tell what is gone and what stays."""

from collections.abc import Iterable, Mapping, Sequence

from neuromem_graph.core import lifecycle, rebasing
from neuromem_graph.core.sleeping import merging
from neuromem_graph.errors import InvalidInput, NotFound
from neuromem_graph.pipeline import clearing, performance, wordings
from neuromem_graph.ports import Erasable, Reader
from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace, Polarity, to_micros
from neuromem_graph.types.batch import Batch, Group
from neuromem_graph.types.change_drafts import RebaseDraft
from neuromem_graph.types.drafts import Draft
from neuromem_graph.types.keeping import Erased

_Told = frozenset[tuple[int, str, str, Polarity]]  # with entity, attribute, value key
_SIGNS: Mapping[Polarity, str] = {"negated": "not "}


def erase(
    namespace: Namespace, public_id: str, resources: Resources, *, reason: str = "requested"
) -> Erased:
    """Erase the events behind a memory, or one event, with all that was derived from them alone.

    Args:
        namespace: where it is.
        public_id: of a memory or an event.
        resources: what the stages may use.
        reason: a code.

    Raises:
        InvalidInput: the reason is no code.
        NotFound: this namespace holds neither.
    """
    why = clearing.code(reason, "requested", resources)
    if not isinstance(public_id, str):
        raise InvalidInput(f"{public_id!r:.80} is not the id of a memory or an event")
    with resources.ledger.reader() as reader:
        events = _events(reader, namespace, public_id)
        told = _told(reader, namespace, events)
    _move(namespace, events, resources)
    return _erased(namespace, events, events, told, resources, why)


def erase_all(
    namespace: Namespace, confirmed: Iterable[str], resources: Resources, *,
    reason: str = "requested",
) -> Erased:  # fmt: skip
    """Erase everything of a namespace, its name and its store items included.

    Args:
        namespace: what is erased.
        confirmed: the same again.
        resources: what the stages may use.
        reason: a code.

    Raises:
        InvalidInput: `confirmed` is another namespace, or the reason is no code.
    """
    why = clearing.code(reason, "requested", resources)
    given = (confirmed,) if isinstance(confirmed, str) else confirmed
    if not isinstance(given, tuple | list) or tuple(given) != namespace:
        raise InvalidInput(
            f"{given!r} is not the namespace of this runtime: to erase all of it, give {namespace}"
        )
    with resources.ledger.reader() as reader:
        seqs = reader.keeping.contents(namespace)
    return _erased(namespace, seqs, seqs, frozenset(), resources, why)


def _events(reader: Reader, namespace: Namespace, public_id: str) -> tuple[int, ...]:
    """Return the events that are meant: behind a memory all that said its words."""
    lives = reader.keeping.lives(namespace, [public_id])
    if lives:
        return reader.keeping.behind(namespace, lives[0].memory)
    event = reader.keeping.event(namespace, public_id)
    if event is None:
        raise NotFound(f"no memory and no event {public_id!r} in {namespace!r}")
    return (event,)


def _told(reader: Reader, namespace: Namespace, events: Sequence[int]) -> _Told:
    rows = reader.told(namespace, events, reader.head.seq)
    return frozenset(
        (one.entity, one.attribute, one.belief.value_key, one.belief.polarity)
        for one in (row.named for row in rows)
        if one.attribute is not None and one.belief.value_key is not None
    )


def _move(namespace: Namespace, events: Sequence[int], resources: Resources) -> None:
    """Let a memory whose words other events said, too, stand on one of them."""
    gone = set(events)

    def plan(reader: Reader) -> Batch:
        lives = [one for one in reader.keeping.made_of(namespace, events) if one.text is not None]
        own = reader.keeping.own_words(namespace, [life.memory for life in lives])
        moved = dict[int, RebaseDraft]()
        for life in lives:
            behind = reader.keeping.behind(namespace, life.memory, wordings=False)
            said = reader.keeping.said(namespace, [one for one in behind if one not in gone])
            draft = rebasing.rebased(life, said, resources.settings)
            if draft is not None and life.memory not in own:
                moved[life.memory] = draft
        drafts: list[Draft] = [*moved.values()]
        for life in lives:
            if life.memory not in moved:
                others = wordings.wordings(reader, namespace, life)
                left = [one for one in others if one.event not in gone or one.memory in moved]
                drafts += merging.heir(life, left, resources.settings.version)
        groups = (Group(drafts=tuple(drafts)),) if drafts else ()
        return Batch(namespace=namespace, groups=groups)

    resources.ledger.append([plan])


def _erased(
    namespace: Namespace, seqs: Sequence[int], events: Sequence[int], told: _Told,
    resources: Resources, reason: str,
) -> Erased:  # fmt: skip
    ledger = resources.ledger
    if not isinstance(ledger, Erasable):
        raise InvalidInput(f"{type(ledger).__name__} can't erase: use a backend that is Erasable")
    with ledger.reader() as reader:
        lives = [one for one in reader.keeping.made_of(namespace, events) if one.text is not None]
    done = ledger.erase(seqs, reason)
    performance.forget(resources)
    gone = set(done.erased)
    with ledger.reader() as reader:
        left = {one.id for one in reader.keeping.lives(namespace, [one.id for one in lives])
                if one.text is not None}  # fmt: skip
        stays = _stays(reader, namespace, told, to_micros(resources.clock()))
        said = reader.keeping.said(namespace, [event for event in events if event in gone])
        seq = reader.head.seq
    return Erased(
        namespace=namespace, seq=seq, reason=reason, records=done.erased, tombstone=done.tombstone,
        events=tuple(one.id for one in said), stays=stays,
        memories=tuple(one.id for one in lives if one.id not in left),
    )  # fmt: skip


def _stays(
    reader: Reader, namespace: Namespace, told: _Told, now: int
) -> tuple[str, ...]:  # fmt: skip
    """Return what is still believed of what the erased events told."""
    entities = sorted({entity for entity, *_ in told})
    if not entities:
        return ()
    slots = reader.slots_of(namespace, entities, sorted({attribute for _, attribute, *_ in told}))
    lines = [
        f"{slot.entity_name} {slot.attribute}: {_SIGNS.get(belief.polarity, '')}{belief.value}"
        for slot in lifecycle.served(slots, lifecycle.CURRENT, now)
        for belief in slot.beliefs
        if (slot.entity, slot.attribute, belief.value_key, belief.polarity) in told
        and belief.polarity != "retracted"
        and belief.valid_to != belief.valid_from
    ]
    return tuple(dict.fromkeys(lines))
