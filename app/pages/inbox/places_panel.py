"""The left side of the Inbox: watched places with their state, what may be filed alone, senders and limits."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QScrollArea, QWidget

from app.domain.arrivals import WatchedPlace
from app.pages.inbox.loss_limit_choice import LossChoice
from app.pages.inbox.names_dialog import NamesDialog
from app.pages.inbox.rules_dialog import RulesDialog
from app.pages.inbox.server_mailboxes import AddMailboxDialog, ServerMailboxRow
from app.pages.inbox.view_model import InboxState, InboxViewModel, TrialReport
from app.pages.kit.bases_of_painted_widgets import Pane, Paragraph, Words, clear, column, row
from app.pages.kit.buttons import Link
from app.qt import wording
from app.qt.look import fonts
from app.qt.look.fonts import px

WIDTH = 270
MOST_OFFERED = 4


class PlacesPanel(Pane):
    """Adds, changes and takes away places."""

    def __init__(self, model: InboxViewModel) -> None:
        super().__init__("panel", "r")
        self._model = model
        self._shown: tuple[object, ...] | None = None
        self._places, self._loss, inside = QWidget(), LossChoice(), QWidget()
        self._place_column = column(owner=self._places)
        self._loss.chosen.connect(model.choose_loss)
        folder = Link(self.tr("Add a folder…"), self.add_folder)
        file = Link(self.tr("Add a mailbox file…"), self.add_file)
        self._server = Link(self.tr("Add a mailbox on a server…"), self.add_on_server)
        self._limits = Link(self.tr("Senders and limits…"), self._on_limits_clicked)
        margins = (px(16), px(16), px(16), px(16))
        column(
            self._places, px(8), folder, px(4), file, px(4), self._server, px(20), self._loss, px(12), self._limits, -1,
            margins=margins, owner=inside,
        )  # fmt: skip
        scroll = QScrollArea(widgetResizable=True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inside)
        self.setFixedWidth(px(WIDTH))
        column(scroll, owner=self)

    def show_state(self, state: InboxState) -> None:
        """Show the places, each with how it is, and the limits."""
        self._loss.show_state(state)
        self._server.setVisible(state.has_server_program)
        shown = (
            state.inbox.places, state.inbox.trials, state.unreachable, state.found, state.is_paused, state.mailboxes,
            state.mailbox_problem,
        )  # fmt: skip
        if shown == self._shown:
            return
        self._shown = shown
        clear(self._place_column)
        for place in state.inbox.places:
            words = self._words(place, is_away=place.path in state.unreachable, is_paused=state.is_paused)
            report = state.inbox.trials.get(place.path) if place.is_trial else None
            self._place_column.addWidget(self._place(place, words, report))
        for mailbox in state.mailboxes:
            self._place_column.addWidget(ServerMailboxRow(mailbox, self._model))
        watched = {place.path for place in state.inbox.places}
        for path in [path for path in state.found if path not in watched][:MOST_OFFERED]:
            words = self.tr("Watch %1").replace("%1", shortened(path))
            self._place_column.addWidget(Link(words, partial(self._model.add_place, Path(path)), is_small=True))

    def _place(self, place: WatchedPlace, state: str, report: TrialReport | None) -> QWidget:
        model, made = self._model, QWidget()
        name, words = (
            Words(Path(place.path).name, elide=Qt.TextElideMode.ElideMiddle),
            Words(state, role="quiet", elide=Qt.TextElideMode.ElideMiddle),
        )
        words.setFont(fonts.small())
        trial = Link(self.tr("File from now on"), partial(self._on_file_clicked, place.path), is_small=True)
        if not place.is_trial:
            trial = Link(self.tr("Only a trial"), partial(model.change_place, place.path, is_trial=True), is_small=True)
        stop = Link(self.tr("Stop watching"), partial(model.remove_place, place.path), is_small=True, is_quiet=True)
        links, naming = QWidget(), QWidget()
        row(trial, px(12), stop, -1, owner=links)
        named = self.tr("Names: %1").replace("%1", place.names) if place.names else self.tr("Names…")
        row(Link(named, partial(self._on_names_clicked, place), is_small=True), -1, owner=naming)
        if not model.can_name(place):
            naming.hide()
        told = Paragraph(px(18))
        told.setFont(fonts.small())
        if report is None:
            told.hide()
        else:
            told.show_words(self._trial_words(report))
        column(name, words, told, links, px(2), naming, px(12), owner=made)
        return made

    def _trial_words(self, report: TrialReport) -> str:
        would = self.tr("%Ln would have been filed", "", report.n_would)
        if not report.n_decided:
            return would
        wrong = self.tr("%Ln of %1 that you decided yourself went elsewhere", "", report.n_elsewhere)
        return f"{would}; {wrong.replace('%1', wording.count(report.n_decided))}"

    def _words(self, place: WatchedPlace, *, is_away: bool, is_paused: bool) -> str:
        if is_away:
            return self.tr("not reachable")
        if is_paused or place.is_paused:
            return self.tr("paused")
        if place.is_trial:
            return self.tr("trial: only says what it would do")
        return self.tr("files to %1").replace("%1", Path(place.file_to).name)

    def add_folder(self) -> None:
        """Ask for a folder to watch."""
        _with_path(QFileDialog.getExistingDirectory(self, self.tr("Watch a folder")), self._model.add_place)

    def add_file(self) -> None:
        """Ask for a mailbox to watch."""
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Watch a mailbox"))
        _with_path(name, self._model.add_place)

    def add_on_server(self) -> None:
        """Ask for an address and a password."""
        AddMailboxDialog(self._model, self).open()

    def _on_file_clicked(self, path: str) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("Folder for the folders of labels"))
        _with_path(name, lambda chosen: self._model.change_place(path, is_trial=False, file_to=str(chosen)))

    def _on_names_clicked(self, place: WatchedPlace) -> None:
        def keep(names: str, with_layers: bool) -> None:
            self._model.change_place(place.path, names=names, with_layers=with_layers)

        NamesDialog(place.names, keep, self, with_layers=place.with_layers).open()

    def _on_limits_clicked(self) -> None:
        RulesDialog(self._model.state.inbox.rules, self._model.choose_rules, self).open()


def _with_path(name: str, act: Callable[[Path], object]) -> None:
    if name:
        act(Path(name))


def shortened(path: str) -> str:
    """A path, and of a long one its last two parts."""
    parts = Path(path).parts
    return os.path.join("…", *parts[-2:]) if len(parts) > 3 else path
