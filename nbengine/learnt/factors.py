"""Fit learnt factors: a linear one-against-rest classifier on naive Bayes' log ratios, with squared hinge loss and a
ridge penalty.

A label's score of a document is b + Σ x · r · f over its words:

- b is the bias of the label,
- x is the word's tf-idf in a document of length 1,
- r is naive Bayes' log ratio of the word under the label against all others,
- f is the word's factor.

The fit minimises

    Σ over documents of max(0, 1 - t·score)² + ridge/2 · Σ over words of √|r|³ · f²

where t is 1 for documents of the label, and -1 for others. In terms of the weight w = r · f the ridge is w² / √|r|: a
weight costs more, the smaller the word's log ratio is. Three alternatives were tried: free weights (no r), a uniform
ridge on factors (w² / r²), and softmax instead of the hinge. `tests/benchmarks/decisions/documents.md` has the figures.

At the minimum the weights are √|r| · Xᵀa, with one number a per document and label (the dual form). The search (L-BFGS)
therefore changes these numbers instead of the weights of words times labels. A step costs one product with the
documents and one with their transpose; a line search costs no product. Both products take most of the time and use
single precision, like the stored weights. The fits of the labels are independent. They are done in blocks of labels,
which limits the memory of the search.

The weights, r · f for each word and label, are valid for the counts they were fitted with. Learning a document
afterwards takes one approximate step from the fitted weights. `n_changes_since_fit` counts the documents learnt or
forgotten since the fit; a new fit includes them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import TooLargeModelError

Weights = npt.NDArray[np.float32]
"""Weights in single precision, which takes little more than half of the time of double, and gives the same verdicts."""
MAX_WEIGHT = 1e30
"""Largest magnitude of a weight read from a file. Sums of such weights are finite even as 32-bit floats."""
ROUNDED_BITS = 11
"""Number of low bits of a weight that are rounded to zero.

Rounding changes a weight by at most a thousandth, and makes the model a third smaller on disk.
"""
MAX_WEIGHTS = 1 << 26
"""Maximum number of words times labels: 256 MB of weights, and four times as much during the fit."""


@dataclass(frozen=True, slots=True, eq=False)
class UnlabelledContribution:
    """Change of the fitted weights by unlabelled documents: the weights fitted with them minus the weights fitted
    without.
    """

    n_documents: int
    weights: Weights
    """Difference of the weights, (n_tokens, n_labels)."""
    bias: FloatArray
    """Difference of the biases, (n_labels,)."""


@dataclass(frozen=True, slots=True, eq=False)
class Factors:
    """Fitted weights of words for each label, and for each label a bias that is added to its prior."""

    weights: Weights
    """Amount added to the score by one unit of a word's tf-idf, (n_tokens, n_labels)."""
    bias: FloatArray
    """Score of a document without words, (n_labels,)."""
    n_changes_since_fit: int = 0
    """Number of documents learnt or forgotten since the fit."""
    is_one_sided: bool = False
    """True if only the first of two labels was fitted. The score of the second is then always 0."""
    unlabelled: UnlabelledContribution | None = None
    """The part of `weights` and `bias` from unlabelled documents; None if there were none."""

    @property
    def n_unlabelled(self) -> int:
        """Number of unlabelled documents that the fit used."""
        return 0 if self.unlabelled is None else self.unlabelled.n_documents

    def with_columns(self, columns: IntArray) -> Factors:
        """Return the factors of the words with these columns, in this order."""
        wide = self.widen(int(columns.max(initial=-1)) + 1)
        return wide._with_weights(lambda weights: weights[columns])

    def widen(self, n_tokens: int) -> Factors:
        """Return factors for `n_tokens` words; the weights of new words are 0."""
        n_new = n_tokens - len(self.weights)
        if n_new <= 0:
            return self
        return self._with_weights(lambda weights: np.pad(weights, ((0, n_new), (0, 0))))

    def _with_weights(self, change: Callable[[Weights], Weights]) -> Factors:
        """Return the factors after `change` was applied to all tables of weights."""
        share = self.unlabelled
        if share is not None:
            share = replace(share, weights=change(share.weights))
        return replace(self, weights=change(self.weights), unlabelled=share)

    def with_labels(self, old: tuple[str, ...], new: tuple[str, ...]) -> Factors:
        """Return the factors with labels in another order.

        A new label gets weights of 0 and the lowest existing bias.
        """
        old_indices = [old.index(label) if label in old else -1 for label in new]
        weights, bias = _move_labels(self.weights, self.bias, old_indices, self.bias.min(initial=0.0))
        share = self.unlabelled
        if share is not None:
            moved = _move_labels(share.weights, share.bias, old_indices, 0.0)
            share = replace(share, weights=moved[0], bias=moved[1])
        return replace(self, weights=weights, bias=bias, unlabelled=share)


