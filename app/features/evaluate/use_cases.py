"""Evaluate models on held-out documents: figures, curves, vocabulary sizes, and comparisons with other models.

If documents can have several labels, each label is evaluated separately.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from app.domain.documents import Failure, SourceOptions
from app.domain.errors import ModelError, NotFound, TrainingError
from app.domain.jobs import Cancelled, JobContext
from app.domain.results import FilingErrorLimit, LabelErrorLimit
from app.features.train.choosing import can_hold_out_stretches, fitted_recipe, train_with_best_smoothing, try_recipe
from app.features.train.training import (
    ASKING_PHASE,
    JUDGING,
    calibrated_log_proba,
    documents_of_cell,
    documents_of_multi_label_cell,
    train_label_sets,
)
from app.library.classifying import (
    JudgedBatch,
    JudgingRequest,
    evidence_for,
    judge,
    judge_sources,
    labels_of,
    ranking_scores,
    ranks_by_mean_evidence,
)
from app.library.engine_errors import translate_engine_errors
from app.library.filter_training import train_filter
from app.library.held_out import DEFAULT_HELD_OUT_SHARE as DEFAULT_HELD_OUT_SHARE
from app.library.held_out import (
    N_PARTS_OF_FITS,
    choose_held_out_rows,
    count_words_per_document,
    cross_calibrate,
    drop_rows,
    judge_by_date,
    judge_held_out,
    map_documents_to_model,
    split_later_half,
)
from app.library.recipes import (
    FILTER,
    CorpusFacts,
    RecipeRequest,
    event_models_reading,
    fit_recipe_to_schema,
    kinds_of,
    recipe_of_counts,
    recipe_to_display,
    resolve_request,
    short_recipe_name,
)
from app.library.saved_models import (
    StoredArrays,
    StoredModel,
    error_bounds_of_model,
    load_cached_model,
    load_evaluation,
    load_private_model,
    measure_reliability,
    stamp_of_saved_model,
    store_evaluation,
)
from app.library.training_data import (
    LabelledCorpus,
    facts_of_corpus,
    kind_of_corpus,
    load_labelled_corpus,
    map_features_to_model,
    report_progress_of,
    train_whole_model,
)
from app.store.workspace import Workspace, WorkspaceSource, open_for_reading, open_for_writing
from nbengine.counts import (
    CountMatrix,
    FloatArray,
    IntArray,
    remap_tokens,
)
from nbengine.errors import EngineError
from nbengine.events import bernoulli, multinomial
from nbengine.events.event_model import Kind, Weighting
from nbengine.learnt.documents import AnyDocuments, Documents, statistics_of_documents
from nbengine.learnt.tally import make_tally
from nbengine.logspace import best_label_numbers
from nbengine.measure.evaluation import (
    Evaluation,
    branch_accuracy,
    evaluate,
    evaluate_multi_label,
    find_positive_label,
    log_odds,
    to_evaluation,
)
from nbengine.measure.evaluation import MultiLabelEvaluation as MultiLabelEvaluation
from nbengine.measure.ranking_curves import (
    McNemarResult,
    PrecisionRecallCurve,
    RocCurve,
    auc,
    compute_precision_recall_curve,
    compute_roc_curve,
    mcnemar,
    rank_scores,
)
from nbengine.measure.unseen_documents import MAX_FOLDS, UnseenDocuments, choose_unseen_documents, stratified_folds
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe, token_scores
from nbengine.models.training import (
    evidence_by_subtraction,
    score_by_folds,
    score_by_subtraction,
    score_unseen_documents,
)
from nbengine.questions.answers import (
    BoolArray,
    cross_fit_answers,
    label_memberships,
    labels_and_branches_of,
    labels_of_set,
)
from nbengine.questions.label_questions import answer_by_folds, fit_questions

VOCABULARY_SIZES = (10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000)
EVENT_MODELS = {"multinomial": multinomial, "bernoulli": bernoulli}
N_DRAWS = 5
"""Number of random splits over which the accuracies are averaged."""
TRAINING_SHARE = 0.8
"""Proportion of the documents on which a random split trains, from 0 to 1."""
SMOOTHING = 1.0


@dataclass(frozen=True, slots=True)
class SizeCurves:
    """Accuracy of each event model at each vocabulary size."""

    sizes: tuple[int, ...]
    accuracies: dict[str, tuple[float, ...]]
    """Event model to the accuracy at each of `sizes`."""
    n_documents: int
    """Number of documents in the sample."""
    n_draws: int
    """Number of random splits."""
    n_in_corpus: int
    """Number of documents in the corpus; greater than `n_documents` if a sample was drawn to save memory."""


def evaluate_vocabulary_sizes(
    workspace: WorkspaceSource, corpus: str, context: JobContext, model: str = ""
) -> SizeCurves:
    """Return the accuracy of each event model at several vocabulary sizes, averaged over random splits of a corpus.

    The token rules are those of `model`; without a name, the defaults for the corpus.
    """
    with open_for_writing(workspace) as opened:
        corpus_record = opened.corpora.get(corpus)
        recipe = resolve_request(RecipeRequest(), CorpusFacts(corpus, kind_of_corpus(opened, corpus_record)))
        given_model = load_cached_model(workspace, opened, model).model if model else None
        if given_model is not None and given_model.recipe.reads_text:
            recipe = replace(recipe, rules=given_model.recipe.rules)
        labelled = load_labelled_corpus(opened, corpus_record, recipe, context).documents
    documents = report_progress_of(labelled, context, "reading counts")
    if not isinstance(documents, Documents):  # streamed: take a random sample that fits the memory budget
        shuffled = np.random.default_rng(0).permutation(len(documents))
        n_fitting = int(
            np.searchsorted(np.cumsum(documents.entry_counts[shuffled]), documents.entry_limit, side="right")
        )
        documents = documents[np.sort(shuffled[: max(n_fitting, 1)])].load()
    if documents.features.text is None:
        raise TrainingError(corpus, "no-text")
    with translate_engine_errors(TrainingError, corpus):
        sizes, accuracies = size_accuracies(documents, documents.features.text, context)
    return SizeCurves(sizes, accuracies, len(documents), N_DRAWS, len(labelled))


def size_accuracies(
    documents: Documents, counts: CountMatrix, context: JobContext
) -> tuple[tuple[int, ...], dict[str, tuple[float, ...]]]:
    """Return the vocabulary sizes, and for each event model its accuracy at each size. The last size is that of all
    words.
    """
    truth = documents.label_numbers
    words = np.flatnonzero(np.bincount(counts.tokens, counts.values, counts.n_tokens) > 1)
    if not len(words):
        raise EngineError("No word occurs more than once in all documents; there is nothing to choose from.")
    repeated, sizes = (
        select_columns(counts, words),
        (*(size for size in VOCABULARY_SIZES if size < len(words)), len(words)),
    )
    shares = {name: np.zeros((N_DRAWS, len(sizes))) for name in EVENT_MODELS}
    for draw in range(N_DRAWS):
        teaching, judged = split_at_random(counts.n_documents, draw)
        tally = make_tally(documents.labels, repeated[teaching], truth[teaching])
        ranked = np.argsort(-token_scores(tally, "mutual-information"), kind="stable")
        for size_index, size in enumerate(sizes):
            context.checkpoint(draw * len(sizes) + size_index, N_DRAWS * len(sizes), "testing vocabulary sizes")
            columns = np.sort(ranked[:size])
            narrow, held = tally.with_columns(columns), select_columns(repeated[judged], columns)
            for name, event_model in EVENT_MODELS.items():
                verdicts = event_model(narrow, SMOOTHING).predict(held)
                shares[name][draw, size_index] = (verdicts == truth[judged]).mean()
    return sizes, {name: tuple(share.mean(axis=0).tolist()) for name, share in shares.items()}


def split_at_random(n_documents: int, seed: int) -> tuple[IntArray, IntArray]:
    """Return the indices of the training documents and of the test documents of a random split."""
    if n_documents < 2:
        raise EngineError(f"There are {n_documents} labelled documents; one has to teach and one to be judged.")
    shuffled = np.random.default_rng(seed).permutation(n_documents)
    n_teaching = max(1, int(TRAINING_SHARE * n_documents))
    return shuffled[:n_teaching], shuffled[n_teaching:]


def select_columns(counts: CountMatrix, columns: IntArray) -> CountMatrix:
    new_columns = np.full(counts.n_tokens, -1)
    new_columns[columns] = np.arange(len(columns))
    return remap_tokens(counts, new_columns, len(columns))


EvaluationMethod = Literal["leave-one-out", "folds", "by-date", "share", "test"]
"""How documents are held out.

