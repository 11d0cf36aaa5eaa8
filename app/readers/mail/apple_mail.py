"""Apple Mail's files: the length of the message on a line of its own, the message, then a property list with flags."""

from __future__ import annotations

import plistlib
import re
from typing import NamedTuple
from xml.parsers.expat import ExpatError

LENGTH_LINE = re.compile(rb"\A[ \t]*(\d{1,12})[ \t]*\r?\n")
DELETED, DRAFT, JUNK = 1 << 1, 1 << 6, 1 << 24
LARGEST_FLAGS_BYTES = 1 << 16


class AppleMessage(NamedTuple):
    """A message as it was received, and what Apple Mail has marked it with."""

    raw: bytes
    flags: int = 0


def has_length_line(head: bytes) -> bool:
    """Return whether a file begins as Apple Mail's do; a message must follow."""
    return LENGTH_LINE.match(head) is not None


def without_wrapping(raw: bytes) -> AppleMessage:
    """Take the message out of Apple Mail's file, also of one that is cut short; any other comes back as it is."""
    found = LENGTH_LINE.match(raw)
    if found is None:
        return AppleMessage(raw)
    end = found.end() + int(found[1])
    return AppleMessage(raw[found.end() : end], _flags(raw[end:].lstrip()))


def _flags(written: bytes) -> int:
    if not written.startswith(b"<?xml") or len(written) > LARGEST_FLAGS_BYTES or b"<!ENTITY" in written:
        return 0
    try:
        told = plistlib.loads(written)
    except (ValueError, ExpatError, plistlib.InvalidFileException, AttributeError, OverflowError):
        return 0
    flags = told.get("flags") if isinstance(told, dict) else None
    return flags if isinstance(flags, int) and flags >= 0 else 0
