"""What a clause is, and the names and relations that can be its subject."""

from typing import Literal, NamedTuple

from neuromem_graph.core.auxiliaries import Reading
from neuromem_graph.core.nountable import Noun
from neuromem_graph.core.wordlists import RELATIONS, one_of

__all__ = ["KIN", "NAME", "Clause", "Framed", "Who"]

Who = Literal["user", "named", "pronoun", "elided"]

_W = r"\s{1,3}"
_WORD = r"[A-ZÀ-ÖØ-ÞŁŚŠŽŻČĐĞİ]\w{1,30}"
_NOT = (
    "(?!(?:since|after|before|when|if|as|from|in|for|by|january|february|march|april|june|july"
    "|august|september|october|november|december|i|im|ive|we|she|he|they|my|our|his|her|their"
    r"|and|but|so|because|the)\b)"
)
_NAME_WORD = rf"{_NOT}(?-i:{_WORD}(?:[-'](?!s\b){_WORD})?)"
NAME = rf"(?:(?-i:Dr|Mr|Mrs|Ms|Prof|Rev)\.\s)?{_NAME_WORD}(?:{_W}{_NAME_WORD}){{0,2}}"
"""One to three capitalised words, perhaps after a title."""

KIN = (
    rf"(?:(?:{one_of('best good old close dear older younger elder eldest oldest youngest little')}"
)
KIN += rf"|{one_of('big baby twin new dear late other middle lovely beloved own')}){_W}){{0,2}}"
KIN += rf"(?P<%s>{RELATIONS})(?![\w-])"
"""A relation, with "best", "older" and the like before it; "%s" names the group."""


class Framed(NamedTuple):
    """A noun with the value that stands for it."""

    noun: Noun
    value: tuple[int, int]
    instead: tuple[int, int] | None = None  # "isn't Emma but Dune"
    change: bool = False  # the wording tells of a change
    old: tuple[int, int] | None = None  # what it takes the place of
    aside: bool = False  # verbs inside state facts of their own: "left Acme and ..."
    apposed: bool = False  # "my boss, Maria, is late": no statement beside another
    loose: bool = False  # the slot may be another: the one whose value it takes the place of
    any_more: bool = False  # "isn't Emma any more, it's Dune": it was, until now


class Clause(NamedTuple):
    """One subject with what is said about it."""

    start: int
    end: int  # where the next clause begins, its conjunction included
    who: Who
    subject: str | None  # a name, "user", or for a pronoun its word
    relation: str | None
    mods: str
    reading: Reading
    head: str  # lower case
    rest: int  # after the head
    attribute: str | None = None  # "my favorite color is": what is owned
    cut: bool = False  # the next clause follows without comma or conjunction
    doubtful: bool = False  # "if", "maybe", "I think" stand before it
    framed: "Framed | None" = None  # a noun with its value
    thing: bool = False  # the subject is no person: "the parser"
