"""OCR of the pages of a document: decide which pages need it, render them, and look them up in the cache.

A page needs OCR if its text layer is missing or garbage and something is drawn on it. It is rendered in grey with even
lighting, because the dark corner of a photograph would be taken for ink. The hash of these pixels is the cache key, so
that equal pages in different files are recognised once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice

import numpy as np
import pypdfium2  # type: ignore[import-untyped]
from numpy.lib.stride_tricks import sliding_window_view
from pypdfium2 import raw as pdfium

from app.domain.documents import OcrChoice, PageLookup, ReadLimits, RecognisedPage
from app.readers.documents.parsed_text import ParsedText
from app.readers.paper.pictures import (
    MIN_PICTURE_SIZE_PX,
    PAGE_END,
    Picture,
    can_recognise,
    pictures_in,
    write_pdf_of_pictures,
)
from app.readers.paper.recognisers import POOR_CONFIDENCE, recognise_page, recogniser_names
from app.readers.paper.tesseract import GreyPixels, PageImage
from app.readers.reading_failures import Unreadable

RunGuarded = Callable[[Callable[[], RecognisedPage]], RecognisedPage]
"""Function that calls its argument, an optional part of reading a document, and returns the result.

If that part crashes the process, it is left out when the document is read again.
"""

DOTS_PER_INCH, POINTS_PER_INCH = 200, 72
MAX_PIXELS = 20_000_000
MIN_WIDTH = 1_000
"""Minimum width in pixels; narrower pages are scaled up. Letters 10 pixels high are recognised, letters of 5 are
not."""
MIN_LAYER_CHARACTERS = 16
"""Minimum length of a text layer on a scanned page. A shorter one is a stamp or a number that a scanner added."""
MIN_LEGIBLE_SHARE = 0.4
"""Minimum share of letters and digits in a text layer.

