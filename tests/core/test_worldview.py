"""What claims do to a slot: the rules of both time axes, on plain rows."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core.runs import believed, covers, runs
from neuromem_graph.core.worldview import DAY, Statement, decide
from neuromem_graph.types.base import Cardinality
from neuromem_graph.types.ledger import BeliefRow


def belief(claim: int, value: str, start: int, end: int | None = None, **other: Any) -> BeliefRow:
    """Return a believed interval; the same value is the same candidate."""
    base: dict[str, Any] = {
        "claim_id": str(claim), "slot": 1, "candidate": 100, "value": value,
        "value_key": value.lower(), "polarity": "asserted", "commitment": "validated",
        "basis": "observed", "event": claim, "memory": None, "memory_units": 1, "support": 1,
        "channel": "user", "said_at": start,
    }  # fmt: skip
    return BeliefRow(claim=claim, valid_from=start, valid_to=end, **(base | other))


def period(claim: int, value: str, start: int, end: int, **other: Any) -> BeliefRow:
    """Return a belief that was told with its end."""
    return belief(claim, value, start, end, stated_to=end, **other)


def says(value: str | None, start: int, **other: Any) -> Statement:
    """Return a grounded, asserted statement about a single-valued slot."""
    base: dict[str, Any] = {
        "value_key": (value or "").lower(), "polarity": "asserted", "update": "none",
        "valid_from": start, "valid_to": None, "said_at": start, "basis": "observed",
        "grounded": True, "cardinality": "single",
    }  # fmt: skip
    return Statement(**(base | other))


def test_first_value() -> None:
    """The first value of a slot holds from when it was said, and closes nothing."""
    outcome = decide([], says("Ghent", 10))

    assert (outcome.effect, outcome.valid_from, outcome.valid_to) == ("assert", 10, None)
    assert outcome.closes == ()


def test_change() -> None:
    """A new value closes the old one where the new one begins."""
    outcome = decide([belief(1, "Ghent", 10)], says("Bruges", 20))

    assert outcome.effect == "change"
    assert [(c.claim, c.valid_to, c.wrong) for c in outcome.closes] == [(1, 20, False)]


def test_same_value_supports() -> None:
    """The same value again is support: its interval carries on where the first one's is cut."""
    outcome = decide([belief(1, "Ghent", 10)], says("ghent", 20))

    assert (outcome.effect, outcome.valid_from, outcome.valid_to) == ("support", 20, None)
    assert [(c.claim, c.valid_to) for c in outcome.closes] == [(1, 20)]
    assert [b.claim for b in outcome.touched] == [1]


def test_runs_are_one_interval() -> None:
    """Statements of one value that follow each other are one belief, with all events behind it."""
    rows = [belief(1, "Ghent", 10, 20), belief(2, "ghent", 20, 30), belief(3, "Bruges", 30)]

    assert [(b.claim, b.valid_from, b.valid_to, b.support) for b in runs(rows)] == [
        (2, 10, 30, 2),
        (3, 30, None, 1),
    ]


def test_older_fact_imported_later() -> None:
    """An older fact that arrives later ends where the known one begins and displaces nothing."""
    outcome = decide([belief(1, "Bruges", 20)], says("Ghent", 10))

    assert (outcome.effect, outcome.valid_from, outcome.valid_to) == ("assert", 10, 20)
    assert outcome.closes == ()


def test_between_two() -> None:
    """A fact between two others closes the earlier and ends at the later."""
    known = [belief(1, "Ghent", 10, 30), belief(2, "Bruges", 30)]
    outcome = decide(known, says("Leuven", 20))

    assert outcome.effect == "change"
    assert (outcome.valid_to, [c.claim for c in outcome.closes]) == (30, [1])


def test_disjoint_periods_of_one_value() -> None:
    """A value that was true, was not, and is true again has two intervals."""
    known = [belief(1, "Ghent", 10, 20), belief(2, "Bruges", 20)]
    outcome = decide(known, says("Ghent", 30))

    assert outcome.effect == "change"
    assert [c.claim for c in outcome.closes] == [2]


