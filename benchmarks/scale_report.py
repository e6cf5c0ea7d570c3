"""Keep, write and draw what `scale.py` measures."""

import json
from pathlib import Path
from typing import Any

MOST, LEAST = 2.5, 0.6  # the targets: query by floor, ingest by floor
Found = dict[str, Any]


class Results:
    """Keep what was measured in a file, so that a run can go on."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "results.json"
        self.found: dict[str, Found] = {}
        if self._path.exists():
            self.found = json.loads(self._path.read_text("utf-8"))

    def of(self, name: str) -> Found | None:
        """Return what is known under a name."""
        return self.found.get(name)

    def put(self, name: str, found: Found) -> Found:
        """Keep it."""
        self.found[name] = found
        self._path.write_text(json.dumps(self.found, indent=1), "utf-8")
        return found


def table(rows: list[tuple[int, Found]], results: Results) -> str:
    """Write the tables as Markdown."""
    lines = ["| memories | query p50 / p95, CPU | raw floor | ratio | wall p50 / p95 "
             "| cold open + first query | RSS | file |",
             "|---|---|---|---|---|---|---|---|"]  # fmt: skip
    for size, found in rows:
        for label, one_ in ((f"{size:,}", found), (f"{size:,}, embedded", found.get("embedded"))):
            if one_ is not None:
                cpu, raw, wall = one_["cpu"], one_["raw"], one_["wall"]
                lines.append(
                    f"| {label} | {cpu[0]:.1f} / {cpu[1]:.1f} ms | {raw[0]:.1f} / {raw[1]:.1f} ms "
                    f"| {one_['ratio']:.2f} | {wall[0]:.1f} / {wall[1]:.1f} ms "
                    f"| {one_['cold']:.2f} s "
                    f"| {one_['rss']:.0f} MB | {one_['file']:,.0f} MB |"
                )
    lines += ["", "| memories | in batches | raw floor | share | one by one | raw floor | share |",
              "|---|---|---|---|---|---|---|"]  # fmt: skip
    for size, found in rows:
        parts = [f"{part['wall']:,.0f} /s | {part['raw_wall']:,.0f} /s "
                 f"| {part['wall'] / part['raw_wall']:.0%}"
                 for part in (found["ingest"]["batch"], found["ingest"]["single"])]  # fmt: skip
        lines.append(f"| {size:,} | {' | '.join(parts)} |")
    peers = {key: found for key, found in results.found.items() if key[:4] not in ("ours", "else")}
    if peers:
        lines += [
            "",
            "| system | memories | ingest | query p50 / p95, CPU | RSS |",
            "|---|---|---|---|---|",
        ]
    for key, found in peers.items():
        name, size = key.rsplit(" ", 1)
        told = f"{found.get('missing')} | | "
        if "rate" in found:
            p50, p95 = found["cpu"]
            told = f"{found['rate']:,.0f} /s | {p50:,.1f} / {p95:,.1f} ms | {found['rss']:.0f} MB"
        lines.append(f"| {name} | {int(size):,} | {told} |")
    return "\n".join(lines)


def missed(rows: list[tuple[int, Found]]) -> list[str]:
    """Name the targets that are missed."""
    problems = []
    for size, found in rows:
        if found["ratio"] > MOST:
            problems.append(
                f"a query at {size:,} costs {found['ratio']:.2f} x the floor, {MOST:g} at most"
            )
        for name, part in found["ingest"].items():
            if part["wall"] < LEAST * part["raw_wall"]:
                share = part["wall"] / part["raw_wall"]
                problems.append(
                    f"{name} ingest at {size:,} runs at {share:.0%} of the floor, "
                    f"{LEAST:.0%} at least"
                )
    return problems


def plot(rows: list[tuple[int, Found]], results: Results, target: Path) -> None:
    """Draw query time by size, ours, the floor's and the peers'."""
    from matplotlib import pyplot  # noqa: PLC0415  an extra

    figure, axes = pyplot.subplots(figsize=(7, 4.5), dpi=120)
    sizes = [size for size, _ in rows]
    axes.plot(
        sizes, [found["cpu"][0] for _, found in rows], "o-", label="neuromem-graph, whole query"
    )
    axes.plot(
        sizes,
        [found["raw"][0] for _, found in rows],
        "s--",
        color="gray",
        label="raw floor: FTS5 + fetch",
    )
    axes.plot(
        sizes,
        [MOST * found["raw"][0] for _, found in rows],
        ":",
        color="gray",
        label=f"{MOST:g} x floor",
    )
    peers: dict[str, list[tuple[int, float]]] = {}
    for key, found in results.found.items():
        if "rate" in found:
            name, size = key.rsplit(" ", 1)
            peers.setdefault(name, []).append((int(size), found["cpu"][0]))
    for name, points in peers.items():
        axes.plot(*zip(*sorted(points), strict=True), "^-", alpha=0.7, label=name)
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="memories in one namespace",
        ylabel="CPU ms per query (median)",
    )
    axes.grid(alpha=0.3, which="both")
    axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(target)
