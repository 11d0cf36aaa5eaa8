"""Workings of learnt weights: a filter's verdict word by word, and the optimality of fitted factors.

`filter_working` shows the part of each word from counts and from its learnt weight. The terms equal those of the
explanation to the last bit: they sum to the log-odds that are shown everywhere.

`fit_working` shows why the fitted weights are where they are: at the optimum, the gradient of the documents' loss and
that of the ridge penalty cancel for every word.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from nbengine.counts import UNIT, FloatArray, IntArray
from nbengine.events.learnt import ratios_of
from nbengine.explanations.explanation import explain
from nbengine.filter.settings import GROUP_NAMES, N_GROUPS
from nbengine.filter.tally import Tokens
from nbengine.filter.thresholds import MOST_UNSURE
from nbengine.learnt.documents import AnyDocuments
from nbengine.learnt.factors import GRADIENT_LEFT
from nbengine.learnt.statistics import Features, require_part
from nbengine.models.filter_model import FilterModel, rows_of
from nbengine.models.fitted_factors import finite_prior, strengths_of_words
from nbengine.models.model import Model
from nbengine.models.training import prepared

MOST_UNSURE_ODDS = math.log(MOST_UNSURE / (1 - MOST_UNSURE))
"""Log-odds of the highest probability that an unsure verdict may show."""


@dataclass(frozen=True, slots=True)
class FilterTerm:
    """One word of a document in a filter's score."""

    word: str
    group: str
    counts: tuple[float, float]
    """Weighted number of documents with the word, under the label and under the other label."""
    ratio: float
    """Log-odds of the word by counts; 0 if it is not informative."""
    share: float
    """Factor of the ratio in the score."""
    by_counts: float
    """Contribution by counts, in log-odds."""
    learnt: float
    """Learnt weight of the word for the positive label."""
    by_learnt: float
    """Contribution by the learnt weight, in log-odds."""

    @property
    def adds(self) -> float:
        """The total contribution of the word, in log-odds."""
        return self.by_counts + self.by_learnt


@dataclass(frozen=True, slots=True)
class FilterWorking:
    """The log-odds of a filter's verdict against the best other label, word by word."""

    label: str
    against: str
    prior: float
    """Log-odds without any words."""
    terms: tuple[FilterTerm, ...]
    """All terms, largest magnitude first."""
    score: float
    """Exact sum of the prior and all terms, rounded once."""
    new_share: float
    """Share of words that are new to the filter."""
    cautious: float
    """Score after the correction for new words, limited if the verdict is unsure. The probability is computed from
    it."""
    mark: float
    """Threshold from which a verdict on the label is confident, in log-odds."""

    def of_groups(self) -> tuple[tuple[str, int, float], ...]:
        """Return the name, number of words and total contribution of each evidence group."""
        groups = []
        for name in GROUP_NAMES:
            adds = [term.adds for term in self.terms if term.group == name]
            if adds:
                groups.append((name, len(adds), math.fsum(adds)))
        return tuple(groups)


def filter_working(model: FilterModel, features: Features, new_share: float) -> FilterWorking:
    """Return the working of the verdict on one document, with this share of new words."""
    with model.lock:  # learning changes the filter in place
        return _working(model, features, new_share)


def _working(model: FilterModel, features: Features, new_share: float) -> FilterWorking:
    learner, marks = model.learner, model.learner.marks
    seen = learner.seen(rows_of(features)[0])
    verdict = learner.judge(seen)
    explained = explain(model, features, model.labels[verdict.label])
    number, other = (model.labels.index(label) for label in (explained.label, explained.against))
    sign = 1.0 if number == learner.positive else -1.0
    cautious = marks.slope * marks.cautious(verdict.score, new_share) + marks.offset
    if learner.verdict(verdict.opinion, new_share, seen.text_share).is_unsure:
        cautious = min(max(cautious, -MOST_UNSURE_ODDS), MOST_UNSURE_ODDS)
    mark = marks.slope * (marks.high_for(new_share) if number == learner.positive else marks.low) + marks.offset
    return FilterWorking(
        label=explained.label,
        against=explained.against,
        prior=explained.prior,
        terms=tuple(sorted(_terms(model, seen.tokens, number, other), key=lambda term: -abs(term.adds))),
        score=explained.score,
        new_share=new_share,
        cautious=sign * cautious,
        mark=sign * mark,
    )


