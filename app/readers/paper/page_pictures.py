"""One page of a file as a picture to be looked at, with the words that stand on it: for a worker process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from typing import NamedTuple

import pypdfium2  # type: ignore[import-untyped]
from pypdfium2 import raw as pdfium

from app.domain.documents import ReadLimits
from app.readers.files.archives import raw_member
from app.readers.kinds import HEAD_BYTES, kind_of
from app.readers.paper.pictures import pdf_of_pictures, pictures_in
from app.readers.reading_failures import Unreadable

MOST_SHOWN_PIXELS = 8_000_000
MOST_CHARACTERS = 10_000
"""On a page, of which the places are looked up."""
Box = tuple[float, float, float, float]


class PagePicture(NamedTuple):
    """A page of a file in colours, and its own words with their places as shares of the page."""

    number: int = 0
    n_pages: int = 0
    width: int = 0
    height: int = 0
    pixels: bytes = b""
    """Rows of red, green and blue, without gaps."""
    words: tuple[tuple[str, Box], ...] = ()


def page_picture(path: str, member: str, number: int, width: int, turn: int = 0) -> PagePicture:
    """Render a page so many pixels wide, turned upright; a file that has no pages to show is Unreadable."""
    raw = raw_member(path, member, ReadLimits())
    kind = kind_of(raw[:HEAD_BYTES], member or path)
    if kind == "pdf":
        return _page_of_pdf(raw, number, width, turn)
    pictures = pictures_in(raw) if kind == "picture" else []
    chosen = pictures[max(0, min(number, len(pictures) - 1))] if pictures else None
    if chosen is None or not chosen.strips:
        raise Unreadable("unsupported")
    found = _page_of_pdf(pdf_of_pictures([chosen]), 0, width, turn)
    return found._replace(number=pictures.index(chosen), n_pages=len(pictures))


def _page_of_pdf(raw: bytes, number: int, width: int, turn: int) -> PagePicture:
    try:
        with pypdfium2.PdfDocument(raw) as document:
            number = max(0, min(number, len(document) - 1))
            with closing(document[number]) as page:
                return _rendered(page, width, turn)._replace(number=number, n_pages=len(document))
    except pypdfium2.PdfiumError as error:
        raise Unreadable("damaged", str(error)) from error


def _rendered(page: pypdfium2.PdfPage, width: int, turn: int) -> PagePicture:
    across, down = page.get_size()
    shown = across if turn % 180 == 0 else down
    scale = min(width / max(1.0, shown), (MOST_SHOWN_PIXELS / max(1.0, across * down)) ** 0.5)
    bitmap = page.render(scale=scale, rotation=turn, rev_byteorder=True, may_draw_forms=False)
    rows = bytes(bitmap.buffer)
    n_bytes = bitmap.width * 3
    pixels = b"".join(rows[at : at + n_bytes] for at in range(0, bitmap.stride * bitmap.height, bitmap.stride))
    words = tuple(_words(page, across, down)) if turn == 0 else ()
    return PagePicture(width=bitmap.width, height=bitmap.height, pixels=pixels, words=words)


def _words(page: pypdfium2.PdfPage, across: float, down: float) -> Iterator[tuple[str, Box]]:
    """Yield the words of a page's own text, each with the box around its letters."""
    with closing(page.get_textpage()) as shown:
        places = range(min(shown.count_chars(), MOST_CHARACTERS))
        letters = [chr(pdfium.FPDFText_GetUnicode(shown.raw, place) & 0x1FFFFF) for place in places]
        for is_word, found in groupby(places, lambda place: letters[place].isprintable() and letters[place] != " "):
            if is_word:
                own = list(found)
                word = "".join(letters[place] for place in own)
                yield word, _around([shown.get_charbox(place) for place in own], across, down)


def _around(corners: list[Box], across: float, down: float) -> Box:
    lefts, bottoms, rights, tops = zip(*corners, strict=True)
    return min(lefts) / across, 1 - max(tops) / down, max(rights) / across, 1 - min(bottoms) / down
