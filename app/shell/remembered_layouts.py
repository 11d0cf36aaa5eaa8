"""Layouts that a person left: the window's splitters and columns, remembered by name, and laid out so again."""

from __future__ import annotations

import json
from typing import TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QSplitter, QWidget

from app.kit.settings import Settings
from app.kit.table_view import TableView

Part = TypeVar("Part", bound=QObject)


def restore(page: QWidget, settings: Settings) -> None:
    """Lay out a page as it was left; what was never moved stays as it is drawn."""
    for splitter in named(page, QSplitter):
        state = settings.layout(splitter.objectName())
        if not state.isEmpty():
            splitter.restoreState(state)
    for table in named(page, TableView):
        table.use_widths(widths_of(settings.note(f"columns/{table.objectName()}")))
        choices = _read(settings.note(f"chosen-columns/{table.objectName()}")).items()
        table.use_choices({name: is_shown for name, is_shown in choices if isinstance(is_shown, bool)})


def remember(window: QWidget, settings: Settings) -> None:
    """Note how everything with a name lies now."""
    for splitter in named(window, QSplitter):
        settings.remember_layout(splitter.objectName(), splitter.saveState())
    for table in named(window, TableView):
        settings.remember_note(f"columns/{table.objectName()}", json.dumps(table.own_widths))
        settings.remember_note(f"chosen-columns/{table.objectName()}", json.dumps(table.choices))


def named(owner: QObject, kind: type[Part]) -> list[Part]:
    """The parts of a kind that have a name to be remembered by."""
    return [part for part in owner.findChildren(kind) if part.objectName()]


def _read(note: str) -> dict[str, object]:
    """Read a note; one that somebody spoilt is as good as none."""
    try:
        found = json.loads(note or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def widths_of(note: str) -> dict[int, int]:
    """Read widths by the number of their column."""
    pairs = ((name, width) for name, width in _read(note).items() if name.isdecimal() and isinstance(width, int))
    return {int(name): width for name, width in pairs if 20 <= width <= 2_000}
