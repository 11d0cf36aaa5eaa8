"""Judge documents that the model has not learnt: the later half by date, or a random share that was held out.

A filter is always judged in order of date, because it learns one document after another. Leave-one-out is easier,
because documents that came later help to judge a document. Accuracies measured by the two methods are therefore not
comparable. `judge_by_date` measures any model the way a filter is measured.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import blake2b

import numpy as np

from app.domain.jobs import JobContext
from app.library.classifying import judge, ranking_scores
from app.library.filter_training import train_filter
from app.library.saved_models import measure_reliability
from app.library.training_data import CountedFeatures, LabelledCorpus, report_progress_of, train_whole_model
from nbengine.counts import FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.filter.corpus_replay import choose_replay_order
from nbengine.learnt.documents import AnyDocuments, statistics_of_documents
from nbengine.learnt.statistics import Features
from nbengine.measure.unseen_documents import UnseenDocuments
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from nbengine.models.training import score_unseen_documents
from nbengine.trust.calibration import fit_calibration

LATER_DOCUMENTS_SHARE = 0.5
"""Share of the documents that is judged, counted from the latest."""
N_PARTS, N_PARTS_OF_FITS = 20, 4
"""Numbers of parts that the later documents are cut into; the second is for fitted models.

A model of all earlier documents judges each part. A filter learns after each document, so more parts make the
comparison fairer. Fitted models get fewer parts, because each part costs a fit.
"""
DEFAULT_HELD_OUT_SHARE = 0.2
PHASE = "testing on later documents"


@dataclass(frozen=True, slots=True, eq=False)
class RowVerdicts:
    """Verdicts on held-out rows of a labelled corpus."""

    row_indices: IntArray
    """(n_judged,): row indices of the judged documents in the labelled corpus, ascending."""
    log_proba: FloatArray
    """(n_judged, n_labels): calibrated log-probabilities."""
    ranking_scores: FloatArray | None = None
    """(n_judged,): ranking scores for the positive label; None to rank by `log_proba`."""


def split_later_half(labelled: LabelledCorpus, *, n_parts: int = N_PARTS) -> UnseenDocuments:
    """Return the later half of the documents in the order in which a filter learns, divided into parts.

    The parts do not depend on the recipe, so the accuracies of all models are comparable. Without dates the order is
    random, as it is for filters.
    """
    label_numbers = labelled.documents.label_numbers
    order = choose_replay_order(label_numbers, labelled.dates_s)
    later = order[len(order) - int(LATER_DOCUMENTS_SHARE * len(order)) :]
    if not len(later) or len(order) == len(later):
        raise EngineError(f"{len(order)} documents are too few: the earlier half has to teach.")
    by_position = np.argsort(later)
    judged, folds = later[by_position], (np.arange(len(later)) * n_parts // len(later))[by_position]
    return UnseenDocuments(judged, folds, judged, is_in_time=True)


def judge_by_date(
    recipe: Recipe, labelled: LabelledCorpus, context: JobContext, positive: str | None = None
) -> RowVerdicts:
    """Judge the later half of the documents, each by a model trained on the documents before it."""
    unseen = split_later_half(labelled, n_parts=N_PARTS_OF_FITS if recipe.is_fitted else N_PARTS)
    rows = unseen.counted_rows
    if recipe.learner is not None:
        trained = train_filter(recipe, labelled, context)
        column = None if positive is None else labelled.documents.labels.index(positive)
        ranking = None if column is None else trained.log_joint[rows, column]
        return RowVerdicts(rows, trained.calibrated_log_proba[rows], ranking)
    documents = report_progress_of(labelled.documents, context, PHASE)
    scores = score_unseen_documents(recipe, documents, unseen)
    return RowVerdicts(
        rows, cross_calibrate(scores, documents.label_numbers[rows], count_words_per_document(documents)[rows])
    )


def choose_held_out_rows(labelled: LabelledCorpus, share: float = DEFAULT_HELD_OUT_SHARE, seed: int = 0) -> IntArray:
    """Return the row indices of the documents to hold out, ascending: the fraction `share` of each label.

    A hash of the document number and the seed decides whether a document is held out. So a seed always gives the same
    result, and new documents hardly change it. At least one document of each label is left for training.
    """
    numbers, label_numbers = labelled.document_numbers, labelled.documents.label_numbers
    keys = [blake2b(f"{seed} {number}".encode(), digest_size=8).digest() for number in numbers.tolist()]
    ranks = np.empty(len(keys), np.int64)
    ranks[np.argsort(np.array(keys, dtype="S8"), kind="stable")] = np.arange(len(keys))
    chosen = []
    for label in np.unique(label_numbers):
        rows = np.flatnonzero(label_numbers == label)
        n_held_out = min(round(share * len(rows)), len(rows) - 1)
        chosen.append(rows[np.argsort(ranks[rows])][:n_held_out])
    held_out = np.sort(np.concatenate(chosen)) if chosen else np.zeros(0, np.int64)
    if not len(held_out):
        raise EngineError(f"{len(numbers)} documents are too few to hold out {share:.0%} of each label.")
    return held_out


def drop_rows(labelled: LabelledCorpus, rows: IntArray) -> LabelledCorpus:
    """Return the corpus without the documents at these row indices."""
    rest = np.delete(np.arange(len(labelled.document_numbers)), rows)
    return replace(
        labelled,
        document_numbers=labelled.document_numbers[rest],
        documents=labelled.documents[rest],
        dates_s=None if labelled.dates_s is None else labelled.dates_s[rest],
    )


def judge_held_out(
    recipe: Recipe, labelled: LabelledCorpus, rows: IntArray, positive: str | None, context: JobContext
) -> RowVerdicts:
    """Train a model on all documents except `rows`, and judge the documents in `rows`.

    `positive` is the label to compute ranking scores for; None computes no ranking.
    """
    rest = drop_rows(labelled, rows)
    if recipe.learner is not None:
        model: Model = train_filter(recipe, rest, context).model
    else:
        whole = statistics_of_documents(rest.documents)
        model = train_whole_model(recipe, rest, whole)
        measure_reliability(model, report_progress_of(rest.documents, context, "judging"), whole, rest.dates_s)
    log_proba = np.empty((len(rows), len(labelled.documents.labels)))
    ranking = None if positive is None else np.empty(len(rows))
    columns = [model.labels.index(label) for label in labelled.documents.labels]
    for places, counted in map_documents_to_model(model, labelled.documents[rows]):
        context.checkpoint(places.start, len(rows), "judging")
        verdicts = judge(model, counted)
        log_proba[places] = verdicts.calibrated_log_proba[:, columns]
        if ranking is not None and positive is not None:
            ranking[places] = ranking_scores(model, counted.features, verdicts.log_joint, positive)
    return RowVerdicts(rows, log_proba, ranking)


def map_documents_to_model(model: Model, documents: AnyDocuments) -> list[tuple[slice, CountedFeatures]]:
    """Return (slice of documents, features over the model's columns) pairs, one per piece of the documents."""
    pieces = []
    for places, piece in documents.pieces():
        features = piece.features
        text = None if features.text is None else model.map_counts(features.text, piece.vocabulary)
        counts = None if text is None else text.counts
        pieces.append((places, CountedFeatures(Features(counts, features.numbers, features.choices), text)))
    return pieces


def count_words_per_document(documents: AnyDocuments) -> FloatArray:
    """Return the number of words of each document, (n_documents,)."""
    lengths = np.zeros(len(documents))
    for places, piece in documents.pieces():
        if piece.features.text is not None:
            lengths[places] = piece.features.text.sums()
    return lengths


def cross_calibrate(scores: FloatArray, truth: IntArray, lengths: FloatArray) -> FloatArray:
    """Return the calibrated log-probabilities of scores, (n_documents, n_labels).

    Each half of the documents is calibrated by a fit to the other half, so that no document calibrates itself.
    """
    log_proba, half = np.empty_like(scores), np.arange(len(scores)) % 2
    for side in (0, 1):
        judged_half, fitting_half = half == side, half != side
        calibration = fit_calibration(scores[fitting_half], truth[fitting_half], lengths[fitting_half])
        log_proba[judged_half] = calibration.apply(scores[judged_half], lengths[judged_half])
    return log_proba
