"""How impact is measured and routed: reliabilities, utilities, risks and the table of routes."""
