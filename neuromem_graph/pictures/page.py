"""A page that shows itself in a notebook."""

from collections.abc import Iterable
from html import escape

from neuromem_graph.types.pages import whole

_HIGH = 640  # pixels of the frame in a notebook


class Picture(str):
    """Hold a whole HTML page: write it to a file, or let a notebook show it in a frame."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        # Jupyter marks no output as foreign: the frame keeps its styles and our script apart.
        return (
            f'<iframe sandbox="allow-scripts" srcdoc="{escape(self)}" width="100%" '
            f'height="{_HIGH}" style="border:1px solid #d5dbe3;background:#fff"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: an HTML page of {len(self)} characters>"


def picture(title: str, lines: Iterable[str], *, style: str, script: str) -> Picture:
    """Make a page with a style and a script of its own.

    Args:
        title: any text.
        lines: HTML.
        style: CSS, beside that of all pages.
        script: JavaScript; what was said never goes into it.
    """
    return Picture(whole(title, [f"<style>{style}</style>", *lines], True, script))
