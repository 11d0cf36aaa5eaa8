"""The text of RTF files."""

from __future__ import annotations

from striprtf.striprtf import rtf_to_text

from app.domain.documents import ReadLimits


def rtf_text(raw: bytes, _limits: ReadLimits) -> str:
    """What a word processor would show of an RTF file; its own bytes above 127 are in its own code page."""
    text: str = rtf_to_text(raw.decode("latin-1"), encoding="cp1252", errors="replace")  # type: ignore[no-untyped-call]
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
