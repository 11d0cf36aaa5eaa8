"""The Inbox page: watched places at the left, what is to be settled and what was filed today at the right."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import QFileDialog, QLayout, QScrollArea, QStackedWidget, QWidget

from app.domain.arrivals import Arrival, WatchedPlace
from app.pages.inbox.model import InboxState, InboxViewModel, goes_to
from app.pages.kit.buttons import Button, Link
from app.pages.kit.empty_page import EmptyPage
from app.pages.kit.notice import Notice
from app.pages.kit.page_head import PageHead
from app.pages.kit.painted import Pane, Words, column, row
from app.pages.kit.table_view import ColumnLook, TableView
from app.qt import wording
from app.qt.array_table import ROW_ROLE, ArrayTable, Column
from app.qt.look import fonts
from app.qt.look.fonts import px
from app.qt.problems import sentence_for

MOST_LABELS = 9


class InboxPage(Pane):
    """Keys 1 to 9 settle what is chosen in the tray, L leaves it for later; Z brings back what is chosen below."""

    def __init__(self, model: InboxViewModel) -> None:
        super().__init__("paper")
        self._model = model
        self._shown: tuple[tuple[Arrival, ...], tuple[Arrival, ...]] | None = None
        self._labels: tuple[str, ...] = ()
        self._tray, self._tray_view = _table((ColumnLook("text"), ColumnLook("quiet", 180), ColumnLook("quiet", 170)))
        self._filed, self._filed_view = _table(
            (ColumnLook("quiet", 84), ColumnLook("text"), ColumnLook("quiet", 150), ColumnLook("quiet", 190))
        )
        self._pause = Button(self.tr("Pause"), self._on_pause_clicked)
        self._day = Button(self.tr("Undo this day"), model.put_back_day)
        self._back = Button(self.tr("Put back"), self._on_put_back_clicked, key="Z")
        self._later = Button(self.tr("Later"), self._on_later_clicked, key="L")
        self._notice, self._answers, self._places = Notice(), QWidget(), QWidget()
        self._answer_row, self._place_column = row(owner=self._answers), column(owner=self._places)
        self._answer_row.setSpacing(px(8))
        self._lay_out()
        for view in (self._tray_view, self._filed_view):
            view.selectionModel().selectionChanged.connect(lambda _now, _before: self._show_buttons())
        self._tray_view.key_typed.connect(self._on_tray_key_typed)
        self._filed_view.key_typed.connect(self._on_filed_key_typed)
        model.state_changed.connect(self.render_state)
        self.render_state(model.state)

    def _lay_out(self) -> None:
        self._head = PageHead(self.tr("Inbox"), self._pause)
        self._tray_view.setAccessibleName(self.tr("To settle"))
        self._filed_view.setAccessibleName(self.tr("Filed today"))
        self._tray_head, self._filed_head = _head(), _head()
        right, settle, filed = QWidget(), QWidget(), QWidget()
        margins = (px(20), px(8), px(20), px(8))
        row(self._tray_head, -1, self._answers, px(8), self._later, margins=margins, owner=settle)
        row(self._filed_head, -1, self._back, px(8), self._day, margins=margins, owner=filed)
        column(self._notice, settle, self._tray_view, filed, self._filed_view, owner=right)
        scroll = QScrollArea(widgetResizable=True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        left, below = Pane("panel", "r"), QWidget()
        add = QWidget()
        column(self._places, px(8), self._add_links(), -1, margins=(px(16), px(16), px(16), px(16)), owner=add)
        scroll.setWidget(add)
        left.setFixedWidth(px(270))
        column(scroll, owner=left)
        row(left, right, owner=below).setStretch(1, 1)
        lines = self.tr(
            "Nothing is watched until you add a place.\nIt begins with a trial: it only says what it would do."
        )
        self._pages = QStackedWidget()
        self._pages.addWidget(below)
        link = (self.tr("Add a mailbox file…"), self._on_add_file)
        title, act = self.tr("Let Bayleaf watch a mailbox or a folder"), self.tr("Add a folder…")
        self._pages.addWidget(EmptyPage(title, lines, act, self._on_add_folder, link))
        column(self._head, self._pages, owner=self).setStretch(1, 1)
        self.setProperty("first_focus", self._tray_view)

    def _add_links(self) -> QWidget:
        links = QWidget()
        folder, file = (
            Link(self.tr("Add a folder…"), self._on_add_folder),
            Link(self.tr("Add a mailbox file…"), self._on_add_file),
        )
        column(folder, px(4), file, owner=links)
        return links

    # State

    @Slot(object)
    def render_state(self, state: InboxState) -> None:
        """Show the state; called with every change, safe to call twice."""
        inbox = state.inbox
        self._pages.setCurrentIndex(0 if inbox.places else 1)
        self._pause.setVisible(bool(inbox.places))
        self._pause.setText(self.tr("Go on") if state.is_paused else self.tr("Pause"))
        self._head.show_facts(self._facts(state))
        self._notice.show_problem(sentence_for(state.problem) if state.problem is not None else "")
        if (inbox.tray, inbox.today) != self._shown:
            self._shown = (inbox.tray, inbox.today)
            self._show_arrivals(inbox.tray, inbox.today)
        self._tray_head.setText(self.tr("%Ln to settle", "", len(inbox.tray)))
        self._filed_head.setText(self._filed_words(inbox.today))
        self._show_places(state)
        self._show_answers(inbox.labels)
        self._show_buttons()

    def _facts(self, state: InboxState) -> str:
        inbox = state.inbox
        if not inbox.places:
            return ""
        facts = [self.tr("Watching %Ln place(s)", "", len(inbox.places))]
        facts.append(self.tr("%Ln arrived today", "", inbox.n_arrived))
        if state.is_paused:
            facts.append(self.tr("paused by you"))
        if state.is_watched_elsewhere:
            facts.append(self.tr("another program watches for this workspace"))
        return wording.joined(facts)

    def _filed_words(self, today: tuple[Arrival, ...]) -> str:
        n_would = sum(arrival.state == "would" for arrival in today)
        n_filed = sum(arrival.batch is not None and arrival.state in ("filed", "settled") for arrival in today)
        words = [self.tr("%Ln filed today", "", n_filed)]
        if n_would:
            words.append(self.tr("%Ln would have been filed", "", n_would))
        return wording.joined(words)

    def _show_arrivals(self, tray: tuple[Arrival, ...], today: tuple[Arrival, ...]) -> None:
        self._tray.show_columns([
            Column(self.tr("Subject"), _cells([_title(each) for each in tray])),
            Column(self.tr("From or file"), _cells([each.sender or Path(each.path).name for each in tray])),
            Column(self.tr("Reason"), _cells([doubt_words(each) for each in tray])),
        ])  # fmt: skip
        self._filed.show_columns([
            Column(self.tr("Time"), _cells([wording.short_date(int(each.arrived_at)) for each in today])),
            Column(self.tr("Subject"), _cells([_title(each) for each in today])),
            Column(self.tr("From or file"), _cells([each.sender or Path(each.path).name for each in today])),
            Column(self.tr("Filed to"), _cells([_outcome(each) for each in today])),
        ])  # fmt: skip
        if tray:
            self._tray_view.selectRow(0)

    def _show_places(self, state: InboxState) -> None:
        _clear(self._place_column)
        for place in state.inbox.places:
            self._place_column.addWidget(self._place(place, is_away=place.path in state.unreachable))

    def _place(self, place: WatchedPlace, *, is_away: bool) -> QWidget:
        model, made = self._model, QWidget()
        name, words = Words(Path(place.path).name, elide=Qt.TextElideMode.ElideMiddle), Words(role="quiet")
        words.setFont(fonts.small())
        words.setText(self._place_words(place, is_away=is_away))
        trial = Link(self.tr("File from now on"), partial(self._on_file_clicked, place.path), is_small=True)
        if not place.is_trial:
            trial = Link(self.tr("Only a trial"), partial(model.change_place, place.path, is_trial=True), is_small=True)
        stop = Link(self.tr("Stop watching"), partial(model.remove_place, place.path), is_small=True, is_quiet=True)
        links = QWidget()
        row(trial, px(12), stop, -1, owner=links)
        column(name, words, links, px(12), owner=made)
        return made

    def _place_words(self, place: WatchedPlace, *, is_away: bool) -> str:
        if is_away:
            return self.tr("not reachable")
        if place.is_trial:
            return self.tr("trial: only says what it would do")
        return self.tr("files to %1").replace("%1", Path(place.file_to).name)

    def _show_answers(self, labels: tuple[str, ...]) -> None:
        if labels == self._labels:
            return
        self._labels = labels
        _clear(self._answer_row)
        for number, label in enumerate(labels[:MOST_LABELS], start=1):
            self._answer_row.addWidget(Button(label, partial(self._settle, number), key=str(number)))

    def _show_buttons(self) -> None:
        arrival = self._chosen(self._filed_view, self._model.state.inbox.today)
        self._back.setEnabled(arrival is not None and arrival.state == "filed")
        self._day.setEnabled(any(each.state == "filed" for each in self._model.state.inbox.today))
        has_chosen = self._chosen(self._tray_view, self._model.state.inbox.tray) is not None
        self._answers.setEnabled(has_chosen)
        self._later.setEnabled(has_chosen)

    # What the person does

    @Slot(str)
    def _on_tray_key_typed(self, key: str) -> None:
        if key.isdigit() and 1 <= int(key) <= len(self._labels[:MOST_LABELS]):
            self._settle(int(key))
        elif key.lower() in ("l", "д"):
            self._on_later_clicked()

    @Slot(str)
    def _on_filed_key_typed(self, key: str) -> None:
        if key.lower() in ("z", "я"):
            self._on_put_back_clicked()

    def _settle(self, number: int) -> None:
        arrival = self._chosen(self._tray_view, self._model.state.inbox.tray)
        if arrival is not None:
            self._model.settle(arrival.number, self._labels[number - 1])

    def _on_later_clicked(self) -> None:
        arrival = self._chosen(self._tray_view, self._model.state.inbox.tray)
        if arrival is not None:
            self._model.put_off(arrival.number)

    def _on_put_back_clicked(self) -> None:
        arrival = self._chosen(self._filed_view, self._model.state.inbox.today)
        if arrival is not None and arrival.state == "filed":
            self._model.put_back(arrival.number)

    def _on_pause_clicked(self) -> None:
        self._model.pause(is_paused=not self._model.state.is_paused)

    def _on_add_folder(self) -> None:
        self._with_path(QFileDialog.getExistingDirectory(self, self.tr("Watch a folder")), self._model.add_place)

    def _on_add_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Watch a mailbox"))
        self._with_path(name, self._model.add_place)

    def _on_file_clicked(self, path: str) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("Folder for the folders of labels"))
        self._with_path(name, lambda chosen: self._model.change_place(path, is_trial=False, file_to=str(chosen)))

    @staticmethod
    def _with_path(name: str, act: Callable[[Path], object]) -> None:
        if name:
            act(Path(name))

    @staticmethod
    def _chosen(view: TableView, arrivals: tuple[Arrival, ...]) -> Arrival | None:
        rows = view.chosen_rows()
        if not rows:
            return None
        number = int(view.model().index(rows[0], 0).data(ROW_ROLE))
        return arrivals[number] if number < len(arrivals) else None


def _table(looks: tuple[ColumnLook, ...]) -> tuple[ArrayTable, TableView]:
    table, view = ArrayTable(), TableView(looks, edges=(20, 20))
    view.setModel(table)
    view.show_looks(looks)
    return table, view


def _title(arrival: Arrival) -> str:
    return arrival.title or Path(arrival.path).name


def _outcome(arrival: Arrival) -> str:
    return wording.joined([words for words in (goes_to(arrival), arrival_remark(arrival)) if words])


def _head() -> Words:
    made = Words()
    made.setFont(fonts.body(600))
    return made


def _cells(values: list[str]) -> np.ndarray[tuple[int], np.dtype[np.object_]]:
    made = np.empty(len(values), dtype=object)
    made[:] = values
    return made


def _clear(layout: QLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()


def doubt_words(arrival: Arrival) -> str:
    """Say why something waits to be settled."""
    words = {
        "close call": QCoreApplication.translate("Inbox", "close call"),
        "few words": QCoreApplication.translate("Inbox", "few words"),
        "new kind": QCoreApplication.translate("Inbox", "new kind"),
        "new sender": QCoreApplication.translate("Inbox", "new sender"),
        "two labels": QCoreApplication.translate("Inbox", "two labels"),
        "daily limit": QCoreApplication.translate("Inbox", "enough was filed today"),
        "full": QCoreApplication.translate("Inbox", "no room left"),
        "unsure": QCoreApplication.translate("Inbox", "unsure"),
    }
    return words.get(arrival.reason, arrival.reason)


def arrival_remark(arrival: Arrival) -> str:
    """Say what became of something, where that is more than filed."""
    words = {
        "would": QCoreApplication.translate("Inbox", "would be filed"),
        "put back": QCoreApplication.translate("Inbox", "put back by you"),
        "settled": QCoreApplication.translate("Inbox", "by you"),
        "failed": QCoreApplication.translate("Inbox", "not filed"),
    }
    return words.get(arrival.state, "")
