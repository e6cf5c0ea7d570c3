"""Why is this here? An answer explained, line by line, and as a picture.

    python examples/explained.py [PAGE.html]

Mara moves, changes her mind and talks about tea. Then somebody asks, and wants to know why exactly
this was recalled: which channel found what, why one memory stands before another, what was left
out. The same as one HTML page (explained.html by default) needs no network and no script. Last
comes what made one of the memories: what was said, measured, decided, and what ended it.
"""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from neuromem_graph import MemoryRuntime

MARCH = datetime(2025, 3, 3, 18, 0, tzinfo=UTC)
SAID = (
    "I live in Ghent.",
    "I love black coffee.",
    "My sister Nina lives in Antwerp.",
    "The tea shop in Ghent closes at six.",
    "We moved to Bruges last week.",
    "I no longer like black coffee. I love green tea now.",
    "Nina gave me a tea pot from Antwerp.",
    "Which tea goes with cake?",
)


def remember(memory: MemoryRuntime) -> None:
    """Say it all, two messages a week."""
    for number, text in enumerate(SAID):
        at = MARCH + timedelta(weeks=number // 2, minutes=number)
        memory.ingest(
            {"content": text, "id": f"m{number}", "thread": f"week {number // 2}", "at": at}
        )


def main(page: str = "explained.html") -> None:
    """Ask, explain, and write the page."""
    months = MARCH + timedelta(days=200)
    with MemoryRuntime.local(
        ("demo", "mara"), ":memory:", clock=lambda: months, entropy=Random(7).randbytes
    ) as memory:
        remember(memory)
        context = memory.query("Where do I live, and which tea do I love?", budget_tokens=160)
        print(context.to_prompt())
        explanation = memory.explain(context.trace_id)
        print(f"\n{explanation}")
        Path(page).write_text(explanation.to_html(), encoding="utf-8")
        print(f"\nThe same as a page: {Path(page).name}")
        ended = memory.query("Ghent", lens="audit").items[0]
        print(f"\n{memory.why_written(ended.id)}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
