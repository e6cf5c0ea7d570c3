"""Measure updates: when a fact has changed, is the newest value what is recalled, and the old one
only where the past is asked for?

    python benchmarks/updates.py [--subjects 200] [--seed 7] [--split dev|heldout|both]
                                 [--systems ours,bm25,inmemory] [--failures N] [--show-heldout]
                                 [--json OUT] [--check]

The conversations are made by `update_data` from the wordings of a split. An entry is a line that is
served: first what is believed, then the memories, as in the prompt; the first five count.

newest   the first entry holds the newest value of the fact
stale    an older value is in an entry that neither says it is over nor holds the newest one
past     the right old value is in an entry: asked with valid_at, with as_of, and in words
found    the extractor made a belief of what was told; what it did not find counts as wrong in
         newest and past, even where the sentence itself is served

An entry counts only if it is about the fact: a belief about its subject, or the turn that told it.
Peers know no two times: valid_at and as_of mean nothing to them, and they are asked without.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from update_data import Chat, Fact, Question, Told, Wordings, generate
from update_systems import SYSTEMS, Entry, System, holds, is_about
from update_wordings import WORDINGS
from update_wordings_heldout import WORDINGS as HELDOUT

SPLITS: dict[str, Wordings] = {"dev": WORDINGS, "heldout": HELDOUT}
PAST = ("valid_at", "as_of", "words")
METRICS = ("newest", "stale", "past", *PAST, "found")
LEAST, MOST = {"newest": 0.98, "past": 0.98}, {"stale": 0.02}


@dataclass
class Failure:
    """Hold a question that went wrong, and all it takes to see why."""

    what: str  # the metric that missed
    attribute: str
    question: str
    right: str
    found: bool | None
    served: list[str]
    said: list[str]


@dataclass
class Tally:
    """Count what went right, per metric and per attribute."""

    hits: Counter[tuple[str, str]] = field(default_factory=Counter)
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)
    missed_wordings: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    def count(self, metric: str, attribute: str, hit: bool) -> None:
        """Count one case, for the attribute and for all."""
        for group in (attribute, "all"):
            self.asked[metric, group] += 1
            self.hits[metric, group] += hit

    def rates(self, group: str = "all") -> dict[str, float | None]:
        """Return the share of each metric; None where it does not apply."""
        return {
            metric: round(self.hits[metric, group] / self.asked[metric, group], 4)
            if self.asked[metric, group]
            else None
            for metric in METRICS
        }


# ---------------------------------------------------------------- what counts


def concerns(entry: Entry, fact: Fact, number: int, chat: Chat) -> bool:
    """Tell whether an entry is about a fact: a belief of its subject, or a turn that told it."""
    if entry.turn is None:
        return is_about(entry.slot, fact)
    return any(told.fact == number for told in chat.turns[entry.turn].told)


def is_stale(entry: Entry, fact: Fact, number: int, chat: Chat) -> bool:
    """Tell whether an entry passes an older value off as the present one.

    A sentence that told of a change holds the value before it as a past one; only what it told as
    new then counts.
    """
    if entry.ended or not concerns(entry, fact, number, chat) or holds(entry.text, fact.values[-1]):
        return False
    older: Iterable[int] = range(len(fact.values) - 1)
    if entry.turn is not None:
        older = [told.index for told in chat.turns[entry.turn].told if told.fact == number]
    return any(
        holds(entry.text, fact.values[index])
        and not any(holds(value, fact.values[index]) for value in entry.over)
        for index in older
    )


def right(entries: Sequence[Entry], question: Question, chat: Chat) -> bool:
    """Tell whether the value that was asked for is in one of the entries."""
    fact = chat.facts[question.fact]
    return any(
        concerns(entry, fact, question.fact, chat)
        and holds(entry.text, fact.values[question.index])
        for entry in entries
    )


def score(
    question: Question, entries: Sequence[Entry], chat: Chat, found: set[Told] | None, tally: Tally
) -> None:
    """Count one answer."""
    fact = chat.facts[question.fact]
    known = found is None or Told(question.fact, question.index) in found
    if question.kind == "current":
        stale = any(is_stale(entry, fact, question.fact, chat) for entry in entries)
        outcomes = {"newest": known and right(entries[:1], question, chat), "stale": stale}
        wrong = [what for what in outcomes if outcomes[what] == (what == "stale")]
    else:
        hit = known and right(entries, question, chat)
        outcomes = {"past": hit, question.kind: hit}
        wrong = [] if hit else [question.kind]
    for metric, hit in outcomes.items():
        tally.count(metric, fact.attribute, hit)
    tally.failures += [_failure(what, question, entries, chat, found) for what in wrong]


def _failure(
    what: str, question: Question, entries: Sequence[Entry], chat: Chat, found: set[Told] | None
) -> Failure:
    fact = chat.facts[question.fact]
    told = Told(question.fact, question.index)
    said = [
        f"{turn.at:%Y-%m-%d} {turn.text}"
        for turn in chat.turns
        if any(one.fact == question.fact for one in turn.told)
    ]
    when = f" [valid_at {question.valid_at:%Y-%m-%d}]" if question.valid_at else ""
    if question.after_turn is not None:
        when = f" [as_of {chat.turns[question.after_turn].at:%Y-%m-%d}]"
    served = [f"{'belief' if e.turn is None else 'memory'}: {e.text}" for e in entries]
    known = None if found is None else told in found
    asked = question.text + when
    return Failure(what, fact.attribute, asked, fact.values[question.index], known, served, said)


# ---------------------------------------------------------------- running


def measure(system: System, chats: Sequence[Chat]) -> tuple[Tally, float]:
    """Let a system hear every chat and ask it; return the counts and the seconds it took."""
    tally, started = Tally(), time.perf_counter()
    for number, chat in enumerate(chats, 1):
        found = system.hear(chat)
        for place, fact in enumerate(chat.facts if found is not None else ()):
            for index, wording in enumerate(fact.wordings):
                hit = found is not None and Told(place, index) in found
                tally.count("found", fact.attribute, hit)
                tally.missed_wordings[f"{fact.attribute}: {wording}"] += not hit
        for question in chat.questions:
            score(question, system.answer(question), chat, found, tally)
        if sys.stderr.isatty():
            print(f"\r{system.title}: {number}/{len(chats)} ", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r", end="\033[K", file=sys.stderr)
    return tally, time.perf_counter() - started


def result_of(title: str, tally: Tally, seconds: float, in_detail: bool) -> dict[str, Any]:
    """Return what is written as JSON; what shows wordings only in detail."""
    attributes = sorted({group for _, group in tally.asked} - {"all"})
    result: dict[str, Any] = {
        "title": title,
        **tally.rates(),
        "facts": tally.asked["newest", "all"],
        "seconds": round(seconds, 1),
        "by_attribute": {attribute: tally.rates(attribute) for attribute in attributes},
    }
    if in_detail:
        missed = sorted(tally.missed_wordings.items(), key=lambda pair: (-pair[1], pair[0]))
        result["missed_wordings"] = {wording: times for wording, times in missed if times}
        result["failures"] = [vars(failure) for failure in tally.failures]
    return result


def missed(result: dict[str, Any]) -> list[str]:
    """Name the targets that a result misses."""
    low = [f"{m} {result[m]:.1%} < {least:.0%}" for m, least in LEAST.items() if result[m] < least]
    high = [f"{m} {result[m]:.1%} > {most:.0%}" for m, most in MOST.items() if result[m] > most]
    return low + high


def all_missed(results: dict[str, dict[str, dict[str, Any]]]) -> list[str]:
    """Name the targets that ours misses, on any split."""
    return [f"{split}: {one}" for split, by in results.items() for one in missed(by["ours"])]


def line_of(split: str, result: dict[str, Any]) -> str:
    """Write a row of the table."""
    rates = [result[metric] for metric in METRICS]
    shown = "".join(f"{'-' if rate is None else f'{rate:.1%}':>10}" for rate in rates)
    return f"{split:9}{result['title']:47}{shown}{result['facts']:8}{result['seconds']:9.1f}"


def show(failures: Sequence[dict[str, Any]], most: int) -> None:
    """Print failures in full, taking turns among the metrics so that each sort is seen."""
    sorts: dict[str, list[dict[str, Any]]] = {}
    for failure in failures:
        sorts.setdefault(failure["what"], []).append(failure)
    longest = max(map(len, sorts.values()), default=0)
    order = [sort[at] for at in range(longest) for sort in sorts.values() if at < len(sort)]
    for failure in order[:most]:
        known = {None: "", True: ", found", False: ", not found"}[failure["found"]]
        print(f"\n{failure['what']} ({failure['attribute']}): {failure['question']}")
        print(f"  right: {failure['right']}{known}")
        print("\n".join(f"  said   {line}" for line in failure["said"]))
        print("\n".join(f"  served {line}" for line in failure["served"]) or "  served nothing")


def options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--subjects", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--split", choices=("dev", "heldout", "both"), default="both")
    parser.add_argument("--systems", default=",".join(SYSTEMS))
    parser.add_argument("--failures", type=int, default=0, help="of ours to print, dev only")
    parser.add_argument("--show-heldout", action="store_true", help="failures of held-out, too")
    parser.add_argument("--json", help="write the results here, too")
    parser.add_argument("--check", action="store_true", help="fail if ours misses a target")
    args = parser.parse_args(arguments)
    args.systems = args.systems.split(",")
    if args.check and "ours" not in args.systems:
        parser.error("--check looks at ours")
    return args


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the systems on the splits and print, or write, what was measured."""
    args = options(arguments)
    head = "".join(f"{metric:>10}" for metric in METRICS)
    print(f"{'wordings':9}{'system':47}{head}{'facts':>8}{'seconds':>9}")
    results: dict[str, dict[str, dict[str, Any]]] = {}
    for split in SPLITS if args.split == "both" else (args.split,):
        chats = generate(args.subjects, args.seed, SPLITS[split])
        results[split] = {}
        for name in args.systems:
            system = SYSTEMS[name]()
            shown = split == "dev" or args.show_heldout
            result = result_of(system.title, *measure(system, chats), shown)
            results[split][name] = result
            print(line_of(split, result), flush=True)
    for by_system in results.values():
        show(by_system.get("ours", {}).get("failures", ()), args.failures)
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1, ensure_ascii=False)
    if args.check and (problems := all_missed(results)):
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
