"""Drawing functions of the style, one per control. `app.kit.look.theme` maps Qt's elements to them.

Popups (combo box lists, menus, tooltips) share one rounded frame. Without a compositor windows cannot be translucent,
so a mask cuts off their corners.
"""

from __future__ import annotations

import re
from typing import cast

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPalette, QRegion
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QLineEdit,
    QStyle,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStyleOptionHeader,
    QStyleOptionMenuItem,
    QStyleOptionTab,
    QStyleOptionViewItem,
    QWidget,
)

from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, blend, colour
from app.kit.look.fonts import px

State = QStyle.StateFlag
MNEMONIC = re.compile("&(.)")


def _option_rect(option: QStyleOption) -> QRectF:
    return QRectF(option.rect)


def _has_state(option: QStyleOption, state: State) -> bool:
    return bool(option.state & state)


def without_mnemonic(text: str) -> str:
    """Return a text without mnemonic marks: `&` is removed, `&&` becomes `&`."""
    return MNEMONIC.sub(r"\1", text)


def draw_nothing(_option: QStyleOption, _painter: QPainter, _tokens: DesignValues, _widget: QWidget | None) -> None:
    """Draw nothing. The style uses this to suppress an element of Fusion."""


def is_primary(option: QStyleOption, widget: QWidget | None) -> bool:
    """Return whether a button has the `primary` property or is the default button of a dialog.

    Tool buttons also arrive here, but with an option that is not a QStyleOptionButton.
    """
    if widget is not None and widget.property("primary"):
        return True
    features = option.features if isinstance(option, QStyleOptionButton) else QStyleOptionButton.ButtonFeature(0)
    is_default = bool(features & QStyleOptionButton.ButtonFeature.DefaultButton)
    return is_default and widget is not None and isinstance(widget.window(), QDialog)


def shortcut_text(widget: QWidget | None) -> str:
    """Return the shortcut text that a button shows, or ""."""
    return str(widget.property("key") or "") if widget is not None else ""


def button_size(option: QStyleOptionButton, widget: QWidget | None) -> QSize:
    """Return the size of a push button: 30 px high, and wide enough for text, shortcut and padding."""
    words, key = without_mnemonic(option.text), shortcut_text(widget)
    width = painting.text_width(words, fonts.body(500)) + px(28)
    if key:
        width += px(8) + painting.key_cap_width(key)
    if not option.icon.isNull():
        width += px(22)
    return QSize(round(width - 0.5), px(30))


def paint_push_button(option: QStyleOption, painter: QPainter, tokens: DesignValues, widget: QWidget | None) -> None:
    """Paint the background of a push button."""
    button = cast(QStyleOptionButton, option)
    if not _has_state(option, State.State_Enabled):
        is_act = is_primary(button, widget)
        fill, edge = blend(tokens.paper, tokens.text, 0.10) if is_act else tokens.panel, colour(tokens.line)
        painting.paint_round_rect(
            painter, _option_rect(option), px(6), fill=colour(fill), edge=None if is_act else edge
        )
        return
    has_focus, is_hot = _has_state(option, State.State_HasFocus), _has_state(option, State.State_MouseOver)
    is_down = _has_state(option, State.State_Sunken) or _has_state(option, State.State_On)
    if is_primary(button, widget):
        fill = tokens.accent_hover if is_hot or is_down else tokens.accent
        painting.paint_round_rect(painter, _option_rect(option), px(6), fill=colour(fill))
        if has_focus:
            ring = _option_rect(option).adjusted(2.5, 2.5, -2.5, -2.5)
            painting.paint_round_rect(painter, ring, px(4), edge=colour(tokens.on_accent), width=1.5)
        return
    _paint_field_frame(
        option,
        painter,
        tokens,
        tokens.chosen_away if is_down else tokens.hover if is_hot else tokens.panel,
        tokens.edge,
    )


def paint_push_button_label(
    option: QStyleOption, painter: QPainter, tokens: DesignValues, widget: QWidget | None
) -> None:
    """Paint the text and shortcut of a push button."""
    button = cast(QStyleOptionButton, option)
    pen = tokens.on_accent if is_primary(button, widget) else tokens.text
    if not _has_state(option, State.State_Enabled):
        pen = tokens.faint
    words, key, font = without_mnemonic(button.text), shortcut_text(widget), fonts.body(500)
    inner = _option_rect(option).adjusted(px(6), 0, -px(6), 0)
    if not key:
        painting.paint_text(painter, inner, words, font=font, pen=pen, align=painting.CENTRE)
        return
    total = painting.text_width(words, font) + px(8) + painting.key_cap_width(key)
    left = inner.left() + max((inner.width() - total) / 2, 0)
    words_rect = QRectF(left, inner.top(), inner.right() - left, inner.height())
    painting.paint_text(painter, words_rect, words, font=font, pen=pen)
    cap_left = left + painting.text_width(words, font) + px(8)
    painting.paint_key_cap(painter, tokens, cap_left, inner.center().y(), key)


