"""Classify without a model in memory: the counts of a document's own words and a few numbers per label suffice.

The counts come from a callable, which may ask a database or add up stored documents. What the verdict needs beyond
them are sums over the whole vocabulary (`LabelSums`); they are taken block by block, so that nothing here ever
holds all words at once. The price is that they hold for one event model and one smoothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events.label_sums import LabelSums, WordCounts
from nbengine.events.priors import Prior, log_prior
from nbengine.events.scorer import Scorer
from nbengine.models.recipe import Recipe
from nbengine.text.token_rules import UNKNOWN_WORD

CountsOf = Callable[[Sequence[str]], WordCounts]


def label_sums(labels: Sequence[str], documents: IntArray, blocks: Iterable[WordCounts], recipe: Recipe) -> LabelSums:
    """Add up the vocabulary, block by block; each word comes once, and only one block is held at a time."""
    text = recipe.event.text_part(recipe.settings)
    if text is None or len(recipe.event.kinds) > 1:
        raise EngineError(f"The event model {recipe.event_model!r} has no words to look up one document at a time.")
    sums = text.label_sums(tuple(labels), recipe.settings)
    if sums is None:
        raise EngineError(f"The event model {recipe.event_model!r} needs all words to judge a document.")
    sums.documents = documents
    for block in blocks:
        sums.add(_weighed(block, recipe))
    return sums


def lazy_scorer(found: WordCounts, sums: LabelSums, recipe: Recipe) -> Scorer:
    """Return a scorer over just these words; its scores are those of the whole model."""
    settings, words = recipe.settings, _weighed(found, recipe)
    prior = settings.prior if recipe.event.has_prior(len(sums.labels), settings) else Prior("none")
    priors = np.where(sums.impossible(words), -np.inf, log_prior(sums.documents, sums.labels, prior))
    text = sums.weights(words)
    return Scorer(sums.labels, priors, text=replace(text, threshold=recipe.threshold) if text.is_binary else text)


def lazy_log_joint(document: Mapping[str, int], counts_of: CountsOf, sums: LabelSums, recipe: Recipe) -> FloatArray:
    """Return each label's score for a document given as its words and how often each occurs, shape (n_labels,)."""
    if recipe.counts_as == "tfidf":
        raise EngineError("A document weighted by tf-idf needs the model that froze the document frequencies.")
    words = list(document)
    if recipe.limits.unknown_word:
        words.append(UNKNOWN_WORD)
    found = counts_of(words)
    counts = np.asarray([document.get(word, 0) for word in words], dtype=np.int64)
    if recipe.limits.unknown_word:
        counts[-1] += counts[:-1][~found.is_known[:-1]].sum()
    if recipe.counts_as == "binary":
        counts = (counts > recipe.threshold).astype(np.int64)
    scorer = lazy_scorer(found, sums, recipe)
    return np.asarray(scorer.log_joint(_one_row(np.where(found.is_known, counts, 0)))[0])


def _one_row(counts: IntArray) -> CountMatrix:
    tokens = np.flatnonzero(counts)
    return CountMatrix(np.array([0, len(tokens)], np.int64), tokens.astype(np.int32), counts[tokens], len(counts))


def _weighed(found: WordCounts, recipe: Recipe) -> WordCounts:
    return replace(found, occurrences=found.presences) if recipe.counts_as == "binary" else found
