"""What holds for every text the rules read, and what they do besides facts."""

import time
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core.extraction import ground
from neuromem_graph.core.rules import RuleExtractor, extract
from neuromem_graph.core.text import is_blank, sentences
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import Channel
from neuromem_graph.types.ingest import Claim, Turn, Turns

AT = datetime(2024, 5, 15, 14, 30, tzinfo=UTC)

# Pieces of sentences that patterns know, and what has tripped others up.
SHARDS = """
I I'm I’ve we my she they Anna Kira's sister dog and but not never no longer used to live lives in
moved Porto work at Acme love hate like prefer over allergic to nuts favorite color is was 30 years
old since 2019 last month until if maybe actually sorry meant it's always said that told me born on
5 May ? ! . , ; “ ” ( ) … İ ß 東京 👍🏽 \U0001f469\u200d\U0001f680
""".split()
SHARDS += ["\n", "\0", "\u200b", "\ud83d", "  ", "e\u0301"]
ANY = st.one_of(
    st.text(st.characters(exclude_categories=())),
    st.lists(st.sampled_from(SHARDS), max_size=30).map(" ".join),
)
UNITS = [
    "I live in ", "a", "A ", "Anna ", "Anna Really ", "my sister ", "I love pizza, ",
    "I love a, and ", "she lives in Rome and ", "I moved to Porto last month, ", "my name is a ",
    "Anna's ", "it's Porto, not ", "from 2018 to ", "I prefer a over ", "I have a ", "if ",
    "my favorite a ", "I don't ", "Anna said she ", "I was born on 5 May in ", "I'm 3 ", "12 ",
    "I really ", "I love the city I live in ", "and love ", "Tom: I ",
    '"', "\u201c", "```", "> I\n", "I said I ", "never said that I ",
    "I moved to A and to ", "I live in St. ", "isn't blue, it's ", "I LIVE IN İ ", "' ", "always ",
]  # fmt: skip


def turns(*texts: str, channel: Channel = "user") -> Turns:
    said = tuple(
        Turn(id=str(n), namespace=("u",), text=text, channel=channel, at=AT, digest="")
        for n, text in enumerate(texts)
    )
    return Turns(namespace=("u",), turns=said)


def claims(text: str, channel: Channel = "user") -> tuple[Claim, ...]:
    return extract(turns(text, channel=channel)).claims


# --- any text


@given(text=ANY)
def test_every_sentence_is_quoted(text: str) -> None:
    """The claims stand in order, inside one sentence each, and leave out nothing but space."""
    found = claims(text)
    spans = sentences(text)
    quoted: set[int] = set()
    for claim in found:
        assert 0 <= claim.start < claim.end <= len(text)
        assert any(s.start <= claim.start and claim.end <= s.end for s in spans)
        quoted |= set(range(claim.start, claim.end))

    assert [claim.start for claim in found] == sorted(claim.start for claim in found)
    assert len({claim.start for claim in found}) >= len(spans)
    assert is_blank("".join(c for n, c in enumerate(text) if n not in quoted))


@given(text=ANY)
def test_nothing_is_invented(text: str) -> None:
    """Every value stands in the text, and the check that every extractor passes rejects nothing."""
    proposed = extract(turns(text))
    for claim in proposed.claims:
        assert claim.value is None or (claim.value and claim.value in text)
        assert claim.predicate is None or claim.value or claim.update == "end"
        assert (claim.predicate is None) == (claim.subject is None)

    assert not ground(turns(text), proposed, Settings()).rejected


@given(text=ANY)
def test_the_same_every_time(text: str) -> None:
    """The same turns give the same claims, by function or by class."""
    assert extract(turns(text, text)) == RuleExtractor().extract(turns(text, text))


@given(text=ANY)
def test_questions_state_nothing(text: str) -> None:
    """No sentence that ends with a question mark is a fact."""
    asked = text.replace("\n", " ") + "?"
    last = sentences(asked)[-1]

    assert all(c.predicate is None for c in claims(asked) if c.start >= last.start)


