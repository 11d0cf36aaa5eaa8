"""The confusion matrix of many labels: order, shares, copied text, size, and what the pointer reads of a curve."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from sklearn.metrics import confusion_matrix

from app.kit.look.theme import Theme
from app.kit.painted_values import Axis, Confusion, PlotContent, PlotLine
from app.kit.plots.evaluation_figures import ConfusionMatrix, order_by_similarity
from app.kit.plots.line_plot import LinePlot

NAMES = ("graphics", "hockey", "windows", "baseball", "space", "autos")
TRUTH = [0] * 6 + [1] * 6 + [2] * 6 + [3] * 6 + [4] * 4 + [5] * 4
JUDGED = [0, 0, 0, 2, 2, 2, 1, 1, 1, 3, 3, 3, 2, 2, 2, 0, 0, 5, 3, 3, 3, 1, 1, 1, 4, 4, 4, 5, 5, 5, 5, 5]
COUNTS = confusion_matrix(TRUTH, JUDGED)


@pytest.fixture
def matrix(qtbot: QtBot, theme: Theme) -> ConfusionMatrix:
    made = ConfusionMatrix()
    qtbot.addWidget(made)
    made.show_confusion(Confusion(NAMES, tuple(range(6)), COUNTS))
    return made


def numbers(matrix: ConfusionMatrix) -> np.ndarray:
    return np.array([[float(cell) for cell in line.split("\t")[1:]] for line in matrix.table_text().split("\n")[1:]])


def test_labels_that_are_confused_are_put_next_to_each_other() -> None:
    order = order_by_similarity(COUNTS)

    assert sorted(order) == list(range(6))
    assert abs(order.index(0) - order.index(2)) == 1
    assert abs(order.index(1) - order.index(3)) == 1


@pytest.mark.parametrize(("share_of", "normalize"), [("none", None), ("row", "true"), ("column", "pred")])
def test_the_copied_table_holds_what_scikit_learn_counts(
    matrix: ConfusionMatrix, share_of: str, normalize: str | None
) -> None:
    matrix.show_as(share_of, is_by_similarity=False)  # type: ignore[arg-type]

    expected = confusion_matrix(TRUTH, JUDGED, normalize=normalize)
    assert numbers(matrix) == pytest.approx(expected, abs=1e-6)


def test_the_copied_table_keeps_the_order_by_similarity(qtbot: QtBot, matrix: ConfusionMatrix) -> None:
    matrix.show_as("none", is_by_similarity=True)

    qtbot.keyClick(matrix, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    order = list(order_by_similarity(COUNTS))
    lines = QGuiApplication.clipboard().text().split("\n")
    assert [line.split("\t")[0] for line in lines[1:]] == [NAMES[number] for number in order]
    assert lines[0].split("\t")[1:] == [NAMES[number] for number in order]
    assert numbers(matrix).tolist() == COUNTS[np.ix_(order, order)].tolist()


def test_a_click_means_the_cell_that_is_displayed_there(qtbot: QtBot, matrix: ConfusionMatrix) -> None:
    matrix.show_as("row", is_by_similarity=True)
    order = order_by_similarity(COUNTS)
    first = matrix.cell_rect(order[0], order[1])
    assert first.top() == min(matrix.cell_rect(number, 0).top() for number in range(6))

    with qtbot.waitSignal(matrix.cell_chosen) as chosen:
        qtbot.mouseClick(matrix, Qt.MouseButton.LeftButton, pos=first.center().toPoint())

    assert chosen.args == [order[0], order[1]]


def test_cells_grow_into_the_room_there_is(matrix: ConfusionMatrix) -> None:
    matrix.fit(QSize(300, 300))
    small = matrix.cell_size()
    matrix.fit(QSize(1200, 700))

    assert matrix.cell_size()[0] > small[0]
    assert matrix.width() <= 1200


def test_the_pointer_reads_the_point_of_the_nearest_line(qtbot: QtBot, theme: Theme) -> None:
    plot = LinePlot()
    qtbot.addWidget(plot)
    plot.resize(600, 400)
    xs = np.array([0.0, 0.5, 1.0])
    lines = (PlotLine("one", xs, np.array([0.1, 0.2, 0.3]), 0), PlotLine("two", xs, np.array([0.8, 0.9, 1.0]), 1))
    plot.show_picture(PlotContent(lines, Axis("Recall"), Axis("Precision")))
    area = plot.area().adjusted(42, 37, -24, -52)

    found = plot.point_near(plot.pixel_position(area, 0.5, 0.9))

    assert found is not None
    assert (found[0].name, found[1]) == ("two", 1)
    assert plot.point_text(*found).split("  ·  ")[0] == "two"
    assert plot.point_near(plot.pixel_position(area, 0.5, 0.55)) is None


def test_many_labels_are_listed_where_a_table_has_no_room(qtbot: QtBot, theme: Theme) -> None:
    names = tuple(f"label {number}" for number in range(12))
    counts = np.diag(np.full(12, 9))
    counts[3, 5] = 4
    matrix = ConfusionMatrix()
    qtbot.addWidget(matrix)
    matrix.show_confusion(Confusion(names, tuple(range(12)), counts))
    assert not matrix.is_list

    matrix.prefer_list(is_on=True)
    assert matrix.is_list
    assert not matrix.cell_rect(3, 5).isEmpty()
    assert matrix.cell_rect(3, 4).isEmpty()

    matrix.prefer_list(is_on=False)
    assert not matrix.is_list


def test_tables_of_two_models_can_have_one_order(qtbot: QtBot, theme: Theme, matrix: ConfusionMatrix) -> None:
    other = ConfusionMatrix()
    qtbot.addWidget(other)
    counts = np.diag(np.full(6, 9))
    counts[0, 5] = counts[1, 4] = counts[2, 3] = 8
    other.show_confusion(Confusion(NAMES, tuple(range(6)), counts))
    for each in (matrix, other):
        each.show_as("row", is_by_similarity=True)
    assert heads(matrix) != heads(other)

    for each in (matrix, other):
        each.show_as("row", is_by_similarity=True, ordered_by=COUNTS + counts)

    assert heads(matrix) == heads(other)


def heads(matrix: ConfusionMatrix) -> list[str]:
    return matrix.table_text().split("\n")[0].split("\t")[1:]


def test_long_names_of_listed_confusions_get_the_room_there_is(qtbot: QtBot, theme: Theme) -> None:
    names = tuple(f"a long name of a label, with the number {number}" for number in range(30))
    counts = np.diag(np.full(30, 9))
    counts[3, 5] = 4
    matrix = ConfusionMatrix()
    qtbot.addWidget(matrix)
    matrix.show_confusion(Confusion(names, tuple(range(30)), counts))
    narrow = matrix.width()

    matrix.fit(QSize(500, 300))
    assert matrix.width() == 500
    matrix.fit(QSize(2000, 300))
    assert narrow < 500 < matrix.width() < 1000


def test_a_share_that_is_not_zero_is_not_shown_as_zero(matrix: ConfusionMatrix) -> None:
    matrix.show_as("row", is_by_similarity=False)

    assert matrix._cell_text(0, 0.0) == "0"
    assert matrix._cell_text(1, 0.001).startswith("<1")
