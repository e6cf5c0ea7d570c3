"""What is believed, as `resolve_worldview` tells it: on both axes, through every lens."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from neuromem_graph import Claim, Extraction, MemoryContext, MemoryRuntime, Settings, Turns
from neuromem_graph.core.rules import RuleExtractor
from neuromem_graph.errors import InvalidInput, InvalidTime, NotFound
from neuromem_graph.settings.believing import Believing
from neuromem_graph.testing.ledger_builders import batch, loose
from neuromem_graph.types.change_drafts import MergeDraft
from neuromem_graph.types.drafts import LifecycleDraft
from neuromem_graph.types.worldview import SlotView, Worldview

BEGIN = datetime(2025, 1, 1, 12, tzinfo=UTC)


def day(number: int) -> datetime:
    """A day after the beginning."""
    return BEGIN + timedelta(days=number)


class Clock:
    """Tell the time that a test sets."""

    now = BEGIN

    def __call__(self) -> datetime:
        return self.now


class Visits:
    """Finds the stays in "In Rome from 3 to 9.", days after the beginning; rules find the rest."""

    def __init__(self) -> None:
        self._rules = RuleExtractor()

    def extract(self, turns: Turns) -> Extraction:
        claims: list[Claim] = []
        for at, turn in enumerate(turns.turns):
            words = turn.text.strip(".").split()
            if words[0] == "In":
                period = {"valid_from": day(int(words[3])), "valid_to": day(int(words[5]))}
                claims.append(
                    Claim(turn=at, start=0, end=len(turn.text), subject="user",
                          predicate="stayed_in", value=words[1], **period)
                )  # fmt: skip
            else:
                found = self._rules.extract(turns.model_copy(update={"turns": (turn,)})).claims
                claims += [claim.model_copy(update={"turn": at}) for claim in found]
        return Extraction(claims=tuple(claims))


class Told:
    """A memory that is told things on given days."""

    def __init__(self, **other: Any) -> None:
        self.clock = Clock()
        self.memory = MemoryRuntime.local(
            ("acme", "ann"), other.pop("path", ":memory:"), clock=self.clock,
            entropy=Random(7).randbytes, extractor=Visits(), **other,
        )  # fmt: skip

    def tell(self, number: int, text: str, by: str = "user", at: int | None = None) -> int:
        """Say something on a day, perhaps of another day; return the moment after it."""
        self.clock.now = max(self.clock.now, day(number))
        said = day(number if at is None else at)
        return self.memory.ingest({"role": by, "content": text}, at=said).seq


@pytest.fixture
def told() -> Iterator[Told]:
    """A memory of a move, tastes, a sister and an assistant's word."""
    one = Told()
    one.tell(0, "I live in Ghent. I love tea. I'm allergic to nuts.")
    one.tell(1, "My sister Nina lives in Antwerp.")
    one.tell(30, "I moved to Porto.")
    yield one
    one.memory.close()


def values(view: Worldview, attribute: str = "lives_in", entity: str = "user") -> list[str]:
    """The values of one slot, as its candidates show them."""
    found = [s for s in view.slots if (s.entity, s.attribute) == (entity, attribute)]
    return [c.value for slot in found for c in slot.candidates]


def slot(view: Worldview, attribute: str = "lives_in") -> SlotView:
    """The one slot of an attribute of the speaker."""
    (found,) = [s for s in view.slots if (s.entity, s.attribute) == ("user", attribute)]
    return found


def test_everything_that_is_believed(told: Told) -> None:
    """Without a question all that is believed now is there, by kind, flat and as text."""
    view = told.memory.resolve_worldview()

    assert {(s.entity, s.attribute, s.candidates[0].value) for s in view.slots} == {
        ("user", "lives_in", "Porto"), ("user", "likes", "tea"),
        ("user", "allergic_to", "nuts"), ("Nina", "lives_in", "Antwerp"),
    }  # fmt: skip
    assert [s.attribute for s in view.preferences] == ["likes"]
    assert [s.attribute for s in view.constraints] == ["allergic_to"]
    assert {s.attribute for s in view.facts} == {"lives_in"}
    assert view.procedures == view.conflicts == ()
    assert len(view.beliefs) == 4
    assert str(view) == view.prompt
    assert "- user lives in: Porto (since 2025-01-31)" in view.prompt
    assert "Ghent" not in view.model_dump_json()


