"""The text of PDF files. Scans have none, and say so; what breaks the library breaks a worker, not the program."""

from __future__ import annotations

import re

import pypdfium2  # type: ignore[import-untyped]
from pypdfium2 import raw as pdfium

from app.domain.documents import ReadLimits
from app.readers.failing import Unreadable

HYPHEN = re.compile("[\ufffe\x02]\\s*")
"""What the library leaves of a hyphen where a word goes on in the next line."""

ERRORS = {pdfium.FPDF_ERR_PASSWORD: "encrypted", pdfium.FPDF_ERR_SECURITY: "encrypted"}


def pdf_text(raw: bytes, limits: ReadLimits) -> str:
    """The text of all pages, one after the other."""
    try:
        document = pypdfium2.PdfDocument(raw)
    except pypdfium2.PdfiumError as error:
        raise Unreadable(ERRORS.get(error.err_code or 0, "damaged"), str(error)) from error
    try:
        text = _text(document, limits.document_bytes)
    finally:
        document.close()
    if not text.strip():
        raise Unreadable("scan")
    return HYPHEN.sub("", text).replace("\r\n", "\n")


def _text(document: pypdfium2.PdfDocument, limit: int) -> str:
    pages: list[str] = []
    n_characters = 0
    for number in range(len(document)):
        pages.append(_page_text(document, number))
        n_characters += len(pages[-1])
        if n_characters > limit:
            raise Unreadable("too-large", f"more than {limit} characters")
    return "\n\n".join(pages)


def _page_text(document: pypdfium2.PdfDocument, number: int) -> str:
    """The text of a page; nothing where that page alone is broken."""
    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        return ""
    try:
        shown = page.get_textpage()
        try:
            return str(shown.get_text_range())
        finally:
            shown.close()
    except pypdfium2.PdfiumError:
        return ""
    finally:
        page.close()
