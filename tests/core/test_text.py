"""Text as it is stored, compared, searched and measured."""

import re
import sqlite3
import sys
import threading
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuromem_graph.core import text as t
from neuromem_graph.core.stopwords import STOP_WORDS
from neuromem_graph.errors import InvalidInput

# Everything a Python string can hold, and more often what has tripped others up.
SHARDS = """
's n't ’ “ " ( ) ... ? 。 👍🏽 👩🏽‍🚀 🇩🇪 C# C++ .NET a.b@c.org https://x.y/z 1,000 3.14 I
東京 ｶﾞ が 한국 ไทย हिन्दी ß İ ﬁ ½ Mr. U.S.
""".split()
SHARDS += ["\n", "\r\n", " ", ". ", "! ", "\0", "\u200b", "\u200d", "\ufe0f", "\ufeff", "\u00ad"]
SHARDS += ["\u0301", "e\u0301", "\u00a8", "\u2028", "\ud83d", "\ude00"]
UNITS = "a . !) 1,000, a- a.. 's ( ' \" aA www. Mr. 東 👍🏽 a:// # @a & _ A".split()
UNITS += [" ", "\n", ". ", "Mr. ", "U.S.   ", "\u0301", "\u200b", "👩\u200d"]
ANY = st.one_of(
    st.text(st.characters(exclude_categories=())),
    st.lists(st.one_of(st.sampled_from(SHARDS), st.characters(exclude_categories=()))).map("".join),
)
SOLID = st.text(
    st.sampled_from("東京都民日本語がぎカーヶ々한국어ไทยาກຂမြခ្មែร𠮷"), min_size=1, max_size=12
)
EVERY_CHARACTER = [chr(code) for code in range(sys.maxunicode + 1)]
FUNCTIONS = [
    *(t.clean, t.is_blank, t.fold, t.sentences, t.tokens, t.index_tokens, t.query_tokens),
    *(t.normal_form, t.estimate_tokens),
]


def said(text: str) -> list[str]:
    return [text[span.start : span.end] for span in t.sentences(text)]


# --- any text


@pytest.mark.parametrize("function", FUNCTIONS)
@given(text=ANY)
def test_any_text(function, text: str) -> None:
    """Every function takes every string, surrogates and NUL included, and is deterministic."""
    assert function(text) == function(text)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("unit", UNITS)
def test_long_text(function, unit: str) -> None:
    """A quarter of a million characters without any structure take no quadratic path."""
    function(unit * (250_000 // len(unit)))


@given(ANY)
def test_clean(text: str) -> None:
    """Only lone surrogates and NUL are replaced; the result can be stored as UTF-8."""
    cleaned = t.clean(text)
    expected = ["\ufffd" if c == "\0" or "\ud800" <= c <= "\udfff" else c for c in text]

    assert cleaned == "".join(expected)
    assert cleaned.encode().decode() == cleaned


@pytest.mark.parametrize(
    "text",
    ["", " \t\r\n", "\u200b\u200d\ufeff", "\u202e\0\a", "\ufe0f\U000e0100", "\u3000\u2028\u3164"],
)
def test_blank(text: str) -> None:
    """Spaces, controls, format characters and variation selectors show nothing."""
    assert t.is_blank(text)


@pytest.mark.parametrize("text", [".", "0", " x ", "👍", "\u0301", "\ufffd", "ー"])
def test_not_blank(text: str) -> None:
    """Whatever leaves a mark is not blank."""
    assert not t.is_blank(text)


def test_blank_by_category() -> None:
    """All format, control and separator characters that Unicode knows are blank."""
    unseen = [c for c in EVERY_CHARACTER if unicodedata.category(c) in "Cf Cc Zs Zl Zp".split()]

    assert [c for c in unseen if not t.is_blank(c)] == []


# --- names


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("  Anna   Smith ", "anna smith"),
        ("“Anna’s”", "anna"),
        ("O’Brien's", "o'brien"),
        ("ＡＣＭＥ Inc.", "acme inc"),
        ("Stra\u00dfe", "strasse"),
        ("An\u200bna", "anna"),
        ("(Anna)", "anna"),
        ("(Bob) Smith", "(bob) smith"),
        ("main()", "main()"),
        ("K\u20119", "k-9"),
        ("C#", "c#"),
        ("“.NET”", ".net"),
        ("...and", "and"),
        ("`Yahoo!`", "yahoo"),
        ("user@example.com,", "user@example.com"),
        ("???", "???"),
        ("'s", "s"),
        ("\u200b ", ""),
    ],
)
def test_fold(name: str, key: str) -> None:
    """Spelling, punctuation around a name and a possessive do not count."""
    assert t.fold(name) == key


