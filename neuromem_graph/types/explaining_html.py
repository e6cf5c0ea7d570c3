"""Write explanations as HTML: styles inside, no script, no network, all text escaped."""

from collections.abc import Iterable, Iterator
from html import escape
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

if TYPE_CHECKING:
    from neuromem_graph.types.explaining import (
        Evidence,
        Explanation,
        ItemReasons,
        Part,
        WrittenWhy,
    )

_STYLE = """
.nmg{font:14px/1.45 system-ui,sans-serif;color:#1c2430;background:#fff;max-width:62rem;
 margin:0 auto;padding:1rem}
.nmg h1{font-size:1.25rem;margin:0 0 .5rem}
.nmg h2{font-size:1rem;margin:1.4rem 0 .4rem;border-bottom:1px solid #d5dbe3}
.nmg p{margin:.25rem 0}
.nmg table{border-collapse:collapse}
.nmg th,.nmg td{text-align:left;vertical-align:top;padding:.15rem .6rem .15rem 0}
.nmg th{font-weight:600;color:#4b5766}
.nmg th.n,.nmg td.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.nmg .dim{color:#4b5766}
.nmg .chip{display:inline-block;background:#eef1f5;border-radius:.7rem;padding:0 .55rem;
 margin:0 .3rem .3rem 0}
.nmg .item{border:1px solid #d5dbe3;border-radius:.5rem;padding:.6rem .8rem;margin:.6rem 0}
.nmg .item>p:first-child{font-weight:600}
.nmg .rail{background:#eef1f5;border-radius:.2rem;height:.8rem;width:14rem;margin-top:.25rem}
.nmg .bar{height:.8rem;border-radius:.2rem;background:#2f6fb0}
.nmg .bar.adds{background:#3a8f8f}
.nmg .bar.raises{background:#3f9152}.nmg .bar.orders{background:#8a6fb5}
.nmg .bar.less{background:#b3543f}
.nmg summary{cursor:pointer;color:#4b5766}
.nmg svg{max-width:100%;height:auto;margin:.3rem 0}
"""
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


def whole(title: str, lines: Iterable[str], page: bool) -> str:
    """Write a whole page, or a part to be shown in a notebook; `lines` are HTML."""
    body = "\n".join([f"<style>{_STYLE}</style>", '<div class="nmg">', *lines, "</div>"])
    if not page:
        return body
    head = f'<meta charset="utf-8"><title>{escape(title)}</title>'
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>\n{body}\n</body></html>\n'


def _answer(one: "Explanation") -> Iterator[str]:
    yield f"<h1>{escape(shortened(one.question))}</h1>"
    yield f"<p>Lens <b>{escape(one.lens)}</b>: {escape(one.lens_says)}</p>"
    yield (
        f"<p>Record {one.seq}; true at {moment(one.valid_at)}; {one.tokens} of {one.budget_tokens} "
        f"tokens; {len(one.items)} of {one.k} memories"
        + (f"; cache: {escape(one.cache)}" if one.cache else "")
        + (f" ({escape(one.cache_says)})" if one.cache_says else "")
        + "</p>"
    )
    yield _meter(one.tokens, one.budget_tokens)
    if one.abstained:
        yield f"<p><b>Abstained:</b> {escape(one.abstained)}</p>"
    yield f"<p>Looked for: {_chips(one.terms)}</p>"
    if one.names:
        yield f"<p>Names: {_chips(one.names)}</p>"
    if one.slots:
        yield f"<p>Asked slots: {_chips(one.slots)}</p>"
    yield from (f"<p>{escape(what)}: {escape(text)}</p>" for what, text in widened(one))
    yield from _channels(one)
    yield from _beliefs(one)
    if one.items:
        yield "<h2>Served</h2>"
    known = {item.id: f"{item.rank}. {item.text}" for item in one.items}
    for item in one.items:
        yield from _item(item, known)
    yield from _left_out(one)


def _chips(words: Iterable[str]) -> str:
    return "".join(f'<span class="chip">{escape(shortened(word))}</span>' for word in words) or "-"


