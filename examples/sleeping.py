"""Sleep over what a week brought: one memory of many wordings, a procedure, a warning; offline.

    python examples/sleeping.py [FOLDER]

Ada says the same things in several wordings, the assistant deploys a site and fails sometimes. One
sleep merges, promotes, settles and compiles; a second one writes nothing. Then everything is asked.
With a FOLDER the memory is kept there; run it again and nothing is added twice.
"""

import sys
from datetime import UTC, datetime, timedelta
from random import Random

from neuromem_graph import MemoryRuntime

MONDAY = datetime(2025, 3, 3, 9, tzinfo=UTC)
SAID = (
    "I live in Ghent.",
    "I reside in Ghent.",
    "Actually, I live in Ghent right now.",
    "I'm allergic to peanuts.",
    "Please note that I'm allergic to peanuts.",
    "I like tea. I like jazz.",
    "I like chess. I like rain.",
    "The staging server is healthy today.",
)
GUESSED = "The staging server is unhealthy today."
RESULTS = (
    ("success", "Run the tests, build the image, push it."),
    ("failure", "The image was too large."),
    ("failure", "The registry timed out."),
    ("success", "Run the tests, build the image, push it. Then read the logs."),
)


class Clock:
    """Tell the time of the story, so that the demo prints the same every time."""

    now = MONDAY

    def __call__(self) -> datetime:
        """Return the present."""
        return self.now


def tell(memory: MemoryRuntime, clock: Clock) -> None:
    """Tell the week."""
    events = [{"content": text, "role": "user"} for text in SAID]
    events.append({"content": GUESSED, "role": "assistant"})
    for outcome, text in RESULTS:
        events.append({"content": text, "role": "tool", "type": "task_result",
                       "task": "Deploy the site", "outcome": outcome})  # fmt: skip
    for number, event in enumerate(events):
        clock.now = MONDAY + timedelta(hours=9 * number)
        memory.ingest({**event, "id": f"m{number}"}, at=clock.now)


def main(folder: str = ":memory:") -> None:
    """Tell the week, sleep twice, and ask."""
    clock = Clock()
    with MemoryRuntime.local(
        ("demo", "ada"), folder, clock=clock, entropy=Random(7).randbytes
    ) as memory:
        tell(memory, clock)
        clock.now = MONDAY + timedelta(days=7)
        print("Before:", memory.stats().memories)
        print(memory.sleep())
        print("After:", memory.stats().memories)
        print("\nAgain:", memory.sleep())
        for question in ("Where do I live?", "How do I deploy the site?", "What does Ada like?"):
            found = memory.query(question)
            print(f"\n{question}")
            for line in found.worldview:
                print(f"  believed: {line.attribute} {line.value}, said {line.support} times")
            for item in found.items[:3]:
                print(f"  {item.kind}: {item.text}")
        checked = memory.verify(deep=True)
        print(f"\nVerified: {checked.ok}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
