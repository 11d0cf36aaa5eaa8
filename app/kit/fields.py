"""Fields to type in: search, one that says what is wrong, and the box that asks for a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour
from app.kit.look.fonts import px
from app.kit.look.painting import paint_icon
from app.kit.widgets import Words, column, paint_smoothly

DELAY_MS = 120


def titled(title: str, field: QWidget, gap: int = 0) -> QVBoxLayout:
    """A field under its title, by which a screen reader tells it."""
    field.setAccessibleName(title)
    return column(Words(title), gap, field)


def close_box(dialog: QDialog) -> QDialogButtonBox:
    """The foot of a dialog that is only closed."""
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    box.rejected.connect(dialog.reject)
    return box


def keep_box(
    dialog: QDialog,
    keep: Callable[[], object],
    kept: QDialogButtonBox.StandardButton = QDialogButtonBox.StandardButton.Ok,
) -> tuple[QDialogButtonBox, QPushButton]:
    """The foot of a dialog that keeps what it asked for and is gone, and the button that does so."""
    box = QDialogButtonBox(kept | QDialogButtonBox.StandardButton.Cancel)
    box.accepted.connect(keep)
    box.accepted.connect(dialog.accept)
    box.rejected.connect(dialog.reject)
    return box, box.button(kept)


class SearchField(QLineEdit):
    """A search field with its glass and, where there is room, its key; it waits until the typing pauses."""

    searched = Signal(str)

    def __init__(self, placeholder: str, key: str = "") -> None:
        super().__init__(placeholderText=placeholder)
        self._key = key
        self.setAccessibleName(placeholder)
        self.setTextMargins(px(20), 0, 0, 0)
        self.setFixedHeight(px(30))
        self._pause = QTimer(self, singleShot=True, interval=DELAY_MS)
        self._pause.timeout.connect(lambda: self.searched.emit(self.text()))
        self.textChanged.connect(lambda _text: self._pause.start())

    def show_searched(self, words: str) -> None:
        """Show what the list is searched for; what somebody is typing stays as it is."""
        if not self.hasFocus() and not self._pause.isActive() and self.text() != words:
            self.setText(words)
            self._pause.stop()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._pause.isActive():
            self._pause.stop()
            self.searched.emit(self.text())
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Leave the keys for Undo and Redo to the window while nothing was typed that they could take back."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            is_idle_undo = event.matches(QKeySequence.StandardKey.Undo) and not self.isUndoAvailable()
            if is_idle_undo or (event.matches(QKeySequence.StandardKey.Redo) and not self.isRedoAvailable()):
                event.ignore()
                return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        shows_key = bool(self._key) and self.width() >= px(170)
        self.setTextMargins(px(20), 0, px(46) if shows_key else 0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        paint_smoothly(self, self._paint)

    def _paint(self, painter: QPainter, tokens: DesignValues) -> None:
        paint_icon(painter, "search", QRectF(px(10), (self.height() - px(13)) / 2, px(13), px(13)), tokens.quiet)
        if self._key and not self.text() and not self.hasFocus() and self.width() >= px(170):
            right = QRectF(self.rect()).adjusted(0, 0, -px(10), 0)
            painting.text(painter, right, self._key, font=fonts.small(), pen=tokens.faint, align=painting.RIGHT)


class TextField(QPlainTextEdit):
    """A field of several lines, framed as those of one line are."""

    def __init__(self, placeholder: str = "") -> None:
        super().__init__(placeholderText=placeholder)
        self.setTabChangesFocus(True)
        self.setViewportMargins(px(6), px(4), px(4), px(4))
        self.viewport().setAutoFillBackground(False)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:  # of the frame; the viewport has events of its own
            paint_smoothly(self, self._paint_frame)
            return True
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().event(event)

    def _paint_frame(self, painter: QPainter, tokens: DesignValues) -> None:
        edge, width = (tokens.accent, 2.0) if self.hasFocus() else (tokens.field, 1.0)
        area = QRectF(self.rect())
        painting.round_rect(painter, area, px(6), fill=colour(tokens.panel), edge=colour(edge), width=width)


def fit_to_choices(box: QComboBox, least: int, most: int = 190) -> None:
    """Make a combo box as wide as its longest choice, so that it does not move when another is chosen."""
    widest = max((painting.width_of(box.itemText(place), fonts.body()) for place in range(box.count())), default=0.0)
    box.setFixedSize(min(max(round(widest) + px(40), px(least)), px(most)), px(30))


class Choice(QComboBox):
    """One of several values, each with its words; what a person chooses is told."""

    def __init__(
        self,
        name: str,
        options: Iterable[tuple[object, str]] = (),
        choose: Callable[[Any], object] = lambda _value: None,
        *,
        widths: tuple[int, int] | None = None,
    ) -> None:
        super().__init__()
        self.setAccessibleName(name)
        for value, words in options:
            self.addItem(words, value)
        if widths is not None:
            fit_to_choices(self, *widths)
        self.activated.connect(lambda _place: choose(self.currentData()))

    def show_value(self, value: object) -> None:
        """Show what is chosen."""
        place = next((place for place in range(self.count()) if self.itemData(place) == value), 0)
        self.setCurrentIndex(place)  # `findData` does not compare tuples and enumerations as Python does


class Tick(QCheckBox):
    """Something that is so or not; what a person ticks is told."""

    def __init__(self, words: str, choose: Callable[[bool], object], *, is_on: bool = False) -> None:
        super().__init__(words)
        self.setChecked(is_on)
        self.toggled.connect(choose)


def fill_form(form: QFormLayout, *rows: tuple[str, QWidget], height: int) -> None:
    """Lay fields with their names under each other, each as high."""
    for name, field in rows:
        words = Words(name, role="quiet")
        for part in (words, field):
            part.setFixedHeight(px(height))
        form.addRow(words, field)


def save_as(owner: QWidget, title: str, name: str, kinds: str, save: Callable[[Path], object]) -> None:
    """Ask for a file, to begin with in the person's own folder, and save to it if there is one."""
    path, _ = QFileDialog.getSaveFileName(owner, title, str(Path.home() / name), kinds)
    if path:
        save(Path(path))