def _terms(model: FilterModel, tokens: Tokens, label: int, against: int) -> list[FilterTerm]:
    learner, tally = model.learner, model.learner.tally
    groups = learner.groups.take(tokens)
    weighed = learner.weigher.weighed(tokens, groups, learner.scales, label, against)
    group_of = dict(zip(tokens.tolist(), groups.tolist(), strict=True))
    slope = learner.marks.slope
    count_terms = zip(
        weighed.ratios.tolist(), (slope * weighed.shares).tolist(), (slope * weighed.terms).tolist(), strict=True
    )
    by_counts = dict(zip(weighed.telling.tolist(), count_terms, strict=True))
    by_learnt = dict(zip(weighed.heard.tolist(), (slope * weighed.learnt_terms).tolist(), strict=True))
    known = np.array(list({**by_counts, **by_learnt}), np.int64)
    counts = (tally.counts[[label, against]][:, known] / tally.scale).T.tolist()
    return [
        FilterTerm(
            word=word,
            group=GROUP_NAMES[min(group_of[token], N_GROUPS - 1)],
            counts=(with_label, with_other),
            ratio=ratio,
            share=share,
            by_counts=adds,
            learnt=float(tally.steps[token]),
            by_learnt=by_learnt.get(token, 0.0),
        )
        for token, word, (with_label, with_other) in zip(
            known.tolist(), model.vocabulary.words_of(known), counts, strict=True
        )
        for ratio, share, adds in [by_counts.get(token, (0.0, 0.0, 0.0))]
    ]


STOPS_AT = GRADIENT_LEFT
"""The fit stops when the gradient has shrunk to this share of its initial norm."""


@dataclass(frozen=True, slots=True, eq=False)
class FitWorking:
    """Gradients with respect to the weights of some words. Arrays are (n_words, n_labels), over the fitted labels."""

    words: tuple[str, ...]
    ridge: float
    n_documents: int
    n_behind: int
    """Number of documents learnt or forgotten since the fit."""
    left: float
    """Norm of the gradient over all words and labels, relative to the start of the fit."""
    weights: FloatArray
    """Fitted weights."""
    ratios: FloatArray
    """Log ratios of plain naive Bayes."""
    strengths: FloatArray
    """Inverse strength of the ridge penalty: a larger value makes a large weight cheaper."""
    pulled: FloatArray
    """Gradient of the documents' loss."""
    held: FloatArray
    """Gradient of the ridge penalty."""
    n_short: IntArray
    """Number of documents that contain the word and are inside the margin, so they contribute to the gradient."""

    @property
    def is_alike(self) -> bool:
        """Whether the ridge penalty is equal for all words, regardless of naive Bayes."""
        return bool((self.strengths == 1).all())

    @property
    def slopes(self) -> FloatArray:
        """Sum of both gradients: 0 at the optimum."""
        return self.pulled + self.held


