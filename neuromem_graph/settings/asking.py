"""What the words of a question say of whom and what it asks for; for slots, see `phrases`."""

from collections.abc import Mapping

from pydantic import Field

from neuromem_graph.types.base import Record

__all__ = ["DISLIKED", "EMPTY", "GENERAL", "KIN", "PAST", "RELATIVES", "SPELLINGS", "Asking"]


class Asking(Record):
    """Weigh how surely a question asks for a slot; the numbers are round."""

    asked: float = Field(default=0.9, ge=0, le=1)  # a phrase of the question names the predicate
    hinted: float = Field(default=0.4, ge=0, le=1)  # a word of it may mean the predicate
    beside: float = Field(default=0.3, ge=0, le=1)  # of the words shared beside what is asked for
    gap: int = Field(default=4, ge=0, le=20)  # words that "*" may stand for
    words: int = Field(default=200, ge=1)  # of a question that are read, the last ones


EMPTY = frozenset(
    """
    main current currently now nowadays days day moment present presently new newest latest best
    really actual actually right these recent recently anymore still most favorite usual usually
    name named called go-to please remember know tell remind say again kind sort type model
    exactly
    """.split()
)
"""Words that say nothing about which slot is asked for, unless a phrase holds them."""

GENERAL = frozenset({"likes", "prefers"})
"""Predicates that hold what a longer phrase asks for, too: "what do I like to drink"."""

SPELLINGS: Mapping[str, str] = {
    "favourite": "favorite", "fave": "favorite", "fav": "favorite", "preferred": "favorite",
    "colour": "color", "flavour": "flavor", "neighbour": "neighbor",
    "neighbourhood": "neighborhood",
    "organisation": "organization", "centre": "center", "programme": "program",
    "film": "movie", "dish": "food", "meal": "food", "novel": "book", "beverage": "drink",
    "cheque": "check", "grey": "gray", "theatre": "theater", "licence": "license", "tyre": "tire",
    "jewellery": "jewelry", "aluminium": "aluminum", "moustache": "mustache", "pyjamas": "pajamas",
    "humour": "humor", "behaviour": "behavior", "labour": "labor", "odour": "odor",
}  # fmt: skip
"""Words that mean the same in the name of a slot."""

KIN: Mapping[str, tuple[str, ...]] = {
    one: tuple(relation.replace("_", " ") for relation in group.split())
    for words, group in (
        ("mother mom mum mommy mummy mama ma", "mother mom mum mommy mummy mama"),
        ("father dad daddy papa", "father dad daddy papa"),
        ("parent parents", "mother mom mum mommy father dad daddy parents parent"),
        ("sibling siblings", "sister brother sibling twin"),
        ("kid kids child children", "kid child son daughter baby kids children"),
        ("grandmother grandma granny nana", "grandmother grandma granny nana"),
        ("grandfather grandpa granddad", "grandfather grandpa granddad"),
        ("partner", "partner wife husband girlfriend boyfriend spouse fiance fiancee fianc\u00e9 "
         "fianc\u00e9e"),
        ("spouse", "spouse wife husband"),
        ("wife hubby husband", "wife husband spouse"),
        ("boss supervisor", "boss manager supervisor"),
        ("manager", "manager boss supervisor"),
        ("colleague coworker co-worker workmate", "colleague coworker co-worker"),
        ("flatmate roommate housemate roomie", "flatmate roommate housemate"),
        ("neighbor neighbour", "neighbor neighbour"),
        ("friend buddy pal mate bestie", "friend buddy pal bestie best_friend"),
        ("aunt auntie aunty", "aunt auntie"),
        ("pet", "dog cat parrot hamster rabbit bunny turtle tortoise horse puppy kitten"),
        ("dog puppy", "dog puppy"),
        ("cat kitten", "cat kitten"),
        ("doctor gp physician", "doctor gp physician"),
    )
    for one in words.split()
}  # fmt: skip
"""Word after "my" -> the relations it may mean; any other of `RELATIVES` means itself."""

RELATIVES = frozenset(
    """
    sister brother son daughter baby uncle cousin niece nephew grandson granddaughter stepmother
    stepmom stepfather stepdad stepsister stepbrother mother-in-law father-in-law sister-in-law
    brother-in-law twin girlfriend boyfriend fiance fiancee fianc\u00e9 fianc\u00e9e ex ex-wife
    ex-husband ex-girlfriend ex-boyfriend mentor teacher coach dentist therapist landlord landlady
    assistant trainer tutor lawyer accountant hairdresser barber vet client classmate parrot
    hamster rabbit bunny turtle tortoise horse
    """.split()
) | frozenset(KIN)
"""Words after "my" that mean somebody else."""

DISLIKED = (
    r"\b(?:hat(?:es?|ed|ing)|dislik(?:es?|ed|ing)|detest(?:s|ed)?|loathe[sd]?|despise[sd]?"
    r"|(?:can't|cannot|can not|couldn't) (?:\w+ ){0,3}stand"
    r"|(?:don't|do not|doesn't|does not|didn't|do i not|does \w+ not)"
    r" (?:\w+ ){0,4}(?:like|love|enjoy))\b"
)
"""What asks for what is not liked."""

PAST = r"\b(?:used to|use to|previous(?:ly)?|former(?:ly)?|originally|earlier|before|in the past)\b"
"""What asks for what is over, where no time is named."""
