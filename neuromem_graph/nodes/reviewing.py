"""Ask a human about what is held, until the answer is one; commit the answers."""

from collections.abc import Mapping, Sequence
from typing import Any

from langgraph.types import interrupt

from neuromem_graph.errors import InvalidInput
from neuromem_graph.nodes.single import write
from neuromem_graph.nodes.state import Json, load, plain
from neuromem_graph.pipeline import review
from neuromem_graph.resources import Resources
from neuromem_graph.types import ingest as records

_ALLOWED = ("merge", "new", "reject")


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
            answers = _answers(ids, waiting, answer)
        except InvalidInput as exc:
            return {"asking": {"ids": list(waiting), "error": str(exc)}}
        return {"answers": answers, "asking": None}

    def settle(self, state: Any) -> Json:
        """Commit the answers, one transaction each; what was decided elsewhere is told."""
        receipt = load(records.Receipt, state["receipt"])
        answers, items, seq = state["answers"], list[records.ReceiptItem](), receipt.seq
        waiting = self._waiting(state, [item.id for item in receipt.held])
        for item in receipt.items:
            if item.what != "held" or (item.id in waiting and item.id not in answers):
                items.append(item)
            elif item.id not in waiting:
                told = {"what": "skipped", "reason": "decided already", "choices": ()}
                items.append(item.model_copy(update=told))
            else:
                given = load(records.Answer, answers[item.id])
                done = review.settle(receipt.namespace, item.id, given, self._resources)
                items, seq = [*items, *done.items], done.seq
        settled = receipt.model_copy(update={"items": tuple(items), "seq": seq})
        write(settled)
        return {"receipt": plain(settled), "memory_seq": seq}

    def _waiting(self, state: Any, ids: Sequence[str | None]) -> dict[str, records.HeldItem]:
        namespace = load(records.Receipt, state["receipt"]).namespace
        held = {item.id: item for item in review.pending(namespace, self._resources)}
        return {key: held[key] for key in ids if key in held}


def _request(held: Sequence[records.HeldItem], error: str | None) -> Json:
    """Ask in the form of LangChain's human-in-the-loop middleware."""
    actions = [
        {"name": "decide", "description": f"{item.text!r}: {item.reason}",
         "args": {"id": item.id, "choices": [plain(choice) for choice in item.choices]}}
        for item in held
    ]  # fmt: skip
    allowed = {"action_name": "decide", "allowed_decisions": list(_ALLOWED)}
    request: Json = {"action_requests": actions, "review_configs": [allowed]}
    return request if error is None else request | {"error": error}


def _answers(
    asked: Sequence[str], waiting: Mapping[str, records.HeldItem], answer: Any
) -> dict[str, Json]:
    """Read one decision per item that was asked about, or per one that still waits."""
    given = answer.get("decisions") if isinstance(answer, Mapping) else None
    ids = next((one for one in (list(waiting), asked) if _fits(one, given)), None)
    if ids is None:
        raise InvalidInput(
            f"{answer!r} is no answer: resume with {{'decisions': [...]}}, one decision for each "
            f"of the {len(waiting)} held items"
        )
    pairs = zip(ids, given or (), strict=True)
    return {key: _answer(waiting[key], one) for key, one in pairs if key in waiting}


def _fits(ids: Sequence[str], given: Any) -> bool:
    return isinstance(given, list | tuple) and len(given) == len(ids)


def _answer(item: records.HeldItem, given: Any) -> Json:
    decision = given.get("type") if isinstance(given, Mapping) else None
    entity = given.get("entity") if decision == "merge" else None
    entities = sorted(choice.entity for choice in item.choices)
    if decision not in _ALLOWED or (decision == "merge" and entity not in entities):
        raise InvalidInput(
            f"{given!r} does not answer {item.text!r}: use type 'merge' with one of the entities "
            f"{entities}, 'new' or 'reject'"
        )
    return {"decision": decision, "entity": entity}
