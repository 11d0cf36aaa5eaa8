"""The history of verdicts: when, what, judged how; searched, thinned out, or cleared for good."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from app.domain.records import VerdictRecord
from app.features.classify.view_model import HistoryState, HistoryViewModel
from app.kit import wording
from app.kit.actions import escape_ampersands, set_context_menu
from app.kit.array_table import Column
from app.kit.fields import CheckBox, SearchField
from app.kit.look.fonts import px
from app.kit.page_head import EmptyPage, Notice, PageHead
from app.kit.page_model import render_parts, shows
from app.kit.painted_values import Label, VerdictCell, label_cell
from app.kit.table_view import ColumnLook, TableView, label_width
from app.kit.widgets import Button, column, make_bar, make_stack, row, set_checked_silently, set_up_dialog


class HistoryDialog(QDialog):
    """The dialog with the history of verdicts."""

    classify_wanted = Signal(object)
    """Emitted with the places to judge again: (path, member)."""

    def __init__(self, model: HistoryViewModel, labels: tuple[Label, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._colours = model, {label.name: label.colour for label in labels}
        self._labels = tuple(self._colours)
        self._listed: tuple[VerdictRecord, ...] = ()
        self.finished.connect(lambda _result: model.close())
        self._is_asking = False
        set_up_dialog(self, self.tr("History of verdicts"), 860, 560)
        self._view = TableView(self.tr("Verdicts"), edges=(24, 24))
        self._search = SearchField(self.tr("Search the history"))
        self._keeps = CheckBox(self.tr("Remember verdicts"), lambda is_on: model.keep_history(is_kept=is_on))
        self._forget = Button(self.tr("Forget selected"), self._on_forget_clicked)
        self._again = Button(self.tr("Classify again"), self._on_again_clicked)
        self._clear = Button(self.tr("Clear…"), self._on_clear_clicked)
        self._notice = Notice()
        self._lay_out()
        self._connect()
        self._parts = render_parts(
            self, model, self._show_head, self._show_notice, self._show_verdicts,
            shows("n_verdicts", "verdicts")(lambda _state: self._show_buttons()),
        )  # fmt: skip
        model.refresh()
        self._search.setFocus()

    def _lay_out(self) -> None:
        self._head = PageHead(self.tr("History"), self._again, self._forget, self._clear)
        self._notice_room, bar = QWidget(), make_bar(self._search, height=49)
        foot = make_bar(self._keeps, -1, Button(self.tr("Close"), self.reject), height=55, fill="paper", lines="t")
        row(self._notice, margins=(px(24), px(10), px(24), px(10)), owner=self._notice_room)
        lines = self.tr("Everything that you classify is listed here,\nwith the verdict and your correction.")
        self._pages = make_stack(self._view, EmptyPage(self.tr("Nothing was classified yet"), lines))
        column(self._head, self._notice_room, bar, self._pages, foot, owner=self).setStretch(3, 1)

    def _connect(self) -> None:
        model = self._model
        self._search.searched.connect(model.search)
        selection = self._view.selectionModel()
        selection.selectionChanged.connect(lambda _now, _before: self._show_buttons())
        self._view.table.modelReset.connect(self._show_buttons)
        self._view.key_typed.connect(self._on_key_typed)
        set_context_menu(self._view, lambda _at: self.menu())
        self._view.offer_key(self.tr("Forget selected"), self._on_forget_clicked, QKeySequence.StandardKey.Delete)

    @shows("is_kept", "is_looking", "n_verdicts", "verdicts", "search")
    def _show_head(self, state: HistoryState) -> None:
        set_checked_silently(self._keeps, is_checked=state.is_kept)
        self._pages.setCurrentIndex(1 if not state.n_verdicts and not state.is_looking else 0)
        self._head.show_facts(self._facts(state))

    def _facts(self, state: HistoryState) -> str:
        n_listed, n_known = len(state.listed), len(state.verdicts)
        facts = [self.tr("%Ln verdict(s) remembered in this workspace", "", state.n_verdicts)]
        if state.n_verdicts > n_known > 0:
            facts.append(self.tr("the last %Ln are listed", "", n_known))
        if state.search:
            facts.append(self.tr("%Ln found", "", n_listed))
        return wording.join_facts(facts)

    @shows("problem", "n_verdicts")
    def _show_notice(self, state: HistoryState) -> None:
        """Show the problem, or ask for confirmation to clear the history."""
        if not state.n_verdicts:
            self._is_asking = False
        if state.problem is not None:
            self._notice.show_failure(state.problem)
        elif self._is_asking:
            words = self.tr("%Ln verdict(s) will be forgotten for good. Your models do not change.", "",
                            state.n_verdicts)  # fmt: skip
            self._notice.show_problem(words, self.tr("Forget all"), self._model.clear)
        else:
            self._notice.show_failure(None)
        self._notice_room.setVisible(not self._notice.isHidden())

    @shows("verdicts", "search", "now")
    def _show_verdicts(self, state: HistoryState) -> None:
        self._listed = verdicts = state.listed
        width = label_width(self._colours, 68, is_first=False)
        labels = [label_cell(each.right_label or each.label, self._colours) for each in verdicts]
        judged_now = [(each, state.now.get(each.number)) for each in verdicts]
        nows = [
            None if label is None else label_cell(label, self._colours, is_strong=label != each.label)
            for each, label in judged_now
        ]
        shares = [VerdictCell(each.probability, self._colours.get(each.label or "", 0)) for each in verdicts]
        titles = [(each.title or each.member or each.path, self._remark(each)) for each in verdicts]
        self._view.show_columns([
            Column(
                self.tr("When"), [wording.format_short_date(int(each.judged_at)) for each in verdicts],
                look=ColumnLook("quiet", 120),
            ),
            Column(self.tr("Label"), labels, lambda cell: cell.name, ColumnLook("label", width)),
            Column(
                self.tr("Probability"), shares,
                lambda cell: wording.format_probability(cell.share) if cell.share is not None else "",
                ColumnLook("verdict", 119), is_number=True,
            ),
            Column(
                self.tr("Verdict now"), nows, lambda cell: cell.name if cell is not None else "",
                ColumnLook("label", max(width, 118)),
            ),
            Column(self.tr("Name"), titles, lambda pair: pair[0], ColumnLook("titled")),
            Column(self.tr("Model"), [each.model for each in verdicts], look=ColumnLook("quiet", 150, keeps=700)),
        ])  # fmt: skip

    def _remark(self, verdict: VerdictRecord) -> str:
        if verdict.problem:
            return self.tr("not read")
        if verdict.right_label is not None:
            return self.tr("corrected") if verdict.right_label != verdict.label else self.tr("confirmed")
        return self.tr("unsure") if verdict.is_unsure else ""

    def _show_buttons(self) -> None:
        self._forget.setEnabled(bool(self._view.chosen_rows()))
        self._again.setEnabled(bool(self._chosen_places()))
        self._clear.setEnabled(self._model.state.n_verdicts > 0)

    def _chosen(self) -> list[VerdictRecord]:
        return [self._listed[number] for number in self._view.chosen_numbers() if number < len(self._listed)]

    def _chosen_places(self) -> tuple[tuple[str, str], ...]:
        """Return (path, member) of the selected verdicts whose files still exist."""
        places = dict.fromkeys((each.path, each.member) for each in self._chosen() if each.path)
        return tuple(place for place in places if Path(place[0]).is_file())

    def menu(self) -> QMenu:
        """Return the context menu of the selected verdicts."""
        menu = QMenu(self)
        for number, label in enumerate(self._labels, start=1):
            words = self.tr("It is %1").replace("%1", escape_ampersands(label)) + (f"\t{number}" if number < 10 else "")
            menu.addAction(words, partial(self._correct_chosen, label))
        menu.addSeparator()
        again = menu.addAction(self.tr("Classify again"), self._on_again_clicked)
        again.setEnabled(bool(self._chosen_places()))
        menu.addAction(self.tr("Forget selected"), self._on_forget_clicked)
        return menu

    def _on_key_typed(self, key: str) -> None:
        if key.isdecimal() and 1 <= int(key) <= len(self._labels):
            self._correct_chosen(self._labels[int(key) - 1])

    def _correct_chosen(self, label: str) -> None:
        self._model.correct(self._chosen(), label)

    def _on_again_clicked(self) -> None:
        places = self._chosen_places()
        self.accept()
        self.classify_wanted.emit(places)

    def _on_forget_clicked(self) -> None:
        self._model.remove(tuple(each.number for each in self._chosen()))

    def _on_clear_clicked(self) -> None:
        self._is_asking = True
        self._parts.render_again(self._show_notice)
