"""Actions with shortcuts, context menus, tooltips, and the Copy and Select all commands."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import QCoreApplication, QObject, QPoint, Qt, Signal
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

MAX_TIP_WIDTH, MAX_TIP_LINES = 300, 8
MAX_TIP_CHARACTERS = 1000
# Qt shows a tooltip as rich text if `Qt::mightBeRichText` finds a tag; a document could inject markup that way.
RICH_TEXT_START = re.compile(r"<(?=[^\s\d])|&(?=lt;)")
WORD_JOINER = "\N{WORD JOINER}"
"""Invisible character; inserted after "<", it stops Qt from seeing a tag."""


class HasTip(Protocol):
    """Protocol of QWidget and QAction: both have tooltips."""

    def setToolTip(self, words: str, /) -> None: ...


def set_tip(owner: HasTip, words: str) -> None:
    """Set a plain-text tooltip; empty text removes it."""
    owner.setToolTip(plain_tip(words))


def show_tip(at: QPoint, words: str, owner: QWidget) -> None:
    """Show a plain-text tooltip now; empty text hides it."""
    QToolTip.showText(at, plain_tip(words), owner)


def plain_tip(words: str) -> str:
    """Return the text of a tooltip, so that Qt shows it as plain text, wrapped and limited to `MAX_TIP_LINES` lines."""
    lines = [piece for line in words[:MAX_TIP_CHARACTERS].split("\n") for piece in _wrap_to_tip_width(one_line(line))]
    if len(lines) > MAX_TIP_LINES or len(words) > MAX_TIP_CHARACTERS:
        lines = [*lines[: MAX_TIP_LINES - 1], f"{''.join(lines[MAX_TIP_LINES - 1 : MAX_TIP_LINES]).rstrip()}…"]
    return RICH_TEXT_START.sub(rf"\g<0>{WORD_JOINER}", "\n".join(lines))


def _wrap_to_tip_width(words: str) -> list[str]:
    layout = QTextLayout(words, fonts.small_font())
    layout.beginLayout()
    starts = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(px(MAX_TIP_WIDTH))
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
    """Create an action and add it to its owner, so that its shortcut works even without a menu."""
    action = QAction(text, owner, menuRole=role, shortcutContext=context)
    if shortcut is not None:
        keys = [QKeySequence(shortcut)] if isinstance(shortcut, str) else QKeySequence.keyBindings(shortcut)
        action.setShortcuts(keys)
    if tip:
        set_tip(action, tip)
    action.triggered.connect(lambda _checked=False: on_triggered())
    owner.addAction(action)
    return action


class CopyNotice(QObject):
    """Tells the window that something was copied."""

    # A window that overrode `event` to receive QStatusTipEvent crashed when it was destroyed.
    copied = Signal(str)


copy_notice = CopyNotice()


def copy_text(words: str) -> None:
    """Put a text on the clipboard, and say so in the status bar of the window."""
    QGuiApplication.clipboard().setText(words)
    copy_notice.copied.emit(QCoreApplication.translate("Actions", "Copied"))


def copy_selection() -> None:
    """Copy the selection of the focused widget; table rows become lines with tabs.

    The menu's shortcut comes before the key event of the widget, so widgets with a `copy` method of their own need it.
    """
    part: Any = QApplication.focusWidget()
    if isinstance(part, QTableView):
        copy_text(selected_rows_text(part))
    elif hasattr(part, "copy"):
        part.copy()


def select_all() -> None:
    """Select everything in the focused widget."""
    part: QWidget | None = QApplication.focusWidget()
    if isinstance(part, QLineEdit | QTextEdit | QPlainTextEdit | QTableView):
        part.selectAll()


def selected_rows_text(table: QTableView) -> str:
    """Return the selected rows as displayed: a line per row, with tabs between the visible columns."""
    model, header = table.model(), table.horizontalHeader()
    shown = [n for n in range(model.columnCount()) if not table.isColumnHidden(n)]
    shown.sort(key=header.visualIndex)
    rows = sorted(index.row() for index in table.selectionModel().selectedRows())
    role = Qt.ItemDataRole.DisplayRole
    return "\n".join(
        "\t".join(one_line(str(model.index(row, number).data(role) or "")) for number in shown) for row in rows
    )


def open_menu(menu: QMenu, at: QPoint) -> None:
    """Open a menu at a position, and delete it when it closes."""
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(at)


def set_context_menu(part: QWidget, make: Callable[[QPoint], QMenu | None]) -> None:
    """Make a right click on a widget open the menu that `make` returns. None or an empty menu is not opened."""
    area = part.viewport() if isinstance(part, QAbstractScrollArea) else part

    def show(at: QPoint) -> None:
        menu = make(at)
        if menu is not None and not menu.isEmpty():
            open_menu(menu, area.mapToGlobal(at))

    part.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    part.customContextMenuRequested.connect(show)


def position_below(button: QWidget) -> QPoint:
    """Return the global position below a button, where its menu opens."""
    return button.mapToGlobal(button.rect().bottomLeft())


def escape_ampersands(name: str) -> str:
    """Escape "&" for a menu, where it marks the mnemonic."""
    return name.replace("&", "&&")
