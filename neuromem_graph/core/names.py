"""Compare names: which could be the same, and how much alike they are."""

import re

_VOWELS = re.compile(r"[aeiouyäöüáéíóúàèìòùâêîôû]")


def blocks(key: str) -> tuple[str, ...]:
    """Return the pieces under which a folded name is found by names that resemble it.

    Args:
        key: from `text.fold`.

    Returns:
        Its words, and their consonants, each once, sorted.
    """
    words = key.split()
    return tuple(sorted({*words, *(word[0] + _VOWELS.sub("", word[1:]) for word in words)}))
