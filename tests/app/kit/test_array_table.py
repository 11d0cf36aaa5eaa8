"""Tables over arrays: order, selection and filters move numbers, never data."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot

from app.kit.array_table import (
    BLOCK_ROWS,
    MAX_CACHED_BLOCKS,
    ROW_ROLE,
    VALUE_ROLE,
    ArrayTable,
    Column,
    PagedColumn,
    PagedTable,
    row_order,
)

VALUES = st.lists(st.one_of(st.floats(-5, 5).map(round).map(float), st.just(math.nan)), max_size=40)


@given(VALUES, st.booleans())
def test_rows_are_in_order_equal_ones_as_they_came_and_missing_ones_last(values: list[float], descending: bool) -> None:
    array = np.array(values, dtype=float)

    order = row_order(array, descending=descending).tolist()

    known = [row for row in range(len(values)) if not math.isnan(values[row])]
    expected = sorted(known, key=lambda row: -values[row] if descending else values[row])
    assert order == expected + [row for row in range(len(values)) if math.isnan(values[row])]


def a_table() -> ArrayTable:
    words = np.array(["offer", "linux", "free", "wrote"])
    counts = np.array([30, 10, 40, 20])
    odds = np.array([1.5, -2.0, math.nan, 0.5])
    return ArrayTable(
        [Column("Word", words), Column("n", counts, lambda n: f"{n:,}"), Column("Odds", odds, lambda x: f"{x:.1f}")]
    )


def texts(table: ArrayTable, column: int = 0) -> list[object]:
    return [table.index(row, column).data() for row in range(table.rowCount())]


def test_the_table_keeps_the_rules_of_item_models(qtbot: QtBot) -> None:
    table = a_table()
    tester = QAbstractItemModelTester(table, QAbstractItemModelTester.FailureReportingMode.Fatal)

    table.sort(1, Qt.SortOrder.DescendingOrder)
    table.filter_rows(np.array([True, False, True, True]))
    table.show_columns([Column("x", np.arange(3))])

    assert tester.model() is table


def test_sorting_by_a_column_shows_its_rows_in_order(qtbot: QtBot) -> None:
    table = a_table()

    table.sort(1, Qt.SortOrder.DescendingOrder)

    assert texts(table) == ["free", "offer", "wrote", "linux"]


def test_a_selection_follows_its_rows_when_they_are_sorted(qtbot: QtBot) -> None:
    table, view = a_table(), QTableView()
    qtbot.addWidget(view)
    view.setModel(table)
    view.selectionModel().setCurrentIndex(table.index(1, 0), QItemSelectionModel.SelectionFlag.ClearAndSelect)

    table.sort(1)

    assert view.currentIndex().data() == "linux"
    assert view.currentIndex().row() == 0


def test_a_selected_row_that_is_sorted_keeps_its_number(qtbot: QtBot) -> None:
    table = a_table()
    table.sort(0)

    assert [table.index(row, 0).data(ROW_ROLE) for row in range(4)] == [2, 1, 0, 3]
    assert table.row_of(3) == 3
    assert table.row_of(99) == -1


def test_a_filter_keeps_the_order(qtbot: QtBot) -> None:
    table = a_table()
    table.sort(1, Qt.SortOrder.DescendingOrder)

    table.filter_rows(np.array([True, True, False, True]))
    assert texts(table) == ["offer", "wrote", "linux"]

    table.filter_rows(None)
    assert texts(table) == ["free", "offer", "wrote", "linux"]


def test_other_columns_keep_the_sort(qtbot: QtBot) -> None:
    table = a_table()
    table.sort(1)

    table.show_columns([Column("Word", np.array(["a", "b"])), Column("n", np.array([2, 1]))])

    assert texts(table) == ["b", "a"]


def test_values_are_plain_python(qtbot: QtBot) -> None:
    table = a_table()

    assert type(table.index(0, 1).data(VALUE_ROLE)) is int
    assert type(table.index(0, 2).data(VALUE_ROLE)) is float
    assert table.index(0, 1).data() == "30"


def test_numbers_stand_at_the_right_and_words_at_the_left(qtbot: QtBot) -> None:
    table = a_table()
    role = Qt.ItemDataRole.TextAlignmentRole

    assert table.headerData(1, Qt.Orientation.Horizontal, role) & Qt.AlignmentFlag.AlignRight.value
    assert table.headerData(0, Qt.Orientation.Horizontal, role) & Qt.AlignmentFlag.AlignLeft.value


def test_a_million_rows_are_sorted(qtbot: QtBot) -> None:
    values = np.random.default_rng(7).integers(0, 1000, 1_000_000)
    table = ArrayTable([Column("n", values)])

    table.sort(0)

    shown = values[table.rows]
    assert table.rowCount() == 1_000_000
    assert bool((shown[1:] >= shown[:-1]).all())


# Rows that live elsewhere


def a_paged_table(n_rows: int) -> tuple[PagedTable, list[tuple[int, np.ndarray]]]:
    table = PagedTable(
        [PagedColumn("Subject", lambda row: f"mail {row}"), PagedColumn("n", str, is_right_aligned=True)]
    )
    asked: list[tuple[int, np.ndarray]] = []
    table.block_wanted.connect(lambda first, ids: asked.append((first, ids)))
    table.show_ids(np.arange(n_rows, dtype=np.int64) * 10)
    return table, asked


def test_only_blocks_that_are_looked_at_are_asked_for_and_once(qtbot: QtBot) -> None:
    table, asked = a_paged_table(1_000_000)

    assert table.index(500_123, 0).data() is None
    assert table.index(500_124, 0).data() is None

    assert len(asked) == 1
    first, ids = asked[0]
    assert first == 500_123 // BLOCK_ROWS * BLOCK_ROWS
    assert ids[0] == first * 10


def test_rows_show_when_they_arrive(qtbot: QtBot) -> None:
    table, asked = a_paged_table(250)
    table.index(240, 0).data()
    first, ids = asked[0]

    with qtbot.waitSignal(table.dataChanged):
        table.add_block(first, ids.tolist(), ids)

    assert table.index(240, 0).data() == "mail 2400"
    assert table.index(240, 0).data(ROW_ROLE) == 2400


def test_rows_of_an_order_that_is_gone_are_dropped(qtbot: QtBot) -> None:
    table, asked = a_paged_table(250)
    table.index(0, 0).data()
    first, ids = asked[0]
    table.show_ids(np.arange(250, dtype=np.int64)[::-1].copy())

    table.add_block(first, ids.tolist(), ids)

    assert table.index(0, 0).data() is None


def test_memory_stays_bounded_however_far_one_scrolls(qtbot: QtBot) -> None:
    table, _asked = a_paged_table(BLOCK_ROWS * (MAX_CACHED_BLOCKS + 10))
    for number in range(MAX_CACHED_BLOCKS + 10):
        table.add_block(number * BLOCK_ROWS, list(range(BLOCK_ROWS)))

    assert len(table._blocks) == MAX_CACHED_BLOCKS
    assert table.row(0) is None


@pytest.mark.parametrize("column", [0, 1])
def test_a_child_has_no_rows(qtbot: QtBot, column: int) -> None:
    table, _asked = a_paged_table(3)

    assert table.rowCount(table.index(0, column)) == 0
    assert table.rowCount(QModelIndex()) == 3
