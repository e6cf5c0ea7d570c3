"""The frozen bundle that every stage is handed: what it may read, write and ask."""

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeVar

from neuromem_graph.core.text import estimate_tokens
from neuromem_graph.ports import (
    Clock,
    Embedder,
    Entropy,
    Extractor,
    Ledger,
    QueryExpander,
    Reranker,
    TokenCounter,
)
from neuromem_graph.settings import Settings

T = TypeVar("T")


class AtHand:
    """Keep one object of each kind between calls: caches, and what is resident.

    Each is made when it is first needed. What a process was forked with is forgotten: a lock in it
    may be held by a thread that is not there.
    """

    def __init__(self) -> None:
        self._pid = os.getpid()
        self._guard = threading.Lock()
        self._kept: dict[type[Any], Any] = {}

    def get(self, kind: type[T], make: Callable[[], T]) -> T:
        """Return the object of a kind.

        Args:
            kind: its class.
            make: makes it, if there is none yet.
        """
        if self._pid != os.getpid():
            self._guard, self._kept, self._pid = threading.Lock(), {}, os.getpid()
        with self._guard:
            if kind not in self._kept:
                self._kept[kind] = make()
            found: T = self._kept[kind]
            return found


def utc_now() -> datetime:
    """Tell the time of the machine, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resources:
    """Bundle what the stages use; made once by the runtime."""

    ledger: Ledger
    extractor: Extractor
    embedder: Embedder | None = None
    reranker: Reranker | None = None
    expander: QueryExpander | None = None
    count_tokens: TokenCounter = estimate_tokens
    clock: Clock = utc_now
    entropy: Entropy = os.urandom
    settings: Settings = field(default_factory=Settings)
    at_hand: AtHand = field(default_factory=AtHand, repr=False, compare=False)
