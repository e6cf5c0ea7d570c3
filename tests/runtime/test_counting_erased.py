"""What was erased is neither counted nor shown as a blank."""

import pytest

from neuromem_graph import MemoryRuntime


@pytest.mark.parametrize("rebuilt", [False, True])
def test_erased_memories_are_not_counted(rebuilt: bool) -> None:
    """By state and by kind, the counts hold what is left, also after a rebuild."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        gone = memory.ingest(user="The rent was raised.").created[0].id
        memory.ingest(user="The lease ends in June.")
        before = memory.stats()
        assert sum(before.memories.values()) == sum(before.kinds.values()) == 2
        memory.erase(gone)
        if rebuilt:
            memory.rebuild()
        after = memory.stats()
        assert (after.memories, sum(after.kinds.values())) == ({"active": 1}, 1)


@pytest.mark.parametrize("rebuilt", [False, True])
def test_an_erased_belief_is_not_counted(rebuilt: bool) -> None:
    """A value that another event names, too, is counted as often as it is still told."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        home = memory.ingest(user="I live in Porto.").events[0].id
        never = memory.ingest(user="I never lived in Porto.").events[0].id
        assert (memory.stats().slots, memory.stats().beliefs) == (1, {"open": 1})
        told = [memory.erase(never).stays]
        counted = [(memory.stats().slots, memory.stats().beliefs)]
        told.append(memory.erase(home).stays)
        if rebuilt:
            memory.rebuild()
        counted.append((memory.stats().slots, memory.stats().beliefs))
        views = memory.materialize_worldview()
        assert told == [(), ()]
        assert counted == [(1, {}), (0, {})]
        assert (views.slots, views.candidates) == (0, 0)


def test_what_stays_is_what_others_said() -> None:
    """A denial does not make the value stay, a repeat does, and a denial is told as one."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        for text in ("I don't like tea.", "I like cocoa.", "I like cocoa a lot."):
            memory.ingest(user=text)
        denied = memory.ingest(user="I really don't like tea.").events[0].id
        liked = memory.ingest(user="I do like cocoa.").events[0].id
        assert memory.erase(denied).stays == ("user likes: not tea",)
        assert memory.erase(liked).stays == ("user likes: cocoa",)


def test_what_happened_tells_no_erased_statement() -> None:
    """The history of a value holds only what is still told; what was ended stays so."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        for text in ("I live in Ghent.", "I moved to Porto."):
            memory.ingest(user=text)
        back = memory.ingest(user="I moved back to Ghent.").events[0].id
        memory.erase(back)
        told = [(one.value, one.type) for one in memory.history("user", "lives_in")]
        assert told == [
            ("Ghent", "proposed"), ("Ghent", "superseded"), ("Porto", "changed"),
            ("Porto", "superseded"),
        ]  # fmt: skip
        shown = memory.resolve_worldview(lens="audit").slots[0].candidates
        assert [(one.value, one.status) for one in shown] == [
            ("Porto", "historical"), ("Ghent", "historical"),
        ]  # fmt: skip
        said = memory.ingest(user="I live in Ghent.").created
        assert "believed already" not in str(said)
        assert [one.value for one in memory.resolve_worldview().beliefs] == ["Ghent"]


def test_a_receipt_names_an_erased_value_as_erased() -> None:
    """A correction that ends what was erased shows no blank in its place."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        wrong = memory.ingest(user="I live in Ghent.").created[0].id
        gone = memory.correct(wrong, "I live in Porto.").created[0].id
        memory.erase(gone)
        over = [one.text for one in memory.correct(wrong, "I live in Faro.").of("superseded")]
        assert over == ["user lives_in: (erased)", "I live in Ghent."]