"by-date" tests the later half of the documents in parts; the model for each part has learnt all earlier documents.
"share" holds out a random share of each label. "test" uses documents of other files.
"""
VerdictMethod = Literal["leave-one-out", "folds", "by-date", "share", "test", "replay"]
"""How the verdicts were made: an `EvaluationMethod`, or "replay".

"replay" takes the place of leave-one-out and folds for a filter: in order of date, the filter classifies each document
before it learns the document.
"""


@dataclass(frozen=True, slots=True)
class EvaluationOrder:
    """What to evaluate: the model, the method and its options."""

    model: str | None = None
    """Name of the model; None stands for the newest."""
    way: EvaluationMethod = "leave-one-out"
    """The evaluation method."""
    n_folds: int = 10
    seed: int = 0
    test_sources: tuple[Path, ...] = ()
    options: SourceOptions = field(default_factory=SourceOptions)
    positive: str | None = None
    share: float = DEFAULT_HELD_OUT_SHARE
    """For the method "share", the proportion of each label's documents to hold out, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class TestDocument:
    """A document of a test set, that is of files outside the workspace."""

    title: str
    path: str
    """The file of the document, or the mailbox, archive or table that contains it."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class EvaluationFigures:
    """The figures of an evaluation, without the verdicts."""

    model: str
    way: VerdictMethod
    """Method by which the verdicts were made."""
    evaluation: Evaluation
    positive: str | None
    failed: tuple[Failure, ...]
    skipped: int
    """Number of test documents that were not classified, because the model does not know their label."""
    seconds: float
    promises: tuple[FilingErrorLimit, ...] = ()
    """Error limits, the loosest first, each with the errors per label that were measured under it.

    They were measured on held-out documents of the corpus, or on the test set.
    """
    several: MultiLabelEvaluation | None = None
    """Multi-label figures: precision, recall and F1 over all pairs of document and label. None for one label per
    document.
    """


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class EvaluationReport(EvaluationFigures):
    """An evaluation: its figures and its verdicts."""

    log_proba: FloatArray
    """(n_documents, n_labels): calibrated log-probabilities."""
    truth: IntArray
    """(n_documents,): index of the true label."""
    ranking: FloatArray | None
    """(n_documents,): ranking scores for the positive label; None if they are computed from `log_proba`."""
    document_numbers: IntArray | None
    """(n_documents,): document numbers in the workspace; None for a test set."""
    each_label: tuple[FloatArray, BoolArray] | None = None
    """(probabilities, truth) per label, each (n_documents, n_labels); only for multi-label models."""
    answers: HeldOutAnswerSet | None = None
    """Held-out label assignments, from which all figures are computed; only for multi-label models, else None."""
    test_documents: tuple[TestDocument, ...] = ()
    """Documents of the test set, in the order of the verdicts; empty if documents of the workspace were evaluated."""


def evaluate_model(workspace: WorkspaceSource, order: EvaluationOrder, context: JobContext) -> EvaluationReport:
    """Evaluate a model on held-out documents or on a test set."""
    began_s = time.monotonic()
    with open_for_writing(workspace) as opened:
        kept = load_private_model(workspace, opened, order.model)
        model, is_test = kept.model, order.way == "test"
        with translate_engine_errors(TrainingError, kept.record.corpus or kept.record.name):
            if model.gives_several_labels:
                found = (
                    evaluate_answers_on_test_set(model, order, context)
                    if is_test
                    else evaluate_answers_on_corpus(opened, kept, model, order, context)
                )
                return report_of_answers(kept.record.name, order.way, found, began_s)
            if order.positive is not None and order.positive not in model.labels:
                raise NotFound("label", order.positive, model.labels)
            return (
                evaluate_on_test_set(kept, order, context)
                if is_test
                else evaluate_on_corpus(opened, kept, order, context)
            )


def evaluate_on_corpus(
    workspace: Workspace, kept: StoredModel, order: EvaluationOrder, context: JobContext
) -> EvaluationReport:
    """Evaluate the model's recipe on the current documents of its corpus, each one held out."""
    began_s = time.monotonic()
    if kept.record.corpus is None:
        raise ModelError(kept.record.name, "no-corpus")
    recipe = kept.model.recipe
    labelled = load_labelled_corpus(workspace, workspace.corpora.get(kept.record.corpus), recipe, context)
    if order.way in ("by-date", "share"):
        return evaluate_on_held_out_part(kept, labelled, order, context, began_s)
    if recipe.learner is not None:
        return evaluate_by_replay(kept, labelled, order, context, began_s)
    context.checkpoint(phase=JUDGING)
    documents = report_progress_of(labelled.documents, context, JUDGING)
    whole = statistics_of_documents(documents)
    model = train_whole_model(recipe, replace(labelled, documents=documents), whole)
    honest = measure_reliability(model, documents, whole, labelled.dates_s)
    log_joint, evidence, positive = honest.log_joint, honest.evidence, ranking_label(model.labels, order)
    if order.way == "folds":
        folds = stratified_folds(documents.label_numbers, order.n_folds, order.seed)
        # A vocabulary chosen without labels stays equal in every fold, as in leave-one-out; others are chosen per fold.
        is_chosen_anew = recipe.is_judged_by_folds or (recipe.reads_text and recipe.counts_as == "tfidf")
        log_joint = (
            score_by_folds(recipe, documents, folds)
            if is_chosen_anew
            else score_by_subtraction(model, documents, folds)
        )
        if positive is not None and ranks_by_mean_evidence(model):
            evidence = evidence_by_subtraction(model, documents, folds)
    context.checkpoint(phase=JUDGING)
    log_proba = calibrated_log_proba(model, log_joint, honest.lengths)
    return build_report(
        kept, model.labels, order, log_proba, documents.label_numbers, began_s,
        ranking=None if positive is None else ranking_of_own_documents(model, documents, log_joint, evidence, positive),
        document_numbers=labelled.document_numbers,
        promises=error_bounds_of_model(model),
    )  # fmt: skip


