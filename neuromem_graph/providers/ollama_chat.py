"""Chat with a local Ollama server."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from neuromem_graph.core.text import estimate_tokens
from neuromem_graph.errors import ProviderError
from neuromem_graph.types.chat import ChatReply, ChatRequest

__all__ = ["OllamaChat"]

_STEP = 2_048  # num_ctx grows by these, so that the server seldom loads the model anew
_FRAME = 128  # tokens of the chat template around the messages
_BUSY = (429, 500, 502, 503, 504)


class OllamaChat:
    """Ask a chat model through the `ollama` client, with a reply held to a JSON schema.

    `num_ctx` is set from the size of what is asked, since the server otherwise cuts the prompt
    silently; a reply whose prompt was cut all the same is marked as truncated.

    Args:
        model: a chat model the server holds.
        host: its address; `OLLAMA_HOST` or the local default otherwise.
        timeout: seconds to wait for an answer.
        attempts: of a call that the server refuses for now, or that finds no connection.
        most_context: tokens of `num_ctx` at most; what does not fit is refused.
        pause: waits some seconds before the next attempt.
    """

    def __init__(
        self, model: str = "llama3.1:8b", host: str | None = None, *, timeout: float = 120.0,
        attempts: int = 3, most_context: int = 32_768,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:  # fmt: skip
        from ollama import Client  # noqa: PLC0415  only when used

        self.model = model
        self._client = Client(host=host, timeout=timeout)
        self._attempts, self._most, self._pause = attempts, most_context, pause

    def complete(self, request: ChatRequest) -> ChatReply:
        """Return what the model answers.

        Raises:
            ProviderError: no server answers, it does not hold the model, it failed again and
                again, or what is asked does not fit into its context.
        """
        context = self._context(request)
        for attempt in range(1, self._attempts + 1):
            try:
                return self._once(request, context)
            except _Later as exc:
                if attempt == self._attempts:
                    raise ProviderError(f"{exc}, {attempt} times") from exc.__cause__
                self._pause(2.0 ** (attempt - 1))
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

    def _once(self, request: ChatRequest, context: int) -> ChatReply:
        with _explained(self.model):
            answer = self._client.chat(
                model=self.model, stream=False, format=request.answer or None, think=None,
                messages=[{"role": "system", "content": request.system},
                          {"role": "user", "content": request.user}],
                options={"num_ctx": context, "num_predict": request.reply_tokens,
                         "temperature": 0.0, "seed": 0},
            )  # fmt: skip
        return ChatReply(text=answer.message.content or "", truncated=_is_cut(answer, context))


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
