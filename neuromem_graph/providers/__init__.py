"""Ask models: the only calls of what a caller plugs in, and where its errors become ours."""

from collections.abc import Iterator
from contextlib import contextmanager

from neuromem_graph.errors import MemoryGraphError, ProviderError


@contextmanager
def asking(what: str) -> Iterator[None]:
    """Turn whatever a provider raises into `ProviderError`.

    Args:
        what: whom is asked: "the extractor", "the embedder".

    Raises:
        ProviderError: from the provider's own error.
    """
    try:
        yield
    except MemoryGraphError:
        raise
    except Exception as exc:
        raise ProviderError(f"{what} failed: {exc!r:.200}") from exc