def evaluate_on_held_out_part(
    kept: StoredModel, labelled: LabelledCorpus, order: EvaluationOrder, context: JobContext, began_s: float
) -> EvaluationReport:
    """Evaluate the model's recipe on the later half of the documents, or on a random part of them.

    `order.way` says which of the two.
    """
    recipe, labels = kept.model.recipe, labelled.documents.labels
    positive = ranking_label(labels, order)
    if order.way == "by-date":
        judged = judge_by_date(recipe, labelled, context, positive)
    else:
        judged = judge_held_out(
            recipe, labelled, choose_held_out_rows(labelled, order.share, order.seed), positive, context
        )
    return build_report(
        kept, labels, order, judged.log_proba, labelled.documents.label_numbers[judged.row_indices], began_s,
        ranking=judged.ranking_scores, document_numbers=labelled.document_numbers[judged.row_indices],
    )  # fmt: skip


def evaluate_by_replay(
    kept: StoredModel, labelled: LabelledCorpus, order: EvaluationOrder, context: JobContext, began_s: float
) -> EvaluationReport:
    """Train the filter again, document by document. Evaluate the verdict on each document before the filter
    learns it.
    """
    trained, documents = train_filter(kept.model.recipe, labelled, context), labelled.documents
    positive = ranking_label(trained.model.labels, order)
    return build_report(
        kept, trained.model.labels, order, trained.calibrated_log_proba, documents.label_numbers, began_s,
        ranking=None if positive is None else trained.log_joint[:, trained.model.labels.index(positive)],
        document_numbers=labelled.document_numbers,
        way="replay",
    )  # fmt: skip


def ranking_of_own_documents(
    model: Model, documents: AnyDocuments, log_joint: FloatArray, evidence: FloatArray | None, positive: str
) -> FloatArray:
    """Return the ranking score of each document that the model learnt, (n_documents,), from held-out scores.

    The higher the score, the stronger the evidence for `positive`. ROC curves are drawn from ranking scores.
    """
    if evidence is not None and ranks_by_mean_evidence(model):
        return evidence_for(positive, model, evidence)
    scores = np.empty(len(documents))
    for places, piece in documents.pieces():
        scores[places] = ranking_scores(model, map_features_to_model(model, piece), log_joint[places], positive)
    return scores


def ranking_label(labels: Sequence[str], order: EvaluationOrder) -> str | None:
    """Return the label for which ranking scores are computed; None unless there are exactly two labels."""
    return (order.positive or find_positive_label(labels)) if len(labels) == 2 else None


def evaluate_on_test_set(kept: StoredModel, order: EvaluationOrder, context: JobContext) -> EvaluationReport:
    """Evaluate the saved model on documents of files outside the workspace."""
    began_s = time.monotonic()
    model = kept.model
    batches = list(judge_sources(model, JudgingRequest(order.test_sources, order.options), context))
    labels = labels_of(batches)
    is_known = np.array([label in model.labels for label in labels], dtype=np.bool_)
    if not is_known.any():
        raise TrainingError(str(order.test_sources[0]), "no-known-label")
    truth = np.array([model.labels.index(label) for label in labels if label in model.labels], np.int64)
    calibrated = [np.zeros((0, len(model.labels))), *(batch.verdicts.calibrated_log_proba for batch in batches)]
    log_proba = np.concatenate(calibrated)[is_known]
    positive = ranking_label(model.labels, order)
    return build_report(
        kept, model.labels, order, log_proba, truth, began_s,
        ranking=None if positive is None else scores_of_batches(model, batches, positive)[is_known],
        failed=tuple(failure for batch in batches for failure in batch.failures),
        skipped=int((~is_known).sum()),
        promises=check_promises_on_test_set(model, batches, labels),
        test_documents=test_documents_of(batches, is_known),
    )  # fmt: skip


