"""The LangGraph app: its langgraph.json names what a server can open, and memory lasts."""

import asyncio
import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import HumanMessage

from neuromem_graph.checkpointers import LedgerSaver
from neuromem_graph.stores import MemoryStore

APP = Path(__file__).parents[2] / "examples" / "langgraph_app"
CONFIG = json.loads((APP / "langgraph.json").read_text(encoding="utf-8"))


def load(target: str) -> Any:
    """Load "./file.py:name" as langgraph_api does: by path, as a module of its own."""
    file, _, name = target.rpartition(":")
    spec = importlib.util.spec_from_file_location(Path(file).stem, APP / file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return vars(module)[name]


async def serve(thread: str, *texts: str, user: str = "ann") -> list[str]:
    """Open store and checkpointer as a server does when it starts, and run the graph."""
    graph = load(CONFIG["graphs"]["agent"])
    store, saver = load(CONFIG["store"]["path"]), load(CONFIG["checkpointer"]["path"])
    config = {"configurable": {"thread_id": thread, "user_id": user}}
    async with store() as opened, saver() as checkpointer:
        assert isinstance(opened, MemoryStore)
        assert isinstance(checkpointer, LedgerSaver)
        served = graph.copy({"store": opened, "checkpointer": checkpointer})
        for text in texts:
            done = await served.ainvoke({"messages": [HumanMessage(text)]}, config)
    return [message.text for message in done["messages"]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the files of each test in a folder of its own."""
    monkeypatch.setenv("NEUROMEM_PATH", str(tmp_path / "memory"))
    return tmp_path / "memory"


def test_two_turns_of_a_thread_are_kept() -> None:
    """A thread goes on after a restart, with all its messages."""
    asyncio.run(serve("1", "Nina lives in Antwerp.", "I take green tea."))
    said = asyncio.run(serve("1", "What tea do I take?"))

    assert said[:4] == ["Nina lives in Antwerp.", "Noted.", "I take green tea.", "Noted."]
    assert said[-1] == "I take green tea."


def test_notes_are_found_from_another_thread_and_by_their_user_only() -> None:
    """What one thread noted answers another one of the same user."""
    asyncio.run(serve("1", "Nina lives in Antwerp."))

    assert asyncio.run(serve("2", "Where does Nina live?"))[-1] == "Nina lives in Antwerp."
    assert asyncio.run(serve("3", "Where does Nina live?", user="bob"))[-1] == "I don't know yet."


def test_all_is_in_one_file(folder: Path) -> None:
    """Store and checkpointer share a ledger, so the store can be read as of a checkpoint."""

    async def run() -> None:
        await serve("1", "I take green tea.")
        async with load(CONFIG["store"]["path"])() as store:
            config = {"configurable": {"thread_id": "1"}}
            assert await store.asearch(("notes", "ann"), as_of=config) != []

    asyncio.run(run())
    assert [path.name for path in folder.glob("*.sqlite3")] == ["memory.sqlite3"]


def test_runs_in_the_folder_without_a_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without NEUROMEM_PATH the file lies in .neuromem, where the server was started."""
    monkeypatch.delenv("NEUROMEM_PATH")
    monkeypatch.chdir(tmp_path)

    asyncio.run(serve("1", "I take green tea."))

    assert list((tmp_path / ".neuromem").glob("*.sqlite3")) != []
