"""Read what LangGraph gives: the place a config names, lists of names, filters on metadata."""

from collections.abc import Iterable, Mapping
from typing import Any

from langchain_core.runnables import RunnableConfig

from neuromem_graph.errors import InvalidInput, InvalidValue
from neuromem_graph.ledger.sqlite.checkpoint_rows import Place


def place_of(config: RunnableConfig | None) -> Place:
    """Read which checkpoint a config names.

    Raises:
        InvalidInput: if it names no thread, or in text that no file can hold.
    """
    given = _configurable(config)
    if given.get("thread_id") is None:
        raise InvalidInput(
            'the config names no thread: pass {"configurable": {"thread_id": "..."}}'
        )
    return Place(
        text_of(given["thread_id"], "thread_id"),
        text_of(given.get("checkpoint_ns") or "", "checkpoint_ns"),
        checkpoint_id_of(config),
    )


def checkpoint_id_of(config: RunnableConfig | None) -> str | None:
    """Read the checkpoint id of a config, None when it has none."""
    given = _configurable(config).get("checkpoint_id")
    return text_of(given, "checkpoint_id") if given else None


def namespace_of(config: RunnableConfig) -> str | None:
    """Read the namespace of a config, None when it has none: a list then spans all of them."""
    given = _configurable(config).get("checkpoint_ns")
    return None if given is None else text_of(given, "checkpoint_ns")


def config_of(place: Place) -> RunnableConfig:
    """Write a config that names a checkpoint."""
    return {
        "configurable": {
            "thread_id": place.thread_id,
            "checkpoint_ns": place.ns,
            "checkpoint_id": place.id,
        }
    }


def text_of(given: object, what: str) -> str:
    """Return a name as text.

    Raises:
        InvalidInput: if it holds half of a surrogate pair.
    """
    text = str(given)
    try:
        text.encode()
    except UnicodeEncodeError as exc:
        raise InvalidInput(f"{what}={text!a:.80} holds half a surrogate pair: {exc}") from exc
    return text


def names_of(given: Iterable[object], what: str) -> tuple[str, ...]:
    """Return several names as text.

    Raises:
        InvalidValue: if one text was given instead of several.
    """
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InvalidValue(f"{what}={given!r:.80} is not a list: write [{given!r:.80}]")
    return tuple(dict.fromkeys(text_of(one, what) for one in given))


def _configurable(config: RunnableConfig | None) -> Mapping[str, Any]:
    if config is None:
        return {}
    if not isinstance(config, Mapping):
        raise InvalidValue(f"config={config!r:.80} is not a config")
    return config.get("configurable") or {}


def matches(metadata: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Tell whether metadata has all the wanted values; None also means that a key is missing.

    A key with dots that metadata does not have leads into nested values.
    """
    return all(_same(_look_up(metadata, key), value) for key, value in wanted.items())


def _look_up(metadata: Mapping[str, Any], key: str) -> Any:
    if key in metadata or "." not in key:
        return metadata.get(key)
    found: Any = metadata
    for part in key.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found


def _same(left: Any, right: Any) -> bool:
    """Compare as JSON does: 1 is 1.0 and not True; a tuple is a list."""
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(_same(left[k], right[k]) for k in left)
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(_same, left, right))
    return isinstance(left, bool) == isinstance(right, bool) and bool(left == right)
