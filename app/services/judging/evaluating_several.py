"""Evaluate a model of documents with several labels: every answer about documents that it has not seen."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from app.domain.documents import Failure
from app.domain.errors import ModelError, TrainingError
from app.domain.jobs import JobContext
from app.services.engine_errors import engine_errors
from app.services.judging.evaluating import EvaluationFigures, EvaluationOrder, EvaluationReport, Way, evaluate_model
from app.services.judging.source_judging import JudgedBatch, JudgingOrder, judged_batches, labels_of
from app.services.models.kept_models import KeptModel, shared_model
from app.services.training.corpus_documents import labelled_corpus, model_of, watched
from app.services.training.several_labels import ASKING
from app.store.access import Place, writing
from app.store.workspace import Workspace
from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.lazy_dataclasses import dataclass
from nbengine.measure.folds import stratified_folds
from nbengine.measure.several_labels import SeveralEvaluation, as_evaluation, branch_accuracy, evaluate_several
from nbengine.questions.answers import BoolArray, cross_answered, labels_in, memberships, questions_in
from nbengine.questions.label_questions import asked, folds_asked
from nbengine.questions.set_model import SetModel, SeveralVerdicts


@dataclass(frozen=True, slots=True, eq=False)
class SeveralReport:
    """An evaluation of a model whose documents may have several labels."""

    model: str
    way: Way
    evaluation: SeveralEvaluation
    failed: tuple[Failure, ...]
    skipped: int
    """Documents of a test set without a label."""
    seconds: float
    given: BoolArray
    """(n_documents, n_labels)"""
    truth: BoolArray
    probabilities: FloatArray
    document_numbers: IntArray | None
    """Of the corpus; None for a test set."""


def branch_share(report: EvaluationFigures) -> float | None:
    """Return how often the outermost branch is right; None where no label lies in another."""
    return branch_accuracy(report.evaluation.confusion, report.evaluation.labels)


def report_of(workspace: Place, order: EvaluationOrder, context: JobContext) -> EvaluationReport:
    """Evaluate a model, whichever it is, in the record that models are compared by."""
    if not takes_several(workspace, order.model):
        return evaluate_model(workspace, order, context)
    found = evaluate_labels(workspace, order, context)
    evaluation = as_evaluation(found.evaluation, found.probabilities, found.given, found.truth)
    is_right = (found.given == found.truth).all(axis=1)
    return EvaluationReport(
        model=found.model,
        way=found.way,
        evaluation=evaluation,
        positive=None,
        failed=found.failed,
        skipped=found.skipped,
        seconds=found.seconds,
        log_proba=np.where(is_right, 0.0, -np.inf)[:, None],
        truth=np.zeros(len(is_right), np.int64),
        ranking=None,
        document_numbers=found.document_numbers,
        each_label=(found.probabilities, found.truth),
    )


def takes_several(workspace: Place, model: str | None) -> bool:
    """Tell whether a model judges each label by itself."""
    with writing(workspace) as opened:
        return isinstance(shared_model(workspace, opened, model).model, SetModel)


def evaluate_labels(workspace: Place, order: EvaluationOrder, context: JobContext) -> SeveralReport:
    """Judge documents that the model did not learn, and compare all labels with theirs."""
    began_s = time.monotonic()
    with writing(workspace) as opened:
        kept = shared_model(workspace, opened, order.model)
        if not isinstance(kept.model, SetModel):
            raise ModelError(kept.record.name, "one-label")
        with engine_errors(TrainingError, kept.record.corpus or kept.record.name):
            found = (
                on_test_set(kept.model, order, context) if order.way == "test" else on_own(opened, kept, order, context)
            )
    seconds = time.monotonic() - began_s
    figures = evaluate_several(found.given, found.truth, found.labels, found.is_branch)
    own = np.flatnonzero(~found.is_branch)
    return SeveralReport(
        kept.record.name,
        order.way,
        figures,
        found.failed,
        found.skipped,
        seconds,
        found.given[:, own],
        found.truth[:, own],
        found.probabilities[:, own],
        found.document_numbers,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The answers about documents, and the truth, branches among the labels."""

    labels: tuple[str, ...]
    is_branch: BoolArray
    given: BoolArray
    truth: BoolArray
    probabilities: FloatArray
    document_numbers: IntArray | None = None
    failed: tuple[Failure, ...] = ()
    skipped: int = 0


def on_own(workspace: Workspace, kept: KeptModel, order: EvaluationOrder, context: JobContext) -> Found:
    """Judge each document of the corpus, as it is now, by a model that has not seen it, nor have the marks by which
    labels are given."""
    if kept.record.corpus is None or not isinstance(kept.model, SetModel):
        raise ModelError(kept.record.name, "no-corpus")
    recipe, is_learnt = kept.model.recipe, kept.model.is_learnt
    labelled = labelled_corpus(workspace, workspace.corpora.get(kept.record.corpus), recipe, context)
    documents = watched(labelled.documents, context, ASKING)

    def progress(done: int, total: int) -> None:
        context.checkpoint(done, total, ASKING)

    if order.way == "folds":
        folds = stratified_folds(documents.label_numbers, order.n_folds, order.seed)
        found = folds_asked(recipe, documents, folds, is_learnt=is_learnt, progress=progress)
    else:
        model = model_of(recipe, replace(labelled, documents=documents))
        found = asked(model, documents, is_learnt=is_learnt, progress=progress)
    labels = found.questions.labels
    probabilities, given = cross_answered(found.log_odds, found.truth, labels)
    return Found(labels, found.questions.is_branch, given, found.truth, probabilities, labelled.document_numbers)


def on_test_set(model: SetModel, order: EvaluationOrder, context: JobContext) -> Found:
    """Judge documents of other files by the model as it is; labels that it does not know are missed."""
    options = replace(order.options, labels="several")
    batches = list(judged_batches(model, JudgingOrder(order.test_sources, options), context))
    sets = labels_of(batches)
    has_label = np.array([name is not None for name in sets], np.bool_)
    if not has_label.any():
        raise TrainingError(str(order.test_sources[0]), "none of its documents has a label")
    known = model.questions.labels
    labels = (*known, *(label for label in questions_in(filter(None, sets)) if label not in known))
    truth = memberships([name or "" for name in sets], labels)[has_label]
    given = np.zeros((len(sets), len(labels)), np.bool_)
    probabilities = np.zeros(given.shape)
    said = list(_verdicts(batches))
    given[:, : len(known)] = np.concatenate([np.zeros((0, len(known)), np.bool_), *(one.given for one in said)])
    shares = [np.exp(one.calibrated) for one in said]
    probabilities[:, : len(known)] = np.concatenate([np.zeros((0, len(known))), *shares])
    failed = tuple(failure for batch in batches for failure in batch.failures)
    own = {label for name in filter(None, sets) for label in labels_in(name)}.union(known)
    is_branch = np.array([label not in own for label in labels], np.bool_)
    is_branch[: len(known)] = model.questions.is_branch
    skipped, shares_of = int((~has_label).sum()), probabilities[has_label]
    return Found(labels, is_branch, given[has_label], truth, shares_of, None, failed, skipped)


def _verdicts(batches: list[JudgedBatch]) -> Iterator[SeveralVerdicts]:
    return (batch.verdicts for batch in batches if isinstance(batch.verdicts, SeveralVerdicts))
