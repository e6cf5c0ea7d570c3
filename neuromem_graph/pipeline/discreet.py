"""Let no error leave the public methods with a secret in it: not in its text, nor in its causes.

`core.failures` decides what is said; here it is applied, and only when something was raised.
"""

import functools
import inspect
import re
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing
from typing import Any, NamedTuple, ParamSpec, TypeVar

from neuromem_graph.core.failures import Teller
from neuromem_graph.errors import InvalidInput, MemoryGraphError
from neuromem_graph.resources import Resources
from neuromem_graph.settings import Settings

__all__ = ["discreet", "discreetly", "hush"]

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
_TYPE = re.compile(r"^[\w.<>]+(?:: |$|(?=\n))")
_PACKAGE = __name__.partition(".")[0]


def discreet(cls: type[T]) -> type[T]:
    """Make every public method of a class, and how it is made, raise errors without secrets.

    Args:
        cls: a class whose objects have `resources`, or a runtime in `_runtime`; where there are
            none, a `settings=` of the call counts, or the settings by default.
    """
    for name in dir(cls):
        held = inspect.getattr_static(cls, name)
        made = held.__func__ if isinstance(held, classmethod) else held
        ours = inspect.isfunction(made) and made.__module__.startswith(f"{_PACKAGE}.")
        if ours and (name == "__init__" or not name.startswith("_")):
            guarded = discreetly(made)
            setattr(cls, name, classmethod(guarded) if made is not held else guarded)
    return cls


def discreetly(
    function: Callable[P, R], resources: Resources | None = None,
    passing: tuple[type[BaseException], ...] = (),
) -> Callable[P, R]:  # fmt: skip
    """Return a function that does the same and raises errors without secrets.

    Args:
        function: any: plain, async, or a generator of either kind.
        resources: whose settings say what a secret is; None looks for them in the arguments.
        passing: errors that are signals, and left as they are.
    """
    edge = _Edge(resources, passing)
    if inspect.isasyncgenfunction(function):
        made: Any = _async_generator(function, edge)
    elif inspect.iscoroutinefunction(function):
        made = _coroutine(function, edge)
    elif inspect.isgeneratorfunction(function):
        made = _generator(function, edge)
    else:
        made = _plain(function, edge)
    wrapped: Callable[P, R] = functools.wraps(function)(made)
    return wrapped


class _Edge(NamedTuple):
    """Hold what is known of a function before it is called."""

    resources: Resources | None
    passing: tuple[type[BaseException], ...]

    def left_by(self, exc: BaseException, given: tuple[object, ...]) -> BaseException:
        """Return what is raised instead of an error; nearly always the same one."""
        if not isinstance(exc, Exception) or isinstance(exc, self.passing):
            return exc
        return hush(exc, _settings_of((self.resources, *given)), given)


def _plain(function: Callable[..., Any], edge: _Edge) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except BaseException as exc:
            told = edge.left_by(exc, (*args, kwargs))
            if told is not exc:
                raise told from None
            raise

    return call


def _coroutine(function: Callable[..., Any], edge: _Edge) -> Callable[..., Any]:
    async def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return await function(*args, **kwargs)
        except BaseException as exc:
            told = edge.left_by(exc, (*args, kwargs))
            if told is not exc:
                raise told from None
            raise

    return call


def _generator(function: Callable[..., Any], edge: _Edge) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Iterator[Any]:
        try:
            yield from function(*args, **kwargs)
        except BaseException as exc:
            told = edge.left_by(exc, (*args, kwargs))
            if told is not exc:
                raise told from None
            raise

    return call


def _async_generator(function: Callable[..., Any], edge: _Edge) -> Callable[..., Any]:
    async def call(*args: Any, **kwargs: Any) -> AsyncIterator[Any]:
        try:
            async with aclosing(function(*args, **kwargs)) as given:
                async for one in given:
                    yield one
        except BaseException as exc:
            told = edge.left_by(exc, (*args, kwargs))
            if told is not exc:
                raise told from None
            raise

    return call


def hush(exc: Exception, settings: Settings, given: tuple[object, ...] = ()) -> BaseException:
    """Take the secrets out of an error and of all that is shown with it.

    Text and notes are told anew. What caused it is left away if it is not ours and quotes a
    secret; its type is named instead.

    Args:
        exc: what was raised; it keeps its type and its traceback.
        settings: what a secret is; nothing is changed where redaction is off.
        given: what the call was given.

    Returns:
        The same error; another one, if it can't be told anew.
    """
    if not settings.redacting.on:
        return exc
    teller = Teller(settings.redacting, given)
    if not _cleared(exc, teller):
        kind = InvalidInput if isinstance(exc, ValueError) else MemoryGraphError
        told = kind(f"{type(exc).__name__}: {teller.tell(_said(exc))}")
        return told.with_traceback(exc.__traceback__)
    known, left = {id(exc)}, list[BaseException]([exc])
    while left:
        one = left.pop()
        for cause in (one.__cause__, one.__context__):
            if cause is None or id(cause) in known:
                continue
            if isinstance(cause, MemoryGraphError) and _cleared(cause, teller):
                known.add(id(cause))
                left.append(cause)
            elif _holds(cause, teller):
                _cut(one, cause)
    return exc


def _cleared(exc: BaseException, teller: Teller) -> bool:
    """Tell an error anew, where it is; tell whether it shows no secret now."""
    notes = getattr(exc, "__notes__", None)
    if isinstance(notes, list):
        notes[:] = [teller.tell(str(note)) for note in notes]
    told = tuple(teller.tell(arg) if isinstance(arg, str) else arg for arg in exc.args)
    if told != exc.args:
        exc.args = told
    said = _said(exc)
    if teller.tell(said) != said:
        exc.args = (teller.tell(said),)
    if isinstance(exc, BaseExceptionGroup) and _holds(exc, teller):
        return False
    return teller.tell(_said(exc)) == _said(exc)


def _cut(exc: BaseException, cause: BaseException) -> None:
    """Leave away what caused an error, and name its type where it was not named."""
    if cause is exc.__cause__ or not exc.__suppress_context__:
        name = type(cause).__name__
        if isinstance(exc, MemoryGraphError) and name not in str(exc):
            exc.args = (f"{exc} ({name})",)
    if cause is exc.__cause__:
        exc.__cause__ = None
    if cause is exc.__context__:
        exc.__context__ = None


def _holds(exc: BaseException, teller: Teller) -> bool:
    """Tell whether an error, or what caused it, shows a secret."""
    shown = traceback.TracebackException.from_exception(exc, limit=0)
    said = "".join(shown.format())
    return teller.tell(said) != said


def _said(exc: BaseException) -> str:
    """Return what an error says of itself, without the name of its type."""
    shown = "".join(traceback.format_exception_only(exc)).removesuffix("\n")
    return _TYPE.sub("", shown)


def _settings_of(given: tuple[object, ...]) -> Settings:
    """Return the settings that a call works with: those of its memory, or those it was given."""
    for one in given:
        values = one.values() if type(one) is dict else (one,)
        for value in values:
            found = _found_in(value)
            if found is not None:
                return found
    return Settings()


def _found_in(value: object) -> Settings | None:
    if isinstance(value, Settings):
        return value
    if isinstance(value, Resources):
        return value.settings
    held = getattr(value, "__dict__", {})  # no attribute: what a caller gave may compute it
    memory = getattr(held.get("_runtime"), "__dict__", held)
    resources = memory.get("resources")
    return resources.settings if isinstance(resources, Resources) else None
