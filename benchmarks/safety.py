"""How often ordinary text is held back or changed by what keeps hostile text out.

    python benchmarks/safety.py --data locomo10.json

Each turn of a conversation is read once: is it taken for an order to a model, for stuffed text, for
a secret, for text that this memory had rendered? Beside it the chats that `updates.py` generates.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from update_data import generate
from update_wordings import WORDINGS
from update_wordings_heldout import WORDINGS as HELD_OUT

from neuromem_graph import Settings
from neuromem_graph.core.echoes import echoes, without_recalled
from neuromem_graph.core.impact import risk
from neuromem_graph.core.secrets import redact
from neuromem_graph.core.stuffing import stuffed

_SUBJECTS, _SEED = 100, 7
CHECKS = ("order to a model", "stuffed", "secret", "recalled")


def alarms(text: str, settings: Settings) -> Iterator[str]:
    """Give the checks that take a text for hostile."""
    if risk(text, settings.risks) >= settings.governing.risk:
        yield "order to a model"
    if stuffed(text) >= settings.safety.stuffed:
        yield "stuffed"
    if redact(text, settings.redacting).found:
        yield "secret"
    if echoes(text) or without_recalled(text) != text:
        yield "recalled"


def count(texts: Iterable[str], settings: Settings) -> tuple[int, Counter[str]]:
    """Count texts, and the alarms that they raise."""
    total, found = 0, Counter[str]()
    for text in texts:
        total += 1
        found.update(alarms(text, settings))
    return total, found


def turns(data: Any) -> Iterator[str]:
    """Give what was said in every session of a LoCoMo file."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name == "text" and isinstance(value, str):
                yield value
            else:
                yield from turns(value)
    elif isinstance(data, list):
        for value in data:
            yield from turns(value)


def chats() -> Iterator[str]:
    """Give what the people of the generated chats say, in both sets of wordings."""
    for wordings in (WORDINGS, HELD_OUT):
        for chat in generate(_SUBJECTS, _SEED, wordings):
            yield from (turn.text for turn in chat.turns)


def line(name: str, texts: Iterable[str], settings: Settings) -> str:
    """Write one row of the table."""
    total, found = count(texts, settings)
    return f"| {name} | {total} | " + " | ".join(str(found[one]) for one in CHECKS) + " |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", help="a LoCoMo file; its licence forbids to ship it")
    given, settings = parser.parse_args(arguments), Settings()
    print(f"| text | turns | {' | '.join(CHECKS)} |")
    print(f"|---|---|{'---|' * len(CHECKS)}")
    if given.data:
        data = json.loads(Path(given.data).read_text("utf-8"))
        print(line("LoCoMo", turns(data), settings))
    print(line("generated chats", chats(), settings))


if __name__ == "__main__":
    main()
