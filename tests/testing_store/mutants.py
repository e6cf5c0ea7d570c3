"""The reference store with one thing wrong, each caught by the cases that are named beside it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from langgraph.store.base import GetOp, PutOp, SearchItem, SearchOp

from .reference import MISSING, Place, ReferenceStore, Row, follow, kind


class LostUpdate(ReferenceStore):
    def put_row(self, place: Place, op: PutOp, vectors: list[list[float]]) -> None:
        if op.value is None or place not in self.rows:
            super().put_row(place, op, vectors)


class PrefixOfText(ReferenceStore):
    def below(self, namespace: tuple[str, ...], prefix: tuple[str, ...]) -> bool:
        return "/".join(namespace).startswith("/".join(prefix))


class CreatedAtReset(ReferenceStore):
    def put_row(self, place: Place, op: PutOp, vectors: list[list[float]]) -> None:
        super().put_row(place, op, vectors)
        if row := self.rows.get(place):
            self.rows[place] = replace(row, created_at=row.updated_at)


class NaiveTimes(ReferenceStore):
    def put_row(self, place: Place, op: PutOp, vectors: list[list[float]]) -> None:
        super().put_row(place, op, vectors)
        if row := self.rows.get(place):
            self.rows[place] = replace(row, updated_at=row.updated_at.replace(tzinfo=None))


class RaisingFilter(ReferenceStore):
    def compare(self, name: str, found: Any, operand: Any) -> bool:
        if name not in ("$eq", "$ne") and kind(found) is not kind(operand):
            raise TypeError("not comparable")
        return super().compare(name, found, operand)


class UntypedFilter(ReferenceStore):
    def compare(self, name: str, found: Any, operand: Any) -> bool:
        if name in ("$eq", "$ne"):
            return bool(found == operand) == (name == "$eq")
        return super().compare(name, found, operand)


class MissingIsNone(ReferenceStore):
    def fits(self, wanted: Any, value: dict[str, Any]) -> bool:
        absent = {key: None for key in wanted if follow(value, key) is MISSING}
        return super().fits(wanted, {**value, **absent})


class LenientFilter(ReferenceStore):
    def check_filter(self, wanted: Any) -> None:
        return

    def compare(self, name: str, found: Any, operand: Any) -> bool:
        known = ("$eq", "$ne", "$gt", "$gte", "$lt", "$lte")
        return name in known and super().compare(name, found, operand)


class Ghosts(ReferenceStore):
    """A namespace is listed for ever once it was read or written."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.seen: set[tuple[str, ...]] = set()

    def read(self, op: Any, vectors: dict[str, list[float]]) -> Any:
        if isinstance(op, GetOp):
            self.seen.add(op.namespace)
        return super().read(op, vectors)

    def alive(self) -> dict[Place, Row]:
        self.seen |= {namespace for namespace, _ in self.rows}
        return super().alive()

    def listed(self, op: Any) -> list[tuple[str, ...]]:
        plain = (op.match_conditions, op.max_depth) in (((), None), (None, None))
        return sorted(self.seen) if plain else super().listed(op)


class NoCopyOut(ReferenceStore):
    def copy(self, value: dict[str, Any]) -> dict[str, Any]:
        return value


class NoCopyIn(ReferenceStore):
    def plain(self, value: Any) -> dict[str, Any]:
        super().plain(value)
        return value


class PartialBatch(ReferenceStore):
    """Puts that stand before what is refused are done."""

    def prepared(self, ops: Iterable[Any]) -> tuple[list[Any], list[str]]:
        ops = list(ops)
        for number, op in enumerate(ops):
            try:
                self.checked(op)
            except (ValueError, TypeError):
                self.done([one for one in ops[:number] if isinstance(one, PutOp)], {})
                raise
        return super().prepared(ops)


class WritesFirst(ReferenceStore):
    def done(self, ops: list[Any], vectors: dict[str, list[float]]) -> list[Any]:
        puts = [op for op in ops if isinstance(op, PutOp)]
        super().done(puts, vectors)
        return super().done(ops, vectors)


class FirstPutWins(ReferenceStore):
    def done(self, ops: list[Any], vectors: dict[str, list[float]]) -> list[Any]:
        first: dict[Place, PutOp] = {}
        for op in ops:
            if isinstance(op, PutOp):
                first.setdefault((op.namespace, op.key), op)
        kept = [first[op.namespace, op.key] if isinstance(op, PutOp) else op for op in ops]
        return super().done(kept, vectors)


class OldestFirst(ReferenceStore):
    def found(self, op: SearchOp, vectors: dict[str, list[float]]) -> list[SearchItem]:
        if op.query:
            return super().found(op, vectors)
        whole = super().found(op._replace(limit=10**6, offset=0), vectors)[::-1]
        return whole[op.offset : op.offset + op.limit]


class FilterAfterLimit(ReferenceStore):
    def found(self, op: SearchOp, vectors: dict[str, list[float]]) -> list[SearchItem]:
        page = super().found(op._replace(filter=None), vectors)
        return [item for item in page if self.fits(op.filter or {}, item.value)]


class NegativePages(ReferenceStore):
    def check_page(self, op: Any) -> None:
        return


