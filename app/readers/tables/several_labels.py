"""Several labels of a row: in a list, between separators, or in columns of their own that say yes or no."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence

from app.domain.label_sets import label_set
from app.readers.tables.table_rows import cell_text

LIST_NAMES = frozenset(
    {"labels", "tags", "topics", "categories", "keywords", "subjects", "manual tags", "метки", "标签"}
)
"""Names of columns that hold several things, which may then be between commas."""
LONGEST_LABEL = 60
LONGEST_LIST = 100_000
FEW_CELLS = 20
SELDOM = 50
"""A separator that fewer cells have than one in so many belongs to the labels."""
YES, NO = frozenset({"1", "true", "yes", "x"}), frozenset({"0", "false", "no", ""})
NAMED_BY = ("name", "label", "tag", "title")


def listed_labels(cell: str) -> list[str] | None:
    """Return the entries of a list as JSON or Python write it; None where a cell is none. Nothing and what has no text
    is no label."""
    if not (cell.startswith("[") and cell.endswith("]")) or len(cell) > LONGEST_LIST:
        return None
    try:
        values = json.loads(cell)
    except (ValueError, RecursionError):
        try:
            values = ast.literal_eval(cell)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            return None
    return [text for text in map(_entry, values) if text] if isinstance(values, list) else None


def _entry(value: object) -> str:
    if isinstance(value, Mapping):
        value = next((value[name] for name in NAMED_BY if isinstance(value.get(name), str)), None)
    return "" if isinstance(value, (list, tuple, Mapping)) else cell_text(value).strip()


def labels_of_cell(cell: str, separator: str) -> list[str]:
    """Return the labels in a cell: of a list, or between separators where there is one."""
    listed = listed_labels(cell)
    if listed is not None:
        return listed
    return [part.strip() for part in (cell.split(separator) if separator else [cell]) if part.strip()]


def separator_of(name: str, cells: Sequence[str]) -> str:
    """Return what stands between the labels of a column's cells; nothing where each seems to be one label.

    Whatever is often between short texts that come again and again is a separator.
    """
    able = (";", "|", ",") if name.casefold() in LIST_NAMES else (";", "|")
    for separator in able:
        n_with = sum(separator in cell for cell in cells)
        if n_with < 2 or n_with * SELDOM < len(cells):
            continue
        parts = [part.strip() for cell in cells for part in cell.split(separator)]
        n_most = len(parts) - 1 if len(cells) < FEW_CELLS else len(parts) // 2
        if len(set(parts)) <= n_most and max(map(len, parts)) <= LONGEST_LABEL:
            return separator
    return ""


def label_columns(label: str | None, names: Sequence[str]) -> tuple[str, ...]:
    """Return the columns that hold labels: the one of that name, or those whose names stand between commas."""
    if label is None:
        return ()
    return (label,) if label in names else tuple(part.strip() for part in label.split(",") if part.strip())


class LabelCells:
    """Reads the label, or labels, of a row from the cells of its label columns."""

    def __init__(self, columns: Sequence[LabelColumn], *, is_several: bool) -> None:
        self._columns, self._is_several = columns, is_several

    def label(self, cells: Sequence[str]) -> str | None:
        """Return the label of a row, or the set of its labels where there may be several."""
        if self._is_several:
            return label_set(label for column in self._columns for label in column.labels(cells))
        cell = cells[self._columns[0].place].strip()
        listed = listed_labels(cell)
        return cell or None if listed is None else next(iter(listed), None)


class LabelColumn:
    """A column with labels: its place, and what is between them; or the label that it says yes or no to."""

    def __init__(self, place: int, name: str, separator: str, *, is_answer: bool) -> None:
        self.place, self._name, self._separator, self._is_answer = place, name, separator, is_answer

    def labels(self, cells: Sequence[str]) -> list[str]:
        """Return the labels that a row has by this column."""
        cell = cells[self.place].strip()
        if self._is_answer:
            return [self._name] if cell.casefold() in YES else []
        return labels_of_cell(cell, self._separator)


def answers(values: Sequence[str]) -> bool:
    """Tell whether all that a column says is yes and no."""
    return bool(values) and all(value.casefold() in YES | NO for value in values)
