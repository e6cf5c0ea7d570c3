"""Times found in texts and placed relative to when they were said."""

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core import dates
from neuromem_graph.core.rules import extract
from neuromem_graph.types.ingest import Turn, Turns

LISBON = ZoneInfo("Europe/Lisbon")
AT = datetime(2024, 5, 15, 14, 30, tzinfo=LISBON)  # a Wednesday

PLACED = """
today => at 2024-05-15 14:30 2024-05-16
tonight => at 2024-05-15 14:30 2024-05-16
yesterday => at 2024-05-14 2024-05-15
the day before yesterday => at 2024-05-13 2024-05-14
last night => at 2024-05-14 2024-05-15
tomorrow => at 2024-05-16 2024-05-17
last week => at 2024-05-06 2024-05-13
next week => at 2024-05-20 2024-05-27
last weekend => at 2024-05-11 2024-05-13
this month => at 2024-05-01 2024-06-01
last month => at 2024-04-01 2024-05-01
next month => at 2024-06-01 2024-07-01
last year => at 2023-01-01 2024-01-01
last summer => at 2023-06-01 2023-09-01
last Friday => at 2024-05-10 2024-05-11
last Wednesday => at 2024-05-08 2024-05-09
this Friday => at 2024-05-17 2024-05-18
next Monday => at 2024-05-20 2024-05-21
on Monday => at 2024-05-13 2024-05-14
last May => at 2023-05-01 2023-06-01
next May => at 2025-05-01 2025-06-01
in March => at 2024-03-01 2024-04-01
in December => at 2023-12-01 2024-01-01
in March 2021 => at 2021-03-01 2021-04-01
in the summer of 2019 => at 2019-06-01 2019-09-01
in 2019 => at 2019-01-01 2020-01-01
on 5 May 2023 => at 2023-05-05 2023-05-06
on May 5th, 2023 => at 2023-05-05 2023-05-06
on the 5th of June => at 2023-06-05 2023-06-06
Sept. 3 => at 2023-09-03 2023-09-04
2023-12-24 => at 2023-12-24 2023-12-25
two years ago => at 2022-05-15 2022-05-16
a couple of weeks ago => at 2024-05-01 2024-05-02
10 minutes ago => at 2024-05-15 14:20 2024-05-15 14:30
a decade ago => at 2014-05-15 2014-05-16
in two weeks => at 2024-05-29 2024-05-30
three months from now => at 2024-08-15 2024-08-16
since 2019 => since 2019-01-01 2020-01-01
since last year => since 2023-01-01 2024-01-01
as of January => since 2024-01-01 2024-02-01
until 2020 => until 2020-01-01 2021-01-01
for five years => for 2019-05-15 2024-05-15 14:30
for the past two months => for 2024-03-15 2024-05-15 14:30
"""
AHEAD = """
on Monday => at 2024-05-20 2024-05-21
in March => at 2025-03-01 2025-04-01
on 5 May => at 2025-05-05 2025-05-06
in December => at 2024-12-01 2025-01-01
"""


def rows(table: str) -> list[tuple[str, str]]:
    return [tuple(row.split(" => ")) for row in table.strip().split("\n")]  # type: ignore[misc]


def written(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}".removesuffix(" 00:00")


def placed(text: str, *, future: bool = False) -> str:
    (mention,) = dates.find(f"it was {text}, so")
    period = dates.resolve(mention, AT, future=future)
    assert period is not None
    assert period.begin.tzinfo is period.until.tzinfo is LISBON
    return f"{mention.role} {written(period.begin)} {written(period.until)}"


@pytest.mark.parametrize(("text", "expected"), rows(PLACED))
def test_times(text: str, expected: str) -> None:
    """A time is placed in the zone of the message, never of the machine."""
    assert placed(text) == expected


@pytest.mark.parametrize(("text", "expected"), rows(AHEAD))
def test_times_ahead(text: str, expected: str) -> None:
    """What may lie on either side is the next one for what is still to come."""
    assert placed(text, future=True) == expected


@pytest.mark.parametrize(
    "text",
    ["may I", "I march on", "two years", "for 2019", "on a second date", "version 2019", "a"],
)
def test_no_times(text: str) -> None:
    """Months and numbers that tell no time are left alone."""
    assert dates.find(text) == ()


@pytest.mark.parametrize("text", ["on June 31", "999 decades ago", "2023-02-30"])
def test_no_such_day(text: str) -> None:
    """A day that no calendar has is no day."""
    assert [dates.resolve(mention, AT) for mention in dates.find(text)] == [None]


