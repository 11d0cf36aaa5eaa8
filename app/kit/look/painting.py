"""Drawing primitives shared by the style, delegates and widgets: squares, key caps, bars, chips, text, icons."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QIcon,
    QPainter,
    QPen,
    QPolygonF,
    QTextLayout,
)
from PySide6.QtSvg import QSvgRenderer

import resources
from app.domain.documents import one_line
from app.kit.look import fonts
from app.kit.look.colours import DesignValues, blend, colour, is_dotted, is_hollow, label_fill, label_outline
from app.kit.look.fonts import px

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter
END = Qt.TextElideMode.ElideRight
MIDDLE = Qt.TextElideMode.ElideMiddle


def paint_round_rect(
    painter: QPainter,
    rect: QRectF,
    radius: float,
    *,
    fill: QColor | None = None,
    edge: QColor | None = None,
    width: float = 1.0,
) -> None:
    """Paint a rounded rectangle with its outline inside `rect`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(edge, width) if edge is not None else Qt.PenStyle.NoPen)
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    inset = width / 2 if edge is not None else 0.0
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius - inset, radius - inset)
    painter.restore()


def paint_text(
    painter: QPainter,
    rect: QRectF,
    words: str,
    *,
    font: QFont,
    pen: str,
    align: Qt.AlignmentFlag = LEFT,
    elide: Qt.TextElideMode | None = END,
) -> None:
    """Paint one line of text, elided unless `elide` is None. Control characters get a visible sign."""
    words = visible_line(words)
    painter.setFont(font)
    painter.setPen(colour(pen))
    if elide is not None:
        words = _font_metrics(font).elidedText(words, elide, rect.width() + 0.5)
    painter.drawText(rect, align | Qt.TextFlag.TextSingleLine, words)


def visible_line(words: str) -> str:
    """Return the text as one line to paint. Line breaks become spaces, control characters get a visible sign.

    A subject may have such characters, and Qt paints nothing for them or reverses the text after them.
    """
    return words if words.isprintable() else one_line(words)


LINE_SEPARATOR = "\u2028"


def wrap_lines(words: str, font: QFont, width: int, most_lines: int) -> list[str]:
    """Return the text in lines of this width, at most `most_lines`; the last one is elided if needed."""
    # QTextLayout takes a newline for a character
    words = LINE_SEPARATOR.join(map(visible_line, words.split("\n")))
    layout = QTextLayout(words, font)
    layout.beginLayout()
    starts = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        starts.append(line.textStart())
    layout.endLayout()
    starts = starts[:most_lines] or [0]
    ends = [*starts[1:], len(words)]
    lines = [words[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    lines[-1] = QFontMetrics(font).elidedText(lines[-1], Qt.TextElideMode.ElideRight, width)
    return lines


def text_width(words: str, font: QFont) -> float:
    """Return the width of a line of text in pixels."""
    return _font_metrics(font).horizontalAdvance(words)


@lru_cache(maxsize=64)
def _font_metrics(font: QFont) -> QFontMetricsF:
    return QFontMetricsF(font)


def paint_label_square(
    painter: QPainter, tokens: DesignValues, left: float, middle: float, number: int, side: float = 8.0
) -> None:
    """Paint the square of a label by its colour index. A negative index (no label) gives a grey outline."""
    side = px(side)
    rect, radius = QRectF(left, middle - side / 2, side, side), side * 2.5 / 8
    if number < 0:
        paint_round_rect(painter, rect, radius, edge=colour(tokens.field), width=1.25)
        return
    fill, edge = label_fill(tokens, number), label_outline(tokens, number)
    if is_hollow(number):
        paint_round_rect(painter, rect, radius, fill=colour(tokens.panel), edge=colour(edge), width=2.0)
        if is_dotted(number):
            inner = side / 3
            paint_round_rect(painter, rect.adjusted(inner, inner, -inner, -inner), 1.0, fill=colour(edge))
        return
    paint_round_rect(painter, rect, radius, fill=colour(fill), edge=colour(edge) if edge != fill else None, width=1.25)


def paint_hatched_rect(painter: QPainter, rect: QRectF, ink: QColor) -> None:
    """Fill a rectangle with diagonal lines in a thin frame."""
    painter.save()
    painter.setPen(QPen(ink, 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))
    painter.setClipRect(rect)
    height, x = rect.height(), rect.left() - rect.height()
    while x < rect.right():
        painter.drawLine(QPointF(x, rect.bottom()), QPointF(x + height, rect.top()))
        x += px(5)
    painter.restore()


def paint_label_bar(painter: QPainter, tokens: DesignValues, rect: QRectF, number: int) -> None:
    """Paint a histogram bar in the pattern of the label's square: filled, hollow, or hatched instead of dotted."""
    fill = colour(label_fill(tokens, number))
    if not is_hollow(number):
        painter.fillRect(rect, fill)
        return
    pattern = Qt.BrushStyle.BDiagPattern if is_dotted(number) else Qt.BrushStyle.NoBrush
    painter.save()
    painter.setPen(QPen(colour(label_outline(tokens, number)), 1.0))
    painter.setBrush(QBrush(fill, pattern))
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))
    painter.restore()


MAX_CHIP_TEXT_WIDTH = 130
"""Maximum text width of a label chip; the tooltip shows the whole name."""


def chip_width(words: str) -> float:
    """Return the width of a label chip."""
    return px(7) + px(8) + px(4) + min(text_width(words, fonts.small_font(500)), px(MAX_CHIP_TEXT_WIDTH)) + px(7)


