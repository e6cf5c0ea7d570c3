"""Run the notebooks, as nbmake does and then once more, and compare what they show.

Run this file as a program to store in the notebooks what they show now.
"""

import ast
import asyncio
import inspect
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

import nbformat
from nbmake.nb_run import NotebookRun

from neuromem_graph import MemoryRuntime

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
SECONDS = 120  # for one cell

# What is random in a ledger (ids, and the marks of secrets, whose key is made with the file), and
# how a page looks and works, which has tests of its own.
PASSED_OVER = re.compile(
    r"\b[0-9a-f]{24}\b|(?<=redacted openai_key )[0-9a-f]{8}\b"
    r"|(<|&lt;)(style|script)\b.*?\1/\2(?:>|&gt;)|sha256-[\w+/=]+"
)


def executed(path: Path) -> Any:
    """Run a notebook in a kernel, in its folder; return it with what it shows."""
    result = NotebookRun(path, SECONDS).execute()
    if result.error is not None:
        raise AssertionError(f"{path.name}, cell {result.error.failing_cell_index}:\n"
                             f"{result.error.trace}")  # fmt: skip
    return cleaned(result.nb)


def cleaned(book: Any) -> Any:
    """Drop what tells of the machine and the moment, and what stands beside a picture."""
    book.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for cell in book.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = list(joined(cell.outputs))
            for output in cell.outputs:
                if "text/html" in output.get("data", {}):
                    output.data.pop("text/plain", None)
    return book


def joined(outputs: list[Any]) -> Iterator[Any]:
    """Make one output of several in a row that go to the same stream."""
    before = None
    for output in outputs:
        if before is not None and output.get("name", "") == before.get("name"):
            before.text += output.text
            continue
        if before is not None:
            yield before
        before = output
    if before is not None:
        yield before


def shown(book: Any) -> list[Any]:
    """Return what each cell of code shows, with a mark in place of what no reader looks at."""
    cells = [[dict(one) for one in cell.outputs] for cell in book.cells if cell.cell_type == "code"]
    return ast.literal_eval(PASSED_OVER.sub("(...)", repr(cells)))


def again(path: Path, **replacing: str) -> None:
    """Run the cells in this process, as after a restart: new names, the same folder.

    Args:
        path: the notebook.
        replacing: variables, and the line to put in place of the one that assigns them.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    with chdir(path.parent):
        for cell in nbformat.read(path, 4).cells:
            if cell.cell_type != "code":
                continue
            source = cell.source
            for name, line in replacing.items():
                source = re.sub(rf"^{name} = .*$", line, source, flags=re.MULTILINE)
            value = run_cell(source, names)
            if hasattr(value, "_repr_html_"):
                assert value._repr_html_()


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """Run one cell; return the value of its last line, if that is an expression."""
    tree, flags = ast.parse(source), ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    done = eval(compile(tree, "cell", "exec", flags=flags), names)
    if inspect.iscoroutine(done):
        asyncio.run(done)
    if not isinstance(last, ast.Expr):
        return None
    value = eval(compile(ast.Expression(last.value), "cell", "eval", flags=flags), names)
    return asyncio.run(value) if inspect.iscoroutine(value) else value


def heads(folder: Path) -> dict[str, tuple[int, str]]:
    """Return the end of the chain of every ledger below a folder."""
    found = {}
    for file in sorted(folder.rglob("memory.sqlite3")):
        with MemoryRuntime.local("any", file, read_only=True) as memory:
            head = memory.stats().head
        found[str(file.relative_to(folder))] = (head.seq, head.hash)
    return found


def main() -> None:
    """Run all notebooks, each in a new folder; store what has changed."""
    for path in NOTEBOOKS:
        with tempfile.TemporaryDirectory() as folder:
            book = executed(Path(shutil.copy(path, folder)))
        same = shown(book) == shown(nbformat.read(path, 4))
        if not same:
            nbformat.write(book, path)
        print(f"{path.name}: {'as stored' if same else 'stored anew'}")


if __name__ == "__main__":
    main()
