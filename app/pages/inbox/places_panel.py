"""The left side of the Inbox: watched places with their state, what may be filed alone, senders and limits."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QGridLayout,
    QLineEdit,
    QRadioButton,
    QSpinBox,
    QWidget,
)

from app.domain.errors import UnusableName
from app.domain.records import WatchedPlace, WatchRules
from app.domain.use_case_results import FolderPromise
from app.pages.inbox.server_mailboxes import AddMailboxDialog, ServerMailboxRow
from app.pages.inbox.view_model import (
    ONE_IN,
    InboxState,
    InboxViewModel,
    LossLimit,
    LossLimits,
    TrialReport,
    can_write_layers,
    example_name,
)
from app.pages.kit.fields import TextField, keep_box, titled, with_file, with_folder
from app.pages.kit.widgets import (
    Link,
    Pane,
    Paragraph,
    Words,
    clear,
    column,
    heading,
    prepare,
    remark,
    row,
    scrolled,
    show_checked,
    when_checked,
)
from app.qt import wording
from app.qt.look.fonts import px
from app.qt.wording import sentence_for

OWN = -1
CHOICES = (OWN, *ONE_IN, 0)
HARDLY, LEAST_TOLD = 1_000, 0.5
MOST_LINES = 6
"""Of what a limit rests on and costs: in some languages that takes many words."""


class LossChoice(QWidget):
    """Choose how much may be lost; what cannot be kept yet says what it needs."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        self._ground = Paragraph(px(18), most_lines=MOST_LINES, is_small=True)
        self._month = Paragraph(px(18), role="quiet", is_small=True)
        head, rows = heading(self.tr("What it may file alone")), QWidget()
        grid = QGridLayout(rows)
        self._rows: dict[int, tuple[QRadioButton, Paragraph]] = {}
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        for number, one_in in enumerate(CHOICES):
            name = self.tr("1 in %1").replace("%1", wording.count(one_in))
            name = {OWN: self.tr("what is sure"), 0: self.tr("none")}.get(one_in, name)
            radio = QRadioButton(name)
            radio.setFixedHeight(px(28))
            cost = Paragraph(px(18), role="quiet", most_lines=MOST_LINES, is_small=True)
            when_checked(radio, partial(self.chosen.emit, None if one_in == OWN else one_in))
            self._group.addButton(radio)
            self._rows[one_in] = (radio, cost)
            grid.addWidget(radio, number, 0)
            grid.addWidget(cost, number, 1)
        column(head, px(6), self._ground, px(6), rows, px(8), self._month, owner=self)

    def show_state(self, state: InboxState) -> None:
        """Show what can be promised, and what is chosen."""
        limits, rules = state.inbox.limits, state.inbox.rules
        self.setVisible(bool(limits.limits))
        wanted = OWN if rules.lost_one_in is None else rules.lost_one_in
        is_by_label = any(limit.promise for limit in limits.limits)
        self._ground.show_words(
            self.tr("At most so many of what goes to a folder may lie wrong, for each label and in all. Ask me about "
                    "the rest.")
            if is_by_label else
            self.tr("At most so many of the good mails may be lost; those learnt count for %Ln by list and sender. "
                    "Ask me about the rest.", "", limits.n_sources)
        )  # fmt: skip
        for one_in, (radio, cost) in self._rows.items():
            limit = next((limit for limit in limits.limits if limit.one_in == one_in), None)
            radio.setEnabled(limit is None or limit.needs_sources <= limits.n_sources)
            show_checked(radio, is_checked=one_in == wanted)
            words = self._cost(limit, limits)
            cost.show_words(words)
            radio.setAccessibleDescription(words)
        filed = self.tr("This month: %Ln filed alone,", "", state.inbox.n_filed_month)
        self._month.show_words(f"{filed} {self.tr('%Ln put back.', '', state.inbox.n_put_back_month)}")

    def _cost(self, limit: LossLimit | None, limits: LossLimits) -> str:
        if limit is None:
            return self.tr("now 1 in %1").replace("%1", wording.count(limits.promised_one_in))
        if limit.promise is not None:
            return self._cost_of_folders(limit.promise)
        if limit.needs_sources > limits.n_sources:
            return self.tr("needs good mail of %Ln list(s) and sender(s)", "", limit.needs_sources)
        if not limit.one_in:
            is_by_label = any(one.promise for one in limits.limits)
            return self.tr("asks about everything") if is_by_label else self.tr("asks about all spam")
        if limit.asks_one_in >= HARDLY:
            return self.tr("hardly asks")
        return self.tr("asks about 1 in %1").replace("%1", wording.count(limit.asks_one_in))

    def _cost_of_folders(self, promise: FolderPromise) -> str:
        """Say what a limit comes to, by how the documents learnt were judged when they were new."""
        if not promise.sure:
            return self.tr("needs a label of which %Ln document(s) were judged without a mistake", "", promise.fewest)
        share, wrong = 100 * promise.sure / promise.judged, 100 * promise.wrong / promise.judged
        if wrong < LEAST_TOLD:
            words = self.tr("would file %1 of 100, hardly any of them wrongly")
        else:
            words = self.tr("would file %1 of 100, about %2 of them wrongly")
        words = wording.numbered(words, wording.count(round(share)), wording.count(max(round(wrong), 1)))
        if promise.unpromised:
            words += "; " + self.tr("nothing yet of %Ln label(s)", "", len(promise.unpromised))
        return words


