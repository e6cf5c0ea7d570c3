"""Test what you build on neuromem-graph: suites, builders and fakes that ship with the package."""
