"""The Inbox page: watched places at the left, what is to be settled and what was filed today at the right."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.domain.records import Arrival
from app.pages.inbox.places_panel import PlacesPanel, shortened
from app.pages.inbox.server_mailboxes import ThunderbirdDialog
from app.pages.inbox.settling_strip import SettlingStrip, doubt_words, outcome, title
from app.pages.inbox.view_model import InboxState, InboxViewModel, other_label
from app.pages.kit.page_head import EmptyPage, Notice, PageHead
from app.pages.kit.table_view import ColumnLook, TableView
from app.pages.kit.widgets import Button, Pane, column, heading, row, stacked
from app.qt import wording
from app.qt.array_table import Column
from app.qt.look.fonts import px


class InboxPage(Pane):
    """Keys 1 to 9 settle what is chosen in the tray, L leaves it for later; Z brings back what is chosen below."""

    def __init__(self, model: InboxViewModel) -> None:
        super().__init__("paper")
        self.model = model
        self._shown: tuple[tuple[Arrival, ...], tuple[Arrival, ...]] | None = None
        self._tray, self._filed = (
            TableView(name, edges=(20, 20)) for name in (self.tr("To settle"), self.tr("Filed today"))
        )
        self._pause = Button(self.tr("Pause"), model.pause_or_go_on)
        self._thunderbird = Button(self.tr("Connect Thunderbird…"), lambda: ThunderbirdDialog(self.model, self).open())
        self._day = Button(self.tr("Undo this day"), model.put_back_day)
        self._back = Button(self.tr("Put back"), self._on_put_back_clicked, key="Z")
        self._learn = Button("", self._on_learn_clicked)
        self._days = Button(self.tr("All days"), lambda: model.show_days(has_all_days=not model.state.has_all_days))
        self._offered: tuple[tuple[str, ...], bool] | None = None
        self._notice, self._strip = Notice(), SettlingStrip(self._settle, self._on_later_clicked, model.paper)
        self._panel = PlacesPanel(model)
        self._lay_out()
        self._filed.selectionModel().selectionChanged.connect(lambda _now, _before: self._show_buttons())
        self._tray.selectionModel().selectionChanged.connect(lambda _now, _before: self._on_tray_chosen())
        self._tray.key_typed.connect(self._on_tray_key_typed)
        self._filed.key_typed.connect(lambda key: self._on_put_back_clicked() if key.lower() in ("z", "я") else None)
        model.state_changed.connect(self.render_state)
        self.render_state(model.state)

    def _lay_out(self) -> None:
        self._head = PageHead(self.tr("Inbox"), self._thunderbird, self._pause)
        self._tray_head, self._filed_head = heading(), heading(elide=Qt.TextElideMode.ElideRight)
        right, margins = QWidget(), (px(20), px(8), px(20), px(8))
        settle, buttons = row(self._tray_head, -1, margins=margins), (self._learn, self._back, self._day, self._days)
        filed = row(self._filed_head, *(part for button in buttons for part in (px(8), button)), margins=margins)
        filed.setStretch(0, 1)
        rows = column(self._notice, settle, self._tray, self._strip, filed, self._filed, owner=right)
        for place, share in ((2, 2), (3, 2), (5, 2)):
            rows.setStretch(place, share)
        below = QWidget()
        row(self._panel, right, owner=below).setStretch(1, 1)
        self._empty = QWidget()
        self._pages = stacked(below, self._empty)
        column(self._head, self._pages, owner=self).setStretch(1, 1)
        self.setProperty("first_focus", self._tray)

    def _offer(self, found: tuple[str, ...], *, has_server_program: bool) -> None:
        """Offer an inbox that was found, or one on a server, where nothing is watched yet."""
        if (found, has_server_program) == self._offered:
            return
        self._offered, old = (found, has_server_program), self._empty
        lines = self.tr(
            "Nothing is watched until you add a place.\nIt begins with a trial: it only says what it would do."
        )
        link = (self.tr("Add a mailbox file…"), self._panel.add_file)
        if has_server_program:
            link = (self.tr("Add a mailbox on a server…"), self._panel.add_on_server)
        elif found:
            words = self.tr("Watch %1").replace("%1", shortened(found[0]))
            link = (words, partial(self.model.add_place, Path(found[0])))
        title, act = self.tr("Let Bayleaf watch a mailbox or a folder"), self.tr("Add a folder…")
        self._empty = EmptyPage(title, lines, act, self._panel.add_folder, link)
        self._pages.removeWidget(old)
        self._pages.addWidget(self._empty)
        old.deleteLater()

    # State

    def render_state(self, state: InboxState) -> None:
        """Show the state; called with every change, safe to call twice."""
        inbox = state.inbox
        self._offer(state.found, has_server_program=state.has_server_program)
        self._pages.setCurrentIndex(0 if inbox.places or inbox.tray or inbox.today or state.mailboxes else 1)
        self._pause.setVisible(bool(inbox.places))
        self._pause.setText(self.tr("Go on") if state.is_paused else self.tr("Pause"))
        self._head.show_facts(self._facts(state))
        self._notice.show_failure(state.problem or state.mailbox_problem)
        if (inbox.tray, inbox.today) != self._shown:
            self._shown = (inbox.tray, inbox.today)
            self._show_arrivals(inbox.tray, inbox.today)
        waiting = self.tr("%Ln to settle", "", len(inbox.tray))
        begin = self.tr("what comes from now on; what was there before is left alone")
        has_any = inbox.tray or inbox.today or inbox.n_arrived
        self._tray_head.setText(wording.joined([waiting, "" if has_any else begin]))
        self._filed_head.setText(self._filed_words(inbox.today))
        self._days.setText(self.tr("Only today") if state.has_all_days else self.tr("All days"))
        self._panel.show_state(state)
        self._strip.show_labels(inbox.labels)
        self._strip.show_text(state.text)
        self._show_buttons()

    def _facts(self, state: InboxState) -> str:
        inbox = state.inbox
        if not inbox.places:
            return ""
        return wording.joined([
            self.tr("Watching %Ln place(s)", "", len(inbox.places)),
            self.tr("%Ln arrived today", "", inbox.n_arrived),
            self.tr("paused by you") if state.is_paused else "",
            self.tr("another program watches for this workspace") if state.is_watched_elsewhere else "",
        ])  # fmt: skip

    def _filed_words(self, today: tuple[Arrival, ...]) -> str:
        n_would, n_back = (sum(arrival.state == state for arrival in today) for state in ("would", "put back"))
        n_filed = sum(arrival.batch is not None and arrival.state in ("filed", "settled") for arrival in today)
        has_all_days = self.model.state.has_all_days
        return wording.joined([
            self.tr("%Ln filed", "", n_filed) if has_all_days else self.tr("%Ln filed today", "", n_filed),
            self.tr("%Ln put back; an undo teaches nothing", "", n_back) if n_back else "",
            self.tr("%Ln would have been filed", "", n_would) if n_would else "",
        ])  # fmt: skip

    def _show_arrivals(self, tray: tuple[Arrival, ...], today: tuple[Arrival, ...]) -> None:
        self._tray.show_columns([
            Column(self.tr("Subject"), [title(each) for each in tray]),
            _sender_column(self.tr("From or file"), tray, 180),
            Column(self.tr("Reason"), [doubt_words(each) for each in tray], look=ColumnLook("quiet", 170)),
        ])  # fmt: skip
        self._filed.show_columns([
            Column(
                self.tr("Time"), [wording.short_date(int(each.arrived_at)) for each in today],
                look=ColumnLook("quiet", 84),
            ),
            Column(self.tr("Subject"), [title(each) for each in today]),
            _sender_column(self.tr("From or file"), today, 150),
            Column(self.tr("Filed to"), [outcome(each) for each in today], look=ColumnLook("quiet", 190)),
        ])  # fmt: skip
        if tray:
            self._tray.selectRow(0)
        self._on_tray_chosen()

    def _show_buttons(self) -> None:
        arrival, inbox = self._of_filed(), self.model.state.inbox
        self._back.setEnabled(arrival is not None and arrival.state == "filed")
        self._day.setEnabled(any(each.state == "filed" for each in inbox.today))
        is_back = arrival is not None and arrival.state == "put back"
        label = other_label(arrival, inbox.labels) if arrival is not None and is_back else None
        self._learn.setVisible(label is not None)
        self._learn.setText(self.tr("Learn as %1").replace("%1", label or ""))
        self._strip.setVisible(self._waiting() is not None)

    def _waiting(self) -> Arrival | None:
        return self._chosen(self._tray, self.model.state.inbox.tray)

    def _of_filed(self) -> Arrival | None:
        return self._chosen(self._filed, self.model.state.inbox.today)

    # What the person does

    def _on_tray_key_typed(self, key: str) -> None:
        if key.isdigit():
            self._settle(int(key))
        elif key.lower() in ("l", "д"):
            self._on_later_clicked()

    def _on_tray_chosen(self) -> None:
        self._show_buttons()
        self.model.read(self._waiting())

    def _settle(self, number: int) -> None:
        arrival, label = self._waiting(), self._strip.label(number)
        if arrival is not None and label is not None:
            self.model.settle(arrival.number, label)

    def _on_later_clicked(self) -> None:
        if (arrival := self._waiting()) is not None:
            self.model.put_off(arrival.number)

    def _on_learn_clicked(self) -> None:
        if (arrival := self._of_filed()) is not None:
            self.model.learn_put_back(arrival)

    def _on_put_back_clicked(self) -> None:
        arrival = self._of_filed()
        if arrival is not None and arrival.state == "filed":
            self.model.put_back(arrival.number)

    @staticmethod
    def _chosen(view: TableView, arrivals: tuple[Arrival, ...]) -> Arrival | None:
        number = next(iter(view.chosen_numbers()), len(arrivals))
        return arrivals[number] if number < len(arrivals) else None


def _sender_column(name: str, arrivals: tuple[Arrival, ...], width: int) -> Column:
    senders = [each.sender or Path(each.path).name for each in arrivals]
    return Column(name, senders, look=ColumnLook("quiet", width))