def _move_labels(
    weights: Weights, bias: FloatArray, old_indices: list[int], new_bias: float
) -> tuple[Weights, FloatArray]:
    """Return weights and biases whose columns are the old columns `old_indices`, in this order.

    -1 stands for a new label, with weights of 0 and the bias `new_bias`.
    """
    moved, moved_bias = np.zeros((len(weights), len(old_indices)), np.float32), np.full(len(old_indices), new_bias)
    for new_index, old_index in enumerate(old_indices):
        if old_index >= 0:
            moved[:, new_index], moved_bias[new_index] = weights[:, old_index], bias[old_index]
    return moved, moved_bias


def round_weights(weights: Weights) -> Weights:
    """Round weights to the precision in which they are stored."""
    bits = weights.view(np.uint32)
    half, mask = np.uint32(1 << (ROUNDED_BITS - 1)), np.uint32(0xFFFFFFFF ^ ((1 << ROUNDED_BITS) - 1))
    return ((bits + half) & mask).view(np.float32)


def check_weights_fit_memory(n_tokens: int, n_labels: int) -> None:
    """Raise TooLargeModelError if weights for this number of words and labels need more memory than a laptop has."""
    if n_tokens * n_labels > MAX_WEIGHTS:
        raise TooLargeModelError(
            f"{n_tokens:,} words under {n_labels:,} labels are more learnt factors than there is room for; "
            f"limit the vocabulary to {MAX_WEIGHTS // n_labels:,} words."
        )


MAX_CELLS_AT_ONCE = 1 << 23
"""Number of words times labels that are multiplied at once: 64 MB."""
MAX_NUMBERS_AT_ONCE = 1 << 18
"""Number of documents times labels that are fitted at once.

The search takes about forty times that memory. Larger blocks were slower.
"""
MAX_STEPS = 60
"""Maximum number of L-BFGS steps."""
MIN_GRADIENT_SHARE = 5e-3
"""The search stops when the length of the gradient has fallen to this share. Accuracy stops improving long before."""
N_LBFGS_STEPS = 8
"""Number of recent steps that L-BFGS uses to estimate the curvature."""
MAX_LINE_SEARCH_STEPS = 6
"""Maximum number of Newton steps in a line search."""

Progress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True, eq=False)
class FittingSamples:
    """Documents to which factors are fitted."""

    documents: CountMatrix
    """tf-idf weights of the words, each document of length 1; (n_documents, n_tokens)."""
    is_of_label: npt.NDArray[np.bool_]
    """Mask of each document's labels, (n_documents, n_labels). A document may have any number of labels."""
    weights: FloatArray | None = None
    """Weight of each document, (n_documents,). None means weight 1 each."""


@dataclass(slots=True, eq=False)
class _SearchVector:
    """A point or a direction of the search. For each label it has dual numbers, the scores that they give, and
    a bias.
    """

    dual_numbers: FloatArray
    scores: FloatArray
    bias: FloatArray

    def dot(self, other: _SearchVector) -> FloatArray:
        """Return the inner products of the two weight vectors of each label, (n_labels,).

        They are computed from dual numbers and scores, without the weights.
        """
        return np.asarray(np.einsum("ij,ij->j", self.dual_numbers, other.scores) + self.bias * other.bias)

    def add(self, factors: FloatArray | float, other: _SearchVector) -> None:
        self.dual_numbers += factors * other.dual_numbers
        self.scores += factors * other.scores
        self.bias += factors * other.bias

    def scaled_by(self, factors: FloatArray | float) -> _SearchVector:
        return _SearchVector(factors * self.dual_numbers, factors * self.scores, factors * self.bias)

    def minus(self, other: _SearchVector) -> _SearchVector:
        return _SearchVector(self.dual_numbers - other.dual_numbers, self.scores - other.scores, self.bias - other.bias)


