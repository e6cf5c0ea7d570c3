"""Find what other packages offer under a name: embedders, extractors, chat models, rerankers.

A package offers a factory as an entry point (docs/plugins.md). "acme:small" asks the factory that
some package calls "acme" for "small". Looking for a name reads the metadata of packages alone; only
the one that is asked for is imported.
"""

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal, NamedTuple

from neuromem_graph.errors import ConfigError, MemoryGraphError

__all__ = ["GROUPS", "Group", "Plugin", "installed", "make", "others"]

Group = Literal["embedders", "extractors", "chat_models", "rerankers"]
"""What a plugin may be."""

GROUPS: tuple[Group, ...] = ("embedders", "extractors", "chat_models", "rerankers")
_PREFIX = "neuromem_graph."


class Plugin(NamedTuple):
    """Name what a package offers."""

    group: Group
    name: str
    package: str
    version: str


class Made(NamedTuple):
    """Hold what a factory made, and who made it."""

    value: Any
    by: str


def installed() -> tuple[Plugin, ...]:
    """Return what the installed packages offer, by group and name; nothing is imported."""
    return tuple(
        Plugin(group, one.name, *_package(one))
        for group in GROUPS
        for one in sorted(_distinct(entry_points(group=_PREFIX + group)), key=_order)
    )


def others(*groups: Group) -> str:
    """Return the names that plugins give to groups, for an error message; "" if there is none."""
    names = sorted({one.name for group in groups for one in entry_points(group=_PREFIX + group)})
    return f"; plugins: {', '.join(names)}" if names else ""


def make(group: Group, name: str) -> Made | None:
    """Return what the plugin "name:model" makes; None if no package offers that name.

    Args:
        group: what is wanted.
        name: "acme:small": the factory of "acme" is called with "small".

    Raises:
        ConfigError: two packages offer the name, or the plugin can't be imported or fails.
    """
    called, _, model = name.partition(":")
    found = _distinct(entry_points(group=_PREFIX + group, name=called))
    if not found:
        return None
    if len(found) > 1:
        packages = " and ".join(sorted(_package(one)[0] for one in found))
        raise ConfigError(
            f"{name!r}: {packages} both offer {called!r} as {_PREFIX}{group}; uninstall one, or "
            "make the object yourself and give that"
        )
    by = f"the plugin {called!r} of {_package(found[0])[0]}"
    factory = _loaded(found[0], by)
    try:
        return Made(factory(model), by)
    except MemoryGraphError:
        raise
    except Exception as exc:
        raise ConfigError(f"{by} can't make {model!r}: {exc!r:.200}") from exc


def _loaded(entry: EntryPoint, by: str) -> Callable[[str], Any]:
    try:
        factory = entry.load()
    except Exception as exc:  # whatever its module raises while it is imported
        raise ConfigError(f"{by} can't be imported from {entry.value!r}: {exc!r:.200}") from exc
    if not callable(factory):
        raise ConfigError(f"{by} is {factory!r:.80}: an entry point names a function of a model")
    made: Callable[[str], Any] = factory
    return made


def _distinct(found: Any) -> list[EntryPoint]:
    """Return entry points once each: a package may be seen twice on the path."""
    known: dict[tuple[str, str, str], EntryPoint] = {}
    for one in found:
        known.setdefault((one.name, one.value, _package(one)[0]), one)
    return list(known.values())


def _package(entry: EntryPoint) -> tuple[str, str]:
    dist = entry.dist
    return ("an unknown package", "?") if dist is None else (dist.name, dist.version)


def _order(entry: EntryPoint) -> tuple[str, str]:
    return entry.name, entry.value
