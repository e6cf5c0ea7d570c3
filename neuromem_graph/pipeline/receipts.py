"""Tell in a receipt what an ingest refused, and what it passed over."""

from collections import Counter
from collections.abc import Sequence

from neuromem_graph.resources import Resources
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ingest import (
    EventReceipt,
    Extraction,
    Receipt,
    ReceiptItem,
    Turn,
    Turns,
)
from neuromem_graph.types.ledger import Appended


def refusals(found: Extraction) -> tuple[ReceiptItem, ...]:
    """Tell how many claims were refused, by reason."""
    counted = Counter(one.reason for one in found.rejected)
    return tuple(
        ReceiptItem(what="skipped", text=f"{count} claims", reason=reason.replace("_", " "))
        for reason, count in sorted(counted.items())
    )


def skips(turns: Turns) -> tuple[ReceiptItem, ...]:
    """Tell what was passed over, and what was taken out of the rest."""
    skipped = (ReceiptItem(what="skipped", text="", reason=why) for why in turns.skipped)
    return (*skipped, *redactions(turns), *media(turns))


def redactions(turns: Turns) -> tuple[ReceiptItem, ...]:
    """Tell which kinds of secrets were taken out of what was said."""
    counted = Counter(kind for turn in turns.turns for kind in turn.redacted)
    return tuple(
        ReceiptItem(what="redacted", text=f"{count} {kind.replace('_', ' ')}", reason="secret")
        for kind, count in sorted(counted.items())
    )


def media(turns: Turns) -> tuple[ReceiptItem, ...]:
    """Tell how many images and other media were left out: only a marker is kept of each."""
    counted = Counter(marker for turn in turns.turns for marker in turn.media)
    return tuple(
        ReceiptItem(what="skipped", text=f"{count} {marker}", reason="media")
        for marker, count in sorted(counted.items())
    )


def joined(namespace: Namespace, told: Sequence[Receipt], resources: Resources) -> Receipt:
    """Join the receipts of turns that were finished one after the other."""
    if not told:
        with resources.ledger.reader() as reader:
            return Receipt(namespace=namespace, seq=reader.head.seq)
    return Receipt(
        namespace=namespace, seq=max(one.seq for one in told),
        events=tuple(event for one in told for event in one.events),
        items=tuple(item for one in told for item in one.items),
        rejected=sum(one.rejected for one in told),
    )  # fmt: skip


def waiting(turn: Turn, reason: str, resources: Resources) -> Receipt:
    """Tell that a turn goes on waiting, and why."""
    with resources.ledger.reader() as reader:
        known = reader.turns(turn.namespace, [turn.id]).get(turn.id)
        if known is None or known.erased:
            gone = ReceiptItem(what="skipped", text="", reason="erased")
            return Receipt(namespace=turn.namespace, seq=reader.head.seq, items=(gone,))
        item = ReceiptItem(what="deferred", text=turn.text, reason=reason, event=known.event_id)
        event = EventReceipt(id=known.event_id, turn=turn.id, step=known.step, added=False,
                             explicit=turn.explicit)  # fmt: skip
        return Receipt(namespace=turn.namespace, seq=reader.head.seq, events=(event,),
                       items=(item,))  # fmt: skip


def reasons(receipt: Receipt) -> tuple[str, ...]:
    """Return why turns of a receipt go on waiting, one by one."""
    return tuple(item.reason or "" for item in receipt.of("deferred"))


def with_left(receipt: Receipt, reasons: Sequence[str]) -> Receipt:
    """Add why earlier turns still wait, though the background has tried them."""
    counted = Counter(reasons)
    left = tuple(
        ReceiptItem(what="deferred", text=f"{count} earlier turns", reason=reason)
        for reason, count in sorted(counted.items())
    )
    return receipt.model_copy(update={"items": (*receipt.items, *left)}) if left else receipt


def erased(turns: Turns, appended: Appended) -> tuple[ReceiptItem, ...]:
    """Tell which turns were not recorded again because they were erased."""
    return tuple(
        ReceiptItem(what="skipped", text=turn.text, reason="erased", event=group.event_id)
        for turn, group in zip(turns.turns, appended.groups, strict=True)
        if group.erased
    )
