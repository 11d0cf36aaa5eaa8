"""The text of PDF files, of pages without text what a recogniser reads off them; what breaks the library breaks a
worker, not the program."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from itertools import islice
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
from pypdfium2 import raw as pdfium

from app.domain.documents import ReadLimits
from app.readers.paper.mail_pictures import PAGE_END
from app.readers.paper.page_reading import PagedText, Paper
from app.readers.reading_failures import Unreadable

HYPHEN = re.compile("[\ufffe\x02]\\s*")
"""The character that the library leaves of a hyphen where a word goes on in the next line."""

MOST_NOTES = 10_000
"""On a page, and bookmarks of a document."""
DEEPEST_BOOKMARK = 15
LONGEST_STRING_BYTES = 1 << 20
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
    """The text that a PDF file has by itself; a scan has none."""
    return pdf_pages(raw, limits, Paper(limits, "never")).text


def pdf_pages(raw: bytes, limits: ReadLimits, paper: Paper) -> PagedText:
    """The text of all pages with what is typed into forms, then notes and bookmarks; of a scan what is read off it."""
    try:
        document = pypdfium2.PdfDocument(raw)
    except pypdfium2.PdfiumError as error:
        raise Unreadable(ERRORS.get(error.err_code or 0, "damaged"), str(error)) from error
    try:
        if document.get_formtype() != pdfium.FORMTYPE_NONE:
            document.init_forms()
        text = _text(document, limits.document_bytes, paper)
        if not text.strip() and not paper.can_read:
            raise Unreadable("scan")
        marks: list[str] = []
        with suppress(pypdfium2.PdfiumError):
            marks += (mark.get_title() for mark in islice(document.get_toc(max_depth=DEEPEST_BOOKMARK), MOST_NOTES))
        found = paper.result("\n\n".join(filter(None, (text, _clean("\n".join(marks))))))
    except pypdfium2.PdfiumError as error:
        raise Unreadable("damaged", str(error)) from error
    finally:
        document.close()
    if not found.text.strip():
        raise Unreadable("nothing-recognised")
    return found


def _clean(text: str) -> str:
    return HYPHEN.sub("", text).replace("\r\n", "\n")


def _text(document: pypdfium2.PdfDocument, limit: int, paper: Paper) -> str:
    pages: list[str] = []
    n_characters = 0
    for number in range(len(document)):
        pages.append(_page_text(document, number, n_characters, paper))
        n_characters += len(pages[-1]) + len(PAGE_END)
        if n_characters > limit:
            raise Unreadable("too-large", f"more than {limit} characters")
    return PAGE_END.join(pages)


def _page_text(document: pypdfium2.PdfDocument, number: int, start: int, paper: Paper) -> str:
    """The text of a page; nothing where that page alone is broken."""
    with suppress(pypdfium2.PdfiumError), closing(document[number]) as page:
        with closing(page.get_textpage()) as shown:
            layer = _clean(str(shown.get_text_range()))
        return "\n".join([paper.page_text(page, layer, number, start), *map(_clean, _notes(document, page))])
    return ""


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
    """Return the chosen lines of a list as a person reads them; its value holds one, in the form's own code."""
    numbers = range(min(pdfium.FPDFAnnot_GetOptionCount(form, note), MOST_OPTIONS))
    chosen = [number for number in numbers if pdfium.FPDFAnnot_IsOptionSelected(form, note, number)]
    labels = (_string(partial(pdfium.FPDFAnnot_GetOptionLabel, form, note, number)) for number in chosen)
    return "\n".join(filter(None, labels))


def _string(ask: Callable[[Any, int], int]) -> str:
    """A string that the library writes into a buffer, in UTF-16, after it has told how long it is."""
    size = ask(None, 0)
    if not 2 < size <= LONGEST_STRING_BYTES:
        return ""
    buffer = (pdfium.FPDF_WCHAR * (size // 2))()
    ask(buffer, size)
    return bytes(buffer).decode("utf-16-le", "replace").rstrip("\0").replace("\r", "\n")
