"""The default serializer: it constructs safe types and the application's own, nothing else.

LangGraph tells a saver the types of a graph's schemas when LANGGRAPH_STRICT_MSGPACK is set (see
`with_allowlist`). Without it, the saver looks what the graphs of this process name.
"""

import json
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any

from langgraph.checkpoint.serde import jsonplus
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from neuromem_graph.checkpointers.graph_types import Name, is_subtype, named_types

_LOOKED: ContextVar[list[bool] | None] = ContextVar("neuromem_looked", default=None)


def begin() -> None:
    """Begin one call of a saver: unknown types are looked for once in it, in all its threads."""
    _LOOKED.set([])


class _Allowed(set[Name]):
    """Hold the types that may be constructed; what is not known is looked for once per call.

    It is not remembered for long that no graph names a type: one that is compiled next may.
    """

    def __contains__(self, name: object) -> bool:
        if super().__contains__(name):
            return True
        looked = _LOOKED.get()
        if looked:
            return False
        if looked is not None:
            looked.append(True)
        self.update(named_types())
        return super().__contains__(name)

    def allows(self, name: Name) -> bool:
        """Tell whether a type may be constructed: a known one, or a kind of one."""
        if name in self:
            return True
        if not is_subtype(name, frozenset(self)):
            return False
        self.add(name)
        return True


class _Gate(set[Name]):
    """Ask `_Allowed` what LangGraph asks a set."""

    def __init__(self, allowed: _Allowed) -> None:
        super().__init__()
        self._allowed = allowed

    def __contains__(self, name: object) -> bool:
        return isinstance(name, tuple) and self._allowed.allows(name)


# LangGraph asks `name in allowed` for each object it reads. It has no public way to hand it a set
# that looks further; without this one, only what `with_allowlist` names is constructed.
_make_hook = getattr(jsonplus, "_create_msgpack_ext_hook", None)


class SchemaSerializer(JsonPlusSerializer):
    """Serialize as LangGraph does; on reading, leave other types than these plain data.

    Constructed are LangGraph's safe types and those that graphs of this process name: in schemas,
    as what a node takes, and as what a task takes and gives.

    Args:
        allowed: types that may be constructed besides, as (module, name).
    """

    def __init__(self, allowed: Iterable[Name] = ()) -> None:
        super().__init__(allowed_msgpack_modules=None)
        self._known = _Allowed(allowed)
        self._allowed_msgpack_modules = self._known
        if _make_hook is not None:
            self._unpack_ext_hook = _make_hook(_Gate(self._known))

    def with_msgpack_allowlist(
        self, extra_allowlist: Iterable[tuple[str, ...] | type]
    ) -> JsonPlusSerializer:
        """Return a serializer that allows these types too; this one if it does already."""
        extra = {
            (one.__module__, one.__name__) if isinstance(one, type) else tuple(one)
            for one in extra_allowlist
        }
        return self if extra <= self._known else SchemaSerializer({*self._known, *extra})

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """Read a value; "json", which no saver of ours writes, constructs nothing."""
        return json.loads(data[1]) if data[0] == "json" else super().loads_typed(data)
