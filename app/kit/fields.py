"""Input fields (search, text, combo box, check box), menus of names, dialog button boxes, and file and name dialogs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSize,
    QStandardPaths,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QIcon,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QCompleter,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QInputDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from app.domain.results import complete_search, find_chip_spans, insert_completion
from app.kit.actions import escape_ampersands
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour, design_values_of
from app.kit.look.control_drawing import INSET, RADIUS, ROW
from app.kit.look.fonts import px
from app.kit.look.painting import paint_icon
from app.kit.widgets import TextLabel, column, paint_smoothly, with_accessible_name

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
    """Return a button box with an accept button and Cancel, and the accept button itself.

    The accept button calls `keep` and closes the dialog.
    """
    box = QDialogButtonBox(accept_button | QDialogButtonBox.StandardButton.Cancel)
    box.accepted.connect(keep)
    box.accepted.connect(dialog.accept)
    box.rejected.connect(dialog.reject)
    return box, box.button(accept_button)


class SearchField(QLineEdit):
    """A search field that emits `searched` on Enter or when typing pauses. It shows its shortcut if there is room."""

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

    def show_query(self, words: str) -> None:
        """Show the current query, unless the user is typing."""
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
        paint_smoothly(self, self._paint_icon_and_shortcut)

    def _paint_icon_and_shortcut(self, painter: QPainter, tokens: DesignValues) -> None:
        paint_icon(painter, "search", QRectF(px(10), (self.height() - px(13)) / 2, px(13), px(13)), tokens.quiet)
        if self._key and not self.text() and not self.hasFocus() and self.width() >= px(170):
            right = QRectF(self.rect()).adjusted(0, 0, -px(10), 0)
            painting.paint_text(
                painter, right, self._key, font=fonts.small_font(), pen=tokens.faint, align=painting.RIGHT
            )


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
        painting.paint_round_rect(painter, area, px(6), fill=colour(tokens.panel), edge=colour(edge), width=width)


def fit_to_items(box: QComboBox, least: int, most: int = 190) -> None:
    """Fix a combo box to the width of its longest item, so that choosing another item does not move the layout."""
    widest = max((painting.text_width(box.itemText(index), fonts.body()) for index in range(box.count())), default=0.0)
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


class SearchableComboBox(QComboBox):
    """A combo box of names that a person can search by typing; calls `choose` with the picked name."""

    def __init__(self, name: str, choose: Callable[[str], object], *, width: int = 190) -> None:
        super().__init__()
        self._choose, self._names, self._shown = choose, list[str](), ""
        self.setAccessibleName(name)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setFixedWidth(px(width))
        completer = QCompleter(self.model(), self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.setCompleter(completer)
        self.activated.connect(lambda index: self._pick(self.itemText(index)))
        if (edit := self.lineEdit()) is not None:
            edit.editingFinished.connect(self._on_typed)

    def show_options(self, names: Iterable[str], chosen: str) -> None:
        """Replace the names and select one, without calling `choose`."""
        wanted = list(names)
        if wanted != self._names:
            self._names = wanted
            self.clear()
            self.addItems(wanted)
        self._shown = chosen
        self.setCurrentIndex(wanted.index(chosen) if chosen in wanted else -1)

    def _on_typed(self) -> None:
        """Choose the only name that matches the typed text; otherwise show the selected name again."""
        typed = self.currentText().strip().casefold()
        exact = [name for name in self._names if name.casefold() == typed]
        matches = exact or [name for name in self._names if typed and typed in name.casefold()]
        self._pick(matches[0] if len(matches) == 1 else self._shown)

    def _pick(self, name: str) -> None:
        self.setCurrentIndex(self._names.index(name) if name in self._names else -1)
        if name in self._names and name != self._shown:
            self._shown = name
            self._choose(name)


MAX_PLAIN_CHOICES = 9
"""Number of digit keys. A menu with more choices is a list with a search field."""
MAX_LISTED_CHOICES, MAX_CHOICE_WIDTH = 12, 360
"""Maximum number of visible rows in the list of a `ChoiceMenu`, and maximum width of a row in unscaled pixels."""
SQUARE_SIZE = 10


@dataclass(frozen=True, slots=True)
class MenuChoice:
    """An entry of a `ChoiceMenu`."""

    name: str
    choose: Callable[[], object]
    colour: int | None = None
    """Colour index if the entry is a label; None shows no square."""
    is_checked: bool = False
    remark: str = ""
    """Shown in brackets after the name; not searched."""
    digit_key: str = ""
    """The digit key of the entry. A list with a search field has no such keys, because names may contain digits."""


class ChoiceMenu(QMenu):
    """A menu of names. If there are more than `MAX_PLAIN_CHOICES`, it is a list that a person can search by typing.

    Actions that are added later are below the list.
    """

    def __init__(self, choices: Sequence[MenuChoice], parent: QWidget, *, title: str, placeholder: str) -> None:
        super().__init__(title, parent)
        self.setAccessibleName(title)
        self._field: SearchField | None = None
        if len(choices) <= MAX_PLAIN_CHOICES:
            add_choices(self, choices)
            return
        self._field, self._list = SearchField(placeholder), with_accessible_name(QListWidget(), title)
        self._choices = choices
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.viewport().setAutoFillBackground(False)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys reach the list through the field
        self._list.setItemDelegate(ChoiceDelegate(self._list))
        self._list.itemClicked.connect(lambda _item: self._choose_current())
        self._field.installEventFilter(self)
        self._field.textChanged.connect(self._show_matches)
        whole, action = QWidget(), QWidgetAction(self)
        column(self._field, px(6), self._list, margins=(px(4), px(4), px(4), px(4)), owner=whole)
        action.setDefaultWidget(whole)
        self.addAction(action)
        self._show_matches("")
        width = min(self._list.sizeHintForColumn(0), px(MAX_CHOICE_WIDTH)) + px(20)  # with its scroll bar
        self._list.setFixedSize(max(width, px(240)), self._list.sizeHintForRow(0) * MAX_LISTED_CHOICES)

    def names(self) -> list[str]:
        """Return the names that match the typed text, in the order of display."""
        if self._field is None:
            return [action.text() for action in self.actions()]
        return [self._list.item(index).text() for index in range(self._list.count())]

    def _show_matches(self, typed: str) -> None:
        """List the names that contain the typed text: first those that begin with it."""
        wanted = typed.strip().casefold()
        matches = [choice for choice in self._choices if wanted in choice.name.casefold()]
        matches.sort(key=lambda choice: not choice.name.casefold().startswith(wanted))
        self._list.clear()
        for choice in matches:
            item = QListWidgetItem(choice.name)
            item.setData(Qt.ItemDataRole.UserRole, choice)
            self._list.addItem(item)
        checked = next((index for index, choice in enumerate(matches) if choice.is_checked and not wanted), 0)
        self._list.setCurrentRow(checked)

    def _choose_current(self) -> None:
        if self._list.currentRow() < 0:
            return
        choice: MenuChoice = self._list.currentItem().data(Qt.ItemDataRole.UserRole)
        while isinstance(popup := QApplication.activePopupWidget(), QMenu):  # the menus that this one is a part of
            popup.close()
        choice.choose()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._field is not None:
            self._field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """While the field has the focus, let the arrow keys move in the list, and Enter choose."""
        if watched is self._field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = ROW_STEP_OF_KEY.get(Qt.Key(event.key()), PAGE_STEP_OF_KEY.get(Qt.Key(event.key()), 0))
            if step:
                self._list.setCurrentRow(min(max(self._list.currentRow() + step, 0), self._list.count() - 1))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose_current()
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the entry whose key is typed."""
        typed = event.text().upper()
        action = next((each for each in self.actions() if typed and each.text().endswith(f"\t{typed}")), None)
        if action is None:
            super().keyPressEvent(event)
            return
        self.close()
        action.trigger()


