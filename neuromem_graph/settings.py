"""Every threshold, weight and limit, as data with a version that decisions name."""

import hashlib
from functools import cached_property
from typing import Literal

from pydantic import Field

from neuromem_graph.types.base import Channel, Record, Route

Durability = Literal["full", "relaxed"]
"""`full`: an acknowledged turn survives power loss. `relaxed`: a crash of the process."""


class Limits(Record):
    """Bound what one call may bring; above it is `TooLarge`."""

    text_characters: int = 2_000_000
    key_characters: int = 512
    namespace_segments: int = 16
    segment_characters: int = 512
    metadata_bytes: int = 65_536
    memory_characters: int = 4_000  # longer events become several memories
    claims: int = 200  # facts taken from one turn


class Rule(Record):
    """Describe one row of the routing table: it matches when all of its conditions do."""

    name: str
    route: Route
    at_least: dict[str, float] = Field(default_factory=dict)  # impact component -> threshold
    at_most: dict[str, float] = Field(default_factory=dict)
    when: dict[str, bool] = Field(default_factory=dict)  # routing.Facts -> value


_ROUTES = (
    Rule(name="risky content", route="quarantine", at_least={"risk": 0.7}),
    Rule(name="two bear the name", route="ask_clarification", when={"ambiguous": True}),
    Rule(name="no content", route="ledger_only", when={"empty": True}),
    Rule(name="said before", route="append_evidence", when={"repeated": True}),
    Rule(
        name="supports a belief", route="append_evidence",
        at_most={"novelty": 0.0}, when={"structured": True},
    ),
    Rule(
        name="weak source against a belief", route="sleep_priority",
        at_least={"contradiction": 0.01}, when={"grounded": False},
    ),
    Rule(
        name="fact about a slot", route="propose_worldview_candidate", when={"structured": True}
    ),
    Rule(name="new content", route="propose_frame"),
)  # fmt: skip

# Text that talks to the model instead of telling it something (OWASP LLM01), by weight.
_RISKS = (
    (r"\b(ignore|disregard|forget)\b.{0,40}\b(previous|prior|above|earlier|all)\b.{0,20}"
     r"\b(instruction|prompt|rule|message)s?\b", 0.9),
    (r"\b(reveal|print|show|repeat)\b.{0,30}\b(system prompt|hidden prompt|instructions)\b", 0.8),
    (r"</?(system|assistant|instructions?)>", 0.75),
    (r"\byou are now\b.{0,40}\b(mode|unrestricted|jailbroken|developer)\b", 0.8),
)  # fmt: skip


# Index terms (core.text) of messages that tell nothing by themselves.
_SMALL_TALK = tuple(
    "ok okay k kk thank thanks thx ty welcom hi hello hey yo bye goodby goodnight lol haha hahaha "
    "wow cool nice great awesom perfect sure yes yeah yep yup no nope right alright fine good "
    "hmm oh ah pleas sorri np note got understood".split()
)


class Retrieval(Record):
    """Weigh what speaks for a memory; the numbers are round, fitted ones don't carry over."""

    fusion: Literal["convex", "reciprocal"] = "convex"
    weights: dict[str, float] = Field(
        default_factory=lambda: {"lexical": 0.5, "window": 0.5, "thread": 0.4, "dense": 0.5}
    )
    agreement: dict[str, float] = Field(  # what a memory gains that agrees with the question
        default_factory=lambda: {"speaker": 0.5, "kind": 0.2}
    )
    floors: dict[str, float] = Field(  # a channel's hits below are none
        default_factory=lambda: {"dense": 0.2}
    )
    k1: float = 1.2  # BM25: how soon repetitions of a term saturate
    b: float = 0.75  # BM25: how much length counts
    reach: int = 1  # a window holds so many memories on either side
    thread_best: int = 3  # a thread scores as the mean of its best ones
    reciprocal_k: int = 60  # of reciprocal-rank fusion
    pool: int = 50  # memories looked at closely, with their neighbours, at least
    terms: int = 256  # of a query, at most
    names: int = 64  # of a query, at most
    beliefs: int = 12  # worldview lines, at most
    worldview_share: float = 0.5  # of the budget, while there are memories to serve


class Settings(Record):
    """Hold every threshold of the package; `version` names the values in recorded decisions."""

    durability: Durability = "full"
    grounding_channels: tuple[Channel, ...] = ("user", "tool")
    allowed_tools: tuple[str, ...] | None = None  # None: every tool grounds
    limits: Limits = Field(default_factory=Limits)
    traces_kept: int = 10_000  # per namespace
    small_talk: tuple[str, ...] = _SMALL_TALK
    retrieval: Retrieval = Field(default_factory=Retrieval)
    routes: tuple[Rule, ...] = _ROUTES
    risks: tuple[tuple[str, float], ...] = _RISKS
    reliabilities: dict[str, float] = Field(
        default_factory=lambda: {"user": 0.9, "tool": 0.85, "system": 0.5, "assistant": 0.4,
                                 "retrieved": 0.2}
    )  # fmt: skip
    utilities: dict[str, float] = Field(
        default_factory=lambda: {"constraint": 0.9, "preference": 0.8, "procedure": 0.8,
                                 "fact": 0.7, "failure_pattern": 0.7, "episode": 0.5}
    )  # fmt: skip

    @cached_property
    def version(self) -> str:
        """Return a short name for exactly these values."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:12]