def test_a_range_is_two_times() -> None:
    """A range has a beginning and an end."""
    for text in ("from 2018 to 2020", "between 2018 and 2020", "from 2018\u20132020"):
        assert [mention.role for mention in dates.find(text)] == ["since", "until"]


@given(
    text=st.lists(st.sampled_from(" ".join((PLACED + AHEAD).split()).split(" "))).map(" ".join),
    at=st.datetimes(timezones=st.sampled_from([UTC, LISBON, timezone(timedelta(hours=-11))])),
    future=st.booleans(),
)
def test_any_moment(text: str, at: datetime, future: bool) -> None:
    """Whatever the words and the moment, a time is aware and does not end before it begins."""
    for mention in dates.find(text):
        assert 0 <= mention.start < mention.end <= len(text)
        period = dates.resolve(mention, at, future=future)
        assert period is None or (
            period.begin.utcoffset() is not None
            and period.begin.replace(tzinfo=None) <= period.until.replace(tzinfo=None)
        )


# --- what they do to facts

INTERVALS = """
I moved to Porto last month. => change 2024-04-01 -
Last month, I moved to Porto. => change 2024-04-01 -
I moved to Porto today => change 2024-05-15 14:30 -
I moved to Porto. => change - -
I have lived in Porto since 2019. => none 2019-01-01 -
I've lived in Porto for five years. => none 2019-05-15 -
I live in Porto until July 2025 => none - 2025-07-01
I live in Porto, and it rained yesterday. => none - -
In May I started working at Acme. => change 2024-05-01 -
I joined Google in 2021 => change 2021-01-01 -
I start at Acme next Monday. => change 2024-05-20 -
I'm moving to Porto in March. => change 2025-03-01 -
I will move to Porto in 2030. => change 2030-01-01 -
I lived in Berlin from 2018 to 2020. => none 2018-01-01 2020-01-01
I lived in Berlin in 2019. => none 2019-01-01 2020-01-01
I lived in Berlin until 2020. => end 2020-01-01 2020-01-01
I moved out of Berlin last month. => end 2024-04-01 2024-04-01
I stopped working at Acme last week => end 2024-05-06 2024-05-06
I haven't lived in Berlin since 2019 => end 2019-01-01 2019-01-01
I turned 30 yesterday! => change 2024-05-14 -
I love pizza since 2010 => none 2010-01-01 -
I was born in Lisbon in 1990 => none - -
"""


@pytest.mark.parametrize(("text", "expected"), rows(INTERVALS))
def test_intervals(text: str, expected: str) -> None:
    """A fact begins or ends where its text says so, and nowhere else."""
    turn = Turn(id="1", namespace=("u",), text=text, channel="user", at=AT, digest="")
    claim = extract(Turns(namespace=("u",), turns=(turn,))).claims[0]
    ends = [written(t) if t else "-" for t in (claim.valid_from, claim.valid_to)]

    assert claim.predicate is not None
    assert claim.polarity != "hypothetical"
    assert " ".join((claim.update, *ends)) == expected


def test_an_afternoon_is_no_employment() -> None:
    """What somebody did for a day in the past is an episode."""
    turn = Turn(id="1", namespace=("u",), text="I worked at Acme yesterday.", channel="user", at=AT,
                digest="")  # fmt: skip

    assert extract(Turns(namespace=("u",), turns=(turn,))).claims[0].predicate is None


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("since 12/31/2023", (2023, 12, 31)),
        ("since 05.12.2023", (2023, 12, 5)),
        ("since 25/12/2023", (2023, 12, 25)),
        ("on 3/4/23", (2023, 3, 4)),
    ],
)
def test_dates_in_figures(words: str, day: tuple[int, int, int]) -> None:
    """A date in figures is month first, or day first where dots or the numbers say so."""
    at = datetime(2024, 5, 8, 13, 30, tzinfo=timezone(timedelta(hours=9)))
    (mention,) = dates.find(f"I lived in Porto {words}.")
    period = dates.resolve(mention, at)

    assert period is not None
    assert period.begin == datetime(*day, tzinfo=at.tzinfo)
    assert period.until - period.begin == timedelta(days=1)


def test_no_such_date_in_figures() -> None:
    """Figures that are no day of the calendar are no time."""
    (mention,) = dates.find("I lived in Porto since 45.45.2023.")

    assert dates.resolve(mention, datetime(2024, 5, 8, tzinfo=UTC)) is None