def add_choices(menu: QMenu, choices: Sequence[MenuChoice]) -> None:
    """Add an action for each choice, with its digit key. Labels have their colour; a checked choice has a tick."""
    for choice in choices:
        words = escape_ampersands(f"{choice.name}  ({choice.remark})" if choice.remark else choice.name)
        action = menu.addAction(f"{words}\t{choice.digit_key}" if choice.digit_key else words, choice.choose)
        if choice.colour is not None:
            action.setIcon(label_icon(design_values_of(menu.palette()), choice.colour, menu.devicePixelRatioF()))
        action.setCheckable(choice.is_checked)
        action.setChecked(choice.is_checked)


def label_icon(tokens: DesignValues, number: int, ratio: float) -> QIcon:
    """Return a menu icon: the coloured square of label colour `number`, drawn for a screen with this pixel `ratio`."""
    side = px(SQUARE_SIZE + 4)
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painting.paint_label_square(painter, tokens, px(2), side / 2, number, side=SQUARE_SIZE)
    painter.end()
    return QIcon(picture)


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


class LastFolder:
    """The folder in which the next file dialog starts: the folder that was used last, also in an earlier session."""

    def __init__(self) -> None:
        self._folder = ""
        self._read: Callable[[str], str] = lambda _name: self._folder
        self._write: Callable[[str, str], object] = self._keep

    def store_in_settings(self, read: Callable[[str], str], write: Callable[[str, str], object]) -> None:
        """Keep the folder in the settings. `read` and `write` get and set a text of the settings by its name."""
        self._read, self._write = read, write

    @property
    def path(self) -> Path:
        """The last used folder, or its nearest parent that still exists; at first, the user's documents folder."""
        kept = self._read(LAST_FOLDER_NOTE)
        usual = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        for start in (kept, usual):
            found = next((folder for folder in (Path(start), *Path(start).parents) if start and folder.is_dir()), None)
            if found is not None and found != Path(found.anchor):
                return found
        return Path.home()

    def remember(self, folder: Path) -> None:
        """Set the last used folder."""
        self._write(LAST_FOLDER_NOTE, str(folder.absolute()))

    def _keep(self, _name: str, folder: str) -> None:
        self._folder = folder


