"""Tell which of several relatives, friends or pets is meant: "my younger brother"."""

from neuromem_graph.core.wordlists import APART, FOND, WHICH
from neuromem_graph.types.base import Record

__all__ = ["Kin", "head_of", "is_apart", "kin_of", "said_as"]

_TELLING = frozenset(WHICH.split()) | frozenset(APART.split())
_APART = frozenset(APART.split())
_FOND = frozenset(FOND.split())


class Kin(Record):
    """Hold a relation, and what somebody is told by from others of it."""

    relation: str  # "brother"
    called: str | None = None  # "younger brother"


def kin_of(said: str) -> Kin:
    """Take what is said of a relation apart.

    Args:
        said: "sister", "other sister", "dear old friend".

    Returns:
        The relation itself, and all of it less the fond words, where it tells one of several.
    """
    words = said.split()
    before = 0
    while before < len(words) - 1 and words[before].casefold() in _TELLING | _FOND:
        before += 1
    which = [word for word in words[:before] if word.casefold() not in _FOND]
    relation = " ".join(words[before:])
    return Kin(relation=relation, called=" ".join((*which, relation)) if which else None)


def said_as(words: str | None) -> str:
    """Return a relation at the end of some words, with what tells which it is.

    Args:
        words: such as "Younger brother" or "a  dear old friend"; None for none.

    Returns:
        In lower case, with single spaces: "younger brother", "old friend"; "" for none.
    """
    said = (words or "").lower().split()
    begin = len(said) - 1
    while begin > 0 and said[begin - 1] in _TELLING | _FOND:
        begin -= 1
    return " ".join((*(word for word in said[begin:-1] if word not in _FOND), *said[-1:]))


def head_of(said: str | None) -> str:
    """Return the relation itself: "brother" of "younger brother"."""
    return kin_of(said).relation if said else ""


def is_apart(name: str, relation: str | None) -> bool:
    """Tell whether a name says that its bearer is another than who is called by a relation alone.

    Args:
        name: folded: "old boss", "tom".
        relation: of its bearer: "boss".
    """
    before, _, head = name.rpartition(" ")
    return head == relation and not _APART.isdisjoint(before.split())
