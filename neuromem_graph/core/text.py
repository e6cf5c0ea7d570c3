"""Text as it is stored, compared, searched and measured: pure functions, no I/O."""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from neuromem_graph.core import stopwords as data
from neuromem_graph.core.remembering import remembered
from neuromem_graph.core.tokens import (
    decode_term,
    encode_term,
    index_tokens,
    query_tokens,
    tokens,
)

__all__ = [
    "Span",
    "clean",
    "decode_term",
    "encode_term",
    "estimate_tokens",
    "fold",
    "index_tokens",
    "is_blank",
    "normal_form",
    "query_tokens",
    "sentences",
    "tokens",
]

_UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")
_BLANK = re.compile(rf"[\s{data.JOINER}{data.FORMAT}{data.CONTROL}]*")
_UNSEEN = re.compile(rf"[{data.JOINER}{data.FORMAT}{data.CONTROL}]+")
_TYPEWRITER = str.maketrans(data.TYPEWRITER)

_DOTTED_NAME = re.compile(rf"[{re.escape(data.NAME_EDGES)}]*?(?<!\.)(?=\.\w)")  # not "...and"
_LONGEST_NAME = 1000  # what is longer is no name; taking it apart layer by layer takes for ever

_SENTENCE_END = re.compile(
    r"(?P<line>[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+)"
    rf"|(?P<stop>[{data.STOP}]+)[{data.CLOSER}]*"
)
_NEXT_WORD = re.compile(r"\s*[^\w\s]{0,3}(\w{0,12})")
_INITIALS = re.compile(r"[^\W\d_](?:\.[^\W\d_])*")
_LONGEST_ABBREVIATION = 16
_PLACES = frozenset({"mt", "ft", "univ"})  # may end a sentence, too: "six ft."

_WORD_PART = re.compile(r"[A-Z]?[a-z]+|_+")
_CAPITALS = re.compile(r"[A-Z]+(?![a-z])")
_SYMBOL = re.compile(r"[^A-Za-z_\s]")  # digits, too: some models read them one by one
_NO_SYMBOLS = bytes(code for code in range(128) if not _SYMBOL.match(chr(code)))  # of ASCII
_WIDE_SPACE = re.compile(r"\s{2,}|[^\S ]")
_SOLID = re.compile(rf"[{data.SOLID}]")
_INDIC = re.compile(r"[\u0900-\u0dff]")  # a letter is several bytes, and often several tokens
_SHORT = 6  # letters; a longer word costs a token for each four
_HEAVY = re.compile(rf"[{data.EMOJI}{data.FLAG}{data.TONE}\U00010000-\U0010ffff]")


class Span(NamedTuple):
    """A piece of a text: half-open offsets into it."""

    start: int
    end: int


def clean(text: str) -> str:
    """Return the text as it is stored: lone surrogates and NUL become U+FFFD, nothing else changes.

    Args:
        text: What the caller gave.

    Returns:
        Text that UTF-8 and SQLite can hold, of the same length.
    """
    return _UNSTORABLE.sub("\ufffd", text)


def is_blank(text: str) -> bool:
    """Tell whether nobody would see anything: only spaces, controls and format characters."""
    first = text[:1]  # a filler of Hangul counts as a letter, and is blank
    return not (first.isascii() and first.isalnum()) and _BLANK.fullmatch(text) is not None


@remembered
def fold(name: str) -> str:
    """Return the key under which spellings of one name meet.

    Case, width, composition, invisible characters, surrounding punctuation and a possessive do not
    count. Digits, inner punctuation, `#`, `+`, `@` and a leading dot do: "C#" is not "C".

    Args:
        name: A name as it was written.

    Returns:
        The key. Folding a key changes nothing; only a blank name has an empty key.
    """
    key = canonical = _canonical(name)
    while len(key) <= _LONGEST_NAME and (shorter := _trim_name(key)) != key:
        key = shorter
    return key or canonical


@remembered
def normal_form(text: str) -> str:
    """Return the key under which a statement is found to be the same again.

    Args:
        text: A statement.

    Returns:
        The text without case, invisible characters, surplus spaces, surrounding quotes and final
        stops. A final question mark stays, once: asking is not stating.
    """
    key = _canonical(text)
    start, end, asked = 0, len(key), False
    while start < end:
        if key[end - 1] in data.FINAL_STOPS + "? ":
            end, asked = end - 1, asked or key[end - 1] == "?"
        elif key[start] == " ":
            start += 1
        elif key[start] in data.QUOTES and key[end - 1] in data.QUOTES:
            start, end = start + 1, end - 1
        else:
            return key[start:end] + "?" * asked
    return key


