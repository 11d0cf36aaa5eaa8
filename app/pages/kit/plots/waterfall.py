"""The waterfall of a verdict: every term begins where the last one ended, so that the eye sees the sum."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QHelpEvent, QPainter

from app.pages.kit.bases_of_painted_widgets import Painted
from app.pages.painted_values import Addend, Score
from app.qt import wording
from app.qt.look import fonts, painting
from app.qt.look.colours import DesignValues, colour
from app.qt.look.fonts import px
from app.qt.tooltips import show_tip

ROW = 20


class Waterfall(Painted):
    """The terms of a score as bars that add up; as many words as there is room for."""

    def __init__(self) -> None:
        super().__init__()
        self._score = Score()
        self.setMinimumHeight(px(7 * ROW + 24))

    def show_score(self, score: Score) -> None:
        """Show another score."""
        self._score = score
        self.setAccessibleName(self.tr("What each word adds to the log-odds"))
        spoken = [f"{term.name} {wording.decimal(term.value, signed=True)}" for term in self._terms()]
        self.setAccessibleDescription("; ".join([*spoken, wording.decimal(score.total, signed=True)]))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(400), px(ROW * 12 + 28))

    def room(self) -> int:
        """Return how many words fit between the prior and the rest."""
        return max(int((self.height() - px(30)) // px(ROW)) - 2, 1)

    def _terms(self) -> list[Addend]:
        score = self._score
        shown = score.words[: self.room()]
        left_out = score.words[self.room() :]
        terms = [score.prior] if score.prior is not None else []
        terms += shown
        n_more, more = score.n_more + len(left_out), score.more + math.fsum(term.value for term in left_out)
        if n_more:
            told = self.tr("and %Ln more word(s)", "", n_more)
            if score.is_of_columns:
                told = self.tr("and %Ln more column(s)", "", n_more)
            terms.append(Addend(told, more, is_quiet=True))
        return terms

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        terms = self._terms()
        if not terms:
            return
        starts = [0.0]
        for term in terms:
            starts.append(starts[-1] + _finite(term.value))
        left, right = self._span(terms)
        low, high = min(0.0, *starts, _finite(self._score.total)), max(0.0, *starts, _finite(self._score.total))
        scale = (right - left) / max(high - low, 1e-9)

        def x_of(value: float) -> float:
            return left + (value - low) * scale

        last = px(ROW) * len(terms)
        painting.vertical(painter, round(x_of(0)), 0, last + px(29), tokens.edge)
        for number, term in enumerate(terms):
            begin, end = x_of(starts[number]), x_of(starts[number + 1])
            self._paint_term(painter, tokens, number, term, begin, end, is_last=number == len(terms) - 1)
        painting.horizontal(painter, 0, self.width(), last + px(4), tokens.line)
        self._paint_total(painter, tokens, last + px(8), x_of(0), x_of(_finite(self._score.total)))

    def _span(self, terms: list[Addend]) -> tuple[float, float]:
        """Return from where to where bars go, in pixels: names at the left, values at the right."""
        names = max(painting.width_of(term.name, fonts.body()) for term in terms)
        values = max(
            painting.width_of(_signed(term.value), fonts.body(600)) for term in (*terms, Addend("", self._score.total))
        )
        left = min(max(names + px(20), px(150)), self.width() * 0.42)
        return left, self.width() - max(values + px(14), px(72))

    def _paint_term(
        self,
        painter: QPainter,
        tokens: DesignValues,
        number: int,
        term: Addend,
        begin: float,
        end: float,
        *,
        is_last: bool,
    ) -> None:
        row = QRectF(0, number * px(ROW), self.width(), px(ROW))
        ink = tokens.labels[self._score.colours[1 if term.value > 0 else 0] % len(tokens.labels)]
        bar = QRectF(min(begin, end), row.center().y() - px(6), max(abs(end - begin), 1.0), px(12))
        painting.round_rect(painter, bar, 1.5, fill=colour(ink, 0.55 if term.is_quiet else 1.0))
        bottom = row.bottom() + (px(12) if is_last else px(4))
        painting.vertical(
            painter, round(end - (1 if end > begin else 0)), row.center().y() + px(6), bottom, tokens.edge
        )
        pen = tokens.quiet if term.is_quiet else tokens.text
        name = QRectF(0, row.top(), self._span(self._terms())[0] - px(12), row.height())
        painting.text(painter, name, term.name, font=fonts.body(), pen=pen, elide=painting.MIDDLE)
        painting.text(painter, row, _signed(term.value), font=fonts.body(), pen=pen, align=painting.RIGHT)

    def _paint_total(self, painter: QPainter, tokens: DesignValues, top: float, begin: float, end: float) -> None:
        row = QRectF(0, top, self.width(), px(20))
        painting.text(painter, row, self.tr("score"), font=fonts.body(600), pen=tokens.text)
        painting.text(
            painter, row, _signed(self._score.total), font=fonts.body(600), pen=tokens.text, align=painting.RIGHT
        )
        bar = QRectF(min(begin, end), top + px(1), max(abs(end - begin), 2.0), px(18))
        painting.round_rect(painter, bar, 2, fill=colour(tokens.text))
        words, font = self._score.verdict, fonts.small(500)
        inside = bar.adjusted(px(10), 0, -px(6), 0)
        if painting.width_of(words, font) <= inside.width():
            painting.text(painter, inside, words, font=font, pen=tokens.paper)
            return
        beside = QRectF(bar.right() + px(8), top, self.width() - bar.right() - px(70), px(20))
        if painting.width_of(words, font) > beside.width():
            beside = QRectF(px(60), top, bar.left() - px(68), px(20))
        painting.text(painter, beside, words, font=font, pen=tokens.text)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            terms, number = self._terms(), event.pos().y() // px(ROW)
            words = f"{terms[number].name}  {_signed(terms[number].value)}" if 0 <= number < len(terms) else ""
            show_tip(event.globalPos(), words, self)
            return True
        return super().event(event)


def _signed(value: float) -> str:
    return wording.decimal(value, 2, signed=True)


def _finite(value: float) -> float:
    """Minus infinity is drawn as far as anything goes, and written as what it is."""
    return value if math.isfinite(value) else math.copysign(50.0, value)
