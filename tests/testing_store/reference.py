"""A small store that shows every behaviour of the suite; mutants override one of its methods."""

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from threading import RLock
from typing import Any, NamedTuple

from langgraph.store.base import (
    BaseStore,
    GetOp,
    IndexConfig,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    PutOp,
    SearchItem,
    SearchOp,
    TTLConfig,
    ensure_embeddings,
    get_text_at_path,
    tokenize_path,
)

ORDERS = {
    "$gt": lambda a, b: a > b,
    "$gte": lambda a, b: a >= b,
    "$lt": lambda a, b: a < b,
    "$lte": lambda a, b: a <= b,
}
MISSING = object()
Place = tuple[tuple[str, ...], str]


class VersionConflict(Exception):
    """Another version is there."""


@dataclass(frozen=True)
class Row:
    """An item as it is stored."""

    version: int
    value: dict[str, Any]
    created_at: datetime
    updated_at: datetime
    ttl: float | None
    expires_at: datetime | None
    vectors: tuple[list[float], ...] = ()


class Version(NamedTuple):
    """What an item was from one version on."""

    version: int
    value: dict[str, Any] | None
    deleted: bool


class ReferenceStore(BaseStore):
    """Keep everything in dictionaries."""

    supports_ttl = True

    def __init__(
        self,
        *,
        index: IndexConfig | None = None,
        ttl: TTLConfig | None = None,
        clock: Callable[[], datetime] | None = None,
    ) -> None:
        self.ttl_config = ttl
        self.index = index
        self.embeddings = ensure_embeddings(index["embed"]) if index else None
        self.clock = clock or (lambda: datetime.now(UTC))
        self.rows: dict[Place, Row] = {}
        self.versions: dict[Place, list[Version]] = {}
        self.lock = RLock()

    # Batches

    def batch(self, ops: Iterable[Any]) -> list[Any]:
        checked, texts = self.prepared(ops)
        vectors = self.embeddings.embed_documents(texts) if self.embeddings and texts else []
        return self.done(checked, dict(zip(texts, vectors, strict=True)))

    async def abatch(self, ops: Iterable[Any]) -> list[Any]:
        checked, texts = self.prepared(ops)
        embed = self.embeddings
        vectors = await embed.aembed_documents(texts) if embed and texts else []
        return self.done(checked, dict(zip(texts, vectors, strict=True)))

    def prepared(self, ops: Iterable[Any]) -> tuple[list[Any], list[str]]:
        checked = [self.checked(op) for op in ops]
        texts: dict[str, None] = {}
        for op in checked:
            if isinstance(op, PutOp):
                texts.update(dict.fromkeys(self.texts(op)))
            elif isinstance(op, SearchOp) and op.query and self.index:
                texts[op.query] = None
        return checked, list(texts)

    def checked(self, op: Any) -> Any:
        if isinstance(op, GetOp):
            self.check_namespace(op.namespace)
        elif isinstance(op, SearchOp):
            self.check_namespace(op.namespace_prefix)
            self.check_page(op)
            self.check_filter(op.filter or {})
        elif isinstance(op, ListNamespacesOp):
            self.check_page(op)
            for condition in op.match_conditions or ():
                self.check_namespace(condition.path)
        elif isinstance(op, PutOp):
            self.check_namespace(op.namespace)
            if not op.namespace or op.namespace[0] == "langgraph":
                raise InvalidNamespaceError(f"nothing is put into {op.namespace}")
            return op if op.value is None else op._replace(value=self.plain(op.value))
        else:
            raise TypeError(f"{op!r} is no operation")
        return op

    def check_namespace(self, namespace: Any) -> None:
        if not isinstance(namespace, tuple):
            raise InvalidNamespaceError(f"{namespace!r} is no tuple")
        for label in namespace:
            if not isinstance(label, str) or not label or "\x00" in label or "." in label:
                raise InvalidNamespaceError(f"bad label {label!r}")

    def check_page(self, op: Any) -> None:
        if op.limit < 0 or op.offset < 0:
            raise ValueError("limit and offset are not negative")

    def plain(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise TypeError("a value is a mapping")
        check_plain(dict(value))
        return json.loads(json.dumps(dict(value), allow_nan=False))

    def done(self, ops: list[Any], vectors: dict[str, list[float]]) -> list[Any]:
        if self.index and any(len(one) != self.index["dims"] for one in vectors.values()):
            raise ValueError("the embedder gave a vector of another width")
        with self.lock:
            results = [None if isinstance(op, PutOp) else self.read(op, vectors) for op in ops]
            puts = {(op.namespace, op.key): op for op in ops if isinstance(op, PutOp)}
            for place, op in puts.items():
                self.put_row(place, op, [vectors[text] for text in self.texts(op)])
            return results

    # Writing

    def put_row(self, place: Place, op: PutOp, vectors: list[list[float]]) -> None:
        now, old = self.clock(), self.rows.get(place)
        version = 1 + sum(map(len, self.versions.values()))
        self.versions.setdefault(place, []).append(Version(version, op.value, op.value is None))
        if op.value is None:
            self.rows.pop(place, None)
            return
        expires = None if op.ttl is None else now + timedelta(minutes=op.ttl)
        created = old.created_at if old else now
        row = Row(version, dict(op.value), created, now, op.ttl, expires, tuple(vectors))
        self.rows[place] = row

    def texts(self, op: PutOp) -> list[str]:
        if op.value is None or op.index is False or not self.index:
            return []
        paths = self.index.get("fields") or ["$"] if op.index is None else op.index
        return [
            text
            for path in paths
            for text in get_text_at_path(op.value, path if path == "$" else tokenize_path(path))
        ]

    # Reading

    def read(self, op: Any, vectors: dict[str, list[float]]) -> Any:
        if isinstance(op, GetOp):
            place = (op.namespace, op.key)
            if place not in self.alive():
                return None
            return self.item(Item, place, op.refresh_ttl)
        if isinstance(op, SearchOp):
            return self.found(op, vectors)
        return self.listed(op)

    def alive(self) -> dict[Place, Row]:
        if not (self.ttl_config or {}).get("omit_expired"):
            return self.rows
        now = self.clock()
        return {
            place: row
            for place, row in self.rows.items()
            if row.expires_at is None or row.expires_at > now
        }

    def item(self, kind: type[Item], place: Place, refresh: bool, **more: Any) -> Any:
        row = self.rows[place]
        if refresh and row.ttl is not None:
            self.refresh(place, row)
        return kind(
            namespace=place[0],
            key=place[1],
            value=self.copy(row.value),
            created_at=row.created_at,
            updated_at=row.updated_at,
            **more,
        )

    def refresh(self, place: Place, row: Row) -> None:
        until = self.clock() + timedelta(minutes=row.ttl or 0)
        self.rows[place] = replace(row, expires_at=until)

    def copy(self, value: dict[str, Any]) -> dict[str, Any]:
        return json.loads(json.dumps(value))

    def found(self, op: SearchOp, vectors: dict[str, list[float]]) -> list[SearchItem]:
        fits = [
            (self.score(op, row, vectors), place)
            for place, row in self.alive().items()
            if self.below(place[0], op.namespace_prefix) and self.fits(op.filter or {}, row.value)
        ]
        if op.query:
            fits = [one for one in fits if one[0] is not None]
        fits.sort(key=lambda one: (-(one[0] or 0), -self.rows[one[1]].version))
        page = fits[op.offset : op.offset + op.limit]
        return [self.item(SearchItem, place, op.refresh_ttl, score=score) for score, place in page]

    def score(self, op: SearchOp, row: Row, vectors: dict[str, list[float]]) -> float | None:
        if not op.query:
            return None
        if self.index:
            return max((cosine(vectors[op.query], one) for one in row.vectors), default=None)
        words = re.findall(r"\w+", json.dumps(row.value).lower())
        hits = sum(words.count(word) for word in re.findall(r"\w+", op.query.lower()))
        return hits / len(words) if hits else None

    def below(self, namespace: tuple[str, ...], prefix: tuple[str, ...]) -> bool:
        return namespace[: len(prefix)] == prefix

    def listed(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        names = {
            namespace[: op.max_depth]
            for namespace, _ in self.alive()
            if all(self.holds(condition, namespace) for condition in op.match_conditions or ())
        }
        return sorted(names)[op.offset : op.offset + op.limit]

    def holds(self, condition: Any, namespace: tuple[str, ...]) -> bool:
        path = tuple(condition.path)
        size = len(path)
        part = namespace[:size] if condition.match_type == "prefix" else namespace[-size:]
        pairs = zip(path, part, strict=False)
        return len(part) == size and all(wanted in ("*", label) for wanted, label in pairs)

    # Filters

    def check_filter(self, wanted: Mapping[str, Any]) -> None:
        for key, asked in wanted.items():
            if key.startswith("$"):
                raise ValueError(f"{key!r} is no key")
            if isinstance(asked, dict) and any(name.startswith("$") for name in asked):
                unknown = [name for name in asked if name not in (*ORDERS, "$eq", "$ne")]
                if unknown:
                    raise ValueError(f"unknown operator {unknown[0]!r}")

    def fits(self, wanted: Mapping[str, Any], value: dict[str, Any]) -> bool:
        for key, asked in wanted.items():
            found = follow(value, key)
            operators = isinstance(asked, dict) and any(name.startswith("$") for name in asked)
            for name, operand in (asked if operators else {"$eq": asked}).items():
                if not self.compare(name, found, operand):
                    return False
        return True

    def compare(self, name: str, found: Any, operand: Any) -> bool:
        if name in ("$eq", "$ne"):
            return equal(found, operand) == (name == "$eq")
        return (
            kind(found) is not None
            and kind(found) is kind(operand)
            and bool(ORDERS[name](found, operand))
        )

    # Expiry and versions

    def sweep_ttl(self) -> int:
        now = self.clock()
        over = [
            place for place, row in self.rows.items() if row.expires_at and row.expires_at <= now
        ]
        for place in over:
            del self.rows[place]
        return len(over)

    def put_if(self, namespace: Any, key: str, value: Any, *, expected_version: int | None) -> int:
        with self.lock:
            row = self.rows.get((namespace, key))
            if (row and row.version) != expected_version:
                raise VersionConflict(f"{key} has version {row and row.version}")
            self.put(namespace, key, value)
            return self.rows[namespace, key].version

    def history(self, namespace: Any, key: str) -> list[Version]:
        return list(self.versions.get((namespace, key), ()))

    def get(self, namespace: Any, key: str, *, as_of: int | None = None, **more: Any) -> Any:
        if as_of is None:
            return super().get(namespace, key, **more)
        past = [one for one in self.history(namespace, key) if one.version <= as_of]
        now = self.clock()
        if not past or past[-1].value is None:
            return None
        return Item(
            namespace=namespace, key=key, value=past[-1].value, created_at=now, updated_at=now
        )

    async def aget(self, namespace: Any, key: str, *, as_of: int | None = None, **more: Any) -> Any:
        if as_of is None:
            return await super().aget(namespace, key, **more)
        return self.get(namespace, key, as_of=as_of)


def check_plain(value: Any) -> None:
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise TypeError("keys are text")
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            check_plain(item)
    elif not isinstance(value, str | int | float | None):
        raise TypeError(f"{type(value).__name__} is no JSON")


def follow(value: dict[str, Any], key: str) -> Any:
    if key in value or "." not in key:
        return value.get(key, MISSING)
    found: Any = value
    for step in key.split("."):
        found = found.get(step, MISSING) if isinstance(found, dict) else MISSING
    return found


def kind(value: Any) -> type | None:
    if isinstance(value, bool):
        return None
    return float if isinstance(value, int | float) else str if isinstance(value, str) else None


def equal(one: Any, other: Any) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(equal, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def cosine(one: list[float], other: list[float]) -> float:
    dot = sum(a * b for a, b in zip(one, other, strict=True))
    return dot / (math.hypot(*one) * math.hypot(*other))
