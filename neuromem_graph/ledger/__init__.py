"""Remember: the only place with SQL. One sub-package per backend; `format` is common to all."""
