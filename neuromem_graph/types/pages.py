"""Write pages and parts of pages: one style, text as text, nothing fetched, nothing hidden.

A part is shown in a notebook, light or dark: it brings its own paper and its own ink.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from html import escape
from itertools import chain

from neuromem_graph.types.explaining_text import number, shortened

ERASED = '<span class="gone">(erased)</span>'
"""What stands where there was a text that was erased."""

FOLDED = 12  # lines of a list that are shown before the others are folded
STYLE = """
.nmg{font:14px/1.45 system-ui,sans-serif;color:#1c2430!important;background:#fff!important;
 color-scheme:light;max-width:62rem;margin:0 auto;padding:1rem;text-align:left}
.nmg *{box-sizing:border-box}
.nmg h1{font-size:1.25rem;margin:0 0 .5rem;color:#1c2430}
.nmg h2{font-size:1rem;margin:1.4rem 0 .4rem;border-bottom:1px solid #d5dbe3;color:#1c2430}
.nmg p{margin:.25rem 0;overflow-wrap:anywhere}
.nmg table{border-collapse:collapse;color:#1c2430!important;margin:0;font-size:13px}
.nmg tr,.nmg thead{background:transparent!important}
.nmg th,.nmg td{text-align:left!important;vertical-align:top;padding:.15rem .6rem .15rem 0;
 overflow-wrap:break-word;max-width:34rem;color:inherit;white-space:normal}
.nmg th{font-weight:600;color:#4b5766;white-space:nowrap}
.nmg th.n,.nmg td.n{text-align:right!important;white-space:nowrap;
 font-variant-numeric:tabular-nums}
.nmg .dim{color:#4b5766}
.nmg .chip{display:inline-block;background:#eef1f5;border-radius:.7rem;padding:0 .55rem;
 margin:0 .3rem .3rem 0}
.nmg .good{background:#dcefe1;color:#17512a}.nmg .over{background:#e8eaee;color:#4b5766}
.nmg .odd{background:#fbe9c9;color:#6b4300}.nmg .bad{background:#f8dcd5;color:#7c2412}
.nmg .gone{color:#5d6672;font-style:italic}
.nmg .redacted{background:#3a4350;color:#fff;border-radius:.2rem;padding:0 .3rem}
.nmg .item{border:1px solid #d5dbe3;border-radius:.5rem;padding:.6rem .8rem;margin:.6rem 0}
.nmg .item>p:first-child{font-weight:600}
.nmg .item td:first-child{white-space:nowrap}
.nmg .rail{background:#eef1f5;border-radius:.2rem;height:.8rem;width:14rem;margin-top:.25rem}
.nmg .bar{height:.8rem;border-radius:.2rem;background:#2f6fb0}
.nmg .bar.adds{background:#3a8f8f}
.nmg .bar.raises{background:#3f9152}.nmg .bar.orders{background:#8a6fb5}
.nmg .bar.less{background:#b3543f}
.nmg summary{cursor:pointer;color:#4b5766}
.nmg svg{max-width:100%;height:auto;margin:.3rem 0}
"""
"""The one style of every page and part: dark ink on white paper, whatever surrounds it."""

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ud800-\udfff\U000e0000-\U000e007f]"
)
_REDACTED = re.compile(r"\[redacted [a-z0-9_]{1,41}(?: [0-9a-f]{8})?\]")


def plain(text: str) -> str:
    """Escape a text for HTML and SVG; what nobody would see, or would turn the line, is named.

    Args:
        text: any text, hostile ones too.

    Returns:
        Text for an element or a quoted attribute: `<`, `>`, `&` and quotes are escaped, and a
        bidirectional or zero-width control stands there as "[U+202E]".
    """
    return escape(visible(text))


def visible(text: str) -> str:
    """Name what nobody would see in a text, or what would turn its line: "[U+202E]"."""
    return _UNSEEN.sub(lambda found: f"[U+{ord(found.group()):04X}]", text)


def told(text: str | None) -> str:
    """Write a text that was said: secrets that were taken out stand out, what is erased says so.

    Args:
        text: None or nothing: it was erased.
    """
    if not text:
        return ERASED
    return _REDACTED.sub(r'<span class="redacted">\g<0></span>', plain(text))


def whole(title: str, lines: Iterable[str], page: bool, script: str = "") -> str:
    """Put lines of HTML under the style, as a part of a page or as a page of its own.

    A page forbids itself to fetch anything and to run anything but the script that is given.

    Args:
        title: of the page; any text.
        lines: HTML.
        page: a whole page, or a part to be shown in a notebook.
        script: JavaScript for a page, ours and fixed: it never holds what was said.
    """
    body = "\n".join([f"<style>{STYLE}</style>", '<div class="nmg">', *lines, "</div>"])
    if not page:
        return body
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    if script:
        policy += f"; script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
        body += f"\n<script>{script}</script>"
    head = (
        f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{plain(title)}</title>"
    )
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head><body>\n{body}\n</body></html>\n'


def counted(number_of: int, one: str, many: str = "") -> str:
    """Write a number with its noun.

    Args:
        number_of: how many.
        one: the noun.
        many: its plural; with an "s" by default.
    """
    return f"{number_of} {one if number_of == 1 else many or f'{one}s'}"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Write a table; a head that ends in "#" stands over figures.

    Args:
        head: words, not HTML.
        rows: cells as HTML: `cell`, `figure`.
    """
    return "\n".join(["<table>", _head(head), *map(_row, rows), "</table>"])


def folded(head: Sequence[str], rows: Iterable[Iterable[str]], what: str) -> Iterator[str]:
    """Write a table whose rows beyond `FOLDED` are folded.

    Args:
        head: words, not HTML.
        rows: cells as HTML.
        what: the rows are, in the plural.
    """
    every = [list(row) for row in rows]
    first, rest = every[:FOLDED], every[FOLDED:]
    yield table(head, first)
    if rest:
        yield f"<details><summary>{len(rest)} more {plain(what)}</summary>"
        yield table(head, rest)
        yield "</details>"


def _head(words: Iterable[str]) -> str:
    cells = (
        f"<th{' class=n' if one.endswith('#') else ''}>{plain(one.rstrip('#'))}</th>"
        for one in words
    )
    return "".join(chain(["<tr>"], cells, ["</tr>"]))


def _row(cells: Iterable[str]) -> str:
    return "".join(chain(["<tr>"], cells, ["</tr>"]))


def cell(text: str) -> str:
    """Write a cell with a text."""
    return f"<td>{plain(text)}</td>"


def figure(value: float) -> str:
    """Write a cell with a number."""
    return f'<td class="n">{number(value)}</td>'


def chip(text: str, sort: str = "") -> str:
    """Write a word on a coloured ground.

    Args:
        text: the word.
        sort: "good", "over", "odd", "bad", or nothing.
    """
    classes = f"chip {sort}" if sort else "chip"
    return f'<span class="{classes}">{plain(shortened(text))}</span>'


def chips(words: Iterable[str]) -> str:
    """Write words on a coloured ground each."""
    return "".join(map(chip, words)) or "-"
