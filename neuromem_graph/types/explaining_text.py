"""Write explanations as lines of text."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from neuromem_graph.types.explaining import (
        ChannelReasons,
        ClaimReasons,
        Evidence,
        Explanation,
        GateDecision,
        ItemReasons,
        Part,
        WrittenWhy,
    )

_WIDEST = 100  # characters of a memory that are shown
ROLES = {"finds": "weight", "adds": "adds", "raises": "raises by", "orders": "orders"}
"""What stands before the weight of a channel, by its role."""


def of_answer(one: "Explanation") -> str:
    """Write an explanation of an answer.

    Args:
        one: the explanation.
    """
    return "\n".join(_answer(one))


def of_memory(one: "WrittenWhy") -> str:
    """Write how a memory came about.

    Args:
        one: what is known of it.
    """
    return "\n".join(_memory(one))


def shortened(text: str) -> str:
    """Return a text on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _WIDEST else f"{line[: _WIDEST - 1]}\u2026"


def number(value: float) -> str:
    """Write a number with three digits, without those that say nothing."""
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"


def moment(at: datetime | None) -> str:
    """Write a moment, in minutes."""
    return "any time" if at is None else at.strftime("%Y-%m-%d %H:%M")


def how(one: "ChannelReasons") -> str:
    """Write what a channel does, with its weight."""
    return f"{ROLES[one.role]} {number(one.weight)}" if one.role != "orders" else "orders anew"


def source(one: "Evidence") -> str:
    """Write who said something, when and where."""
    who = one.speaker or one.channel
    where = f" in thread {one.thread}" if one.thread else ""
    message = f", message {one.message_id}" if one.message_id else ""
    times = f", said by {one.support} events" if one.support > 1 else ""
    return f"{who}, {moment(one.said_at)}{where}{message}, event {one.event_id}{times}"


def believed(one: "ClaimReasons") -> str:
    """Write when a claim is believed to hold, if it is."""
    if not one.held:
        return "not believed"
    until = f" until {moment(one.valid_to)}" if one.valid_to else " on"
    return f"believed from {moment(one.valid_from)}{until}"


def path(one: "ItemReasons", ranks: Mapping[str | None, int]) -> str:
    """Write the way on which a memory was reached, from the hit on; what is served by its rank."""
    places = [f"#{ranks[s.memory]}" if s.memory in ranks else s.memory or "?" for s in one.path]
    steps = [f"{a} \u2192 {s.relation} \u2192" for a, s in zip(places, one.path, strict=True)]
    return " ".join([*steps, f"#{one.rank}"])


def widened(one: "Explanation") -> Iterator[tuple[str, str]]:
    """Tell what was looked for besides the words of a question: what it is, and the text."""
    if one.everything:
        yield "It names nothing", "what is believed of the user, then what was said lately"
    told = one.expanded
    if told is None:
        return
    for key, names in told.aliases.items():
        yield f"Other names of {key}", ", ".join(names)
    for kind, texts in (("Rewritten", told.rewrites), ("A passage", told.passages)):
        for text in texts:
            yield f"{kind} by {told.asked}", text
    if told.failed is not None:
        yield f"Not told by {told.asked}", told.failed


def _answer(one: "Explanation") -> Iterator[str]:
    yield f"Question: {shortened(one.question)}"
    yield f"Lens: {one.lens} ({one.lens_says})"
    yield f"Looked for: {', '.join(one.terms[:24]) or '-'}"
    if one.names:
        yield f"Names: {', '.join(one.names[:12])}"
    if one.slots:
        yield f"Asked slots: {', '.join(one.slots)}"
    yield from (f"{what}: {shortened(text)}" for what, text in widened(one))
    yield f"Moment: record {one.seq}; true at {moment(one.valid_at)}; now {moment(one.now)}"
    kept = f"; cache: {one.cache}" if one.cache else ""
    yield f"Prompt: {one.tokens} of {one.budget_tokens} tokens, {len(one.items)} of {one.k}{kept}"
    if one.cache_says:
        yield f"  ({one.cache_says})"
    if one.abstained:
        yield f"Abstained: {one.abstained}"
    yield from _channels(one)
    yield from _beliefs(one)
    shared = _shared(one.items)
    if shared:
        yield f"Gates: every memory passed {_gates(shared)}"
    for item in one.items:
        yield from _item(item, [gate for gate in item.gates if gate not in shared])
        if item.path:
            yield f"   reached: {path(item, {other.id: other.rank for other in one.items})}"
    yield from _left_out(one)


def _channels(one: "Explanation") -> Iterator[str]:
    if one.channels:
        yield "Channels:"
    for channel in one.channels:
        yield f"  {channel.channel}: {channel.found} found, {how(channel)} - {channel.says}"


def _beliefs(one: "Explanation") -> Iterator[str]:
    if one.beliefs:
        yield "Beliefs:"
    for belief in one.beliefs:
        what = belief.statement or belief.claim_id
        yield (
            f"  {what}: {belief.verdict}, {belief.status}, score {number(belief.score)}, "
            f"relevance {number(belief.relevance)} - {belief.says}"
        )


def _shared(items: Sequence["ItemReasons"]) -> list["GateDecision"]:
    """Return what all items say of a gate, to be said once."""
    every = [set(item.gates) for item in items]
    return [gate for gate in items[0].gates if all(gate in one for one in every)] if items else []


def _gates(gates: Iterable["GateDecision"]) -> str:
    return "; ".join(f"{gate.gate}: {gate.says}" for gate in gates)


def _item(item: "ItemReasons", gates: Sequence["GateDecision"]) -> Iterator[str]:
    yield f"{item.rank}. {shortened(item.text)}"
    yield f"   score {number(item.score)} = " + " ".join(map(_part, item.parts)).lstrip("+ ")
    yield f"   said: {source(item.evidence)}"
    if item.ended:
        yield f"   holds no longer: {'; '.join(item.ended)}"
    if gates:
        yield f"   passed {_gates(gates)}"


def _part(one: "Part") -> str:
    place = f" #{one.rank}" if one.rank else ""
    if one.points == 0:
        return f"[{one.channel}{place}]"
    return f"{'-' if one.points < 0 else '+'} {number(abs(one.points))} {one.channel}{place}"


def _left_out(one: "Explanation") -> Iterator[str]:
    if one.left_out:
        yield "Left out:"
    for passed in one.left_out:
        begins = f" {shortened(passed.begins)}" if passed.begins else ""
        yield (
            f"  #{passed.rank} {passed.memory}, score {number(passed.score)}: {passed.decision} "
            f"({passed.says}){begins}"
        )


def _memory(one: "WrittenWhy") -> Iterator[str]:
    yield f"Memory: {shortened(one.text)}"
    yield f"It is: {one.kind}, {one.commitment}, {one.state}, importance {number(one.importance)}"
    until = moment(one.valid_to) if one.valid_to else "now"
    yield f"True: from {moment(one.valid_from)} until {until}; written by record {one.seq}"
    for at, event in enumerate(one.evidence):
        yield f"{'Said again' if at else 'Said'}: {source(event)}"
    for claim in one.claims:
        yield f"Claim: {claim.statement} ({claim.effect}; {believed(claim)})"
    for route in one.routes:
        told = ", ".join(f"{name} {number(value)}" for name, value in route.impact.items() if value)
        yield f"Route: {route.route}, by the rule {route.rule} ({told or 'no impact'})"
    for edge in one.edges:
        to = f" {edge.other}" if edge.other else ""
        yield f"Evidence: {edge.type} ({edge.relation}){to}, {moment(edge.at)}, record {edge.seq}"
