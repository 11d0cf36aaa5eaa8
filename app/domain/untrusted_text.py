"""Text that strangers wrote, made fit for one line: it begins no other, turns nothing round, and gives no orders."""

from __future__ import annotations

import re

BREAKS = re.compile(r"[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")
ORDERS = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\U000e0001-\U000e007f]"
)
"""Control characters, marks of direction, and tags that no font shows."""


def one_line(words: str) -> str:
    """Return words with breaks as spaces, and with a mark in the place of what would be obeyed instead of shown."""
    return ORDERS.sub("\N{REPLACEMENT CHARACTER}", BREAKS.sub(" ", words))
