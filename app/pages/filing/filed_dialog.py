"""The dialog of what was filed away, file by file, and the way back."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QStackedWidget, QWidget

from app.domain import sentences
from app.domain.records import FileMove
from app.pages.filing.dialog import EDGE, shown_source
from app.pages.filing.view_model import FilingReport
from app.pages.kit.bases_of_painted_widgets import Pane, column, row
from app.pages.kit.buttons import Button
from app.pages.kit.empty_page import EmptyPage
from app.pages.kit.page_head import PageHead
from app.pages.kit.table_view import ColumnLook, TableView, label_width
from app.pages.painted_values import Label, LabelCell
from app.qt import wording
from app.qt.array_table import ArrayTable, Column
from app.qt.error_sentences import translated_template
from app.qt.look.fonts import px


class FiledDialog(QDialog):
    """A batch of moves and what became of each."""

    def __init__(
        self,
        report: FilingReport,
        on_undo: Callable[[], object],
        labels: tuple[Label, ...],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._report, self._on_undo = report, on_undo
        self._colours = {label.name: label.colour for label in labels}
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Filed away"))
        self.resize(px(820), px(480))
        self._undo = Button(self.tr("Bring them back"), self._on_undo_clicked, is_primary=True)
        self._undo.setVisible(report.count("done") > 0)
        self._undo.setDefault(True)
        self._head = PageHead(self.tr("Filed away"))
        self._head.show_facts(self._facts())
        looks = (
            ColumnLook("label", label_width(self._colours, 84) + EDGE),
            ColumnLook("path"),
            ColumnLook("quiet-path"),
        )
        self._table, self._view = ArrayTable(self._columns()), TableView(looks, edges=(24, 24))
        self._view.setModel(self._table)
        self._view.setAccessibleName(self.tr("Filed away"))
        lines = self.tr("On the Classify page, “File away…” shows where everything would go\nbefore anything is moved.")
        pages, foot = QStackedWidget(), Pane("paper", "t")
        pages.addWidget(self._view)
        pages.addWidget(EmptyPage(self.tr("Nothing was filed away yet"), lines))
        pages.setCurrentIndex(0 if report.moves else 1)
        foot.setFixedHeight(px(55))
        row(-1, Button(self.tr("Close"), self.reject), px(8), self._undo, margins=(px(24), 0, px(24), 0), owner=foot)
        column(self._head, pages, foot, owner=self).setStretch(1, 1)

    def _facts(self) -> str:
        moves = self._report.moves
        if not moves:
            return ""
        counts = [
            (self._report.count("done"), self.tr("filed")),
            (self._report.count("undone"), self.tr("brought back")),
            (self._report.count("failed"), self.tr("stayed")),
        ]
        date = wording.long_date(int(max(move.changed_at for move in moves)))
        return wording.joined([date, *(f"{name} {wording.count(n)}" for n, name in counts if n)])

    def _columns(self) -> list[Column]:
        moves = self._report.moves
        labels, names, places = (np.empty(len(moves), dtype=object) for _ in range(3))
        cells = {label: LabelCell(label, self._colours.get(label, -1)) for label in {move.label for move in moves}}
        labels[:] = [cells[move.label] for move in moves]
        names[:] = [shown_source(move) for move in moves]
        places[:] = moves
        return [
            Column(self.tr("Label"), labels, lambda cell: cell.name),
            Column(self.tr("File"), names),
            Column(self.tr("What became of it"), places, self._outcome),
        ]

    def _outcome(self, move: FileMove) -> str:
        if move.reason:
            return sentences.filing_sentence(shown_source(move), move.reason).render(translated_template)
        if move.state == "undone":
            return self.tr("brought back")
        return move.target

    def _on_undo_clicked(self) -> None:
        self._on_undo()
        self.accept()