def paint_line_edit(option: QStyleOption, painter: QPainter, tokens: DesignValues, widget: QWidget | None) -> None:
    """Paint the background of a line edit."""
    if isinstance(widget, QLineEdit) and not widget.hasFrame():
        return
    _paint_field_frame(option, painter, tokens, tokens.panel, tokens.field)


def _paint_field_frame(option: QStyleOption, painter: QPainter, tokens: DesignValues, fill: str, edge: str) -> None:
    edge, width = (tokens.accent, 2.0) if _has_state(option, State.State_HasFocus) else (edge, 1.0)
    painting.paint_round_rect(painter, _option_rect(option), px(6), fill=colour(fill), edge=colour(edge), width=width)


def paint_spin_box(option: QStyleOption, painter: QPainter, tokens: DesignValues, up: QRectF, down: QRectF) -> None:
    """Paint a spin box with two chevrons."""
    painter.save()
    _paint_field_frame(option, painter, tokens, tokens.panel, tokens.field)
    pen = tokens.quiet if _has_state(option, State.State_Enabled) else tokens.faint
    painting.paint_chevron(painter, up.center() + QPointF(-2, 1.5), pen, turned=180.0, size=3.5)
    painting.paint_chevron(painter, down.center() + QPointF(-2, -1.5), pen, size=3.5)
    painter.restore()


def paint_tab_pane(option: QStyleOption, painter: QPainter, tokens: DesignValues, _widget: QWidget | None) -> None:
    """Paint the background of a tab page."""
    painter.fillRect(_option_rect(option), colour(tokens.panel))
    painting.paint_horizontal_line(
        painter, _option_rect(option).left(), _option_rect(option).right(), _option_rect(option).top(), tokens.line
    )


def paint_combo_box(option: QStyleOption, painter: QPainter, tokens: DesignValues, widget: QWidget | None) -> None:
    """Paint a combo box without its text."""
    rect, fill = _option_rect(option), tokens.hover if _has_state(option, State.State_MouseOver) else tokens.panel
    _paint_field_frame(option, painter, tokens, fill, tokens.edge)
    if beside := _text_beside(option, widget):
        count = rect.adjusted(0, 0, -px(30), 0)
        painting.paint_text(
            painter, count, beside, font=fonts.body(), pen=tokens.quiet, align=painting.RIGHT, elide=None
        )
    painting.paint_chevron(painter, QPointF(rect.right() - px(15), rect.center().y() + 0.5), tokens.quiet)


def _text_beside(option: QStyleOption, widget: QWidget | None) -> str:
    """Return the text beside the value of a combo box (property `beside`), such as a document count.

    Returns "" if the value would have to be cut to make room for it.
    """
    beside = str(widget.property("beside") or "") if widget is not None else ""
    if not beside:
        return ""
    text = painting.text_width(cast(QStyleOptionComboBox, option).currentText, fonts.body(500))
    room = _option_rect(option).width() - px(10) - painting.text_width(beside, fonts.body()) - px(38)
    return beside if text <= room else ""


def paint_combo_label(option: QStyleOption, painter: QPainter, tokens: DesignValues, widget: QWidget | None) -> None:
    """Paint the current text of a combo box. An editable combo box shows the text in its line edit instead."""
    combo = cast(QStyleOptionComboBox, option)
    if combo.editable:
        return
    beside = _text_beside(option, widget)
    right_width = painting.text_width(beside, fonts.body()) + px(38) if beside else px(28)
    rect = _option_rect(option).adjusted(px(10), 0, -right_width, 0)
    pen = tokens.text if _has_state(option, State.State_Enabled) else tokens.faint
    weight = 500 if widget is not None and widget.property("beside") else 400
    keeps_beginning = widget is not None and bool(widget.property("keeps_beginning"))
    elide = painting.END if keeps_beginning else painting.MIDDLE
    painting.paint_text(painter, rect, combo.currentText, font=fonts.body(weight), pen=pen, elide=elide)


