"""What a question asks for: lens, names, gate, and what is refused."""

from datetime import UTC, datetime
from typing import Any, get_args

import pytest

from neuromem_graph.core.lenses import LENSES, choose, lens_of, make_query, names_of, weighing
from neuromem_graph.errors import InvalidInput, InvalidTime, TooLarge
from neuromem_graph.settings import Limits, Settings
from neuromem_graph.types.base import Lens, to_micros
from neuromem_graph.types.recall import RecallPlan

NOW = datetime(2026, 3, 1, tzinfo=UTC)
PAST = datetime(2020, 3, 1, tzinfo=UTC)
AUDITED = {"active", "superseded", "expired", "archived"}


def plan(text: str, **fields: object) -> RecallPlan:
    query = make_query(text=text, namespace=("a",), **fields)
    return choose(query, NOW, 7, Settings())


@pytest.mark.parametrize(
    ("text", "lens"),
    [
        ("What do I like to eat?", "associative"),
        ("Lisbon", "associative"),
        ("Who is Sarah?", "logical"),
        ("What's my dog's name?", "logical"),
        ("Tell me about Acme", "logical"),
        ("How do I restart the router?", "procedural"),
        ("What are the steps to deploy?", "procedural"),
        ("Where did I use to live?", "historical"),
        ("Where did Ann work before?", "historical"),
        ("When did Ann move?", "historical"),
        ("Where was she in 2019?", "historical"),
        ("What did we think back then?", "historical"),
        ("Why did I quit?", "audit"),
        ("How do you know that I like tea?", "audit"),
        ("Who told you about the dog?", "audit"),
    ],
)
def test_wording_chooses_the_lens(text: str, lens: str) -> None:
    """With lens "auto" the first rule that matches the wording decides."""
    assert lens_of(text) == plan(text).lens == lens


def test_given_lens_is_kept() -> None:
    """A lens that the caller names is not replaced."""
    assert plan("When was it?", lens="logical").lens == "logical"


def test_every_lens_has_a_surface() -> None:
    """All lenses but "auto" say what they look at."""
    assert set(LENSES) == set(get_args(Lens)) - {"auto"}


def test_gate_looks_at_the_present() -> None:
    """By default only what holds now is served; a given moment replaces it for every lens."""
    assert plan("Ann's city").gate.valid_at == to_micros(NOW)
    for lens in LENSES:
        assert plan("city", lens=lens, valid_at=PAST).gate.valid_at == to_micros(PAST)


@pytest.mark.parametrize("lens", ["historical", "audit"])
def test_gate_looks_at_all_times(lens: str) -> None:
    """The historical and the audit lens look at every valid time."""
    gate = plan("Ann's city", lens=lens).gate
    assert gate.valid_at is None
    assert "superseded" in gate.states


def test_audit_shows_all_but_the_suppressed() -> None:
    """Audit looks at every state except suppressed; other lenses at what is or was believed."""
    assert set(plan("x", lens="audit").gate.states) == AUDITED
    assert set(plan("x", lens="logical").gate.states) == {"active", "superseded"}


def test_filters_reach_the_gate() -> None:
    """Kinds, channels, thread and states of the filters are applied before ranking."""
    filters = {"kinds": ["fact"], "channels": ["tool"], "thread": "t", "states": ["archived"]}
    gate = plan("x", filters=filters).gate
    assert (gate.kinds, gate.channels, gate.thread) == (("fact",), ("tool",), "t")
    assert gate.states == ("archived",)


def test_names_are_folded_candidates() -> None:
    """Capitalised runs, quoted strings, the first person and plain words may be names."""
    assert set(names_of("Does Sarah Connor know \u201cthe big one\u201d?")) >= {
        "sarah connor",
        "sarah",
        "connor",
        "the big one",
    }
    assert "user" in names_of("Where did I leave my keys?")
    assert "user" not in names_of("Where is Ann?")
    assert {"anna", "new york"} <= set(names_of("has anna been to new york"))
    assert "o'brien" in names_of("What is O\u2019Brien's job?")
    assert "will" in names_of("What does Will eat?")
    assert "what" not in names_of("What is it?")
    assert "田中" in names_of("田中さんの仕事は?")


