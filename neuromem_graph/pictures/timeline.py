"""Draw what was believed on both axes: bars of valid time, and a slider for what was known when."""

import json
from collections.abc import Iterator
from datetime import datetime
from html import escape

from neuromem_graph.pictures.bars import DEEP, LEFT, MARGIN, PLOT, TOP, Bar, Scale, lanes
from neuromem_graph.pictures.lettering import cut
from neuromem_graph.pictures.page import Picture, picture
from neuromem_graph.pictures.scripts import TIMELINE
from neuromem_graph.types.explaining_text import moment
from neuromem_graph.types.naming import called
from neuromem_graph.types.pages import chip, counted, plain
from neuromem_graph.types.records_html import FATES, HOLDS, bars, period
from neuromem_graph.types.timelines import Timeline, TimelineRow

_STYLE = """
.nmg{max-width:none}
.nmg .tools{display:flex;gap:.6rem;align-items:center;margin:.5rem 0;flex-wrap:wrap}
.nmg .tools[hidden]{display:none}
.nmg input[type=range]{width:26rem;max-width:60vw}
.nmg .frame{overflow-x:auto;border:1px solid #d5dbe3;border-radius:.5rem}
.nmg svg.sheet{display:block;max-width:none;margin:0;background:#fff}
.sheet text{font-family:system-ui,sans-serif;fill:#1c2430;font-size:12px}
.sheet .small{font-size:11px;fill:#4b5766}
.sheet .who{font-weight:600;font-size:13px}
.sheet .tick{stroke:#e3e7ec}.sheet .between{stroke:#c3cad3}
.sheet .now{stroke:#1c2430;stroke-dasharray:3 3}
.sheet .box{fill:#cfe3f5;stroke:#2f6fb0}
.sheet .ended .box{fill:#e8eaee;stroke:#9aa3ae}
.sheet .disputed .box{fill:#f8dcd5;stroke:#b3411f;stroke-width:2}
.sheet .unconfirmed .box,.sheet .planned .box{fill:#fdf3df;stroke:#a36a00;stroke-dasharray:2 3}
.sheet .corrected .box{fill:#fff;stroke:#b3411f;stroke-dasharray:5 3}
.sheet .corrected .value{text-decoration:line-through;fill:#8c2f12}
.sheet .corrected .small{fill:#8c2f12}
.sheet .erased .value{font-style:italic;fill:#5d6672}
.sheet .changed,.sheet .put_away,.sheet .off{display:none}
.sheet .then{display:inline}.sheet .then .later{display:none}
.sheet .then .box{fill:#cfe3f5;stroke:#2f6fb0;stroke-width:1;stroke-dasharray:none}
.sheet .then .value{text-decoration:none;fill:#1c2430}.sheet .then .small{fill:#4b5766}
"""
_TICKS = 6
_HELD = {
    "holds": "holds", "ended": "was so, and changed", "disputed": "disputed",
    "unconfirmed": "not confirmed", "planned": "has not begun",
}  # fmt: skip


def timeline_html(timeline: Timeline, *, title: str = "Timeline") -> Picture:
    """Draw a timeline as one HTML page: a row per slot, a bar per interval of a value.

    The bars lie in valid time. A slider goes along the other axis: it hides what was not recorded
    yet and shows what was believed then. Without script the page shows what is on record, what was
    corrected, when each was recorded, and below it every version as a table.

    Args:
        timeline: from `MemoryRuntime.timeline`.
        title: of the page.

    Returns:
        A page that needs no network; the same timeline gives the same page.
    """
    return picture(title, _page(timeline, title), style=_STYLE, script=TIMELINE)


def _page(one: Timeline, title: str) -> Iterator[str]:
    yield f"<h1>{plain(title)}</h1>"
    yield f"<p>{counted(len(one.rows), 'slot')}, up to {moment(one.at)} (record {one.seq})</p>"
    if one.left_out:
        left = counted(one.left_out, "slot")
        yield f'<p class="dim">Left out: {left}; those told about last are drawn.</p>'
    yield (
        '<div class="tools" hidden><label>As known at <input type="range" min="0"></label>'
        "<output></output></div>"
    )
    if one.rows:
        yield from _svg(one)
        yield f"<p>{''.join(_legend(one))}</p>"
    yield "<details><summary>Every version, as a table</summary>"
    yield from bars(one)
    yield "</details>"


def _legend(one: Timeline) -> Iterator[str]:
    every = [bar for row in one.rows for bar in row.bars]
    for holds, says in _HELD.items():
        count = sum(bar.holds == holds for bar in every)
        if count:
            yield chip(f"{says}: {count}", HOLDS[holds])
    wrong = sum(bar.fate == "corrected" for bar in every)
    if wrong:
        yield chip(f"corrected, never was so: {wrong}", "bad")


