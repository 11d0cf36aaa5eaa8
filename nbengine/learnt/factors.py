"""Fit learnt factors: one label against the rest, squared hinge, a ridge on the factors.

A label's score of a document is b + Σ x · r · f over its words: x is the word's tf-idf in a document of length one, r
naive Bayes' log ratio of the word under the label against all others, f its factor. The fit takes the factors that make

    Σ over documents of max(0, 1 - t·score)² + ridge/2 · Σ over words of √|r|³ · f²

least for each label (t is 1 for documents of the label, -1 for others). The ridge holds the factor of a word that naive
Bayes trusts less than one of a word that tells little: with w = r · f it is w² / √|r|, so a weight is dearer the less
naive Bayes makes of its word. Free weights (no r), factors held alike (w² / r²) and softmax in place of the hinge were
tried; `tests/benchmarks/decisions/documents.md` has the figures.

At the least place the weights are √|r| · Xᵀa for one number a for each document and label, so the search (L-BFGS) goes
through these numbers and never through words times labels: a step costs one product with the documents and one with
their transpose, and a line search nothing. Both products, which are most of the work, are of single precision, as the
weights are kept. Labels are questions apart, so many labels of many documents are fitted in blocks, which bounds what
the search remembers.

The weights, r · f for each word and label, belong to the counts they were fitted beside. A lesson is a step from where
the fit stands, for that document alone; `n_behind` says how many documents were learnt or forgotten since, and a new
fit takes them all in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import TooLargeModelError
from nbengine.lazy_dataclasses import dataclass

Weights = npt.NDArray[np.float32]
LARGEST_WEIGHT = 1e30
SPARE_BITS = 11
"""The last bits of a weight are left out: a thousandth part of it, and a third of what a model takes on disk."""
MOST_CELLS = 1 << 26
"""Words times labels: 256 MB of weights, and four times as much while they are fitted."""


@dataclass(frozen=True, slots=True, eq=False)
class Factors:
    """Weights of words under labels, and what each label starts from beside its prior."""

    weights: Weights
    """(n_tokens, n_labels): what one unit of a weighed word adds to a label's score."""
    bias: FloatArray
    """(n_labels,)"""
    n_behind: int = 0
    """The number of documents that were learnt or forgotten since the fit."""
    is_one_sided: bool = False
    """The second of two labels is all that is not the first, and stands at nothing: only the first was fitted."""

    def restricted(self, columns: IntArray) -> Factors:
        """Keep the words of these columns, in this order."""
        return replace(self, weights=self.widened(int(columns.max(initial=-1)) + 1).weights[columns])

    def widened(self, n_tokens: int) -> Factors:
        """Make room for words that appeared later, which say nothing yet."""
        n_new = n_tokens - len(self.weights)
        if n_new <= 0:
            return self
        return replace(self, weights=np.pad(self.weights, ((0, n_new), (0, 0))))

    def with_labels(self, old: tuple[str, ...], new: tuple[str, ...]) -> Factors:
        """The same weights under labels in another order; for a label that is new, every word speaks against it."""
        places = [old.index(label) if label in old else -1 for label in new]
        weights = np.zeros((len(self.weights), len(new)), np.float32)
        bias = np.full(len(new), self.bias.min(initial=0.0))
        for place, found in enumerate(places):
            if found >= 0:
                weights[:, place], bias[place] = self.weights[:, found], self.bias[found]
        return replace(self, weights=weights, bias=bias)


def rounded(weights: Weights) -> Weights:
    """The weights as they are kept."""
    bits = weights.view(np.uint32)
    half, mask = np.uint32(1 << (SPARE_BITS - 1)), np.uint32(0xFFFFFFFF ^ ((1 << SPARE_BITS) - 1))
    return ((bits + half) & mask).view(np.float32)


def check_room(n_tokens: int, n_labels: int) -> None:
    """Refuse to learn more weights than a laptop has room for."""
    if n_tokens * n_labels > MOST_CELLS:
        raise TooLargeModelError(
            f"{n_tokens:,} words under {n_labels:,} labels are more learnt factors than there is room for; "
            f"limit the vocabulary to {MOST_CELLS // n_labels:,} words."
        )