def fit_working(model: Model, documents: AnyDocuments, tokens: IntArray) -> FitWorking | None:
    """Return the gradients for the weights of some of the scorer's words; None for a model without fitted factors."""
    factors = model.scored_statistics.factors
    if factors is None:
        return None
    tally, ridge = model.tally, model.recipe.ridge
    ratios, table = ratios_of(tally, model.recipe.settings), factors.widened(tally.n_tokens).weights.astype(np.float64)
    strengths = strengths_of_words(model.recipe, tally, np.arange(tally.n_tokens))
    held = ridge * np.divide(table, strengths, out=np.zeros_like(table), where=strengths > 0)
    total = _Gradients(model, documents, table, factors.bias + finite_prior(model.recipe, model.statistics), tokens)
    fitted_labels = slice(0, 1 if factors.is_one_sided else None)
    fitted = strengths * (
        (table != 0) | (not factors.is_one_sided)
    )  # with several labels, a word in one document has no weight
    squared = (fitted * (total.pulled + held) ** 2)[:, fitted_labels].sum() + total.of_biases(total.bias[fitted_labels])
    squared_at_start = (fitted * total.first**2)[:, fitted_labels].sum() + total.of_biases(
        total.first_bias[fitted_labels]
    )
    return FitWorking(
        words=tuple(model.words_of(tokens)),
        ridge=ridge,
        n_documents=len(documents),
        n_behind=factors.n_behind + abs(len(documents) - round(model.statistics.documents.sum() / UNIT)),
        left=math.sqrt(squared / squared_at_start) if squared_at_start else 0.0,
        weights=table[tokens, fitted_labels],
        ratios=ratios[tokens, fitted_labels],
        strengths=strengths[tokens, fitted_labels],
        pulled=total.pulled[tokens, fitted_labels],
        held=held[tokens, fitted_labels],
        n_short=total.n_short[:, fitted_labels],
    )


def mean_weights(model: Model, documents: AnyDocuments, tokens: IntArray) -> FloatArray:
    """Return the mean weight of some of the scorer's words in a document of each label; shape (n_words, n_labels)."""
    label_of_source = np.array(
        [model.labels.index(label) if label in model.labels else -1 for label in documents.labels]
    )
    sums, n_documents = np.zeros((len(tokens), len(model.labels))), np.zeros(len(model.labels))
    for positions, piece, features in prepared(model, documents):
        rows = require_part(features.text, "text").widened(model.tally.n_tokens).csr
        document_weights = 1.0 if documents.weights is None else documents.weights[positions][:, None]
        is_of_label = (label_of_source[piece.label_numbers][:, None] == np.arange(len(model.labels))) * document_weights
        sums += (rows.T @ is_of_label)[tokens]
        n_documents += is_of_label.sum(axis=0)
    return sums / np.maximum(n_documents, 1e-300)


class _Gradients:
    """Gradients of all documents for each weight and bias, at the fitted point and at the start of the fit."""

    def __init__(
        self, model: Model, documents: AnyDocuments, table: FloatArray, bias: FloatArray, tokens: IntArray
    ) -> None:
        label_of_source = np.array([model.labels.index(label) for label in documents.labels])
        document_weights = np.ones(len(documents)) if documents.weights is None else documents.weights
        self._n_weighted = float(document_weights.sum())
        shares = np.bincount(label_of_source[documents.label_numbers], document_weights, len(model.labels)) / max(
            self._n_weighted, 1e-300
        )
        self.pulled, self.first = np.zeros_like(table), np.zeros_like(table)
        self.bias, self.first_bias = np.zeros(len(bias)), np.zeros(len(bias))
        self.n_short = np.zeros((len(tokens), len(bias)), np.int64)
        for positions, piece, features in prepared(model, documents):
            rows = require_part(features.text, "text").widened(len(table)).csr
            signs = np.where(label_of_source[piece.label_numbers][:, None] == np.arange(len(bias)), 1.0, -1.0)
            pull = -2 * signs * document_weights[positions][:, None]
            current = pull * np.maximum(1 - signs * (rows @ table + bias), 0.0)
            first = pull * np.maximum(1 - signs * (2 * shares - 1), 0.0)
            self.pulled += rows.T @ current
            self.first += rows.T @ first
            self.bias += current.sum(axis=0)
            self.first_bias += first.sum(axis=0)
            self.n_short += (rows[:, tokens] > 0).T.astype(np.int64) @ (current != 0)

    def of_biases(self, slopes: FloatArray) -> float:
        """Return the biases' part of the squared gradient norm, in units of the fit."""
        return float((slopes**2).sum()) / (2 * max(self._n_weighted, 1.0))
