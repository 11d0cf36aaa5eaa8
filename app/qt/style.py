"""The one style: Fusion's measures and behaviour, with everything that is seen drawn in our own hand.

A widget with a style sheet, however small, is no longer drawn by a proxy style, so there are none: a widget tells
what it is by a property (`primary`, `key`, `problem`) and the style does the rest. Focus changes a border or a
fill and never a size.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStyleOptionComplex,
    QStyleOptionHeader,
    QStyleOptionMenuItem,
    QStyleOptionSlider,
    QStyleOptionTab,
    QWidget,
)

from app.qt import fonts, painting
from app.qt.fonts import px
from app.qt.tokens import Tokens, colour, mixed, tokens_of

State = QStyle.StateFlag
Primitive = QStyle.PrimitiveElement
Control = QStyle.ControlElement
Draw = Callable[[QStyleOption, QPainter, Tokens, QWidget | None], None]


class BayleafStyle(QProxyStyle):
    """Fusion underneath, LOOK on top."""

    def __init__(self) -> None:
        super().__init__("Fusion")
        self._primitives: dict[Primitive, Draw] = {
            Primitive.PE_Frame: _nothing,
            Primitive.PE_FrameFocusRect: _nothing,
            Primitive.PE_FrameMenu: _menu_frame,
            Primitive.PE_PanelLineEdit: _line_edit,
            Primitive.PE_PanelButtonCommand: _push_button,
            Primitive.PE_IndicatorRadioButton: _radio,
            Primitive.PE_IndicatorCheckBox: _tick_box,
            Primitive.PE_FrameTabBarBase: _nothing,
            Primitive.PE_FrameTabWidget: _tab_pane,
            Primitive.PE_PanelItemViewRow: _nothing,
            Primitive.PE_PanelTipLabel: _tool_tip,
        }
        self._controls: dict[Control, Draw] = {
            Control.CE_PushButtonBevel: _push_button,
            Control.CE_PushButtonLabel: _push_button_label,
            Control.CE_ComboBoxLabel: _combo_label,
            Control.CE_TabBarTab: _tab,
            Control.CE_MenuBarItem: _menu_bar_item,
            Control.CE_MenuBarEmptyArea: _menu_bar,
            Control.CE_Splitter: _splitter,
            Control.CE_Header: _header,
            Control.CE_HeaderEmptyArea: _header_empty,
        }

    def drawPrimitive(
        self, element: Primitive, option: QStyleOption, painter: QPainter, widget: QWidget | None = None
    ) -> None:
        draw = self._primitives.get(element)
        if draw is None:
            super().drawPrimitive(element, option, painter, widget)
            return
        _drawn(draw, option, painter, widget)

    def drawControl(
        self, element: Control, option: QStyleOption, painter: QPainter, widget: QWidget | None = None
    ) -> None:
        draw = self._controls.get(element)
        if draw is None:
            super().drawControl(element, option, painter, widget)
            return
        _drawn(draw, option, painter, widget)

    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if control == QStyle.ComplexControl.CC_ComboBox:
            _drawn(_combo_box, option, painter, widget)
            return
        if control == QStyle.ComplexControl.CC_SpinBox:
            parts = (QStyle.SubControl.SC_SpinBoxUp, QStyle.SubControl.SC_SpinBoxDown)
            up, down = (QRectF(self.subControlRect(control, option, part, widget)) for part in parts)
            _spin_box(option, painter, tokens_of(option.palette), up, down)
            return
        if control == QStyle.ComplexControl.CC_ScrollBar:
            thumb = self.subControlRect(control, option, QStyle.SubControl.SC_ScrollBarSlider, widget)
            tokens = tokens_of(option.palette)
            is_paper = widget is not None and widget.property("ground") == "paper"
            ground = tokens.paper if is_paper else tokens.panel
            _scroll_bar(cast(QStyleOptionSlider, option), painter, tokens, thumb, ground)
            return
        super().drawComplexControl(control, option, painter, widget)

    def subControlRect(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        part: QStyle.SubControl,
        widget: QWidget | None = None,
    ) -> QRect:
        if control == QStyle.ComplexControl.CC_ScrollBar:
            return _scroll_bar_part(cast(QStyleOptionSlider, option), part)
        rect = super().subControlRect(control, option, part, cast(QWidget, widget))
        if control == QStyle.ComplexControl.CC_ComboBox and part == QStyle.SubControl.SC_ComboBoxListBoxPopup:
            rect.moveTop(option.rect.bottom() + px(4))
        return rect

    def subElementRect(self, element: QStyle.SubElement, option: QStyleOption, widget: QWidget | None = None) -> QRect:
        rect = super().subElementRect(element, option, cast(QWidget, widget))
        if element == QStyle.SubElement.SE_LineEditContents:
            return rect.adjusted(px(8), 0, -px(6), 0)
        return rect

    def sizeFromContents(
        self, kind: QStyle.ContentsType, option: QStyleOption, size: QSize, widget: QWidget | None = None
    ) -> QSize:
        if kind == QStyle.ContentsType.CT_PushButton:
            return _button_size(cast(QStyleOptionButton, option), widget)
        made = super().sizeFromContents(kind, option, size, cast(QWidget, widget))
        if kind in (QStyle.ContentsType.CT_LineEdit, QStyle.ContentsType.CT_ComboBox, QStyle.ContentsType.CT_SpinBox):
            return QSize(made.width() + px(12), px(30))
        if kind == QStyle.ContentsType.CT_MenuBarItem:
            return QSize(size.width() + px(17), px(28) + 1)
        if kind == QStyle.ContentsType.CT_MenuItem and not _is_separator(option):
            return QSize(made.width() + px(8), max(made.height(), px(28)))
        return made

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        known = METRICS.get(metric)
        return px(known) if known is not None else super().pixelMetric(metric, option, widget)

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returned: QStyleHintReturn | None = None,
    ) -> int:
        known = HINTS.get(hint)
        return known if known is not None else super().styleHint(hint, option, widget, returned)


METRICS: dict[QStyle.PixelMetric, float] = {
    QStyle.PixelMetric.PM_SplitterWidth: 1,
    QStyle.PixelMetric.PM_ScrollBarExtent: 12,
    QStyle.PixelMetric.PM_ScrollBarSliderMin: 32,
    QStyle.PixelMetric.PM_ExclusiveIndicatorWidth: 16,
    QStyle.PixelMetric.PM_ExclusiveIndicatorHeight: 16,
    QStyle.PixelMetric.PM_IndicatorWidth: 16,
    QStyle.PixelMetric.PM_IndicatorHeight: 16,
    QStyle.PixelMetric.PM_RadioButtonLabelSpacing: 8,
    QStyle.PixelMetric.PM_CheckBoxLabelSpacing: 8,
    QStyle.PixelMetric.PM_MenuBarHMargin: 8,
    QStyle.PixelMetric.PM_MenuBarVMargin: 0,
    QStyle.PixelMetric.PM_MenuBarPanelWidth: 0,
    QStyle.PixelMetric.PM_MenuBarItemSpacing: 0,
    QStyle.PixelMetric.PM_MenuPanelWidth: 1,
    QStyle.PixelMetric.PM_MenuVMargin: 4,
    QStyle.PixelMetric.PM_MenuHMargin: 0,
    QStyle.PixelMetric.PM_DefaultFrameWidth: 0,
    QStyle.PixelMetric.PM_ButtonShiftHorizontal: 0,
    QStyle.PixelMetric.PM_ButtonShiftVertical: 0,
    QStyle.PixelMetric.PM_FocusFrameHMargin: 0,
    QStyle.PixelMetric.PM_FocusFrameVMargin: 0,
}
HINTS: dict[QStyle.StyleHint, int] = {
    QStyle.StyleHint.SH_EtchDisabledText: 0,
    QStyle.StyleHint.SH_DitherDisabledText: 0,
    QStyle.StyleHint.SH_ComboBox_Popup: 0,
    QStyle.StyleHint.SH_ItemView_ShowDecorationSelected: 1,
    QStyle.StyleHint.SH_Header_ArrowAlignment: 0,
    QStyle.StyleHint.SH_ScrollBar_LeftClickAbsolutePosition: 0,
}


def _drawn(draw: Draw, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    painter.save()
    draw(option, painter, tokens_of(option.palette), widget)
    painter.restore()


def _rect(option: QStyleOption) -> QRectF:
    return QRectF(option.rect)


def _is(option: QStyleOption, state: State) -> bool:
    return bool(option.state & state)


def _nothing(_option: QStyleOption, _painter: QPainter, _tokens: Tokens, _widget: QWidget | None) -> None:
    """Leave out what Fusion would draw."""


def _is_separator(option: QStyleOption) -> bool:
    return cast(QStyleOptionMenuItem, option).menuItemType == QStyleOptionMenuItem.MenuItemType.Separator


# Buttons ----------------------------------------------------------------------------------------


def is_primary(option: QStyleOptionButton, widget: QWidget | None) -> bool:
    """Say whether a button is the one thing to do here: named so, or the default button of a dialog."""
    if widget is not None and widget.property("primary"):
        return True
    is_default = bool(option.features & QStyleOptionButton.ButtonFeature.DefaultButton)
    return is_default and widget is not None and isinstance(widget.window(), QDialog)


def key_of(widget: QWidget | None) -> str:
    """Return the name of the key that a button shows, or an empty text."""
    return str(widget.property("key") or "") if widget is not None else ""


def _button_size(option: QStyleOptionButton, widget: QWidget | None) -> QSize:
    words, key = option.text.replace("&", ""), key_of(widget)
    width = painting.width_of(words, fonts.body(500)) + px(28)
    if key:
        width += px(8) + painting.key_cap_width(key)
    if not option.icon.isNull():
        width += px(22)
    return QSize(round(width - 0.5), px(30))


def _push_button(option: QStyleOption, painter: QPainter, tokens: Tokens, widget: QWidget | None) -> None:
    button = cast(QStyleOptionButton, option)
    if not _is(option, State.State_Enabled):
        _button_off(button, painter, tokens, widget)
        return
    has_focus, is_hot = _is(option, State.State_HasFocus), _is(option, State.State_MouseOver)
    is_down = _is(option, State.State_Sunken) or _is(option, State.State_On)
    if is_primary(button, widget):
        fill = tokens.accent_hover if is_hot or is_down else tokens.accent
        painting.round_rect(painter, _rect(option), px(6), fill=colour(fill))
        if has_focus:
            ring = _rect(option).adjusted(2.5, 2.5, -2.5, -2.5)
            painting.round_rect(painter, ring, px(4), edge=colour(tokens.on_accent), width=1.5)
        return
    fill = tokens.chosen_away if is_down else tokens.hover if is_hot else tokens.panel
    edge, width = (tokens.accent, 2.0) if has_focus else (tokens.edge, 1.0)
    painting.round_rect(painter, _rect(option), px(6), fill=colour(fill), edge=colour(edge), width=width)


def _button_off(option: QStyleOptionButton, painter: QPainter, tokens: Tokens, widget: QWidget | None) -> None:
    fill = mixed(tokens.paper, tokens.text, 0.10) if is_primary(option, widget) else tokens.panel
    edge = None if is_primary(option, widget) else colour(tokens.line)
    painting.round_rect(painter, _rect(option), px(6), fill=colour(fill), edge=edge)


def _push_button_label(option: QStyleOption, painter: QPainter, tokens: Tokens, widget: QWidget | None) -> None:
    button = cast(QStyleOptionButton, option)
    pen = tokens.on_accent if is_primary(button, widget) else tokens.text
    if not _is(option, State.State_Enabled):
        pen = tokens.faint
    words, key, font = button.text.replace("&", ""), key_of(widget), fonts.body(500)
    inner = _rect(option).adjusted(px(6), 0, -px(6), 0)
    if not key:
        painting.text(painter, inner, words, font=font, pen=pen, align=painting.CENTRE)
        return
    total = painting.width_of(words, font) + px(8) + painting.key_cap_width(key)
    left = inner.left() + max((inner.width() - total) / 2, 0)
    words_rect = QRectF(left, inner.top(), inner.right() - left, inner.height())
    painting.text(painter, words_rect, words, font=font, pen=pen)
    cap_left = left + painting.width_of(words, font) + px(8)
    painting.key_cap(painter, tokens, cap_left, inner.center().y(), key)


# Fields -----------------------------------------------------------------------------------------


def _line_edit(option: QStyleOption, painter: QPainter, tokens: Tokens, widget: QWidget | None) -> None:
    if isinstance(widget, QLineEdit) and not widget.hasFrame():
        return
    edge, width = (tokens.accent, 2.0) if _is(option, State.State_HasFocus) else (tokens.field, 1.0)
    if widget is not None and widget.property("problem"):
        edge, width = tokens.vermilion, 1.5
    painting.round_rect(painter, _rect(option), px(6), fill=colour(tokens.panel), edge=colour(edge), width=width)


def _spin_box(option: QStyleOption, painter: QPainter, tokens: Tokens, up: QRectF, down: QRectF) -> None:
    painter.save()
    edge, width = (tokens.accent, 2.0) if _is(option, State.State_HasFocus) else (tokens.field, 1.0)
    painting.round_rect(painter, _rect(option), px(6), fill=colour(tokens.panel), edge=colour(edge), width=width)
    pen = tokens.quiet if _is(option, State.State_Enabled) else tokens.faint
    painting.chevron(painter, up.center() + QPointF(-2, 1.5), pen, turned=180.0, size=3.5)
    painting.chevron(painter, down.center() + QPointF(-2, -1.5), pen, size=3.5)
    painter.restore()


def _tab_pane(option: QStyleOption, painter: QPainter, tokens: Tokens, _widget: QWidget | None) -> None:
    painter.fillRect(_rect(option), colour(tokens.panel))
    painting.horizontal(painter, _rect(option).left(), _rect(option).right(), _rect(option).top(), tokens.line)


def _combo_box(option: QStyleOption, painter: QPainter, tokens: Tokens, widget: QWidget | None) -> None:
    rect = _rect(option)
    has_focus = _is(option, State.State_HasFocus)
    edge, width = (tokens.accent, 2.0) if has_focus else (tokens.edge, 1.0)
    fill = tokens.hover if _is(option, State.State_MouseOver) else tokens.panel
    painting.round_rect(painter, rect, px(6), fill=colour(fill), edge=colour(edge), width=width)
    if beside := _beside(widget):
        count = rect.adjusted(0, 0, -px(30), 0)
        painting.text(painter, count, beside, font=fonts.body(), pen=tokens.quiet, align=painting.RIGHT, elide=None)
    painting.chevron(painter, QPointF(rect.right() - px(15), rect.center().y() + 0.5), tokens.quiet)


def _beside(widget: QWidget | None) -> str:
    """What a combo box tells beside its choice, such as how many documents a corpus has."""
    return str(widget.property("beside") or "") if widget is not None else ""


def _combo_label(option: QStyleOption, painter: QPainter, tokens: Tokens, widget: QWidget | None) -> None:
    combo = cast(QStyleOptionComboBox, option)
    beside = _beside(widget)
    taken = painting.width_of(beside, fonts.body()) + px(38) if beside else px(28)
    rect = _rect(option).adjusted(px(10), 0, -taken, 0)
    pen = tokens.text if _is(option, State.State_Enabled) else tokens.faint
    weight = 500 if beside else 400
    painting.text(painter, rect, combo.currentText, font=fonts.body(weight), pen=pen, elide=painting.MIDDLE)


def _radio(option: QStyleOption, painter: QPainter, tokens: Tokens, _widget: QWidget | None) -> None:
    rect = _rect(option)
    if _is(option, State.State_On):
        painting.round_rect(painter, rect, rect.width() / 2, fill=colour(tokens.accent))
        dot = QRectF(0, 0, px(6), px(6))
        dot.moveCenter(rect.center())
        painting.round_rect(painter, dot, px(3), fill=colour(tokens.on_accent))
    else:
        painting.round_rect(
            painter, rect, rect.width() / 2, fill=colour(tokens.panel), edge=colour(tokens.field), width=1.25
        )
    _indicator_focus(option, painter, tokens, rect.width() / 2)


def _tick_box(option: QStyleOption, painter: QPainter, tokens: Tokens, _widget: QWidget | None) -> None:
    rect = _rect(option)
    tick_box(painter, tokens, rect, is_on=_is(option, State.State_On))
    _indicator_focus(option, painter, tokens, px(4))


def tick_box(painter: QPainter, tokens: Tokens, rect: QRectF, *, is_on: bool) -> None:
    """Paint a tick box, on or off."""
    if not is_on:
        painting.round_rect(painter, rect, px(4), fill=colour(tokens.panel), edge=colour(tokens.field), width=1.25)
        return
    painting.round_rect(painter, rect, px(4), fill=colour(tokens.accent))
    painting.tick_mark(painter, rect, tokens.on_accent)


def _indicator_focus(option: QStyleOption, painter: QPainter, tokens: Tokens, radius: float) -> None:
    if _is(option, State.State_HasFocus):
        ring = _rect(option).adjusted(-2, -2, 2, 2)
        painting.round_rect(painter, ring, radius + 2, edge=colour(tokens.accent, 0.45), width=2.0)


# Bars, tabs, headers ----------------------------------------------------------------------------


def _tab(option: QStyleOption, painter: QPainter, tokens: Tokens, _widget: QWidget | None) -> None:
    rect, is_here = _rect(option), _is(option, State.State_Selected)
    pen = tokens.text if is_here or _is(option, State.State_MouseOver) else tokens.quiet
    words = cast(QStyleOptionTab, option).text.replace("&", "")
    inner, font = rect.adjusted(0, px(3), 0, 0), fonts.body(600 if is_here else 400)
    painting.text(painter, inner, words, font=font, pen=pen, align=painting.CENTRE, elide=None)
    if is_here:
        bar = QRectF(rect.left() + px(11), rect.bottom() - 2.5, rect.width() - px(22), 2.5)
        painting.round_rect(painter, bar, 1.25, fill=colour(tokens.accent))
    if _is(option, State.State_HasFocus):
        ring = rect.adjusted(px(3), px(4), -px(3), -px(5))
        painting.round_rect(painter, ring, px(4), edge=colour(tokens.accent), width=1.5)


def _menu_bar(option: QStyleOption, painter: QPainter, tokens: Tokens, _widget: QWidget | None) -> None:
    painter.fillRect(_rect(option), colour(tokens.side))
    painting.horizontal(painter, _rect(option).left(), _rect(option).right(), _rect(option).bottom() - 1, tokens.line)


def _menu_bar_item(option: QStyleOption, painter: QPainter, tokens: Tokens, widget: QWidget | None) -> None:
    item, rect = cast(QStyleOptionMenuItem, option), _rect(option)
    painter.fillRect(rect, colour(tokens.side))
    if widget is not None and rect.bottom() >= widget.height() - 1:
        painting.horizontal(painter, rect.left(), rect.right(), widget.height() - 1, tokens.line)
    if _is(option, State.State_Selected):
        inner = rect.adjusted(2, px(3), -2, -px(3))
        painting.round_rect(painter, inner, px(5), fill=colour(painting.side_hover(tokens)))
    painter.setFont(fonts.body())
    painter.setPen(colour(tokens.text if _is(option, State.State_Enabled) else tokens.faint))
    shows_key = _is(option, State.State_Selected)
    flag = Qt.TextFlag.TextShowMnemonic if shows_key else Qt.TextFlag.TextHideMnemonic
    painter.drawText(rect, painting.CENTRE | flag, item.text)


def _menu_frame(option: QStyleOption, painter: QPainter, tokens: Tokens, _widget: QWidget | None) -> None:
    painter.fillRect(_rect(option), colour(tokens.panel))
    painting.round_rect(painter, _rect(option), 1, edge=colour(tokens.edge))


def _tool_tip(option: QStyleOption, painter: QPainter, tokens: Tokens, _widget: QWidget | None) -> None:
    painter.fillRect(_rect(option), colour(tokens.panel))
    painting.round_rect(painter, _rect(option), 1, edge=colour(tokens.edge))


def _splitter(option: QStyleOption, painter: QPainter, tokens: Tokens, _widget: QWidget | None) -> None:
    painter.fillRect(_rect(option), colour(tokens.line))


def _header_section(option: QStyleOption, painter: QPainter, tokens: Tokens, _widget: QWidget | None) -> None:
    rect = _rect(option)
    painter.fillRect(rect, option.palette.color(QPalette.ColorRole.Base))
    painting.horizontal(painter, rect.left(), rect.right(), rect.bottom() - 1, tokens.line)


def _header_empty(option: QStyleOption, painter: QPainter, tokens: Tokens, widget: QWidget | None) -> None:
    _header_section(option, painter, tokens, widget)


def _header(option: QStyleOption, painter: QPainter, tokens: Tokens, widget: QWidget | None) -> None:
    header = cast(QStyleOptionHeader, option)
    _header_section(option, painter, tokens, widget)
    is_sorted = header.sortIndicator != QStyleOptionHeader.SortIndicator.None_
    first, last = (widget.property("edges") or (16, 10)) if widget is not None else (16, 10)
    is_last = header.position in (
        QStyleOptionHeader.SectionPosition.End,
        QStyleOptionHeader.SectionPosition.OnlyOneSection,
    )
    is_right = bool(header.textAlignment & Qt.AlignmentFlag.AlignRight)
    left = px(first if header.section == 0 else 2 if is_right else 10)
    right = px(last if is_last else 10)
    rect = _rect(option)
    inner = QRectF(rect.left(), rect.top() + 0.5, rect.width(), rect.height() - 0.5).adjusted(left, 0, -right, 0)
    align = painting.RIGHT if is_right else painting.LEFT
    font, pen = fonts.small(600 if is_sorted else 500), tokens.text if is_sorted else tokens.quiet
    words = header.text
    painting.text(painter, inner, words, font=font, pen=pen, align=align)
    if not is_sorted:
        return
    width = min(painting.width_of(words, font), inner.width())
    at = inner.right() - width - px(9) if align == painting.RIGHT else inner.left() + width + px(9)
    turned = 180.0 if header.sortIndicator == QStyleOptionHeader.SortIndicator.SortDown else 0.0
    painting.chevron(painter, QPointF(at, inner.center().y()), tokens.text, turned=turned)


# Scroll bars ------------------------------------------------------------------------------------


def _scroll_bar_part(option: QStyleOptionSlider, part: QStyle.SubControl) -> QRect:
    """Return where a part lies: a thumb on a groove, no arrows."""
    whole: QRect = option.rect
    is_upright = option.orientation == Qt.Orientation.Vertical
    length = whole.height() if is_upright else whole.width()
    size, start = _thumb(option, length)
    spans = {
        QStyle.SubControl.SC_ScrollBarGroove: (0, length),
        QStyle.SubControl.SC_ScrollBarSlider: (start, size),
        QStyle.SubControl.SC_ScrollBarSubPage: (0, start),
        QStyle.SubControl.SC_ScrollBarAddPage: (start + size, length - start - size),
    }
    at, extent = spans.get(part, (0, 0))
    if extent == 0:
        return QRect()
    if is_upright:
        return QRect(whole.left(), whole.top() + at, whole.width(), extent)
    return QRect(whole.left() + at, whole.top(), extent, whole.height())


def _thumb(option: QStyleOptionSlider, length: int) -> tuple[int, int]:
    steps = option.maximum - option.minimum
    if steps <= 0:
        return length, 0
    size = max(length * option.pageStep // (steps + option.pageStep), px(32))
    size = min(size, length)
    position = option.sliderPosition
    upside_down = option.upsideDown
    return size, QStyle.sliderPositionFromValue(option.minimum, option.maximum, position, length - size, upside_down)


def _scroll_bar(option: QStyleOptionSlider, painter: QPainter, tokens: Tokens, thumb: QRect, ground: str) -> None:
    painter.fillRect(option.rect, colour(ground))
    if option.maximum <= option.minimum:
        return
    inset, inner = px(3), QRectF(thumb)
    is_upright = option.orientation == Qt.Orientation.Vertical
    inner = inner.adjusted(inset, 2, -inset, -2) if is_upright else inner.adjusted(2, inset, -2, -inset)
    is_hot = bool(option.state & (State.State_MouseOver | State.State_Sunken))
    painting.round_rect(painter, inner, px(3), fill=colour(tokens.field if is_hot else tokens.edge))


def ring_pen(tokens: Tokens) -> QPen:
    """Return the pen of a painted widget's focus ring."""
    return QPen(colour(tokens.accent, 0.35), 3.0)
