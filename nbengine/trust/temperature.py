"""The one temperature that suits some scores best, to compare models whose over-confidence differs.

Naive Bayes is far too sure of itself, and the more so the more it counts. Raw log loss punishes that first of all;
divided by its own temperature, each model is judged by how well it tells the labels apart.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.arrays.logspace import is_undecided
from nbengine.lazy_dataclasses import dataclass

IMPOSSIBLE = -1e150
"""Stands for -inf: times a probability of 0 it is 0."""
COLDEST = 1e9
MOST_STEPS = 100
CLOSE_ENOUGH = 1e-9


@dataclass(frozen=True, slots=True)
class Temperature:
    """The temperature that suits some scores best (they are divided by it), and the mean -log P(truth) that remains."""

    temperature: float
    log_loss: float


def fit_temperature(log_joint: FloatArray, truth: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Temperature:
    """Find the temperature with the least log loss of (n_documents, n_labels) scores.

    The loss is infinite where the truth was held impossible; scores that are never wrong are left as cold as can be.
    """
    numbers = np.asarray(truth, dtype=np.int64)
    shares = _shares(len(numbers), weights)
    if not len(numbers):
        return Temperature(1.0, 0.0)
    if _has_impossible_truth(log_joint, numbers, shares):
        return Temperature(1.0, np.inf)
    finite = np.isfinite(log_joint).any(axis=1) & ~np.isposinf(log_joint).any(axis=1)
    gaps = np.maximum(log_joint[finite] - log_joint[finite].max(axis=1, keepdims=True), IMPOSSIBLE)
    own = gaps[np.arange(len(gaps)), numbers[finite]]
    inverse = _best_inverse(gaps.T.copy(), own, shares[finite])
    loss = _loss(gaps, own, shares[finite], inverse)
    return Temperature(1 / inverse, loss)


def mean_log_loss(log_proba: FloatArray, truth: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """Mean -log P(truth) by weight; infinite where the truth was held impossible or nothing was decided."""
    numbers = np.asarray(truth, dtype=np.int64)
    shares = _shares(len(numbers), weights)
    losses = -log_proba[np.arange(len(numbers)), numbers]
    return float((shares[shares > 0] * losses[shares > 0]).sum())


def mean_accuracy(judged: IntArray, truth: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> float:
    """Return the share of documents, by weight, whose verdict is right; undecided ones are not."""
    is_right = judged == np.asarray(truth)
    return float((_shares(len(is_right), weights) * is_right).sum())


def _shares(n_documents: int, weights: npt.ArrayLike | None) -> FloatArray:
    if weights is None:
        return np.full(n_documents, 1 / max(n_documents, 1))
    given = np.asarray(weights, dtype=np.float64)
    return given / max(float(given.sum()), np.finfo(float).tiny)


def _has_impossible_truth(log_joint: FloatArray, truth: IntArray, shares: FloatArray) -> bool:
    own = log_joint[np.arange(len(truth)), truth]
    is_lost = is_undecided(log_joint) | np.isneginf(own)
    is_lost |= np.isposinf(log_joint).any(axis=1) & ~np.isposinf(own)
    return bool((is_lost & (shares > 0)).any())


def _best_inverse(gaps: FloatArray, own: FloatArray, shares: FloatArray) -> float:
    """Newton's steps on the convex loss, held inside what is known of where its slope changes sign."""
    low, high, inverse = 0.0, COLDEST, 1.0
    for _ in range(MOST_STEPS):
        slope, bend = _slope(gaps, own, shares, inverse)
        low, high = (inverse, high) if slope < 0 else (low, inverse)
        step = inverse - slope / bend if bend > 0 else COLDEST
        if not low < step < high:
            step = min(inverse * 8, high) if slope < 0 else (low + high) / 2
        if abs(step - inverse) <= CLOSE_ENOUGH * inverse or step >= COLDEST:
            return step
        inverse = step
    return inverse


def _slope(gaps: FloatArray, own: FloatArray, shares: FloatArray, inverse: float) -> tuple[float, float]:
    """First and second derivative of the loss by the inverse temperature; gaps are (n_labels, n_documents)."""
    proba = np.exp(inverse * gaps)
    proba /= proba.sum(axis=0)
    weighted = proba * gaps
    means = weighted.sum(axis=0)
    spread = (weighted * gaps).sum(axis=0) - means * means
    return float((shares * (means - own)).sum()), float((shares * spread).sum())


def _loss(gaps: FloatArray, own: FloatArray, shares: FloatArray, inverse: float) -> float:
    totals = np.log(np.exp(inverse * gaps).sum(axis=1))
    return float((shares * (totals - inverse * own)).sum())
