"""Counts over the words that a model keeps: from the whole where that tells, else by the documents again."""

from __future__ import annotations

import numpy as np

from nbengine.arrays.counts import CountMatrix, IntArray
from nbengine.arrays.renumbered_columns import remapped
from nbengine.arrays.sums_by_label import add_up
from nbengine.arrays.weights_as_whole_numbers import units_of
from nbengine.learnt.columns_of_documents import needed
from nbengine.learnt.held_or_streamed_documents import AnyDocuments, Passes
from nbengine.learnt.occurrence_weighting import TfIdf, document_frequencies, tfidf_of
from nbengine.learnt.tally import Tally
from nbengine.models.fitted_factors import rarity_of_words
from nbengine.models.model_words import UNKNOWN_COLUMN
from nbengine.models.recipe import Recipe


def restricted_counts(
    recipe: Recipe, documents: AnyDocuments, members: IntArray | None, tally: Tally, columns: IntArray, n_tokens: int
) -> tuple[Tally, TfIdf | None]:
    """The tally over a model's columns; by the documents again only where it cannot be told from the whole."""
    if recipe.counts_as != "tfidf" and recipe.threshold == tally.threshold:
        if np.array_equal(columns, np.arange(n_tokens)):
            text = tally
        elif not recipe.limits.unknown_word:
            text = tally.restricted(np.flatnonzero(columns >= 0)).widened(n_tokens)
        else:
            text = _with_unknown_word(documents, members, tally, columns).widened(n_tokens)
        return text, rarity_of_words(recipe, text) if recipe.weighs_by_tfidf else None
    learnt = documents if members is None else documents[members]
    own = Passes(learnt, lambda piece: remapped(needed(piece.features.text, "text"), columns, n_tokens))
    tfidf = _tfidf(recipe, own, n_tokens) if recipe.counts_as == "tfidf" else None
    text = Tally(documents.labels, n_tokens, is_real=tfidf is not None, threshold=recipe.threshold)
    for _, piece, counts in own:
        text.learn(counts if tfidf is None else tfidf(counts), piece.label_numbers, piece.weights)
    return text, tfidf


def _with_unknown_word(documents: AnyDocuments, members: IntArray | None, tally: Tally, columns: IntArray) -> Tally:
    """Add up all other words in the first column; only how many documents have any of them is not in the tally."""
    is_other, has_other = columns == UNKNOWN_COLUMN, np.zeros(len(documents), dtype=np.bool_)
    for places, piece in documents.pieces():
        counts = needed(piece.features.text, "text")
        n_before = np.concatenate(([0], np.cumsum(is_other[counts.tokens] & (counts.values > 0))))
        has_other[places] = n_before[counts.starts[1:]] > n_before[counts.starts[:-1]]
    everyone = np.arange(len(documents)) if members is None else members
    having = everyone[has_other[everyone]]
    units = units_of(documents.weights, len(documents))
    presences = add_up(documents.label_numbers[having], None if units is None else units[having], tally.n_labels)
    narrow = tally.restricted(np.flatnonzero(~is_other), unknown_presences=presences)
    return narrow.remapped(np.roll(np.arange(narrow.n_tokens), -1), narrow.n_tokens)


def _tfidf(recipe: Recipe, documents: Passes[CountMatrix], n_tokens: int) -> TfIdf:
    if not recipe.with_idf:
        return TfIdf(np.ones(n_tokens), 1.0, recipe.sublinear)
    frequencies = np.zeros(n_tokens, dtype=np.int64)
    for _, _, counts in documents:
        frequencies += document_frequencies(counts)
    return tfidf_of(frequencies, len(documents.documents), is_sublinear=recipe.sublinear)
