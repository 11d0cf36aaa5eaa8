"""Labels that a mail carries in its headers: what another program or person decided about it."""

from __future__ import annotations

from app.readers.mail.headers import header_text
from app.readers.mail.mime import Headers

SPAM, HAM = "spam", "ham"
KNOWN = ("x-gmail-labels", "x-mozilla-keys", "x-spam-flag", "x-spam-status")
"""Asked in this order when no header is named: what a person chose before what a filter guessed."""

GMAIL_STATES = "inbox important unread opened starred sent archived chat chats draft drafts trash bin snoozed muted"
MOZILLA_TAGS = {
    "$label1": "Important",
    "$label2": "Work",
    "$label3": "Personal",
    "$label4": "To Do",
    "$label5": "Later",
}
MAX_LABEL_CHARACTERS = 100


def label_from_header(headers: Headers, name: str | None = None) -> str | None:
    """Return the label that a header names, or any of the known ones; None where it names none."""
    for known in (name.lower(),) if name else KNOWN:
        label = _READERS.get(known, _plain_label)(header_text(headers, known.encode("latin-1", "replace")))
        if label:
            return label[:MAX_LABEL_CHARACTERS]
    return None


def _plain_label(value: str) -> str | None:
    return " ".join(value.split()) or None


def _gmail_label(value: str) -> str | None:
    """Of the many labels of a Gmail message: spam, else one that a person made, else its category or its place."""
    labels = [label.strip().strip('"') for label in value.split(",") if label.strip()]
    lower = {label.lower(): label for label in labels}
    if SPAM in lower:
        return SPAM
    made = [
        label for key, label in lower.items() if key not in GMAIL_STATES.split() and not key.startswith("category ")
    ]
    categories = [label for key, label in lower.items() if key.startswith("category ")]
    places = [label for key, label in lower.items() if key in ("inbox", "sent", "chat", "archived", "trash")]
    return next(iter([*made, *categories, *places]), None)


def _mozilla_label(value: str) -> str | None:
    keys = value.split()
    lower = {key.lower() for key in keys}
    if "junk" in lower:
        return SPAM
    tags = [MOZILLA_TAGS.get(key, key) for key in keys if key.lower() != "nonjunk"]
    if tags:
        return tags[0]
    return HAM if "nonjunk" in lower else None


def _spam_answer(value: str) -> str | None:
    answer = value.strip().lower()
    if answer.startswith(("yes", "true", "spam")):
        return SPAM
    return HAM if answer.startswith(("no", "false", "ham")) else None


_READERS = {
    "x-gmail-labels": _gmail_label,
    "x-mozilla-keys": _mozilla_label,
    "x-spam-flag": _spam_answer,
    "x-spam-status": _spam_answer,
}
