"""The recipes and models kept for comparison: what each was worth, to be chosen again or removed."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QStackedWidget

from app.pages.kit.table_view import ColumnLook, TableView
from app.pages.kit.widgets import Pane, Paragraph, column
from app.pages.training.recipe_choices import KeptRecipe, event_model_name, kept_event_model, on_page
from app.qt import wording
from app.qt.actions import offer_menu
from app.qt.array_table import Column
from app.qt.look.fonts import px


class KeptTable(QStackedWidget):
    """A table, or a sentence where nothing is kept yet."""

    taken = Signal(object)
    """A row whose choices are wanted again."""
    removed = Signal(object)
    """A row that is to go."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[KeptRecipe, ...] = ()
        self.view = TableView(self.tr("Kept recipes"), edges=(28, 28), remembered_as="kept recipes")
        self.view.row_opened.connect(self._take)
        offer_menu(self.view, self._menu)
        self.view.offer_key(self.tr("Delete recipe"), self._remove, QKeySequence.StandardKey.Delete)
        told = self.tr(
            "Nothing is kept of this corpus yet. Keep a recipe or a model, and compare the next one with it."
        )
        empty, words = Pane("panel"), Paragraph(px(21), told, role="quiet", is_small=True)
        column(words, -1, margins=(px(28), px(16), px(28), 0), owner=empty)
        self.addWidget(self.view)
        self.addWidget(empty)

    def show_rows(self, rows: tuple[KeptRecipe, ...]) -> None:
        """Show what is kept now."""
        self.setCurrentIndex(0 if rows else 1)
        if rows == self._rows:
            return
        self._rows = rows
        accuracies, losses, smoothings = (
            np.array([getattr(of, name) for of in of_all], dtype=np.float64)
            for of_all, name in ((rows, "accuracy"), (rows, "log_loss"), ([row.recipe for row in rows], "smoothing"))
        )
        sizes = [
            self.tr("all", "words") if row.n_words is None
            else wording.count(row.n_words) if row.n_words else self.tr("a list", "of words") for row in rows
        ]  # fmt: skip
        models = [event_model_name(kept_event_model(row)) for row in rows]
        tip = self.tr("On documents that were not seen, when it was kept")
        self.view.show_columns([
            Column(
                self.tr("Kept"), [(row.name, self.tr("model") if row.is_model else "") for row in rows],
                lambda pair: pair[0], ColumnLook("titled"),
            ),
            Column(
                self.tr("Accuracy"), accuracies, lambda share: wording.percent(share, 2), ColumnLook("number", 84),
                tip=tip,
            ),
            Column(
                self.tr("Log loss"), losses, lambda loss: wording.decimal(loss, 3), ColumnLook("number", 74), tip=tip
            ),
            Column(self.tr("Event model"), models, look=ColumnLook("quiet", 108, keeps=470)),
            Column(
                "α", smoothings, wording.significant, ColumnLook("quiet-number", 64, keeps=380),
                tip=self.tr("Smoothing"),
            ),
            Column(
                self.tr("Words"), sizes, look=ColumnLook("quiet-number", 78, keeps=540),
                is_number=True, tip=self.tr("Size of the vocabulary"),
            ),
        ])  # fmt: skip

    def _take(self, number: int) -> None:
        if on_page(self._rows[number].request) is not None:
            self.taken.emit(self._rows[number])

    def _remove(self) -> None:
        number = self.view.number_at(self.view.currentIndex().row())
        if number >= 0:
            self.removed.emit(self._rows[number])

    def _menu(self, at: QPoint) -> QMenu | None:
        place = self.view.rowAt(at.y())
        number = self.view.number_at(place)
        if number < 0:
            return None
        self.view.choose_row(place)
        menu = QMenu(self)
        take = menu.addAction(self.tr("Use these choices") + "\tEnter", lambda: self._take(number))
        take.setEnabled(on_page(self._rows[number].request) is not None)
        menu.addAction(self.tr("Delete") + "\t" + self.tr("Del"), self._remove)
        return menu