@pytest.mark.parametrize(
    "names",
    """
    K-9 K-8, C# C, C++ C, A+ A-, .NET net, @x x, 1041 1042, Anna Anne, が か, José Jose
    """.split(","),
)
def test_fold_keeps_apart(names: str) -> None:
    """Names that differ in a digit, a letter or a sign have different keys."""
    one, other = names.split()

    assert t.fold(one) != t.fold(other)


@given(ANY)
def test_fold_properties(name: str) -> None:
    """A key is stable, the same for NFC and NFD, and empty for blank names only."""
    key = t.fold(name)

    assert t.fold(key) == key
    assert bool(key) is not t.is_blank(name)
    assert t.fold(unicodedata.normalize("NFD", name)) == t.fold(unicodedata.normalize("NFC", name))


def test_fold_every_character() -> None:
    """Every single character that folding touches has a stable key, empty for blank ones only."""
    touched = [c for c in EVERY_CHARACTER if unicodedata.category(c)[0] not in "CL"]
    touched += [c for c in EVERY_CHARACTER if unicodedata.normalize("NFKC", c).casefold() != c]
    keys = {c: t.fold(c) for c in touched}

    assert [c for c, key in keys.items() if key not in (c, t.fold(key))] == []
    assert [c for c, key in keys.items() if bool(key) is t.is_blank(c)] == []


# --- statements


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I like tea.", "i like  TEA"),
        ("“I like tea.”", "I like tea!"),
        ("I don’t.", "I don't"),
        ("caf\u00e9", "cafe\u0301"),
        ("日本が好き。", "日本が好き"),
        ("Tea\u200b", "tea"),
        ("Tea?!", "tea??"),
    ],
)
def test_normal_form(one: str, other: str) -> None:
    """A statement said again in other clothes has the same key."""
    assert t.normal_form(one) == t.normal_form(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("彼は寿司が好きです。", "彼は寿司が嫌いです。"),
        ("がん", "かん"),
        ("日本", "日木"),
        ("I like tea.", "I like tea?"),
        ("Paid 1041", "Paid 1042"),
        ("allergic to nuts", "not allergic to nuts"),
        ("I use C", "I use C#"),
        ("...", "!"),
    ],
)
def test_normal_form_keeps_apart(one: str, other: str) -> None:
    """Statements that differ have different keys, in Japanese too; a question states nothing."""
    assert t.normal_form(one) != t.normal_form(other)


@given(ANY)
def test_normal_form_properties(text: str) -> None:
    """A key is stable, the same for NFC and NFD, and empty for blank texts only."""
    key = t.normal_form(text)
    nfc, nfd = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))

    assert t.normal_form(key) == key
    assert bool(key) is not t.is_blank(text)
    assert t.normal_form(nfc) == t.normal_form(nfd)


# --- sentences


@pytest.mark.parametrize(
    "parts",
    [
        ("Mr. Smith went.", "Dr. No came at 5 p.m.", "Then he left!"),
        ("I live in the U.S. Army base.", "It costs 3.14 e.g. in v1.2.3 etc. and so on."),
        ("See https://x.org/a.b?q=1 now.", "Mail a.b@c.co!", "Why?", "Well…", "Fine."),
        ("J. R. R. Tolkien wrote it.", "So do I.", "Anna, too."),
        ("No.", "It was no. 5 on Jan. 3."),
        ("1. Buy milk", "2. Sleep"),
        ("He said “Go.”", "Wow!!!🎉", "(Really.)", "So."),
        (
            "I work at J. P. Morgan.",
            "I live in Mt. Vernon near Ft. Worth.",
            "It is six ft.",
            "I am.",
        ),
        ("node.js is not .NET", "x"),
    ],
)
def test_sentences(parts: tuple[str, ...]) -> None:
    """Stops and line breaks end a sentence; abbreviations, numbers and addresses do not."""
    text = "".join(part + ("\r\n" if part[-1].isalpha() else " ") for part in parts)

    assert said(text) == list(parts)


def test_sentences_without_spaces() -> None:
    """East Asian stops need no space behind them."""
    assert said("東京です。大阪！はい？うん") == ["東京です。", "大阪！", "はい？", "うん"]


