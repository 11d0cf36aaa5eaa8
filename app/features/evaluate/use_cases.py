"""Evaluate: how often a model is right about documents that it has not seen.

Where documents may have several labels, every answer counts by itself.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, field, replace
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from app.domain.documents import Failure, SourceOptions
from app.domain.errors import ModelError, NotFound, TrainingError
from app.domain.jobs import Cancelled, JobContext
from app.domain.results import FolderPromise, LabelPromise
from app.features.train.choosing import fitted_recipe, has_stretches, tried_recipe, with_best_smoothing
from app.features.train.training import (
    ASKING,
    JUDGING,
    calibrated_log_proba,
    counted_recipe,
    fitting_schema,
    kinds_of,
    several_plan,
    told_recipe,
    with_cuts,
)
from app.library.classifying import (
    JudgedBatch,
    JudgingOrder,
    evidence_for,
    judged_batches,
    labels_of,
    ranking_scores,
    ranks_by_witnesses,
)
from app.library.engine_errors import engine_errors
from app.library.filter_training import trained_filter
from app.library.recipes import FILTER, RecipeRequest, name_of, planned_recipe, readable_by
from app.library.saved_evaluations import KeptArrays, keep_arrays, known_arrays, model_stamp
from app.library.saved_models import KeptModel, assured, promises_of, shared_model
from app.library.training_data import LabelledCorpus, adopted, kind_of_corpus, labelled_corpus, model_of, watched
from app.store.workspace import Place, Workspace, reading, writing
from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray, remapped
from nbengine.arrays.logspace import judged
from nbengine.errors import EngineError
from nbengine.events import bernoulli, multinomial
from nbengine.events.event_model import Kind
from nbengine.events.settings import Weighting
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.held_or_streamed_documents import AnyDocuments, Documents, learnt_from
from nbengine.learnt.tally import tally_of
from nbengine.measure.evaluation import Evaluation, evaluate, log_odds, positive_label
from nbengine.measure.ranking_curves import (
    McNemar,
    PrecisionRecallCurve,
    RocCurve,
    mcnemar,
    precision_recall,
    rank_scores,
    roc,
)
from nbengine.measure.several_labels import SeveralEvaluation as SeveralEvaluation
from nbengine.measure.several_labels import as_evaluation, branch_accuracy, evaluate_several
from nbengine.measure.unseen_documents import MOST_FOLDS, UnseenDocuments, stratified_folds, unseen_documents
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe, token_scores
from nbengine.models.training import evidence_by_subtraction, folds_by_subtraction, folds_log_joint, scores_of_unseen
from nbengine.questions.answers import BoolArray, cross_answered, labels_in, memberships, questions_in
from nbengine.questions.label_questions import asked, folds_asked
from nbengine.questions.set_model import SetModel, SeveralVerdicts
from nbengine.trust.calibration import fit_calibration

SIZES = (10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000)
EVENT_MODELS = {"multinomial": multinomial, "bernoulli": bernoulli}
N_DRAWS = 5
TEACHING_SHARE = 0.8
SMOOTHING = 1.0


@dataclass(frozen=True, slots=True)
class SizeCurves:
    """Accuracy of each event model by the number of words."""

    sizes: tuple[int, ...]
    accuracies: dict[str, tuple[float, ...]]
    n_documents: int
    """That were drawn from."""
    n_draws: int
    n_in_corpus: int
    """More than were drawn from where memory should not hold them all."""


def size_curves(workspace: Place, corpus: str, context: JobContext, model: str = "") -> SizeCurves:
    """Judge a corpus by parts of itself, for each size and event model.

    What a word is follows the rules of a model, where one is given, and those that suit the corpus otherwise.
    """
    with writing(workspace) as opened:
        found = opened.corpora.get(corpus)
        recipe = planned_recipe(RecipeRequest(), kind_of_corpus(opened, found), corpus).recipe
        kept = shared_model(workspace, opened, model).model if model else None
        if kept is not None and kept.recipe.reads_text:
            recipe = replace(recipe, rules=kept.recipe.rules)
        labelled = labelled_corpus(opened, found, recipe, context).documents
    documents = watched(labelled, context, "reading counts")
    if not isinstance(documents, Documents):  # as many as memory should hold
        shuffled = np.random.default_rng(0).permutation(len(documents))
        n_fitting = int(np.searchsorted(np.cumsum(documents.lengths[shuffled]), documents.held_entries, side="right"))
        documents = documents[np.sort(shuffled[: max(n_fitting, 1)])].held()
    if documents.features.text is None:
        raise TrainingError(corpus, "only documents with text have a vocabulary")
    with engine_errors(TrainingError, corpus):
        sizes, accuracies = curves_of(documents, documents.features.text, context)
    return SizeCurves(sizes, accuracies, len(documents), N_DRAWS, len(labelled))


def curves_of(
    documents: Documents, counts: CountMatrix, context: JobContext
) -> tuple[tuple[int, ...], dict[str, tuple[float, ...]]]:
    """Return the sizes that were tried, the last with all words, and what each event model gets right with each."""
    truth = documents.label_numbers
    words = np.flatnonzero(np.bincount(counts.tokens, counts.values, counts.n_tokens) > 1)
    if not len(words):
        raise EngineError("No word occurs more than once in all documents; there is nothing to choose from.")
    repeated, sizes = narrowed(counts, words), (*(size for size in SIZES if size < len(words)), len(words))
    shares = {name: np.zeros((N_DRAWS, len(sizes))) for name in EVENT_MODELS}
    for draw in range(N_DRAWS):
        teaching, judged = random_parts(counts.n_documents, draw)
        tally = tally_of(documents.labels, repeated[teaching], truth[teaching])
        ranked = np.argsort(-token_scores(tally, "mutual-information"), kind="stable")
        for place, size in enumerate(sizes):
            context.checkpoint(draw * len(sizes) + place, N_DRAWS * len(sizes), "judging vocabularies")
            columns = np.sort(ranked[:size])
            narrow, held = tally.restricted(columns), narrowed(repeated[judged], columns)
            for name, event_model in EVENT_MODELS.items():
                verdicts = event_model(narrow, SMOOTHING).predict(held)
                shares[name][draw, place] = (verdicts == truth[judged]).mean()
    return sizes, {name: tuple(share.mean(axis=0).tolist()) for name, share in shares.items()}


def random_parts(n_documents: int, seed: int) -> tuple[IntArray, IntArray]:
    """Draw the numbers of the documents that teach, and of those that are judged."""
    if n_documents < 2:
        raise EngineError(f"There are {n_documents} labelled documents; one has to teach and one to be judged.")
    shuffled = np.random.default_rng(seed).permutation(n_documents)
    n_teaching = max(1, int(TEACHING_SHARE * n_documents))
    return shuffled[:n_teaching], shuffled[n_teaching:]


def narrowed(counts: CountMatrix, columns: IntArray) -> CountMatrix:
    places = np.full(counts.n_tokens, -1)
    places[columns] = np.arange(len(columns))
    return remapped(counts, places, len(columns))


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


@dataclass(frozen=True, slots=True)
class Yardstick:
    """On which documents models are judged."""

    way: Way = "leave-one-out"
    n_folds: int = 10
    sources: tuple[Path, ...] = ()
    """Of a test set."""

    @property
    def words(self) -> str:
        """The same in a table that is exported."""
        return {"folds": f"{self.n_folds} folds", "test": "test set"}.get(self.way, self.way)


class Comparer:
    """Judges models of one workspace; an evaluation is kept until its model or its corpus changes."""

    def __init__(self, workspace: Place) -> None:
        self._path = workspace
        self._kept: dict[tuple[object, ...], EvaluationReport] = {}

    def models(self, corpus: str) -> list[str]:
        """The models of a corpus, the newest first."""
        with reading(self._path) as workspace:
            records = sorted(workspace.models.all(corpus), key=lambda record: -record.changed_at)
        return [record.name for record in records]

    def report(self, model: str, yardstick: Yardstick, context: JobContext) -> EvaluationReport:
        """Judge one model."""
        with reading(self._path) as workspace:
            record = workspace.models.get(model)
            number = 0 if record.corpus is None else workspace.changes.number(record.corpus)
            has_stamp = record.corpus is not None and yardstick.way != "test"  # files of a test set change unseen
            stamp = model_stamp(workspace, record, number, yardstick.words) if has_stamp else None
        key = (model, record.changed_at, number, yardstick)
        if key not in self._kept:
            self._kept = {old: kept for old, kept in self._kept.items() if old[0] != model or old[1:3] == key[1:3]}
            corpus = record.corpus or ""
            known = None if stamp is None else known_arrays(self._path, corpus, stamp)
            report = None if known is None else unpacked_report(model, known)
            if report is None:
                report = self._evaluate(model, yardstick, context)
                if stamp is not None:
                    keep_arrays(self._path, corpus, model, yardstick.words, stamp, packed_report(report))
            self._kept[key] = report
        return self._kept[key]

    def _evaluate(self, model: str, yardstick: Yardstick, context: JobContext) -> EvaluationReport:
        order = EvaluationOrder(model, way=yardstick.way, n_folds=yardstick.n_folds, test_sources=yardstick.sources)
        return evaluate_model(self._path, order, context)


@dataclass(frozen=True, slots=True, eq=False)
class Separation:
    """The curves that show how well one model's scores tell the positive label from all others."""

    roc: RocCurve
    precision_recall: PrecisionRecallCurve


