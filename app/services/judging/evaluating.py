"""Evaluate: how often a model is right about documents that it has not seen.

Where documents may have several labels, every answer counts by itself.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, field, replace
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from app.domain.documents import Failure, SourceOptions
from app.domain.errors import ModelError, NotFound, TrainingError
from app.domain.jobs import JobContext
from app.domain.use_case_results import FolderPromise, LabelPromise
from app.services.engine_errors import engine_errors
from app.services.judging.classifying import evidence_for, ranking_scores, ranks_by_witnesses
from app.services.judging.source_judging import JudgedBatch, JudgingOrder, judged_batches, labels_of
from app.services.models.kept_evaluations import KeptArrays
from app.services.models.kept_models import KeptModel, assured, promises_of, shared_model
from app.services.training.corpus_documents import LabelledCorpus, adopted, labelled_corpus, model_of, watched
from app.services.training.filter_training import trained_filter
from app.services.training.several_labels import ASKING
from app.services.training.training import JUDGING, calibrated_log_proba
from app.store.workspace import Place, Workspace, writing
from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.held_or_streamed_documents import AnyDocuments, learnt_from
from nbengine.measure.evaluation import Evaluation, evaluate, positive_label
from nbengine.measure.several_labels import SeveralEvaluation as SeveralEvaluation
from nbengine.measure.several_labels import as_evaluation, branch_accuracy, evaluate_several
from nbengine.measure.unseen_documents import stratified_folds
from nbengine.models.model import Model
from nbengine.models.training import evidence_by_subtraction, folds_by_subtraction, folds_log_joint
from nbengine.questions.answers import BoolArray, cross_answered, labels_in, memberships, questions_in
from nbengine.questions.label_questions import asked, folds_asked
from nbengine.questions.set_model import SetModel, SeveralVerdicts

Way = Literal["leave-one-out", "folds", "test"]
JudgedBy = Literal["leave-one-out", "folds", "test", "replay"]
"""Filters judge each document of their own before they learn it, by date, in place of leave-one-out or folds."""


@dataclass(frozen=True, slots=True)
class EvaluationOrder:
    """An order to evaluate: which model, and how."""

    model: str | None = None
    way: Way = "leave-one-out"
    n_folds: int = 10
    seed: int = 0
    test_sources: tuple[Path, ...] = ()
    options: SourceOptions = field(default_factory=SourceOptions)
    positive: str | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class EvaluationFigures:
    """An evaluation without the verdicts that it was made of."""

    model: str
    way: JudgedBy
    evaluation: Evaluation
    positive: str | None
    failed: tuple[Failure, ...]
    skipped: int
    """Documents of a test set without a label that the model knows."""
    seconds: float
    promises: tuple[FolderPromise, ...] = ()
    """The limits that are kept label by label, the loosest first: as documents of the corpus were judged when they
    were new, or as those of a test set came out."""
    several: SeveralEvaluation | None = None
    """The figures of all answers, where documents may have several labels."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class EvaluationReport(EvaluationFigures):
    """An evaluation with what it was made of."""

    log_proba: FloatArray
    """(n_documents, n_labels): calibrated."""
    truth: IntArray
    ranking: FloatArray | None
    document_numbers: IntArray | None
    """Of the corpus; None for a test set."""
    each_label: tuple[FloatArray, BoolArray] | None = None
    """(n_documents, n_labels) twice, where documents may have several labels: probabilities, and the truth."""
    answers: Found | None = None
    """The answers that the report is made of, where documents may have several labels."""


def evaluate_model(workspace: Place, order: EvaluationOrder, context: JobContext) -> EvaluationReport:
    """Judge documents that the model did not learn, and compare with their labels, be they several."""
    began_s = time.monotonic()
    with writing(workspace) as opened:
        kept = shared_model(workspace, opened, order.model)
        model, is_test = kept.model, order.way == "test"
        with engine_errors(TrainingError, kept.record.corpus or kept.record.name):
            if isinstance(model, SetModel):
                found = (
                    on_other_files(model, order, context)
                    if is_test
                    else on_own_answers(opened, kept, model, order, context)
                )
                return report_of_answers(kept.record.name, order.way, found, began_s)
            if order.positive is not None and order.positive not in model.labels:
                raise NotFound("label", order.positive, model.labels)
            return on_test_set(kept, order, context) if is_test else on_own_documents(opened, kept, order, context)


