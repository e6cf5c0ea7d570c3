"""Find what makes a memory worse: said twice, echoed, contradicted, secret.

Texts are compared by MinHash signatures of their content terms (Broder 1997, "On the resemblance
and containment of documents"), banded so that alike ones fall into one bucket (Leskovec, Rajaraman
and Ullman, "Mining of Massive Datasets", ch. 3). Each text meets a bounded number of others: time
grows with the number of texts; a pair may be missed, none that is told is a guess: two texts
are near duplicates only if no number, name or negation tells them apart.
"""

import zlib
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuromem_graph.core import diversity, secrets
from neuromem_graph.core.echoes import without_recalled
from neuromem_graph.core.likeness import Gist, common, gist
from neuromem_graph.core.text import normal_form
from neuromem_graph.settings.appraising import Appraising
from neuromem_graph.settings.redacting import Redacting
from neuromem_graph.settings.upkeep import Auditing
from neuromem_graph.types.auditing import Finding, Sort

__all__ = ["Auditor", "Said", "excerpt"]

_PRIME = (1 << 31) - 1
_SEED = 1997
_OURS = frozenset({"user", "human", ""})  # who can't echo
_SHOWN = 100  # characters


class Said(NamedTuple):
    """Hold one text that is looked at, oldest first."""

    id: str
    text: str
    space: str = ""  # only texts of one space are compared
    voice: str = ""  # who said it: a channel or role; empty: the user
    secrets: tuple[str, ...] = ()  # kinds found besides those in the text


class _Known(NamedTuple):
    said: Said
    gist: Gist
    words: frozenset[str]


class Auditor:
    """Look at one text after the other, in bounded memory.

    Args:
        settings: bounds, and from when on texts are alike.
        appraising: from when on they are opposites.
        redacting: what is a secret; it is looked for even where redacting is off.
    """

    def __init__(self, settings: Auditing, appraising: Appraising, redacting: Redacting) -> None:
        self._settings, self._appraising = settings, appraising
        self._redacting = redacting.model_copy(update={"on": True})
        self._first: dict[tuple[str, str], str] = {}  # normal form -> the id that said it first
        self._known: list[_Known] = []
        self._buckets: dict[tuple[str, int, int], deque[int]] = {}
        random = np.random.default_rng(_SEED)
        shape = (2, settings.hashes, 1)
        self._mix = random.integers(1, _PRIME, shape, dtype=np.uint64)
        self.counts: dict[Sort, int] = defaultdict(int)
        self.findings: list[Finding] = []

    def look(self, one: Said) -> None:
        """Look at one text."""
        self._secrets(one)
        if without_recalled(one.text) != one.text:
            self.tell("echo", (one.id,), "holds a recalled prompt", (one.text,))
            return
        text = one.text[: self._settings.characters]
        key = (one.space, normal_form(text))
        first = self._first.setdefault(key, one.id)
        if first != one.id:
            echoes = one.voice.casefold() not in _OURS
            sort: Sort = "echo" if echoes else "exact_duplicate"
            self.tell(sort, (first, one.id), "says the same words again", (text,))
            return
        self._compare(one._replace(text=text))

    def tell(self, sort: Sort, ids: Sequence[str], says: str, texts: Sequence[str] = ()) -> None:
        """Count a finding, and keep it unless enough of its sort are kept.

        Args:
            sort: what was found.
            ids: of memories, items or entities.
            says: why, for people.
            texts: what they say; secrets in them are not shown.
        """
        self.counts[sort] += 1
        if self.counts[sort] <= self._settings.listed:
            shown = tuple(excerpt(text, self._redacting) for text in texts)
            self.findings.append(Finding(sort=sort, ids=tuple(ids), says=says, texts=shown))

    def _secrets(self, one: Said) -> None:
        found = secrets.redact(one.text, self._redacting).found
        kinds = sorted({*(secret.kind for secret in found), *one.secrets})
        if kinds:
            self.tell("secret", (one.id,), f"holds: {', '.join(kinds)}", (one.text,))

    def _compare(self, one: Said) -> None:
        said = gist(one.text)
        words = frozenset(word.casefold() for word in diversity.words(one.text))
        new = _Known(one, said, words)
        met = set[int]()
        for bucket in self._bands(one.space, said):
            met.update(bucket)
            bucket.append(len(self._known))
        self._known.append(new)
        verdicts = (self._verdict(new, self._known[place]) for place in sorted(met))
        for place, sort in zip(sorted(met), verdicts, strict=True):
            if sort is not None:
                old = self._known[place].said
                self.tell(sort, (old.id, one.id), _SAYS[sort], (old.text, one.text))
                return  # one finding per text is enough to act on

    def _bands(self, space: str, said: Gist) -> Iterator[deque[int]]:
        if not said.terms:
            return
        rows, signature = self._settings.rows, self._signature(said.terms)
        for band in range(0, len(signature) - rows + 1, rows):
            key = (space, band, zlib.crc32(signature[band : band + rows].tobytes()))
            if key not in self._buckets:
                self._buckets[key] = deque(maxlen=self._settings.bucket)
            yield self._buckets[key]

    def _signature(self, terms: frozenset[str]) -> NDArray[np.uint64]:
        hashed = np.array(sorted(zlib.crc32(term.encode()) for term in terms), dtype=np.uint64)
        mixed = (self._mix[0] * (hashed % _PRIME) + self._mix[1]) % np.uint64(_PRIME)
        least: NDArray[np.uint64] = mixed.min(axis=1)
        return least

    def _verdict(self, new: _Known, old: _Known) -> Sort | None:
        if common(new.gist, old.gist, {}, self._appraising).opposed:
            return "contradiction"
        both = len(new.words & old.words)
        alike = both / max(1, len(new.words | old.words))
        if alike < self._settings.alike or new.gist.negated != old.gist.negated:
            return None
        if not diversity.says_the_same(old.said.text, new.said.text):
            return None
        return "echo" if new.said.voice.casefold() not in _OURS else "near_duplicate"


_SAYS: dict[Sort, str] = {
    "contradiction": "says the opposite, and both are held",
    "near_duplicate": "says nearly the same words",
    "echo": "says again what was known",
}


def excerpt(text: str, redacting: Redacting) -> str:
    """Return the beginning of a text on one line, its secrets taken out."""
    line = " ".join(secrets.redact(text, redacting).text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}\u2026"
