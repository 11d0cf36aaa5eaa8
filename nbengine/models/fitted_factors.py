"""Fitted factors of a model: the fit, the update for single documents, and the contribution of each document.

When a document is learnt, the weights change by the step that a fit would make for it if all other documents stayed
unchanged. Forgetting reverses the step. A complete refit follows later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import (
    UNIT,
    CountMatrix,
    FloatArray,
    IntArray,
    remap_tokens,
    stack_counts,
    sum_units_by_group,
    weights_to_units,
)
from nbengine.errors import EngineError
from nbengine.events.learnt import log_ratios, log_ratios_of_words
from nbengine.learnt.documents import AnyDocuments, Documents, PieceResults
from nbengine.learnt.factors import (
    Factors,
    FittingSamples,
    UnlabelledContribution,
    check_weights_fit_memory,
    compute_ridge_strengths,
    fit_factors,
    labels_to_mask,
    round_weights,
)
from nbengine.learnt.statistics import Features, Statistics, require_part
from nbengine.learnt.tally import Tally, TfIdf, document_frequencies, fit_tfidf
from nbengine.learnt.unlabelled import LabelGuesses
from nbengine.models.model_words import UNKNOWN_COLUMN, label_numbers_of
from nbengine.models.recipe import Recipe


def fit_model_factors(
    recipe: Recipe, statistics: Statistics, tfidf: TfIdf, documents: Documents, guesses: LabelGuesses | None = None
) -> Factors:
    """Fit factors to documents over the model's columns. Unlabelled documents take part with their guessed labels.

    An exception raised by `documents.progress` stops the fit.
    """
    text = require_part(statistics.text, "text")
    check_weights_fit_memory(text.n_tokens, len(statistics.labels))
    if not np.all(recipe.smoothing):
        raise EngineError("Learnt factors need a smoothing above 0: without, a word of one label has no ratio.")
    weighed = tfidf(require_part(documents.features.text, "text")).widen(text.n_tokens)
    if not np.isfinite(weighed.values).all():
        raise EngineError("A count of a document is not a number.")
    is_of_label = labels_to_mask(documents.label_numbers, len(statistics.labels))
    lessons = FittingSamples(weighed, is_of_label, documents.weights)
    fitted = fit_factors(lessons, _log_ratios(recipe, text), recipe.ridge, documents.progress)
    if guesses is not None:
        fitted = _fit_with_unlabelled(recipe, text, tfidf, documents, lessons, guesses, fitted)
    return replace(fitted, bias=fitted.bias - finite_log_prior(recipe, statistics))


def _fit_with_unlabelled(
    recipe: Recipe,
    text: Tally,
    tfidf: TfIdf,
    documents: Documents,
    lessons: FittingSamples,
    guesses: LabelGuesses,
    counted: Factors,
) -> Factors:
    """Fit factors to labelled and unlabelled documents.

    `counted` are the factors fitted to the labelled documents alone. The field `unlabelled` of the result is the
    difference between the two fits.
    """
    weighed = tfidf(guesses.counts.widen(text.n_tokens))
    labels, weights = guesses.guess_labels_and_weights(weighed, lessons)
    own_weights = np.ones(len(documents)) if lessons.weights is None else lessons.weights
    together = FittingSamples(
        stack_counts([lessons.documents, weighed]),
        np.concatenate([lessons.is_of_label, labels_to_mask(labels, text.n_labels)]),
        np.concatenate([own_weights, weights]),
    )
    if recipe.ridge_by_ratio:
        text = text.copy()
        text.learn(guesses.counts.widen(text.n_tokens), labels, weights)
    fitted = fit_factors(together, _log_ratios(recipe, text), recipe.ridge, documents.progress)
    taught_weights = round_weights(fitted.weights - counted.weights)
    share = UnlabelledContribution(guesses.counts.n_documents, taught_weights, fitted.bias - counted.bias)
    return replace(fitted, unlabelled=share)


def _log_ratios(recipe: Recipe, text: Tally) -> FloatArray:
    return log_ratios(text, recipe.settings) if recipe.ridge_by_ratio else np.ones((text.n_tokens, text.n_labels))


def inverse_ridge_of_words(recipe: Recipe, tally: Tally, tokens: IntArray) -> FloatArray:
    """Return the number by which the ridge penalty of each weight is divided, shape (n_tokens, n_labels)."""
    if not recipe.ridge_by_ratio:
        return np.ones((len(tokens), tally.n_labels))
    return compute_ridge_strengths(log_ratios_of_words(tally, tokens, recipe.settings))


def compute_idf(recipe: Recipe, tally: Tally, guesses: LabelGuesses | None = None) -> TfIdf:
    """Return the tf-idf weighting by the document frequencies of labelled and unlabelled documents.

    The idf is 1 for binary weights, or for a recipe without idf.
    """
    frequencies, n_documents = tally.token_sums[1] / UNIT, float(tally.documents.sum()) / UNIT
    if guesses is not None:
        frequencies = frequencies + document_frequencies(guesses.counts.widen(tally.n_tokens))
        n_documents += guesses.counts.n_documents
    return tfidf_from_frequencies(recipe, frequencies, n_documents)


def tfidf_from_frequencies(recipe: Recipe, frequencies: npt.NDArray[Any], n_documents: float) -> TfIdf:
    """Return the tf-idf weighting from document frequencies (n_tokens,). Binary weights have no idf: it is 1."""
    if recipe.weighting == "binary" or not recipe.with_idf:
        return TfIdf(np.ones(len(frequencies)), 1.0, recipe.sublinear)
    return fit_tfidf(frequencies, n_documents, is_sublinear=recipe.sublinear)


def finite_log_prior(recipe: Recipe, statistics: Statistics) -> FloatArray:
    """Return the log prior of each label, with 0 instead of infinite values; shape (n_labels,).

    The scorer adds the prior to the bias. The stored bias is therefore the fitted bias minus this prior.
    """
    prior = recipe.event.log_prior_of(statistics, recipe.settings)
    return np.where(np.isfinite(prior), prior, 0.0)


def update_factors(
    recipe: Recipe,
    statistics: Statistics,
    tfidf: TfIdf | None,
    documents: Features,
    labels: Sequence[str],
    weights: npt.ArrayLike | None,
    *,
    is_forgotten: bool = False,
) -> Factors | None:
    """Return the factors after some documents were learnt, or with `is_forgotten` forgotten, one after another.

    To forget, call this before the documents are subtracted from the counts.
    """
    factors, text = statistics.factors, statistics.text
    if factors is None or text is None or tfidf is None or documents.text is None:
        return factors
    weighed, label_numbers = tfidf(documents.text), label_numbers_of(labels, statistics.labels)
    weight_of_row = np.broadcast_to(
        np.asarray(1.0 if weights is None else weights, np.float64), label_numbers.shape
    ).tolist()
    widened = factors.widen(max(weighed.n_tokens, text.n_tokens))
    word_weights, bias = widened.weights.copy(), widened.bias + finite_log_prior(recipe, statistics)
    for row, label in enumerate(label_numbers.tolist()):
        document, weight = weighed.row(row), weight_of_row[row]
        tokens = document.tokens.astype(np.int64)
        strengths = inverse_ridge_of_words(recipe, text, tokens)
        signs = np.where(np.arange(len(bias)) == label, 1.0, -1.0)
        scores = bias + document.values @ word_weights[tokens]
        size = (document.values * document.values) @ strengths
        gradient = 2 * weight * signs * np.maximum(1 - signs * scores, 0.0)
        step = -gradient / recipe.ridge if is_forgotten else gradient / (recipe.ridge + 2 * weight * size)
        word_weights[tokens] += (strengths * document.values[:, None] * step).astype(np.float32)
    return replace(widened, weights=word_weights, n_changes_since_fit=widened.n_changes_since_fit + len(label_numbers))


def contributions_of_documents(
    recipe: Recipe,
    statistics: Statistics,
    document: CountMatrix,
    training: CountMatrix,
    label_numbers: IntArray,
    weights: npt.ArrayLike | None,
) -> FloatArray:
    """Return the contribution of each learnt document to the scores of one document, shape (n_training, n_labels).

    It is the amount by which the scores would fall if `update_factors` forgot the learnt document. `document` and
    `training` are weighted words over the scorer's columns.
    """
    text, factors = require_part(statistics.text, "text"), statistics.factors
    if factors is None:
        raise EngineError("These factors were not fitted.")
    rows, row = training.csr, document.row(0)
    tokens = row.tokens.astype(np.int64)
    signs = np.where(labels_to_mask(label_numbers, text.n_labels), 1.0, -1.0)
    scores = rows @ factors.widen(text.n_tokens).weights + factors.bias + finite_log_prior(recipe, statistics)
    weight_of_document = np.ones(len(signs)) if weights is None else np.asarray(weights, np.float64)
    gradients = 2 * weight_of_document[:, None] * signs * np.maximum(1 - signs * scores, 0.0)
    similarity = rows[:, tokens] @ (row.values[:, None] * inverse_ridge_of_words(recipe, text, tokens))
    return np.asarray(gradients * similarity / recipe.ridge)


def restrict_counts(
    recipe: Recipe, documents: AnyDocuments, members: IntArray | None, tally: Tally, columns: IntArray, n_tokens: int
) -> tuple[Tally, TfIdf | None]:
    """Return the tally over the model's columns, and the tf-idf weighting of the model.

    `columns` maps the columns of `tally` to those of the model. `members` are the positions of the learnt documents;
    None means all. The documents are read again only if the new tally cannot be computed from `tally`, as with tf-idf
    counts.
    """
    if recipe.counts_as != "tfidf" and recipe.threshold == tally.threshold:
        if np.array_equal(columns, np.arange(n_tokens)):
            text = tally
        elif not recipe.limits.unknown_word:
            text = tally.with_columns(np.flatnonzero(columns >= 0)).widen(n_tokens)
        else:
            text = _merge_into_unknown_word(documents, members, tally, columns).widen(n_tokens)
        return text, compute_idf(recipe, text) if recipe.weighs_by_tfidf else None
    learnt = documents if members is None else documents[members]
    remapped_documents = PieceResults(
        learnt, lambda piece: remap_tokens(require_part(piece.features.text, "text"), columns, n_tokens)
    )
    tfidf = None
    if recipe.counts_as == "tfidf":
        frequencies = np.zeros(n_tokens, dtype=np.int64)
        if recipe.with_idf:  # otherwise reading all documents would be in vain
            for _, _, counts in remapped_documents:
                frequencies += document_frequencies(counts)
        tfidf = tfidf_from_frequencies(recipe, frequencies, len(learnt))
    text = Tally(documents.labels, n_tokens, is_real=tfidf is not None, threshold=recipe.threshold)
    for _, piece, counts in remapped_documents:
        text.learn(counts if tfidf is None else tfidf(counts), piece.label_numbers, piece.weights)
    return text, tfidf


def _merge_into_unknown_word(
    documents: AnyDocuments, members: IntArray | None, tally: Tally, columns: IntArray
) -> Tally:
    """Return a tally whose first column, the unknown word, has the counts of all words that the model does not know.

    The tally cannot tell how many documents have at least one of these words, so the documents are read.
    """
    is_other, has_other = columns == UNKNOWN_COLUMN, np.zeros(len(documents), dtype=np.bool_)
    for positions, piece in documents.pieces():
        counts = require_part(piece.features.text, "text")
        n_before = np.concatenate(([0], np.cumsum(is_other[counts.tokens] & (counts.values > 0))))
        has_other[positions] = n_before[counts.starts[1:]] > n_before[counts.starts[:-1]]
    all_documents = np.arange(len(documents)) if members is None else members
    with_other = all_documents[has_other[all_documents]]
    units = weights_to_units(documents.weights, len(documents))
    presences = sum_units_by_group(
        documents.label_numbers[with_other], None if units is None else units[with_other], tally.n_labels
    )
    narrow = tally.with_columns(np.flatnonzero(~is_other), unknown_presences=presences)
    return narrow.with_columns_moved(np.roll(np.arange(narrow.n_tokens), -1), narrow.n_tokens)
