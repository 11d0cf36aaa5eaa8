"""The dialog that explains the verdict on a stored document: its coloured text, above the terms of the score or the
training documents with the most influence."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from app.domain.results import TrainingInfluence
from app.features.classify.explanations import ExplainedVerdict
from app.features.classify.page import TaughtTable
from app.kit import wording
from app.kit.coloured_text import ColouredText
from app.kit.label_chips import TintLegend, VerdictLine
from app.kit.look import fonts
from app.kit.look.fonts import px
from app.kit.page_head import make_bottom_close_box
from app.kit.plots.waterfall import Waterfall
from app.kit.widgets import (
    Link,
    Pane,
    TextLabel,
    column,
    make_heading,
    make_remark,
    make_stack,
    row,
    set_up_dialog,
    with_accessible_name,
)
from app.kit.wording import sentence_for

N_TERMS = 11


class WhyDialog(QDialog):
    """Shows one explanation."""

    teachers_wanted = Signal()
    """Emitted to request the training documents."""
    document_wanted = Signal(int)
    """Emitted with the number of a document to show."""

    def __init__(self, explanation: ExplainedVerdict, parent: QWidget, colours: Mapping[str, int]) -> None:
        super().__init__(parent)
        set_up_dialog(self, self.tr("Why"), 760, 680)
        self._explanation, self._colours = explanation, colours
        self._text = with_accessible_name(ColouredText(), self.tr("Text of the document"))
        towards, against = explanation.towards, explanation.against
        of_terms = (against.colour, towards.colour) if towards is not None and against is not None else (0, 1)
        self._text.show_text(explanation.text, explanation.tints, of_terms)
        self._text.setViewportMargins(0, 0, px(20), 0)
        text, why = Pane("panel"), self._why_pane()
        column(self._head(), px(9), self._text, margins=(px(20), 0, 0, 0), owner=text).setStretch(2, 1)
        column(text, why, make_bottom_close_box(self), margins=(0, 0, 0, px(16)), owner=self).setStretch(0, 1)
        self._text.setFocus()

    def _head(self) -> QWidget:
        explanation, head, line = self._explanation, QWidget(), QWidget()
        told_of = wording.join_facts([wording.sender(explanation.sender), wording.long_date(explanation.date_s)])
        subject, sender = (
            TextLabel(words, elide=Qt.TextElideMode.ElideRight) for words in (explanation.title, told_of)
        )
        subject.setFont(fonts.subject())
        sender.setFont(fonts.small())
        when_new = self.tr("judged when it was new; its words weigh as they do now")
        hint = make_remark(
            when_new if explanation.is_when_new else self.tr("judged by all other documents"), elide=None
        )
        judged, scale = explanation.judged, TintLegend()
        self._judged = VerdictLine()
        if judged is not None:
            self._judged.show_verdict(judged.name, judged.colour, explanation.told, explanation.probability)
        towards, against = explanation.towards, explanation.against
        if towards is not None and against is not None:
            scale.show_labels(against.name, towards.name, (against.colour, towards.colour))
        scale.setVisible(towards is not None and against is not None)
        row(self._judged, px(12), hint, -1, scale, owner=line)
        column(subject, px(2), sender, px(7), line, margins=(px(4), px(18), px(24), 0), owner=head)
        return head

    def _why_pane(self) -> QWidget:
        explanation, pane, head = self._explanation, Pane("paper", "tb"), QWidget()
        self._of_what, self._flip = make_remark(), make_remark(explanation.flip)
        waterfall = Waterfall()
        waterfall.show_score(explanation.score)
        self._taught = TaughtTable()
        self._taught.document_wanted.connect(lambda _number: self.accept())
        self._taught.document_wanted.connect(self.document_wanted)
        self._reasons = make_stack(waterfall, self._taught)
        self._reasons.setFixedHeight(px(20 * N_TERMS + 31))
        self._teachers = Link("", self._on_teachers_clicked)
        self._show_view()
        self._of_what.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row(make_heading(self.tr("Why")), px(16), self._teachers, px(12), self._of_what, owner=head).setStretch(4, 1)
        column(head, px(4), self._reasons, self._flip, margins=(px(24), px(10), px(24), px(8)), owner=pane)
        return pane

    def _show_view(self) -> None:
        """Show the words, or the training documents."""
        towards, shows_taught = self._explanation.towards, self._reasons.currentWidget() is self._taught
        words_of = self.tr("what each word adds to the log-odds of %1")
        of_words = "" if towards is None else words_of.replace("%1", towards.name)
        self._of_what.setText(self._taught.remark if shows_taught else of_words)
        self._teachers.setText(self.tr("Words") if shows_taught else self.tr("Taught by"))
        self._flip.setVisible(bool(self._flip.text()) and not shows_taught)

    def _on_teachers_clicked(self) -> None:
        shows_taught = self._reasons.currentWidget() is not self._taught
        self._reasons.setCurrentIndex(int(shows_taught))
        if shows_taught and self._taught.is_waiting:
            self.teachers_wanted.emit()
        self._show_view()

    def show_influence(self, found: TrainingInfluence) -> None:
        """Show the documents with the most influence."""
        self._taught.show_influence(found, self._colours)
        self._show_view()

    def show_problem(self, error: Exception) -> None:
        """Show why the influence could not be computed."""
        self._taught.remark = sentence_for(error)
        self._show_view()
