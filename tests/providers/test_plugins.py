"""Packages offer embedders, extractors, chat models and rerankers by entry points."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import ConfigError
from neuromem_graph.providers import plugins
from neuromem_graph.providers.plugins import Plugin, installed
from neuromem_graph.stores import MemoryStore

PAGE = Path(__file__).parents[2] / "docs" / "plugins.md"
SAID = "I moved to Porto."


class Site:
    """A folder of installed packages."""

    def __init__(self, path: Path) -> None:
        self.path, self.modules = path, set[str]()

    def install(self, name: str, code: str, points: dict[str, dict[str, str]]) -> None:
        """Install a package as pip does: a module, and what its metadata say of it."""
        module = name.replace("-", "_")
        info = self.path / f"{module}-1.0.dist-info"
        info.mkdir(parents=True)
        (self.path / f"{module}.py").write_text(code)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        lines = list[str]()
        for group, entries in points.items():
            lines += [f"[{group}]", *(f"{key} = {value}" for key, value in entries.items())]
        (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
        self.modules.add(module)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A folder on the path; what was imported from it is forgotten."""
    made = Site(tmp_path / "site")
    made.path.mkdir()
    monkeypatch.syspath_prepend(str(made.path))
    yield made
    for module in made.modules:
        sys.modules.pop(module, None)


def blocks(language: str) -> list[str]:
    """Return the blocks of the page in a language."""
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def offer(site: Site, group: str, code: str, name: str = "acme", package: str = "acme-x") -> None:
    """Install a package whose one entry point is `made`."""
    point = {f"neuromem_graph.{group}": {name: f"{package.replace('-', '_')}:made"}}
    site.install(package, code, point)


def documented(site: Site) -> None:
    """Install the package of the page."""
    code, _ = blocks("python")
    project = tomllib.loads(blocks("toml")[0])["project"]
    site.install(project["name"], code, project["entry-points"])


def test_the_page_is_true(site: Site) -> None:
    """The package of the page, installed, does what the page says of it."""
    documented(site)
    exec(blocks("python")[1], {})


def test_every_group_is_on_the_page() -> None:
    """The page names every group, and no other."""
    assert set(re.findall(r"\| `neuromem_graph\.(\w+)`", PAGE.read_text())) == set(plugins.GROUPS)


def test_nothing_is_imported_until_it_is_asked_for(site: Site) -> None:
    """Listing plugins and opening a memory without them imports none of them."""
    documented(site)
    code = """
import sys
from neuromem_graph import MemoryRuntime
from neuromem_graph.providers.plugins import installed
assert "acme" in {one.name for one in installed()}
MemoryRuntime.local("x", ":memory:", extractor="rules").ingest(user="I like tea.")
assert "acme_memory" not in sys.modules
MemoryRuntime.local("x", ":memory:", extractor="acme:any")
assert "acme_memory" in sys.modules
"""
    there = {"PYTHONPATH": f"{site.path}:{Path(__file__).parents[2]}", "PATH": ""}
    done = subprocess.run([sys.executable, "-c", code], env=there, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.returncode == 0


def test_what_is_installed_is_listed(site: Site) -> None:
    """Plugins are told by group, name, package and version, a broken one too."""
    documented(site)
    offer(site, "chat_models", "raise RuntimeError")
    mine = [one for one in installed() if one.package.startswith("acme")]
    assert mine == [Plugin("embedders", "acme", "acme-memory", "1.0"),
                    Plugin("extractors", "acme", "acme-memory", "1.0"),
                    Plugin("chat_models", "acme", "acme-x", "1.0"),
                    Plugin("rerankers", "acme", "acme-memory", "1.0")]  # fmt: skip


GIVEN = {"embedders": "embedder", "extractors": "extractor", "chat_models": "extractor",
         "rerankers": "reranker"}  # fmt: skip


def refused(group: str, name: str = "acme:m") -> str:
    """Open a memory with a plugin and return why that fails."""
    with pytest.raises(ConfigError) as error:
        MemoryRuntime.local("x", ":memory:", **{GIVEN[group]: name})
    return str(error.value)


@pytest.mark.parametrize("group", plugins.GROUPS)
@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import nowhere_to_be_found", "can't be imported.*nowhere_to_be_found"),
        ("raise KeyError('a key')", "can't be imported.*a key"),
        ("other = 1", "can't be imported.*made"),
        ("made = 'text'", "an entry point names a function"),
        ("def made(model): raise KeyError('no key')", "can't make 'm'.*no key"),
        ("def made(): return None", "can't make 'm'"),
        ("def made(model): return None", "made None"),
        ("def made(model): return 'rules'", "made 'rules'"),
        ("def made(model): return 5", "made"),
        ("def made(model): return dict", "made"),
    ],
)
def test_a_broken_plugin_is_named(group: str, code: str, why: str, site: Site) -> None:
    """Whatever is wrong with a plugin, the error says so, and which package it is of."""
    offer(site, group, code)
    told = refused(group)
    assert re.search(why, told)
    assert "the plugin 'acme' of acme-x" in told


