"""Measure and cut texts that are drawn: the picture knows no font, so it reckons."""

from unicodedata import combining, east_asian_width

_NARROW, _WIDE = 0.56, 1.02  # of the size of the letters


def width(text: str, size: float) -> float:
    """Reckon how wide a text is drawn.

    Args:
        text: one line.
        size: of the letters, in pixels.

    Returns:
        Pixels, rather too many than too few.
    """
    return size * sum(map(_advance, text))


def _advance(letter: str) -> float:
    if combining(letter):
        return 0.0
    if east_asian_width(letter) in "WF":
        return _WIDE
    return _NARROW * (1.35 if letter.isupper() or letter in "mwMW@%" else 1.0)


def cut(text: str, size: float, most: float) -> str:
    """Return a text on one line that is no wider than `most` pixels, with an ellipsis if cut."""
    line = " ".join(text.split())
    if width(line, size) <= most:
        return line
    kept = ""
    for letter in line:
        if width(f"{kept}{letter}\u2026", size) > most:
            break
        kept += letter
    return f"{kept.rstrip()}\u2026"