def test_a_question_chooses(told: Told) -> None:
    """With a question only what it asks for is there, whoever else was told about since."""
    for n in range(40):
        told.tell(40 + n, f"My friend Person{n} lives in City{n}.")

    asked = told.memory.resolve_worldview("Where do I live?")
    assert [(s.entity, s.attribute) for s in asked.slots] == [("user", "lives_in")]
    assert [b.value for b in asked.beliefs] == ["Porto"]
    assert values(told.memory.resolve_worldview("Where does Nina live?"), entity="Nina")
    assert told.memory.resolve_worldview("What is the capital of France?").slots == ()


def test_a_question_that_names_nobody(told: Told) -> None:
    """What shares its words is found through the memories that tell it; other names are not."""
    assert [b.value for b in told.memory.resolve_worldview("tea").beliefs] == ["tea"]
    assert told.memory.resolve_worldview("Where does Zoe live?").beliefs == ()


def test_both_axes(told: Told) -> None:
    """`valid_at` asks what was true then, `as_of` what was known then; together, both."""
    before = told.memory.resolve_worldview().seq
    told.tell(60, "I lived in Leeds from 2019 to 2021.")
    ask = told.memory.resolve_worldview

    assert values(ask(valid_at=day(10))) == ["Ghent"]
    assert values(ask(as_of=day(10))) == ["Ghent"]
    assert values(ask(valid_at=datetime(2020, 6, 1, tzinfo=UTC))) == ["Leeds"]
    assert values(ask(as_of=before, valid_at=datetime(2020, 6, 1, tzinfo=UTC))) == []
    assert values(ask(as_of=0)) == []
    assert ask(valid_at=day(10)).valid_at == day(10)
    assert ask(as_of=day(10)).as_of == day(1)


def test_a_late_import_displaces_nothing(told: Told) -> None:
    """An older fact imported later is there in its time, and the newer one stands."""
    told.tell(60, "I live in Leuven.", at=10)

    assert values(told.memory.resolve_worldview()) == ["Porto"]
    assert values(told.memory.resolve_worldview(valid_at=day(20))) == ["Leuven"]
    assert values(told.memory.resolve_worldview(as_of=day(59), valid_at=day(20))) == ["Ghent"]


def test_a_correction_is_no_change(told: Told) -> None:
    """What was never so is believed as of then, and as known now was never so."""
    then = told.memory.resolve_worldview().seq
    told.tell(60, "Actually, I live in Lisbon, not Porto.")
    ask = told.memory.resolve_worldview

    assert values(ask(valid_at=day(40))) == ["Lisbon"]
    assert values(ask(as_of=then, valid_at=day(40))) == ["Porto"]
    assert values(ask(valid_at=day(10))) == ["Ghent"]
    audited = slot(ask("Where do I live?", lens="audit"))
    assert {c.value: c.status for c in audited.candidates if c.polarity == "asserted"} == {
        "Lisbon": "active", "Ghent": "historical", "Porto": "rejected",
    }  # fmt: skip


def test_a_future_start(told: Told) -> None:
    """What begins later is provisional until its day, and then current with no further word."""
    told.tell(40, "I'm moving to Oslo in December 2025.")
    ask = told.memory.resolve_worldview

    assert values(ask()) == ["Porto"]
    shown = {c.value: c.status for c in slot(ask(lens="historical")).candidates}
    assert shown == {"Porto": "active", "Oslo": "provisional", "Ghent": "historical"}
    told.clock.now = datetime(2026, 1, 5, tzinfo=UTC)
    assert values(ask()) == ["Oslo"]


def test_repeated_periods(told: Told) -> None:
    """Periods of one value stay two, a repeat inside one supports it, overlaps join."""
    for number, text in enumerate(
        ("In Rome from 3 to 9.", "In Rome from 20 to 25.", "In Rome from 23 to 28.",
         "In Rome from 4 to 6.", "In Oslo from 5 to 8.")
    ):  # fmt: skip
        told.tell(40 + number, text)
    ask = told.memory.resolve_worldview

    stays = slot(ask(lens="historical"), "stayed_in").candidates
    assert {(c.value, c.valid_from, c.valid_to, c.support, len(c.claims)) for c in stays} == {
        ("Rome", day(3), day(9), 2, 2), ("Rome", day(20), day(28), 2, 2),
        ("Oslo", day(5), day(8), 1, 1),
    }  # fmt: skip
    assert {c.id for c in stays if c.value == "Rome"} == {stays[0].id, stays[1].id} - {
        c.id for c in stays if c.value == "Oslo"
    }
    assert set(values(ask(valid_at=day(7)), "stayed_in")) == {"Rome", "Oslo"}
    assert values(ask(valid_at=day(15)), "stayed_in") == []
    assert values(ask(), "stayed_in") == []


