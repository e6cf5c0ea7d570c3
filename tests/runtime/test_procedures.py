"""What tasks brought becomes procedures and warnings, with their record and their sources."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.types.proposals import FrameProposal, RelationProposal
from neuromem_graph.types.sleeping import Sleeper

START = datetime(2025, 1, 1, tzinfo=UTC)
LATER = START + timedelta(days=365)
STEPS = "Run the tests, build the image, push it."


def result(text: str, outcome: str, task: str = "Deploy the site") -> dict[str, str]:
    """Return the event of one result of a task."""
    return {"content": text, "task": task, "outcome": outcome, "type": "task_result",
            "role": "tool"}  # fmt: skip


def told(*events: dict[str, str] | str) -> MemoryRuntime:
    """Return a memory that was told some events, a day apart."""
    memory = MemoryRuntime.local("x", ":memory:")
    add(memory, 0, *events)
    return memory


def add(memory: MemoryRuntime, day: int, *events: dict[str, str] | str) -> None:
    """Tell a memory more events."""
    for n, one in enumerate(events, start=day):
        event = {"content": one} if isinstance(one, str) else one
        memory.ingest({**event, "at": START + timedelta(days=n), "id": f"e{n}"})


def whole(memory: MemoryRuntime) -> None:
    """Check that the projections are what the records say, also folded anew."""
    assert memory.verify(deep=True).problem is None
    memory.rebuild()
    assert memory.verify(deep=True).problem is None


def test_results_of_a_task_become_a_procedure_with_its_record() -> None:
    """The procedure says how it is done and how often that worked; its sources are linked."""
    with told(result(STEPS, "success"), result("The image was too large.", "failure"),
              result(STEPS + " Then check the logs.", "success")) as memory:  # fmt: skip
        (made,) = memory.sleep(at=LATER).of("compiled")
        row = memory.get(made.id)
        assert (row.kind, row.commitment, row.state) == ("procedure", "compiled", "active")
        assert row.text == (
            "How to deploy the site: Run the tests, build the image, push it. Then check the logs. "
            "Worked 2 of 3 times."
        )
        edges = memory.list_edges("logic", memory=made.id)
        assert {edge.target for edge in edges} == set(made.others)
        assert {edge.relation for edge in edges} == {"derived_from"}
        found = memory.query("How do I deploy the site?")
        assert (found.lens, found.items[0].id) == ("procedural", made.id)
        assert "Worked 2 of 3 times." in found.text
        whole(memory)


def test_a_new_result_or_outcome_moves_the_record() -> None:
    """The next sleep puts a procedure with the new record in the place of the old one."""
    with told(result(STEPS, "success"), result(STEPS + " Wait.", "success")) as memory:
        (first,) = memory.sleep(at=LATER).of("compiled")
        assert memory.sleep(at=LATER).unchanged
        asked = memory.query("How do I deploy the site?")
        memory.after_turn(asked.trace_id or "", "failure")
        (second,) = memory.sleep(at=LATER).of("compiled")
        assert second.text.endswith("Worked 2 of 3 times.")
        assert memory.get(first.id).state == "superseded"
        add(memory, 5, result("Pushed it.", "success"))
        (third,) = memory.sleep(at=LATER).of("compiled")
        assert third.text.endswith("Worked 3 of 4 times.")
        texts = [item.text for item in memory.query("How do I deploy the site?").items]
        assert sum(text.startswith("How to") for text in texts) == 1
        whole(memory)


def test_failures_become_a_warning() -> None:
    """A task that failed several times has a failure pattern that names what went wrong."""
    with told(result("The image was too large.", "failure"), result(STEPS, "success"),
              result("The registry timed out.", "failure")) as memory:  # fmt: skip
        kinds = {memory.get(one.id).kind: one for one in memory.sleep(at=LATER).of("compiled")}
        assert kinds.keys() == {"procedure", "failure_pattern"}
        assert kinds["failure_pattern"].text == (
            "Warning, deploy the site failed 2 of 3 times: The registry timed out. "
            "The image was too large."
        )
        found = memory.query("How do I deploy the site?")
        assert kinds["failure_pattern"].id in [item.id for item in found.items]


def test_a_private_result_is_compiled_into_nothing() -> None:
    """What not everybody may see goes into no compiled memory."""
    private = {**result(STEPS, "success"), "metadata": {"private": True, "owner": "ann"}}
    with told(private, {**private, "content": "Push it."}) as memory:  # type: ignore[arg-type]
        assert memory.sleep(at=LATER).of("compiled") == ()


def test_an_erased_source_takes_the_compiled_memory_along() -> None:
    """Words that a source told are gone with it; the next sleep compiles what is left."""
    with told(result(STEPS, "success"), result("The secret port is 81.", "success"),
              result("Push it.", "success")) as memory:  # fmt: skip
        memory.sleep(at=LATER)
        secret = memory.query("secret port").items
        source = next(one for one in secret if one.text == "The secret port is 81.")
        memory.erase(source.id)
        assert "How to" not in memory.query("How do I deploy the site?").text
        (made,) = memory.sleep(at=LATER).of("compiled")
        assert made.text.endswith("Worked 2 of 2 times.")
        whole(memory)


def test_what_several_share_and_what_one_lists_is_compiled() -> None:
    """Three people with one employer make a schema, four likes of one a summary."""
    said = [f"{name} works at Globex." for name in ("Ann", "Bob", "Cleo")]
    likes = [f"I like {thing}." for thing in ("tea", "jazz", "chess", "rain")]
    with told(*said, *likes) as memory:
        texts = [one.text for one in memory.sleep(at=LATER).of("compiled")]
        assert texts == [
            "3 have in common: works at Globex (Ann, Bob, Cleo).",
            "user likes: tea, jazz, chess, rain.",
        ]
        whole(memory)


def test_a_compiled_memory_ends_with_what_it_says() -> None:
    """As soon as a value in it is over, or its source is put away, it is not served any more."""
    said = [f"{name} works at Globex." for name in ("Ann", "Bob", "Cleo", "Dan")]
    with told(*said) as memory:
        (made,) = memory.sleep(at=LATER).of("compiled")
        add(memory, 9, "Bob works at Initech now.")
        assert memory.get(made.id).state == "superseded"
        (again,) = memory.sleep(at=LATER).of("compiled")
        assert again.text == "3 have in common: works at Globex (Ann, Cleo, Dan)."
        memory.forget(again.others[0])
        assert memory.get(again.id).state == "superseded"
        assert memory.sleep(at=LATER).of("compiled") == ()
        whole(memory)


class Proposing:
    """Proposes one grounded generalisation and one relation, and some that are not grounded."""

    def frames(self, memories: Sequence[Sleeper]) -> Sequence[FrameProposal]:
        """Generalise the first two."""
        one, other = memories[0], memories[1]
        quotes = ((one.id, one.text), (other.id, other.text[:-1].upper()))
        return (
            FrameProposal(kind="schema", text="Deploying ends with a push.", quotes=quotes),
            FrameProposal(kind="schema", text="Deploying pleases Napoleon.", quotes=quotes),
            FrameProposal(kind="schema", text="It ends.", quotes=quotes[:1]),
            FrameProposal(kind="schema", text="It ends.", quotes=((one.id, "no such"), quotes[1])),
            FrameProposal(kind="schema", text="It ends.", quotes=(("other", "x"), quotes[1])),
        )

    def relations(self, memories: Sequence[Sleeper]) -> Sequence[RelationProposal]:
        """Relate the first two."""
        one, other = memories[0], memories[1]
        said = {"source": one.id, "target": other.id, "relation": "causes"}
        return (
            RelationProposal(**said, source_quote=one.text, target_quote=other.text),
            RelationProposal(**said, source_quote="never said", target_quote=other.text),
        )  # fmt: skip


def test_what_a_model_proposes_is_grounded_or_refused() -> None:
    """A generalisation that quotes its sources becomes a candidate; all others are refused."""
    with told(result(STEPS, "success"), result("Push it.", "success")) as memory:
        model = Proposing()
        report = memory.sleep(at=LATER, frames=model, relations=model)
        made = next(one for one in report.items if one.text == "Deploying ends with a push.")
        row = memory.get(made.id)
        assert (row.kind, row.commitment) == ("schema", "candidate")
        assert [one.reason for one in report.of("refused")] == [
            "a name or number stands in none of its quotes",
            "it generalises fewer than two memories",
            "a quote does not stand in its source",
            "it names a memory that it was not shown",
            "a quote does not stand in its source",
        ]
        edges = {edge.relation for edge in memory.list_edges("logic")}
        assert edges == {"derived_from", "causes"}
        assert memory.sleep(at=LATER, frames=model, relations=model).unchanged
        whole(memory)


class Eager:
    """Thinks that everything is the same."""

    def key(self, memory: Sleeper, facts: object) -> str:
        """Return one key for all."""
        return "all"


def test_a_planner_that_is_wrong_merges_nothing() -> None:
    """What a planner holds for the same is judged by the rules all the same."""
    with told("I like tea.", "Well, I like tea.", "I like jazz.") as memory:
        (merged,) = memory.sleep(at=LATER, planner=Eager()).of("merged")
        assert merged.text == "I like tea."
        assert len(merged.others) == 1


def test_how_many_results_it_takes_is_a_setting() -> None:
    """With other settings other groups are compiled."""
    memory = MemoryRuntime.local("x", ":memory:", settings=Settings(sleeping={"results": 3}))
    with memory:
        add(memory, 0, result(STEPS, "success"), result("Push it.", "success"))
        assert memory.sleep(at=LATER).of("compiled") == ()
