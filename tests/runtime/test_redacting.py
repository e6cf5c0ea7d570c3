"""No secret that is said reaches the file, whatever field it stands in."""

import json
import os
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from neuromem_graph import MemoryRuntime, Settings
from neuromem_graph.core.secrets import redact
from neuromem_graph.settings.redacting import Redacting
from tests.core.test_secrets import SAMPLES

AT = datetime(2025, 5, 1, tzinfo=UTC)
FIELDS: dict[str, Any] = {
    "content": lambda text: {"content": f"Note: {text}"},
    "speaker": lambda text: {"content": "hello there", "speaker": text},
    "thread": lambda text: {"content": "hello there", "thread": text},
    "id": lambda text: {"content": "hello there", "id": text},
    "metadata": lambda text: {"content": "hello there", "metadata": {"note": text}},
    "metadata key": lambda text: {"content": "hello there", "metadata": {text: 1}},
    "deep metadata": lambda text: {"content": "hello there", "metadata": {"a": [{"b": text}]}},
    "keywords": lambda text: {"content": "hello there", "keywords": [text]},
    "extra": lambda text: {"content": "hello there", "ticket": text},
}


@pytest.mark.parametrize("field", FIELDS)
def test_no_secret_reaches_the_file(field: str, tmp_path: Path) -> None:
    """Each sample, in each field of an event, leaves nothing in any file of the memory."""
    path, named = tmp_path / "m.sqlite3", field in ("thread", "id")
    told = {  # an id or a thread loses only what is surely a secret
        name: (text, secret)
        for name, (text, secret) in SAMPLES.items()
        if len(text) <= 500 and (not named or redact(text, Redacting(), labels=True).found)
    }
    with MemoryRuntime.local("x", path) as memory:
        for number, (text, _) in enumerate(told.values()):
            memory.observe_and_commit(FIELDS[field](text), at=AT + timedelta(hours=number))
    kept = b"".join(one.read_bytes() for one in tmp_path.iterdir())
    for name, (_, secret) in told.items():
        forms = (secret, json.dumps(secret)[1:-1], secret.casefold())
        for form in forms if len(secret) >= 8 else ():  # shorter ones stand in any hash
            assert form.encode() not in kept, name


def test_the_receipt_names_what_was_taken_out() -> None:
    """The kind is told, and what stands in its place can be recalled; the secret can't."""
    token = SAMPLES["github"][1]
    with MemoryRuntime.local("x", ":memory:") as memory:
        receipt = memory.ingest(user=f"My deploy token is {token}.", at=AT)
        assert [item.text for item in receipt.of("redacted")] == ["1 github token"]
        text = memory.query("deploy token").text
        assert "[redacted github_token " in text
        assert token not in text


def test_the_same_secret_is_recognised_again(tmp_path: Path) -> None:
    """The key of fingerprints is kept beside the ledger, for its owner's eyes only."""
    path, token = tmp_path / "m.sqlite3", SAMPLES["github"][1]
    marked = []
    for number in range(2):
        with MemoryRuntime.local("x", path) as memory:
            memory.observe_and_commit(f"Token number {number}: {token}", at=AT)
            marked.append(memory.query(f"number {number}", k=1).items[0].text.split(": ")[1])
    assert marked[0] == marked[1]
    key = tmp_path / "m.sqlite3.key"
    if os.name == "posix":
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert key.read_bytes() not in path.read_bytes()


def test_saying_it_again_adds_nothing_under_any_key() -> None:
    """A turn is known again though the key of the fingerprints is another one."""
    token = SAMPLES["github"][1]
    event = {"content": f"token {token}", "id": "1", "at": AT}
    with MemoryRuntime.local("x", ":memory:") as memory:
        memory.observe_and_commit(event)
        memory.resources.settings.redacting.__dict__["key"] = "another"
        receipt = memory.observe_and_commit(event)
        assert not receipt.events[0].added


def test_it_can_be_turned_off() -> None:
    """With redaction off what was said is kept as it is."""
    token = SAMPLES["github"][1]
    settings = Settings(redacting=Redacting(on=False))
    with MemoryRuntime.local("x", ":memory:", settings=settings) as memory:
        memory.ingest(user=f"My deploy token is {token}.", at=AT)
        assert token in memory.query("deploy token").text
