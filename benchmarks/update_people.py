"""Whose facts the benchmark of updates follows, and how a wording is said of them."""

import re
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from update_values import LAST_NAMES, PEOPLE, RELATIONS, listed

CHOICE = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
PRONOUNS = {
    "I": ("I'm", "I've", "my", "me"),
    "she": ("she's", "she's", "her", "her"),
    "he": ("he's", "he's", "his", "him"),
}


class Subject(NamedTuple):
    """Name somebody whose facts change: the user, or a person they know."""

    key: str
    pronoun: str  # I, she, he
    name: str = ""  # "Tom Weber"; empty for the user
    relation: str = ""  # "colleague"
    kid: str = "kid"

    @property
    def first_name(self) -> str:
        """Return what everybody calls them."""
        return self.name.partition(" ")[0]

    def mention(self, rng: Random, first: bool) -> str:
        """Return a way to name them: in full at first, often shorter later."""
        if self.pronoun == "I":
            return "I"
        full = f"my {self.relation} {self.name}" if self.relation else self.name
        return full if first or rng.random() < 0.5 else self.first_name


def subjects_of(count: int, rng: Random) -> Iterator[list[Subject]]:
    """Yield the subjects of each namespace: half users, half people of whom a user talks."""
    people = count // 2
    for number in range(count - people):
        group = [Subject(f"u{number}", "I", kid=rng.choice(("daughter", "son", "kid")))]
        if people and number % 3 == 0:
            group += _people(min(people, rng.randint(1, 3)), rng)
        people -= len(group) - 1
        yield group
    while people:
        group = _people(min(people, rng.randint(1, 5)), rng)
        people -= len(group)
        yield group


def _people(count: int, rng: Random) -> list[Subject]:
    found: list[Subject] = []
    genders = [rng.choice(("she", "he")) for _ in range(count)]
    names = {gender: rng.sample(listed(PEOPLE[gender]), count) for gender in ("she", "he")}
    for gender in genders:
        name, relation, form = names[gender].pop(), "", rng.random()
        if form < 0.35:
            name = f"{name} {rng.choice(listed(LAST_NAMES))}"
        if form > 0.2:
            relation = rng.choice(listed(RELATIONS[gender]))
        kid = rng.choice(("daughter", "son", "kid"))
        found.append(Subject(name, gender, name, relation, kid))
    return found


def render(wording: str, subject: Subject, mention: str, **values: str) -> str:
    """Fill in a wording in the grammatical person of its subject."""
    user = subject.pronoun == "I"
    first, _, third = wording.partition(" | ")
    chosen = CHOICE.sub(r"\1" if user else r"\2", first if user or not third else third)
    shes, shehas, her, them = PRONOUNS[subject.pronoun]
    return chosen.format(
        I=mention, my="my" if user else f"{mention}'s",
        Im="I'm" if user else f"{mention} is", Ive="I've" if user else f"{mention} has",
        me="me" if user else mention, she=subject.pronoun, shes=shes, shehas=shehas, her=her,
        them=them, theyre="we're" if user else "they're", kid=subject.kid,
        am="am" if user else "is", was="was", **values,
    )  # fmt: skip


def as_typed(text: str, subject: Subject, rng: Random) -> str:
    """Type like people do: with or without a capital, a full stop, or any capital at all."""
    style = rng.random()
    if style < 0.08 and subject.pronoun == "I":
        return text.lower()
    if style < 0.5:
        text = text[0].upper() + text[1:]
    return text + "." if rng.random() < 0.4 and text[-1] not in ".!?" else text
