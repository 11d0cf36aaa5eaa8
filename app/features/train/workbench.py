"""Evaluate recipes for the Train page, and manage saved recipes and models.

`RecipeEvaluator` caches what the next evaluation needs: the counts of the corpus, the model over the chosen words, the
leave-one-out documents, and results. A new smoothing costs one pass over the counts, a new event model two. The counts
are loaded again only if the token rules change. A corpus that exceeds the memory budget (`app.library.memory`) is
streamed: each evaluation reads the counts once and reports its progress.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from app.domain.errors import NotFound, TrainingError, UnusableName
from app.domain.jobs import JobContext
from app.domain.records import ModelRecord, RecipeRecord
from app.domain.results import FalsePositiveEstimate, SmoothingCurve, TrainingReport, UnlabelledEffect
from app.features.train.choosing import (
    MAX_JUDGED_DOCUMENTS,
    MIN_DOCUMENTS_TO_COMPARE,
    MIN_UNLABELLED_DOCUMENTS,
    choose_unlabelled,
)
from app.features.train.training import (
    JUDGING,
    LEARNING,
    TrainingOrder,
    best_recipe,
    documents_of_cell,
    documents_of_multi_label_cell,
    lift_unreached_limit,
    name_for_model,
    name_label_sets,
    train,
    train_label_sets,
)
from app.library.engine_errors import translate_engine_errors
from app.library.filter_training import loss_estimate_record, train_filter
from app.library.held_out import judge_by_date
from app.library.recipes import (
    AUTO,
    REQUEST_KEY,
    CorpusKind,
    RecipeRequest,
    default_rules,
    fill_auto_fields,
    recipe_of_counts,
    request_to_json,
    resolve_request,
    restore_request,
)
from app.library.saved_models import (
    StoredArrays,
    evaluation_stamp,
    load_evaluation,
    load_stored_model,
    recipe_text,
    store_evaluation,
)
from app.library.training_data import (
    LabelledCorpus,
    choose_stored_rules,
    count_missing,
    counts_texts,
    drop_derived_fields,
    facts_of_corpus,
    find_corpus,
    kind_of_corpus,
    load_labelled_corpus,
    report_progress_of,
    rules_key,
    train_whole_model,
    unlabelled_numbers,
)
from app.library.verdict_columns import titles_of_documents
from app.store.verdicts import LeaveOneOut
from app.store.workspace import Workspace, WorkspaceSource, open_for_reading, open_for_writing
from nbengine.counts import FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events import LeftOut
from nbengine.learnt.documents import (
    AnyDocuments,
    Documents,
    PieceResults,
    Progress,
)
from nbengine.learnt.statistics import Features
from nbengine.logspace import best_label_numbers
from nbengine.measure.choosing import (
    RecipeTrial,
    choose_by_errors,
    choose_trial_folds,
    try_recipe_by_folds,
)
from nbengine.measure.evaluation import Evaluation, evaluate, evaluate_multi_label, find_positive_label, to_evaluation
from nbengine.measure.ranking_curves import McNemarResult as McNemarResult
from nbengine.measure.ranking_curves import mcnemar
from nbengine.models.model import Model
from nbengine.models.model_words import CuttingPoints, choose_cutting_points
from nbengine.models.persistence import model_to_bytes
from nbengine.models.recipe import Recipe, recipe_from_plain
from nbengine.models.training import FOLDS_OF_A_FIT, compute_held_out_log_joint, folds_of_model, prepare_documents
from nbengine.questions.answers import BoolArray
from nbengine.text.token_rules import TokenRules, with_derived_fields
from nbengine.trust.calibration import apply_temperature, fit_temperature, mean_accuracy

CURVE_RIDGES = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
CURVE_SMOOTHINGS = (0.0, *(float(f"{value:.2g}") for value in np.logspace(-3, 1, 17)))
"""Smoothings at which the curve is computed. They are rounded like the slider's values, so that the slider can be set
to the best one.
"""
MAX_LISTED_MISTAKES = 500
CURVE_PHASE = "testing smoothing values"
RESULT, CURVE_NAME, BY_DATE_NAME, UNLABELLED_NAME = "train", "train: curve", "train: by date with ", "train: unlabelled"
"""Names under which the evaluations of a model are stored."""
MAX_REMEMBERED_BYTES = 1 << 26
"""Maximum total size of the cached evaluations: enough for two of a million documents, or for hundreds of a usual
corpus.
"""
ANSWER_FACTS = ("labels", "sets", "judged_by", "longest_ngram", "seconds")

LeaveOneOutBatches = Iterable[tuple[slice, Documents, LeftOut]]
"""Batches of documents: for each, its slice of the corpus, its documents, and the scorer that leaves each of
them out.
"""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A document with a wrong verdict."""

    document: int
    """Number of the document."""
    title: str
    label: str
    judged: str
    """Label in the verdict; empty if the model is undecided."""
    share: float
    """Probability from 0 to 1: with two labels that of the positive label, otherwise that of the label in the
    verdict.
    """


@dataclass(frozen=True, slots=True, eq=False)
class JudgedRecipe:
    """Evaluation of a recipe on held-out documents."""

    evaluation: Evaluation
    positive: str
    """The positive label, such as spam; empty if there is none."""
    judged_by: str
    """Name of the test method, such as `folds` or `leave-one-out`."""
    wrong: tuple[Mistake, ...]
    """The mistakes with the most confident verdicts, at most MAX_LISTED_MISTAKES."""
    all_wrong: IntArray
    """(n_wrong,): numbers of all documents with wrong verdicts, the most confident mistakes first."""
    all_truth: IntArray
    """(n_wrong,): index of the true label in `names`."""
    all_judged: IntArray
    """(n_wrong,): index of the label in the verdict, in `names`; -1 if the model is undecided."""
    all_shares: FloatArray
    """(n_wrong,): probabilities, as in `Mistake.share`."""
    n_wrong: int
    longest_ngram: int
    """Largest n of the counted n-grams."""
    seconds: float
    """Duration of the test; 0 if an older version of the program stored the test without it."""
    promise: FalsePositiveEstimate | None = None
    """Estimate of how many good mails the filter loses; None for other models."""
    sets: tuple[str, ...] = ()
    """Names of the label sets that documents have or get from the model; only for multi-label models."""
    verdicts: HeldOutVerdicts | HeldOutAnswers | None = None
    """Held-out verdicts on all documents, from which the documents of a matrix cell are listed."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names to which the indices in `all_truth` and `all_judged` refer: label sets if there are any, else
        labels.
        """
        return self.sets or self.evaluation.labels

    def mistakes_in(self, cell: tuple[int, int] | None) -> IntArray:
        """Return indices into `all_wrong`: the mistakes in a cell of the confusion matrix, or all mistakes for None."""
        if cell is None:
            return np.arange(len(self.all_wrong))
        names = list(self.names)
        label, verdict = (self.evaluation.labels[number] for number in cell)
        if label not in names or verdict not in names:
            return np.empty(0, np.int64)
        return np.flatnonzero((self.all_truth == names.index(label)) & (self.all_judged == names.index(verdict)))