def test_documents_of(batches: Sequence[JudgedBatch], is_judged: BoolArray) -> tuple[TestDocument, ...]:
    """Return title and path of each classified document of a test set.

    The title of a document without one is the name of its file and of its member in that file.
    """
    documents = [document for batch in batches for document in batch.documents]
    return tuple(
        TestDocument(document.title or f"{Path(document.path).name} {document.member}".strip(), document.path)
        for document, is_meant in zip(documents, is_judged.tolist(), strict=True)
        if is_meant
    )


def check_promises_on_test_set(
    model: Model, batches: Sequence[JudgedBatch], labels: Sequence[str | None]
) -> tuple[FilingErrorLimit, ...]:
    """Return the model's error limits, each with the errors that were counted on a test set.

    `labels` are the true labels of the documents, in the order of `batches`; None for a document without a label.
    """
    judged_labels: list[str] = []
    limits: list[int] = []
    for verdicts in (batch.verdicts for batch in batches):
        kept = verdicts.strictest_limit_met
        judged_labels += [model.labels[number] for number in verdicts.label_numbers.tolist()]
        limits += [-1] * len(verdicts) if kept is None else kept.tolist()  # -1 passes no limit
    rows = zip(judged_labels, limits, labels, strict=True)
    pairs = [(name, limit, name == label) for name, limit, label in rows if label in model.labels]

    def came_out(promise: FilingErrorLimit, label: LabelErrorLimit) -> LabelErrorLimit:
        judged = [(limit >= promise.one_in, is_right) for name, limit, is_right in pairs if name == label.label]
        wrong = sum(is_sure and not is_right for is_sure, is_right in judged)
        return replace(label, judged=len(judged), sure=sum(is_sure for is_sure, _ in judged), wrong=wrong)

    return tuple(
        replace(promise, labels=tuple(came_out(promise, label) for label in promise.labels))
        for promise in error_bounds_of_model(model)
    )


def scores_of_batches(model: Model, batches: Sequence[JudgedBatch], positive: str) -> FloatArray:
    """Return the ranking scores of a test set for the label `positive`, (n_documents,)."""
    parts = [
        ranking_scores(model, batch.counted.features, batch.verdicts.log_joint, positive)
        for batch in batches
        if batch.documents
    ]
    return np.concatenate([np.zeros(0), *parts])


def build_report(
    kept: StoredModel,
    labels: tuple[str, ...],
    order: EvaluationOrder,
    log_proba: npt.NDArray[np.float64],
    truth: IntArray,
    began_s: float,
    *,
    ranking: FloatArray | None = None,
    document_numbers: IntArray | None = None,
    failed: tuple[Failure, ...] = (),
    skipped: int = 0,
    way: VerdictMethod | None = None,
    promises: tuple[FilingErrorLimit, ...] = (),
    test_documents: tuple[TestDocument, ...] = (),
) -> EvaluationReport:
    """Build the report from verdicts and true labels."""
    positive = ranking_label(labels, order)
    evaluation = evaluate(log_proba, truth, labels, positive=positive, ranking=ranking)
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
        test_documents=test_documents,
    )


def pack_report(report: EvaluationReport) -> StoredArrays:
    """Convert a report to the form that is stored: document numbers and label names, no texts."""
    if report.answers is not None:
        return pack_answer_set(report.way, report.answers)
    head = {
        "way": report.way,
        "labels": report.evaluation.labels,
        "positive": report.positive,
        "promises": [asdict(promise) for promise in report.promises],
    }
    arrays = {"log_proba": report.log_proba, "truth": report.truth}
    arrays |= {} if report.ranking is None else {"ranking": report.ranking}
    arrays |= {} if report.document_numbers is None else {"document_numbers": report.document_numbers}
    return StoredArrays(head, arrays)


def pack_answer_set(way: VerdictMethod, answers: HeldOutAnswerSet) -> StoredArrays:
    """Convert multi-label assignments to the form that is stored."""
    arrays = {name: getattr(answers, name).astype(np.int32) for name in ("is_branch", "given", "truth")}
    arrays |= {"probabilities": answers.probabilities}
    arrays |= {} if answers.document_numbers is None else {"document_numbers": answers.document_numbers}
    return StoredArrays({"way": way, "labels": answers.labels}, arrays)


def unpack_answer_set(kept: StoredArrays) -> HeldOutAnswerSet:
    """Convert stored multi-label assignments back.

    Raises:
        ValueError: Array sizes differ.
    """
    is_branch, given, truth = (kept.arrays[name].astype(np.bool_) for name in ("is_branch", "given", "truth"))
    answers = HeldOutAnswerSet(
        labels=tuple(kept.head["labels"]),
        is_branch=is_branch,
        given=given,
        truth=truth,
        probabilities=kept.arrays["probabilities"],
        document_numbers=kept.arrays.get("document_numbers"),
    )
    shape = (len(given), len(answers.labels))
    if {given.shape, truth.shape, answers.probabilities.shape} != {shape} or is_branch.shape != shape[1:]:
        raise ValueError("sizes differ")
    return answers


