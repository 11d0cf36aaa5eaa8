"""The two mail headers that state a verdict. `classify --filter` and the mail daemon add them and remove forged ones.

This module imports little, because mail programs start `classify` for every mail.
"""

from __future__ import annotations

import re

from app.domain.results import DocumentVerdict

VERDICT_HEADER = re.compile(rb"x-(?:text-classification|bayleaf-score)[ \t]*:", re.IGNORECASE)
"""Pattern of the start of a header line that states a verdict. Sieve and formail accept spaces before the colon."""
EMPTY_LINE = re.compile(rb"\n(\r?\n)")
"""Pattern of the first empty line, with the line end before it. One mail may have different line ends."""
UNDECIDED = "undecided"
UNSURE = "unsure"


def insert_verdict_headers(raw: bytes, verdict: DocumentVerdict | None) -> bytes:
    """Return the mail with headers that state the verdict. Headers that an earlier run added are removed.

    The new headers come first, after the `From ` line of a mailbox if there is one. For None, the header says
    `undecided`.
    """
    return b"".join(split_with_verdict_headers(raw, verdict))


def split_with_verdict_headers(raw: bytes, verdict: DocumentVerdict | None) -> tuple[bytes, memoryview]:
    """Return two parts that together are the result of `insert_verdict_headers`: the header section, and a view of the
    rest.
    """
    newline = b"\r\n" if b"\r\n" in raw[:1000] else b"\n"
    lines = (f"{name}: {value}" for name, value in headers_of_verdict(verdict))
    added = b"".join(line.encode("utf-8") + newline for line in lines)
    end_of_head = find_end_of_head(raw)
    kept = remove_verdict_headers(raw[:end_of_head])
    envelope = b""
    if kept.startswith(b"From "):
        end = kept.find(b"\n") + 1
        envelope, kept = kept[:end], kept[end:]
    return envelope + added + kept, memoryview(raw)[end_of_head:]


def headers_of_verdict(verdict: DocumentVerdict | None) -> tuple[tuple[str, str], ...]:
    """Return the (name, value) pairs of the two headers that state the verdict."""
    label, score = UNDECIDED, "0.000000"
    if verdict is not None and verdict.label is not None:
        label = UNSURE if verdict.is_unsure else label_on_one_line(verdict.label)
        score = f"{verdict.probability or 0.0:.6f} {label_on_one_line(verdict.label)}"
    return ("X-Text-Classification", label), ("X-Bayleaf-Score", score)


def label_on_one_line(text: str) -> str:
    """Return a label without line breaks, because a header must be on one line."""
    return " ".join(text.split())


def find_end_of_head(raw: bytes) -> int:
    """Return the index of the first empty line of a mail; without an empty line, the length of the mail."""
    if raw.startswith((b"\n", b"\r\n")):
        return 0
    empty_line = EMPTY_LINE.search(raw)
    return len(raw) if empty_line is None else empty_line.start(1)


def remove_verdict_headers(head: bytes) -> bytes:
    """Remove the verdict headers, with their continuation lines, from the header section of a mail.

    They may be forged by any sender.
    """
    kept: list[bytes] = []
    is_ours = False
    for line in head.splitlines(keepends=True):
        if not line.startswith((b" ", b"\t")):
            is_ours = VERDICT_HEADER.match(line) is not None
        if not is_ours:
            kept.append(line)
    return b"".join(kept)
