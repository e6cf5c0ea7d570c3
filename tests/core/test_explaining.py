"""What explains an answer: parts that add up, a sentence for everything, safe pages."""

import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core import explaining, lenses, packing
from neuromem_graph.core import explaining_words as words
from neuromem_graph.core.fusion import fuse
from neuromem_graph.settings import Retrieval, Settings
from neuromem_graph.types.diagnostics import MISSES, MissReason
from neuromem_graph.types.explaining import Explanation
from neuromem_graph.types.placing import Decision, LeftOut, Placing, Step
from neuromem_graph.types.recall import ChannelHits, MemoryContext, MemoryItem, Trace

NOW = datetime(2026, 1, 1, tzinfo=UTC)
WEIGHTS = Retrieval(weights={"lexical": 0.5}, signals={}, agreement={})
NAMES = (*Retrieval().weights, *Retrieval().signals, *Retrieval().agreement)
NASTY = "</style><script>alert('x')</script> <img src=//evil.example onerror=x> \"&\u202e"


@st.composite
def hits(draw: st.DrawFn, name: str) -> ChannelHits:
    """One channel's ranking of some of ten memories, best first."""
    memories = draw(st.lists(st.integers(1, 10), unique=True, min_size=0, max_size=10))
    low = -1.0 if name in ("importance", "dense") else 0.01
    scores = draw(
        st.lists(st.floats(low, 20.0), min_size=len(memories), max_size=len(memories)).map(
            lambda found: sorted((round(one, 6) for one in found), reverse=True)
        )
    )
    return ChannelHits(channel=name, memories=tuple(memories), scores=tuple(scores))


CHANNELS = st.tuples(*(hits(name) for name in NAMES))


def item(**fields: Any) -> MemoryItem:
    given = {
        "id": "m1", "text": "I love tea.", "kind": "preference", "commitment": "validated",
        "state": "active", "channel": "user", "speaker": None, "thread": "t",
        "happened_at": NOW, "valid_from": NOW, "valid_to": None, "event_id": "e1",
        "message_id": "x1", "support": 1, "score": 1.0, "rank": 1, "why": {}, **fields,
    }  # fmt: skip
    return MemoryItem.model_validate(given)


def trace(*items: MemoryItem, question: str = "Which tea?", **fields: Any) -> Trace:
    query = lenses.make_query(text=question, namespace=("a",))
    plan = lenses.choose(query, NOW, 7, Settings())
    context = MemoryContext(
        query=question, namespace=("a",), lens=plan.lens, seq=7, text="", tokens=3, items=items,
        worldview=(), trace_id="t1", **fields,
    )  # fmt: skip
    return Trace(plan=plan, context=context, cache="miss", miss_reason="cold")


# ---------------------------------------------------------------- parts


@pytest.mark.parametrize("fusion", ["convex", "reciprocal"])
@given(channels=CHANNELS)
def test_parts_are_what_was_fused(fusion: Any, channels: tuple[ChannelHits, ...]) -> None:
    """What each channel contributed, computed from a trace, adds up to the score of the fusion."""
    settings = Retrieval(fusion=fusion)
    weighed = explaining.weighed(channels, settings)
    for one in fuse(channels, settings):
        shown = explaining.parts(item(why=one.channels, score=one.score), weighed)

        moved = [words.ORDER] * (len(shown) > len(one.channels))  # never below a least score
        assert [part.channel for part in shown] == [*one.channels, *moved]
        assert not moved or one.score < 0.01
        assert sum(part.points for part in shown) == pytest.approx(one.score, abs=1e-4)
        if one.score > 0.01:
            assert sum(part.share for part in shown) == pytest.approx(1, abs=1e-3)


def test_a_move_is_a_part() -> None:
    """Where a memory stands on the place of another, the difference is shown: all adds up."""
    channels = [ChannelHits(channel="lexical", memories=(1, 2), scores=(4.0, 2.0))]
    weighed = explaining.weighed(channels, WEIGHTS)
    moved = explaining.parts(item(why={"lexical": (2.0, 2)}, score=0.5), weighed)

    assert [(part.channel, part.points, part.share) for part in moved] == [
        ("lexical", 0.25, 0.5),
        (words.ORDER, 0.25, 0.5),
    ]


