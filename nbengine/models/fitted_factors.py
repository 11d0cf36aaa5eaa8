"""The learnt factors of a model: fitted to its documents, moved by each lesson, and what of them each document makes.

A lesson is the step that the fit itself would take for that one document, all others left as they are; forgetting takes
the same step back. A new fit, of all documents together, follows when there is time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray
from nbengine.arrays.weights_as_whole_numbers import UNIT
from nbengine.errors import EngineError
from nbengine.events.learnt import ratios_of, strengths_of_words
from nbengine.factors.factors import Factors, check_room
from nbengine.factors.fitting import Lessons, fit_factors, labels_as_table
from nbengine.learnt.columns_of_documents import Features, needed
from nbengine.learnt.held_or_streamed_documents import Documents
from nbengine.learnt.occurrence_weighting import TfIdf, tfidf_of
from nbengine.learnt.statistics import Statistics
from nbengine.learnt.tally import Tally
from nbengine.models.model_words import label_numbers_of
from nbengine.models.recipe import Recipe


def factors_of(recipe: Recipe, statistics: Statistics, tfidf: TfIdf, documents: Documents) -> Factors:
    """Fit factors to documents over the model's columns; what their `progress` raises ends the fit."""
    text = needed(statistics.text, "text")
    check_room(text.n_tokens, len(statistics.labels))
    weighed = tfidf(needed(documents.features.text, "text")).widened(text.n_tokens)
    if not np.isfinite(weighed.values).all():
        raise EngineError("A count of a document is not a number.")
    is_of_label = labels_as_table(documents.label_numbers, len(statistics.labels))
    lessons = Lessons(weighed, is_of_label, documents.weights)
    found = fit_factors(lessons, ratios_of(text, recipe.settings), recipe.ridge, documents.progress)
    return replace(found, bias=found.bias - finite_prior(recipe, statistics))


def rarity_of_words(recipe: Recipe, tally: Tally) -> TfIdf:
    """Weigh words by their rarity, from the counts of the documents that have them; all alike where they are binary."""
    if recipe.weighting == "binary" or not recipe.with_idf:
        return TfIdf(np.ones(tally.n_tokens), 1.0, recipe.sublinear)
    frequencies = tally.token_sums[1] / UNIT
    return tfidf_of(frequencies, float(tally.documents.sum()) / UNIT, is_sublinear=recipe.sublinear)


def finite_prior(recipe: Recipe, statistics: Statistics) -> FloatArray:
    """(n_labels,): the part of a label's start that the scorer adds as its prior."""
    prior = recipe.event.log_prior_of(statistics, recipe.settings)
    return np.where(np.isfinite(prior), prior, 0.0)


def taught(
    recipe: Recipe,
    statistics: Statistics,
    tfidf: TfIdf | None,
    documents: Features,
    labels: Sequence[str],
    weights: npt.ArrayLike | None,
    *,
    is_forgotten: bool = False,
) -> Factors | None:
    """Move the factors by one lesson after another; before it is forgotten, the counts still hold a document."""
    factors, text = statistics.factors, statistics.text
    if factors is None or text is None or tfidf is None or documents.text is None:
        return factors
    weighed, label_numbers = tfidf(documents.text), label_numbers_of(labels, statistics.labels)
    given = np.broadcast_to(np.asarray(1.0 if weights is None else weights, np.float64), label_numbers.shape).tolist()
    moved = factors.widened(max(weighed.n_tokens, text.n_tokens))
    table, start = moved.weights.copy(), moved.bias + finite_prior(recipe, statistics)
    for row, label in enumerate(label_numbers.tolist()):
        own, weight = weighed.row(row), given[row]
        tokens = own.tokens.astype(np.int64)
        strengths = strengths_of_words(text, tokens, recipe.settings)
        signs = np.where(np.arange(len(start)) == label, 1.0, -1.0)
        scores = start + own.values @ table[tokens]
        size = (own.values * own.values) @ strengths
        pull = 2 * weight * signs * np.maximum(1 - signs * scores, 0.0)
        step = -pull / recipe.ridge if is_forgotten else pull / (recipe.ridge + 2 * weight * size)
        table[tokens] += (strengths * own.values[:, None] * step).astype(np.float32)
    return replace(moved, weights=table, n_behind=moved.n_behind + len(label_numbers))
