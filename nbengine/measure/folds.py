"""Judging documents by models that never saw them: k folds, each taken away from the whole by subtraction."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray
from nbengine.errors import EngineError

MOST_FOLDS = STRETCHES = 10
"""Of each label's documents in the order in which they came."""
MANY_DOCUMENTS = 2_000
"""Half the folds tell as much."""
ENOUGH_DOCUMENTS = 5_000
"""To calibrate with; of more, some stretches do."""


def stratified_folds(label_numbers: npt.ArrayLike, n_folds: int, seed: int = 0) -> IntArray:
    """Deal documents into folds at random, each label as evenly as can be: a fold number per document."""
    labels = np.asarray(label_numbers)
    if not 2 <= n_folds <= len(labels):
        raise EngineError(f"{len(labels)} documents cannot be dealt into {n_folds} folds.")
    shuffled = np.random.default_rng(seed).permutation(len(labels))
    by_label = shuffled[np.argsort(labels[shuffled], kind="stable")]
    folds = np.empty(len(labels), dtype=np.int64)
    folds[by_label] = np.arange(len(labels)) % n_folds
    return folds


def contiguous_folds(label_numbers: npt.ArrayLike, n_folds: int, leaders: IntArray | None = None) -> IntArray:
    """Cut each label's documents, in the order in which they came, into stretches: a fold number per document.

    Mails and posts that arrive together answer and repeat one another. Leaving out a whole stretch leaves those out
    as well, and so tells how a model fares on documents of another time. What comes together with another document
    goes where its leader is (`near_copies`).
    """
    labels = np.asarray(label_numbers)
    if not 2 <= n_folds <= len(labels):
        raise EngineError(f"{len(labels)} documents cannot be cut into {n_folds} folds.")
    folds = np.empty(len(labels), dtype=np.int64)
    for label in np.unique(labels):
        own = np.flatnonzero(labels == label)
        folds[own] = np.arange(len(own)) * n_folds // len(own)
    return folds if leaders is None else folds[leaders]


def some_stretches(label_numbers: IntArray, enough: int, leaders: IntArray | None = None) -> tuple[IntArray, IntArray]:
    """Cut documents into stretches of neighbours, and take as many stretches as hold enough documents.

    What comes together (`leaders`, of near_copies) lies in one. Returns document numbers and the stretch of each.
    """
    stretches = contiguous_folds(label_numbers, STRETCHES, leaders)
    n_needed = min(STRETCHES, -(-STRETCHES * enough // len(label_numbers)))
    chosen = np.linspace(0, STRETCHES - 1, n_needed + 2)[1:-1].round() if n_needed < STRETCHES else stretches
    picked = np.flatnonzero(np.isin(stretches, chosen))
    return picked, stretches[picked]
