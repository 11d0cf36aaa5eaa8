"""Buttons with their keys, links, and the rows that fold out."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractButton, QPushButton, QSizePolicy, QWidget

from app.pages.kit.bases_of_painted_widgets import PaintedButton, column
from app.qt.look import fonts, painting
from app.qt.look.colours import DesignValues, colour
from app.qt.look.fonts import px


class Button(QPushButton):
    """A push button that the style draws: primary or not, with the name of its key inside."""

    def __init__(self, text: str, on_clicked: Callable[[], object], *, is_primary: bool = False, key: str = "") -> None:
        super().__init__(text, autoDefault=False)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setProperty("primary", is_primary)
        self.setProperty("key", key)
        self.clicked.connect(lambda _checked=False: on_clicked())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the focus, whatever a dialog does with Enter elsewhere."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)

    def show_key(self, key: str) -> None:
        """Name another key, or none."""
        self.setProperty("key", key)
        self.updateGeometry()
        self.update()


def when_checked(button: QAbstractButton, act: Callable[[], object]) -> None:
    """Act where a person chooses one of several: a screen reader checks the button, and clicks nothing."""
    button.toggled.connect(lambda is_checked: act() if is_checked else None)


def show_checked(button: QAbstractButton, *, is_checked: bool) -> None:
    """Check or uncheck a button as the state has it, which is no choice of a person's."""
    with QSignalBlocker(button):
        button.setChecked(is_checked)


class Link(PaintedButton):
    """Accent text that is pressed; `›` where it leads away."""

    def __init__(
        self,
        text: str,
        on_clicked: Callable[[], object],
        *,
        leads_away: bool = False,
        is_small: bool = False,
        is_quiet: bool = False,
    ) -> None:
        super().__init__()
        self._face = fonts.small(500) if is_small else fonts.body(500)
        self._is_quiet = is_quiet
        self._end = " ›" if leads_away else ""
        self.setText(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(lambda _checked=False: on_clicked())

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setAccessibleName(text)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        width = painting.width_of(self.text() + self._end, self._face)
        return QSize(round(width + 1), px(20))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        pen = tokens.accent_hover if self.underMouse() else tokens.quiet if self._is_quiet else tokens.accent
        painting.text(painter, self.area(), self.text() + self._end, font=self._face, pen=pen, elide=None)
        if self.hasFocus():
            width = painting.width_of(self.text(), self._face)
            bottom = self.area().center().y() + px(9)
            painter.fillRect(QRectF(0, bottom, width, 2), colour(tokens.accent))


class FoldRow(PaintedButton):
    """A row that opens what lies under it; closed, it still tells its present value."""

    def __init__(self, name: str, value: str = "") -> None:
        super().__init__()
        self._value = value
        self.setCheckable(True)
        self.setText(name)
        self.setFixedHeight(px(38))
        self._name_it()

    @property
    def value(self) -> str:
        """Return the words at the row's right."""
        return self._value

    def show_value(self, value: str) -> None:
        """Say another present value."""
        self._value = value
        self._name_it()
        self.update()

    def _name_it(self) -> None:
        self.setAccessibleName(f"{self.text()}: {self._value}" if self._value else self.text())

    def sizeHint(self) -> QSize:
        return QSize(px(200), px(38))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        area = self.area()
        painting.horizontal(painter, 0, area.right(), 0, tokens.line)
        middle = area.center().y() + 0.5
        pen = tokens.accent if self.hasFocus() else tokens.text
        turned = 0.0 if self.isChecked() else -90.0
        painting.chevron(painter, QPointF(px(5), middle), tokens.quiet, turned=turned, size=px(4))
        name_width = painting.width_of(self.text(), fonts.body(500))
        name = QRectF(px(18), 0, name_width + 1, area.height())
        painting.text(painter, name, self.text(), font=fonts.body(500), pen=pen, elide=None)
        rest = QRectF(name.right() + px(16), 0, area.right() - name.right() - px(16), area.height())
        painting.text(painter, rest, self._value, font=fonts.body(), pen=tokens.quiet, align=painting.RIGHT)
        if self.hasFocus():
            painter.fillRect(QRectF(px(18), middle + px(9), name_width, 2), colour(tokens.accent))


class FoldBox(QWidget):
    """A fold row with what it opens."""

    def __init__(self, name: str, inside: QWidget) -> None:
        super().__init__()
        self.head = FoldRow(name)
        self.inside = inside
        column(self.head, inside, owner=self)
        inside.setVisible(False)
        self.head.toggled.connect(inside.setVisible)
