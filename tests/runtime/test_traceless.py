"""Answers without a trace say why, and numbers that a trace can't hold are refused."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.errors import InvalidInput, ProviderError

CALLS: list[Callable[[MemoryRuntime, Any], Any]] = [
    lambda memory, trace: memory.explain(trace),
    lambda memory, trace: memory.replay_trace(trace),
    lambda memory, trace: memory.after_turn(trace, "success"),
]


@pytest.mark.parametrize("call", CALLS)
def test_an_empty_namespace_has_no_traces(call: Callable[[MemoryRuntime, Any], Any]) -> None:
    """Its answers have none, no namespace is made for one, and whoever asks for it is told why."""
    memory = MemoryRuntime.local("app", ":memory:")
    context = memory.query("Where do I live?")

    assert context.trace_id is None
    assert memory.stats().head.seq == 0
    with pytest.raises(InvalidInput, match="nothing is stored"):
        call(memory, context.trace_id)


def test_no_traces_kept() -> None:
    """With `traces_kept=0` an answer names no trace."""
    memory = MemoryRuntime.local("app", ":memory:", settings=Settings(traces_kept=0))
    memory.observe_and_commit("I like tea.")

    assert memory.query("tea").trace_id is None


@pytest.mark.parametrize("size", [1e101, -1e300, 1.7e308])
def test_huge_scores_are_refused(size: float) -> None:
    """A reranker whose scores can't be rounded is refused before a trace is written."""
    memory = MemoryRuntime.local(
        "app", ":memory:", reranker=lambda query, texts: [size for _ in texts]
    )
    memory.observe_and_commit("I like tea.")

    with pytest.raises(ProviderError, match=r"1e\+100 at most"):
        memory.query("tea")


@pytest.mark.parametrize("size", [1e100, -1e100, 1e-300])
def test_large_scores_are_kept(size: float) -> None:
    """What is allowed is explained and replayed."""
    memory = MemoryRuntime.local(
        "app", ":memory:", reranker=lambda query, texts: [size / (n + 1) for n in range(len(texts))]
    )
    memory.observe_many(["I like tea.", "You like tea."])
    context = memory.query("tea")

    assert context.trace_id is not None
    assert memory.replay_trace(context.trace_id) == context
    assert memory.explain(context.trace_id).items


def test_counters_may_count_with_numpy() -> None:
    """A number of tokens is any whole number."""
    memory = MemoryRuntime.local("app", ":memory:", count_tokens=lambda text: np.int64(len(text)))
    memory.observe_and_commit("I like tea.")
    context = memory.query("tea", budget_tokens=500)

    assert type(context.tokens) is int
    assert context.tokens == len(context.to_prompt())


@pytest.mark.parametrize("text", [b"tea", bytearray(b"tea"), None, 3])
def test_what_is_no_text_is_refused(text: Any) -> None:
    """Bytes are no question."""
    with pytest.raises(InvalidInput, match="text"):
        MemoryRuntime.local("app", ":memory:").query(text)
