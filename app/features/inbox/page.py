"""The Inbox page: watched places on the left; on the right new documents that wait for an answer, and filed
documents.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QGridLayout,
    QLineEdit,
    QRadioButton,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from app.domain.confidence import Doubt
from app.domain.errors import UnusableName
from app.domain.records import Arrival, WatchedPlace, WatchRules
from app.domain.results import FilingErrorLimit
from app.features.documents.paper import PageBesideText
from app.features.documents.paper_view_model import PagePictureViewModel
from app.features.inbox.deciding import LossLimit, LossLimits
from app.features.inbox.scanning import is_mailbox
from app.features.inbox.server_mailboxes import AddMailboxDialog, ServerMailboxRow, ThunderbirdDialog
from app.features.inbox.use_cases import ArrivalText
from app.features.inbox.view_model import (
    ERROR_LIMITS,
    OUTCOMES,
    InboxState,
    InboxViewModel,
    TrialReport,
    arrival_title,
    can_write_layers,
    example_name,
    final_label,
    other_label,
    outcome_of,
)
from app.kit import wording
from app.kit.actions import set_tip
from app.kit.array_table import Column
from app.kit.coloured_text import ColouredText
from app.kit.fields import ComboBox, MultiLineField, ask_file_path, ask_folder, make_accept_box, make_titled_field
from app.kit.look.fonts import px
from app.kit.page_head import EmptyPage, Notice, PageHead
from app.kit.page_model import render_parts, shows
from app.kit.painted_values import doubt_word
from app.kit.table_view import ColumnStyle, TableView
from app.kit.widgets import (
    Button,
    Link,
    Pane,
    Paragraph,
    TextLabel,
    clear_layout,
    column,
    connect_checked,
    make_heading,
    make_remark,
    make_scroll_area,
    make_stack,
    row,
    set_checked_silently,
    set_up_dialog,
    with_accessible_name,
)
from app.kit.wording import sentence_for

DEFAULT_LIMIT = -1
LOSS_LIMIT_CHOICES = (DEFAULT_LIMIT, *ERROR_LIMITS, 0)
RARELY_ASKS_ONE_IN, MIN_SHOWN_PERCENT = 1_000, 0.5
MAX_EXPLANATION_LINES = 8
"""Maximum number of lines for the explanation of a limit; some languages need many."""


class LossChoice(QWidget):
    """Radio buttons for the loss limits. The button of a limit that the model cannot keep yet is disabled and says what
    is needed.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        self._explanation = Paragraph(px(18), most_lines=MAX_EXPLANATION_LINES, is_small=True)
        self._month = Paragraph(px(18), role="quiet", is_small=True)
        head, rows = make_heading(self.tr("Filing without asking you")), QWidget()
        grid = QGridLayout(rows)
        self._rows: dict[int, tuple[QRadioButton, Paragraph]] = {}
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(0)
        grid.setColumnMinimumWidth(0, px(24))
        grid.setColumnStretch(1, 1)
        for number, one_in in enumerate(LOSS_LIMIT_CHOICES):
            name = self.tr("1 in %1").replace("%1", wording.format_count(one_in))
            name = {DEFAULT_LIMIT: self.tr("recommended"), 0: self.tr("none")}.get(one_in, name)
            radio = QRadioButton(name)
            radio.setFixedHeight(px(28))
            cost = Paragraph(px(18), role="quiet", most_lines=MAX_EXPLANATION_LINES, is_small=True)
            connect_checked(radio, partial(self.chosen.emit, None if one_in == DEFAULT_LIMIT else one_in))
            self._group.addButton(radio)
            self._rows[one_in] = (radio, cost)
            grid.addWidget(radio, 2 * number, 0, 1, 2)
            grid.addWidget(cost, 2 * number + 1, 1)
        column(head, px(6), self._explanation, px(6), rows, px(8), self._month, owner=self)

    @shows("places", "mailboxes", "limits", "chosen_loss_limit", "n_filed_30_days", "n_put_back_30_days", "spam_label")
    def show_limits(self, state: InboxState) -> None:
        """Show the loss limits with their costs, and select the present one."""
        limits = state.limits
        self.setVisible(bool(limits.limits) and can_file(state))
        wanted = DEFAULT_LIMIT if state.chosen_loss_limit is None else state.chosen_loss_limit
        is_by_label = any(limit.promise for limit in limits.limits)
        self._explanation.show_words(
            self.tr("How many filed documents may be in a wrong folder, for each label and in total? Bayleaf asks"
                " you about documents whose verdicts are not certain enough for this limit.")
            if is_by_label else
            self.tr("How many good mails may be filed as %1? Bayleaf asks you about mails whose verdicts are not "
                "certain enough for this limit. Your good mail comes from %Ln mailing lists and senders.",
                "", limits.n_sources).replace("%1", spam_name(state))
        )  # fmt: skip
        for one_in, (radio, cost) in self._rows.items():
            limit = next((limit for limit in limits.limits if limit.one_in == one_in), None)
            radio.setEnabled(limit is None or limit.n_sources_needed <= limits.n_sources)
            set_checked_silently(radio, is_checked=one_in == wanted)
            text = self._cost_text(limit, limits, spam_name(state))
            cost.show_words(text)
            radio.setAccessibleDescription(text)
        month = self.tr("Filed automatically in the last 30 days: %1. Put back: %2.")
        counts = (wording.format_count(state.n_filed_30_days), wording.format_count(state.n_put_back_30_days))
        self._month.show_words(wording.fill_placeholders(month, *counts))

    def _cost_text(self, limit: LossLimit | None, limits: LossLimits, spam: str) -> str:
        if limit is None:
            text = self.tr("currently at most 1 mistake in %1").replace(
                "%1", wording.format_count(limits.promised_one_in)
            )
            return text if limits.promised is None else f"{text}; {self._cost_text(limits.promised, limits, spam)}"
        if limit.promise is not None:
            return self._cost_text_of_folders(limit.promise)
        if limit.n_sources_needed > limits.n_sources:
            return self.tr(
                "possible once you have good mail from %Ln mailing list(s) and sender(s)", "", limit.n_sources_needed
            )
        if not limit.one_in:
            is_by_label = any(other.promise for other in limits.limits)
            return (
                self.tr("you are asked about every document")
                if is_by_label
                else self.tr("you are asked about all mail that looks like %1").replace("%1", spam)
            )
        if limit.asks_about_one_in >= RARELY_ASKS_ONE_IN:
            return self.tr("you are rarely asked")
        return self.tr("you are asked about 1 mail in %1").replace("%1", wording.format_count(limit.asks_about_one_in))

    def _cost_text_of_folders(self, promise: FilingErrorLimit) -> str:
        """Return a text about the expected cost of a limit, computed from the verdicts on held-out documents."""
        if not promise.sure:
            return self.tr(
                "possible once %Ln test document(s) of one label have all been classified correctly", "", promise.fewest
            )
        share, wrong = 100 * promise.sure / promise.judged, 100 * promise.wrong / promise.judged
        if wrong < MIN_SHOWN_PERCENT:
            text = self.tr("Bayleaf files %1 of 100 documents, with almost no mistakes")
        else:
            text = self.tr("Bayleaf files %1 of 100 documents, about %2 of them in the wrong folder")
        text = wording.fill_placeholders(
            text, wording.format_count(round(share)), wording.format_count(max(round(wrong), 1))
        )
        if promise.labels_without_threshold:
            text += "; " + self.tr("nothing is filed yet for %Ln label(s)", "", len(promise.labels_without_threshold))
        return text


