"""Search tokens, and their spelling in a full-text index; `core.text` offers them."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from snowballstemmer.english_stemmer import EnglishStemmer

from neuromem_graph.core import stopwords as data
from neuromem_graph.core.remembering import remembered
from neuromem_graph.errors import InvalidInput

_TYPEWRITER = str.maketrans(data.TYPEWRITER | data.DIGITS)
_FORMAT = re.compile(rf"[{data.FORMAT}]+")
_SOLID = re.compile(rf"[{data.SOLID}]+")
_PICTURE = rf"[{data.EMOJI}][{data.TONE}]?"
_PIECE = re.compile(
    r"(?P<url>[a-zA-Z][a-zA-Z0-9+.-]{1,15}://\S+|[wW]{3}\.\S+)"
    r"|(?P<number>\d{1,3}(?:,\d{2,3}){1,9}(?:\.\d+)?(?!\w))"
    rf"|(?P<emoji>[{data.FLAG}]{{2}}|{_PICTURE}(?:{data.JOINER}{_PICTURE})*)"
    r"|(?:(?<!\w)[#@]|(?<![\w.])\.(?=[^\W\d_]))?"
    rf"[{data.WORD}]+(?:[.\-/\\:@&'+#][{data.WORD}]+)*(?:(?:\+\+?|#)(?![{data.WORD}]))?"
)
_URL_SEGMENT = re.compile(r"[^\w.\-']+")
_SEGMENT = re.compile(r"[/\\:@&]")
_ATOM = re.compile(r"[.\-+'#_]+")
_CAMEL = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}")
_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^A-Za-z]+")
_UNIT = re.compile(r"([^\W\d_]{2,}|[vV])(\d+)|(\d+)(?:st|nd|rd|th|s|([^\W\d_]+))")
# A number that people write in groups: of a phone, an account, a card.
_GROUPED = re.compile(
    r"(?<!\w)(?=[\d(+A-Z])\+?\(?(?:[A-Z]{2}\d{2}|\d{1,8})\)?"
    r"(?:[ \-./]{1,2}\(?[A-Z\d]{2,8}\)?){1,8}(?!\w)"
)
_ANY_GROUPED = re.compile(r"\d[ \-./()]{1,3}\d")
_BETWEEN_GROUPS = re.compile(r"[^A-Z\d]+")
_FEWEST_DIGITS = 7
_SEEN = re.compile(rf"[^\s{data.JOINER}{data.FORMAT}{data.CONTROL}]")
_SIGNS = re.compile(rf"(?=.*[{data.SIGN}])[^\w\s]{{2,8}}|[:;=][-'^]?[()\[\]/\\|*]")
_TONE = re.compile(rf"[{data.TONE}]")
_ACCENT = re.compile(rf"[{data.JOINER}{data.ACCENT}]+")
_PLAIN_LETTERS = str.maketrans(data.PLAIN_LETTERS)
_FIRST_SOLID = "\u0e01"
_LONGEST_TOKEN = 128
_LONGEST_CACHED = 64
_TERM = re.compile(r"([0-9a-f]+)(?:z([a-z0-9]+)|y((?:[0-9a-f]{2})*))")

# A token, and whether it is a stop word.
_Term = tuple[str, bool]


def tokens(text: str) -> list[str]:
    """Return the search tokens of a text in order, with repetitions.

    Words are folded (case, width, accents) and, in English letters, stemmed. Identifiers, addresses
    and compounds give the whole and its parts; scripts without spaces give single characters and
    pairs; emoji and operators such as "->" are tokens. A number that is written in groups comes at
    the end once more, closed. What holds nothing but punctuation gives that.

    Args:
        text: Any text.

    Returns:
        Tokens without spaces, none longer than 128 characters.
    """
    chunks = _chunks(text)
    found = [token for chunk in chunks for token in _expand(chunk)[0]]
    return found or [chunk[:_LONGEST_TOKEN] for chunk in chunks if _SEEN.search(chunk)]


def index_tokens(text: str) -> list[str]:
    """Return the tokens of a text without its stop words, or all when it has nothing else.

    Args:
        text: What is to be found.

    Returns:
        Tokens in order, with repetitions: "The Who" alone stays findable, and so does "?!".
    """
    return list(_indexed(text))


@remembered
def _indexed(text: str) -> tuple[str, ...]:
    found = tuple(token for chunk in _chunks(text) for token in _expand(chunk)[1])
    return found or tuple(tokens(text))


def query_tokens(text: str) -> list[str]:
    """Return what to search for: the index tokens of a query, each once.

    Args:
        text: A question or some words.

    Returns:
        Tokens in the order of their first appearance.
    """
    return list(dict.fromkeys(index_tokens(text)))


def _chunks(text: str) -> list[str]:
    """Split at spaces, and around runs of a script that has none; grouped numbers come again."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _FORMAT.sub("", text)).translate(_TYPEWRITER)
        text = _SOLID.sub(r" \g<0> ", text)
    return text.split() + _closed_numbers(text)


def _closed_numbers(text: str) -> list[str]:
    """Return the numbers of a text that are written in groups, closed: "555 012-3987"."""
    if not _ANY_GROUPED.search(text):  # nearly always
        return []
    found = (_BETWEEN_GROUPS.sub("", match[0]) for match in _GROUPED.finditer(text))
    return [one for one in found if sum(map(str.isdigit, one)) >= _FEWEST_DIGITS]