def test_correction_takes_over_the_interval() -> None:
    """A correction ends the wrong version on the record axis and takes over its valid time."""
    outcome = decide([belief(1, "Bruges", 10)], says("Brussels", 25, update="correction"))

    assert (outcome.effect, outcome.valid_from, outcome.valid_to) == ("correct", 10, None)
    assert [(c.claim, c.wrong) for c in outcome.closes] == [(1, True)]


def test_correction_of_nothing() -> None:
    """A correction of what nobody said is a first value."""
    assert decide([], says("Ghent", 10, update="correction")).effect == "assert"


def test_no_longer() -> None:
    """ "No longer" closes at its time and opens nothing, with or without the value named."""
    for value in ("Ghent", None):
        outcome = decide([belief(1, "Ghent", 10)], says(value, 20, update="end"))

        assert outcome.effect == "retract"
        assert [(c.claim, c.valid_to) for c in outcome.closes] == [(1, 20)]


def test_no_longer_of_another_value() -> None:
    """Ending a value that is not believed closes nothing now."""
    outcome = decide([belief(1, "Ghent", 10)], says("Paris", 20, update="end"))

    assert (outcome.effect, outcome.closes, outcome.touched) == ("retract", (), ())


def test_no_longer_known_before_its_fact() -> None:
    """An end that arrived first cuts off the fact of an earlier time that arrives later."""
    end = belief(1, "Ghent", 50, 50, polarity="retracted")

    assert decide([end], says("Ghent", 10)).valid_to == 50
    assert decide([end], says("Bruges", 10)).valid_to is None
    assert decide([end], says("Ghent", 60)).valid_to is None


def test_a_change_stated_before_what_was_observed() -> None:
    """ "I live in Lisbon", then "I moved last month": the later word wins, the older is closed."""
    outcome = decide([belief(1, "Lisbon", 20)], says("Porto", 10, said_at=30, basis="stated"))

    assert (outcome.effect, outcome.valid_from, outcome.valid_to) == ("change", 10, None)
    assert [(c.claim, c.valid_to) for c in outcome.closes] == [(1, 30)]


def test_the_same_imported_later() -> None:
    """The same words from an older chat, imported later, leave the newer observation alone."""
    outcome = decide([belief(1, "Lisbon", 20)], says("Porto", 10, said_at=15, basis="stated"))

    assert (outcome.effect, outcome.valid_to, outcome.closes) == ("assert", 20, ())


def test_a_stated_interval_keeps_its_order() -> None:
    """A belief whose start was stated is not closed by a change stated before it."""
    outcome = decide(
        [belief(1, "Lisbon", 20, basis="stated")], says("Porto", 10, said_at=30, basis="stated")
    )

    assert (outcome.effect, outcome.valid_to, outcome.closes) == ("assert", 20, ())


def test_an_end_stated_before_what_was_observed() -> None:
    """ "I left Lisbon last month" ends what was observed since."""
    said = says("Lisbon", 10, said_at=30, basis="stated", update="end")
    outcome = decide([belief(1, "Lisbon", 20)], said)

    assert [(c.claim, c.valid_to) for c in outcome.closes] == [(1, 30)]


def test_the_start_stated_later_supports() -> None:
    """Saying since when supports what was observed before."""
    assert (
        decide([belief(1, "Porto", 20)], says("Porto", 10, said_at=30, basis="stated")).effect
        == "support"
    )


def test_several_values_side_by_side() -> None:
    """In a multi-valued slot another value leaves the first alone."""
    known = [belief(1, "tea", 10)]

    assert decide(known, says("jazz", 20, cardinality="multi")).closes == ()
    assert decide(known, says("tea", 20, cardinality="multi")).effect == "support"


def test_love_then_hate() -> None:
    """The opposite polarity of the same value replaces it: something is left."""
    outcome = decide(
        [belief(1, "tea", 10)], says("tea", 20, cardinality="multi", polarity="negated")
    )

    assert outcome.effect == "change"
    assert [c.claim for c in outcome.closes] == [1]


