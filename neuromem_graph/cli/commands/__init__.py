"""The commands of `nmem`: every file here is loaded."""
