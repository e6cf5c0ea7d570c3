"""Audit a memory, or items exported from any LangGraph store: read page by page, change nothing."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from neuromem_graph.core import lifecycle, secrets
from neuromem_graph.core.auditing import Auditor, Said
from neuromem_graph.core.decaying import DAY
from neuromem_graph.core.text import clean
from neuromem_graph.errors import InvalidInput
from neuromem_graph.pipeline import recalls
from neuromem_graph.pipeline.decaying import pages
from neuromem_graph.pipeline.item_recall import written
from neuromem_graph.pipeline.reindexing import Progress, teller
from neuromem_graph.resources import Resources
from neuromem_graph.settings import Settings
from neuromem_graph.types.auditing import SORTS, AuditReport, Growth, Sort
from neuromem_graph.types.base import EPOCH, Namespace, from_micros, to_micros
from neuromem_graph.types.upkeep import Rival, StandingRow

__all__ = ["audit", "audit_items"]

_PAGE = 500
_ORPHANS = 10_000  # counted at most
_VOICES = ("role", "source", "channel", "speaker")


def audit(namespace: Namespace, resources: Resources, progress: Progress | None) -> AuditReport:
    """Audit a namespace.

    Args:
        namespace: whose memories.
        resources: the ledger and `Settings.auditing`.
        progress: told after each page; or a bar such as tqdm's.

    Raises:
        InvalidInput: `progress` is neither a function nor a bar.
    """
    settings, tell = resources.settings, teller(progress)
    auditor = Auditor(settings.auditing, settings.appraising, settings.redacting)
    now = to_micros(resources.clock())
    with resources.ledger.reader() as reader:
        states = reader.stats(namespace).memories
    total, stored = sum(states.values()), states.get("active", 0)
    uses = recalls.counted(namespace, from_micros(now), resources, every=True)
    skipped, looked, done = max(0, stored - settings.auditing.most), 0, 0
    for page in pages(namespace, resources, _PAGE):
        for row in page:
            done += 1
            if row.text is None or row.state != "active" or _over(row, now):
                continue
            if skipped:
                skipped -= 1
                continue
            looked += 1
            auditor.look(Said(row.id, row.text, voice=row.channel))
            if uses:
                _unused(row, uses, now, auditor, settings)
        tell(done, max(total, done))
    _rivals(namespace, resources, now, auditor)
    _orphans(namespace, resources, auditor)
    with resources.ledger.reader() as reader:
        days = reader.upkeep.growth(namespace)
    growth = tuple(Growth(day=_day(one.day * DAY), added=one.memories, bytes=one.bytes)
                   for one in days)  # fmt: skip
    missing: set[Sort] = set() if uses else {"never_recalled"}
    return AuditReport(
        of="memory", namespace=namespace, at=from_micros(now), stored=stored, looked_at=looked,
        counts=_counts(auditor, missing), findings=_sorted(auditor), growth=growth,
        recalls=len(uses),
    )  # fmt: skip


class _Item(NamedTuple):
    namespace: tuple[str, ...]
    key: str
    value: Mapping[str, Any]
    at: datetime | None


def audit_items(
    items: Iterable[Any], settings: Settings, at: datetime, progress: Progress | None
) -> AuditReport:
    """Audit items of any LangGraph store, the oldest first.

    Args:
        items: dicts with `namespace`, `key` and `value` (and `created_at`), or LangGraph's items.
        settings: bounds and thresholds.
        at: when, aware.
        progress: told after each page; or a bar such as tqdm's.

    Raises:
        InvalidInput: one of them is no such item; the message says which.
    """
    tell, days, sizes = teller(progress), Counter[str](), Counter[str]()
    auditor = Auditor(settings.auditing, settings.appraising, settings.redacting)
    shown = settings.redacting.model_copy(update={"on": True})
    every = items if isinstance(items, list | tuple) else list(items)
    first = max(0, len(every) - settings.auditing.most)
    read = _read(every[first:], first)
    for place, one in enumerate(read, start=1):
        path = clean("/".join((*one.namespace, one.key)))
        text, name = _text(one.value), secrets.redact(path, shown, labels=True).text
        if text:
            hidden = secrets.redact_json(_plain(one.value), shown)
            kinds = {*secrets.marked(_coded(hidden))} - {*secrets.marked(_coded(one.value))}
            voice = next((v for key in _VOICES if isinstance(v := one.value.get(key), str)), "")
            space = json.dumps(one.namespace, ensure_ascii=False)
            auditor.look(Said(name, text, space, voice, tuple(sorted(kinds))))
        else:
            auditor.tell("orphan", (name,), "holds no text")
        if one.at is not None:
            day = f"{one.at:%Y-%m-%d}"
            days[day] += 1
            sizes[day] += len(text.encode(errors="replace"))
        if place % _PAGE == 0 or place == len(read):
            tell(place, len(read))
    growth = tuple(Growth(day=day, added=days[day], bytes=sizes[day]) for day in sorted(days))
    return AuditReport(
        of="items", at=at, stored=first + len(read), looked_at=len(read),
        counts=_counts(auditor, {"never_recalled"}), findings=_sorted(auditor), growth=growth,
    )  # fmt: skip


def _over(row: StandingRow, now: int) -> bool:
    return lifecycle.is_away(row.state, row.expires_at, now)


def _unused(
    row: StandingRow, uses: Mapping[str, Any], now: int, auditor: Auditor, settings: Settings
) -> None:  # fmt: skip
    young = now - row.recorded_at < settings.auditing.unused_days * DAY
    if row.id not in uses and not young:
        auditor.tell("never_recalled", (row.id,), "is in no explanation", (row.text or "",))


def _rivals(namespace: Namespace, resources: Resources, now: int, auditor: Auditor) -> None:
    """Tell of slots that take one value at a time and hold several."""
    for rows in _slots(namespace, resources, now):
        values = dict.fromkeys(row.value for row in rows)
        if len(values) > 1:
            name = f"{rows[0].entity} {rows[0].attribute}"
            ids = tuple(dict.fromkeys(row.memory_id for row in rows))
            auditor.tell("contradiction", ids, f"{name} takes one value and holds several",
                         tuple(values))  # fmt: skip


def _slots(namespace: Namespace, resources: Resources, now: int) -> Iterator[list[Rival]]:
    """Give the values of each slot; a page ends before a slot that may go on behind it."""
    after = 0
    while True:
        with resources.ledger.reader() as reader:
            rows = reader.upkeep.rivals(namespace, now, after, _PAGE)
        slots = [list(found) for _, found in groupby(rows, key=lambda row: row.slot)]
        whole = slots[:-1] if len(rows) == _PAGE and len(slots) > 1 else slots
        yield from whole
        if len(rows) < _PAGE:
            return
        after = whole[-1][0].slot


def _orphans(namespace: Namespace, resources: Resources, auditor: Auditor) -> None:
    with resources.ledger.reader() as reader:
        alone = reader.upkeep.lone_entities(namespace, _ORPHANS)
    for public, name in alone:
        auditor.tell("orphan", (public,), "is an entity that nothing is known of", (name or "",))


def _counts(auditor: Auditor, missing: set[Sort]) -> dict[Sort, int]:
    return {sort: auditor.counts[sort] for sort in SORTS if sort not in missing}


def _sorted(auditor: Auditor) -> tuple[Any, ...]:
    order = list(SORTS)
    return tuple(sorted(auditor.findings, key=lambda one: order.index(one.sort)))


def _day(micros: int) -> str:
    return f"{from_micros(micros):%Y-%m-%d}"


def _read(items: Iterable[Any], first: int) -> list[_Item]:
    """Read items, oldest first as far as they say when they were made.

    One that is listed twice, as overlapping pages do, is one item: the newest counts.
    """
    read = [_item(one, place) for place, one in enumerate(items, start=first)]
    read.sort(key=lambda one: one.at or EPOCH)
    newest = {(one.namespace, one.key): place for place, one in enumerate(read)}
    return [read[place] for place in sorted(newest.values())]


def _item(one: Any, place: int) -> _Item:
    read: Callable[[str], Any] = one.get if isinstance(one, Mapping) else partial(_of, one)
    namespace, key, value = (read(name) for name in ("namespace", "key", "value"))
    if isinstance(namespace, str):
        namespace = (namespace,)
    fits = isinstance(namespace, list | tuple) and all(isinstance(n, str) for n in namespace)
    if not fits or not isinstance(key, str) or not isinstance(value, Mapping):
        raise InvalidInput(
            f"items[{place}]={one!r:.80} is no item: give dicts with `namespace` (texts), `key` "
            "(a text) and `value` (a dict), as BaseStore.search returns them"
        )
    return _Item(tuple(namespace), key, value, _time(read("created_at")))


def _of(one: Any, name: str) -> Any:
    return getattr(one, name, None)


def _time(value: Any) -> datetime | None:
    """Return when an item was made; one that says it in no known way has no day."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return None
    if not isinstance(value, datetime):
        return None
    return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _text(value: Mapping[str, Any]) -> str:
    """Return the text of an item: its only text field among labels, or all of it as JSON."""
    texts = [one for name, one in value.items() if isinstance(one, str) and name not in _VOICES]
    if len(texts) == 1:
        return clean(texts[0]).strip()
    return written(_plain(value)) if value else ""


def _plain(value: Mapping[str, Any]) -> Any:
    return json.loads(_coded(value))


def _coded(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