@given(ANY)
def test_sentences_cover(text: str) -> None:
    """Spans are in order, trimmed, and hold every character that is not blank exactly once."""
    spans = t.sentences(text)
    gaps = zip([0, *(s.end for s in spans)], [*(s.start for s in spans), len(text)], strict=True)

    assert all(left.end <= right.start for left, right in pairwise(spans))
    assert all(text[s.start : s.end] == text[s.start : s.end].strip() != "" for s in spans)
    assert all(t.is_blank(text[start:end]) for start, end in gaps)


# --- search tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Running dogs ran", ["run", "dog", "ran"]),
        ("tea, tea", ["tea", "tea"]),
        ("C# C++ F#", ["c#", "c", "c++", "c", "f#", "f"]),
        (".NET node.js", [".net", "net", "node.js", "node", "js"]),
        ("me@x.org", ["me@x.org", "me", "x.org", "x", "org"]),
        ("https://www.x.org:80/a?b=1", ["x.org", "x", "org", "80", "a", "b", "1"]),
        ("src/main.py", ["src/main.py", "src", "main.py", "main", "py"]),
        ("1.2.3 3.14", ["1.2.3", "1", "2", "3", "3.14", "3", "14"]),
        ("1,000 7th", ["1000", "7th", "7"]),
        ("K-9 INV-1042", ["k-9", "k", "9", "inv-1042", "inv", "1042"]),
        ("snake_case", ["snake_case", "snake", "case"]),
        ("greenTeaPot", ["greenteapot", "green", "tea", "pot"]),
        ("#tea @anna", ["#tea", "tea", "@anna", "anna"]),
        ("e-mail", ["email", "e", "mail"]),
        ("Anna's O’Brien", ["anna", "obrien", "o", "brien"]),
        ("don’t can't", ["do", "not", "can", "not"]),
        ("café Łódź", ["cafe", "lodz"]),
        ("👍🏽👍 👩🏽\u200d🚀 ❤️ 🇩🇪", ["👍", "👍", "👩\u200d🚀", "👩", "❤", "🇩🇪"]),
        ("東京都", ["東", "東京", "京", "京都", "都"]),
        ("in東京", ["in", "東", "東京", "京"]),
        ("हिन्दी", ["हिन्दी"]),
        ("wait...what. ...and?!", ["wait", "what", "and"]),
        ("!? :-) \x00", [":-)"]),
        ("a -> b; x >>= f.", ["a", "->", "b", "x", ">>=", "f"]),
        ("'&&' -- ... ## ---", ["&&", "##"]),
        ("?! \u2026", ["?!", "..."]),
        ("\0 \u200b\x07", []),
        ("(555) 012-3987", ["555", "012-3987", "012", "3987", "5550123987"]),
        ("GB82 WEST 1234 56", ["gb82", "gb", "82", "west", "1234", "56", "gb82west123456"]),
        ("10 11 12", ["10", "11", "12"]),
        ("v1.2", ["v1.2", "1.2", "v1", "v", "1", "2"]),
        ("05.9.", ["05.9", "05", "5", "9"]),
        ("\u0662\u0660\u0663\u0665", ["2035"]),
        ("\u0645\u0643\u062a\u0628\u0629", ["\u0645\u0643\u062a\u0628\u0647"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    """Words are folded and stemmed; what has parts is found whole and by its parts."""
    assert t.tokens(text) == expected


@pytest.mark.parametrize(
    "spellings",
    """
    don't = dont | dont = do not | do not = don’t | cannot = can't | email = e-mail | 5 km = 5km |
    OBrien = O'Brien | CAFE = café | youtube = YouTube | tea = #tea | anna = @anna | 1000 = 1,000 |
    k-9 = K‑9 | 🏃 = 🏃‍♀️ | 👍 = 👍🏿 | x.org = http://x.org/a | a.b = a.b@c.org | strasse = Straße
    """.split("|"),
)
def test_spellings_meet(spellings: str) -> None:
    """Two spellings of one thing share a token."""
    query, document = spellings.split(" = ")

    assert set(t.tokens(query)) & set(t.tokens(document))


@given(ANY)
def test_tokens_properties(text: str) -> None:
    """Tokens hold no space, are not empty or endless, and do not depend on NFC or NFD."""
    found = t.tokens(text)

    assert all(0 < len(token) <= 128 and not re.search(r"\s", token) for token in found)
    assert t.tokens(unicodedata.normalize("NFC", text)) == t.tokens(
        unicodedata.normalize("NFD", text)
    )
    assert t.tokens(t.clean(text)) == found


@given(SOLID, st.data())
def test_solid_scripts(text: str, data: st.DataObject) -> None:
    """Any one to three characters of a text without spaces find it."""
    start = data.draw(st.integers(0, len(text) - 1))
    query = text[start : start + data.draw(st.integers(1, 3))]

    assert set(t.query_tokens(query)) & set(t.index_tokens(text))


@given(ANY)
def test_index_and_query(text: str) -> None:
    """The index holds a part of the tokens, and a query the same ones once each."""
    every, indexed, asked = t.tokens(text), t.index_tokens(text), t.query_tokens(text)

    assert bool(every) is bool(indexed)
    assert set(indexed) <= set(every)
    assert asked == list(dict.fromkeys(indexed))


def test_stop_words() -> None:
    """Question words and auxiliaries are neither indexed nor asked; "not" is both."""
    question = "When did Anna's dog not eat the dog food?"

    assert t.query_tokens(question) == ["anna", "dog", "not", "eat", "food"]
    assert t.index_tokens("She was there, wasn't she?") == ["not"]
    assert [word for word in STOP_WORDS if t.index_tokens(f"{word} tea") != ["tea"]] == []


def test_only_stop_words() -> None:
    """What consists of stop words stays findable, and so do names that look like one."""
    assert t.index_tokens("The Who") == t.query_tokens("the who") == ["the", "who"]
    assert t.query_tokens("What did the WHO say about IT in the US?") == ["who", "say", "it", "us"]


def test_threads() -> None:
    """Threads that stem at the same time get the stems that one thread gets."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = [a + b + end for a in letters for b in letters for end in ("nationally", "running")]
    found: list[list[str]] = []
    work = [
        threading.Thread(target=lambda: found.append(t.tokens(" ".join(words)))) for _ in range(4)
    ]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()

    assert found == [[token for word in words for token in t.tokens(word)]] * 4


# --- terms of the full-text index


@given(st.tuples(st.integers(min_value=0), ANY), st.tuples(st.integers(min_value=0), ANY))
def test_terms_round_trip(one: tuple[int, str], other: tuple[int, str]) -> None:
    """Every scope and token, a broken one too, has its own term of letters and digits."""
    first, second = t.encode_term(*one), t.encode_term(*other)

    assert t.decode_term(first) == one
    assert re.fullmatch("[a-z0-9]+", first)
    assert (first == second) is (one == other)


@pytest.mark.parametrize("term", ["", *"tea 1 1z 1zTea 01ztea 1y74 1y7 1yff 1yzz".split()])
def test_not_a_term(term: str) -> None:
    """Only what `encode_term` returns is decoded."""
    with pytest.raises(InvalidInput):
        t.decode_term(term)


def test_negative_scope() -> None:
    """A scope is not negative."""
    with pytest.raises(InvalidInput):
        t.encode_term(-1, "tea")


@given(ANY, st.integers(0, 300))
def test_fts5(text: str, scope: int) -> None:
    """FTS5's own tokenizer neither splits, drops nor changes an encoded token."""
    expected = {t.encode_term(scope, token) for token in t.tokens(text)}
    with sqlite3.connect(":memory:") as db:
        db.execute("CREATE VIRTUAL TABLE doc USING fts5(body)")
        db.execute("CREATE VIRTUAL TABLE term USING fts5vocab(doc, row)")
        db.execute("INSERT INTO doc VALUES (?)", (" ".join(sorted(expected)),))
        stored = {term for (term,) in db.execute("SELECT term FROM term")}
    db.close()

    assert stored == expected


# --- length of a prompt


@pytest.mark.parametrize(
    ("text", "count"),
    [("", 0), ("a cup of tea", 4), ("tokenization", 3), ("東京都", 5), ("👍", 4), ("a\n\nb", 3)],
)
def test_estimate(text: str, count: int) -> None:
    """English costs little more than its words, East Asian text and emoji more than a character."""
    assert t.estimate_tokens(text) == count


@given(ANY, ANY)
def test_estimate_properties(one: str, other: str) -> None:
    """The estimate is never below the plain count, and joining lines adds one at most."""
    joined = t.estimate_tokens(one + "\n" + other)
    plain = len(re.findall(r"\w+|[^\w\s]", one))

    assert plain <= t.estimate_tokens(one) <= joined
    assert joined <= t.estimate_tokens(one) + t.estimate_tokens(other) + 1