LAST_FOLDER_NOTE = "last-folder"
last_folder = LastFolder()
"""The folder of the last file dialog, which all functions in this module share."""


def ask_save_path(owner: QWidget, title: str, name: str, kinds: str, save: Callable[[Path], object]) -> None:
    """Open a save dialog in the last used folder; call `save` with the chosen path unless cancelled."""
    path, _ = QFileDialog.getSaveFileName(owner, title, str(last_folder.path / name), kinds)
    if path:
        last_folder.remember(Path(path).parent)
        save(Path(path))


def ask_file_path(owner: QWidget, title: str, act: Callable[[Path], object], kinds: str = "", name: str = "") -> None:
    """Open a file dialog in the last used folder; call `act` with the chosen file unless cancelled.

    `name` is the name of the file that is expected.
    """
    path, _ = QFileDialog.getOpenFileName(owner, title, str(last_folder.path / name), kinds)
    if path:
        last_folder.remember(Path(path).parent)
        act(Path(path))


def ask_files(owner: QWidget, title: str, act: Callable[[list[Path]], object], kinds: str = "") -> None:
    """Open a dialog for several files in the last used folder; call `act` with them unless cancelled."""
    paths, _ = QFileDialog.getOpenFileNames(owner, title, str(last_folder.path), kinds)
    if paths:
        last_folder.remember(Path(paths[0]).parent)
        act([Path(path) for path in paths])


def ask_folder(owner: QWidget, title: str, act: Callable[[Path], object], start: str = "") -> None:
    """Open a folder dialog in `start` or the last used folder; call `act` with the folder unless cancelled.

    The next dialog starts in the parent of the chosen folder, so that it shows the chosen folder and the folders beside
    it.
    """
    path = QFileDialog.getExistingDirectory(owner, title, start or str(last_folder.path))
    if path:
        last_folder.remember(Path(path).parent)
        act(Path(path))


def confirm_action(owner: QWidget, title: str, words: str, lines: str, act_name: str, refusal_name: str) -> bool:
    """Ask for confirmation in a modal dialog; return whether the user agreed. Enter and Escape refuse."""
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


CHIP_ALPHA = 0.16
COMPLETION_PADDING_PX = 12
ROW_STEP_OF_KEY = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
PAGE_STEP_OF_KEY = {Qt.Key.Key_PageDown: MAX_LISTED_CHOICES, Qt.Key.Key_PageUp: -MAX_LISTED_CHOICES}


