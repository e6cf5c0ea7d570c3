"""Take a text down to the words that tell something; all others stay, in their order and case.

A word is dropped only where it is known to be empty: an opener before a sign, a closer after a
comma, stress after a pronoun or an auxiliary. The same word elsewhere tells something: "a just
judge", "he lives simply", "well water".
"""

import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from neuromem_graph.core.sleeping.lexicon import Lexicon, stems
from neuromem_graph.core.stopwords import CAPITAL_NAMES, TYPEWRITER
from neuromem_graph.types.sleeping import Fact

__all__ = ["bare", "marks", "says_more"]

_TYPED = str.maketrans(TYPEWRITER)
_SIGNS = ",:;!.\u2026-\u2013\u2014"
_EDGES = "\"'([{\u00ab.,!;:?)]}\u00bb\u2026"
_ENDINGS = (("n't", "not"), ("'m", "am"), ("'re", "are"), ("'ve", "have"), ("'ll", "will"))
_CUT = {"ca": "can", "wo": "will", "sha": "shall"}
_FOLLOWERS = frozenset(
    "i i'm i've i'd i'll we you he she it they my our your the this that".split()
)
_BEFORE_STRESS = frozenset(
    "i we you he she it they am is are was were be been have has had do does did".split()
)
_DENYING = frozenset("not no never none nobody nothing neither nor hardly barely".split())
_ASKING = frozenset("do does did am is are was were have has can could will would".split())
_ARTICLES = frozenset(("a", "an", "the"))
_BOUND = frozenset(("have", "has", "had", "am", "is", "are"))  # before "to": must


def bare(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the words of a text, without those that say nothing where they stand.

    Capitals count but in the first word; so do signs, but the last stop.

    Args:
        text: what was said.
        lexicon: the word lists.
    """
    words = unicodedata.normalize("NFKC", text).translate(_TYPED).split()
    if not words:
        return ()
    words = _closed(_opened(words, lexicon), lexicon)
    words[-1] = words[-1].rstrip(".!\u2026") or words[-1]
    words[0] = _first(words[0])
    found = [part for word in words for part in _expanded(word)]
    return tuple(_calm(found, lexicon))


def says_more(text: str, facts: Sequence[Fact], lexicon: Lexicon) -> bool:
    """Tell whether a text says anything besides its facts.

    Args:
        text: what was said.
        facts: what was understood of it.
        lexicon: the word lists.
    """
    known, names = frozenset[str](), set[str]()
    for fact in facts:
        known |= lexicon.said_by(fact.attribute)
        known |= stems(f"{fact.value} {fact.subject} {lexicon.value(fact.value)}")
        names |= {_trim(word) for word in f"{fact.value} {fact.subject}".split()}
    words = [_trim(word) for word in _present(bare(text, lexicon), lexicon)]
    folded = [word.casefold() for word in words]
    if folded[:1] and folded[0] in _ASKING:
        return True
    if any(one in _BOUND and two == "to" for one, two in pairwise(folded)):
        return True
    for word, small in zip(words, folded, strict=True):
        if not word or word in names:
            continue
        if _is_letter_or_name(word):
            return True
        spelled = lexicon.spellings.get(small, small)
        if small not in lexicon.function and not stems(spelled) <= known:
            return True
    return False


def marks(text: str, facts: Sequence[Fact], lexicon: Lexicon) -> list[str]:
    """Return what is a name in the values of facts by its capitals alone.

    "The Who" is not "who", "the US" is not "us", and the City of London is not London. Where a
    value begins a sentence, its first capital says nothing.

    Args:
        text: what was said.
        facts: what was understood of it.
        lexicon: the word lists.
    """
    found, heads = set[str](), {word for head in lexicon.heads for word in head.split()}
    start = len(text) - len(text.lstrip(_EDGES + " "))
    for fact in facts:
        # How the text writes it: the value is kept in the spelling of the first who told it.
        at = text.lower().find(fact.value.lower())
        written = fact.value if at < 0 else text[at : at + len(fact.value)]
        words = [_trim(word) for word in written.split()]
        if words and at == start:
            words[0] = _first(words[0])
        found |= {
            word for word in words
            if _is_letter_or_name(word)
            or (word[:1].isupper() and word.casefold() in heads | _ARTICLES)
        }  # fmt: skip
    return sorted(found)


def _is_letter_or_name(word: str) -> bool:
    return word in CAPITAL_NAMES or (len(word) == 1 and word.isupper() and word != "I")


def _trim(word: str) -> str:
    return word.strip(_EDGES)


def _first(word: str) -> str:
    """Fold the capital of a first word: it says nothing, unless all are capitals."""
    return word[:1].lower() + word[1:] if word[1:] == word[1:].lower() else word


def _opened(words: list[str], lexicon: Lexicon) -> list[str]:
    """Leave out openers, one after the other, if something is left."""
    while (count := _opener(words, lexicon)) and count < len(words):
        words = words[count:]
    return words


def _opener(words: Sequence[str], lexicon: Lexicon) -> int:
    folded = [word.casefold() for word in words]
    for intro in lexicon.intros:
        size = len(intro)
        if tuple(word.rstrip(_SIGNS) for word in folded[:size]) == intro and not any(
            word[-1] in _SIGNS for word in folded[: size - 1]
        ):
            return size
    first, sign = folded[0].rstrip(_SIGNS), folded[0][-1:] in tuple(_SIGNS)
    if sign and first in lexicon.openers:
        return 1
    follows = folded[1].strip(_EDGES) if len(words) > 1 else ""
    return int(sign and first in lexicon.speech_openers and follows in _FOLLOWERS)


def _closed(words: list[str], lexicon: Lexicon) -> list[str]:
    """Leave out a closer after a comma."""
    folded = [word.casefold().rstrip(".!\u2026") for word in words]
    for closer in lexicon.closers:
        size = len(closer)
        if len(words) > size and tuple(folded[-size:]) == closer and words[-size - 1][-1] == ",":
            kept = words[:-size]
            return [*kept[:-1], kept[-1].rstrip(",")]
    return words


def _expanded(word: str) -> tuple[str, ...]:
    """Write out a contraction, and "I" as any other word."""
    small, sign = word.casefold(), ""
    while small and small[-1] in ",;:!.?":
        small, sign = small[:-1], small[-1] + sign
    if small == "cannot":
        return ("can", "not" + sign)
    for ending, meant in _ENDINGS:
        if small.endswith(ending) and len(small) > len(ending):
            first = word[: len(small) - len(ending)]
            first = "i" if first == "I" else first
            return (_CUT.get(first, first), meant + sign)
    return ("i" + sign,) if small == "i" else (word,)


def _calm(words: Sequence[str], lexicon: Lexicon) -> list[str]:
    """Leave out words that only stress."""
    folded = [word.casefold() for word in words]
    if not _DENYING.isdisjoint(_trim(word) for word in folded) or words[-1].endswith("?"):
        return list(words)
    return [
        word for at, word in enumerate(words)
        if not (word in lexicon.emphasis and 0 < at < len(words) - 1
                and folded[at - 1] in _BEFORE_STRESS)
    ]  # fmt: skip


def _present(words: Sequence[str], lexicon: Lexicon) -> list[str]:
    """Leave out what says no more than the present tense."""
    left, kept = list(words), list[str]()
    while left:
        folded = tuple(_trim(word).casefold() for word in left)
        sizes = [len(one) for one in lexicon.nowadays if folded[: len(one)] == one]
        if sizes:
            left = left[max(sizes) :]
        else:
            kept.append(left.pop(0))
    return kept
