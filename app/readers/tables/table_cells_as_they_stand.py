"""A table's file as its own cells, row by row: for those who write them out again with something added."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from app.domain.documents import ReadLimits, SourceOptions
from app.readers.parsers import table_and_rows_of_sheet
from app.readers.tables.table_dialects import SAMPLE_BYTES
from app.readers.tables.table_rows import Row
from app.readers.tables.tables import looks_like_table, open_table, table_rows

SHEET_MARKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
HEAD_BYTES = 4096


def table_of_file(path: Path, options: SourceOptions) -> tuple[tuple[str, ...], Iterator[Row]] | None:
    """The names of a table's columns and its rows, numbered as its documents are; None for what is no table."""
    raw = path.read_bytes()
    if raw.startswith(SHEET_MARKS):
        if options.kind != "table":
            return None
        table, rows = table_and_rows_of_sheet(raw, ReadLimits(), options, str(path))
        return table.names, rows
    if options.kind != "table" and not looks_like_table(raw[:HEAD_BYTES], path.name):
        return None
    sample = raw[:SAMPLE_BYTES]
    table = open_table(sample, options, str(path), is_whole=len(raw) <= SAMPLE_BYTES, name=path.name)
    return table.names, table_rows(table, BytesIO(raw))
