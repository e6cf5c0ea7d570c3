"""Every threshold, weight and limit, as data with a version that decisions name."""

import hashlib
import re
from functools import cached_property
from typing import Any, Literal, Self

from pydantic import Field, ValidationError, model_validator

from neuromem_graph.errors import ConfigError
from neuromem_graph.settings.believing import Believing
from neuromem_graph.settings.governing import Governing
from neuromem_graph.settings.keeping import Keeping
from neuromem_graph.settings.matching import Matching
from neuromem_graph.settings.predicates import Predicate
from neuromem_graph.settings.traversing import Traversing
from neuromem_graph.types.base import Channel, Code, Record, Route
from neuromem_graph.types.ingest import COMPONENTS

Durability = Literal["full", "relaxed"]
"""`full`: an acknowledged turn survives power loss. `relaxed`: a crash of the process."""


class Limits(Record):
    """Bound what one call may bring; above it is `TooLarge`."""

    text_characters: int = Field(default=2_000_000, ge=1)
    key_characters: int = Field(default=512, ge=1)
    namespace_segments: int = Field(default=16, ge=1)
    segment_characters: int = Field(default=512, ge=1)
    metadata_bytes: int = Field(default=65_536, ge=1)
    memory_characters: int = Field(default=1_500, ge=1)  # longer events become several memories
    claims: int = Field(default=200, ge=1)  # facts taken from one turn


CONDITIONS = ("ambiguous", "structured", "repeated", "empty", "grounded")
"""What a rule may ask besides the impact vector; see `core.routing.Facts`."""


class Rule(Record):
    """Describe one row of the routing table: it matches when all of its conditions do."""

    name: Code  # recorded with every decision
    route: Route
    at_least: dict[str, float] = Field(default_factory=dict)  # impact component -> threshold
    at_most: dict[str, float] = Field(default_factory=dict)
    when: dict[str, bool] = Field(default_factory=dict)  # routing.Facts -> value


_ROUTES = (
    Rule(name="risky_content", route="quarantine", at_least={"risk": 0.7}),
    Rule(name="ambiguous_name", route="ask_clarification", when={"ambiguous": True}),
    Rule(name="no_content", route="ledger_only", when={"empty": True}),
    Rule(name="said_before", route="append_evidence", when={"repeated": True}),
    Rule(
        name="supports_belief", route="append_evidence",
        at_most={"novelty": 0.0}, when={"structured": True},
    ),
    Rule(
        name="weak_source", route="sleep_priority",
        at_least={"contradiction": 0.01}, when={"grounded": False},
    ),
    Rule(
        name="fact", route="propose_worldview_candidate", when={"structured": True}
    ),
    Rule(name="new_content", route="propose_frame"),
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
        default_factory=lambda: {
            "lexical": 0.5,
            "window": 0.5,
            "thread": 0.4,
            "dense": 0.5,
            "belief": 0.5,
        }
    )
    agreement: dict[str, float] = Field(  # what a memory gains or loses that agrees
        default_factory=lambda: {"speaker": 0.5, "kind": 0.2, "question": -0.5}
    )
    floors: dict[str, float] = Field(  # a channel's hits below are none
        default_factory=lambda: {"dense": 0.2}
    )
    k1: float = Field(default=1.2, ge=0)  # BM25: how soon repetitions of a term saturate
    b: float = Field(default=0.75, ge=0, le=1)  # BM25: how much length counts
    reach: int = Field(default=1, ge=0, le=10)  # a window holds so many memories on either side
    thread_best: int = Field(default=3, ge=1)  # a thread scores as the mean of its best ones
    reciprocal_k: int = Field(default=60, ge=1)  # of reciprocal-rank fusion
    backfill: int = Field(default=256, ge=0)  # texts embedded by one query, if no ingest did it
    pool: int = Field(default=50, ge=1)  # memories looked at closely, besides neighbours
    terms: int = Field(default=256, ge=1)  # of a query, at most
    names: int = Field(default=64, ge=1)  # of a query, at most
    beliefs: int = Field(default=12, ge=0)  # worldview lines, at most
    worldview_share: float = Field(default=0.5, ge=0, le=1)  # of the budget, beside memories


class Store(Record):
    """Bound what a store keeps at hand."""

    vector_bytes: int = Field(default=1 << 30, ge=0)  # of embedded texts, for all searches


class Settings(Record):
    """Hold every threshold of the package; `version` names the values in recorded decisions."""

    durability: Durability = "full"
    grounding_channels: tuple[Channel, ...] = ("user", "tool")
    allowed_tools: tuple[str, ...] | None = None  # None: every tool grounds
    limits: Limits = Field(default_factory=Limits)
    traces_kept: int = Field(default=10_000, ge=0, le=10**9)  # per namespace
    small_talk: tuple[str, ...] = _SMALL_TALK
    retrieval: Retrieval = Field(default_factory=Retrieval)
    store: Store = Field(default_factory=Store)
    allowed_predicates: tuple[str, ...] | None = None  # None: every predicate may make a fact
    predicates: tuple[Predicate, ...] = ()  # added to those that are built in, or declared anew
    matching: Matching = Field(default_factory=Matching)
    believing: Believing = Field(default_factory=Believing)
    governing: Governing = Field(default_factory=Governing)
    keeping: Keeping = Field(default_factory=Keeping)
    traversing: Traversing = Field(default_factory=Traversing)
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

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as exc:
            raise ConfigError(f"these settings can't be used: {exc}") from exc

    @model_validator(mode="after")
    def _make_sense(self) -> Self:
        for rule in self.routes:
            unknown = ({*rule.at_least, *rule.at_most} - set(COMPONENTS)) | (
                set(rule.when) - set(CONDITIONS)
            )
            if unknown:
                raise ConfigError(
                    f"rule {rule.name!r} asks for {sorted(unknown)}: thresholds are of "
                    f"{COMPONENTS}, `when` of {CONDITIONS}"
                )
        for pattern, _ in self.risks:
            try:
                re.compile(pattern)
            except re.error as exc:
                raise ConfigError(f"risk pattern {pattern!r} is no regular expression") from exc
        return self

    @cached_property
    def declared(self) -> dict[str, Predicate]:
        """Return the predicates of these settings by name."""
        return {one.name: one for one in self.predicates}

    @cached_property
    def version(self) -> str:
        """Return a short name for exactly these values."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:12]
