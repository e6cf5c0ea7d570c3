"""How far activation spreads from the best hits, and along what."""

from pydantic import Field

from neuromem_graph.types.base import Record


class Activating(Record):
    """Bound and weigh what activation follows; its channel is weighed in `Retrieval.weights`."""

    seeds: int = Field(default=10, ge=0, le=100)  # hits it starts from; 0: no activation
    restart: float = Field(default=0.5, gt=0, le=1)  # share of mass that returns to the hits
    sharpness: float = Field(default=2.0, gt=0)  # how much more the best hits start with
    reach: int = Field(default=1, ge=0, le=10)  # "precedes": so many positions on either side
    fan: int = Field(default=8, ge=1, le=100)  # memories and edges followed from one place
    nodes: int = Field(default=48, ge=1, le=500)  # memories in all
    depth: int = Field(default=3, ge=1, le=10)  # hops that a path shows
    relations: dict[str, float] = Field(  # how strongly each carries; others as "edge"
        default_factory=lambda: {
            "precedes": 1.0,
            "same_thread": 0.1,
            "same_slot": 1.0,
            "same_entity": 1.0,
            "edge": 1.0,
        }
    )
