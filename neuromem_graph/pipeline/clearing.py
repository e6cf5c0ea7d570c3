"""Clear what the methods of the runtime are given of secrets, before anything else is done with it.

`core.clearing` decides; turns are cleared where they are made, questions where they are checked.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from neuromem_graph.core import lifecycle
from neuromem_graph.core.clearing import Cleaner
from neuromem_graph.core.failures import Teller
from neuromem_graph.core.text import clean
from neuromem_graph.errors import SecretRefused
from neuromem_graph.resources import Resources
from neuromem_graph.settings.redacting import Redacting
from neuromem_graph.types.base import Namespace
from neuromem_graph.types.ingest import Answer, Turns
from neuromem_graph.types.items import ItemPut
from neuromem_graph.types.policies import MemoryPolicy

__all__ = [
    "answer",
    "code",
    "failure",
    "items",
    "label",
    "name",
    "namespace",
    "policy",
    "turns",
    "words",
]


def words(text: str, resources: Resources) -> str:
    """Return what somebody said without secrets."""
    return _cleaner(resources).text(clean(text))


def failure(text: str, resources: Resources, *given: object) -> str:
    """Return why something failed, without the secrets that it quotes.

    Args:
        text: of an error.
        resources: whose settings say what a secret is.
        given: what it may quote parts of.
    """
    return Teller(resources.settings.redacting, given).tell(clean(text))


def label(text: str, resources: Resources) -> str:
    """Return what marks something, as it was cleared where it was recorded."""
    return _cleaner(resources).label(clean(text))


def name(text: str, what: str, resources: Resources) -> str:
    """Return a name as it is.

    Raises:
        SecretRefused: it holds a secret.
    """
    return _cleaner(resources).key(text, what)


def namespace(segments: Namespace, redacting: Redacting) -> Namespace:
    """Return a namespace as it is.

    Raises:
        SecretRefused: a segment holds a secret.
    """
    for segment in segments:
        Cleaner(redacting).key(segment, "namespace")
    return segments


def code(reason: object, default: str, resources: Resources) -> str:
    """Return the reason that stands in a record: a code, and no secret.

    Raises:
        InvalidInput: it is no code.
        SecretRefused: it is a secret.
    """
    return name(lifecycle.code(reason, default), "reason", resources)


def answer(given: Answer, resources: Resources) -> Answer:
    """Return an answer to a held item without secrets.

    Raises:
        SecretRefused: who answered is a secret.
    """
    name(given.by, "name of who answers", resources)
    if given.text is None:
        return given
    return given.model_copy(update={"text": words(given.text, resources)})


def policy(given: MemoryPolicy, resources: Resources) -> MemoryPolicy:
    """Return a policy without secrets: its quotes are cleared as the events that they quote."""
    plain: Mapping[str, Any] = given.model_dump(mode="json", exclude_none=True, warnings=False)
    cleared = _cleaner(resources).json(dict(plain), marks=True)
    return given if cleared == plain else MemoryPolicy(**cleared)


def items(puts: Iterable[ItemPut], resources: Resources) -> list[ItemPut]:
    """Return puts into a store, their values without secrets if `Redacting.items` asks for it.

    Raises:
        SecretRefused: a key or a namespace holds one.
    """
    redacting, cleared = resources.settings.redacting, list[ItemPut]()
    for put in puts:
        if redacting.items:
            name(put.key, "key", resources)
            namespace(put.namespace, redacting)
            if put.value is not None:
                value = _cleaner(resources).json(put.value, marks=True)
                put = put._replace(value=value)
        cleared.append(put)
    return cleared


def turns(given: Turns, resources: Resources) -> Turns:
    """Return turns as they are: `MemoryRuntime.turns` has cleared what it made.

    Raises:
        SecretRefused: they hold a secret all the same; their spans would be others without it.
    """
    cleaner = _cleaner(resources)
    for turn in given.turns:
        cleaner.text(turn.text)
        cleaner.json(turn.metadata)
        for text in (turn.speaker, turn.type, *turn.keywords):
            cleaner.text(text or "")
        for text in (turn.thread, turn.message, turn.id):
            cleaner.label(text or "")
    if cleaner.kinds:
        raise SecretRefused(
            f"the turns hold a secret ({cleaner.kinds[0]}): make them with `MemoryRuntime.turns`, "
            "which takes it out"
        )
    return given


def _cleaner(resources: Resources) -> Cleaner:
    return Cleaner(resources.settings.redacting)