CELLS_AT_ONCE = 1 << 23
"""Words times labels that are multiplied together: 64 MB."""
NUMBERS_AT_ONCE = 1 << 18
"""Documents times labels that are fitted together. A search remembers forty times as much; more took longer."""
MOST_STEPS = 60
GRADIENT_LEFT = 5e-3
"""The search ends where the gradient is this share of what it was at first: accuracy has stood still long before."""
REMEMBERED = 8
LINE_STEPS = 6

Progress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """Documents to learn factors from."""

    documents: CountMatrix
    """(n_documents, n_tokens): weighed words, each document of length one."""
    is_of_label: npt.NDArray[np.bool_]
    """(n_documents, n_labels): which documents have which label; one each, any number, or none."""
    weights: FloatArray | None = None
    """(n_documents,): how much each document weighs."""


@dataclass(slots=True, eq=False)
class _Place:
    """A vector of the search: numbers for documents and labels, what they make of the scores, and biases."""

    numbers: FloatArray
    scores: FloatArray
    bias: FloatArray

    def times(self, other: _Place) -> float:
        """The product of two vectors of weights, of which only their numbers and scores are at hand."""
        return float(np.einsum("ij,ij->", self.numbers, other.scores)) + float(self.bias @ other.bias)

    def add(self, factor: float, other: _Place) -> None:
        self.numbers += factor * other.numbers
        self.scores += factor * other.scores
        self.bias += factor * other.bias

    def scaled(self, factor: float) -> _Place:
        return _Place(factor * self.numbers, factor * self.scores, factor * self.bias)

    def less(self, other: _Place) -> _Place:
        return _Place(self.numbers - other.numbers, self.scores - other.scores, self.bias - other.bias)


class _Problem:
    """The documents, multiplied by whatever is asked; biases are measured in units that suit the number of documents,
    or the search would go in zigzags."""

    def __init__(self, rows: Any, columns: Any, lessons: Lessons, strengths: FloatArray, ridge: float) -> None:
        self._rows, self._columns = rows, columns
        self._strengths, self.ridge = strengths.astype(np.float32), ridge
        self._signs = np.where(lessons.is_of_label, 1.0, -1.0)
        weights = np.ones(len(self._signs)) if lessons.weights is None else lessons.weights
        self._weights = weights[:, None]
        self.bias_unit = 1 / np.sqrt(2 * max(float(weights.sum()), 1.0))

    def start(self) -> _Place:
        """No word says anything; each label stands where its share of documents alone would put it."""
        nothing = np.zeros_like(self._signs)
        mean = (self._weights * self._signs).sum(axis=0) / max(float(self._weights.sum()), 1e-300)
        return _Place(nothing, nothing.copy(), mean / self.bias_unit)

    def gradient(self, place: _Place) -> _Place:
        slopes = self.slopes(place)
        numbers = self.ridge * place.numbers + slopes
        return _Place(numbers, self.scores_of(numbers), slopes.sum(axis=0) * self.bias_unit)

    def slopes(self, place: _Place) -> FloatArray:
        """(n_documents, n_labels): what the loss gains by a little more of each score."""
        short: FloatArray = np.maximum(1 - self._signs * self._total(place), 0.0)
        short *= -2 * self._signs * self._weights
        return short

    def best_step(self, place: _Place, direction: _Place) -> float:
        """The best length of a step, by Newton along the line, for which no document is multiplied again."""
        total, change = self._total(place), self._total(direction)
        along, across = place.times(direction) - float(place.bias @ direction.bias), direction.times(direction)
        across -= float(direction.bias @ direction.bias)
        step = 0.0
        for _ in range(LINE_STEPS):
            short = np.maximum(1 - self._signs * (total + step * change), 0.0) * self._weights
            slope = float((-2 * self._signs * short * change).sum()) + self.ridge * (along + step * across)
            bend = 2 * float((change * change * (short > 0) * self._weights).sum()) + self.ridge * across
            if bend <= 0:
                break
            step -= slope / bend
            if abs(slope) <= 1e-2 * abs(bend * step):
                break
        return step

    def scores_of(self, numbers: FloatArray) -> FloatArray:
        """(n_documents, n_labels): the scores that the weights √|r| · Xᵀ·numbers give the documents."""
        scores: Weights = self._rows @ self.weights_of(numbers)
        return scores.astype(np.float64)

    def weights_of(self, numbers: FloatArray) -> Weights:
        """(n_tokens, n_labels)"""
        weights: Weights = self._columns @ numbers.astype(np.float32)
        weights *= self._strengths
        return weights

    def _total(self, place: _Place) -> FloatArray:
        return np.asarray(place.scores + place.bias * self.bias_unit)


