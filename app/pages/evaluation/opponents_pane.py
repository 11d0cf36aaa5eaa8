"""The honest opponents, side by side: figures on the same documents, what they say of the model in use, and a way to
Train."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np
from PySide6.QtWidgets import QWidget

from app.pages.evaluation.view_model import BUDGETS_S, Contender, EvaluationState, EvaluationViewModel, Opponents
from app.pages.kit.fields import Choice
from app.pages.kit.table_view import ColumnLook, TableView
from app.pages.kit.widgets import Button, Link, Paragraph, column, remark, row
from app.pages.training.recipe_choices import FILTER, event_model_name
from app.qt import wording
from app.qt.array_table import Column
from app.qt.look.fonts import px

WIDTHS = ((90, 0), (110, 0), (90, 560), (140, 640), (130, 820), (130, 940), (80, 0))
"""Of the columns of figures, and how narrow the table may be for each to show."""
Figure = Callable[[Contender], float]
Text = Callable[[float], str]
LEAST_P = 0.001


class OpponentsPane(QWidget):
    """Shows the models beside the one in use; a proposal is trained with one click."""

    def __init__(self, model: EvaluationViewModel) -> None:
        super().__init__()
        self._model = model
        self._sentence, self._note = Paragraph(px(20)), remark(elide=None)
        self._train = Link(self.tr("Train with it"), model.train_proposal, leads_away=True)
        self._view = TableView(self.tr("Opponents"), row_height=30, edges=(0, 24))
        self._table, room = self._view.table, self._view.sizePolicy()
        room.setRetainSizeWhenHidden(True)  # what is said stays above it, and what can be done below
        self._view.setSizePolicy(room)
        budgets = [(each, self.tr("at most %Ln minute(s)", "", round(each / 60))) for each in BUDGETS_S]
        self._budget = Choice(self.tr("Time for the comparison"), budgets, model.compare, widths=(150, 190))
        self._again = Button(self.tr("Compare"), model.compare)
        self._stop = Button(self.tr("Stop"), model.stop_comparing)
        told, foot = QWidget(), QWidget()
        row(self._sentence, px(16), self._train, margins=(0, px(6), px(24), px(6)), owner=told).setStretch(0, 1)
        at_foot = self._note, px(16), self._budget, px(8), self._again, self._stop
        row(*at_foot, margins=(0, px(6), px(24), px(6)), owner=foot)
        foot.layout().setStretch(0, 1)  # type: ignore[union-attr] # row has just made it
        column(told, self._view, foot, owner=self).setStretch(1, 1)

    def show_state(self, state: EvaluationState) -> None:
        """Show what was found, or that it is being looked for."""
        found = state.opponents
        self._budget.show_value(state.budget_s)
        self._again.setVisible(not state.is_comparing)
        self._stop.setVisible(state.is_comparing)
        self._train.setVisible(found is not None and found.proposal is not None)
        self._view.setVisible(found is not None)
        if found is None:
            waiting = self.tr("Textbook models and learnt factors are being judged on the same documents…")
            stopped = self.tr("Compare the model with those of the textbook, on documents that none of them has seen.")
            self._sentence.show_words(waiting if state.is_comparing else stopped)
            self._note.setText("")
            return
        self._sentence.show_words(self._said(found))
        self._note.setText(self._how(found))
        self._view.show_columns(self._columns(found))

    def _said(self, found: Opponents) -> str:
        finding, other = found.finding
        if other is None:
            return self.tr("None is better than the model in use by more than chance.")
        templates = {
            "as-good": self.tr(
                "Plain naive Bayes is as good here: %1 has %2 right, the model in use %3, and that could be chance "
                "(p %4). It is the simpler one."
            ),
            "better": self.tr("%1 is better: %2 right, the model in use %3, which is more than chance (p %4)."),
            "worse": self.tr(
                "No textbook model is as good: the best of them, %1, has %2 right, the model in use %3, which is more "
                "than chance (p %4)."
            ),
        }
        shares = (wording.percent(one.evaluation.accuracy, 1) for one in (other, found.in_use))
        values = (self._name(other), *shares, chance(other.against.p_value))
        return wording.numbered(templates[finding], *values)

    def _how(self, found: Opponents) -> str:
        n_documents = found.in_use.evaluation.documents
        if found.is_in_time:
            how = self.tr("%Ln later document(s), judged by what came before", "", n_documents)
        else:
            how = self.tr("%Ln document(s), left out with their neighbours and copies", "", n_documents)
        why = self.tr("stopped before %1") if found.is_stopped else self.tr("no time for %1")
        untried = why.replace("%1", "; ".join(found.untried)) if found.untried else ""
        return wording.joined([how, self.tr("%Ln second(s)", "", max(round(found.seconds), 1)), untried])

    def _columns(self, found: Opponents) -> list[Column]:
        rows, mine = found.contenders, found.in_use
        single = self.tr("%1, single words")
        templates = [self.tr("%1 (in use)"), *(single if one.name == mine.name else "%1" for one in rows[1:])]
        names = [words.replace("%1", self._name(one)) for words, one in zip(templates, rows, strict=True)]
        share, count = partial(wording.percent, places=2), wording.count

        def beside(of: Figure) -> Figure:
            return lambda one: math.nan if one is mine else of(one)

        right = self.tr("Accuracy"), lambda one: one.merit[0], share, ""
        measures: tuple[tuple[str, Figure, Text, str], ...] = (
            (self.tr("Log loss"), lambda one: one.evaluation.log_loss, lambda value: wording.decimal(value, 3), ""),
            (self.tr("Calibration error"), lambda one: one.evaluation.ece, share, ""),
        )
        if mine.micro_f1 is not None:
            right = self.tr("All labels right"), *right[1:]
            measures = (
                (self.tr("micro-F1"), lambda one: one.micro_f1 or 0.0, share, ""),
                (self.tr("macro-F1"), lambda one: one.evaluation.macro_f1, share, ""),
            )
        told: tuple[tuple[str, Figure, Text, str], ...] = (
            right,
            (self.tr("Difference"), beside(lambda one: 100 * (one.merit[0] - mine.merit[0])),
             lambda value: wording.decimal(value, 2, signed=True),
             self.tr("In points of accuracy, from the model in use")),
            *measures,
            (self.tr("Only it right"), beside(lambda one: one.against.only_second_right), count,
             self.tr("Documents that this one judges right and the model in use does not")),
            (self.tr("Only yours right"), beside(lambda one: one.against.only_first_right), count,
             self.tr("Documents that the model in use judges right and this one does not")),
            ("p", beside(lambda one: one.against.p_value), lambda value: chance(value).removeprefix("= "),
             self.tr("McNemar: below .05 it is more than chance")),
        )  # fmt: skip

        def figures(title: str, of: Figure, text: Text, tip: str, width: int, keeps: int) -> Column:
            values = np.array([of(one) for one in rows], dtype=np.float64)
            look = ColumnLook("number", width, keeps=keeps)
            return Column(title, values, lambda value: "–" if math.isnan(value) else text(float(value)), look, tip=tip)

        first = Column(self.tr("Model"), names, look=ColumnLook("strong"))
        return [first, *(figures(*one, *width) for one, width in zip(told, WIDTHS, strict=True))]

    def _name(self, one: Contender) -> str:
        weighting = {"count": "", "binary": self.tr("each word once"), "tfidf": "tf-idf"}[one.recipe.counts_as]
        name = event_model_name(FILTER if one.recipe.learner else one.recipe.event_model)
        return ", ".join(filter(None, (name, weighting)))


def chance(p_value: float) -> str:
    """Return how often equally good models differ as much, as it stands after a p."""
    return f"= {wording.decimal(p_value, 3)}" if p_value >= LEAST_P else f"< {wording.decimal(LEAST_P, 3)}"
