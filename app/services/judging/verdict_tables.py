"""Verdicts as a CSV file: a table comes back as it was, with the columns of the verdict added."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path

from app.domain.documents import ReadLimits, SourceOptions
from app.domain.errors import SourceError
from app.domain.use_case_results import Verdict
from app.readers.parsers import table_and_rows_of_sheet
from app.readers.tables.table_dialects import SAMPLE_BYTES
from app.readers.tables.table_rows import Row
from app.readers.tables.tables import looks_like_table, open_table, table_rows
from app.services.files.whole_files import whole_table

Cells = Sequence[object]
ADDED = ("verdict", "probability")
SHEET_MARKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
HEAD_BYTES = 4096


def write_verdicts(
    target: Path, sources: Sequence[Path], options: SourceOptions, labels: Sequence[str], verdicts: Iterable[Verdict]
) -> int:
    """Write a row for each verdict, in the order of the table where there is just one; return how many."""
    found = list(verdicts)
    try:
        is_one = len(sources) == 1 and sources[0].is_file()
        table = table_of_file(sources[0], options) if is_one else None
        if table is None:
            head: Cells = ("path", "member", "title")
            written: list[tuple[Cells, Verdict | None]] = [((v.path, v.member, v.title), v) for v in found]
        else:  # a row that could not be judged keeps its place, with the reason
            head, known = table[0], {verdict.member: verdict for verdict in found}
            written = [(padded(row.cells, len(head)), known.get(str(row.line))) for row in table[1]]
        added = (*ADDED, *(f"P({label})" for label in labels), "unsure", "error")
        with whole_table(target) as writer:
            writer.writerow((*head, *free_names(added, head)))
            writer.writerows((*cells, *verdict_cells(verdict, labels)) for cells, verdict in written)
    except OSError as error:
        raise SourceError(error.filename or target, "cannot-write", error.strerror or str(error)) from error
    return len(written)


def table_of_file(path: Path, options: SourceOptions) -> tuple[tuple[str, ...], Iterator[Row]] | None:
    """The names of a table's columns and its rows, numbered as its documents are; None for what is no table."""
    raw = path.read_bytes()
    is_sheet = raw.startswith(SHEET_MARKS)
    if options.kind != "table" and (is_sheet or not looks_like_table(raw[:HEAD_BYTES], path.name)):
        return None
    if is_sheet:
        table, rows = table_and_rows_of_sheet(raw, ReadLimits(), options, str(path))
        return table.names, rows
    is_whole = len(raw) <= SAMPLE_BYTES
    table = open_table(raw[:SAMPLE_BYTES], options, str(path), is_whole=is_whole, name=path.name)
    return table.names, table_rows(table, BytesIO(raw))


def padded(cells: Sequence[str], n_columns: int) -> Cells:
    return [*cells[:n_columns], *[""] * (n_columns - len(cells))]


def free_names(wanted: Sequence[str], taken: Cells) -> list[str]:
    """Names that no column of the table has."""
    names: list[str] = []
    for name in wanted:
        free = name
        while free in taken or free in names:
            free += "'"
        names.append(free)
    return names


def verdict_cells(verdict: Verdict | None, labels: Sequence[str]) -> Cells:
    if verdict is None:
        return ("", "", *("" for _ in labels), "", "")
    probability = "" if verdict.probability is None else f"{verdict.probability:.6f}"
    raw = [f"{verdict.raw[label]:.9g}" if label in verdict.raw else "" for label in labels]
    unsure = "yes" if verdict.is_unsure else ""
    return (verdict.label or "", probability, *raw, unsure, verdict.error or "")
