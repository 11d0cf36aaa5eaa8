"""A Qt table over rows that live elsewhere: it knows their order, and asks for the rows that are looked at.

A million documents are a million numbers here; their texts come in blocks, and only the last few blocks are kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal

from app.qt.array_table import LEFT, RIGHT, ROW_ROLE, VALUE_ROLE, Index
from app.qt.tooltips import plain_tip
from nbengine.lazy_dataclasses import dataclass

BLOCK = 200
KEPT_BLOCKS = 64


@dataclass(frozen=True, slots=True)
class PagedColumn:
    """A column of rows that are fetched: how its text and its value are read off a row."""

    title: str
    text: Callable[[Any], str]
    value: Callable[[Any], object] = lambda _row: None
    is_number: bool = False
    sort_key: str = ""
    """The name by which the store sorts this column; empty where it cannot be sorted."""
    tip: str = ""


class PagedTable(QAbstractTableModel):
    """Shows rows by their ids in an order that somebody else decides."""

    block_wanted = Signal(int, object)
    """The first row's place, and the ids of the rows."""

    def __init__(self, columns: Sequence[PagedColumn] = (), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._ids: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._blocks: OrderedDict[int, Sequence[Any]] = OrderedDict()
        self._asked: set[int] = set()

    @property
    def ids(self) -> NDArray[np.int64]:
        """The ids of all rows in the order shown."""
        return self._ids

    def show_ids(self, ids: NDArray[np.int64], columns: Sequence[PagedColumn] | None = None) -> None:
        """Show other rows, or the same in another order; rows that only get more behind them stay as they are."""
        has_same_columns = columns is None or [one.title for one in columns] == [one.title for one in self._columns]
        n_before = len(self._ids)
        if has_same_columns and 0 < n_before < len(ids) and np.array_equal(ids[:n_before], self._ids):
            self._append(ids)
            return
        self.beginResetModel()
        self._ids = ids
        self._columns = self._columns if columns is None else tuple(columns)
        self._blocks.clear()
        self._asked.clear()
        self.endResetModel()

    def _append(self, ids: NDArray[np.int64]) -> None:
        n_before = len(self._ids)
        self.beginInsertRows(QModelIndex(), n_before, len(ids) - 1)
        self._ids = ids
        if n_before % BLOCK:
            self._blocks.pop(n_before // BLOCK, None)
            self._asked.discard(n_before // BLOCK)
        self.endInsertRows()

    def refresh_rows(self) -> None:
        """Ask again for the rows that are looked at, because their documents changed; the old ones show until then."""
        self._asked.clear()
        for number in tuple(self._blocks):
            self._ask(number)

    def add_block(self, first: int, rows: Sequence[Any], ids: NDArray[np.int64] | None = None) -> None:
        """Take rows that were asked for; those of an order that is gone are dropped."""
        last = min(first + len(rows), len(self._ids))
        if ids is not None and not np.array_equal(self._ids[first:last], ids[: last - first]):
            return
        number = first // BLOCK
        self._blocks[number] = rows
        self._blocks.move_to_end(number)
        self._asked.discard(number)
        while len(self._blocks) > KEPT_BLOCKS:
            self._blocks.popitem(last=False)
        if last > first:
            self.dataChanged.emit(self.index(first, 0), self.index(last - 1, self.columnCount() - 1))

    def row(self, place: int) -> Any:
        """Return the row at a place, or None while it is on its way."""
        number = place // BLOCK
        block = self._blocks.get(number)
        if block is None:
            self._ask(number)
            return None
        within = place - number * BLOCK
        return block[within] if within < len(block) else None

    def _ask(self, number: int) -> None:
        if number not in self._asked:
            self._asked.add(number)
            first = number * BLOCK
            self.block_wanted.emit(first, self._ids[first : first + BLOCK])

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own default)
        return 0 if parent.isValid() else len(self._ids)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own default)
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        column = self._columns[index.column()]
        if role == ROW_ROLE:
            return int(self._ids[index.row()])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if column.is_number else LEFT
        if role not in (Qt.ItemDataRole.DisplayRole, VALUE_ROLE):
            return None
        row = self.row(index.row())
        if row is None:
            return None
        return column.text(row) if role == Qt.ItemDataRole.DisplayRole else column.value(row)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal or section >= len(self._columns):
            return None
        column = self._columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT if column.is_number else LEFT
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(column.tip) or None
        return None
