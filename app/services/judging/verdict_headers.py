"""A verdict as headers of the mail it is on, for procmail, maildrop, sieve and their kind."""

from __future__ import annotations

import re

from app.domain.use_case_results import Verdict

OURS = (b"x-text-classification:", b"x-bayleaf-score:")
EMPTY_LINE = re.compile(rb"\n(\r?\n)")
"""Line ends may be mixed: whoever reads the mail next ends its header at the first empty line of either kind."""
UNDECIDED = "undecided"
UNSURE = "unsure"


def with_headers(raw: bytes, verdict: Verdict | None) -> bytes:
    """Put our headers first, behind the envelope line that mailboxes begin with."""
    newline = b"\r\n" if b"\r\n" in raw[:1000] else b"\n"
    label, score = UNDECIDED, "0.000000"
    if verdict is not None and verdict.label is not None:
        label = UNSURE if verdict.is_unsure else one_line(verdict.label)
        score = f"{verdict.probability or 0.0:.6f} {one_line(verdict.label)}"
    lines = (f"X-Text-Classification: {label}", f"X-Bayleaf-Score: {score}")
    added = b"".join(line.encode("utf-8") + newline for line in lines)
    head, body = split_head(raw)
    kept = without_ours(head)
    envelope = b""
    if kept.startswith(b"From "):
        end = kept.find(b"\n") + 1
        envelope, kept = kept[:end], kept[end:]
    return envelope + added + kept + body


def one_line(text: str) -> str:
    """A label as it can stand in a header."""
    return " ".join(text.split())


def split_head(raw: bytes) -> tuple[bytes, bytes]:
    """The header with its last line end, and all the rest."""
    if raw.startswith((b"\n", b"\r\n")):
        return b"", raw
    empty_line = EMPTY_LINE.search(raw)
    return (raw, b"") if empty_line is None else (raw[: empty_line.start(1)], raw[empty_line.start(1) :])


def without_ours(head: bytes) -> bytes:
    """Leave out headers of our names, which anybody may have written, with the lines that continue them."""
    kept: list[bytes] = []
    is_ours = False
    for line in head.splitlines(keepends=True):
        if not line.startswith((b" ", b"\t")):
            is_ours = line.lower().startswith(OURS)
        if not is_ours:
            kept.append(line)
    return b"".join(kept)
