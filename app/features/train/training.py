"""Train a model on a corpus for a recipe request, evaluate it on held-out documents, and save it."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from app.domain.documents import count_single_labels
from app.domain.errors import TrainingError
from app.domain.jobs import JobContext
from app.domain.records import Corpus, ModelRecord
from app.domain.results import AutomaticChoice, TrainingReport, UnlabelledEffect
from app.features.train.choosing import (
    FittedChoice,
    HeldOutScoresFunction,
    TrialDocuments,
    choose_fitted_recipe,
    choose_recipe,
    choose_rival,
    choose_unlabelled,
    fitted_recipe,
    limit_to_factor_capacity,
    sample_indices,
    wants_factors,
)
from app.library.engine_errors import translate_engine_errors
from app.library.filter_training import loss_estimate_record, train_filter
from app.library.recipes import (
    AUTO,
    FILTER,
    LEARNT,
    CorpusFacts,
    RecipeRequest,
    fill_auto_fields,
    recipe_of_counts,
    recipe_to_display,
    request_to_json,
    resolve_request,
    short_recipe_name,
)
from app.library.saved_models import measure_reliability, save_judged_model
from app.library.training_data import (
    NO_UNLABELLED,
    LabelledCorpus,
    UnlabelledVerdicts,
    facts_of_corpus,
    find_corpus,
    judge_unlabelled,
    kind_of_corpus,
    load_labelled_corpus,
    merge_unlabelled,
    recount_documents,
    report_progress_of,
    store_counts,
    train_whole_model,
)
from app.store.verdicts import LeaveOneOut
from app.store.workspace import Workspace, WorkspaceSource, open_for_writing
from nbengine.counts import FloatArray, IntArray
from nbengine.learnt.documents import AnyDocuments, Documents, statistics_of_documents
from nbengine.learnt.statistics import Statistics
from nbengine.logspace import best_label_numbers
from nbengine.measure.evaluation import Evaluation, MultiLabelEvaluation, evaluate, evaluate_multi_label
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from nbengine.models.training import HeldOutFolds, choose_folds
from nbengine.questions.answers import BoolArray, cross_fit_answers, label_sets_of
from nbengine.questions.label_questions import MultiLabelModel, fit_questions
from nbengine.text.token_rules import TokenRules

logger = logging.getLogger(__name__)

ASKING_PHASE = "testing each label with models trained on the other documents"


@dataclass(frozen=True, slots=True, eq=False)
class TrainedLabelSets:
    """A multi-label model, and its held-out verdicts on the documents on which it was trained."""

    model: MultiLabelModel
    evaluation: MultiLabelEvaluation
    probabilities: FloatArray
    """(n_documents, n_labels): held-out probability of each label."""
    given: BoolArray
    """(n_documents, n_labels): whether the model assigns the label to the document."""
    truth: BoolArray
    """(n_documents, n_labels): whether the document has the label."""

    def assigned_label_sets(self, known: Sequence[str]) -> tuple[tuple[str, ...], IntArray]:
        """Return the names of the label sets that the model assigns, and for each document the index of its set.

        The names begin with `known`. The index of a document without labels is -1.
        """
        return name_label_sets(self.model.questions.labels, self.given, known)


def name_label_sets(labels: Sequence[str], given: BoolArray, known: Sequence[str]) -> tuple[tuple[str, ...], IntArray]:
    """Return the names of the label sets in `given`, and for each document the index of its set.

    The names begin with `known`. The index of a document without labels is -1.
    """
    sets = label_sets_of(labels, given)
    names = tuple(dict.fromkeys([*known, *filter(None, sets)]))
    index_by_name = {name: index for index, name in enumerate(names)} | {"": -1}
    return names, np.array([index_by_name[name] for name in sets], np.int64)


def train_multi_label(
    workspace: Workspace, corpus: Corpus, request: RecipeRequest, name: str, context: JobContext
) -> TrainingReport:
    """Train and save a model for a corpus with several labels per document."""
    began_s = time.monotonic()
    recipe = resolve_request(request, facts_of_corpus(workspace, corpus))
    labelled = load_labelled_corpus(workspace, corpus, recipe, context)
    with translate_engine_errors(TrainingError, corpus.name):
        trained = train_label_sets(recipe, labelled, context)
    rest = judge_unlabelled(workspace, trained.model, corpus.name, context)
    context.checkpoint(phase="saving the model")
    with workspace.transaction():
        filled = fill_auto_fields(request, recipe, kind_of_corpus(workspace, corpus))
        record = save_label_set_model(workspace, name, labelled, trained, filled, rest)
    return multi_label_report(record, labelled, trained, time.monotonic() - began_s)


def train_label_sets(recipe: Recipe, labelled: LabelledCorpus, context: JobContext) -> TrainedLabelSets:
    """Train a multi-label model. The verdicts on the documents come from cross-validation."""
    documents = report_progress_of(labelled.documents, context, "learning")
    counted = train_whole_model(recipe_of_counts(recipe), replace(labelled, documents=documents))
    answers = fit_questions(
        counted,
        documents,
        is_learnt=recipe.is_fitted,
        progress=lambda done, total: context.checkpoint(done, total, ASKING_PHASE),
    )
    model = MultiLabelModel(counted, answers.questions.saved)
    probabilities, given = cross_fit_answers(answers.log_odds, answers.truth, model.questions.labels)
    evaluation = evaluate_multi_label(given, answers.truth, model.questions.labels, model.questions.is_branch)
    return TrainedLabelSets(model, evaluation, probabilities, given, answers.truth)


def save_label_set_model(
    workspace: Workspace,
    name: str,
    labelled: LabelledCorpus,
    trained: TrainedLabelSets,
    request: RecipeRequest,
    rest: UnlabelledVerdicts = NO_UNLABELLED,
) -> ModelRecord:
    """Save a multi-label model with its held-out verdicts, and with `rest`, its verdicts on unlabelled documents.

    The stored probability of a document is the smallest probability of the correct answer, over all labels.
    """
    names, given = trained.assigned_label_sets(labelled.documents.labels)
    right = np.where(trained.truth, trained.probabilities, 1.0 - trained.probabilities)
    judged = LeaveOneOut(
        labelled.change_number,
        names,
        labelled.document_numbers,
        given.astype(np.int32),
        right.min(axis=1, initial=1.0).astype(np.float32),
        name,
        labelled.documents.label_numbers.astype(np.int32),
    )
    judged = merge_unlabelled(judged, rest)
    recipe = recipe_to_display(trained.model.recipe, is_learnt=trained.model.is_fitted)
    figures = trained.evaluation.to_plain() | request_to_json(request)
    return save_judged_model(workspace, labelled.corpus.name, trained.model, recipe, figures, judged)


def multi_label_report(
    record: ModelRecord, labelled: LabelledCorpus, trained: TrainedLabelSets, seconds: float
) -> TrainingReport:
    """Build the training report of a multi-label model."""
    documents, recipe = labelled.documents, trained.model.recipe
    counts = np.bincount(documents.label_numbers, minlength=len(documents.labels)).tolist()
    is_learnt = trained.model.is_fitted
    return TrainingReport(
        model=record.name,
        corpus=labelled.corpus.name,
        documents=len(labelled.document_numbers),
        labels=count_single_labels(dict(zip(documents.labels, counts, strict=True))),
        words=trained.model.n_words,
        event_model=LEARNT if is_learnt else recipe.event_model,
        smoothing=recipe.smoothing,
        prior=recipe.prior.kind,
        weighting=recipe.weighting,
        accuracy=trained.evaluation.subset_accuracy,
        judged_by="folds" if is_learnt else "leave-one-out",
        choices=tuple[AutomaticChoice, ...](),
        canonical_hash=trained.model.canonical_hash(),
        seconds=seconds,
        description=LEARNT if is_learnt else short_recipe_name(recipe),
        micro_f1=trained.evaluation.micro_f1,
    )


MODEL_NAME_OF_CORPUS = "{corpus} filter"
LEARNING, JUDGING = "learning", "testing each document with a model trained on the others"


@dataclass(frozen=True, slots=True)
class TrainingOrder:
    """Parameters of a training: the corpus, the request, and the name of the model."""

    request: RecipeRequest = field(default_factory=RecipeRequest)
    corpus: str | None = None
    model: str | None = None
    """Name for the model; a saved model with this name is replaced. None stands for a name made from that of the
    corpus.
    """


@dataclass(frozen=True, slots=True, eq=False)
class TrainedModel:
    """A model, and its held-out scores on the documents on which it was trained."""

    model: Model
    evaluation: Evaluation
    log_joint: FloatArray
    """(n_documents, n_labels): uncalibrated scores."""
    calibrated: FloatArray
    """(n_documents, n_labels): calibrated log-probabilities, from which `evaluation` is computed."""
    judged_by: str
    """Name of the test method, such as `folds` or `leave-one-out`."""


def train(workspace: WorkspaceSource, order: TrainingOrder, context: JobContext) -> TrainingReport:
    """Train a model on a corpus and save it in one transaction."""
    began_s = time.monotonic()
    with open_for_writing(workspace) as opened:
        corpus = find_corpus(opened, order.corpus)
        if corpus.takes_several:
            return train_multi_label(opened, corpus, order.request, name_for_model(order, corpus), context)
        labelled, recipe, choices, effect, hold_out = choose_for_request(opened, corpus, order.request, context)
        with translate_engine_errors(TrainingError, corpus.name):
            trained = train_and_evaluate(recipe, labelled, context, hold_out)
        rest = judge_unlabelled(opened, trained.model, corpus.name, context)
        context.checkpoint(phase="saving the model")
        with opened.transaction():
            request = fill_auto_fields(order.request, trained.model.recipe, kind_of_corpus(opened, corpus))
            record = save_trained_model(opened, name_for_model(order, corpus), labelled, trained, request, rest)
    report = training_report(
        trained.model, trained.evaluation, trained.judged_by, count_documents_per_label(labelled.documents)
    )
    seconds = time.monotonic() - began_s
    logger.info("trained %s on %d documents in %.1f s", report.description, report.documents, seconds)
    return replace(report, model=record.name, corpus=corpus.name, choices=choices, seconds=seconds, unlabelled=effect)


def training_report(model: Model, evaluation: Evaluation, judged_by: str, labels: Mapping[str, int]) -> TrainingReport:
    """Build the training report of a model. The caller sets the names, choices and duration."""
    recipe = model.recipe
    return TrainingReport(
        model="",
        corpus="",
        documents=sum(labels.values()),
        labels=labels,
        words=model.n_words,
        event_model=FILTER if recipe.learner else recipe.event_model,
        smoothing=recipe.smoothing,
        prior=recipe.prior.kind,
        weighting=recipe.weighting,
        accuracy=evaluation.accuracy,
        judged_by=judged_by,
        choices=(),
        canonical_hash=model.canonical_hash(),
        seconds=0.0,
        description=FILTER if recipe.learner else short_recipe_name(recipe),
        promise=loss_estimate_record(model),
    )


def name_for_model(order: TrainingOrder, corpus: Corpus) -> str:
    """Return the name under which the model is saved: the requested one, or the default for the corpus."""
    return order.model or MODEL_NAME_OF_CORPUS.format(corpus=corpus.name)


def best_recipe(workspace: WorkspaceSource, corpus: str, request: RecipeRequest, context: JobContext) -> Recipe:
    """Return the recipe that training would use for this request. Nothing is saved."""
    with open_for_writing(workspace) as opened:
        corpus_record = opened.corpora.get(corpus)
        if corpus_record.takes_several:
            return resolve_request(request, facts_of_corpus(opened, corpus_record))
        return choose_for_request(opened, corpus_record, request, context)[1]


def choose_for_request(
    workspace: Workspace, corpus: Corpus, request: RecipeRequest, context: JobContext
) -> tuple[LabelledCorpus, Recipe, tuple[AutomaticChoice, ...], UnlabelledEffect | None, HeldOutScoresFunction | None]:
    """Load the documents of a corpus, and choose the recipe for a request.

    Returns the documents, the recipe, the reasons for the choices, the effect of unlabelled documents, and a function
    that computes held-out scores from those of the trials. The last two are None if there were no such trials.
    """
    facts = facts_of_corpus(workspace, corpus)
    first = resolve_request(replace(request, unlabelled=AUTO), facts)  # what unlabelled documents add is tried last
    labelled = load_labelled_corpus(workspace, corpus, first, context)
    counting = report_progress_of(labelled.documents, context, "reading counts")
    first = lift_unreached_limit(first, counting)
    with translate_engine_errors(TrainingError, corpus.name):
        fitted = _choose_recipe(workspace, labelled, first, request, facts, context)
        recipe = fitted.recipe
        if (recipe.rules, recipe.cuts) != (first.rules, first.cuts):
            if fitted.counted is not None:
                store_counts(workspace, corpus.name, recipe.rules, labelled.document_numbers, fitted.counted)
            labelled = load_labelled_corpus(workspace, corpus, recipe, context)
        choice = choose_unlabelled(workspace, labelled, recipe, request, facts.kind, context)
        recipe = limit_to_factor_capacity(choice.recipe, choice.labelled.documents)
        hold_out = fitted.hold_out if recipe == fitted.recipe else None
        return choice.labelled, recipe, fitted.choices, choice.effect, hold_out


def _choose_recipe(
    workspace: Workspace,
    labelled: LabelledCorpus,
    recipe: Recipe,
    request: RecipeRequest,
    facts: CorpusFacts,
    context: JobContext,
) -> FittedChoice:
    """Compare learnt factors with textbook models on held-out documents, if the request leaves the choice open.

    `recipe` is the recipe that the request resolves to.
    """
    kind, is_filter = facts.kind, recipe.learner is not None
    is_asked = recipe.is_fitted and request.is_auto_smoothing and request.ridge is None
    is_open = not is_filter and (request.chooses_event_model(kind) or kind == "table")
    if not is_asked and not (is_open and wants_factors(request, kind, labelled.documents)):
        return FittedChoice(*choose_recipe(recipe, request, kind, labelled.documents, context))
    sample_rows, rows = sample_indices(labelled.documents.label_numbers), None
    is_whole = len(sample_rows) == len(labelled.documents)
    documents, first = labelled.documents if is_whole else labelled.documents[sample_rows], recipe
    rival = None if is_asked else choose_rival(recipe, request, kind, documents, context)
    if kind == "table" and not is_asked:
        first = fitted_recipe(recipe)
        first = first if facts.compute_cuts is None else replace(first, cuts=facts.compute_cuts())
        cells = load_labelled_corpus(workspace, labelled.corpus, first, context)
        rows, documents = documents, cells.documents[sample_rows]

    def counted(rules: TokenRules, known: Documents) -> Documents:
        return recount_documents(workspace, known, labelled.document_numbers[sample_rows], rules, context)

    sample = TrialDocuments(documents, counted, rows, is_whole)
    choice = choose_fitted_recipe(first, request, kind, sample, context, None if rival is None else rival.recipe)
    if choice is not None:
        return choice
    if rival is not None and rival.is_final and is_whole:
        return FittedChoice(rival.recipe, rival.choices)
    return FittedChoice(*choose_recipe(first, request, kind, labelled.documents, context))


def save_trained_model(
    workspace: Workspace,
    name: str,
    labelled: LabelledCorpus,
    trained: TrainedModel,
    request: RecipeRequest,
    rest: UnlabelledVerdicts = NO_UNLABELLED,
) -> ModelRecord:
    """Save a model with its held-out verdicts and with `rest`, its verdicts on unlabelled documents."""
    documents = labelled.documents
    own_log_proba = trained.calibrated[np.arange(len(documents.label_numbers)), documents.label_numbers]
    verdicts = LeaveOneOut(
        labelled.change_number,
        documents.labels,
        labelled.document_numbers,
        best_label_numbers(trained.calibrated).astype(np.int32),
        np.exp(own_log_proba).astype(np.float32),
        name,
        documents.label_numbers.astype(np.int32),
    )
    model, figures = trained.model, trained.evaluation.to_plain() | request_to_json(request)
    if model.n_unlabelled:
        figures = {**figures, "unlabelled": model.n_unlabelled}
    return save_judged_model(
        workspace, labelled.corpus.name, model, model.recipe, figures, merge_unlabelled(verdicts, rest)
    )


def lift_unreached_limit(recipe: Recipe, documents: AnyDocuments) -> Recipe:
    """Lift a vocabulary limit that the corpus does not reach, so that words learnt later can join the vocabulary.

    Otherwise every new word would count as the unknown word, which training never saw, and would favour the label that
    happens to learn it first.
    """
    unlimited = replace(recipe.limits, size=None, unknown_word=False)
    if recipe.limits.size is None or not documents.has_text or not unlimited.is_open:
        return recipe
    is_used = np.zeros(len(documents.vocabulary), dtype=np.bool_)
    for _, piece in documents.pieces():
        if piece.features.text is not None:
            is_used[piece.features.text.tokens] = True
    return replace(recipe, limits=unlimited) if np.count_nonzero(is_used) <= recipe.limits.size else recipe


def train_and_evaluate(
    recipe: Recipe, labelled: LabelledCorpus, context: JobContext, hold_out: HeldOutScoresFunction | None = None
) -> TrainedModel:
    """Train a recipe and evaluate it on held-out documents. A filter classifies each document before it learns the
    document.

    `hold_out` computes held-out scores of the recipe; see `choose_for_request`.
    """
    if recipe.learner is not None:
        trained = train_filter(recipe, labelled, context)
        return TrainedModel(
            trained.model, trained.evaluation, trained.log_joint, trained.calibrated_log_proba, "replay"
        )
    context = JoinedPasses(context, n_passes_of_training(recipe, labelled.documents, has_folds=hold_out is not None))
    context.checkpoint(phase=LEARNING)
    learning = replace(labelled, documents=report_progress_of(labelled.documents, context, LEARNING))
    whole = statistics_of_documents(learning.documents)
    model = train_whole_model(recipe, learning, whole)
    context.checkpoint(phase=JUDGING)
    folds = None if hold_out is None else hold_out()
    return evaluate_model(model, labelled.documents, context, whole, labelled.dates_s, folds)


class JoinedPasses:
    """JobContext for a job of about `n_passes` passes. It turns the progress of each pass, from 0 to 1, into one
    progress.

    The joined progress never falls. A window once showed 10 %, and two minutes later 8 %: the next pass had begun.
    """

    def __init__(self, whole: JobContext, n_passes: int) -> None:
        self._whole, self._n_passes = whole, n_passes
        self._n_done, self._share, self._most = 0, 0.0, 0.0

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        """Report the joined progress; raise Cancelled if the job should stop."""
        if total:
            share = min(done / total, 1.0)
            if share < self._share:
                self._n_done = min(self._n_done + 1, self._n_passes - 1)
            self._share = share
            self._most = max(self._most, (self._n_done + share) / self._n_passes)
        self._whole.checkpoint(self._most, 1.0 if self._most else 0.0, phase)


def n_passes_of_training(recipe: Recipe, documents: AnyDocuments, *, has_folds: bool) -> int:
    """Return how many passes over the documents training and evaluation take.

    With `has_folds`, the held-out scores are known already, so that no folds have to be trained.
    """
    if has_folds or not recipe.is_judged_by_folds:
        return 2
    return 1 + len(np.unique(choose_folds(recipe, documents.label_numbers)))


def evaluate_model(
    model: Model,
    documents: AnyDocuments,
    context: JobContext,
    whole: Statistics | None = None,
    dates_s: IntArray | None = None,
    folds: HeldOutFolds | None = None,
) -> TrainedModel:
    """Evaluate a model on the documents on which it was trained, each held out.

    `whole` has the statistics of all documents, if known. The held-out scores also calibrate the model's probabilities.
    """
    context.checkpoint(phase=JUDGING)
    honest = measure_reliability(model, report_progress_of(documents, context, JUDGING), whole, dates_s, folds)
    log_joint, lengths = honest.log_joint, honest.lengths
    context.checkpoint(phase=JUDGING)
    calibrated = calibrated_log_proba(model, log_joint, lengths)
    evaluation = evaluate(calibrated, documents.label_numbers, documents.labels)
    judged_by = "folds" if model.recipe.is_judged_by_folds else "leave-one-out"
    return TrainedModel(model, evaluation, log_joint, calibrated, judged_by)


def calibrated_log_proba(model: Model, log_joint: FloatArray, lengths: FloatArray) -> FloatArray:
    """Convert scores, (n_documents, n_labels), to calibrated log-probabilities of the same shape."""
    if model.assurance is None:
        raise TrainingError("", "no-calibration")
    return model.assurance.calibration.apply(log_joint, lengths)


def documents_of_cell(
    log_proba: FloatArray, label_numbers: IntArray, truth: int, judged: int
) -> tuple[IntArray, FloatArray]:
    """Return the indices of the documents that one cell of a confusion matrix counts, and the probabilities of their
    verdicts.

    `log_proba`, (n_documents, n_labels), are held-out verdicts. On the diagonal, the least certain documents come
    first; elsewhere, the most certain mistakes do.
    """
    rows = np.flatnonzero((label_numbers == truth) & (best_label_numbers(log_proba) == judged))
    return _sort_cell(rows, np.exp(log_proba[rows, judged]), is_right=truth == judged)


def documents_of_multi_label_cell(
    given: BoolArray, labels: BoolArray, probabilities: FloatArray, truth: int, judged: int
) -> tuple[IntArray, FloatArray]:
    """Multi-label variant of `documents_of_cell`; all arrays are (n_documents, n_labels).

    A diagonal cell counts the documents that correctly got the label. Another cell counts the documents that wrongly
    got the label `judged` and wrongly did not get the label `truth`.
    """
    is_counted = given[:, judged] & labels[:, truth]
    if truth != judged:
        is_counted &= ~given[:, truth] & ~labels[:, judged]
    rows = np.flatnonzero(is_counted)
    return _sort_cell(rows, probabilities[rows, judged], is_right=truth == judged)


def _sort_cell(rows: IntArray, probabilities: FloatArray, *, is_right: bool) -> tuple[IntArray, FloatArray]:
    order = np.argsort(probabilities if is_right else -probabilities, kind="stable")
    return rows[order], probabilities[order]


def count_documents_per_label(documents: AnyDocuments) -> dict[str, int]:
    """Return the number of training documents per label."""
    counts = np.bincount(documents.label_numbers, minlength=len(documents.labels))
    return dict(zip(documents.labels, counts.tolist(), strict=True))
