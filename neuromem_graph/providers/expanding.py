"""Take whatever says a question in other words, and ask it, sync or async.

What an expander says only points at memories: it is never evidence, and never remembered. One that
fails costs no answer: the question is answered without, and the diagnostics say why.
"""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import Any, NamedTuple

from pydantic import ValidationError

from neuromem_graph.errors import ConfigError, ProviderError
from neuromem_graph.ports import QueryExpander
from neuromem_graph.providers import asking
from neuromem_graph.providers.chat_expanding import ChatRewriter
from neuromem_graph.providers.embedding import is_async
from neuromem_graph.settings.expanding import Expanding
from neuromem_graph.types.expanding import Expansion

__all__ = [
    "CallableExpander", "Expanders", "Expands", "Question", "Told", "aask", "ask", "called",
    "expander_from",
]  # fmt: skip

Texts = Expansion | Mapping[str, Any] | Iterable[str] | str | None
Function = Callable[..., Texts | Awaitable[Texts]]

_MOST = 100  # texts that are taken of an iterator
_WHO = "the expander"
_ASYNC = (
    "the expander can only be awaited: use the async methods (aquery, ainvoke of a graph), or give "
    "one that can do both"
)


class Question(NamedTuple):
    """Ask for what widens a question."""

    text: str
    at: date  # the day, in UTC, of the moment that is asked about


class Told(NamedTuple):
    """Hold what expanders said, and why some of them said nothing."""

    expansion: Expansion
    failed: str | None = None


class CallableExpander:
    """Widen with a function of a question, sync or async.

    Args:
        function: takes the question, and if it likes the day. It returns other questions (a text or
            several), or an `Expansion` with `rewrites` and `passages`, or such a dictionary.

    Raises:
        ConfigError: it is no function of a question.
    """

    def __init__(self, function: Function) -> None:
        if not callable(function):
            raise ConfigError(f"{function!r:.80} is no function of a question")
        self._function, self._awaited = function, is_async(function)
        self._dated = not _takes(function, 1)  # a second argument with a default is not the day's
        if self._dated and not _takes(function, 2):
            raise ConfigError(f"{function!r:.80} takes neither (question) nor (question, day)")
        self.model = str(getattr(function, "__name__", type(function).__name__))

    def expand(self, question: str, at: date) -> Any:
        """Return what the function says.

        Raises:
            ConfigError: the function is async.
        """
        if self._awaited:
            raise ConfigError(_ASYNC)
        return self._call(question, at)

    async def aexpand(self, question: str, at: date) -> Any:
        """Do as `expand`; a sync function runs in a worker thread."""
        if self._awaited:
            return await self._call(question, at)
        return await asyncio.to_thread(self._call, question, at)

    def _call(self, question: str, at: date) -> Any:
        return self._function(question, at) if self._dated else self._function(question)


class Expanders:
    """Ask several expanders, at once if they are awaited; one that fails costs its own part only.

    Args:
        parts: the expanders, as `expander_from` takes them.
        settings: what a chat model is asked for.
    """

    def __init__(self, parts: Sequence[Any], settings: Expanding | None = None) -> None:
        made = [expander_from(one, settings) for one in parts]
        self.parts = tuple(one for one in made if one is not None)

    def expand(self, question: str, at: date) -> Expansion:
        """Return what all of them say.

        Raises:
            ProviderError: none of them said anything.
        """
        told = ask(self, Question(question, at))
        if told.failed and told.expansion == Expansion():
            raise ProviderError(told.failed)
        return told.expansion


Expands = QueryExpander | Function | str | Sequence[Any]
"""What `expander=` takes, besides LangChain chat models: see `expander_from`."""