def compare_by_mcnemar(first: JudgedRecipe, second: JudgedRecipe) -> McNemarResult:
    """Compare two recipes on the same documents by McNemar's test."""
    wrong = np.union1d(first.all_wrong, second.all_wrong)
    return mcnemar(~np.isin(wrong, first.all_wrong), ~np.isin(wrong, second.all_wrong))


@dataclass(frozen=True, slots=True)
class ByDateComparison:
    """Accuracy of a filter and of another model on the same later documents. Both were tested in the order of the
    dates.
    """

    documents: int
    """Number of documents."""
    of_filter: float
    """Accuracy of the filter, from 0 to 1."""
    of_other: float
    """Accuracy of the other model, from 0 to 1."""
    p_value: float = 1.0
    """p-value of McNemar's test: probability that such a difference, or a greater one, arises by chance."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class HeldOutVerdicts:
    """Held-out verdicts of a recipe, in the form that is stored. A `JudgedRecipe` is computed from them."""

    labels: tuple[str, ...]
    log_proba: FloatArray
    """(n_documents, n_labels): calibrated log-probabilities."""
    truth: IntArray
    """(n_documents,): index of the true label in `labels`."""
    document_numbers: IntArray
    positive: str
    judged_by: str
    longest_ngram: int
    promise: FalsePositiveEstimate | None = None
    seconds: float = 0.0
    """Duration of the test; 0 if an older version of the program stored the verdicts."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class HeldOutAnswers:
    """Held-out verdicts of a multi-label model: for each document and label, whether the label is assigned."""

    labels: tuple[str, ...]
    is_branch: BoolArray
    """(n_labels,): whether the label is a branch of the label tree."""
    given: BoolArray
    """(n_documents, n_labels): whether the model assigns the label to the document.

    `truth` and `probabilities` have the same shape.
    """
    truth: BoolArray
    probabilities: FloatArray
    document_numbers: IntArray
    sets: tuple[str, ...]
    """The distinct label sets of the documents."""
    set_numbers: IntArray
    """(n_documents,): index of each document's label set in `sets`."""
    judged_by: str
    longest_ngram: int
    seconds: float = 0.0
    """Duration of the test; 0 if an older version of the program stored the verdicts."""


@dataclass(frozen=True, slots=True, eq=False)
class _PreparedCorpus:
    """The documents of a corpus, with model and features for one choice of words and weights."""

    key: tuple[object, ...]
    labelled: LabelledCorpus
    model: Model
    features: PieceResults[Features]
    """Features in the form that the scorer needs, held in memory or computed in each pass."""


