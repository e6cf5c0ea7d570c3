"""Run `python -m neuromem_graph.cli` as `nmem`."""

from neuromem_graph.cli import app

app()
