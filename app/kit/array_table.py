"""Qt table models: `ArrayTable` over NumPy columns, and `PagedTable` over rows that are fetched in blocks.

`ArrayTable` sorts and filters by permuting row numbers. QSortFilterProxyModel takes seconds for 200,000 rows, because
it compares in Python; an argsort takes milliseconds.

`PagedTable` holds only the ids of its rows, in display order. It requests the visible rows in blocks, and caches the
most recent blocks.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.kit.actions import plain_tip

Index = QModelIndex | QPersistentModelIndex
VALUE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""Item data role: the cell's value as a plain Python object, for delegates."""
ROW_ROLE = int(Qt.ItemDataRole.UserRole) + 2
"""Item data role: the row's index in the unsorted columns."""
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


def row_order(values: NDArray[Any], *, descending: bool = False) -> NDArray[np.int64]:
    """Return row numbers sorted by the value of the row. The sort is stable; NaN goes last in either direction."""
    missing = np.isnan(values) if values.dtype.kind == "f" else None
    if missing is None or not missing.any():
        return _sorted_row_numbers(values, descending=descending)
    known, last = np.flatnonzero(~missing), np.flatnonzero(missing)
    return np.concatenate([known[_sorted_row_numbers(values[known], descending=descending)], last])


def _sorted_row_numbers(keys: NDArray[Any], *, descending: bool) -> NDArray[np.int64]:
    if keys.dtype.kind in "iu" and len(keys) and int(keys.max()) - int(keys.min()) < 1 << 16:
        keys = (keys - keys.min()).astype(np.uint16)  # NumPy uses a linear-time radix sort for 16-bit integers
    if descending:  # sort the reversed keys and reverse the result, so that equal values keep their order
        return len(keys) - 1 - np.argsort(keys[::-1], kind="stable")[::-1]
    return np.argsort(keys, kind="stable")


def object_array(values: Sequence[object]) -> NDArray[Any]:
    """Return a one-dimensional object array; `np.array` would turn tuples into a second dimension."""
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column