class RecipeEvaluator:
    """Evaluates recipes on a corpus, and caches what the next evaluation can reuse. There is one for each workspace."""

    def __init__(self, place: WorkspaceSource) -> None:
        self.place = place
        self._corpus: tuple[tuple[object, ...], LabelledCorpus] | None = None
        self._cuts: tuple[tuple[str, int], CuttingPoints] | None = None
        """Bin edges of a table's numeric columns; computing them reads all rows."""
        self._prepared: _PreparedCorpus | None = None
        self._tried: dict[tuple[object, ...], RecipeTrial] = {}
        """Ridge to its cross-validation results, for the current documents."""
        self._remembered: dict[bytes, tuple[str, str, StoredArrays]] = {}
        """Stamp to a cached evaluation with its recipe and name, for recipes without a saved model; oldest first."""

    def result(self, corpus: str, request: RecipeRequest, context: JobContext) -> JudgedRecipe:
        """Return the held-out evaluation of a request, from the cache or the store if it is there."""
        with translate_engine_errors(TrainingError, corpus):
            recipe = self.recipe(corpus, request)
        return self.result_of_recipe(corpus, recipe, context)

    def result_of_recipe(self, corpus: str, recipe: Recipe, context: JobContext) -> JudgedRecipe:
        """Return the held-out evaluation of a recipe; from the cache or the store if it is there."""
        began_s = time.monotonic()
        with translate_engine_errors(TrainingError, corpus):
            if self._takes_several(corpus):
                return self._judge_several(corpus, recipe, context, began_s)
            verdicts = self._load_verdicts(corpus, recipe)
            if verdicts is None and recipe.learner is not None:
                verdicts = self._judge_filter(self._documents(corpus, recipe, context), recipe, context)
            if verdicts is not None:
                return self._derive_result(verdicts)
            self._documents(corpus, recipe, context)
            passes = PassesOfJob(context, 1 + FOLDS_OF_A_FIT) if recipe.is_fitted else context
            prepared = self._prepare_corpus(corpus, recipe, passes)
            return self._judge_prepared(prepared, recipe, passes, began_s)

    def curve(self, corpus: str, request: RecipeRequest, context: JobContext) -> SmoothingCurve:
        """Return the held-out accuracy at each smoothing, or at each ridge; empty for filters and multi-label
        corpora.
        """
        with translate_engine_errors(TrainingError, corpus):
            recipe = self.recipe(corpus, request)
            if self._takes_several(corpus) or recipe.learner is not None:
                return SmoothingCurve((), (), recipe.smoothing)
            curve_recipe = with_default_slider_value(recipe)
            known = self._load_stored(corpus, curve_recipe, CURVE_NAME)
            found = None if known is None else unpack_curve(known)
            if found is not None:
                return found
            if recipe.is_fitted:
                found = self._curve_of_ridges(corpus, recipe, context)
                labelled = self._documents(corpus, recipe, context)
            else:
                prepared = self._prepare_corpus(corpus, recipe, context)
                found, labelled = self._curve(prepared, prepared.model.recipe, context), prepared.labelled
            self._store_evaluation(labelled, curve_recipe, CURVE_NAME, pack_curve(found))
            return found

    def compare_by_date(
        self, corpus: str, filter_request: RecipeRequest, other_request: RecipeRequest, context: JobContext
    ) -> ByDateComparison:
        """Test a filter and another recipe on the same later documents.

        Verdicts of the filter that are stored are reused, because testing the filter takes ten times as long as the
        rest. The documents of the recipe on the page stay cached. The result is cached, and stored with a model that
        has one of the recipes.
        """
        with translate_engine_errors(TrainingError, corpus):
            other_recipe, filter_recipe = self.recipe(corpus, other_request), self.recipe(corpus, filter_request)
            for recipe in (other_recipe, filter_recipe):
                stored = self._load_stored(corpus, recipe, by_date_key(other_recipe))
                if stored is not None and "p_value" in stored.head:  # models of older versions have none
                    return unpack_comparison(stored)
            live = RecipeEvaluator(self.place)
            live.adopt_documents(self)
            verdicts = self._load_verdicts(corpus, filter_recipe)
            if verdicts is None:
                verdicts = self._judge_filter(live._documents(corpus, filter_recipe, context), filter_recipe, context)
            labelled = live._documents(corpus, other_recipe, context)
            other = judge_by_date(other_recipe, labelled, context)
            numbers, truth = labelled.document_numbers, labelled.documents.label_numbers
        later = numbers[other.row_indices]
        is_right_by_other = best_label_numbers(other.log_proba) == truth[other.row_indices]
        _, rows, other_rows = np.intersect1d(verdicts.document_numbers, later, assume_unique=True, return_indices=True)
        is_right_by_filter = best_label_numbers(verdicts.log_proba[rows]) == verdicts.truth[rows]
        is_right_by_other = is_right_by_other[other_rows]
        p_value = mcnemar(is_right_by_filter, is_right_by_other).p_value
        found = ByDateComparison(len(rows), float(is_right_by_filter.mean()), float(is_right_by_other.mean()), p_value)
        stored = StoredArrays(asdict(found), {})
        for recipe in (other_recipe, filter_recipe):
            self._store_evaluation(labelled, recipe, by_date_key(other_recipe), stored)
        return found

    def unlabelled_effect(self, corpus: str, request: RecipeRequest, context: JobContext) -> UnlabelledEffect | None:
        """Return the accuracy with and without the unlabelled documents, measured as training does.

        None if training would not use unlabelled documents.
        """
        with translate_engine_errors(TrainingError, corpus):
            if self._takes_several(corpus):
                return None
            with open_for_reading(self.place) as workspace:
                n_unlabelled = len(unlabelled_numbers(workspace.documents.columns(corpus)))
            if n_unlabelled < MIN_UNLABELLED_DOCUMENTS:
                return None
            recipe = self.recipe(corpus, replace(request, unlabelled=AUTO))
            stored = self._load_stored(corpus, recipe, UNLABELLED_NAME)
            if stored is not None:
                return UnlabelledEffect(**stored.head)
            labelled = self._documents(corpus, recipe, context)
            with open_for_writing(self.place) as workspace:
                kind = kind_of_corpus(workspace, workspace.corpora.get(corpus))
                effect = choose_unlabelled(workspace, labelled, recipe, request, kind, context).effect
            if effect is not None:
                self._store_evaluation(labelled, recipe, UNLABELLED_NAME, StoredArrays(asdict(effect), {}))
            return effect

    def _load_stored(self, corpus: str, recipe: Recipe, stored_name: str) -> StoredArrays | None:
        """Return a cached evaluation of this recipe, or one that is stored with a model; None if there is none.

        `stored_name` is the name under which it is stored.
        """
        with open_for_reading(self.place) as workspace:
            number = workspace.changes.last_number(corpus)
            stamp = evaluation_stamp(workspace, corpus, number, stored_name, recipe_text(recipe.to_plain()))
        if stamp in self._remembered:
            return self._remembered[stamp][2]
        return load_evaluation(self.place, corpus, stamp)

    def _load_verdicts(self, corpus: str, recipe: Recipe) -> HeldOutVerdicts | None:
        """Return the held-out verdicts of this recipe from the cache or the store; None if they are not there."""
        stored = self._load_stored(corpus, recipe, RESULT)
        return None if stored is None else unpack_verdicts(stored)

    def _store_evaluation(
        self, labelled: LabelledCorpus, recipe: Recipe, stored_name: str, found: StoredArrays
    ) -> None:
        """Store an evaluation with a saved model that has this recipe.

        Without such a model, cache the evaluation, because the user may train the model next.
        """
        if not found.is_small:
            return
        corpus, text = labelled.corpus.name, recipe_text(recipe.to_plain())
        with open_for_reading(self.place) as workspace:
            stamp = evaluation_stamp(workspace, corpus, labelled.change_number, stored_name, text)
            models = models_of_recipe(workspace, corpus, recipe, stored_name)
        if models:
            store_evaluation(self.place, corpus, models[0], stored_name, stamp, found)
            return
        remembered = {old: kept for old, kept in self._remembered.items() if old != stamp}
        remembered[stamp] = (text, stored_name, found)
        size_bytes = sum(evaluation.size_bytes for _, _, evaluation in remembered.values())
        while size_bytes > MAX_REMEMBERED_BYTES:
            size_bytes -= remembered.pop(next(iter(remembered)))[2].size_bytes
        self._remembered = remembered

    def keep_evaluation(self, corpus: str, request: RecipeRequest) -> None:
        """Store the cached evaluations of a recipe, after a model with this recipe was saved."""
        recipe = self.recipe(corpus, request)
        for variant, stored_name in ((recipe, RESULT), (with_default_slider_value(recipe), CURVE_NAME)):
            text = recipe_text(variant.to_plain())
            with open_for_reading(self.place) as workspace:
                models = models_of_recipe(workspace, corpus, variant, stored_name)
            for stamp, (kept_text, kept_name, evaluation) in self._remembered.items():
                is_of_result = stored_name == RESULT and kept_name.startswith((BY_DATE_NAME, UNLABELLED_NAME))
                if models and kept_text == text and (kept_name == stored_name or is_of_result):
                    store_evaluation(self.place, corpus, models[0], kept_name, stamp, evaluation)

    def _curve_of_ridges(self, corpus: str, recipe: Recipe, context: JobContext) -> SmoothingCurve:
        """Compute the curve by one fit per ridge. Fits that were finished before a cancellation are reused."""
        labelled = self._documents(corpus, recipe, context)
        documents = labelled.documents
        if len(documents) < MIN_DOCUMENTS_TO_COMPARE:
            return SmoothingCurve((), (), math.nan)
        folds: tuple[IntArray, IntArray] | None = None
        corpus_state = (corpus, labelled.change_number)
        self._tried = {key: tried for key, tried in self._tried.items() if key[:2] == corpus_state}
        trials = []
        for number, ridge in enumerate(CURVE_RIDGES):
            ridge_recipe = replace(recipe, ridge=ridge)
            key = (*corpus_state, ridge_recipe.key)
            if key not in self._tried:
                folds = folds or curve_folds(ridge_recipe, documents)
                part = report_progress_of(documents, PartOfJob(context, number, len(CURVE_RIDGES)), CURVE_PHASE)
                self._tried[key] = try_recipe_by_folds(ridge_recipe, part, *folds)
            trials.append(self._tried[key])
        accuracies = tuple(float(1 - trial.is_wrong.mean()) for trial in trials)
        return SmoothingCurve(CURVE_RIDGES, accuracies, CURVE_RIDGES[choose_by_errors(trials)], len(trials[0].is_wrong))

    def n_uncounted(self, corpus: str, request: RecipeRequest) -> int:
        """Return how many documents must be tokenized before this request can be evaluated."""
        return self.n_uncounted_for_recipe(corpus, self.recipe(corpus, request))

    def n_uncounted_for_recipe(self, corpus: str, recipe: Recipe) -> int:
        """Return how many documents must be tokenized before this recipe can be evaluated."""
        with open_for_reading(self.place) as workspace:
            if not counts_texts(workspace.corpora.get(corpus), recipe):
                return 0
            return len(
                workspace.segments.uncounted_documents(
                    corpus, rules_key(choose_stored_rules(workspace, corpus, recipe.rules))
                )
            )

    def rules_at_import(self, corpus: str) -> TokenRules:
        """Return the token rules under which the import counted words."""
        with open_for_reading(self.place) as workspace:
            return default_rules(workspace.corpora.get(corpus).kind)

    def count(self, corpus: str, request: RecipeRequest, context: JobContext) -> None:
        """Tokenize the documents that have no counts for this recipe. If the job is cancelled, finished batches stay
        stored.
        """
        recipe = self.recipe(corpus, request)
        with open_for_writing(self.place) as workspace:
            if not counts_texts(workspace.corpora.get(corpus), recipe):
                return
            count_missing(workspace, corpus, choose_stored_rules(workspace, corpus, recipe.rules), context)

    def recipe(self, corpus: str, request: RecipeRequest) -> Recipe:
        """Return the complete recipe that a request gives for a corpus."""
        with open_for_writing(self.place) as workspace:
            facts = facts_of_corpus(workspace, workspace.corpora.get(corpus))
            return resolve_request(request, replace(facts, compute_cuts=lambda: self._bin_edges_of(workspace, corpus)))

    def _bin_edges_of(self, workspace: Workspace, corpus: str) -> CuttingPoints:
        key = corpus, workspace.changes.last_number(corpus)
        if self._cuts is None or self._cuts[0] != key:
            self._cuts = key, choose_cutting_points(workspace.documents.table_rows(corpus).numeric_values)
        return self._cuts[1]

    def _takes_several(self, corpus: str) -> bool:
        with open_for_reading(self.place) as workspace:
            return workspace.corpora.get(corpus).takes_several

    def _judge_several(self, corpus: str, recipe: Recipe, context: JobContext, began_s: float) -> JudgedRecipe:
        """Evaluate a multi-label recipe. A mistake is a document with a wrong set of labels."""
        known = self._load_stored(corpus, recipe, RESULT)
        stored_answers = None if known is None else unpack_answers(known)
        if stored_answers is not None:
            return self._derive_multi_label_result(stored_answers)
        labelled = self._documents(corpus, recipe_of_counts(recipe), context)
        trained = train_label_sets(recipe, labelled, context)
        answers = HeldOutAnswers(
            labels=trained.model.questions.labels,
            is_branch=trained.model.questions.is_branch,
            given=trained.given,
            truth=trained.truth,
            probabilities=trained.probabilities,
            document_numbers=labelled.document_numbers,
            sets=labelled.documents.labels,
            set_numbers=labelled.documents.label_numbers,
            judged_by="folds" if recipe.is_fitted else "leave-one-out",
            longest_ngram=recipe.rules.ngrams[1],
            seconds=time.monotonic() - began_s,
        )
        self._store_evaluation(labelled, recipe, RESULT, pack_answers(answers))
        return self._derive_multi_label_result(answers)

    def _derive_multi_label_result(self, answers: HeldOutAnswers) -> JudgedRecipe:
        """Compute the evaluation from held-out answers, and list the documents with a wrong set of labels."""
        leaf_columns = np.flatnonzero(~answers.is_branch)
        given, truth, shares = (
            answers.given[:, leaf_columns],
            answers.truth[:, leaf_columns],
            answers.probabilities[:, leaf_columns],
        )
        wrong = np.flatnonzero((given != truth).any(axis=1))
        likely = np.where(truth, shares, 1.0 - shares)[wrong].min(axis=1, initial=1.0)
        order = np.argsort(likely, kind="stable")
        wrong, likely = wrong[order], likely[order]
        names, judged_sets = name_label_sets(answers.labels, answers.given, answers.sets)
        figures = evaluate_multi_label(answers.given, answers.truth, answers.labels, answers.is_branch)
        result = JudgedRecipe(
            evaluation=to_evaluation(figures, shares, given, truth),
            positive="",
            judged_by=answers.judged_by,
            wrong=(),
            all_wrong=answers.document_numbers[wrong],
            all_truth=answers.set_numbers[wrong],
            all_judged=judged_sets[wrong],
            all_shares=1.0 - likely,
            n_wrong=len(wrong),
            longest_ngram=answers.longest_ngram,
            seconds=answers.seconds,
            sets=names,
            verdicts=answers,
        )
        return self._with_titles(result)

    def _judge_filter(self, labelled: LabelledCorpus, recipe: Recipe, context: JobContext) -> HeldOutVerdicts:
        """Test a filter on the corpus document by document, and store or cache its verdicts."""
        began_s = time.monotonic()
        trained = train_filter(recipe, labelled, PassesOfJob(context, PASSES_OF_A_FILTER))
        positive = trained.model.learner.settings.positive
        promise = loss_estimate_record(trained.model)
        verdicts = held_out_verdicts(labelled, recipe, trained.calibrated_log_proba, positive, "replay", promise)
        verdicts = replace(verdicts, seconds=time.monotonic() - began_s)
        self._store_evaluation(labelled, recipe, RESULT, pack_verdicts(verdicts))
        return verdicts

    def _prepare_corpus(self, corpus: str, recipe: Recipe, context: JobContext) -> _PreparedCorpus:
        labelled = self._documents(corpus, recipe, context)
        recipe = lift_unreached_limit(recipe, report_progress_of(labelled.documents, context, "reading counts"))
        key = (labelled.change_number, corpus, counts_cache_key(recipe))
        if self._prepared is None or self._prepared.key != key:
            learning = replace(labelled, documents=report_progress_of(labelled.documents, context, LEARNING))
            model = train_whole_model(recipe, learning)
            self._prepared = _PreparedCorpus(key, labelled, model, prepare_documents(model, labelled.documents))
        elif self._prepared.model.recipe != recipe:
            self._prepared = replace(self._prepared, model=self._prepared.model.with_recipe(recipe))
        return self._prepared

    def _documents(self, corpus: str, recipe: Recipe, context: JobContext) -> LabelledCorpus:
        with open_for_writing(self.place) as workspace:
            change_number = workspace.changes.last_number(corpus)
            key = (corpus, change_number, recipe.counting_key, (cache_key_of_columns(recipe), recipe.unlabelled > 0))
            if self._corpus is None or self._corpus[0] != key:
                richer_key, labelled = (
                    (corpus, change_number, rules_key(with_derived_fields(recipe.rules)), key[-1]),
                    None,
                )
                if self._corpus is not None and self._corpus[0] == richer_key:  # drop words instead of reading counts
                    labelled = drop_derived_fields(self._corpus[1])
                labelled = labelled or load_labelled_corpus(workspace, workspace.corpora.get(corpus), recipe, context)
                self._corpus = (key, labelled)
        return self._corpus[1]

    def adopt_documents(self, other: RecipeEvaluator) -> None:
        """Use the documents that another instance has loaded from the same workspace."""
        self._corpus = other._corpus

    def _judge_prepared(
        self, prepared: _PreparedCorpus, wished: Recipe, context: JobContext, began_s: float
    ) -> JudgedRecipe:
        recipe = prepared.model.recipe  # its vocabulary limit may have been lifted, unlike that of `wished`
        documents, by_folds = (
            report_progress_of(prepared.labelled.documents, context, JUDGING),
            recipe.is_judged_by_folds,
        )
        if by_folds:
            log_joint = compute_held_out_log_joint(prepared.model, documents)
        else:
            left = leave_one_out_batches(prepared, recipe, lambda done, total: context.checkpoint(done, total, JUDGING))
            log_joint = leave_one_out_scores(left, documents)
        temperature = fit_temperature(log_joint, documents.label_numbers, documents.weights).temperature
        log_proba = apply_temperature(log_joint, temperature)
        positive = find_positive_label(documents.labels)
        judged_by = "folds" if by_folds else "leave-one-out"
        verdicts = held_out_verdicts(prepared.labelled, recipe, log_proba, positive, judged_by)
        verdicts = replace(verdicts, seconds=time.monotonic() - began_s)
        self._store_evaluation(prepared.labelled, wished, RESULT, pack_verdicts(verdicts))
        return self._derive_result(verdicts)

    def _derive_result(self, verdicts: HeldOutVerdicts) -> JudgedRecipe:
        """Compute the evaluation from held-out verdicts, and list the mistakes."""
        log_proba, truth, labels = verdicts.log_proba, verdicts.truth, verdicts.labels
        chosen = best_label_numbers(log_proba)
        wrong = np.flatnonzero(chosen != truth)
        sureness = log_proba[wrong].max(axis=1, initial=-np.inf)
        wrong = wrong[np.argsort(-np.exp(sureness), kind="stable")]
        column = labels.index(verdicts.positive) if len(labels) == 2 else None
        shares = log_proba[wrong].max(axis=1, initial=-np.inf) if column is None else log_proba[wrong, column]
        result = JudgedRecipe(
            evaluation=evaluate(log_proba, truth, labels, positive=verdicts.positive),
            positive=verdicts.positive if len(labels) == 2 else "",
            judged_by=verdicts.judged_by,
            wrong=(),
            all_wrong=verdicts.document_numbers[wrong],
            all_truth=truth[wrong],
            all_judged=chosen[wrong],
            all_shares=np.exp(shares),
            n_wrong=len(wrong),
            longest_ngram=verdicts.longest_ngram,
            seconds=verdicts.seconds,
            promise=verdicts.promise,
            verdicts=verdicts,
        )
        return self._with_titles(result)

    def _with_titles(self, found: JudgedRecipe) -> JudgedRecipe:
        """Load the titles of the most confident mistakes. `list_mistakes` loads other titles when they are needed."""
        wrong = self._mistakes(found, np.arange(min(found.n_wrong, MAX_LISTED_MISTAKES)))
        return replace(found, wrong=wrong)

    def list_mistakes(self, found: JudgedRecipe, cell: tuple[int, int] | None) -> tuple[Mistake, ...]:
        """Return all mistakes; if `cell` is given, the documents that this cell of the confusion matrix counts.

        The most confident mistakes come first. On the diagonal, the least confident correct verdicts come first.
        """
        verdicts = found.verdicts
        if cell is None or verdicts is None:
            return self._mistakes(found, found.mistakes_in(cell))
        truth, judged = cell
        if isinstance(verdicts, HeldOutAnswers):
            return self._answers_in_cell(verdicts, truth, judged)
        rows, _ = documents_of_cell(verdicts.log_proba, verdicts.truth, truth, judged)
        labels = verdicts.labels
        column = labels.index(verdicts.positive) if len(labels) == 2 else judged
        shares = np.exp(verdicts.log_proba[rows, column])
        titles = self._titles(verdicts.document_numbers[rows])
        return tuple(
            Mistake(number, titles.get(number, ""), labels[truth], labels[judged], share)
            for number, share in zip(verdicts.document_numbers[rows].tolist(), shares.tolist(), strict=True)
        )

    def _answers_in_cell(self, answers: HeldOutAnswers, truth: int, judged: int) -> tuple[Mistake, ...]:
        """List the documents of a cell for a multi-label model.

        A diagonal cell counts the documents that correctly got the label. Another cell counts the documents that
        wrongly got the label `judged` and wrongly did not get the label `truth`.
        """
        columns = np.flatnonzero(~answers.is_branch)  # the matrix has no branches
        rows, shares = documents_of_multi_label_cell(
            answers.given, answers.truth, answers.probabilities, int(columns[truth]), int(columns[judged])
        )
        names, judged_sets = name_label_sets(answers.labels, answers.given[rows], answers.sets)
        numbers = answers.document_numbers[rows].tolist()
        titles = self._titles(answers.document_numbers[rows])
        own_sets = [answers.sets[number] for number in answers.set_numbers[rows].tolist()]
        assigned_label_sets = [names[number] if number >= 0 else "" for number in judged_sets.tolist()]
        return tuple(
            Mistake(number, titles.get(number, ""), own, given_set, share)
            for number, own, given_set, share in zip(
                numbers, own_sets, assigned_label_sets, shares.tolist(), strict=True
            )
        )

    def _titles(self, numbers: IntArray) -> dict[int, str]:
        """Return the titles of documents, by number."""
        if not len(numbers):
            return {}
        with open_for_reading(self.place) as workspace:
            return titles_of_documents(workspace, workspace.documents.headings(numbers.tolist()))

    def _mistakes(self, found: JudgedRecipe, places: IntArray) -> tuple[Mistake, ...]:
        """Return the mistakes at these indices, with titles."""
        if not len(places):
            return ()
        names, numbers = found.names, found.all_wrong[places].tolist()
        with open_for_reading(self.place) as workspace:
            titles = titles_of_documents(workspace, workspace.documents.headings(numbers))
        columns = (numbers, found.all_truth[places], found.all_judged[places], found.all_shares[places].tolist())
        return tuple(
            Mistake(number, titles.get(number, ""), names[truth], names[verdict] if verdict >= 0 else "", share)
            for number, truth, verdict, share in zip(*columns, strict=True)
        )

    def _curve(self, prepared: _PreparedCorpus, recipe: Recipe, context: JobContext) -> SmoothingCurve:
        documents = prepared.labelled.documents
        if not recipe.event.is_smoothed:
            return SmoothingCurve((), (), recipe.smoothing)
        can_go_without = not (recipe.norm and recipe.event.has_norm_option)
        smoothings = [value for value in CURVE_SMOOTHINGS if value > 0 or can_go_without]
        left = leave_one_out_batches(prepared, recipe, lambda done, total: context.checkpoint(done, total, CURVE_PHASE))
        accuracies = accuracies_by_smoothing(left, documents, smoothings, context)
        most = max(share for share, value in zip(accuracies, smoothings, strict=True) if value > 0)
        tied = [v for v, share in zip(smoothings, accuracies, strict=True) if v > 0 and share == most]

        def loss(value: float) -> float:
            context.checkpoint(len(smoothings), len(smoothings), CURVE_PHASE)
            return fit_temperature(
                leave_one_out_scores(left, documents, value), documents.label_numbers, documents.weights
            ).log_loss

        best = min(tied, key=loss) if len(tied) > 1 else tied[0]
        return SmoothingCurve(tuple(smoothings), tuple(accuracies), float(f"{best:.2g}"))


