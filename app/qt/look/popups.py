"""Popups over the window: the lists of combo boxes, menus and tooltips, framed alike.

Without a compositor nothing shines through a window, so the corners outside of a frame are cut off by a mask.
"""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QRegion
from PySide6.QtWidgets import (
    QComboBox,
    QStyle,
    QStyleOption,
    QStyleOptionMenuItem,
    QStyleOptionViewItem,
    QWidget,
)

from app.qt.look import fonts, painting
from app.qt.look.colours import DesignValues, colour
from app.qt.look.fonts import px

ROW, MOST_ROWS, INSET, RADIUS = 28, 12, 4, 6
TICK_LEFT, TEXT_LEFT, TEXT_RIGHT = 11, 34, 16
TALLER = 5
"""By how much the box seems taller to Qt, which puts the list under its foot."""


def is_list_window(widget: QWidget | None) -> bool:
    """Say whether this is the window that Qt opens around the list of a combo box."""
    return widget is not None and widget.inherits("QComboBoxPrivateContainer")


def box_of_list(widget: QWidget | None) -> QComboBox | None:
    """Return the combo box whose list this is, if it is one."""
    window = widget.parentWidget() if widget is not None and widget.inherits("QComboBoxListView") else None
    box = window.parentWidget() if is_list_window(window) and window is not None else None
    return box if isinstance(box, QComboBox) else None


def list_place(option: QStyleOption, widget: QWidget | None) -> QRect:
    """Return over which place Qt opens a list: a little below the box, as wide as it and as the widest row."""
    place = option.rect.adjusted(0, 0, 0, px(TALLER))
    if isinstance(widget, QComboBox):
        widget.setMaxVisibleItems(MOST_ROWS)  # no hint of a style says it, and Qt asks for the place first
        place.setWidth(max(place.width(), widest_row(widget) + 2 * (px(INSET) + 1)))
    return place


def widest_row(box: QComboBox) -> int:
    """Return how wide a list must be so that no row is cut."""
    widest = max((painting.width_of(box.itemText(row), fonts.body(600)) for row in range(box.count())), default=0.0)
    bar = px(12) if box.count() > MOST_ROWS else 0
    return round(widest) + px(TEXT_LEFT + TEXT_RIGHT) + bar


def row_size(made: QSize, widget: QWidget | None) -> QSize:
    """Return the size of a row of a list."""
    return QSize(made.width(), px(ROW)) if box_of_list(widget) is not None else made


def list_row(option: QStyleOption, painter: QPainter, tokens: DesignValues, box: QComboBox) -> None:
    """Paint a row: its fill under the pointer, a tick where it is the choice, its words."""
    item = cast(QStyleOptionViewItem, option)
    rect, is_choice = QRectF(item.rect), item.index.row() == box.currentIndex()
    is_off = not item.state & QStyle.StateFlag.State_Enabled
    painter.fillRect(rect, colour(tokens.panel))
    if item.state & QStyle.StateFlag.State_Selected:
        painting.round_rect(painter, rect, px(4), fill=colour(tokens.chosen))
    if is_choice:
        tick = QRectF(rect.left() + px(TICK_LEFT - INSET), rect.center().y() - px(8), px(16), px(16))
        painting.tick_mark(painter, tick, tokens.accent)
    words = rect.adjusted(px(TEXT_LEFT - INSET), 0, -px(TEXT_RIGHT - INSET), 0)
    pen = tokens.faint if is_off else tokens.text
    text = str(item.index.data() or "")
    painting.text(painter, words, text, font=fonts.body(600 if is_choice else 400), pen=pen, elide=painting.MIDDLE)


def popup_frame(option: QStyleOption, painter: QPainter, tokens: DesignValues, _widget: QWidget | None) -> None:
    """Paint the edge of what opened, on the panel's colour."""
    rect = QRectF(option.rect)
    painter.fillRect(rect, colour(tokens.panel))
    painting.round_rect(painter, rect, px(RADIUS), fill=colour(tokens.panel), edge=colour(tokens.edge))


def list_frame(option: QStyleOption, painter: QPainter, tokens: DesignValues, widget: QWidget) -> None:
    """Paint the edge of a list; its window, which Qt gives no mask, gets one."""
    if widget.mask().boundingRect() != widget.rect():
        widget.setMask(inside_of_frame(widget.rect()))
    popup_frame(option, painter, tokens, widget)


def inside_of_frame(rect: QRect) -> QRegion:
    """Return what is left when the corners outside of the edge are cut off."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(rect), px(RADIUS), px(RADIUS))
    return QRegion(path.toFillPolygon().toPolygon(), Qt.FillRule.WindingFill)


def menu_item(option: QStyleOption, painter: QPainter, tokens: DesignValues, _widget: QWidget | None) -> None:
    """Paint an item of a menu: what it is marked with, its words, and its key or the way to more."""
    item, rect = cast(QStyleOptionMenuItem, option), QRectF(option.rect)
    painter.fillRect(rect, colour(tokens.panel))
    inner = rect.adjusted(px(INSET), 0, -px(INSET), 0)
    if item.menuItemType == QStyleOptionMenuItem.MenuItemType.Separator:
        painting.horizontal(painter, rect.left(), rect.right(), round(rect.center().y()), tokens.hair)
        return
    is_off = not item.state & QStyle.StateFlag.State_Enabled
    if item.state & QStyle.StateFlag.State_Selected and not is_off:
        painting.round_rect(painter, inner, px(4), fill=colour(tokens.chosen))
    _menu_mark(item, painter, tokens, inner)
    words, _, key = item.text.partition("\t")
    pen, quiet = (tokens.faint, tokens.faint) if is_off else (tokens.text, tokens.quiet)
    place = inner.adjusted(px(TEXT_LEFT - INSET), 0, -px(TEXT_RIGHT - INSET), 0)
    painter.setFont(fonts.body())
    painter.setPen(colour(pen))
    painter.drawText(place, painting.LEFT | Qt.TextFlag.TextShowMnemonic | Qt.TextFlag.TextSingleLine, words)
    if item.menuItemType == QStyleOptionMenuItem.MenuItemType.SubMenu:
        painting.chevron(painter, QPointF(place.right(), place.center().y()), quiet, turned=-90.0)
    elif key:
        painting.text(painter, place, key, font=fonts.small(), pen=quiet, align=painting.RIGHT, elide=None)


def _menu_mark(item: QStyleOptionMenuItem, painter: QPainter, tokens: DesignValues, inner: QRectF) -> None:
    """A tick where the item is chosen; else its picture, if it has one."""
    place = QRectF(inner.left() + px(TICK_LEFT - INSET), inner.center().y() - px(8), px(16), px(16))
    if item.checkType != QStyleOptionMenuItem.CheckType.NotCheckable and item.checked:
        painting.tick_mark(painter, place, tokens.accent)
    elif not item.icon.isNull():
        item.icon.paint(painter, place.toRect())


def menu_item_size(option: QStyleOption, made: QSize) -> QSize:
    """Return the size of an item of a menu."""
    item = cast(QStyleOptionMenuItem, option)
    if item.menuItemType == QStyleOptionMenuItem.MenuItemType.Separator:
        return QSize(made.width(), px(9))
    words, _, key = item.text.partition("\t")
    shown = painting.width_of(words.replace("&", ""), fonts.body()) + painting.width_of(key, fonts.small())
    keys = px(24) if key else 0
    return QSize(max(round(shown) + px(TEXT_LEFT + TEXT_RIGHT) + keys, made.width()), px(ROW))
