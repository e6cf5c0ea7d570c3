"""A change that names no slot goes to the one that holds what it replaces."""

from datetime import UTC, datetime

import pytest

from neuromem_graph.core import replacing
from neuromem_graph.core.rules import extract
from neuromem_graph.types.base import to_micros
from neuromem_graph.types.ingest import Extraction, Turn, Turns
from neuromem_graph.types.ledger import BeliefRow, NamedBelief

AT = datetime(2025, 3, 1, 9, tzinfo=UTC)


def turns(*texts: str) -> Turns:
    said = tuple(
        Turn(id=str(n), namespace=("u",), text=text, channel="user", at=AT, digest="")
        for n, text in enumerate(texts)
    )
    return Turns(namespace=("u",), turns=said)


def held(attribute: str, value: str, name: str = "user", **changed: object) -> NamedBelief:
    entity = int(str(changed.pop("entity", 1)))
    many = changed.pop("cardinality", "single")
    row = BeliefRow.model_validate(
        {
            "claim": 1, "claim_id": "c", "slot": 1, "candidate": 1, "value": value,
            "value_key": value.casefold(), "polarity": "asserted", "commitment": "validated",
            "basis": "observed", "valid_from": to_micros(AT) - 1, "valid_to": None, "event": 1,
            "memory": 1, "memory_units": 1, "support": 1, "channel": "user", "said_at": 0,
            **changed,
        }
    )  # fmt: skip
    return NamedBelief.model_validate(
        {
            "entity": entity, "entity_name": name, "relation": None, "attribute": attribute,
            "cardinality": many, "belief": row,
        }
    )  # fmt: skip


def settle(text: str, *beliefs: NamedBelief) -> list[str]:
    said = turns(text)
    found = replacing.settled(said, extract(said), beliefs)
    return lines(found)


def lines(found: Extraction) -> list[str]:
    return [
        f"{c.subject}: {c.predicate} = {c.value}; {c.update}" for c in found.claims if c.predicate
    ]


SWITCH = "I switched from Falcon to Atlas last week."


def test_the_slot_that_holds_the_old_value_changes() -> None:
    """What was replaced tells the slot; without it the change is no fact."""
    assert settle(SWITCH, held("project", "Falcon")) == ["user: project = Atlas; change"]
    assert settle(SWITCH, held("team", "Falcon")) == ["user: team = Atlas; change"]
    assert settle(SWITCH) == []


@pytest.mark.parametrize(
    "belief",
    [
        held("project", "Falcon", name="Tom"),
        held("project", "Atlas"),
        held("project", "Falco"),
        held("project", "Falcon", valid_to=to_micros(AT) - 1),
        held("project", "Falcon", polarity="negated"),
        held("project", "Falcon", commitment="candidate"),
    ],
)
def test_only_what_is_held_of_the_subject_counts(belief: NamedBelief) -> None:
    """Another's value, the new one, part of a word, or what is over, denied or unsure: no slot."""
    assert settle(SWITCH, belief) == []


def test_a_name_of_two_tells_no_slot() -> None:
    """Where two bear the name, nothing is guessed."""
    two = [held("project", "Falcon", name="Tom", entity=n) for n in (1, 2)]

    assert settle("Tom switched from Falcon to Atlas.", two[0]) != []
    assert settle("Tom switched from Falcon to Atlas.", *two) == []


def test_a_slot_of_several_values_loses_the_old_one() -> None:
    """Where a slot takes several values, the one that is replaced ends."""
    tea = held("drinks", "Falcon", cardinality="multi")

    assert settle(SWITCH, tea) == ["user: drinks = Falcon; end", "user: drinks = Atlas; change"]


def test_what_the_words_suggest_holds_without_a_slot() -> None:
    """A loose claim with a slot of its own keeps it where no other holds the old value."""
    text = "I joined Atlas after Falcon closed."

    assert settle(text) == ["user: works_at = Atlas; change"]
    assert settle(text, held("gym", "Falcon")) == ["user: gym = Atlas; change"]


def test_an_end_goes_where_its_value_is_held() -> None:
    """ "I gave up tennis" ends what is held of tennis, whatever the slot is called."""
    likes = held("likes", "tennis", cardinality="multi")

    assert settle("I gave up tennis.", likes) == ["user: likes = tennis; end"]
    assert settle("I gave up tennis.") == ["user: hobby = tennis; end"]


def test_a_value_of_the_same_batch_counts() -> None:
    """What was said a turn before is held, too."""
    said = turns("My project is Falcon.", SWITCH)
    found = replacing.settled(said, extract(said), ())

    assert lines(found) == ["user: project = Falcon; none", "user: project = Atlas; change"]


def test_nothing_is_looked_up_without_need() -> None:
    """Only subjects of loose claims are looked up."""
    plain, loose = turns("I live in Porto."), turns(SWITCH)

    assert replacing.lookups(plain, extract(plain)) == ()
    assert replacing.lookups(loose, extract(loose)) == ("user",)


def test_no_claim_stays_loose() -> None:
    """Every sentence keeps its claim; one without a slot is an episode."""
    said = turns(SWITCH)
    (claim,) = replacing.settled(said, extract(said), ()).claims

    assert (claim.loose, claim.predicate, claim.subject, claim.kind) == (
        False, None, None, "episode",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "known", "expected"),
    [
        ("Sorry, I meant Porto, not Ghent.", ("lives_in", "Ghent"), "lives_in = Porto; correction"),
        ("It's 43, not 34.", ("age", "34"), "age = 43; correction"),
        ("I left Intel.", ("works_at", "Intel"), "works_at = Intel; end"),
        ("I quit Vim last month.", ("editor", "Vim"), "editor = Vim; end"),
        ("Lucy and I broke up.", ("married_to", "Lucy"), "married_to = Lucy; end"),
    ],
)
def test_what_names_an_old_value_changes_the_slot_that_holds_it(
    text: str, known: tuple[str, str], expected: str
) -> None:
    """A correction or an end that names a value finds its slot, whenever that was said."""
    assert settle(text, held(*known)) == [f"user: {expected}"]


@pytest.mark.parametrize("text", ["Sorry, I meant Porto, not Ghent.", "I left Intel."])
def test_what_nothing_holds_is_neither_corrected_nor_ended(text: str) -> None:
    """Without a slot that holds the old value the sentence is no fact."""
    assert settle(text, held("lives_in", "Oslo")) == []
