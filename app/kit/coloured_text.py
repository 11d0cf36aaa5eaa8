"""A text view that tints each word by its log-odds.

It is a QTextEdit, so selecting, copying and editing work. The tints are painted below Qt's text, because a
QTextCharFormat background has neither rounded corners nor padding.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import cast

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextLayout,
)
from PySide6.QtWidgets import QTextEdit

from app.kit import wording
from app.kit.actions import show_tip
from app.kit.evidence_names import display_name
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour, design_values_of, label_fill
from app.kit.look.fonts import px
from app.kit.painted_values import Tint

STRONGEST_TINT_LOG_ODDS = 5.0
"""Log-odds of the strongest tint."""
MIN_TINTED, MIN_UNDERLINED = 0.12, 0.6
"""Strengths from 0 to 1: a word with less than the first has no tint; with more than the second it is underlined."""
MAX_SHOWN_CHARACTERS = 400_000
"""Maximum number of characters shown: laying out megabytes would freeze the window."""


class ColouredText(QTextEdit):
    """A tinted text view, read-only by default."""

    edited = Signal(str)
    """Emitted with the text when the user changes it."""

    def __init__(self, *, size: float = 14, line: int = 26) -> None:
        super().__init__(readOnly=True, acceptRichText=False, undoRedoEnabled=False)
        self._line, self._is_filling = line, False
        self._tints: Sequence[Tint] = ()
        self._ends: list[int] = []
        self._colours = (0, 1)
        self.setFont(fonts.font(size))
        self.setFrameShape(QTextEdit.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAcceptDrops(False)  # a drop belongs to the window
        self.viewport().setAcceptDrops(False)
        self.document().setDocumentMargin(px(4))
        self.textChanged.connect(self._on_text_changed)

    def show_text(self, text: str, tints: Sequence[Tint] = (), colours: tuple[int, int] = (0, 1)) -> None:
        """Replace text and tints. `colours` are the colour indices for negative and positive log-odds."""
        shown = text[:MAX_SHOWN_CHARACTERS]
        if shown != self.toPlainText():
            self._is_filling = True
            self.setPlainText(shown)
            _set_line_heights(self.document(), px(self._line), px(self._line * 0.4))
            self.moveCursor(QTextCursor.MoveOperation.Start)
            self._is_filling = False
        self.show_tints(tints, colours)

    def show_tints(self, tints: Sequence[Tint], colours: tuple[int, int] = (0, 1)) -> None:
        """Replace the tints, which must be in text order."""
        self._tints, self._colours = tints, colours
        self._ends = [tint.start + tint.length for tint in tints]
        self.viewport().update()

    def allow_editing(self, *, is_allowed: bool) -> None:
        """Switch editing on or off."""
        self.setReadOnly(not is_allowed)

    def _on_text_changed(self) -> None:
        if not self._is_filling:
            self.show_tints(())
            self.edited.emit(self.toPlainText())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-self.horizontalScrollBar().value(), -self.verticalScrollBar().value())
        tokens = design_values_of(self.palette())
        for tint, rect in self._visible_tints(event.rect().top(), event.rect().bottom()):
            self._paint_tint(painter, tokens, tint, rect)
        painter.end()
        super().paintEvent(event)

    def _visible_tints(self, top: int, bottom: int) -> Iterator[tuple[Tint, QRectF]]:
        block = self.cursorForPosition(self.viewport().rect().topLeft()).block()
        layout, offset = self.document().documentLayout(), self.verticalScrollBar().value()
        while block.isValid():
            area = layout.blockBoundingRect(block)
            if area.top() - offset > bottom:
                return
            if area.bottom() - offset >= top:
                yield from self._tints_in_block(block, area.topLeft())
            block = block.next()

    def _tints_in_block(self, block: QTextBlock, origin: QPointF) -> Iterator[tuple[Tint, QRectF]]:
        start, end = block.position(), block.position() + block.length()
        for number in range(bisect_left(self._ends, start + 1), len(self._tints)):
            tint = self._tints[number]
            if tint.start >= end:
                return
            yield from ((tint, rect.translated(origin)) for rect in _word_rects(block.layout(), tint, start))

    def _paint_tint(self, painter: QPainter, tokens: DesignValues, tint: Tint, rect: QRectF) -> None:
        if tint.log_odds is None:
            painter.setPen(QPen(colour(tokens.faint), 1.0, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(rect.left(), rect.bottom()), QPointF(rect.right(), rect.bottom()))
            return
        strength = min(abs(tint.log_odds) / STRONGEST_TINT_LOG_ODDS, 1.0)
        fill = rect.adjusted(-2, -px(3), 2, px(1))
        if (
            tint.naive_bayes_log_odds is not None
            and abs(tint.naive_bayes_log_odds) / STRONGEST_TINT_LOG_ODDS > MIN_UNDERLINED >= strength
        ):
            # Dashed underline: naive Bayes gives the word a high weight, but the learnt factor reduces it.
            pen, bottom = (
                QPen(colour(label_fill(tokens, self._colours[tint.naive_bayes_log_odds > 0])), 1.5),
                fill.bottom() - 0.75,
            )
            pen.setDashPattern([1.5, 1.5])
            painter.setPen(pen)
            painter.drawLine(QPointF(fill.left() + 2, bottom), QPointF(fill.right() - 2, bottom))
        if strength < MIN_TINTED:
            return
        ink = label_fill(tokens, self._colours[tint.log_odds > 0])
        least, more = tokens.word_alpha
        painting.paint_round_rect(painter, fill, px(4), fill=colour(ink, least + more * strength))
        if strength > MIN_UNDERLINED:
            painter.fillRect(QRectF(rect.left(), fill.bottom() - 1.5, rect.width(), 1.5), colour(ink))

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            position = self.cursorForPosition(event.pos()).position()
            number = bisect_left(self._ends, position)
            tint = self._tints[number] if number < len(self._tints) else None
            show_tip(event.globalPos(), "" if tint is None or tint.start > position else self._tip_for(tint), self)
            return True
        return super().viewportEvent(event)

    def _tip_for(self, tint: Tint) -> str:
        """Return the tooltip of a word: its log-odds, and with learnt factors also its naive Bayes log-odds."""
        word = self.toPlainText()[tint.start : tint.start + tint.length]
        if tint.log_odds is None:
            return self.tr("%1: the model does not know this word").replace("%1", word)
        if tint.contribution is None:
            here = wording.format_decimal(tint.log_odds, signed=True)
            if tint.naive_bayes_log_odds is None:
                return f"{word}  {here}"
            words = self.tr("%1  weight of the word alone: %2; in this verdict: %3")
            return wording.fill_placeholders(
                words, word, wording.format_decimal(tint.naive_bayes_log_odds, signed=True), here
            )
        return "\n".join([*self._contribution_lines(word, tint), *self._same_word_elsewhere_lines(tint)])

    def _contribution_lines(self, word: str, tint: Tint) -> list[str]:
        """Return lines on the contribution of a word to the score. They say so if the colour shows another value."""
        adds, alone = (
            tint.contribution or 0.0,
            tint.log_odds if tint.naive_bayes_log_odds is None else tint.naive_bayes_log_odds,
        )
        lines = [f"{word}  {wording.format_decimal(adds, signed=True)}"]
        if (
            tint.naive_bayes_log_odds is None
            and tint.count != 1
            and are_equal_at_two_decimals(adds, (alone or 0.0) * tint.count)
        ):
            words = self.tr("each occurrence adds %1; occurrences counted: %2")
            each = wording.format_decimal(alone or 0.0, signed=True)
            lines.append(wording.fill_placeholders(words, each, wording.format_significant(tint.count, 2)))
        elif alone is not None and not are_equal_at_two_decimals(adds, alone):
            words = self.tr(
                "The colour shows the weight of this word alone: %1. In this verdict, the word counts together with "
                "other evidence of the same kind, so it adds a different amount."
            )
            lines.append(words.replace("%1", wording.format_decimal(alone, signed=True)))
        return lines

    def _same_word_elsewhere_lines(self, tint: Tint) -> list[str]:
        """Return lines about other tokens with the same word, such as the word in the subject; [] if there are none."""
        if not tint.in_other_fields:
            return []
        named = ", ".join(
            f"{display_name(token)} {wording.format_decimal(adds, signed=True)}"
            for token, adds in tint.in_other_fields[:MAX_LISTED_ELSEWHERE]
        )
        return [self.tr("This word also counts separately in other parts of the document: %1").replace("%1", named)]


MAX_LISTED_ELSEWHERE = 4
TWO_DECIMALS_TOLERANCE = 0.005


def are_equal_at_two_decimals(first: float, second: float) -> bool:
    """Return whether two log-odds are displayed as the same number with two decimals."""
    return abs(first - second) < TWO_DECIMALS_TOLERANCE


def _word_rects(layout: QTextLayout, tint: Tint, block_start: int) -> Iterator[QRectF]:
    """Yield one rectangle for each line that the word occupies. It is as high as the letters."""
    start, end = tint.start - block_start, tint.start - block_start + tint.length
    start = max(start, 0)
    while start < end:
        line = layout.lineForTextPosition(start)
        if not line.isValid():
            return
        last = min(end, line.textStart() + line.textLength())
        # PySide returns (x, cursor position)
        left, right = (cast(tuple[float, int], line.cursorToX(position))[0] for position in (start, last))
        yield QRectF(left, line.y() + 1, right - left, line.ascent() + line.descent() - 1)
        if last <= start:
            return
        start = last


def _set_line_heights(document: QTextDocument, height: int, gap: int) -> None:
    """Give every line a fixed height. Empty lines separate paragraphs and have the height `gap`."""
    form, empty = QTextBlockFormat(), QTextBlockFormat()
    form.setLineHeight(height, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    empty.setLineHeight(gap, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    cursor.setBlockFormat(form)
    block = document.begin()
    while block.isValid():
        if block.length() == 1:
            QTextCursor(block).setBlockFormat(empty)
        block = block.next()
