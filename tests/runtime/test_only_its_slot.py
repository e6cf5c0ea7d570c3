"""A fact is ended by a value of the same subject and slot, and by nothing else."""

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from neuromem_graph import MemoryRuntime

START = datetime(2025, 1, 1, tzinfo=UTC)
WHO = {"user": "I", "Nina": "My sister Nina", "Tom": "My brother Tom"}
SAYS = {
    "lives_in": (("lives in", "live in"), ("Ghent", "Lisbon", "Oslo", "Rome")),
    "works_at": (("works at", "work at"), ("Acme", "Globex", "Initech", "Umbrella")),
    "favorite_color": (("favorite color is", "favorite color is"), ("blue", "green", "red")),
}
SPOKEN = st.sampled_from(
    [(who, what, value) for who in WHO for what, (_, values) in SAYS.items() for value in values]
)


def sentence(who: str, what: str, value: str) -> str:
    """Say it, as a change if need be."""
    (third, first), _ = SAYS[what]
    if what == "favorite_color":
        owner = "My" if who == "user" else f"{WHO[who]}'s"
        return f"{owner} {third} {value} now."
    return f"{WHO[who]} {'now ' + first if who == 'user' else 'now ' + third} {value}."


@settings(max_examples=15, deadline=None)
@given(st.lists(SPOKEN, min_size=1, max_size=8))
def test_a_fact_ends_by_its_own_slot_alone(told: list[tuple[str, str, str]]) -> None:
    """Whatever is told of whom: each slot holds what was said of it last, all others as before."""
    believed: dict[tuple[str, str], str] = {}
    with MemoryRuntime.local("app", ":memory:") as memory:
        for day, (who, what, value) in enumerate(told):
            receipt = memory.ingest(user=sentence(who, what, value), at=START + timedelta(days=day))
            ended = [one.text for one in receipt.of("superseded")]
            before = believed.get((who, what))
            assert len(ended) == (before not in (None, value)), (told, ended)
            believed[who, what] = value
            view = memory.resolve_worldview(valid_at=START + timedelta(days=day, hours=1))
            assert {
                (slot.entity, slot.attribute): slot.candidates[0].value
                for slot in view.slots
                if slot.attribute in SAYS
            } == believed
