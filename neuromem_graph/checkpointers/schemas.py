"""The default serializer: it constructs safe types and those that schemas name, nothing else.

LangGraph tells a saver the types of a graph's schemas when LANGGRAPH_STRICT_MSGPACK is set (see
`with_allowlist`). Without it, the saver asks the graphs that this process has compiled.
"""

import dataclasses
import gc
import re
import time
import typing
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Annotated, Any, Literal

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.pregel import Pregel
from pydantic import BaseModel
from typing_extensions import is_typeddict

_Name = tuple[str, str]  # of a module, and of a type in it
_JUDGED_BY_LANGGRAPH = frozenset({
    "builtins", "collections", "datetime", "decimal", "ipaddress", "langchain_core", "langgraph",
    "pathlib", "re", "uuid", "zoneinfo",
})  # fmt: skip
_ASK_AGAIN = 1.0  # seconds
# LangGraph writes an object in msgpack as an array of 3 or 4 that begins with two texts, the module
# and the type. Looking for that is several times faster than reading the value twice.
_MARKS = (b"\x93", b"\x94")
_OBJECT = re.compile(
    rb"([\xa0-\xbf]|\xd9.)([A-Za-z_][\w.]*)(?:([\xa0-\xbf])|\xd9(.))([A-Za-z_]\w*)", re.DOTALL
)


class SchemaSerializer(JsonPlusSerializer):
    """Serialize as LangGraph does; on reading, leave types that no schema names plain data."""

    def __init__(self, allowed: Iterable[_Name] = ()) -> None:
        super().__init__(allowed_msgpack_modules=None)
        self._allow(frozenset(allowed))
        self._known: frozenset[bytes] = frozenset()  # how objects of settled types begin
        self._missed: dict[_Name, float] = {}  # when a type was in no schema

    def with_msgpack_allowlist(
        self, extra_allowlist: Iterable[tuple[str, ...] | type]
    ) -> JsonPlusSerializer:
        """Return a serializer that allows these types too."""
        extra = frozenset(
            (one.__module__, one.__name__) if isinstance(one, type) else (one[0], one[-1])
            for one in extra_allowlist
        )
        return SchemaSerializer(self._allowed | extra)

    def _allow(self, names: frozenset[_Name]) -> None:
        self._allowed = names
        self._reader = JsonPlusSerializer(allowed_msgpack_modules=tuple(names) or None)

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """Read a value; see the class."""
        if data[0] == "msgpack":
            self._learn(data[1])
        return self._reader.loads_typed(data)

    def _learn(self, body: bytes) -> None:
        """Look for types that are not known yet in the schemas; that costs milliseconds."""
        if sum(map(body.count, _MARKS)) == sum(map(body.count, self._known)):
            return
        new = set()
        for start, name in _types(body):
            if name in self._allowed or name[0].partition(".")[0] in _JUDGED_BY_LANGGRAPH:
                self._known |= {start}
            else:
                new.add(name)
        now = time.monotonic()
        if any(self._missed.get(name, float("-inf")) + _ASK_AGAIN < now for name in new):
            self._allow(self._allowed | _schema_types())
            self._missed |= dict.fromkeys(new - self._allowed, now)


def _types(body: bytes) -> Iterator[tuple[bytes, _Name]]:
    """Find how objects in a value begin, and their types; some may be neither."""
    for mark in _MARKS:
        pieces = body.split(mark)[1:]
        for match in {match.groups() for match in map(_OBJECT.match, pieces) if match}:
            module_size, module, size, long_size, name = match
            name = name[: size[0] & 0x1F if size else long_size[0]]
            start = mark + module_size + module + (size or b"\xd9" + long_size) + name
            yield start, (module.decode(), name.decode())


def _schema_types() -> frozenset[_Name]:
    """Collect the types in the schemas of every graph that was compiled and is still in use."""
    seen: dict[int, Any] = {}
    for graph in gc.get_objects():
        if issubclass(type(graph), Pregel):
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
