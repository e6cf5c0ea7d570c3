"""Decide, for every text that may reach the ledger, what becomes of a secret in it.

What is said loses it: kind and fingerprint stay. What names something is refused instead: the name
would be another one.
"""

import json
from typing import Any

from neuromem_graph.core.secrets import fingerprint, marked, redact, redact_json
from neuromem_graph.errors import SecretRefused
from neuromem_graph.settings.redacting import Redacting

__all__ = ["Cleaner"]


class Cleaner:
    """Take the secrets out of what one call gives, and remember of what kinds they were.

    Args:
        settings: which texts are secrets, and the key of the fingerprints.
    """

    def __init__(self, settings: Redacting) -> None:
        self._settings = settings
        self._mark = None if settings.key is None else fingerprint(settings.key.encode())
        self.kinds: list[str] = []

    def text(self, text: str) -> str:
        """Return what was said without its secrets."""
        return self._told(text, labels=False)

    def label(self, text: str) -> str:
        """Return what marks something, such as a thread: it loses only what is surely a token."""
        return self._told(text, labels=True)

    def _told(self, text: str, *, labels: bool) -> str:
        told = redact(text, self._settings, self._mark, labels=labels)
        self.kinds += [one.kind for one in told.found]
        return told.text

    def key(self, text: str, what: str) -> str:
        """Return what names something, as it is.

        Args:
            text: the name.
            what: it is, for the message.

        Raises:
            SecretRefused: it holds what is surely a secret.
        """
        found = redact(text, self._settings, labels=True).found
        if found:
            raise SecretRefused(
                f"the {what} holds a secret ({found[0].kind}): it can't be taken out of what names "
                "something, so nothing was written; name it otherwise"
            )
        return text

    def json(self, values: dict[str, Any], *, marks: bool = False) -> dict[str, Any]:
        """Return plain JSON without secrets, keys included.

        Args:
            values: a dictionary.
            marks: with fingerprints; without them, what is known twice stays equal under any key.
        """
        redacted: Any = redact_json(values, self._settings, self._mark if marks else None)
        if redacted == values:
            return values
        self.kinds += marked(json.dumps(redacted))
        return dict(redacted)