def test_a_stay_is_still_told_when_it_is_over(told: Told) -> None:
    """The memory of a period is not superseded by the end of the period."""
    told.tell(40, "In Rome from 3 to 9.")

    assert "Rome" in told.memory.query("Did I stay in Rome?").text


def test_what_was_erased_is_nowhere(told: Told) -> None:
    """An erased payload is absent in every lens, at every moment; what it had ended stays ended."""
    porto = slot(told.memory.resolve_worldview())
    seq = told.memory.resolve_worldview().seq
    ledger = told.memory.resources.ledger
    with ledger.reader() as reader:
        rows = reader.worldview.slots(
            ("acme", "ann"), reader.worldview.latest(("acme", "ann"), None)
        )
    event = next(c.belief.event for s in rows for c in s.claims if c.belief.value == "Porto")
    ledger.erase([event], "test")

    assert porto.candidates[0].value == "Porto"
    for lens in ("auto", "historical", "audit", "logical"):
        for as_of in (None, seq, day(30)):
            for question in (None, "Where do I live?"):
                view = told.memory.resolve_worldview(question, lens=lens, as_of=as_of)
                assert "Porto" not in view.model_dump_json()
    assert values(told.memory.resolve_worldview()) == []
    assert values(told.memory.resolve_worldview(valid_at=day(10))) == ["Ghent"]


def test_what_an_assistant_says(told: Told) -> None:
    """An assistant's word stands beside the belief, provisional; the logical lens leaves it out."""
    told.tell(40, "Nina lives in Paris.", by="assistant")
    ask = told.memory.resolve_worldview

    (both,) = ask("Where does Nina live?").slots
    assert [(c.value, c.status) for c in both.candidates] == [
        ("Antwerp", "active"), ("Paris", "provisional"),
    ]  # fmt: skip
    assert both.candidates[0].score > both.candidates[1].score
    (firm,) = ask("Where does Nina live?", lens="logical").slots
    assert [c.value for c in firm.candidates] == ["Antwerp"]


def test_close_scores_are_a_conflict() -> None:
    """With a margin wide enough the assistant's word makes a conflict, which is listed."""
    told = Told(settings=Settings(believing=Believing(conflict_margin=1.0)))
    told.tell(0, "My sister Nina lives in Antwerp.")
    told.tell(1, "Nina lives in Paris.", by="assistant")
    view = told.memory.resolve_worldview()

    assert [s.attribute for s in view.conflicts] == ["lives_in"]
    assert {b.status for b in view.beliefs} == {"conflicted"}


def test_the_audit_lens_tells_the_story(told: Told) -> None:
    """Audit shows the evidence, what happened to each candidate, and what was only supposed."""
    told.tell(40, "If I moved to Berlin, I would learn German.")
    view = told.memory.resolve_worldview("Where do I live?", lens="audit")

    candidates = {c.value: c for c in slot(view).candidates}
    assert candidates["Ghent"].events
    assert candidates["Ghent"].claims
    assert [(e.value, e.type) for e in view.history if e.value != "Antwerp"] == [
        ("Ghent", "proposed"), ("Ghent", "superseded"), ("Porto", "changed"),
        ("Berlin", "supposed"),
    ]  # fmt: skip
    assert [(one.attribute, one.value) for one in view.suppositions] == [("lives_in", "Berlin")]
    for lens in ("auto", "historical", "logical"):
        shown = told.memory.resolve_worldview("Where do I live?", lens=lens)
        assert "Berlin" not in shown.model_dump_json()


def test_a_supposition_counts_nowhere(told: Told) -> None:
    """A slot that was only supposed is no slot of anybody, and nobody is known by it."""
    before = told.memory.stats()
    told.tell(40, "I might work at Acme. Zoe might live in Rome.")
    after = told.memory.stats()

    assert (after.slots, after.entities) == (before.slots, before.entities)
    assert values(told.memory.resolve_worldview(lens="historical"), "works_at") == []
    told.tell(41, "I work at Acme.")
    assert values(told.memory.resolve_worldview(), "works_at") == ["Acme"]
    assert told.memory.resolve_worldview(lens="audit").suppositions[0].value == "Acme"