def _canonical(text: str) -> str:
    """Apply compatibility composition, case folding and typewriter punctuation until stable."""
    if text.isascii():  # nothing of it composes, and once is enough
        return " ".join(_UNSEEN.sub("", text).lower().split())
    before = None
    while text != before:
        before = text
        text = unicodedata.normalize("NFKC", _UNSEEN.sub("", text)).casefold()
        text = " ".join(unicodedata.normalize("NFKC", text).translate(_TYPEWRITER).split())
    return text


def _trim_name(key: str) -> str:
    """Take one layer of punctuation, brackets and possessive off a canonical name."""
    dotted = _DOTTED_NAME.match(key)
    key = key[dotted.end() :].rstrip(data.NAME_EDGES) if dotted else key.strip(data.NAME_EDGES)
    key = key.removesuffix("'s")
    for opening, closing in data.BRACKETS.items():
        enclosed = key.startswith(opening) and key.endswith(closing)
        if enclosed or (key.startswith(opening) and closing not in key):
            key = key[1:]
        if enclosed or (key.endswith(closing) and opening not in key):
            key = key[:-1]
    return key


@remembered
def sentences(text: str) -> tuple[Span, ...]:
    """Return where the sentences are; each character that is not blank is inside exactly one.

    Sentences end at stops followed by a space, at East Asian and Indic stops, and at line breaks;
    not after abbreviations, initials and the numbers of a list, nor inside decimals, versions,
    addresses. When in doubt two sentences stay together.

    Args:
        text: Any text; the time taken grows with its length only.

    Returns:
        The spans in order, without the space around them.
    """
    spans: list[Span] = []
    start = 0
    for end in _sentence_ends(text):
        sentence = text[start:end]
        if not is_blank(sentence):
            left = end - len(sentence.lstrip())
            spans.append(Span(left, left + len(sentence.strip())))
        start = end
    return tuple(spans)


def _sentence_ends(text: str) -> Iterator[int]:
    start = 0
    for match in _SENTENCE_END.finditer(text):
        stop = match["stop"]
        if not stop or stop[-1] in data.SOLID_STOP or _is_end(text, start, match):
            start = match.end()
            yield start
    yield len(text)


def _is_end(text: str, start: int, match: re.Match[str]) -> bool:
    """Tell whether a stop ends the sentence that starts at `start`."""
    after, at = match.end(), match.start()
    if after < len(text) and not text[after].isspace():
        return False
    before = text[max(start, at - _LONGEST_ABBREVIATION) : at]
    if match["stop"] != "." or not before or before[-1].isspace():
        return True
    written = before.split()[-1].lstrip(data.NAME_EDGES + "([{")
    word = written.casefold()
    following = _NEXT_WORD.match(text, after)
    upcoming = following[1] if following else ""
    if word in data.TITLES or (word.isdigit() and at - start < 4 and before.strip() == word):
        return False
    if (word in data.NUMBERED and written != "P") or word.endswith(data.NUMBERED_ENDINGS):
        return not upcoming[:1].isdigit()
    if (
        word in data.OPEN_ABBREVIATIONS
        or word in _PLACES
        or (word != "i" and _INITIALS.fullmatch(word))
    ):
        starts = upcoming[:1].isupper() and upcoming.casefold() in data.STARTERS
        return starts and len(word + upcoming) > 2
    return True


def estimate_tokens(text: str) -> int:
    """Return about how many tokens a model sees, rather too many than too few.

    Args:
        text: Part of a prompt.

    Returns:
        An estimate: 0 for no text, never below the number of words and symbols, and for texts
        joined by a newline at most one above their sum. Real tokenizers count about a sixth less
        for English; docs/recall.md has a table. Long words of other languages in Latin letters
        can cost older ones a tenth more.
    """
    sizes = map(len, _WORD_PART.findall(text))
    tenths = 10 * sum([1 if size <= _SHORT else -(-size // 4) for size in sizes])
    tenths += 10 * sum([-(-size // 2) for size in map(len, _CAPITALS.findall(text))])
    if "  " in text or not text.isprintable():
        tenths += 10 * sum([-(-size // 8) for size in map(len, _WIDE_SPACE.findall(text))])
    if text.isascii():
        tenths += 10 * len(text.encode().translate(None, _NO_SYMBOLS))
    else:
        tenths += 10 * len(_SYMBOL.findall(text))
        tenths += 4 * len(_SOLID.findall(text)) + 30 * len(_HEAVY.findall(text))
        tenths += 3 * len(_INDIC.findall(text))
    return -(-tenths // 10)