def by_date_key(other: Recipe) -> str:
    """Return the name under which the comparison of a filter with the recipe `other` is stored."""
    digest = blake2b(recipe_text(other.to_plain()).encode(), digest_size=8).hexdigest()
    return f"{BY_DATE_NAME}{digest}"


def unpack_comparison(kept: StoredArrays) -> ByDateComparison:
    """Read a stored comparison."""
    head = kept.head
    return ByDateComparison(int(head["documents"]), head["of_filter"], head["of_other"], head["p_value"])


@dataclass(frozen=True, slots=True)
class PartOfJob:
    """JobContext for one of `n_parts` equal parts of a job. It reports the progress of the whole job."""

    whole: JobContext
    number: int
    n_parts: int

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        """Report progress; raise Cancelled if the job should stop."""
        share = min(done / total, 1.0) if total else 0.0
        self.whole.checkpoint(self.number + share, self.n_parts, phase)


PASSES_OF_A_FILTER = 2
"""Number of passes over the documents when a filter is tested: in order of date, and without mail of the same
sender.
"""


class PassesOfJob:
    """JobContext of a job that does the same work `n_passes` times. Each pass reports its progress from 0 to 1.

    When the reported progress falls, the next pass has begun. The progress of the whole job never falls.
    """

    def __init__(self, whole: JobContext, n_passes: int) -> None:
        self._whole, self._n_passes = whole, n_passes
        self._pass, self._share, self._done = 0, 0.0, 0.0

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        """Report progress; raise Cancelled if the job should stop."""
        share = min(done / total, 1.0) if total else 0.0
        self._pass += share < self._share
        self._share = share
        self._done = max(self._done, min(self._pass + share, self._n_passes))
        self._whole.checkpoint(self._done, self._n_passes, phase)