def paint_radio_button(option: QStyleOption, painter: QPainter, tokens: DesignValues, _widget: QWidget | None) -> None:
    """Paint the circle of a radio button."""
    rect = _option_rect(option)
    radius = rect.width() / 2
    if _has_state(option, State.State_On):
        painting.paint_round_rect(painter, rect, radius, fill=colour(tokens.accent))
        dot = QRectF(0, 0, px(6), px(6))
        dot.moveCenter(rect.center())
        painting.paint_round_rect(painter, dot, px(3), fill=colour(tokens.on_accent))
    else:
        painting.paint_round_rect(
            painter, rect, radius, fill=colour(tokens.panel), edge=colour(tokens.field), width=1.25
        )
    _paint_indicator_focus(option, painter, tokens, radius)


def paint_check_indicator(
    option: QStyleOption, painter: QPainter, tokens: DesignValues, _widget: QWidget | None
) -> None:
    """Paint the indicator of a check box."""
    paint_check_box(painter, tokens, _option_rect(option), is_on=_has_state(option, State.State_On))
    _paint_indicator_focus(option, painter, tokens, px(4))


def paint_check_box(painter: QPainter, tokens: DesignValues, rect: QRectF, *, is_on: bool) -> None:
    """Paint a check box indicator, on or off."""
    if not is_on:
        painting.paint_round_rect(
            painter, rect, px(4), fill=colour(tokens.panel), edge=colour(tokens.field), width=1.25
        )
        return
    painting.paint_round_rect(painter, rect, px(4), fill=colour(tokens.accent))
    painting.paint_tick_mark(painter, rect, tokens.on_accent)


def _paint_indicator_focus(option: QStyleOption, painter: QPainter, tokens: DesignValues, radius: float) -> None:
    if _has_state(option, State.State_HasFocus):
        ring = _option_rect(option).adjusted(-2, -2, 2, 2)
        painting.paint_round_rect(painter, ring, radius + 2, edge=colour(tokens.accent, 0.45), width=2.0)


def paint_tab(option: QStyleOption, painter: QPainter, tokens: DesignValues, _widget: QWidget | None) -> None:
    """Paint a tab and, if it is current, its bar. The text starts at the same x in regular and in semi-bold weight."""
    rect, is_here = _option_rect(option), _has_state(option, State.State_Selected)
    pen = tokens.text if is_here or _has_state(option, State.State_MouseOver) else tokens.quiet
    words = without_mnemonic(cast(QStyleOptionTab, option).text)
    font, heavy = fonts.body(600 if is_here else 400), fonts.body(600)
    inset = max((rect.width() - painting.text_width(words, heavy)) / 2, px(3))
    painting.paint_text(painter, rect.adjusted(inset, px(3), -px(3), 0), words, font=font, pen=pen)
    if is_here:
        width = min(painting.text_width(words, font) + px(6), rect.width() - px(4))
        bar = QRectF(rect.center().x() - width / 2, rect.bottom() - 2.5, width, 2.5)
        painting.paint_round_rect(painter, bar, 1.25, fill=colour(tokens.accent))
    if _has_state(option, State.State_HasFocus):
        ring = rect.adjusted(px(3), px(4), -px(3), -px(5))
        painting.paint_round_rect(painter, ring, px(4), edge=colour(tokens.accent), width=1.5)


def paint_menu_bar(option: QStyleOption, painter: QPainter, tokens: DesignValues, _widget: QWidget | None) -> None:
    """Paint the empty area of the menu bar."""
    painter.fillRect(_option_rect(option), colour(tokens.side))
    painting.paint_horizontal_line(
        painter,
        _option_rect(option).left(),
        _option_rect(option).right(),
        _option_rect(option).bottom() - 1,
        tokens.line,
    )


def paint_menu_bar_item(option: QStyleOption, painter: QPainter, tokens: DesignValues, widget: QWidget | None) -> None:
    """Paint an item of the menu bar."""
    item, rect = cast(QStyleOptionMenuItem, option), _option_rect(option)
    painter.fillRect(rect, colour(tokens.side))
    if widget is not None and rect.bottom() >= widget.height() - 1:
        painting.paint_horizontal_line(painter, rect.left(), rect.right(), widget.height() - 1, tokens.line)
    if _has_state(option, State.State_Selected):
        inner = rect.adjusted(2, px(3), -2, -px(3))
        painting.paint_round_rect(painter, inner, px(5), fill=colour(painting.side_bar_hover_colour(tokens)))
    painter.setFont(fonts.body())
    painter.setPen(colour(tokens.text if _has_state(option, State.State_Enabled) else tokens.faint))
    flag = Qt.TextFlag.TextShowMnemonic if _has_state(option, State.State_Selected) else Qt.TextFlag.TextHideMnemonic
    painter.drawText(rect, painting.CENTRE | flag, item.text)