def paint_chip(painter: QPainter, tokens: DesignValues, left: float, middle: float, words: str, number: int) -> None:
    """Paint a label chip: square and name on a tint of the label's colour."""
    rect = QRectF(left, middle - px(10), chip_width(words), px(20))
    paint_round_rect(painter, rect, px(10), fill=colour(label_fill(tokens, number), tokens.chip_alpha))
    paint_label_square(painter, tokens, left + px(7), middle, number)
    inner = rect.adjusted(px(19), 0, -px(5), 0)
    paint_text(painter, inner, words, font=fonts.small_font(500), pen=tokens.text, elide=MIDDLE)


def outline_chip_width(words: str) -> float:
    """Return the width of an outlined chip."""
    return text_width(words, fonts.small_font(500)) + px(18)


def paint_outline_chip(
    painter: QPainter, tokens: DesignValues, right: float, middle: float, words: str, most: float = math.inf
) -> float:
    """Paint an outlined chip whose right edge is at x = `right`, at most `most` wide; return the x of its left edge."""
    width = min(outline_chip_width(words), most)
    rect = QRectF(right - width, middle - px(10), width, px(20))
    paint_round_rect(painter, rect, px(10), edge=colour(tokens.field))
    paint_text(
        painter, rect.adjusted(px(8), 0, -px(8), 0), words, font=fonts.small_font(500), pen=tokens.text, align=CENTRE
    )
    return right - width


def key_cap_width(words: str) -> float:
    """Return the width of a key cap."""
    return max(px(16), text_width(words, fonts.tick_font()) + px(10))


def paint_key_cap(
    painter: QPainter, tokens: DesignValues, left: float, middle: float, words: str, *, strong: bool = False
) -> None:
    """Paint a key cap. With `strong`, it is larger and darker, for a key that is the main content."""
    height = px(18 if strong else 16)
    rect = QRectF(left, middle - height / 2, key_cap_width(words), height)
    edge = tokens.field if strong else tokens.edge
    font, pen = (fonts.tick_font(500), tokens.text) if strong else (fonts.tick_font(), tokens.quiet)
    paint_round_rect(painter, rect, px(4), fill=colour(tokens.panel), edge=colour(edge))
    paint_text(painter, rect, words, font=font, pen=pen, align=CENTRE)


def paint_share_bar(painter: QPainter, tokens: DesignValues, rect: QRectF, share: float, fill: str) -> None:
    """Paint a fraction from 0 to 1 as a bar on a track. Even 0 shows a dot."""
    height = px(5)
    track = QRectF(rect.left(), rect.center().y() - height / 2, rect.width(), height)
    paint_round_rect(painter, track, height / 2, fill=colour(tokens.text, 0.10))
    length = min(max(track.width() * share, height), track.width())
    paint_round_rect(painter, QRectF(track.left(), track.top(), length, height), height / 2, fill=colour(fill))


def paint_chevron(
    painter: QPainter, centre: QPointF, pen: str, *, turned: float = 0.0, size: float = 4.0, width: float = 1.5
) -> None:
    """Paint a chevron.

    It points down if `turned` is 0; a positive number of degrees turns it clockwise, -90 points right.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(centre)
    painter.rotate(turned)
    painter.setPen(_round_pen(pen, width))
    painter.drawPolyline(QPolygonF([QPointF(-size, -size / 2), QPointF(0, size / 2), QPointF(size, -size / 2)]))
    painter.restore()


def paint_tick_mark(painter: QPainter, rect: QRectF, pen: str, width: float = 1.9) -> None:
    """Paint a tick in the middle of a box."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(_round_pen(pen, width))
    points = ((0.26, 0.53), (0.43, 0.70), (0.75, 0.33))
    painter.drawPolyline([QPointF(rect.left() + x * rect.width(), rect.top() + y * rect.height()) for x, y in points])
    painter.restore()


def _round_pen(pen: str, width: float) -> QPen:
    return QPen(colour(pen), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def paint_horizontal_line(painter: QPainter, left: float, right: float, top: float, pen: str) -> None:
    """Fill a horizontal line of one pixel."""
    painter.fillRect(QRectF(left, top, right - left, 1), colour(pen))


def paint_vertical_line(painter: QPainter, left: float, top: float, bottom: float, pen: str) -> None:
    """Fill a vertical line of one pixel."""
    painter.fillRect(QRectF(left, top, 1, bottom - top), colour(pen))


def side_bar_hover_colour(tokens: DesignValues) -> str:
    """Return the background colour of a side bar item under the pointer."""
    return blend(tokens.side, tokens.text, 0.05)


FOLDER = Path(resources.__file__).parent / "icons"


def paint_icon(painter: QPainter, name: str, rect: QRectF, ink: str, veins: str = "#FFFFFF") -> None:
    """Paint an SVG icon in the colour `ink`. In the icon `leaf-veined`, `veins` is the colour of the leaf's veins."""
    _icon_renderer(name, ink, veins).render(painter, rect)


def program_icon() -> QIcon:
    """Return the program's icon."""
    return QIcon(str(FOLDER / "bayleaf.svg"))


@lru_cache(maxsize=128)
def _icon_renderer(name: str, ink: str, veins: str) -> QSvgRenderer:
    source = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    return QSvgRenderer(QByteArray(source.replace("currentColor", ink).replace('"veins"', f'"{veins}"').encode()))
