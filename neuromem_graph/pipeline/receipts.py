"""Tell in a receipt what an ingest refused."""

from collections import Counter

from neuromem_graph.types.ingest import Extraction, ReceiptItem


def refusals(found: Extraction) -> tuple[ReceiptItem, ...]:
    """Tell how many claims were refused, by reason."""
    counted = Counter(one.reason for one in found.rejected)
    return tuple(
        ReceiptItem(what="skipped", text=f"{count} claims", reason=reason.replace("_", " "))
        for reason, count in sorted(counted.items())
    )
