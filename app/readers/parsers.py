"""Parsers by kind of file: the module that turns it into text, loaded when the first such file comes.

Names and not imports, because a worker that reads mail should neither wait for the PDF library nor hold it in memory. A
packaged program has to be told of these modules by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from app.domain.documents import OcrChoice, PageLookup, ReadLimits, RecognisedPage, SourceOptions
from app.readers.kinds import Kind
from app.readers.mail.mime import Part
from app.readers.reading_failures import Unreadable
from app.readers.tables.rows import Row
from app.readers.tables.tables import TableLayout

if TYPE_CHECKING:
    from app.readers.paper.page_reading import PagedText, Paper

"""Returns a page that was read off its picture before, by its key."""
TextParser = Callable[[bytes, ReadLimits], str]

PARSERS: dict[Kind, tuple[str, str]] = {
    "pdf": ("app.readers.documents.pdf", "pdf_text"),
    "rtf": ("app.readers.documents.office", "rtf_text"),
    "word": ("app.readers.documents.office", "word_text"),
    "slides": ("app.readers.documents.office", "slides_text"),
    "open-text": ("app.readers.documents.office", "open_text"),
    "book": ("app.readers.documents.office", "book_text"),
    "sheet": ("app.readers.tables.spreadsheets", "sheet_text"),
}
"""Kind of file to the module and the function that gives its text; plain text and HTML need none."""

PAGED: dict[Kind, tuple[str, str]] = {
    "pdf": ("app.readers.documents.pdf", "pdf_pages"),
    "word": ("app.readers.documents.office", "word_pages"),
    "picture": ("app.readers.paper.page_reading", "picture_pages"),
}
"""Kinds of file that may have pages without text to the function that gives what is read off them as well."""

OTHERS = {
    "paper": ("app.readers.paper.page_reading", "Paper"),
    "outlook": ("app.readers.mail.outlook", "outlook_mail"),
    "outlook for mac": ("app.readers.mail.outlook", "mail_of_message"),
    "sheet table": ("app.readers.tables.spreadsheets", "sheet_table"),
}
"""The other functions that are loaded late, each with its module."""


@cache
def text_parser(kind: Kind) -> TextParser:
    """The function that turns a file of this kind into text."""
    if kind not in PARSERS:
        raise Unreadable(kind if kind in ("empty", "encrypted", "outlook-store") else "unsupported")
    parser: TextParser = _loaded(*PARSERS[kind])
    return parser


def paged_parser(kind: Kind) -> Callable[[bytes, ReadLimits, Paper], PagedText]:
    """The function that turns a file of this kind into text, page by page."""
    parser: Callable[[bytes, ReadLimits, Paper], PagedText] = _loaded(*PAGED[kind])
    return parser


def no_known_page(_key: bytes) -> RecognisedPage | None:
    """Know of no page."""
    return None


def new_paper(
    limits: ReadLimits,
    choice: OcrChoice,
    known: PageLookup,
    guard: Callable[[Callable[[], RecognisedPage]], RecognisedPage],
) -> Paper:
    """Make what reads the pages of one document off their pictures."""
    paper: Paper = _loaded(*OTHERS["paper"])(limits, choice, known, guard)
    return paper


def outlook_mail(raw: bytes, path: str, limits: ReadLimits) -> Part:
    """Take an Outlook message apart."""
    mail: Part = _loaded(*OTHERS["outlook"])(raw, path, limits)
    return mail


def mac_message_reader() -> Callable[[bytes, Callable[[str], bytes]], bytes]:
    """The function that writes a message of Outlook for Mac down as mail, given what reads its attachments."""
    reader: Callable[[bytes, Callable[[str], bytes]], bytes] = _loaded(*OTHERS["outlook for mac"])
    return reader


def table_and_rows_of_sheet(
    raw: bytes, limits: ReadLimits, options: SourceOptions, path: str
) -> tuple[TableLayout, Iterator[Row]]:
    """Return the first sheet of a spreadsheet as a table, and all its rows."""
    told: tuple[TableLayout, Iterator[Row]] = _loaded(*OTHERS["sheet table"])(raw, limits, options, path)
    return told


def _loaded(module: str, function: str) -> Any:
    return getattr(import_module(module), function)
