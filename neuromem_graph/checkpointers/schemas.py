"""The default serializer: it constructs safe types and those that schemas name, nothing else.

LangGraph tells a saver the types of a graph's schemas when LANGGRAPH_STRICT_MSGPACK is set (see
`with_allowlist`). Without it, the saver asks the graphs that this process has compiled.
"""

import dataclasses
import gc
import typing
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Annotated, Any, Literal

from langgraph.checkpoint.serde import jsonplus
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.pregel import Pregel
from pydantic import BaseModel
from typing_extensions import is_typeddict

_Name = tuple[str, str]  # of a module, and of a type in it


class _Allowed(set[tuple[str, ...]]):
    """Hold the types that may be constructed; one that is not known is looked for in schemas.

    What no schema names is looked for each time it is met, which costs milliseconds: a graph that
    was compiled since may name it.
    """

    def __contains__(self, name: object) -> bool:
        if super().__contains__(name):
            return True
        self.update(_schema_types())
        return super().__contains__(name)


class SchemaSerializer(JsonPlusSerializer):
    """Serialize as LangGraph does; on reading, leave types that no schema names plain data.

    Args:
        allowed: types that may be constructed besides, as (module, name).
    """

    def __init__(self, allowed: Iterable[tuple[str, ...]] = ()) -> None:
        super().__init__(allowed_msgpack_modules=None)
        self._known = _Allowed(allowed)
        self._allowed_msgpack_modules = self._known
        self._unpack_ext_hook = jsonplus._create_msgpack_ext_hook(self._known)

    def with_msgpack_allowlist(
        self, extra_allowlist: Iterable[tuple[str, ...] | type]
    ) -> JsonPlusSerializer:
        """Return a serializer that allows these types too; this one if it does already."""
        extra = {
            (one.__module__, one.__name__) if isinstance(one, type) else tuple(one)
            for one in extra_allowlist
        }
        return self if extra <= self._known else SchemaSerializer(self._known | extra)


def _schema_types() -> frozenset[_Name]:
    """Collect the types in the schemas of every graph that was compiled and is still in use."""
    seen: dict[int, Any] = {}
    alive = gc.get_objects()
    kinds = {kind for kind in set(map(type, alive)) if issubclass(kind, Pregel)}
    for graph in alive:
        if type(graph) in kinds:
            for channel in graph.channels.values():
                _walk(getattr(channel, "ValueType", None), seen)
                _walk(getattr(channel, "UpdateType", None), seen)
    return frozenset(
        (typ.__module__, typ.__name__)
        for typ in seen.values()
        if isinstance(typ, type) and _is_data(typ)
    )


def _walk(typ: Any, seen: dict[int, Any]) -> None:
    if typ is None or id(typ) in seen:
        return
    seen[id(typ)] = typ
    origin, args = typing.get_origin(typ), typing.get_args(typ)
    if origin is Annotated:
        args = args[:1]
    elif origin is Literal:
        args = ()
    for part in (origin, getattr(typ, "__supertype__", None), *args, *_fields(typ)):
        _walk(part, seen)


def _fields(typ: Any) -> Iterator[Any]:
    if not isinstance(typ, type) or not (_is_data(typ) or is_typeddict(typ)):
        return
    try:
        yield from typing.get_type_hints(typ, include_extras=True).values()
    except (NameError, TypeError):  # a name that only its author could resolve
        fields = getattr(typ, "model_fields", {})
        yield from (field.annotation for field in fields.values())


def _is_data(typ: type) -> bool:
    named_tuple = issubclass(typ, tuple) and hasattr(typ, "_fields")
    model = issubclass(typ, BaseModel | Enum)
    return model or named_tuple or dataclasses.is_dataclass(typ)