def separation_of(report: EvaluationReport, positive: str) -> Separation | None:
    """The curves of a report; None where one side has no documents."""
    labels = report.evaluation.labels
    if positive not in labels:
        return None
    number = labels.index(positive)
    is_positive = report.truth == number if report.each_label is None else report.each_label[1][:, number]
    if is_positive.all() or not is_positive.any():
        return None
    ranked = rank_scores(scores_of(report, number), is_positive)
    return Separation(roc(ranked), precision_recall(ranked))


def scores_of(report: EvaluationReport, number: int) -> FloatArray:
    """Return how much is said for a label, of each document."""
    if report.each_label is not None:
        return np.asarray(report.each_label[0][:, number])
    return report.ranking if report.ranking is not None else log_odds(report.log_proba, number)


def difference(first: EvaluationReport, second: EvaluationReport) -> McNemar | None:
    """Test whether two models differ by more than chance, on documents that both judged; None where there are none."""
    if first.document_numbers is None or second.document_numbers is None:
        is_same_test = first.way == second.way == "test" and len(first.truth) == len(second.truth)
        return mcnemar(is_right(first), is_right(second)) if is_same_test else None
    _, mine, theirs = np.intersect1d(
        first.document_numbers, second.document_numbers, assume_unique=True, return_indices=True
    )
    if not len(mine):
        return None
    return mcnemar(is_right(first)[mine], is_right(second)[theirs])


