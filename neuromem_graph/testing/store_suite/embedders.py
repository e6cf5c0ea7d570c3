"""Embed texts without a model: the cosine of two texts can be told by counting words."""

import re
from collections.abc import Awaitable, Callable, Sequence

from langchain_core.embeddings import Embeddings
from langgraph.store.base import IndexConfig

VOCABULARY = tuple("ant bee cat dog elk fox gnu hen ibis jay koi lark mole newt owl pig".split())
"""Each of these words is an axis of its own; all others share the last one."""

DIMS = len(VOCABULARY) + 1

POISON, WIDE = "poison", "wide"
"""At a text with the first word the embedder raises; with the second its vector is too long."""

Embed = Embeddings | Callable[[Sequence[str]], list[list[float]]]
AsyncEmbed = Callable[[Sequence[str]], Awaitable[list[list[float]]]]


class EmbedderDown(RuntimeError):
    """The embedder was asked for a poisoned text."""


class WordEmbeddings(Embeddings):
    """Count the words of a text; field names and unknown words count as one word."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed texts.

        Args:
            texts: any texts.

        Returns:
            A vector for each.
        """
        return [vector(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """Embed a query.

        Args:
            text: any text.

        Returns:
            Its vector.
        """
        return vector(text)


def vector(text: str) -> list[float]:
    """Count the words of a text.

    Args:
        text: any text.

    Returns:
        One number per word of the vocabulary and one for what else is there; never all zero.

    Raises:
        EmbedderDown: the text holds the word `POISON`.
    """
    words = re.findall(r"\w+", text.lower())
    if POISON in words:
        raise EmbedderDown("the embedder does not answer")
    counts = [float(words.count(word)) for word in VOCABULARY]
    rest = len(words) - sum(counts)
    counts.append(rest if rest or not words else 0.0)
    if not any(counts):
        counts[-1] = 1.0
    return [*counts, 1.0] if WIDE in words else counts


def embed(texts: Sequence[str]) -> list[list[float]]:
    """Embed texts, as a plain function.

    Args:
        texts: any texts.

    Returns:
        A vector for each.
    """
    return [vector(text) for text in texts]


async def aembed(texts: Sequence[str]) -> list[list[float]]:
    """Embed texts, as an async function.

    Args:
        texts: any texts.

    Returns:
        A vector for each.
    """
    return [vector(text) for text in texts]


def index_of(*fields: str, embedder: Embed | AsyncEmbed | None = None) -> IndexConfig:
    """Make an index configuration.

    Args:
        *fields: what is embedded; none for the default of the store.
        embedder: another one than `WordEmbeddings`.

    Returns:
        A new configuration.
    """
    config = IndexConfig(dims=DIMS, embed=embedder or WordEmbeddings())
    if fields:
        config["fields"] = list(fields)
    return config