def with_file(owner: QWidget, title: str, act: Callable[[Path], object], kinds: str = "", start: str = "") -> None:
    """Ask for a file that is there, and do something with it."""
    path, _ = QFileDialog.getOpenFileName(owner, title, start, kinds)
    if path:
        act(Path(path))


def with_folder(owner: QWidget, title: str, act: Callable[[Path], object], start: str = "") -> None:
    """Ask for a folder, and do something with it."""
    path = QFileDialog.getExistingDirectory(owner, title, start)
    if path:
        act(Path(path))


def asked_whether(owner: QWidget, title: str, words: str, lines: str, act_name: str, refusal_name: str) -> bool:
    """Ask whether to do something that cannot be taken back, and wait; Enter and Escape refuse."""
    box = QMessageBox(owner)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle(title)
    box.setText(words)
    box.setInformativeText(lines)
    refusal = box.addButton(refusal_name, QMessageBox.ButtonRole.RejectRole)
    act = box.addButton(act_name, QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(refusal)
    box.setEscapeButton(refusal)
    box.exec()
    is_wanted = box.clickedButton() is act
    box.deleteLater()
    return is_wanted


def asked_name(owner: QWidget, title: str, question: str, text: str = "") -> str:
    """Ask and wait; an empty text where the person gave none."""
    box = QInputDialog(owner)
    box.setWindowTitle(title)
    box.setLabelText("")
    for label in box.findChildren(QLabel):
        label.setTextFormat(Qt.TextFormat.PlainText)
    box.setLabelText(question)
    box.setTextValue(text)
    box.resize(px(380), box.sizeHint().height())
    is_given = box.exec()
    box.deleteLater()
    return box.textValue().strip() if is_given else ""