def can_file(state: InboxState) -> bool:
    """Return whether any watched place can have its files moved, now or later. Mails in mailbox files are never
    moved.
    """
    return bool(state.mailboxes) or not state.places or not all(is_mailbox(place.path) for place in state.places)


def spam_name(state: InboxState) -> str:
    """Return the name of the model's spam label in quotation marks; without such a label, a word for spam."""
    return (
        translate("Inbox", "“%1”").replace("%1", state.spam_label) if state.spam_label else translate("Inbox", "spam")
    )


class NamesDialog(QDialog):
    """Dialog for the pattern by which filed files are renamed. With an empty pattern, files keep their names."""

    def __init__(
        self, names: str, keep: Callable[[str, bool], object], parent: QWidget, *, with_layers: bool = False
    ) -> None:
        super().__init__(parent)
        set_up_dialog(self, self.tr("Names of filed files"), 460)
        self._pattern = QLineEdit(names, placeholderText="{date:%Y-%m-%d} {sender} {label}")
        self._pattern.textChanged.connect(self._show_example)
        self._example = Paragraph(px(18), role="quiet")
        buttons, self._ok = make_accept_box(self, lambda: keep(self._pattern.text().strip(), self._layers.isChecked()))
        text = self.tr("{date}, {sender} and {title} are read from the file; {name} is the file’s present name.")
        hint = Paragraph(px(18), text, role="quiet")
        self._layers = QCheckBox(self.tr("Add the recognised text to scanned PDFs; the original file is kept for undo"))
        self._layers.setChecked(with_layers)
        self._layers.setVisible(with_layers or can_write_layers())
        column(
            make_titled_field(self.tr("Name pattern"), self._pattern, px(5)), px(6), hint, px(6), self._example,
            px(10),
            self._layers, px(14), buttons, margins=px(20), owner=self,
        )  # fmt: skip
        self._show_example()

    def _show_example(self) -> None:
        """Show the name that an example letter would get, or why the pattern is invalid."""
        try:
            text = self.tr("For example: %1").replace("%1", example_name(self._pattern.text()))
            is_right = True
        except UnusableName as error:
            text, is_right = sentence_for(error), False
        self._example.show_words(text)
        self._ok.setEnabled(is_right)


MAX_FILES_PER_DAY = 100_000
MAX_NAMED_FOLDERS = 6


