"""The single operations of a store, each a batch of one, with `as_of` where LangGraph has none."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Literal

from langgraph.store.base import (
    NOT_PROVIDED,
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    NotProvided,
    Op,
    PutOp,
    SearchItem,
    SearchOp,
)

from neuromem_graph.pipeline.moments import AsOf
from neuromem_graph.stores.ops import refuse_reserved

Ranking = Literal["similarity", "recall"]


class SingleOps(BaseStore):
    """Spell out get, search, put, delete and list_namespaces and their async twins."""

    @abstractmethod
    def _run(self, op: Op, as_of: AsOf = None, ranking: Ranking | None = None) -> Any: ...

    @abstractmethod
    async def _arun(self, op: Op, as_of: AsOf = None, ranking: Ranking | None = None) -> Any: ...

    def get(
        self, namespace: tuple[str, ...], key: str, *, refresh_ttl: bool | None = None,
        as_of: AsOf = None,
    ) -> Item | None:  # fmt: skip
        """Return one item, or None.

        Args:
            namespace: where it is.
            key: under which it was put.
            refresh_ttl: whether this counts as a use; the store's `refresh_on_read` by default.
            as_of: what it was then: a version, an aware datetime or the config of a checkpoint.

        Raises:
            InvalidNamespaceError, InvalidInput, NotFound
        """
        op: Item | None = self._run(self._get_op(namespace, key, refresh_ttl), as_of)
        return op

    async def aget(
        self, namespace: tuple[str, ...], key: str, *, refresh_ttl: bool | None = None,
        as_of: AsOf = None,
    ) -> Item | None:  # fmt: skip
        """Do as `get`, without blocking the event loop."""
        op: Item | None = await self._arun(self._get_op(namespace, key, refresh_ttl), as_of)
        return op

    def search(
        self, namespace_prefix: tuple[str, ...], /, *, query: str | None = None,
        filter: dict[str, Any] | None = None, limit: int = 10, offset: int = 0,
        refresh_ttl: bool | None = None, as_of: AsOf = None, ranking: Ranking | None = None,
    ) -> list[SearchItem]:  # fmt: skip
        """Find items under a prefix, by whole labels.

        Args:
            namespace_prefix: () searches everything.
            query: ranks the items; what can't be ranked follows without a score.
            filter: what the values must hold; see docs/store.md.
            limit: items at most.
            offset: items to skip.
            refresh_ttl: whether this counts as a use; the store's `refresh_on_read` by default.
            as_of: what was found then: a version, an aware datetime or the config of a checkpoint.
            ranking: "similarity" of vectors, or "recall": words and vectors together; the store's
                own by default. Without an index both rank by words.

        Raises:
            InvalidNamespaceError, InvalidInput, NotFound, ProviderError
        """
        op = self._search_op(namespace_prefix, query, filter, (limit, offset), refresh_ttl)
        found: list[SearchItem] = self._run(op, as_of, ranking)
        return found

    async def asearch(
        self, namespace_prefix: tuple[str, ...], /, *, query: str | None = None,
        filter: dict[str, Any] | None = None, limit: int = 10, offset: int = 0,
        refresh_ttl: bool | None = None, as_of: AsOf = None, ranking: Ranking | None = None,
    ) -> list[SearchItem]:  # fmt: skip
        """Do as `search`, without blocking the event loop."""
        op = self._search_op(namespace_prefix, query, filter, (limit, offset), refresh_ttl)
        found: list[SearchItem] = await self._arun(op, as_of, ranking)
        return found

    def put(
        self, namespace: tuple[str, ...], key: str, value: Mapping[str, Any],
        index: Literal[False] | list[str] | None = None, *,
        ttl: float | NotProvided | None = NOT_PROVIDED,
    ) -> None:  # fmt: skip
        """Put an item; one that is there gets a new version.

        Args:
            namespace: where to.
            key: under which it is found again.
            value: a dictionary of plain JSON.
            index: paths by which it is found; False for none, None for those of the store.
            ttl: minutes it lives after its last use; None for ever.

        Raises:
            InvalidNamespaceError, InvalidValue, InvalidInput, InvalidVector, ProviderError: nothing
                was written.
        """
        self._run(self._put_op(namespace, key, value, index, ttl))

    async def aput(
        self, namespace: tuple[str, ...], key: str, value: Mapping[str, Any],
        index: Literal[False] | list[str] | None = None, *,
        ttl: float | NotProvided | None = NOT_PROVIDED,
    ) -> None:  # fmt: skip
        """Do as `put`, without blocking the event loop."""
        await self._arun(self._put_op(namespace, key, value, index, ttl))

    def delete(self, namespace: tuple[str, ...], key: str) -> None:
        """Delete an item; what it was stays in its history."""
        self._run(PutOp(namespace, str(key), None))

    async def adelete(self, namespace: tuple[str, ...], key: str) -> None:
        """Do as `delete`, without blocking the event loop."""
        await self._arun(PutOp(namespace, str(key), None))

    def list_namespaces(
        self, *, prefix: Any = None, suffix: Any = None, max_depth: int | None = None,
        limit: int = 100, offset: int = 0,
    ) -> list[tuple[str, ...]]:  # fmt: skip
        """List the namespaces that hold an item, sorted.

        Args:
            prefix: how they begin; "*" stands for any one label.
            suffix: how they end.
            max_depth: shorten them to so many labels, each shown once.
            limit: namespaces at most.
            offset: namespaces to skip.

        Raises:
            InvalidNamespaceError, InvalidInput
        """
        op = _listing_op(prefix, suffix, max_depth, (limit, offset))
        found: list[tuple[str, ...]] = self._run(op)
        return found

    async def alist_namespaces(
        self, *, prefix: Any = None, suffix: Any = None, max_depth: int | None = None,
        limit: int = 100, offset: int = 0,
    ) -> list[tuple[str, ...]]:  # fmt: skip
        """Do as `list_namespaces`, without blocking the event loop."""
        op = _listing_op(prefix, suffix, max_depth, (limit, offset))
        found: list[tuple[str, ...]] = await self._arun(op)
        return found

    def _get_op(self, namespace: tuple[str, ...], key: str, refresh: bool | None) -> GetOp:
        return GetOp(namespace, str(key), self._refreshes(refresh))

    def _search_op(
        self, prefix: tuple[str, ...], query: str | None, wanted: dict[str, Any] | None,
        page: tuple[int, int], refresh: bool | None,
    ) -> SearchOp:  # fmt: skip
        return SearchOp(prefix, wanted, *page, query, self._refreshes(refresh))

    def _refreshes(self, asked: bool | None) -> bool:
        if asked is not None:
            return asked
        return bool((self.ttl_config or {}).get("refresh_on_read", True))

    def _put_op(
        self, namespace: tuple[str, ...], key: str, value: Mapping[str, Any],
        index: Literal[False] | list[str] | None, ttl: float | NotProvided | None,
    ) -> PutOp:  # fmt: skip
        refuse_reserved(namespace)
        if isinstance(ttl, NotProvided):
            ttl = (self.ttl_config or {}).get("default_ttl")
        return PutOp(namespace, str(key), value, index, ttl)


def _listing_op(
    prefix: Any, suffix: Any, max_depth: int | None, page: tuple[int, int]
) -> ListNamespacesOp:
    given = (("prefix", prefix), ("suffix", suffix))
    conditions = tuple(MatchCondition(kind, path) for kind, path in given if path)  # type: ignore[arg-type]
    return ListNamespacesOp(conditions or None, max_depth, *page)
