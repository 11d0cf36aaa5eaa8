"""Spreadsheets (XLSX, XLSB, XLS, ODS): as text, or their first non-empty sheet as a table.

In old XLS files a chain of sectors may be a loop. The library follows it until the memory is exhausted, and the worker
process crashes. Checking the chains first costs a fraction of the reading time. No valid file has a loop.
"""

from __future__ import annotations

import io
import os
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import numpy as np
import python_calamine

from app.domain.documents import ReadLimits, SourceOptions
from app.readers.documents.formatting import OpenDocumentFormatting, Styles
from app.readers.documents.office import is_encrypted, open_package, part_text
from app.readers.documents.parsed_text import ParsedText
from app.readers.reading_failures import Unreadable
from app.readers.tables.rows import Row, cell_text
from app.readers.tables.tables import N_SAMPLE_ROWS, TableLayout, layout_of_rows

Cells = list[str]


def sheet_text(raw: bytes, limits: ReadLimits) -> ParsedText:
    """Return the cells of all sheets as text, with one line per row."""
    try:
        with _open_workbook(raw, limits) as book:
            return ParsedText("\n\n".join(_iterate_sheet_texts(book, limits.document_bytes)))
    except Unreadable as error:
        if error.reason != "damaged" or not raw.startswith(b"PK"):
            raise
        with open_package(raw, limits) as package:  # an OpenDocument that the library does not recognise
            if "content.xml" not in package.namelist():
                raise
            return part_text(package, "content.xml", OpenDocumentFormatting(Styles()))


def _iterate_sheet_texts(book: python_calamine.CalamineWorkbook, max_characters: int) -> Iterator[str]:
    """Yield the texts of the sheets that are not empty. A workbook may list one sheet many times."""
    n_characters = 0
    for text in filter(None, map(_rows_to_text, _iterate_sheets(book))):
        n_characters += len(text)
        if n_characters > max_characters:
            raise Unreadable("too-large", f"more than {max_characters} characters")
        yield text


def _rows_to_text(rows: Sequence[Cells]) -> str:
    lines = ("\t".join(cells).strip() for cells in rows)
    return "\n".join(line for line in lines if line)


def sheet_table(raw: bytes, limits: ReadLimits, options: SourceOptions, path: str) -> tuple[TableLayout, Iterator[Row]]:
    """Return the table layout of the first sheet that has rows, and an iterator over its rows."""
    with _open_workbook(raw, limits) as book:
        rows = next((rows for rows in _iterate_sheets(book) if rows), [])
    table = layout_of_rows("sheet", rows[:N_SAMPLE_ROWS], options, path)
    first = 1 if table.has_header else 0
    return table, (Row(number, cells) for number, cells in enumerate(rows[first:], start=first + 1) if any(cells))


def _open_workbook(raw: bytes, limits: ReadLimits) -> python_calamine.CalamineWorkbook:
    if raw.startswith(b"PK"):
        with open_package(raw, limits) as package:
            if is_encrypted(package):
                raise Unreadable("encrypted")
    check_sector_chains(raw)
    with _translate_errors():
        return python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(raw))


def _iterate_sheets(book: python_calamine.CalamineWorkbook) -> Iterator[list[Cells]]:
    for name in book.sheet_names:
        with suppress(python_calamine.WorksheetNotFound):  # a chart, or a sheet whose part is missing
            with _translate_errors():
                rows = [[cell_text(cell) for cell in row] for row in book.get_sheet_by_name(name).iter_rows()]
            yield rows


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Context manager: raise errors of python-calamine on broken files as `Unreadable`.

    A panic of its Rust code is a BaseException.
    """
    try:
        with _discard_stderr():
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
def _discard_stderr() -> Iterator[None]:
    """Context manager: discard output to file descriptor 2, such as that of Rust's panic handler.

    Use it in worker processes only, because it affects the whole process.
    """
    try:
        saved = os.dup(2)
    except OSError:  # no stderr
        yield
        return
    try:
        with open(os.devnull, "wb") as null:
            os.dup2(null.fileno(), 2)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)


SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
SECTOR_SHIFTS = (9, 12)
NO_SECTOR = 0xFFFFFFFA
"""Lowest value in a sector table that is not a sector number. Such values mark the end of a chain or a free sector."""
HEADER = slice(76, 512)


def check_sector_chains(raw: bytes) -> None:
    """Raise Unreadable if a chain of sectors has a loop. Other damage is left for the library to find."""
    shift = _read_number(raw, 30, 2)
    if not raw.startswith(SIGNATURE) or shift not in SECTOR_SHIFTS:
        return
    table = _read_allocation_table(raw, _find_allocation_table(raw, 1 << shift), 1 << shift)
    if not _are_chains_finite(table):
        raise Unreadable("damaged", "a chain of sectors has no end")
    small = _read_allocation_table(raw, _follow_chain(table, _read_number(raw, 60, 4)), 1 << shift)
    if not _are_chains_finite(small):
        raise Unreadable("damaged", "a chain of small sectors has no end")


def _find_allocation_table(raw: bytes, size: int) -> list[int]:
    """Return the numbers of the sectors that hold the allocation table.

    They are listed in the header, and in a chain of sectors that starts there.
    """
    sectors = [sector for sector in _read_numbers(raw[HEADER]) if sector < NO_SECTOR]
    list_sector, seen = _read_number(raw, 68, 4), set[int]()
    while list_sector < NO_SECTOR and (content := _read_sector(raw, list_sector, size)):
        if list_sector in seen:
            raise Unreadable("damaged", "the list of sectors has no end")
        seen.add(list_sector)
        *listed, list_sector = _read_numbers(content)
        sectors += (sector for sector in listed if sector < NO_SECTOR)
        if len(sectors) > len(raw) // size:
            raise Unreadable("damaged", "it lists more sectors than it has")
    return sectors


def _read_allocation_table(raw: bytes, sectors: Sequence[int], size: int) -> tuple[int, ...]:
    return _read_numbers(b"".join(_read_sector(raw, sector, size) for sector in sectors))


def _read_sector(raw: bytes, number: int, size: int) -> bytes:
    """Return the bytes of a sector; b"" if the file is too short for it."""
    sector = raw[(number + 1) * size : (number + 2) * size]
    return sector if len(sector) == size else b""


def _follow_chain(table: Sequence[int], first: int) -> list[int]:
    sectors, sector = list[int](), first
    while sector < len(table):
        sectors.append(sector)
        sector = table[sector]
    return sectors


def _are_chains_finite(table: Sequence[int]) -> bool:
    """Return whether every chain of sectors ends. All chains are followed at once, twice as far in each round."""
    n_sectors = len(table)
    targets = np.append(np.minimum(table, n_sectors), n_sectors).astype(np.intp)
    for _ in range(n_sectors.bit_length()):
        targets = targets[targets]
    return bool((targets == n_sectors).all())


def _read_number(raw: bytes, offset: int, n_bytes: int) -> int:
    return int.from_bytes(raw[offset : offset + n_bytes], "little")


def _read_numbers(raw: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(raw) // 4}I", raw[: len(raw) // 4 * 4])
