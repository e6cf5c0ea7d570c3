"""How much one call may bring."""

from pydantic import Field

from neuromem_graph.types.base import Record

__all__ = ["Limits"]


class Limits(Record):
    """Bound what one call may bring; above it is `TooLarge`, before anything is written."""

    text_characters: int = Field(
        default=2_000_000, ge=1, description="of the text of one message, event or question"
    )
    key_characters: int = Field(
        default=512, ge=1,
        description="of an id, a thread, a speaker, a type, a name, a keyword",
    )  # fmt: skip
    namespace_segments: int = Field(
        default=16, ge=1, description="segments of the namespace of a memory"
    )
    segment_characters: int = Field(default=512, ge=1, description="of one such segment")
    metadata_bytes: int = Field(
        default=65_536, ge=1, description="of the metadata of an event, as JSON in UTF-8"
    )
    keywords: int = Field(default=64, ge=1, description="of one event")
    messages: int = Field(default=50_000, ge=1, description="messages or events in one call")
    item_namespace_segments: int = Field(
        default=256, ge=1, description="labels of the namespace of a store item"
    )
    item_segment_characters: int = Field(default=65_536, ge=1, description="of one such label")
    item_key_characters: int = Field(default=65_536, ge=1, description="of the key of a store item")
    item_bytes: int = Field(
        default=16_777_216, ge=1, description="of the value of a store item, as JSON in UTF-8"
    )
    claims: int = Field(
        default=200, ge=1,
        description="facts of one turn; those above are counted as rejected, the text is kept",
    )  # fmt: skip
    memory_characters: int = Field(
        default=1_500, ge=1, description="of one memory; a longer text becomes several"
    )
