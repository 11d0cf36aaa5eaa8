"""Text of PDF files; pages without text are read by OCR.

PDFium may crash on hostile files, so call these functions in a worker process.
"""

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
from app.readers.documents.parsed_text import ParsedText, TextCollector, join_texts, tidy_hidden_text
from app.readers.documents.pdf_objects import address_of, find_hidden_objects
from app.readers.paper.page_reading import PageRecogniser
from app.readers.paper.pictures import PAGE_END
from app.readers.reading_failures import Unreadable

LINE_END_HYPHEN = re.compile("[\ufffe\x02]\\s*")
"""The character that PDFium returns for a hyphen at the end of a line."""

MAX_ANNOTATIONS = 10_000
"""Maximum annotations read per page, and bookmarks per document."""
MAX_BOOKMARK_DEPTH = 15
MAX_STRING_BYTES = 1 << 20
ANNOTATION_TYPES = frozenset(
    {pdfium.FPDF_ANNOT_TEXT, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_STAMP, pdfium.FPDF_ANNOT_POPUP}
)
CHOICE_FIELD_TYPES = frozenset({pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX})
TEXT_FIELD_TYPES = CHOICE_FIELD_TYPES | {pdfium.FPDF_FORMFIELD_TEXTFIELD}
"""Types of form fields whose values are text. Values of buttons are not."""
MAX_OPTIONS = 2_000
"""Maximum options read per list box."""
ERRORS = {pdfium.FPDF_ERR_PASSWORD: "encrypted", pdfium.FPDF_ERR_SECURITY: "encrypted"}


def pdf_text(raw: bytes, limits: ReadLimits) -> ParsedText:
    """Read the embedded text of a PDF file. Raise `Unreadable("scan")` if the file has no text."""
    return pdf_pages(raw, limits, PageRecogniser(limits, "never"))


def pdf_pages(raw: bytes, limits: ReadLimits, paper: PageRecogniser) -> ParsedText:
    """Read the text of all pages with form values, annotations and bookmarks. Pages without text are read by OCR."""
    try:
        document = pypdfium2.PdfDocument(raw, password=paper.password or None)
    except pypdfium2.PdfiumError as error:
        raise Unreadable(ERRORS.get(error.err_code or 0, "damaged"), str(error)) from error
    try:
        if document.get_formtype() != pdfium.FORMTYPE_NONE:
            document.init_forms()
        parsed = _read_text(document, limits.document_bytes, paper)
        if not parsed.text.strip() and not paper.can_recognise_pages:
            raise Unreadable("scan")
        bookmarks: list[str] = []
        with suppress(pypdfium2.PdfiumError):
            bookmarks += (
                bookmark.get_title()
                for bookmark in islice(document.get_toc(max_depth=MAX_BOOKMARK_DEPTH), MAX_ANNOTATIONS)
            )
        text = "\n\n".join(filter(None, (parsed.text, _join_hyphenated_lines("\n".join(bookmarks)))))
        pages = paper.add_pages_and_flaws(parsed._replace(text=text))
    except pypdfium2.PdfiumError as error:
        raise Unreadable("damaged", str(error)) from error
    finally:
        document.close()
    if not pages.text.strip():
        raise Unreadable("nothing-recognised")
    return pages


def _join_hyphenated_lines(text: str) -> str:
    return LINE_END_HYPHEN.sub("", text).replace("\r\n", "\n")


def _read_text(document: pypdfium2.PdfDocument, limit: int, paper: PageRecogniser) -> ParsedText:
    pages: list[ParsedText] = []
    n_characters = 0
    for number in range(len(document)):
        pages.append(_read_page_text(document, number, n_characters, paper))
        n_characters += len(pages[-1].text) + len(PAGE_END)
        if n_characters > limit:
            raise Unreadable("too-large", f"more than {limit} characters")
    hidden = join_texts([page._replace(text="") for page in pages], "")
    return hidden._replace(text=PAGE_END.join(page.text for page in pages))