@pytest.mark.parametrize("group", plugins.GROUPS)
def test_two_packages_with_one_name(group: str, site: Site) -> None:
    """Neither wins: the error names both, and nothing is imported."""
    offer(site, group, "raise RuntimeError", package="acme-one")
    offer(site, group, "raise RuntimeError", package="acme-two")
    told = refused(group)
    assert "acme-one and acme-two" in told
    assert "uninstall one" in told


@pytest.mark.parametrize("group", plugins.GROUPS)
def test_an_unknown_name_shows_the_known_ones(group: str, site: Site) -> None:
    """Who mistypes a name is shown what plugins are called."""
    offer(site, group, "made = dict")
    assert "acme" in refused(group, "akme:m")


def test_errors_of_ours_pass(site: Site) -> None:
    """A factory that refuses a model in our words is heard."""
    documented(site)
    assert refused("embedders", "acme:huge") == (
        "acme has no embedder 'huge': use 'small' or 'large'"
    )


def test_our_own_names_come_first(site: Site) -> None:
    """No package can take the name of what is built in."""
    offer(site, "extractors", "raise RuntimeError", name="ollama")
    offer(site, "embedders", "raise RuntimeError", name="ollama", package="acme-y")
    offer(site, "extractors", "raise RuntimeError", name="rules", package="acme-z")
    MemoryRuntime.local("x", ":memory:", extractor="ollama:a", embedder="ollama:b").close()
    MemoryRuntime.local("x", ":memory:", extractor="rules").close()


CHATS = {
    "ours": """
from neuromem_graph.types.chat import ChatReply
class made:
    def __init__(self, model): self.model = model
    def complete(self, request): return ChatReply(text=REPLY)
""",
    "langchain": """
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
def made(model): return GenericFakeChatModel(messages=iter([REPLY]))
""",
}
REPLY = f"""REPLY = '''{{"facts": [{{"message": 0, "quote": "{SAID}", "about": "user",
"attribute": "lives_in", "value": "Porto", "status": "changed"}}]}}'''
"""


@pytest.mark.parametrize("group", ["chat_models", "extractors"])
@pytest.mark.parametrize("kind", CHATS)
def test_chat_models(group: str, kind: str, site: Site) -> None:
    """A chat model of a plugin extracts; as an extractor only LangChain's is known for one."""
    if (group, kind) == ("extractors", "ours"):
        return
    offer(site, group, REPLY + CHATS[kind])
    with MemoryRuntime.local("x", ":memory:", extractor="acme:m") as memory:
        memory.ingest(user=SAID)
        assert memory.query("Where do I live?").worldview[0].value == "Porto"


EMBEDDERS = {
    "function": "def made(model): return lambda texts: [[1.0, len(t)] for t in texts]",
    "embeddings": """
class made:
    def __init__(self, model): pass
    def embed_documents(self, texts): return [[1.0, len(t)] for t in texts]
    def embed_query(self, text): return [1.0, len(text)]
""",
    "no name": """
class made:
    def __init__(self, model): pass
    def embed(self, texts): return [[1.0, len(t)] for t in texts]
""",
}


@pytest.mark.parametrize("code", EMBEDDERS.values(), ids=EMBEDDERS)
def test_embedders(code: str, site: Site) -> None:
    """Embeddings, functions and nameless objects are kept under the name that was asked for."""
    offer(site, "embedders", code)
    with MemoryRuntime.local("x", ":memory:", embedder="acme:m") as memory:
        memory.ingest(user=SAID)
        assert memory.query("Where do I live?").items
        assert memory.performance_stats().embeddings.model == "acme:m"


def test_a_store_takes_plugins(site: Site) -> None:
    """An index of a store names an embedder as a memory does."""
    documented(site)
    index: Any = {"embed": "acme:small", "dims": 6}
    with MemoryStore(":memory:", index=index) as store:
        store.put(("a",), "k", {"text": "tea"})
        assert store.search(("a",), query="tea")[0].score


def test_a_package_seen_twice(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One package that is twice on the path is no conflict."""
    other = Site(tmp_path / "other")
    for one in (site, other):
        offer(one, "extractors", "def made(model): return lambda text: []")
    monkeypatch.syspath_prepend(str(other.path))
    MemoryRuntime.local("x", ":memory:", extractor="acme:m").close()
