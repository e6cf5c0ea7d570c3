"""Tell in a receipt what an ingest refused, and what it passed over."""

from collections import Counter

from neuromem_graph.types.ingest import Extraction, ReceiptItem, Turns
from neuromem_graph.types.ledger import Appended


def refusals(found: Extraction) -> tuple[ReceiptItem, ...]:
    """Tell how many claims were refused, by reason."""
    counted = Counter(one.reason for one in found.rejected)
    return tuple(
        ReceiptItem(what="skipped", text=f"{count} claims", reason=reason.replace("_", " "))
        for reason, count in sorted(counted.items())
    )


def erased(turns: Turns, appended: Appended) -> tuple[ReceiptItem, ...]:
    """Tell which turns were not recorded again because they were erased."""
    return tuple(
        ReceiptItem(what="skipped", text=turn.text, reason="erased", event=group.event_id)
        for turn, group in zip(turns.turns, appended.groups, strict=True)
        if group.erased
    )
