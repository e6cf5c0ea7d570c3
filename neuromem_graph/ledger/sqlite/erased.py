"""Remember which turns were erased, so that the same turn is not remembered again.

An agent hands over the whole conversation with each turn. What is left of the id of an erased turn
is a digest, outside the chain and the fold. Ids that are made from the words leave nothing: whoever
has the file could try out what the words were.
"""

import hashlib
import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from neuromem_graph.ledger.sqlite.part import dumps
from neuromem_graph.ledger.sqlite.statements import QUERIES, WRITES

_GIVEN = ("message:", "id:")
_OF_WORDS = re.compile(r"#\d+#[0-9a-f]{64}$")  # nodes give it to messages that have none


def note(conn: sqlite3.Connection, doomed: Sequence[int]) -> None:
    """Note the turns of events that are about to be erased; those of an erased namespace are not.

    Args:
        conn: a connection that holds the write lock.
        doomed: the records whose payloads go.
    """
    gone = set(doomed)
    rows = conn.execute(QUERIES["turns_to_erase"], (dumps(doomed),)).fetchall()
    for ns, public, event, key in rows:
        if ns not in gone and key.startswith(_GIVEN) and _OF_WORDS.search(key) is None:
            conn.execute(WRITES["add_erased_turn"], (_digest(public, key), ns, event))
    conn.execute(WRITES["forget_erased_turns"], (dumps(doomed),))


def look_up(
    conn: sqlite3.Connection, namespace: tuple[int, str], keys: Iterable[str], seq: int
) -> Mapping[str, tuple[int, str]]:
    """Return event and its public id of the turns that were erased, by turn id.

    Args:
        conn: any connection.
        namespace: its row and its random id.
        keys: turn ids.
        seq: the moment that is read.
    """
    digests = {_digest(namespace[1], key): key for key in keys if key.startswith(_GIVEN)}
    if not digests:
        return {}
    asked = {"ns": namespace[0], "digests": dumps(digests), "seq": seq}
    rows = conn.execute(QUERIES["erased_turns"], asked).fetchall()
    return {digests[digest]: (event, public) for digest, event, public in rows}


def _digest(public: str, key: str) -> str:
    return hashlib.sha256(f"{public}\0{key}".encode(errors="replace")).hexdigest()