def _meter(used: int, most: int) -> str:
    share = min(100.0, 100.0 * used / most) if most else 0.0
    return (
        f'<div class="rail" title="{used} of {most} tokens">'
        f'<div class="bar" style="width:{share:.1f}%"></div></div>'
    )


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Write a table; a head that ends in "#" stands over figures."""
    cells = "".join(
        f"<th{' class=n' if one.endswith('#') else ''}>{escape(one.rstrip('#'))}</th>"
        for one in head
    )
    lines = ["<tr>" + "".join(row) + "</tr>" for row in rows]
    return "\n".join([f"<table><tr>{cells}</tr>", *lines, "</table>"])


def cell(text: str) -> str:
    """Write a cell of a table."""
    return f"<td>{escape(text)}</td>"


def figure(value: float) -> str:
    """Write a cell that holds a number."""
    return f'<td class="n">{number(value)}</td>'


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
    yield f'<div class="item"><p>{item.rank}. {escape(item.text)}</p>'
    yield f'<p class="dim">{_said(item.evidence)}; {item.kind}, {item.commitment}, {item.state}</p>'
    if item.ended:
        yield f"<p>Holds no longer: {escape('; '.join(item.ended))}</p>"
    widest = max((abs(part.points) for part in item.parts), default=0.0)
    yield "<table>"
    for part in item.parts:
        yield _part(part, widest)
    yield f"<tr><th>score</th><td></td>{figure(item.score)}<td></td></tr></table>"
    if item.path:
        yield _path(item, known)
    gates = "".join(f"<li>{escape(g.gate)}: {escape(g.says)}</li>" for g in item.gates)
    yield f"<details><summary>passed {len(item.gates)} gates</summary><ul>{gates}</ul></details>"
    yield "</div>"


def _said(one: "Evidence") -> str:
    return f"said: {escape(source(one))}"


def _part(part: "Part", widest: float) -> str:
    share = 100.0 * abs(part.points) / widest if widest else 0.0
    kind = "less" if part.points < 0 else part.role
    place = f"#{part.rank} of {escape(part.channel)}" if part.rank else escape(part.channel)
    bar = f'<div class="rail"><div class="bar {kind}" style="width:{share:.1f}%"></div></div>'
    part_of = f"{number(part.points)} ({part.share:.0%})"
    return (
        f'<tr><td>{place}</td><td>{bar}</td><td class="n">{part_of}</td>'
        f'<td class="dim">{escape(part.says)}</td></tr>'
    )


def _path(item: "ItemReasons", known: dict[str, str]) -> str:
    """Draw the way from a hit to a memory: boxes, with the relations on the arrows."""
    places = [known.get(step.memory or "", step.memory or "a memory") for step in item.path]
    boxes = [*places, known.get(item.id, item.id)]
    wide = len(boxes) * _BOX + len(item.path) * _ARROW
    drawn = [f'<svg viewBox="0 0 {wide} {_HIGH}" width="{wide}" role="img">']
    drawn.append(f"<title>reached by {escape(', '.join(s.relation for s in item.path))}</title>")
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
    yield f"{escape(short)}</text>"


def _arrow(left: int, relation: str) -> Iterator[str]:
    middle, right = _HIGH // 2, left + _ARROW
    yield f'<path d="M{left} {middle}H{right - 4}" stroke="#2f6fb0" fill="none"/>'
    yield f'<path d="M{right - 8} {middle - 4}L{right} {middle}L{right - 8} {middle + 4}z" '
    yield 'fill="#2f6fb0"/>'
    yield f'<text x="{left + _ARROW // 2}" y="{middle - 5}" font-size="11" fill="#1c2430" '
    yield f'text-anchor="middle">{escape(relation)}</text>'


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
    yield f"<h1>{escape(one.text)}</h1>"
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
        yield f"<h2>Route {escape(route.route)}, by the rule {escape(route.rule)}</h2><table>"
        for name, value in route.impact.items():
            bar = f'<div class="bar" style="width:{100 * min(1.0, abs(value)):.1f}%"></div>'
            yield (
                f'<tr><td>{escape(name)}</td><td><div class="rail">{bar}</div></td>'
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
