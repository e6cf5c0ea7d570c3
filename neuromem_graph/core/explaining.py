"""Explain an answer from its trace: which channel contributed what, and why others were left out.

What a channel contributes is counted as `core.fusion` fuses: what finds a memory gives it points,
what is added to that is in the same unit, and what raises it multiplies the sum. Where the final
score is another one, because memories changed places, the difference is shown as a part of its own,
so that the parts always add up.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from neuromem_graph.core import explaining_words as words
from neuromem_graph.core import lenses, packing
from neuromem_graph.core.fusion import unit_of
from neuromem_graph.core.views import VERDICTS
from neuromem_graph.settings import Retrieval
from neuromem_graph.types.base import from_micros
from neuromem_graph.types.diagnostics import MISSES
from neuromem_graph.types.explaining import (
    BeliefReasons,
    ChannelReasons,
    Evidence,
    Explanation,
    GateDecision,
    ItemReasons,
    Part,
    PassedReasons,
    Role,
    Weighing,
)
from neuromem_graph.types.explaining_text import moment as shown
from neuromem_graph.types.placing import LeftOut
from neuromem_graph.types.recall import (
    BeliefTrace,
    ChannelHits,
    MemoryContext,
    MemoryItem,
    RecallPlan,
    Trace,
)

_FROM_LOWEST = frozenset({"dense"})  # cosines have no natural zero: see `core.fusion`
_DIGITS = 6
_SAME = 5e-7  # scores that differ by less are one: they were rounded


def weighed(channels: Iterable[ChannelHits], settings: Retrieval) -> tuple[Weighing, ...]:
    """Note how the scores of each channel are weighed, so that a trace can be explained.

    Args:
        channels: what each found, best first.
        settings: weights, and the kind of fusion.
    """
    return tuple(_weighing(one, settings) for one in channels if one.memories)


def _weighing(one: ChannelHits, settings: Retrieval) -> Weighing:
    found = len(one.memories)
    if one.channel in settings.agreement:
        return Weighing(channel=one.channel, role="raises", found=found, high=one.scores[0],
                        weight=settings.agreement[one.channel])  # fmt: skip
    if one.channel in settings.signals:
        weight = settings.signals[one.channel] * unit_of(settings)
        return Weighing(channel=one.channel, role="adds", found=found, high=one.scores[0],
                        weight=weight)  # fmt: skip
    weight = settings.weights.get(one.channel, 0.0)
    lowest = one.scores[-1] if one.channel in _FROM_LOWEST and found > 1 else 0.0
    return Weighing(
        channel=one.channel, role="finds", weight=weight, found=found, high=one.scores[0],
        low=lowest, by_rank=settings.reciprocal_k if settings.fusion == "reciprocal" else 0,
    )  # fmt: skip


def points(why: Mapping[str, tuple[float, int]], weighings: Sequence[Weighing]) -> dict[str, float]:
    """Return what each channel adds to the fused score of a memory.

    Args:
        why: channel -> (score, rank) of the memory.
        weighings: of the query.
    """
    by_channel = {one.channel: one for one in weighings}
    known = {name: by_channel[name] for name in why if name in by_channel}
    found = {
        name: one.weight * _share(one, *why[name])
        for name, one in known.items()
        if one.role == "finds"
    }
    found |= {name: one.weight * why[name][0] for name, one in known.items() if one.role == "adds"}
    base = max(sum(found.values()), 0.0)
    raised = {
        name: base * one.weight * why[name][0]
        for name, one in known.items()
        if one.role == "raises"
    }
    return found | raised


def _share(one: Weighing, score: float, rank: int) -> float:
    if one.by_rank:
        return 1.0 / (one.by_rank + rank)
    spread = one.high - one.low
    return (score - one.low) / spread if spread > 0 else 1.0


def explain(trace: Trace) -> Explanation:
    """Explain an answer from its trace alone.

    Args:
        trace: what was asked for, and what was given.
    """
    plan, context = trace.plan, trace.context
    return Explanation(
        trace_id=context.trace_id, namespace=context.namespace, question=context.query,
        lens=context.lens, lens_says=_lens_says(plan), terms=plan.terms, names=plan.names,
        slots=tuple(sorted(plan.asked.slots)), seq=plan.seq, now=plan.now,
        everything=plan.everything, expanded=plan.expanded,
        valid_at=_moment(plan.gate.valid_at),
        channels=tuple(map(_channel, context.weighed)),
        items=tuple(_item(item, plan, context) for item in context.items),
        beliefs=tuple(map(_belief, context.worldview_trace)),
        left_out=tuple(map(_passed, context.left_out)),
        k=plan.query.k, tokens=context.tokens, budget_tokens=plan.query.budget_tokens,
        abstained=context.abstained, cache=trace.cache,
        cache_says=MISSES[trace.miss_reason] if trace.miss_reason else None,
    )  # fmt: skip


def _passed(one: LeftOut) -> PassedReasons:
    return PassedReasons(
        memory=one.memory, begins=one.begins, rank=one.rank, score=one.score,
        decision=one.decision, says=packing.DECISIONS[one.decision],
    )  # fmt: skip


def _lens_says(plan: RecallPlan) -> str:
    surface = lenses.LENSES[plan.lens]
    if plan.query.lens != "auto":
        return f"asked for by name; it is for: {surface.about}"
    said = lenses.wording(plan.query.text)
    found = f"the wording {said!r}" if said else "no other lens fits the wording"
    return f"{found}; it is for: {surface.about}"


def _moment(micros: int | None) -> datetime | None:
    return None if micros is None else from_micros(micros)


def _channel(one: Weighing) -> ChannelReasons:
    return ChannelReasons(
        channel=one.channel, role=one.role, weight=one.weight, found=one.found, best=one.high,
        says=words.says(one.channel),
    )  # fmt: skip


def _item(item: MemoryItem, plan: RecallPlan, context: MemoryContext) -> ItemReasons:
    return ItemReasons(
        rank=item.rank, id=item.id, text=item.text, kind=item.kind, commitment=item.commitment,
        state=item.state, score=item.score, parts=parts(item, context.weighed),
        path=item.placing.path if item.placing else (),
        alike=item.placing.alike if item.placing else 0.0,
        tokens=item.placing.tokens if item.placing else None,
        gates=tuple(_gates(item, plan)), ended=item.ended,
        evidence=Evidence(
            event_id=item.event_id, message_id=item.message_id, channel=item.channel,
            speaker=item.speaker, thread=item.thread, said_at=item.happened_at,
            support=item.support,
        ),
    )  # fmt: skip


def parts(item: MemoryItem, weighings: Sequence[Weighing]) -> tuple[Part, ...]:
    """Show what each channel contributed to the score of an item; the points add up to it.

    Args:
        item: what was served.
        weighings: of the query; without them (an older trace) no points are known.
    """
    roles: dict[str, Role] = {one.channel: one.role for one in weighings}
    added = points(item.why, weighings)
    moved = item.score - sum(added.values())
    shown = [
        _part(name, roles.get(name, "orders"), item.why[name], added.get(name, 0.0), item.score)
        for name in item.why
    ]
    if weighings and abs(moved) > _SAME:
        shown.append(_part(words.ORDER, "orders", (0.0, 0), moved, item.score))
    return tuple(shown)


def _part(
    channel: str, role: Role, why: tuple[float, int], added: float, total: float
) -> Part:  # fmt: skip
    return Part(
        channel=channel, role=role, score=why[0], rank=why[1] if role in ("finds", "orders") else 0,
        points=round(added, _DIGITS), share=round(added / total, _DIGITS) if total else 0.0,
        says=words.says(channel),
    )  # fmt: skip


def _gates(item: MemoryItem, plan: RecallPlan) -> Iterable[GateDecision]:
    gate = plan.gate
    yield GateDecision(gate="namespace", says="/".join(plan.query.namespace))
    yield GateDecision(gate="moment", says=f"recorded by {plan.seq}")
    yield GateDecision(gate="state", says=f"{item.state}, of {', '.join(gate.states)}")
    until = f"until {shown(item.valid_to)}" if item.valid_to else "on"
    at = _moment(gate.valid_at)
    asked = f"asked at {shown(at)}" if at else "all times are asked about"
    span = f"true from {shown(item.valid_from)} {until}"
    yield GateDecision(gate="valid time", says=f"{span}, {asked}")
    now = _moment(gate.now)
    yield GateDecision(gate="expiry", says=f"not by {shown(now)}" if now else "not looked at")
    filters: tuple[tuple[str, Sequence[str] | None, str | None], ...] = (
        ("kind", gate.kinds, item.kind),
        ("channel", gate.channels, item.channel),
        ("thread", None if gate.thread is None else (gate.thread,), item.thread),
    )
    for name, allowed, own in filters:
        if allowed is not None:
            yield GateDecision(gate=name, says=f"{own}, of {', '.join(allowed)}")


def _belief(one: BeliefTrace) -> BeliefReasons:
    return BeliefReasons(
        claim_id=one.claim_id, relevance=one.relevance, score=one.score, status=one.status,
        statement=one.statement, verdict=one.verdict, says=VERDICTS[one.verdict],
    )  # fmt: skip
