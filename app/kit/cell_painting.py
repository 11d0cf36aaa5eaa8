"""Painting of table and list cells: labels, shares, verdicts, confidence, log-odds, line samples."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from app.kit import wording
from app.kit.array_table import ColumnLook
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour, label_fill
from app.kit.look.control_drawing import check_box
from app.kit.look.fonts import px
from app.kit.look.painting import paint_icon
from app.kit.painted_values import LabelCell, ShareCell, SurenessCell, VerdictCell

MOST_SQUARES = 3
"""Maximum number of colour squares in a label cell; the text names all labels."""
DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)


VALUED = {"label", "share", "log-odds", "tick", "sample", "verdict", "sureness", "titled"}
"""Kinds of cells that are drawn from the value and not from the text. Without a value they stay empty."""


def paint_cell(
    painter: QPainter, tokens: DesignValues, inner: QRectF, look: ColumnLook, words: str, value: Any, *, is_strong: bool
) -> None:
    """Paint a cell by the kind of its column. `words` is its text, `value` its VALUE_ROLE data."""
    match look.kind:
        case kind if kind in VALUED and value is None:
            pass
        case "label":
            paint_label(painter, tokens, inner, value)
        case "share":
            paint_share(painter, tokens, inner, words, value)
        case "verdict":
            paint_verdict(painter, tokens, inner, words, value)
        case "sureness":
            paint_sureness(painter, tokens, inner, value)
        case "titled":
            paint_titled(painter, tokens, inner, value, is_strong=is_strong)
        case "log-odds":
            paint_log_odds(painter, tokens, inner, words, float(value), look)
        case "tick":
            size = px(16)
            box = QRectF(inner.left(), inner.center().y() - size / 2, size, size)
            check_box(painter, tokens, box, is_on=bool(value))
        case "sample":
            paint_sample(painter, tokens, inner, value)
        case kind:
            pen = tokens.quiet if kind.startswith("quiet") else tokens.text
            font = fonts.body(600 if is_strong and kind == "strong" else 400)
            align = painting.RIGHT if kind.endswith("number") else painting.LEFT
            elide = painting.MIDDLE if kind.endswith("path") else painting.END
            painting.text(painter, inner, words, font=font, pen=pen, align=align, elide=elide)


def paint_label(painter: QPainter, tokens: DesignValues, inner: QRectF, value: LabelCell) -> None:
    side = 9 if inner.height() > px(36) else 8
    shown = (value.colour, *value.more_colours[: MOST_SQUARES - 1])
    for position, number in enumerate(shown):
        left = inner.left() + position * px(side + 3)
        painting.label_square(painter, tokens, left, inner.center().y(), number, side=side)
    inner = inner.adjusted((len(shown) - 1) * px(side + 3), 0, 0, 0)
    pen = tokens.text if value.colour >= 0 else tokens.quiet
    font = fonts.body(600 if value.is_strong else 400)
    painting.text(painter, inner.adjusted(px(side + 8), 0, px(4), 0), value.name, font=font, pen=pen)


def paint_share(painter: QPainter, tokens: DesignValues, inner: QRectF, words: str, value: ShareCell) -> None:
    font = fonts.body(600 if value.is_surprising else 400)
    room = max(px(62), round(painting.width_of(wording.probability(1.0), fonts.body(600))) + px(6))
    bar = QRectF(inner.left(), inner.top(), max(min(inner.width() - room, px(48)), px(20)), inner.height())
    bar.moveRight(max(inner.right() - room, inner.left() + bar.width()))
    if inner.width() >= room + px(16):
        painting.share_bar(painter, tokens, bar, value.share, label_fill(tokens, value.colour))
    painting.text(painter, inner, words, font=font, pen=tokens.text, align=painting.RIGHT, elide=None)


def paint_verdict(painter: QPainter, tokens: DesignValues, inner: QRectF, words: str, value: VerdictCell) -> None:
    if value.share is None:
        return
    painting.share_bar(painter, tokens, verdict_bar(inner), value.share, label_fill(tokens, max(value.colour, 0)))
    painting.text(painter, inner, words, font=fonts.body(), pen=tokens.text, align=painting.RIGHT, elide=None)


def verdict_bar(inner: QRectF) -> QRectF:
    """Return the rectangle of a verdict's bar. Its length leaves room for the longest percentage."""
    room = painting.width_of(wording.probability(1.0), fonts.body()) + px(6)
    return QRectF(inner.left(), inner.top(), min(px(48), max(inner.width() - room, px(20))), inner.height())


