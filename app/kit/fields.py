"""Input fields (search, text, combo box, check box), dialog button boxes, and file, question and name dialogs."""

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
from app.kit.widgets import TextLabel, column, paint_smoothly

TYPING_PAUSE_MS = 120
"""Typing pause after which a search field emits `searched`."""


def make_titled_field(title: str, field: QWidget, gap: int = 0) -> QVBoxLayout:
    """Return a layout of a title over a field; the title becomes the field's accessible name."""
    field.setAccessibleName(title)
    return column(TextLabel(title), gap, field)


def make_close_box(dialog: QDialog) -> QDialogButtonBox:
    """Return a button box with Close, which rejects the dialog."""
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    box.rejected.connect(dialog.reject)
    return box


def make_accept_box(
    dialog: QDialog,
    keep: Callable[[], object],
    accept_button: QDialogButtonBox.StandardButton = QDialogButtonBox.StandardButton.Ok,
) -> tuple[QDialogButtonBox, QPushButton]:
    """Return a button box with an accept button and Cancel, and the accept button.

    Accepting calls `keep` and closes the dialog.
    """
    box = QDialogButtonBox(accept_button | QDialogButtonBox.StandardButton.Cancel)
    box.accepted.connect(keep)
    box.accepted.connect(dialog.accept)
    box.rejected.connect(dialog.reject)
    return box, box.button(accept_button)


class SearchField(QLineEdit):
    """A search field that emits `searched` on Enter or when typing pauses. Its shortcut shows if there is room."""

    searched = Signal(str)

    def __init__(self, placeholder: str, key: str = "") -> None:
        super().__init__(placeholderText=placeholder)
        self._key = key
        self.setAccessibleName(placeholder)
        self.setTextMargins(px(20), 0, 0, 0)
        self.setFixedHeight(px(30))
        self._pause = QTimer(self, singleShot=True, interval=TYPING_PAUSE_MS)
        self._pause.timeout.connect(lambda: self.searched.emit(self.text()))
        self.textChanged.connect(lambda _text: self._pause.start())

    def show_searched(self, words: str) -> None:
        """Show the present query, unless the user is typing."""
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
        """Let Undo and Redo reach the window while the field has nothing to undo or redo."""
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


class MultiLineField(QPlainTextEdit):
    """A multi-line text field with the frame of a single-line field."""

    def __init__(self, placeholder: str = "") -> None:
        super().__init__(placeholderText=placeholder)
        self.setTabChangesFocus(True)
        self.setViewportMargins(px(6), px(4), px(4), px(4))
        self.viewport().setAutoFillBackground(False)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:  # paints the frame only; the viewport gets its own events
            paint_smoothly(self, self._paint_frame)
            return True
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().event(event)

    def _paint_frame(self, painter: QPainter, tokens: DesignValues) -> None:
        edge, width = (tokens.accent, 2.0) if self.hasFocus() else (tokens.field, 1.0)
        area = QRectF(self.rect())
        painting.round_rect(painter, area, px(6), fill=colour(tokens.panel), edge=colour(edge), width=width)


def fit_to_items(box: QComboBox, least: int, most: int = 190) -> None:
    """Fix a combo box to the width of its longest item, so that a new choice does not move the layout."""
    widest = max((painting.width_of(box.itemText(index), fonts.body()) for index in range(box.count())), default=0.0)
    box.setFixedSize(min(max(round(widest) + px(40), px(least)), px(most)), px(30))


class ComboBox(QComboBox):
    """A combo box of (value, text) options that calls `choose` with the value the user picks."""

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
            fit_to_items(self, *widths)
        self.activated.connect(lambda _index: choose(self.currentData()))

    def show_value(self, value: object) -> None:
        """Select a value without calling `choose`; an unknown value selects the first."""
        index = next((index for index in range(self.count()) if self.itemData(index) == value), 0)
        self.setCurrentIndex(index)  # not `findData`, which does not use Python's == for tuples and enums


class CheckBox(QCheckBox):
    """A check box that calls `choose` whenever its state changes."""

    def __init__(self, words: str, choose: Callable[[bool], object], *, is_on: bool = False) -> None:
        super().__init__(words)
        self.setChecked(is_on)
        self.toggled.connect(choose)


def fill_form(form: QFormLayout, *rows: tuple[str, QWidget], height: int) -> None:
    """Add (name, field) rows of equal height to a form."""
    for name, field in rows:
        words = TextLabel(name, role="quiet")
        for part in (words, field):
            part.setFixedHeight(px(height))
        form.addRow(words, field)


def ask_save_path(owner: QWidget, title: str, name: str, kinds: str, save: Callable[[Path], object]) -> None:
    """Open a save dialog in the home folder; call `save` with the chosen path unless cancelled."""
    path, _ = QFileDialog.getSaveFileName(owner, title, str(Path.home() / name), kinds)
    if path:
        save(Path(path))


def ask_file(owner: QWidget, title: str, act: Callable[[Path], object], kinds: str = "", start: str = "") -> None:
    """Open a file dialog; call `act` with the chosen file unless cancelled."""
    path, _ = QFileDialog.getOpenFileName(owner, title, start, kinds)
    if path:
        act(Path(path))


def ask_folder(owner: QWidget, title: str, act: Callable[[Path], object], start: str = "") -> None:
    """Open a folder dialog; call `act` with the chosen folder unless cancelled."""
    path = QFileDialog.getExistingDirectory(owner, title, start)
    if path:
        act(Path(path))


def confirm_action(owner: QWidget, title: str, words: str, lines: str, act_name: str, refusal_name: str) -> bool:
    """Ask for confirmation in a modal dialog and return the answer. Enter and Escape refuse."""
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
    is_confirmed = box.clickedButton() is act
    box.deleteLater()
    return is_confirmed


def ask_for_name(owner: QWidget, title: str, question: str, text: str = "") -> str:
    """Ask for a name in a modal dialog; return "" if it was cancelled."""
    box = QInputDialog(owner)
    box.setWindowTitle(title)
    box.setLabelText("")
    for label in box.findChildren(QLabel):
        label.setTextFormat(Qt.TextFormat.PlainText)
    box.setLabelText(question)
    box.setTextValue(text)
    box.resize(px(380), box.sizeHint().height())
    is_accepted = box.exec()
    box.deleteLater()
    return box.textValue().strip() if is_accepted else ""