def test_what_is_suppressed(told: Told) -> None:
    """A suppressed memory's value is in no view but the audit, and revives nothing."""
    ledger, seq = told.memory.resources.ledger, told.memory.resolve_worldview().seq
    porto = told.memory.resolve_worldview("Where do I live?").beliefs[0]
    hide = LifecycleDraft(memory=porto.memory or 0, state="suppressed", reason="test")
    ledger.append([batch(loose(hide), namespace=("acme", "ann"))])
    ask = told.memory.resolve_worldview

    for lens in ("auto", "historical", "logical"):
        assert "Porto" not in ask(lens=lens).model_dump_json()
    assert values(ask()) == []
    audit = ask("Where do I live?", lens="audit")
    assert {c.value: c.status for c in slot(audit).candidates} == {
        "Ghent": "historical", "Porto": "suppressed",
    }  # fmt: skip
    assert audit.history[-1].type == "suppressed"
    assert "Porto" not in audit.prompt
    assert values(ask(as_of=seq)) == ["Porto"]
    assert told.memory.materialize_worldview().suppressed


def test_merged_entities_are_one(told: Told) -> None:
    """After a merge the slots of both are one, whose values compete; before it they are two."""
    told.tell(40, "My friend Ninette lives in Bruges.")
    ledger, seq = told.memory.resources.ledger, told.memory.resolve_worldview().seq
    with ledger.reader() as reader:
        ninette, nina = (
            reader.entities(("acme", "ann"), [key])[0].entity for key in ("ninette", "nina")
        )
    merge = MergeDraft(entities=(ninette,), into=nina)
    ledger.append([batch(loose(merge), namespace=("acme", "ann"))])

    for name in ("Nina", "Ninette"):
        (both,) = told.memory.resolve_worldview(f"Where does {name} live?").slots
        assert both.entity == "Nina"
        assert {c.value: c.status for c in both.candidates} == {
            "Antwerp": "conflicted", "Bruges": "conflicted",
        }  # fmt: skip
    (one,) = told.memory.resolve_worldview("Where does Ninette live?", as_of=seq).slots
    assert [c.value for c in one.candidates] == ["Bruges"]


def test_history_of_a_slot(told: Told) -> None:
    """What happened to a slot's candidates is found by its id and by name, as of any moment."""
    by_id = told.memory.history(slot(told.memory.resolve_worldview()).id or "")

    assert [(e.value, e.type) for e in by_id] == [
        ("Ghent", "proposed"), ("Ghent", "superseded"), ("Porto", "changed"),
    ]  # fmt: skip
    assert told.memory.history("user", "lives_in") == by_id
    assert len(told.memory.history("user", "lives_in", as_of=day(10))) == 1
    with pytest.raises(NotFound):
        told.memory.history("user", "shoe_size")


def test_a_limit_counts_what_it_leaves_out() -> None:
    """Beyond the limit slots are counted, and those told about last are kept."""
    told = Told(settings=Settings(believing=Believing(slots=2)))
    for number, text in enumerate(("I live in Ghent.", "I love tea.", "I work at Acme.")):
        told.tell(number, text)
    view = told.memory.resolve_worldview()

    assert [s.attribute for s in view.slots] == ["works_at", "likes"]
    assert view.truncated == 1


def test_ids_are_made_of_content(told: Told) -> None:
    """The same words in another ledger give slots and candidates of the same ids."""
    other = Told()
    other.tell(3, "I live in Porto.")
    one, two = (slot(t.memory.resolve_worldview()) for t in (told, other))

    assert one.id == two.id
    assert one.candidates[0].id == two.candidates[0].id


@pytest.mark.parametrize("asked", [{"query": " "}, {"query": 3}, {"lens": "x"}, {"as_of": -1}])
def test_bad_input_is_refused(told: Told, asked: dict[str, Any]) -> None:
    """A blank question, an unknown lens or moment is refused."""
    with pytest.raises(InvalidInput):
        told.memory.resolve_worldview(**asked)
    with pytest.raises(InvalidTime):
        told.memory.resolve_worldview(valid_at=datetime(2025, 1, 1))


def test_async_twins(told: Told) -> None:
    """The async twins answer the same."""
    memory, run = told.memory, asyncio.run

    assert run(memory.aresolve_worldview()) == memory.resolve_worldview()
    assert run(memory.ahistory("user", "lives_in")) == memory.history("user", "lives_in")
    assert run(memory.amaterialize_worldview()) == memory.materialize_worldview()
    assert run(memory.arebuild_materialized_views()) == memory.materialize_worldview()