def unpack_report(model: str, kept: StoredArrays) -> EvaluationReport | None:
    """Convert a stored report back; None if the stored data are inconsistent."""
    began_s, head, arrays = time.monotonic(), kept.head, kept.arrays
    try:
        if "given" in arrays:
            return report_of_answers(model, head["way"], unpack_answer_set(kept), began_s)
        log_proba, truth, ranking = arrays["log_proba"], arrays["truth"], arrays.get("ranking")
        promises = tuple(
            FilingErrorLimit(
                promise["one_in"], tuple(LabelErrorLimit(**label) for label in promise["labels"]), promise["fewest"]
            )
            for promise in head["promises"]
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


def branch_accuracy_of(report: EvaluationFigures) -> float | None:
    """Return the accuracy of the first level of the label tree, from 0 to 1; None if the labels form no tree."""
    return branch_accuracy(report.evaluation.confusion, report.evaluation.labels)


def report_of_answers(model: str, way: VerdictMethod, answers: HeldOutAnswerSet, began_s: float) -> EvaluationReport:
    """Build the report of a multi-label model. `way` is the method by which the documents were held out."""
    figures = evaluate_multi_label(answers.given, answers.truth, answers.labels, answers.is_branch)
    leaf_columns = np.flatnonzero(~answers.is_branch)
    given, truth, probabilities = (
        answers.given[:, leaf_columns],
        answers.truth[:, leaf_columns],
        answers.probabilities[:, leaf_columns],
    )
    is_right = (given == truth).all(axis=1)
    return EvaluationReport(
        model=model,
        way=way,
        evaluation=to_evaluation(figures, probabilities, given, truth),
        positive=None,
        failed=answers.failed,
        skipped=answers.skipped,
        seconds=time.monotonic() - began_s,
        log_proba=np.where(is_right, 0.0, -np.inf)[:, None],
        truth=np.zeros(len(is_right), np.int64),
        ranking=None,
        document_numbers=answers.document_numbers,
        each_label=(probabilities, truth),
        several=figures,
        answers=answers,
        test_documents=answers.test_documents,
    )


@dataclass(frozen=True, slots=True, eq=False)
class HeldOutAnswerSet:
    """Held-out label assignments of a multi-label model, with the true labels. Labels include branches of the label
    tree.
    """

    labels: tuple[str, ...]
    is_branch: BoolArray
    """(n_labels,): whether the label is a branch of the label tree."""
    given: BoolArray
    """(n_documents, n_labels): whether the model assigns the label. `truth` and `probabilities` have the same shape."""
    truth: BoolArray
    probabilities: FloatArray
    document_numbers: IntArray | None = None
    failed: tuple[Failure, ...] = ()
    skipped: int = 0
    test_documents: tuple[TestDocument, ...] = ()


def evaluate_answers_on_corpus(
    workspace: Workspace, kept: StoredModel, model: Model, order: EvaluationOrder, context: JobContext
) -> HeldOutAnswerSet:
    """Evaluate a multi-label model on its corpus.

    The decision threshold for a document is chosen without that document.
    """
    if kept.record.corpus is None:
        raise ModelError(kept.record.name, "no-corpus")
    recipe, is_learnt = model.recipe, model.is_fitted
    labelled = load_labelled_corpus(workspace, workspace.corpora.get(kept.record.corpus), recipe, context)
    documents = report_progress_of(labelled.documents, context, ASKING_PHASE)

    def progress(done: int, total: int) -> None:
        context.checkpoint(done, total, ASKING_PHASE)

    if order.way == "share":
        return evaluate_answers_on_share(model, labelled, order, context)
    rows = None
    if order.way == "by-date":
        unseen = split_later_half(labelled, n_parts=N_PARTS_OF_FITS)
        rows, folds = unseen.counted_rows, np.full(len(documents), -1)
        folds[unseen.judged_rows] = unseen.folds
        answers = answer_by_folds(recipe, documents, folds, is_learnt=is_learnt, progress=progress, is_in_time=True)
    elif order.way == "folds":
        folds = stratified_folds(documents.label_numbers, order.n_folds, order.seed)
        answers = answer_by_folds(recipe, documents, folds, is_learnt=is_learnt, progress=progress)
    else:
        counted = train_whole_model(recipe, replace(labelled, documents=documents))
        answers = fit_questions(counted, documents, is_learnt=is_learnt, progress=progress)
    labels = answers.questions.labels
    rows = np.arange(len(documents)) if rows is None else rows
    truth = answers.truth[rows]
    probabilities, given = cross_fit_answers(answers.log_odds[rows], truth, labels)
    numbers = labelled.document_numbers[rows]
    return HeldOutAnswerSet(labels, answers.questions.is_branch, given, truth, probabilities, numbers)


def evaluate_answers_on_share(
    model: Model, labelled: LabelledCorpus, order: EvaluationOrder, context: JobContext
) -> HeldOutAnswerSet:
    """Hold out a part of the documents, train a multi-label model on the rest, and test it on the held-out
    documents.
    """
    rows = choose_held_out_rows(labelled, order.share, order.seed)
    recipe = recipe_to_display(model.recipe, is_learnt=model.is_fitted)
    trained = train_label_sets(recipe, drop_rows(labelled, rows), context).model
    parts = [judge(trained, counted) for _, counted in map_documents_to_model(trained, labelled.documents[rows])]
    labels, sets = parts[0].labels, labelled.documents.labels
    truth = label_memberships([sets[number] for number in labelled.documents.label_numbers[rows].tolist()], labels)
    given = np.concatenate([part.is_assigned for part in parts if part.is_assigned is not None])
    probabilities = np.concatenate([np.exp(part.calibrated_log_proba) for part in parts])
    is_branch = np.array([label not in trained.answer_labels for label in labels], np.bool_)
    return HeldOutAnswerSet(labels, is_branch, given, truth, probabilities, labelled.document_numbers[rows])


def evaluate_answers_on_test_set(model: Model, order: EvaluationOrder, context: JobContext) -> HeldOutAnswerSet:
    """Evaluate the saved multi-label model on a test set. Labels that the model does not know count as missed."""
    options = replace(order.options, labels="several")
    batches = list(judge_sources(model, JudgingRequest(order.test_sources, options), context))
    sets = labels_of(batches)
    has_label = np.array([name is not None for name in sets], np.bool_)
    if not has_label.any():
        raise TrainingError(str(order.test_sources[0]), "no-labels")
    known = batches[0].verdicts.labels
    labels = (*known, *(label for label in labels_and_branches_of(filter(None, sets)) if label not in known))
    truth = label_memberships([name or "" for name in sets], labels)[has_label]
    given = np.zeros((len(sets), len(labels)), np.bool_)
    probabilities = np.zeros(given.shape)
    known_given = [batch.verdicts.is_assigned for batch in batches if batch.verdicts.is_assigned is not None]
    given[:, : len(known)] = np.concatenate(known_given)
    probabilities[:, : len(known)] = np.concatenate([np.exp(batch.verdicts.calibrated_log_proba) for batch in batches])
    failed = tuple(failure for batch in batches for failure in batch.failures)
    labels_of_documents = {label for name in filter(None, sets) for label in labels_of_set(name)}.union(known)
    is_branch = np.array([label not in labels_of_documents for label in labels], np.bool_)
    is_branch[: len(known)] = [label not in model.answer_labels for label in known]
    skipped, shares_of = int((~has_label).sum()), probabilities[has_label]
    places = test_documents_of(batches, has_label)
    return HeldOutAnswerSet(labels, is_branch, given[has_label], truth, shares_of, None, failed, skipped, places)


@dataclass(frozen=True, slots=True)
class Yardstick:
    """How models are evaluated: on which documents, and by which method."""

    way: EvaluationMethod = "leave-one-out"
    """The evaluation method."""
    n_folds: int = 10
    sources: tuple[Path, ...] = ()
    """Files of the test set; empty to use documents of the workspace."""
    options: SourceOptions = field(default_factory=SourceOptions)
    """How to read the test set."""
    share: float = DEFAULT_HELD_OUT_SHARE
    """For the method "share", the proportion of each label's documents to hold out."""

    @property
    def method_name(self) -> str:
        """Name of the method in exported tables, and the name under which evaluations are stored."""
        names = {"folds": f"{self.n_folds} folds", "test": "test set", "share": f"{self.share:.0%} held out"}
        return names.get(self.way, self.way)


class Comparer:
    """Evaluates the models of one workspace. Results are cached until the model or its corpus changes."""

    def __init__(self, workspace: WorkspaceSource) -> None:
        self._path = workspace
        self._reports: dict[tuple[object, ...], EvaluationReport] = {}

    def models(self, corpus: str) -> list[str]:
        """Return the model names of a corpus, newest first."""
        with open_for_reading(self._path) as workspace:
            records = sorted(workspace.models.all(corpus), key=lambda record: -record.changed_at)
        return [record.name for record in records]

    def report(self, model: str, yardstick: Yardstick, context: JobContext) -> EvaluationReport:
        """Return the evaluation of a model, from the cache or the store if it is there."""
        with open_for_reading(self._path) as workspace:
            record = workspace.models.get(model)
            number = 0 if record.corpus is None else workspace.changes.last_number(record.corpus)
            has_stamp = record.corpus is not None and yardstick.way != "test"  # test files may change unnoticed
            stamp = stamp_of_saved_model(workspace, record, number, yardstick.method_name) if has_stamp else None
        key = (model, record.changed_at, number, yardstick)
        if key not in self._reports:
            self._reports = {
                old: kept for old, kept in self._reports.items() if old[0] != model or old[1:3] == key[1:3]
            }
            corpus = record.corpus or ""
            known = None if stamp is None else load_evaluation(self._path, corpus, stamp)
            report = None if known is None else unpack_report(model, known)
            if report is None:
                report = self._evaluate(model, yardstick, context)
                if stamp is not None:
                    store_evaluation(self._path, corpus, model, yardstick.method_name, stamp, pack_report(report))
            self._reports[key] = report
        return self._reports[key]

    def _evaluate(self, model: str, yardstick: Yardstick, context: JobContext) -> EvaluationReport:
        order = EvaluationOrder(
            model, way=yardstick.way, n_folds=yardstick.n_folds, test_sources=yardstick.sources,
            options=yardstick.options, share=yardstick.share,
        )  # fmt: skip
        return evaluate_model(self._path, order, context)


@dataclass(frozen=True, slots=True, eq=False)
class Separation:
    """ROC curve and precision-recall curve, which show how well the scores separate the positive label from all
    others.
    """

    roc: RocCurve
    precision_recall: PrecisionRecallCurve
    auc: float
    """Area under the ROC curve."""


def separation_of(report: EvaluationReport, positive: str) -> Separation | None:
    """Return the ROC and precision-recall curves of a report for the label `positive`.

    Returns None if all documents have the label, or none has it.
    """
    labels = report.evaluation.labels
    if positive not in labels:
        return None
    number = labels.index(positive)
    is_positive = report.truth == number if report.each_label is None else report.each_label[1][:, number]
    if is_positive.all() or not is_positive.any():
        return None
    ranked = rank_scores(ranking_scores_of(report, number), is_positive)
    return Separation(compute_roc_curve(ranked), compute_precision_recall_curve(ranked), auc(ranked))


def documents_of_report_cell(report: EvaluationReport, truth: int, judged: int) -> tuple[IntArray, FloatArray]:
    """Return the indices of the documents that one cell of a confusion matrix counts, and the probabilities of their
    verdicts.

    They are in the order of `documents_of_cell`.
    """
    if report.answers is None:
        return documents_of_cell(report.log_proba, report.truth, truth, judged)
    answers = report.answers
    columns = np.flatnonzero(~answers.is_branch)  # the matrix has no branches
    return documents_of_multi_label_cell(
        answers.given, answers.truth, answers.probabilities, int(columns[truth]), int(columns[judged])
    )


def ranking_scores_of(report: EvaluationReport, number: int) -> FloatArray:
    """Return the ranking scores for the label with this number, (n_documents,)."""
    if report.each_label is not None:
        return np.asarray(report.each_label[0][:, number])
    return report.ranking if report.ranking is not None else log_odds(report.log_proba, number)


def compare_by_mcnemar(first: EvaluationReport, second: EvaluationReport) -> McNemarResult | None:
    """Return McNemar's test on the documents that are in both reports; None if there are none."""
    if first.document_numbers is None or second.document_numbers is None:
        is_same_test = first.way == second.way == "test" and len(first.truth) == len(second.truth)
        return mcnemar(is_right(first), is_right(second)) if is_same_test else None
    _, first_rows, second_rows = np.intersect1d(
        first.document_numbers, second.document_numbers, assume_unique=True, return_indices=True
    )
    if not len(first_rows):
        return None
    return mcnemar(is_right(first)[first_rows], is_right(second)[second_rows])


def positive_label_of_report(report: EvaluationReport) -> str:
    """Return the label that the curves separate from all other labels."""
    return report.positive or find_positive_label(report.evaluation.labels)


def is_right(report: EvaluationReport) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return a mask of the documents that were classified correctly, (n_documents,)."""
    return np.asarray(best_label_numbers(report.log_proba) == report.truth)


USUAL_SECONDS = 60.0
"""Default time budget of a comparison."""
PHASE = "testing other models"
SIGNIFICANCE_LEVEL = 0.05
"""Significance level of comparisons."""
ComparisonFinding = Literal["better", "as-good", "worse", "none-better"]
"""Conclusion of a comparison of the model in use with other models.

"better": another model is significantly better. "as-good": the model in use has learnt factors, and a textbook model
does not differ significantly. "worse": the best textbook model is significantly worse. "none-better": no model is
better.
"""
WEIGHTINGS: tuple[Weighting, ...] = ("count", "binary", "tfidf")


@dataclass(frozen=True, slots=True, eq=False)
class EvaluatedRecipe:
    """A recipe, with its figures on the held-out documents of a comparison."""

    name: str
    recipe: Recipe
    evaluation: Evaluation
    """Evaluation of its calibrated probabilities."""
    is_right: BoolArray
    """(n_documents,): mask of the documents that were classified correctly."""
    against: McNemarResult
    """McNemar's test of the model in use against this recipe."""
    seconds: float
    micro_f1: float | None = None
    """Multi-label only: F1 over all pairs of document and label."""

    @property
    def is_chance(self) -> bool:
        """Whether the difference from the model in use may be chance: the p-value is not below the significance
        level.
        """
        return self.against.p_value >= SIGNIFICANCE_LEVEL

    @property
    def merit(self) -> tuple[float, float]:
        """Sort key: accuracy, then negative log loss. A greater key is better."""
        return self.evaluation.accuracy, -self.evaluation.log_loss

    @property
    def request(self) -> RecipeRequest:
        """The request that trains such a model."""
        recipe = self.recipe
        return RecipeRequest(
            event_model=recipe.event_model,
            smoothing=repr(recipe.smoothing),
            prior=recipe.prior.kind,
            vocabulary="all",
            unknown_word=False,
            binary=recipe.weighting == "binary",
            tfidf=recipe.weighting == "tfidf",
            ridge_by_ratio=recipe.ridge_by_ratio or not recipe.is_fitted,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Opponents:
    """Result of a comparison of the model in use with other recipes."""

    model: str
    corpus: str
    contenders: tuple[EvaluatedRecipe, ...]
    """The model in use first, then the other recipes."""
    untried_names: tuple[str, ...]
    """Names of the models that were not tested, because the time was over or the user stopped the comparison."""
    is_stopped: bool
    """True if the user stopped the comparison."""
    is_in_time: bool
    """True if later documents were classified by models of earlier documents.

    False if runs of neighbouring documents, or rows, were held out.
    """
    budget_s: float
    seconds: float

    @property
    def in_use(self) -> EvaluatedRecipe:
        """The model in use."""
        return self.contenders[0]

    @property
    def finding(self) -> tuple[ComparisonFinding, EvaluatedRecipe | None]:
        """The conclusion of the comparison, and the recipe that it mentions; None if it mentions none."""
        mine, others = self.in_use, sorted(self.contenders[1:], key=lambda one: one.merit, reverse=True)
        better = [one for one in others if not one.is_chance and one.merit > mine.merit]
        if better:
            return "better", better[0]
        plain = next((one for one in others if not one.recipe.is_fitted), None)
        if plain is not None and not plain.is_chance:
            return "worse", plain
        return ("as-good", plain) if plain is not None and mine.recipe.is_fitted else ("none-better", None)

    @property
    def proposal(self) -> EvaluatedRecipe | None:
        """The recipe to use instead of the present one; None if there is none.

        It is significantly better, or it is a textbook model as good as learnt factors.
        """
        finding, other = self.finding
        return other if finding in ("better", "as-good") else None


def compare_with_opponents(
    workspace: WorkspaceSource, model: str | None, context: JobContext, budget_s: float = USUAL_SECONDS
) -> Opponents:
    """Compare a model with all other models that can read its documents, within a time budget in seconds.

    If the user stops the comparison, finished results are kept.
    """
    began_s = time.monotonic()
    with open_for_writing(workspace) as opened:
        kept = load_private_model(workspace, opened, model)
        if kept.record.corpus is None:
            raise ModelError(kept.record.name, "no-corpus")
        with translate_engine_errors(TrainingError, kept.record.corpus):
            arena = _ComparisonDocuments(opened, kept, context)
            contenders, untried_names, is_stopped = [arena.evaluate_contender(arena.own)], list[str](), False
            for recipe in recipes_to_compare(arena.own, arena.plain, arena.fitted, arena.kinds):
                try:
                    if not is_stopped and time.monotonic() - began_s <= budget_s:
                        contenders.append(arena.evaluate_contender(recipe, contenders[0]))
                        continue
                except (Cancelled, KeyboardInterrupt):
                    is_stopped = True
                untried_names.append(short_recipe_name(recipe))
    names, seconds = (kept.record.name, kept.record.corpus), time.monotonic() - began_s
    return Opponents(
        *names, tuple(contenders), tuple(untried_names), is_stopped, arena.unseen.is_in_time, budget_s, seconds
    )


def recipes_to_compare(own: Recipe, plain: Recipe, fitted: Recipe, kinds: set[Kind]) -> Iterator[Recipe]:
    """Yield textbook recipes, the simplest first, and `fitted` as the third recipe, so that a short budget reaches it.

    `own`, the recipe of the model in use, is left out. The token rules are those of `plain`. `kinds` are the kinds of
    columns.
    """
    recipes = [
        replace(plain, event_model=event.name, weighting=weighting)
        for weighting in WEIGHTINGS
        for event in event_models_reading(kinds)
        if not event.is_fitted
        and (weighting == "count" or event.column_kinds == ("text",))
        and (weighting != "binary" or event.has_binary_variant)
    ]
    recipes = [recipe for recipe in recipes if recipe.counts_as == recipe.weighting]
    recipes.insert(2, fitted)
    for recipe in recipes:
        is_used = own.learner is None and short_recipe_name(recipe) == short_recipe_name(own)
        if not is_used or (recipe.reads_text and recipe.rules != own.rules):
            yield recipe


class _ComparisonDocuments:
    """Loads the documents of a comparison, and evaluates each recipe on the same held-out documents."""

    def __init__(self, workspace: Workspace, kept: StoredModel, context: JobContext) -> None:
        self._workspace, self._model, self._context = workspace, kept.model, context
        self._corpus = corpus = workspace.corpora.get(kept.record.corpus or "")
        self.own, self.kinds = kept.model.recipe, kinds_of(corpus.schema)
        facts = replace(facts_of_corpus(workspace, corpus), takes_several=kept.model.gives_several_labels)
        if facts.takes_several:
            self.own = recipe_to_display(self.own, is_learnt=kept.model.is_fitted)
        self.plain = recipe_of_counts(
            resolve_request(RecipeRequest(), replace(facts, labels=()))
        )  # no labels: no filter
        self.fitted = fitted_recipe(self.plain)
        if corpus.kind == "table" and facts.compute_cuts is not None:
            self.plain = fit_recipe_to_schema(self.plain, corpus.schema)
            self.fitted = replace(self.fitted, cuts=facts.compute_cuts())
        self._read: dict[object, LabelledCorpus] = {}
        self._numbers: IntArray | None = None
        own, plain = (self._documents(recipe).document_numbers for recipe in (self.own, self.plain))
        self._numbers = np.intersect1d(own, plain, assume_unique=True)
        some = self._documents(self.plain)
        unseen = (
            assign_rows_to_folds(some)
            if corpus.kind == "table"
            else choose_unseen_documents(some.documents, some.dates_s)
        )
        if unseen is None or not len(unseen.counted_rows):
            raise EngineError(f"{len(some.documents)} documents are too few to compare models by.")
        if self.own.learner is not None and not unseen.is_in_time:
            raise ModelError(kept.record.name, "no-opponents")
        self.unseen = unseen

    def evaluate_contender(self, recipe: Recipe, in_use: EvaluatedRecipe | None = None) -> EvaluatedRecipe:
        """Evaluate one recipe. Its best smoothing is chosen first, except for the recipe of the model in use."""
        began_s, labelled = time.monotonic(), self._documents(recipe)
        self._context.checkpoint(phase=PHASE)
        documents, micro_f1 = report_progress_of(labelled.documents, self._context, PHASE), None
        if self._model.gives_several_labels:
            evaluation, is_right, micro_f1 = self._judge_label_by_label(recipe, documents)
        else:
            if in_use is not None:
                recipe = find_best_smoothing(recipe, documents, self._context)
            evaluation, is_right = self._evaluate_recipe(recipe, replace(labelled, documents=documents))
        against = mcnemar(is_right if in_use is None else in_use.is_right, is_right)
        name = short_recipe_name(recipe) if recipe.learner is None else FILTER
        return EvaluatedRecipe(name, recipe, evaluation, is_right, against, time.monotonic() - began_s, micro_f1)

    def _evaluate_recipe(self, recipe: Recipe, labelled: LabelledCorpus) -> tuple[Evaluation, BoolArray]:
        documents, picked = labelled.documents, self.unseen.counted_rows
        truth = documents.label_numbers[picked]
        if recipe.learner is not None:
            log_proba = train_filter(recipe, labelled, self._context).calibrated_log_proba[picked]
        else:
            scores = score_unseen_documents(recipe, documents, self.unseen)
            log_proba = cross_calibrate(scores, truth, count_words_per_document(documents)[picked])
        return evaluate(log_proba, truth, documents.labels), np.asarray(log_proba.argmax(axis=1) == truth)

    def _judge_label_by_label(self, recipe: Recipe, documents: AnyDocuments) -> tuple[Evaluation, BoolArray, float]:
        folds, picked = np.full(len(documents), -1), self.unseen.counted_rows
        folds[self.unseen.judged_rows] = self.unseen.folds
        answers = answer_by_folds(
            recipe_of_counts(recipe),
            documents,
            folds,
            is_learnt=recipe.is_fitted,
            progress=lambda done, total: self._context.checkpoint(done, total, PHASE),
            is_in_time=self.unseen.is_in_time,
        )
        labels, leaf_columns = answers.questions.labels, np.flatnonzero(~answers.questions.is_branch)
        probabilities, given = cross_fit_answers(answers.log_odds[picked], answers.truth[picked], labels)
        probabilities, given, truth = (
            probabilities[:, leaf_columns],
            given[:, leaf_columns],
            answers.truth[np.ix_(picked, leaf_columns)],
        )
        figures = evaluate_multi_label(given, truth, tuple(labels[place] for place in leaf_columns.tolist()))
        is_right = np.asarray((given == truth).all(axis=1))
        return to_evaluation(figures, probabilities, given, truth), is_right, figures.micro_f1

    def _documents(self, recipe: Recipe) -> LabelledCorpus:
        """Return the corpus as the recipe reads it, without documents that one of the compared recipes cannot read."""
        key = recipe.rules if recipe.reads_text else None, recipe.event.column_kinds, recipe.cuts
        if key not in self._read:
            self._read[key] = load_labelled_corpus(self._workspace, self._corpus, recipe, self._context)
        labelled = self._read[key]
        if self._numbers is None or len(labelled.document_numbers) == len(self._numbers):
            return labelled
        rows = np.flatnonzero(np.isin(labelled.document_numbers, self._numbers))
        dates_s = None if labelled.dates_s is None else labelled.dates_s[rows]
        numbers = labelled.document_numbers[rows]
        return replace(labelled, documents=labelled.documents[rows], document_numbers=numbers, dates_s=dates_s)


def assign_rows_to_folds(labelled: LabelledCorpus) -> UnseenDocuments | None:
    """Assign rows of a table to random folds. Tables are often sorted, and similar rows are no duplicates."""
    numbers = labelled.documents.label_numbers
    if len(numbers) < MAX_FOLDS:
        return None
    everyone = np.arange(len(numbers))
    return UnseenDocuments(everyone, stratified_folds(numbers, MAX_FOLDS), everyone)


def find_best_smoothing(recipe: Recipe, documents: AnyDocuments, context: JobContext) -> Recipe:
    """Return the recipe with the smoothing that is best on held-out documents. Learnt factors are returned
    unchanged.
    """
    if recipe.is_fitted:
        return recipe
    if can_hold_out_stretches(recipe, documents):
        return try_recipe(recipe, documents, statistics_of_documents(documents), context, chooses_smoothing=True).recipe
    return train_with_best_smoothing(recipe, documents.load(), context).recipe
