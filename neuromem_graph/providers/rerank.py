"""Order a small pool anew without a model: BM25+ over the candidates alone."""

from collections.abc import Sequence

from neuromem_graph.core.text import index_tokens, query_tokens


class Bm25Reranker:
    """Score candidates by BM25+ (Lv & Zhai 2011) within the pool, by `rank_bm25`.

    The statistics are those of the pool, so a word that every candidate holds tells nothing. It
    suits small pools; the channels of recall score the whole namespace.
    """

    def rerank(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Return one score per text; higher is better."""
        from rank_bm25 import BM25Plus  # noqa: PLC0415  loads with numpy, only when used

        corpus = [index_tokens(text) for text in texts]
        if not any(corpus):
            return [0.0] * len(texts)
        scores: Sequence[float] = BM25Plus(corpus).get_scores(query_tokens(query)).tolist()
        return scores
