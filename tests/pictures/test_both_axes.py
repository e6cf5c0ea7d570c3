"""At every record the bars of a timeline are what the worldview showed then."""

from datetime import timedelta

import pytest

from neuromem_graph import MemoryRuntime

from .told import SAID, START, Days, remembered

LIVES = (
    SAID,
    ("I live in Ghent.", "I lived in Oslo from 2018 to 2020.", "I never lived in Ghent."),
    ("I love tea.", "I love tea.", "I no longer love tea.", "I love tea again."),
    ("Tom lives in Oslo.", "Tom lives in Oslo.", "Tom moved to Rome.", "Tom moved to Oslo."),
    ("I will move to Rome on 2026-01-01.", "I live in Bonn.", "I visited Paris in 2019."),
)


@pytest.mark.parametrize("said", LIVES)
def test_bars_are_the_worldview_of_each_moment(said: tuple[str, ...]) -> None:
    """Between two records a bar is on record if and only if the worldview showed its interval."""
    with remembered(said) as memory:
        found = memory.timeline()
        for seq in range(1, found.seq + 1):
            view = memory.resolve_worldview(lens="historical", as_of=seq)
            believed = {
                (slot.entity, slot.attribute, one.value, one.polarity, one.valid_from, one.valid_to)
                for slot in view.slots for one in slot.candidates
                if one.valid_from != one.valid_to
            }  # fmt: skip
            drawn = {
                (row.entity, row.attribute, bar.value, bar.polarity, bar.valid_from, bar.valid_to)
                for row in found.rows for bar in row.bars
                if bar.known_from <= seq and (bar.known_to is None or seq < bar.known_to)
            }  # fmt: skip
            assert drawn == believed, seq


def test_what_expired_is_off_the_record() -> None:
    """What has expired by now is on no record any more, without a further record."""
    clock = Days()
    with MemoryRuntime.local("app", ":memory:", clock=clock) as memory:
        memory.ingest({"content": "I live in Ghent.", "ttl": timedelta(days=1)})
        clock.now = START + timedelta(days=3)
        (row,) = memory.timeline().rows

        assert [(bar.fate, bar.gone_at) for bar in row.bars] == [("put_away", clock.now)]
