"""Say what each signal of a recall is worth, and whether weights carry over to other conversations.

Every question is gathered once; then the channels are fused with other weights. What comes after
fusion (near-duplicates, list questions, the budget) is left out, so figures differ a little from
those of `locomo.py`.

Weights are fitted on three conversations by the softmax cross-entropy of the evidence among the
memories looked at, and judged on the other two, for all ten splits.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from locomo import Conversation, Question, ndcg, share, sort_out

from neuromem_graph.core import fusion
from neuromem_graph.pipeline import ordering, recall
from neuromem_graph.resources import Resources
from neuromem_graph.runtime import MemoryRuntime
from neuromem_graph.settings import Settings
from neuromem_graph.settings.retrieving import Retrieval
from neuromem_graph.types.recall import ChannelHits, Gathered

K = 10
ELSEWHERE = frozenset({"rewrite", "passage", "recent"})
"""Channels of an expander, and of questions that name nothing: none of these is asked here."""

LEAST = 3  # conversations
CALM, STEPS, RATE = 0.003, 150, 0.15


class Asked(NamedTuple):
    """Hold one question with what was gathered for it."""

    conversation: int
    question: Question
    gathered: Gathered
    ids: Mapping[int, str]  # memory -> turn


class Scores(NamedTuple):
    """Hold recall@10 and nDCG@10 of each question."""

    recall: np.ndarray
    ndcg: np.ndarray


def gather(root: MemoryRuntime, conversations: Sequence[Conversation]) -> list[Asked]:
    """Ask every question as far as to what each channel finds.

    Args:
        root: holds the conversations, in namespaces ("locomo", id).
        conversations: those it holds.
    """
    found = []
    for number, conversation in enumerate(conversations):
        runtime = root.within(("locomo", conversation.id))
        resources = runtime.resources
        for question in sort_out(conversation)[0]:
            query = recall.make_query(text=question.text, namespace=runtime.namespace, k=K)
            gathered = recall.gather(recall.plan(query, resources), resources)
            found.append(Asked(number, question, gathered, _ids(gathered, resources)))
    return found


def _ids(gathered: Gathered, resources: Resources) -> dict[int, str]:
    memories = sorted({memory for one in gathered.channels for memory in one.memories})
    with resources.ledger.reader() as reader:
        rows = reader.memories(gathered.plan.query.namespace, memories)
    return {row.memory: row.message or "" for row in rows}


def judged(asked: Sequence[Asked], retrieval: Retrieval, resources: Resources) -> Scores:
    """Fuse what was gathered with some weights and look for the evidence."""
    with_weights = replace(resources, settings=Settings(retrieval=retrieval))
    recalls, gains = [], []
    for one in asked:
        ranked = ordering.fused(one.gathered, with_weights).ranked[:K]
        found = [one.ids[hit.memory] for hit in ranked]
        recalls.append(share(found, one.question.evidence))
        gains.append(ndcg(found, one.question.evidence))
    return Scores(np.array(recalls), np.array(gains))


# ---------------------------------------------------------------- one signal at a time


def ablation(asked: Sequence[Asked], resources: Resources) -> str:
    """Return a table: all signals, without each of them, and with the words alone plus each."""
    usual = resources.settings.retrieval
    parts = [*usual.weights, *usual.signals, *usual.agreement]
    bare = _weighed(usual, lambda name, w: w if name == "near" else 0.0)
    rows = [("all signals", usual), ("`near` alone", bare)]
    for name in parts:
        if not _weight(usual, name) or name in ELSEWHERE:
            continue
        rows.append((f"without `{name}`", _weighed(usual, lambda n, w, o=name: w * (n != o))))
        if name != "near":
            alone = _weighed(usual, lambda n, w, o=name: w * (n in ("near", o)))
            rows.append((f"`near` and `{name}` alone", alone))
    rows.append(("reciprocal ranks", usual.model_copy(update={"fusion": "reciprocal"})))
    lines = [row(title, asked, judged(asked, how, resources)) for title, how in rows]
    return "\n".join([HEAD, *lines])


HEAD = (
    "| signals | recall@10 | nDCG@10 | cat. 1 | 2 | 3 | 4 | worst conversation |\n"
    "|---|---|---|---|---|---|---|---|"
)


def row(title: str, asked: Sequence[Asked], scores: Scores) -> str:
    """Return one line of the table."""
    category = np.array([one.question.category for one in asked])
    spoken = np.array([one.conversation for one in asked])
    each = " | ".join(f"{_mean(scores.recall[category == c]):.3f}" for c in (1, 2, 3, 4))
    worst = min(_mean(scores.recall[spoken == c]) for c in np.unique(spoken))
    return (
        f"| {title} | {_mean(scores.recall):.3f} | {_mean(scores.ndcg):.3f} | {each} "
        f"| {worst:.3f} |"
    )


def _mean(values: np.ndarray) -> float:
    return float(values.mean()) if len(values) else float("nan")


def _weight(retrieval: Retrieval, name: str) -> float:
    every = {**retrieval.weights, **retrieval.signals, **retrieval.agreement}
    return every[name]


def _weighed(retrieval: Retrieval, change: Callable[..., float]) -> Retrieval:
    groups = ("weights", "signals", "agreement")
    update = {
        group: {name: change(name, w) for name, w in getattr(retrieval, group).items()}
        for group in groups
    }
    return retrieval.model_copy(update=update)


# ---------------------------------------------------------------- ten splits


def splits(asked: Sequence[Asked], resources: Resources) -> str:
    """Return a table: the round weights, and weights fitted on three, on the two held back."""
    usual = resources.settings.retrieval
    spoken = np.array([one.conversation for one in asked])
    if len(np.unique(spoken)) < LEAST:
        return f"splits need {LEAST} conversations: two are held back"
    category = np.array([one.question.category for one in asked])
    silent = ELSEWHERE | {"dense"}
    usually = (*usual.weights.items(), *usual.signals.items())
    names = [n for n, w in usually if w and n not in silent]
    features = [_features(one, names, usual) for one in asked]
    as_usual = judged(asked, usual, resources)
    found: dict[str, list[tuple[float, float, float]]] = {"round": [], "fitted": []}
    for held in combinations(np.unique(spoken).tolist(), 2):
        there = np.isin(spoken, held)
        weights = _fit([f for f, out in zip(features, there, strict=True) if not out])
        fitted = judged(asked, _named(usual, names, weights), resources)
        for title, scores in (("round", as_usual), ("fitted", fitted)):
            several = there & (category == 1)
            found[title].append(
                (_mean(scores.recall[there]), _mean(scores.recall[several]),
                 _mean(scores.ndcg[there]))
            )  # fmt: skip
    lines = [
        "| weights | recall@10 held back, mean | worst | category 1 | nDCG@10 |",
        "|---|---|---|---|---|",
    ]
    for title, rows in found.items():
        table = np.array(rows)
        lines.append(
            f"| {title} | {table[:, 0].mean():.3f} | {table[:, 0].min():.3f} "
            f"| {table[:, 1].mean():.3f} | {table[:, 2].mean():.3f} |"
        )
    return "\n".join(lines)


def _named(usual: Retrieval, names: Sequence[str], weights: np.ndarray) -> Retrieval:
    given = dict(zip(names, (weights / np.abs(weights).max()).round(3).tolist(), strict=True))
    return _weighed(usual, lambda name, w: given.get(name, w))


def _features(
    one: Asked, names: Sequence[str], settings: Retrieval
) -> tuple[np.ndarray, np.ndarray]:
    """Return the shares of each channel (memories, names), and which of them are evidence."""
    at = {memory: row for row, memory in enumerate(sorted(one.ids))}
    table = np.zeros((len(at), len(names)))
    by_name: dict[str, ChannelHits] = {hits.channel: hits for hits in one.gathered.channels}
    for column, name in enumerate(names):
        hits = by_name.get(name)
        if hits is None or not hits.memories:
            continue
        shares = fusion.shares(hits, settings) if name in settings.weights else hits.scores
        table[[at[memory] for memory in hits.memories], column] = shares
    evidence = np.array([one.ids[memory] in one.question.evidence for memory in sorted(one.ids)])
    return table, evidence / max(len(one.question.evidence), 1)


def _fit(rows: Iterable[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """Fit weights by Adam (Kingma & Ba 2015) on the softmax over the memories of each question."""
    kept = [(table, wanted) for table, wanted in rows if wanted.any()]
    table = np.concatenate([one for one, _ in kept])
    wanted = np.concatenate([one for _, one in kept])
    sizes = np.array([len(one) for one, _ in kept])
    starts = np.r_[0, np.cumsum(sizes)[:-1]]
    mass = np.repeat(np.add.reduceat(wanted, starts), sizes)
    weights = np.full(table.shape[1], 0.5)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        score = table @ weights
        grown = np.exp(score - np.repeat(np.maximum.reduceat(score, starts), sizes))
        given = grown / np.repeat(np.add.reduceat(grown, starts), sizes) * mass
        slope = (given - wanted) @ table / len(kept) + CALM * weights
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope**2
        rate = RATE * (1 - 0.9 * step / STEPS)
        weights -= rate * (first / (1 - 0.9**step)) / (
            np.sqrt(second / (1 - 0.99**step)) + 1e-8
        )  # fmt: skip
    return weights


def report(
    root: MemoryRuntime, conversations: Sequence[Conversation], wanted: Mapping[str, bool]
) -> list[str]:
    """Return the tables that are wanted: "ablation", "splits"."""
    asked = gather(root, conversations)
    tables: dict[str, Callable[[Sequence[Asked], Any], str]] = {
        "ablation": ablation, "splits": splits,
    }  # fmt: skip
    return [make(asked, root.resources) for name, make in tables.items() if wanted.get(name)]
