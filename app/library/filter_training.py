"""Decide whether a corpus gets a filter, and train it.

The automatic choice is a filter if exactly one label is named like spam, or if the request names the label to catch. It
is not a filter if the request sets an option that only textbook models have. Tables get textbook models, which can read
numeric and categorical columns.

Training replays the corpus in order of date from the stored counts. A small corpus is also replayed in other orders.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from app.domain.jobs import JobContext
from app.domain.results import FalsePositiveEstimate
from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.filter.corpus_replay import (
    RowsToReplay,
    choose_replay_order,
    find_sources,
    replay_in_orders,
    score_without_sources,
)
from nbengine.filter.filter import Filter
from nbengine.filter.settings import N_NOVELTY_TOKENS, evidence_groups_of_vocabulary, novelty_token_names, settings_for
from nbengine.learnt.documents import AnyDocuments, Documents, statistics_of_documents
from nbengine.learnt.statistics import Features, require_part
from nbengine.measure.evaluation import Evaluation, evaluate, find_positive_label
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from nbengine.text.vocabulary import Vocabulary

REPLAYING, LEAVING_OUT = (
    "learning documents one after another",
    "testing each mail without others from its sender or list",
)
EXCLUDED_LOG_ODDS = -30.0
"""Log-odds given to every label except the two that a filter compares for a document."""


class LabelledSequence(Protocol):
    """Labelled documents with their numbers, and their dates if these are known."""

    @property
    def documents(self) -> AnyDocuments: ...

    @property
    def document_numbers(self) -> IntArray: ...

    @property
    def dates_s(self) -> IntArray | None: ...


@dataclass(frozen=True, slots=True, eq=False)
class TrainedFilter:
    """A trained filter, and the scores of each document from before the filter learnt that document."""

    model: FilterModel
    evaluation: Evaluation
    log_joint: FloatArray
    """(n_documents, n_labels): scores as log-odds."""
    calibrated_log_proba: FloatArray
    """(n_documents, n_labels): calibrated log-probabilities."""


def train_filter(recipe: Recipe, labelled: LabelledSequence, context: JobContext) -> TrainedFilter:
    """Train a filter on one document after another: by date, or in random order if no dates are known.

    Each document is judged just before the filter learns it. Afterwards each document is judged again without the words
    of its mailing list or sender.
    """
    documents = labelled.documents.load()
    corpus_counts = require_part(documents.features.text, "text")
    words = Vocabulary(novelty_token_names())
    columns = documents.vocabulary.mapping_to(words, grow=True)
    counts = CountMatrix(
        corpus_counts.starts, columns[corpus_counts.tokens].astype(np.int32), corpus_counts.values, len(words)
    )
    whole = statistics_of_documents(
        Documents(Features(counts), documents.label_numbers, documents.labels, words, documents.weights)
    )
    learner = Filter(
        documents.labels, recipe.learner or settings_for(find_positive_label(documents.labels), is_short=False)
    )
    learner.append_words(evidence_groups_of_vocabulary(words, N_NOVELTY_TOKENS))
    rows = RowsToReplay(counts, documents.label_numbers, labelled.document_numbers, documents.weights)
    order = choose_replay_order(documents.label_numbers, labelled.dates_s)
    replay_in_orders(learner, rows, order, lambda done, total: context.checkpoint(done, total, REPLAYING))
    sources = find_sources(corpus_counts, documents.vocabulary)
    score_without_sources(learner, rows, sources, lambda done, total: context.checkpoint(done, total, LEAVING_OUT))
    log_joint, calibrated = scores_of_lessons(learner, labelled.document_numbers)
    evaluation = evaluate(calibrated, documents.label_numbers, documents.labels)
    return TrainedFilter(FilterModel(recipe, words, whole, learner), evaluation, log_joint, calibrated)


def scores_of_lessons(learner: Filter, numbers: IntArray) -> tuple[FloatArray, FloatArray]:
    """Return the log-odds and calibrated log-probabilities that the documents got before they were learnt.

    Both arrays are (n_documents, n_labels). The filter's final calibration is used for all documents.
    """
    lessons, marks, n_labels = learner.lessons.rows, learner.thresholds, len(learner.labels)
    order = np.argsort(lessons["key"], kind="stable")
    rows = lessons[order[np.searchsorted(lessons["key"][order], numbers)]]
    odds = np.full((len(rows), n_labels), EXCLUDED_LOG_ODDS)
    odds[np.arange(len(rows)), rows["rival"]] = 0.0
    odds[:, learner.positive] = marks.slope * rows["score"] + marks.offset
    shares = np.array([marks.probability(score) for score in rows["score"].tolist()])
    calibrated = np.full((len(rows), n_labels), EXCLUDED_LOG_ODDS)
    calibrated[np.arange(len(rows)), rows["rival"]] = np.log1p(-shares)
    calibrated[:, learner.positive] = np.log(shares)
    return odds, calibrated


def loss_estimate_record(model: Model) -> FalsePositiveEstimate | None:
    """Return the estimated share of good mail that a filter loses; None if the model has no such estimate."""
    estimate = model.loss_estimate()
    if estimate is None:
        return None
    return FalsePositiveEstimate(
        good=estimate.n_good,
        sources=estimate.n_sources,
        lost_one_in=round(1 / estimate.lost_share),
        more_good=estimate.n_more_good,
        next_one_in=round(1 / estimate.next_share),
        suspects=estimate.suspect_keys,
        has_senders=estimate.has_senders,
    )
