"""Render one page of a file for display, with its words and their positions. Call it in a worker process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from typing import NamedTuple

import pypdfium2  # type: ignore[import-untyped]
from pypdfium2 import raw as pdfium

from app.domain.documents import ReadLimits
from app.readers.files.archives import read_raw_member
from app.readers.kinds import HEAD_BYTES, kind_of
from app.readers.paper.pictures import pictures_in, write_pdf_of_pictures
from app.readers.reading_failures import Unreadable

MAX_PIXELS = 8_000_000
MAX_CHARACTERS = 10_000
"""Maximum characters per page whose positions are looked up."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom as fractions of the page."""


class PagePicture(NamedTuple):
    """A page rendered in colour, and the words of its text layer with their boxes as fractions of the page size."""

    number: int = 0
    n_pages: int = 0
    width: int = 0
    height: int = 0
    pixels: bytes = b""
    """Rows of red, green and blue bytes, without padding."""
    words: tuple[tuple[str, Box], ...] = ()


def render_page_picture(path: str, member: str, number: int, width: int, turn: int = 0) -> PagePicture:
    """Render a page `width` pixels wide, rotated by `turn` degrees. Raise `Unreadable` for a file without pages."""
    raw = read_raw_member(path, member, ReadLimits())
    kind = kind_of(raw[:HEAD_BYTES], member or path)
    if kind == "pdf":
        return _render_page_of_pdf(raw, number, width, turn)
    pictures = pictures_in(raw) if kind == "picture" else []
    chosen = pictures[max(0, min(number, len(pictures) - 1))] if pictures else None
    if chosen is None or not chosen.strips:
        raise Unreadable("unsupported")
    rendered = _render_page_of_pdf(write_pdf_of_pictures([chosen]), 0, width, turn)
    return rendered._replace(number=pictures.index(chosen), n_pages=len(pictures))


def _render_page_of_pdf(raw: bytes, number: int, width: int, turn: int) -> PagePicture:
    try:
        with pypdfium2.PdfDocument(raw) as document:
            number = max(0, min(number, len(document) - 1))
            with closing(document[number]) as page:
                return _render(page, width, turn)._replace(number=number, n_pages=len(document))
    except pypdfium2.PdfiumError as error:
        raise Unreadable("damaged", str(error)) from error


def _render(page: pypdfium2.PdfPage, width: int, turn: int) -> PagePicture:
    across, down = page.get_size()
    shown_width = across if turn % 180 == 0 else down
    scale = min(width / max(1.0, shown_width), (MAX_PIXELS / max(1.0, across * down)) ** 0.5)
    bitmap = page.render(scale=scale, rotation=turn, rev_byteorder=True, may_draw_forms=False)
    rows = bytes(bitmap.buffer)
    n_bytes = bitmap.width * 3
    pixels = b"".join(rows[at : at + n_bytes] for at in range(0, bitmap.stride * bitmap.height, bitmap.stride))
    words = tuple(_find_words(page, across, down)) if turn == 0 else ()
    return PagePicture(width=bitmap.width, height=bitmap.height, pixels=pixels, words=words)


def _find_words(page: pypdfium2.PdfPage, across: float, down: float) -> Iterator[tuple[str, Box]]:
    """Yield the words of a page's text layer, each with its box."""
    with closing(page.get_textpage()) as text_page:
        indices = range(min(text_page.count_chars(), MAX_CHARACTERS))
        letters = [chr(pdfium.FPDFText_GetUnicode(text_page.raw, index) & 0x1FFFFF) for index in indices]
        for is_word, run in groupby(indices, lambda index: letters[index].isprintable() and letters[index] != " "):
            if is_word:
                word_indices = list(run)
                word = "".join(letters[index] for index in word_indices)
                boxes = [text_page.get_charbox(index) for index in word_indices]
                lefts, bottoms, rights, tops = zip(*boxes, strict=True)
                yield word, (min(lefts) / across, 1 - max(tops) / down, max(rights) / across, 1 - min(bottoms) / down)
