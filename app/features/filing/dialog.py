"""Dialogs of filing: the plan before files are moved, and the report afterwards, with undo.

The plan shows the target of every file, the files that stay with reasons, and the space needed. For the selected letter
it shows the date and the sender in its new file name, and where in the letter they were found.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QActionGroup, QKeyEvent
from PySide6.QtWidgets import QDialog, QFormLayout, QLineEdit, QMenu, QRadioButton, QWidget

from app.domain import sentences
from app.domain.confidence import NO_THRESHOLDS
from app.domain.records import LETTER_RULES, FileMove, LetterFacts
from app.features.filing.file_moves import nearest_existing_folder
from app.features.filing.view_model import (
    ERROR_LIMITS,
    FilingPlan,
    FilingReport,
    FilingState,
    FilingViewModel,
    PlannedMove,
    UnfiledFile,
    can_continue,
)
from app.kit import wording
from app.kit.actions import escape_ampersands, open_menu, position_below, set_tip
from app.kit.array_table import Column
from app.kit.fields import CheckBox, ComboBox, ask_folder, fill_form
from app.kit.look.fonts import px
from app.kit.page_head import EmptyPage, Notice, PageHead, ProgressPane
from app.kit.page_model import render_parts, shows
from app.kit.painted_values import Label, LabelCell, make_label_cell
from app.kit.picture_files import show_in_folder
from app.kit.table_view import ColumnStyle, TableView, label_width
from app.kit.widgets import (
    Button,
    Link,
    Pane,
    Paragraph,
    TextLabel,
    column,
    connect_checked,
    make_bar,
    make_remark,
    make_stack,
    row,
    set_checked_silently,
    set_up_dialog,
    with_accessible_name,
)
from app.kit.wording import sentence_for, translate_template


class _Field(QLineEdit):
    """A line edit whose Return key ends editing without triggering the dialog's default button."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class LetterFields(Pane):
    """Two fields to correct the date and the sender of a letter.

    `correct` is called with the number of the filing, the name of the fact (`date` or `sender`) and the new text.
    """

    def __init__(self, correct: Callable[[int, str, str], object]) -> None:
        super().__init__("panel", "t")
        self._correct, self._number = correct, -1
        self._date, self._sender = _Field(), _Field()
        self._date.setFixedWidth(px(104))
        self._sender.setFixedWidth(px(190))
        self._words = make_remark()
        self._back = Link(self.tr("Restore the detected date and sender"), self._on_back_clicked, is_small=True)
        for field, name, part in ((self._date, self.tr("Date"), "date"), (self._sender, self.tr("Sender"), "sender")):
            field.setAccessibleName(name)
            field.setPlaceholderText(name)
            field.editingFinished.connect(lambda field=field, part=part: self._on_edited(field, part))
        self.setFixedHeight(px(46))
        row(
            self._date, px(8), self._sender, px(12), self._words, px(12), self._back,
            margins=(px(24), 1, px(24), 0), owner=self,
        ).setStretch(4, 1)  # fmt: skip
        self.hide()

    def show_facts(self, number: int | None, facts: LetterFacts | None) -> None:
        """Show the date and the sender of a letter. Hide both fields if `facts` is None, because the new file name has
        neither.
        """
        self.setVisible(facts is not None)
        if number is None or facts is None:
            return
        self._number = number
        for field, fact in ((self._date, facts.date), (self._sender, facts.sender)):
            field.setText(fact.value)
            field.setCursorPosition(0)
            set_tip(field, fact.words)
        rules = [fact.rule for fact in (facts.date, facts.sender) if fact.rule]
        self._words.setText(wording.join_facts([translate_template(LETTER_RULES[rule]) for rule in rules]))
        self._back.setVisible("person" in (facts.date.rule, facts.sender.rule))

    def _on_edited(self, field: QLineEdit, part: str) -> None:
        if field.isModified():
            field.setModified(False)
            self._correct(self._number, part, field.text())

    def _on_back_clicked(self) -> None:
        for part in ("date", "sender"):
            self._correct(self._number, part, "")


LEAST_SHARE_CHOICES: Final = (0.0, 0.95, 0.99, 0.999)
"""Probabilities offered as the minimum for filing. With 0, every verdict that is not unsure is filed."""


