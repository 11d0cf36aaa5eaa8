"""Judging documents by models that never saw them: k folds, each taken away from the whole by subtraction."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray
from nbengine.errors import EngineError


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


def contiguous_folds(label_numbers: npt.ArrayLike, n_folds: int) -> IntArray:
    """Cut each label's documents, in the order in which they came, into stretches: a fold number per document.

    Mails and posts that arrive together answer and repeat one another. Leaving out a whole stretch leaves those out
    as well, and so tells how a model fares on documents of another time.
    """
    labels = np.asarray(label_numbers)
    if not 2 <= n_folds <= len(labels):
        raise EngineError(f"{len(labels)} documents cannot be cut into {n_folds} folds.")
    folds = np.empty(len(labels), dtype=np.int64)
    for label in np.unique(labels):
        own = np.flatnonzero(labels == label)
        folds[own] = np.arange(len(own)) * n_folds // len(own)
    return folds