Real text has 0.8 or more; 0.55 in scripts that write vowels as marks.
"""
SCAN_MIN_COVERED_SHARE = 0.5
"""Share of a page covered by pictures from which the page counts as a scan."""
MAX_OBJECTS = 2_000
"""Maximum picture objects per page that are measured."""
PATCH_PX = 64
"""Side of a patch in pixels; the brightest pixels of a patch are paper."""
MIN_WHITE = 245
"""Grey value from which paper counts as white."""


class PageRecogniser:
    """Recognises the pages of one document by OCR, if the person's choice and the limits allow it."""

    def __init__(
        self,
        limits: ReadLimits,
        ocr_choice: OcrChoice = "auto",
        find_cached_page: PageLookup = lambda _key: None,
        run_guarded: RunGuarded = lambda read: read(),
    ) -> None:
        self._limits, self.choice, self._known, self._guard = limits, ocr_choice, find_cached_page, run_guarded
        self.pages: list[RecognisedPage] = []
        """The pages recognised so far."""
        self.flaws: dict[str, None] = {}
        """Codes of problems that the person should know about, as an ordered set."""
        self.password = ""
        """Password of the document, if a person typed one."""
        self._n_read = 0
        self._has_given_up = False
        """True if the recognition of a page took too long, or crashed a process."""

    @property
    def can_recognise_pages(self) -> bool:
        """Whether OCR is allowed and a recogniser is installed."""
        return can_recognise(self.choice, self._limits)

    def add_pages_and_flaws(self, parsed: ParsedText) -> ParsedText:
        """Return a text with the pages recognised so far and the problems found.

        Raises `Unreadable` if the text is blank because pages could not be recognised.
        """
        is_blank = not parsed.text.strip()
        if is_blank and "no-language" in self.flaws:
            raise Unreadable("no-language")
        if is_blank and "unread-pages" in self.flaws:
            raise Unreadable("recognition-failed" if self._has_given_up else "scan")
        return parsed._replace(pages=tuple(self.pages), flaws=tuple(self.flaws))

    def read_page_text(self, page: pypdfium2.PdfPage, layer: str, number: int, start: int) -> str:
        """Return the text layer of a page, or the recognised text if the layer is missing or garbage."""
        if self.choice == "never" or not needs_recognition(page, layer, is_wanted=self.choice == "always"):
            return layer
        return self._recognise_or_get_cached(partial(render_page, page), number, start) or layer

    def read_pictures(self, raw: bytes, start: int, smallest: tuple[int, int] = MIN_PICTURE_SIZE_PX) -> str:
        """Return the text recognised in the pictures of a file; pictures below `smallest` are skipped."""
        texts: list[str] = []
        for number, picture in enumerate(pictures_in(raw)):
            if picture.width >= smallest[0] and picture.height >= smallest[1]:
                at = start + sum(len(text) + len(PAGE_END) for text in texts)
                texts += filter(
                    None, [self._recognise_or_get_cached(partial(render_picture, picture, raw), number, at)]
                )
        return PAGE_END.join(texts)

    def read_scan(self, raw: bytes, start: int) -> str:
        """Return the text recognised on the pages of a PDF without text."""
        texts: list[str] = []
        try:
            with pypdfium2.PdfDocument(raw) as document:
                for number in range(len(document)):
                    at = start + sum(len(text) + len(PAGE_END) for text in texts)
                    texts.append(self.read_page_text(document[number], "", number, at))
        except pypdfium2.PdfiumError as error:
            raise Unreadable("damaged", str(error)) from error
        return PAGE_END.join(texts)

    def _recognise_or_get_cached(self, sheet: Callable[[], PageImage], number: int, start: int) -> str:
        """Return the recognised text of a page, possibly from the cache; "" if the page cannot be recognised.

        `sheet` renders the page. A problem, such as a missing recogniser, is added to `flaws`.
        """
        if not self.can_recognise_pages:
            self.flaws["unread-pages"] = None
            return ""
        if self._n_read >= self._limits.scan_pages:
            self.flaws["more-pages"] = None
            return ""
        self._n_read += 1
        try:
            page = self._guard(lambda: self._recognise(sheet()))
        except Unreadable as error:  # also raised if the page has crashed a process before
            self._has_given_up |= error.reason == "given-up"
            self.flaws["no-language" if error.reason == "no-language" else "unread-pages"] = None
            return ""
        if page.text:
            self.pages.append(replace(page, number=number, start=start))
            self.flaws["recognised"] = None
        if page.text and page.confidence < POOR_CONFIDENCE:
            self.flaws["recognised-poorly"] = None
        return page.text

    def _recognise(self, sheet: PageImage) -> RecognisedPage:
        key = cache_key(sheet)
        cached = self._known(key)
        if cached is not None:
            return replace(cached, key=key, is_new=False)
        seconds = min(self._limits.scan_seconds, self._limits.seconds_per_document * 0.75)
        return replace(recognise_page(sheet, seconds), key=key, is_new=True)


def picture_pages(raw: bytes, _limits: ReadLimits, paper: PageRecogniser) -> ParsedText:
    """Return the recognised text of a picture file, page by page. Raise `Unreadable` if there is none."""
    pages = paper.add_pages_and_flaws(ParsedText(paper.read_pictures(raw, 0)))
    if not pages.text:
        raise Unreadable("nothing-recognised")
    return pages


def needs_recognition(page: pypdfium2.PdfPage, layer: str, *, is_wanted: bool = False) -> bool:
    """Return whether a page needs OCR: its text layer is missing or garbage, and it is not blank.

    With `is_wanted`, every page with a picture needs OCR.
    """
    n_shown = sum(map(len, layer.split()))
    if is_wanted:
        return share_covered_by_pictures(page) > 0 or (not n_shown and has_drawing(page))
    if n_shown < MIN_LAYER_CHARACTERS:
        return share_covered_by_pictures(page) >= SCAN_MIN_COVERED_SHARE or (not n_shown and has_drawing(page))
    return sum(map(str.isalnum, layer)) < MIN_LEGIBLE_SHARE * n_shown


