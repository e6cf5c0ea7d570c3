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
