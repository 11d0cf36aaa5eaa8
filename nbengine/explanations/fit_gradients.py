"""Gradients that explain the fitted weights of words.

At the optimum, the gradient of the documents' loss and the gradient of the ridge penalty cancel for every word.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from nbengine.counts import UNIT, FloatArray, IntArray
from nbengine.events.learnt import log_ratios
from nbengine.learnt.documents import AnyDocuments
from nbengine.learnt.factors import MIN_GRADIENT_SHARE
from nbengine.learnt.statistics import require_part
from nbengine.models.fitted_factors import finite_log_prior, inverse_ridge_of_words
from nbengine.models.model import Model
from nbengine.models.training import prepare_documents

GRADIENT_SHARE_AT_STOP = MIN_GRADIENT_SHARE
"""The fit stops when the norm of the gradient has fallen to this share of its initial value."""


@dataclass(frozen=True, slots=True, eq=False)
class FitGradients:
    """Gradients of the fit with respect to the weights of some words.

    Arrays have the shape (n_words, n_fitted_labels).
    """

    words: tuple[str, ...]
    ridge: float
    n_documents: int
    n_changes_since_fit: int
    """Number of documents learnt or forgotten since the fit."""
    remaining_gradient_share: float
    """Norm of the gradient over all words and labels now, divided by its norm at the start of the fit."""
    weights: FloatArray
    """Fitted weights."""
    log_ratios: FloatArray
    """Log ratios of plain naive Bayes."""
    ridge_divisors: FloatArray
    """Number by which the ridge penalty of each weight is divided. Words with a larger number can get larger weights.
    """
    loss_gradients: FloatArray
    """Gradient of the documents' loss."""
    ridge_gradients: FloatArray
    """Gradient of the ridge penalty."""
    n_inside_margin: IntArray
    """Number of documents that contain the word and are inside the margin. Only these contribute to the gradient."""

    @property
    def has_equal_ridge(self) -> bool:
        """Whether all words have the same ridge penalty, instead of one that depends on their log ratio."""
        return bool((self.ridge_divisors == 1).all())

    @property
    def total_gradients(self) -> FloatArray:
        """Sum of both gradients; 0 at the optimum."""
        return self.loss_gradients + self.ridge_gradients


def compute_fit_gradients(model: Model, documents: AnyDocuments, tokens: IntArray) -> FitGradients | None:
    """Return the gradients of the weights of the scorer's columns `tokens`; None for a model without fitted factors."""
    factors = model.scored_statistics.factors
    if factors is None:
        return None
    tally, ridge = model.tally, model.recipe.ridge
    ratios, table = log_ratios(tally, model.recipe.settings), factors.widen(tally.n_tokens).weights.astype(np.float64)
    strengths = inverse_ridge_of_words(model.recipe, tally, np.arange(tally.n_tokens))
    held = ridge * np.divide(table, strengths, out=np.zeros_like(table), where=strengths > 0)
    total = _Gradients(model, documents, table, factors.bias + finite_log_prior(model.recipe, model.statistics), tokens)
    fitted_labels = slice(0, 1 if factors.is_one_sided else None)
    fitted = strengths * (
        (table != 0) | (not factors.is_one_sided)
    )  # with several labels, a word in one document has no weight
    squared = (fitted * (total.loss_gradient + held) ** 2)[:, fitted_labels].sum() + total.squared_norm_of_biases(
        total.bias[fitted_labels]
    )
    squared_at_start = (fitted * total.first**2)[:, fitted_labels].sum() + total.squared_norm_of_biases(
        total.first_bias[fitted_labels]
    )
    return FitGradients(
        words=tuple(model.words_of(tokens)),
        ridge=ridge,
        n_documents=len(documents),
        n_changes_since_fit=factors.n_changes_since_fit
        + abs(len(documents) - round(model.statistics.documents.sum() / UNIT)),
        remaining_gradient_share=math.sqrt(squared / squared_at_start) if squared_at_start else 0.0,
        weights=table[tokens, fitted_labels],
        log_ratios=ratios[tokens, fitted_labels],
        ridge_divisors=strengths[tokens, fitted_labels],
        loss_gradients=total.loss_gradient[tokens, fitted_labels],
        ridge_gradients=held[tokens, fitted_labels],
        n_inside_margin=total.n_short[:, fitted_labels],
    )


def mean_weights_by_label(model: Model, documents: AnyDocuments, tokens: IntArray) -> FloatArray:
    """Return the mean tf-idf weight, or count, of words in the documents of each label; shape (n_words, n_labels).

    `tokens` are the scorer's columns of the words.
    """
    label_of_source = np.array(
        [model.labels.index(label) if label in model.labels else -1 for label in documents.labels]
    )
    sums, n_documents = np.zeros((len(tokens), len(model.labels))), np.zeros(len(model.labels))
    for positions, piece, features in prepare_documents(model, documents):
        rows = require_part(features.text, "text").widen(model.tally.n_tokens).csr
        document_weights = 1.0 if documents.weights is None else documents.weights[positions][:, None]
        is_of_label = (label_of_source[piece.label_numbers][:, None] == np.arange(len(model.labels))) * document_weights
        sums += (rows.T @ is_of_label)[tokens]
        n_documents += is_of_label.sum(axis=0)
    return sums / np.maximum(n_documents, 1e-300)


class _Gradients:
    """Gradients of the documents' loss for each weight and bias, at the fitted weights and at zero weights."""

    def __init__(
        self, model: Model, documents: AnyDocuments, table: FloatArray, bias: FloatArray, tokens: IntArray
    ) -> None:
        label_of_source = np.array([model.labels.index(label) for label in documents.labels])
        document_weights = np.ones(len(documents)) if documents.weights is None else documents.weights
        self._n_weighted = float(document_weights.sum())
        shares = np.bincount(label_of_source[documents.label_numbers], document_weights, len(model.labels)) / max(
            self._n_weighted, 1e-300
        )
        self.loss_gradient, self.first = np.zeros_like(table), np.zeros_like(table)
        self.bias, self.first_bias = np.zeros(len(bias)), np.zeros(len(bias))
        self.n_short = np.zeros((len(tokens), len(bias)), np.int64)
        for positions, piece, features in prepare_documents(model, documents):
            rows = require_part(features.text, "text").widen(len(table)).csr
            signs = np.where(label_of_source[piece.label_numbers][:, None] == np.arange(len(bias)), 1.0, -1.0)
            pull = -2 * signs * document_weights[positions][:, None]
            current = pull * np.maximum(1 - signs * (rows @ table + bias), 0.0)
            first = pull * np.maximum(1 - signs * (2 * shares - 1), 0.0)
            self.loss_gradient += rows.T @ current
            self.first += rows.T @ first
            self.bias += current.sum(axis=0)
            self.first_bias += first.sum(axis=0)
            self.n_short += (rows[:, tokens] > 0).T.astype(np.int64) @ (current != 0)

    def squared_norm_of_biases(self, slopes: FloatArray) -> float:
        """Return the squared norm of the gradients of the biases, scaled as in the fit."""
        return float((slopes**2).sum()) / (2 * max(self._n_weighted, 1.0))