def expander_from(given: Any, settings: Expanding | None = None) -> QueryExpander | None:
    """Make an expander of what a caller gave.

    Args:
        given: None; an object with `expand(question, at)`, or only `aexpand` for async callers; a
            function, see `CallableExpander`; "provider:model" or a LangChain chat model, which
            rewrite (`ChatRewriter`); or several of these.
        settings: what a chat model is asked for.

    Raises:
        ConfigError: it is none of these; the message says what to do.
    """
    if given is None or (callable(getattr(given, "expand", None)) and not isinstance(given, type)):
        return given
    if isinstance(given, list | tuple):
        return Expanders(given, settings) if given else None
    chats = callable(getattr(given, "invoke", None)) and callable(getattr(given, "ainvoke", None))
    if isinstance(given, str) or chats:
        return ChatRewriter(given, settings)
    if is_async(getattr(given, "aexpand", None)):
        return CallableExpander(given.aexpand)
    if callable(given) and not isinstance(given, type):
        return CallableExpander(given)
    raise ConfigError(
        f"expander={given!r:.80}: give an object with expand(question, at), a function of a "
        "question, 'provider:model', a LangChain chat model, or a list of these"
    )


def called(expander: QueryExpander) -> str:
    """Return a name for an expander: its class, and its model or function."""
    if isinstance(expander, Expanders):
        return ", ".join(map(called, expander.parts))
    model = getattr(expander, "model", None)
    name = type(expander).__name__
    return f"{name}:{model}" if isinstance(model, str) else name


def ask(expander: QueryExpander, question: Question) -> Told:
    """Ask an expander.

    Returns:
        What it said. Where it failed, why.

    Raises:
        ConfigError: it can only be awaited, or what it says is no text.
    """
    return _joined([_asked(one, question) for one in _parts(expander)])


async def aask(expander: QueryExpander, question: Question) -> Told:
    """Do as `ask`, without blocking the event loop; awaited, if it can be."""
    asked = [_aasked(one, question) for one in _parts(expander)]
    told = await asyncio.gather(*asked, return_exceptions=True)
    for one in told:
        if isinstance(one, BaseException):
            raise one
    return _joined([one for one in told if isinstance(one, Told)])


def _parts(expander: QueryExpander) -> Sequence[QueryExpander]:
    return expander.parts if isinstance(expander, Expanders) else (expander,)


def _asked(expander: QueryExpander, question: Question) -> Told:
    try:
        with asking(_WHO):
            given = _listed(expander.expand(*question))
    except ProviderError as exc:
        return Told(Expansion(), str(exc))
    if inspect.isawaitable(given):
        _drop(given)
        raise ConfigError(_ASYNC)
    return Told(_checked(given))


async def _aasked(expander: QueryExpander, question: Question) -> Told:
    own = getattr(expander, "aexpand", None)
    try:
        with asking(_WHO):
            if own is None:
                given: Any = await asyncio.to_thread(expander.expand, *question)
            else:
                given = await own(*question)
            given = _listed(await given if inspect.isawaitable(given) else given)
    except ProviderError as exc:
        return Told(Expansion(), str(exc))
    return Told(_checked(given))


def _listed(given: Any) -> Any:
    """Take what an iterator gives, some of it if it does not end: it may fail as a call may."""
    return list(islice(given, _MOST)) if isinstance(given, Iterator) else given


def _drop(given: Any) -> None:
    """Close what will not be awaited, so that nobody is warned of it."""
    if inspect.iscoroutine(given):
        given.close()


def _joined(told: Sequence[Told]) -> Told:
    failed = [one.failed for one in told if one.failed is not None]
    return Told(
        Expansion(
            rewrites=tuple(text for one in told for text in one.expansion.rewrites),
            passages=tuple(text for one in told for text in one.expansion.passages),
        ),
        "; ".join(failed) or None,
    )


def _checked(given: Any) -> Expansion:
    """Return what was said as an expansion.

    Raises:
        ConfigError: it is something else: whoever wrote the expander can mend it, nobody else.
    """
    if given is None or isinstance(given, Expansion):
        return given or Expansion()
    try:
        if isinstance(given, Mapping):
            return Expansion.model_validate(dict(given))
        texts = (given,) if isinstance(given, str) else tuple(given)
        return Expansion(rewrites=texts)
    except (TypeError, ValidationError) as exc:
        raise ConfigError(
            f"the expander gave {given!r:.80}: let it give texts, or an Expansion of rewrites and "
            "passages"
        ) from exc


def _takes(function: Function, count: int) -> bool:
    """Tell whether a function can be called with so many arguments, as far as one can see."""
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    except ValueError:  # it has no signature that can be read
        return count == 1
    return True
