"""What policies may do, by whom, and what they may say."""

import re
from typing import Self

from pydantic import Field, model_validator

from neuromem_graph.errors import ConfigError
from neuromem_graph.types.base import Kind, Record, State
from neuromem_graph.types.policies import Operation, Proposer

_NEVER_RAISED: tuple[Operation, ...] = (
    "add", "frame", "link", "associative", "logic", "suppress", "supersede",
)  # fmt: skip
_ALL: tuple[Operation, ...] = (*_NEVER_RAISED, "restore")

_RIGHTS: dict[Proposer, tuple[Operation, ...]] = {
    "user": _ALL, "admin": _ALL, "system": _ALL,
    "tool": _NEVER_RAISED, "model": _NEVER_RAISED, "deterministic": _NEVER_RAISED,
}  # fmt: skip
_TRANSITIONS: dict[Operation, tuple[State, ...]] = {
    "suppress": ("active",),
    "restore": ("suppressed", "archived", "expired"),
    "supersede": ("active", "suppressed"),
}

# Text in the form of an order to a model: a user may say so to an agent, nobody else may. As for
# Settings.risks, `^` is the start of any line, and disguises are taken off before.
_INSTRUCTIONS = (
    r"^\s*(system|assistant|developer)\s*(prompt|message)?\s*:",
    r"<\|?\s*(im_start|im_end|system|endoftext|tool_call)\b",
    r"^\s*(you must|always|never|from now on,?( always)?)\b.{0,40}"
    r"\b(answer|respond|reply|say|send|call|execute|obey|follow|trust|reveal)\b",
    r"\b(do not|don't|never)\s+(tell|inform|mention)\b.{0,30}\b(the )?user\b",
)

# Index terms that many memories share: in common they do not show that a quote speaks of one.
_FAINT = tuple(
    "live move work like love prefer enjoy hate come go get take make use want need know think say "
    "tell call name thing new old time day year".split()
)


class Governing(Record):
    """Bound what may be changed, and by whom."""

    rights: dict[Proposer, tuple[Operation, ...]] = Field(  # what each may do
        default_factory=lambda: dict(_RIGHTS)
    )
    admins: tuple[str, ...] = ()  # actors that may be admin or system, and touch what is private
    risk: float = Field(default=0.7, ge=0, le=1)  # weight of Settings.risks above which is refused
    instructions: tuple[str, ...] = _INSTRUCTIONS  # patterns; only a user's own words may match
    quote: int = Field(default=3, ge=1)  # letters and digits of a quote that is no whole sentence
    faint: tuple[str, ...] = (
        _FAINT  # index terms by which a quote speaks of no memory in particular
    )
    repetitions: int = Field(default=5, ge=1)  # of the same words by one source; more are refused
    deltas: int = Field(default=1_000, ge=1)  # in one policy, at most
    derived_kinds: tuple[Kind, ...] = ("schema", "procedure")  # may be put in words of their own
    transitions: dict[Operation, tuple[State, ...]] = Field(  # states a memory may be in before it
        default_factory=lambda: dict(_TRANSITIONS)
    )

    @model_validator(mode="after")
    def _compile(self) -> Self:
        for pattern in self.instructions:
            try:
                re.compile(pattern)
            except re.error as exc:
                raise ConfigError(f"instruction {pattern!r} is no regular expression") from exc
        return self
