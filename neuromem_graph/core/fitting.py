"""Fit entries into a budget of tokens that somebody else counts.

What an entry costs is guessed from its own line, since the sum of such guesses is near the count of
the whole for most counters. Only the count of the rendered text decides, so whatever a counter
does, what is taken fits.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from neuromem_graph.core.rendering import A_DAY, FRAME, Entry, Rendered, render
from neuromem_graph.ports import TokenCounter

NOTHING = Rendered("", ())


class Fit(NamedTuple):
    """Hold what fits into a budget."""

    taken: tuple[int, ...] = ()  # numbers of entries, ascending
    rendered: Rendered = NOTHING
    tokens: int = 0  # of the text, as counted


class Sizes:
    """Render entries and count their tokens when somebody asks for it, each once.

    Args:
        make: renders the entry of a number.
        count: counts as the caller's model does.
    """

    def __init__(self, make: Callable[[int], Entry], count: TokenCounter) -> None:
        self._make, self._count = make, count
        self._entries: dict[int, Entry] = {}
        self._known: dict[int, int] = {}

    def entry(self, number: int) -> Entry:
        """Return an entry."""
        if number not in self._entries:
            self._entries[number] = self._make(number)
        return self._entries[number]

    def of(self, number: int) -> int:
        """Return the tokens of one entry, without its date."""
        if number not in self._known:
            self._known[number] = self._count(self.entry(number).line)
        return self._known[number]

    def rendered(self, numbers: Sequence[int]) -> Fit:
        """Render some entries and count them."""
        taken = tuple(sorted(numbers))
        rendered = render([self.entry(number) for number in taken])
        return Fit(taken, rendered, self._count(rendered.text))

    @cached_property
    def day(self) -> int:
        """Return the tokens of a date."""
        return self._count(A_DAY)

    @cached_property
    def frame(self) -> int:
        """Return the tokens of a prompt without entries."""
        return self._count(FRAME)


class Most(NamedTuple):
    """Bound the number of entries."""

    beliefs: int
    memories: int


def fit(order: Sequence[int], sizes: Sizes, budget: int, most: Most, misses: int) -> Fit:
    """Take entries in an order, as many as fit; one that is too long is passed over.

    Args:
        order: numbers of entries, the first to take first.
        sizes: of the entries.
        budget: tokens of the rendered text.
        most: entries.
        misses: entries that did not fit, before no more are tried.

    Returns:
        What fits; nothing if not one entry does.
    """
    taken = _guess(order, sizes, budget, most, misses)
    best = sizes.rendered(taken)
    while taken and best.tokens > budget:
        over = best.tokens - budget
        while taken and over > 0:
            over -= max(sizes.of(taken.pop()), 1)
        best = sizes.rendered(taken)
    best = best if taken else Fit()
    missed = 0
    for number in _room(order, taken, sizes, most):
        if missed >= misses:
            break
        longer = best
        if best.tokens + sizes.of(number) <= budget:
            longer = sizes.rendered([*taken, number])
        if longer is best or longer.tokens > budget:
            missed += 1
            continue
        taken.append(number)
        best = longer
    return best


def _guess(
    order: Sequence[int], sizes: Sizes, budget: int, most: Most, misses: int
) -> list[int]:  # fmt: skip
    """Take as much as fits if single counts add up."""
    taken: list[int] = []
    days = set[str]()
    used, missed = sizes.frame, 0
    for number in _room(order, taken, sizes, most):
        day = sizes.entry(number).day
        size = sizes.of(number) + (0 if day is None or day in days else sizes.day)
        if used + size > budget:
            missed += 1
            if missed >= misses:
                break
            continue
        taken.append(number)
        used += size
        if day is not None:
            days.add(day)
    return taken


def _room(
    order: Sequence[int], taken: Sequence[int], sizes: Sizes, most: Most
) -> Iterator[int]:  # fmt: skip
    """Give the entries that are not taken, while there is room for one more of their sort."""
    for number in order:
        belief = sizes.entry(number).day is None
        same = sum((sizes.entry(one).day is None) == belief for one in taken)
        if same < (most.beliefs if belief else most.memories) and number not in taken:
            yield number
