"""The text of RTF files, with footnotes, notes in the margin, and tables inside of tables."""

from __future__ import annotations

import re

from striprtf.striprtf import rtf_to_text

from app.domain.documents import ReadLimits
from app.readers.reading_failures import Unreadable

AS_TEXT = (
    (re.compile(r"\{\\(?:\*\\)?(?:footnote|annotation)(?![a-z]) ?"), r"{ "),
    (re.compile(r"\\nestcell(?![a-z])"), r"\\tab"),
    (re.compile(r"\{\\\*\\nesttableprops(?![a-z])"), r"\\par {\\*\\nesttableprops"),
    (re.compile(r"\\(fcharset|uc)(?![a-z0-9-])"), r"\\\g<1>1"),
    (re.compile(r"\\u-?\d{6,}"), r"\\u63"),
)
"""Codes that the library leaves out, or breaks at, each with one that says the same to it."""


def rtf_text(raw: bytes, _limits: ReadLimits) -> str:
    """Return the text that a word processor would show of an RTF file; its bytes above 127 are in its own code page."""
    written = raw.decode("latin-1")
    for pattern, same in AS_TEXT:
        written = pattern.sub(same, written)
    try:
        text: str = rtf_to_text(written, encoding="cp1252", errors="replace")  # type: ignore[no-untyped-call]
    except (ValueError, TypeError, LookupError, OverflowError) as error:
        raise Unreadable("damaged", str(error)) from error
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
