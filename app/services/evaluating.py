"""Evaluate: how often a model is right about documents that it has not seen."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from app.domain.documents import Failure, SourceOptions
from app.domain.errors import ModelError, NotFound, TrainingError
from app.domain.jobs import JobContext
from app.services.corpus_documents import LabelledCorpus, adopted, labelled_corpus, model_of
from app.services.judging import JudgedBatch, JudgingOrder, judged_batches, labels_of, stacked_rows
from app.services.kept_models import KeptModel, kept_model
from app.services.ranking import ranking_scores
from app.services.training import calibrated_log_proba
from app.store.workspace import Workspace
from nbengine.counts import FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.evaluation import Evaluation, evaluate, positive_label
from nbengine.features import Features
from nbengine.folds import fold_log_joint, stratified_folds
from nbengine.model import Model
from nbengine.training import assure, folds_log_joint, honest_log_joint

Way = Literal["leave-one-out", "folds", "test"]


@dataclass(frozen=True, slots=True)
class EvaluationOrder:
    """Which model to evaluate, and how."""

    model: str | None = None
    way: Way = "leave-one-out"
    n_folds: int = 10
    seed: int = 0
    test_sources: tuple[Path, ...] = ()
    options: SourceOptions = field(default_factory=SourceOptions)
    positive: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class EvaluationReport:
    """An evaluation with what it was made of."""

    model: str
    way: Way
    evaluation: Evaluation
    positive: str | None
    log_proba: FloatArray
    """(n_documents, n_labels): calibrated."""
    truth: IntArray
    ranking: FloatArray | None
    document_numbers: IntArray | None
    """Of the corpus; None for a test set."""
    failed: tuple[Failure, ...]
    skipped: int
    """Documents of a test set without a label that the model knows."""
    seconds: float


def evaluate_model(workspace: Path, order: EvaluationOrder, context: JobContext) -> EvaluationReport:
    """Judge documents that the model did not learn, and compare with their labels."""
    with Workspace(workspace) as opened:
        kept = kept_model(opened, order.model)
        if order.positive is not None and order.positive not in kept.model.labels:
            raise NotFound("label", order.positive, kept.model.labels)
        try:
            if order.way == "test":
                return on_test_set(kept, order, context)
            return on_own_documents(opened, kept, order, context)
        except EngineError as error:
            raise TrainingError(kept.record.corpus or kept.record.name, str(error)) from error


def on_own_documents(
    workspace: Workspace, kept: KeptModel, order: EvaluationOrder, context: JobContext
) -> EvaluationReport:
    """Judge each document of the corpus, as it is now, by a model of the recipe that has not seen it."""
    began_s = time.monotonic()
    if kept.record.corpus is None:
        raise ModelError(kept.record.name, "no-corpus")
    recipe = kept.model.recipe
    labelled = labelled_corpus(workspace, workspace.corpora.get(kept.record.corpus), recipe, context)
    documents = labelled.documents
    context.checkpoint(phase="judging every document without itself")
    model = fresh_model(kept.model, labelled)
    if order.way == "folds":
        folds = stratified_folds(documents.label_numbers, order.n_folds, order.seed)
        log_joint = each_fold_by_the_others(model, labelled, folds)
    else:
        log_joint = honest_log_joint(model, documents)
    context.checkpoint(phase="judging every document without itself")
    features = adopted(model, documents)
    log_proba = calibrated_log_proba(model, log_joint, model.lengths(features))
    return reported(
        kept, model, order, log_proba, log_joint, documents.label_numbers, features, began_s,
        document_numbers=labelled.document_numbers,
    )  # fmt: skip


def each_fold_by_the_others(model: Model, labelled: LabelledCorpus, folds: IntArray) -> FloatArray:
    """Scores (n_documents, n_labels) by subtraction of each fold.

    Words that were not chosen by their labels stay the same in every fold, as they do in leave-one-out, so that both
    judge the same model; words that were are chosen anew.
    """
    documents, recipe = labelled.documents, model.recipe
    if recipe.reads_text and (recipe.limits.needs_folds or recipe.counts_as == "tfidf"):
        return folds_log_joint(recipe, documents, folds)
    features = model.prepared(adopted(model, documents))
    return fold_log_joint(
        model.scored_statistics, features, documents.label_numbers, folds, recipe.settings, documents.weights
    )


def fresh_model(kept: Model, labelled: LabelledCorpus) -> Model:
    """The corpus under the model's recipe, as it is now."""
    documents = labelled.documents
    model = model_of(kept.recipe, labelled)
    assure(model, documents)
    return model


def on_test_set(kept: KeptModel, order: EvaluationOrder, context: JobContext) -> EvaluationReport:
    """Judge documents of other files by the model as it is."""
    began_s = time.monotonic()
    model = kept.model
    batches = list(judged_batches(model, JudgingOrder(order.test_sources, order.options), context))
    labels = labels_of(batches)
    is_known = np.array([label in model.labels for label in labels], dtype=np.bool_)
    if not is_known.any():
        raise TrainingError(str(order.test_sources[0]), "none of its documents has a label that the model knows")
    truth = np.array([model.labels.index(label) for label in labels if label in model.labels], np.int64)
    n_labels = len(model.labels)
    log_proba = stacked_rows([batch.verdicts.calibrated for batch in batches], n_labels)[is_known]
    log_joint = stacked_rows([batch.verdicts.log_joint for batch in batches], n_labels)[is_known]
    ranking = test_ranking(model, batches, order.positive)
    return reported(
        kept, model, order, log_proba, log_joint, truth, None, began_s,
        ranking=None if ranking is None else ranking[is_known],
        failed=tuple(failure for batch in batches for failure in batch.failures),
        skipped=int((~is_known).sum()),
    )  # fmt: skip


def test_ranking(model: Model, batches: Sequence[JudgedBatch], positive: str | None) -> FloatArray | None:
    """Scores of a test set's documents, batch by batch, so that no more than one is held as features."""
    if len(model.labels) != 2:
        return None
    wanted = positive or positive_label(model.labels)
    parts = [
        ranking_scores(model, batch.counted.features, batch.verdicts.log_joint, wanted)
        for batch in batches
        if batch.documents
    ]
    return np.concatenate([np.zeros(0), *parts])


def reported(
    kept: KeptModel,
    model: Model,
    order: EvaluationOrder,
    log_proba: npt.NDArray[np.float64],
    log_joint: npt.NDArray[np.float64],
    truth: IntArray,
    features: Features | None,
    began_s: float,
    *,
    ranking: FloatArray | None = None,
    document_numbers: IntArray | None = None,
    failed: tuple[Failure, ...] = (),
    skipped: int = 0,
) -> EvaluationReport:
    """Compare verdicts with the truth."""
    positive = (order.positive or positive_label(model.labels)) if len(model.labels) == 2 else None
    if ranking is None and positive is not None and features is not None:
        ranking = ranking_scores(model, features, log_joint, positive)
    evaluation = evaluate(log_proba, truth, model.labels, positive=positive, ranking=ranking)
    return EvaluationReport(
        kept.record.name, order.way, evaluation, positive, log_proba, truth, ranking, document_numbers, failed, skipped,
        time.monotonic() - began_s,
    )  # fmt: skip
