"""Somebody at the real program inside a test: drops, keys and clicks on real widgets, and waiting without sleeping."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QLocale, QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.features.importing.dialog import ImportDialog
from app.features.words.view_model import WordTable
from app.kit.painted_values import Label
from app.shell.application import Program
from app.shell.pages import ViewModels
from app.shell.wiring import connect_program
from nbengine.explanations.explanation import log_odds_against_others

Part = TypeVar("Part", bound=QWidget)
LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
PATIENCE_MS = 30_000


class InTheWindow:
    """Uses one program."""

    def __init__(self, bot: QtBot, program: Program) -> None:
        self._bot, self.program = bot, program

    @property
    def models(self) -> ViewModels:
        """The view-models of the pages."""
        assert self.program.models is not None
        return self.program.models

    @property
    def page(self) -> QWidget:
        """The page that shows."""
        return self.program.window.page(self.program.frame.state.page)

    @property
    def note(self) -> str:
        """Return the note at the foot of the window about what was done last."""
        return self.program.frame.state.note

    def part(self, kind: type[Part], name: str = "") -> Part:
        """A widget that can be seen, by its accessible name or its text."""
        found = [each for each in self.program.window.findChildren(kind) if each.isVisible() and is_named(each, name)]
        assert found, f"no {kind.__name__} called {name!r} can be seen"
        return found[0]

    def texts(self) -> set[str]:
        """All texts of labels that can be seen."""
        return {each.text() for each in self.program.window.findChildren(QLabel) if each.isVisible() and each.text()}

    def click(self, name: str) -> None:
        """Click on a button or a link."""
        self._bot.mouseClick(self.part(QAbstractButton, name), LEFT)

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NO_KEY, on: QWidget | None = None) -> None:
        """Press a key where the focus is, or on a widget."""
        window = self.program.window
        if not window.isActiveWindow():  # a box was there, and no window manager gives the focus back
            window.activateWindow()
            self.wait(window.isActiveWindow)
        self._bot.keyClick(on or self.program.window.focusWidget() or self.program.window, key, modifiers)

    def write(self, words: str, into: QLineEdit) -> None:
        """Type into a field."""
        self._bot.keyClicks(into, words)

    def drop(self, paths: Sequence[Path], modifiers: Qt.KeyboardModifier = NO_KEY) -> None:
        """Drag files over the window and let them go."""
        data, window = QMimeData(), self.program.window
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        copy = Qt.DropAction.CopyAction
        QApplication.sendEvent(window, QDragEnterEvent(QPoint(400, 300), copy, data, LEFT, modifiers))
        QApplication.sendEvent(window, QDropEvent(QPointF(400, 300), copy, data, LEFT, modifiers))

    def accept_import(self) -> None:
        """Press *Import* in the preview of a folder that was dropped."""

        def buttons() -> list[QPushButton]:
            dialogs = [dialog for dialog in self.program.window.findChildren(ImportDialog) if dialog.isVisible()]
            found = [button for dialog in dialogs for button in dialog.findChildren(QPushButton)]
            return [button for button in found if button.isDefault() and button.isEnabled()]

        self.wait(lambda: bool(buttons()))
        self._bot.mouseClick(buttons()[0], LEFT)

    def wait(self, is_so: Callable[[], bool]) -> None:
        """Let the program run until something is so."""
        self._bot.waitUntil(is_so, timeout=PATIENCE_MS)

    def rest(self) -> None:
        """Let the program run until nothing runs or waits any more."""
        self.wait(lambda: not self.program.runner.jobs)

    def open(self, page: int) -> QWidget:
        """Go to a page and wait until it has everything."""
        self.key(Qt.Key(Qt.Key.Key_1.value + page), Qt.KeyboardModifier.ControlModifier, self.program.window)
        self.rest()
        return self.page

    def answer_with_enter(self) -> None:
        """Accept the box that the next click asks with, as it stands."""

        def accept() -> None:
            boxes = [box for box in QApplication.topLevelWidgets() if isinstance(box, QInputDialog) and box.isVisible()]
            if not boxes:
                QTimer.singleShot(20, accept)
                return
            self._bot.keyClick(boxes[0], Qt.Key.Key_Return)

        QTimer.singleShot(20, accept)

    def answer_question(self, words: str) -> Callable[[], bool]:
        """Click a button of the question that comes next; return whether it came."""
        asked: list[str] = []

        def click() -> None:
            boxes = [box for box in QApplication.topLevelWidgets() if isinstance(box, QMessageBox) and box.isVisible()]
            if not boxes:
                QTimer.singleShot(20, click)
                return
            asked.append(boxes[0].text())
            next(each for each in boxes[0].findChildren(QAbstractButton) if each.text() == words).click()

        QTimer.singleShot(20, click)
        return lambda: bool(asked)


def is_named(widget: QWidget, name: str) -> bool:
    text = widget.text() if isinstance(widget, (QAbstractButton, QLabel)) else ""
    return not name or name in (widget.accessibleName(), text)


def cells(view: QTableView, column: int) -> list[str]:
    """The texts of a column that have arrived."""
    model = view.model()
    return [str(model.index(row, column).data() or "") for row in range(model.rowCount())]


def word_table(
    words: Sequence[str], counts: NDArray[np.float64], logs: NDArray[np.float64], labels: tuple[Label, ...]
) -> WordTable:
    """A table of words in which every document is one word, and all labels have the same prior. Counts and log P(word |
    label) are (n_labels, n_words)."""
    odds = log_odds_against_others(logs.T, np.zeros(len(labels))).T
    return WordTable(np.array(words, dtype=object), counts, logs, odds, counts, counts.sum(axis=1), labels)


@contextmanager
def running(bot: QtBot, application: QApplication, settings: Path, *files: Path) -> Iterator[InTheWindow]:
    """The program in its window, connected with everything, until the test is done with it."""
    made = Program(application, settings, files, connect_program)
    made.choose_language("en")
    made.show()
    somebody = InTheWindow(bot, made)
    somebody.wait(lambda: made.models is not None)
    somebody.rest()
    try:
        yield somebody
    finally:
        end(made, application)


def end(program: Program, application: QApplication) -> None:
    """Take a program apart as at its end, though the application goes on."""
    program.runner.close()  # first, so that the window does not ask about what still runs
    program.window.close()
    program.ending.emit()
    program.settings.save()
    for translator in program.language._installed:
        application.removeTranslator(translator)
    application.styleHints().colorSchemeChanged.disconnect(program.theme._on_system_changed)
    application.aboutToQuit.disconnect(program._on_about_to_quit)
    program.deleteLater()


@pytest.fixture
def somebody(qtbot: QtBot, qapp: QApplication, workspace: Path, tmp_path: Path) -> Iterator[InTheWindow]:
    """Somebody at the program with the workspace of these tests open."""
    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as made:
        yield made
    QLocale.setDefault(QLocale("en_US"))
