"""Find the types that the graphs of this process name: in schemas, and as what tasks take and give.

LangGraph keeps no list of its graphs, so they are looked for among all objects, and among the
globals of modules: after `gc.freeze()` the collector no longer shows what was made before.
"""

import dataclasses
import gc
import sys
import typing
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Annotated, Any, Literal

from langgraph.pregel import Pregel
from pydantic import BaseModel
from typing_extensions import is_typeddict

# What annotations raise that only their author could resolve.
_UNREADABLE = (NameError, TypeError, AttributeError, SyntaxError, ValueError)

Name = tuple[str, ...]
"""The module of a type, and its name in it."""


def named_types() -> frozenset[Name]:
    """Collect the data types that graphs in use name; it takes some ten milliseconds.

    Returns:
        Pydantic models, dataclasses, named tuples and enums, however deep they stand.
    """
    seen: dict[int, Any] = {}
    for graph in _alive():
        for typ in _of_graph(graph) if isinstance(graph, Pregel) else _of_task(graph):
            _walk(typ, seen)
    return frozenset(
        (typ.__module__, typ.__name__)
        for typ in seen.values()
        if isinstance(typ, type) and _is_data(typ)
    )


def _alive() -> Iterable[Any]:
    """Return the graphs and tasks of this process, each once."""
    found = gc.get_objects()
    for module in list(sys.modules.values()):
        found.extend(getattr(module, "__dict__", {}).values())
    kinds = {kind for kind in set(map(type, found)) if _is_graph(kind)}
    return {id(one): one for one in found if type(one) in kinds}.values()


def _is_graph(kind: type) -> bool:
    task = kind.__module__ == "langgraph.func" and kind.__name__ == "_TaskFunction"
    return task or issubclass(kind, Pregel)


def _of_graph(graph: Pregel[Any, Any, Any, Any]) -> Iterator[Any]:
    """Return the types of a graph; another thread may still be making it."""
    for channel in dict(getattr(graph, "channels", {})).values():
        yield getattr(channel, "ValueType", None)
        yield getattr(channel, "UpdateType", None)
    builder = getattr(graph, "builder", None)
    yield from list(getattr(builder, "schemas", ()))
    for node in dict(getattr(builder, "nodes", {})).values():
        yield getattr(node, "input_schema", None)


def _of_task(task: Any) -> Iterator[Any]:
    try:
        yield from typing.get_type_hints(getattr(task, "func", task)).values()
    except _UNREADABLE:
        return


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
    except _UNREADABLE:
        fields = getattr(typ, "model_fields", {})
        yield from (field.annotation for field in fields.values())


def _is_data(typ: type) -> bool:
    named_tuple = issubclass(typ, tuple) and hasattr(typ, "_fields")
    model = issubclass(typ, BaseModel | Enum)
    return model or named_tuple or dataclasses.is_dataclass(typ)
