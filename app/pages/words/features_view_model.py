"""The Features page: the columns of a table as a model knows them, one of which is looked at."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, Signal

from app.pages.painted_values import Axis, Bars, CurvePicture, Label, Line, Mark
from app.pages.words.questions import WordsQuestions
from app.qt import wording
from app.qt.jobs import Runner
from app.qt.page_model import PageModel
from app.services.models.learnt_table_columns import AnyColumn as AnyColumn
from app.services.models.learnt_table_columns import ChoiceColumn as ChoiceColumn
from app.services.models.learnt_table_columns import ModelColumns as ModelColumns
from app.services.models.learnt_table_columns import NumberColumn as NumberColumn
from app.services.models.learnt_table_columns import TextColumn as TextColumn
from app.services.models.learnt_table_columns import columns_csv
from nbengine.lazy_dataclasses import dataclass

N_POINTS = 401
HIGHEST = 1.25
"""The height of the plot over the highest bar, as a factor, where a curve is higher still."""


@dataclass(frozen=True, slots=True)
class FeaturesState:
    """All that the page shows of a table; a model of nothing but text has no columns."""

    found: ModelColumns | None = None
    labels: tuple[Label, ...] = ()
    chosen: int = -1
    value: float | None = None
    """The number at which the curves are compared."""
    problem: Exception | None = None

    @property
    def columns(self) -> tuple[AnyColumn, ...]:
        return () if self.found is None else self.found.columns

    @property
    def column(self) -> AnyColumn | None:
        """The column that is looked at."""
        return self.columns[self.chosen] if 0 <= self.chosen < len(self.columns) else None


class FeaturesViewModel(PageModel[FeaturesState, WordsQuestions]):
    """Decides which column is looked at."""

    opened = Signal(bool)
    """A model's columns are known; whether it has words as well."""

    def __init__(self, runner: Runner, questions: WordsQuestions | None) -> None:
        super().__init__(runner, "features", FeaturesState(), questions)

    def open_model(self, model: str) -> None:
        """Show the columns of another model."""

        def found(answer: tuple[ModelColumns, tuple[Label, ...]]) -> None:
            (columns, labels), old = answer, self.state.column
            names = [column.name for column in columns.columns]
            chosen = names.index(old.name) if old is not None and old.name in names else 0
            self._change(found=columns, labels=labels, chosen=chosen if names else -1, value=None, problem=None)
            self.opened.emit(not names or isinstance(columns.columns[-1], TextColumn))

        self._ask(lambda questions, context: questions.columns(model, context), then=found, topic="columns")

    def close_model(self) -> None:
        """Show no columns."""
        self._asker.forget()
        self._change(found=None, labels=(), chosen=-1, value=None, problem=None)

    def choose(self, place: int) -> None:
        """Look at another column."""
        if 0 <= place < len(self.state.columns) and place != self.state.chosen:
            self._change(chosen=place, value=None)

    def point_at(self, value: float) -> None:
        """Compare the curves at a number."""
        if isinstance(self.state.column, NumberColumn):
            self._change(value=value)

    def export(self, path: Path) -> None:
        """Write all columns to a file."""
        if (found := self.state.found) is not None:
            self._ask(lambda questions, _context: columns_csv(questions.place, found.model, path))


