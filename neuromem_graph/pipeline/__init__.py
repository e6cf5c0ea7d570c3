"""Order the steps: one function per stage; each reads, lets the core decide, or writes."""
