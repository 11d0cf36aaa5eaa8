"""Characters that HTML writes by name or by number."""

from __future__ import annotations

import re
from html import unescape

LONG_REFERENCE = re.compile(r"&#(?=[0-9])0*+([0-9]*+)")


def unescaped(text: str) -> str:
    """Decode entities; a number with more digits than Python reads is no character."""
    if text.count("&") == text.count("&amp;"):  # as in most addresses
        return text.replace("&amp;", "&")
    try:
        return unescape(text)
    except ValueError:
        return unescape(LONG_REFERENCE.sub(lambda found: f"&#{found[1][:8] or 0}", text))
