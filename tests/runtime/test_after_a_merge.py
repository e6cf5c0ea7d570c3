"""After a merge nothing is lost that would not be lost without it; one memory is what is seen."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime

START = datetime(2025, 1, 1, tzinfo=UTC)
HOME, DRINK = "Where do I live?", "What do I like?"
GHENT = ("I live in Ghent.", "I reside in Ghent.")


def day(number: int) -> datetime:
    """Return a day."""
    return START + timedelta(days=number)


def told(*texts: str, sleeps: bool = True) -> tuple[MemoryRuntime, list[str]]:
    """Return a memory of some texts, five days and a thread apart, and the ids of the memories."""
    memory = MemoryRuntime.local("x", ":memory:")
    ids = []
    for number, text in enumerate(texts):
        turn = {"content": text, "thread": "ABC"[number], "at": day(5 * number)}
        ids.append(memory.ingest(turn).created[0].id or "")
    if sleeps:
        memory.sleep()
    return memory, ids


def told_of(memory: MemoryRuntime, question: str = HOME, **asked: Any) -> tuple[Any, Any, Any]:
    """Return what is believed, what the answer believes, and the texts that it serves."""
    answer = memory.query(question, record=False, **asked)
    view = memory.resolve_worldview(**asked)
    return (sorted({one.value for one in view.beliefs}), [one.value for one in answer.worldview],
            [item.text for item in answer.items])  # fmt: skip


def whole(memory: MemoryRuntime) -> None:
    """Check the chain and the projections."""
    assert memory.verify(deep=True).problem is None
    memory.rebuild()
    assert memory.verify(deep=True).problem is None


@pytest.mark.parametrize("text", ["I live in Porto.", "I no longer live in Ghent."])
def test_what_is_imported_late_takes_away_no_more_than_awake(text: str) -> None:
    """A change or an end before the second wording leaves that one standing."""
    found = []
    for sleeps in (False, True):
        memory, _ = told(*GHENT, sleeps=sleeps)
        with memory:
            memory.ingest(user=text, at=day(2))
            found.append([told_of(memory, valid_at=day(at))[:2] for at in (1, 3, 9)])
            assert told_of(memory)[0] == ["Ghent"]
            assert "I reside in Ghent." in told_of(memory)[2]
            memory.sleep()
            assert told_of(memory)[0] == ["Ghent"]
            whole(memory)
    assert found[0] == found[1]


def test_one_of_a_list_is_kept_by_its_other_wording() -> None:
    """The end of the first wording of a value among several is no end of the second."""
    memory, _ = told("I like tea.", "I love tea.")
    with memory:
        memory.ingest(user="I no longer like tea.", at=day(2))
        assert told_of(memory, DRINK)[0] == ["tea"]
        assert "I love tea." in told_of(memory, DRINK)[2]
        whole(memory)


def test_a_taint_shows_the_other_wording_and_lifted_hides_it() -> None:
    """The words of the tainted source are gone, those of the other are served."""
    memory, (kept, other) = told(*GHENT)
    with memory:
        memory.taint("A", by="thread")
        assert told_of(memory) == (["Ghent"], ["Ghent"], ["I reside in Ghent."])
        memory.sleep()
        assert told_of(memory) == (["Ghent"], ["Ghent"], ["I reside in Ghent."])
        memory.untaint("A")
        states = [memory.get(one).state for one in (kept, other)]
        assert states == ["active", "archived"]
        memory.taint("A", by="thread")
        memory.taint("B", by="thread")
        assert told_of(memory) == ([], [], [])
        memory.untaint("B")
        assert told_of(memory) == (["Ghent"], ["Ghent"], ["I reside in Ghent."])
        whole(memory)


def test_a_correction_means_all_wordings() -> None:
    """The right words take the place of every wording; the id of a merged one means the same."""
    for named in (0, 1):
        memory, ids = told(*GHENT)
        with memory:
            memory.correct(ids[named], "I live in Porto.")
            assert told_of(memory) == (["Porto"], ["Porto"], ["I live in Porto."])
            assert [memory.get(one).state for one in ids] == ["superseded"] * 2
            assert memory.correct(ids[named], "I live in Porto.").created == ()
            memory.sleep()
            assert told_of(memory)[0] == ["Porto"]
            whole(memory)


def test_what_was_corrected_is_served_at_no_time() -> None:
    """A wording that was said twice, with another between, leaves no piece of its time."""
    memory, ids = told(*GHENT)
    with memory:
        memory.ingest(user=GHENT[0], at=day(9))
        memory.correct(ids[0], "I live in Porto.")
        for at in (1, 6, 10):
            assert "Ghent" not in " ".join(told_of(memory, valid_at=day(at))[2])
        whole(memory)


def test_forgetting_means_all_wordings_and_restoring_brings_them_back() -> None:
    """Nothing of what the user saw is left, until it is restored: but what was tainted stays."""
    for named in (0, 1):
        memory, ids = told(*GHENT, "I currently live in Ghent.")
        with memory:
            memory.taint("C", by="thread")
            assert memory.forget(ids[named]).items[0].id == ids[0]
            assert told_of(memory) == ([], [], [])
            memory.sleep()
            assert told_of(memory) == ([], [], [])
            memory.restore(ids[0])
            assert told_of(memory) == (["Ghent"], ["Ghent"], ["I live in Ghent."])
            states = [memory.get(one).state for one in ids]
            assert states == ["active", "archived", "suppressed"]
            whole(memory)


def test_a_policy_that_suppresses_means_all_wordings() -> None:
    """What a policy puts away and brings back is what was seen, in all its wordings."""
    memory, ids = told(*GHENT)
    with memory:
        event = memory.get(ids[0]).event_id
        base = {"proposal_source": "user", "evidence_chain": [event],
                "grounded_claims": [{"event": event, "quote": GHENT[0]}]}  # fmt: skip
        for operation, found in (("suppress", []), ("restore", ["Ghent"])):
            done = memory.commit({
                **base, "intent": operation, "deltas": [{"operation": operation, "memory": ids[0]}],
            })  # fmt: skip
            assert done.changed[0] == ids[0], done
            assert told_of(memory)[:2] == (found, found)
        assert [memory.get(one).state for one in ids] == ["active", "archived"]
        whole(memory)


def test_decay_means_all_wordings() -> None:
    """What is to matter less matters less in every wording, and stays what it was."""
    memory, ids = told(*GHENT)
    with memory:
        memory.forget(ids[0], "decay")
        assert [memory.get(one).importance < 1 for one in ids] == [True, True]
        assert [memory.get(one).state for one in ids] == ["active", "archived"]
        whole(memory)


def test_the_words_of_a_merged_memory_said_again_support_it() -> None:
    """They make no new memory, and count for the one that stands for them."""
    memory, (kept, _) = told(*GHENT)
    with memory:
        receipt = memory.ingest(user=GHENT[1], at=day(20))
        assert receipt.created == ()
        assert memory.get(kept).support == 3
        assert memory.stats().memories == {"active": 1, "archived": 1}
        whole(memory)


def test_erasing_one_of_three_wordings_leaves_the_others() -> None:
    """Whichever event is erased, before or after the sleep, the value stands, and is served."""
    texts = (*GHENT, "I currently live in Ghent.")
    for number in range(3):
        for early in (True, False):
            memory, ids = told(*texts, sleeps=not early)
            with memory:
                memory.erase(memory.get(ids[number]).event_id)
                memory.sleep()
                found = told_of(memory)
                assert found[:2] == (["Ghent"], ["Ghent"])
                assert texts[number] not in " ".join(found[2])
                assert len(found[2]) == 1
                whole(memory)


def test_erasing_what_stands_for_others_erases_all() -> None:
    """By the id of the memory that is seen all behind it goes, by that of another its own."""
    memory, ids = told(*GHENT)
    with memory:
        memory.erase(ids[1])
        assert told_of(memory) == (["Ghent"], ["Ghent"], ["I live in Ghent."])
    memory, ids = told(*GHENT)
    with memory:
        memory.erase(ids[0])
        assert told_of(memory) == ([], [], [])
        whole(memory)


def test_an_earlier_weak_word_is_not_hidden() -> None:
    """What the assistant said before the user did goes on telling of the time before."""
    memory = MemoryRuntime.local("x", ":memory:")
    with memory:
        memory.ingest({"content": "The lamp is red.", "role": "assistant", "at": day(0)})
        memory.ingest({"content": "Well, the lamp is red.", "at": day(5)})
        memory.sleep()
        found = memory.query("Which colour is the lamp?", valid_at=day(1), record=False)
        assert [item.text for item in found.items] == ["The lamp is red."]


def test_what_is_all_put_away_is_asleep() -> None:
    """Where all memories were forgotten, the second sleep has nothing to look at."""
    memory, (one,) = told("I like tea.", sleeps=False)
    with memory:
        memory.forget(one)
        assert not memory.sleep().unchanged
        assert memory.sleep().unchanged
