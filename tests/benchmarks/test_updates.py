"""The benchmark of updates makes the same data again, and counts as it says."""

import importlib
import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from string import Formatter
from types import SimpleNamespace

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
MODULES = (
    "locomo", "update_data", "update_distractors", "update_people", "update_systems",
    "update_values", "update_wordings", "update_wordings_heldout", "updates",
)  # fmt: skip
SORTS = {"statement": 8, "change": 8, "now": 4, "past": 4}
DAY = datetime(2024, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def names() -> SimpleNamespace:
    """Return all names of the benchmark's modules, without leaving them importable."""
    found: dict = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(BENCHMARKS))
        loaded = {module: vars(importlib.import_module(module)) for module in MODULES}
        for module, inside in loaded.items():
            found |= {name: value for name, value in inside.items() if not name.startswith("__")}
            found[module] = SimpleNamespace(**inside)
            del sys.modules[module]
    return SimpleNamespace(**found)


def run(*args: object, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the benchmark in a process of its own."""
    argv = [sys.executable, BENCHMARKS / "updates.py", *map(str, args)]
    return subprocess.run(argv, capture_output=True, text=True, env={**os.environ, **env})


def splits(names: SimpleNamespace) -> dict:
    """Return the wordings of both splits."""
    return {
        "dev": names.update_wordings.WORDINGS,
        "heldout": names.update_wordings_heldout.WORDINGS,
    }


# ---------------------------------------------------------------- wordings and values


def test_splits_are_disjoint_and_cover_everything(names: SimpleNamespace) -> None:
    """Each attribute has wordings of each sort in both splits; a quarter of them is held out."""
    dev, heldout = splits(names).values()
    assert set(dev) == set(heldout) == set(names.VALUES)
    assert len(dev) >= 25
    for attribute, sorts in dev.items():
        assert set(sorts) == set(heldout[attribute]) == set(SORTS)
        for sort, least in SORTS.items():
            both = (*sorts[sort], *heldout[attribute][sort])
            assert len({wording.casefold() for wording in both}) == len(both) >= least
            assert len(heldout[attribute][sort]) == len(both) // 4


def test_every_wording_can_be_said_of_everybody(names: SimpleNamespace) -> None:
    """Each names its subject or value, in the first and the third person, and leaves no field."""
    people = [
        names.Subject("u0", "I"), names.Subject("Tom Weber", "he", "Tom Weber", "colleague"),
    ]  # fmt: skip
    fields = {"new": "NEW", "a": "a NEW", "old": "OLD", "aold": "an OLD", "since": "May"}
    past = {"next": "NEXT", "a_next": "a NEXT", "month": "May 2024"}
    for wordings in splits(names).values():
        for attribute, sorts in wordings.items():
            for sort, wording in ((sort, w) for sort, ws in sorts.items() for w in ws):
                used = {name for _, name, _, _ in Formatter().parse(wording) if name}
                for person in people:
                    given = fields if sort in ("statement", "change") else past
                    mention = "I" if person.pronoun == "I" else person.first_name
                    said = names.render(wording, person, mention, **given)
                    assert not set("{}[]|") & set(said), (attribute, wording)
                    assert ("Tom" in said) == (person.pronoun != "I"), (attribute, wording)
                assert {"statement": {"new", "a"}, "change": {"new", "a"}}.get(sort, used) & used
                assert sort != "past" or len(used & set(past)) == 1, wording
                assert sort != "now" or not used & {*past, *fields}, wording


def test_no_value_is_within_another(names: SimpleNamespace) -> None:
    """A value in a text tells which one it is; only attributes that clash share any."""
    lists = {attribute: names.listed(text) for attribute, text in names.VALUES.items()}
    for attribute, values in lists.items():
        assert len(set(values)) == len(values) >= 20, attribute
        for other, others in lists.items():
            if attribute == other or not names.clash(attribute, other):
                pairs = [(a, b) for a in values for b in others if (attribute, a) != (other, b)]
                within = [(a, b) for a, b in pairs if names.holds(b, a)]
                assert not within, (attribute, other, within)


def test_distractors_are_many_and_fit_the_attributes(names: SimpleNamespace) -> None:
    """There are 150 of them, and each fills in."""
    lines = [*names.OTHERS, *names.MAYBES, *names.ROLES]
    assert len({*names.PLAIN, *lines}) == len(names.PLAIN) + len(lines) >= 150
    for attribute, wording in lines:
        assert attribute in names.VALUES
        assert "VALUE" in wording.format(value="VALUE", a="a VALUE", other="somebody")


# ---------------------------------------------------------------- the data


@pytest.mark.parametrize("split", ["dev", "heldout"])
def test_histories_are_told_in_order_on_days_of_their_own(
    names: SimpleNamespace, split: str
) -> None:
    """Every value of a fact is told once; the past that is asked for lies within its time."""
    chats = names.generate(60, 3, splits(names)[split])
    subjects = {(chat.id, fact.subject.key) for chat in chats for fact in chat.facts}
    assert len(subjects) == 60
    assert sum(key.startswith("u") for _, key in subjects) == 30
    assert any(len({fact.subject for fact in chat.facts}) > 2 for chat in chats)
    for chat in chats:
        days = [turn.at.date() for turn in chat.turns]
        assert days == sorted(set(days))
        for number, fact in enumerate(chat.facts):
            turns = [t for t in chat.turns if any(one.fact == number for one in t.told)]
            assert [turn.at for turn in turns] == fact.times == sorted(set(fact.times))
            assert 2 <= len(fact.values) <= 5
            for value, turn in zip(fact.values, turns, strict=True):
                assert names.holds(turn.text, value), (turn.text, value)
        for question in chat.questions:
            fact, index = chat.facts[question.fact], question.index
            assert (question.kind == "current") == (index == len(fact.values) - 1)
            if question.valid_at:
                assert fact.times[index] < question.valid_at < fact.times[index + 1]
            if question.after_turn is not None:
                at = chat.turns[question.after_turn].at
                assert fact.times[index] <= at < fact.times[index + 1]


def test_what_is_said_between_never_tells_a_newest_value(names: SimpleNamespace) -> None:
    """Chat that is no fact of a subject holds values that they never had, or had before."""
    chats = names.generate(40, 5, names.update_wordings.WORDINGS)
    spoken = 0
    for chat in chats:
        for turn in (turn for turn in chat.turns if not turn.told):
            for fact in chat.facts:
                held = [i for i, value in enumerate(fact.values) if names.holds(turn.text, value)]
                spoken += len(held)
                assert all(fact.times[index + 1] < turn.at for index in held), turn.text
    assert spoken > 20


def test_same_seed_same_run_whatever_the_hash_seed(tmp_path: Path) -> None:
    """Two processes print and write the same; another seed gives other data."""
    written = []
    for number, (seed, hashed) in enumerate((("7", "1"), ("7", "2"), ("8", "1"))):
        out = tmp_path / f"{number}.json"
        small = ("--subjects", 2, "--split", "dev", "--systems", "ours", "--seed", seed)
        done = run(*small, "--json", out, PYTHONHASHSEED=hashed)
        assert done.returncode == 0, done.stderr
        result = json.loads(out.read_text(encoding="utf-8"))["dev"]["ours"]
        written.append({name: result[name] for name in result if name != "seconds"})
    assert written[0] == written[1] != written[2]


# ---------------------------------------------------------------- counting


@pytest.fixture
def chat(names: SimpleNamespace) -> SimpleNamespace:
    """Return a chat in which Tom moved from Oslo to Porto to Ghent, and his cousin travels."""
    told, subject = names.Told, names.Subject("Tom", "he", "Tom")
    texts = (
        ("Tom lives in Oslo", (told(0, 0),)),
        ("Tom moved from Oslo to Porto", (told(0, 1),)),
        ("his cousin visited Oslo and Porto", ()),
        ("Tom moved from Porto to Ghent", (told(0, 2),)),
    )
    turns = [names.Turn(DAY + timedelta(days=n), *text) for n, text in enumerate(texts)]
    times = [turns[0].at, turns[1].at, turns[3].at]
    fact = names.Fact(subject, "city", ("Oslo", "Porto", "Ghent"), times)
    return names.Chat("c", [fact], turns, [])


def scored(names: SimpleNamespace, chat: SimpleNamespace, kind: str, index: int, *entries, **how):
    """Return the rates after one answer."""
    tally, question = names.Tally(), names.Question(kind, 0, index, "Where?")
    names.score(question, entries, chat, how.get("found"), tally)
    return tally.rates()


def test_newest_must_come_first(names: SimpleNamespace, chat: SimpleNamespace) -> None:
    """The newest value counts in the first entry only, and only if that is about the subject."""
    ghent = names.Entry("Tom moved from Porto to Ghent", 3)
    other = names.Entry("his cousin visited Oslo and Porto", 2)
    belief = names.Entry("Tom (friend) lives_in: Ghent", slot="Tom (friend) lives_in")
    stranger = names.Entry("Ann lives_in: Ghent", slot="Ann lives_in")

    for first in (ghent, belief):
        assert scored(names, chat, "current", 2, first, other)["newest"] == 1
        assert scored(names, chat, "current", 2, other, first)["newest"] == 0
    assert scored(names, chat, "current", 2, stranger)["newest"] == 0
    assert scored(names, chat, "current", 2)["newest"] == 0


def test_stale_is_an_older_value_passed_off_as_present(
    names: SimpleNamespace, chat: SimpleNamespace
) -> None:
    """Neither the sentence that told of its end is stale, nor what says so, nor other talk."""
    slot = "Tom lives_in"
    fine = [
        names.Entry("Tom moved from Porto to Ghent", 3),
        names.Entry("Tom left Porto", 3),
        names.Entry("his cousin visited Oslo and Porto", 2),
        names.Entry("Tom lives in Oslo", 0, ended=True),
        names.Entry("Tom lives_in: Oslo", slot=slot, ended=True),
        names.Entry("Ann lives_in: Oslo", slot="Ann lives_in"),
    ]
    stale = [
        names.Entry("Tom lives in Oslo", 0),
        names.Entry("Tom moved from Oslo to Porto", 1),
        names.Entry("Tom lives_in: Porto", slot=slot),
    ]
    assert scored(names, chat, "current", 2, *fine)["stale"] == 0
    for entry in stale:
        assert scored(names, chat, "current", 2, *fine[:3], entry)["stale"] == 1, entry


def test_past_wants_the_right_old_value(names: SimpleNamespace, chat: SimpleNamespace) -> None:
    """Any entry about the subject may hold it; each way of asking is counted apart."""
    oslo, ghent = (names.Entry(chat.turns[turn].text, turn) for turn in (0, 3))
    for kind in ("valid_at", "as_of", "words"):
        hit = scored(names, chat, kind, 0, ghent, oslo)
        assert hit["past"] == hit[kind] == 1
        assert hit["newest"] is hit["stale"] is None
        assert scored(names, chat, kind, 0, ghent)["past"] == 0


def test_what_was_not_found_counts_as_wrong(names: SimpleNamespace, chat: SimpleNamespace) -> None:
    """A served sentence is no belief; peers look for none and lose nothing by it."""
    entries = [names.Entry(chat.turns[turn].text, turn) for turn in (3, 1)]
    for found, expected in ((None, 1), ({names.Told(0, 2)}, 1), (set(), 0)):
        assert scored(names, chat, "current", 2, *entries, found=found)["newest"] == expected
    assert scored(names, chat, "words", 1, *entries, found={names.Told(0, 2)})["past"] == 0


@pytest.mark.parametrize(
    ("text", "effect", "expected"),
    [
        ("Tom (friend) lives_in: Porto", "change", True),
        ("Tom moved_to: lovely Porto", "assert", True),
        ("Tom lives_in: from Oslo to Porto", "change", False),  # two values are none
        ("Tom lives_in: Porto", "retract", False),
        ("Ann lives_in: Porto", "change", False),
        ("Tom works_at: Porto", "change", False),
        ("Tom moved from Oslo to Porto", None, False),
    ],
)
def test_found_is_this_value_of_this_subject(
    names: SimpleNamespace, chat: SimpleNamespace, text: str, effect: str | None, expected: bool
) -> None:
    """A receipt must say that the value, and no other, is believed of the subject."""
    item = SimpleNamespace(what="created", effect=effect, text=text)
    receipt = SimpleNamespace(items=[item])
    assert names.believed(receipt, chat.facts[0], 1) is expected


def test_some_facts_may_be_believed_of_somebody_else(names: SimpleNamespace) -> None:
    """That somebody is the user's manager is a fact about the user; so with a child's school."""
    user = names.Subject("u0", "I", kid="son")
    manager = names.Fact(user, "manager", ("Omar Haddad", "Carla Mendes"))
    item = SimpleNamespace(
        what="created", effect="change", text="Carla Mendes (manager) relation_to_user: manager"
    )
    receipt = SimpleNamespace(items=[item])
    assert names.believed(receipt, manager, 1)
    assert not names.believed(receipt, manager, 0)
    assert not names.is_about("Blur relation_to_user", names.Fact(user, "band", ("Blur", "Muse")))
    assert names.is_about("son goes_to", names.Fact(user, "school", ("A", "B")))
    assert not names.is_about("son goes_to", names.Fact(user, "gym", ("A", "B")))


def test_values_are_found_as_whole_words(names: SimpleNamespace) -> None:
    """Neither a part of a word nor of a number is a value."""
    for text, value in (
        ("size 37.", "37"),
        ("in  new orleans!", "New Orleans"),
        ("C++, yes", "C++"),
    ):
        assert names.holds(text, value)
    for text, value in (("size 37.5", "37"), ("an e-bike", "bike"), ("Portobello", "Porto")):
        assert not names.holds(text, value)


# ---------------------------------------------------------------- the program


def test_benchmark_measures_all_systems(tmp_path: Path) -> None:
    """Each system has a row per split; what is held out is shown on request only."""
    out = tmp_path / "out.json"
    done = run("--subjects", 3, "--failures", 2, "--json", out)
    assert done.returncode == 0, done.stderr
    written = json.loads(out.read_text(encoding="utf-8"))
    assert set(written) == {"dev", "heldout"}
    for split, systems in written.items():
        assert set(systems) == {"ours", "bm25", "inmemory"}
        for name, result in systems.items():
            assert f"{split:9}{result['title']}" in done.stdout
            assert all(0 <= result[m] <= 1 for m in ("newest", "stale", "past"))
            assert (result["found"] is None) == (name != "ours")
            assert ("failures" in result) == ("missed_wordings" in result) == (split == "dev")
    shown = run("--subjects", 3, "--split", "heldout", "--show-heldout", "--json", out)
    assert shown.returncode == 0, shown.stderr
    assert "failures" in json.loads(out.read_text(encoding="utf-8"))["heldout"]["ours"]


def test_check_names_the_targets_that_are_missed(names: SimpleNamespace) -> None:
    """At the target is good enough."""
    assert names.missed({"newest": 0.98, "stale": 0.02, "past": 0.98}) == []
    assert names.missed({"newest": 0.5, "stale": 0.03, "past": 0.98}) == [
        "newest 50.0% < 98%", "stale 3.0% > 2%",
    ]  # fmt: skip


def test_check_fails_the_run(names: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missed target ends the program with an error that names it; without ours it is refused."""
    silent = SimpleNamespace(title="silent", hear=lambda chat: set(), answer=lambda question: [])
    monkeypatch.setitem(names.SYSTEMS, "ours", lambda: silent)
    small = ["--subjects", "2", "--split", "dev", "--systems"]
    with pytest.raises(SystemExit, match=r"dev: newest 0.0% < 98%\ndev: past 0.0% < 98%$"):
        names.updates.main([*small, "ours", "--check"])
    names.updates.main([*small, "ours"])
    with pytest.raises(SystemExit, match="2"):
        names.updates.main([*small, "bm25", "--check"])
