"""Answer the named queries of sleep; a part of `SqliteReader`."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from neuromem_graph.ledger.sqlite.part import Part, dumps
from neuromem_graph.types.base import Namespace, State
from neuromem_graph.types.sleeping import Conflict, Fact, Held, LastSleep, Made, Opposed, Sleeper


class SqliteSleepReader(Part):
    """Read what sleep looks at, at one moment."""

    def last(self, namespace: Namespace) -> LastSleep | None:
        """Return the newest phase of sleep; None: there was none."""
        for record, run, phase, settings, counts, changed in self._rows(
            "last_sleep", ns=self._ns(namespace)
        ):
            told = json.loads(counts)
            left, wakes = told.get("left", 0), told.get("wakes_at")
            return LastSleep(record, run, phase, settings, left, bool(changed), wakes)
        return None

    def page(self, namespace: Namespace, after: int, most: int) -> tuple[Sleeper, ...]:
        """Return active memories that were not erased, oldest first."""
        ns = self._ns(namespace)
        return tuple(map(_sleeper, self._rows("sleep_page", ns=ns, after=after, most=most)))

    def sleepers(self, namespace: Namespace, memories: Sequence[int]) -> tuple[Sleeper, ...]:
        """Return those of these memories that are active and not erased, oldest first."""
        return self._in(namespace, memories, ("active", "superseded"))

    def archived(self, namespace: Namespace, memories: Sequence[int]) -> tuple[Sleeper, ...]:
        """Return those of these memories that are archived and not erased, oldest first."""
        return self._in(namespace, memories, ("archived",))

    def _in(
        self, namespace: Namespace, memories: Sequence[int], states: Sequence[State]
    ) -> tuple[Sleeper, ...]:
        asked = {"ns": self._ns(namespace), "memories": dumps(memories), "states": dumps(states)}
        return tuple(map(_sleeper, self._rows("sleepers", **asked)))

    def facts(self, namespace: Namespace, memories: Sequence[int]) -> tuple[Fact, ...]:
        """Return the claims of these memories, by memory and in order."""
        found = []
        for memory, claim, entity, subject, attribute, value, *how in self._of(
            "sleep_facts", namespace, memories
        ):
            polarity, many, slot, candidate, firm, event = how
            fact = Fact(memory, claim, entity, subject or "", attribute or "", value or "",
                        polarity, many, slot, candidate, bool(firm), event=event)  # fmt: skip
            found.append(fact)
        return tuple(found)

    def held(self, namespace: Namespace, slots: Sequence[int]) -> tuple[Held, ...]:
        """Return what is believed in these slots, by slot and in order of valid time."""
        rows = self._rows("held_values", slots=dumps(slots))
        return tuple(
            Held(slot, claim, candidate, value or "", *how)
            for slot, claim, candidate, value, *how in rows
        )

    def supporters(
        self, namespace: Namespace, targets: Sequence[int]
    ) -> Mapping[int, tuple[int, ...]]:
        """Return the events behind these memories and claims."""
        found: dict[int, list[int]] = defaultdict(list)
        for target, event in self._rows(
            "supporters", ns=self._ns(namespace), targets=dumps(targets)
        ):
            found[target].append(event)
        return {target: tuple(events) for target, events in found.items()}

    def agreeing(
        self, namespace: Namespace, memories: Sequence[int], above: float = 0.0
    ) -> tuple[Made, ...]:
        """Return the events of active memories that support these by an edge."""
        asked = {"ns": self._ns(namespace), "memories": dumps(memories), "above": above}
        return tuple(map(Made._make, self._rows("agreeing", **asked)))

    def repeated_tasks(
        self, namespace: Namespace, memories: Sequence[int]
    ) -> tuple[tuple[int, str], ...]:
        """Return the tasks of events that said again what these memories say."""
        rows = self._of("repeated_tasks", namespace, memories)
        return tuple((memory, task) for memory, task in rows)

    def opposed(self, namespace: Namespace) -> tuple[Opposed, ...]:
        """Return pairs of active memories of which one contradicts the other."""
        return tuple(map(Opposed._make, self._rows("opposed", ns=self._ns(namespace))))

    def conflicts(self, namespace: Namespace, memories: Sequence[int]) -> tuple[Conflict, ...]:
        """Return what contradicts these memories by an edge, and what they contradict."""
        rows = self._of("conflicts_of", namespace, memories)
        return tuple(Conflict(one, other, bool(says), w) for one, other, says, w in rows)

    def marked(self, namespace: Namespace) -> frozenset[int]:
        """Return the memories of events that were marked for sleep."""
        return frozenset(row[0] for row in self._rows("marked", ns=self._ns(namespace)))

    def made_of(self, namespace: Namespace, ends: Sequence[int]) -> tuple[Made, ...]:
        """Return the memories of own words, in any state, made of these memories and claims."""
        return tuple(map(Made._make, self._of("compiled_of", namespace, ends)))

    def merged_into(self, namespace: Namespace, memories: Sequence[int]) -> tuple[Made, ...]:
        """Return the memories that are merged into these."""
        return tuple(map(Made._make, self._of("merged_into", namespace, memories)))

    def served(
        self, namespace: Namespace, memories: Sequence[int]
    ) -> tuple[tuple[int, str, str], ...]:
        """Return how queries went that had used these memories."""
        rows = self._of("served", namespace, memories)
        return tuple((memory, trace, outcome) for memory, trace, outcome, _ in rows)

    def _of(
        self, name: str, namespace: Namespace, memories: Sequence[int]
    ) -> list[tuple[Any, ...]]:
        return self._rows(name, ns=self._ns(namespace), memories=dumps(memories))


def _sleeper(row: tuple[Any, ...]) -> Sleeper:
    *first, whole, expires, event, event_id, happened, units, own, apart, active, merged, body = row
    said = json.loads(body) if body else {}
    words = own is not None and "text" in json.loads(own)
    rest = (bool(whole), event, event_id, happened, units, words, bool(apart),
            bool(active))  # fmt: skip
    labels = (said.get("type"), said.get("metadata", {}))
    return Sleeper._make((*first, *rest, *labels, expires, merged))