def held_out_verdicts(
    labelled: LabelledCorpus,
    recipe: Recipe,
    log_proba: FloatArray,
    positive: str,
    judged_by: str,
    promise: FalsePositiveEstimate | None = None,
) -> HeldOutVerdicts:
    """Combine verdicts with the labels and numbers of the documents."""
    return HeldOutVerdicts(
        labels=labelled.documents.labels,
        log_proba=log_proba,
        truth=labelled.documents.label_numbers,
        document_numbers=labelled.document_numbers,
        positive=positive,
        judged_by=judged_by,
        longest_ngram=recipe.rules.ngrams[1],
        promise=promise,
    )


def with_default_slider_value(recipe: Recipe) -> Recipe:
    """Return the recipe with the default ridge or smoothing, the value that its curve varies."""
    plain = Recipe()
    return replace(recipe, ridge=plain.ridge) if recipe.is_fitted else replace(recipe, smoothing=plain.smoothing)


def models_of_recipe(workspace: Workspace, corpus: str, recipe: Recipe, stored_name: str) -> list[str]:
    """Return the names of saved models with this recipe, newest first.

    `stored_name` is the name of the stored evaluation. For a curve, models with another smoothing or ridge match too.
    """
    text, names = recipe_text(recipe.to_plain()), []
    for record in workspace.models.all(corpus):
        known = record.recipe
        if stored_name == CURVE_NAME:
            try:
                known = recipe_text(with_default_slider_value(recipe_from_plain(json.loads(known))).to_plain())
            except (EngineError, ValueError, RecursionError):
                continue  # the recipe was written by a later version of the program
        if known == text:
            names.append(record.name)
    return names


