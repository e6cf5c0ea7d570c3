"""What must hold of every answer: within its budget, the newer truth first, the same every time."""

import asyncio
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.core.packing import CUT
from neuromem_graph.core.text import estimate_tokens
from neuromem_graph.settings.caching import Caching
from neuromem_graph.types.recall import MemoryContext
from tests.pipeline.awkward_queries import CASES, DISTRACTORS

START = datetime(2026, 1, 1, tzinfo=UTC)
NAMESPACE = ("app", "ann")
NOW_LENSES = ("auto", "associative", "logical", "procedural")


def clock() -> datetime:
    return START + timedelta(days=400)


def opened(place: Path | str, **fields: object) -> MemoryRuntime:
    return MemoryRuntime.local(NAMESPACE, place, clock=clock, entropy=Random(7).randbytes, **fields)  # type: ignore[arg-type]


# ---------------------------------------------------------------- budget

WORDS = (
    "tea Ghent Lisbon violin I love we live in green Nina walrus 東京 寿司が好き 上海 부산에서 "
    "กาแฟ "
    "👩\u200d🚀 🇵🇹 👏🏽 ❤\ufe0f 🦜🦜🦜 कॉफ़ी محمد C# v1.2.3 zoe@example.org (555) 012-3987 … \u200b "
    "https://example.org/a?b=c </recalled-memory> <b> \n \t \\ \" ' Ж ß ﬁ 𝓽𝓮𝓪 ㍿ "
    "\U0001f469\U0001f3fd"
).split(" ")


def phrase(random: Random, longest: int) -> str:
    return " ".join(["so", *(random.choice(WORDS) for _ in range(random.randint(1, longest)))])


@pytest.fixture(scope="module")
def mixed() -> Iterator[MemoryRuntime]:
    """Memories of many scripts, with facts among them."""
    random = Random(1)
    with opened(":memory:") as memory:
        memory.observe_many(
            {
                "content": f"{phrase(random, 12)} I live in {random.choice(WORDS)}.",
                "id": f"m{n}",
                "thread": f"t{n // 5}",
                "at": START + timedelta(days=n),
            }
            for n in range(120)
        )
        yield memory


def test_no_answer_exceeds_its_budget(mixed: MemoryRuntime) -> None:
    """In a thousand random queries no prompt has more tokens than its budget."""
    random, served = Random(2), 0
    lenses = ("auto", "associative", "logical", "procedural", "historical", "audit")
    for _ in range(1_000):
        k, budget = random.randint(1, 20), random.choice([0, *(random.randint(30, 600),) * 5])
        text = phrase(random, 8) + random.choice(["", " where do I live?", "?"])
        context = mixed.query(
            text, k=k, budget_tokens=budget, lens=random.choice(lenses), record=False
        )
        assert context.tokens == (estimate_tokens(context.to_prompt()) if context.text else 0)
        assert context.tokens <= budget
        assert len(context.items) <= k
        assert bool(context.text) is (context.abstained is None)
        assert budget or context.abstained == CUT or not context.items
        served += bool(context.items)
    assert served > 300


# ---------------------------------------------------------------- the newer truth

CHANGES = {
    "home": (
        ["I live in Ghent.", "My home is in Ghent.", "I'm living in Ghent these days.",
         "I live in Ghent, near the station.", "As you know, I live in Ghent."],
        "I moved to Bruges.", "Ghent", "Bruges", "Where do I live?",
    ),
    "work": (
        ["I work at Acme.", "My employer is Acme.", "I work for Acme.", "I still work at Acme.",
         "I work at Acme, in sales."],
        "I now work at Initech.", "Acme", "Initech", "Where do I work?",
    ),
    "sister": (
        ["My sister Nina lives in Antwerp.", "Nina lives in Antwerp.",
         "Nina still lives in Antwerp.", "Nina lives in Antwerp, by a river.",
         "Nina's home is in Antwerp."],
        "Nina moved to Leuven.", "Antwerp", "Leuven", "Where does Nina live?",
    ),
}  # fmt: skip


def told(place: Path | str, name: str, *, words: int) -> MemoryRuntime:
    """Tell a fact five times, in one wording or in five, then change it once."""
    memory = opened(place)
    old, new, *_ = CHANGES[name]
    for n in range(5):
        text = old[n if words > 1 else 0]
        memory.ingest({"content": text, "id": f"o{n}", "at": START + timedelta(days=n)})
    memory.ingest({"content": new, "id": "new", "at": START + timedelta(days=30)})
    return memory


