"""The attacks of a public suite are kept out, as docs/safety.md says.

Run this file as a program to write the tables anew.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from agmi.attacks.at_rest import AT_REST_ATTACKS_WITH_SNAPSHOT
from agmi.attacks.memory_specific import ALL_MEMORY_ATTACKS, CHANNELS

from tests.safety.at_rest import AtRest, Place
from tests.safety.integrity import Adapter

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "safety.md"
PLACES: tuple[Place, ...] = ("payloads", "memories")
Row = tuple[str, ...]


@cache
def retrieval() -> dict[str, dict[str, str]]:
    """Run every retrieval attack: fixtures kept out per channel."""
    found = {}
    for attack in ALL_MEMORY_ATTACKS:
        adapter = Adapter()
        result = attack().run(adapter)
        adapter.close()
        cells = {
            channel: f"{outcomes.count(False)} of {len(outcomes)}"
            for channel, outcomes in result.channels.items()
        }
        found[result.attack] = cells
    return found


@cache
def at_rest() -> dict[str, dict[str, str]]:
    """Run every edit of the file, in both places, with and without a head kept elsewhere."""
    found: dict[str, dict[str, str]] = {}
    for attack in AT_REST_ATTACKS_WITH_SNAPSHOT:
        for place in PLACES:
            for head in (False, True):
                result = attack().run(AtRest(place, head=head))
                seen = re.search(r"\((.*)\)", result.detail) if result.status == "safe" else None
                column = f"{place}{', head kept' if head else ''}"
                found.setdefault(result.attack, {})[column] = (
                    seen[1] if seen else result.status
                )  # fmt: skip
    return found


def retrieval_table() -> Iterator[Row]:
    """Every attack by channel; where a user asks for another one's there is one channel."""
    yield ("attack", *CHANNELS)
    for name, cells in retrieval().items():
        alone = cells.get("cross-user")
        row = [cells.get(channel, alone or "no such filter") for channel in CHANNELS]
        yield (name.replace("_", " "), *row)


def at_rest_table() -> Iterator[Row]:
    """Every edit by place."""
    columns = tuple(next(iter(at_rest().values())))
    yield ("edit", *columns)
    for name, cells in at_rest().items():
        yield (
            name.replace("_", " "),
            *(cells[c].replace("VULNERABLE", "not seen") for c in columns),
        )


TABLES: dict[str, Callable[[], Iterator[Row]]] = {
    "retrieval attacks": retrieval_table, "at-rest edits": at_rest_table,
}  # fmt: skip


def rendered(page: str) -> str:
    """Return the page with its tables as they are measured now."""
    for name, rows in TABLES.items():
        head, *rest = rows()
        lines = [f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *rest)]
        table = "\n".join(lines)
        page = re.sub(
            rf"(<!-- table: {name} -->\n).*?(<!-- end -->)",
            lambda found, table=table: f"{found[1]}{table}\n{found[2]}", page, flags=re.DOTALL,
        )  # fmt: skip
    return page


@pytest.mark.parametrize("channel", CHANNELS)
def test_retrieval_attacks(channel: str) -> None:
    """Unsigned writes are kept out whatever they are; of signed ones at least four attacks are."""
    kept = {name for name, cells in retrieval().items()
            if cells.get(channel, cells.get("cross-user")) == "5 of 5"}  # fmt: skip
    lost = {name for name in retrieval() if name != "metadata_poisoning"} - kept
    assert lost == ({"memory_injection"} if channel == "agent-laundered" else set())
    assert len(kept) >= 4


@pytest.mark.parametrize("place", PLACES)
def test_at_rest_edits(place: Place) -> None:
    """Every edit is named; the copy of an older file by who keeps the head elsewhere."""
    missed = {name for name, cells in at_rest().items() if not cells[place].startswith("verify: ")}
    with_head = {name for name, cells in at_rest().items()
                 if not cells[f"{place}, head kept"].startswith("verify: ")}  # fmt: skip
    assert len(at_rest()) == 9
    assert missed == {"snapshot_rollback"}
    assert with_head == set()


def test_the_page_says_what_is_measured() -> None:
    """The tables of docs/safety.md are what the attacks give."""
    page = PAGE.read_text("utf-8")
    assert page == rendered(page)


def test_the_page_names_tests_that_exist() -> None:
    """Every test that the page names is one."""
    named = set(re.findall(r"`(test_\w+)`", PAGE.read_text("utf-8")))
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert named
    assert [name for name in sorted(named) if f"def {name}(" not in sources] == []


if __name__ == "__main__":
    PAGE.write_text(rendered(PAGE.read_text("utf-8")), "utf-8")
