"""Auto's proposal beside the present recipe: every part of both, what each gives, what changes, and which to use."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from app.pages.kit.table_view import ColumnLook, TableView, label_width
from app.pages.kit.widgets import Button, Paragraph, Words, clear, column, heading, row
from app.pages.painted_values import LabelCell
from app.pages.training.proposal import JudgedRecipe, Proposal
from app.pages.training.recipe_choices import (
    FILTER,
    USUAL_SHORTEST,
    RecipeRequest,
    event_model_name,
    event_model_shown,
    is_fitted,
    ridge_of,
)
from app.qt import wording
from app.qt.array_table import Column
from app.qt.look import fonts
from app.qt.look.fonts import px

CHANCE = 0.05
LEAST_LABEL, NO_COLOUR = 84, -1


class ProposalPane(QWidget):
    """A table of two recipes, the documents that they judge otherwise, and two buttons."""

    document_wanted = Signal(int)
    """The number of a document to go to."""

    def __init__(self, use: Callable[[], object], keep: Callable[[], object]) -> None:
        super().__init__()
        self._title, self._told = Words(), Paragraph(px(20))
        self._title.setFont(fonts.subject())
        self._title.setFixedHeight(px(26))
        self._use, self._keep = Button(self.tr("Use it"), use, is_primary=True), Button(self.tr("Keep mine"), keep)
        self._grid, table, buttons = QGridLayout(), QWidget(), QWidget()
        table.setLayout(self._grid)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(px(28))
        self._grid.setVerticalSpacing(px(8))
        self._grid.setColumnStretch(3, 1)
        row(self._use, self._keep, -1, owner=buttons).setSpacing(px(8))  # a button that hides takes its gap with it
        self._changed, self._n_changed = QWidget(), heading()
        self._view = TableView(self.tr("Documents judged otherwise"))
        self._view.row_opened.connect(lambda number: self.document_wanted.emit(self._numbers[number]))
        column(self._n_changed, px(6), self._view, px(16), owner=self._changed).setStretch(2, 1)
        parts = (self._title, px(14), table, px(18), self._told, px(14), self._changed, buttons, -1)
        column(*parts, margins=(px(28), px(21), px(28), px(21)), owner=self).setStretch(6, 100)

    def show_proposal(self, proposal: Proposal) -> None:
        """Show another proposal."""
        self._title.setText(self.tr("Auto proposes") if proposal.is_better else self.tr("Nothing better found"))
        self._use.setVisible(proposal.is_better)
        self._keep.setText(self.tr("Keep mine") if proposal.is_better else self.tr("Good"))
        clear(self._grid)
        self._add_row(0, ("", self.tr("Mine"), self.tr("Auto")), is_head=True)
        mine = [*self._parts(proposal.mine), *self._figures(proposal.of_mine)]
        best = [*self._parts(proposal.best), *self._figures(proposal.of_best)]
        for place, ((name, value), (_, other)) in enumerate(zip(mine, best, strict=True), start=1):
            self._add_row(place, (name, value, other))
        self._told.show_words(self._sentence(proposal))
        found, colours = proposal.otherwise, proposal.colours  # what Auto would break comes first
        self._numbers = [each.document for each in found.documents]
        self._changed.setVisible(bool(self._numbers))
        words = self.tr("%Ln document(s) would be judged otherwise", "", found.n_documents)
        n_shown = self.tr("%Ln listed", "", len(self._numbers)) if len(self._numbers) < found.n_documents else ""
        self._n_changed.setText(wording.joined([words, n_shown]))
        columns = [Column(self.tr("Subject"), [each.title for each in found.documents])]
        look = ColumnLook("label", label_width(colours, LEAST_LABEL, is_first=False))
        for name, field in ((self.tr("Label"), "label"), (self.tr("Mine"), "first"), (self.tr("Auto"), "second")):
            cells = [label_cell(getattr(each, field), each.label, colours) for each in found.documents]
            columns.append(Column(name, cells, lambda cell: cell.name, look))
        self._view.show_columns(columns)

    def _add_row(self, place: int, cells: tuple[str, str, str], *, is_head: bool = False) -> None:
        is_changed = cells[1] != cells[2] and not is_head
        for number, text in enumerate(cells):
            is_strong = is_head or (is_changed and number == 2)
            words = Words(text, role="text" if is_strong else "quiet")
            words.setFont(fonts.body(600) if is_strong else fonts.body())
            side = Qt.AlignmentFlag.AlignRight if number else Qt.AlignmentFlag.AlignLeft
            self._grid.addWidget(words, place, number, side | Qt.AlignmentFlag.AlignVCenter)

    def _parts(self, chosen: RecipeRequest) -> list[tuple[str, str]]:
        """Every part of a recipe that Auto may choose, as the controls at the left name it."""
        weighting = self.tr("whether a word occurs") if chosen.binary else self.tr("how often a word occurs")
        n_words = self.tr("all") if chosen.vocabulary == "all" else wording.count(int(chosen.vocabulary))
        smoothing = wording.smoothing(float(chosen.smoothing)) if float(chosen.smoothing) > 0 else self.tr("none")
        if is_fitted(chosen):
            smoothing = self.tr("ridge %1").replace("%1", wording.significant(ridge_of(chosen)))
        shortest = USUAL_SHORTEST if chosen.min_length is None else chosen.min_length
        found = [
            (self.tr("Event model"), event_model_name(event_model_shown(chosen.event_model, chosen.mixed_text))),
            (self.tr("Smoothing"), smoothing),
            (self.tr("Words in the vocabulary"), n_words),
            (self.tr("Counted by"), self.tr("tf–idf") if chosen.tfidf else weighting),
            (self.tr("Shortest word"), wording.count(shortest)),
        ]
        is_filter = chosen.event_model == FILTER
        return [found[0], *((name, self.tr("its own")) for name, _ in found[1:])] if is_filter else found

    def _figures(self, result: JudgedRecipe) -> list[tuple[str, str]]:
        evaluation, positive = result.evaluation, result.positive
        errors = evaluation.two_errors(positive)
        figures = [(self.tr("Right without having seen it"), wording.percent(evaluation.accuracy, 2))]
        if errors is not None:
            negative = next(name for name in evaluation.labels if name != positive)
            figures.append((self.tr("%1 lost").replace("%1", negative), wording.count(errors.lost)))
            figures.append((self.tr("%1 missed").replace("%1", positive), wording.count(errors.missed)))
        figures.append((self.tr("Log loss"), wording.decimal(evaluation.log_loss, 4)))
        return figures

    def _sentence(self, proposal: Proposal) -> str:
        if not proposal.is_better:
            return self._what_was_compared(proposal)
        found = proposal.difference
        told = self.tr("%1 documents are right with Auto alone, %2 with yours alone: %3.")
        verdict = self.tr("this could be chance") if found.p_value > CHANCE else self.tr("not by chance")
        words = wording.numbered(
            told, wording.count(found.only_second_right), wording.count(found.only_first_right), verdict
        )
        if proposal.of_best.evaluation.accuracy > proposal.of_mine.evaluation.accuracy:
            return words
        return f"{words} {self.tr('Auto’s probabilities are better: its log loss is lower.')}"

    def _what_was_compared(self, proposal: Proposal) -> str:
        """Name the figures that were compared: the curve stands beside this sentence."""
        right = [wording.percent(each.evaluation.accuracy, 2) for each in (proposal.of_mine, proposal.of_best)]
        n_documents, point = proposal.of_mine.evaluation.documents, proposal.of_curve
        told = self.tr(
            "On the same %Ln document(s), none seen before: yours has %1 right, Auto’s choice %2.", "", n_documents
        )
        words = [wording.numbered(told, *right)]
        if point is not None:
            value = wording.significant(slider_value(point.request))
            told = self.tr("The best point of the curve, %1, has %2.")
            words.append(wording.numbered(told, value, wording.percent(point.result.evaluation.accuracy, 2)))
            if point.n_judged and point.n_judged < n_documents:
                words.append(self.tr("The curve itself judges %Ln of these documents.", "", point.n_judged))
        return " ".join(words)


def slider_value(chosen: RecipeRequest) -> float:
    """The value of the slider: the ridge or the smoothing."""
    return ridge_of(chosen) if is_fitted(chosen) else float(chosen.smoothing)


def label_cell(name: str, truth: str, colours: Mapping[str, int]) -> LabelCell:
    """Make the cell of a label; what is not the label that the document has stands out."""
    return LabelCell(name or "–", colours.get(name, NO_COLOUR), is_strong=name != truth)
