"""The text of PDF files. Scans have none, and say so where no Tesseract
reads them; what breaks the library breaks a worker, not the program."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
from pypdfium2 import raw as pdfium

from app.domain.documents import ReadLimits
from app.readers.documents.scans import scanned_text
from app.readers.reading_failures import Unreadable

HYPHEN = re.compile("[\ufffe\x02]\\s*")
"""The character that the library leaves of a hyphen where a word goes on in the next line."""

MOST_NOTES = 10_000
"""On a page, and bookmarks of a document."""
DEEPEST_BOOKMARK = 15
LONGEST_STRING_BYTES = 1 << 20
SCAN_SHARE = 0.75
"""Of the time that a document may take, at most; what is left is for the rest of it."""
NOTES = frozenset(
    {pdfium.FPDF_ANNOT_TEXT, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_STAMP, pdfium.FPDF_ANNOT_POPUP}
)
CHOICES = frozenset({pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX})
FIELDS = CHOICES | {pdfium.FPDF_FORMFIELD_TEXTFIELD}
"""The kinds of fields whose values are words; a button's are not."""
MOST_OPTIONS = 2_000
"""Of one list that are looked at."""
ERRORS = {pdfium.FPDF_ERR_PASSWORD: "encrypted", pdfium.FPDF_ERR_SECURITY: "encrypted"}


def pdf_text(raw: bytes, limits: ReadLimits) -> str:
    """The text of all pages with what is typed into forms, then notes and bookmarks; of a scan what Tesseract reads."""
    try:
        document = pypdfium2.PdfDocument(raw)
    except pypdfium2.PdfiumError as error:
        raise Unreadable(ERRORS.get(error.err_code or 0, "damaged"), str(error)) from error
    try:
        if document.get_formtype() != pdfium.FORMTYPE_NONE:
            document.init_forms()
        text = _text(document, limits.document_bytes)
        if not text.strip():
            text = scanned_text(document, min(limits.scan_seconds, limits.seconds_per_document * SCAN_SHARE))
        text = "\n\n".join(filter(None, (text, _bookmarks(document))))
    except pypdfium2.PdfiumError as error:
        raise Unreadable("damaged", str(error)) from error
    finally:
        document.close()
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
            return "\n".join([str(shown.get_text_range()), *_notes(document, page)])
        finally:
            shown.close()
    except pypdfium2.PdfiumError:
        return ""
    finally:
        page.close()


def _notes(document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage) -> Iterator[str]:
    """Yield the words typed into the fields of a page, and those of its notes."""
    for number in range(min(pdfium.FPDFPage_GetAnnotCount(page.raw), MOST_NOTES)):
        note = pdfium.FPDFPage_GetAnnot(page.raw, number)
        if not note:
            continue
        try:
            said = _said(document, note).strip()
        finally:
            pdfium.FPDFPage_CloseAnnot(note)
        if said:
            yield said


def _said(document: pypdfium2.PdfDocument, note: Any) -> str:
    kind = pdfium.FPDFAnnot_GetSubtype(note)
    if kind in NOTES:
        return _string(lambda buffer, size: pdfium.FPDFAnnot_GetStringValue(note, b"Contents", buffer, size))
    if kind != pdfium.FPDF_ANNOT_WIDGET or document.formenv is None:
        return ""
    form = document.formenv.raw
    kind = pdfium.FPDFAnnot_GetFormFieldType(form, note)
    if kind not in FIELDS:
        return ""
    chosen = _chosen(form, note) if kind in CHOICES else ""
    return chosen or _string(lambda buffer, size: pdfium.FPDFAnnot_GetFormFieldValue(form, note, buffer, size))


def _chosen(form: Any, note: Any) -> str:
    """Return the lines of a list that are chosen, as a person reads them; its value holds one, in the form's own
    code."""
    numbers = range(min(pdfium.FPDFAnnot_GetOptionCount(form, note), MOST_OPTIONS))
    labels = [
        _string(partial(pdfium.FPDFAnnot_GetOptionLabel, form, note, number))
        for number in numbers
        if pdfium.FPDFAnnot_IsOptionSelected(form, note, number)
    ]
    return "\n".join(filter(None, labels))


def _string(ask: Callable[[Any, int], int]) -> str:
    """A string that the library writes into a buffer, in UTF-16, after it has told how long it is."""
    size = ask(None, 0)
    if not 2 < size <= LONGEST_STRING_BYTES:
        return ""
    buffer = (pdfium.FPDF_WCHAR * (size // 2))()
    ask(buffer, size)
    return bytes(buffer).decode("utf-16-le", "replace").rstrip("\0").replace("\r", "\n")


def _bookmarks(document: pypdfium2.PdfDocument) -> str:
    try:
        return "\n".join(mark.get_title() for mark in islice(document.get_toc(max_depth=DEEPEST_BOOKMARK), MOST_NOTES))
    except pypdfium2.PdfiumError:
        return ""
