"""The parts of the import's preview: labels with their counts, the first files, a table's columns and first rows."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.pages.importing.view_model import SourcePlan, Use
from app.pages.kit.fields import Choice
from app.pages.kit.table_view import ColumnLook, TableView
from app.pages.kit.widgets import Pane, Words, band, column
from app.qt import wording
from app.qt.array_table import Column
from app.qt.look import fonts
from app.qt.look.fonts import px

translate = QCoreApplication.translate

MOST_FILES = 500
MOST_COLUMNS = 12
"""Columns of the first rows that are shown beside each other."""
USE_KEYS: dict[str, Use] = {
    "t": "text", "l": "label", "n": "numeric", "c": "categorical", "w": "weight", "i": "ignored",
}  # fmt: skip


def kind_name(kind: str) -> str:
    """Return the name of a kind of file in the language of the window."""
    names = {
        "empty": translate("import_preview", "empty"),
        "unsupported": translate("import_preview", "unknown"),
        "encrypted": translate("import_preview", "encrypted"),
        "mail": translate("import_preview", "mail"),
        "mbox": translate("import_preview", "mailbox"),
        "outlook": translate("import_preview", "Outlook mail"),
        "text": translate("import_preview", "text"),
        "table": translate("import_preview", "table"),
        "word": translate("import_preview", "Word"),
        "slides": translate("import_preview", "slides"),
        "open-text": translate("import_preview", "OpenDocument"),
        "book": translate("import_preview", "book"),
        "sheet": translate("import_preview", "spreadsheet"),
        "ole": translate("import_preview", "Office"),
        "picture": translate("import_preview", "picture"),
    }
    return names.get(kind, kind.upper())


class LabelsPane(QWidget):
    """The labels that were found, and how much carries each."""

    def __init__(self) -> None:
        super().__init__()
        self._head = Words(role="quiet")
        self._head.setFont(fonts.small(500))
        self._head.setContentsMargins(px(24), 0, 0, px(6))
        self._view = TableView(self.tr("Labels"), has_header=False, edges=(24, 20))
        column(self._head, self._view, owner=self).setStretch(1, 1)

    def show_plan(self, plan: SourcePlan) -> None:
        """Show the labels of a plan."""
        n_labels = len(plan.labels)
        words = self.tr("%Ln label(s)", "", n_labels) if n_labels else self.tr("No labels")
        self._head.setText(words if plan.has_all_labels else self.tr("%1 seen so far").replace("%1", words))
        rows = [*plan.labels.items()]
        if plan.n_unlabelled:
            rows.append((self.tr("no label"), plan.n_unlabelled))
        counts = np.array([n_files for _, n_files in rows], dtype=np.int64)
        named, look = Column(self.tr("Label"), [name for name, _ in rows]), ColumnLook("quiet-number", 90)
        self._view.show_columns([named, Column(self.tr("Files"), counts, wording.count, look)])


class FilesPane(Pane):
    """The first files, each with its kind and label."""

    def __init__(self) -> None:
        super().__init__("panel")
        self._view = TableView(self.tr("First files"), edges=(16, 24))
        column(self._view, owner=self)

    def show_plan(self, plan: SourcePlan) -> None:
        """Show the files of a plan."""
        files = plan.files[:MOST_FILES]
        sizes = np.array([file.size_bytes for file in files], dtype=np.int64)
        self._view.show_columns([
            Column(self.tr("File"), [file.path.name for file in files]),
            Column(self.tr("Kind"), [kind_name(file.kind) for file in files], look=ColumnLook("quiet", 110)),
            Column(self.tr("Label"), [file.label or "–" for file in files], look=ColumnLook("quiet", 120)),
            Column(self.tr("Size"), sizes, wording.size, ColumnLook("quiet-number", 100)),
        ])  # fmt: skip


class ColumnsPane(Pane):
    """A table's columns with their uses, which can be changed, over its first rows."""

    use_chosen = Signal(object, str)
    """Names of columns, and what they are used for from now on."""

    def __init__(self) -> None:
        super().__init__("panel")
        self._plan: SourcePlan | None = None
        self._uses: Mapping[str, Use] = {}
        self._names: dict[Use, str] = {
            "text": self.tr("text"), "label": self.tr("label"), "numeric": self.tr("number"),
            "categorical": self.tr("choice"), "weight": self.tr("weight"), "ignored": self.tr("not used"),
        }  # fmt: skip
        title = self.tr("Use of the chosen columns")
        self._use = Choice(title, self._names.items(), self._tell, widths=(150, 220))
        self._columns = TableView(self.tr("Columns"), edges=(16, 24))
        self._columns.key_typed.connect(lambda key: self._tell(USE_KEYS[key]) if key in USE_KEYS else None)
        self._columns.row_chosen.connect(self._on_row_chosen)
        self._rows = TableView(self.tr("First rows"), edges=(16, 24))
        self._rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        what = Words(self.tr("Use the chosen columns as"), role="quiet")
        bar = band(what, px(10), self._use, -1, height=49, sides=(16, 24))
        first = Words(self.tr("First rows"), role="quiet")
        first.setFont(fonts.small(500))
        rows_head = band(first, -1, height=32, sides=(16, 24), fill="paper", lines="tb")
        layout = column(bar, self._columns, rows_head, self._rows, owner=self)
        layout.setStretch(1, 1)
        layout.setStretch(3, 1)

    def show_plan(self, plan: SourcePlan, uses: Mapping[str, Use]) -> None:
        """Show a plan's table, and keep the columns chosen that were."""
        chosen = self._chosen()
        self._plan, self._uses = plan, uses
        self._show_columns(plan, uses)
        self._show_rows(plan, uses)
        places = [place for place, each in enumerate(plan.columns) if each.name in chosen]
        self._columns.choose_row(places[0] if places else 0)

    def _show_columns(self, plan: SourcePlan, uses: Mapping[str, Use]) -> None:
        missing = np.array([each.missing_share for each in plan.columns])
        self._columns.show_columns([
            Column(self.tr("Column"), [each.name for each in plan.columns], look=ColumnLook("strong", 150)),
            Column(
                self.tr("Used as"), [self._names[uses[each.name]] for each in plan.columns],
                look=ColumnLook("text", 100),
            ),
            Column(
                self.tr("Missing"), missing, lambda share: wording.percent(float(share)) if share > 0 else "",
                ColumnLook("quiet-number", 76), tip=self.tr("Of the rows that were looked at"),
            ),
            Column(
                self.tr("For example"), [" · ".join(each.examples) for each in plan.columns], look=ColumnLook("quiet")
            ),
        ])  # fmt: skip

    def _show_rows(self, plan: SourcePlan, uses: Mapping[str, Use]) -> None:
        shown = sorted(range(len(plan.columns)), key=lambda place: uses[plan.columns[place].name] == "ignored")
        columns = []
        for place in sorted(shown[:MOST_COLUMNS]):
            about = plan.columns[place]
            values = [row[place] if place < len(row) else "" for row in plan.first_rows]
            use, look = uses[about.name], ColumnLook("text")
            if use != "text" and about.is_numeric:
                look = ColumnLook("quiet-number" if use == "ignored" else "number", 90)
            elif use != "text":
                look = ColumnLook("quiet" if use == "ignored" else "text", 120)
            columns.append(Column(about.name, values, look=look, is_number=about.is_numeric))
        self._rows.show_columns(columns)

    def _chosen(self) -> list[str]:
        if self._plan is None:
            return []
        return [self._plan.columns[number].name for number in self._columns.chosen_numbers()]

    def _tell(self, use: Use) -> None:
        chosen = self._chosen()
        if chosen:
            self.use_chosen.emit(chosen, use)

    def _on_row_chosen(self, number: int) -> None:
        if self._plan is not None and 0 <= number < len(self._plan.columns):
            self._use.show_value(self._uses[self._plan.columns[number].name])
