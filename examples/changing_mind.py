"""What is believed, why, since when, and how sure: offline, without a model.

    python examples/changing_mind.py [FOLDER]

Ada tells an assistant where she lives, changes it, corrects it and supposes something; the
assistant guesses, and an old chat is imported late. Then everything is asked: what is believed now,
what was believed then, what was true then, and what happened to each value. With a FOLDER the
memory is kept there; run it again and nothing is added twice.
"""

import sys
from datetime import UTC, datetime
from random import Random

from neuromem_graph import MemoryRuntime, Worldview

SAID = (
    ("2025-01-06", "user", "Hi, I'm Ada. I live in Ghent. My favorite color is teal."),
    ("2025-02-03", "user", "My brother Tim lives in Antwerp. I'm allergic to nuts."),
    ("2025-03-10", "user", "I moved to Porto. If I moved to Oslo, I would freeze."),
    ("2025-04-07", "user", "Actually, I live in Lisbon, not Porto."),
    ("2025-05-05", "assistant", "Tim lives in Bruges."),
    ("2025-06-02", "user", "I live in Leuven."),  # said on 2024-11-04, imported now
)
IMPORTED = "2024-11-04"


def noon(day: str) -> datetime:
    """Return noon of a day, UTC."""
    return datetime.fromisoformat(day).replace(hour=12, tzinfo=UTC)


class Clock:
    """Tell the time of the story, so that the demo prints the same every time."""

    now = noon("2025-01-06")

    def __call__(self) -> datetime:
        """Return the present."""
        return self.now


def show(title: str, view: Worldview) -> None:
    """Print the slots of a worldview with their candidates."""
    print(f"\n{title}")
    for slot in view.slots:
        who = f"{slot.entity} ({slot.relation})" if slot.relation else slot.entity
        print(f"  {who} {slot.attribute} [{slot.kind}, {slot.cardinality}]: {slot.status}")
        for one in slot.candidates:
            until = one.valid_to.date() if one.valid_to else "-"
            since = f"{one.valid_from.date()} to {until}"
            print(f"    {one.status:<12} {one.score:.2f}  {one.value}  {since}")


def main(folder: str = ":memory:") -> None:
    """Tell the story and ask."""
    clock = Clock()
    with MemoryRuntime.local(
        ("demo", "ada"), folder, clock=clock, entropy=Random(7).randbytes
    ) as memory:
        for number, (day, role, text) in enumerate(SAID):
            clock.now = noon(day)
            at = noon(IMPORTED) if number == len(SAID) - 1 else clock.now
            receipt = memory.ingest({"role": role, "content": text, "id": f"m{number}"}, at=at)
            print(f"[{day} {role}] {text}")
            for item in receipt.items:
                print(f"    {item.what:>10}  {item.text}  ({item.reason})")
        ask(memory)


def ask(memory: MemoryRuntime) -> None:
    """Ask what is, and was, believed."""
    question = "Where do I live?"
    show("Now, everything:", memory.resolve_worldview())
    show("Now, where Ada lives:", memory.resolve_worldview(question))
    march = noon("2025-03-20")
    show("What was true on 2025-03-20, as known now:",
         memory.resolve_worldview(question, valid_at=march))  # fmt: skip
    show("The same, as believed then:", memory.resolve_worldview(question, as_of=march))
    audit = memory.resolve_worldview(question, lens="audit")
    show("All there ever was:", audit)
    for one in audit.suppositions:
        print(f"    only supposed: {one.attribute} {one.value}")
    print("\nWhat happened:")
    for event in memory.history("user", "lives_in"):
        print(f"    {event.at.date()}  {event.value} {event.type}")
    print(f"\nFor a prompt:\n{memory.resolve_worldview()}")
    counts = memory.materialize_worldview()
    print(f"\nChecked: {counts.slots} slots, {counts.candidates} values.")


if __name__ == "__main__":
    main(*sys.argv[1:2])