BAR = 48
"""Length of a full confidence bar, in unscaled pixels."""


def paint_sureness(painter: QPainter, tokens: DesignValues, inner: QRectF, value: SurenessCell) -> None:
    """Paint the confidence of a verdict: a bar and a word, or a chip or icon with the reason."""
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
        painting.share_bar(painter, tokens, bar, value.probability, label_fill(tokens, max(value.colour, 0)))
        words, reason = value.word, inner.adjusted(bar.width() + px(9), 0, 0, 0)
        pen = tokens.text if value.kind == "sure" else tokens.quiet
    font = fonts.small() if value.kind == "unsure" else fonts.body()
    painting.text(painter, reason, words, font=font, pen=pen)


TITLE_PART, LEAST_CHIP = 0.6, 40
"""Minimum share of the cell that the title keeps beside a remark, and the minimum width of a remark's chip."""


def paint_titled(
    painter: QPainter, tokens: DesignValues, inner: QRectF, value: tuple[str, str], *, is_strong: bool
) -> None:
    """Paint a title, with a remark in a chip at the right. If space is short, the remark is cut first."""
    title, remark = value
    font = fonts.body(600 if is_strong else 400)
    title_width = min(painting.width_of(title, font), TITLE_PART * inner.width())
    room = inner.width() - px(8) - title_width if remark else 0.0
    if room >= min(px(LEAST_CHIP), painting.outline_chip_width(remark)):
        left = painting.outline_chip(painter, tokens, inner.right(), inner.center().y(), remark, room)
        inner = inner.adjusted(0, 0, left - inner.right() - px(8), 0)
    painting.text(painter, inner, title, font=font, pen=tokens.text)


def paint_log_odds(
    painter: QPainter, tokens: DesignValues, inner: QRectF, words: str, number: float, look: ColumnLook
) -> None:
    """Paint log-odds as a number, and a bar in the colour of the label that they favour."""
    room = inner.width() - px(46)
    zero = round(inner.left() + room / 2)
    painter.fillRect(QRectF(zero, inner.top(), 1, inner.height() + 1), colour(tokens.line))
    length = min(abs(number) / look.full_scale, 1.0) * room / 2
    ink = label_fill(tokens, look.colours[number > 0])
    left = zero + 0.5 if number > 0 else zero + 0.5 - length
    painter.fillRect(QRectF(left, inner.center().y() - px(4), length, px(8)), colour(ink))
    painting.text(painter, inner, words, font=fonts.body(), pen=tokens.text, align=painting.RIGHT, elide=None)


def paint_sample(painter: QPainter, tokens: DesignValues, inner: QRectF, style: int) -> None:
    """Paint a short line in the style of a plot's curve, as a legend. A negative style paints nothing."""
    if style < 0:
        return
    painter.setPen(line_pen(tokens, style))
    y = round(inner.center().y()) + 0.5
    painter.drawLine(QPointF(inner.right() - px(26), y), QPointF(inner.right(), y))


def line_pen(tokens: DesignValues, style: int) -> QPen:
    """Return the pen of a curve style: accent solid, purple dashed, grey dotted, blue dash-dot."""
    inks = (tokens.accent, tokens.labels[3], tokens.quiet, tokens.blue)
    pen = QPen(colour(inks[style % 4]), 2.25 if style % 4 == 0 else 2.0, DASHES[style % 4], Qt.PenCapStyle.FlatCap)
    if style % 4 in (1, 2):
        pen.setDashPattern([6.0 if style % 4 == 1 else 2.0, 1.2])
    return pen
