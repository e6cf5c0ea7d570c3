"""Read what was quoted, indented, escaped or wrapped as it was before, and keep how it was written.

A text is taken apart into pieces. Each says what stands in it without its quoting, and holds the
characters it was written with: whoever leaves a piece out leaves the others as they were said.
"""

import html
import json
import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["GT", "LT", "Piece", "hollow", "pieces", "readings"]

LT = r"(?:<|&(?:amp;){0,3}lt;|\\{1,8}u003c)"
"""An opening sign of a tag, as it is or escaped for HTML or JSON: a regular expression."""

GT = r"(?:>|&(?:amp;){0,3}gt;|\\{1,8}u003e)"
"""A closing sign of a tag, likewise."""

_MARKUP = rf"{LT}/?[A-Za-z][\w-]{{0,40}}(?: [a-z]{{0,16}})?{GT}"
_KEY = r"""\\{0,8}["'][\w -]{1,40}\\{0,8}["'][ \t]?:[ \t]?"""
_BREAK = re.compile(
    r"\r?\n|(?:\\{1,8}r)?\\{1,8}n"
    rf"(?=\[\d{{4}}-|- |    |Said:|Believed:|Related:|Recalled |{LT}|\\{{0,8}}[\"']|\\{{1,8}}n|$)"
)
_QUOTING = re.compile(r"[ \t]*(?:(?:>|&gt;)[ \t]?)+")
_LEAD = re.compile(rf"(?:{_KEY}|[{{`*_]|\\{{0,8}}[\"']|[-*\u2022] (?=\[)|\[(?=[\"'])|{_MARKUP})*")
_TAIL = re.compile(rf"(?:[ \t,`*_}}\]]|\\{{0,8}}[\"']|\\{{1,8}}[nr]|{_MARKUP})+$")
_LONGEST_TAIL = 200
_WRAPPING = re.compile(rf"{_MARKUP}|{_KEY}|```[\w-]{{0,20}}|\\{{1,8}}[nrt]|&\w{{2,8}};")
_SIGNS = "`<>|=+^~$"


class Piece(NamedTuple):
    """Hold a line, or what an escaped line end parts from the rest of one."""

    raw: str  # as it was written, with the line end
    plain: str  # without quoting and indent
    quoted: int  # signs of quoting before it
    indent: int  # spaces before it, behind the quoting


def pieces(text: str) -> list[Piece]:
    """Take a text apart; the raw pieces together are the text.

    Args:
        text: any text; the time taken grows with its length only.
    """
    made, begin = list[Piece](), 0
    for found in _BREAK.finditer(text):
        made.append(_piece(text[begin : found.end()], text[begin : found.start()]))
        begin = found.end()
    return [*made, _piece(text[begin:], text[begin:])]


def _piece(raw: str, line: str) -> Piece:
    quoting = _QUOTING.match(line)
    signs = "" if quoting is None else quoting[0].replace("&gt;", ">")
    rest = line if quoting is None else line[quoting.end() :]
    lead = len(rest) - len(rest.lstrip(" \t"))
    plain = rest[lead:]
    begins = _LEAD.match(plain)
    if begins is not None and begins.end() < len(plain):
        plain = plain[begins.end() :]
    return Piece(raw, plain, signs.count(">"), len(rest[:lead].expandtabs(4)))


def readings(text: str) -> Iterator[str]:
    """Give what a text may have been before it was escaped and wrapped: itself first.

    Args:
        text: without its quoting.
    """
    given = {text: None, html.unescape(text): None, _from_json(text): None}
    for one in tuple(given):
        tail = _TAIL.search(one, max(0, len(one) - _LONGEST_TAIL))
        given[one if tail is None else one[: tail.start()]] = None
    yield from given


def _from_json(text: str) -> str:
    if "\\" not in text:
        return text
    ended = re.sub(r'(?<!\\)"[\s\]}]*$', "", text[-_LONGEST_TAIL:])
    try:
        read = json.loads(f'"{text[:-_LONGEST_TAIL]}{ended}"', strict=False)
    except ValueError:
        return text
    return str(read)


def hollow(text: str) -> bool:
    """Tell whether nothing is left in a text but punctuation, tags, keys and marks of code."""
    return all(
        sign in _SIGNS or unicodedata.category(sign)[0] in "PZC"
        for sign in _WRAPPING.sub("", text)
    )  # fmt: skip
