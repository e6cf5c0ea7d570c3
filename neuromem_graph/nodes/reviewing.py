"""Ask a human about what is held, until the answer is one; commit the answers."""

from collections.abc import Mapping, Sequence
from typing import Any

from langgraph.types import interrupt

from neuromem_graph.core import holding
from neuromem_graph.errors import InvalidInput
from neuromem_graph.nodes.single import write
from neuromem_graph.nodes.state import Json, load, plain
from neuromem_graph.pipeline import clearing, review
from neuromem_graph.resources import Resources
from neuromem_graph.types import ingest as records

_WAITS = frozenset({"held", "quarantined"})


def asked_about(receipt: records.Receipt) -> list[str]:
    """Return the ids of the items of a receipt that wait for a decision."""
    return [item.id for item in receipt.items if item.what in _WAITS and item.id is not None]


class Reviewer:
    """Call the stages of the review; each asks once, and a wrong answer leads to another.

    LangGraph replays a resume value whenever its node runs again: were all questions asked by one
    run, an old wrong answer would be held against items it was not meant for.
    """

    def __init__(self, resources: Resources) -> None:
        self._resources = resources

    def review(self, state: Any) -> Json:
        """Ask about what still waits of what was held."""
        ids, error = state["asking"]["ids"], state["asking"]["error"]
        waiting = self._waiting(state, ids)
        if not waiting:
            return {"answers": {}, "asking": None}
        answer = interrupt(_request(list(waiting.values()), error))
        try:
            answers = self._answers(state, ids, waiting, answer)
        except InvalidInput as exc:
            told = clearing.failure(str(exc), self._resources, answer)
            return {"asking": {"ids": list(waiting), "error": told}}
        return {"answers": answers, "asking": None}

    def settle(self, state: Any) -> Json:
        """Commit the answers, one transaction each; what was decided elsewhere is told."""
        receipt = load(records.Receipt, state["receipt"])
        answers, items, seq = state["answers"], list[records.ReceiptItem](), receipt.seq
        waiting = self._waiting(state, asked_about(receipt))
        for item in receipt.items:
            if item.what not in _WAITS or (item.id in waiting and item.id not in answers):
                items.append(item)
            elif item.id not in waiting:
                told = {"what": "skipped", "reason": "decided already", "choices": ()}
                items.append(item.model_copy(update=told))
            else:
                given = load(records.Answer, answers[item.id])
                done, reached = self._settled(receipt, item, given)
                items, seq = [*items, *done], max(seq, reached)
        settled = receipt.model_copy(update={"items": tuple(items), "seq": seq})
        write(settled)
        return {"receipt": plain(settled), "memory_seq": seq}

    def _settled(
        self, receipt: records.Receipt, item: records.ReceiptItem, given: records.Answer
    ) -> tuple[Sequence[records.ReceiptItem], int]:
        """Commit one answer; one that what was recorded meanwhile spoiled leaves its item held."""
        assert item.id is not None
        try:
            done = review.settle(receipt.namespace, item.id, given, self._resources)
        except InvalidInput as exc:
            why = clearing.failure(str(exc), self._resources, given)
            return [item.model_copy(update={"reason": f"{item.reason}; {why}"})], 0
        return done.items, done.seq

    def _waiting(self, state: Any, ids: Sequence[str | None]) -> dict[str, records.HeldItem]:
        namespace = load(records.Receipt, state["receipt"]).namespace
        held = {item.id: item for item in review.pending(namespace, self._resources)}
        return {key: held[key] for key in ids if key in held}

    def _answers(
        self, state: Any, asked: Sequence[str], waiting: Mapping[str, records.HeldItem], answer: Any
    ) -> dict[str, Json]:
        """Read one decision per item that was asked about, or per one that still waits."""
        given = answer.get("decisions") if isinstance(answer, Mapping) else None
        ids = next((one for one in (list(waiting), asked) if _fits(one, given)), None)
        if ids is None:
            raise InvalidInput(
                f"{answer!r} is no answer: resume with {{'decisions': [...]}}, one decision for "
                f"each of the {len(waiting)} held items"
            )
        namespace = load(records.Receipt, state["receipt"]).namespace
        answers = {}
        for key, one in zip(ids, given or (), strict=True):
            if key in waiting:
                read = _answer(waiting[key], one)
                review.check(namespace, key, read, self._resources)
                answers[key] = plain(read)
        return answers


def _request(held: Sequence[records.HeldItem], error: str | None) -> Json:
    """Ask in the form of LangChain's human-in-the-loop middleware."""
    actions = [
        {"name": f"decide_{item.reason}", "description": f"{item.text!r}: {item.reason}",
         "args": {"id": item.id, "choices": [plain(choice) for choice in item.choices],
                  "claim": item.claim, "against": list(item.against),
                  "allowed": list(item.allowed)}}
        for item in held
    ]  # fmt: skip
    fitting: dict[str, dict[str, None]] = {}
    for item in held:
        fitting.setdefault(f"decide_{item.reason}", {}).update(dict.fromkeys(item.allowed))
    configs = [
        {"action_name": name, "allowed_decisions": list(allowed)}
        for name, allowed in fitting.items()
    ]
    request: Json = {"action_requests": actions, "review_configs": configs}
    return request if error is None else request | {"error": error}


def _fits(ids: Sequence[str], given: Any) -> bool:
    return isinstance(given, list | tuple) and len(given) == len(ids)


def _answer(item: records.HeldItem, given: Any) -> records.Answer:
    """Read one decision: its type, and what that type needs."""
    entities = sorted(choice.entity for choice in item.choices)
    try:
        if not isinstance(given, Mapping):
            raise InvalidInput("no decision")
        read = review.answer_of(
            given.get("type"), given.get("entity"), given.get("text"), given.get("by", "human")
        )
        holding.check(read, item.reason, entities)
    except InvalidInput as exc:
        first, *others = (f"'{one}'" for one in item.allowed)
        hint = f" {first} with one of the entities {entities}" if "merge" in item.allowed else first
        raise InvalidInput(
            f"{given!r} does not answer {item.text!r}: use type {hint.strip()}, "
            f"{' or '.join(others)} ({exc})"
        ) from exc
    return read