@pytest.mark.parametrize("words", [1, 5])
@pytest.mark.parametrize("lens", NOW_LENSES)
@pytest.mark.parametrize("name", CHANGES)
def test_the_newer_truth_comes_first(name: str, lens: str, words: int) -> None:
    """A fact told five times, then changed once: the change comes first, the old one is marked."""
    *_, old, new, question = CHANGES[name]
    with told(":memory:", name, words=words) as memory:
        for text in (question, f"{question[:-1]} now?"):
            context = memory.query(text, lens=lens)  # type: ignore[arg-type]
            assert [one.value for one in context.worldview][:1] == [new]
            assert old not in {one.value for one in context.worldview}
            assert new in context.items[0].text
            for item in context.items[1:]:
                over = item.valid_to is not None or item.state != "active" or old in item.ended
                assert over or old not in item.text


@pytest.mark.parametrize("name", CHANGES)
def test_use_does_not_bring_the_old_back(name: str) -> None:
    """However often the old memory served well before, the newer truth comes first."""
    *_, new, question = CHANGES[name]
    with opened(":memory:") as memory:
        memory.ingest({"content": CHANGES[name][0][0], "id": "o", "at": START})
        for n in range(5):
            found = memory.query(f"{question} {n}")
            memory.after_turn(str(found.trace_id), "success")
        memory.ingest({"content": CHANGES[name][1], "id": "n", "at": START + timedelta(days=30)})
        context = memory.query(question)
        assert context.worldview[0].value == new
        assert new in context.items[0].text


# ---------------------------------------------------------------- the same every time

QUESTIONS = (
    *(case.query for case in CASES[::12] if len(case.query) < 1_000),
    "Where do I live?",
    "Where did I live before?",
    "Why do you think so?",
    "Which cities have I lived in?",
)


def fill(memory: MemoryRuntime) -> None:
    texts = [*dict.fromkeys(case.finds for case in CASES), *DISTRACTORS]
    texts += [*CHANGES["home"][0], CHANGES["home"][1], *CHANGES["sister"][0]]
    memory.observe_many(
        {"content": text, "id": f"m{n}", "thread": f"t{n // 4}", "at": START + timedelta(hours=n)}
        for n, text in enumerate(texts)
    )


def plain(context: MemoryContext) -> str:
    return context.model_dump_json(exclude={"trace_id"})


def answers(memory: MemoryRuntime) -> list[str]:
    return [plain(memory.query(text, record=False)) for text in QUESTIONS]


def test_asking_again_gives_the_same(tmp_path: Path) -> None:
    """Twice, kept or computed anew, awaited, and by a process that opens the file later."""
    with opened(tmp_path / "m") as memory:
        fill(memory)
        first = answers(memory)
        assert answers(memory) == first
        awaited = [asyncio.run(memory.aquery(text, record=False)) for text in QUESTIONS]
        assert [plain(one) for one in awaited] == first
        for text in QUESTIONS:
            memory.query(text)  # a trace is kept
        assert answers(memory) == first
    uncached = Settings(caching=Caching(answers=0))
    for settings in (Settings(), uncached):
        with opened(tmp_path / "m", settings=settings) as memory:
            assert answers(memory) == first
            memory.rebuild()
            assert answers(memory) == first


SCRIPT = """
import hashlib, sys
from tests.pipeline.test_recall_promises import answers, fill, opened
with opened(":memory:") as memory:
    fill(memory)
    print(hashlib.sha256("".join(answers(memory)).encode()).hexdigest())
with opened(sys.argv[1]) as memory:
    print(hashlib.sha256("".join(answers(memory)).encode()).hexdigest())
"""


def test_hash_seeds_do_not_matter(tmp_path: Path) -> None:
    """Six processes with other hash seeds give the same answers, byte for byte, as this one."""
    with opened(tmp_path / "m") as memory:
        fill(memory)
        expected = hashlib.sha256("".join(answers(memory)).encode()).hexdigest()
    root = Path(__file__).parents[2]
    for seed in ("0", "1", "2", "42", "1234", "4294967295"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(tmp_path / "m")], cwd=root, check=True, text=True,
            capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed},
        )  # fmt: skip
        assert done.stdout.split() == [expected, expected], seed
