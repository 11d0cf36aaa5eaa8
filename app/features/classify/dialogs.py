"""Two dialogs: the explanation of the verdict on a stored document, and the history of earlier verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QMenu, QSplitter, QWidget

from app.domain.records import VerdictRecord
from app.domain.results import TrainingInfluence
from app.features.classify.explanations import ExplainedVerdict
from app.features.classify.view_model import HistoryState, HistoryViewModel
from app.features.documents.columns import N_KEYS, make_label_menu, relabel_choices
from app.features.explain.view_model import SheetViewModel, WhyTab
from app.features.explain.why_panel import DEBOUNCE_MS, WhyPanel, WorkingDialog
from app.kit import wording
from app.kit.actions import set_context_menu
from app.kit.array_table import Column
from app.kit.coloured_text import ColouredText
from app.kit.fields import CheckBox, SearchField, add_choices
from app.kit.label_chips import TintLegend, VerdictLine
from app.kit.look import fonts
from app.kit.look.fonts import px
from app.kit.page_head import EmptyPage, Notice, PageHead, make_bottom_close_box
from app.kit.page_model import render_parts, shows
from app.kit.painted_values import Label, VerdictCell, error_limit_sentence, make_label_cell
from app.kit.table_view import ColumnStyle, TableView, label_width
from app.kit.widgets import (
    Button,
    Pane,
    Paragraph,
    TextLabel,
    column,
    make_bar,
    make_remark,
    make_stack,
    row,
    set_checked_silently,
    set_up_dialog,
    with_accessible_name,
)


class WhyDialog(QDialog):
    """Dialog that explains the verdict on a stored document, with its text and the tabs of *Why*."""

    influence_wanted = Signal()
    """Emitted to request the training documents with the most influence on the verdict."""
    document_wanted = Signal(int)
    """Emitted with the number of a document to show."""
    text_edited = Signal(object)
    """Emitted with the edited text, or None for the original text.

    The receiver calls `show_explanation` with the new explanation.
    """
    sheet_wanted = Signal(object)
    """Emitted with a callback that the receiver calls with the view model of the full calculation."""

    def __init__(self, explanation: ExplainedVerdict, parent: QWidget, colours: Mapping[str, int]) -> None:
        super().__init__(parent)
        set_up_dialog(self, self.tr("Why"), 860, 720)
        self._explanation, self._colours, self._edited = explanation, colours, False
        self._text = with_accessible_name(ColouredText(), self.tr("Text of the document"))
        self._text.setViewportMargins(0, 0, px(20), 0)
        self._judged, self._scale, self._doubt = VerdictLine(), TintLegend(), Paragraph(px(18))
        self._subject, self._sender = (TextLabel(elide=Qt.TextElideMode.ElideRight) for _ in range(2))
        self._subject.setFont(fonts.subject_font())
        self._sender.setFont(fonts.small_font())
        self._hint = make_remark(elide=None)
        self._why = WhyPanel()
        text, reading = Pane("panel"), QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        column(self._head(), px(9), self._text, margins=(px(20), 0, 0, 0), owner=text).setStretch(2, 1)
        reading.addWidget(text)
        reading.addWidget(self._why)
        reading.setSizes([px(380), px(280)])
        column(reading, make_bottom_close_box(self), margins=(0, 0, 0, px(16)), owner=self).setStretch(0, 1)
        self._rest = QTimer(self, singleShot=True, interval=DEBOUNCE_MS)
        self._rest.timeout.connect(self._ask_about_text)
        self._connect()
        self.show_explanation(explanation)
        self._text.setFocus()

    @property
    def explanation(self) -> ExplainedVerdict:
        """The explanation that is shown."""
        return self._explanation

    @property
    def why(self) -> WhyPanel:
        """The panel with the tabs."""
        return self._why

    def show_explanation(self, explanation: ExplainedVerdict) -> None:
        """Show an explanation. If the user is editing the text, the text field keeps the edited text."""
        self._explanation = explanation
        self._subject.setText(explanation.title)
        sender = wording.join_facts(
            [wording.format_sender(explanation.sender), wording.format_long_date(explanation.date_s)]
        )
        self._sender.setText(sender)
        judged, towards, against = explanation.shown_label, explanation.towards, explanation.against
        if judged is not None:
            self._judged.show_verdict(judged.name, judged.colour, explanation.confidence, explanation.probability)
        doubt = error_limit_sentence(explanation.confidence, explanation.verdict.wrong_share)
        self._doubt.show_words(doubt)
        self._doubt.setVisible(bool(doubt))
        is_before_learning = self.tr(
            "The verdict was given when the document arrived. The word weights are those of the current model."
        )
        self._hint.setText(
            is_before_learning
            if explanation.is_verdict_at_arrival
            else self.tr("Verdict of a model that was trained on all other documents")
        )
        of_terms = (against.colour, towards.colour) if towards is not None and against is not None else (0, 1)
        if towards is not None and against is not None:
            self._scale.show_labels(against.name, towards.name, of_terms)
        self._scale.setVisible(towards is not None and against is not None)
        if not self._edited or self._text.toPlainText() == explanation.text:
            self._text.show_text(explanation.text, explanation.tints, of_terms)
        self._why.show_score(explanation.score, "" if towards is None else towards.name, explanation.calibration)
        self._why.what_if.show_flip_sentence(explanation.flip_sentence, has_verdict=towards is not None)
        self._show_editing()

    def show_influence(self, found: TrainingInfluence) -> None:
        """Show the training documents with the most influence on the verdict."""
        self._why.show_influence(found, self._colours)

    def show_problem(self, error: Exception) -> None:
        """Show why the influence could not be computed."""
        self._why.show_problem(error)

    def _head(self) -> QWidget:
        head, line = QWidget(), QWidget()
        row(self._judged, px(12), self._hint, -1, self._scale, owner=line)
        parts = (self._subject, px(2), self._sender, px(7), line, self._doubt)
        column(*parts, margins=(px(4), px(18), px(24), 0), owner=head)
        return head

    def _connect(self) -> None:
        why = self._why
        why.document_wanted.connect(lambda _number: self.accept())
        why.document_wanted.connect(self.document_wanted)
        why.tab_chosen.connect(self._on_tab_chosen)
        why.edit_wanted.connect(self._on_edit_wanted)
        why.window_wanted.connect(lambda: self.sheet_wanted.emit(self._open_window))
        self._text.edited.connect(lambda _text: self._rest.start())

    def _on_tab_chosen(self, tab: WhyTab) -> None:
        if tab is WhyTab.EXAMPLES and self._why.examples.is_waiting:
            self.influence_wanted.emit()
        if tab is WhyTab.CALCULATION and not self._why.calculation.has_calculation:
            self.sheet_wanted.emit(self._why.calculation.show_calculation)

    def _open_window(self, model: SheetViewModel) -> None:
        WorkingDialog(model, self).show()

    def _on_edit_wanted(self, is_allowed: bool) -> None:
        self._edited = is_allowed
        self._text.allow_editing(is_allowed=is_allowed)
        self._show_editing()
        if is_allowed:
            self._text.setFocus()
        else:
            self._ask_about_text()

    def _show_editing(self) -> None:
        self._why.what_if.show_editing(is_editing=self._edited, can_edit=not self._explanation.is_row)

    def _ask_about_text(self) -> None:
        """Request the explanation of the edited text, or of the stored text once editing has ended."""
        self.text_edited.emit(self._text.toPlainText() if self._edited else None)
        self._why.calculation.show_calculation(None)
        if self._why.tab is WhyTab.CALCULATION:
            self._on_tab_chosen(WhyTab.CALCULATION)


class HistoryDialog(QDialog):
    """The dialog with the history of verdicts."""

    classify_wanted = Signal(object)
    """Emitted with the (path, member) of each document to classify again."""

    def __init__(self, model: HistoryViewModel, labels: tuple[Label, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._own_colours = model, {label.name: label.colour for label in labels}
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
        self._pages = make_stack(self._view, EmptyPage(self.tr("Nothing has been classified yet"), lines))
        column(self._head, self._notice_room, bar, self._pages, foot, owner=self).setStretch(3, 1)

    def _connect(self) -> None:
        model = self._model
        self._search.searched.connect(model.search)
        selection = self._view.selectionModel()
        selection.selectionChanged.connect(lambda _now, _before: self._show_buttons())
        self._view.table.modelReset.connect(self._show_buttons)
        self._view.key_typed.connect(self._on_key_typed)
        set_context_menu(self._view, lambda _at: self.menu())
        self._view.add_shortcut(self.tr("Forget selected"), self._on_forget_clicked, QKeySequence.StandardKey.Delete)

    @shows("is_kept", "is_looking", "n_verdicts", "verdicts", "search")
    def _show_head(self, state: HistoryState) -> None:
        set_checked_silently(self._keeps, is_checked=state.is_kept)
        self._pages.setCurrentIndex(1 if not state.n_verdicts and not state.is_looking else 0)
        self._head.show_facts(self._facts(state))

    def _facts(self, state: HistoryState) -> str:
        n_listed, n_known = len(state.listed), len(state.verdicts)
        facts = [self.tr("%Ln verdict(s) remembered in this workspace", "", state.n_verdicts)]
        if state.n_verdicts > n_known > 0:
            facts.append(self.tr("the last %Ln verdict(s) are listed", "", n_known))
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

    @shows("verdicts", "search", "labels_now", "labels")
    def _show_verdicts(self, state: HistoryState) -> None:
        self._listed = verdicts = state.listed
        colours = {**state.colours, **self._own_colours}  # labels of the open collection keep their colours
        width = label_width(colours, 68, is_first=False)
        labels = [make_label_cell(each.right_label or each.label, colours) for each in verdicts]
        judged_now = [(each, state.labels_now.get(each.number)) for each in verdicts]
        nows = [
            None if label is None else make_label_cell(label, colours, is_strong=label != each.label)
            for each, label in judged_now
        ]
        shares = [VerdictCell(each.probability, colours.get(each.label or "", 0)) for each in verdicts]
        titles = [(each.title or each.member or each.path, self._remark(each)) for each in verdicts]
        self._view.show_columns([
            Column(
                self.tr("When"), [wording.format_short_date(int(each.judged_at)) for each in verdicts],
                look=ColumnStyle("quiet", 120),
            ),
            Column(self.tr("Label"), labels, lambda cell: cell.name, ColumnStyle("label", width)),
            Column(
                self.tr("Probability"), shares,
                lambda cell: wording.format_probability(cell.probability) if cell.probability is not None else "",
                ColumnStyle("verdict", 119), is_number=True,
            ),
            Column(
                self.tr("Verdict now"), nows, lambda cell: cell.name if cell is not None else "",
                ColumnStyle("label", max(width, 118)),
            ),
            Column(self.tr("Name"), titles, lambda pair: pair[0], ColumnStyle("titled")),
            Column(
                self.tr("Model"), [each.model for each in verdicts],
                look=ColumnStyle("quiet", 150, shown_from_width=700),
            ),
        ])  # fmt: skip

    def _remark(self, verdict: VerdictRecord) -> str:
        if verdict.problem:
            return self.tr("not read")
        if verdict.right_label is not None:
            return self.tr("corrected") if verdict.right_label != verdict.label else self.tr("confirmed")
        return self.tr("unsure") if verdict.is_unsure else ""

    def _show_buttons(self) -> None:
        self._forget.setEnabled(bool(self._view.chosen_rows()))
        self._again.setEnabled(bool(self._chosen_locations()))
        self._clear.setEnabled(self._model.state.n_verdicts > 0)

    def _chosen_verdicts(self) -> list[VerdictRecord]:
        return [self._listed[number] for number in self._view.chosen_numbers() if number < len(self._listed)]

    def _chosen_locations(self) -> tuple[tuple[str, str], ...]:
        """Return (path, member) of the selected verdicts whose files still exist."""
        places = dict.fromkeys((each.path, each.member) for each in self._chosen_verdicts() if each.path)
        return tuple(place for place in places if Path(place[0]).is_file())

    def menu(self) -> QMenu:
        """Return the context menu of the selected verdicts."""
        menu = QMenu(self)
        choices = relabel_choices(self._model.state.labels_for(self._chosen_verdicts()), self._correct_chosen, None)
        if len(choices) > N_KEYS:
            menu.addMenu(make_label_menu(choices, menu, self.tr("It is")))
        else:
            sentence = self.tr("It is %1")
            add_choices(menu, [replace(each, name=sentence.replace("%1", each.name)) for each in choices])
        menu.addSeparator()
        again = menu.addAction(self.tr("Classify again"), self._on_again_clicked)
        again.setEnabled(bool(self._chosen_locations()))
        menu.addAction(self.tr("Forget selected"), self._on_forget_clicked)
        return menu

    def _label_names(self) -> list[str]:
        """Return the labels that the selected documents can get."""
        return [label.name for label in self._model.state.labels_for(self._chosen_verdicts())]

    def _on_key_typed(self, key: str) -> None:
        labels = self._label_names()
        if key.isdecimal() and 1 <= int(key) <= len(labels):
            self._correct_chosen(labels[int(key) - 1])

    def _correct_chosen(self, label: str) -> None:
        self._model.correct(self._chosen_verdicts(), label)

    def _on_again_clicked(self) -> None:
        places = self._chosen_locations()
        self.accept()
        self.classify_wanted.emit(places)

    def _on_forget_clicked(self) -> None:
        self._model.remove(tuple(each.number for each in self._chosen_verdicts()))

    def _on_clear_clicked(self) -> None:
        self._is_asking = True
        self._parts.render_again(self._show_notice)
