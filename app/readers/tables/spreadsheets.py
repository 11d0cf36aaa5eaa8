"""Spreadsheets (XLSX, XLSB, XLS, ODS): as one text, or the first sheet with rows in it as a table.

The library that reads old ones follows a chain of sectors that bites its own tail until its memory is gone, and the
worker process with it. Looking at the chains first costs a fraction of what reading does, and loses nothing: no whole
file has such a chain.
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
from app.readers.documents.office import is_encrypted, opened_package, part_text
from app.readers.reading_failures import Unreadable
from app.readers.tables.rows import Row, cell_text
from app.readers.tables.tables import N_SAMPLE_ROWS, TableLayout, table_of_rows

Cells = list[str]


def sheet_text(raw: bytes, limits: ReadLimits) -> str:
    """The cells of all sheets, a line for each row."""
    try:
        with _opened(raw, limits) as book:
            return "\n\n".join(filter(None, map(_lines, _sheets(book))))
    except Unreadable as error:
        if error.reason != "damaged" or not raw.startswith(b"PK"):
            raise
        with opened_package(raw, limits) as package:  # an OpenDocument that the library does not take for one
            if "content.xml" not in package.namelist():
                raise
            return part_text(package, "content.xml", is_open_document=True)


def _lines(rows: Sequence[Cells]) -> str:
    lines = ("\t".join(cells).strip() for cells in rows)
    return "\n".join(line for line in lines if line)


def sheet_table(raw: bytes, limits: ReadLimits, options: SourceOptions, path: str) -> tuple[TableLayout, Iterator[Row]]:
    """The first sheet that has rows, as a table, and its records."""
    with _opened(raw, limits) as book:
        rows = next((rows for rows in _sheets(book) if rows), [])
    table = table_of_rows("sheet", rows[:N_SAMPLE_ROWS], options, path)
    first = 1 if table.has_header else 0
    return table, (Row(number, cells) for number, cells in enumerate(rows[first:], start=first + 1) if any(cells))


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
        with suppress(python_calamine.WorksheetNotFound):  # a chart, or a sheet whose part is missing
            with _mistakes_named():
                rows = [[cell_text(cell) for cell in row] for row in book.get_sheet_by_name(name).iter_rows()]
            yield rows


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


SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
SECTOR_SHIFTS = (9, 12)
NO_SECTOR = 0xFFFFFFFA
"""From here on, numbers of sectors mean something else: the end of a chain, or a free sector."""
HEADER = slice(76, 512)


def check_chains(raw: bytes) -> None:
    """Raise Unreadable where a chain comes back to where it was; what else is wrong is for the library to say."""
    shift = _number(raw, 30, 2)
    if not raw.startswith(SIGNATURE) or shift not in SECTOR_SHIFTS:
        return
    table = _table(raw, _places_of_table(raw, 1 << shift), 1 << shift)
    if not _all_end(table):
        raise Unreadable("damaged", "a chain of sectors has no end")
    small = _table(raw, _chain(table, _number(raw, 60, 4)), 1 << shift)
    if not _all_end(small):
        raise Unreadable("damaged", "a chain of small sectors has no end")


def _places_of_table(raw: bytes, size: int) -> list[int]:
    """The sectors that say which sector follows which: some are named in the header, the others in a chain."""
    places = [place for place in _numbers(raw[HEADER]) if place < NO_SECTOR]
    here, seen = _number(raw, 68, 4), set[int]()
    while here < NO_SECTOR and (more := _sector(raw, here, size)):
        if here in seen:
            raise Unreadable("damaged", "the list of sectors has no end")
        seen.add(here)
        *listed, here = _numbers(more)
        places += (place for place in listed if place < NO_SECTOR)
        if len(places) > len(raw) // size:
            raise Unreadable("damaged", "it lists more sectors than it has")
    return places


def _table(raw: bytes, places: Sequence[int], size: int) -> tuple[int, ...]:
    return _numbers(b"".join(_sector(raw, place, size) for place in places))


def _sector(raw: bytes, number: int, size: int) -> bytes:
    """A whole sector; nothing where the file does not reach so far."""
    sector = raw[(number + 1) * size : (number + 2) * size]
    return sector if len(sector) == size else b""


def _chain(table: Sequence[int], first: int) -> list[int]:
    places, here = list[int](), first
    while here < len(table):
        places.append(here)
        here = table[here]
    return places


def _all_end(table: Sequence[int]) -> bool:
    """Return whether every chain ends: after as many steps as there are sectors, taken twice as many at a time."""
    n_sectors = len(table)
    places = np.append(np.minimum(table, n_sectors), n_sectors).astype(np.intp)
    for _ in range(n_sectors.bit_length()):
        places = places[places]
    return bool((places == n_sectors).all())


def _number(raw: bytes, place: int, n_bytes: int) -> int:
    return int.from_bytes(raw[place : place + n_bytes], "little")


def _numbers(raw: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(raw) // 4}I", raw[: len(raw) // 4 * 4])
