"""Verdicts as a CSV file: a table comes back as it was, with the columns of the verdict added."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from app.domain.documents import SourceOptions
from app.domain.errors import SourceError
from app.domain.use_case_results import Verdict
from app.readers.tables.table_cells_as_they_stand import table_of_file
from app.readers.tables.table_rows import Row
from app.services.files.whole_files import whole_table

Cells = Sequence[object]
ADDED = ("verdict", "probability")


def write_verdicts(
    target: Path, sources: Sequence[Path], options: SourceOptions, labels: Sequence[str], verdicts: Iterable[Verdict]
) -> int:
    """Write a row for each verdict, in the order of the table where there is just one; return how many."""
    found = list(verdicts)
    try:
        is_one = len(sources) == 1 and sources[0].is_file()
        table = table_of_file(sources[0], options) if is_one else None
        head, rows = plain_rows(found) if table is None else table_rows(*table, found)
        written = list(rows)
        added = (*ADDED, *(f"P({label})" for label in labels), "unsure", "error")
        with whole_table(target) as writer:
            writer.writerow((*head, *free_names(added, head)))
            writer.writerows((*cells, *verdict_cells(verdict, labels)) for cells, verdict in written)
    except OSError as error:
        raise SourceError(error.filename or target, "cannot-write", error.strerror or str(error)) from error
    return len(written)


def plain_rows(verdicts: Sequence[Verdict]) -> tuple[Cells, Iterator[tuple[Cells, Verdict | None]]]:
    """Return rows for documents that are no table's rows: where each came from, and its title."""
    head = ("path", "member", "title")
    return head, (((verdict.path, verdict.member, verdict.title), verdict) for verdict in verdicts)


def table_rows(
    names: Sequence[str], rows: Iterable[Row], verdicts: Sequence[Verdict]
) -> tuple[Cells, Iterator[tuple[Cells, Verdict | None]]]:
    """The table's own cells; a row that could not be judged keeps its place, with the reason."""
    known: Mapping[str, Verdict] = {verdict.member: verdict for verdict in verdicts}
    return names, ((padded(row.cells, len(names)), known.get(str(row.line))) for row in rows)


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
