"""Copy and Select all for whatever has the focus: a field, a text, or the chosen rows of a table."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTableView, QTextEdit, QWidget

from app.domain.untrusted_text import one_line


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