def paint_splitter(option: QStyleOption, painter: QPainter, tokens: DesignValues, _widget: QWidget | None) -> None:
    """Paint a splitter handle as a line."""
    painter.fillRect(_option_rect(option), colour(tokens.line))


def paint_header_section(
    option: QStyleOption, painter: QPainter, tokens: DesignValues, _widget: QWidget | None
) -> None:
    """Paint the background of a header section or of the empty header area."""
    rect = _option_rect(option)
    painter.fillRect(rect, option.palette.color(QPalette.ColorRole.Base))
    painting.paint_horizontal_line(painter, rect.left(), rect.right(), rect.bottom() - 1, tokens.line)


def paint_header(option: QStyleOption, painter: QPainter, tokens: DesignValues, widget: QWidget | None) -> None:
    """Paint a header section, with a chevron if it is the sort column."""
    header = cast(QStyleOptionHeader, option)
    paint_header_section(option, painter, tokens, widget)
    is_sorted = header.sortIndicator != QStyleOptionHeader.SortIndicator.None_
    first, last, between = (*((widget.property("edges") if widget is not None else None) or (16, 10)), 10)[:3]
    position = QStyleOptionHeader.SectionPosition
    is_last = header.position in (position.End, position.OnlyOneSection)
    is_right = bool(header.textAlignment & Qt.AlignmentFlag.AlignRight)
    left = px(first if header.section == 0 else 2 if is_right else between)
    right = px(last if is_last else 10)
    rect = _option_rect(option)
    inner = QRectF(rect.left(), rect.top() + 0.5, rect.width(), rect.height() - 0.5).adjusted(left, 0, -right, 0)
    align = painting.RIGHT if is_right else painting.LEFT
    font, pen = fonts.small_font(600 if is_sorted else 500), tokens.text if is_sorted else tokens.quiet
    painting.paint_text(painter, inner, header.text, font=font, pen=pen, align=align)
    if not is_sorted:
        return
    width = min(painting.text_width(header.text, font), inner.width())
    chevron_x = inner.right() - width - px(9) if align == painting.RIGHT else inner.left() + width + px(9)
    turned = 180.0 if header.sortIndicator == QStyleOptionHeader.SortIndicator.SortDown else 0.0
    painting.paint_chevron(painter, QPointF(chevron_x, inner.center().y()), tokens.text, turned=turned)


ROW, MAX_LIST_ROWS, INSET, RADIUS = 28, 12, 4, 6
TICK_LEFT, TEXT_LEFT, TEXT_RIGHT = 11, 34, 16
COMBO_LIST_GAP = 5
"""Gap between a combo box and its list, in pixels.

Qt has no setting for this gap, so the combo box reports a height that is larger by it.
"""


def is_list_window(widget: QWidget | None) -> bool:
    """Return whether this is Qt's popup window around a combo box list."""
    return widget is not None and widget.inherits("QComboBoxPrivateContainer")


def combo_box_of_list(widget: QWidget | None) -> QComboBox | None:
    """Return the combo box of a list view, or None if it is not a combo box list."""
    window = widget.parentWidget() if widget is not None and widget.inherits("QComboBoxListView") else None
    box = window.parentWidget() if is_list_window(window) and window is not None else None
    return box if isinstance(box, QComboBox) else None


def list_rect(option: QStyleOption, widget: QWidget | None) -> QRect:
    """Return the rectangle of a combo box's popup list: at least as wide as the box and the widest row."""
    rect = option.rect.adjusted(0, 0, 0, px(COMBO_LIST_GAP))
    if isinstance(widget, QComboBox):
        widget.setMaxVisibleItems(MAX_LIST_ROWS)  # there is no style hint for it; Qt asks for this rectangle first
        texts = (widget.itemText(row) for row in range(widget.count()))
        widest = round(max((painting.text_width(text, fonts.body(600)) for text in texts), default=0.0))
        bar = px(12) if widget.count() > MAX_LIST_ROWS else 0
        rect.setWidth(max(rect.width(), widest + px(TEXT_LEFT + TEXT_RIGHT) + bar + 2 * (px(INSET) + 1)))
    return rect


