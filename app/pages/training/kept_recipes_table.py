"""The recipes and models kept for comparison: what each was worth, to be chosen again or removed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QStackedWidget

from app.pages.documents.shelves import popped
from app.pages.kit.table_view import ColumnLook, TableView
from app.pages.kit.widgets import Pane, Paragraph, column
from app.pages.training.recipe_choices import KeptRecipe, event_model_name, kept_event_model, on_page
from app.qt import wording
from app.qt.actions import make_action
from app.qt.array_table import ROW_ROLE, ArrayTable, Column
from app.qt.look import fonts
from app.qt.look.fonts import px

LOOKS = (
    ColumnLook("titled"),
    ColumnLook("number", 84),
    ColumnLook("number", 74),
    ColumnLook("quiet", 108, keeps=470),
    ColumnLook("quiet-number", 64, keeps=380),
    ColumnLook("quiet-number", 78, keeps=540),
)


class KeptTable(QStackedWidget):
    """A table, or a sentence where nothing is kept yet."""

    taken = Signal(object)
    """A row whose choices are wanted again."""
    removed = Signal(object)
    """A row that is to go."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[KeptRecipe, ...] = ()
        self._table, self.view = ArrayTable(), TableView(LOOKS, edges=(28, 28))
        self.view.setModel(self._table)
        self.view.setAccessibleName(self.tr("Kept recipes"))
        self.view.setObjectName("kept recipes")
        self.view.activated_row.connect(self._on_row_activated)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._on_menu_wanted)
        self._on_row(self.tr("Delete recipe"), self._remove, QKeySequence.StandardKey.Delete)
        empty, words = Pane("panel"), Paragraph(px(21), role="quiet")
        words.setFont(fonts.small())
        words.show_words(
            self.tr("Nothing is kept of this corpus yet. Keep a recipe or a model, and compare the next one with it.")
        )
        column(words, -1, margins=(px(28), px(16), px(28), 0), owner=empty)
        self.addWidget(self.view)
        self.addWidget(empty)

    def _on_row(self, name: str, act: Callable[[], object], key: QKeySequence.StandardKey) -> None:
        make_action(self.view, name, act, shortcut=key, context=Qt.ShortcutContext.WidgetShortcut)

    def show_rows(self, rows: tuple[KeptRecipe, ...]) -> None:
        """Show what is kept now."""
        self.setCurrentIndex(0 if rows else 1)
        if rows == self._rows:
            return
        self._rows = rows
        titles = np.empty(len(rows), dtype=object)
        titles[:] = [(row.name, self.tr("model") if row.is_model else "") for row in rows]
        models = np.array([event_model_name(kept_event_model(row)) for row in rows], dtype=object)
        smoothings = np.array([row.recipe.smoothing for row in rows], dtype=np.float64)
        sizes = np.array([self._size_of(row) for row in rows], dtype=object)
        accuracies, losses = (
            np.array([getattr(row, name) for row in rows], dtype=np.float64) for name in ("accuracy", "log_loss")
        )
        tip = self.tr("On documents that were not seen, when it was kept")
        self._table.show_columns([
            Column(self.tr("Kept"), titles, lambda pair: pair[0]),
            Column(self.tr("Accuracy"), accuracies, lambda share: wording.percent(share, 2), tip=tip),
            Column(self.tr("Log loss"), losses, lambda loss: wording.decimal(loss, 3), tip=tip),
            Column(self.tr("Event model"), models),
            Column("α", smoothings, wording.significant, tip=self.tr("Smoothing")),
            Column(self.tr("Words"), sizes, is_number=True, tip=self.tr("Size of the vocabulary")),
        ])  # fmt: skip
        self.view.fit_columns()

    def _size_of(self, row: KeptRecipe) -> str:
        if row.n_words is None:
            return self.tr("all", "words")
        return wording.count(row.n_words) if row.n_words else self.tr("a list", "of words")

    def _row_at(self, place: int) -> KeptRecipe | None:
        number = self._table.index(place, 0).data(ROW_ROLE) if place >= 0 else None
        return self._rows[number] if isinstance(number, int) and number < len(self._rows) else None

    @Slot(int)
    def _on_row_activated(self, place: int) -> None:
        row = self._row_at(place)
        if row is not None and on_page(row.request) is not None:
            self.taken.emit(row)

    def _remove(self) -> None:
        row = self._row_at(self.view.currentIndex().row())
        if row is not None:
            self.removed.emit(row)

    @Slot(QPoint)
    def _on_menu_wanted(self, at: QPoint) -> None:
        place = self.view.rowAt(at.y())
        row = self._row_at(place)
        if row is None:
            return
        self.view.choose_row(place)
        menu = QMenu(self)
        take = menu.addAction(self.tr("Use these choices") + "\tEnter")
        take.setEnabled(on_page(row.request) is not None)
        take.triggered.connect(lambda _checked=False: self._on_row_activated(place))
        menu.addAction(self.tr("Delete") + "\t" + self.tr("Del")).triggered.connect(
            lambda _checked=False: self._remove()
        )
        popped(menu, self.view.viewport().mapToGlobal(at))
