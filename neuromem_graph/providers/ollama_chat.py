"""Chat with a local Ollama server."""

import asyncio
import math
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any

from neuromem_graph.core.text import estimate_tokens
from neuromem_graph.errors import ProviderError
from neuromem_graph.types.chat import ChatReply, ChatRequest

__all__ = ["OllamaChat"]

_STEP = 2_048  # num_ctx grows by these, so that the server seldom loads the model anew
_FRAME = 128  # tokens of the chat template around the messages
_BUSY = (429, 500, 502, 503, 504)

_Call = dict[str, Any]
_Steps = Generator[_Call | float, Any, ChatReply]  # calls of the server, and seconds to wait


class OllamaChat:
    """Ask a chat model through the `ollama` client, with a reply held to a JSON schema.

    `num_ctx` is set from the size of what is asked, since the server otherwise cuts the prompt
    silently; a reply whose prompt was cut all the same is marked as truncated. Async callers await
    an async client of their own: a call that is cancelled leaves nothing running.

    Args:
        model: a chat model the server holds.
        host: its address; `OLLAMA_HOST` or the local default otherwise.
        timeout: seconds to wait for an answer.
        attempts: of a call that the server refuses for now, or that finds no connection.
        most_context: tokens of `num_ctx` at most; what does not fit is refused.
        pause: waits some seconds before the next attempt; async callers wait in their loop.
    """

    def __init__(
        self, model: str = "llama3.1:8b", host: str | None = None, *, timeout: float = 120.0,
        attempts: int = 3, most_context: int = 32_768,
        pause: Callable[[float], None] | None = None,
    ) -> None:  # fmt: skip
        from ollama import Client  # noqa: PLC0415  only when used

        self.model = model
        self._client = Client(host=host, timeout=timeout)
        self._host, self._timeout = host, timeout
        self._attempts, self._most, self._pause = attempts, most_context, pause

    def complete(self, request: ChatRequest) -> ChatReply:
        """Return what the model answers.

        Raises:
            ProviderError: no server answers, it does not hold the model, it failed again and
                again, or what is asked does not fit into its context.
        """
        steps = self._steps(request)
        try:
            step = next(steps)
            while True:
                if isinstance(step, float):
                    (self._pause or time.sleep)(step)
                    step = next(steps)
                    continue
                try:
                    step = steps.send(self._client.chat(**step))
                except _errors() as exc:
                    step = steps.throw(exc)
        except StopIteration as done:
            return _given(done)

    async def acomplete(self, request: ChatRequest) -> ChatReply:
        """Do as `complete`, awaiting the server."""
        from ollama import AsyncClient  # noqa: PLC0415  only when used

        # A client of its own: connections belong to the loop that opened them.
        async with AsyncClient(host=self._host, timeout=self._timeout) as client:
            return await self._awaited(self._steps(request), client)

    async def _awaited(self, steps: _Steps, client: Any) -> ChatReply:
        try:
            step = next(steps)
            while True:
                if isinstance(step, float):
                    await self._apause(step)
                    step = next(steps)
                    continue
                try:
                    step = steps.send(await client.chat(**step))
                except _errors() as exc:
                    step = steps.throw(exc)
        except StopIteration as done:
            return _given(done)

    async def _apause(self, seconds: float) -> None:
        if self._pause is None:
            await asyncio.sleep(seconds)
        else:
            await asyncio.to_thread(self._pause, seconds)

    def _steps(self, request: ChatRequest) -> _Steps:
        """Ask until there is an answer; the drivers call and wait, with or without a loop."""
        context = self._context(request)
        call = self._call(request, context)
        for attempt in range(1, self._attempts + 1):
            try:
                with _explained(self.model):
                    answer = yield call
            except _Later as exc:
                if attempt == self._attempts:
                    raise ProviderError(f"{exc}, {attempt} times") from exc.__cause__
                yield 2.0 ** (attempt - 1)
            else:
                return ChatReply(text=answer.message.content or "",
                                 truncated=_is_cut(answer, context))  # fmt: skip
        raise ProviderError("attempts=0: give at least 1")

    def _context(self, request: ChatRequest) -> int:
        wanted = estimate_tokens(request.system) + estimate_tokens(request.user)
        size = math.ceil((wanted + request.reply_tokens + _FRAME) / _STEP) * _STEP
        if size > self._most:
            raise ProviderError(
                f"about {wanted} tokens and a reply of {request.reply_tokens} do not fit into "
                f"most_context={self._most}: lower Settings.extracting.characters"
            )
        return size

    def _call(self, request: ChatRequest, context: int) -> _Call:
        said = (("system", request.system), ("user", request.user))
        return {
            "model": self.model, "stream": False, "format": request.answer or None, "think": None,
            "messages": [{"role": role, "content": text} for role, text in said],
            "options": {"num_ctx": context, "num_predict": request.reply_tokens,
                        "temperature": 0.0, "seed": 0},
        }  # fmt: skip


def _errors() -> tuple[type[Exception], ...]:
    """Return what the client raises."""
    from httpx import HTTPError  # noqa: PLC0415
    from ollama import RequestError, ResponseError  # noqa: PLC0415

    return (ResponseError, RequestError, HTTPError, ConnectionError)


def _given(done: StopIteration) -> ChatReply:
    reply: ChatReply = done.value
    return reply


def _is_cut(answer: Any, context: int) -> bool:
    """Tell whether the reply ends too early, or the prompt filled the whole context."""
    return answer.done_reason == "length" or (answer.prompt_eval_count or 0) >= context - 1


class _Later(Exception):
    """The server may answer if it is asked again."""


@contextmanager
def _explained(model: str) -> Iterator[None]:
    """Turn the errors of the client into ours, or into a wish to try again."""
    from httpx import HTTPError, TimeoutException  # noqa: PLC0415
    from ollama import RequestError, ResponseError  # noqa: PLC0415

    try:
        yield
    except ResponseError as exc:
        if exc.status_code == 404:
            raise ProviderError(
                f"Ollama does not hold {model!r}; run: ollama pull {model}"
            ) from exc
        if exc.status_code in _BUSY:
            raise _Later(f"Ollama failed ({exc.status_code}: {exc.error})") from exc
        raise ProviderError(f"Ollama refused {model!r}: {exc.error}") from exc
    except RequestError as exc:
        raise ProviderError(f"Ollama can't be asked so: {exc.error}") from exc
    except TimeoutException as exc:
        raise _Later("Ollama did not answer in time: give a longer timeout") from exc
    except (ConnectionError, HTTPError) as exc:
        raise _Later(f"no Ollama server answers; run: ollama serve ({exc})") from exc
