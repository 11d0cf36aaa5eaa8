"""The one way to make an action and a menu over a part of a page, all shortcuts, and Copy and Select all."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QTextLayout
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTableView,
    QTextEdit,
    QToolTip,
    QWidget,
)

from app.domain.documents import one_line
from app.kit.look import fonts
from app.kit.look.fonts import px

WIDTH, MOST_LINES = 300, 8
MOST_LETTERS = 1000
LOOKS_RICH = re.compile(r"<(?=[^\s\d])|&(?=lt;)")
WORD_JOINER = "\N{WORD JOINER}"
"""Invisible, and no name of a tag begins with it."""


class HasTip(Protocol):
    """A widget or an action."""

    def setToolTip(self, words: str, /) -> None: ...


def set_tip(owner: HasTip, words: str) -> None:
    """Give something a tooltip, or none."""
    owner.setToolTip(plain_tip(words))


def show_tip(at: QPoint, words: str, owner: QWidget) -> None:
    """Show a tooltip now; no words hide it."""
    QToolTip.showText(at, plain_tip(words), owner)


def plain_tip(words: str) -> str:
    """Return words that Qt shows as they are, in lines that are not too long."""
    lines = [piece for line in words[:MOST_LETTERS].split("\n") for piece in _broken(one_line(line))]
    if len(lines) > MOST_LINES or len(words) > MOST_LETTERS:
        lines = [*lines[: MOST_LINES - 1], f"{''.join(lines[MOST_LINES - 1 : MOST_LINES]).rstrip()}…"]
    return LOOKS_RICH.sub(rf"\g<0>{WORD_JOINER}", "\n".join(lines))


def _broken(words: str) -> list[str]:
    layout = QTextLayout(words, fonts.small())
    layout.beginLayout()
    starts = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(px(WIDTH))
        starts.append(line.textStart())
    layout.endLayout()
    ends = [*starts[1:], len(words)]
    return [words[start:end].rstrip() for start, end in zip(starts, ends, strict=True)] or [words]


Shortcut = QKeySequence.StandardKey | str


def make_action(
    owner: QWidget,
    text: str,
    on_triggered: Callable[[], object],
    *,
    shortcut: Shortcut | None = None,
    tip: str = "",
    role: QAction.MenuRole = QAction.MenuRole.NoRole,
    context: Qt.ShortcutContext = Qt.ShortcutContext.WindowShortcut,
) -> QAction:
    """Make an action of a widget: it works by key even where no menu shows it."""
    action = QAction(text, owner, menuRole=role, shortcutContext=context)
    if shortcut is not None:
        own = [QKeySequence(shortcut)] if isinstance(shortcut, str) else QKeySequence.keyBindings(shortcut)
        action.setShortcuts(own)
    if tip:
        set_tip(action, tip)
    action.triggered.connect(lambda _checked=False: on_triggered())
    owner.addAction(action)
    return action


def shortcut_list(owner: QWidget) -> list[tuple[str, str]]:
    """Return what every action of a widget and of those inside it does, and its key, as the system writes it."""
    widgets = [owner, *owner.findChildren(QWidget)]
    seen = {id(action): action for widget in widgets for action in widget.actions() if action.shortcut().toString()}
    form = QKeySequence.SequenceFormat.NativeText
    return sorted(
        (action.text().replace("&", "").rstrip("…"), action.shortcut().toString(form)) for action in seen.values()
    )


def copy_chosen() -> None:
    """Put what is chosen where the focus is into the clipboard; rows come as lines with tabs."""
    part = QApplication.focusWidget()
    if isinstance(part, QLineEdit | QTextEdit | QPlainTextEdit):
        part.copy()
    elif isinstance(part, QTableView):
        QGuiApplication.clipboard().setText(chosen_lines(part))


def select_all() -> None:
    """Choose everything where the focus is."""
    part: QWidget | None = QApplication.focusWidget()
    if isinstance(part, QLineEdit | QTextEdit | QPlainTextEdit | QTableView):
        part.selectAll()


def chosen_lines(table: QTableView) -> str:
    """Write the chosen rows of a table as they show: a line each, columns between tabs."""
    model, header = table.model(), table.horizontalHeader()
    shown = [n for n in range(model.columnCount()) if not table.isColumnHidden(n)]
    shown.sort(key=header.visualIndex)
    rows = sorted(index.row() for index in table.selectionModel().selectedRows())
    cells = Qt.ItemDataRole.DisplayRole
    return "\n".join(
        "\t".join(one_line(str(model.index(row, number).data(cells) or "")) for number in shown) for row in rows
    )


def popped(menu: QMenu, at: QPoint) -> None:
    """Show a menu that goes away by itself."""
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(at)


def offer_menu(part: QWidget, make: Callable[[QPoint], QMenu | None]) -> None:
    """Show the menu that is made for the place of a right click; none where there is nothing to offer."""
    area = part.viewport() if isinstance(part, QAbstractScrollArea) else part

    def show(at: QPoint) -> None:
        menu = make(at)
        if menu is not None and not menu.isEmpty():
            popped(menu, area.mapToGlobal(at))

    part.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    part.customContextMenuRequested.connect(show)


def under(button: QWidget) -> QPoint:
    """Return where a menu opens under a button."""
    return button.mapToGlobal(button.rect().bottomLeft())


def literally(name: str) -> str:
    """Write a name for a menu, which takes & for the sign of a key."""
    return name.replace("&", "&&")