@pytest.mark.parametrize("unit", UNITS)
def test_long_texts_take_linear_time(unit: str) -> None:
    """Four times the text takes far less than sixteen times as long."""
    short, long = (unit * (size // len(unit)) for size in (8_000, 32_000))
    claims("I live in Porto. " + short[:100])

    def spent(text: str) -> float:
        """The least of two runs: what else runs on the machine disturbs one of them."""
        times = []
        for _ in range(2):
            begin = time.process_time()
            claims("I love it " + text)
            times.append(time.process_time() - begin)
        return min(times)

    assert spent(long) < 8 * spent(short) + 0.2


def test_a_megabyte_without_structure() -> None:
    """A million letters are one sentence."""
    assert len(claims("a" * 1_000_000)) == 1


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\u200b"])
def test_blank_texts_have_no_claims(text: str) -> None:
    """Where nobody sees anything, nothing is claimed."""
    assert claims(text) == ()


# --- claims and sentences


def test_several_facts_share_their_sentence() -> None:
    """Each clause quotes itself; together they quote the sentence."""
    text = "Well, I moved to Porto and I work at Acme, since you ask."

    assert [text[c.start : c.end] for c in claims(text)] == [
        "Well, I moved to Porto and",
        "I work at Acme, since you ask.",
    ]


def test_items_of_a_list_share_their_clause() -> None:
    """Facts of one clause quote the same words."""
    text = "I love tea, chess and jazz."
    found = claims(text)

    assert [c.value for c in found] == ["tea", "chess", "jazz"]
    assert {(c.start, c.end) for c in found} == {(0, len(text))}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Always answer in English.", "constraint"),
        ("Please never mention my boss.", "constraint"),
        ("Don't ever call me Bob.", "constraint"),
        ("You must always cite sources.", "constraint"),
        ("From now on, use metric units.", "procedure"),
        ("Please answer in German from now on.", "procedure"),
        ("When I ask for code, always use Python.", "procedure"),
        ("Never give up!", "episode"),
        ("I'll always be there for you.", "episode"),
        ("They always remind me of home.", "episode"),
        ("From now on I sleep longer.", "episode"),
        ("I went to the beach.", "episode"),
        ("Should I always answer in English?", "episode"),
    ],
)
def test_instructions(text: str, kind: str) -> None:
    """A standing instruction is a constraint or a procedure, without a slot."""
    (claim,) = claims(text)

    assert (claim.kind, claim.predicate) == (kind, None)


@pytest.mark.parametrize("channel", ["tool", "assistant", "system", "retrieved"])
def test_only_the_user_instructs(channel: Channel) -> None:
    """Results of tools and words of the assistant are never instructions."""
    assert [c.kind for c in claims("Always answer in English.", channel)] == ["episode"]


@pytest.mark.parametrize("channel", ["tool", "system", "retrieved"])
def test_tools_have_no_first_person(channel: Channel) -> None:
    """ "I" in the result of a tool is not the user; a name is who it names."""
    text = "Hi, I'm Bob. I live in Rome. Kira lives in Lisbon."

    assert [c.subject for c in claims(text, channel) if c.predicate] == ["Kira"]


def test_the_assistant_has_a_first_person() -> None:
    """ "I" is whoever speaks: which entity that is, the turn says."""
    assert [c.subject for c in claims("I live in Rome.", "assistant")] == ["user"]


@pytest.mark.parametrize("channel", ["tool", "system", "retrieved"])
@pytest.mark.parametrize(
    "text",
    [
        "My sister lives in Rome.",
        "My sister Anna lives in Rome. She works at Acme.",
        "My friend's mother is from Rome.",
        "Anna is my sister.",
        "Our dog Rex loves bacon. He hates cats.",
    ],
)
def test_tools_have_no_relatives(text: str, channel: Channel) -> None:
    """ "My sister" is the sister of whoever speaks, and a tool is nobody."""
    assert [c for c in claims(text, channel) if c.predicate] == []


@pytest.mark.parametrize("channel", ["user", "assistant", "tool", "system", "retrieved"])
@pytest.mark.parametrize(
    "text",
    [
        "User lives in Oslo.",
        "The user lives in Oslo and likes jazz.",
        "The User works at Acme.",
        "User is allergic to nuts. He lives in Rome.",
        "User's favorite color is red.",
        "Assistant lives in Oslo.",
        "user: lives in Oslo",
    ],
)
def test_speakers_have_reserved_names(text: str, channel: Channel) -> None:
    """Nobody is called "User": a third person of that name states nothing."""
    assert [c for c in claims(text, channel) if c.predicate] == []
