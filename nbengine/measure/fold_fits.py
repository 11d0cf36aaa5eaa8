"""Learnt factors fitted without each fold, for many recipes over the same documents.

Choosing a recipe fits factors a dozen times to nearly the same problem. A whole model for each fit spent most of its
time beside the fit: it subtracted the fold from a tally, laid out the vocabulary, and prepared explanations. `FoldFits`
computes the held-out scores alone. It keeps the words of a fold while only weighting, ridge or ratio change, and starts
each fit from the solution of the last one for the same fold.

`can_fit` says for which recipes and documents this gives the scores of `scores_of_folds`; others take that function.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from nbengine.counts import UNIT, CountMatrix, FloatArray, IntArray, remap_tokens
from nbengine.events.event_model import log_prior
from nbengine.learnt.documents import AnyDocuments, Documents, Progress
from nbengine.learnt.factors import (
    DualSolution,
    FittingSamples,
    Weights,
    check_room,
    fit_with_strengths,
    labels_to_mask,
    strengths_of,
)
from nbengine.learnt.statistics import require_part
from nbengine.learnt.tally import TfIdf, document_frequencies, tfidf_of
from nbengine.models.recipe import Recipe
from nbengine.text.token_rules import UNKNOWN_WORD


def can_fit(recipe: Recipe, documents: AnyDocuments) -> bool:
    """Return whether `FoldFits` can judge documents by this recipe: weight 1 each, in memory, words limited at most by
    the number of documents."""
    limits = recipe.limits
    are_plain_words = (
        limits.size is None
        and limits.max_documents is None
        and limits.word_list is None
        and not limits.stop_words
        and not limits.unknown_word
        and isinstance(limits.min_documents, int)
    )
    return (
        recipe.is_fitted
        and recipe.cuts is None
        and not recipe.unlabelled
        and recipe.smoothing > 0
        and recipe.prior.kind != "given"
        and are_plain_words
        and isinstance(documents, Documents)
        and documents.has_text
        and documents.weights is None
        and documents.features.numbers is None
        and documents.features.choices is None
        and UNKNOWN_WORD not in documents.vocabulary
    )


@dataclass(frozen=True, slots=True, eq=False)
class _FoldWords:
    """The words of one fold's training documents, and the counts over them."""

    training: CountMatrix
    judged: CountMatrix
    """Counts of the fold's own documents, without words that training lacks."""
    frequencies: IntArray
    """(n_words,): number of training documents that contain each word."""
    occurrences: FloatArray
    """(n_words, n_labels)"""
    n_smoothed: int
    """Size of the vocabulary for smoothing. An open one has the words that training lacks too."""


@dataclass(slots=True, eq=False)
class FoldFits:
    """Held-out scores of documents by factors fitted without their fold."""

    label_numbers: IntArray
    n_labels: int
    folds: IntArray
    """(n_documents,): the fold of each document."""
    _words: dict[int, _FoldWords] = field(default_factory=dict)
    _counts: CountMatrix | None = None
    _fewest: int | float = 1
    _solutions: dict[int, DualSolution] = field(default_factory=dict)

    def scores(self, recipe: Recipe, documents: Documents, judged: IntArray) -> FloatArray:
        """Return the joint scores (n_in_folds, n_labels) of the documents of the `judged` folds, in their own order."""
        counts, fewest = require_part(documents.features.text, "text"), recipe.limits.min_documents
        if counts is not self._counts or fewest != self._fewest:
            self.free_words()
            self._counts, self._fewest = counts, fewest
        rows = np.flatnonzero(np.isin(self.folds, judged))
        scores = np.empty((len(rows), self.n_labels))
        for fold in judged.tolist():
            if fold not in self._words:
                self._words[fold] = self._words_of(recipe, counts, fold)
            scores[self.folds[rows] == fold] = self._scores_of_fold(recipe, fold, documents.progress)
        return scores

    def free_words(self) -> None:
        """Free the counts that are kept for the next recipe."""
        self._words.clear()
        self._counts = None

    def _words_of(self, recipe: Recipe, counts: CountMatrix, fold: int) -> _FoldWords:
        is_judged = self.folds == fold
        training, judged = counts[np.flatnonzero(~is_judged)], counts[np.flatnonzero(is_judged)]
        frequencies, limits = document_frequencies(training), recipe.limits
        known = np.flatnonzero(frequencies >= max(int(limits.min_documents), 1))
        columns = np.full(counts.n_tokens, -1)
        columns[known] = np.arange(len(known))
        training = remap_tokens(training, columns, len(known))
        labels = labels_to_mask(self.label_numbers[~is_judged], self.n_labels)
        return _FoldWords(
            training,
            remap_tokens(judged, columns, len(known)),
            frequencies[known],
            np.asarray(training.csr.T @ labels.astype(np.float64)),
            counts.n_tokens if limits.is_open else len(known),
        )

    def _scores_of_fold(self, recipe: Recipe, fold: int, progress: Progress | None) -> FloatArray:
        words, labels = self._words[fold], self.label_numbers[self.folds != fold]
        check_room(len(words.frequencies), self.n_labels)
        tfidf = _tfidf(recipe, words, len(labels))
        lessons = FittingSamples(tfidf(words.training), labels_to_mask(labels, self.n_labels))
        strengths = _strengths(recipe, words)
        start = self._solutions.get(fold)
        factors, self._solutions[fold] = fit_with_strengths(lessons, strengths, recipe.ridge, progress, start)
        judged: Weights = tfidf(words.judged).csr.astype(np.float32) @ factors.weights
        prior = log_prior(np.bincount(labels, minlength=self.n_labels) * UNIT, (), recipe.settings.prior)
        return judged + factors.bias + np.where(np.isfinite(prior), 0.0, prior)


def _tfidf(recipe: Recipe, words: _FoldWords, n_training: int) -> TfIdf:
    if recipe.weighting == "binary" or not recipe.with_idf:
        return TfIdf(np.ones(len(words.frequencies)), 1.0, recipe.sublinear)
    return tfidf_of(words.frequencies, n_training, is_sublinear=recipe.sublinear)


def _strengths(recipe: Recipe, words: _FoldWords) -> FloatArray:
    """Return √|r| of each known word, r naive Bayes' log ratio; 1 if the ridge does not depend on it."""
    if not recipe.ridge_by_ratio:
        return np.ones(words.occurrences.shape)
    occurrences, alpha = words.occurrences, recipe.smoothing
    totals, in_all = occurrences.sum(axis=0), occurrences.sum(axis=1)
    # Most words occur under few labels, so that the logarithms of the other cells are the same for each word.
    ratios = np.repeat((np.log(alpha) - np.log(in_all + alpha))[:, None], len(totals), axis=1)
    cells = np.flatnonzero(occurrences)
    filled = occurrences.ravel()[cells]
    ratios.ravel()[cells] = np.log(filled + alpha) - np.log(in_all[cells // len(totals)] - filled + alpha)
    ratios += np.log(totals.sum() - totals + alpha * words.n_smoothed) - np.log(totals + alpha * words.n_smoothed)
    return strengths_of(ratios)
