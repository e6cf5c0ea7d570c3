"""Copy what a caller gives into plain JSON, or say where it isn't."""

import math
from collections.abc import Mapping
from datetime import date, datetime, time
from enum import Enum
from uuid import UUID

from neuromem_graph.errors import InvalidValue
from neuromem_graph.types.base import Json

_DEEPEST = 100
_LARGEST_INTEGER = 10**4000  # Python itself writes no longer ones


def plain_object(value: object) -> dict[str, Json]:
    """Copy an object with text keys; nothing of the original is shared.

    Args:
        value: a mapping of text to JSON. Tuples become lists, enums their values; dates, times and
            UUIDs their ISO text.

    Returns:
        A dictionary of plain JSON.

    Raises:
        InvalidValue: if something in it is not JSON, is NaN or infinite, or is nested too deeply.
    """
    if not isinstance(value, Mapping):
        raise InvalidValue(f"a value must be a dictionary, not {type(value).__name__}")
    return {_name(name, "value"): _plain(inner, f"value[{name!r:.40}]", 1)
            for name, inner in value.items()}  # fmt: skip


def _name(name: object, where: str) -> str:
    if not isinstance(name, str):
        raise InvalidValue(f"{where} has the key {name!r:.40}: keys must be text")
    return _text(str(name), where)


def _text(text: str, where: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as exc:
        raise InvalidValue(f"{where} holds a lone surrogate, which no file can hold") from exc
    return text


def _plain(value: object, where: str, depth: int) -> Json:
    if value is None or value is True or value is False:
        return value
    if isinstance(value, str) and not isinstance(value, Enum):
        return _text(str(value), where)
    if isinstance(value, int | float) and not isinstance(value, Enum):
        return _number(value, where)
    if depth > _DEEPEST:
        raise InvalidValue(f"{where:.80} is nested more than {_DEEPEST} deep")
    if isinstance(value, Mapping):
        return {_name(name, where): _plain(inner, f"{where}[{name!r:.40}]", depth + 1)
                for name, inner in value.items()}  # fmt: skip
    if isinstance(value, list | tuple):
        return [_plain(inner, f"{where}[{n}]", depth + 1) for n, inner in enumerate(value)]
    return _written(value, where, depth)


def _number(value: int | float, where: str) -> int | float:
    if isinstance(value, int):
        if abs(value) >= _LARGEST_INTEGER:
            raise InvalidValue(f"{where} is an integer of more than 4000 digits")
        return int(value)
    if not math.isfinite(value):
        raise InvalidValue(f"{where} is {value}: JSON has finite numbers only")
    return float(value)


def _written(value: object, where: str, depth: int) -> Json:
    if isinstance(value, Enum):
        return _plain(value.value, where, depth + 1)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    raise InvalidValue(
        f"{where} is of type {type(value).__name__}, which is not JSON: give text, numbers, "
        "true/false, None, lists and dictionaries (model_dump() of a pydantic model)"
    )
