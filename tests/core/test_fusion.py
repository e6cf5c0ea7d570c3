"""Fusing channels, agreement with the question, reranking."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core.fusion import agreements, fuse, led, reordered
from neuromem_graph.core.lenses import choose, make_query
from neuromem_graph.errors import ProviderError
from neuromem_graph.settings import Retrieval, Settings
from neuromem_graph.types.ledger import Places
from neuromem_graph.types.recall import ChannelHits

CONVEX = Retrieval(weights={"lexical": 1.0, "window": 1.0, "dense": 1.0})
RECIPROCAL = CONVEX.model_copy(update={"fusion": "reciprocal"})


def ranked(channel: str, *pairs: tuple[int, float]) -> ChannelHits:
    return ChannelHits(
        channel=channel, memories=tuple(m for m, _ in pairs), scores=tuple(s for _, s in pairs)
    )


def test_convex_sum_keeps_distances() -> None:
    """A memory far ahead in one channel beats one that is just ahead in two."""
    found = fuse(
        [ranked("lexical", (1, 9.0), (2, 1.0), (3, 0.5)), ranked("window", (2, 4.0), (1, 3.9))],
        CONVEX,
    )
    assert [one.memory for one in found] == [1, 2, 3]
    assert found[0].score == pytest.approx(1 + 3.9 / 4)


def test_reciprocal_ranks_are_a_choice() -> None:
    """Reciprocal-rank fusion looks at ranks alone: 1 / (60 + rank), summed."""
    found = fuse([ranked("lexical", (1, 9.0), (2, 1.0)), ranked("window", (2, 4.0))], RECIPROCAL)
    assert [one.memory for one in found] == [2, 1]
    assert found[0].score == pytest.approx(1 / 62 + 1 / 61)


def test_ranks_and_scores_are_explained() -> None:
    """Each memory tells its score and rank in every channel that has it, and in no other."""
    found = fuse([ranked("lexical", (5, 9.0), (2, 1.0)), ranked("window", (2, 4.0))], CONVEX)
    why = {one.memory: one.channels for one in found}
    assert why == {5: {"lexical": (9.0, 1)}, 2: {"lexical": (1.0, 2), "window": (4.0, 1)}}


def test_cosines_count_from_their_lowest() -> None:
    """The worst dense hit adds nothing, the best adds the whole weight."""
    found = fuse([ranked("dense", (1, 0.9), (2, 0.5), (3, 0.4))], CONVEX)
    assert [one.score for one in found] == pytest.approx([1.0, 0.2, 0.0])


def test_agreement_raises_but_does_not_retrieve() -> None:
    """What agrees with the question gains a share of its score; nothing is found by that alone."""
    settings = CONVEX.model_copy(update={"agreement": {"kind": 0.5}})
    channels = [ranked("lexical", (1, 10.0), (2, 8.0)), ranked("kind", (2, 1.0), (3, 1.0))]
    assert [(one.memory, one.score) for one in fuse(channels, settings)] == [(2, 1.2), (1, 1.0)]


@pytest.mark.parametrize("settings", [CONVEX, RECIPROCAL])
def test_signals_are_added_but_do_not_retrieve(settings: Retrieval) -> None:
    """A signal adds its weight, in units of the best hit; nothing is found by that alone."""
    settings = settings.model_copy(update={"signals": {"speaker": 0.5, "question": -0.1}})
    found = ranked("lexical", (1, 10.0), (2, 8.0), (4, 7.9))
    signals = [ranked("speaker", (2, 1.0), (3, 1.0)), ranked("question", (1, 1.0))]
    assert {one.memory for one in fuse([found, *signals], settings)} == {2, 1, 4}
    unit = 1.0 if settings.fusion == "convex" else 1 / 61
    plain = {one.memory: one.score for one in fuse([found], settings)}
    told = {one.memory: one.score for one in fuse([found, *signals], settings)}
    assert told[2] - plain[2] == pytest.approx(0.5 * unit)
    assert told[1] - plain[1] == pytest.approx(-0.1 * unit)


def test_scores_stay_above_zero() -> None:
    """Whatever speaks against a memory, it scores no less than nothing."""
    settings = CONVEX.model_copy(update={"signals": {"question": -5.0}})
    found = fuse([ranked("lexical", (1, 1.0)), ranked("question", (1, 1.0))], settings)
    assert [one.score for one in found] == [0.0]


def test_weightless_channels_are_left_out() -> None:
    """A channel without a weight finds nothing."""
    assert fuse([ranked("unknown", (1, 1.0))], CONVEX) == ()
    assert fuse([], CONVEX) == ()


@given(
    st.dictionaries(st.integers(1, 30), st.floats(0.1, 9), min_size=1),
    st.dictionaries(st.integers(1, 30), st.floats(0.1, 9), min_size=1),
    st.randoms(use_true_random=False),
)
def test_order_of_channels_does_not_matter(one: dict, other: dict, random) -> None:
    """However the channels are ordered, the ranking is the same, with ties by age."""
    lists = [
        ranked(name, *sorted(scores.items(), key=lambda pair: (-pair[1], pair[0])))
        for name, scores in (("lexical", one), ("window", other))
    ]
    found = fuse(lists, CONVEX)
    random.shuffle(lists)
    assert [(r.memory, r.score) for r in fuse(lists, CONVEX)] == [
        (r.memory, r.score) for r in found
    ]
    assert list(found) == sorted(found, key=lambda r: (-r.score, r.memory))
    assert {r.memory for r in found} == set(one) | set(other)
    assert fuse(lists, CONVEX, limit=2) == fuse(lists, CONVEX)[:2]


def test_named_speaker_agrees() -> None:
    """A memory agrees when the question names its speaker, wholly or by one of the names."""
    places = Places(
        memory=(1, 2, 3, 4), length=(1,) * 4, thread=(0,) * 4, position=(0,) * 4, open=(True,) * 4,
        kind=("episode", "procedure", "fact", "episode"),
        channel=("user", "user", "user", "assistant"),
        speaker=("Ann Lee", "Bob", None, None), asks=(False,) * 4,
    )  # fmt: skip

    def agreeing(text: str) -> tuple[int, ...]:
        query = make_query(text=text, namespace=("a",))
        plan = choose(query, datetime(2026, 1, 1, tzinfo=UTC), 0, Settings())
        return agreements(plan, places, frozenset())[0].memories

    assert agreeing("What does Ann like?") == (1,)
    assert agreeing("what does ann lee like?") == (1,)
    assert agreeing("What do Ann and Bob like?") == (1, 2)
    assert agreeing("What do I like?") == (3,)
    assert agreeing("What is likeable?") == ()


def test_favoured_kinds_agree() -> None:
    """A lens raises the kinds it is after."""
    places = Places((1, 2), (1, 1), (0, 0), (0, 0), (True, True), ("episode", "procedure"),
                    ("user", "user"), (None, None), (False, True))  # fmt: skip
    query = make_query(text="How do I deploy?", namespace=("a",))
    plan = choose(query, datetime(2026, 1, 1, tzinfo=UTC), 0, Settings())
    assert agreements(plan, places, frozenset({"procedure"}))[1].memories == (2,)


def test_questions_are_lowered() -> None:
    """A memory that only asks something ranks below one that tells it."""
    found = [ranked("near", (1, 1.0), (2, 1.0)), ranked("question", (1, 1.0))]

    assert [one.memory for one in fuse(found, Retrieval())] == [2, 1]


def test_tellers_take_each_others_places() -> None:
    """Memories of one slot are put in the order of its values; all else stays where it was."""
    found = fuse([ranked("lexical", (1, 9.0), (2, 5.0), (3, 4.0), (4, 1.0))], CONVEX)
    order = led(found, (4, 7, 1))
    assert [one.memory for one in order] == [4, 2, 3, 1]
    assert [one.score for one in order] == [one.score for one in found]
    assert led(found, ()) == found


def test_reranker_orders_anew() -> None:
    """What the reranker read comes in its order, the rest behind it; its scores are explained."""
    before = fuse([ranked("lexical", (1, 3.0), (2, 2.0), (3, 1.0))], CONVEX)
    after = reordered(before, (1, 3), (-5.0, -1.0))
    assert [one.memory for one in after] == [3, 1, 2]
    assert after[0].channels["reranker"] == (-1.0, 1)
    assert "reranker" not in after[2].channels


@pytest.mark.parametrize("scores", [(1.0,), (1.0, float("nan")), ()])
def test_nonsense_of_a_reranker_is_refused(scores: tuple[float, ...]) -> None:
    """Too few scores, NaN or infinity are errors of the provider."""
    before = fuse([ranked("lexical", (1, 3.0), (2, 2.0))], CONVEX)
    with pytest.raises(ProviderError, match="2 texts"):
        reordered(before, (1, 2), scores)
