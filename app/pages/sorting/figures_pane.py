"""The share of the rest that would get the right label, its curve, and answers that look like mistakes."""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtWidgets import QWidget

from app.pages.kit.bases_of_painted_widgets import Pane, Paragraph, Words, clear, column
from app.pages.kit.buttons import Link
from app.pages.kit.plots.line_plot import LinePlot
from app.pages.painted_values import Axis, Line
from app.pages.sorting.view_model import CurvePoint, PileQuestions, SortingState, SortingViewModel, SuspectAnswer
from app.qt import wording
from app.qt.look import fonts
from app.qt.look.fonts import px

MOST_SUSPECTS = 3
WIDTH = 290


class FiguresPane(Pane):
    """The right of the questions."""

    def __init__(self, model: SortingViewModel) -> None:
        super().__init__("panel", "l")
        self._model = model
        self.setFixedWidth(px(WIDTH))
        self._share, self._caption = Words(), Paragraph(px(18), role="quiet")
        self._caption.show_words(self.tr("of the rest would get the right label"))
        self._share.setFont(fonts.title())
        self._bounds, self._gain = Paragraph(px(18), role="quiet", most_lines=4), Paragraph(px(20))
        self._plot, self._suspects = LinePlot(), QWidget()
        self._rows = column(owner=self._suspects)
        self._shown: tuple[SuspectAnswer, ...] = ()
        column(
            self._share, self._caption, px(6), self._bounds, px(8), self._gain, px(8), self._plot, px(8),
            self._suspects, -1, margins=(px(20), px(14), px(20), px(14)), owner=self,
        )  # fmt: skip

    def show_figures(self, state: SortingState) -> None:
        """Show what the answers so far are worth."""
        found = state.figures
        is_told = found is not None and found.right is not None
        self._share.setText(wording.percent(found.right, 0) if found is not None and found.right is not None else "–")
        self._bounds.show_words("" if found is None else self._words_of_bounds(found))
        self._gain.show_words("" if found is None else self._words_of_gain(found))
        self._plot.setVisible(len(state.curve) > 1 and is_told)
        if len(state.curve) > 1:
            self._show_curve(state.curve)
        self._show_suspects(() if found is None else found.suspects[:MOST_SUSPECTS])

    def _words_of_bounds(self, found: PileQuestions) -> str:
        if found.right is None:
            return self.tr("This is told after some answers: one document in five is drawn by chance for it.")
        words = self.tr("Between %1 and %2, measured without having seen them on %Ln document(s) drawn by chance", "",
                        found.n_drawn)  # fmt: skip
        return words.replace("%1", wording.percent(found.low, 0)).replace("%2", wording.percent(found.high, 0))

    def _words_of_gain(self, found: PileQuestions) -> str:
        if found.is_enough:
            return self.tr("More answers would change next to nothing. Train a model now.")
        if found.expected_gain is None:
            return ""
        points = wording.decimal(100 * found.expected_gain, 1)
        return self.tr("Ten more answers would gain about %1 points.").replace("%1", points)

    def _show_curve(self, curve: tuple[CurvePoint, ...]) -> None:
        xs = np.array([one.n_answers for one in curve], np.float64)
        lines = [
            Line(name, xs, np.array(ys, np.float64), style)
            for name, ys, style in (
                (self.tr("right"), [one.right for one in curve], 0),
                (self.tr("at least"), [one.low for one in curve], 2),
                (self.tr("at most"), [one.high for one in curve], 2),
            )
        ]
        first, last = float(xs[0]), float(xs[-1])
        ticks = (first, last) if last > first else (first,)
        answers = Axis(self.tr("documents with a label"), first, max(last, first + 1), ticks, is_share=False)
        self._plot.show_lines(lines, answers, Axis(self.tr("right")))

    def _show_suspects(self, suspects: tuple[SuspectAnswer, ...]) -> None:
        if suspects == self._shown:
            return
        self._shown = suspects
        clear(self._rows)
        for one in suspects:
            words = self.tr("You called %Ln like this %1:", "", one.n_alike).replace("%1", one.likelier)
            told = Paragraph(px(18), role="quiet")
            told.show_words(f"{words} “{one.title}” ({one.label})")
            act = Link(self.tr("It is %1").replace("%1", one.likelier), partial(self._model.agree, one), is_small=True)
            self._rows.addWidget(told)
            self._rows.addWidget(act)
