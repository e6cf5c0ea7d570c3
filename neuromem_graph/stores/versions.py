"""What LangGraph's stores lack: compare-and-set, and everything an item ever was."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Literal

from langgraph.store.base import PutOp

from neuromem_graph.errors import InvalidInput
from neuromem_graph.pipeline.moments import AsOf, moment_of
from neuromem_graph.pipeline.twin import twin_of
from neuromem_graph.stores import flows
from neuromem_graph.stores.driving import Flow
from neuromem_graph.stores.ops import key_of, namespace_of, refuse_reserved, work_of
from neuromem_graph.stores.single import SingleOps
from neuromem_graph.types.base import Namespace, from_micros
from neuromem_graph.types.items import ItemRow, ItemVersion


class Versions(SingleOps):
    """Read and write versions of items."""

    _setup: flows.Setup
    _periods: bool

    @abstractmethod
    def _drive(self, flow: Flow[Any]) -> Any: ...

    @abstractmethod
    async def _adrive(self, flow: Flow[Any]) -> Any: ...

    def put_if(
        self, namespace: tuple[str, ...], key: str, value: Mapping[str, Any] | None,
        index: Literal[False] | list[str] | None = None, *, expected_version: int | None,
    ) -> int | None:  # fmt: skip
        """Put (or, with None, delete) an item only if nobody changed it since it was read.

        Args:
            namespace: where to.
            key: under which it is found.
            value: a dictionary of plain JSON, or None to delete.
            index: paths by which it is found.
            expected_version: from `read`; None for "there must be none".

        Returns:
            The new version; None after a delete, as for what was never there.

        Raises:
            VersionConflict: it is at another version; nothing was written.
        """
        version: int | None = self._drive(
            self._put_if(namespace, key, value, index, expected_version)
        )
        return None if value is None else version

    async def aput_if(
        self, namespace: tuple[str, ...], key: str, value: Mapping[str, Any] | None,
        index: Literal[False] | list[str] | None = None, *, expected_version: int | None,
    ) -> int | None:  # fmt: skip
        """Do as `put_if`, without blocking the event loop."""
        version: int | None = await self._adrive(
            self._put_if(namespace, key, value, index, expected_version)
        )
        return None if value is None else version

    def _put_if(
        self, namespace: tuple[str, ...], key: str, value: Mapping[str, Any] | None, index: Any,
        expected: int | None,
    ) -> Flow[int | None]:  # fmt: skip
        refuse_reserved(namespace)
        ttl = (self.ttl_config or {}).get("default_ttl")
        op = PutOp(namespace, str(key), value, index, ttl)
        if expected is not None and (type(expected) is not int or not 0 < expected < 1 << 63):
            raise InvalidInput("expected_version is a number that `read` gave, or None")
        (put,) = work_of([op], self._periods, self._setup.resources.settings.limits).puts
        return (yield from flows.put_if(self._setup, put, expected))

    def read(
        self, namespace: tuple[str, ...], key: str, *, as_of: AsOf = None
    ) -> ItemVersion | None:
        """Return an item with its version, for `put_if`; it does not count as a use.

        Args:
            namespace: where it is.
            key: under which it was put.
            as_of: what it was then: a version, an aware datetime or the config of a checkpoint.
        """
        place, name = namespace_of(namespace, self._periods), key_of(str(key))
        moment = moment_of(as_of, self._setup.resources.ledger)
        row = flows.read(self._setup, place, name, moment)
        return None if row is None else _version(place, row)

    def history(self, namespace: tuple[str, ...], key: str) -> tuple[ItemVersion, ...]:
        """Return everything an item ever was, oldest first, deletes included.

        Args:
            namespace: where it is or was.
            key: under which it was put.
        """
        place, name = namespace_of(namespace, self._periods), key_of(str(key))
        with self._setup.resources.ledger.reader() as reader:
            rows = reader.store.history(place, name)
            ends = reader.store.ends([row.closed for row in rows if row.closed is not None])
        versions = [_version(place, row) for row in rows]
        versions += [
            ItemVersion(namespace=place, key=name, version=seq, value=None, created_at=None,
                        updated_at=from_micros(at), deleted=True)
            for seq, at in ends.items()
        ]  # fmt: skip
        return tuple(sorted(versions, key=lambda one: one.version))

    aread = twin_of(read)
    ahistory = twin_of(history)


def _version(namespace: Namespace, row: ItemRow) -> ItemVersion:
    return ItemVersion(
        namespace=namespace, key=row.key, version=row.item, value=row.value,
        created_at=from_micros(row.created_at), updated_at=from_micros(row.updated_at),
        expires_at=None if row.expires_at is None else from_micros(row.expires_at),
    )  # fmt: skip
