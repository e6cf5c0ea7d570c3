"""What a store does, step by step, as flows that sync and async code run alike."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from langgraph.store.base import Item, Result, SearchItem
from numpy.typing import NDArray

from neuromem_graph.core import paths, spaces
from neuromem_graph.errors import StorageError
from neuromem_graph.pipeline import clearing, items
from neuromem_graph.pipeline.item_search import ItemSearch, Searcher
from neuromem_graph.ports import ItemLog, Reader
from neuromem_graph.resources import Resources
from neuromem_graph.stores.driving import Flow, Texts
from neuromem_graph.stores.ops import Get, Listing, Search, Work
from neuromem_graph.types.base import Namespace, from_micros, to_micros
from neuromem_graph.types.items import Found, IndexState, ItemIndex, ItemPut, ItemRow

Progress = Callable[[int, int], None]
_PAGE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Hold what the flows of one store share."""

    resources: Resources
    index: ItemIndex | None
    searcher: Searcher
    omit_expired: bool
    warn: Callable[[int], None]  # told how many items a search by meaning could not see


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Say how the reads of a batch are answered."""

    as_of: int | datetime | None = None
    recall: bool = False


def batch(setup: Setup, work: Work, asking: Asking) -> Flow[list[Result]]:
    """Read, then put: nothing is changed before everything was checked, embedded and read."""
    puts = items.latest_puts(clearing.items(work.puts, setup.resources))
    vectors = yield from _embedded(setup, puts, _questions(setup, work))
    results, used = _answered(setup, work, asking, vectors)
    _store(setup, puts, vectors)
    if used and asking.as_of is None:
        _note_use(setup, used)
    return results


def put_if(setup: Setup, put: ItemPut, expected: int | None) -> Flow[int | None]:
    """Put an item if it is at the expected version; nothing is embedded for one that is not."""
    (put,) = clearing.items([put], setup.resources)
    row = read(setup, put.namespace, put.key)
    items.check_version(put, None if row is None else row.item, expected)
    vectors = yield from _embedded(setup, [put], [])
    return _store(setup, [put], vectors, expected)


def read(
    setup: Setup, namespace: Namespace, key: str, as_of: int | datetime | None = None
) -> ItemRow | None:
    """Return an item; what has expired is not there, if the store omits that."""
    with setup.resources.ledger.reader(as_of) as reader:
        row = reader.store.item(namespace, key)
    if row is None or as_of is not None or not setup.omit_expired:
        return row
    return None if items.is_expired(row, to_micros(setup.resources.clock())) else row


Vectors = Mapping[str, NDArray[np.float32]]


def _questions(setup: Setup, work: Work) -> list[str]:
    if setup.index is None:
        return []
    asked = (op.query for _, op in work.reads if isinstance(op, Search))
    return list(dict.fromkeys(query for query in asked if query and query.strip()))


def _embedded(
    setup: Setup, puts: list[ItemPut], questions: list[str]
) -> Flow[tuple[Vectors, Vectors]]:
    """Return unit vectors: of texts that have none yet, and of questions."""
    if setup.index is None:
        return {}, {}
    texts = items.lacking(items.texts_of(puts, setup.index), setup.index, setup.resources.ledger)
    if not texts and not questions:
        return {}, {}
    given = yield Texts(texts, questions)
    made = _units(texts, given.documents, setup.index)
    return made, _units(questions, given.queries, setup.index)


def _units(texts: list[str], given: Sequence[Sequence[float]], index: ItemIndex) -> Vectors:
    if not texts:
        return {}
    return dict(zip(texts, items.checked(given, len(texts), index), strict=True))


def _store(
    setup: Setup, puts: list[ItemPut], vectors: tuple[Vectors, Vectors],
    expected: items.Expected = items.ANY,
) -> int | None:  # fmt: skip
    if not puts:
        return None
    ledger = setup.resources.ledger
    now = to_micros(setup.resources.clock()) if setup.omit_expired else None
    return items.write(puts, setup.index, ledger, expected=expected, now=now, made=vectors[0])


def _note_use(setup: Setup, used: set[int]) -> None:
    ledger = setup.resources.ledger
    if isinstance(ledger, ItemLog):
        with suppress(StorageError):  # what was read was read; it only expires sooner
            ledger.touch_items(sorted(used), setup.resources.clock())


def _answered(
    setup: Setup, work: Work, asking: Asking, vectors: tuple[Vectors, Vectors]
) -> tuple[list[Result], set[int]]:
    results: list[Result] = [None] * work.size
    used = set[int]()
    if not work.reads:
        return results, used
    now = (
        to_micros(setup.resources.clock()) if setup.omit_expired and asking.as_of is None else None
    )
    with setup.resources.ledger.reader(asking.as_of) as reader:
        for place, op in work.reads:
            if isinstance(op, Get):
                results[place], rows = _got(op, now, reader)
            elif isinstance(op, Search):
                results[place], rows = _found(setup, op, now, asking, vectors[1], reader)
            else:
                results[place], rows = _listed(op, now, reader), []
            used.update(row.item for row in rows if row.expires_at is not None)
    return results, used


def _got(op: Get, now: int | None, reader: Reader) -> tuple[Item | None, list[ItemRow]]:
    row = reader.store.item(op.namespace, op.key)
    if row is None or (now is not None and items.is_expired(row, now)):
        return None, []
    item = Item(
        value=row.value, key=row.key, namespace=op.namespace,
        created_at=from_micros(row.created_at), updated_at=from_micros(row.updated_at),
    )  # fmt: skip
    return item, [row] if op.refresh else []


def _found(
    setup: Setup, op: Search, now: int | None, asking: Asking, asked: Vectors, reader: Reader
) -> tuple[list[SearchItem], list[ItemRow]]:
    search = ItemSearch(
        op.prefix, op.wanted, op.query, op.limit, op.offset, recall=asking.recall, now=now
    )
    found, unseen = setup.searcher.find(search, reader, asked.get(op.query or ""))
    if unseen:
        setup.warn(unseen)
    return list(map(_search_item, found)), [one.row for one in found] if op.refresh else []


def _search_item(found: Found) -> SearchItem:
    row = found.row
    return SearchItem(
        namespace=found.namespace, key=row.key, value=row.value, score=found.score,
        created_at=from_micros(row.created_at), updated_at=from_micros(row.updated_at),
    )  # fmt: skip


def _listed(op: Listing, now: int | None, reader: Reader) -> list[Namespace]:
    names = reader.store.spaces(spaces.literal_prefix(op.conditions), now).values()
    return spaces.listed(names, op.conditions, op.max_depth, op.limit, op.offset)


def _pages(setup: Setup) -> Iterator[tuple[Namespace, tuple[ItemRow, ...]]]:
    """Read all open items, each page from a snapshot of its own."""
    with setup.resources.ledger.reader() as reader:
        within = reader.store.spaces(())
        found = {name: reader.store.open_items([ns]) for ns, name in within.items()}
    for name, numbers in found.items():
        for start in range(0, len(numbers), _PAGE):
            with setup.resources.ledger.reader() as reader:
                rows = reader.store.items(numbers[start : start + _PAGE])
            yield name, rows


def reindex(setup: Setup, index: ItemIndex, progress: Progress | None) -> Flow[int]:
    """Embed every item that the index in use can't find; a run that was broken off goes on."""
    total, done, count = _count(setup), 0, 0
    for namespace, rows in _pages(setup):
        texts = {row.item: _texts(row, index) for row in rows}
        flat = list(dict.fromkeys(text for some in texts.values() for text in some))
        lacking = items.lacking(flat, index, setup.resources.ledger)
        made: Vectors = {}
        if lacking:
            given = yield Texts(lacking, [])
            made = _units(lacking, given.documents, index)
        behind = [row for row in rows if _behind(row, index, texts[row.item], set(lacking))]
        if behind:
            items.index_anew(namespace, behind, index, setup.resources.ledger, made)
        count, done = count + len(behind), done + len(rows)
        if progress is not None:
            progress(done, total)
    return count


