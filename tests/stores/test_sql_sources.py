"""All SQL of the package is written in its sources: nothing of a caller becomes part of it."""

import ast
import re
from pathlib import Path

from neuromem_graph.ledger.sqlite import statements

PACKAGE = Path(statements.__file__).parents[2]
NAMED = {
    "QUERIES",
    "WRITES",
    "CHECKPOINTS",
    "UPKEEP",
    "_SYNCHRONOUS",
}  # mappings of statements in sources
CONSTANTS = {("connection.py", "_BUSY")}
FROM_FILES = {("migrations.py", "statement")}  # of schema.sql and steps/*.sql
PATTERNS = re.compile(r"\b(LIKE|GLOB|REGEXP|MATCH)\b")


def test_only_written_statements_are_executed() -> None:
    """Every call that runs SQL gets a literal or a named statement, never text made at run time."""
    seen = 0
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr in ("execute", "executemany", "executescript"):
                sql, seen = node.args[0], seen + 1
                literal = isinstance(sql, ast.Constant)
                named = isinstance(sql, ast.Subscript) and ast.unparse(sql.value) in NAMED
                known = (file.name, ast.unparse(sql)) in CONSTANTS | FROM_FILES
                assert literal or named or known, f"{file}:{node.lineno}: {ast.unparse(sql)}"
    assert seen > 50


def test_statements_hold_no_patterns() -> None:
    """No statement about items compares by pattern: all is compared to the letter."""
    for name, sql in {**statements.QUERIES, **statements.WRITES}.items():
        if "item" in name:
            assert not PATTERNS.search(sql), name
            assert "{" not in sql.replace("'{}'", ""), name
