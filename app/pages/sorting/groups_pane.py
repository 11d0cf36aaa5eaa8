"""Groups of what has no label, the most typical documents of the chosen one, and what can be done with it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from app.pages.kit.bases_of_painted_widgets import Pane, Words, column, row
from app.pages.kit.buttons import Button
from app.pages.kit.coloured_text import ColouredText
from app.pages.kit.table_view import ColumnLook, TableView
from app.pages.sorting.view_model import PileGroup, SortingState, SortingViewModel
from app.qt import wording
from app.qt.array_table import ROW_ROLE, ArrayTable, Column
from app.qt.look import fonts
from app.qt.look.fonts import px

SHOWN_CHARACTERS = 700
KEYS = {"n": "n", "т": "n", "m": "m", "ь": "m", "s": "s", "ы": "s", "o": "o", "щ": "o"}
"""The keys, and what stands on them where letters are Russian."""


class GroupsPane(QWidget):
    """The groups at the left; at the right the chosen one. N names it, M merges, S splits, O throws open."""

    def __init__(self, model: SortingViewModel) -> None:
        super().__init__()
        self._model, self._groups = model, tuple[PileGroup, ...]()
        looks = ColumnLook("text"), ColumnLook("quiet", 110, keeps=380), ColumnLook("number", 100)
        self._table, self.view = ArrayTable(), TableView(looks, edges=(20, 12))
        self.view.setModel(self._table)
        self.view.setAccessibleName(self.tr("Groups"))
        self._title, self._facts = Words(elide=Qt.TextElideMode.ElideRight), Words(role="quiet")
        self._title.setFont(fonts.subject())
        self._facts.setFont(fonts.small())
        self._text = ColouredText(size=13, line=21)
        self._text.setAccessibleName(self.tr("Most typical documents of the group"))
        self._name = QLineEdit(placeholderText=self.tr("Its name"), maxLength=200)
        self._name.setAccessibleName(self.tr("Name of the group"))
        self._give = Button(self.tr("Name"), self._on_name_entered, is_primary=True, key="N")
        self._merge = Button(self.tr("Merge"), model.merge_groups, key="M")
        self._split = Button(self.tr("Split"), model.split_group, key="S")
        self._open = Button(self.tr("Throw open"), model.throw_open, key="O")
        self._lay_out()
        self._name.returnPressed.connect(self._on_name_entered)
        self.view.key_typed.connect(self._on_key_typed)
        self.view.activated_row.connect(lambda _row: self._name.setFocus())
        self.view.selectionModel().selectionChanged.connect(lambda _now, _before: self._on_chosen())

    def _lay_out(self) -> None:
        right, naming, acts = Pane("panel", "l"), QWidget(), QWidget()
        row(self._name, self._give, owner=naming).setSpacing(px(8))
        row(self._merge, self._split, self._open, -1, owner=acts).setSpacing(px(8))
        hint = Words(self.tr("Naming labels what surely belongs to it; the rest is asked about."), role="quiet",
                     elide=Qt.TextElideMode.ElideRight)  # fmt: skip
        hint.setFont(fonts.small())
        self.view.setMinimumWidth(px(240))
        column(
            self._title, px(2), self._facts, px(8), self._text, px(10), naming, px(6), hint, px(10), acts,
            margins=(px(20), px(14), px(20), px(14)), owner=right,
        ).setStretch(4, 1)  # fmt: skip
        halves = row(self.view, right, owner=self)
        halves.setStretch(0, 4)
        halves.setStretch(1, 6)

    def show_groups(self, state: SortingState) -> None:
        """Show the groups and the chosen one."""
        if state.groups is not self._groups:
            self._groups = state.groups
            self._table.show_columns([
                Column(self.tr("Group"), np.array([self._named(group) for group in state.groups], object)),
                Column(self.tr("Label so far"), np.array([group.label or "" for group in state.groups], object)),
                Column(
                    self.tr("Documents"), np.array([len(group.documents) for group in state.groups], np.int64),
                    text=lambda n: wording.count(int(n)),
                ),
            ])  # fmt: skip
            self.view.fit_columns()
        if state.chosen and state.chosen != tuple(self._places()):
            self.view.choose_row(state.chosen[0])
        group = state.groups[state.chosen[0]] if state.chosen and state.chosen[0] < len(state.groups) else None
        self._title.setText("" if group is None else self._named(group))
        self._facts.setText("" if group is None else self._words_of(group))
        beginnings = (f"▪ {one.title}\n{one.text[:SHOWN_CHARACTERS].strip()}" for one in state.typical)
        self._text.show_text("\n\n".join(beginnings))
        for button in (self._give, self._split, self._open):
            button.setEnabled(group is not None)
        self._name.setEnabled(group is not None)
        self._merge.setEnabled(len(state.chosen) > 1)

    def _named(self, group: PileGroup) -> str:
        name = group.name or self.tr("few words")
        return self.tr("new: %1").replace("%1", name) if group.is_new else name

    def _words_of(self, group: PileGroup) -> str:
        words = [self.tr("%Ln document(s)", "", len(group.documents)), self.tr("%Ln surely in it", "", len(group.core))]
        if group.is_new:
            words.append(self.tr("like each other and like nothing that was there before"))
        return wording.joined(words)

    def _places(self) -> list[int]:
        return [int(self.view.model().index(one, 0).data(ROW_ROLE)) for one in self.view.chosen_rows()]

    def _on_chosen(self) -> None:
        if places := self._places():
            self._model.choose_groups(places)

    @Slot(str)
    def _on_key_typed(self, typed: str) -> None:
        acts = {"n": self._name.setFocus, "m": self._model.merge_groups, "s": self._model.split_group,
                "o": self._model.throw_open}  # fmt: skip
        act = acts.get(KEYS.get(typed.lower(), ""))
        if act is not None:
            act()

    def _on_name_entered(self) -> None:
        name = self._name.text().strip()
        if not name:
            self._name.setFocus()
            return
        self._name.clear()
        self._model.name_group(name)
        self.view.setFocus()
