"""Pictures and scans among the files of a mail: set aside while it is read, and read afterwards where they are what it
says."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from app.domain.documents import Document, OcrChoice, ReadLimits, RecognisedPage
from app.readers.paper.pictures import SIGNATURES
from app.readers.paper.recognisers import recognisers
from app.readers.reading_failures import Unreadable

NEXT_TO_NOTHING = 100
"""Letters and figures that a document with pictures has besides, where these are the document."""
SMALLEST_PAGE = (600, 600)
"""Pixels of a picture in a mail that may be a letter: what mails are decorated with is smaller."""
SMALLEST_PICTURE = (200, 60)
MOST_PICTURES = 20
MOST_BYTES = 64 << 20
PAGE_END = "\n\n"


class PageReader(Protocol):
    """Reads text off pictures and scans; `page_reading.Paper` is one."""

    pages: list[RecognisedPage]
    flaws: dict[str, None]

    def text_of_scan(self, raw: bytes, start: int) -> str: ...

    def text_of_pictures(self, raw: bytes, start: int, smallest: tuple[int, int]) -> str: ...


class SetAside:
    """The pictures and scans of one mail after the other."""

    def __init__(self, choice: OcrChoice, limits: ReadLimits) -> None:
        self._choice, self._limits = choice, limits
        self._files: list[tuple[bool, bytes]] = []
        """Each with whether it is a scan, and not a picture."""

    def begin(self) -> None:
        """Begin with a new mail."""
        self._files = []

    def look(self, raw: bytes, read: Callable[[], str | None]) -> str | None:
        """Return the text of a file; a picture, or a scan that has none, is set aside."""
        if raw.startswith(SIGNATURES):
            self._keep(raw, is_scan=False)
        try:
            return read()
        except Unreadable as error:
            if error.reason == "scan":
                self._keep(raw, is_scan=True)
            raise

    def _keep(self, raw: bytes, *, is_scan: bool) -> None:
        if len(self._files) < MOST_PICTURES and sum(len(each) for _, each in self._files) + len(raw) <= MOST_BYTES:
            self._files.append((is_scan, raw))

    def are_wanted(self, text: str) -> bool:
        """Tell whether the mail's own text is so short, or the choice such, that they are to be read."""
        return bool(self._files) and wants_pictures(text, self._choice, self._limits)

    def added_to(self, document: Document, paper: PageReader) -> Document:
        """Return a mail with what is read off its pictures."""
        text = document.text
        smallest = SMALLEST_PICTURE if self._choice == "always" else SMALLEST_PAGE
        for is_scan, raw in self._files:
            start = len(text) + len(PAGE_END)
            with suppress(Unreadable):
                found = paper.text_of_scan(raw, start) if is_scan else paper.text_of_pictures(raw, start, smallest)
                text += PAGE_END + found if found else ""
        flaws = dict.fromkeys((*document.flaws, *paper.flaws))
        return replace(document, text=text, pages=tuple(paper.pages), flaws=tuple(flaws))


def wants_pictures(text: str, choice: OcrChoice, limits: ReadLimits) -> bool:
    """Tell whether the pictures in a document are to be read: it has next to no text, or all are wanted."""
    is_asked = choice == "always" or sum(map(str.isalnum, text)) < NEXT_TO_NOTHING
    return is_asked and can_read(choice, limits)


def can_read(choice: OcrChoice, limits: ReadLimits) -> bool:
    """Tell whether pages may be read off their pictures, and a recogniser is there."""
    return choice != "never" and limits.scan_seconds > 0 and limits.scan_pages > 0 and bool(recognisers())