def test_weak_source_never_closes() -> None:
    """What only an assistant says contradicts, and closes nothing."""
    for update in ("none", "change", "correction", "end"):
        known = [belief(1, "Ghent", 10)]
        outcome = decide(known, says("Paris", 20, grounded=False, update=update))

        assert outcome.closes == ()
        assert outcome.effect in ("contradict", "none")


def test_user_confirms_a_candidate() -> None:
    """A grounded statement does not merely support a candidate: it is believed itself."""
    known = [belief(1, "Paris", 10, commitment="candidate", channel="assistant")]

    assert decide(known, says("Paris", 20)).effect == "assert"


@pytest.mark.parametrize(("moment", "expected"), [(9, False), (10, True), (19, True), (20, False)])
def test_half_open(moment: int, expected: bool) -> None:
    """An interval holds from its start and not at its end."""
    assert covers(belief(1, "Ghent", 10, 20), moment) is expected


def test_firm_before_candidates() -> None:
    """What is firmly held comes before candidates, newest first."""
    rows = [
        belief(1, "Ghent", 10),
        belief(2, "Paris", 30, commitment="candidate"),
        belief(3, "Bruges", 20),
    ]

    assert [b.claim for b in believed(rows, 40)] == [3, 1, 2]


POINTS = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "c"]),
        st.integers(0, 12),
        st.sampled_from(["none", "none", "end", "negated"]),
        st.integers(0, 6),
        st.one_of(st.none(), st.integers(1, 8)),
    ),
    min_size=1,
    max_size=7,
    unique_by=lambda point: point[1],
)


def told(points: list[Any], cardinality: Cardinality) -> list[list[str]]:
    """Tell points one after the other; return what is believed at every moment."""
    rows: list[BeliefRow] = []
    for number, (value, start, what, delay, length) in enumerate(points, start=1):
        polarity = {"end": "retracted", "negated": "negated"}.get(what, "asserted")
        update = "end" if what == "end" else "none"
        basis = "stated" if delay else "observed"
        until = None if length is None or what == "end" else start + length
        said = says(value, start, update=update, polarity=polarity, basis=basis,
                    cardinality=cardinality, valid_to=until,
                    said_at=start + delay)  # fmt: skip
        outcome = decide(rows, said)
        ends = {close.claim: close.valid_to for close in outcome.closes}
        rows = [
            r.model_copy(update={"valid_to": ends[r.claim]}) if r.claim in ends else r for r in rows
        ]
        rows.append(belief(number, value, outcome.valid_from, outcome.valid_to, polarity=polarity,
                           basis=basis, said_at=start + delay))  # fmt: skip
    return [
        sorted({f"{b.polarity} {b.value}" for b in believed(rows, moment)})
        for moment in range(-1, 25)
    ]


@given(POINTS, st.sampled_from(["single", "multi", "interval"]), st.randoms(use_true_random=False))
def test_order_of_import_does_not_matter(
    points: list[Any], cardinality: Cardinality, random: Any
) -> None:
    """Whatever order statements and ends arrive in, the same is believed at every moment."""
    shuffled = list(points)
    random.shuffle(shuffled)

    assert told(points, cardinality) == told(shuffled, cardinality)


def test_a_repeat_outlives_a_late_import() -> None:
    """A value said again later is still believed when another of a time between comes late."""
    points = [(city, day, "none", 0, None) for city, day in (("g", 1), ("g", 5), ("p", 3))]

    believed_at = told(points, "single")

    assert (believed_at[3], believed_at[5], believed_at[7]) == (
        ["asserted g"],
        ["asserted p"],
        ["asserted g"],
    )


