"""Look after entities: list them, give them other names, merge them, take them apart."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from neuromem_graph.core import merging
from neuromem_graph.core.impact import risk
from neuromem_graph.core.merging import Group, Slots
from neuromem_graph.core.names import OWN, same_writing
from neuromem_graph.core.resolution import CHANNELS, type_of
from neuromem_graph.core.stopwords import CAPITAL_NAMES
from neuromem_graph.core.text import clean, fold, is_blank
from neuromem_graph.errors import InvalidInput, NotFound, TooLarge
from neuromem_graph.pipeline import clearing
from neuromem_graph.pipeline.moments import AsOf, moment_of
from neuromem_graph.ports import Reader
from neuromem_graph.resources import Resources
from neuromem_graph.settings import Settings
from neuromem_graph.types import batch
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.drafts import AliasDraft, Close, Draft, EntityPayload
from neuromem_graph.types.entities import EntityView, NameRow, Timeline
from neuromem_graph.types.ingest import Choice, Receipt, ReceiptItem

Named = int | str
"""An entity: the number that receipts and choices carry, or its public id."""

_NO_NAMES = frozenset(
    """
    i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his
    himself she her hers herself it its itself they them their theirs themselves this that these
    those a an the who whom whose which what someone somebody anyone anybody everyone everybody
    nobody none nothing unknown
    """.split()
) | {"the user", "no one"}


class _Plan(NamedTuple):
    drafts: Sequence[Draft]
    items: tuple[ReceiptItem, ...]


def entities(
    namespace: Namespace, name: str | None, as_of: AsOf, resources: Resources
) -> tuple[EntityView, ...]:
    """Return the entities of a namespace, or those that bear a name, in any writing of it."""
    with resources.ledger.reader(moment_of(as_of, resources.ledger)) as reader:
        if name is None:
            found: Sequence[int] = reader.names.every_entity(namespace)
        else:
            key = fold(_checked(name, resources.settings))
            found = _bearing(reader, namespace, key, resources.settings)
        return _views(reader, namespace, found, resources.settings)


def _bearing(
    reader: Reader, namespace: Namespace, key: str, settings: Settings
) -> list[int]:  # fmt: skip
    exact = {row.entity for row in reader.entities(namespace, [key])}
    alike = reader.names.similar(namespace, [key], settings.matching.pool)
    return sorted(exact | {row.entity for row in alike if same_writing(row.key, key)})


def _views(
    reader: Reader, namespace: Namespace, roots: Sequence[int], settings: Settings
) -> tuple[EntityView, ...]:
    names: dict[int, list[NameRow]] = {}
    for row in reader.names.names_of(namespace, roots):
        names.setdefault(row.root, []).append(row)
    traits = reader.names.traits(namespace, roots)
    found = []
    for root, rows in sorted(names.items()):
        said = list(dict.fromkeys(row.name for row in rows if row.name is not None))
        relations = sorted({row.relation for row in rows if row.relation is not None})
        if said:  # else all of it was erased
            found.append(
                EntityView(
                    entity=root, id=rows[0].id, name=said[0], aliases=tuple(said[1:]),
                    relation=", ".join(relations) or None, type=type_of(traits[root], settings),
                    slots=traits[root].attributes,
                    merged=tuple(sorted({row.entity for row in rows} - {root})),
                )
            )  # fmt: skip
    return tuple(found)


def alias(namespace: Namespace, entity: Named, name: str, resources: Resources) -> Receipt:
    """Record another name of an entity."""
    checked = clearing.name(_checked(name, resources.settings), "name", resources)
    key = fold(checked)
    if key in CHANNELS | _NO_NAMES and checked not in CAPITAL_NAMES:
        raise InvalidInput(f"{checked!r} means whoever is spoken of: it can't be a name")
    if not any(sign.isalnum() for sign in key):
        raise InvalidInput(f"{checked!r} can't be a name: it holds neither letter nor digit")
    if risk(checked, resources.settings.risks) >= resources.settings.governing.risk:
        raise InvalidInput("that text talks to the model: it can't be a name")

    def plan(reader: Reader) -> _Plan:
        number = _number(reader, namespace, entity)
        rows = reader.names.names_of(namespace, [number])
        bearers = {row.entity for row in reader.entities(namespace, [key])}
        known = _name(rows)
        line = f"{checked} is another name of {known}"
        if any(row.key == key for row in rows):
            return _Plan((), (_told("skipped", line, "known already"),))
        why = "alias"
        if bearers:
            why = f"alias; another {checked} is known: the bare name is ambiguous from now on"
        payload = EntityPayload(name=checked, key=key)
        draft = AliasDraft(origin=(number,), entity=number, payload=payload)
        return _Plan((draft,), (_told("created", line, why),))

    return _append(namespace, plan, resources)


def merge(
    namespace: Namespace, entity: Named, into: Named, resources: Resources,
    reason: str | None = None,
) -> Receipt:  # fmt: skip
    """Record that two entities, and all merged into them before, are one."""
    why = None
    if reason is not None:
        why = clearing.words(_checked(reason, resources.settings, "reason"), resources)

    def plan(reader: Reader) -> _Plan:
        pair = [_number(reader, namespace, one) for one in (entity, into)]
        if pair[0] == pair[1]:
            raise InvalidInput(f"entity {entity!r} can't be merged into itself: name another")
        history = reader.names.roots(namespace, pair)
        one, other = (merging.group_of(number, history) for number in pair)
        rows = reader.names.names_of(namespace, pair)
        named = [_name([row for row in rows if row.root == g.root]) for g in (one, other)]
        line = f"{named[0]} is {named[1]}"
        if one.root == other.root:
            return _Plan((), (_told("skipped", line, "merged already"),))
        slots, timelines = _said(reader, namespace, (*one.members, *other.members))
        drafts = merging.merged(one, other, slots, timelines, why)
        closes = getattr(drafts[-1], "closes", ())
        told = _told("created", line, "merged" if why is None else f"merged: {why}")
        told = told.model_copy(update={"choices": (Choice(entity=other.root, name=named[1]),)})
        return _Plan(drafts, (told, *_changed(closes, timelines, rows)))

    return _append(namespace, plan, resources)


def unmerge(namespace: Namespace, entity: Named, resources: Resources) -> Receipt:
    """Record that an entity which was merged is somebody else, with all merged into it before."""

    def plan(reader: Reader) -> _Plan:
        number = _number(reader, namespace, entity)
        history = reader.names.roots(namespace, [number])
        group = merging.group_of(number, history)
        if group.root == number:
            hint = f": others were merged into it, name one of {list(group.others)}"
            raise InvalidInput(
                f"entity {entity!r} is merged into none{hint if group.others else ''}"
            )
        away = Group(number, merging.leaving(number, history))
        rest = Group(group.root, tuple(m for m in group.members if m not in away.members))
        slots, timelines = _said(reader, namespace, group.members)
        draft = merging.parted(away, rest, slots, timelines, history)
        rows = reader.names.names_of(namespace, [number])
        names = [_name([r for r in rows if r.entity in g.members]) for g in (away, rest)]
        told = _told("created", f"{names[0]} is not {names[1]}", "unmerged")
        return _Plan((draft,), (told, *_changed(draft.reopens, timelines, rows)))

    return _append(namespace, plan, resources)


def _append(namespace: Namespace, plan: Callable[[Reader], _Plan], resources: Resources) -> Receipt:
    """Decide inside the write transaction: nothing can move in between."""
    planned: list[_Plan] = []

    def decide(reader: Reader) -> batch.Batch:
        planned[:] = [plan(reader)]
        drafts = tuple(planned[0].drafts)
        groups = (batch.Group(drafts=drafts),) if drafts else ()
        return batch.Batch(namespace=namespace, groups=groups)

    (appended,) = resources.ledger.append([decide])
    return Receipt(namespace=namespace, seq=appended.head.seq, items=planned[0].items)


def _said(
    reader: Reader, namespace: Namespace, members: Sequence[int]
) -> tuple[Slots, tuple[Timeline, ...]]:
    slots = reader.names.attributes(namespace, members)
    return slots, reader.names.timelines(namespace, members)


def _changed(
    closes: Sequence[Close], timelines: Sequence[Timeline], rows: Sequence[NameRow]
) -> tuple[ReceiptItem, ...]:
    """Tell which beliefs hold at another time than before."""
    beliefs = {one.belief.claim: one for one in timelines}
    told = []
    for close in closes:
        one = beliefs[close.claim]
        if one.belief.polarity == "retracted" or one.belief.value is None:
            continue
        who = _name([row for row in rows if row.entity == one.entity])
        line = f"{who} {one.attribute}: {one.belief.value}"
        item = _told(*_what(close, one)).model_copy(update={"text": line})
        told.append(item.model_copy(update={"id": one.belief.claim_id}))
    return tuple(told)


def _what(close: Close, one: Timeline) -> tuple[str, str, str]:
    if close.wrong:
        return "superseded", "", "corrected by what the other was told"
    before, now = one.belief.valid_to, close.valid_to
    if not one.struck and now is not None and (before is None or now < before):
        return "superseded", "", "what the other was told holds since"
    return "created", "", "holds again" if now is None else "holds again, until something else does"


def _told(what: str, text: str, reason: str) -> ReceiptItem:
    return ReceiptItem.model_validate({"what": what, "text": text, "reason": reason})


def _name(rows: Sequence[NameRow]) -> str:
    return next((row.name for row in rows if row.name is not None), "(erased)")


def _number(reader: Reader, namespace: Namespace, entity: Named) -> int:
    """Return the number of an entity of this namespace.

    Raises:
        NotFound: if the namespace holds no such entity.
    """
    if isinstance(entity, bool) or not isinstance(entity, int | str):
        raise InvalidInput(f"{entity!r:.80} names no entity: give its number or its public id")
    number = reader.names.numbered(namespace, entity) if isinstance(entity, str) else entity
    there = number is not None and 0 < number < 1 << 63
    if number is None or not there or not reader.names.traits(namespace, [number]):
        raise NotFound(f"no entity {entity!r:.80} in {namespace!r}: see entities()")
    if all(row.name is None for row in reader.names.names_of(namespace, [number])):
        raise NotFound(f"all names of entity {entity!r:.80} were erased: nothing is left of it")
    return number


def _checked(name: str, settings: Settings, what: str = "name") -> str:
    if not isinstance(name, str) or is_blank(name):
        raise InvalidInput(f"{what}={name!r:.80}: give a text that is not blank")
    if len(name) > settings.limits.key_characters:
        most = f"limits.key_characters={settings.limits.key_characters}"
        raise TooLarge(f"the {what} has {len(name)} characters: {most} at most")
    cleaned = clean(name).strip()
    if fold(cleaned).startswith(OWN):
        raise InvalidInput(f"{what}={name!r:.80} can't be a name")
    return cleaned
