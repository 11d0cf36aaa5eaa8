"""Labels that a mail carries in its headers: what another program or person decided about it."""

from __future__ import annotations

from app.readers.files.mail_folder_names import LABELS, LEFT_OUT, LIKE_SPAM, use_of
from app.readers.mail.headers import header_text
from app.readers.mail.mime import Headers

SPAM, HAM = "spam", "ham"
KNOWN = ("x-gmail-labels", "x-mozilla-keys", "x-spam-flag", "x-spam-status")
"""Asked in this order when no header is named: what a person chose before what a filter guessed."""

GMAIL_STATES = "inbox important unread opened starred sent archived chat chats draft drafts trash bin snoozed muted"
STATES = frozenset(
    (
        f"{GMAIL_STATES}"
        " geöffnet ungelesen wichtig archiviert markiert ouvert ouverts important importants"
        " archivé archivés suivis abierto abiertos importante importantes archivado archivados"
        " destacados lidas arquivado aberto aperto aperti archiviato importanti speciali"
        " gelezen geopend belangrijk gearchiveerd öppnad olästa viktigt otwarte ważne"
        " zarchiwizowane nieprzeczytane открытые непрочитанные важные архивированные помеченные"
        " 已打开 未读 重要 已归档 已加星标 開封済み 未読 スター付き アーカイブ済み"
    ).split()
) | {"non lus", "no leídos", "non lues", "não lidas", "non letti"}
"""Words by which Gmail marks a message's state beside its labels, in the languages that exports were seen in."""
CATEGORIES = ("category ", "kategorie ", "catégorie ", "categoría ", "categoria ", "categorie ", "категория ")
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


def carried_label(headers: Headers, around: str | None) -> str | None:
    """Return the label that a message brings without being asked for: what its owner's program says, else its place.

    The labels of a Gmail export say more than the file it is in. A mark as junk is worth as much
    as the folder for junk; what filters on the way have guessed is never taken.
    """
    gmail = header_text(headers, b"x-gmail-labels")
    if gmail:
        return _own_gmail_label(gmail)
    marks = header_text(headers, b"x-mozilla-keys").lower().split()
    if "junk" in marks:
        return junk_label(around)
    return HAM if around is None and "nonjunk" in marks else around


def junk_label(around: str | None) -> str:
    """Return what junk is called beside the label of its place."""
    if around is None:
        return SPAM
    return around if any(like in around.casefold() for like in LIKE_SPAM) else LABELS["junk"]


def _own_gmail_label(value: str) -> str | None:
    """Spam, a label that a person made, or the inbox; nothing for what was sent, begun or thrown away."""
    names = [name.strip().strip('"') for name in value.split(",") if name.strip()]
    uses = {use_of(name) for name in names}
    if "junk" in uses:
        return SPAM
    if "trash" in uses:
        return None
    made = [name for name in names if use_of(name) is None and not _is_state(name)]
    if made:
        return made[0][:MAX_LABEL_CHARACTERS]
    return LABELS["inbox"] if "inbox" in uses or not uses & LEFT_OUT else None


def _is_state(name: str) -> bool:
    lowered = name.lower()
    return lowered in STATES or lowered.startswith(CATEGORIES)


def _plain_label(value: str) -> str | None:
    return " ".join(value.split()) or None


def _gmail_label(value: str) -> str | None:
    """Choose one of a Gmail message's many labels: spam, else one that a person made, else its category or its
    place."""
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
