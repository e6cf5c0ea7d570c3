"""Answer the named queries about what a claim is compared with; a part of `SqliteReader`."""

from collections.abc import Mapping, Sequence

from neuromem_graph.core.text import encode_term
from neuromem_graph.ledger.sqlite.part import Part, dumps
from neuromem_graph.types.base import Channel, Namespace
from neuromem_graph.types.prior import HeardRow, HistoryRow


class SqlitePriorReader(Part):
    """Read what a claim is compared with at one moment."""

    def windows(
        self, namespace: Namespace, terms: Sequence[str], size: int
    ) -> Mapping[str, tuple[int, ...]]:
        """Return the newest memories that hold each of these terms, newest first."""
        found = self._newest(namespace, [(term,) for term in terms], size)
        return {term: window for term, window in zip(terms, found, strict=True) if window}

    def together(
        self, namespace: Namespace, groups: Sequence[Sequence[str]], size: int
    ) -> tuple[tuple[int, ...], ...]:
        """Return the newest memories that hold all terms of each of these groups, newest first."""
        return self._newest(namespace, groups, size)

    def _newest(
        self, namespace: Namespace, groups: Sequence[Sequence[str]], size: int
    ) -> tuple[tuple[int, ...], ...]:
        ns = self._ns(namespace)
        if ns < 0:
            return ((),) * len(groups)
        coded = (" AND ".join(encode_term(ns, t) for t in group) or None for group in groups)
        rows = self._rows("newest_with", terms=dumps(coded), size=size)
        return tuple(tuple(map(int, found.split(","))) if found else () for (found,) in rows)

    def heard(self, namespace: Namespace, memories: Sequence[int]) -> tuple[HeardRow, ...]:
        """Return what these memories say, oldest first: those that are active and not erased."""
        rows = self._rows("heard", ns=self._ns(namespace), memories=dumps(memories))
        return tuple(
            HeardRow(memory=memory, text=text, channel=channel, speaker=speaker)
            for memory, text, channel, speaker in rows
        )

    def history(
        self, namespace: Namespace, sources: Sequence[tuple[Channel, str | None]], events: int
    ) -> tuple[HistoryRow, ...]:
        """Return how the claims in the newest events of each source have fared."""
        asked = {"sources": dumps(sources), "events": events}
        rows = self._rows("history", ns=self._ns(namespace), **asked)
        return tuple(
            HistoryRow(channel=channel, speaker=speaker, claims=claims, wrong=wrong)
            for (channel, speaker), (claims, wrong) in zip(sources, rows, strict=True)
        )

    def mentions(
        self, namespace: Namespace, keys: Sequence[str], most: int
    ) -> Mapping[str, int]:  # fmt: skip
        """Count the values in slots that are written like these names, `most` at most of each."""
        asked = {"keys": dumps(keys), "most": most}
        rows = self._rows("mentions", ns=self._ns(namespace), **asked)
        return {key: count for key, count in rows if count}
