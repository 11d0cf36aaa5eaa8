"""The one way to make an action, and the list of all shortcuts for the page that shows them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from app.qt.tooltips import set_tip

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
        action.setShortcuts(_sequences(shortcut))
    if tip:
        set_tip(action, tip)
    action.triggered.connect(lambda _checked=False: on_triggered())
    owner.addAction(action)
    return action


def _sequences(shortcut: Shortcut) -> list[QKeySequence]:
    if isinstance(shortcut, str):
        return [QKeySequence(shortcut)]
    return QKeySequence.keyBindings(shortcut)


def shortcut_list(owner: QWidget) -> list[tuple[str, str]]:
    """Return what every action of a widget and of those inside it does, and its key, as the system writes it."""
    widgets = [owner, *owner.findChildren(QWidget)]
    seen = {id(action): action for widget in widgets for action in widget.actions() if action.shortcut().toString()}
    form = QKeySequence.SequenceFormat.NativeText
    return sorted(
        (action.text().replace("&", "").rstrip("…"), action.shortcut().toString(form)) for action in seen.values()
    )
