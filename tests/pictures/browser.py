"""Look at a page in Chromium, and read the picture it takes, with the standard library."""

import shutil
import struct
import subprocess
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FOUND = next((path for path in map(shutil.which, NAMES) if path), None)
needs_browser = pytest.mark.skipif(
    FOUND is None, reason="no Chromium on this machine: install Debian's `chromium` to look"
)
_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
          "--disable-background-networking", "--disable-dev-shm-usage",
          "--force-device-scale-factor=1")  # fmt: skip


class Shot(NamedTuple):
    """Hold the pixels of a picture."""

    width: int
    height: int
    rows: tuple[bytes, ...]  # three or four bytes per pixel
    depth: int

    def colours(self) -> Counter[bytes]:
        """Count the pixels of each colour."""
        size = self.depth
        return Counter(row[at : at + 3] for row in self.rows for at in range(0, len(row), size))

    def dark(self) -> int:
        """Count the pixels of ink."""
        return sum(count for colour, count in self.colours().items() if max(colour) < 0x70)

    def blank_edges(self, white: bytes = b"\xff\xff\xff") -> bool:
        """Tell whether nothing runs out of the picture at the right or at the bottom."""
        size = self.depth
        right = {row[-size:][:3] for row in self.rows}
        bottom = {self.rows[-1][at : at + 3] for at in range(0, len(self.rows[-1]), size)}
        return right | bottom == {white}


def _run(profile: Path, *args: str) -> str:
    assert FOUND is not None
    argv = [FOUND, *_FLAGS, f"--user-data-dir={profile}", *args]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=120, check=True)
    return done.stdout


def look(page: str, folder: Path, size: tuple[int, int]) -> bytes:
    """Take a picture of a page; return it as PNG."""
    file, shot = folder / "page.html", folder / "shot.png"
    file.write_text(page, encoding="utf-8")
    _run(folder / "profile", f"--screenshot={shot}", "--window-size={},{}".format(*size),
         file.as_uri())  # fmt: skip
    return shot.read_bytes()


def run(page: str, folder: Path) -> str:
    """Return the elements of a page once its script has run."""
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    return _run(folder / "profile", "--dump-dom", file.as_uri())


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the parts of a PNG: kind and body."""
    at = 8
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        at += 12 + size


def shrunk(png: bytes) -> bytes:
    """Pack the pixels of a PNG without filters: flat colours and letters get small so."""
    raw = b"".join(b"\0" + row for row in pixels(png).rows)
    head = next(body for kind, body in chunks(png) if kind == b"IHDR")
    packed = [(b"IHDR", head), (b"IDAT", zlib.compress(raw, 9)), (b"IEND", b"")]
    return png[:8] + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in packed
    )


def pixels(png: bytes) -> Shot:
    """Read a PNG of 8 bits per colour, not interlaced, as Chromium writes it (RFC 2083)."""
    parts = list(chunks(png))
    packed = b"".join(body for kind, body in parts if kind == b"IDAT")
    head = next(body for kind, body in parts if kind == b"IHDR")
    width, height, bits, colour, _, _, interlaced = struct.unpack(">IIBBBBB", head)
    assert (bits, interlaced) == (8, 0) and colour in (2, 6)
    depth = 3 if colour == 2 else 4
    raw, stride = zlib.decompress(packed), width * depth
    rows: list[bytes] = []
    above = bytes(stride)
    for start in range(0, len(raw), stride + 1):
        above = _unfiltered(raw[start], raw[start + 1 : start + 1 + stride], above, depth)
        rows.append(above)
    assert len(rows) == height
    return Shot(width, height, tuple(rows), depth)


def _unfiltered(kind: int, line: bytes, above: bytes, depth: int) -> bytes:
    done = bytearray(line)
    if kind == 0:
        return line
    for at in range(len(done)):
        left = done[at - depth] if at >= depth else 0
        corner = above[at - depth] if at >= depth else 0
        guess = (0, left, above[at], (left + above[at]) // 2, 0)[kind]
        if kind == 4:
            guess = _paeth(left, above[at], corner)
        done[at] = (done[at] + guess) & 0xFF
    return bytes(done)


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    far = abs(guess - left), abs(guess - up), abs(guess - corner)
    return (left, up, corner)[far.index(min(far))]