CellKind = Literal[
    "text", "quiet", "strong", "path", "quiet-path", "titled", "number", "quiet-number", "label", "share", "log-odds",
    "tick", "sample", "verdict", "sureness",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ColumnStyle:
    """How a column is drawn, and its widths in unscaled pixels. A width of 0 makes the column elastic."""

    kind: CellKind = "text"
    width: int = 0
    shown_from_width: int = 0
    """Minimum table width at which the column is visible."""
    slim_width: int = 0
    """Width in a table narrower than 600 pixels; 0 keeps `width`.

    A column with a bar then shows only its number, which leaves more room for names.
    """
    min_width: int = 0
    """Minimum width, used when the elastic columns have too little room; 0 means `width`."""
    preferred_width: int = 0
    """Preferred width of an elastic column. Other columns shrink to their minimum before this column gets less."""
    sufficient_width: int = 0
    """Width at which an elastic column shows its longest text; other elastic columns share the rest. 0: no limit."""
    name: str = ""
    """Key under which the column's visibility is saved. A column without a name cannot be hidden."""
    is_extra: bool = False
    """True if the column is hidden until the user shows it."""
    full_scale: float = 6.5
    """Log-odds at which a bar fills half of its cell."""
    bar_colours: tuple[int, int] = (0, 1)
    """Colour indices for negative and for positive log-odds."""


PLAIN_LOOK = ColumnStyle()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of an `ArrayTable`: its values, their text and look, and its sort keys."""

    title: str
    values: NDArray[Any] | Sequence[Any]
    text: Callable[[Any], str] = str
    look: ColumnStyle = PLAIN_LOOK
    keys: NDArray[Any] | None = None
    """Sort keys, if `values` sort slowly or in the wrong order."""
    is_number: bool | None = None
    tip: str = ""
    cell: Callable[[Any], Any] | None = None
    """Converts a value to the object that the delegate paints, when the cell becomes visible. None paints the value."""

    @property
    def is_right_aligned(self) -> bool:
        """True for numbers, so that their digits line up."""
        if self.is_number is not None:
            return self.is_number
        return isinstance(self.values, np.ndarray) and self.values.dtype.kind in "iuf"

    @property
    def sort_keys(self) -> NDArray[Any]:
        """Sort key of each row, (n_rows,): `keys` if given, else the values."""
        keys = self.values if self.keys is None else self.keys
        return keys if isinstance(keys, np.ndarray) else object_array(keys)


class ColumnHeader(Protocol):
    """Protocol: the attributes of a column that the table header reads."""

    @property
    def title(self) -> str: ...
    @property
    def tip(self) -> str: ...
    @property
    def is_right_aligned(self) -> bool: ...
    @property
    def look(self) -> ColumnStyle: ...


class ColumnTable(QAbstractTableModel):
    """Base of both table models: header texts, tooltips and alignment."""

    _columns: Sequence[ColumnHeader]

    def look(self, section: int) -> ColumnStyle:
        """Return the style of a column."""
        return self._columns[section].look if 0 <= section < len(self._columns) else PLAIN_LOOK

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
        return self._alignment(column, role)

    def _alignment(self, column: ColumnHeader, role: int) -> int | None:
        if role != Qt.ItemDataRole.TextAlignmentRole:
            return None
        return RIGHT if column.is_right_aligned else LEFT


class ArrayTable(ColumnTable):
    """A table model over columns of equal length. Sorting permutes row numbers and never copies data."""

    def __init__(self, columns: Sequence[Column] = (), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[Column, ...] = tuple(columns)
        self._order: NDArray[np.int64] = np.arange(self._n_unfiltered_rows(), dtype=np.int64)
        self._mask: NDArray[np.bool_] | None = None
        self._sort_state: tuple[int, bool] | None = None

    def show_columns(self, columns: Sequence[Column]) -> None:
        """Replace all columns and clear the filter. The sort column is kept if it still exists."""
        self.beginResetModel()
        self._columns, self._mask = tuple(columns), None
        if self._sort_state is not None and self._sort_state[0] >= len(self._columns):
            self._sort_state = None
        self._order = self._compute_order()
        self.endResetModel()

    def filter_rows(self, shown: NDArray[np.bool_] | None) -> None:
        """Show only the rows where `shown` is True; None removes the filter."""
        self.beginResetModel()
        self._mask = shown
        self._order = self._compute_order()
        self.endResetModel()

    @property
    def rows(self) -> NDArray[np.int64]:
        """The numbers of the visible rows, in display order."""
        return self._order

    def row_of(self, number: int) -> int:
        """Return the display position of row `number`, or -1 if the filter hides the row."""
        positions = np.flatnonzero(self._order == number)
        return int(positions[0]) if len(positions) else -1

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own default)
        return 0 if parent.isValid() else len(self._order)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        column, row = self._columns[index.column()], self._order[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(column.values[row])  # always a str: Qt cannot display np.float64
        if role == VALUE_ROLE:
            value = column.values[row] if column.cell is None else column.cell(column.values[row])
            return value.item() if isinstance(value, np.generic) else value
        return int(row) if role == ROW_ROLE else self._alignment(column, role)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        rows = self._order[[index.row() for index in before]] if before else self._order[:0]
        self._sort_state = (column, order == Qt.SortOrder.DescendingOrder) if 0 <= column < len(self._columns) else None
        self._order = self._compute_order()
        if before:
            positions = np.empty(self._n_unfiltered_rows(), dtype=np.int64)
            positions[self._order] = np.arange(len(self._order))
            after = [self.index(int(positions[row]), index.column()) for row, index in zip(rows, before, strict=True)]
            self.changePersistentIndexList(before, after)  # the selection follows its rows
        self.layoutChanged.emit()

    def _n_unfiltered_rows(self) -> int:
        return len(self._columns[0].values) if self._columns else 0

    def _compute_order(self) -> NDArray[np.int64]:
        rows = (
            np.arange(self._n_unfiltered_rows(), dtype=np.int64) if self._mask is None else np.flatnonzero(self._mask)
        )
        if self._sort_state is None:
            return rows
        number, descending = self._sort_state
        return rows[row_order(self._columns[number].sort_keys[rows], descending=descending)]


BLOCK_ROWS = 200
"""Rows per block."""
MAX_CACHED_BLOCKS = 64
"""Size of the block cache, in blocks."""


@dataclass(frozen=True, slots=True)
class PagedColumn:
    """A column of a `PagedTable`: functions that return the text and the value of a fetched row."""

    title: str
    text: Callable[[Any], str]
    value: Callable[[Any], object] = lambda _row: None
    is_right_aligned: bool = False
    """True for numbers, so that their digits line up."""
    tip: str = ""
    look: ColumnStyle = PLAIN_LOOK


class PagedTable(ColumnTable):
    """A table model over row ids in display order.

    When it emits `block_wanted`, its owner must fetch the rows of the block and pass them to `add_block`.
    """

    block_wanted = Signal(int, object)
    """Requests the rows of a block: the position of its first row, and the ids of its rows."""

    def __init__(self, columns: Sequence[PagedColumn] = (), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[PagedColumn, ...] = tuple(columns)
        self._ids: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._blocks: OrderedDict[int, Sequence[Any]] = OrderedDict()
        self._requested: set[int] = set()

    @property
    def ids(self) -> NDArray[np.int64]:
        """The ids of all rows in display order."""
        return self._ids

    def show_ids(self, ids: NDArray[np.int64], columns: Sequence[PagedColumn] | None = None) -> None:
        """Replace the rows or their order. If `ids` only appends to the present rows, the view keeps its position."""
        has_same_columns = columns is None or [column.title for column in columns] == [
            column.title for column in self._columns
        ]
        n_before = len(self._ids)
        if has_same_columns and 0 < n_before < len(ids) and np.array_equal(ids[:n_before], self._ids):
            self.beginInsertRows(QModelIndex(), n_before, len(ids) - 1)
            self._ids = ids
            if n_before % BLOCK_ROWS:
                self._blocks.pop(n_before // BLOCK_ROWS, None)
                self._requested.discard(n_before // BLOCK_ROWS)
            self.endInsertRows()
            return
        self.beginResetModel()
        self._ids = ids
        self._columns = self._columns if columns is None else tuple(columns)
        self._blocks.clear()
        self._requested.clear()
        self.endResetModel()

    def refresh_rows(self) -> None:
        """Request the cached blocks again after a change. The old rows are shown until the new rows arrive."""
        self._requested.clear()
        for number in tuple(self._blocks):
            self._request_block(number)

    def add_block(self, first: int, rows: Sequence[Any], ids: NDArray[np.int64] | None = None) -> None:
        """Store the rows of a requested block. The block is dropped if `ids` is no longer the order of the rows."""
        last = min(first + len(rows), len(self._ids))
        if ids is not None and not np.array_equal(self._ids[first:last], ids[: last - first]):
            return
        number = first // BLOCK_ROWS
        self._blocks[number] = rows
        self._blocks.move_to_end(number)
        self._requested.discard(number)
        while len(self._blocks) > MAX_CACHED_BLOCKS:
            self._blocks.popitem(last=False)
        if last > first:
            self.dataChanged.emit(self.index(first, 0), self.index(last - 1, self.columnCount() - 1))

    def row(self, position: int) -> Any:
        """Return the row at a display position. If it is not cached, request its block and return None."""
        number, within = divmod(position, BLOCK_ROWS)
        block = self._blocks.get(number)
        if block is None:
            self._request_block(number)
            return None
        return block[within] if within < len(block) else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return the flags of a cell. Rows can be dragged if the view enables it."""
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def _request_block(self, number: int) -> None:
        if number not in self._requested:
            self._requested.add(number)
            first = number * BLOCK_ROWS
            self.block_wanted.emit(first, self._ids[first : first + BLOCK_ROWS])

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own default)
        return 0 if parent.isValid() else len(self._ids)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        column = self._columns[index.column()]
        if role == ROW_ROLE:
            return int(self._ids[index.row()])
        if role not in (Qt.ItemDataRole.DisplayRole, VALUE_ROLE):
            return self._alignment(column, role)
        row = self.row(index.row())
        if row is None:
            return None
        return column.text(row) if role == Qt.ItemDataRole.DisplayRole else column.value(row)