class CompletionDelegate(QStyledItemDelegate):
    """Paints the rows of the completion list like those of other popups."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        width = painting.text_width(str(index.data()), fonts.body())
        return QSize(round(width) + 2 * px(COMPLETION_PADDING_PX), px(ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        rect, tokens = QRectF(option.rect), design_values_of(option.palette)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            painting.paint_round_rect(painter, rect, px(RADIUS - 2), fill=colour(tokens.chosen))
        words = rect.adjusted(px(COMPLETION_PADDING_PX), 0, -px(COMPLETION_PADDING_PX), 0)
        painting.paint_text(painter, words, str(index.data()), font=fonts.body(), pen=tokens.text)
        painter.restore()


class ChoiceDelegate(CompletionDelegate):
    """Paints the choices of a `ChoiceMenu`: the square of a label, the name, and a tick beside a checked choice."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        choice: MenuChoice = index.data(Qt.ItemDataRole.UserRole)
        remark = painting.text_width(choice.remark, fonts.small_font()) + px(16) if choice.remark else 0
        parts = px(44) + round(remark)
        return super().sizeHint(option, index) + QSize(parts, 0)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        choice: MenuChoice = index.data(Qt.ItemDataRole.UserRole)
        rect, tokens = QRectF(option.rect), design_values_of(option.palette)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            painting.paint_round_rect(painter, rect, px(RADIUS - 2), fill=colour(tokens.chosen))
        inner = rect.adjusted(px(8), 0, -px(8), 0)
        if choice.colour is not None:
            painting.paint_label_square(
                painter, tokens, inner.left(), inner.center().y(), choice.colour, side=SQUARE_SIZE
            )
            inner.setLeft(inner.left() + px(SQUARE_SIZE + 8))
        if choice.is_checked:
            side = px(12)
            box = QRectF(inner.right() - side, inner.center().y() - side / 2, side, side)
            painting.paint_tick_mark(painter, box, tokens.accent)
            inner.setRight(box.left() - px(6))
        if choice.remark:
            painting.paint_text(
                painter, inner, choice.remark, font=fonts.small_font(), pen=tokens.quiet, align=painting.RIGHT
            )
            inner.setRight(inner.right() - painting.text_width(choice.remark, fonts.small_font()) - px(12))
        painting.paint_text(painter, inner, choice.name, font=fonts.body(), pen=tokens.text)
        painter.restore()


