"""A timeline shows both axes: when something was true, and when it was on record."""

from datetime import timedelta
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import InvalidInput
from neuromem_graph.pictures import timeline_html
from neuromem_graph.types.timelines import Timeline, TimelineBar, TimelineRow

from .told import NASTY, START, remembered, self_contained


def row(memory: MemoryRuntime, attribute: str, entity: str = "user") -> TimelineRow:
    (found,) = [one for one in memory.timeline().rows
                if (one.entity, one.attribute) == (entity, attribute)]  # fmt: skip
    return found


def test_changed_and_corrected_are_told_apart(memory: MemoryRuntime) -> None:
    """A change moves the end of the old bar; a correction takes the wrong one off the record."""
    told = {(bar.value, bar.fate, bar.holds) for bar in row(memory, "lives_in").bars}

    assert told == {
        ("Ghent", "changed", None),  # as it was before the move: without an end
        ("Ghent", "known", "ended"),
        ("Porto", "corrected", None),
        ("Lisbon", "known", "holds"),
    }


def test_both_axes_are_dated(memory: MemoryRuntime) -> None:
    """Each bar says when it was true, and from which record to which it was on record."""
    bars = {(bar.value, bar.fate): bar for bar in row(memory, "lives_in").bars}
    porto, lisbon = bars["Porto", "corrected"], bars["Lisbon", "known"]

    assert porto.valid_from == lisbon.valid_from == START + timedelta(days=45)
    assert (porto.known_at, porto.gone_at) == (START + timedelta(days=45), lisbon.known_at)
    assert porto.known_to == lisbon.known_from and lisbon.known_to is None
    assert bars["Ghent", "known"].told_at == START
    assert bars["Ghent", "known"].known_at == START + timedelta(days=45)


def test_it_goes_up_to_a_moment(memory: MemoryRuntime) -> None:
    """As of an earlier record nothing later shows, not even that something would be corrected."""
    then = row(memory, "lives_in").bars
    before = next(bar.known_to for bar in then if bar.value == "Porto") or 0
    earlier = memory.timeline(as_of=before - 1)
    (home,) = [one for one in earlier.rows if (one.entity, one.attribute) == ("user", "lives_in")]

    assert {(bar.value, bar.fate) for bar in home.bars} == {
        ("Ghent", "changed"), ("Ghent", "known"), ("Porto", "known"),
    }  # fmt: skip
    assert "Lisbon" not in [bar.value for bar in home.bars] and earlier.seq == before - 1


def test_the_page_says_all(memory: MemoryRuntime) -> None:
    """Each slot, value, and date of both axes stands on the page as text."""
    found, page = memory.timeline(), self_contained(memory.timeline_html(), scripts=1)

    for one in found.rows:
        assert one.entity in page.text and one.attribute.replace("_", " ") in page.text
        for bar in one.bars:
            assert bar.value and bar.value in page.text
            assert f"{bar.known_at:%Y-%m-%d}" in page.text
    assert "recorded 2025-02-15" in page.text and ", corrected 2025-03-14" in page.text


def test_bars_carry_the_record_axis(memory: MemoryRuntime) -> None:
    """What the slider needs is on each bar: from which record on and up to which it was known."""
    found, page = memory.timeline(), memory.timeline_html()
    bars = [bar for one in found.rows for bar in one.bars]

    assert page.count('data-from="') == len(bars)
    for bar in bars:
        upto = "" if bar.known_to is None else bar.known_to
        sort = bar.holds or bar.fate
        assert f'<g class="bar {sort}" data-from="{bar.known_from}" data-to="{upto}">' in page


def test_hostile_text_is_text() -> None:
    """Names and values with markup, quotes and hidden controls are shown, not obeyed."""
    bar = TimelineBar(value=NASTY, polarity="asserted", commitment="validated", valid_from=START,
                      valid_to=None, known_from=1, known_at=START, told_at=START, holds="holds",
                      claim_id="c")  # fmt: skip
    gone = bar.model_copy(update={"value": None, "valid_to": START + timedelta(days=1)})
    one = TimelineRow(slot=None, entity=NASTY, relation=NASTY, attribute=NASTY, bars=(bar, gone))
    whole = timeline_html(Timeline(namespace=("a",), seq=3, at=START, rows=(one,)), title=NASTY)
    page = self_contained(whole, scripts=1)

    assert "alert" in page.text and "alert" not in page.scripts[0]
    assert "\u202e" not in whole and "[U+202E]" in page.text and "(erased)" in page.text


def test_what_is_erased_is_absent() -> None:
    """After an erasure no moment of the timeline shows the value, and what it ended stays ended."""
    with remembered(("I live in Ghent.", "I moved to Porto.")) as memory:
        (porto,) = memory.query("Porto", lens="audit").items[:1]
        memory.erase(porto.id)
        page = memory.timeline_html()
        bars = row(memory, "lives_in").bars

        assert "Porto" not in page and "Porto" not in str(memory.timeline())
        assert {(bar.value, bar.holds) for bar in bars if bar.fate == "known"} == {
            ("Ghent", "ended")
        }


def test_what_is_put_away_leaves_the_record() -> None:
    """A forgotten memory's bar ends on the axis of the record, and restoring brings it back."""
    with remembered(("I love tea.",)) as memory:
        tea = memory.query("tea").items[0].id
        memory.forget(tea, "inhibit")
        assert [bar.fate for bar in row(memory, "likes").bars] == ["put_away"]
        memory.restore(tea)
        assert [bar.fate for bar in row(memory, "likes").bars] == ["put_away", "known"]


def test_only_so_many_slots(memory: MemoryRuntime) -> None:
    """The slots told about last are drawn, and the others are counted."""
    found = memory.timeline(most=2)

    assert len(found.rows) == 2 and found.left_out == len(memory.timeline().rows) - 2
    assert f"Left out: {found.left_out} slots" in memory.timeline_html(most=2)


@pytest.mark.parametrize("most", [0, 201, True, 1.5, "2"])
def test_a_wrong_number_is_refused(memory: MemoryRuntime, most: Any) -> None:
    """How many slots are drawn is a whole number from 1 to 200."""
    with pytest.raises(InvalidInput, match="most="):
        memory.timeline(most=most)


def test_nothing_is_drawn_of_nothing() -> None:
    """An empty memory gives a page that says so."""
    with remembered(()) as memory:
        assert memory.timeline().rows == ()
        assert "0 slots" in self_contained(memory.timeline_html(), 1).text


def test_another_namespace_is_not_drawn(memory: MemoryRuntime) -> None:
    """Neither picture shows what another namespace holds."""
    other = memory.within(("app", "bob"))

    assert other.timeline().rows == () and "Ghent" not in other.graph_html() + other.timeline_html()