class AnyNamespace(ReferenceStore):
    def check_namespace(self, namespace: Any) -> None:
        return


class AnyValue(ReferenceStore):
    def plain(self, value: Any) -> dict[str, Any]:
        return dict(value)


class VectorsStay(ReferenceStore):
    def put_row(self, place: Place, op: PutOp, vectors: list[list[float]]) -> None:
        old = self.rows.get(place)
        super().put_row(place, op, [*vectors, *(old.vectors if old else ())])


class WorstFirst(ReferenceStore):
    def score(self, op: SearchOp, row: Row, vectors: dict[str, list[float]]) -> float | None:
        score = super().score(op, row, vectors)
        return None if score is None else -score


class WorstWordsFirst(ReferenceStore):
    def found(self, op: SearchOp, vectors: dict[str, list[float]]) -> list[SearchItem]:
        found = super().found(op, vectors)
        return found[::-1] if op.query and not self.index else found


class AnyWidth(ReferenceStore):
    def done(self, ops: list[Any], vectors: dict[str, list[float]]) -> list[Any]:
        width = self.index["dims"] if self.index else 0
        return super().done(ops, {text: one[:width] for text, one in vectors.items()})


class NeverRefreshes(ReferenceStore):
    def refresh(self, place: Place, row: Row) -> None:
        return


class AlwaysRefreshes(ReferenceStore):
    def item(self, kind: Any, place: Place, refresh: bool, **more: Any) -> Any:
        return super().item(kind, place, True, **more)


class RefreshesNamespace(ReferenceStore):
    """A read refreshes every item of the namespace."""

    def refresh(self, place: Place, row: Row) -> None:
        for other in [one for one in self.rows if one[0] == place[0]]:
            if self.rows[other].ttl is not None:
                super().refresh(other, self.rows[other])


class ShowsExpired(ReferenceStore):
    def alive(self) -> dict[Place, Row]:
        return self.rows


class WholeMinutes(ReferenceStore):
    def put_row(self, place: Place, op: PutOp, vectors: list[list[float]]) -> None:
        super().put_row(place, op if op.ttl is None else op._replace(ttl=int(op.ttl)), vectors)


class BlindPutIf(ReferenceStore):
    def put_if(self, namespace: Any, key: str, value: Any, *, expected_version: Any) -> int:
        self.put(namespace, key, value)
        return self.rows[namespace, key].version


CAUGHT: dict[type[ReferenceStore], set[str]] = {
    LostUpdate: {"basic.overwrite"},
    PrefixOfText: {"namespaces.prefix_by_segments", "namespaces.deep_prefix_by_segments"},
    CreatedAtReset: {"basic.update_keeps_created_at"},
    NaiveTimes: {"basic.times_are_aware"},
    RaisingFilter: {
        "filters.ranges_of_numbers_among_others",
        "filters.ranges_of_texts_among_others",
    },
    UntypedFilter: {"filters.booleans_are_no_numbers", "filters.typed_inside"},
    MissingIsNone: {"filters.none_is_not_missing", "filters.not_none"},
    LenientFilter: {
        "filters.unknown_operators",
        "filters.operators_at_the_top",
        "filters.operators_beside_keys",
        "filters.refused_without_items",
    },
    Ghosts: {"listing.no_ghosts_after_delete", "listing.no_ghosts_after_reads"},
    NoCopyOut: {"values.copied_out"},
    NoCopyIn: {"values.copied_in"},
    PartialBatch: {
        "batch.bad_filter_changes_nothing",
        "batch.bad_value_changes_nothing",
        "batch.bad_namespace_changes_nothing",
    },
    WritesFirst: {"batch.reads_see_the_state_before", "batch.deletes_come_after_reads"},
    FirstPutWins: {"batch.last_put_wins"},
    OldestFirst: {"listing.newest_first", "listing.updated_comes_first"},
    FilterAfterLimit: {"filters.filter_with_pages", "index.query_and_filter"},
    NegativePages: {"listing.negative_limit", "listing.negative_limit_of_namespaces"},
    AnyNamespace: {"namespaces.bad_labels_in_batch", "namespaces.bare_string"},
    AnyValue: {"values.non_finite_floats", "values.bytes_and_sets", "values.other_keys"},
    VectorsStay: {
        "index.update_replaces_vectors",
        "index.update_with_fewer_texts",
        "index.update_without_index",
    },
    WorstFirst: {"index.best_first", "index.cosine"},
    WorstWordsFirst: {"lexical.scores_descend", "lexical.pages_of_words"},
    AnyWidth: {"index.wrong_width"},
    NeverRefreshes: {"ttl.get_refreshes", "ttl.search_refreshes", "ttl.refresh_by_operation"},
    AlwaysRefreshes: {"ttl.no_refresh_by_operation", "ttl.no_refresh_by_configuration"},
    RefreshesNamespace: {"ttl.get_refreshes", "ttl.only_what_is_returned"},
    ShowsExpired: {"ttl.omit_expired", "ttl.hidden_stays_hidden", "ttl.pages_without_expired"},
    WholeMinutes: {"ttl.fractional_minutes"},
    BlindPutIf: {"versions.first_put", "versions.compare_and_set"},
}
