"""What LangChain's own classes are needed for; it is imported when something asks for it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langchain_core.documents import Document

INDEX = "neuromem_graph_index"
"""Under this name the metadata of a document tells which text it is."""


def documents(texts: Sequence[str]) -> "list[Document]":
    """Return texts as documents that know their place."""
    from langchain_core.documents import Document  # noqa: PLC0415  only when used

    return [Document(page_content=text, metadata={INDEX: at}) for at, text in enumerate(texts)]
