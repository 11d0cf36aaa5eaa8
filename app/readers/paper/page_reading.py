"""Pages read off their pictures: which of them need it, how they are rendered, and what is known of them already.

A page is recognised where its own text is missing or rubbish and something is drawn on it. It is rendered in grey and
lit evenly, since a photograph's dark corner would be taken for ink; the hash of those pixels is what it is known by,
so that the same page is read once, in whatever file it comes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np
import pypdfium2  # type: ignore[import-untyped]
from numpy.lib.stride_tricks import sliding_window_view
from pypdfium2 import raw as pdfium

from app.domain.documents import OcrChoice, PageLookup, ReadLimits, RecognisedPage
from app.readers.paper.mail_pictures import PAGE_END, SMALLEST_PICTURE, can_read
from app.readers.paper.pictures import Picture, pdf_of_pictures, pictures_in
from app.readers.paper.recognisers import POOR, recognised, recogniser_names
from app.readers.paper.tesseract import Grey, Sheet
from app.readers.reading_failures import Unreadable

Guard = Callable[[Callable[[], RecognisedPage]], RecognisedPage]
"""Runs what a reader could do without: it may cost the process its life, and is left out the next time."""

DOTS_PER_INCH, POINTS_PER_INCH = 200, 72
MOST_PIXELS = 20_000_000
FEWEST_PIXELS_ACROSS = 1_000
"""A page that is narrower is drawn larger: letters of ten pixels are read, letters of five are not."""
STRAY_CHARACTERS = 16
"""Text on a page that is a picture: a stamp, or a number that a scanner added."""
LEAST_LEGIBLE = 0.4
"""Share of letters and figures in a text layer; real text has 0.8 and more, and 0.55 where vowels are marks."""
COVERING = 0.5
"""Share of a page that its pictures take where it is a scan."""
MOST_OBJECTS = 2_000
PATCH = 64
"""Pixels: the brightest of such a patch is paper."""
WHITE = 245


class PagedText(NamedTuple):
    """The text of a document, with the pages of it that were recognised."""

    text: str
    pages: tuple[RecognisedPage, ...] = ()
    flaws: tuple[str, ...] = ()


class Paper:
    """Reads pages off their pictures for one document, as a person chose and within limits."""

    def __init__(
        self,
        limits: ReadLimits,
        choice: OcrChoice = "auto",
        known: PageLookup = lambda _key: None,
        guard: Guard = lambda read: read(),
    ) -> None:
        self._limits, self.choice, self._known, self._guard = limits, choice, known, guard
        self.pages: list[RecognisedPage] = []
        """Those that were recognised."""
        self.flaws: dict[str, None] = {}
        """Things that a person should know of how they were read."""
        self._n_read = 0

    @property
    def can_read(self) -> bool:
        """Tell whether there is a recogniser, and it may read."""
        return can_read(self.choice, self._limits)

    def result(self, text: str) -> PagedText:
        """Return a document's text with what was noted while it was read; one without any text is a failure."""
        if not text.strip() and "no-language" in self.flaws:
            raise Unreadable("no-language")
        if not text.strip() and "unread-pages" in self.flaws:
            raise Unreadable("scan")
        return PagedText(text, tuple(self.pages), tuple(self.flaws))

    def page_text(self, page: pypdfium2.PdfPage, layer: str, number: int, start: int) -> str:
        """Return the text of a page: its own, or where that is missing or rubbish, what is read off it."""
        if self.choice == "never" or not wants_recognition(page, layer, is_wanted=self.choice == "always"):
            return layer
        return self._read(partial(sheet_of, page), number, start) or layer

    def text_of_pictures(self, raw: bytes, start: int, smallest: tuple[int, int] = SMALLEST_PICTURE) -> str:
        """Return what is read off the pictures of a file; those smaller than a line of text are passed over."""
        texts: list[str] = []
        for number, picture in enumerate(pictures_in(raw)):
            if picture.width >= smallest[0] and picture.height >= smallest[1]:
                at = start + sum(len(text) + len(PAGE_END) for text in texts)
                texts += filter(None, [self._read(partial(sheet_of_picture, picture, raw), number, at)])
        return PAGE_END.join(texts)

    def text_of_scan(self, raw: bytes, start: int) -> str:
        """Return what is read off the pages of a PDF that has no text of its own."""
        texts: list[str] = []
        try:
            with pypdfium2.PdfDocument(raw) as document:
                for number in range(len(document)):
                    at = start + sum(len(text) + len(PAGE_END) for text in texts)
                    texts.append(self.page_text(document[number], "", number, at))
        except pypdfium2.PdfiumError as error:
            raise Unreadable("damaged", str(error)) from error
        return PAGE_END.join(texts)

    def _read(self, sheet: Callable[[], Sheet], number: int, start: int) -> str:
        """Read a page, unless its very pixels are known; nothing where nobody can read it, or no more may be read."""
        if not self.can_read:
            self.flaws["unread-pages"] = None
            return ""
        if self._n_read >= self._limits.scan_pages:
            self.flaws["more-pages"] = None
            return ""
        self._n_read += 1
        try:
            found = self._guard(lambda: self._recognised(sheet()))
        except Unreadable as error:  # or it has cost a process its life before
            self.flaws["no-language" if error.reason == "no-language" else "unread-pages"] = None
            return ""
        if found.text:
            self.pages.append(replace(found, number=number, start=start))
            self.flaws["recognised"] = None
        if found.text and found.sureness < POOR:
            self.flaws["recognised-poorly"] = None
        return found.text

    def _recognised(self, sheet: Sheet) -> RecognisedPage:
        key = key_of(sheet)
        known = self._known(key)
        if known is not None:
            return replace(known, key=key, is_new=False)
        seconds = min(self._limits.scan_seconds, self._limits.seconds_per_document * 0.75)
        return replace(recognised(sheet, seconds), key=key, is_new=True)