def test_an_older_trace_has_parts_without_points() -> None:
    """Of a trace that does not say how scores were weighed, the scores and ranks are shown."""
    (part,) = explaining.parts(item(why={"lexical": (2.0, 2)}), ())
    assert (part.channel, part.score, part.rank, part.points) == ("lexical", 2.0, 2, 0.0)


# ---------------------------------------------------------------- words


def test_everything_has_a_sentence() -> None:
    """Every channel of the settings, every decision and every reason says what it means."""
    also = {"lexical", "window", "reranker", words.ORDER}  # they choose the pool, or order it anew
    assert set(NAMES) | also == set(words.CHANNELS)
    assert set(packing.DECISIONS) == set(get_args(Decision))
    assert set(MISSES) == set(get_args(MissReason))
    assert words.says("of another make") == words.UNKNOWN_CHANNEL


def test_gates_are_named() -> None:
    """A memory that was served says for every gate why it passed, filters included."""
    filters = {"kinds": ["preference"], "channels": ["user"], "thread": "t"}
    query = lenses.make_query(text="tea", namespace=("a",), filters=filters)
    plan = lenses.choose(query, NOW, 7, Settings())
    filtered = trace(item()).model_copy(update={"plan": plan})

    assert {g.gate for g in explaining.explain(filtered).items[0].gates} == set(words.GATES)
    plain = explaining.explain(trace(item())).items[0].gates
    assert {g.gate for g in plain} == set(words.GATES) - {"kind", "channel", "thread"}


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Where did I live before Bruges?", "the wording 'before'"),
        ("tea", "no other lens fits the wording"),
    ],
)
def test_the_lens_is_explained(question: str, says: str) -> None:
    """The words that chose the lens are named, or that there are none."""
    assert explaining.explain(trace(question=question)).lens_says.startswith(says)


# ---------------------------------------------------------------- pages


def everything() -> Explanation:
    """An explanation with something nasty in every text."""
    found = item(
        text=NASTY, speaker=NASTY, thread=NASTY, message_id=NASTY, ended=(NASTY,),
        why={"lexical": (2.0, 1), NASTY: (1.0, 2)},
        placing=Placing(line=1, tokens=9, path=(Step(memory="m0", relation="precedes"),)),
    )  # fmt: skip
    left = LeftOut(memory="m2", rank=2, score=0.1, decision="cut", begins=NASTY)
    channels = [ChannelHits(channel="lexical", memories=(1,), scores=(2.0,))]
    weighed = explaining.weighed(channels, WEIGHTS)
    return explaining.explain(
        trace(found, question=f"tea? {NASTY}", left_out=(left,), weighed=weighed)
    )


class Page(HTMLParser):
    """Collect the tags and attributes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.values: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.values += [f"{name}={value}" for name, value in attrs]
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_page_is_whole_and_safe() -> None:
    """It needs no network and no script, closes what it opens, and shows texts as text."""
    page = everything().to_html()
    read = Page(page)

    assert read.open == []
    assert not {"script", "img", "link", "iframe", "a"} & set(read.tags)
    assert not [one for one in read.values if re.search(r"^on|^src|^href|url\(|//", one)]
    assert "<script>" not in page and "&lt;script&gt;" in page
    assert "svg" in read.tags and "@import" not in page
    assert everything()._repr_html_() in page


def test_json_is_stable_and_whole() -> None:
    """The same trace gives the same bytes, and reading them gives the same explanation."""
    assert everything().to_json() == everything().to_json()
    assert Explanation.model_validate_json(everything().to_json()) == everything()


def test_text_says_all() -> None:
    """Question, lens, channels, items with parts, gates and evidence, and what was left out."""
    shown = everything()
    text = shown.to_text()

    assert str(shown) == text
    for part in ("Lens: associative", "Channels:", "score 1 = 0.5 lexical #1", "said: ", "Gates: ",
                 "reached: m0", "Left out:", "cache: miss", MISSES["cold"]):  # fmt: skip
        assert part in text


def test_nothing_found_is_explained() -> None:
    """An answer that abstained says why."""
    shown = explaining.explain(trace(abstained=packing.NOTHING_RELEVANT))
    assert f"Abstained: {packing.NOTHING_RELEVANT}" in shown.to_text()
    assert packing.NOTHING_RELEVANT in shown.to_html()
