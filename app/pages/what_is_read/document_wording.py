"""A document as a person is told of it: what it is, its flaws, its evidence, in plain words."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.domain.documents import Document
from app.pages.words.evidence_names import plain_name
from app.qt import wording

MARKS = "mark"
SHOWN_ABOVE = frozenset({"subject", "from", "unseen", MARKS})
MOST_WORDS = 40
"""Of a field; there may be thousands of links in a mail."""
KINDS = {
    "mail": QT_TRANSLATE_NOOP("what_is_read", "a mail"),
    "text": QT_TRANSLATE_NOOP("what_is_read", "a document"),
    "row": QT_TRANSLATE_NOOP("what_is_read", "a row of a table"),
}
FLAWS = {
    "alternatives-differ": QT_TRANSLATE_NOOP("what_is_read", "its plain text says something else than its HTML"),
    "broken-base64": QT_TRANSLATE_NOOP("what_is_read", "a part is packed wrongly"),
    "html-cut": QT_TRANSLATE_NOOP("what_is_read", "its HTML is too long, and was read in part"),
    "interrupted-headers": QT_TRANSLATE_NOOP("what_is_read", "an empty line stands among its headers"),
    "more-pages": QT_TRANSLATE_NOOP("what_is_read", "it has more scanned pages than are read: the first were"),
    "no-boundary": QT_TRANSLATE_NOOP("what_is_read", "it does not say where its parts end"),
    "only-the-beginning": QT_TRANSLATE_NOOP("what_is_read", "only its beginning was read"),
    "out-of-time": QT_TRANSLATE_NOOP("what_is_read", "it took too long, and was read in part"),
    "recognised": QT_TRANSLATE_NOOP("what_is_read", "its text was read off pictures of its pages, and may be misread"),
    "recognised-poorly": QT_TRANSLATE_NOOP("what_is_read", "a page is so poor that much of it is misread"),
    "tnef": QT_TRANSLATE_NOOP("what_is_read", "it is packed as Outlook alone does"),
    "too-deep": QT_TRANSLATE_NOOP("what_is_read", "its parts lie too deep in one another"),
    "too-many-parts": QT_TRANSLATE_NOOP("what_is_read", "it has more parts than are read"),
    "undeclared-quoted-printable": QT_TRANSLATE_NOOP("what_is_read", "it is packed in a way it does not declare"),
    "unknown-encoding": QT_TRANSLATE_NOOP("what_is_read", "a part is packed in an unknown way"),
    "unread-pages": QT_TRANSLATE_NOOP("what_is_read", "it has pages that are pictures, and were not read"),
    "unread-files": QT_TRANSLATE_NOOP("what_is_read", "its attachments were not read"),
    "wrong-boundary": QT_TRANSLATE_NOOP("what_is_read", "its parts are divided otherwise than it says"),
}
UNREADABLE = QT_TRANSLATE_NOOP("what_is_read", "a part could not be read (%1)")


def translated(text: object) -> str:
    """A text of this module in the language of the window."""
    return QCoreApplication.translate("what_is_read", str(text))


def kind_name(document: Document) -> str:
    """Name the kind of a document, with the charset of its text."""
    return wording.joined([translated(KINDS[document.kind]), document.charset.upper()])


def flaw_name(flaw: str) -> str:
    """A flaw as people call it; one without a name of its own as its code."""
    if flaw.startswith("unreadable-"):
        return translated(UNREADABLE).replace("%1", flaw.removeprefix("unreadable-"))
    return translated(FLAWS[flaw]) if flaw in FLAWS else flaw


def attachment_names(document: Document) -> list[str]:
    """Name each attachment with its kind and size."""
    return [f"{each.name or '–'} ({each.media_type}, {wording.size(each.size_bytes)})" for each in document.attachments]


def evidence_lines(document: Document) -> Iterator[str]:
    """Yield what is counted beside the text, a line for each field, then the signs one by one."""
    for field, words in document.fields.items():
        if field not in SHOWN_ABOVE and words.strip():
            all_words = words.split()
            more = f" … (+{len(all_words) - MOST_WORDS})" if len(all_words) > MOST_WORDS else ""
            yield plain_name(f"{field}:{' '.join(all_words[:MOST_WORDS])}") + more
    for sign in dict.fromkeys(document.fields.get(MARKS, "").split()):
        yield plain_name(f"{MARKS}:{sign}")
