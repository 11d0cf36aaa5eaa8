"""Labels that a mail carries in its headers: what another program or person decided about it."""

from __future__ import annotations

from app.domain.label_sets import labels_in
from app.readers.files.names_in_mail_programs import LABELS, LEFT_OUT, LIKE_SPAM, tags_in, tags_in_dump, use_of
from app.readers.mail.headers import header_text
from app.readers.mail.mime import Headers

SPAM, HAM = "spam", "ham"
OWN_TAGS = (b"x-mozilla-keys", b"x-keywords", b"x-label")
"""Headers in which the owner's programs keep tags."""
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
MAX_LABEL_CHARACTERS = 100


def label_from_header(headers: Headers, name: str | None = None) -> str | None:
    """Return the label that a header names, or any of the known ones; None where it names none."""
    return next(iter(labels_from_header(headers, name)), None)


def labels_from_header(headers: Headers, name: str | None = None) -> list[str]:
    """Return the labels that a header names, or the first of the known ones that names any; the most telling first."""
    for known in (name.lower(),) if name else KNOWN:
        value = header_text(headers, known.encode("latin-1", "replace"))
        labels = _READERS[known](value) if known in _READERS else _plain_labels(value)
        if labels:
            return [label[:MAX_LABEL_CHARACTERS] for label in labels]
    return []


def carried_label(headers: Headers, around: str | None) -> str | None:
    """Return the label that a message brings without being asked for: what its owner's program says, else its place.

    The labels of a Gmail export say more than the file it is in. A mark as junk is worth as much
    as the folder for junk; what filters on the way have guessed is never taken.
    """
    gmail = header_text(headers, b"x-gmail-labels")
    if gmail:
        return next(iter(_own_gmail_labels(gmail)), None)
    marks = header_text(headers, b"x-mozilla-keys").lower().split()
    if "junk" in marks:
        return junk_label(around)
    return HAM if around is None and "nonjunk" in marks else around


def carried_labels(headers: Headers, around: str | None) -> list[str]:
    """Return all labels that a message brings without being asked for: those of Gmail, or its place and its tags."""
    gmail = header_text(headers, b"x-gmail-labels")
    if gmail:
        return _own_gmail_labels(gmail)
    places = [junk_label(place or None) if "junk" in _marks(headers) else place for place in labels_in(around) or ("",)]
    tags = [tag for name in OWN_TAGS for tag in tags_in(header_text(headers, name))]
    return [label for label in (*places, *tags) if label]


def notmuch_tags(headers: Headers, dump: str) -> list[str]:
    """Return the tags that notmuch has of a mail, from what `notmuch dump` wrote."""
    return list(tags_in_dump(dump).get(header_text(headers, b"message-id").strip().strip("<>"), ()))


def _marks(headers: Headers) -> list[str]:
    return header_text(headers, b"x-mozilla-keys").lower().split()


def junk_label(around: str | None) -> str:
    """Return what junk is called beside the label of its place."""
    if around is None:
        return SPAM
    return around if any(like in around.casefold() for like in LIKE_SPAM) else LABELS["junk"]


def _own_gmail_labels(value: str) -> list[str]:
    """Spam, the labels that a person made, or the inbox; nothing for what was sent, begun or thrown away."""
    names = [name.strip().strip('"') for name in value.split(",") if name.strip()]
    uses = {use_of(name) for name in names}
    if "junk" in uses:
        return [SPAM]
    if "trash" in uses:
        return []
    made = [name for name in names if use_of(name) is None and not _is_state(name)]
    if made:
        return [name[:MAX_LABEL_CHARACTERS] for name in made]
    return [LABELS["inbox"]] if "inbox" in uses or not uses & LEFT_OUT else []


def _is_state(name: str) -> bool:
    lowered = name.lower()
    return lowered in STATES or lowered.startswith(CATEGORIES)


def _plain_labels(value: str) -> list[str]:
    whole = " ".join(value.split())
    return [whole] if whole else []


def _gmail_labels(value: str) -> list[str]:
    """Order a Gmail message's many labels: spam, else those that a person made, its category, its place."""
    labels = [label.strip().strip('"') for label in value.split(",") if label.strip()]
    lower = {label.lower(): label for label in labels}
    if SPAM in lower:
        return [SPAM]
    made = [
        label for key, label in lower.items() if key not in GMAIL_STATES.split() and not key.startswith("category ")
    ]
    categories = [label for key, label in lower.items() if key.startswith("category ")]
    places = [label for key, label in lower.items() if key in ("inbox", "sent", "chat", "archived", "trash")]
    return made or categories or places


def _mozilla_labels(value: str) -> list[str]:
    lower = value.lower().split()
    if "junk" in lower:
        return [SPAM]
    return tags_in(value) or ([HAM] if "nonjunk" in lower else [])


def _spam_answers(value: str) -> list[str]:
    answer = value.strip().lower()
    if answer.startswith(("yes", "true", "spam")):
        return [SPAM]
    return [HAM] if answer.startswith(("no", "false", "ham")) else []


_READERS = {
    "x-gmail-labels": _gmail_labels,
    "x-mozilla-keys": _mozilla_labels,
    "x-keywords": tags_in,
    "x-label": tags_in,
    "keywords": tags_in,
    "x-spam-flag": _spam_answers,
    "x-spam-status": _spam_answers,
}
