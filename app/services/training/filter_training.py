"""Train a filter: the corpus is replayed in the order of its dates from counts that the import made, and while it is
small in other orders too."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from app.domain.jobs import JobContext
from app.domain.use_case_results import FilterPromise
from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.filter.corpus_replay import Rows, leave_out, replay_order, sources_of
from nbengine.filter.filter import Filter
from nbengine.filter.promise import promise_of
from nbengine.filter.replay_orders import replay_in_orders
from nbengine.filter.settings import N_OWN_WORDS, groups_of, own_words, settings_for
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.held_or_streamed_documents import AnyDocuments, Documents, learnt_from
from nbengine.learnt.statistics import Features, needed
from nbengine.measure.evaluation import Evaluation, evaluate, positive_label
from nbengine.models.filter_model import FilterModel
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from nbengine.text.vocabulary import Vocabulary

REPLAYING, LEAVING_OUT = "learning one after another", "judging without lists and senders"
RULED_OUT = -30.0
"""The log-odds of labels beside the two that are weighed."""


class Lessons(Protocol):
    """Labelled documents, each with a number, and when it was sent."""

    @property
    def documents(self) -> AnyDocuments: ...

    @property
    def document_numbers(self) -> IntArray: ...

    @property
    def dates_s(self) -> IntArray | None: ...


@dataclass(frozen=True, slots=True, eq=False)
class TrainedFilter:
    """A filter, and how it judged each document before it learnt it."""

    model: FilterModel
    evaluation: Evaluation
    log_joint: FloatArray
    """(n_documents, n_labels)"""
    calibrated: FloatArray
    """(n_documents, n_labels)"""


def trained_filter(recipe: Recipe, labelled: Lessons, context: JobContext) -> TrainedFilter:
    """Learn one document after another, each judged before; then judge each without its list or sender."""
    documents = labelled.documents.held()
    given = needed(documents.features.text, "text")
    words = Vocabulary(own_words())
    columns = documents.vocabulary.mapping_to(words, grow=True)
    counts = CountMatrix(given.starts, columns[given.tokens].astype(np.int32), given.values, len(words))
    whole = learnt_from(
        Documents(Features(counts), documents.label_numbers, documents.labels, words, documents.weights)
    )
    learner = Filter(documents.labels, recipe.learner or settings_for(positive_label(documents.labels), is_short=False))
    learner.extend(groups_of(words, N_OWN_WORDS))
    rows = Rows(counts, documents.label_numbers, labelled.document_numbers, documents.weights)
    order = replay_order(documents.label_numbers, labelled.dates_s)
    replay_in_orders(learner, rows, order, lambda done, total: context.checkpoint(done, total, REPLAYING))
    sources = sources_of(given, documents.vocabulary)
    leave_out(learner, rows, sources, lambda done, total: context.checkpoint(done, total, LEAVING_OUT))
    return judged_filter(FilterModel(recipe, words, whole, learner), labelled)


def judged_filter(model: FilterModel, labelled: Lessons) -> TrainedFilter:
    """Judge a filter by the scores that its documents had before it learnt them."""
    log_joint, calibrated = scores_of_lessons(model.learner, labelled.document_numbers)
    documents = labelled.documents
    evaluation = evaluate(calibrated, documents.label_numbers, documents.labels)
    return TrainedFilter(model, evaluation, log_joint, calibrated)


def scores_of_lessons(learner: Filter, numbers: IntArray) -> tuple[FloatArray, FloatArray]:
    """Log-odds and calibrated log-probabilities (n_documents, n_labels) of documents when they were new.

    With what is known now of how far scores can be trusted.
    """
    lessons, marks, n_labels = learner.lessons.rows, learner.marks, len(learner.labels)
    order = np.argsort(lessons["key"], kind="stable")
    rows = lessons[order[np.searchsorted(lessons["key"][order], numbers)]]
    odds = np.full((len(rows), n_labels), RULED_OUT)
    odds[np.arange(len(rows)), rows["rival"]] = 0.0
    odds[:, learner.positive] = marks.slope * rows["score"] + marks.offset
    shares = np.array([marks.probability(score) for score in rows["score"].tolist()])
    calibrated = np.full((len(rows), n_labels), RULED_OUT)
    calibrated[np.arange(len(rows)), rows["rival"]] = np.log1p(-shares)
    calibrated[:, learner.positive] = np.log(shares)
    return odds, calibrated


def promise_record(model: Model) -> FilterPromise | None:
    """Return what a filter can promise; None for other models, which promise nothing."""
    if not isinstance(model, FilterModel):
        return None
    found = promise_of(model.learner)
    return FilterPromise(
        good=found.good,
        sources=found.n_sources,
        lost_one_in=round(1 / found.lost_share),
        more_good=found.more_good,
        next_one_in=round(1 / found.next_share),
        suspects=found.suspects,
    )
