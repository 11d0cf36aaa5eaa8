"""The sizes of documents in words, known to a model or not: what calibration and *unlike* ask for."""

from __future__ import annotations

import numpy as np

from nbengine.arrays.counts import FloatArray
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.columns_of_documents import Features
from nbengine.learnt.statistics import Statistics
from nbengine.models.judging_after_lessons import WordScoring
from nbengine.models.model_scoring import Scoring
from nbengine.models.model_words import UNKNOWN_COLUMN, sum_of_entries
from nbengine.models.recipe import Recipe


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """The size of each document in words, (n_documents,) each."""

    lengths: FloatArray
    """Words, numbers and choices that the model knows."""
    unknown: FloatArray
    """Words that it does not."""
    unknown_share: FloatArray
    """Their share of all words."""


def measured(
    recipe: Recipe,
    statistics: Statistics,
    features: Features,
    given: FloatArray | None,
    scoring: Scoring | WordScoring,
) -> Measures:
    """Measure documents; words that forgetting left without a document are unknown, as is what the unknown word
    counts."""
    lengths, nothing, text = lengths_of(features), np.zeros(features.n_documents), features.text
    if text is None or statistics.text is None:
        return Measures(lengths, nothing, nothing)
    dead, set_apart = scoring.dead(text), nothing
    if recipe.limits.unknown_word:
        set_apart = sum_of_entries(text, text.tokens <= UNKNOWN_COLUMN)
    unknown = (set_apart if given is None else given) + dead
    known = text.sums() - dead - set_apart
    shares = unknown / np.where(known + unknown > 0, known + unknown, 1.0)
    return Measures(lengths - dead - set_apart, unknown, shares)


def lengths_of(features: Features) -> FloatArray:
    """(n_documents,): how much of each document takes part: words, numbers and choices that are there."""
    total = np.zeros(features.n_documents)
    if features.text is not None:
        total += features.text.sums()
    if features.numbers is not None:
        total += (~np.isnan(features.numbers)).sum(axis=1)
    if features.choices is not None:
        total += (features.choices >= 0).sum(axis=1)
    return total