def test_overview_asks_for_all_of_an_entity() -> None:
    """ "Who is X" and "what do you know about X" ask for everything; other questions do not."""
    for text in ("Who is Ann?", "What do you know about me?", "Tell me about Acme"):
        assert plan(text).overview, text
    for text in ("Who likes tea?", "Where does Ann live?"):
        assert not plan(text).overview, text


@pytest.mark.parametrize("text", ["", "  \n", "\u200b"])
def test_blank_query_is_refused(text: str) -> None:
    """A query without words can't be answered, and the error says what to do."""
    with pytest.raises(InvalidInput, match="blank"):
        make_query(text=text, namespace=("a",))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"lens": "magic"}, "lens='magic'.*auto, associative, logical, procedural"),
        ({"k": 0}, "k=0"),
        ({"budget_tokens": -1}, "budget_tokens=-1"),
        ({"budget": 5}, "budget=5"),
        ({"text": None}, "text=None"),
        ({"filters": {"kinds": ["poem"]}}, "filters.kinds"),
    ],
)
def test_bad_fields_are_refused(fields: dict[str, object], message: str) -> None:
    """Errors of the fields are ours, and name the field and what may stand there."""
    with pytest.raises(InvalidInput, match=message) as caught:
        make_query(**{"text": "x", "namespace": ("a",), **fields})
    assert caught.value.__cause__ is not None


@pytest.mark.parametrize("field", ["as_of", "valid_at"])
def test_naive_times_are_refused(field: str) -> None:
    """A datetime without an offset means nothing certain."""
    with pytest.raises(InvalidTime):
        make_query(text="x", namespace=("a",), **{field: datetime(2026, 1, 1)})


def test_long_query_is_refused() -> None:
    """A text above the limit is too large; one below it gives a bounded number of terms."""
    settings = Settings(limits=Limits(text_characters=3000))
    words = " ".join(f"word{n}" for n in range(400))
    query = make_query(text=words, namespace=("a",))
    with pytest.raises(TooLarge):
        choose(query, NOW, 0, settings)
    planned = choose(query, NOW, 0, Settings())
    assert len(planned.terms) == Settings().retrieval.terms
    assert len(planned.names) == Settings().retrieval.names


def test_plan_survives_json() -> None:
    """A plan that was stored as JSON comes back equal."""
    made = plan("When did I meet Ann?", as_of=3, valid_at=PAST, filters={"thread": "t"})
    assert RecallPlan.model_validate(made.model_dump(mode="json")) == made


@pytest.mark.parametrize(
    "fields",
    [{"as_of": 10**30}, {"as_of": -1}, {"filters": {"thread": "\ud800"}}],
)
def test_what_no_ledger_holds(fields: dict[str, Any]) -> None:
    """Numbers beyond any ledger and text that is no text are refused."""
    with pytest.raises(InvalidInput):
        make_query(text="tea", namespace=("a",), **fields)


def test_surrogates_in_a_question() -> None:
    """A lone surrogate in a question becomes U+FFFD, as in what is remembered."""
    assert make_query(text="tea \ud83d", namespace=("a",)).text == "tea \ufffd"


def test_a_lens_weighs_channels() -> None:
    """A lens multiplies the weights it names, and leaves all others and the settings alone."""
    settings = Settings().retrieval
    for lens, surface in LENSES.items():
        weighed = weighing(lens, settings)
        for before, after in (
            (settings.weights, weighed.weights), (settings.signals, weighed.signals),
        ):  # fmt: skip
            assert after == {n: w * surface.weighs.get(n, 1.0) for n, w in before.items()}
        assert set(surface.weighs) <= {*settings.weights, *settings.signals}
    assert settings == Settings().retrieval