def on_own_documents(
    workspace: Workspace, kept: KeptModel, order: EvaluationOrder, context: JobContext
) -> EvaluationReport:
    """Judge each document of the corpus, as it is now, by a model of the recipe that has not seen it."""
    began_s = time.monotonic()
    if kept.record.corpus is None:
        raise ModelError(kept.record.name, "no-corpus")
    recipe = kept.model.recipe
    labelled = labelled_corpus(workspace, workspace.corpora.get(kept.record.corpus), recipe, context)
    if recipe.learner is not None:
        return on_replay(kept, labelled, order, context, began_s)
    context.checkpoint(phase=JUDGING)
    documents = watched(labelled.documents, context, JUDGING)
    whole = learnt_from(documents)
    model = model_of(recipe, replace(labelled, documents=documents), whole)
    honest = assured(model, documents, whole, labelled.dates_s)
    log_joint, evidence, positive = honest.log_joint, honest.evidence, positive_of(model, order)
    if order.way == "folds":
        folds = stratified_folds(documents.label_numbers, order.n_folds, order.seed)
        # words that were not chosen by their labels stay the same in every fold, as they do in leave-one-out
        is_chosen_anew = recipe.is_judged_by_folds or (recipe.reads_text and recipe.counts_as == "tfidf")
        log_joint = (
            folds_log_joint(recipe, documents, folds)
            if is_chosen_anew
            else folds_by_subtraction(model, documents, folds)
        )
        if positive is not None and ranks_by_witnesses(model):
            evidence = evidence_by_subtraction(model, documents, folds)
    context.checkpoint(phase=JUDGING)
    log_proba = calibrated_log_proba(model, log_joint, honest.lengths)
    return reported(
        kept, model, order, log_proba, documents.label_numbers, began_s,
        ranking=None if positive is None else own_ranking(model, documents, log_joint, evidence, positive),
        document_numbers=labelled.document_numbers,
        promises=promises_of(model),
    )  # fmt: skip


def on_replay(
    kept: KeptModel, labelled: LabelledCorpus, order: EvaluationOrder, context: JobContext, began_s: float
) -> EvaluationReport:
    """A filter trained anew, which judges each document before it learns it."""
    found, documents = trained_filter(kept.model.recipe, labelled, context), labelled.documents
    positive = positive_of(found.model, order)
    return reported(
        kept, found.model, order, found.calibrated, documents.label_numbers, began_s,
        ranking=None if positive is None else found.log_joint[:, found.model.labels.index(positive)],
        document_numbers=labelled.document_numbers,
        way="replay",
    )  # fmt: skip


def own_ranking(
    model: Model, documents: AnyDocuments, log_joint: FloatArray, evidence: FloatArray | None, positive: str
) -> FloatArray:
    """Return the scores that put the model's own documents in order."""
    if evidence is not None and ranks_by_witnesses(model):
        return evidence_for(positive, model, evidence)
    scores = np.empty(len(documents))
    for places, piece in documents.pieces():
        scores[places] = ranking_scores(model, adopted(model, piece), log_joint[places], positive)
    return scores


def positive_of(model: Model, order: EvaluationOrder) -> str | None:
    """The label that documents are put in order by, where there are two."""
    return (order.positive or positive_label(model.labels)) if len(model.labels) == 2 else None


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
    calibrated = [np.zeros((0, len(model.labels))), *(batch.verdicts.calibrated for batch in batches)]
    log_proba = np.concatenate(calibrated)[is_known]
    positive = positive_of(model, order)
    return reported(
        kept, model, order, log_proba, truth, began_s,
        ranking=None if positive is None else scores_of_batches(model, batches, positive)[is_known],
        failed=tuple(failure for batch in batches for failure in batch.failures),
        skipped=int((~is_known).sum()),
        promises=promises_kept(model, batches, labels),
    )  # fmt: skip


