"""Make synthetic memories for `scale.py`: words distributed as in real text, in threads, seeded."""

import random
from bisect import bisect
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import NamedTuple

START = datetime(2020, 1, 1, tzinfo=UTC)
VOCABULARY = 50_000
PER_THREAD = 25
_SYLLABLES = ("ba", "den", "fol", "gri", "ha", "jun", "kel", "lo", "mar", "nis", "ora", "pel",
              "qui",
              "ros", "sta", "tun", "ula", "ven", "wim", "zor")  # fmt: skip
_SMALL = ("the", "a", "to", "and", "of", "it", "was", "in", "my", "for", "with", "on")


class Said(NamedTuple):
    """Hold one turn."""

    number: int
    text: str
    thread: str
    at: datetime


def word(rank: int) -> str:
    """Return the pseudo-word of a rank."""
    left, parts = rank, []
    while left or not parts:
        left, part = divmod(left, len(_SYLLABLES))
        parts.append(_SYLLABLES[part])
    return "".join(parts) + "sk"


class Talk:
    """Make turns, the same ones for a seed: the word of rank r comes up 1 / (r + 2.7) as often.

    Args:
        seed: of everything.
        space: which of several conversations; each has its own turns of the same words.
    """

    def __init__(self, seed: int, space: int = 0) -> None:
        self._seed, self._space = seed, space
        self._words = [word(rank) for rank in range(VOCABULARY)]
        self._sums = list(accumulate(1 / (rank + 2.7) for rank in range(VOCABULARY)))

    def _draw(self, rng: random.Random) -> str:
        return self._words[bisect(self._sums, rng.random() * self._sums[-1])]

    def turn(self, number: int) -> Said:
        """Return the n-th turn."""
        rng = random.Random(f"{self._seed}/{self._space}/{number}")
        found: list[str] = []
        for _ in range(rng.randint(5, 16)):
            found += [rng.choice(_SMALL)] if rng.random() < 0.6 else []
            found.append(self._draw(rng))
        text = " ".join(found).capitalize() + "."
        # A few threads go on at once, as those of an agent with several users would.
        thread = number // (PER_THREAD * 4) * 4 + number % 4
        return Said(number, text, f"thread-{thread}", START + timedelta(minutes=number))

    def turns(self, first: int, last: int) -> Iterator[Said]:
        """Return the turns of a range."""
        return map(self.turn, range(first, last))

    def questions(self, count: int, size: int) -> list[str]:
        """Ask about turns among the first `size`: some words of one, and a word besides."""
        rng = random.Random(f"{self._seed}/{self._space}/questions")
        asked = []
        for _ in range(count):
            words = [w for w in self.turn(rng.randrange(size)).text[:-1].lower().split()
                     if w not in _SMALL]  # fmt: skip
            chosen = rng.sample(words, min(len(words), rng.randint(2, 5)))
            asked.append(f"What was it with the {' and the '.join([*chosen, self._draw(rng)])}?")
        return asked
