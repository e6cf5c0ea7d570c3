"""Write an audit as lines of text."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from neuromem_graph.types.auditing import AuditReport, Sort


def title(one: "AuditReport") -> str:
    """Name what was audited."""
    if one.namespace is None:
        return f"Audit of {one.stored} items"
    return f"Audit of {'/'.join(one.namespace)}"


def written(one: "AuditReport", sorts: "Mapping[Sort, str]") -> str:
    """Write an audit.

    Args:
        one: what was found.
        sorts: what each sort of finding means.
    """
    return "\n".join(_lines(one, sorts))


def _lines(one: "AuditReport", sorts: "Mapping[Sort, str]") -> Iterator[str]:
    yield f"{title(one)} at {one.at:%Y-%m-%d %H:%M}: {one.looked_at} of {one.stored} looked at"
    for sort, says in sorts.items():
        count = one.counts.get(sort)
        told = "-" if count is None else str(count)
        yield f"{told:>7}  {sort.replace('_', ' ')}: {says}"
    yield f"{one.per_day:7.1f}  added per day, on {len(one.growth)} days"
    for finding in one.findings:
        about = " | ".join(finding.texts)
        yield f"- {finding.sort}: {', '.join(finding.ids)} {finding.says}: {about}".rstrip(": ")