def _svg(one: Timeline) -> Iterator[str]:
    scale = Scale.over(one)
    rows, top = [], float(TOP)
    for row in _grouped(one):
        placed = lanes(row, scale)
        count = 1 + max((bar.lane for bar in placed), default=0)
        rows.append((row, placed, top))
        top += count * DEEP + MARGIN
    wide = LEFT + PLOT + MARGIN
    known = escape(json.dumps(_moments(one, scale)))
    yield (
        f'<div class="frame"><svg class="sheet" role="img" width="{wide}" height="{top:g}" '
        f'viewBox="0 0 {wide} {top:g}" data-moments="{known}">'
    )
    yield from _axis(one, scale, top)
    for row, placed, begin in rows:
        yield from _row(row, begin)
        for bar in placed:
            yield from _bar(bar, begin)
    yield "</svg></div>"


def _grouped(one: Timeline) -> list[TimelineRow]:
    first: dict[str, int] = {}
    for at, row in enumerate(one.rows):
        first.setdefault(row.entity, at)
    return sorted(one.rows, key=lambda row: first[row.entity])


def _moments(one: Timeline, scale: Scale) -> list[tuple[int, str, float]]:
    """Return each record that moved something: number, label, and where its time lies."""
    times = {bar.known_from: bar.known_at for row in one.rows for bar in row.bars}
    times |= {bar.known_to: bar.gone_at for row in one.rows for bar in row.bars
              if bar.known_to and bar.gone_at}  # fmt: skip
    found = [(seq, f"{moment(at)} (record {seq})", scale.x(at))
             for seq, at in sorted(times.items()) if seq <= one.seq]  # fmt: skip
    return [*found, (one.seq + 1, f"{moment(one.at)} (now)", scale.x(one.at))]


def _axis(one: Timeline, scale: Scale, bottom: float) -> Iterator[str]:
    for tick in range(_TICKS):
        at = scale.begin + (scale.end - scale.begin) * tick / (_TICKS - 1)
        x = scale.x(at)
        anchor = "end" if tick == _TICKS - 1 else "middle" if tick else "start"
        yield f'<path class="tick" d="M{x:g} {TOP - 12}V{bottom:g}"/>'
        yield f'<text class="small" x="{x:g}" y="16" text-anchor="{anchor}">'
        yield f"{_date(at, scale)}</text>"
    x = scale.x(one.at)
    yield f'<path class="now" d="M{x:g} {TOP - 12}V{bottom:g}"/>'


def _date(at: datetime, scale: Scale) -> str:
    return moment(at) if (scale.end - scale.begin).days < _TICKS else f"{at:%Y-%m-%d}"


def _row(row: TimelineRow, top: float) -> Iterator[str]:
    who = called(row.entity, row.relation)
    attribute = row.attribute.replace("_", " ")
    yield f'<path class="between" d="M0 {top - 5:g}H{LEFT + PLOT + MARGIN}"/>'
    yield f"<g><title>{plain(who)}: {plain(attribute)}</title>"
    yield f'<text class="who" x="8" y="{top + 15:g}">{plain(cut(who, 14, LEFT - 20))}</text>'
    yield f'<text x="8" y="{top + 31:g}">{plain(cut(attribute, 12, LEFT - 20))}</text></g>'


def _bar(drawn: Bar, top: float) -> Iterator[str]:
    bar, y = drawn.bar, top + drawn.lane * DEEP
    sort = bar.holds or bar.fate
    erased = "" if bar.value else " erased"
    upto = "" if bar.known_to is None else bar.known_to
    yield f'<g class="bar {sort}{erased}" data-from="{bar.known_from}" data-to="{upto}">'
    yield f"<title>{plain(_tip(drawn))}</title>"
    left, right = drawn.left, drawn.right
    end = f"H{right - 7:g}L{right:g} {y + 10:g}L{right - 7:g} {y + 20:g}" if drawn.open else (
        f"H{right:g}V{y + 20:g}"
    )  # fmt: skip
    yield f'<path class="box" d="M{left:g} {y:g}{end}H{left:g}z"/>'
    yield f'<text class="value" x="{drawn.at:g}" y="{y + 14.5:g}" text-anchor="{drawn.anchor}">'
    yield f"{plain(drawn.text)}</text>"
    yield f'<text class="small" x="{drawn.at:g}" y="{y + 33:g}" text-anchor="{drawn.anchor}">'
    later = f'<tspan class="later">{plain(drawn.later)}</tspan>' if drawn.later else ""
    yield f"{plain(drawn.note)}{later}</text></g>"


def _tip(drawn: Bar) -> str:
    bar = drawn.bar
    gone = "" if bar.gone_at is None else f"; {FATES[bar.fate]} {moment(bar.gone_at)}"
    return (
        f"{drawn.label}: true {period(bar.valid_from, bar.valid_to)}; recorded "
        f"{moment(bar.known_at)}, record {bar.known_from}{gone}"
    )
