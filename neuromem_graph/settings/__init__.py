"""Every threshold, weight and limit, as data with a version that decisions name."""

import hashlib
import re
from functools import cached_property
from typing import Any, Literal, Self

from pydantic import Field, ValidationError, model_validator

from neuromem_graph.errors import ConfigError
from neuromem_graph.settings.activating import Activating
from neuromem_graph.settings.appraising import (
    CONDITIONS,
    RELIABILITIES,
    RISKS,
    ROUTES,
    SMALL_TALK,
    UTILITIES,
    Appraising,
    Rule,
)
from neuromem_graph.settings.asking import Asking
from neuromem_graph.settings.believing import Believing
from neuromem_graph.settings.caching import Caching
from neuromem_graph.settings.decaying import Decaying
from neuromem_graph.settings.expanding import Expanding
from neuromem_graph.settings.extracting import Extracting
from neuromem_graph.settings.governing import Governing
from neuromem_graph.settings.keeping import Keeping
from neuromem_graph.settings.limiting import Limits
from neuromem_graph.settings.matching import Matching
from neuromem_graph.settings.packing import Packing
from neuromem_graph.settings.predicates import Predicate
from neuromem_graph.settings.redacting import Redacting
from neuromem_graph.settings.retrieving import Retrieval
from neuromem_graph.settings.safety import Safety
from neuromem_graph.settings.sleeping import Sleeping
from neuromem_graph.settings.traversing import Traversing
from neuromem_graph.settings.upkeep import Auditing, Storage
from neuromem_graph.types.base import Channel, Record
from neuromem_graph.types.ingest import COMPONENTS

__all__ = ["CONDITIONS", "Durability", "Limits", "Retrieval", "Rule", "Safety", "Settings", "Store"]

MEMORY_TOOLS = (
    "manage_memory", "search_memory", "explain_memory", "forget_memory", "remember_memory",
)  # fmt: skip
"""The names of the tools by which a model reads and changes a memory, those of langmem as well."""

Durability = Literal["full", "relaxed"]
"""`full`: an acknowledged turn survives power loss. `relaxed`: a crash of the process."""


class Store(Record):
    """Bound what a store keeps at hand."""

    vector_bytes: int = Field(default=1 << 30, ge=0)  # of embedded texts, for all searches


class Settings(Record):
    """Hold every threshold of the package; `version` names the values in recorded decisions."""

    durability: Durability = "full"  # what survives: loss of power, or of the process alone
    grounding_channels: tuple[Channel, ...] = ("user", "tool")  # whose word may become belief
    allowed_tools: tuple[str, ...] | None = None  # None: every tool grounds
    memory_tools: tuple[str, ...] = MEMORY_TOOLS  # what these answer is memory, no new evidence
    limits: Limits = Field(default_factory=Limits)
    traces_kept: int = Field(default=10_000, ge=0, le=10**9)  # per namespace; 0: none
    small_talk: tuple[str, ...] = SMALL_TALK  # index terms of a message that says nothing
    retrieval: Retrieval = Field(default_factory=Retrieval)
    store: Store = Field(default_factory=Store)
    caching: Caching = Field(default_factory=Caching)
    allowed_predicates: tuple[str, ...] | None = None  # None: every predicate may make a fact
    predicates: tuple[Predicate, ...] = ()  # added to those that are built in, or declared anew
    matching: Matching = Field(default_factory=Matching)
    believing: Believing = Field(default_factory=Believing)
    asking: Asking = Field(default_factory=Asking)
    governing: Governing = Field(default_factory=Governing)
    keeping: Keeping = Field(default_factory=Keeping)
    sleeping: Sleeping = Field(default_factory=Sleeping)
    decaying: Decaying = Field(default_factory=Decaying)
    storage: Storage = Field(default_factory=Storage)
    auditing: Auditing = Field(default_factory=Auditing)
    traversing: Traversing = Field(default_factory=Traversing)
    activating: Activating = Field(default_factory=Activating)
    expanding: Expanding = Field(default_factory=Expanding)
    packing: Packing = Field(default_factory=Packing)
    extracting: Extracting = Field(default_factory=Extracting)
    redacting: Redacting = Field(default_factory=Redacting)
    safety: Safety = Field(default_factory=Safety)
    appraising: Appraising = Field(default_factory=Appraising)
    routes: tuple[Rule, ...] = ROUTES  # the first that matches decides what becomes of a claim
    risks: tuple[tuple[str, float], ...] = RISKS  # a pattern, and how risky what it matches is
    reliabilities: dict[str, float] = Field(  # of a channel that nothing is known against
        default_factory=lambda: {**RELIABILITIES}
    )
    utilities: dict[str, float] = Field(  # of a kind of memory
        default_factory=lambda: {**UTILITIES}
    )

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
        names = [one.name for one in self.predicates]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ConfigError(f"predicates {twice} are declared twice: keep one of each")
        return self

    @cached_property
    def declared(self) -> dict[str, Predicate]:
        """Return the predicates of these settings by name."""
        return {one.name: one for one in self.predicates}

    @cached_property
    def explicit(self) -> "Settings":
        """Return settings under which all but risky content becomes a memory."""
        routes = tuple(
            one.model_copy(update={"route": "propose_frame"}) if one.route == "ledger_only" else one
            for one in self.routes
        )
        return self.model_copy(update={"routes": routes})

    @cached_property
    def version(self) -> str:
        """Return a short name for exactly these values."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:12]