def paint_list_row(option: QStyleOption, painter: QPainter, tokens: DesignValues, box: QComboBox) -> None:
    """Paint a row of a combo box list; the current item has a tick."""
    item = cast(QStyleOptionViewItem, option)
    rect, is_choice = QRectF(item.rect), item.index.row() == box.currentIndex()
    is_off = not item.state & QStyle.StateFlag.State_Enabled
    painter.fillRect(rect, colour(tokens.panel))
    if item.state & QStyle.StateFlag.State_Selected:
        painting.paint_round_rect(painter, rect, px(4), fill=colour(tokens.chosen))
    if is_choice:
        tick = QRectF(rect.left() + px(TICK_LEFT - INSET), rect.center().y() - px(8), px(16), px(16))
        painting.paint_tick_mark(painter, tick, tokens.accent)
    words = rect.adjusted(px(TEXT_LEFT - INSET), 0, -px(TEXT_RIGHT - INSET), 0)
    pen = tokens.faint if is_off else tokens.text
    text = str(item.index.data() or "")
    painting.paint_text(
        painter, words, text, font=fonts.body(600 if is_choice else 400), pen=pen, elide=painting.MIDDLE
    )


def paint_popup_frame(option: QStyleOption, painter: QPainter, tokens: DesignValues, _widget: QWidget | None) -> None:
    """Paint the frame of a popup."""
    rect = QRectF(option.rect)
    painter.fillRect(rect, colour(tokens.panel))
    painting.paint_round_rect(painter, rect, px(RADIUS), fill=colour(tokens.panel), edge=colour(tokens.edge))


def paint_list_frame(option: QStyleOption, painter: QPainter, tokens: DesignValues, widget: QWidget | None) -> None:
    """Paint the frame of a combo box list, and set its mask, because Qt does not.

    Does nothing for other frames.
    """
    if widget is None or not is_list_window(widget):
        return
    if widget.mask().boundingRect() != widget.rect():
        widget.setMask(region_inside_frame(widget.rect()))
    paint_popup_frame(option, painter, tokens, widget)


def region_inside_frame(rect: QRect) -> QRegion:
    """Return the region inside the rounded frame."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(rect), px(RADIUS), px(RADIUS))
    return QRegion(path.toFillPolygon().toPolygon(), Qt.FillRule.WindingFill)


def paint_menu_item(option: QStyleOption, painter: QPainter, tokens: DesignValues, _widget: QWidget | None) -> None:
    """Paint a menu item: tick or icon, text, and shortcut or submenu arrow."""
    item, rect = cast(QStyleOptionMenuItem, option), QRectF(option.rect)
    painter.fillRect(rect, colour(tokens.panel))
    inner = rect.adjusted(px(INSET), 0, -px(INSET), 0)
    if item.menuItemType == QStyleOptionMenuItem.MenuItemType.Separator:
        painting.paint_horizontal_line(painter, rect.left(), rect.right(), round(rect.center().y()), tokens.hair)
        return
    is_off = not item.state & QStyle.StateFlag.State_Enabled
    if item.state & QStyle.StateFlag.State_Selected and not is_off:
        painting.paint_round_rect(painter, inner, px(4), fill=colour(tokens.chosen))
    mark = QRectF(inner.left() + px(TICK_LEFT - INSET), inner.center().y() - px(8), px(16), px(16))
    if item.checkType != QStyleOptionMenuItem.CheckType.NotCheckable and item.checked:
        painting.paint_tick_mark(painter, mark, tokens.accent)
    elif not item.icon.isNull():
        item.icon.paint(painter, mark.toRect())
    words, _, key = item.text.partition("\t")
    pen, quiet = (tokens.faint, tokens.faint) if is_off else (tokens.text, tokens.quiet)
    text_rect = inner.adjusted(px(TEXT_LEFT - INSET), 0, -px(TEXT_RIGHT - INSET), 0)
    painter.setFont(fonts.body())
    painter.setPen(colour(pen))
    painter.drawText(text_rect, painting.LEFT | Qt.TextFlag.TextShowMnemonic | Qt.TextFlag.TextSingleLine, words)
    if item.menuItemType == QStyleOptionMenuItem.MenuItemType.SubMenu:
        painting.paint_chevron(painter, QPointF(text_rect.right(), text_rect.center().y()), quiet, turned=-90.0)
    elif key:
        painting.paint_text(
            painter, text_rect, key, font=fonts.small_font(), pen=quiet, align=painting.RIGHT, elide=None
        )


def menu_item_size(option: QStyleOption, default_size: QSize) -> QSize:
    """Return the size of a menu item. `default_size` is Fusion's."""
    item = cast(QStyleOptionMenuItem, option)
    if item.menuItemType == QStyleOptionMenuItem.MenuItemType.Separator:
        return QSize(default_size.width(), px(9))
    words, _, key = item.text.partition("\t")
    shown = painting.text_width(words.replace("&", ""), fonts.body()) + painting.text_width(key, fonts.small_font())
    key_gap = px(24) if key else 0
    return QSize(max(round(shown) + px(TEXT_LEFT + TEXT_RIGHT) + key_gap, default_size.width()), px(ROW))
