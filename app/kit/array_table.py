"""Qt tables over equally long NumPy columns, and over rows that live elsewhere.

A million rows are sorted and filtered by moving row numbers. Sorting 200,000 rows through QSortFilterProxyModel takes
seconds, because it compares in Python; an argsort takes milliseconds.

Where rows live elsewhere, the table knows their order, and asks for those that are looked at: a million documents are a
million numbers here; their texts come in blocks, and only the last few blocks are kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.kit.actions import plain_tip
from nbengine.lazy_dataclasses import dataclass

Index = QModelIndex | QPersistentModelIndex
VALUE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""The value itself, as plain Python, for delegates."""
ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 2
"""The row's number in the columns, whatever the order shown."""
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


def row_order(values: NDArray[Any], *, descending: bool = False) -> NDArray[np.int64]:
    """Return row numbers in sorted order: equal values keep their order, NaN goes last."""
    missing = np.isnan(values) if values.dtype.kind == "f" else None
    if missing is None or not missing.any():
        return _order(values, descending=descending)
    known, last = np.flatnonzero(~missing), np.flatnonzero(missing)
    return np.concatenate([known[_order(values[known], descending=descending)], last])


def _order(keys: NDArray[Any], *, descending: bool) -> NDArray[np.int64]:
    if keys.dtype.kind in "iu" and len(keys) and int(keys.max()) - int(keys.min()) < 1 << 16:
        keys = (keys - keys.min()).astype(np.uint16)  # these are sorted by radix, in linear time
    if descending:  # sort the reverse and turn it round: this keeps equal values in order
        return len(keys) - 1 - np.argsort(keys[::-1], kind="stable")[::-1]
    return np.argsort(keys, kind="stable")


def cells(values: Sequence[object]) -> NDArray[Any]:
    """Return any values as a column; `np.array` would look into tuples."""
    made = np.empty(len(values), dtype=object)
    made[:] = values
    return made


