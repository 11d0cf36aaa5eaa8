"""Spreadsheets (XLSX, XLSB, XLS, ODS): as one text, or the first sheet with rows in it as a table."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import python_calamine

from app.domain.documents import Extracted, ReadLimits, SourceOptions
from app.readers.documents.office_packages import is_encrypted, opened_package, part_text
from app.readers.reading_failures import Unreadable
from app.readers.tables.compound_file_check import check_chains
from app.readers.tables.table_rows import Row, cell_text
from app.readers.tables.tables import N_SAMPLE_ROWS, Table, row_documents, table_of_rows

Cells = list[str]


def sheet_text(raw: bytes, limits: ReadLimits) -> str:
    """The cells of all sheets, a line for each row."""
    try:
        with _opened(raw, limits) as book:
            return "\n\n".join(filter(None, map(_lines, _sheets(book))))
    except Unreadable as error:
        if error.reason != "damaged" or not raw.startswith(b"PK"):
            raise
        return _paragraphs(raw, limits, error)


def _paragraphs(raw: bytes, limits: ReadLimits, error: Unreadable) -> str:
    """The text of an OpenDocument spreadsheet that the library does not take for one."""
    with opened_package(raw, limits) as package:
        if "content.xml" not in package.namelist():
            raise error
        return part_text(package, "content.xml", is_open_document=True)


def _lines(rows: Sequence[Cells]) -> str:
    lines = ("\t".join(cells).strip() for cells in rows)
    return "\n".join(line for line in lines if line)


def sheet_table(raw: bytes, limits: ReadLimits, options: SourceOptions, path: str) -> tuple[Table, Iterator[Row]]:
    """The first sheet that has rows, as a table, and its records."""
    with _opened(raw, limits) as book:
        rows = next((rows for rows in _sheets(book) if rows), [])
    table = table_of_rows("sheet", rows[:N_SAMPLE_ROWS], options, path)
    first = 1 if table.has_header else 0
    return table, (Row(number, cells) for number, cells in enumerate(rows[first:], start=first + 1) if any(cells))


def sheet_columns(raw: bytes, limits: ReadLimits, options: SourceOptions, path: str) -> Table:
    """Return the first sheet that has rows as a table, without its rows."""
    return sheet_table(raw, limits, options, path)[0]


def sheet_documents(
    raw: bytes, limits: ReadLimits, options: SourceOptions, path: str, member: str, label: str | None
) -> Iterator[Extracted]:
    """Yield each row of the first sheet as a document."""
    table, rows = sheet_table(raw, limits, options, path)
    return row_documents(table, rows, path, member, label, options)


def _opened(raw: bytes, limits: ReadLimits) -> python_calamine.CalamineWorkbook:
    if raw.startswith(b"PK"):
        with opened_package(raw, limits) as package:
            if is_encrypted(package):
                raise Unreadable("encrypted")
    check_chains(raw)
    with _mistakes_named():
        return python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(raw))


def _sheets(book: python_calamine.CalamineWorkbook) -> Iterator[list[Cells]]:
    for name in book.sheet_names:
        try:
            yield _rows(book, name)
        except python_calamine.WorksheetNotFound:
            continue  # a chart, or a sheet whose part is missing


def _rows(book: python_calamine.CalamineWorkbook, name: str) -> list[Cells]:
    with _mistakes_named():
        return [[cell_text(cell) for cell in row] for row in book.get_sheet_by_name(name).iter_rows()]


@contextmanager
def _mistakes_named() -> Iterator[None]:
    """Turn the library's errors on broken files into Unreadable, panics of its Rust included, which are no
    `Exception` and write a report of their own."""
    try:
        with _silence():
            yield
    except python_calamine.WorksheetNotFound:
        raise
    except python_calamine.PasswordError as error:
        raise Unreadable("encrypted") from error
    except python_calamine.CalamineError as error:
        raise Unreadable("damaged", str(error)) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise Unreadable("damaged", str(error)) from error


@contextmanager
def _silence() -> Iterator[None]:
    """Let nothing that is no Python write to standard error; this is a worker, which does nothing else meanwhile."""
    try:
        before = os.dup(2)
    except OSError:  # there is none
        yield
        return
    try:
        with open(os.devnull, "wb") as nothing:
            os.dup2(nothing.fileno(), 2)
        yield
    finally:
        os.dup2(before, 2)
        os.close(before)