class LeastShares(QWidget):
    """Button whose menu sets, for each label, the minimum probability at which its files are moved."""

    chosen = Signal(str, float)
    """Emitted with a label and its minimum probability. With 0, every verdict that is not unsure is filed."""

    def __init__(self, labels: Sequence[str]) -> None:
        super().__init__()
        self._labels, self._shares = tuple(labels), NO_THRESHOLDS
        self._named = TextLabel(role="quiet", elide=Qt.TextElideMode.ElideRight)
        self._change = Button(self.tr("Change…"), lambda: open_menu(self.menu(), position_below(self._change)))
        set_tip(
            self._change,
            self.tr(
                "Files below this confidence stay where they are. In watched folders, Bayleaf asks you about them."
            ),
        )
        row(self._named, px(12), self._change, owner=self).setStretch(0, 1)

    def show_shares(self, shares: Mapping[str, float], *, with_unsure: bool = False) -> None:
        """Show the minimum probability of each label. With `with_unsure`, none of them applies."""
        self._shares = shares
        self._change.setEnabled(not with_unsure)
        if with_unsure:
            self._named.setText(self.tr("all documents"))
            return
        asked = (
            f"{label} {_format_share(share)}" for label, share in shares.items() if label in self._labels and share
        )
        self._named.setText(", ".join(asked) or self.tr("all except unsure verdicts"))

    def menu(self) -> QMenu:
        """Return a menu with the choices for each label."""
        menu = QMenu(self)
        for label in self._labels:
            own = menu.addMenu(escape_ampersands(label))
            group = QActionGroup(own)
            for share in LEAST_SHARE_CHOICES:
                action = own.addAction(_format_share(share) if share else self.tr("all except unsure verdicts"))
                action.setCheckable(True)
                action.setChecked(self._shares.get(label, 0.0) == share)
                action.triggered.connect(lambda _is_on, name=label, least=share: self.chosen.emit(name, least))
                group.addAction(action)
        return menu


def _format_share(share: float) -> str:
    return wording.format_percent(share, 0 if round(100 * share) == 100 * share else 1)


COUNTS_AS_NONE_BELOW = 0.5
"""If the expected number of mistakes is smaller than this, the dialog says that none is expected."""
FREE_SPACE_MATTERS_FROM = 0.1
"""The line of facts mentions the space that the files need if it is at least this part of the free space."""
FIRST_COLUMN_MARGIN = 8
"""Extra width of the first column, because the dialog has wider left margins than a page."""


