"""The painting of cells in tables and lists: labels, shares, verdicts, sureness, log-odds, samples of lines."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from app.pages.painted_values import LabelCell, ShareCell, SurenessCell, VerdictCell
from app.qt import wording
from app.qt.look import fonts, painting
from app.qt.look.colours import DesignValues, colour, label_fill
from app.qt.look.fonts import px
from app.qt.look.painting import paint_icon

MOST_SQUARES = 3
"""Of labels in one cell; the names say all of them."""
DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)


def paint_label(painter: QPainter, tokens: DesignValues, inner: QRectF, value: object) -> None:
    if not isinstance(value, LabelCell):
        return
    side = 9 if inner.height() > px(36) else 8
    shown = (value.colour, *value.more_colours[: MOST_SQUARES - 1])
    for place, number in enumerate(shown):
        left = inner.left() + place * px(side + 3)
        painting.label_square(painter, tokens, left, inner.center().y(), number, side=side)
    inner = inner.adjusted((len(shown) - 1) * px(side + 3), 0, 0, 0)
    pen = tokens.text if value.colour >= 0 else tokens.quiet
    font = fonts.body(600 if value.is_strong else 400)
    painting.text(painter, inner.adjusted(px(side + 8), 0, px(4), 0), value.name, font=font, pen=pen)


def paint_share(painter: QPainter, tokens: DesignValues, inner: QRectF, words: str, value: object) -> None:
    if not isinstance(value, ShareCell):
        return
    font = fonts.body(600 if value.is_surprising else 400)
    room = max(px(62), round(painting.width_of(wording.probability(1.0), fonts.body(600))) + px(6))
    bar = QRectF(inner.left(), inner.top(), max(min(inner.width() - room, px(48)), px(20)), inner.height())
    bar.moveRight(max(inner.right() - room, inner.left() + bar.width()))
    if inner.width() >= room + px(16):
        painting.share_bar(painter, tokens, bar, value.share, label_fill(tokens, value.colour))
    painting.text(painter, inner, words, font=font, pen=tokens.text, align=painting.RIGHT, elide=None)


def paint_verdict(painter: QPainter, tokens: DesignValues, inner: QRectF, words: str, value: object) -> None:
    if not isinstance(value, VerdictCell) or value.share is None:
        return
    painting.share_bar(painter, tokens, verdict_bar(inner), value.share, label_fill(tokens, max(value.colour, 0)))
    painting.text(painter, inner, words, font=fonts.body(), pen=tokens.text, align=painting.RIGHT, elide=None)


def verdict_bar(inner: QRectF) -> QRectF:
    """Return the place of a verdict's bar: as long beside the longest number as beside any other."""
    room = painting.width_of(wording.probability(1.0), fonts.body()) + px(6)
    return QRectF(inner.left(), inner.top(), min(px(48), max(inner.width() - room, px(20))), inner.height())


BAR = 48
"""The length of a whole bar of sureness."""


def paint_sureness(painter: QPainter, tokens: DesignValues, inner: QRectF, value: object) -> None:
    """Paint how sure a verdict is: a bar and a word, or what stands in their place and why."""
    if not isinstance(value, SurenessCell):
        return
    middle, reason = inner.center().y(), inner
    if value.kind == "unsure":
        width = painting.outline_chip_width(value.word)
        painting.outline_chip(painter, tokens, inner.left() + width, middle, value.word)
        words, pen, reason = value.reason, tokens.quiet, inner.adjusted(width + px(6), 0, px(4), 0)
    elif value.kind in ("not-read", "by-you"):
        sign = QRectF(inner.left(), middle - px(7), px(14), px(14))
        if value.kind == "by-you":
            painting.tick_mark(painter, sign, tokens.accent, 1.6)
        else:
            paint_icon(painter, "warning", sign, tokens.vermilion)
        pen = tokens.quiet if value.kind == "by-you" else tokens.text
        words, reason = value.word, inner.adjusted(px(21), 0, 0, 0)
    else:
        bar = QRectF(inner.left(), inner.top(), min(px(BAR), inner.width()), inner.height())
        painting.share_bar(painter, tokens, bar, value.length, label_fill(tokens, max(value.colour, 0)))
        words, reason = value.word, inner.adjusted(bar.width() + px(9), 0, 0, 0)
        pen = tokens.text if value.kind == "sure" else tokens.quiet
    font = fonts.small() if value.kind == "unsure" else fonts.body()
    painting.text(painter, reason, words, font=font, pen=pen)


TITLE_PART, LEAST_CHIP = 0.6, 40
"""The part of its cell that a title keeps beside a remark, and the least width at which a remark says something."""


def paint_titled(painter: QPainter, tokens: DesignValues, inner: QRectF, value: object, *, is_strong: bool) -> None:
    """Paint a title, and a remark about it in a chip at the right; where room is short the remark is cut first."""
    if not isinstance(value, tuple):
        return
    title, remark = value
    font = fonts.body(600 if is_strong else 400)
    room = remark_room(inner.width(), painting.width_of(title, font)) if remark else 0.0
    if room >= min(px(LEAST_CHIP), painting.outline_chip_width(remark)):
        left = painting.outline_chip(painter, tokens, inner.right(), inner.center().y(), remark, room)
        inner = inner.adjusted(0, 0, left - inner.right() - px(8), 0)
    painting.text(painter, inner, title, font=font, pen=tokens.text)


def remark_room(width: float, title_width: float) -> float:
    """Return the room that a title of some width leaves to a remark."""
    return width - px(8) - min(title_width, TITLE_PART * width)


def paint_log_odds(
    painter: QPainter,
    tokens: DesignValues,
    inner: QRectF,
    words: str,
    value: object,
    full_scale: float,
    colours: tuple[int, int],
) -> None:
    """Paint log-odds as a number, and a bar in the colour of the label that they speak for."""
    number = float(value) if isinstance(value, (int, float)) else 0.0
    room = inner.width() - px(46)
    zero = round(inner.left() + room / 2)
    painter.fillRect(QRectF(zero, inner.top(), 1, inner.height() + 1), colour(tokens.line))
    length = min(abs(number) / full_scale, 1.0) * room / 2
    ink = label_fill(tokens, colours[number > 0])
    left = zero + 0.5 if number > 0 else zero + 0.5 - length
    painter.fillRect(QRectF(left, inner.center().y() - px(4), length, px(8)), colour(ink))
    painting.text(painter, inner, words, font=fonts.body(), pen=tokens.text, align=painting.RIGHT, elide=None)


def paint_sample(painter: QPainter, tokens: DesignValues, inner: QRectF, style: int) -> None:
    """Paint a sample of a plot's line: the legend."""
    if style < 0:
        return
    left = inner.right() - px(26)
    pen = line_pen(tokens, style)
    painter.setPen(pen)
    y = round(inner.center().y()) + 0.5
    painter.drawLine(QRectF(left, y, px(26), 0).topLeft(), QRectF(left, y, px(26), 0).topRight())


def line_pen(tokens: DesignValues, style: int) -> QPen:
    """Return the pen of a model's line: accent solid, purple dashed, quiet grey dotted, blue dash-dot."""
    inks = (tokens.accent, tokens.labels[3], tokens.quiet, tokens.blue)
    pen = QPen(colour(inks[style % 4]), 2.25 if style % 4 == 0 else 2.0)
    pen.setStyle(DASHES[style % 4])
    if style % 4 == 1:
        pen.setDashPattern([6.0, 1.2])
    if style % 4 == 2:
        pen.setDashPattern([2.0, 1.2])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen
