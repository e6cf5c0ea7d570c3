"""Check a store from a shell: ``python -m neuromem_graph.testing.store_suite module:factory``.

It ends with 0 if all that is required passes, 1 if something fails or is missing, 2 if it can't be
run as asked.
"""

import argparse
import importlib
import json
import sys
from collections.abc import Sequence
from typing import Any

from neuromem_graph.testing.store_suite.capabilities import Capability
from neuromem_graph.testing.store_suite.detecting import Unusable
from neuromem_graph.testing.store_suite.running import check


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the store that is named on the command line, and print the report.

    Args:
        arguments: None for those of the process.

    Returns:
        0 if it passed, else 1.

    Raises:
        SystemExit: with 2, after a message on stderr, if the arguments can't be used.
    """
    parser = _parser()
    given = parser.parse_args(arguments)
    try:
        report = check(_load(given.factory), capabilities=given.capability, seconds=given.seconds)
    except (_Unfit, Unusable, ValueError) as error:
        parser.error(str(error))
    print(json.dumps(report.to_dict(), indent=2) if given.json else report.render())
    return 0 if report.passed() else 1


class _Unfit(Exception):
    """What is named on the command line is no factory."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m neuromem_graph.testing.store_suite",
        description="Check that a LangGraph store does what a BaseStore should.",
    )
    parser.add_argument("factory", help="package.module:factory; it returns or yields a store")
    parser.add_argument(
        "--capability",
        action="append",
        metavar="NAME",
        help=f"check only this, and fail if it is absent; may be repeated: {', '.join(Capability)}",
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument(
        "--seconds", type=float, default=30.0, help="how long one async case may take (30)"
    )
    return parser


def _load(reference: str) -> Any:
    module, colon, path = reference.partition(":")
    if not (module and colon and path):
        raise _Unfit(f"{reference!r} is not of the form package.module:factory")
    try:
        found: Any = importlib.import_module(module)
    except ImportError as error:
        raise _Unfit(f"{module!r} can't be imported: {error}") from error
    for name in path.split("."):
        if not hasattr(found, name):
            raise _Unfit(f"{module!r} has no {path!r}")
        found = getattr(found, name)
    if not callable(found) and not hasattr(found, "factory"):
        raise _Unfit(f"{reference!r} is no factory: it can't be called")
    return found


if __name__ == "__main__":
    sys.exit(main())
