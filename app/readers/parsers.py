"""Table of the parser of each kind of file. A parser is imported when the first file of its kind is read.

The table names modules by strings: a worker that reads mail should neither wait for the PDF library nor hold it in
memory. PyInstaller cannot find modules that are named by strings, so its spec file lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from app.domain.documents import OcrChoice, PageLookup, ReadLimits, RecognisedPage, SourceOptions
from app.readers.kinds import Kind
from app.readers.mail.mime import Part
from app.readers.reading_failures import Unreadable
from app.readers.tables.rows import Row
from app.readers.tables.tables import TableLayout

if TYPE_CHECKING:
    from app.readers.documents.parsed_text import ParsedText
    from app.readers.paper.page_reading import PageRecogniser

TextParser: TypeAlias = "Callable[[bytes, ReadLimits], ParsedText]"

PARSERS: dict[Kind, tuple[str, str]] = {
    "pdf": ("app.readers.documents.pdf", "pdf_text"),
    "rtf": ("app.readers.documents.rtf", "rtf_text"),
    "word": ("app.readers.documents.office", "docx_text"),
    "slides": ("app.readers.documents.office", "pptx_text"),
    "open-text": ("app.readers.documents.office", "open_document_text"),
    "book": ("app.readers.documents.office", "epub_text"),
    "sheet": ("app.readers.tables.spreadsheets", "sheet_text"),
}
"""Module and function that give the text of each kind; plain text and HTML need none."""

PAGED_PARSERS: dict[Kind, tuple[str, str]] = {
    "pdf": ("app.readers.documents.pdf", "pdf_pages"),
    "word": ("app.readers.documents.office", "docx_pages"),
    "picture": ("app.readers.paper.page_reading", "picture_pages"),
}
"""Module and function for kinds that may have pages without text. The function reads these pages by OCR."""

LAZILY_IMPORTED_FUNCTIONS = {
    "paper": ("app.readers.paper.page_reading", "PageRecogniser"),
    "outlook": ("app.readers.mail.outlook", "outlook_mail"),
    "outlook for mac": ("app.readers.mail.outlook", "mail_of_message"),
    "sheet table": ("app.readers.tables.spreadsheets", "sheet_table"),
}
"""Module and name of functions whose modules are imported at their first call."""


@cache
def text_parser(kind: Kind) -> TextParser:
    """Return the function that converts a file of this kind to text. Raise `Unreadable` if no parser exists."""
    if kind not in PARSERS:
        raise Unreadable(kind if kind in ("empty", "encrypted", "outlook-store") else "unsupported")
    parser: TextParser = _load_function(*PARSERS[kind])
    return parser


def paged_parser(kind: Kind) -> Callable[[bytes, ReadLimits, PageRecogniser], ParsedText]:
    """Return the parser of a kind in PAGED_PARSERS. It reads pages that have no text by OCR."""
    parser: Callable[[bytes, ReadLimits, PageRecogniser], ParsedText] = _load_function(*PAGED_PARSERS[kind])
    return parser


def no_cached_page(_key: bytes) -> RecognisedPage | None:
    """Cache lookup that never finds a page."""
    return None


def new_page_recogniser(
    limits: ReadLimits,
    ocr_choice: OcrChoice,
    find_cached_page: PageLookup,
    run_guarded: Callable[[Callable[[], RecognisedPage]], RecognisedPage],
    *,
    password: str = "",
) -> PageRecogniser:
    """Return a `PageRecogniser`, which recognises the pages of one document."""
    paper: PageRecogniser = _load_function(*LAZILY_IMPORTED_FUNCTIONS["paper"])(
        limits, ocr_choice, find_cached_page, run_guarded
    )
    paper.password = password
    return paper


def outlook_mail(raw: bytes, path: str, limits: ReadLimits) -> Part:
    """Parse an Outlook message into mail parts."""
    part: Part = _load_function(*LAZILY_IMPORTED_FUNCTIONS["outlook"])(raw, path, limits)
    return part


def mac_message_reader() -> Callable[[bytes, Callable[[str], bytes]], bytes]:
    """Return the function that converts a message of Outlook for Mac to mail, given a reader of its attachments."""
    reader: Callable[[bytes, Callable[[str], bytes]], bytes] = _load_function(
        *LAZILY_IMPORTED_FUNCTIONS["outlook for mac"]
    )
    return reader


def table_and_rows_of_sheet(
    raw: bytes, limits: ReadLimits, options: SourceOptions, path: str
) -> tuple[TableLayout, Iterator[Row]]:
    """Return the first sheet of a spreadsheet as a table layout, and all its rows."""
    sheet: tuple[TableLayout, Iterator[Row]] = _load_function(*LAZILY_IMPORTED_FUNCTIONS["sheet table"])(
        raw, limits, options, path
    )
    return sheet


def _load_function(module: str, function: str) -> Any:
    return getattr(import_module(module), function)
