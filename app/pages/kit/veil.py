"""Two covers: the veil over a result that is worked out anew (after half a second the old one is dimmed, and never
blanked), and the card that lights up while something is dragged over the window.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from app.pages.kit.widgets import Painted
from app.qt.look import fonts, painting
from app.qt.look.colours import DesignValues, colour, mixed
from app.qt.look.fonts import px
from app.qt.look.painting import paint_icon

PATIENCE_MS = 500
DIMMED = 0.45
"""The share of the paper's colour that lies over the result, which still shows through."""


class Veil(Painted):
    """Lies over a widget while a newer result of it is worked out; it takes no clicks."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setVisible(False)
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self._fall)
        over.installEventFilter(self)

    def show_waiting(self, *, is_waiting: bool) -> None:
        """Begin to wait, or stop; called with every change of a state."""
        if not is_waiting:
            self._patience.stop()
            self.setVisible(False)
        elif not self.isVisible() and not self._patience.isActive():
            self._patience.start()

    def _fall(self) -> None:
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.raise_()
        self.setVisible(True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return super().eventFilter(watched, event)

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        painter.fillRect(self.area(), colour(tokens.paper, DIMMED))


class DropOverlay(Painted):
    """Covers the whole window while a drag is over it; it takes no events itself."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._sentence, self._files, self._hint = "", "", ""
        self.setVisible(False)

    def show_offer(self, sentence: str, files: str, hint: str = "") -> None:
        """Light up; `hint` has %1 where the key Alt is drawn."""
        self._sentence, self._files, self._hint = sentence, files, hint
        self.setAccessibleName(sentence)
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.raise_()
        self.setVisible(True)
        self.update()

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        wash = mixed(tokens.panel, tokens.accent, tokens.drop_alpha)
        painter.fillRect(self.area(), colour(wash, 0.84))
        painting.round_rect(painter, self.area(), 0, edge=colour(tokens.accent), width=px(4))
        width = max(px(520), painting.width_of(self._sentence, fonts.font(24, 600)) + px(64))
        card = QRectF(0, 0, min(width, self.width() - px(60)), px(244))
        card.moveCenter(self.area().center())
        card.translate(0, -px(10))
        painting.round_rect(painter, card, px(14), fill=colour(tokens.panel), edge=colour(tokens.accent, 0.35))
        self._paint_card(painter, tokens, card)

    def _paint_card(self, painter: QPainter, tokens: DesignValues, card: QRectF) -> None:
        side = px(40)
        leaf = QRectF(card.center().x() - side / 2, card.top() + px(41), side, side)
        paint_icon(painter, "leaf-veined", leaf, tokens.accent, tokens.panel)
        line = QRectF(card.left() + px(20), card.top() + px(106), card.width() - px(40), px(36))
        big = fonts.font(24, 600, tabular=False)
        painting.text(
            painter, line, self._sentence, font=big, pen=tokens.text, align=painting.CENTRE, elide=painting.MIDDLE
        )
        line = QRectF(line.left(), card.top() + px(147), line.width(), px(20))
        painting.text(painter, line, self._files, font=fonts.body(), pen=tokens.text, align=painting.CENTRE)
        self._paint_hint(painter, tokens, card.center().x(), card.top() + px(195))

    def _paint_hint(self, painter: QPainter, tokens: DesignValues, centre: float, middle: float) -> None:
        if not self._hint:
            return
        before, _, after = self._hint.partition("%1")
        before, after, font = before.rstrip(), after.lstrip(), fonts.body()
        cap = painting.key_cap_width("Alt") + px(8)
        total = painting.width_of(before, font) + painting.width_of(after, font) + cap + px(16)
        left = centre - total / 2
        rect = QRectF(left, middle - px(10), total, px(20))
        painting.text(painter, rect, before, font=font, pen=tokens.text, elide=None)
        left += painting.width_of(before, font) + px(8)
        cap_rect = QRectF(left, middle - px(10), cap, px(20))
        painting.round_rect(painter, cap_rect, px(4), fill=colour(tokens.panel), edge=colour(tokens.field))
        painting.text(painter, cap_rect, "Alt", font=fonts.tick(500), pen=tokens.text, align=painting.CENTRE)
        rect = QRectF(left + cap + px(8), middle - px(10), total, px(20))
        painting.text(painter, rect, after, font=font, pen=tokens.text, elide=None)
