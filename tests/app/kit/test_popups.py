"""Popups over the window, looked at pixel by pixel: lists of combo boxes, menus and tooltips."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QComboBox, QFrame, QMenu, QToolTip, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.kit.actions import show_tip
from app.kit.look.colours import DesignValues
from app.kit.look.fonts import px
from app.kit.look.theme import Theme, ThemeChoice

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
ROOT = Path(__file__).resolve().parents[3]
ROW, RIM = 28, 5
"""A row, and the edge with what is inside of it."""


@pytest.fixture(params=[ThemeChoice.LIGHT, ThemeChoice.DARK])
def tokens(theme: Theme, request: pytest.FixtureRequest) -> DesignValues:
    theme.choose(request.param)
    return theme.tokens


@pytest.fixture(params=[1, 2])
def ratio(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture
def box(qtbot: QtBot, theme: Theme) -> Iterator[QComboBox]:
    window = QWidget()
    window.resize(600, 500)
    made = QComboBox()
    made.setFixedWidth(px(160))
    made.addItems([f"choice {number}" for number in range(5)])
    layout = QVBoxLayout(window)
    layout.addWidget(made)
    layout.addStretch()
    qtbot.addWidget(window)
    window.move(20, 20)
    window.show()
    yield made
    made.hidePopup()


def opened(box: QComboBox) -> QFrame:
    box.showPopup()
    QApplication.processEvents()
    window = box.view().parentWidget()
    assert isinstance(window, QFrame)
    return window


def picture(widget: QWidget, ratio: int) -> QImage:
    """A widget as it is painted on a screen of so many pixels for each of ours."""
    image = QImage(widget.size() * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor("magenta"))
    painter = QPainter(image)
    widget.render(painter, QPoint())
    painter.end()
    return image


def colour_at(image: QImage, x: float, y: float) -> str:
    ratio = image.devicePixelRatio()
    return image.pixelColor(int(x * ratio), int(y * ratio)).name()


def has_colour(image: QImage, wanted: str, left: int, top: int, size: QSize) -> bool:
    places = ((left + x, top + y) for x in range(size.width()) for y in range(size.height()))
    return any(colour_at(image, x, y) == wanted.lower() for x, y in places)


def test_a_list_opens_four_pixels_under_its_box_as_wide_as_it(box: QComboBox) -> None:
    popup = opened(box)
    foot = box.mapToGlobal(QPoint(0, box.height()))

    assert popup.mapToGlobal(QPoint(0, 0)).y() - foot.y() == px(4)
    assert popup.mapToGlobal(QPoint(0, 0)).x() == foot.x()
    assert popup.width() == box.width()


def test_rows_have_one_height_and_the_list_is_no_longer_than_they_are(box: QComboBox) -> None:
    popup = opened(box)

    assert box.view().visualRect(box.model().index(0, 0)).height() == px(ROW)
    assert popup.height() == 5 * px(ROW) + 2 * px(RIM)


def test_a_long_list_shows_twelve_rows(box: QComboBox) -> None:
    box.addItems([f"more {number}" for number in range(20)])

    assert opened(box).height() == 12 * px(ROW) + 2 * px(RIM)
    assert box.view().verticalScrollBar().isVisible()


def test_no_row_is_cut(box: QComboBox) -> None:
    widest = "a choice that needs more room than the box has for it"
    box.addItem(widest)
    popup = opened(box)

    assert popup.width() > box.width()
    assert box.view().viewport().width() >= box.fontMetrics().horizontalAdvance(widest) + px(34)


def test_the_frame_is_one_line_around_the_panel(box: QComboBox, tokens: DesignValues, ratio: int) -> None:
    popup = opened(box)
    seen = picture(popup, ratio)
    middle = popup.width() // 2

    for x, y in ((middle, 0), (middle, popup.height() - 0.5), (0, popup.height() // 2)):
        assert colour_at(seen, x, y) == tokens.edge.lower()
    assert colour_at(seen, 2, popup.height() // 2) == tokens.panel.lower()
    assert not popup.mask().contains(QPoint(0, 0))
    assert popup.mask().contains(QPoint(middle, 0))


def test_the_choice_has_a_tick_and_the_row_under_the_pointer_a_fill(
    box: QComboBox, tokens: DesignValues, ratio: int
) -> None:
    box.setCurrentIndex(1)
    popup = opened(box)
    box.view().setCurrentIndex(box.model().index(3, 0))
    seen = picture(popup, ratio)
    tick = QSize(px(24), px(ROW))

    ticked = [row for row in range(5) if has_colour(seen, tokens.accent, px(RIM), px(RIM) + row * px(ROW), tick)]
    fills = [colour_at(seen, popup.width() - 12, px(RIM) + row * px(ROW) + px(14)) for row in range(5)]
    assert ticked == [1]
    assert fills == [tokens.panel.lower()] * 3 + [tokens.chosen.lower()] + [tokens.panel.lower()]


def test_a_menu_is_framed_and_marked_as_a_list_is(qtbot: QtBot, tokens: DesignValues, ratio: int) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    menu.addAction("Copy\tCtrl+C")
    menu.addAction("Select all").setCheckable(True)
    menu.actions()[1].setChecked(True)
    menu.popup(QPoint(30, 30))
    menu.setActiveAction(menu.actions()[0])
    seen = picture(menu, ratio)
    first, second = (menu.actionGeometry(action) for action in menu.actions())

    assert (first.height(), second.height()) == (px(ROW), px(ROW))
    assert colour_at(seen, menu.width() // 2, 0) == tokens.edge.lower()
    assert colour_at(seen, first.right() - px(6), first.center().y()) == tokens.chosen.lower()
    assert has_colour(seen, tokens.accent, second.left(), second.top(), QSize(px(30), px(ROW)))
    assert not has_colour(seen, tokens.accent, first.left(), first.top(), QSize(px(30), px(ROW)))
    menu.hide()


def test_a_tooltip_is_framed_with_air_around_its_words(qtbot: QtBot, tokens: DesignValues, ratio: int) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    show_tip(QPoint(50, 50), "one two three " * 12, window)
    [tip] = [each for each in QApplication.topLevelWidgets() if each.inherits("QTipLabel") and each.isVisible()]
    seen = picture(tip, ratio)

    assert tip.width() <= px(300) + 2 * px(10)
    assert colour_at(seen, tip.width() // 2, 0) == tokens.edge.lower()
    assert not has_colour(seen, tokens.text, 1, 1, QSize(px(7), tip.height() - 2))
    assert has_colour(seen, tokens.text, px(8), px(8), QSize(tip.width() - px(16), tip.height() - px(16)))
    QToolTip.hideText()


def test_popups_are_as_sharp_and_as_large_at_two_pixels_a_point() -> None:
    """The same tests where the whole system is scaled; a display of 400 points has no room for the longest list."""
    chosen = "not two_pixels and not twelve_rows"
    scaled = {**os.environ, "QT_SCALE_FACTOR": "2"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", chosen, __file__]

    done = subprocess.run(command, env=scaled, capture_output=True, text=True, check=False, cwd=ROOT)

    assert done.returncode == 0, done.stdout