class CompletionList(QListWidget):
    """The completion list: a framed child widget of the window, without focus."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        margin = px(INSET) + 1
        self.setViewportMargins(margin, margin, margin, margin)
        self.setItemDelegate(CompletionDelegate(self))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:  # paints the frame only; the viewport gets its own events
            painter, tokens = QPainter(self), design_values_of(self.palette())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            area = QRectF(self.rect())
            fill, edge = colour(tokens.panel), colour(tokens.field)
            painting.paint_round_rect(painter, area, px(RADIUS), fill=fill, edge=edge, width=1.0)
            painter.end()
            return True
        return super().event(event)


class Completions(QObject):
    """Shows completions below a field, or above it if there is no room below.

    The list is a child of the window, not a popup, so it takes neither the focus nor key presses. Arrow keys choose,
    Tab takes the chosen completion or the first, Enter the chosen one, and Escape hides the list.
    """

    picked = Signal(str)

    def __init__(self, field: QLineEdit, find_matches: Callable[[], Sequence[str]]) -> None:
        """`find_matches` returns the completions of the text in the field."""
        super().__init__(field)
        self._field, self._find_matches = field, find_matches
        self._list = with_accessible_name(CompletionList(field), self.tr("Completions"))
        self._list.itemClicked.connect(lambda item: self.picked.emit(item.text()))
        self._list.hide()
        field.textEdited.connect(lambda _text: self.show_matches())
        field.installEventFilter(self)

    def visible_completions(self) -> list[str]:
        """Return the visible completions."""
        rows = range(self._list.count()) if not self._list.isHidden() else range(0)
        return [self._list.item(row).text() for row in rows]

    def show_matches(self) -> None:
        """Show the completions at the caret; none is selected at first."""
        matches, field = self._find_matches(), self._field
        self._list.clear()
        self._list.addItems(matches)
        self._list.setCurrentRow(-1)
        if not matches:
            self.hide()
            return
        window = field.window()
        self._list.setParent(window)
        frame = 2 * (px(INSET) + 1)
        width = self._list.sizeHintForColumn(0) + frame
        self._list.resize(max(width, px(140)), self._list.sizeHintForRow(0) * len(matches) + frame)
        at = field.mapTo(window, QPoint(max(field.cursorRect().left(), 0), field.height() + px(2)))
        if at.y() + self._list.height() > window.height():
            at.setY(max(at.y() - field.height() - self._list.height() - px(4), 0))
        self._list.move(at)
        self._list.show()
        self._list.raise_()

    def hide(self) -> None:
        """Hide the list and remove it from the window, because the window may outlive the field."""
        self._list.hide()
        self._list.setParent(self._field)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._field and event.type() == QEvent.Type.FocusOut:
            self.hide()
        if watched is not self._field or event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        offered, row = self.visible_completions(), self._list.currentRow()
        if offered and event.key() in ROW_STEP_OF_KEY:
            self._list.setCurrentRow((row + ROW_STEP_OF_KEY[Qt.Key(event.key())]) % len(offered))
            return True
        if offered and event.key() == Qt.Key.Key_Tab:
            self.picked.emit(offered[max(row, 0)])
            return True
        if offered and event.key() == Qt.Key.Key_Escape:
            self.hide()
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.hide()
            if offered and row >= 0:
                self.picked.emit(offered[row])
                return True
        return super().eventFilter(watched, event)


MAX_OFFERED_NAMES = 8


class NewNameField(QLineEdit):
    """A field for a name, which may be new. While the user types, it offers the known names that match."""

    def __init__(self, placeholder: str, name: str) -> None:
        super().__init__(placeholderText=placeholder, maxLength=200)
        self._names: Sequence[str] = ()
        self.setAccessibleName(name)
        self._completions = Completions(self, self._matches)
        self._completions.picked.connect(self._take)

    def set_known_names(self, names: Sequence[str]) -> None:
        """Set the known names."""
        self._names = names

    def visible_completions(self) -> list[str]:
        """Return the names that the completion list shows."""
        return self._completions.visible_completions()

    def _matches(self) -> list[str]:
        typed = self.text().strip().casefold()
        matches = [name for name in self._names if typed and typed in name.casefold()]
        return sorted(matches, key=lambda name: not name.casefold().startswith(typed))[:MAX_OFFERED_NAMES]

    def _take(self, name: str) -> None:
        self.setText(name)
        self._completions.hide()


class TermField(SearchField):
    """A search field that paints a chip behind each term with an operator, such as `from:ann`."""

    def __init__(self, placeholder: str, key: str = "") -> None:
        super().__init__(placeholder, key)
        self._values: Mapping[str, Sequence[str]] = {}
        self._completions = Completions(self, lambda: complete_search(self._text_before_caret(), self._values))
        self._completions.picked.connect(self.insert_completion)

    def set_completion_values(self, values: Mapping[str, Sequence[str]]) -> None:
        """Set the values that are offered as completions after each operator."""
        self._values = values

    def visible_completions(self) -> list[str]:
        """Return the visible completions."""
        return self._completions.visible_completions()

    def insert_completion(self, completion: str) -> None:
        """Replace the partial term before the caret by a completion."""
        whole, rest = insert_completion(self._text_before_caret(), completion), self.text()[self.cursorPosition() :]
        self.setText(whole + rest.lstrip())
        self.setCursorPosition(len(whole))
        self._completions.show_matches()

    def _text_before_caret(self) -> str:
        return self.text()[: self.cursorPosition()]

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, tokens = QPainter(self), design_values_of(self.palette())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(self.rect().adjusted(px(28), 0, -px(4), 0))
        tint = colour(tokens.accent, CHIP_ALPHA)
        for begin, end in self.chips():
            height = px(22)
            area = QRectF(begin - px(1), (self.height() - height) / 2, end - begin + px(2), height)
            painting.paint_round_rect(painter, area, px(5), fill=tint)
        painter.end()

    def chips(self) -> list[tuple[float, float]]:
        """Return the (left, right) edges of each chip, in widget coordinates."""
        text = self.text()

        def width(n_letters: int) -> int:
            return self.fontMetrics().horizontalAdvance(text[:n_letters])

        left = self.cursorRect().center().x() - width(self.cursorPosition())
        return [(left + width(begin), left + width(end)) for begin, end in find_chip_spans(text)]