def pack_verdicts(verdicts: HeldOutVerdicts) -> StoredArrays:
    """Convert verdicts to the form that is stored: document numbers and label names, no texts."""
    names = ("labels", "positive", "judged_by", "longest_ngram", "seconds")
    promise = None if verdicts.promise is None else asdict(verdicts.promise)
    arrays = {"log_proba": verdicts.log_proba, "truth": verdicts.truth, "document_numbers": verdicts.document_numbers}
    return StoredArrays({**{name: getattr(verdicts, name) for name in names}, "promise": promise}, arrays)


def unpack_verdicts(kept: StoredArrays) -> HeldOutVerdicts | None:
    """Convert stored verdicts back; None if the stored data are inconsistent."""
    head, arrays = kept.head, kept.arrays
    try:
        promise = head["promise"]
        if promise is not None:
            promise = FalsePositiveEstimate(**{**promise, "suspects": tuple(promise["suspects"])})
        verdicts = HeldOutVerdicts(**{**head, **arrays, "labels": tuple(head["labels"]), "promise": promise})
    except (KeyError, TypeError):
        return None
    n_documents, n_labels = len(verdicts.truth), len(verdicts.labels)
    is_whole = verdicts.log_proba.shape == (n_documents, n_labels) and verdicts.document_numbers.shape == (n_documents,)
    is_within = bool(n_documents) and 0 <= verdicts.truth.min() <= verdicts.truth.max() < n_labels
    return verdicts if is_whole and is_within and verdicts.positive in verdicts.labels else None


def pack_answers(answers: HeldOutAnswers) -> StoredArrays:
    """Convert multi-label verdicts to the form that is stored: document numbers and label names, no texts."""
    arrays: dict[str, npt.NDArray[Any]] = {
        name: getattr(answers, name).astype(np.int32) for name in ("is_branch", "given", "truth")
    }
    for name in ("probabilities", "document_numbers", "set_numbers"):
        arrays[name] = getattr(answers, name)
    return StoredArrays({name: getattr(answers, name) for name in ANSWER_FACTS}, arrays)


def unpack_answers(kept: StoredArrays) -> HeldOutAnswers | None:
    """Convert stored multi-label verdicts back; None if the stored data are inconsistent."""
    parts: dict[str, Any] = {**kept.head, **kept.arrays}
    try:
        parts |= {name: tuple(parts[name]) for name in ("labels", "sets")}
        parts |= {name: kept.arrays[name].astype(np.bool_) for name in ("is_branch", "given", "truth")}
        answers = HeldOutAnswers(**parts)
    except (KeyError, TypeError):
        return None
    n_documents, n_labels = len(answers.document_numbers), len(answers.labels)
    tables = (answers.given, answers.truth, answers.probabilities)
    is_whole = all(table.shape == (n_documents, n_labels) for table in tables) and answers.is_branch.shape == (
        n_labels,
    )
    numbers = answers.set_numbers
    is_within = bool(n_documents) and numbers.shape == (n_documents,)
    return answers if is_whole and is_within and 0 <= numbers.min() <= numbers.max() < len(answers.sets) else None


def pack_curve(curve: SmoothingCurve) -> StoredArrays:
    """Convert a curve to the stored form."""
    values, accuracies = np.array(curve.values, np.float64), np.array(curve.accuracies, np.float64)
    return StoredArrays({"best": curve.best, "n_judged": curve.n_judged}, {"values": values, "accuracies": accuracies})


