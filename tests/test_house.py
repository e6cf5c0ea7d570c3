"""The house limits, checked on the source of every file of the package."""

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(
    path.relative_to(ROOT).as_posix() for path in (ROOT / "neuromem_graph").rglob("*.py")
)

FILE_LINES, FUNCTION_LINES, PARAMETERS, NESTING = 300, 40, 6, 3

FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPE = (*FUNCTION, ast.ClassDef, ast.Lambda)
BLOCK = (
    ast.If,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.With,
    ast.AsyncWith,
    ast.Try,
    ast.TryStar,
    ast.Match,
)

Problems = Iterator[str]
Rule = Callable[[ast.Module], Problems]


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, FUNCTION))


def long_functions(tree: ast.Module) -> Problems:
    for node in functions(tree):
        size = node.end_lineno - node.lineno + 1
        if ast.get_docstring(node) is not None:
            size -= node.body[0].end_lineno - node.body[0].lineno + 1
        if size > FUNCTION_LINES:
            yield f"{node.lineno}: {node.name} has {size} lines"


def many_parameters(tree: ast.Module) -> Problems:
    for node in functions(tree):
        names = [parameter.arg for parameter in (*node.args.posonlyargs, *node.args.args)]
        count = len(names) - (names[:1] in (["self"], ["cls"]))
        if count > PARAMETERS:
            yield f"{node.lineno}: {node.name} has {count} parameters"


def deep_nesting(node: ast.AST, depth: int = 0) -> Problems:
    for child in ast.iter_child_nodes(node):
        level = 0 if isinstance(child, SCOPE) else depth + (isinstance(child, BLOCK))
        if is_elif(node, child):
            level = depth
        elif level == NESTING + 1 and isinstance(child, BLOCK):
            yield f"{child.lineno}: block at depth {level}"
        yield from deep_nesting(child, level)


def is_elif(parent: ast.AST, child: ast.AST) -> bool:
    """An `elif` stands in the column of its `if`; an `if` inside an `else` does not."""
    pair = isinstance(parent, ast.If) and isinstance(child, ast.If)
    return pair and parent.orelse == [child] and parent.col_offset == child.col_offset


def poor_docstrings(tree: ast.Module) -> Problems:
    for line, name, node in public(tree, "module"):
        summary = (ast.get_docstring(node) or "").partition("\n")[0]
        if not summary.endswith("."):
            yield f"{line}: the docstring of {name} does not start with a one-line sentence"


def public(node: ast.AST, name: str) -> Iterator[tuple[int, str, ast.AST]]:
    """The node, and what is public inside it at module or class level, conditional or not."""
    if isinstance(node, (ast.Module, ast.ClassDef)):
        yield getattr(node, "lineno", 1), name, node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, BLOCK):
            yield from public(child, name)
        elif isinstance(child, ast.ClassDef) and not child.name.startswith("_"):
            yield from public(child, child.name)
        elif isinstance(child, FUNCTION) and not child.name.startswith("_"):
            if not is_repeated(child):
                yield child.lineno, child.name, child


def is_repeated(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Overloads and property setters are documented where they are first defined."""
    names = {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}
    return bool(names & {"overload", "setter", "deleter"})


def broad_handlers(tree: ast.Module) -> Problems:
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            caught = exception_names(node.type)
            last = node.body[-1]
            again = isinstance(last, ast.Raise) and last.exc is None
            mapped = isinstance(last, ast.Raise) and last.cause is not None
            if ("Exception" in caught and not mapped) or ("BaseException" in caught and not again):
                yield f"{node.lineno}: the handler is too broad"
        elif isinstance(node, ast.Call) and called(node) == "suppress":
            if any(exception_names(arg) & {"Exception", "BaseException"} for arg in node.args):
                yield f"{node.lineno}: suppress is too broad"


def exception_names(node: ast.expr | None) -> set[str]:
    """What a handler catches; a bare one catches Exception."""
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    return {ast.unparse(part).rpartition(".")[2] if part else "Exception" for part in parts}


def called(node: ast.Call) -> str:
    return ast.unparse(node.func).rpartition(".")[2]


def formatted_sql(tree: ast.Module) -> Problems:
    for scope in (tree, *functions(tree)):
        texts = formatted_names(scope)
        for node in own_nodes(scope):
            if isinstance(node, ast.Call) and node.args and is_execute(node):
                sql = node.args[0]
                if is_formatted(sql) or (isinstance(sql, ast.Name) and sql.id in texts):
                    yield f"{node.lineno}: SQL is put together from parts"


def is_execute(node: ast.Call) -> bool:
    names = {"execute", "executemany", "executescript"}
    return isinstance(node.func, ast.Attribute) and node.func.attr in names


def own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope, without those of the functions inside it."""
    for child in ast.iter_child_nodes(scope):
        if not isinstance(child, FUNCTION):
            yield child
            yield from own_nodes(child)


def formatted_names(scope: ast.AST) -> set[str]:
    """Variables that hold formatted text: giving it a name first does not make it safe."""
    found = set()
    for node in own_nodes(scope):
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if isinstance(node, ast.AugAssign) or is_formatted(node.value):
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def is_formatted(node: ast.AST | None) -> bool:
    """An f-string with a value, `%` or `+` with anything but literals, or `.format(...)`."""
    if isinstance(node, ast.JoinedStr):
        return any(isinstance(part, ast.FormattedValue) for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mod)):
        leaves = (ast.Constant, ast.BinOp, ast.operator)
        return not all(isinstance(part, leaves) for part in ast.walk(node))
    if isinstance(node, (ast.IfExp, ast.NamedExpr)):
        return any(is_formatted(part) for part in ast.iter_child_nodes(node))
    return isinstance(node, ast.Call) and called(node) in {"format", "format_map"}


