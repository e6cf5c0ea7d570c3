"""Create the schema, or bring an older file to it: numbered steps, all inside one transaction.

A new file gets `schema.sql` at once; an older one gets the steps it lacks, through sqlite-utils'
`Migrations`. A step drops the projections whose shape has changed; what `schema.sql` has and the
file lacks is created then, and the caller folds the records anew. A test builds a file both ways
and compares them. The chain is never rewritten.
"""

import re
import sqlite3

from neuromem_graph import errors
from neuromem_graph.ledger.sqlite import statements

APPLICATION_ID = 0x6E6D6731  # "nmg1"; schema.sql stamps it
SCHEMA_VERSION = 5
STEPS = (
    "steps/0001_initial.sql", "steps/0002_worldview.sql", "steps/0003_words.sql",
    "steps/0004_upkeep.sql", "steps/0005_merged.sql",
)  # fmt: skip

_CREATES = re.compile(r"^CREATE (?:VIRTUAL TABLE|TABLE|INDEX) (\w+)", re.MULTILINE)


def split(script: str) -> list[str]:
    """Split a script into statements; `executescript` would commit the transaction."""
    statements_, piece = [], ""
    for line in script.splitlines(keepends=True):
        piece += line
        if sqlite3.complete_statement(piece):
            statements_.append(piece.strip())
            piece = ""
    return statements_


def check(conn: sqlite3.Connection, where: str) -> int:
    """Read which schema a file has, writing nothing.

    Returns:
        Its version; 0 for an empty file.

    Raises:
        NotALedger: if it is a database of something else.
        SchemaTooNew: if a newer version of this package wrote it.
        LedgerCorrupt: if the schema is damaged.
    """
    version: int = conn.execute("PRAGMA user_version").fetchone()[0]
    application: int = conn.execute("PRAGMA application_id").fetchone()[0]
    try:
        tables: int = conn.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    except UnicodeDecodeError as exc:  # SQLite's message quotes what is there
        raise errors.LedgerCorrupt(f"{where} has a damaged schema: restore a backup") from exc
    if application != APPLICATION_ID and (tables or version or application):
        raise errors.NotALedger(
            f"{where} is a database of something else: name a new file for the memory ledger"
        )
    if version > SCHEMA_VERSION:
        raise errors.SchemaTooNew(
            f"{where} has schema {version}, this version knows {SCHEMA_VERSION}: "
            "upgrade neuromem-graph; nothing was written"
        )
    return version


def create(conn: sqlite3.Connection) -> None:
    """Create the present schema in an empty file, inside the caller's transaction."""
    for statement in split(statements.text("schema.sql")):
        conn.execute(statement)


def upgrade(conn: sqlite3.Connection, version: int) -> None:
    """Apply the steps after `version`, inside the caller's transaction; it refolds afterwards."""
    from sqlite_utils import Database, Migrations  # noqa: PLC0415  costs half a second to import

    steps = Migrations("neuromem_graph")
    for number, filename in enumerate(STEPS[version:], start=version + 1):

        def step(db: Database, script: str = statements.text(filename)) -> None:
            for statement in split(script):
                db.conn.execute(statement)

        steps(name=f"{number:04}")(step)
    steps.apply(Database(conn, execute_plugins=False))
    conn.execute("DROP TABLE IF EXISTS _sqlite_migrations")  # user_version is the record we keep
    there = {row[0] for row in conn.execute("SELECT name FROM sqlite_master")}
    for statement in split(statements.text("schema.sql")):
        named = _CREATES.search(statement)
        if named is not None and named[1] not in there:
            conn.execute(statement)