def promises_kept(
    model: Model, batches: Sequence[JudgedBatch], labels: Sequence[str | None]
) -> tuple[FolderPromise, ...]:
    """Return what came of each limit on a test set, whose labels are those of its documents in their order."""
    own: list[str] = []
    limits: list[int] = []
    for verdicts in (batch.verdicts for batch in batches):
        kept = verdicts.kept_one_in
        own += [model.labels[number] for number in verdicts.label_numbers.tolist()]
        limits += [-1] * len(verdicts) if kept is None else kept.tolist()  # below every limit
    rows = zip(own, limits, labels, strict=True)
    pairs = [(name, limit, name == label) for name, limit, label in rows if label in model.labels]

    def came_out(promise: FolderPromise, label: LabelPromise) -> LabelPromise:
        judged = [(limit >= promise.one_in, is_right) for name, limit, is_right in pairs if name == label.label]
        wrong = sum(is_sure and not is_right for is_sure, is_right in judged)
        return replace(label, judged=len(judged), sure=sum(is_sure for is_sure, _ in judged), wrong=wrong)

    return tuple(
        replace(promise, labels=tuple(came_out(promise, label) for label in promise.labels))
        for promise in promises_of(model)
    )


def scores_of_batches(model: Model, batches: Sequence[JudgedBatch], positive: str) -> FloatArray:
    """Return the scores that put a test set in order, batch by batch: only one is held as features."""
    parts = [
        ranking_scores(model, batch.counted.features, batch.verdicts.log_joint, positive)
        for batch in batches
        if batch.documents
    ]
    return np.concatenate([np.zeros(0), *parts])


def reported(
    kept: KeptModel,
    model: Model,
    order: EvaluationOrder,
    log_proba: npt.NDArray[np.float64],
    truth: IntArray,
    began_s: float,
    *,
    ranking: FloatArray | None = None,
    document_numbers: IntArray | None = None,
    failed: tuple[Failure, ...] = (),
    skipped: int = 0,
    way: JudgedBy | None = None,
    promises: tuple[FolderPromise, ...] = (),
) -> EvaluationReport:
    """Compare verdicts with the truth."""
    positive = positive_of(model, order)
    evaluation = evaluate(log_proba, truth, model.labels, positive=positive, ranking=ranking)
    return EvaluationReport(
        model=kept.record.name,
        way=way or order.way,
        evaluation=evaluation,
        positive=positive,
        failed=failed,
        skipped=skipped,
        seconds=time.monotonic() - began_s,
        log_proba=log_proba,
        truth=truth,
        ranking=ranking,
        document_numbers=document_numbers,
        promises=promises,
    )


def packed_report(report: EvaluationReport) -> KeptArrays:
    """An evaluation on a collection as it is kept with its model: document numbers and names of labels, no texts."""
    if report.answers is not None:
        return packed_answers(report.way, report.answers)
    head = {
        "way": report.way,
        "labels": report.evaluation.labels,
        "positive": report.positive,
        "promises": [asdict(promise) for promise in report.promises],
    }
    arrays = {"log_proba": report.log_proba, "truth": report.truth}
    arrays |= {} if report.ranking is None else {"ranking": report.ranking}
    arrays |= {} if report.document_numbers is None else {"document_numbers": report.document_numbers}
    return KeptArrays(head, arrays)


def packed_answers(way: JudgedBy, found: Found) -> KeptArrays:
    """Answers about each label, as they are kept."""
    arrays = {name: getattr(found, name).astype(np.int32) for name in ("is_branch", "given", "truth")}
    arrays |= {"probabilities": found.probabilities}
    arrays |= {} if found.document_numbers is None else {"document_numbers": found.document_numbers}
    return KeptArrays({"way": way, "labels": found.labels}, arrays)


def unpacked_answers(kept: KeptArrays) -> Found:
    """Undo `packed_answers`; ValueError where the arrays are of different sizes."""
    is_branch, given, truth = (kept.arrays[name].astype(np.bool_) for name in ("is_branch", "given", "truth"))
    found = Found(
        labels=tuple(kept.head["labels"]),
        is_branch=is_branch,
        given=given,
        truth=truth,
        probabilities=kept.arrays["probabilities"],
        document_numbers=kept.arrays.get("document_numbers"),
    )
    shape = (len(given), len(found.labels))
    if {given.shape, truth.shape, found.probabilities.shape} != {shape} or is_branch.shape != shape[1:]:
        raise ValueError("sizes differ")
    return found


