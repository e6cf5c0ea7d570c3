"""Extract with a chat model: ask, read, ground, and ask once more where the reply can't be used."""

import asyncio
from collections.abc import Awaitable, Generator, Sequence
from typing import Protocol, runtime_checkable

from neuromem_graph.core import appraisal, prompting, proposing, replies
from neuromem_graph.errors import ProviderError
from neuromem_graph.settings import Settings
from neuromem_graph.settings.extracting import Extracting
from neuromem_graph.settings.predicates import PREDICATES
from neuromem_graph.types.chat import ChatReply, ChatRequest
from neuromem_graph.types.ingest import Claim, Extraction, Rejection, Turns

__all__ = ["AsyncChat", "Chat", "ModelExtractor"]

_ADVICE = {
    "empty": "an empty reply",
    "refused": "a refusal",
    "no_json": "prose without JSON",
    "truncated": "a reply that was cut: raise num_ctx or Settings.extracting.reply_tokens",
    "no_list": "JSON that lists no facts",
    "too_long": "a reply that is too long",
}


class Chat(Protocol):
    """Ask a chat model once."""

    def complete(self, request: ChatRequest) -> ChatReply:
        """Return what the model answers.

        Raises:
            ProviderError: the model can't be reached, or refused; the message says what to do.
        """


@runtime_checkable
class AsyncChat(Protocol):
    """Ask a chat model once, without blocking the event loop."""

    async def acomplete(self, request: ChatRequest) -> ChatReply:
        """Return what the model answers; errors as for `Chat.complete`."""


class _Unusable(ProviderError):
    """The model can be reached, and what it says of some messages can't be used."""


_Asking = Generator[ChatRequest, ChatReply, Extraction]


class ModelExtractor:
    """Find claims by asking a chat model; every claim quotes words that stand in its message.

    A message that only says "ok" or "thanks" is never asked about. Messages of one ingest share
    calls of at most `extracting.characters`; a longer one is cut between sentences. A reply that
    can't be used is asked for once more; then the turns of that call are deferred: their events are
    kept, and the receipt says why.

    Args:
        chat: the model; one with `acomplete` is awaited by the async methods.
        settings: small talk, the predicates that are declared, and `extracting`.
    """

    def __init__(self, chat: Chat, settings: Settings | None = None) -> None:
        self._chat = chat
        self._settings = settings or Settings()

    def extract(self, turns: Turns) -> Extraction:
        """Return the claims of every turn; the turns of a call that fails are deferred."""
        asking = self._asking(turns)
        try:
            request = next(asking)
            while True:
                try:
                    reply = self._chat.complete(request)
                except ProviderError as exc:
                    request = asking.throw(exc)
                else:
                    request = asking.send(reply)
        except StopIteration as done:
            return _given(done)

    async def aextract(self, turns: Turns) -> Extraction:
        """Do as `extract`, awaiting the model."""
        asking = self._asking(turns)
        try:
            request = next(asking)
            while True:
                try:
                    reply = await self._awaited(request)
                except ProviderError as exc:
                    request = asking.throw(exc)
                else:
                    request = asking.send(reply)
        except StopIteration as done:
            return _given(done)

    def _awaited(self, request: ChatRequest) -> Awaitable[ChatReply]:
        if isinstance(self._chat, AsyncChat):
            return self._chat.acomplete(request)
        return asyncio.to_thread(self._chat.complete, request)

    def _asking(self, turns: Turns) -> _Asking:
        """Ask all that is to be asked; the drivers answer, with or without an event loop."""
        bounds = self._settings.extracting
        everyone = range(len(turns.turns))
        wanted = [
            at for at in everyone if appraisal.content_terms(turns.turns[at].text, self._settings)
        ]
        found: list[Claim] = []
        rejected: list[Rejection] = []
        deferred: dict[int, str] = {}
        unreadable: set[int] = set()
        calls = list(prompting.calls(turns, wanted, bounds))
        while calls:
            pieces = calls.pop(0)
            try:
                answer = yield from self._answered(pieces, turns, bounds)
            except _Unusable as exc:
                if len(pieces) > 1:  # one of them may be why: each is asked about alone
                    calls[:0] = [(piece,) for piece in pieces]
                    continue
                deferred[pieces[0].turn] = str(exc)
                unreadable.add(pieces[0].turn)
            except ProviderError as exc:
                deferred |= {piece.turn: str(exc) for piece in pieces}
            else:
                grounded = proposing.claims(answer.facts, pieces, turns)
                found += grounded.claims
                rejected += grounded.rejected
        found = [claim for claim in found if claim.turn not in deferred]
        read = [at for at in everyone if at not in deferred]
        claims = (*found, *proposing.covered(turns, read, found))
        ordered = sorted(claims, key=lambda claim: (claim.turn, claim.start, claim.end))
        return Extraction(claims=tuple(ordered), rejected=tuple(rejected), deferred=deferred,
                          unreadable=tuple(sorted(unreadable)))  # fmt: skip

    def _answered(
        self, pieces: Sequence[prompting.Piece], turns: Turns, bounds: Extracting
    ) -> Generator[ChatRequest, ChatReply, replies.Read]:
        problem: str | None = None
        names = [one.name for one in (*self._settings.predicates, *PREDICATES)]
        known = [name for name in names if not name.endswith("*")]
        for _ in range(bounds.tries):
            reply = yield prompting.request(pieces, turns, known, bounds, problem)
            answer = replies.read(reply, bounds.reply_characters)
            if answer.problem is None:
                return answer
            problem = _ADVICE[answer.problem]
        raise _Unusable(f"the model gave {problem}, {bounds.tries} times")


def _given(done: StopIteration) -> Extraction:
    value: Extraction = done.value
    return value
