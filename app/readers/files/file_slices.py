"""Cut large files into stretches that several processes can read in parallel.

A table is cut between records. The number of quotes before a line end tells whether it is inside of a quoted field. One
stray quote would reverse that for the rest of the file. Therefore a cut is made only where the following lines also
parse as rows of the right length. If no line end outside of quotes qualifies, any line end that does is used. If there
is none nearby, the stretch grows.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from itertools import islice
from os.path import basename
from typing import BinaryIO

from app.domain.documents import ReadLimits, SourceOptions, WorkItem
from app.readers.documents.paperless import is_manifest
from app.readers.files.archives import archive_kind, open_zip
from app.readers.files.folder_walk import FoundFile
from app.readers.files.opening import open_regular
from app.readers.kinds import HEAD_BYTES, kind_of
from app.readers.mail.mailboxes import cut_mailbox
from app.readers.tables.rows import Dialect, strict_reader
from app.readers.tables.tables import TableLayout, detect_table, read_sample

LARGE_BYTES = 16 << 20
"""Files of this size or more get a work item of their own, or several."""
STRETCH_BYTES = 16 << 20
SEARCH_BYTES = 1 << 20
N_ROWS_TO_AGREE = 8
"""Rows that must have the right length after a cut."""
N_LINES_TRIED = 200
"""Line ends that are tried for a cut."""
ROWS_BYTES = 1 << 17
LAST_PIECE_BYTES = 1 << 20
LIMITS = ReadLimits()


def work_items_of_file(source: FoundFile, options: SourceOptions, piece_bytes: int | None = None) -> Iterator[WorkItem]:
    """Yield the work items of one large file; a file that cannot be divided, or not opened, is one item."""
    try:
        with open_regular(source.path) as (file, _):
            yield from work_items_of_open_file(file, source, options, min(piece_bytes or STRETCH_BYTES, STRETCH_BYTES))
    except Exception:  # the worker that reads it will report the error
        yield _make_stretch_item(source, 0, None, source.size_bytes)


def work_items_of_open_file(
    file: BinaryIO, source: FoundFile, options: SourceOptions, stretch_bytes: int
) -> Iterator[WorkItem]:
    """Yield the work items of an open file."""
    head = file.read(HEAD_BYTES)
    name = basename(source.path)
    kind = "unsupported" if is_manifest(name, head) else kind_of(head, name, options.kind)
    if kind == "table" and options.reads_tables:
        yield from _table_stretches(source, file, options, stretch_bytes)
    elif kind == "zip":
        yield from _zip_stretches(source, stretch_bytes)
    elif kind == "mbox":
        for first, last in cut_mailbox(file, source.size_bytes, stretch_bytes):
            yield _make_stretch_item(source, first, last, last - first)
    else:
        yield _make_stretch_item(source, 0, None, source.size_bytes)


def _table_stretches(
    source: FoundFile, file: BinaryIO, options: SourceOptions, stretch_bytes: int
) -> Iterator[WorkItem]:
    file.seek(0)
    sample, is_whole = read_sample(file, b"")
    table = detect_table(sample, options, source.path, is_whole=is_whole, name=basename(source.path))
    first, line = 0, 1
    for last, n_lines in _cut_positions(file, table, source.size_bytes, stretch_bytes):
        yield _make_stretch_item(source, first, last, last - first, line)
        first, line = last, line + n_lines
    yield _make_stretch_item(source, first, None if first == 0 else source.size_bytes, source.size_bytes - first, line)


def _zip_stretches(source: FoundFile, stretch_bytes: int) -> Iterator[WorkItem]:
    """Yield ranges of member numbers. An archive above a limit is one item, so that the reader can refuse it as a
    whole."""
    with open_zip(source.path) as archive:
        infos = [info for info in archive.infolist() if not info.is_dir()]
        is_archive = archive_kind(archive) == "zip"
    unpacked_bytes = sum(info.file_size for info in infos)
    if not is_archive or len(infos) > LIMITS.archive_entries or unpacked_bytes > LIMITS.archive_expanded_bytes:
        yield _make_stretch_item(source, 0, None, source.size_bytes)
        return
    first = packed_bytes = 0
    for number, info in enumerate(infos, start=1):
        packed_bytes += info.compress_size
        if packed_bytes >= stretch_bytes or number == len(infos):
            yield _make_stretch_item(source, first, number, packed_bytes)
            first, packed_bytes = number, 0


def _make_stretch_item(
    source: FoundFile, first: int, last: int | None, size_bytes: int, first_line: int = 1
) -> WorkItem:
    return WorkItem((source.path,), (source.folder_label,), first, last, size_bytes, first_line)


def _cut_positions(
    file: BinaryIO, table: TableLayout, size_bytes: int, stretch_bytes: int
) -> Iterator[tuple[int, int]]:
    """Yield the position of each cut, with the number of lines since the previous cut."""
    is_wide = "16" in table.encoding or "32" in table.encoding
    if is_wide or table.form not in ("delimited", "lines"):
        return
    first, target = 0, stretch_bytes
    while target < size_bytes - min(stretch_bytes, LAST_PIECE_BYTES):
        n_lines, n_quotes = _count_lines_and_quotes(file, first, target)
        nearby = file.read(SEARCH_BYTES)
        offset = _cut_offset(nearby, table, is_in_quotes=n_quotes % 2 == 1)
        if offset is None:
            target += stretch_bytes
            continue
        yield target + offset, n_lines + nearby.count(b"\n", 0, offset)
        first, target = target + offset, target + offset + stretch_bytes


def _count_lines_and_quotes(file: BinaryIO, first: int, last: int) -> tuple[int, int]:
    """Count line ends and quotes in a range of the file; the file position is left at its end."""
    file.seek(first)
    n_lines = n_quotes = 0
    n_left = last - first
    while n_left > 0 and (part := file.read(min(n_left, 1 << 20))):
        n_lines += part.count(b"\n")
        n_quotes += part.count(b'"')
        n_left -= len(part)
    return n_lines, n_quotes


def _cut_offset(nearby: bytes, table: TableLayout, *, is_in_quotes: bool) -> int | None:
    """Return the first offset in `nearby` where a record surely begins, or None."""
    starts = [match.end() for match in islice(re.finditer(b"\n", nearby), N_LINES_TRIED)]
    dialect = table.dialect
    if dialect is None:
        return starts[0] if starts else None
    if dialect.is_quoted:
        starts.sort(key=lambda start: (nearby.count(b'"', 0, start) + is_in_quotes) % 2)  # outside of quotes first
    return next((start for start in starts if _parses_as_rows(nearby[start : start + ROWS_BYTES], dialect)), None)


def _parses_as_rows(nearby: bytes, dialect: Dialect) -> bool:
    lines = list(io.StringIO(nearby.decode(dialect.encoding, "replace"), newline=""))[:-1]
    reader = strict_reader(iter(lines), dialect.delimiter, is_quoted=dialect.is_quoted)
    try:
        rows = list(islice(reader, N_ROWS_TO_AGREE))
    except csv.Error:
        return False
    return len(rows) == N_ROWS_TO_AGREE and all(len(row) == dialect.n_columns for row in rows)
