"""The matrix of many labels is larger than its room: what the keyboard is at is seen, and nothing else moves."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.kit.look.theme import Theme
from app.kit.painted_values import Confusion
from app.kit.plots.evaluation_figures import ConfusionMatrix

N_LABELS = 20


def shown(bot: QtBot) -> tuple[QWidget, QScrollArea, ConfusionMatrix]:
    matrix, room, whole, after = ConfusionMatrix(), QScrollArea(), QWidget(), QLineEdit()
    names = tuple(f"label {number}" for number in range(N_LABELS))
    matrix.show_confusion(Confusion(names, (0,) * N_LABELS, np.eye(N_LABELS, dtype=np.int64)))
    matrix.resize(matrix.sizeHint())
    room.setWidget(matrix)
    room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    layout = QVBoxLayout(whole)
    for part in (room, after):
        layout.addWidget(part)
    whole.resize(300, 240)
    bot.addWidget(whole)
    with bot.waitExposed(whole):
        whole.show()
    matrix.setFocus()
    return whole, room, matrix


def test_leaving_the_matrix_by_tab_scrolls_nothing(qtbot: QtBot, theme: Theme) -> None:
    _whole, room, matrix = shown(qtbot)
    assert room.verticalScrollBar().maximum() > 0

    qtbot.keyClick(matrix, Qt.Key.Key_Tab)

    assert not matrix.hasFocus()
    assert (room.horizontalScrollBar().value(), room.verticalScrollBar().value()) == (0, 0)


def test_the_cell_that_keys_choose_is_seen_and_its_names_at_the_edge(qtbot: QtBot, theme: Theme) -> None:
    _whole, room, matrix = shown(qtbot)
    for _step in range(N_LABELS):
        qtbot.keyClick(matrix, Qt.Key.Key_Right)
        qtbot.keyClick(matrix, Qt.Key.Key_Down)

    last = matrix.cell_rect(N_LABELS - 1, N_LABELS - 1).toAlignedRect()
    assert matrix.visibleRegion().boundingRect().contains(last)

    for _step in range(N_LABELS):
        qtbot.keyClick(matrix, Qt.Key.Key_Left)
        qtbot.keyClick(matrix, Qt.Key.Key_Up)
    assert (room.horizontalScrollBar().value(), room.verticalScrollBar().value()) == (0, 0)
