"""What is believed in a slot is a function of the statements about it, whatever their order."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core.beliefs import Slot, after, along
from neuromem_graph.core.points import Point, chains, last_end
from neuromem_graph.core.timeline import Timeline, settle
from neuromem_graph.core.worldview import Statement, decide
from neuromem_graph.types.base import Cardinality
from neuromem_graph.types.ledger import BeliefRow

DAY = 10


def point(claim: int, value: str, said_at: int, start: int | None = None, **other: Any) -> Point:
    """Return a statement; a start makes it stated."""
    base: dict[str, Any] = {
        "claim": claim, "value_key": value, "polarity": "asserted", "said_at": said_at,
        "basis": "observed" if start is None else "stated",
        "valid_from": said_at if start is None else start,
    }  # fmt: skip
    return Point(**(base | other))


def ended(claim: int, value: str, said_at: int, **other: Any) -> Point:
    """Return a "no longer"."""
    return point(claim, value, said_at, **{"polarity": "retracted", **other})


def spans(points: Iterable[Point], many: Cardinality = "single") -> list[tuple[str, int, Any]]:
    """Return what holds, merged, as (value, from, to); what never held is left out."""
    held = chains(settle(points, many).held)
    found = [
        (f"{'not ' * (c[0].polarity == 'negated')}{c[0].value_key}", c[0].valid_from, last_end(c))
        for c in held
    ]
    return [one for one in found if one[1] != one[2]]


def test_a_past_period_leaves_the_present_alone() -> None:
    """What was only true in the past, and told later, does not end what was observed."""
    told = [point(1, "porto", 100), point(2, "rome", 130, 20, stated_to=40)]

    assert spans(told) == [("rome", 20, 40), ("porto", 100, None)]


def test_a_past_period_of_the_same_value_leaves_the_present_alone() -> None:
    """ "I lived in Ghent in 2019" says nothing against living there now."""
    told = [point(1, "ghent", 100), point(2, "ghent", 130, 20, stated_to=40)]

    assert spans(told) == [("ghent", 20, 40), ("ghent", 100, None)]
    assert spans([point(1, "ghent", 100, 10), told[1]]) == [("ghent", 10, None)]


def test_a_past_period_within_a_longer_one_does_not_end_it() -> None:
    """What goes on beyond it by its own words is not ended; what was only observed before is."""
    kyoto = point(2, "kyoto", 130, 30, stated_to=40)

    assert spans([point(1, "ghent", 100, 10), kyoto]) == [("ghent", 10, None), ("kyoto", 30, 40)]
    assert spans([point(1, "ghent", 10), kyoto]) == [("ghent", 10, 30), ("kyoto", 30, 40)]


def test_until() -> None:
    """An end without a start ends the same value and nothing else."""
    told = [point(1, "ghent", 10), point(2, "porto", 20)]
    until = point(3, "ghent", 50, valid_from=30, stated_to=30)

    assert spans([told[0], until]) == [("ghent", 10, 30)]
    assert spans([*told, until]) == [("ghent", 10, 20), ("porto", 20, None)]


def test_a_corrected_plan() -> None:
    """Another date for the same plan replaces the plan, not what holds until then."""
    told = [point(1, "ghent", 10), point(2, "berlin", 50, 70)]
    right = point(3, "berlin", 51, 80, corrects=True)

    assert spans([*told, right]) == [("ghent", 10, 80), ("berlin", 80, None)]
    assert settle([*told, right], "single").wrong == {2: 3}


@pytest.mark.parametrize(("first", "right"), [(30, 50), (50, 30)])
def test_a_corrected_start(first: int, right: int) -> None:
    """Another start of the same move replaces the move, whether earlier or later."""
    told = [point(1, "ghent", 10), point(2, "porto", 60, first)]

    assert spans([*told, point(3, "porto", 61, right, corrects=True)]) == [
        ("ghent", 10, right),
        ("porto", right, None),
    ]


def test_a_corrected_place_and_start() -> None:
    """A move that gets another place and date is the move that was told last."""
    told = [point(1, "ghent", 10), point(2, "braga", 60, 40)]

    assert spans([*told, point(3, "porto", 61, 30, corrects=True)]) == [
        ("ghent", 10, 30),
        ("porto", 30, None),
    ]


def test_a_correction_means_what_was_said_before_it() -> None:
    """What was said after a correction is never hit by it, whenever it is imported."""
    told = [point(1, "turin", 100), point(2, "porto", 20, corrects=True)]

    assert spans(told) == [("porto", 20, 100), ("turin", 100, None)]


def test_a_mistake_imported_after_its_correction() -> None:
    """It is hit all the same, and the correction takes over its time."""
    told = [point(1, "porto", 20, corrects=True), point(2, "braga", 10)]

    assert spans(told) == [("porto", 10, None)]


def test_a_correction_said_twice() -> None:
    """The second time it finds nothing to correct."""
    told = [
        point(1, "ghent", 10), point(2, "braga", 30),
        point(3, "porto", 31, corrects=True), point(4, "porto", 32, corrects=True),
    ]  # fmt: skip

    assert spans(told) == [("ghent", 10, 30), ("porto", 30, None)]


@pytest.mark.parametrize("polarity", ["negated", "retracted"])
def test_what_never_was_ended_nothing(polarity: Any) -> None:
    """Taking back a move gives the old home back, at all times."""
    told = [point(1, "ghent", 10), point(2, "braga", 30)]
    never = point(3, "braga", 40, polarity=polarity, corrects=True)
    held = [one for one in spans([*told, never]) if not one[0].startswith("not")]

    assert held == [("ghent", 10, None)]


@pytest.mark.parametrize("polarity", ["negated", "retracted"])
def test_a_plan_that_is_taken_back(polarity: Any) -> None:
    """What a plan would have ended carries on once the plan is taken back."""
    told = [point(1, "ghent", 10), point(2, "berlin", 30, 50)]
    never = point(3, "berlin", 40, polarity=polarity, corrects=True)

    assert ("ghent", 10, None) in spans([*told, never])
    assert not [one for one in spans([*told, never]) if one[0] == "berlin"]


def test_a_plan_that_is_called_off() -> None:
    """ "No longer", said before its day, calls a plan off; said after it, it ends what came."""
    told = [point(1, "ghent", 10), point(2, "berlin", 30, 50)]

    assert spans([*told, ended(3, "berlin", 40)]) == [("ghent", 10, None)]
    assert spans([*told, ended(3, "berlin", 60)]) == [("ghent", 10, 50), ("berlin", 50, 60)]


def test_a_correction_takes_over_the_end() -> None:
    """What takes over a period that was told with its end, or was ended, ends there."""
    period = [point(1, "graz", 10, 20, stated_to=40), point(2, "linz", 25, corrects=True)]
    over = [point(1, "graz", 10), ended(2, "graz", 40), point(3, "linz", 50, corrects=True)]

    assert spans(period) == [("linz", 20, 40)]
    assert spans(over) == [("linz", 10, 40)]


def test_a_later_change_of_what_was_corrected() -> None:
    """What ended the mistake later ends what took over, and a correction of that moves the end."""
    told = [
        point(1, "braga", 10), point(2, "turin", 50),
        point(3, "porto", 20, corrects=True), point(4, "milan", 51, corrects=True),
    ]  # fmt: skip

    assert spans(told) == [("porto", 10, 50), ("milan", 50, None)]


def test_a_correction_that_names_what_it_corrects() -> None:
    """It means that and nothing else, and stands where it stood, whenever the rest is told."""
    told = [point(1, "ghent", 10), point(3, "rome", 90, corrects=True, means=(1,))]

    assert spans(told) == [("rome", 10, None)]
    assert spans([*told, point(4, "porto", 30)]) == [("rome", 10, 30), ("porto", 30, None)]
    assert spans([*told, point(4, "porto", 40, 30)]) == [("rome", 10, 30), ("porto", 30, None)]
    assert settle([*told, point(4, "porto", 30)], "single").wrong == {1: 3}


def test_a_correction_of_what_was_corrected_meanwhile() -> None:
    """It means what stands in its place by now, but no denial of it."""
    named = point(4, "rome", 90, corrects=True, means=(1,))
    other = point(2, "turin", 20, corrects=True)
    never = point(2, "ghent", 20, polarity="negated", corrects=True)

    assert spans([point(1, "ghent", 10), other, named]) == [("rome", 10, None)]
    assert ("not ghent", 10, None) in spans([point(1, "ghent", 10), never, named])


def test_a_correction_of_what_was_told_of_somebody_else() -> None:
    """Without what it names it is a plain statement, and takes nothing off the record."""
    told = [point(1, "ghent", 10), point(3, "porto", 90, corrects=True, means=(2,))]

    assert spans(told) == [("ghent", 10, 90), ("porto", 90, None)]


def test_a_denied_value_is_meant() -> None:
    """Whatever is newer, the denied value is meant, at all times; its last time is taken over."""
    told = [point(1, "acme", 10), point(2, "globex", 30), point(3, "acme", 50, 40, stated_to=45)]
    right = point(4, "initech", 60, corrects=True, denies="acme")

    assert spans([*told[:2], right]) == [("initech", 10, 30), ("globex", 30, None)]
    assert settle([*told, right], "single").wrong == {1: 4, 3: 4}
    assert spans([told[1], right]) == [("globex", 30, None)]
    assert spans([right]) == [("initech", 60, None)]


def test_several_values() -> None:
    """In a slot of many values a correction leaves other values alone."""
    told = [point(1, "tea", 10), point(2, "cocoa", 20, corrects=True)]
    denied = point(3, "tea", 30, polarity="negated", corrects=True)

    assert spans(told, "multi") == [("tea", 10, None), ("cocoa", 20, None)]
    assert spans([*told, denied], "multi") == [("not tea", 10, None), ("cocoa", 20, None)]


@st.composite
def statements(draw: st.DrawFn, most: int = 6) -> list[Point]:
    """Draw what may be said of a slot, each at its own moment."""
    moments = draw(st.lists(st.integers(0, 9), min_size=1, max_size=most, unique=True))
    told = []
    for number, moment in enumerate(moments, start=1):
        said = moment * DAY
        value = draw(st.sampled_from(["a", "b", "c"]))
        polarity = draw(st.sampled_from(["asserted"] * 4 + ["negated", "retracted"]))
        corrects = draw(st.sampled_from([False, False, True]))
        start = draw(
            st.one_of(
                st.none(), st.integers(-9, 9).map(lambda n, said=said: said + n * DAY // 2 + 1)
            )
        )
        length = draw(st.one_of(st.none(), st.integers(0, 40)))
        base = said if start is None else start
        end = None if length is None or polarity == "retracted" else base + length
        named = draw(st.sets(st.integers(1, max(1, number - 1)), max_size=2))
        means = tuple(sorted(named)) if corrects and number > 1 and draw(st.booleans()) else ()
        denies = draw(st.sampled_from(["", "", "a"])) if corrects and value != "a" else ""
        denies = denies if polarity == "asserted" and not means else ""
        told.append(point(number, value, said, start, polarity=polarity, corrects=corrects,
                          stated_to=end, means=means, denies=denies))  # fmt: skip
    return told


many = st.sampled_from(["single", "multi", "interval"])


def bare(line: Timeline) -> tuple[frozenset[Point], dict[int, int]]:
    """Return a timeline without the order of its points."""
    return frozenset(line.held), dict(line.wrong)


@given(statements(), many, st.randoms(use_true_random=False))
def test_the_order_of_import_does_not_matter(told: Sequence[Point], slot: Cardinality,
                                             random: Any) -> None:  # fmt: skip
    """The same statements are the same timeline in whatever order they come."""
    shuffled = list(told)
    random.shuffle(shuffled)

    assert bare(settle(told, slot)) == bare(settle(shuffled, slot))


@given(statements(), many)
def test_only_what_is_taken_back_is_lost(told: Sequence[Point], slot: Cardinality) -> None:
    """A statement that is off the record was said before the correction that took it off."""
    line = settle(told, slot)
    by = {one.claim: one for one in told}

    assert {one.claim for one in line.held} | set(line.wrong) == set(by)
    for wrong, right in line.wrong.items():
        assert by[right].corrects
        assert by[wrong].said_at < by[right].said_at or by[right].means


@given(statements(), many)
def test_no_correction_loses_nothing(told: Sequence[Point], slot: Cardinality) -> None:
    """Without corrections every statement holds at its start, unless something was said of it."""
    plain = [one._replace(corrects=False, means=(), denies="") for one in told]
    line = settle(plain, slot)

    assert not line.wrong
    for one in line.held:
        if one.polarity == "retracted" or one.empty:
            continue
        if one.valid_to is not None and one.valid_to <= one.valid_from:
            assert any(
                other.valid_from == one.valid_from or (other.ends and other.said_at > one.said_at)
                for other in plain
                if other.claim != one.claim
            )


@given(statements())
def test_one_value_at_a_time(told: Sequence[Point]) -> None:
    """What was observed last of a single-valued slot holds when it was observed."""
    right = {"corrects": False, "means": (), "denies": ""}
    plain = [one._replace(**right) for one in told if one.polarity == "asserted"]
    seen = [one for one in plain if one.basis == "observed" and not one.empty]
    if not seen:
        return
    last = max(seen, key=lambda one: one.said_at)
    (held,) = [one for one in settle(plain, "single").held if one.claim == last.claim]

    assert held.valid_to is None or held.valid_to > held.valid_from


def decided(told: Sequence[Point], slot: Cardinality) -> Slot:
    """Tell statements one after the other, as the pipeline does; return the slot after all."""
    here = Slot(1, slot)
    for one in told:
        update = "correction" if one.corrects else "end" if one.ends else "none"
        said = Statement(
            one.value_key, one.polarity, update, one.valid_from, one.stated_to, one.said_at,
            one.basis, True, slot, one.claim, one.means, one.denies,
        )  # fmt: skip
        outcome = decide(here.beliefs, said, here.struck)
        row = BeliefRow(
            claim=one.claim, claim_id="", slot=1, candidate=1, value=one.value_key,
            value_key=one.value_key, polarity=one.polarity, commitment="validated",
            basis=one.basis, valid_from=outcome.valid_from, valid_to=outcome.valid_to,
            event=one.claim, memory=None, memory_units=1, support=1, channel="user",
            said_at=one.said_at, stated_to=one.stated_to, corrects=one.corrects, means=one.means,
            denies=one.denies, cardinality=slot,
        )  # fmt: skip
        here = along(after(here, outcome), row, wrong=outcome.wrong)
    return here


def times(slot: Slot) -> tuple[dict[int, Any], set[int]]:
    """Return when each statement holds, and which are off the record."""
    held = {row.claim: (row.valid_from, row.valid_to) for row in slot.beliefs}
    return held, {row.claim for row in slot.struck}


@given(statements(), many, st.randoms(use_true_random=False))
def test_deciding_one_by_one_settles_all(told: Sequence[Point], slot: Cardinality,
                                         random: Any) -> None:  # fmt: skip
    """Whatever the order of import, what is decided claim by claim is the timeline of all."""
    shuffled = list(told)
    random.shuffle(shuffled)
    known = decided(told, slot)

    assert times(decided(shuffled, slot)) == times(known)
    if slot != "interval":  # there a statement without an end is given one
        line = settle(told, slot)
        held = {one.claim: (one.valid_from, one.valid_to) for one in line.held}
        assert times(known) == (held, set(line.wrong))


@given(statements(), many)
def test_saying_it_twice_changes_nothing(told: Sequence[Point], slot: Cardinality) -> None:
    """The last word repeated at once changes nothing of what is believed at any moment."""
    last = max(told, key=lambda one: one.said_at)
    if last.corrects or last.basis == "stated":  # what it means may be another thing by now
        return
    again = last._replace(claim=99, said_at=last.said_at + 1, valid_from=last.valid_from + 1)
    again = again if last.stated_to is None else again._replace(valid_from=last.valid_from)
    line, more = settle(told, slot), settle([*told, again], slot)

    for moment in range(-60, 160, 3):
        if moment != last.valid_from:
            assert values(line, moment) == values(more, moment)


def values(line: Timeline, moment: int) -> set[tuple[str, str]]:
    """Return what holds at a moment."""
    return {
        (chain[0].value_key, chain[0].polarity)
        for chain in chains(line.held)
        if chain[0].valid_from <= moment
        and (last_end(chain) is None or moment < (last_end(chain) or 0))
    }