def share_covered_by_pictures(page: pypdfium2.PdfPage) -> float:
    """Return the fraction of a page, from 0 to 1, that pictures cover."""
    width, height = page.get_size()
    area = 0.0
    for picture in islice(page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=3), MAX_OBJECTS):
        left, bottom, right, top = picture.get_bounds()
        across = max(0.0, min(right, width) - max(left, 0.0))
        area += across * max(0.0, min(top, height) - max(bottom, 0.0))
    return float(area / max(1.0, width * height))


def has_drawing(page: pypdfium2.PdfPage) -> bool:
    """Return whether a page has any object. Letters may be drawn as lines, without a text layer."""
    return next(iter(page.get_objects(max_depth=1)), None) is not None


def render_page(page: pypdfium2.PdfPage) -> GreyPixels:
    """Render a page to grey pixels with even lighting."""
    width, height = page.get_size()
    usual = DOTS_PER_INCH / POINTS_PER_INCH
    scale = min(max(usual, MIN_WIDTH / max(1.0, width)), 4 * usual)
    bitmap = page.render(scale=min(scale, (MAX_PIXELS / max(1.0, width * height)) ** 0.5), grayscale=True)
    rows = np.frombuffer(bitmap.buffer, np.uint8).reshape(bitmap.height, bitmap.stride)
    return even_out_light(np.ascontiguousarray(rows[:, : bitmap.width]))


def render_picture(picture: Picture, raw: bytes) -> PageImage:
    """Render a picture to grey pixels. If PDF cannot embed its format, return the bytes of its file (`raw`)."""
    if not picture.strips:
        return raw
    try:
        document = pypdfium2.PdfDocument(write_pdf_of_pictures([picture]))
    except pypdfium2.PdfiumError as error:
        raise Unreadable("damaged", str(error)) from error
    with document:
        return render_page(document[0])


def even_out_light(grey: GreyPixels) -> GreyPixels:
    """Return a page with even lighting: its paper becomes white everywhere. A page with white paper is unchanged."""
    height, width = grey.shape
    rows, columns = height // PATCH_PX, width // PATCH_PX
    if rows < 2 or columns < 2:
        return grey
    patches = grey[: rows * PATCH_PX : 4, : columns * PATCH_PX : 4].reshape(rows, PATCH_PX // 4, columns, PATCH_PX // 4)
    paper = np.percentile(patches, 90, axis=(1, 3))
    for _ in range(2):  # patches of ink or pictures take the light of their neighbours
        neighbours = sliding_window_view(np.pad(paper, 1, mode="edge"), (3, 3))
        paper = np.maximum(paper, neighbours.sum(axis=(2, 3)) / 9)
    if paper.min() >= MIN_WHITE:
        return grey
    across = np.interp(np.arange(width) / PATCH_PX - 0.5, np.arange(columns), np.arange(columns))
    down = np.interp(np.arange(height) / PATCH_PX - 0.5, np.arange(rows), np.arange(rows))
    left, above = across.astype(int).clip(0, columns - 2), down.astype(int).clip(0, rows - 2)
    part = (across - left).astype(np.float32)
    lit = np.empty_like(grey)
    paper_rows = paper.astype(np.float32)[:, left] * (1 - part) + paper.astype(np.float32)[:, left + 1] * part
    for row in range(height):  # row by row: a page of floats would take 80 MB
        share = np.float32(down[row] - above[row])
        light = paper_rows[above[row]] * (1 - share) + paper_rows[above[row] + 1] * share
        lit[row] = np.minimum(grey[row] * (255 / np.maximum(light, 16)), 255)
    return lit


def cache_key(image: PageImage) -> bytes:
    """Return the cache key of a page: a hash of its pixels and of the installed recognisers."""
    digest = hashlib.blake2b(digest_size=16, person=b"page")
    digest.update("\n".join(recogniser_names()).encode())
    if isinstance(image, bytes):
        digest.update(image)
    else:
        digest.update(repr(image.shape).encode())
        digest.update(image.data)
    return digest.digest()