def unpack_curve(kept: StoredArrays) -> SmoothingCurve | None:
    """Convert a stored curve back; None if the stored data are inconsistent."""
    try:
        values, accuracies = (tuple(kept.arrays[name].tolist()) for name in ("values", "accuracies"))
        best, n_judged = float(kept.head["best"]), int(kept.head["n_judged"])
    except (KeyError, TypeError, ValueError):
        return None
    return SmoothingCurve(values, accuracies, best, n_judged) if len(values) == len(accuracies) else None


def curve_folds(recipe: Recipe, documents: AnyDocuments) -> tuple[IntArray, IntArray]:
    """Return the indices of the documents on which the ridge curve is measured, and the fold of each document.

    Small corpora use all documents and the folds of the main result, so the curve passes through that accuracy. Large
    corpora use a sample, because seven fits of all documents would take minutes.
    """
    if len(documents) > 2 * MAX_JUDGED_DOCUMENTS:
        return choose_trial_folds(documents.label_numbers, MAX_JUDGED_DOCUMENTS, are_rows=recipe.cuts is not None)
    return np.arange(len(documents)), folds_of_model(recipe, documents)


def leave_one_out_batches(prepared: _PreparedCorpus, recipe: Recipe, progress: Progress) -> LeaveOneOutBatches:
    """Yield each batch of documents with its leave-one-out scorer, and report progress."""
    statistics = prepared.model.scored_statistics
    return prepared.features.with_progress(progress).map_results(
        lambda piece, features: LeftOut(statistics, features, piece.label_numbers, recipe.settings, piece.weights)
    )


def leave_one_out_scores(
    left: LeaveOneOutBatches, documents: AnyDocuments, smoothing: float | None = None
) -> FloatArray:
    """Return leave-one-out scores, (n_documents, n_labels), in one pass."""
    log_joint = np.empty((len(documents), len(documents.labels)))
    for places, _, part in left:
        log_joint[places] = part.log_joint(smoothing)
    return log_joint


def accuracies_by_smoothing(
    left: LeaveOneOutBatches, documents: AnyDocuments, smoothings: Sequence[float], context: JobContext
) -> list[float]:
    """Return the leave-one-out accuracy at each smoothing, computed in one pass."""
    verdicts = np.empty((len(smoothings), len(documents)), dtype=np.int32)
    for places, piece, part in left:
        for row, value in enumerate(smoothings):
            done = (places.start * len(smoothings) + row * len(piece)) / len(documents)
            context.checkpoint(done, len(smoothings), CURVE_PHASE)
            verdicts[row, places] = best_label_numbers(part.log_joint(value))
    # Unweighted, to agree with the accuracy of `evaluate`, which is shown beside the curve.
    return [mean_accuracy(row.astype(np.int64), documents.label_numbers) for row in verdicts]


def counts_cache_key(recipe: Recipe) -> tuple[object, ...]:
    """Return the cache key for the counts of a recipe: the parts of the recipe that decide what is counted."""
    fitted = (recipe.fit_settings, recipe.weighting) if recipe.is_fitted else None
    counted = (recipe.counting_key, recipe.limits, recipe.counts_as, recipe.threshold, recipe.sublinear)
    return *counted, cache_key_of_columns(recipe), fitted


def cache_key_of_columns(recipe: Recipe) -> object:
    """Return the part of the cache key for the table columns that the recipe reads."""
    return ("text", recipe.cuts) if recipe.reads_text_alone else recipe.event_model


def best_request(workspace: WorkspaceSource, corpus: str, request: RecipeRequest, context: JobContext) -> RecipeRequest:
    """Fill the open fields of a request with the choices that have the best held-out results."""
    recipe = best_recipe(workspace, corpus, request, context)
    with open_for_reading(workspace) as opened:
        return fill_auto_fields(request, recipe, kind_of_corpus(opened, opened.corpora.get(corpus)))


MAX_LISTED_DISAGREEMENTS = 500
UNDECIDED = -1


@dataclass(frozen=True, slots=True)
class RecipeDisagreement:
    """A document on which two recipes disagree."""

    document: int
    """Number of the document."""
    title: str
    label: str
    """The label of the document."""
    first: str
    """Label that the first recipe assigns; empty if it is undecided."""
    second: str
    """Label that the second recipe assigns; empty if it is undecided."""


@dataclass(frozen=True, slots=True)
class RecipeDisagreements:
    """The documents on which two recipes disagree."""

    documents: tuple[RecipeDisagreement, ...] = ()
    """At most MAX_LISTED_DISAGREEMENTS documents.

    First come documents that only the first recipe classifies correctly, then those that only the second recipe does,
    then all others.
    """
    n_documents: int = 0


def compare_recipes(place: WorkspaceSource, first: JudgedRecipe, second: JudgedRecipe) -> RecipeDisagreements:
    """Return the documents on which two results of one corpus have different verdicts."""
    numbers = np.union1d(first.all_wrong, second.all_wrong)
    truth = align_values(
        numbers, first.all_wrong, first.all_truth, align_values(numbers, second.all_wrong, second.all_truth, None)
    )
    by_first = align_values(numbers, first.all_wrong, first.all_judged, truth)
    by_second = align_values(numbers, second.all_wrong, second.all_judged, truth)
    [differ] = np.nonzero(by_first != by_second)
    order = np.lexsort((numbers[differ], 2 - 2 * (by_first == truth)[differ] - (by_second == truth)[differ]))
    shown = differ[order][:MAX_LISTED_DISAGREEMENTS]
    names = (*first.names, "")  # index -1 (undecided) is the empty name
    with open_for_reading(place) as workspace:
        titles = titles_of_documents(workspace, workspace.documents.headings(numbers[shown].tolist()))
    rows = zip(*(column[shown].tolist() for column in (numbers, truth, by_first, by_second)), strict=True)
    return RecipeDisagreements(
        tuple(RecipeDisagreement(n, titles.get(n, ""), names[t], names[a], names[b]) for n, t, a, b in rows),
        len(differ),
    )


def align_values(numbers: IntArray, known: IntArray, values: IntArray, otherwise: IntArray | None) -> IntArray:
    """Return an array with one entry per number: from `values` where `known` has the number, else from `otherwise`.

    `numbers` is sorted and contains all of `known`. Without `otherwise`, these entries are UNDECIDED.
    """
    placed_values = (
        np.full(len(numbers), UNDECIDED, dtype=np.int64) if otherwise is None else otherwise.astype(np.int64)
    )
    placed_values[np.searchsorted(numbers, known)] = values
    return placed_values


@dataclass(frozen=True, slots=True)
class SavedRecipe:
    """A saved recipe, or the recipe of a saved model, with its evaluation."""

    name: str
    is_model: bool
    recipe: Recipe
    request: RecipeRequest | None = None
    """The request that gives this recipe; None if there is no such request."""
    n_documents: int = 0
    """Number of documents in the evaluation; 0 if unknown."""
    accuracy: float = math.nan
    log_loss: float = math.nan
    is_behind: bool = False
    """True if the collection changed since this model was trained.

    The model has learnt the changes. Its error limits, and the choices of *Automatic*, are those of the training.
    """

    @property
    def n_words(self) -> int | None:
        """Size limit of the vocabulary. None stands for no limit, and 0 for a given word list."""
        limits = self.recipe.limits
        return limits.size if limits.word_list is None else 0


