"""A waterfall chart of a score: every term's bar begins where the previous one ended.

With learnt factors each term has two values: the naive Bayes log-odds, and the weighted log-odds that count. The bar of
the weighted value is solid. The part of the naive Bayes value beyond it is hatched; with the opposite sign it is on the
other side. If the weighted value is larger, a notch in the bar marks the naive Bayes value.
"""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QHelpEvent, QPainter, QPolygonF

from app.domain.results import round_to_sum
from app.kit import wording
from app.kit.actions import show_tip
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour, label_fill
from app.kit.look.fonts import px
from app.kit.painted_values import Addend, Score
from app.kit.widgets import PaintedWidget

ROW, HEAD = 20, 20
MOST_EXCESS = 1.0
"""Maximum extension of the scale for hatched parts, relative to the solid range. Longer ones end in an arrow."""


class Waterfall(PaintedWidget):
    """Shows the terms of a score as bars; words that do not fit are summed up in one bar."""

    def __init__(self) -> None:
        super().__init__()
        self._score = Score()
        self.setMinimumHeight(px(7 * ROW + 24))

    def show_score(self, score: Score) -> None:
        """Replace the score."""
        self._score = score
        self.setAccessibleName(self.tr("What each word adds to the log-odds"))
        total = self.tr("score")
        self.setAccessibleDescription(
            "; ".join([*map(self._tip_for, self._terms()), f"{total} {_format_signed(score.total)}"])
        )
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(400), px(ROW * 12 + 28))

    def room(self) -> int:
        """Return how many words fit between the bars of the prior and the rest."""
        return max(int((self.height() - self.head_height - px(30)) // px(ROW)) - 2, 1)

    @property
    def head_height(self) -> int:
        """Height of the column headers, which only scores with learnt factors have."""
        return px(HEAD) if self._score.more_said is not None else 0

    def _terms(self) -> list[Addend]:
        """Return the terms that fit, with values rounded so that they add up to the displayed score."""
        score, room = self._score, self.room()
        left_out = score.words[room:]
        terms = [*([] if score.prior is None else [score.prior]), *score.words[:room]]
        n_more, more = score.n_more + len(left_out), score.more + math.fsum(term.value for term in left_out)
        if n_more:
            words, columns = self.tr("and %Ln more word(s)", "", n_more), self.tr("and %Ln more column(s)", "", n_more)
            name, said = columns if score.is_of_columns else words, score.more_said
            said = None if said is None else math.fsum([said, *(term.said or 0.0 for term in left_out)])
            terms.append(Addend(name, more, is_quiet=True, said=said))
        values = round_to_sum([term.value for term in terms], score.total)
        return [replace(term, value=value) for term, value in zip(terms, values, strict=True)]

    def _tip_for(self, term: Addend) -> str:
        """Return a term as text, with both values if there are learnt factors."""
        if term.said is None:
            return f"{term.name}  {_format_signed(term.value)}"
        words = self.tr("%1  naive Bayes says %2; %3 counts")
        tip = wording.fill_placeholders(words, term.name, _format_signed(term.said), _format_signed(term.value))
        if term.unlabelled is None:
            return tip
        words = self.tr("Labelled documents taught %1 of it, unlabelled ones %2")
        shares = _format_signed(term.value - term.unlabelled), _format_signed(term.unlabelled)
        return f"{tip}\n{wording.fill_placeholders(words, *shares)}"

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        terms = self._terms()
        if not terms:
            return
        starts = [0.0]
        for term in terms:
            starts.append(starts[-1] + _finite(term.value))
        left, right = self._span(terms)
        low, high = self._value_range(terms, starts)
        scale = (right - left) / max(high - low, 1e-9)

        def x_of(value: float) -> float:
            return left + (min(max(value, low), high) - low) * scale

        if self._score.more_said is not None:
            self._paint_heads(painter, tokens)
        top = self.head_height
        last = top + px(ROW) * len(terms)
        painting.vertical(painter, round(x_of(0)), top, last + px(29), tokens.edge)
        for number, term in enumerate(terms):
            row = QRectF(0, top + number * px(ROW), self.width(), px(ROW))
            begin, end = x_of(starts[number]), x_of(starts[number + 1])
            if term.said is not None:
                said = starts[number] + term.said
                is_cut = not low - 1e-6 <= said <= high + 1e-6
                self._paint_excess(painter, tokens, row, term, begin, end, x_of(said), is_cut=is_cut)
            bar = QRectF(min(begin, end), row.center().y() - px(6), max(abs(end - begin), 1.0), px(12))
            fill = colour(label_fill(tokens, self._score.colours[term.value > 0]), 0.55 if term.is_quiet else 1.0)
            painting.round_rect(painter, bar, 1.5, fill=fill)
            if term.said is not None and 0 < term.said / (term.value or math.inf) < 1:
                notch = x_of(starts[number] + term.said)
                painter.fillRect(QRectF(notch - 1, row.center().y() - px(6), 2, px(12)), colour(tokens.paper))
            is_last = number == len(terms) - 1
            foot = row.bottom() + (px(12) if is_last else px(4))
            x = round(end - (1 if end > begin else 0))
            painting.vertical(painter, x, row.center().y() + px(6), foot, tokens.edge)
            pen = tokens.quiet if term.is_quiet else tokens.text
            name = row.adjusted(0, 0, left - px(12) - row.width(), 0)
            painting.text(painter, name, term.name, font=fonts.body(), pen=pen, elide=painting.MIDDLE)
            self._paint_values(painter, tokens, row, term, fonts.body(), pen)
        painting.horizontal(painter, 0, self.width(), last + px(4), tokens.line)
        self._paint_total(painter, tokens, last + px(8), x_of(0), x_of(_finite(self._score.total)))

    def _value_range(self, terms: list[Addend], starts: list[float]) -> tuple[float, float]:
        total = _finite(self._score.total)
        low, high = min(0.0, *starts, total), max(0.0, *starts, total)
        said = [begin + term.said for begin, term in zip(starts, terms, strict=False) if term.said is not None]
        room = MOST_EXCESS * (high - low)
        beyond = max(low - min(said, default=low), 0.0), max(max(said, default=high) - high, 0.0)
        shrunk = min(1.0, room / max(sum(beyond), 1e-9))
        return low - shrunk * beyond[0], high + shrunk * beyond[1]

    def _widths(self, terms: list[Addend]) -> tuple[float, float]:
        """Return the widths of the columns of weighted and of naive Bayes values."""
        values = [_format_signed(term.value) for term in (*terms, Addend("", self._score.total))]
        counted = max(painting.width_of(value, fonts.body(600)) for value in values)
        if not self._score.more_said is not None:
            return max(counted + px(14), px(72)), 0.0
        said = [
            _format_signed(term.said)
            for term in (*terms, Addend("", 0.0, said=self._naive_total()))
            if term.said is not None
        ]
        heads = [painting.width_of(head, fonts.small()) for head in (self.tr("counts"), self.tr("says"))]
        widest = max(painting.width_of(value, fonts.body()) for value in said)
        return max(counted, heads[0]) + px(14), max(widest, heads[1]) + px(14)

    def _span(self, terms: list[Addend]) -> tuple[float, float]:
        """Return the x range of the bars, between the names and the values."""
        names = max(painting.width_of(term.name, fonts.body()) for term in terms)
        left = min(max(names + px(20), px(150)), self.width() * 0.42)
        return left, self.width() - sum(self._widths(terms))

    def _naive_total(self) -> float | None:
        """Return the naive Bayes log-odds of all words together, or None without learnt factors."""
        if self._score.more_said is None:
            return None
        return math.fsum([self._score.more_said, *(term.said or 0.0 for term in self._score.words)])

    def _paint_heads(self, painter: QPainter, tokens: DesignValues) -> None:
        """Paint the column headers, and the legend of solid and hatched bars."""
        row, font = QRectF(0, 0, self.width(), px(16)), fonts.small()
        counted, said = self._widths(self._terms())
        for words, right in ((self.tr("counts"), 0.0), (self.tr("says"), counted)):
            head_rect = row.adjusted(0, 0, -right, 0)
            painting.text(painter, head_rect, words, font=font, pen=tokens.quiet, align=painting.RIGHT)
        legend, most = ((self.tr("counts"), True), (self.tr("taken back"), False)), self.width() - counted - said
        needed = sum(painting.width_of(words, font) + px(38) for words, _ in legend)
        x, ink = max(min(self._span(self._terms())[0], most - needed), 0.0), colour(tokens.quiet)
        for words, is_whole in legend:
            swatch = QRectF(x, row.center().y() - px(4), px(18), px(9))
            if is_whole:
                painting.round_rect(painter, swatch, 1.5, fill=ink)
            else:
                painting.hatch_rect(painter, swatch, ink)
            text_rect = QRectF(swatch.right() + px(6), 0, most - swatch.right() - px(6), row.height())
            painting.text(painter, text_rect, words, font=font, pen=tokens.quiet)
            x = text_rect.left() + painting.width_of(words, font) + px(14)

    def _paint_excess(
        self, painter: QPainter, tokens: DesignValues, row: QRectF, term: Addend, begin: float, end: float, said: float,
        *, is_cut: bool,
    ) -> None:  # fmt: skip
        """Hatch the part of the naive Bayes value that does not count; `is_cut` adds an arrow."""
        value = term.said or 0.0
        is_with = value * term.value > 0
        if is_with and abs(value) <= abs(term.value):
            return
        start = end if is_with else begin
        bar = QRectF(min(start, said), row.center().y() - px(6), abs(said - start), px(12))
        if bar.width() < 2:
            return
        ink = colour(label_fill(tokens, self._score.colours[value > 0]), 0.55 if term.is_quiet else 0.9)
        painting.hatch_rect(painter, bar, ink)
        if is_cut:
            tip = px(5) if said > start else -px(5)
            head = (QPointF(said, bar.top()), QPointF(said + tip, bar.center().y()), QPointF(said, bar.bottom()))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ink)
            painter.drawPolygon(QPolygonF(head))

    def _paint_values(
        self, painter: QPainter, tokens: DesignValues, row: QRectF, term: Addend, font: QFont, pen: str
    ) -> None:
        painting.text(painter, row, _format_signed(term.value), font=font, pen=pen, align=painting.RIGHT)
        said_rect = row.adjusted(0, 0, -self._widths(self._terms())[0], 0)
        painting.text(
            painter, said_rect, _format_signed(term.said), font=fonts.body(), pen=tokens.quiet, align=painting.RIGHT
        )

    def _paint_total(self, painter: QPainter, tokens: DesignValues, top: float, begin: float, end: float) -> None:
        row = QRectF(0, top, self.width(), px(20))
        painting.text(painter, row, self.tr("score"), font=fonts.body(600), pen=tokens.text)
        total = Addend("", self._score.total, said=self._naive_total())
        self._paint_values(painter, tokens, row, total, fonts.body(600), tokens.text)
        bar = QRectF(min(begin, end), top + px(1), max(abs(end - begin), 2.0), px(18))
        painting.round_rect(painter, bar, 2, fill=colour(tokens.text))
        words, font = self._score.verdict, fonts.small(500)
        inside = bar.adjusted(px(10), 0, -px(6), 0)
        if painting.width_of(words, font) <= inside.width():
            painting.text(painter, inside, words, font=font, pen=tokens.paper)
            return
        most = self.width() - sum(self._widths(self._terms()))
        beside = QRectF(bar.right() + px(8), top, most - bar.right() - px(8), px(20))
        if painting.width_of(words, font) > beside.width():
            beside = QRectF(px(60), top, bar.left() - px(68), px(20))
        painting.text(painter, beside, words, font=font, pen=tokens.text)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            terms, number = self._terms(), (event.pos().y() - self.head_height) // px(ROW)
            show_tip(event.globalPos(), self._tip_for(terms[number]) if 0 <= number < len(terms) else "", self)
            return True
        return super().event(event)


def _format_signed(value: float | None) -> str:
    return "" if value is None else wording.decimal(value, 2, signed=True)


def _finite(value: float) -> float:
    """Clip infinity to ±50 for drawing; the text still shows ∞."""
    return value if math.isfinite(value) else math.copysign(50.0, value)
