"""Embed with a local Ollama server."""

from collections.abc import Sequence

from neuromem_graph.errors import ProviderError


class OllamaEmbedder:
    """Embed texts through the `ollama` client; opt in with `embedder=OllamaEmbedder()`.

    Args:
        model: an embedding model the server holds.
        host: its address; `OLLAMA_HOST` or the local default otherwise.
        timeout: seconds to wait for an answer.
    """

    def __init__(
        self, model: str = "nomic-embed-text", host: str | None = None, timeout: float = 60.0
    ) -> None:
        from ollama import Client  # noqa: PLC0415  only when used

        self.model = model
        self._client = Client(host=host, timeout=timeout)

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return one vector per text.

        Raises:
            ProviderError: the server can't be reached, or does not hold the model.
        """
        from ollama import ResponseError  # noqa: PLC0415

        try:
            return self._client.embed(model=self.model, input=list(texts)).embeddings
        except ResponseError as exc:
            advice = f"run: ollama pull {self.model}" if exc.status_code == 404 else exc.error
            raise ProviderError(f"Ollama refused to embed with {self.model!r}: {advice}") from exc
        except ConnectionError as exc:
            raise ProviderError(f"no Ollama server answers; run: ollama serve ({exc})") from exc
