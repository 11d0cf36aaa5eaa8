"""The full calculation of one verdict in a window, and the event models side by side on the same document."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QGuiApplication, QPageLayout
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QWidget

from app.domain.errors import AppError
from app.features.explain.view_model import SheetState, SheetViewModel
from app.kit.fields import ask_save_path
from app.kit.look.fonts import px
from app.kit.page_head import Notice, PageHead, TabBar
from app.kit.page_model import render_parts, shows
from app.kit.table_view import SheetView
from app.kit.widgets import (
    Button,
    Link,
    Pane,
    column,
    make_bar,
    make_remark,
    make_stack,
    set_up_dialog,
    with_accessible_name,
)

DIALOG_WIDTH, DIALOG_HEIGHT = 1000, 680
"""Fits a screen of 1024 × 768, and the words of a filter with their nine columns fit in it."""


class WorkingDialog(QDialog):
    """Shows what its view-model holds; the page behind it stays in use."""

    def __init__(self, model: SheetViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        model.setParent(self)
        set_up_dialog(self, self.tr("Full calculation"), DIALOG_WIDTH, DIALOG_HEIGHT)
        self._working, self._side, self._notice = (
            with_accessible_name(SheetView(), self.tr("Step by step")),
            SheetView(),
            Notice(),
        )
        self._side.setAccessibleName(self.tr("Event models side by side"))
        self._tabs = TabBar(self.tr("Step by step"), self.tr("Event models side by side"))
        self._sheets = make_stack(self._working, self._side)
        self._every = Link("", lambda: model.show_every_step(is_wanted=not model.state.has_every_step), is_small=True)
        self._note = make_remark(
            self.tr("The spreadsheet recalculates the verdict when you change a count."), elide=None
        )
        self._lay_out()
        model.saved.connect(self._on_saved)
        render_parts(self, model, self._show_head, self._show_links, self._show_sheets)
        model.start()

    def _lay_out(self) -> None:
        def ask_save() -> None:
            kinds = self.tr("Spreadsheet (*.xlsx);;PDF (*.pdf);;Web page (*.html);;Text (*.txt)")
            name = self.tr("calculation") + ".xlsx"
            ask_save_path(self, self.tr("Save the calculation"), name, kinds, self.save)

        self._acts = (
            Button(self.tr("Copy"), self._copy), Button(self.tr("Print…"), self._ask_print),
            Button(self.tr("Save…"), ask_save),
        )  # fmt: skip
        self._head = PageHead(self.tr("Full calculation"), *self._acts)
        body, bar = Pane("panel"), make_bar(self._tabs, -1, height=41, sides=(13, 24))
        column(self._notice, self._sheets, margins=(px(24), px(12), px(12), 0), owner=body).setStretch(1, 1)
        foot = make_bar(self._every, px(16), self._note, -1, height=41, fill="paper", lines="t")
        column(self._head, bar, body, foot, owner=self).setStretch(2, 1)
        self._tabs.currentChanged.connect(self._sheets.setCurrentIndex)

    @shows("title", "problem")
    def _show_head(self, state: SheetState) -> None:
        self._head.show_facts(state.title)
        self._notice.show_failure(state.problem)

    @shows("written", "has_every_step")
    def _show_links(self, state: SheetState) -> None:
        for act in self._acts:
            act.setEnabled(state.written is not None)
        written = state.written
        self._every.setVisible(written is not None and (written.n_left_out > 0 or state.has_every_step))
        self._every.setText(self.tr("Combine the weaker steps") if state.has_every_step else self.tr("Show every step"))

    @shows("written")
    def _show_sheets(self, state: SheetState) -> None:
        written = state.written
        if written is not None:
            self._working.show_parts(written.parts)
            self._side.show_parts(written.side_parts)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._model.text())
        self._note.setText(self.tr("Copied"))

    def _ask_print(self) -> None:
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        asked = QPrintDialog(printer, self)
        if asked.exec() == QDialog.DialogCode.Accepted:
            self.print_on(printer)

    def print_on(self, printer: QPrinter) -> None:
        """Print what is shown; a printer that is a file is written as every file is."""
        if printer.outputFileName():
            self._save_pdf(Path(printer.outputFileName()), printer.pageLayout())
        else:
            self._shown().print_on(printer)

    def save(self, path: Path) -> None:
        """Write the sheet; a PDF has what is shown, everything else every step."""
        self._notice.show_failure(None)
        if path.suffix.lower() == ".pdf":
            self._save_pdf(path)
        else:
            self._model.save(path)

    def _save_pdf(self, path: Path, page: QPageLayout | None = None) -> None:
        try:
            self._shown().save_pdf(path, page)
        except AppError as error:
            self._notice.show_failure(error)
            return
        self._on_saved(path.name)

    def _shown(self) -> SheetView:
        return self._working if self._sheets.currentIndex() == 0 else self._side

    def _on_saved(self, name: str) -> None:
        self._note.setText(self.tr("“%1” was saved").replace("%1", name))