class _HingeLoss:
    """The squared hinge loss and the ridge penalty of the labels in one block, with their gradient.

    Biases are scaled by the square root of the number of documents. Without the scaling, the search zigzags.
    """

    def __init__(self, rows: Any, columns: Any, samples: FittingSamples, strengths: FloatArray, ridge: float) -> None:
        self._rows, self._columns = rows, columns
        self._strengths, self.ridge = strengths.astype(np.float32), ridge
        self._signs = np.where(samples.is_of_label, 1.0, -1.0)
        weights = np.ones(len(self._signs)) if samples.weights is None else samples.weights
        self._weights = weights[:, None]
        self.bias_unit = 1 / np.sqrt(2 * max(float(weights.sum()), 1.0))

    def initial_vector(self) -> _SearchVector:
        """Return the start of the search: weights of 0, and a bias computed from each label's share of the
        documents.
        """
        zeros = np.zeros_like(self._signs)
        mean = (self._weights * self._signs).sum(axis=0) / max(float(self._weights.sum()), 1e-300)
        return _SearchVector(zeros, zeros.copy(), mean / self.bias_unit)

    def vector_of_solution(self, numbers: FloatArray, bias: FloatArray) -> _SearchVector:
        """Return the vector of the dual numbers and biases of an earlier fit to the same documents."""
        return _SearchVector(numbers.copy(), self.scores_of(numbers), bias / self.bias_unit)

    def gradient(self, vector: _SearchVector) -> _SearchVector:
        slopes = self.loss_slopes(vector)
        numbers = self.ridge * vector.dual_numbers + slopes
        return _SearchVector(numbers, self.scores_of(numbers), slopes.sum(axis=0) * self.bias_unit)

    def loss_slopes(self, vector: _SearchVector) -> FloatArray:
        """Return the derivative of the loss with respect to each score, shape (n_documents, n_labels)."""
        slopes: FloatArray = np.maximum(1 - self._signs * self._loss_of_vector(vector), 0.0)
        slopes *= -2 * self._signs * self._weights
        return slopes

    def best_steps(self, vector: _SearchVector, direction: _SearchVector) -> FloatArray:
        """Return the step length along `direction` with the least loss for each label, shape (n_labels,).

        Newton's method finds it without a product with the documents.
        """
        # The ridge does not apply to the biases, so they are taken out of both inner products.
        along = vector.dot(direction) - vector.bias * direction.bias
        across = direction.dot(direction) - direction.bias * direction.bias
        margins, changes = 1 - self._signs * self._loss_of_vector(vector), self._signs * self._loss_of_vector(direction)
        weighed = changes * self._weights
        steps = np.zeros(len(along))
        for _ in range(MAX_LINE_SEARCH_STEPS):
            shortfalls = margins - steps * changes
            is_short = shortfalls > 0
            np.maximum(shortfalls, 0.0, out=shortfalls)
            slopes = -2 * np.einsum("ij,ij->j", shortfalls, weighed) + self.ridge * (along + steps * across)
            curvatures = 2 * np.einsum("ij,ij->j", is_short * changes, weighed) + self.ridge * across
            moves = np.where(curvatures > 0, slopes / np.where(curvatures > 0, curvatures, 1.0), 0.0)
            steps -= moves
            if (np.abs(moves) <= 1e-2 * np.abs(steps)).all():
                break
        return steps

    def scores_of(self, numbers: FloatArray) -> FloatArray:
        """Return the scores for the weights √|r| · Xᵀ·numbers, shape (n_documents, n_labels)."""
        return _multiply(self._rows, self.weights_of(numbers)).astype(np.float64)

    def weights_of(self, numbers: FloatArray) -> Weights:
        """Return the weights √|r| · Xᵀ·numbers, shape (n_tokens, n_labels)."""
        weights = _multiply(self._columns, numbers.astype(np.float32))
        weights *= self._strengths
        return weights

    def _loss_of_vector(self, vector: _SearchVector) -> FloatArray:
        return np.asarray(vector.scores + vector.bias * self.bias_unit)


