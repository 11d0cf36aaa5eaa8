"""The least place of a fit, shown: along the weight of each word nothing is left to gain.

The sum that the fit of learnt factors makes least (`nbengine.learnt.factors`) has a slope along each weight w of a
word under a label, which is made of two parts:

    −2 Σ over documents of t · max(0, 1 − t·score) · x   and   ridge · w / s

The documents that fall short of t·score = 1 pull at the weight, and the ridge holds it; s is √|r|, or 1 where all words
are held alike. At the least place the two cancel. They are worked out anew from the documents and the kept weights, not
taken from the search.
"""

from __future__ import annotations

import math

import numpy as np

from nbengine.arrays.counts import UNIT, FloatArray, IntArray
from nbengine.events.learnt import ratios_of
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.factors import GRADIENT_LEFT
from nbengine.learnt.held_or_streamed_documents import AnyDocuments
from nbengine.learnt.statistics import require_part
from nbengine.models.fitted_factors import finite_prior, strengths_of_words
from nbengine.models.model import Model
from nbengine.models.training import prepared

STOPS_AT = GRADIENT_LEFT
"""The search stops where this share of the slope is left with which it began."""


@dataclass(frozen=True, slots=True, eq=False)
class FitWorking:
    """The slopes along the weights of some words; arrays are (n_words, n_labels), of the labels that were fitted."""

    words: tuple[str, ...]
    ridge: float
    n_documents: int
    n_behind: int
    """The number of documents that came or went since the fit."""
    left: float
    """The share of the slope, over all words and labels, with which the search began."""
    weights: FloatArray
    ratios: FloatArray
    strengths: FloatArray
    """s: the larger, the cheaper the ridge makes the weight."""
    pulled: FloatArray
    """The part of the slope that is the documents'."""
    held: FloatArray
    """The part of it that is the ridge's."""
    n_short: IntArray
    """The number of documents with the word that fall short, and so pull."""

    @property
    def is_alike(self) -> bool:
        """Return whether the ridge holds all words alike, whatever naive Bayes says of them."""
        return bool((self.strengths == 1).all())

    @property
    def slopes(self) -> FloatArray:
        """The parts together: 0 at the least place."""
        return self.pulled + self.held


def fit_working(model: Model, documents: AnyDocuments, tokens: IntArray) -> FitWorking | None:
    """Work out the slopes along the weights of some of the scorer's words; None for a model without fitted factors."""
    factors = model.scored_statistics.factors
    if factors is None:
        return None
    tally, ridge = model.tally, model.recipe.ridge
    ratios, table = ratios_of(tally, model.recipe.settings), factors.widened(tally.n_tokens).weights.astype(np.float64)
    strengths = strengths_of_words(model.recipe, tally, np.arange(tally.n_tokens))
    held = ridge * np.divide(table, strengths, out=np.zeros_like(table), where=strengths > 0)
    total = _Slopes(model, documents, table, factors.bias + finite_prior(model.recipe, model.statistics), tokens)
    own = slice(0, 1 if factors.is_one_sided else None)
    fitted = strengths * ((table != 0) | (not factors.is_one_sided))  # of several labels a word of one document is not
    squared = (fitted * (total.pulled + held) ** 2)[:, own].sum() + total.of_biases(total.bias[own])
    at_first = (fitted * total.first**2)[:, own].sum() + total.of_biases(total.first_bias[own])
    return FitWorking(
        words=tuple(model.words_of(tokens)),
        ridge=ridge,
        n_documents=len(documents),
        n_behind=factors.n_behind + abs(len(documents) - round(model.statistics.documents.sum() / UNIT)),
        left=math.sqrt(squared / at_first) if at_first else 0.0,
        weights=table[tokens, own],
        ratios=ratios[tokens, own],
        strengths=strengths[tokens, own],
        pulled=total.pulled[tokens, own],
        held=held[tokens, own],
        n_short=total.n_short[:, own],
    )


def mean_weights(model: Model, documents: AnyDocuments, tokens: IntArray) -> FloatArray:
    """(n_words, n_labels): what some of the scorer's words weigh in a document of each label, in the mean of these."""
    own = np.array([model.labels.index(label) if label in model.labels else -1 for label in documents.labels])
    sums, n_documents = np.zeros((len(tokens), len(model.labels))), np.zeros(len(model.labels))
    for places, piece, features in prepared(model, documents):
        rows = require_part(features.text, "text").widened(model.tally.n_tokens).csr
        given = 1.0 if documents.weights is None else documents.weights[places][:, None]
        is_of_label = (own[piece.label_numbers][:, None] == np.arange(len(model.labels))) * given
        sums += (rows.T @ is_of_label)[tokens]
        n_documents += is_of_label.sum(axis=0)
    return sums / np.maximum(n_documents, 1e-300)


class _Slopes:
    """The pull of all documents at each weight and bias, where the fit stands and where its search began."""

    def __init__(
        self, model: Model, documents: AnyDocuments, table: FloatArray, bias: FloatArray, tokens: IntArray
    ) -> None:
        own = np.array([model.labels.index(label) for label in documents.labels])
        given = np.ones(len(documents)) if documents.weights is None else documents.weights
        self._n_weighted = float(given.sum())
        shares = np.bincount(own[documents.label_numbers], given, len(model.labels)) / max(self._n_weighted, 1e-300)
        self.pulled, self.first = np.zeros_like(table), np.zeros_like(table)
        self.bias, self.first_bias = np.zeros(len(bias)), np.zeros(len(bias))
        self.n_short = np.zeros((len(tokens), len(bias)), np.int64)
        for places, piece, features in prepared(model, documents):
            rows = require_part(features.text, "text").widened(len(table)).csr
            signs = np.where(own[piece.label_numbers][:, None] == np.arange(len(bias)), 1.0, -1.0)
            pull = -2 * signs * given[places][:, None]
            now = pull * np.maximum(1 - signs * (rows @ table + bias), 0.0)
            first = pull * np.maximum(1 - signs * (2 * shares - 1), 0.0)
            self.pulled += rows.T @ now
            self.first += rows.T @ first
            self.bias += now.sum(axis=0)
            self.first_bias += first.sum(axis=0)
            self.n_short += (rows[:, tokens] > 0).T.astype(np.int64) @ (now != 0)

    def of_biases(self, slopes: FloatArray) -> float:
        """Return the part of the biases in the square of a slope, in the units of the search."""
        return float((slopes**2).sum()) / (2 * max(self._n_weighted, 1.0))