def unpacked_report(model: str, kept: KeptArrays) -> EvaluationReport | None:
    """Undo `packed_report`; None where a fault has left something else."""
    began_s, head, arrays = time.monotonic(), kept.head, kept.arrays
    try:
        if "given" in arrays:
            return report_of_answers(model, head["way"], unpacked_answers(kept), began_s)
        log_proba, truth, ranking = arrays["log_proba"], arrays["truth"], arrays.get("ranking")
        promises = tuple(
            FolderPromise(each["one_in"], tuple(LabelPromise(**label) for label in each["labels"]), each["fewest"])
            for each in head["promises"]
        )
        positive, labels = head["positive"], tuple(head["labels"])
        evaluation = evaluate(log_proba, truth, labels, positive=positive, ranking=ranking)
        way = head["way"]
    except (EngineError, KeyError, TypeError, ValueError, IndexError):
        return None
    return EvaluationReport(
        model=model,
        way=way,
        evaluation=evaluation,
        positive=positive,
        failed=(),
        skipped=0,
        seconds=time.monotonic() - began_s,
        log_proba=log_proba,
        truth=truth,
        ranking=ranking,
        document_numbers=arrays.get("document_numbers"),
        promises=promises,
    )


def branch_share(report: EvaluationFigures) -> float | None:
    """Return how often the outermost branch is right; None where no label lies in another."""
    return branch_accuracy(report.evaluation.confusion, report.evaluation.labels)


def report_of_answers(model: str, way: JudgedBy, found: Found, began_s: float) -> EvaluationReport:
    """Compare all labels that documents were given with theirs."""
    figures = evaluate_several(found.given, found.truth, found.labels, found.is_branch)
    own = np.flatnonzero(~found.is_branch)
    given, truth, probabilities = found.given[:, own], found.truth[:, own], found.probabilities[:, own]
    is_right = (given == truth).all(axis=1)
    return EvaluationReport(
        model=model,
        way=way,
        evaluation=as_evaluation(figures, probabilities, given, truth),
        positive=None,
        failed=found.failed,
        skipped=found.skipped,
        seconds=time.monotonic() - began_s,
        log_proba=np.where(is_right, 0.0, -np.inf)[:, None],
        truth=np.zeros(len(is_right), np.int64),
        ranking=None,
        document_numbers=found.document_numbers,
        each_label=(probabilities, truth),
        several=figures,
        answers=found,
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


def on_own_answers(
    workspace: Workspace, kept: KeptModel, model: SetModel, order: EvaluationOrder, context: JobContext
) -> Found:
    """Judge each document of the corpus, as it is now, by a model that has not seen it, nor have the marks by which
    labels are given."""
    if kept.record.corpus is None:
        raise ModelError(kept.record.name, "no-corpus")
    recipe, is_learnt = model.recipe, model.is_learnt
    labelled = labelled_corpus(workspace, workspace.corpora.get(kept.record.corpus), recipe, context)
    documents = watched(labelled.documents, context, ASKING)

    def progress(done: int, total: int) -> None:
        context.checkpoint(done, total, ASKING)

    if order.way == "folds":
        folds = stratified_folds(documents.label_numbers, order.n_folds, order.seed)
        found = folds_asked(recipe, documents, folds, is_learnt=is_learnt, progress=progress)
    else:
        counted = model_of(recipe, replace(labelled, documents=documents))
        found = asked(counted, documents, is_learnt=is_learnt, progress=progress)
    labels = found.questions.labels
    probabilities, given = cross_answered(found.log_odds, found.truth, labels)
    return Found(labels, found.questions.is_branch, given, found.truth, probabilities, labelled.document_numbers)


def on_other_files(model: SetModel, order: EvaluationOrder, context: JobContext) -> Found:
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
    said = [batch.verdicts for batch in batches if isinstance(batch.verdicts, SeveralVerdicts)]
    given[:, : len(known)] = np.concatenate([np.zeros((0, len(known)), np.bool_), *(one.given for one in said)])
    shares = [np.exp(one.calibrated) for one in said]
    probabilities[:, : len(known)] = np.concatenate([np.zeros((0, len(known))), *shares])
    failed = tuple(failure for batch in batches for failure in batch.failures)
    own = {label for name in filter(None, sets) for label in labels_in(name)}.union(known)
    is_branch = np.array([label not in own for label in labels], np.bool_)
    is_branch[: len(known)] = model.questions.is_branch
    skipped, shares_of = int((~has_label).sum()), probabilities[has_label]
    return Found(labels, is_branch, given[has_label], truth, shares_of, None, failed, skipped)