def _multiply(matrix: Any, table: Weights) -> Weights:
    """Return matrix @ table. A table with a single column is multiplied as a vector, which is faster."""
    product: Weights = (matrix @ table[:, 0])[:, None] if table.shape[1] == 1 else matrix @ table
    return product


@dataclass(frozen=True, slots=True, eq=False)
class DualSolution:
    """The dual numbers and biases at the end of a fit. Another fit to the same documents can start from this
    solution.
    """

    dual_numbers: FloatArray
    """Dual number of each document and label, (n_documents, n_labels)."""
    bias: FloatArray
    """Bias of each label, (n_labels,)."""
    ridge: float


def fit_factors(
    samples: FittingSamples, ratios: FloatArray, ridge: float = 1.0, progress: Progress | None = None
) -> Factors:
    """Fit factors to naive Bayes' log ratios (n_tokens, n_labels). `samples` are the documents.

    An exception raised by `progress` stops the fit.
    """
    return fit_with_strengths(samples, compute_ridge_strengths(ratios), ridge, progress)[0]


def fit_with_strengths(
    samples: FittingSamples,
    strengths: FloatArray,
    ridge: float = 1.0,
    progress: Progress | None = None,
    start: DualSolution | None = None,
) -> tuple[Factors, DualSolution]:
    """Fit factors for the strengths √|r| (n_tokens, n_labels). Return the factors and the dual solution.

    `start` is the solution of another fit to the same documents, with other words, strengths or ridge. It saves steps,
    because mostly the same documents determine both fits. The search stops at the same gradient as without it.
    """
    if _are_two_exclusive_labels(samples, strengths):
        return _fit_two_exclusive_labels(samples, strengths, ridge, progress, start)
    rows = samples.documents.csr.astype(np.float32)
    columns = rows.T.tocsr()
    factors = Factors(np.empty(strengths.shape, np.float32), np.empty(strengths.shape[1]))
    solution = DualSolution(np.empty(samples.is_of_label.shape), np.empty(strengths.shape[1]), ridge)
    n_tokens, n_labels = strengths.shape
    n_rows = max(len(samples.is_of_label), 1)
    size = max(min(MAX_NUMBERS_AT_ONCE // n_rows, MAX_CELLS_AT_ONCE // max(n_tokens, 1)), 1)
    blocks = [slice(first, first + size) for first in range(0, n_labels, size)]
    for number, block in enumerate(blocks):
        block_samples = replace(samples, is_of_label=samples.is_of_label[:, block])
        problem = _HingeLoss(rows, columns, block_samples, strengths[:, block], ridge)
        began = None
        if start is not None:
            # At the minimum the numbers are the slopes of the loss divided by the ridge.
            began = problem.vector_of_solution(start.dual_numbers[:, block] * (start.ridge / ridge), start.bias[block])
        minimum = _minimise(problem, progress, number, len(blocks), began)
        factors.weights[:, block] = round_weights(problem.weights_of(minimum.dual_numbers))
        factors.bias[block] = minimum.bias * problem.bias_unit
        solution.dual_numbers[:, block], solution.bias[block] = minimum.dual_numbers, factors.bias[block]
    return factors, solution


def _are_two_exclusive_labels(samples: FittingSamples, strengths: FloatArray) -> bool:
    """Return whether there are exactly two labels, and each document has one of them."""
    mask = samples.is_of_label
    return (
        mask.shape[1] == 2
        and bool((mask[:, 0] != mask[:, 1]).all())
        and np.allclose(strengths[:, 0], strengths[:, 1], rtol=1e-6)
    )


def _fit_two_exclusive_labels(
    samples: FittingSamples,
    strengths: FloatArray,
    ridge: float,
    progress: Progress | None,
    start: DualSolution | None,
) -> tuple[Factors, DualSolution]:
    """Fit the first of two labels that exclude each other. The weights of the second label are the negated weights."""
    if start is not None:
        start = replace(start, dual_numbers=start.dual_numbers[:, :1], bias=start.bias[:1])
    first = replace(samples, is_of_label=samples.is_of_label[:, :1])
    fitted, solution = fit_with_strengths(first, strengths[:, :1], ridge, progress, start)
    factors = Factors(np.hstack([fitted.weights, -fitted.weights]), np.hstack([fitted.bias, -fitted.bias]))
    numbers = np.hstack([solution.dual_numbers, -solution.dual_numbers])
    return factors, DualSolution(numbers, factors.bias, ridge)


def compute_ridge_strengths(ratios: FloatArray) -> FloatArray:
    """Return √|r| for each log ratio r, and 0 for infinite ones.

    The ridge penalty is divided by √|r|: a word with a larger log ratio is regularised less. √|r| was as good as |r|
    and r² with many documents, and up to three points better with five per label
    (`tests/benchmarks/decisions/documents.md`).
    """
    strengths = np.abs(ratios)
    strengths[~np.isfinite(strengths)] = 0.0
    return np.sqrt(strengths, out=strengths)


def _minimise(
    problem: _HingeLoss, progress: Progress | None, block_number: int, n_blocks: int, start: _SearchVector | None = None
) -> _SearchVector:
    """Minimise the loss by L-BFGS and return the final vector. `progress` reports this block as `block_number` of
    `n_blocks`.
    """
    position = problem.initial_vector()
    gradient = problem.gradient(position)
    squared_limit = MIN_GRADIENT_SHARE**2 * gradient.dot(gradient).sum()
    if start is not None:
        position, gradient = start, problem.gradient(start)
    steps: list[tuple[_SearchVector, _SearchVector, FloatArray]] = []
    for number in range(MAX_STEPS):
        if progress is not None:
            progress(block_number * MAX_STEPS + number, n_blocks * MAX_STEPS)
        if gradient.dot(gradient).sum() <= squared_limit:
            break
        direction = _descent_direction(gradient, steps)
        step = direction.scaled_by(problem.best_steps(position, direction))
        position.add(1.0, step)
        old_gradient, gradient = gradient, problem.gradient(position)
        gradient_change = gradient.minus(old_gradient)
        steps = [*steps[1 - N_LBFGS_STEPS :], (step, gradient_change, step.dot(gradient_change))]
    return position


def _descent_direction(
    gradient: _SearchVector, steps: list[tuple[_SearchVector, _SearchVector, FloatArray]]
) -> _SearchVector:
    """Return each label's L-BFGS direction: its negative gradient, corrected by the curvature of the last steps.

    The steps of a label that has converged have no curvature, so they correct nothing.
    """
    direction = gradient.scaled_by(-1.0)
    inverses = [np.where(curvature > 0, 1 / np.where(curvature > 0, curvature, 1.0), 0.0) for _, _, curvature in steps]
    factors = []
    for (step, gradient_change, _), inverse in zip(reversed(steps), reversed(inverses), strict=True):
        factors.append(step.dot(direction) * inverse)
        direction.add(-factors[-1], gradient_change)
    if steps:
        _, gradient_change, curvature = steps[-1]
        lengths = gradient_change.dot(gradient_change)
        is_curved = (curvature > 0) & (lengths > 0)
        direction = direction.scaled_by(np.where(is_curved, curvature / np.where(is_curved, lengths, 1.0), 1.0))
    for (step, gradient_change, _), factor, inverse in zip(steps, reversed(factors), inverses, strict=True):
        direction.add(factor - gradient_change.dot(direction) * inverse, step)
    return direction


def labels_to_mask(label_numbers: IntArray, n_labels: int) -> npt.NDArray[np.bool_]:
    """Return a mask of each document's label, shape (n_documents, n_labels)."""
    return np.asarray(np.asarray(label_numbers)[:, None] == np.arange(n_labels))
