"""Mails of two labels that a model tells apart."""

from __future__ import annotations

from pathlib import Path

from app.features.mail_daemon.daemon import mail_of
from app.store.workspace import Workspace

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


def label_of(workspace: Path, mail: bytes) -> str | None:
    """Return the label that a workspace has learnt of a mail."""
    with Workspace(workspace, read_only=True) as opened:
        number = opened.documents.find("Mail", mail_of(mail).content_hash)
        return None if number is None else opened.documents.get(number).document.label
