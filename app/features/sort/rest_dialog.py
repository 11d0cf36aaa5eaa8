"""Label the rest: how many documents get which label of the model, and how many mistakes are expected, before it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QWidget

from app.domain.documents import display_labels
from app.features.sort.view_model import (
    ERROR_LIMITS,
    RestPlan,
    RestState,
    RestViewModel,
)
from app.kit import wording
from app.kit.array_table import Column
from app.kit.fields import ComboBox
from app.kit.look.fonts import px
from app.kit.page_head import Notice, PageHead
from app.kit.page_model import render_parts, shows
from app.kit.painted_values import Label, label_cell
from app.kit.table_view import ColumnLook, TableView, label_width
from app.kit.widgets import Button, Paragraph, TextLabel, column, make_bar, row, set_up_dialog

COUNTS_AS_NONE_BELOW = 0.5


class RestDialog(QDialog):
    """Shows what its view-model holds."""

    def __init__(
        self,
        model: RestViewModel,
        labels: tuple[Label, ...],
        parent: QWidget | None = None,
        show_unlabelled: Callable[[], object] = lambda: None,
    ) -> None:
        """`show_unlabelled` shows the documents without a label, with their verdicts."""
        super().__init__(parent)
        self._model, self._colours = model, {label.name: label.colour for label in labels}
        set_up_dialog(self, self.tr("Label the rest"), 620, 520)
        self._head, self._notice = PageHead(self.tr("Label the rest")), Notice(inset=px(16))
        self._summary, self._remark = Paragraph(px(20)), Paragraph(px(18), role="quiet", most_lines=4)
        limits = (
            (one_in, self.tr("1 label in %1").replace("%1", wording.format_count(one_in))) for one_in in ERROR_LIMITS
        )
        name = self.tr("Wrong at most")
        self._limit = ComboBox(name, limits, model.choose_limit, widths=(140, 200))
        self._view = TableView(self.tr("Labels to be given"), edges=(24, 24))
        self._start = Button("", self.accept, is_primary=True)
        self._start.setDefault(True)
        self.accepted.connect(model.start)
        limit = row(TextLabel(name, role="quiet"), px(12), self._limit, -1)
        top = QWidget()
        column(limit, px(12), self._summary, px(6), self._remark, margins=(px(24), px(14), px(24), px(14)), owner=top)
        self._look = Button(self.tr("Show these documents"), self.reject)
        self._look.clicked.connect(lambda _checked=False: show_unlabelled())
        cancel = Button(self.tr("Cancel"), self.reject)
        foot = make_bar(self._look, -1, cancel, px(8), self._start, height=55, fill="paper", lines="t")
        column(self._head, self._notice, top, self._view, foot, owner=self).setStretch(3, 1)
        render_parts(self, model, self._show_head, self._show_plan, self._show_labels)

    @shows("corpus", "model", "problem", "one_in")
    def _show_head(self, state: RestState) -> None:
        self._head.show_facts(
            wording.join_facts([state.corpus, self.tr("classified by “%1”").replace("%1", state.model)])
        )
        self._notice.show_failure(state.problem)
        self._limit.show_value(state.one_in)

    @shows("plan", "is_planning", "problem", "can_start")
    def _show_plan(self, state: RestState) -> None:
        """Show how many documents would get a label, and how many of these labels are expected to be wrong."""
        plan = state.plan
        self._start.setEnabled(state.can_start)
        self._look.setVisible(plan is not None and not plan.n_labelled and plan.n_left > 0)
        n_labelled = 0 if plan is None else plan.n_labelled
        self._start.setText(self.tr("Label %Ln document(s)", "", n_labelled))
        if state.is_planning or plan is None:
            words = "" if state.problem is not None else self.tr("Classifying the documents without a label…")
            self._summary.show_words(words)
            self._remark.show_words("")
            return
        self._summary.show_words(self._words_of(plan))
        self._remark.show_words(self._remark_on(plan))

    def _words_of(self, plan: RestPlan) -> str:
        if not plan.n_labelled and not plan.n_left:
            return self.tr("Every document has a label.")
        if not plan.n_labelled:
            return self.tr("The model is not certain enough of any document.")
        if plan.expected_wrong < COUNTS_AS_NONE_BELOW:
            words = self.tr("%1 of %2 documents will get a label. Almost no wrong labels are expected.")
        else:
            words = self.tr("%1 of %2 documents will get a label. About %3 wrong labels are expected.")
        numbers = (plan.n_labelled, plan.n_labelled + plan.n_left, round(plan.expected_wrong))
        return wording.fill_placeholders(words, *map(wording.format_count, numbers))

    def _remark_on(self, plan: RestPlan) -> str:
        """Say what the estimate is worth, what becomes of the others, and what a person can do about it."""
        return "\n".join(filter(None, [self._groups_text(plan), self._others_text(plan)]))

    def _groups_text(self, plan: RestPlan) -> str:
        if not plan.is_by_groups or not plan.n_labelled:
            return ""
        if plan.n_answers:
            return self.tr(
                "This estimate is based on %Ln answer(s) that you gave to single questions.", "", plan.n_answers
            )
        return self.tr(
            "Most labels were given to whole groups at once, so more labels may be wrong than estimated. Answer "
            "some questions for a better estimate."
        )

    def _others_text(self, plan: RestPlan) -> str:
        if plan.n_often_wrong > plan.n_without_promise:
            return self.tr(
                "%Ln document(s) will stay without a label: on held-out documents the model was wrong too often about "
                "their likeliest label. Answer more questions or correct labels, and train again.", "",
                plan.n_often_wrong,
            )  # fmt: skip
        if plan.n_without_promise:
            words = self.tr(
                "%Ln document(s) will stay without a label: their likeliest label has too few documents. Give it to "
                    "at least %2 documents yourself, and train again.", "", plan.n_without_promise,
            )  # fmt: skip
            return words.replace("%2", wording.format_count(plan.fewest_judged))
        if plan.n_left:
            return self.tr("%Ln document(s) stay without a label: look at these yourself.", "", plan.n_left)
        return ""

    @shows("plan")
    def _show_labels(self, state: RestState) -> None:
        plan = state.plan
        if plan is None:
            return
        names = list(plan.numbers)
        self._view.show_columns([
            Column(
                self.tr("Label"), names, display_labels, ColumnLook("label", label_width(self._colours, 200)),
                cell=lambda name: label_cell(name, self._colours),
            ),
            Column(
                self.tr("Documents"), [len(numbers) for numbers in plan.numbers.values()],
                lambda n: wording.format_count(int(n)), ColumnLook("number", 110), is_number=True,
            ),
        ])  # fmt: skip
