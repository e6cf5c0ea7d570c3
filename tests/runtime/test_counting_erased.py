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


def test_a_receipt_names_an_erased_value_as_erased() -> None:
    """A correction that ends what was erased shows no blank in its place."""
    with MemoryRuntime.local("x", ":memory:") as memory:
        wrong = memory.ingest(user="I live in Ghent.").created[0].id
        gone = memory.correct(wrong, "I live in Porto.").created[0].id
        memory.erase(gone)
        over = [one.text for one in memory.correct(wrong, "I live in Faro.").of("superseded")]
        assert over == ["user lives_in: (erased)", "I live in Ghent."]