def _count(setup: Setup) -> int:
    with setup.resources.ledger.reader() as reader:
        return len(reader.store.open_items(reader.store.spaces(())))


def state(setup: Setup) -> IndexState:
    """Tell how far items are embedded."""
    count = missing = 0
    index = setup.index
    for _, rows in _pages(setup):
        count += len(rows)
        if index is not None:
            missing += _count_behind(setup, rows, index)
    with setup.resources.ledger.reader() as reader:
        models = reader.store.models()
    model = None if index is None else index.model
    others = tuple(one for one in models if one != model)
    return IndexState(model=model, others=others, items=count, missing=missing)


def _count_behind(setup: Setup, rows: tuple[ItemRow, ...], index: ItemIndex) -> int:
    texts = {row.item: _texts(row, index) for row in rows}
    flat = [text for some in texts.values() for text in some]
    lacking = set(items.lacking(flat, index, setup.resources.ledger))
    return sum(_behind(row, index, texts[row.item], lacking) for row in rows)


def _texts(row: ItemRow, index: ItemIndex) -> tuple[str, ...]:
    if row.paths is False:
        return ()
    return paths.texts(row.value, row.paths if row.own and row.paths else index.paths)


def _behind(row: ItemRow, index: ItemIndex, texts: tuple[str, ...], lacking: set[str]) -> bool:
    return items.belated(row, index) or not lacking.isdisjoint(texts)
