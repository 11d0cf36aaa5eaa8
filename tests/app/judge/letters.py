"""Mails of two labels that a model tells apart."""

from __future__ import annotations

WORDS = {
    "spam": "cheap watches offer casino winner pills prize credit",
    "ham": "meeting notes garden monday lunch report family train",
}


def letter(label: str, number: int, *, words: str = "") -> bytes:
    """One mail; each number gives another content."""
    known = WORDS[label].split()
    text = " ".join(known[(number + place) % len(known)] for place in range(6))
    return (
        f"From: person{number}@{label}.example\r\nTo: me@home.example\r\nSubject: {known[number % 8]} {number}\r\n"
        f"Date: Mon, {1 + number % 27} Jun 2026 10:00:00 +0000\r\nMessage-ID: <{label}{number}@example>\r\n\r\n"
        f"{text} number{number} {words}\r\n"
    ).encode()