def positive_in_report(report: EvaluationReport) -> str:
    """The label that curves tell from all others, also where there are more than two."""
    return report.positive or positive_label(report.evaluation.labels)


def is_right(report: EvaluationReport) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return which documents were judged right, (n_documents,)."""
    return np.asarray(judged(report.log_proba) == report.truth)


USUAL_SECONDS = 60.0
PHASE = "judging opponents"
CHANCE = 0.05
"""A difference that equally good models would show more often than this says nothing."""
Finding = Literal["better", "as-good", "worse", "none-better"]
"""Another model is better; plain naive Bayes is as good as learnt factors; no textbook model is; none is better."""
WEIGHTINGS: tuple[Weighting, ...] = ("count", "binary", "tfidf")


@dataclass(frozen=True, slots=True, eq=False)
class Contender:
    """A model, and how it judged documents that it had not seen."""

    name: str
    recipe: Recipe
    evaluation: Evaluation
    """By calibrated probabilities."""
    is_right: BoolArray
    """(n_documents,)"""
    against: McNemar
    """The model in use, first, and this one."""
    seconds: float
    micro_f1: float | None = None
    """Of all answers together, where documents may have several labels."""

    @property
    def is_chance(self) -> bool:
        """Return whether equally good models could well differ as much."""
        return self.against.p_value >= CHANCE

    @property
    def merit(self) -> tuple[float, float]:
        """The share right, and where that is the same the log loss."""
        return self.evaluation.accuracy, -self.evaluation.log_loss

    @property
    def request(self) -> RecipeRequest:
        """Return what to ask of Train for such a model."""
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
    """The model in use, the first, and all that were judged beside it."""

    model: str
    corpus: str
    contenders: tuple[Contender, ...]
    untried: tuple[str, ...]
    """The names of those for which there was no time, or which somebody stopped."""
    is_stopped: bool
    is_in_time: bool
    """Later documents were judged by what came before; else stretches of neighbours, or rows, were left out."""
    budget_s: float
    seconds: float

    @property
    def in_use(self) -> Contender:
        return self.contenders[0]

    @property
    def finding(self) -> tuple[Finding, Contender | None]:
        """Return what the comparison says, and of which other model."""
        mine, others = self.in_use, sorted(self.contenders[1:], key=lambda one: one.merit, reverse=True)
        better = [one for one in others if not one.is_chance and one.merit > mine.merit]
        if better:
            return "better", better[0]
        plain = next((one for one in others if not one.recipe.is_fitted), None)
        if plain is not None and not plain.is_chance:
            return "worse", plain
        return ("as-good", plain) if plain is not None and mine.recipe.is_fitted else ("none-better", None)

    @property
    def proposal(self) -> Contender | None:
        """Return the model to take instead: a textbook model that is as good as learnt factors, or what is better than
        the model in use by more than chance."""
        finding, other = self.finding
        return other if finding in ("better", "as-good") else None


def judge_opponents(
    workspace: Place, model: str | None, context: JobContext, budget_s: float = USUAL_SECONDS
) -> Opponents:
    """Judge beside a model in use whatever else can read its documents; a stop leaves what was judged by then."""
    began_s = time.monotonic()
    with writing(workspace) as opened:
        kept = shared_model(workspace, opened, model)
        if kept.record.corpus is None:
            raise ModelError(kept.record.name, "no-corpus")
        with engine_errors(TrainingError, kept.record.corpus):
            arena = _Arena(opened, kept, context)
            found, untried, is_stopped = [arena.contender(arena.own)], list[str](), False
            for recipe in opponents_of(arena.own, arena.plain, arena.fitted, arena.kinds):
                try:
                    if not is_stopped and time.monotonic() - began_s <= budget_s:
                        found.append(arena.contender(recipe, found[0]))
                        continue
                except (Cancelled, KeyboardInterrupt):
                    is_stopped = True
                untried.append(name_of(recipe))
    names, seconds = (kept.record.name, kept.record.corpus), time.monotonic() - began_s
    return Opponents(*names, tuple(found), tuple(untried), is_stopped, arena.unseen.is_in_time, budget_s, seconds)


def opponents_of(own: Recipe, plain: Recipe, fitted: Recipe, kinds: set[Kind]) -> Iterator[Recipe]:
    """Yield what can read a corpus, the plainest first, and learnt factors; not the model in use again."""
    recipes = [
        replace(plain, event_model=event.name, weighting=weighting)
        for weighting in WEIGHTINGS
        for event in readable_by(kinds)
        if not event.is_fitted
        and (weighting == "count" or event.kinds == ("text",))
        and (weighting != "binary" or event.has_binary_twin)
    ]
    recipes = [recipe for recipe in recipes if recipe.counts_as == recipe.weighting]
    recipes.insert(2, fitted)
    for recipe in recipes:
        is_used = own.learner is None and name_of(recipe) == name_of(own)
        if not is_used or (recipe.reads_text and recipe.rules != own.rules):
            yield recipe


class _Arena:
    """The documents of a corpus on which all are judged, and the way of judging that suits them."""

    def __init__(self, workspace: Workspace, kept: KeptModel, context: JobContext) -> None:
        self._workspace, self._model, self._context = workspace, kept.model, context
        self._corpus = corpus = workspace.corpora.get(kept.record.corpus or "")
        self.own, self.kinds = kept.model.recipe, kinds_of(corpus.schema)
        if isinstance(kept.model, SetModel):
            self.own = told_recipe(self.own, is_learnt=kept.model.is_learnt)
            self.plain = several_plan(workspace, corpus, RecipeRequest())[1].recipe
        else:
            self.plain = planned_recipe(RecipeRequest(), kind_of_corpus(workspace, corpus), corpus.name).recipe
        self.fitted = fitted_recipe(self.plain)
        if corpus.kind == "table":
            self.plain = fitting_schema(self.plain, corpus.schema)
            self.fitted = with_cuts(self.fitted, workspace, corpus.name)
        self._read: dict[object, LabelledCorpus] = {}
        self._numbers: IntArray | None = None
        own, plain = (self._documents(recipe).document_numbers for recipe in (self.own, self.plain))
        self._numbers = np.intersect1d(own, plain, assume_unique=True)
        some = self._documents(self.plain)
        unseen = unseen_rows(some) if corpus.kind == "table" else unseen_documents(some.documents, some.dates_s)
        if unseen is None or not len(unseen.picked):
            raise EngineError(f"{len(some.documents)} documents are too few to compare models by.")
        if self.own.learner is not None and not unseen.is_in_time:
            raise ModelError(kept.record.name, "no-opponents")
        self.unseen = unseen

    def contender(self, recipe: Recipe, in_use: Contender | None = None) -> Contender:
        """Judge the documents by one recipe; an opponent has the smoothing that suits it, as Auto gives it."""
        began_s, labelled = time.monotonic(), self._documents(recipe)
        self._context.checkpoint(phase=PHASE)
        documents, micro_f1 = watched(labelled.documents, self._context, PHASE), None
        if isinstance(self._model, SetModel):
            evaluation, is_right, micro_f1 = self._judged_label_by_label(recipe, documents)
        else:
            if in_use is not None:
                recipe = with_own_smoothing(recipe, documents, self._context)
            evaluation, is_right = self._judged(recipe, replace(labelled, documents=documents))
        against = mcnemar(is_right if in_use is None else in_use.is_right, is_right)
        name = name_of(recipe) if recipe.learner is None else FILTER
        return Contender(name, recipe, evaluation, is_right, against, time.monotonic() - began_s, micro_f1)

    def _judged(self, recipe: Recipe, labelled: LabelledCorpus) -> tuple[Evaluation, BoolArray]:
        documents, picked = labelled.documents, self.unseen.picked
        truth = documents.label_numbers[picked]
        if recipe.learner is not None:
            log_proba = trained_filter(recipe, labelled, self._context).calibrated[picked]
        else:
            scores = scores_of_unseen(recipe, documents, self.unseen)
            lengths = np.zeros(len(documents))
            for places, piece in documents.pieces():
                if piece.features.text is not None:
                    lengths[places] = piece.features.text.sums()
            log_proba = cross_calibrated(scores, truth, lengths[picked])
        return evaluate(log_proba, truth, documents.labels), np.asarray(log_proba.argmax(axis=1) == truth)

    def _judged_label_by_label(self, recipe: Recipe, documents: AnyDocuments) -> tuple[Evaluation, BoolArray, float]:
        folds, picked = np.full(len(documents), -1), self.unseen.picked
        folds[self.unseen.judged] = self.unseen.folds
        said = folds_asked(
            counted_recipe(recipe),
            documents,
            folds,
            is_learnt=recipe.is_fitted,
            progress=lambda done, total: self._context.checkpoint(done, total, PHASE),
            is_in_time=self.unseen.is_in_time,
        )
        labels, own = said.questions.labels, np.flatnonzero(~said.questions.is_branch)
        probabilities, given = cross_answered(said.log_odds[picked], said.truth[picked], labels)
        probabilities, given, truth = probabilities[:, own], given[:, own], said.truth[np.ix_(picked, own)]
        figures = evaluate_several(given, truth, tuple(labels[place] for place in own.tolist()))
        is_right = np.asarray((given == truth).all(axis=1))
        return as_evaluation(figures, probabilities, given, truth), is_right, figures.micro_f1

    def _documents(self, recipe: Recipe) -> LabelledCorpus:
        """Return the corpus as a recipe reads it, without documents that not all can read."""
        key = recipe.rules if recipe.reads_text else None, recipe.event.kinds, recipe.cuts
        if key not in self._read:
            self._read[key] = labelled_corpus(self._workspace, self._corpus, recipe, self._context)
        found = self._read[key]
        if self._numbers is None or len(found.document_numbers) == len(self._numbers):
            return found
        own = np.flatnonzero(np.isin(found.document_numbers, self._numbers))
        dates_s = None if found.dates_s is None else found.dates_s[own]
        numbers = found.document_numbers[own]
        return replace(found, documents=found.documents[own], document_numbers=numbers, dates_s=dates_s)


def unseen_rows(labelled: LabelledCorpus) -> UnseenDocuments | None:
    """Deal rows of a table at random: they are often sorted, and alike without being copies."""
    numbers = labelled.documents.label_numbers
    if len(numbers) < MOST_FOLDS:
        return None
    everyone = np.arange(len(numbers))
    return UnseenDocuments(everyone, stratified_folds(numbers, MOST_FOLDS), everyone)


def with_own_smoothing(recipe: Recipe, documents: AnyDocuments, context: JobContext) -> Recipe:
    """Choose the smoothing that suits a textbook model, as Auto does."""
    if recipe.is_fitted:
        return recipe
    if has_stretches(recipe, documents):
        return tried_recipe(recipe, documents, learnt_from(documents), context, chooses_smoothing=True).recipe
    return with_best_smoothing(recipe, documents.held(), context).recipe


def cross_calibrated(scores: FloatArray, truth: IntArray, lengths: FloatArray) -> FloatArray:
    """Calibrate each half of the documents by the other, so that no figure has seen its document."""
    log_proba, half = np.empty_like(scores), np.arange(len(scores)) % 2
    for side in (0, 1):
        own, other = half == side, half != side
        learnt = fit_calibration(scores[other], truth[other], lengths[other])
        log_proba[own] = learnt.apply(scores[own], lengths[own])
    return log_proba
