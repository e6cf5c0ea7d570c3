"""Load every command, and give the application that `nmem` runs."""

import pkgutil
from importlib import import_module

from neuromem_graph.cli import commands
from neuromem_graph.cli.app import app

__all__ = ["app"]

for _found in sorted(module.name for module in pkgutil.iter_modules(commands.__path__)):
    import_module(f"{commands.__name__}.{_found}")
