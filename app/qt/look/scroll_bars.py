"""Scroll bars: a thumb on a groove, no arrows."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionSlider

from app.qt.look import painting
from app.qt.look.colours import DesignValues, colour
from app.qt.look.fonts import px

State = QStyle.StateFlag


def scroll_bar_part(option: QStyleOptionSlider, part: QStyle.SubControl) -> QRect:
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


def paint_scroll_bar(
    option: QStyleOptionSlider, painter: QPainter, tokens: DesignValues, thumb: QRect, ground: str
) -> None:
    painter.fillRect(option.rect, colour(ground))
    if option.maximum <= option.minimum:
        return
    inset, inner = px(3), QRectF(thumb)
    is_upright = option.orientation == Qt.Orientation.Vertical
    inner = inner.adjusted(inset, 2, -inset, -2) if is_upright else inner.adjusted(2, inset, -2, -inset)
    is_hot = bool(option.state & (State.State_MouseOver | State.State_Sunken))
    painting.round_rect(painter, inner, px(3), fill=colour(tokens.field if is_hot else tokens.edge))