@dataclass(frozen=True, slots=True)
class RemovedRecipe:
    """A removed recipe or model, with everything that Undo needs."""

    corpus: str
    name: str
    recipe: str
    evaluation: str | None
    model: tuple[ModelRecord, bytes] | None = None
    judged: LeaveOneOut | None = None
    """The model's held-out verdicts on its own documents."""


def list_saved_recipes(workspace: WorkspaceSource, corpus: str) -> tuple[SavedRecipe, ...]:
    """Return the saved models and recipes of a corpus: models first, newest first in each group."""
    with open_for_reading(workspace) as opened:
        kind = kind_of_corpus(opened, opened.corpora.get(corpus))
        models, recipes = opened.models.all(corpus), opened.recipes.all(corpus)
        present = opened.corpora.get(corpus).change_number
        tested = [opened.verdicts.tested_change_number(corpus, model.name) for model in models]
    rows = [
        saved_recipe_from_record(model, kind, is_model=True, is_behind=number is not None and number < present)
        for model, number in zip(models, tested, strict=True)
    ]
    rows += [saved_recipe_from_record(recipe, kind, is_model=False) for recipe in recipes]
    return tuple(row for row in rows if row is not None)


def saved_recipe_from_record(
    record: ModelRecord | RecipeRecord, kind: CorpusKind, *, is_model: bool, is_behind: bool = False
) -> SavedRecipe | None:
    """Convert a record; None if its recipe was written by a later version of the program."""
    try:
        recipe = recipe_from_plain(json.loads(record.recipe))
        figures: dict[str, Any] = json.loads(record.evaluation) if record.evaluation else {}
    except (EngineError, ValueError, RecursionError):
        return None
    accuracy, log_loss = (figures.get(name) for name in ("accuracy", "log_loss"))
    return SavedRecipe(
        name=record.name,
        is_model=is_model,
        recipe=recipe,
        request=restore_request(figures.get(REQUEST_KEY), recipe, kind),
        n_documents=int(figures.get("documents") or 0),
        accuracy=math.nan if accuracy is None else float(accuracy),
        log_loss=math.nan if log_loss is None else float(log_loss),
        is_behind=is_behind,
    )


def keep_recipe(
    workspace: WorkspaceSource, corpus: str, name: str, recipe: Recipe, request: RecipeRequest, evaluation: Evaluation
) -> str:
    """Save a recipe with its request and its evaluation.

    Raises:
        UnusableName: The name is taken.
    """
    with open_for_writing(workspace) as opened, opened.transaction():
        if any(kept.name == name for kept in opened.recipes.all(corpus)):
            raise UnusableName("recipe", name, "taken")
        filled = fill_auto_fields(request, recipe, kind_of_corpus(opened, opened.corpora.get(corpus)))
        figures = json.dumps(evaluation.to_plain() | request_to_json(filled), allow_nan=False)
        opened.recipes.save(corpus, name, recipe_text(recipe.to_plain()), figures)
    return name


def remove_saved(
    workspace: WorkspaceSource, corpus: str, name: str, is_model: bool, _context: JobContext
) -> RemovedRecipe:
    """Remove a recipe or a model, and return everything that Undo needs."""
    with open_for_writing(workspace) as opened, opened.transaction():
        if is_model:
            removed = snapshot_of_model(opened, name)
            opened.models.remove(name)
            return replace(removed, corpus=corpus)
        known = opened.recipes.all(corpus)
        kept = next((kept for kept in known if kept.name == name), None)
        if kept is None:
            raise NotFound("recipe", name, tuple(kept.name for kept in known))
        opened.recipes.remove(corpus, name)
        return RemovedRecipe(corpus, name, kept.recipe, kept.evaluation)


@dataclass(frozen=True, slots=True, eq=False)
class TrainingReplacement:
    """A finished training: its report, the new model, and the model that it replaced."""

    report: TrainingReport
    kept: SavedRecipe | None
    """The new model as a row of the table of saved models."""
    before: RemovedRecipe | None
    """The replaced model, for undo; None if there was none."""
    verdicts_before: LeaveOneOut | None


def train_with_undo(workspace: WorkspaceSource, order: TrainingOrder, context: JobContext) -> TrainingReplacement:
    """Train and save a model, and return what `undo_training` needs."""
    with open_for_writing(workspace) as opened:
        corpus = find_corpus(opened, order.corpus)
        name = name_for_model(order, corpus)
        has_one = any(model.name == name for model in opened.models.all())
        before = snapshot_of_model(opened, name) if has_one else None
        verdicts_before = opened.verdicts.leave_one_out(corpus.name, name) if has_one else None
    report = train(workspace, replace(order, corpus=corpus.name, model=name), context)
    kept = next((row for row in list_saved_recipes(workspace, corpus.name) if row.is_model and row.name == name), None)
    return TrainingReplacement(report, kept, before, verdicts_before)


def undo_training(workspace: WorkspaceSource, replacement: TrainingReplacement, _context: JobContext) -> str:
    """Undo a training. Return the name of the model that is in use again; "" if there was none before."""
    report, before = replacement.report, replacement.before
    with open_for_writing(workspace) as opened, opened.transaction():
        if before is None:
            opened.models.remove(report.model)
        else:
            restore_saved(opened, before)
        if replacement.verdicts_before is not None:
            opened.verdicts.store_leave_one_out(report.corpus, replacement.verdicts_before)
    return report.model if before is not None else ""


def restore_removed(workspace: WorkspaceSource, removed: RemovedRecipe, _context: JobContext) -> str:
    """Restore a removed recipe or model; return its name."""
    with open_for_writing(workspace) as opened:
        restore_saved(opened, removed)
    return removed.name


def snapshot_of_model(workspace: Workspace, name: str) -> RemovedRecipe:
    """Return everything that is needed to restore a model.

    Corrections that the model learnt since it was saved are stored beside it; they are merged into its bytes.
    """
    record, content = workspace.models.get(name), workspace.models.content(name)
    if record.n_lessons:
        content = model_to_bytes(load_stored_model(workspace, name).model)
    judged = None if record.corpus is None else workspace.verdicts.leave_one_out(record.corpus, name)
    own_verdicts = judged if judged is not None and judged.model_name == name else None
    return RemovedRecipe(record.corpus or "", name, record.recipe, record.evaluation, (record, content), own_verdicts)


def restore_saved(workspace: Workspace, removed: RemovedRecipe) -> None:
    """Restore a removed recipe, or a removed model with exactly its former bytes."""
    if removed.model is None:
        workspace.recipes.save(removed.corpus, removed.name, removed.recipe, removed.evaluation)
        return
    record, content = removed.model
    workspace.models.replace_content(record, content, change_number=record.change_number)
    if removed.judged is not None and record.corpus is not None:
        workspace.verdicts.store_leave_one_out(record.corpus, removed.judged)
