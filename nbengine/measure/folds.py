"""Judging documents by models that never saw them: k folds, each taken away from the whole by subtraction."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.weight_units import checked_label_numbers
from nbengine.errors import EngineError
from nbengine.events import derive
from nbengine.events.settings import EventSettings
from nbengine.learnt.features import Features, features_of
from nbengine.learnt.statistics import Statistics, statistics_of
from nbengine.learnt.tally import Tally


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


def without_each_fold(
    learnt: Statistics | Tally,
    documents: Features | CountMatrix,
    label_numbers: npt.ArrayLike,
    folds: npt.ArrayLike,
    weights: npt.ArrayLike | None = None,
) -> Iterator[tuple[Statistics, IntArray]]:
    """Yield for each fold what was learnt from the others, and the numbers of the fold's own documents."""
    statistics, features = statistics_of(learnt), features_of(documents)
    labels = checked_label_numbers(label_numbers, features.n_documents, len(statistics.labels))
    fold_numbers = np.asarray(folds)
    if fold_numbers.shape != (features.n_documents,):
        raise EngineError(f"{features.n_documents} documents need as many fold numbers.")
    for fold in np.unique(fold_numbers):
        own = np.flatnonzero(fold_numbers == fold)
        rest = statistics.copy()
        rest.forget(features[own], labels[own], None if weights is None else np.asarray(weights)[own])
        yield rest, own


def fold_log_joint(
    learnt: Statistics | Tally,
    documents: Features | CountMatrix,
    label_numbers: npt.ArrayLike,
    folds: npt.ArrayLike,
    settings: EventSettings,
    weights: npt.ArrayLike | None = None,
) -> FloatArray:
    """Return the joint log-probabilities (n_documents, n_labels) of each document from the folds it is not in."""
    statistics, features = statistics_of(learnt), features_of(documents)
    log_joint = np.empty((features.n_documents, len(statistics.labels)))
    for rest, own in without_each_fold(statistics, features, label_numbers, folds, weights):
        log_joint[own] = derive(rest, settings).log_joint(features[own])
    return log_joint
