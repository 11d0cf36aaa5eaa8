"""Save and restore splitter positions, column widths and column visibility, by object name."""

from __future__ import annotations

import json
from typing import TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QSplitter, QWidget

from app.kit.settings import Settings
from app.kit.table_view import TableView

Part = TypeVar("Part", bound=QObject)


def restore_layout(page: QWidget, settings: Settings) -> None:
    """Restore the saved splitters and columns of a page. Those without a saved state keep their default."""
    for splitter in named_children(page, QSplitter):
        state = settings.layout(splitter.objectName())
        if not state.isEmpty():
            splitter.restoreState(state)
    for table in named_children(page, TableView):
        table.restore_column_widths(widths_of(settings.note(f"columns/{table.objectName()}")))
        choices = _parse_layout(settings.note(f"chosen-columns/{table.objectName()}")).items()
        table.restore_shown_columns({name: is_shown for name, is_shown in choices if isinstance(is_shown, bool)})


def save_layout(window: QWidget, settings: Settings) -> None:
    """Save the positions of all splitters, and the columns of all tables, that have an object name."""
    for splitter in named_children(window, QSplitter):
        settings.remember_layout(splitter.objectName(), splitter.saveState())
    for table in named_children(window, TableView):
        settings.store_note(f"columns/{table.objectName()}", json.dumps(table.own_widths))
        settings.store_note(f"chosen-columns/{table.objectName()}", json.dumps(table.choices))


def named_children(owner: QObject, kind: type[Part]) -> list[Part]:
    """Return all descendants of `owner` of a type that have an object name."""
    return [part for part in owner.findChildren(kind) if part.objectName()]


def _parse_layout(note: str) -> dict[str, object]:
    """Parse a stored JSON object; return {} if it is invalid."""
    try:
        stored = json.loads(note or "{}")
    except ValueError:
        return {}
    return stored if isinstance(stored, dict) else {}


def widths_of(note: str) -> dict[str, int]:
    """Return the stored column widths in pixels, by column name, without implausible ones. `note` is JSON."""
    pairs = ((name, width) for name, width in _parse_layout(note).items() if isinstance(width, int))
    return {name: width for name, width in pairs if not isinstance(width, bool) and 20 <= width <= 2_000}