def test_a_repeat_inside_a_period_supports_it() -> None:
    """Said again of a time inside its period, a value is the same interval with one more event."""
    known = [belief(1, "Rome", 10, 20, basis="stated")]
    outcome = decide(known, says("Rome", 12, valid_to=15, basis="stated", cardinality="interval"))

    assert (outcome.effect, outcome.closes) == ("support", ())
    rows = [*known, belief(2, "Rome", outcome.valid_from, outcome.valid_to)]
    assert [(b.valid_from, b.valid_to, b.support) for b in runs(rows)] == [(10, 20, 2)]


def test_overlapping_periods_join_and_others_stay_apart() -> None:
    """Periods of one value that overlap are one interval; a gap keeps them two."""
    rows = [belief(1, "Rome", 10, 20), belief(2, "Rome", 15, 30), belief(3, "Rome", 40, 50)]

    assert [(b.valid_from, b.valid_to) for b in runs(rows)] == [(10, 30), (40, 50)]


def test_values_of_an_interval_slot_never_compete() -> None:
    """Another value at the same time closes nothing."""
    known = [belief(1, "Rome", 10, 20)]
    outcome = decide(known, says("Oslo", 12, valid_to=15, cardinality="interval"))

    assert (outcome.effect, outcome.closes, outcome.valid_to) == ("assert", (), 15)


def test_without_a_stated_end_it_holds_for_a_day() -> None:
    """ "I visited Rome" holds for one day; "until Friday" for the last day before."""
    plain = decide([], says("Rome", 10, cardinality="interval"))
    until = decide([], says("Rome", DAY, valid_to=DAY, cardinality="interval"))

    assert (plain.valid_from, plain.valid_to) == (10, 10 + DAY)
    assert (until.valid_from, until.valid_to) == (0, DAY)


def test_an_end_cuts_a_period_off() -> None:
    """ "No longer" ends the period it falls into, and calls off what was announced for later."""
    known = [
        period(1, "Rome", 10, 30, said_at=5),
        period(2, "Rome", 50, 60, said_at=6),
        period(3, "Rome", 2, 4, said_at=5),
    ]
    outcome = decide(known, says("Rome", 20, update="end", cardinality="interval"))

    assert [(c.claim, c.valid_to) for c in outcome.closes] == [(1, 20), (2, 50)]


def test_a_denied_period_leaves_the_record() -> None:
    """ "Actually, I wasn't in Rome" takes back what was said last of Rome, and no other stay."""
    known = [
        period(1, "Rome", 10, 20, said_at=25),
        period(2, "Rome", 40, 50, said_at=55),
        period(3, "Oslo", 40, 50, said_at=56),
    ]
    said = says("Rome", 60, update="correction", polarity="negated", cardinality="interval")
    outcome = decide(known, said)

    assert [(c.claim, c.wrong) for c in outcome.closes] == [(2, True)]
    assert (outcome.effect, outcome.valid_from, outcome.valid_to) == ("correct", 40, 50)


def test_a_corrected_period() -> None:
    """Another value for a stated period takes the place of what was said of that period."""
    known = [period(1, "Rome", 10, 20, basis="stated"), period(2, "Oslo", 40, 50)]
    said = says("Milan", 12, valid_to=18, update="correction", basis="stated", said_at=60,
                cardinality="interval")  # fmt: skip
    outcome = decide(known, said)

    assert [(c.claim, c.wrong) for c in outcome.closes] == [(1, True)]
    assert (outcome.valid_from, outcome.valid_to) == (12, 18)


def test_a_correction_without_a_period_retires_no_stay() -> None:
    """ "Actually, I visited Milan" is one more visit: nothing shows which one it would replace."""
    known = [period(1, "Rome", 10, 20)]
    outcome = decide(known, says("Milan", 60, update="correction", cardinality="interval"))

    assert (outcome.effect, outcome.closes) == ("assert", ())


def test_what_is_supposed_has_no_effect() -> None:
    """A hypothetical statement supports, closes and opens nothing, whoever makes it."""
    for update in ("none", "change", "correction", "end"):
        said = says("Porto", 20, polarity="hypothetical", update=update)
        outcome = decide([belief(1, "Porto", 10)], said)

        assert (outcome.effect, outcome.closes, outcome.touched) == ("none", (), ())
