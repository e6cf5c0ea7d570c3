"""Choose what a memory stands on once the event that it was made of is erased.

It goes on in the words of another event that said exactly them, if that one may be remembered at
all, and is held as firmly as that source is.
"""

import re
from collections.abc import Sequence

from neuromem_graph.core.facts import source_grounds
from neuromem_graph.core.impact import risk
from neuromem_graph.core.text import normal_form, sentences
from neuromem_graph.settings import Settings
from neuromem_graph.types.base import LATEST
from neuromem_graph.types.change_drafts import RebaseDraft
from neuromem_graph.types.keeping import Life, SaidRow


def rebased(life: Life, said: Sequence[SaidRow], settings: Settings) -> RebaseDraft | None:
    """Plan on what a memory stands from now on.

    Args:
        life: how it stands.
        said: the other events behind it, oldest first.
        settings: who grounds, and what talks to the model.

    Returns:
        None if no other event said its words and may be remembered.
    """
    found = []
    for row in said:
        span = None if life.text is None or row.text is None else spoken(life.text, row.text)
        if span is not None and not _barred(row, settings):
            grounded = source_grounds(row.channel, row.speaker, settings)
            found.append((not grounded, row.event, span, row))
    if not found:
        return None
    weak, event, (start, end), _ = min(found, key=lambda one: one[:2])
    ends = [LATEST if row.expires_at is None else row.expires_at for *_, row in found]
    until = min(max(ends), LATEST if life.expires_at is None else life.expires_at)
    return RebaseDraft(
        origin=(event,), memory=life.memory, event=event, start=start, end=end,
        commitment="candidate" if weak else "validated", settings=settings.version,
        expires_at=None if until == LATEST and life.expires_at is None else until,
    )  # fmt: skip


def _barred(row: SaidRow, settings: Settings) -> bool:
    """Tell whether what an event says is remembered by nobody."""
    risky = risk(row.text or "", settings.risks) >= settings.governing.risk
    return row.quarantined or risky or row.channel == "retrieved"


def spoken(words: str, text: str) -> tuple[int, int] | None:
    """Return where a text says these words: all of it, or a piece that begins and ends with a word.

    Args:
        words: as they are remembered.
        text: of an event.

    Returns:
        Half-open offsets; None if it does not say them.
    """
    key = normal_form(words)
    if normal_form(text) == key:
        return 0, len(text)
    whole = re.search(rf"(?<!\w){re.escape(words.strip())}(?!\w)", text)
    if whole is not None:
        return whole.span()
    return next(((one.start, one.end) for one in sentences(text)
                 if normal_form(text[one.start : one.end]) == key), None)  # fmt: skip
