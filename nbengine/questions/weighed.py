"""Learnt weights of words for each question, fitted for all of them at once: one label against its absence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.named_bytes import finite_row, names_of
from nbengine.arrays.renumbered_columns import remapped
from nbengine.errors import DamagedModelError
from nbengine.factors.fitting import Lessons, fit_factors
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.occurrence_weighting import TfIdf, document_frequencies, tfidf_of
from nbengine.questions.answers import Answers, BoolArray

FEW_DOCUMENTS, MOST_FOLDS, FEWEST_FOLDS = 3_000, 5, 3
"""Of more documents, two thirds teach nearly what all do."""
RIDGE = 0.3
Weights = npt.NDArray[np.float32]
Progress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """Learnt weights of words for each question."""

    labels: tuple[str, ...]
    weights: Weights
    """(n_tokens, n_labels)"""
    bias: FloatArray
    """(n_labels,)"""
    tfidf: TfIdf

    def log_odds(self, counts: CountMatrix) -> FloatArray:
        """Return what the words say for each label, (n_documents, n_labels); words that came later say nothing."""
        known = self.tfidf(counts.widened(max(counts.n_tokens, len(self.weights))))
        return np.asarray(known.csr[:, : len(self.weights)] @ self.weights.astype(np.float64) + self.bias)

    def picked(self, columns: IntArray) -> Weighed:
        """The same over these columns, in this order."""
        idf = np.pad(self.tfidf.idf, (0, max(0, int(columns.max(initial=-1)) + 1 - len(self.tfidf.idf))))
        weights = np.pad(self.weights, ((0, len(idf) - len(self.weights)), (0, 0)))
        return replace(self, weights=weights[columns], tfidf=replace(self.tfidf, idf=idf[columns]))

    def renamed(self, names: Mapping[str, str]) -> Weighed:
        return replace(self, labels=tuple(names.get(label, label) for label in self.labels))


@dataclass(frozen=True, slots=True, eq=False)
class Questions:
    """A model's questions as it keeps them: how sure to be of each answer, and learnt weights, if it has any."""

    answers: Answers
    weighed: Weighed | None = None

    def picked(self, columns: IntArray) -> Questions:
        """The same over these columns of the model, in this order."""
        return replace(self, weighed=None if self.weighed is None else self.weighed.picked(columns))

    def renamed(self, names: Mapping[str, str]) -> Questions:
        """The same with labels that are called something else; a name that two would have is answered as new."""
        weighed = None if self.weighed is None else self.weighed.renamed(names)
        return Questions(self.answers.renamed(names), weighed)


def fit_weighed(
    counts: CountMatrix,
    truth: BoolArray,
    labels: tuple[str, ...],
    weights: FloatArray | None,
    progress: Progress | None = None,
) -> Weighed:
    """Learn from documents what of each word's evidence counts for each question; a word of one document says nothing.

    What `progress` raises ends the fit.
    """
    frequencies = document_frequencies(counts)
    tfidf = tfidf_of(frequencies, counts.n_documents)
    columns = np.flatnonzero(frequencies > 1) if (frequencies > 1).any() else np.arange(counts.n_tokens)
    places = np.full(counts.n_tokens, -1)
    places[columns] = np.arange(len(columns))
    known = remapped(counts, places, len(columns))
    lessons = Lessons(replace(tfidf, idf=tfidf.idf[columns])(known), truth, weights)
    found = fit_factors(lessons, _ratios(known, truth), RIDGE, progress)
    learnt = np.zeros((counts.n_tokens, len(labels)), np.float32)
    learnt[columns] = found.weights
    return Weighed(labels, learnt, found.bias, tfidf)


def _ratios(counts: CountMatrix, truth: BoolArray) -> FloatArray:
    """Return naive Bayes' log ratio of each word under each label against all others, (n_tokens, n_labels)."""
    present = counts.csr.astype(np.float64)
    present.data[:] = 1.0
    with_label = np.asarray(present.T @ truth.astype(np.float64)) + 1.0
    without = np.asarray(present.sum(axis=0)).reshape(-1, 1) + 2.0 - with_label
    return np.asarray(np.log(with_label / with_label.sum(axis=0)) - np.log(without / without.sum(axis=0)))


def folds_weighed(
    counts: CountMatrix,
    truth: BoolArray,
    labels: tuple[str, ...],
    weights: FloatArray | None,
    progress: Progress | None,
) -> FloatArray:
    """Return log-odds of documents, each by weights that were learnt from the other folds alone."""
    n_folds = MOST_FOLDS if len(truth) <= FEW_DOCUMENTS else FEWEST_FOLDS
    folds, found = np.arange(len(truth)) % n_folds, np.empty(truth.shape)
    for fold in range(n_folds):
        own, rest = folds == fold, np.flatnonzero(folds != fold)
        if own.any():
            own_weights = None if weights is None else weights[rest]
            part = fit_weighed(counts[rest], truth[rest], labels, own_weights, progress)
            found[own] = part.log_odds(counts[np.flatnonzero(own)])
    return found


_MARKS = ("scale", "given_from", "sure_from", "sure_below")
_WEIGHTS = "questions.weights"

Numbers = dict[str, npt.NDArray[Any]]


def question_parts(kept: Questions) -> tuple[dict[str, Any], Numbers, dict[str, bytes]]:
    """Return facts, numbers and bytes."""
    answers, weighed = kept.answers, kept.weighed
    facts: dict[str, Any] = {"labels": list(answers.labels)}
    numbers: Numbers = {
        "questions.slopes": answers.slopes,
        "questions.places": answers.places,
        "questions.marks": np.array([getattr(answers, name) for name in _MARKS]),
    }
    if weighed is None:
        return facts, numbers, {}
    facts |= {"weighed": list(weighed.labels), "new_idf": weighed.tfidf.new_idf}
    numbers |= {"questions.bias": weighed.bias, "questions.idf": weighed.tfidf.idf}
    return facts, numbers, {_WEIGHTS: weighed.weights.astype("<f4").tobytes()}


def questions_from_parts(facts: Any, numbers: Mapping[str, Any], blobs: Mapping[str, bytes], n_words: int) -> Questions:
    """Read what `question_parts` gave; DamagedModelError where it makes no sense."""
    labels = tuple(names_of(facts["labels"]))
    scale, *marks = finite_row(numbers["questions.marks"], len(_MARKS)).tolist()
    if scale <= 0:
        raise DamagedModelError("The model's questions have no scale.")
    own = [finite_row(numbers[f"questions.{name}"], len(labels)) for name in ("slopes", "places")]
    answers = Answers(labels, scale, own[0], own[1], *marks)
    if "weighed" not in facts:
        return Questions(answers)
    asked, idf = tuple(names_of(facts["weighed"])), finite_row(numbers["questions.idf"])
    weights = np.frombuffer(blobs[_WEIGHTS], "<f4")
    if len(idf) > n_words or len(weights) != len(idf) * len(asked) or not np.isfinite(weights).all():
        raise DamagedModelError("The model's questions do not fit its words.")
    table = weights.reshape(len(idf), len(asked)).astype(np.float32)
    tfidf = TfIdf(idf, float(facts["new_idf"]))
    return Questions(answers, Weighed(asked, table, finite_row(numbers["questions.bias"], len(asked)), tfidf))
