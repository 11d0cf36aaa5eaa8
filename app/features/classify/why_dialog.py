"""The dialog that explains the verdict on a stored document: its coloured text above the four tabs of *Why*."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QDialog, QSplitter, QWidget

from app.domain.results import TrainingInfluence
from app.features.classify.explanations import ExplainedVerdict
from app.features.explain.dialog import WorkingDialog
from app.features.explain.view_model import SheetViewModel, WhyTab
from app.features.explain.why_panel import DEBOUNCE_MS, WhyPanel
from app.kit import wording
from app.kit.coloured_text import ColouredText
from app.kit.label_chips import TintLegend, VerdictLine
from app.kit.look import fonts
from app.kit.look.fonts import px
from app.kit.page_head import make_bottom_close_box
from app.kit.painted_values import error_limit_sentence
from app.kit.widgets import (
    Pane,
    Paragraph,
    TextLabel,
    column,
    make_remark,
    row,
    set_up_dialog,
    with_accessible_name,
)


class WhyDialog(QDialog):
    """Shows one explanation. `make_sheet` returns the view model of the full calculation."""

    teachers_wanted = Signal()
    """Emitted to request the training documents."""
    document_wanted = Signal(int)
    """Emitted with the number of a document to show."""
    text_edited = Signal(object)
    """Emitted with the edited text, or None for the original; `show_explanation` takes the answer."""
    sheet_wanted = Signal(object)
    """Emitted with a function that takes the view model of the full calculation."""

    def __init__(self, explanation: ExplainedVerdict, parent: QWidget, colours: Mapping[str, int]) -> None:
        super().__init__(parent)
        set_up_dialog(self, self.tr("Why"), 860, 720)
        self._explanation, self._colours, self._edited = explanation, colours, False
        self._text = with_accessible_name(ColouredText(), self.tr("Text of the document"))
        self._text.setViewportMargins(0, 0, px(20), 0)
        self._judged, self._scale, self._doubt = VerdictLine(), TintLegend(), Paragraph(px(18))
        self._subject, self._sender = (TextLabel(elide=Qt.TextElideMode.ElideRight) for _ in range(2))
        self._subject.setFont(fonts.subject())
        self._sender.setFont(fonts.small())
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
        """The tabs."""
        return self._why

    def show_explanation(self, explanation: ExplainedVerdict) -> None:
        """Show an explanation; the text is replaced only if it is another one."""
        self._explanation = explanation
        self._subject.setText(explanation.title)
        sender = wording.join_facts(
            [wording.format_sender(explanation.sender), wording.format_long_date(explanation.date_s)]
        )
        self._sender.setText(sender)
        judged, towards, against = explanation.judged, explanation.towards, explanation.against
        if judged is not None:
            self._judged.show_verdict(judged.name, judged.colour, explanation.told, explanation.probability)
        doubt = error_limit_sentence(explanation.told, explanation.verdict.wrong_share)
        self._doubt.show_words(doubt)
        self._doubt.setVisible(bool(doubt))
        when_new = self.tr("The verdict was given when the document arrived; the weights of the words are today’s")
        self._hint.setText(
            when_new if explanation.is_when_new else self.tr("classified by a model of all other documents")
        )
        of_terms = (against.colour, towards.colour) if towards is not None and against is not None else (0, 1)
        if towards is not None and against is not None:
            self._scale.show_labels(against.name, towards.name, of_terms)
        self._scale.setVisible(towards is not None and against is not None)
        if not self._edited or self._text.toPlainText() == explanation.text:
            self._text.show_text(explanation.text, explanation.tints, of_terms)
        self._why.show_score(explanation.score, "" if towards is None else towards.name)
        self._why.what_if.show_flip(explanation.flip, has_verdict=towards is not None)
        self._show_editing()

    def show_influence(self, found: TrainingInfluence) -> None:
        """Show the documents with the most influence."""
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
            self.teachers_wanted.emit()
        if tab is WhyTab.CALCULATION and not self._why.calculation.has_model:
            self.sheet_wanted.emit(self._why.calculation.show_model)

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
        """Request the explanation of the edited text, or of the original again."""
        self.text_edited.emit(self._text.toPlainText() if self._edited else None)
        self._why.calculation.show_model(None)
        if self._why.tab is WhyTab.CALCULATION:
            self._on_tab_chosen(WhyTab.CALCULATION)
