"""Classify without a model in memory: the counts of a document's own words and a few numbers per label suffice.

The counts come from a callable, which may ask a database or add up stored documents. What the verdict needs beyond
them are sums over the whole vocabulary (`LabelConstants`); they are taken block by block, so that nothing here ever
holds all words at once. The price is that they hold for one event model and one smoothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import log_of
from nbengine.arrays.weight_units import UNIT
from nbengine.errors import EngineError
from nbengine.events.complement import check_norm, has_prior, norm_divisors
from nbengine.events.multinomial import log_totals
from nbengine.events.priors import Prior, log_prior
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import TextWeights
from nbengine.events.settings import EventSettings
from nbengine.models.recipe import Recipe
from nbengine.text.token_rules import UNKNOWN_WORD


@dataclass(frozen=True, slots=True, eq=False)
class WordCounts:
    """What was learnt about some words, in a tally's units."""

    occurrences: npt.NDArray[Any]
    """(n_labels, n_words)"""
    presences: npt.NDArray[Any]
    """(n_labels, n_words)"""
    is_known: npt.NDArray[np.bool_]
    """(n_words,): whether the word is in the vocabulary; others are passed over."""


CountsOf = Callable[[Sequence[str]], WordCounts]


@dataclass(frozen=True, slots=True, eq=False)
class LabelConstants:
    """What a verdict needs beside the counts of its words; `label_constants` makes it."""

    labels: tuple[str, ...]
    documents: IntArray
    """(n_labels,): the weight of the documents, in units."""
    n_tokens: int
    """How many words the vocabulary has."""
    totals: IntArray
    """(n_labels,): what all words add up to, in units."""
    absent_sums: FloatArray
    """(n_labels,): for Bernoulli, the finite part of the sum of log(1 - φ) over all words; else zero."""
    n_certain: IntArray
    """(n_labels,): for Bernoulli without smoothing, how many words every document of the label has; else zero."""
    rest_logs: FloatArray
    """(n_labels,): for complement with norm, the sum of log(count in the other labels + α); else zero."""


def label_constants(
    labels: Sequence[str], documents: IntArray, blocks: Iterable[WordCounts], recipe: Recipe
) -> LabelConstants:
    """Add up the vocabulary, block by block; each word comes once, and only one block is held at a time."""
    n_labels, n_tokens = len(labels), 0
    totals, n_certain = np.zeros(n_labels, dtype=np.int64), np.zeros(n_labels, dtype=np.int64)
    absent_sums, rest_logs = np.zeros(n_labels), np.zeros(n_labels)
    for block in blocks:
        n_tokens += block.presences.shape[1]
        totals += _weighed(block, recipe).sum(axis=1)
        if recipe.event_model == "bernoulli":
            absent, is_certain = _absent_logs(block.presences, documents, recipe.smoothing)
            absent_sums += absent.sum(axis=1)
            n_certain += is_certain.sum(axis=1)
        if recipe.norm:
            rest_logs += _rest_logs(_weighed(block, recipe), recipe.smoothing).sum(axis=1)
    return LabelConstants(tuple(labels), documents, n_tokens, totals, absent_sums, n_certain, rest_logs)


def lazy_scorer(found: WordCounts, constants: LabelConstants, recipe: Recipe) -> Scorer:
    """Return a scorer over just these words; its scores are those of the whole model."""
    settings = recipe.settings
    if recipe.event_model == "multinomial":
        return _with_prior(_multinomial(found, constants, recipe), constants, settings.prior)
    if recipe.event_model == "bernoulli":
        return _bernoulli_scorer(found, constants, recipe)
    if recipe.event_model == "complement":
        return _with_prior(_complement(found, constants, recipe), constants, _prior_of_complement(settings, constants))
    raise EngineError(f"The event model {recipe.event_model!r} has no words to look up one document at a time.")


def lazy_log_joint(
    document: Mapping[str, int], counts_of: CountsOf, constants: LabelConstants, recipe: Recipe
) -> FloatArray:
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
    scorer = lazy_scorer(found, constants, recipe)
    return np.asarray(scorer.log_joint(_one_row(np.where(found.is_known, counts, 0)))[0])