def future_annotations(tree: ast.Module) -> Problems:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            if any(name.name == "annotations" for name in node.names):
                yield f"{node.lineno}: LangGraph cannot read postponed annotations"


@cache
def parse(file: str) -> ast.Module:
    return ast.parse((ROOT / file).read_text(encoding="utf-8"), file)


def is_private(file: str) -> bool:
    parts = Path(file).with_suffix("").parts
    return any(part.startswith("_") and not part.startswith("__") for part in parts)


each_file = pytest.mark.parametrize("file", FILES)


@each_file
def test_file_is_short(file: str) -> None:
    """A file has at most 300 lines."""
    assert len((ROOT / file).read_text(encoding="utf-8").splitlines()) <= FILE_LINES


@each_file
def test_functions_are_short(file: str) -> None:
    """A function has at most 40 lines, its docstring not counted."""
    assert list(long_functions(parse(file))) == []


@each_file
def test_functions_take_few_parameters(file: str) -> None:
    """A function has at most 6 parameters that can be given by position."""
    assert list(many_parameters(parse(file))) == []


@each_file
def test_nesting_is_shallow(file: str) -> None:
    """Blocks are nested at most 3 deep in a function, class or module."""
    assert list(deep_nesting(parse(file))) == []


@pytest.mark.parametrize("file", [file for file in FILES if not is_private(file)])
def test_public_names_are_documented(file: str) -> None:
    """The docstring of every public name starts with a one-line sentence."""
    assert list(poor_docstrings(parse(file))) == []


@each_file
def test_no_handler_is_broad(file: str) -> None:
    """Nothing catches Exception but to raise its own error from it; BaseException to clean up."""
    assert list(broad_handlers(parse(file))) == []


@each_file
def test_no_sql_is_formatted(file: str) -> None:
    """Nothing executes SQL that was put together from parts."""
    assert list(formatted_sql(parse(file))) == []


@pytest.mark.parametrize("file", [file for file in FILES if "/nodes/" in file])
def test_nodes_have_plain_annotations(file: str) -> None:
    """Node modules do not postpone annotations, which LangGraph reads when it builds a graph."""
    assert list(future_annotations(parse(file))) == []


BROKEN: list[tuple[Rule, str]] = [
    (long_functions, "def f():\n" + "    x = 1\n" * FUNCTION_LINES),
    (many_parameters, "def f(a, b, c, d, /, e, f, g): ..."),
    (deep_nesting, "if a:\n for b in c:\n  with d:\n   try: ...\n   finally: ..."),
    (deep_nesting, "if a:\n for b in c:\n  if d: ...\n  else:\n   if e: ..."),
    (deep_nesting, "if a:\n if b:\n  if c: ...\n  elif d:\n   if e: ..."),
    (poor_docstrings, "x = 1"),
    (poor_docstrings, '"""Module."""\ndef f(): ...'),
    (poor_docstrings, '"""Module."""\nclass C:\n """A class."""\n def m(self): "Does it"'),
    (poor_docstrings, '"""Module."""\nif x:\n async def f(): ...'),
    (broad_handlers, "try: ...\nexcept: ..."),
    (broad_handlers, "try: ...\nexcept (ValueError, Exception): raise"),
    (broad_handlers, "try: ...\nexcept BaseException: ..."),
    (broad_handlers, "with contextlib.suppress(Exception): ..."),
    (formatted_sql, "db.execute(f'SELECT {x}')"),
    (formatted_sql, "db.executemany('SELECT %s' % x, rows)"),
    (formatted_sql, "db.executescript('SELECT ' + x)"),
    (formatted_sql, "db.execute('SELECT {}'.format(x))"),
    (formatted_sql, "def f(db, x):\n sql = f'SELECT {x}'\n db.execute(sql)"),
    (formatted_sql, "sql = 'SELECT 1'\nsql += x\ndb.execute(sql)"),
    (future_annotations, "from __future__ import annotations"),
]

SOUND: list[tuple[Rule, str]] = [
    (long_functions, 'def f():\n    """Say.\n\n    More.\n    """\n' + "    x = 1\n" * 39),
    (many_parameters, "class C:\n def f(self, a, b, c, d, e, f, *, g, h): ..."),
    (deep_nesting, "if a:\n if b:\n  if c: ...\n  elif d: ...\n  elif e: ...\n  else: ..."),
    (deep_nesting, "if a:\n if b:\n  if c:\n   def f():\n    if d: ..."),
    (poor_docstrings, '"""Module."""\ndef _f(): ...\nclass _C:\n def m(self): ...'),
    (poor_docstrings, '"""Module.\n\nMore"""\n@overload\ndef f(): ...'),
    (broad_handlers, "try: ...\nexcept (ValueError, db.Error): ...\nexcept BaseException: raise"),
    (formatted_sql, "db.execute('SELECT ' 'x' + ' FROM t WHERE y = ?', (y,))"),
    (formatted_sql, "def f(): sql = f'{x}'\ndef g(sql): db.execute(sql)"),
    (formatted_sql, "db.execute(queries['head'])"),
    (future_annotations, "from __future__ import division"),
]


@pytest.mark.parametrize(("rule", "source"), BROKEN)
def test_rule_sees_what_it_forbids(rule: Rule, source: str) -> None:
    """Each rule finds exactly one problem in a source that breaks it."""
    assert len(list(rule(ast.parse(source)))) == 1


@pytest.mark.parametrize(("rule", "source"), SOUND)
def test_rule_allows_what_is_sound(rule: Rule, source: str) -> None:
    """Each rule finds no problem in a source that keeps it."""
    assert list(rule(ast.parse(source))) == []
