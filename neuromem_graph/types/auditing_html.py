"""Write an audit as a page, in the style of explanations."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING

from neuromem_graph.types.auditing_text import title
from neuromem_graph.types.pages import cell, figure, table, whole

if TYPE_CHECKING:
    from neuromem_graph.types.auditing import AuditReport, Growth, Sort

_HIGH, _WIDE, _MOST = 80, 6, 180


def page(one: "AuditReport", sorts: "Mapping[Sort, str]", *, whole_page: bool = True) -> str:
    """Write an audit.

    Args:
        one: what was found.
        sorts: what each sort of finding means.
        whole_page: a whole page, or a part to be shown in a notebook.
    """
    return whole(title(one), _body(one, sorts), whole_page)


def _body(one: "AuditReport", sorts: "Mapping[Sort, str]") -> Iterator[str]:
    yield f"<h1>{escape(title(one))}</h1>"
    yield f"<p>{one.at:%Y-%m-%d %H:%M}; {one.looked_at} of {one.stored} looked at</p>"
    yield table(("found#", "what", "means"), (
        (_count(one.counts.get(sort)), cell(sort.replace("_", " ")), cell(says))
        for sort, says in sorts.items()
    ))  # fmt: skip
    if one.growth:
        yield f"<h2>Growth</h2><p>{one.per_day:.1f} added per day</p>"
        yield _bars(one.growth[-_MOST:])
    for sort in sorts:
        found = [finding for finding in one.findings if finding.sort == sort]
        if found:
            yield f"<h2>{escape(sort.replace('_', ' '))}</h2>"
            yield table(("which", "why", "begins"), (
                (cell(", ".join(f.ids)), cell(f.says), cell(" | ".join(f.texts))) for f in found
            ))  # fmt: skip


def _count(count: int | None) -> str:
    return cell("-") if count is None else figure(count)


def _bars(growth: "tuple[Growth, ...]") -> str:
    """Draw a bar per day."""
    most, wide = max(one.added for one in growth) or 1, _WIDE * len(growth)
    drawn = [f'<svg viewBox="0 0 {wide} {_HIGH}" width="{wide}" role="img">',
             f"<title>added per day, {growth[0].day} to {growth[-1].day}</title>"]  # fmt: skip
    for at, one in enumerate(growth):
        high = round(_HIGH * one.added / most, 1)
        drawn.append(
            f'<rect x="{at * _WIDE}" y="{_HIGH - high}" width="{_WIDE - 1}" height="{high}" '
            f'fill="#2f6fb0"><title>{escape(one.day)}: {one.added}</title></rect>'
        )
    return "".join([*drawn, "</svg>"])
