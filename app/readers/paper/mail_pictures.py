"""Pictures and scans attached to a mail.

They are set aside while the mail is read, and recognised afterwards if the mail has almost no text of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from app.domain.documents import Document, OcrChoice, ReadLimits, RecognisedPage
from app.readers.paper.pictures import SIGNATURES
from app.readers.paper.recognisers import recognisers
from app.readers.reading_failures import Unreadable

MAX_STRAY_CHARACTERS = 100
"""Letters and digits below which a document's content is assumed to be in its pictures."""
MIN_PAGE_SIZE_PX = (600, 600)
"""Smallest size in pixels of a picture in a mail that may be a scanned page; decoration is smaller."""
MIN_PICTURE_SIZE_PX = (200, 60)
"""Smallest size in pixels of a picture that may have a line of text."""
MAX_PICTURES = 20
MAX_BYTES = 64 << 20
PAGE_END = "\n\n"
"""Separator of pages in a document's text."""


class PageReader(Protocol):
    """Recognises text in pictures and scans; implemented by `page_reading.Paper`."""

    pages: list[RecognisedPage]
    flaws: dict[str, None]

    def text_of_scan(self, raw: bytes, start: int) -> str: ...

    def text_of_pictures(self, raw: bytes, start: int, smallest: tuple[int, int]) -> str: ...


class PendingPictures:
    """The pictures and scans of the current mail."""

    def __init__(self, choice: OcrChoice, limits: ReadLimits) -> None:
        self._choice, self._limits = choice, limits
        self._files: list[tuple[bool, bytes]] = []
        """Whether each is a scan (a PDF without text) instead of a picture, and its bytes."""

    def begin(self) -> None:
        """Start with a new mail."""
        self._files = []

    def read_or_set_aside(self, raw: bytes, read: Callable[[], str | None]) -> str | None:
        """Return the text of a file; if it is a picture, or a scan without text, set it aside."""
        if raw.startswith(SIGNATURES):
            self._set_aside(raw, is_scan=False)
        try:
            return read()
        except Unreadable as error:
            if error.reason == "scan":
                self._set_aside(raw, is_scan=True)
            raise

    def _set_aside(self, raw: bytes, *, is_scan: bool) -> None:
        if len(self._files) < MAX_PICTURES and sum(len(file) for _, file in self._files) + len(raw) <= MAX_BYTES:
            self._files.append((is_scan, raw))

    def should_read(self, text: str) -> bool:
        """Return whether the files should be recognised: the mail has almost no text, or the person wants all
        recognised."""
        return bool(self._files) and wants_pictures(text, self._choice, self._limits)

    def add_text_to(self, document: Document, paper: PageReader) -> Document:
        """Return the mail with the text recognised in its pictures."""
        text = document.text
        smallest = MIN_PICTURE_SIZE_PX if self._choice == "always" else MIN_PAGE_SIZE_PX
        for is_scan, raw in self._files:
            start = len(text) + len(PAGE_END)
            with suppress(Unreadable):
                recognised = paper.text_of_scan(raw, start) if is_scan else paper.text_of_pictures(raw, start, smallest)
                text += PAGE_END + recognised if recognised else ""
        flaws = dict.fromkeys((*document.flaws, *paper.flaws))
        return replace(document, text=text, pages=tuple(paper.pages), flaws=tuple(flaws))


def wants_pictures(text: str, choice: OcrChoice, limits: ReadLimits) -> bool:
    """Return whether to recognise the pictures of a document: it has almost no text, or the person wants all
    recognised."""
    is_wanted = choice == "always" or sum(map(str.isalnum, text)) < MAX_STRAY_CHARACTERS
    return is_wanted and can_recognise(choice, limits)


def can_recognise(choice: OcrChoice, limits: ReadLimits) -> bool:
    """Return whether recognition is allowed and a recogniser is installed."""
    return choice != "never" and limits.scan_seconds > 0 and limits.scan_pages > 0 and bool(recognisers())
