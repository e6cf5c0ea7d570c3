"""Write explanations as HTML: styles inside, no script, no network, all text escaped."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from neuromem_graph.types.explaining_text import (
    believed,
    how,
    moment,
    number,
    shortened,
    source,
    widened,
)
from neuromem_graph.types.pages import cell, chips, figure, plain, table, told, whole

if TYPE_CHECKING:
    from neuromem_graph.types.explaining import (
        Evidence,
        Explanation,
        ItemReasons,
        Part,
        WrittenWhy,
    )

_BOX, _ARROW, _HIGH, _LETTERS = 190, 120, 34, 27


def of_answer(one: "Explanation", *, page: bool = True) -> str:
    """Write an explanation of an answer.

    Args:
        one: the explanation.
        page: a whole page, or a part to be shown in a notebook.
    """
    return whole(f"Why: {shortened(one.question)}", _answer(one), page)


def of_memory(one: "WrittenWhy", *, page: bool = True) -> str:
    """Write how a memory came about.

    Args:
        one: what is known of it.
        page: a whole page, or a part to be shown in a notebook.
    """
    return whole(f"Why: {shortened(one.text)}", _memory(one), page)


def _answer(one: "Explanation") -> Iterator[str]:
    yield f"<h1>{plain(shortened(one.question))}</h1>"
    yield f"<p>Lens <b>{plain(one.lens)}</b>: {plain(one.lens_says)}</p>"
    yield (
        f"<p>Record {one.seq}; true at {moment(one.valid_at)}; {one.tokens} of {one.budget_tokens} "
        f"tokens; {len(one.items)} of {one.k} memories"
        + (f"; cache: {plain(one.cache)}" if one.cache else "")
        + (f" ({plain(one.cache_says)})" if one.cache_says else "")
        + "</p>"
    )
    yield _meter(one.tokens, one.budget_tokens)
    if one.abstained:
        yield f"<p><b>Abstained:</b> {plain(one.abstained)}</p>"
    yield f"<p>Looked for: {chips(one.terms)}</p>"
    if one.names:
        yield f"<p>Names: {chips(one.names)}</p>"
    if one.slots:
        yield f"<p>Asked slots: {chips(one.slots)}</p>"
    yield from (f"<p>{plain(what)}: {plain(text)}</p>" for what, text in widened(one))
    yield from _channels(one)
    yield from _beliefs(one)
    if one.items:
        yield "<h2>Served</h2>"
    known = {item.id: f"{item.rank}. {item.text}" for item in one.items}
    for item in one.items:
        yield from _item(item, known)
    yield from _left_out(one)


def _meter(used: int, most: int) -> str:
    share = min(100.0, 100.0 * used / most) if most else 0.0
    return (
        f'<div class="rail" title="{used} of {most} tokens">'
        f'<div class="bar" style="width:{share:.1f}%"></div></div>'
    )


def _channels(one: "Explanation") -> Iterator[str]:
    if one.channels:
        yield "<h2>What each channel found</h2>"
        yield table(
            ("channel", "found#", "best#", "does", "a memory is found because"),
            (
                (cell(c.channel), figure(c.found), figure(c.best), cell(how(c)), cell(c.says))
                for c in one.channels
            ),
        )


def _beliefs(one: "Explanation") -> Iterator[str]:
    if one.beliefs:
        yield "<h2>Beliefs</h2>"
        yield table(
            ("belief", "verdict", "held as", "relevance#", "score#", "why"),
            (
                (
                    *map(cell, (b.statement or b.claim_id, b.verdict, b.status)),
                    *map(figure, (b.relevance, b.score)),
                    cell(b.says),
                )
                for b in one.beliefs
            ),
        )


def _item(item: "ItemReasons", known: dict[str, str]) -> Iterator[str]:
    yield f'<div class="item"><p>{item.rank}. {told(item.text)}</p>'
    yield f'<p class="dim">{_said(item.evidence)}; {item.kind}, {item.commitment}, {item.state}</p>'
    if item.ended:
        yield f"<p>Holds no longer: {plain('; '.join(item.ended))}</p>"
    widest = max((abs(part.points) for part in item.parts), default=0.0)
    yield "<table>"
    for part in item.parts:
        yield _part(part, widest)
    yield f"<tr><th>score</th><td></td>{figure(item.score)}<td></td></tr></table>"
    if item.path:
        yield _path(item, known)
    gates = "".join(f"<li>{plain(g.gate)}: {plain(g.says)}</li>" for g in item.gates)
    yield f"<details><summary>passed {len(item.gates)} gates</summary><ul>{gates}</ul></details>"
    yield "</div>"


def _said(one: "Evidence") -> str:
    return f"said: {plain(source(one))}"


def _part(part: "Part", widest: float) -> str:
    share = 100.0 * abs(part.points) / widest if widest else 0.0
    kind = "less" if part.points < 0 else part.role
    place = f"#{part.rank} of {plain(part.channel)}" if part.rank else plain(part.channel)
    bar = f'<div class="rail"><div class="bar {kind}" style="width:{share:.1f}%"></div></div>'
    part_of = f"{number(part.points)} ({part.share:.0%})"
    return (
        f'<tr><td>{place}</td><td>{bar}</td><td class="n">{part_of}</td>'
        f'<td class="dim">{plain(part.says)}</td></tr>'
    )


def _path(item: "ItemReasons", known: dict[str, str]) -> str:
    """Draw the way from a hit to a memory: boxes, with the relations on the arrows."""
    places = [known.get(step.memory or "", step.memory or "a memory") for step in item.path]
    boxes = [*places, known.get(item.id, item.id)]
    wide = len(boxes) * _BOX + len(item.path) * _ARROW
    drawn = [f'<svg viewBox="0 0 {wide} {_HIGH}" width="{wide}" role="img">']
    drawn.append(f"<title>reached by {plain(', '.join(s.relation for s in item.path))}</title>")
    for at, text in enumerate(boxes):
        drawn += _box(at * (_BOX + _ARROW), text)
    for at, step in enumerate(item.path):
        drawn += _arrow(at * (_BOX + _ARROW) + _BOX, step.relation)
    return "".join([*drawn, "</svg>"])


def _box(left: int, text: str) -> Iterator[str]:
    short = text if len(text) <= _LETTERS else f"{text[: _LETTERS - 1]}\u2026"
    yield (
        f'<rect x="{left + 1}" y="4" width="{_BOX - 2}" height="{_HIGH - 8}" rx="5" '
        'fill="#eef1f5" stroke="#8b97a5"/>'
    )
    yield f'<text x="{left + 8}" y="{_HIGH - 13}" font-size="12" fill="#1c2430">'
    yield f"{plain(short)}</text>"


def _arrow(left: int, relation: str) -> Iterator[str]:
    middle, right = _HIGH // 2, left + _ARROW
    yield f'<path d="M{left} {middle}H{right - 4}" stroke="#2f6fb0" fill="none"/>'
    yield f'<path d="M{right - 8} {middle - 4}L{right} {middle}L{right - 8} {middle + 4}z" '
    yield 'fill="#2f6fb0"/>'
    yield f'<text x="{left + _ARROW // 2}" y="{middle - 5}" font-size="11" fill="#1c2430" '
    yield f'text-anchor="middle">{plain(relation)}</text>'


def _left_out(one: "Explanation") -> Iterator[str]:
    if one.left_out:
        yield "<h2>Considered and left out</h2>"
        yield table(
            ("rank#", "memory", "score#", "decision", "why"),
            (
                (
                    figure(p.rank), cell(p.begins or p.memory), figure(p.score),
                    cell(p.decision), cell(p.says),
                )
                for p in one.left_out
            ),
        )  # fmt: skip


def _memory(one: "WrittenWhy") -> Iterator[str]:
    yield f"<h1>{told(one.text)}</h1>"
    until = moment(one.valid_to) if one.valid_to else "now"
    yield (
        f"<p>{one.kind}, {one.commitment}, {one.state}, importance {number(one.importance)}; true "
        f"from {moment(one.valid_from)} until {until}; written by record {one.seq}</p>"
    )
    yield "<h2>Said</h2>"
    for event in one.evidence:
        yield f"<p>{_said(event)}</p>"
    if one.claims:
        yield "<h2>Claims</h2>"
        yield table(
            ("claim", "effect", "held"),
            ((cell(c.statement), cell(c.effect), cell(believed(c))) for c in one.claims),
        )
    for route in one.routes:
        yield f"<h2>Route {plain(route.route)}, by the rule {plain(route.rule)}</h2><table>"
        for name, value in route.impact.items():
            bar = f'<div class="bar" style="width:{100 * min(1.0, abs(value)):.1f}%"></div>'
            yield (
                f'<tr><td>{plain(name)}</td><td><div class="rail">{bar}</div></td>'
                f"{figure(value)}</tr>"
            )
        yield "</table>"
    if one.edges:
        yield "<h2>Evidence</h2>"
        yield table(
            ("evidence", "relation", "other memory", "recorded", "record#"),
            (
                (
                    *map(cell, (e.type, e.relation, e.other or "-", moment(e.at))),
                    figure(e.seq),
                )
                for e in one.edges
            ),
        )
