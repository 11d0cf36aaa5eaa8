"""A card with what somebody may have come for, and the rows in it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.pages.first_run.view_model import FoundMail
from app.pages.kit.bases_of_painted_widgets import Painted, PaintedButton, Paragraph, Words, column, row
from app.pages.kit.buttons import Button
from app.qt import wording
from app.qt.look import fonts, painting
from app.qt.look.colours import DesignValues, colour
from app.qt.look.control_drawing import tick_box
from app.qt.look.fonts import px
from app.qt.look.painting import paint_icon
from app.qt.tooltips import set_tip

HIGH = 396


class Card(Painted):
    """A panel with a picture, a name, what it is about, what it shows, and the button that begins it."""

    def __init__(
        self, icon: str, name: str, lines: str, inside: Sequence[QWidget], act: Button, beside: Words | None = None
    ) -> None:
        super().__init__()
        self.setMinimumHeight(px(HIGH))
        self.setAccessibleName(name)
        self._act, self._beside = act, beside
        self._title = title = Words(name, elide=Qt.TextElideMode.ElideRight)
        about, foot, head = CardWords(px(19)), QWidget(), QWidget()
        title.setFixedHeight(px(24))
        about.show_words(lines)
        row(_Icon(icon), px(10), title, owner=head).setStretch(2, 1)
        row(act, px(9), *((beside,) if beside is not None else ()), -1, owner=foot).setStretch(2, 1)
        column(head, px(12), about, px(10), *inside, -1, foot, margins=(px(19), px(18), px(19), px(18)), owner=self)

    def sizeHint(self) -> QSize:
        return QSize(px(294), px(HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(px(220), px(HIGH))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A name that has no room in its size is written in that of the body."""
        super().resizeEvent(event)
        room = self.width() - px(19 + 30 + 19)
        fits = painting.width_of(self._title.text(), fonts.subject()) <= room
        self._title.setFont(fonts.subject() if fits else fonts.body(600))
        if self._beside is not None:
            beside = painting.width_of(self._beside.text(), fonts.small()) + px(9)
            self._beside.setVisible(self._act.sizeHint().width() + beside <= self.width() - px(38))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        painting.round_rect(painter, self.area(), px(8), fill=colour(tokens.panel), edge=colour(tokens.line))


class CardWords(Paragraph):
    """The description of a card; as high in every card, so that what follows begins at one line."""

    MOST_LINES = 4

    def __init__(self, line_height: int) -> None:
        super().__init__(line_height, role="quiet")
        self._least = line_height * 3

    def _fit(self) -> None:
        super()._fit()
        self.setFixedHeight(max(self.height(), self.maximumHeight(), self._least))


class _Icon(Painted):
    """The picture beside a card's name."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self.setFixedSize(px(20), px(24))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        paint_icon(painter, self._name, QRectF(0, px(2), px(20), px(20)), tokens.accent)


class MailRow(PaintedButton):
    """A mailbox that was found: a tick, whose it is, and how many mails it has."""

    def __init__(self, mail: FoundMail) -> None:
        super().__init__()
        self.mail = mail
        self.setCheckable(True)
        self.setEnabled(not mail.problem)
        self.setText(mail.name)
        count = "" if mail.n_mails is None else wording.count(mail.n_mails)
        self._count, self._detail = count, mail.problem or mail.detail
        self.setAccessibleName(", ".join(part for part in (mail.name, self._detail, count) if part))
        set_tip(self, self._detail)
        self.setFixedHeight(px(47))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(px(200), px(47))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        area = self.area()
        painting.horizontal(painter, 0, area.right(), 0, tokens.line)
        box = QRectF(0, area.center().y() - px(8), px(16), px(16))
        tick_box(painter, tokens, box, is_on=self.isChecked())
        if self.hasFocus():
            painting.round_rect(painter, box.adjusted(-2, -2, 2, 2), px(6), edge=colour(tokens.accent, 0.45), width=2.0)
        count = painting.width_of(self._count, fonts.body())
        pen = tokens.text if self.isEnabled() else tokens.faint
        painting.text(painter, area, self._count, font=fonts.body(), pen=pen, align=painting.RIGHT, elide=None)
        words = area.adjusted(px(28), px(6), -count - px(10), 0)
        upper, lower = (QRectF(words.left(), words.top() + y, words.width(), px(18)) for y in (0, px(17)))
        painting.text(painter, upper, self.text(), font=fonts.body(500), pen=pen)
        painting.text(painter, lower, self._detail, font=fonts.small(), pen=tokens.quiet, elide=painting.MIDDLE)


class Example(Painted):
    """A line of a card: a label with how many documents it has, or a lesson with its number."""

    def __init__(self, name: str, count: int | None, number: int) -> None:
        super().__init__()
        self._name, self._count, self._number = name, count, number
        self.setAccessibleName(name if count is None else f"{name}: {wording.count(count)}")
        self.setFixedHeight(px(35))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        area = self.area()
        painting.horizontal(painter, 0, area.right(), 0, tokens.hair)
        if self._count is None:
            painting.text(painter, area, str(self._number), font=fonts.body(), pen=tokens.quiet)
            painting.text(painter, area.adjusted(px(22), 0, 0, 0), self._name, font=fonts.body(), pen=tokens.text)
            return
        painting.label_square(painter, tokens, 0, area.center().y(), self._number)
        painting.text(painter, area.adjusted(px(16), 0, 0, 0), self._name, font=fonts.body(), pen=tokens.text)
        words = wording.count(self._count)
        painting.text(painter, area, words, font=fonts.body(), pen=tokens.quiet, align=painting.RIGHT)