class NamesDialog(QDialog):
    """Takes a pattern; an empty one lets files keep their names."""

    def __init__(
        self, names: str, keep: Callable[[str, bool], object], parent: QWidget, *, with_layers: bool = False
    ) -> None:
        super().__init__(parent)
        prepare(self, self.tr("Names of filed files"), 460)
        self._pattern = QLineEdit(names, placeholderText="{date:%Y-%m-%d} {sender} {label}")
        self._pattern.textChanged.connect(self._show_example)
        self._example = Paragraph(px(18), role="quiet")
        buttons, self._ok = keep_box(self, lambda: keep(self._pattern.text().strip(), self._layers.isChecked()))
        words = self.tr("{date}, {sender} and {title} are read in the file; {name} is the name that it has.")
        hint = Paragraph(px(18), words, role="quiet")
        self._layers = QCheckBox(self.tr("Write the text of scanned PDFs into them; the original is kept for undo"))
        self._layers.setChecked(with_layers)
        self._layers.setVisible(with_layers or can_write_layers())
        column(
            titled(self.tr("Names by a pattern"), self._pattern, px(5)), px(6), hint, px(6), self._example, px(10),
            self._layers, px(14), buttons, margins=px(20), owner=self,
        )  # fmt: skip
        self._show_example()

    def _show_example(self) -> None:
        """Say what a letter would be called, or why the pattern cannot be used."""
        try:
            words = self.tr("For example: %1").replace("%1", example_name(self._pattern.text()))
            is_right = True
        except UnusableName as error:
            words, is_right = sentence_for(error), False
        self._example.show_words(words)
        self._ok.setEnabled(is_right)


MOST_A_DAY = 100_000
Keep = Callable[[Sequence[str], Sequence[str], int], object]


class RulesDialog(QDialog):
    """Takes addresses, one a line; an @ and a domain stand for everybody there."""

    def __init__(self, rules: WatchRules, keep: Keep, parent: QWidget) -> None:
        super().__init__(parent)
        prepare(self, self.tr("Senders and limits"), 420)
        allowed, denied = TextField(), TextField()
        most = QSpinBox(minimum=0, maximum=MOST_A_DAY, value=rules.most_a_day)
        for field, senders in ((allowed, rules.allowed_senders), (denied, rules.denied_senders)):
            field.setPlainText("\n".join(senders))
            field.setFixedHeight(px(90))
        hint = Paragraph(px(18), self.tr("One address a line, or an @ and a domain for everybody there."), role="quiet")
        buttons, _ok = keep_box(
            self, lambda: keep(senders_of(allowed.toPlainText()), senders_of(denied.toPlainText()), most.value())
        )
        column(
            titled(self.tr("Never file as spam"), allowed), px(10), titled(self.tr("Always file as spam"), denied),
            px(6), hint, px(10), titled(self.tr("Files filed in a day without being asked"), most), px(14), buttons,
            margins=px(20), owner=self,
        )  # fmt: skip


