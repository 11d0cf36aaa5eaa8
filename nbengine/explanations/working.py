"""One verdict of a filter from beginning to end: what each word says by counts and by its learnt weight, and the sum.

The terms are those of the explanation, to the last bit: they add up to the log-odds that are shown everywhere.
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


@dataclass(frozen=True, slots=True)
class FilterTerm:
    """One word of a document as a filter weighs it."""

    word: str
    group: str
    counts: tuple[float, float]
    """Weighted documents with the word that were counted: of the label, and of the other one."""
    ratio: float
    """The logarithm of how much more often it is counted under the label; 0 where it tells nothing."""
    share: float
    """The factor of the ratio."""
    by_counts: float
    learnt: float
    """Its learnt weight, for the positive label."""
    by_learnt: float

    @property
    def adds(self) -> float:
        """The log-odds that the word adds."""
        return self.by_counts + self.by_learnt


@dataclass(frozen=True, slots=True)
class FilterWorking:
    """The log-odds of a filter's verdict for its label against the best other one, word by word."""

    label: str
    against: str
    prior: float
    """The log-odds before any word."""
    terms: tuple[FilterTerm, ...]
    """The strongest first."""
    score: float
    """The exact sum of the prior and all terms, rounded once."""
    new_share: float
    """The share of its words that is new to the filter."""
    cautious: float
    """The score after caution before new words, and no more than what is unsure can have: what the probability is made
    from."""
    mark: float
    """The log-odds from which on the label is sure."""

    def of_groups(self) -> tuple[tuple[str, int, float], ...]:
        """Return the groups of witnesses with how many words each has, and what they add together."""
        found = []
        for name in GROUP_NAMES:
            adds = [term.adds for term in self.terms if term.group == name]
            if adds:
                found.append((name, len(adds), math.fsum(adds)))
        return tuple(found)


def filter_working(model: FilterModel, features: Features, new_share: float) -> FilterWorking:
    """Work out the verdict on one document, of whose words such a share was new."""
    with model.lock:  # a lesson changes the filter in place
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
    found = learner.weigher.weighed(tokens, groups, learner.scales, label, against)
    group_of = dict(zip(tokens.tolist(), groups.tolist(), strict=True))
    slope = learner.marks.slope
    told = zip(found.ratios.tolist(), (slope * found.shares).tolist(), (slope * found.terms).tolist(), strict=True)
    by_counts = dict(zip(found.telling.tolist(), told, strict=True))
    by_learnt = dict(zip(found.heard.tolist(), (slope * found.learnt_terms).tolist(), strict=True))
    known = np.array(list({**by_counts, **by_learnt}), np.int64)
    counts = (tally.counts[[label, against]][:, known] / tally.scale).T.tolist()
    return [
        FilterTerm(
            word=word,
            group=GROUP_NAMES[min(group_of[token], N_GROUPS - 1)],
            counts=(own, others),
            ratio=ratio,
            share=share,
            by_counts=adds,
            learnt=float(tally.steps[token]),
            by_learnt=by_learnt.get(token, 0.0),
        )
        for token, word, (own, others) in zip(known.tolist(), model.vocabulary.words_of(known), counts, strict=True)
        for ratio, share, adds in [by_counts.get(token, (0.0, 0.0, 0.0))]
    ]


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
