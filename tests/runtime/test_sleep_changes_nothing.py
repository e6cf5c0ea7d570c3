"""With sleep or without: whatever is said, tainted, forgotten or erased, the same is held."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from neuromem_graph import MemoryRuntime
from neuromem_graph.errors import InvalidInput, NotFound

START = datetime(2025, 1, 1, tzinfo=UTC)
HERE = ("x",)
PLACES = ("Ghent", "Porto", "Lyon")
DRINKS = ("tea", "jazz")
HOMES = ("I live in {}.", "I reside in {}.", "Well, I live in {}.", "I currently live in {}.")
LIKES = ("I like {}.", "I love {}.", "I really like {}.", "Oh, I enjoy {}.")
OVER = ("I no longer live in {}.", "I no longer like {}.")
ASKED = {"Where do I live?": PLACES, "What do I like?": DRINKS}
DAYS = 12


def _said(pattern: str, values: tuple[str, ...]) -> st.SearchStrategy[str]:
    return st.sampled_from(values).map(pattern.format)


TEXTS = st.one_of(
    *(_said(one, PLACES) for one in HOMES), *(_said(one, DRINKS) for one in LIKES),
    _said(OVER[0], PLACES), _said(OVER[1], DRINKS),
)  # fmt: skip
SAY = st.tuples(st.just("say"), TEXTS, st.integers(0, DAYS), st.sampled_from("ABC"))
WORDINGS = st.lists(  # of one value, so that there is something to merge
    st.tuples(st.just("say"), _said(HOMES[0], PLACES[:1]) | _said(HOMES[1], PLACES[:1])
              | _said(LIKES[0], DRINKS[:1]) | _said(LIKES[1], DRINKS[:1]) | _said(HOMES[2], PLACES),
              st.integers(0, DAYS), st.sampled_from("ABC")),
    min_size=2, max_size=4,
)  # fmt: skip
STEPS = st.lists(
    st.one_of(
        SAY, SAY,
        st.tuples(st.sampled_from(("taint", "untaint")), st.sampled_from("ABC")),
        st.tuples(st.sampled_from(("forget", "restore", "erase")), st.integers(0, 9)),
        st.tuples(st.just("correct"), st.integers(0, 9), st.sampled_from(PLACES)),
    ), min_size=1, max_size=6,
)  # fmt: skip


class Twins:
    """Two memories that live the same life: one of them sleeps.

    What is done to a memory by its id is done, in the one that does not sleep, to all wordings that
    the other has merged into it: the user saw one.
    """

    def __init__(self) -> None:
        self.now = START + timedelta(days=DAYS)
        made = [MemoryRuntime.local("x", ":memory:", clock=lambda: self.now) for _ in range(2)]
        self.awake, self.slept = made
        self.turns = 0
        self.memories: dict[str, str] = {}  # of the one that sleeps -> of the other
        self.put_away: dict[str, list[str]] = {}

    def say(self, text: str, day: int, thread: str) -> None:
        """Tell both the same."""
        turn = {"content": text, "thread": thread, "at": START + timedelta(days=day),
                "id": f"t{self.turns}"}  # fmt: skip
        self.turns += 1
        one, two = (memory.ingest(turn) for memory in (self.awake, self.slept))
        for first, second in zip(one.created, two.created, strict=True):
            self.memories[second.id or ""] = first.id or ""

    def chosen(self, number: int) -> tuple[str, list[str]] | None:
        """Return a memory that the user sees after the sleep, and its wordings in the other."""
        with self.slept.resources.ledger.reader() as reader:
            lives = [one for one in reader.keeping.lives(HERE, list(self.memories))
                     if one.text is not None and not one.covered]  # fmt: skip
            if not lives:
                return None
            life = lives[number % len(lives)]
            merged = [one.memory for one in reader.sleeping.merged_into(HERE, [life.memory])]
            rows = reader.memories(HERE, merged) if merged else ()
        return life.id, [self.memories[one] for one in (life.id, *(row.id for row in rows))
                         if one in self.memories]  # fmt: skip

    def forget(self, number: int) -> None:
        """Put away what the user sees, in all wordings."""
        found = self.chosen(number)
        if found is not None:
            self.slept.forget(found[0])
            gone = [one for one in found[1] if self.awake.forget(one).items[0].what == "forgotten"]
            self.put_away.setdefault(found[0], []).extend(gone)

    def restore(self, number: int) -> None:
        """Bring back what was forgotten first and is still away."""
        there = [one for one in self.put_away if self.put_away[one]]
        if there:
            one = there[number % len(there)]
            if self.tell(self.slept.restore, one):
                for other in self.put_away[one]:
                    self.tell(self.awake.restore, other)
            self.put_away[one] = []

    def erase(self, number: int) -> None:
        """Erase what the user sees, with all that was said behind it."""
        found = self.chosen(number)
        if found is not None:
            self.slept.erase(found[0])
            for one in found[1]:
                self.tell(self.awake.erase, one)

    def correct(self, number: int, place: str) -> None:
        """Put right what the user sees."""
        found = self.chosen(number)
        if found is not None and len(found[1]) == 1:
            text = f"I live in {place}, near the station."
            if self.tell(self.slept.correct, found[0], text):
                self.tell(self.awake.correct, found[1][0], text)

    def taint(self, thread: str) -> None:
        """Taint a thread."""
        for memory in (self.awake, self.slept):
            self.tell(memory.taint, thread, by="thread")

    def untaint(self, thread: str) -> None:
        """Lift it."""
        for memory in (self.awake, self.slept):
            self.tell(memory.untaint, thread)

    def tell(self, call: Any, *args: Any, **more: Any) -> bool:
        """Do what may be refused: it must be refused in both, and the comparison shows it."""
        try:
            call(*args, **more)
        except (InvalidInput, NotFound):
            return False
        return True


def held(memory: MemoryRuntime, as_of: int | None = None) -> list[Any]:
    """Return what is believed and served now and at several days, as it was known at a moment."""
    found: list[Any] = []
    for day in (None, 0, 4, 8):
        when = None if day is None else START + timedelta(days=day, hours=1)
        view = memory.resolve_worldview(valid_at=when, as_of=as_of)
        found.append(sorted({(one.attribute, one.value) for one in view.beliefs}))
        for question, values in ASKED.items():
            answer = memory.query(question, valid_at=when, as_of=as_of, record=False, k=50,
                                  budget_tokens=4_000)  # fmt: skip
            found.append(sorted({(line.attribute, line.value) for line in answer.worldview}))
            words = " ".join(item.text for item in answer.items if "no longer" not in item.text)
            found.append([value for value in values if value in words])
    return found


@settings(deadline=None, max_examples=15)
@given(WORDINGS, STEPS, st.sets(st.integers(0, 9), min_size=1))
def test_what_is_held_is_the_same_with_sleep_and_without(
    first: list[tuple[Any, ...]], steps: list[tuple[Any, ...]], nights: set[int]
) -> None:
    """After any sequence of operations the values believed and served are those without a sleep."""
    twins = Twins()
    with twins.awake, twins.slept:
        for at, (what, *given_) in enumerate([*first, *steps]):
            getattr(twins, what)(*given_)
            if at not in {one + len(first) - 1 for one in nights}:
                continue
            then, before = twins.slept.stats().head.seq, held(twins.slept)
            twins.slept.sleep()
            assert held(twins.slept, as_of=then) == before
            assert held(twins.slept) == held(twins.awake)
            assert twins.slept.verify(deep=True).problem is None
        told = held(twins.slept)
        assert told == held(twins.awake)
        twins.slept.rebuild()
        assert held(twins.slept) == told