def _read_page_text(document: pypdfium2.PdfDocument, number: int, start: int, paper: PageRecogniser) -> ParsedText:
    """Return the text of a page; empty if that page is broken."""
    with suppress(pypdfium2.PdfiumError), closing(document[number]) as page:
        with closing(page.get_textpage()) as text_page:
            layer = _text_layer(page, text_page)
        notes = map(_join_hyphenated_lines, _read_notes(document, page))
        return layer._replace(text="\n".join([paper.read_page_text(page, layer.text, number, start), *notes]))
    return ParsedText("")


def _text_layer(page: pypdfium2.PdfPage, text_page: pypdfium2.PdfTextPage) -> ParsedText:
    """Return the text that a page draws. White text on paper, tiny text and text beside the page are hidden."""
    reasons = find_hidden_objects(page)
    if not reasons:
        return ParsedText(_join_hyphenated_lines(str(text_page.get_text_range())))
    pieces = TextCollector()
    start, reason_before = 0, ""
    n_characters = text_page.count_chars()
    for index in range(n_characters):
        text_object = pdfium.FPDFText_GetTextObject(text_page.raw, index)
        if not text_object:  # a space or a line end that PDFium adds
            continue
        reason = reasons.get(address_of(text_object), "")
        if reason != reason_before:
            if index > start:
                pieces.add(str(text_page.get_text_range(start, index - start)), reason_before)
            start, reason_before = index, reason
    pieces.add(str(text_page.get_text_range(start, n_characters - start)), reason_before)
    parsed = pieces.result()
    return parsed._replace(
        text=_join_hyphenated_lines(parsed.text), hidden=tidy_hidden_text(_join_hyphenated_lines(parsed.hidden))
    )


def _read_notes(document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage) -> Iterator[str]:
    """Yield the text of the form fields and annotations of a page."""
    for number in range(min(pdfium.FPDFPage_GetAnnotCount(page.raw), MAX_ANNOTATIONS)):
        note = pdfium.FPDFPage_GetAnnot(page.raw, number)
        if not note:
            continue
        try:
            text = _read_note(document, note).strip()
        finally:
            pdfium.FPDFPage_CloseAnnot(note)
        if text:
            yield text


def _read_note(document: pypdfium2.PdfDocument, note: Any) -> str:
    kind = pdfium.FPDFAnnot_GetSubtype(note)
    if kind in ANNOTATION_TYPES:
        return _read_pdfium_string(
            lambda buffer, size: pdfium.FPDFAnnot_GetStringValue(note, b"Contents", buffer, size)
        )
    if kind != pdfium.FPDF_ANNOT_WIDGET or document.formenv is None:
        return ""
    form = document.formenv.raw
    kind = pdfium.FPDFAnnot_GetFormFieldType(form, note)
    if kind not in TEXT_FIELD_TYPES:
        return ""
    options = _text_of_chosen_options(form, note) if kind in CHOICE_FIELD_TYPES else ""
    return options or _read_pdfium_string(
        lambda buffer, size: pdfium.FPDFAnnot_GetFormFieldValue(form, note, buffer, size)
    )


def _text_of_chosen_options(form: Any, note: Any) -> str:
    """Return the texts of the chosen options, as the form displays them.

    The value of the field would be the internal code of only one option.
    """
    numbers = range(min(pdfium.FPDFAnnot_GetOptionCount(form, note), MAX_OPTIONS))
    chosen = [number for number in numbers if pdfium.FPDFAnnot_IsOptionSelected(form, note, number)]
    labels = (_read_pdfium_string(partial(pdfium.FPDFAnnot_GetOptionLabel, form, note, number)) for number in chosen)
    return "\n".join(filter(None, labels))


def _read_pdfium_string(ask: Callable[[Any, int], int]) -> str:
    """Return a string that a function of PDFium writes to a buffer in UTF-16.

    `ask(buffer, size)` fills the buffer; `ask(None, 0)` returns the size that the buffer needs.
    """
    size = ask(None, 0)
    if not 2 < size <= MAX_STRING_BYTES:
        return ""
    buffer = (pdfium.FPDF_WCHAR * (size // 2))()
    ask(buffer, size)
    return bytes(buffer).decode("utf-16-le", "replace").rstrip("\0").replace("\r", "\n")