def _one_row(counts: IntArray) -> CountMatrix:
    tokens = np.flatnonzero(counts)
    return CountMatrix(np.array([0, len(tokens)], np.int64), tokens.astype(np.int32), counts[tokens], len(counts))


def _weighed(found: WordCounts, recipe: Recipe) -> npt.NDArray[Any]:
    return found.presences if recipe.counts_as == "binary" else found.occurrences


def _with_prior(text: TextWeights, constants: LabelConstants, prior: Prior) -> Scorer:
    return Scorer(constants.labels, log_prior(constants.documents, constants.labels, prior), text=text)


def _multinomial(found: WordCounts, constants: LabelConstants, recipe: Recipe) -> TextWeights:
    alpha = recipe.smoothing
    weights = log_of(_weighed(found, recipe).T / UNIT + alpha)
    weights -= log_totals(constants.totals / UNIT + alpha * constants.n_tokens)
    return TextWeights(weights, np.zeros(len(constants.labels)), has_infinities=alpha == 0)


def _prior_of_complement(settings: EventSettings, constants: LabelConstants) -> Prior:
    return settings.prior if has_prior(len(constants.labels), with_prior=settings.with_prior) else Prior("none")


def _complement(found: WordCounts, constants: LabelConstants, recipe: Recipe) -> TextWeights:
    alpha, n_labels = recipe.smoothing, len(constants.labels)
    check_norm(np.asarray(alpha), norm=recipe.norm)
    if n_labels < 2:
        return TextWeights(np.zeros((len(found.is_known), n_labels)), np.zeros(n_labels), has_infinities=False)
    totals = log_totals((constants.totals.sum() - constants.totals) / UNIT + alpha * constants.n_tokens)
    weights = _rest_logs(_weighed(found, recipe), alpha).T - totals
    if recipe.norm:
        weights /= norm_divisors(constants.rest_logs - constants.n_tokens * totals)
    else:
        np.negative(weights, out=weights)
    return TextWeights(weights, np.zeros(n_labels), has_infinities=alpha == 0)


def _rest_logs(occurrences: npt.NDArray[Any], alpha: float) -> FloatArray:
    return log_of((occurrences.sum(axis=0) - occurrences) / UNIT + alpha)


def _bernoulli_scorer(found: WordCounts, constants: LabelConstants, recipe: Recipe) -> Scorer:
    """A document must hold all of a label's certain words; those it cannot hold are not among the words found."""
    scorer = _with_prior(_bernoulli(found, constants, recipe), constants, recipe.prior)
    if recipe.smoothing > 0:
        return scorer
    _, is_certain = _absent_logs(found.presences, constants.documents, 0.0)
    is_out_of_reach = (is_certain & found.is_known).sum(axis=1) < constants.n_certain
    return Scorer(scorer.labels, np.where(is_out_of_reach, -np.inf, scorer.log_prior), text=scorer.text)


def _bernoulli(found: WordCounts, constants: LabelConstants, recipe: Recipe) -> TextWeights:
    alpha, presences = recipe.smoothing, found.presences
    absent, is_certain = _absent_logs(presences, constants.documents, alpha)
    present = log_of(presences / UNIT + alpha) - _totals(constants.documents, alpha)[:, None]
    absent_logs = np.where(is_certain, -np.inf, absent)
    return TextWeights(
        np.where(is_certain, 0.0, present - absent).T,
        constants.absent_sums,
        has_infinities=alpha == 0,
        absent=np.ascontiguousarray(absent_logs.T),
        threshold=recipe.threshold,
    )


def _absent_logs(
    presences: npt.NDArray[Any], documents: IntArray, alpha: float
) -> tuple[FloatArray, npt.NDArray[np.bool_]]:
    """log(1 - φ), 0 where it is infinite, and where that is: words that every document of a label has."""
    has_documents = (documents / UNIT + 2 * alpha > 0)[:, None]
    logs = log_of((documents[:, None] - presences) / UNIT + alpha)
    is_certain = np.isneginf(logs) & has_documents
    return np.where(np.isneginf(logs), 0.0, logs - _totals(documents, alpha)[:, None]), is_certain


def _totals(documents: IntArray, alpha: float) -> FloatArray:
    """log(D + 2α); 0 for a label that nothing is known of, whose words are all impossible."""
    return log_totals(documents / UNIT + 2 * alpha)
