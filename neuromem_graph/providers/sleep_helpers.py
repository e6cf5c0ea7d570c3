"""Ask who plans and proposes while memory sleeps, and turn what they raise into our errors."""

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import ValidationError

from neuromem_graph.errors import InvalidInput, ProviderError
from neuromem_graph.providers import asking
from neuromem_graph.types.proposals import FrameProposal, RelationProposal
from neuromem_graph.types.sleeping import Fact, Sleeper

__all__ = ["NOBODY", "Answer", "Helpers", "frames", "helpers_from", "key", "relations"]

P = TypeVar("P", FrameProposal, RelationProposal)
_Function = Callable[..., Any]
_MOST = 1_000  # proposals that are looked at of one answer
_PLANNER, _FRAMES, _RELATIONS = "the planner", "the frame extractor", "the relation proposer"


class Helpers(NamedTuple):
    """Hold what may plan and propose besides the rules, as functions."""

    planner: _Function | None = None
    frames: _Function | None = None
    relations: _Function | None = None


NOBODY = Helpers()


class Answer(NamedTuple, Generic[P]):
    """Hold what was proposed for some memories, and what of it is no proposal, with the reason."""

    proposals: tuple[P, ...] = ()
    refused: tuple[str, ...] = ()


def helpers_from(planner: object, frames: object, relations: object) -> Helpers:
    """Take what a caller gave: an object with the method of the port, or a function like it.

    Args:
        planner: has `key(memory, facts)`, see `ports.sleeping.CrystallizationPlanner`; or None.
        frames: has `frames(memories)`, see `FrameExtractor`; or None.
        relations: has `relations(memories)`, see `RelationProposer`; or None.

    Raises:
        InvalidInput: one is neither, or can only be awaited; nothing was written.
    """
    return Helpers(
        _function(planner, "key", "planner"), _function(frames, "frames", "frames"),
        _function(relations, "relations", "relations"),
    )  # fmt: skip


def _function(given: object, method: str, name: str) -> _Function | None:
    if given is None:
        return None
    own = getattr(given, method, None)
    chosen: Any = own if callable(own) else given
    if isinstance(given, type) or not callable(chosen):
        raise InvalidInput(
            f"{name}={given!r:.80}: give an object with a method `{method}`, or a function"
        )
    inner = chosen.func if isinstance(chosen, functools.partial) else chosen
    if any(map(inspect.iscoroutinefunction, (inner, getattr(inner, "__call__", None)))):  # noqa: B004
        raise InvalidInput(
            f"{name}={given!r:.80} can only be awaited: give one that answers at once; `asleep` "
            "asks it in a thread"
        )
    function: _Function = chosen
    return function


def key(planner: _Function, memory: Sleeper, facts: Sequence[Fact]) -> str | None:
    """Ask a planner what a memory has in common with those that may be the same.

    Raises:
        ProviderError: it failed, or answered something else than a text or None.
    """
    with asking(_PLANNER):
        given: object = planner(memory, facts)
    if not isinstance(given, str | None):
        raise ProviderError(f"{_PLANNER} answered {_drop(given)!r:.80}: give a text, or None")
    return given


def frames(asked: _Function, shown: Sequence[Sleeper]) -> Answer[FrameProposal]:
    """Ask for generalisations of some memories.

    Raises:
        ProviderError: it failed, or answered no list.
    """
    return _answer(asked, shown, FrameProposal, _FRAMES)


def relations(asked: _Function, shown: Sequence[Sleeper]) -> Answer[RelationProposal]:
    """Ask for relations between some memories; raises as `frames`."""
    return _answer(asked, shown, RelationProposal, _RELATIONS)


def _answer(
    asked: _Function, shown: Sequence[Sleeper], kind: type[P], who: str
) -> Answer[P]:  # fmt: skip
    with asking(who):
        given: Any = asked(shown)
        lists = isinstance(given, Iterable) and not isinstance(given, str | bytes | Mapping)
        listed = list(islice(given, _MOST + 1)) if lists else []
    if not lists:
        raise ProviderError(f"{who} answered {_drop(given)!r:.80}: give a list of {kind.__name__}")
    found, refused = list[P](), list[str]()
    for one in listed[:_MOST]:
        checked = _checked(one, kind)
        if isinstance(checked, str):
            refused.append(f"{who} gave {checked}")
        else:
            found.append(checked)
    if len(listed) > _MOST:
        refused.append(f"{who} gave more than {_MOST} proposals: the rest was not looked at")
    return Answer(tuple(found), tuple(refused))


def _checked(one: object, kind: type[P]) -> P | str:
    """Return a proposal, or what is wrong with what was given for one."""
    if not isinstance(one, kind | Mapping):
        return f"{one!r:.80}, which is no {kind.__name__}"
    try:
        return kind.model_validate(dict(one))
    except ValidationError as exc:
        first = exc.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "it"
        return f"no {kind.__name__}: {place}: {first['msg']}"


def _drop(given: object) -> object:
    """Close what will not be awaited, so that nobody is warned of it."""
    if inspect.iscoroutine(given):
        given.close()
    return given