def test_rebuilt_it_is_the_same(tmp_path: Path) -> None:
    """A file whose views were made anew gives the same worldview, byte for byte, and counts."""
    told = Told(path=tmp_path / "m")
    for number, text in enumerate(
        ("I live in Ghent.", "I might live in Rome.", "I moved to Porto.", "I live in Ghent.")
    ):
        told.tell(number, text)
    views = {
        lens: told.memory.resolve_worldview(lens=lens).model_dump_json()
        for lens in ("auto", "historical", "audit")
    }
    counted = told.memory.materialize_worldview()

    assert (counted.slots, counted.candidates, counted.suppressed) == (1, 2, ())
    assert told.memory.rebuild_materialized_views() == counted
    for lens, before in views.items():
        assert told.memory.resolve_worldview(lens=lens).model_dump_json() == before


def test_the_context_explains_its_beliefs(told: Told) -> None:
    """A context tells of every belief it looked at whether it was chosen, or why not."""
    context = told.memory.query("Where do I live?")

    verdicts = {one.verdict for one in context.worldview_trace}
    assert verdicts == {"chosen", "other_value", "not_asked"}
    chosen = [one.claim_id for one in context.worldview_trace if one.verdict == "chosen"]
    assert chosen == [one.claim_id for one in context.worldview]
    cut = told.memory.query("Where do I live?", budget_tokens=20)
    assert cut.worldview_trace[0].verdict == "cut"
    assert told.memory.replay_trace(context.trace_id or "") == context


def test_an_older_trace_is_read(told: Told) -> None:
    """A context that was recorded before it explained its beliefs is read all the same."""
    context = told.memory.query("Where do I live?", record=False)
    old = context.model_dump(mode="json", exclude={"worldview_trace"})
    for belief in old["worldview"]:
        del belief["status"], belief["score"]
    read = MemoryContext.model_validate(old)

    assert read.worldview_trace == ()
    assert read.prompt_sections == context.prompt_sections


def test_sections_are_the_prompt(told: Told) -> None:
    """The sections hold the lines of the rendered text, all of them and in order."""
    told.tell(40, "A list:\n- one\nBelieved:\n- two")
    context = told.memory.query("Where do I live? What about the list?")
    lines = [f"{s.title}\n" + "\n".join(s.lines) for s in context.prompt_sections]

    assert [s.title for s in context.prompt_sections] == ["Believed:", "Said:"]
    assert context.text.split("\n")[2:-1] == "\n".join(lines).split("\n")
    assert len(context.prompt_sections[1].lines) == len(context.items)
    assert told.memory.query("Where do I live?", budget_tokens=0).prompt_sections == ()


PROGRAM = """
import json, sys
from tests.runtime.test_worldview import Told, day
for place, path in enumerate(sys.argv[2:]):
    told = Told(path=path)
    for number, text in enumerate(json.loads(sys.argv[1]) if place == 0 else ()):
        told.tell(number, text)
    told.clock.now = day(20)
    for question in (None, "Where do I live?", "What do I like?", "Who is Nina?"):
        for lens in ("auto", "historical", "audit"):
            print(told.memory.resolve_worldview(question, lens=lens).model_dump_json())
        if question:
            print(told.memory.query(question, record=False).model_dump_json())
    told.memory.close()
    print("==")
"""
TEXTS = (
    "I live in Ghent. I love tea, jazz and chess.", "My sister Nina lives in Antwerp.",
    "I moved to Porto. I might move to Rome.", "Actually, I live in Lisbon, not Porto.",
    "Nina likes coffee and tea. My friend Tom lives in Oslo.", "I no longer like tea.",
)  # fmt: skip


def test_every_hash_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    """Six hash seeds; each process writes a ledger and reads that of the one before: same bytes."""
    root = Path(__file__).parents[2]
    seen = set[str]()
    for seed in range(6):
        told = [str(tmp_path / f"m{one}") for one in (seed, max(seed - 1, 0))]
        argv = [sys.executable, "-c", PROGRAM, json.dumps(TEXTS), *told]
        env = {**os.environ, "PYTHONHASHSEED": str(seed + 1), "PYTHONPATH": str(root)}
        done = subprocess.run(argv, env=env, cwd=root, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        seen |= set(done.stdout.split("==\n")[:-1])
    assert [len(one.splitlines()) for one in seen] == [15]
