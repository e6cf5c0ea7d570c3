"""Look at memory: the graph, the timeline and an answer explained, as pages.

    python examples/pictures.py [FOLDER]

Mara moves twice, is put right once, and changes her mind about coffee. Three pages show it; they
need no network. Open them in a browser, move the slider of the timeline to what was known earlier.
Without a folder they are written to a temporary one.
"""

import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from neuromem_graph import MemoryRuntime
from neuromem_graph.pictures import mermaid

MARCH = datetime(2025, 3, 3, 18, 0, tzinfo=UTC)
SAID = (
    "I live in Ghent.",
    "I love black coffee.",
    "My sister Nina lives in Antwerp.",
    "I moved to Bruges.",
    "I no longer love black coffee. I love green tea.",
    "Actually, I live in Brussels, not Bruges.",
)


def main(folder: str) -> None:
    """Remember, draw, and tell what was drawn."""
    now = [MARCH]
    with MemoryRuntime.local(
        ("demo", "mara"), ":memory:", clock=lambda: now[0], entropy=Random(7).randbytes
    ) as memory:
        for number, text in enumerate(SAID):
            memory.ingest({"content": text, "id": f"m{number}"})
            now[0] += timedelta(weeks=1)
        context = memory.query("Where do I live?")
        pages = {
            "graph.html": memory.graph_html(),
            "timeline.html": memory.timeline_html(),
            "explanation.html": memory.explain(context.trace_id).to_html(),
        }
        for name, page in pages.items():
            (Path(folder) / name).write_text(page, encoding="utf-8")
            print(f"{name}: {len(page.encode()) // 1024} kB")
        for row in memory.timeline().rows:
            for bar in row.bars:
                print(f"  {row.entity} {row.attribute}: {bar.value}, {bar.holds or bar.fate}")
        print(mermaid(memory.retrieve("Where does Nina live?")), end="")


if __name__ == "__main__":
    if sys.argv[1:]:
        main(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as made:
            main(made)