def _expand(chunk: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return all tokens of a chunk, and those that are not stop words."""
    if chunk[0] >= _FIRST_SOLID and _SOLID.match(chunk):
        grams = [gram for at in range(len(chunk)) for gram in (chunk[at], chunk[at : at + 2])]
        return (solid := tuple(grams[:-1])), solid
    return (_expand_cached if len(chunk) <= _LONGEST_CACHED else _expand_now)(chunk)


def _expand_now(chunk: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    found = [term for piece in _PIECE.finditer(chunk) for term in _piece_terms(piece)]
    terms = [(token[:_LONGEST_TOKEN], stop) for token, stop in found if token]
    if not terms and _SIGNS.fullmatch(signs := chunk.strip(data.SIGN_EDGES)):
        terms = [(signs, False)]
    return tuple(token for token, _ in terms), tuple(token for token, stop in terms if not stop)


# Most words of a chat come again and again. Keys are short, so that the cache stays small.
_expand_cached = lru_cache(maxsize=1 << 15)(_expand_now)


def _piece_terms(piece: re.Match[str]) -> Iterator[_Term]:
    raw = piece[0]
    if piece["emoji"]:
        sequence = _TONE.sub("", raw).strip("\u200d")
        yield sequence, False
        if "\u200d" in sequence:
            yield sequence.partition("\u200d")[0], False
    elif piece["number"]:
        yield from _identifier(raw.replace(",", ""))
    elif piece["url"]:
        address = raw.partition("://")[2] or raw
        for segment in _URL_SEGMENT.split(address):
            yield from _contraction(re.sub(r"^(?i:www)\.", "", segment).strip(".-'"))
    else:
        yield from _identifier(raw)


def _identifier(raw: str) -> Iterator[_Term]:
    """Yield the whole of a word or compound when it has parts, then its parts."""
    segments = [segment for segment in _SEGMENT.split(raw) if segment]
    if segments != [raw]:
        yield _bare(raw), False
    for segment in segments:
        yield from _contraction(segment)


def _contraction(segment: str) -> Iterator[_Term]:
    """Yield "do", "not" for "don't" and "anna" for "Anna's"; pass anything else on."""
    head, _, ending = segment.rpartition("'")
    ending = ending.casefold()
    if ending == "t" and head[-1:] in ("n", "N"):
        yield from _atoms(data.NEGATED.get(head[:-1].casefold(), head[:-1]))
        yield "not", False
    elif head and ending in data.ENDINGS:
        yield from _atoms(head)
        for word in data.ENDINGS[ending]:
            yield _stem(word), word in data.STOP_WORDS
    else:
        yield from _atoms(segment)


def _atoms(segment: str) -> Iterator[_Term]:
    atoms = [atom for atom in _ATOM.split(segment) if atom]
    if atoms != [segment]:
        whole = segment.replace("'", "")
        closed = whole.replace("-", "")  # "e-mail" is "email", but "K-9" is not "K9"
        yield _stem(_bare(closed if closed.isalpha() else whole)), False
        if whole[:1] in ("v", "V") and whole[1:2].isdigit():
            yield _bare(whole[1:]), False  # "v1.2" is "1.2"
    for atom in atoms:
        yield from _word(atom)


def _word(raw: str) -> Iterator[_Term]:
    folded = raw.casefold()
    if folded in data.BARE_CONTRACTIONS:
        for word in data.BARE_CONTRACTIONS[folded]:
            yield _stem(word), word in data.STOP_WORDS
        return
    yield _stem(_bare(raw)), folded in data.STOP_WORDS and raw not in data.CAPITAL_NAMES
    if _CAMEL.search(raw):
        parts: list[str] = _HUMP.findall(raw)
    else:
        unit = _UNIT.fullmatch(raw)
        parts = [part for part in unit.groups() if part] if unit else []
        if len(raw) == 2 and raw[0] == "0" and raw[1].isdigit():
            parts = [raw[1]]  # "05.09." is "5.9."
    for part in parts:
        yield _stem(_bare(part)), part.casefold() in data.STOP_WORDS


def _bare(word: str) -> str:
    """Fold case and accents; a base letter and its Indic or Kana marks stay together."""
    word = word[:_LONGEST_TOKEN].casefold()
    if word.isascii():
        return word
    letters = _ACCENT.sub("", unicodedata.normalize("NFD", word))
    return unicodedata.normalize("NFC", letters).translate(_PLAIN_LETTERS)


@lru_cache(maxsize=1 << 15)
def _stem(word: str) -> str:
    if not (word.isascii() and word.isalpha()):
        return word
    # A stemmer keeps its word in itself: one shared by two threads would mix them up.
    stem: str = EnglishStemmer().stemWord(word)
    return stem


def encode_term(scope: int, token: str) -> str:
    """Return a token of one scope as letters and digits that every FTS5 tokenizer keeps whole.

    Args:
        scope: The number of what may see the token, such as a namespace.
        token: A search token; any text will do.

    Returns:
        Lower-case ASCII letters and digits, different for each (scope, token).

    Raises:
        InvalidInput: The scope is negative.
    """
    if scope < 0:
        raise InvalidInput(f"a scope is not negative: {scope!r}")
    if token.isascii() and token.isalnum() and token.lower() == token:
        return f"{scope:x}z{token}"
    return f"{scope:x}y{token.encode('utf-8', 'surrogatepass').hex()}"


def decode_term(term: str) -> tuple[int, str]:
    """Return the scope and the token of an encoded term.

    Args:
        term: What `encode_term` returned.

    Returns:
        Its arguments.

    Raises:
        InvalidInput: `encode_term` never returns this.
    """
    match = _TERM.fullmatch(term)
    scope, plain, encoded = match.groups() if match else ("0", "", "")
    try:
        decoded = int(scope, 16), plain or bytes.fromhex(encoded).decode("utf-8", "surrogatepass")
    except ValueError as exc:
        raise InvalidInput(f"not an encoded term: {term!r}") from exc
    if encode_term(*decoded) != term:
        raise InvalidInput(f"not an encoded term: {term!r}")
    return decoded