class FilingDialog(QDialog):
    """The dialog of the filing plan."""

    def __init__(self, model: FilingViewModel, labels: tuple[Label, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._colours = model, {label.name: label.colour for label in labels}
        set_up_dialog(self, self.tr("File away"), 820, 600)
        self._make_choosers()
        self._view = TableView(self.tr("Files and where they go"), edges=(24, 24))
        self._checking = ProgressPane(model.checking_progress)
        self._letter = LetterFields(model.correct_letter)
        self._view.row_chosen.connect(self._show_letter)
        self._notice = Notice()
        self._start = Button("", self.accept, is_primary=True)
        self.accepted.connect(model.start)
        self._start.setDefault(True)
        self._lay_out()
        self._rows: list[PlannedMove | UnfiledFile] = []
        render_parts(
            self,
            model,
            self._show_choices,
            self._show_summary,
            self._show_problem,
            self._show_plan,
            self._show_checking,
        )
        self._view.setFocus()

    def _make_choosers(self) -> None:
        choose = self._model.choose
        self._root = TextLabel(elide=Qt.TextElideMode.ElideMiddle)
        self._choose = Button(self.tr("Choose folder…"), self._on_choose_clicked)
        self._learnt = Link(
            self.tr("File into the folders that the labels came from"), self._on_learnt_clicked, is_small=True
        )
        self._move, self._copy = QRadioButton(self.tr("Move")), QRadioButton(self.tr("Copy"))
        connect_checked(self._move, lambda: choose(action="move"))
        connect_checked(self._copy, lambda: choose(action="copy"))
        clashes = (("number", self.tr("add a number to the name")), ("skip", self.tr("leave the file where it is")))
        names = self.tr("If the name already exists")
        self._clashes = ComboBox(names, clashes, lambda chosen: choose(clashes=chosen), widths=(160, 260))
        self._unsure = CheckBox(
            self.tr("File documents with unsure verdicts too"), lambda is_on: choose(with_unsure=is_on)
        )
        self._each = CheckBox(self.tr("A copy in the folder of each label"), lambda is_on: choose(in_each=is_on))
        layers = self.tr("Add the recognised text; the original is kept for undo")
        self._layers = CheckBox(layers, lambda is_on: choose(with_layers=is_on))
        field = QLineEdit(
            placeholderText=self.tr("unchanged, or for example %1").replace("%1", "{date:%Y-%m-%d} {sender}"),
            clearButtonEnabled=True,
        )
        self._names = with_accessible_name(field, self.tr("Pattern for file names"))
        set_tip(
            self._names,
            self.tr(
                "You can use {date} {sender} {label} {title} {name}. Leave the field empty to keep the file names."
            ),
        )
        self._names.textEdited.connect(self._model.choose_names)
        self._forecast = TextLabel(elide=Qt.TextElideMode.ElideRight)
        self._uncounted = Paragraph(px(20))
        limits = (
            (one_in, self.tr("at most 1 mistake in %1").replace("%1", wording.format_count(one_in)))
            for one_in in ERROR_LIMITS
        )
        self._limit = ComboBox(
            self.tr("Accepted mistakes"), limits, lambda one_in: choose(one_in=one_in), widths=(184, 240)
        )
        set_tip(
            self._limit,
            self.tr("For each label, at most this share of the filed documents may go to a wrong folder"),
        )
        self._least = LeastShares(tuple(self._colours))
        self._least.chosen.connect(self._model.set_threshold)

    def _lay_out(self) -> None:
        self._head = PageHead(self.tr("File away"))
        choices, where, how, taken, limit = Pane("paper", "b"), QWidget(), QWidget(), QWidget(), QWidget()
        row(self._root, px(12), self._learnt, px(12), self._choose, owner=where).setStretch(0, 1)
        row(self._move, px(20), self._copy, px(24), self._each, -1, owner=how)
        row(self._clashes, px(24), self._unsure, -1, owner=taken)
        row(self._limit, -1, owner=limit)
        form = QFormLayout(choices, horizontalSpacing=px(20), verticalSpacing=px(10))
        form.setContentsMargins(px(24), px(14), px(24), px(16))
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        fill_form(
            form, (self.tr("Destination"), where), (self.tr("Files"), how),
            (self.tr("If the name already exists"), taken), (self.tr("File names"), self._names),
            (self.tr("Scanned PDFs"), self._layers), (self.tr("Minimum confidence"), self._least),
            (self.tr("Accepted mistakes"), limit), (self.tr("Expected"), self._forecast), height=30,
        )  # fmt: skip
        form.addRow(TextLabel(), self._uncounted)
        self._form, self._limit_row = form, limit
        hint = make_remark(self.tr("No file is overwritten. You can undo the filing, even after a restart."))
        buttons = (Button(self.tr("Cancel"), self.reject), px(8), self._start)
        foot = make_bar(hint, px(16), *buttons, height=55, fill="paper", lines="t", grows=0)
        self._notice_room = room = QWidget()
        row(self._notice, margins=(px(24), px(10), px(24), px(10)), owner=room)
        self._lists = make_stack(self._view, self._checking)
        column(self._head, choices, room, self._lists, self._letter, foot, owner=self).setStretch(3, 1)

    @shows(
        "root", "learnt_root", "action", "names", "clashes", "with_unsure", "has_several", "in_each", "can_add_layers",
        "with_layers", "thresholds", "has_limits", "has_verdicts", "one_in",
    )  # fmt: skip
    def _show_choices(self, state: FilingState) -> None:
        self._root.setText(str(state.root))
        self._learnt.setVisible(state.learnt_root not in (None, state.root))
        if self._names.text() != state.names:
            self._names.setText(state.names)
        self._clashes.show_value(state.clashes)
        set_checked_silently(self._unsure, is_checked=state.with_unsure)
        set_checked_silently(self._each, is_checked=state.in_each)
        self._each.setVisible(state.has_several)
        set_checked_silently(self._layers, is_checked=state.with_layers)
        self._form.setRowVisible(self._layers, state.can_add_layers)
        self._least.show_shares(state.thresholds, with_unsure=state.with_unsure)
        self._unsure.setVisible(state.has_verdicts)
        self._form.setRowVisible(self._least, state.has_verdicts)
        self._form.setRowVisible(self._limit_row, state.has_verdicts and state.has_limits)
        self._limit.show_value(state.one_in)
        self._limit.setEnabled(not state.with_unsure)  # a limit would keep unsure verdicts back

    @shows("plan", "is_planning", "can_start", "action", "n_unread", "n_copies")
    def _show_summary(self, state: FilingState) -> None:
        """Show the number of files to move, and the expected number of mistakes."""
        plan = state.plan
        looking = self.tr("Checking the files…") if state.is_planning else ""
        self._forecast.setText(looking if plan is None else self._summary_sentence(plan))
        remarks = [] if plan is None else [self._copies_sentence(state.n_copies), self._uncounted_sentence(plan)]
        self._uncounted.show_words(" ".join(filter(None, remarks)))
        self._form.setRowVisible(self._uncounted, bool(self._uncounted.words))
        self._start.setEnabled(state.can_start)
        n_moves = 0 if plan is None else len(plan.moves)
        is_move = state.action == "move" and (
            plan is None or not plan.moves or any(planned.move.action == "move" for planned in plan.moves)
        )
        is_copy_only = state.action == "move" and not is_move
        set_checked_silently(self._copy if is_copy_only or state.action == "copy" else self._move, is_checked=True)
        self._move.setEnabled(not is_copy_only)
        why = self.tr("Messages of a mailbox and members of an archive can only be copied.")
        set_tip(self._move, why if is_copy_only else "")
        words = self.tr("Move %Ln file(s)", "", n_moves) if is_move else self.tr("Copy %Ln file(s)", "", n_moves)
        self._start.setText(words if plan is not None else self.tr("Move") if is_move else self.tr("Copy"))
        self._head.show_facts("" if plan is None else self._facts(plan))

    def _facts(self, plan: FilingPlan) -> str:
        n_inside = sum(planned.move.action == "copy" for planned in plan.moves) if plan.action == "move" else 0
        n_whole, n_unread = len(plan.moves) - n_inside, self._model.state.n_unread
        free = wording.format_size(plan.free_bytes)
        facts = [  # what a person must know comes first: the line is cut at its end
            self.tr("%Ln document(s) will be copied out of a mailbox or an archive", "", n_inside) if n_inside else "",
            self.tr("%Ln file(s) will be filed", "", n_whole) if n_whole or not n_inside else "",
            self._staying_text(plan),
            self.tr("%Ln file(s) could not be read", "", n_unread) if n_unread else "",
            self.tr("%Ln file(s) will be renamed", "", plan.n_renamed_files) if plan.n_renamed_files else "",
            wording.format_size(plan.size_bytes),
            self.tr("%1 free on the target disk").replace("%1", free)
            if plan.needed_bytes > FREE_SPACE_MATTERS_FROM * plan.free_bytes
            else "",
        ]
        return wording.join_facts(facts)

    def _staying_text(self, plan: FilingPlan) -> str:
        """Return how many documents stay and, if all of them stay for the same reason, that reason."""
        if not plan.left_out:
            return ""
        n_staying = self.tr("%Ln document(s) will stay", "", len(plan.left_out))
        reasons = {_short_reason(file.reason) for file in plan.left_out}
        return n_staying if len(reasons) > 1 or "" in reasons else f"{n_staying} ({reasons.pop()})"

    def _summary_sentence(self, plan: FilingPlan) -> str:
        if not plan.n_documents:
            return self.tr("Nothing to file. Drop files on Classify, or import and label documents.")
        if not plan.n_filed:
            return self.tr(
                "Nothing to file: %Ln document(s) will stay. The list shows the reasons.", "", plan.n_documents
            )
        if not self._model.state.has_verdicts:
            words = self.tr("%1 of %2 documents can be filed, by their labels.")
        elif plan.expected_wrong < COUNTS_AS_NONE_BELOW:
            words = self.tr("%1 of %2 documents can be filed; hardly any mistakes expected.")
        else:
            words = self.tr(
                "%1 of %2 documents can be filed; about %Ln mistake(s) expected.", "", round(plan.expected_wrong)
            )
        numbers = (plan.n_filed, plan.n_documents)
        return wording.fill_placeholders(words, *map(wording.format_count, numbers))

    def _copies_sentence(self, n_copies: int) -> str:
        """Return the sentence that explains why there are more files than documents; empty if there are no copies."""
        if not n_copies:
            return ""
        return self.tr("Included: %Ln copy(ies) of documents. Other pages do not count copies.", "", n_copies)

    def _uncounted_sentence(self, plan: FilingPlan) -> str:
        """Return the sentence about labels whose mistakes the forecast cannot count; empty if there are none."""
        if not plan.n_labelled_by_group:
            return ""
        return self.tr(
            "Not included: %Ln label(s) given to whole groups at once. How many of them are wrong is not known.", "",
            plan.n_labelled_by_group,
        )  # fmt: skip

    @shows("plan", "is_planning")
    def _show_checking(self, state: FilingState) -> None:
        """Show the progress in place of the list until the first plan has been made."""
        is_working = state.is_planning and state.plan is None
        self._checking.show_work(self.tr("Checking the files…"), self.tr("Cancel"), self.reject, is_working=is_working)
        self._lists.setCurrentIndex(int(is_working))

    @shows("problem", "plan", "root")
    def _show_problem(self, state: FilingState) -> None:
        words = sentence_for(state.problem) if state.problem is not None else ""
        if state.plan is not None and state.plan.problem:
            name = state.root.name or str(state.root)
            words = sentences.filing_sentence(name, state.plan.problem).render(translate_template)
            if state.plan.problem == "full":
                words = self.tr("The files need %1, but the target disk has only %2 free. Choose another folder.")
                words = words.replace("%1", wording.format_size(state.plan.needed_bytes))
                words = words.replace("%2", wording.format_size(state.plan.free_bytes))
        self._notice.show_problem(words)
        self._notice_room.setVisible(bool(words))

    @shows("plan")
    def _show_plan(self, state: FilingState) -> None:
        """List the files of the plan. The selected row stays selected.

        While a newer plan is being made, the list stays.
        """
        if state.plan is None:
            return
        selected_row = self._view.currentIndex().row()
        self._fill_table(state.plan)
        self._view.choose_row(max(selected_row, 0))
        self._show_letter(self._view.number_at(self._view.currentIndex().row()))

    def _fill_table(self, plan: FilingPlan) -> None:
        """Fill the table. The text of a row is computed when the row is first drawn."""
        rows = self._rows = [*plan.moves, *plan.left_out]
        n_root, width = len(str(plan.root).rstrip(os.sep)) + 1, label_width(self._colours, 84) + FIRST_COLUMN_MARGIN
        self._view.show_columns([
            Column(
                self.tr("Label"), rows, lambda row: self._label_cell_of(row).name, ColumnStyle("label", width),
                cell=self._label_cell_of,
            ),
            Column(
                self.tr("File"), rows, lambda row: self._file_and_remark(row)[0], ColumnStyle("titled"),
                    cell=self._file_and_remark
            ),
            Column(self.tr("Goes to"), rows, lambda row: _target_or_reason(row, n_root), ColumnStyle("quiet")),
            Column(
                self.tr("Size"), rows,
                lambda row: wording.format_size(row.move.size_bytes) if isinstance(row, PlannedMove) else "",
                ColumnStyle("quiet-number", 112, shown_from_width=600), is_number=True,
            ),
        ])  # fmt: skip

    def _label_cell_of(self, row: PlannedMove | UnfiledFile) -> LabelCell:
        return make_label_cell(row.move.label if isinstance(row, PlannedMove) else None, self._colours)

    def _file_and_remark(self, row: PlannedMove | UnfiledFile) -> tuple[str, str]:
        """Return the name of a row's file, and a remark if the file is renamed or stays."""
        if not isinstance(row, PlannedMove):
            return row.name, self.tr("stays")
        found = self._model.state.facts.get(row.number)
        guesses = [] if found is None else [fact for fact in (found.date, found.sender) if fact.value and fact.is_guess]
        told = [translate_template(LETTER_RULES[fact.rule]) for fact in guesses]
        return source_to_display(row.move), wording.join_facts([self.tr("new name") if row.is_renamed else "", *told])

    def _show_letter(self, place: int) -> None:
        """Show the date and the sender in the new name of a row's file, for correction."""
        value = self._rows[place] if 0 <= place < len(self._rows) else None
        number = value.number if isinstance(value, PlannedMove) else None
        self._letter.show_facts(number, self._model.state.facts.get(number) if number is not None else None)

    def _on_learnt_clicked(self) -> None:
        if self._model.state.learnt_root is not None:
            self._model.choose(root=self._model.state.learnt_root)

    def _on_choose_clicked(self) -> None:
        root, title = self._model.state.root, self.tr("Choose where to create the label folders")
        ask_folder(self, title, lambda chosen: self._model.choose(root=chosen), str(nearest_existing_folder(root)))


def _target_or_reason(row: PlannedMove | UnfiledFile, n_root: int) -> str:
    if isinstance(row, PlannedMove):
        return row.move.target[n_root:]
    return _short_reason(row.reason) or sentences.filing_sentence(row.name, row.reason).render(translate_template)


def _short_reason(reason: str) -> str:
    """Return a sentence for the reason that does not name the file, because its name is in the same row; empty for rare
    reasons.
    """
    if reason == "unsure":
        return QCoreApplication.translate("FilingDialog", "unsure verdict")
    if reason == "no-promise":
        return QCoreApplication.translate("FilingDialog", "too few documents of this label")
    if reason == "changed":
        return QCoreApplication.translate("FilingDialog", "changed since Bayleaf last read it")
    if reason == "inside":
        return QCoreApplication.translate("FilingDialog", "inside a mailbox or an archive, which Bayleaf never changes")
    if reason == "unlabelled":
        return QCoreApplication.translate("FilingDialog", "no label yet: label the document, or train a model")
    return ""


def source_to_display(move: FileMove) -> str:
    """Return the name of a file, followed by that of its member. A mail in a mailbox file is named by its subject."""
    path, _, member = move.source.partition("\0")
    name = os.path.basename(path)
    if member.isdecimal():
        member = os.path.splitext(os.path.basename(move.target))[0]
    return f"{name} › {member}" if member else name


class FiledDialog(QDialog):
    """Report of a batch of moves: the result for each file, and the buttons *Continue* and *Undo*.

    *Continue* is shown only if files stayed because filing was interrupted or cancelled.
    """

    def __init__(
        self,
        report: FilingReport,
        on_undo: Callable[[], object],
        on_continue: Callable[[], object],
        labels: tuple[Label, ...],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._report, self._colours = report, {label.name: label.colour for label in labels}
        self._moves = sorted(report.moves, key=lambda move: not move.reason)  # what did not work is seen first
        set_up_dialog(self, self.tr("Filed away"), 820, 480)
        n_left = sum(map(can_continue, report.moves))
        self._undo = Button(self.tr("Undo"), self.accept, is_primary=not n_left)
        self._undo.setVisible(report.count("done") > 0)
        self.accepted.connect(on_undo)
        self._continue = Button(self.tr("Continue with %Ln file(s)", "", n_left), self._on_continue, is_primary=True)
        self._continue.setVisible(n_left > 0)
        self._on_continue_clicked = on_continue
        (self._continue if n_left else self._undo).setDefault(True)
        head = PageHead(self.tr("Filed away"))
        head.show_facts(self._facts())
        view = TableView(self.tr("Filed away"), self._columns(), edges=(24, 24))
        view.row_opened.connect(lambda number: show_in_folder(self._moves[number].target))
        lines = self.tr(
            "“File away…” on the Classify page moves files to folders.\nBefore that, it shows where each file will go."
        )
        pages = make_stack(view, EmptyPage(self.tr("Nothing has been filed away yet"), lines))
        pages.setCurrentIndex(0 if report.moves else 1)
        buttons = (Button(self.tr("Close"), self.reject), px(8), self._undo, px(8), self._continue)
        foot = make_bar(-1, *buttons, height=55, fill="paper", lines="t")
        column(head, pages, foot, owner=self).setStretch(1, 1)

    def _on_continue(self) -> None:
        self.reject()
        self._on_continue_clicked()

    def _facts(self) -> str:
        moves = self._report.moves
        if not moves:
            return ""
        counts = [
            (self._report.count("done"), self.tr("filed")),
            (self._report.count("undone"), self.tr("brought back")),
            (self._report.count("failed"), self.tr("not moved")),
        ]
        date = wording.format_long_date(int(max(move.changed_at for move in moves)))
        return wording.join_facts([date, *(f"{name} {wording.format_count(n)}" for n, name in counts if n)])

    def _columns(self) -> list[Column]:
        moves = self._moves
        cells = [make_label_cell(move.label, self._colours) for move in moves]
        # After a crash the report is shown before a model or a collection is open: its own labels count.
        names = {*self._colours, *(move.label for move in moves)}
        look = ColumnStyle("label", label_width(names, 84) + FIRST_COLUMN_MARGIN)
        return [
            Column(self.tr("Label"), cells, lambda cell: cell.name, look),
            Column(self.tr("File"), [source_to_display(move) for move in moves], look=ColumnStyle("path")),
            Column(self.tr("Result"), moves, self._outcome_text, ColumnStyle("quiet-path")),
        ]

    def _outcome_text(self, move: FileMove) -> str:
        if move.reason:
            sentence = sentences.filing_sentence(source_to_display(move), move.reason)
            return _short_reason(move.reason) or sentence.render(translate_template)
        return self.tr("brought back") if move.state == "undone" else move.target