class StartFilingDialog(QDialog):
    """Dialog that ends the trial of a watched place. It proposes a folder, and shows into which folder each label's
    files go.
    """

    def __init__(self, model: InboxViewModel, place: WatchedPlace, parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._place, self._root = model, place, model.proposed_folder(place)
        set_up_dialog(self, self.tr("Start filing new items"), 520)
        words = self.tr(
            "From now on, Bayleaf moves each new item that it is sure about out of “%1” into the folder of its label. "
            "Items that it is not sure about wait here for your decision. Existing items stay where they are. "
            "No file is overwritten, and you can undo the filing."
        )
        explanation = Paragraph(px(18), words.replace("%1", Path(place.path).name), most_lines=MAX_EXPLANATION_LINES)
        self._root_label = TextLabel(elide=Qt.TextElideMode.ElideMiddle)
        self._folders = Paragraph(px(18), role="quiet", most_lines=MAX_EXPLANATION_LINES)
        change, root = Button(self.tr("Change…"), self._on_change_clicked), QWidget()
        row(self._root_label, px(12), change, owner=root).setStretch(0, 1)
        buttons, start = make_accept_box(self, self._start)
        start.setText(self.tr("Start"))
        column(
            explanation, px(14), make_remark(self.tr("Destination")), px(2), root, px(4), self._folders, px(14),
            buttons, margins=px(20), owner=self,
        )  # fmt: skip
        self._show_root()

    def _show_root(self) -> None:
        self._root_label.setText(str(self._root))
        labels = self._model.filed_labels()
        shown = ", ".join(labels[:MAX_NAMED_FOLDERS]) + (", …" if len(labels) > MAX_NAMED_FOLDERS else "")
        sentences = [self.tr("Folders for the labels: %1.").replace("%1", shown)] if labels else []
        staying = [label for label in self._model.state.labels if label not in labels]
        sentences += [self.tr("Mail labelled %1 stays where it is.").replace("%1", label) for label in staying]
        self._folders.show_words(" ".join(sentences))

    def _on_change_clicked(self) -> None:
        start = str(self._root if self._root.is_dir() else self._root.parent)
        ask_folder(self, self.tr("Choose the folder that will hold the label folders"), self._choose, start)

    def _choose(self, root: Path) -> None:
        self._root = root
        self._show_root()

    def _start(self) -> None:
        self._model.change_place(self._place.path, is_trial=False, file_to=str(self._root))


SaveRules = Callable[[Sequence[str], Sequence[str], int], object]


class RulesDialog(QDialog):
    """Dialog for the allowed and the denied senders, one address per line, and for the maximum number of files per day.

    `@domain` stands for all addresses of the domain.
    """

    def __init__(self, rules: WatchRules, keep: SaveRules, parent: QWidget) -> None:
        super().__init__(parent)
        set_up_dialog(self, self.tr("Exceptions and daily limit"), 420)
        allowed, denied = MultiLineField(), MultiLineField()
        most = QSpinBox(minimum=0, maximum=MAX_FILES_PER_DAY, value=rules.most_a_day)
        for field, senders in ((allowed, rules.allowed_senders), (denied, rules.denied_senders)):
            field.setPlainText("\n".join(senders))
            field.setFixedHeight(px(90))
        hint = Paragraph(
            px(18),
            self.tr("Write one address per line. For all addresses of a domain, write @ and the domain."),
            role="quiet",
        )
        buttons, _ok = make_accept_box(
            self,
            lambda: keep(
                parse_sender_lines(allowed.toPlainText()), parse_sender_lines(denied.toPlainText()), most.value()
            ),
        )
        column(
            make_titled_field(self.tr("Senders whose mail is never filed as spam"), allowed), px(10),
            make_titled_field(self.tr("Senders whose mail is always filed as spam"), denied), px(6), hint, px(10),
            make_titled_field(self.tr("Maximum number of files filed per day without asking"), most), px(14), buttons,
            margins=px(20), owner=self,
        )  # fmt: skip


def parse_sender_lines(text: str) -> tuple[str, ...]:
    """Return the addresses in a text, one per line, without duplicates."""
    return tuple(dict.fromkeys(line.strip() for line in text.splitlines() if "@" in line))


WIDTH = 270
MAX_OFFERED = 4
COUNTS_AS_NONE_BELOW = 0.5
"""If the expected number of mistakes is smaller than this, the page says that none is expected."""


class PlacesPanel(Pane):
    """Pane that lists the watched places, with links to add, change and remove places."""

    def __init__(self, model: InboxViewModel) -> None:
        super().__init__("panel", "r")
        self._model = model
        self._places, self.loss, inside = QWidget(), LossChoice(), QWidget()
        self._place_column = column(owner=self._places)
        self.loss.chosen.connect(model.choose_loss_limit)
        folder = Link(self.tr("Add a folder…"), self.add_folder)
        file = Link(self.tr("Add a mailbox file…"), self.add_file)
        self._server = Link(self.tr("Add a mailbox on a server…"), self.add_on_server)
        self._server_hint = Paragraph(
            px(18),
            self.tr("For a mailbox on a server (IMAP), install bayleaf-imap: see “Mail on a server” in the help."),
            role="quiet", most_lines=MAX_EXPLANATION_LINES, is_small=True,
        )  # fmt: skip
        self._limits = Link(
            self.tr("Exceptions and daily limit…"),
            lambda: RulesDialog(model.state.inbox.rules, model.set_filing_rules, self).open(),
        )
        column(
            self._places, px(8), folder, px(4), file, px(4), self._server, self._server_hint, px(20), self.loss,
            px(12), self._limits, -1,
            margins=px(16), owner=inside,
        )  # fmt: skip
        self.setFixedWidth(px(WIDTH))
        column(make_scroll_area(inside, is_upright=True), owner=self)

    @shows("has_server_program")
    def show_adding_links(self, state: InboxState) -> None:
        """Show the link that adds a mailbox on a server; without bayleaf-imap, show how to install it instead."""
        self._server.setVisible(state.has_server_program)
        self._server_hint.setHidden(state.has_server_program)

    @shows("places", "trials", "unreachable", "found_inboxes", "is_paused", "mailboxes", "has_foreign_places")
    def show_places(self, state: InboxState) -> None:
        """List the watched places and mailboxes with their states, and inboxes that the user could watch."""
        self._limits.setVisible(can_file(state))
        clear_layout(self._place_column)
        if state.has_foreign_places:
            words = self.tr(
                "These folders were set up on another computer or by an earlier version of Bayleaf. Nothing is moved "
                "until you choose “Start filing new items” again."
            )
            hint = Paragraph(px(18), words, most_lines=MAX_EXPLANATION_LINES, is_small=True)
            self._place_column.addWidget(hint)
            self._place_column.addSpacing(px(12))
        for place in state.places:
            text = self._state_text(place, is_away=place.path in state.unreachable, is_paused=state.is_paused)
            report = state.trials.get(place.path) if place.is_trial else None
            self._place_column.addWidget(self._make_place_row(place, text, report))
        for mailbox in state.mailboxes:
            self._place_column.addWidget(ServerMailboxRow(mailbox, self._model))
        watched = {place.path for place in state.places}
        for path in [path for path in state.found_inboxes if path not in watched][:MAX_OFFERED]:
            text = self.tr("Watch %1").replace("%1", shorten_path(path))
            self._place_column.addWidget(Link(text, partial(self._model.add_place, Path(path)), is_small=True))

    def _make_place_row(self, place: WatchedPlace, state: str, report: TrialReport | None) -> QWidget:
        model, widget = self._model, QWidget()
        elide = Qt.TextElideMode.ElideMiddle
        name = TextLabel(Path(place.path).name, elide=elide)
        status = Paragraph(px(18), state, role="quiet", most_lines=MAX_EXPLANATION_LINES, is_small=True)
        trial = Link(self.tr("Start filing new items"), partial(self._on_file_clicked, place.path), is_small=True)
        if not place.is_trial:
            trial = Link(
                self.tr("Switch to trial"), partial(model.change_place, place.path, is_trial=True), is_small=True
            )
        trial.setHidden(is_mailbox(place.path))
        stop = Link(self.tr("Stop watching"), partial(model.remove_place, place.path), is_small=True, is_quiet=True)
        now = Link(self.tr("Classify existing items…"), partial(model.trial_wanted.emit, place.path), is_small=True)
        set_tip(
            now,
            self.tr(
                "Opens the page Classify with the files or mails that are already in this folder or mailbox. "
                "Nothing is moved."
            ),
        )
        now.setHidden(not place.is_trial or not Path(place.path).exists())
        naming, links = QWidget(), row(trial, px(12), stop, -1)
        pattern = make_remark(
            wording.join_facts(
                [place.names, self.tr("when filed, scanned PDFs get the recognised text") if place.with_layers else ""]
            )
        )
        change = Link(self.tr("File names…"), partial(self._on_names_clicked, place), is_small=True)
        set_tip(change, self.tr("Files can get a new name when they are filed, such as the date and the sender."))
        row(change, px(12), pattern, owner=naming).setStretch(2, 1)
        naming.setHidden(not model.can_rename_files(place))
        trial_text = Paragraph(px(18), "", most_lines=MAX_EXPLANATION_LINES, is_small=True)
        trial_text.show_words("" if report is None else self._trial_text(report))
        trial_text.setHidden(report is None)
        column(name, status, trial_text, links, px(2), row(now, -1), naming, px(12), owner=widget)
        return widget

    def _trial_text(self, report: TrialReport) -> str:
        would = self.tr("Bayleaf would file %1 of %2 items, about %3 of them in the wrong folder")
        if report.expected_wrong < COUNTS_AS_NONE_BELOW:
            would = self.tr("Bayleaf would file %1 of %2 items, with almost no mistakes")
        numbers = (report.n_would_be_filed, report.n_arrived, round(report.expected_wrong))
        would = wording.fill_placeholders(would, *map(wording.format_count, numbers))
        if not report.n_decided:
            return would
        wrong = self.tr(
            "of the %1 items that you filed yourself, Bayleaf would have put %Ln in another folder",
            "",
            report.n_relabelled,
        )
        return f"{would}; {wrong.replace('%1', wording.format_count(report.n_decided))}"

    def _state_text(self, place: WatchedPlace, *, is_away: bool, is_paused: bool) -> str:
        if is_away:
            return self.tr("not reachable")
        if is_paused or place.is_paused:
            return self.tr("paused")
        if is_mailbox(place.path):
            return self.tr(
                "Bayleaf shows the label of each new mail. It never changes a mailbox file, so no mail is moved."
            )
        if place.is_trial:
            return self.tr("trial: Bayleaf shows what it would do and moves nothing")
        return self.tr("new items are filed into %1").replace("%1", Path(place.file_to).name)

    def add_folder(self) -> None:
        """Ask for a folder to watch."""
        ask_folder(self, self.tr("Watch a folder"), self._model.add_place)

    def add_file(self) -> None:
        """Ask for a mailbox to watch."""
        ask_file_path(self, self.tr("Watch a mailbox"), self._model.add_place)

    def add_on_server(self) -> None:
        """Ask for an address and a password."""
        AddMailboxDialog(self._model, self).open()

    def _on_file_clicked(self, path: str) -> None:
        place = next(place for place in self._model.state.places if place.path == path)
        StartFilingDialog(self._model, place, self).open()

    def _on_names_clicked(self, place: WatchedPlace) -> None:
        def keep(names: str, with_layers: bool) -> None:
            self._model.change_place(place.path, names=names, with_layers=with_layers)

        NamesDialog(place.names, keep, self, with_layers=place.with_layers).open()


def shorten_path(path: str) -> str:
    """Return a path; if it is long, only its last two parts."""
    parts = Path(path).parts
    return os.path.join("…", *parts[-2:]) if len(parts) > 3 else path


translate = QCoreApplication.translate
MAX_ANSWER_LABELS = 9
MIN_TEXT_HEIGHT = 86


class SettlingStrip(QWidget):
    """Shows the text of the selected arrival that waits for an answer, and an answer button for each label."""

    def __init__(
        self, on_answer: Callable[[int], object], on_later: Callable[[], object], paper: PagePictureViewModel
    ) -> None:
        super().__init__()
        self._on_answer = on_answer
        self._labels: tuple[str, ...] = ()
        self._text = with_accessible_name(ColouredText(size=13, line=22), self.tr("Text of the chosen mail"))
        self._text.setMinimumHeight(px(MIN_TEXT_HEIGHT))
        self._answers, self._later = QWidget(), Button(self.tr("Later"), on_later, key="L")
        self._answer_row = row(owner=self._answers)
        self._answer_row.setSpacing(px(8))
        self._hint, foot = (
            make_remark(self.tr("your answer is learnt at once, and can be undone")),
            QWidget(),
        )
        row(self._answers, px(8), self._later, px(12), self._hint, owner=foot).setStretch(4, 1)
        self._paper, beside = paper, PageBesideText(paper, self._text)
        column(beside, px(4), foot, margins=(px(20), px(4), px(20), px(10)), owner=self).setStretch(0, 1)

    def show_labels(self, labels: tuple[str, ...]) -> None:
        """Show an answer button for each label."""
        if labels == self._labels:
            return
        self._labels = labels
        clear_layout(self._answer_row)
        for number, label in enumerate(labels[:MAX_ANSWER_LABELS], start=1):
            self._answer_row.addWidget(Button(label, partial(self._on_answer, number), key=str(number)))

    def label(self, number: int) -> str | None:
        """Return the label that a digit key gives, counted from 1; None if the key gives none."""
        return self._labels[number - 1] if 1 <= number <= len(self._labels[:MAX_ANSWER_LABELS]) else None

    def show_text(self, text: ArrivalText | None) -> None:
        """Show the text of an arrival with coloured words; None hides the text."""
        shown = text or ArrivalText(0)
        has_text = bool(shown.text.strip())
        self._text.setVisible(has_text)
        spare = QSizePolicy.Policy.Preferred if has_text else QSizePolicy.Policy.Maximum
        self.setSizePolicy(QSizePolicy.Policy.Preferred, spare)  # without a text, the lists take the height
        label_numbers = {label: number for number, label in enumerate(self._labels)}
        colours = (label_numbers.get(shown.against, 0), label_numbers.get(shown.label, 1))
        self._text.show_text(shown.text, shown.words, colours)
        label, against = shown.label or None, shown.against or None
        self._paper.show(shown.path, shown.member, shown.pages, label=label, against=against, colours=label_numbers)


def outcome_text(arrival: Arrival) -> str:
    """Return the label of an arrival, and a remark about who decided it."""
    return wording.join_facts([final_label(arrival), arrival_remark(arrival)])


def doubt_text(arrival: Arrival) -> str:
    """Return the reason why an arrival waits for an answer, in the language of the window."""
    if arrival.reason in DOUBTS_BY_VALUE:
        return doubt_word(DOUBTS_BY_VALUE[arrival.reason])
    texts = {
        "full": translate("Inbox", "disk full"), "daily limit": translate("Inbox", "daily limit reached"),
        "unsure": translate("Inbox", "unsure"),
    }  # fmt: skip
    return texts.get(arrival.reason, arrival.reason)


DOUBTS_BY_VALUE = {doubt.value: doubt for doubt in Doubt}
"""Stored value of a doubt to the enum member. The window uses the same texts for doubts as the Classify page."""


def arrival_remark(arrival: Arrival) -> str:
    """Return a remark about the state of an arrival; empty if it was simply filed."""
    if arrival.reason == "moved":
        return translate("Inbox", "moved by you")
    texts = {
        "would": translate("Inbox", "would be filed (trial)"), "put back": translate("Inbox", "put back by you"),
        "settled": translate("Inbox", "your choice"), "failed": translate("Inbox", "not filed"),
        "stays": translate("Inbox", "not moved"),
    }  # fmt: skip
    return texts.get(arrival.state, "")


class InboxPage(Pane):
    """The Inbox page.

    The keys 1 to 9 label the selected arrival that waits, L postpones it, and Z moves a filed file back.
    """

    def __init__(self, model: InboxViewModel) -> None:
        super().__init__("paper")
        self.model = model
        self._tray, self._filed = (
            TableView(name, edges=(20, 20)) for name in (self.tr("Waiting for your decision"), self.tr("Arrived today"))
        )
        self._pause = Button(self.tr("Pause"), model.toggle_pause)
        self._check = Button(self.tr("Check now"), model.check_places)
        self._thunderbird = Button(self.tr("Connect Thunderbird…"), lambda: ThunderbirdDialog(self.model, self).open())
        self._day = Button(self.tr("Undo today’s filing"), model.put_back_today)
        self._back = Button(self.tr("Put back"), self._on_put_back_clicked, key="Z")
        set_tip(self._back, self.tr("Moves the file back to where it was. The model learns nothing from this."))
        self._learn = Button("", self._on_learn_clicked)
        self._days = Button(
            self.tr("Show all days"), lambda: model.choose_shown_days(has_all_days=not model.state.has_all_days)
        )
        self._outcome = ComboBox(self.tr("Arrivals to list"), (), model.choose_outcome)
        self._notice, self._strip = Notice(), SettlingStrip(self._label_selected, self._on_later_clicked, model.paper)
        self._panel = PlacesPanel(model)
        self._tray_numbers: tuple[int, ...] = ()
        """Numbers of the waiting arrivals in the list."""
        self._lay_out()
        self._filed.selectionModel().selectionChanged.connect(lambda _now, _before: self._show_buttons())
        self._tray.selectionModel().selectionChanged.connect(lambda _now, _before: self._on_tray_chosen())
        self._tray.key_typed.connect(self._on_key_typed)
        self._filed.key_typed.connect(self._on_key_typed)
        render_parts(
            self, model, self._show_offer, self._show_page, self._show_head, self._show_notice,
            shows("labels")(lambda state: self._strip.show_labels(state.labels)), self._show_arrivals,
            self._show_headings, self._show_outcomes, self._panel.loss.show_limits, self._panel.show_adding_links,
            self._panel.show_places,
            shows("selected_text")(lambda state: self._strip.show_text(state.selected_text)),
            shows("places", "mailboxes", "tray", "listed_arrivals", "labels")(lambda _state: self._show_buttons()),
        )  # fmt: skip

    def _lay_out(self) -> None:
        self._head = PageHead(self.tr("Inbox"), self._thunderbird, self._check, self._pause)
        self._tray_head, self._filed_head = (make_heading(elide=Qt.TextElideMode.ElideRight) for _ in range(2))
        right, margins = QWidget(), (px(20), px(8), px(20), px(8))
        self._right = right
        right.installEventFilter(self)
        settle, buttons = row(self._tray_head, margins=margins), (self._learn, self._back, self._day, self._days)
        self._acts = row(self._filed_head, *(part for button in buttons for part in (px(8), button)), margins=margins)
        self._acts.insertWidget(0, self._outcome)
        self._acts.setStretch(1, 1)
        self._line_above_acts, self._filed_buttons = QWidget(), buttons
        self._line_above_acts.hide()
        self._above_acts = row(margins=(px(20), px(8), px(20), 0), owner=self._line_above_acts)
        parts = (self._notice, settle, self._tray, self._strip, self._line_above_acts, self._acts, self._filed)
        rows = column(*parts, owner=right)
        for part in (self._tray, self._strip, self._filed):
            rows.setStretchFactor(part, 2)
        below = QWidget()
        row(self._panel, right, owner=below).setStretch(1, 1)
        self._empty = QWidget()
        self._pages = make_stack(below, self._empty)
        column(self._head, self._pages, owner=self).setStretch(1, 1)
        self.setProperty("first_focus", self._tray)

    # State

    @shows("found_inboxes", "has_server_program")
    def _show_offer(self, state: InboxState) -> None:
        """Rebuild the empty page: a link to watch the inbox of a mail program, or to add a mailbox on a server."""
        old_page, is_current = self._empty, self._pages.currentWidget() is self._empty
        lines = self.tr(
            "Add a mailbox or a folder to watch.\nDuring a trial, Bayleaf"
            " moves nothing and only shows what it would do."
        )
        link = (self.tr("Add a mailbox file…"), self._panel.add_file)
        if state.has_server_program:
            link = (self.tr("Add a mailbox on a server…"), self._panel.add_on_server)
        elif state.found_inboxes:
            text = self.tr("Watch %1").replace("%1", shorten_path(state.found_inboxes[0]))
            link = (text, partial(self.model.add_place, Path(state.found_inboxes[0])))
        title, act = self.tr("Let Bayleaf watch a mailbox or a folder"), self.tr("Add a folder…")
        self._empty = EmptyPage(title, lines, act, self._panel.add_folder, link)
        self._pages.removeWidget(old_page)
        self._pages.addWidget(self._empty)
        if is_current:
            self._pages.setCurrentWidget(self._empty)
        old_page.deleteLater()

    @shows("places", "tray", "handled_arrivals", "mailboxes")
    def _show_page(self, state: InboxState) -> None:
        """Show the lists, or the empty page if there is nothing to list."""
        self._pages.setCurrentIndex(0 if state.places or state.tray or state.handled_arrivals or state.mailboxes else 1)

    @shows("places", "is_paused", "n_arrived", "is_watched_elsewhere", "model_name", "last_check_s", "is_checking")
    def _show_head(self, state: InboxState) -> None:
        self._pause.setVisible(bool(state.places))
        self._check.setVisible(bool(state.places))
        self._check.setEnabled(not state.is_paused and not state.is_checking)
        self._pause.setText(self.tr("Resume") if state.is_paused else self.tr("Pause"))
        self._head.show_facts(self._facts(state))

    @shows("problem", "mailbox_problem")
    def _show_notice(self, state: InboxState) -> None:
        self._notice.show_failure(state.problem or state.mailbox_problem)

    @shows("tray", "handled_arrivals", "n_arrived", "has_all_days")
    def _show_headings(self, state: InboxState) -> None:
        waiting = (
            self.tr("%Ln item(s) waiting for your decision", "", len(state.tray))
            if state.tray
            else self.tr("Nothing is waiting for your decision.")
        )
        begin = self.tr("Bayleaf checks only new mails and files; existing ones are not touched.")
        has_any = state.tray or state.handled_arrivals or state.n_arrived
        self._tray_head.setText(waiting if has_any else f"{waiting} {begin}")
        self._filed_head.setText(self._filed_text(state))
        self._place_filed_head()
        self._days.setText(self.tr("Show only today") if state.has_all_days else self.tr("Show all days"))

    def _facts(self, state: InboxState) -> str:
        if not state.places:
            return ""
        return wording.join_facts([
            self.tr("Watching %Ln folder(s) or mailbox(es)", "", len(state.places)),
            self.tr("%Ln item(s) arrived today", "", state.n_arrived),
            self.tr("model “%1”").replace("%1", state.model_name) if state.model_name else "",
            self.tr("paused by you") if state.is_paused else "",
            self.tr("last checked at %1").replace("%1", wording.format_short_date(int(state.last_check_s)))
            if state.last_check_s is not None and not state.is_paused else "",
            self.tr("another program is already watching these folders and mailboxes")
            if state.is_watched_elsewhere else "",
        ])  # fmt: skip

    def _filed_text(self, state: InboxState) -> str:
        handled, has_all_days = state.handled_arrivals, state.has_all_days
        n_filed, n_learnt, n_back, n_would, n_not_moved = (
            sum(outcome_of(arrival) == outcome for arrival in handled)
            for outcome in ("filed", "learnt", "put back", "would", "stays")
        )
        filed = self.tr("%Ln item(s) filed today", "", n_filed)
        if has_all_days:
            filed = self.tr("%Ln item(s) filed", "", n_filed) if n_filed else self.tr("Nothing has been filed yet")
        return wording.join_facts([
            filed if n_filed or not handled else "",
            self.tr("%Ln item(s) labelled by you", "", n_learnt) if n_learnt else "",
            self.tr("%Ln item(s) put back", "", n_back) if n_back else "",
            self.tr("%Ln item(s) would be filed (trial)", "", n_would) if n_would else "",
            self.tr("%Ln item(s) not moved", "", n_not_moved) if n_not_moved else "",
        ])  # fmt: skip

    @shows("handled_arrivals", "shown_outcome")
    def _show_outcomes(self, state: InboxState) -> None:
        """Show a choice of outcomes, each with its number of arrivals, if there are several."""
        names = {
            "filed": self.tr("Filed"), "learnt": self.tr("Labelled by you"), "put back": self.tr("Put back"),
            "would": self.tr("Would be filed (trial)"), "stays": self.tr("Not moved"), "failed": self.tr("Not filed"),
        }  # fmt: skip
        counts = Counter(map(outcome_of, state.handled_arrivals))
        options = [("", self.tr("All"), len(state.handled_arrivals))]
        options += [(outcome, names[outcome], counts[outcome]) for outcome in OUTCOMES if counts[outcome]]
        self._outcome.clear()
        for outcome, name, count in options:
            self._outcome.addItem(f"{name} · {wording.format_count(count)}", outcome)
        self._outcome.show_value(state.shown_outcome)
        self._outcome.setVisible(len(options) > 2)
        self._place_filed_head()

    def _place_filed_head(self) -> None:
        """If the heading of the lower list does not fit beside the buttons, put it on a line of its own."""
        beside = [part for part in (self._outcome, *self._filed_buttons) if not part.isHidden()]
        taken = sum(part.sizeHint().width() + px(8) for part in beside)
        is_above = self._filed_head.sizeHint().width() > self._right.width() - px(40) - taken
        if self._line_above_acts.isHidden() is is_above:
            self._line_above_acts.setVisible(is_above)
            if is_above:
                self._above_acts.addWidget(self._filed_head)
            else:
                self._acts.insertWidget(1, self._filed_head, 1)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._right and event.type() is QEvent.Type.Resize:
            self._place_filed_head()
        return super().eventFilter(watched, event)

    @shows("tray", "listed_arrivals")
    def _show_arrivals(self, state: InboxState) -> None:
        """Fill both lists. The selected waiting arrival stays selected; if it was answered, the next one is
        selected.
        """
        tray, handled = state.tray, state.listed_arrivals
        row = next(iter(self._tray.chosen_numbers()), 0)
        chosen = self._tray_numbers[row] if row < len(self._tray_numbers) else None
        self._tray.show_columns([
            Column(self.tr("Subject"), [arrival_title(each) for each in tray]),
            _sender_column(self.tr("Sender or file"), tray, 180),
            Column(self.tr("Reason"), [doubt_text(each) for each in tray], look=ColumnStyle("quiet", 170)),
        ])  # fmt: skip
        self._filed.show_columns([
            Column(
                self.tr("Time"), [wording.format_short_date(int(each.arrived_at)) for each in handled],
                look=ColumnStyle("quiet", 84),
            ),
            Column(self.tr("Subject"), [arrival_title(each) for each in handled]),
            _sender_column(self.tr("Sender or file"), handled, 150),
            Column(self.tr("Result"), [outcome_text(each) for each in handled], look=ColumnStyle("quiet", 190)),
        ])  # fmt: skip
        numbers = tuple(each.number for each in tray)
        self._tray.choose_row(numbers.index(chosen) if chosen in numbers else min(row, len(numbers) - 1))
        self._tray_numbers = numbers
        self._on_tray_chosen()

    def _show_buttons(self) -> None:
        arrival, inbox = self._selected_filing(), self.model.state.inbox
        for button in (self._back, self._day):
            has_filed = any(each.state in ("filed", "put back") for each in inbox.handled)
            button.setVisible(has_filed or can_file(self.model.state))
        self._back.setEnabled(arrival is not None and arrival.state == "filed")
        self._day.setEnabled(any(each.state == "filed" for each in inbox.handled))
        is_back = arrival is not None and arrival.state == "put back"
        label = other_label(arrival, inbox.labels) if arrival is not None and is_back else None
        self._learn.setVisible(label is not None)
        self._learn.setText(self.tr("Learn as %1").replace("%1", label or ""))
        self._place_filed_head()
        self._strip.setVisible(self._selected_waiting() is not None)

    def _selected_waiting(self) -> Arrival | None:
        return self._chosen(self._tray, self.model.state.inbox.tray)

    def _selected_filing(self) -> Arrival | None:
        return self._chosen(self._filed, self.model.state.listed_arrivals)

    # Commands

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of the lists wherever the focus is. A click on a button moves the focus to the button."""
        is_plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if not (is_plain and event.text().isalnum() and self._on_key_typed(event.text())):
            super().keyPressEvent(event)

    def _on_key_typed(self, key: str) -> bool:
        """Run the action of a key. Return False if the key has no action."""
        if key.isdecimal():
            self._label_selected(int(key))
        elif key.lower() in ("l", "д"):
            self._on_later_clicked()
        elif key.lower() in ("z", "я"):
            self._on_put_back_clicked()
        else:
            return False
        return True

    def _on_tray_chosen(self) -> None:
        self._show_buttons()
        self.model.load_text(self._selected_waiting())

    def _label_selected(self, number: int) -> None:
        arrival, label = self._selected_waiting(), self._strip.label(number)
        if arrival is not None and label is not None:
            self.model.label_arrival(arrival.number, label)

    def _on_later_clicked(self) -> None:
        if (arrival := self._selected_waiting()) is not None:
            self.model.postpone(arrival.number)

    def _on_learn_clicked(self) -> None:
        if (arrival := self._selected_filing()) is not None:
            self.model.learn_returned_arrival(arrival)

    def _on_put_back_clicked(self) -> None:
        arrival = self._selected_filing()
        if arrival is not None and arrival.state == "filed":
            self.model.put_back(arrival.number)

    @staticmethod
    def _chosen(view: TableView, arrivals: tuple[Arrival, ...]) -> Arrival | None:
        number = next(iter(view.chosen_numbers()), len(arrivals))
        return arrivals[number] if number < len(arrivals) else None


def _sender_column(name: str, arrivals: tuple[Arrival, ...], width: int) -> Column:
    senders = [each.sender or Path(each.path).name for each in arrivals]
    return Column(name, senders, look=ColumnStyle("quiet", width))