CellKind = Literal[
    "text", "quiet", "strong", "path", "quiet-path", "titled", "number", "quiet-number", "label", "share", "log-odds",
    "tick", "sample", "verdict", "sureness",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ColumnLook:
    """The look and width of a column: pixels, or 0 to take what is left."""

    kind: CellKind = "text"
    width: int = 0
    keeps: int = 0
    """Hidden while the table is narrower than this."""
    slim: int = 0
    """The width while the table is narrow: bars are left out before names lose letters."""
    least: int = 0
    """The width while elastic columns would otherwise have no room."""
    name: str = ""
    """By which a choice of columns is remembered; a column without one always shows."""
    is_extra: bool = False
    """Hidden until a person chooses it."""
    full_scale: float = 6.5
    """Log-odds that fill half of a log-odds bar's room."""
    colours: tuple[int, int] = (0, 1)
    """Of log-odds: the colours of the label that is spoken against, and of the one that is spoken for."""


PLAIN = ColumnLook()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its values, how one reads and looks, and how it is sorted.

    Values that are not an array, such as a list of cells, are taken as they are.
    """

    title: str
    values: NDArray[Any] | Sequence[Any]
    text: Callable[[Any], str] = str
    look: ColumnLook = PLAIN
    keys: NDArray[Any] | None = None
    """The values to sort by, where those of the column are slow or wrong to sort by."""
    is_number: bool | None = None
    tip: str = ""
    cell: Callable[[Any], Any] | None = None
    """A function from a value to what is painted of it, called when it is looked at; None paints the value itself."""

    @property
    def is_right_aligned(self) -> bool:
        """Numbers stand at the right, under each other."""
        if self.is_number is not None:
            return self.is_number
        return isinstance(self.values, np.ndarray) and self.values.dtype.kind in "iuf"

    @property
    def order(self) -> NDArray[Any]:
        """The values that rows are sorted by."""
        found = self.values if self.keys is None else self.keys
        return found if isinstance(found, np.ndarray) else cells(found)


class HeadedColumn(Protocol):
    """The part of a column that its head shows."""

    @property
    def title(self) -> str: ...
    @property
    def tip(self) -> str: ...
    @property
    def is_right_aligned(self) -> bool: ...
    @property
    def look(self) -> ColumnLook: ...


class ColumnTable(QAbstractTableModel):
    """A table of named columns: the heads, and how and on which side what is under them stands."""

    _columns: Sequence[HeadedColumn]

    def look(self, section: int) -> ColumnLook:
        """Return how a column is drawn."""
        return self._columns[section].look if 0 <= section < len(self._columns) else PLAIN

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own default)
        return 0 if parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal or section >= len(self._columns):
            return None
        column = self._columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(column.tip) or None
        return self._side(column, role)

    def _side(self, column: HeadedColumn, role: int) -> int | None:
        if role != Qt.ItemDataRole.TextAlignmentRole:
            return None
        return RIGHT if column.is_right_aligned else LEFT


class ArrayTable(ColumnTable):
    """Show equally long NumPy columns; sorting moves row numbers, never data."""

    def __init__(self, columns: Sequence[Column] = (), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[Column, ...] = tuple(columns)
        self._order: NDArray[np.int64] = np.arange(self._length(), dtype=np.int64)
        self._shown: NDArray[np.bool_] | None = None
        self._sorted: tuple[int, bool] | None = None

    def show_columns(self, columns: Sequence[Column]) -> None:
        """Replace everything; the sort stays where the new columns have it."""
        self.beginResetModel()
        self._columns, self._shown = tuple(columns), None
        if self._sorted is not None and self._sorted[0] >= len(self._columns):
            self._sorted = None
        self._order = self._ordered()
        self.endResetModel()

    def filter_rows(self, shown: NDArray[np.bool_] | None) -> None:
        """Show the rows of a mask over the columns; None shows all."""
        self.beginResetModel()
        self._shown = shown
        self._order = self._ordered()
        self.endResetModel()

    @property
    def rows(self) -> NDArray[np.int64]:
        """The numbers of the rows shown, in the order shown."""
        return self._order

    def row_of(self, number: int) -> int:
        """Return where a row of the columns stands now, or -1."""
        places = np.flatnonzero(self._order == number)
        return int(places[0]) if len(places) else -1

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own default)
        return 0 if parent.isValid() else len(self._order)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        column, row = self._columns[index.column()], self._order[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(column.values[row])  # a str: Qt knows no np.float64
        if role == VALUE_ROLE:
            value = column.values[row] if column.cell is None else column.cell(column.values[row])
            return value.item() if isinstance(value, np.generic) else value
        return int(row) if role == ROW_ROLE else self._side(column, role)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        rows = self._order[[index.row() for index in before]] if before else self._order[:0]
        self._sorted = (column, order == Qt.SortOrder.DescendingOrder) if 0 <= column < len(self._columns) else None
        self._order = self._ordered()
        if before:
            place = np.empty(self._length(), dtype=np.int64)
            place[self._order] = np.arange(len(self._order))
            after = [self.index(int(place[row]), index.column()) for row, index in zip(rows, before, strict=True)]
            self.changePersistentIndexList(before, after)  # selection follows its rows
        self.layoutChanged.emit()

    def _length(self) -> int:
        return len(self._columns[0].values) if self._columns else 0

    def _ordered(self) -> NDArray[np.int64]:
        rows = np.arange(self._length(), dtype=np.int64) if self._shown is None else np.flatnonzero(self._shown)
        if self._sorted is None:
            return rows
        number, descending = self._sorted
        return rows[row_order(self._columns[number].order[rows], descending=descending)]


BLOCK = 200
KEPT_BLOCKS = 64


@dataclass(frozen=True, slots=True)
class PagedColumn:
    """A column of rows that are fetched: how its text and its value are read off a row."""

    title: str
    text: Callable[[Any], str]
    value: Callable[[Any], object] = lambda _row: None
    is_right_aligned: bool = False
    """True for numbers, which stand under each other."""
    tip: str = ""
    look: ColumnLook = PLAIN


class PagedTable(ColumnTable):
    """Shows rows by their ids in an order that somebody else decides."""

    block_wanted = Signal(int, object)
    """The first row's place, and the ids of the rows."""

    def __init__(self, columns: Sequence[PagedColumn] = (), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[PagedColumn, ...] = tuple(columns)
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
            self.beginInsertRows(QModelIndex(), n_before, len(ids) - 1)
            self._ids = ids
            if n_before % BLOCK:
                self._blocks.pop(n_before // BLOCK, None)
                self._asked.discard(n_before // BLOCK)
            self.endInsertRows()
            return
        self.beginResetModel()
        self._ids = ids
        self._columns = self._columns if columns is None else tuple(columns)
        self._blocks.clear()
        self._asked.clear()
        self.endResetModel()

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
        number, within = divmod(place, BLOCK)
        block = self._blocks.get(number)
        if block is None:
            self._ask(number)
            return None
        return block[within] if within < len(block) else None

    def _ask(self, number: int) -> None:
        if number not in self._asked:
            self._asked.add(number)
            first = number * BLOCK
            self.block_wanted.emit(first, self._ids[first : first + BLOCK])

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own default)
        return 0 if parent.isValid() else len(self._ids)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        column = self._columns[index.column()]
        if role == ROW_ROLE:
            return int(self._ids[index.row()])
        if role not in (Qt.ItemDataRole.DisplayRole, VALUE_ROLE):
            return self._side(column, role)
        row = self.row(index.row())
        if row is None:
            return None
        return column.text(row) if role == Qt.ItemDataRole.DisplayRole else column.value(row)