def picture_of(state: FeaturesState) -> CurvePicture | None:
    """The bars and curves of the column of numbers that is looked at."""
    column = state.column
    if not isinstance(column, NumberColumn):
        return None
    has_bars, has_curve = len(column.edges) > 1, np.isfinite(column.variances) & (column.variances > 0)
    low, high = _range(column)
    width = float(column.edges[1] - column.edges[0]) if has_bars else 1.0
    xs = np.linspace(low, high, N_POINTS)
    scale = column.known * width if has_bars else np.ones(len(column.known))
    bars = tuple(
        Bars(label.name, label.colour, tuple(column.edges.tolist()), tuple(column.counts[place].tolist()))
        for place, label in enumerate(state.labels)
        if has_bars
    )
    curves = tuple(
        Line(label.name, _points(column, place, xs), scale[place] * column.curve(place, _points(column, place, xs)),
             label.colour)
        for place, label in enumerate(state.labels)
        if has_curve[place] and column.known[place]
    )  # fmt: skip
    top = max((float(np.nanmax(line.ys)) for line in curves if len(line.ys)), default=1.0)
    title = QCoreApplication.translate("Features", "density")
    if has_bars:  # a curve that towers over the bars, as one of no width does, is cut
        bar = float(column.counts.max()) or 1.0
        top = max(bar, min(top, HIGHEST * bar))
        title = QCoreApplication.translate("Features", "documents per bar")
    top = top * 1.05 or 1.0
    x = Axis(column.name, low, high, nice_ticks(low, high), is_share=False)
    y = Axis(title, 0.0, top, nice_ticks(0.0, top), is_share=False)
    return CurvePicture(curves, x, y, _mark(state, column, scale, top), bars=bars)


def _points(column: NumberColumn, label: int, xs: np.ndarray[Any, np.dtype[np.float64]]) -> Any:
    """The places of a curve, more of them where it is narrow: a peak must not fall between two of them."""
    width = math.sqrt(float(column.variances[label]))
    own = float(column.means[label]) + width * np.linspace(-4, 4, 81)
    return np.unique(np.concatenate([xs, own[(own >= xs[0]) & (own <= xs[-1])]]))


def _range(column: NumberColumn) -> tuple[float, float]:
    """A bar's width further than the bars to both sides; without bars as far as the curves reach."""
    if len(column.edges) > 1:
        width = float(column.edges[1] - column.edges[0])
        return float(column.edges[0]) - width, float(column.edges[-1]) + width
    seen = (column.known > 0) & np.isfinite(column.variances)
    if not seen.any():
        return 0.0, 1.0
    widths = 3.5 * np.sqrt(column.variances[seen])
    low, high = float((column.means[seen] - widths).min()), float((column.means[seen] + widths).max())
    return (low, high) if low < high else (low - 1.0, high + 1.0)


def _mark(
    state: FeaturesState, column: NumberColumn, scale: np.ndarray[Any, np.dtype[np.float64]], top: float
) -> Mark | None:
    """The number that was pointed at, and for which label it speaks by this column alone."""
    if state.value is None:
        return None
    at = np.array([state.value])
    logs = np.array([float(column.log_density(place, at)[0]) for place in range(len(state.labels))])
    logs[(column.known <= 0) | ~np.isfinite(logs)] = -math.inf
    order = np.argsort(-logs, kind="stable")
    height = min(float((scale * np.exp(logs)).max()), top)
    words = f"*{wording.significant(state.value)}*"
    if len(order) < 2 or not np.isfinite(logs[order[1]]):
        return Mark(state.value, height, words)
    told = QCoreApplication.translate("Features", "speaks for *%1* over %2: %3")
    best, other = state.labels[int(order[0])].name, state.labels[int(order[1])].name
    odds = wording.decimal(float(logs[order[0]] - logs[order[1]]), signed=True)
    return Mark(state.value, height, words, told.replace("%1", best).replace("%2", other).replace("%3", odds))


def by_colour(labels: Sequence[Label]) -> tuple[int, int]:
    """Return which of two labels speaks against and which for: as everywhere in the window, blue against vermilion."""
    return (1, 0) if labels[0].colour > labels[1].colour else (0, 1)


def nice_ticks(low: float, high: float, n_wanted: int = 6) -> tuple[float, ...]:
    """Round numbers between two ends: steps of 1, 2 or 5 and their tenfolds."""
    rough = (high - low) / n_wanted
    if not rough > 0 or not math.isfinite(rough):
        return (low,)
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(size * unit for size in (1.0, 2.0, 5.0, 10.0) if size * unit >= rough * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    return tuple(round(number * step, 12) for number in range(first, math.floor(high / step + 1e-9) + 1))