def senders_of(text: str) -> tuple[str, ...]:
    """The addresses of some lines, each once."""
    return tuple(dict.fromkeys(line.strip() for line in text.splitlines() if "@" in line))


WIDTH = 270
MOST_OFFERED = 4
FEWER_THAN_ONE = 0.5


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
        limits = Link(
            self.tr("Senders and limits…"),
            lambda: RulesDialog(model.state.inbox.rules, model.choose_rules, self).open(),
        )
        column(
            self._places, px(8), folder, px(4), file, px(4), self._server, px(20), self._loss, px(12), limits, -1,
            margins=px(16), owner=inside,
        )  # fmt: skip
        self.setFixedWidth(px(WIDTH))
        column(scrolled(inside, is_upright=True), owner=self)

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
        elide = Qt.TextElideMode.ElideMiddle
        name, words = Words(Path(place.path).name, elide=elide), remark(state, elide=elide)
        trial = Link(self.tr("File from now on"), partial(self._on_file_clicked, place.path), is_small=True)
        if not place.is_trial:
            trial = Link(self.tr("Only a trial"), partial(model.change_place, place.path, is_trial=True), is_small=True)
        stop = Link(self.tr("Stop watching"), partial(model.remove_place, place.path), is_small=True, is_quiet=True)
        naming, links = QWidget(), row(trial, px(12), stop, -1)
        pattern = remark(wording.joined([place.names, self.tr("text into scans") if place.with_layers else ""]))
        change = Link(self.tr("Names…"), partial(self._on_names_clicked, place), is_small=True)
        row(change, px(12), pattern, owner=naming).setStretch(2, 1)
        naming.setHidden(not model.can_name(place))
        told = Paragraph(px(18), "" if report is None else self._trial_words(report), is_small=True)
        told.setHidden(report is None)
        column(name, words, told, links, px(2), naming, px(12), owner=made)
        return made

    def _trial_words(self, report: TrialReport) -> str:
        would = self.tr("It would file %1 of %2, about %3 of them wrongly")
        if report.expected_wrong < FEWER_THAN_ONE:
            would = self.tr("It would file %1 of %2, hardly any of them wrongly")
        numbers = (report.n_would, report.n_arrived, round(report.expected_wrong))
        would = wording.numbered(would, *map(wording.count, numbers))
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
        with_folder(self, self.tr("Watch a folder"), self._model.add_place)

    def add_file(self) -> None:
        """Ask for a mailbox to watch."""
        with_file(self, self.tr("Watch a mailbox"), self._model.add_place)

    def add_on_server(self) -> None:
        """Ask for an address and a password."""
        AddMailboxDialog(self._model, self).open()

    def _on_file_clicked(self, path: str) -> None:
        with_folder(
            self, self.tr("Folder for the folders of labels"),
            lambda chosen: self._model.change_place(path, is_trial=False, file_to=str(chosen)),
        )  # fmt: skip

    def _on_names_clicked(self, place: WatchedPlace) -> None:
        def keep(names: str, with_layers: bool) -> None:
            self._model.change_place(place.path, names=names, with_layers=with_layers)

        NamesDialog(place.names, keep, self, with_layers=place.with_layers).open()


def shortened(path: str) -> str:
    """A path, and of a long one its last two parts."""
    parts = Path(path).parts
    return os.path.join("…", *parts[-2:]) if len(parts) > 3 else path