def fit_factors(lessons: Lessons, ratios: FloatArray, ridge: float = 1.0, progress: Progress | None = None) -> Factors:
    """Learn what of naive Bayes' log ratios (n_tokens, n_labels) counts; what `progress` raises ends the fit."""
    strengths, rows = strengths_of(ratios), lessons.documents.csr.astype(np.float32)
    columns = rows.T.tocsr()
    found = Factors(np.empty(ratios.shape, np.float32), np.empty(ratios.shape[1]))
    n_tokens, n_labels = ratios.shape
    n_rows = max(len(lessons.is_of_label), 1)
    size = max(min(NUMBERS_AT_ONCE // n_rows, CELLS_AT_ONCE // max(n_tokens, 1)), 1)
    blocks = [slice(first, first + size) for first in range(0, n_labels, size)]
    for number, some in enumerate(blocks):
        own = replace(lessons, is_of_label=lessons.is_of_label[:, some])
        problem = _Problem(rows, columns, own, strengths[:, some], ridge)
        least = _least(problem, progress, number, len(blocks))
        found.weights[:, some] = rounded(problem.weights_of(least.numbers))
        found.bias[some] = least.bias * problem.bias_unit
    return found


def strengths_of(ratios: FloatArray) -> FloatArray:
    """√|r| for each of naive Bayes' log ratios: the larger, the cheaper the ridge makes the word's weight."""
    strengths = np.abs(ratios)
    strengths[~np.isfinite(strengths)] = 0.0
    return np.sqrt(strengths, out=strengths)


def _least(problem: _Problem, progress: Progress | None, part: int, n_parts: int) -> _Place:
    place = problem.start()
    gradient = problem.gradient(place)
    enough = GRADIENT_LEFT**2 * gradient.times(gradient)
    steps: list[tuple[_Place, _Place, float]] = []
    for number in range(MOST_STEPS):
        if progress is not None:
            progress(part * MOST_STEPS + number, n_parts * MOST_STEPS)
        if gradient.times(gradient) <= enough:
            break
        direction = _downwards(gradient, steps)
        step = direction.scaled(problem.best_step(place, direction))
        place.add(1.0, step)
        before, gradient = gradient, problem.gradient(place)
        bend = gradient.less(before)
        curvature = step.times(bend)
        if curvature > 0:
            steps = [*steps[1 - REMEMBERED :], (step, bend, curvature)]
    return place


def _downwards(gradient: _Place, steps: list[tuple[_Place, _Place, float]]) -> _Place:
    """The direction of L-BFGS: the gradient, bent by what the last steps showed."""
    direction = gradient.scaled(-1.0)
    shares = []
    for step, bend, curvature in reversed(steps):
        shares.append(step.times(direction) / curvature)
        direction.add(-shares[-1], bend)
    if steps:
        _, bend, curvature = steps[-1]
        direction = direction.scaled(curvature / bend.times(bend))
    for (step, bend, curvature), share in zip(steps, reversed(shares), strict=True):
        direction.add(share - bend.times(direction) / curvature, step)
    return direction


def labels_as_table(label_numbers: IntArray, n_labels: int) -> npt.NDArray[np.bool_]:
    """(n_documents, n_labels): the one label of each document."""
    return np.asarray(np.asarray(label_numbers)[:, None] == np.arange(n_labels))
