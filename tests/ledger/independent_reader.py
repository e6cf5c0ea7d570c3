"""A second verifier for ledger files, written from docs/ledger-format.md alone: no shared code."""

import hashlib
import hmac
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

TAG = b"nmg1"
ZERO = bytes(32)


def _unique(pairs: list) -> dict:
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def _witness(path: str) -> tuple[int, bytes] | None:
    """The head kept beside the file: `nmg1 <seq> <hash in hex>`, or None if missing or empty."""
    file = Path(f"{path}-head")
    words = file.read_text("ascii").split() if file.exists() else []
    if words and (len(words) != 3 or words[0] != "nmg1"):
        raise ValueError("the witness is not of the form nmg1 <seq> <hash>")
    return (int(words[1]), bytes.fromhex(words[2])) if words else None


def _record_problems(row: tuple, before: tuple) -> tuple[list[str], bytes, dict]:
    """Rules 2 to 5 for one record; also its seal and its header (as far as they can be read)."""
    (seq, at, record, digest), (_, before_at, before_hash) = row, before
    if not isinstance(record, bytes) or len(record) < len(TAG) + 64:
        return ["it is not the bytes of a record"], ZERO, {}
    problems = []
    header, previous, seal = record[len(TAG) : -64], record[-64:-32], record[-32:]
    if not record.startswith(TAG):
        problems.append("it does not start with the tag nmg1")
    try:
        if (header[:1], header[-1:]) != (b"{", b"}"):
            raise ValueError("it is not between braces")
        fields = json.loads(header.decode("utf-8"), object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        fields = error
    if not isinstance(fields, dict):
        problems.append(f"its header is not one JSON object: {fields}")
        fields = {}
    for key, column in (("seq", seq), ("at", at)):
        value = fields.get(key)
        if type(value) is not int or type(column) is not int or value != column:
            problems.append(f"its header says {key} {value!r}, the column {column!r}")
    if not isinstance(fields.get("kind"), str):
        problems.append("its header names no kind")
    if previous != before_hash:
        problems.append("its previous is not the hash of the record before")
    if hashlib.sha256(record).digest() != digest:
        problems.append("its hash is not the SHA-256 of the record")
    if type(at) is int and before_at is not None and at < before_at:
        problems.append(f"its time {at} is less than {before_at}, that of the record before")
    return problems, seal, fields


def _check(db: sqlite3.Connection, witness: tuple[int, bytes] | None) -> list[str]:
    for pragma, wanted in (("application_id", 1852663601), ("user_version", 5)):
        (found,) = db.execute(f"PRAGMA {pragma}").fetchone()
        if found != wanted:
            return [f"not a ledger file of this version: {pragma} is {found}, not {wanted}"]
    bad: list[tuple[int, str]] = []
    payloads: dict[int, tuple] = {}
    for seq, salt, body in db.execute("SELECT seq, salt, body FROM payloads"):
        if type(seq) is not int:
            return [f"a payload has the seq {seq!r}"]
        if seq in payloads:
            bad.append((seq, "it has more than one payload"))
        payloads[seq] = (salt, body)
    seals: dict[int, bytes] = {}
    tombstones: dict[int, list[int]] = {}  # erased seq -> the tombstones that list it
    before: tuple = (0, None, ZERO)  # seq, at, hash of the record before
    for row in db.execute("SELECT seq, recorded_at, record, hash FROM records ORDER BY seq"):
        seq, at, _, digest = row
        due = before[0] + 1
        if type(seq) is not int or seq < due:
            bad.append((due, f"in its place is a record with the seq {seq!r}"))
            seq = due
        elif seq > due:
            bad.append((due, f"it is missing, the next one is {seq}"))
        problems, seals[seq], fields = _record_problems(row, before)
        bad += [(seq, problem) for problem in problems]
        if fields.get("kind") == "tombstone":
            erased = fields.get("erased", [])
            if not isinstance(erased, list) or not all(type(item) is int for item in erased):
                bad.append((seq, "its erased is not a list of sequence numbers"))
                erased = []
            for item in erased:
                tombstones.setdefault(item, []).append(seq)
        if witness is not None and seq == witness[0] and digest != witness[1]:
            bad.append((seq, "its hash is not that of the witness beside the file"))
        before = (seq, at if type(at) is int else before[1], digest)
    for seq, seal in seals.items():
        if seq in payloads:
            salt, body = payloads[seq]
            if type(salt) is not bytes or type(body) is not bytes or len(salt) != 32:
                bad.append((seq, "its payload is not a salt of 32 bytes and a body"))
            elif seal == ZERO or hmac.digest(salt, body, "sha256") != seal:
                bad.append((seq, "its payload does not match its seal"))
        elif seal != ZERO and not any(later > seq for later in tombstones.get(seq, [])):
            bad.append((seq, "its payload is missing and no later tombstone lists it"))
    for seq in sorted(tombstones.keys() & payloads.keys()):
        bad.append((seq, f"it has a payload, but tombstone {tombstones[seq][0]} erased it"))
    bad += [(seq, "a payload without a record") for seq in sorted(payloads.keys() - seals.keys())]
    bad += _end_problems(db.execute("SELECT id, seq, hash FROM head").fetchall(), before)
    if witness is not None and witness[0] > before[0]:
        bad.append((before[0] + 1, f"it is missing, the witness names {witness[0]}"))
    return [f"record {seq}: {problem}" for seq, problem in sorted(bad, key=lambda item: item[0])]


def _end_problems(heads: list[tuple], last: tuple) -> list[tuple[int, str]]:
    seq, _, digest = last
    if not heads:
        return [(seq, "it is the last, but there is no head")] if seq else []
    if len(heads) > 1 or heads[0][0] != 1 or type(heads[0][1]) is not int:
        return [(seq, "the head is not one row with the id 1 and a seq")]
    _, head_seq, head_hash = heads[0]
    if head_seq > seq or not seq:
        return [(seq + 1, f"it is missing, the head names {head_seq}")]
    if head_seq < seq:
        return [(head_seq + 1, f"it lies behind the head, which names {head_seq}")]
    return [] if head_hash == digest else [(seq, "the head has another hash")]


def verify(path: str) -> list[str]:
    """What is wrong with the file, the lowest sequence number first; empty if it is whole."""
    try:
        witness = _witness(path)  # before the snapshot, so that it can't be ahead of it
        uri = Path(path).absolute().as_uri() + "?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
            db.text_factory = lambda raw: raw.decode("utf-8", "replace")
            db.execute("BEGIN")  # one snapshot for all three tables
            return _check(db, witness)
    except (sqlite3.Error, OSError, ValueError) as error:
        return [f"cannot be read: {error}"]


def main() -> int:
    """Print what is wrong with the file named on the command line; 0 if nothing is."""
    problems = verify(sys.argv[1])
    print("\n".join(problems) or "whole")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