def picture_pages(raw: bytes, _limits: ReadLimits, paper: Paper) -> PagedText:
    """Return the text of a picture file, page by page; one without any says whether nobody could read it."""
    text = paper.text_of_pictures(raw, 0)
    found = paper.result(text)
    if not text:
        raise Unreadable("nothing-recognised")
    return found


def wants_recognition(page: pypdfium2.PdfPage, layer: str, *, is_wanted: bool = False) -> bool:
    """Tell whether a page's own text is missing or rubbish, and something is drawn on it; or any picture is wanted."""
    n_shown = sum(map(len, layer.split()))
    if is_wanted:
        return covered(page) > 0 or (not n_shown and has_drawing(page))
    if n_shown < STRAY_CHARACTERS:
        return covered(page) >= COVERING or (not n_shown and has_drawing(page))
    return sum(map(str.isalnum, layer)) < LEAST_LEGIBLE * n_shown


def covered(page: pypdfium2.PdfPage) -> float:
    """Return the share of a page that pictures take."""
    width, height = page.get_size()
    area = 0.0
    for found in islice(page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=3), MOST_OBJECTS):
        left, bottom, right, top = found.get_bounds()
        across = max(0.0, min(right, width) - max(left, 0.0))
        area += across * max(0.0, min(top, height) - max(bottom, 0.0))
    return float(area / max(1.0, width * height))


def has_drawing(page: pypdfium2.PdfPage) -> bool:
    """Tell whether anything is drawn on a page: letters may be drawn as lines."""
    return next(iter(page.get_objects(max_depth=1)), None) is not None


def sheet_of(page: pypdfium2.PdfPage) -> Grey:
    """Render a page for a recogniser."""
    width, height = page.get_size()
    usual = DOTS_PER_INCH / POINTS_PER_INCH
    scale = min(max(usual, FEWEST_PIXELS_ACROSS / max(1.0, width)), 4 * usual)
    bitmap = page.render(scale=min(scale, (MOST_PIXELS / max(1.0, width * height)) ** 0.5), grayscale=True)
    rows = np.frombuffer(bitmap.buffer, np.uint8).reshape(bitmap.height, bitmap.stride)
    return evenly_lit(np.ascontiguousarray(rows[:, : bitmap.width]))


def sheet_of_picture(picture: Picture, raw: bytes) -> Sheet:
    """Render a picture, or give its file as it is where there is no other way."""
    if not picture.strips:
        return raw
    try:
        document = pypdfium2.PdfDocument(pdf_of_pictures([picture]))
    except pypdfium2.PdfiumError as error:
        raise Unreadable("damaged", str(error)) from error
    with document:
        return sheet_of(document[0])


def evenly_lit(grey: Grey) -> Grey:
    """Return a page as if it lay in even light; one whose paper is white everywhere stays as it is."""
    height, width = grey.shape
    rows, columns = height // PATCH, width // PATCH
    if rows < 2 or columns < 2:
        return grey
    patches = grey[: rows * PATCH : 4, : columns * PATCH : 4].reshape(rows, PATCH // 4, columns, PATCH // 4)
    paper = np.percentile(patches, 90, axis=(1, 3))
    for _ in range(2):  # a patch that is all ink, or a picture, takes the light of its neighbours
        around = sliding_window_view(np.pad(paper, 1, mode="edge"), (3, 3))
        paper = np.maximum(paper, around.sum(axis=(2, 3)) / 9)
    if paper.min() >= WHITE:
        return grey
    across = np.interp(np.arange(width) / PATCH - 0.5, np.arange(columns), np.arange(columns))
    down = np.interp(np.arange(height) / PATCH - 0.5, np.arange(rows), np.arange(rows))
    left, above = across.astype(int).clip(0, columns - 2), down.astype(int).clip(0, rows - 2)
    part = (across - left).astype(np.float32)
    lit = np.empty_like(grey)
    wide = paper.astype(np.float32)[:, left] * (1 - part) + paper.astype(np.float32)[:, left + 1] * part
    for row in range(height):  # a row at a time: a page of floats would be eighty megabytes
        share = np.float32(down[row] - above[row])
        light = wide[above[row]] * (1 - share) + wide[above[row] + 1] * share
        lit[row] = np.minimum(grey[row] * (255 / np.maximum(light, 16)), 255)
    return lit


def key_of(sheet: Sheet) -> bytes:
    """Return what a page is known by: its pixels, and who would read it."""
    digest = hashlib.blake2b(digest_size=16, person=b"page")
    digest.update("\n".join(recogniser_names()).encode())
    if isinstance(sheet, bytes):
        digest.update(sheet)
    else:
        digest.update(repr(sheet.shape).encode())
        digest.update(sheet.data)
    return digest.digest()
