"""Find the types that the graphs of this process name: in schemas, and as what tasks take and give.

LangGraph keeps no list of its graphs, so they are looked for among all objects, and among the
globals of modules: after `gc.freeze()` the collector no longer shows what was made before.
"""

import dataclasses
import gc
import sys
import typing
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from enum import Enum
from typing import Annotated, Any, Literal

from langgraph.pregel import Pregel
from pydantic import BaseModel
from typing_extensions import is_typeddict

# What annotations raise that only their author could resolve.
_UNREADABLE = (NameError, TypeError, AttributeError, SyntaxError, ValueError)

_ROOTS = frozenset({object, BaseModel, Enum, tuple, int, str})  # of which everything is a kind

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
    return _hints(getattr(task, "func", task))


def _hints(annotated: Any) -> Iterator[Any]:
    """Return what annotations name, one by one where one of them can't be resolved."""
    try:
        yield from typing.get_type_hints(annotated, include_extras=True).values()
        return
    except _UNREADABLE:
        names = vars(sys.modules.get(getattr(annotated, "__module__", ""), typing))
    for one in dict(getattr(annotated, "__annotations__", {})).values():
        with suppress(*_UNREADABLE):
            yield eval(one, dict(names)) if isinstance(one, str) else one


def is_subtype(name: Name, of: Container[Name]) -> bool:
    """Tell whether a loaded type is a kind of one of these: a list of a base may hold it."""
    found = getattr(sys.modules.get(name[0]), name[1], None)
    if not isinstance(found, type) or not _is_data(found):
        return False
    bases = (one for one in found.__mro__[1:] if one not in _ROOTS)
    return any((one.__module__, one.__name__) in of for one in bases)


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
    yield from _hints(typ)
    yield from (field.annotation for field in dict(getattr(typ, "model_fields", {})).values())


def _is_data(typ: type) -> bool:
    named_tuple = issubclass(typ, tuple) and hasattr(typ, "_fields")
    model = issubclass(typ, BaseModel | Enum)
    return model or named_tuple or dataclasses.is_dataclass(typ)
