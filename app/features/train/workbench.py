"""Questions that the Train page asks while somebody turns its knobs: what would these choices give?

The workbench keeps what the next question will need again: the counts of the corpus, the model over the chosen words,
and the documents left out of it, which hold for every smoothing and prior. So a new smoothing costs one pass, another
event model two, and only other words need the counts again. Of a corpus beyond the budget for counts
(`app.library.memory`) it keeps the tables alone: each of these questions then reads the counts again, once, and
says how far it is. It belongs to one thread, like the workspace it reads.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from app.domain.errors import NotFound, TrainingError, UnusableName
from app.domain.jobs import JobContext
from app.domain.records import ModelRecord, RecipeRecord
from app.domain.results import FilterPromise, LiveCurve, TrainingReport
from app.features.train.choosing import FEWEST_TRIED, MOST_TRIED
from app.features.train.training import (
    JUDGING,
    LEARNING,
    TrainingOrder,
    best_recipe,
    fitting_columns,
    name_for,
    named_sets,
    several_plan,
    several_recipe,
    several_trained,
    train,
    with_room_for_words,
)
from app.library.engine_errors import engine_errors
from app.library.filter_training import TrainedFilter, promise_record, trained_filter, with_filter
from app.library.recipes import FILTER, CorpusKind, RecipeRequest, planned_recipe, token_rules, trusted_servers
from app.library.saved_evaluations import KeptArrays, keep_arrays, known_arrays, stamp_of
from app.library.saved_models import kept_model, recipe_text
from app.library.training_data import (
    LabelledCorpus,
    count_missing,
    kind_of_corpus,
    labelled_corpus,
    labels_in_use,
    model_of,
    reads_words,
    rules_key,
    rules_used,
    the_corpus,
    watched,
    without_made_fields,
)
from app.library.verdict_columns import titles_of
from app.store.verdicts import LeaveOneOut
from app.store.workspace import Place, Workspace, reading, writing
from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.arrays.logspace import judged, normalised
from nbengine.errors import EngineError
from nbengine.events import LeftOut
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.held_or_streamed_documents import AnyDocuments, Documents, Passes, Progress
from nbengine.learnt.statistics import Features
from nbengine.measure.evaluation import Evaluation, evaluate, positive_label
from nbengine.measure.ranking_curves import McNemar as McNemar
from nbengine.measure.ranking_curves import mcnemar
from nbengine.measure.recipe_choice import TriedRecipe, best_judged, trial_folds, tried_by_folds
from nbengine.measure.several_labels import as_evaluation, evaluate_several
from nbengine.models.model import Model
from nbengine.models.model_words import Cuts, cuts_of
from nbengine.models.persistence import model_to_bytes
from nbengine.models.recipe import Recipe, recipe_from_plain
from nbengine.models.training import honest_log_joint, own_honest_folds, prepared
from nbengine.questions.answers import BoolArray
from nbengine.text.stop_words import CODES, stop_words_of
from nbengine.text.token_rules import with_made
from nbengine.trust.calibration import fit_temperature, mean_accuracy

CURVE_RIDGES = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
CURVE_SMOOTHINGS = (0.0, *(float(f"{value:.2g}") for value in np.logspace(-3, 1, 17)))
"""Rounded as the slider rounds, so that choosing the best point judges exactly that point."""
MOST_WRONG = 500
CURVE = "judging smoothings"
RESULT, CURVE_WAY = "train", "train: curve"
"""The ways of evaluating, as they are kept with a model."""
MOST_UNKEPT = 8
ANSWERS_HEAD = ("labels", "sets", "judged_by", "longest_ngram")

Left = Iterable[tuple[slice, Documents, LeftOut]]
"""Documents piece by piece, each left out of what was learnt."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A document judged to be another label than it has."""

    document: int
    title: str
    label: str
    judged: str
    """Empty where it was undecided."""
    share: float
    """With two labels the probability of the positive one, else of the judged one."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgedRecipe:
    """The results of a recipe on documents that it has not seen."""

    evaluation: Evaluation
    positive: str
    judged_by: str
    wrong: tuple[Mistake, ...]
    """The surest mistakes first; as many as a page can show."""
    all_wrong: IntArray
    """(n_wrong,): the numbers of all documents judged wrong, the surest mistakes first."""
    all_truth: IntArray
    all_judged: IntArray
    """(n_wrong,): places among `names`; -1 where it was undecided."""
    all_shares: FloatArray
    """(n_wrong,): as `Mistake.share`."""
    n_wrong: int
    longest_ngram: int
    """Of how many words the longest sequences are that were counted."""
    seconds: float
    promise: FilterPromise | None = None
    """Of a filter."""
    sets: tuple[str, ...] = ()
    """The sets of labels that `all_truth` and its like are places among, where documents may have several."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names that mistakes are told by."""
        return self.sets or self.evaluation.labels

    def mistakes_in(self, cell: tuple[int, int] | None) -> IntArray:
        """Places in `all_wrong` of the mistakes in a cell of the confusion matrix, or of all; the surest first."""
        if cell is None:
            return np.arange(len(self.all_wrong))
        names = list(self.names)
        label, verdict = (self.evaluation.labels[number] for number in cell)
        if label not in names or verdict not in names:
            return np.empty(0, np.int64)
        return np.flatnonzero((self.all_truth == names.index(label)) & (self.all_judged == names.index(verdict)))


def difference(first: JudgedRecipe, second: JudgedRecipe) -> McNemar:
    """Compare two recipes on the same documents."""
    wrong = np.union1d(first.all_wrong, second.all_wrong)
    return mcnemar(~np.isin(wrong, first.all_wrong), ~np.isin(wrong, second.all_wrong))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class HonestVerdicts:
    """Verdicts of a recipe on documents that it has not seen: what a `JudgedRecipe` is worked out from."""

    labels: tuple[str, ...]
    log_proba: FloatArray
    """(n_documents, n_labels): calibrated."""
    truth: IntArray
    document_numbers: IntArray
    positive: str
    judged_by: str
    longest_ngram: int
    promise: FilterPromise | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class HonestAnswers:
    """`HonestVerdicts` where documents may have several labels: an answer about each label."""

    labels: tuple[str, ...]
    is_branch: BoolArray
    """(n_labels,)"""
    given: BoolArray
    """(n_documents, n_labels), as are `truth` and `probabilities`."""
    truth: BoolArray
    probabilities: FloatArray
    document_numbers: IntArray
    sets: tuple[str, ...]
    """The sets of labels that documents have."""
    set_numbers: IntArray
    """(n_documents,): places in `sets`."""
    judged_by: str
    longest_ngram: int


@dataclass(frozen=True, slots=True, eq=False)
class _Bench:
    """A corpus laid out for one choice of words and weights."""

    key: tuple[object, ...]
    labelled: LabelledCorpus
    model: Model
    features: Passes[Features]
    """As the model's scorer takes them: held, or made anew in each pass."""


class LiveTraining:
    """Answers one question after another about a corpus."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._corpus: tuple[tuple[object, ...], LabelledCorpus] | None = None
        self._cuts: tuple[tuple[str, int], Cuts] | None = None
        """The cuts through the numbers of a table, for which all rows are looked at."""
        self._bench: _Bench | None = None
        self._filter: tuple[tuple[object, ...], TrainedFilter] | None = None
        self._tried: dict[tuple[object, ...], TriedRecipe] = {}
        """Ridges that were tried on the documents as they are."""
        self._unkept: dict[bytes, tuple[str, str, KeptArrays]] = {}
        """Evaluations by stamp, each with its recipe and way, of recipes that no kept model has yet: the last few."""
        self._fitted: dict[tuple[object, ...], JudgedRecipe] = {}
        """Results of learnt factors on these documents: each is several fits, and a slider comes back."""

    def result(self, corpus: str, request: RecipeRequest, context: JobContext) -> JudgedRecipe:
        """Judge every document without itself under a recipe."""
        began_s = time.monotonic()
        with engine_errors(TrainingError, corpus):
            if self._takes_several(corpus):
                return self._with_several(corpus, request, context, began_s)
            recipe = self.recipe(corpus, request)
            known = self._known(corpus, recipe, RESULT)
            verdicts = None if known is None else unpacked_verdicts(known)
            if verdicts is not None:
                return self._with_mistakes(verdicts, began_s)
            if recipe.learner is not None:
                return self._by_filter(corpus, recipe, context, began_s)
            key = (corpus, self._documents(corpus, recipe, context).change_number, recipe.key)
            if recipe.is_fitted and key in self._fitted:
                return replace(self._fitted[key], seconds=time.monotonic() - began_s)
            bench = self._laid_out(corpus, recipe, context)
            found = self._judged(bench, recipe, context, began_s)
            if recipe.is_fitted:
                same = {known: one for known, one in self._fitted.items() if known[:2] == key[:2]}
                self._fitted = {**same, key: found}
            return found

    def curve(self, corpus: str, request: RecipeRequest, context: JobContext) -> LiveCurve:
        """Judge documents left out under many smoothings or ridges; not where each label is judged by itself."""
        with engine_errors(TrainingError, corpus):
            recipe = self.recipe(corpus, request)
            if self._takes_several(corpus) or recipe.learner is not None:
                return LiveCurve((), (), recipe.smoothing)
            own = without_strength(recipe)
            known = self._known(corpus, own, CURVE_WAY)
            found = None if known is None else unpacked_curve(known)
            if found is not None:
                return found
            if recipe.is_fitted:
                found = self._curve_of_ridges(corpus, recipe, context)
                labelled = self._documents(corpus, recipe, context)
            else:
                bench = self._laid_out(corpus, recipe, context)
                found, labelled = self._curve(bench, bench.model.recipe, context), bench.labelled
            self._keep(labelled, own, CURVE_WAY, packed_curve(found))
            return found

    def _known(self, corpus: str, recipe: Recipe, way: str) -> KeptArrays | None:
        """Look up a result or a curve that was kept with a model of this recipe."""
        with reading(self.place) as workspace:
            number = workspace.changes.number(corpus)
            stamp = stamp_of(workspace, corpus, number, way, recipe_text(recipe.to_plain()))
        return known_arrays(self.place, corpus, stamp)

    def _keep(self, labelled: LabelledCorpus, recipe: Recipe, way: str, found: KeptArrays) -> None:
        """Keep a result or a curve with the models of its recipe; remember it for a model that is trained next."""
        if not found.is_small:
            return
        corpus, text = labelled.corpus.name, recipe_text(recipe.to_plain())
        with reading(self.place) as workspace:
            stamp = stamp_of(workspace, corpus, labelled.change_number, way, text)
            models = models_of_recipe(workspace, corpus, recipe, way)
        if models:
            keep_arrays(self.place, corpus, models[0], way, stamp, found)
            return
        others = [(old, kept) for old, kept in self._unkept.items() if old != stamp]
        self._unkept = dict([*others, (stamp, (text, way, found))][-MOST_UNKEPT:])

    def keep_evaluation(self, corpus: str, request: RecipeRequest) -> None:
        """Keep what is known of a recipe, now that a model has it."""
        recipe = self.recipe(corpus, request)
        for own, way in ((recipe, RESULT), (without_strength(recipe), CURVE_WAY)):
            text = recipe_text(own.to_plain())
            with reading(self.place) as workspace:
                models = models_of_recipe(workspace, corpus, own, way)
            for stamp, (kept_text, kept_way, found) in self._unkept.items():
                if models and (kept_text, kept_way) == (text, way):
                    keep_arrays(self.place, corpus, models[0], way, stamp, found)

    def _curve_of_ridges(self, corpus: str, recipe: Recipe, context: JobContext) -> LiveCurve:
        """Fit anew for each ridge; what was tried before somebody stopped it, or moved on, is not tried again."""
        labelled = self._documents(corpus, recipe, context)
        documents = labelled.documents
        if len(documents) < FEWEST_TRIED:
            return LiveCurve((), (), math.nan)
        folds: tuple[IntArray, IntArray] | None = None
        of = (corpus, labelled.change_number)
        self._tried = {key: tried for key, tried in self._tried.items() if key[:2] == of}
        found = []
        for number, ridge in enumerate(CURVE_RIDGES):
            own = replace(recipe, ridge=ridge)
            key = (*of, own.key)
            if key not in self._tried:
                folds = folds or curve_folds(own, documents)
                part = watched(documents, PartOfJob(context, number, len(CURVE_RIDGES)), CURVE)
                self._tried[key] = tried_by_folds(own, part, *folds)
            found.append(self._tried[key])
        accuracies = tuple(float(1 - one.is_wrong.mean()) for one in found)
        return LiveCurve(CURVE_RIDGES, accuracies, CURVE_RIDGES[best_judged(found)], len(found[0].is_wrong))

    def n_uncounted(self, corpus: str, request: RecipeRequest) -> int:
        """Count the documents that were never counted under the words of a recipe: more than a few take their time."""
        recipe = self.recipe(corpus, request)
        with reading(self.place) as workspace:
            if not reads_words(workspace.corpora.get(corpus), recipe):
                return 0
            return len(workspace.segments.uncounted(corpus, rules_key(rules_used(workspace, corpus, recipe.rules))))

    def count(self, corpus: str, request: RecipeRequest, context: JobContext) -> None:
        """Count the words of a corpus as a recipe wants them; what is counted stays counted."""
        recipe = self.recipe(corpus, request)
        with writing(self.place) as workspace:
            if not reads_words(workspace.corpora.get(corpus), recipe):
                return
            count_missing(workspace, corpus, rules_used(workspace, corpus, recipe.rules), context)

    def recipe(self, corpus: str, request: RecipeRequest) -> Recipe:
        """The recipe that somebody's wishes come to in a corpus."""
        with writing(self.place) as workspace:
            found = workspace.corpora.get(corpus)
            if found.takes_several:
                return several_recipe(workspace, found, request)
            kind = kind_of_corpus(workspace, found)
            plan = planned_recipe(request, kind, corpus)
            plan = with_filter(plan, request, labels_in_use(workspace, corpus), corpus)
            if kind == "table" and plan.recipe.is_fitted:
                return replace(plan.recipe, cuts=self._cuts_of(workspace, corpus))
            return fitting_columns(plan.recipe, kind, request, workspace, corpus)

    def _cuts_of(self, workspace: Workspace, corpus: str) -> Cuts:
        key = corpus, workspace.changes.number(corpus)
        if self._cuts is None or self._cuts[0] != key:
            self._cuts = key, cuts_of(workspace.documents.rows(corpus).numbers)
        return self._cuts[1]

    def _takes_several(self, corpus: str) -> bool:
        with reading(self.place) as workspace:
            return workspace.corpora.get(corpus).takes_several

    def _with_several(self, corpus: str, request: RecipeRequest, context: JobContext, began_s: float) -> JudgedRecipe:
        """Judge each label by itself; a mistake is a document that was given other labels than it has."""
        recipe = self.recipe(corpus, request)
        known = self._known(corpus, recipe, RESULT)
        kept = None if known is None else unpacked_answers(known)
        if kept is not None:
            return self._with_wrong_sets(kept, began_s)
        with writing(self.place) as workspace:
            is_learnt, plan = several_plan(workspace, workspace.corpora.get(corpus), request)
        labelled = self._documents(corpus, plan.recipe, context)
        trained = several_trained(plan, labelled, context, is_learnt=is_learnt)
        answers = HonestAnswers(
            labels=trained.model.questions.labels,
            is_branch=trained.model.questions.is_branch,
            given=trained.given,
            truth=trained.truth,
            probabilities=trained.probabilities,
            document_numbers=labelled.document_numbers,
            sets=labelled.documents.labels,
            set_numbers=labelled.documents.label_numbers,
            judged_by="folds" if is_learnt else "leave-one-out",
            longest_ngram=plan.recipe.rules.ngrams[1],
        )
        self._keep(labelled, recipe, RESULT, packed_answers(answers))
        return self._with_wrong_sets(answers, began_s)

    def _with_wrong_sets(self, answers: HonestAnswers, began_s: float) -> JudgedRecipe:
        """Compare answers with the labels, and list the documents that were given other labels than they have."""
        own = np.flatnonzero(~answers.is_branch)
        given, truth, shares = answers.given[:, own], answers.truth[:, own], answers.probabilities[:, own]
        wrong = np.flatnonzero((given != truth).any(axis=1))
        likely = np.where(truth, shares, 1.0 - shares)[wrong].min(axis=1, initial=1.0)
        order = np.argsort(likely, kind="stable")
        wrong, likely = wrong[order], likely[order]
        names, judged_sets = named_sets(answers.labels, answers.given, answers.sets)
        figures = evaluate_several(answers.given, answers.truth, answers.labels, answers.is_branch)
        found = JudgedRecipe(
            evaluation=as_evaluation(figures, shares, given, truth),
            positive="",
            judged_by=answers.judged_by,
            wrong=(),
            all_wrong=answers.document_numbers[wrong],
            all_truth=answers.set_numbers[wrong],
            all_judged=judged_sets[wrong],
            all_shares=1.0 - likely,
            n_wrong=len(wrong),
            longest_ngram=answers.longest_ngram,
            seconds=0.0,
            sets=names,
        )
        return self._with_titles(found, began_s)

    def _by_filter(self, corpus: str, recipe: Recipe, context: JobContext, began_s: float) -> JudgedRecipe:
        labelled = self._documents(corpus, recipe, context)
        key = (corpus, labelled.change_number, recipe.key)
        if self._filter is None or self._filter[0] != key:
            self._filter = (key, trained_filter(recipe, labelled, context))
        found = self._filter[1]
        positive = found.model.learner.settings.positive
        promise = promise_record(found.model)
        verdicts = honest_verdicts(labelled, recipe, found.calibrated, positive, "replay", promise)
        self._keep(labelled, recipe, RESULT, packed_verdicts(verdicts))
        return self._with_mistakes(verdicts, began_s)

    def _laid_out(self, corpus: str, recipe: Recipe, context: JobContext) -> _Bench:
        labelled = self._documents(corpus, recipe, context)
        recipe = with_room_for_words(recipe, watched(labelled.documents, context, "reading counts"))
        key = (labelled.change_number, corpus, counted_part(recipe))
        if self._bench is None or self._bench.key != key:
            learning = replace(labelled, documents=watched(labelled.documents, context, LEARNING))
            model = model_of(recipe, learning)
            self._bench = _Bench(key, labelled, model, prepared(model, labelled.documents))
        elif self._bench.model.recipe != recipe:
            self._bench = replace(self._bench, model=self._bench.model.rederived(recipe))
        return self._bench

    def _documents(self, corpus: str, recipe: Recipe, context: JobContext) -> LabelledCorpus:
        with writing(self.place) as workspace:
            change_number = workspace.changes.number(corpus)
            key = (corpus, change_number, recipe.counting_key, columns_read(recipe))
            if self._corpus is None or self._corpus[0] != key:
                richer_key, found = (corpus, change_number, rules_key(with_made(recipe.rules)), key[-1]), None
                if self._corpus is not None and self._corpus[0] == richer_key:  # if their counts are in memory
                    found = without_made_fields(self._corpus[1])
                found = found or labelled_corpus(workspace, workspace.corpora.get(corpus), recipe, context)
                self._corpus = (key, found)
        return self._corpus[1]

    def _judged(self, bench: _Bench, wished: Recipe, context: JobContext, began_s: float) -> JudgedRecipe:
        recipe = bench.model.recipe  # with room for its words
        documents, by_folds = watched(bench.labelled.documents, context, JUDGING), recipe.is_judged_by_folds
        if by_folds:
            log_joint = honest_log_joint(bench.model, documents)
        else:
            left = left_out(bench, recipe, lambda done, total: context.checkpoint(done, total, JUDGING))
            log_joint = scores(left, documents)
        temperature = fit_temperature(log_joint, documents.label_numbers, documents.weights).temperature
        log_proba = normalised(log_joint / temperature)
        positive = positive_label(documents.labels)
        judged_by = "folds" if by_folds else "leave-one-out"
        verdicts = honest_verdicts(bench.labelled, recipe, log_proba, positive, judged_by)
        self._keep(bench.labelled, wished, RESULT, packed_verdicts(verdicts))
        return self._with_mistakes(verdicts, began_s)

    def _with_mistakes(self, verdicts: HonestVerdicts, began_s: float) -> JudgedRecipe:
        """Compare verdicts with the labels, and list the mistakes."""
        log_proba, truth, labels = verdicts.log_proba, verdicts.truth, verdicts.labels
        chosen = judged(log_proba)
        wrong = np.flatnonzero(chosen != truth)
        sureness = log_proba[wrong].max(axis=1, initial=-np.inf)
        wrong = wrong[np.argsort(-np.exp(sureness), kind="stable")]
        column = labels.index(verdicts.positive) if len(labels) == 2 else None
        shares = log_proba[wrong].max(axis=1, initial=-np.inf) if column is None else log_proba[wrong, column]
        found = JudgedRecipe(
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
            seconds=0.0,
            promise=verdicts.promise,
        )
        return self._with_titles(found, began_s)

    def _with_titles(self, found: JudgedRecipe, began_s: float) -> JudgedRecipe:
        """List the surest mistakes at once; `mistakes` lists the others where somebody looks at them."""
        wrong = self._mistakes(found, np.arange(min(found.n_wrong, MOST_WRONG)))
        return replace(found, wrong=wrong, seconds=time.monotonic() - began_s)

    def mistakes(self, found: JudgedRecipe, cell: tuple[int, int] | None) -> tuple[Mistake, ...]:
        """List every mistake, or every one in a cell of the confusion matrix; the surest first."""
        return self._mistakes(found, found.mistakes_in(cell))

    def _mistakes(self, found: JudgedRecipe, places: IntArray) -> tuple[Mistake, ...]:
        """The mistakes at these places of a result, with their titles."""
        if not len(places):
            return ()
        names, numbers = found.names, found.all_wrong[places].tolist()
        with reading(self.place) as workspace:
            titles = titles_of(workspace, workspace.documents.headings(numbers))
        columns = (numbers, found.all_truth[places], found.all_judged[places], found.all_shares[places].tolist())
        return tuple(
            Mistake(number, titles.get(number, ""), names[truth], names[verdict] if verdict >= 0 else "", share)
            for number, truth, verdict, share in zip(*columns, strict=True)
        )

    def _curve(self, bench: _Bench, recipe: Recipe, context: JobContext) -> LiveCurve:
        documents = bench.labelled.documents
        if not recipe.event.is_smoothed:
            return LiveCurve((), (), recipe.smoothing)
        can_go_without = not (recipe.norm and recipe.event.can_be_normed)
        smoothings = [value for value in CURVE_SMOOTHINGS if value > 0 or can_go_without]
        left = left_out(bench, recipe, lambda done, total: context.checkpoint(done, total, CURVE))
        accuracies = accuracies_of(left, documents, smoothings, context)
        most = max(share for share, value in zip(accuracies, smoothings, strict=True) if value > 0)
        tied = [v for v, share in zip(smoothings, accuracies, strict=True) if v > 0 and share == most]

        def loss(value: float) -> float:
            context.checkpoint(len(smoothings), len(smoothings), CURVE)
            return fit_temperature(scores(left, documents, value), documents.label_numbers, documents.weights).log_loss

        best = min(tied, key=loss) if len(tied) > 1 else tied[0]
        return LiveCurve(tuple(smoothings), tuple(accuracies), float(f"{best:.2g}"))


@dataclass(frozen=True, slots=True)
class PartOfJob:
    """A JobContext for one of several like parts of a job: it reports how far all of them are."""

    whole: JobContext
    number: int
    n_parts: int

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        """Report progress; raise Cancelled if the job should stop."""
        share = min(done / total, 1.0) if total else 0.0
        self.whole.checkpoint(self.number + share, self.n_parts, phase)


def honest_verdicts(
    labelled: LabelledCorpus,
    recipe: Recipe,
    log_proba: FloatArray,
    positive: str,
    judged_by: str,
    promise: FilterPromise | None = None,
) -> HonestVerdicts:
    """The verdicts on the documents of a corpus, with what is shown beside them."""
    return HonestVerdicts(
        labels=labelled.documents.labels,
        log_proba=log_proba,
        truth=labelled.documents.label_numbers,
        document_numbers=labelled.document_numbers,
        positive=positive,
        judged_by=judged_by,
        longest_ngram=recipe.rules.ngrams[1],
        promise=promise,
    )


def without_strength(recipe: Recipe) -> Recipe:
    """The recipe without the value that its curve runs over."""
    plain = Recipe()
    return replace(recipe, ridge=plain.ridge) if recipe.is_fitted else replace(recipe, smoothing=plain.smoothing)


def models_of_recipe(workspace: Workspace, corpus: str, recipe: Recipe, way: str) -> list[str]:
    """The kept models of a corpus that have a recipe, the last changed first; for a curve, whatever their smoothing."""
    text, found = recipe_text(recipe.to_plain()), []
    for record in workspace.models.all(corpus):
        known = record.recipe
        if way == CURVE_WAY:
            try:
                known = recipe_text(without_strength(recipe_from_plain(json.loads(known))).to_plain())
            except (EngineError, ValueError, RecursionError):
                continue  # a recipe of a later version of the program
        if known == text:
            found.append(record.name)
    return found


def packed_verdicts(verdicts: HonestVerdicts) -> KeptArrays:
    """Verdicts as they are kept: document numbers and names of labels, no texts."""
    names = ("labels", "positive", "judged_by", "longest_ngram")
    promise = None if verdicts.promise is None else asdict(verdicts.promise)
    arrays = {"log_proba": verdicts.log_proba, "truth": verdicts.truth, "document_numbers": verdicts.document_numbers}
    return KeptArrays({**{name: getattr(verdicts, name) for name in names}, "promise": promise}, arrays)


def unpacked_verdicts(kept: KeptArrays) -> HonestVerdicts | None:
    """Undo `packed_verdicts`; None where a fault has left something else."""
    head, arrays = kept.head, kept.arrays
    try:
        promise = head["promise"]
        if promise is not None:
            promise = FilterPromise(**{**promise, "suspects": tuple(promise["suspects"])})
        found = HonestVerdicts(**{**head, **arrays, "labels": tuple(head["labels"]), "promise": promise})
    except (KeyError, TypeError):
        return None
    n_documents, n_labels = len(found.truth), len(found.labels)
    is_whole = found.log_proba.shape == (n_documents, n_labels) and found.document_numbers.shape == (n_documents,)
    is_within = bool(n_documents) and 0 <= found.truth.min() <= found.truth.max() < n_labels
    return found if is_whole and is_within and found.positive in found.labels else None


def packed_answers(answers: HonestAnswers) -> KeptArrays:
    """Answers as they are kept: document numbers and names of labels, no texts."""
    arrays: dict[str, npt.NDArray[Any]] = {
        name: getattr(answers, name).astype(np.int32) for name in ("is_branch", "given", "truth")
    }
    for name in ("probabilities", "document_numbers", "set_numbers"):
        arrays[name] = getattr(answers, name)
    return KeptArrays({name: getattr(answers, name) for name in ANSWERS_HEAD}, arrays)


def unpacked_answers(kept: KeptArrays) -> HonestAnswers | None:
    """Undo `packed_answers`; None where a fault has left something else."""
    parts: dict[str, Any] = {**kept.head, **kept.arrays}
    try:
        parts |= {name: tuple(parts[name]) for name in ("labels", "sets")}
        parts |= {name: kept.arrays[name].astype(np.bool_) for name in ("is_branch", "given", "truth")}
        found = HonestAnswers(**parts)
    except (KeyError, TypeError):
        return None
    n_documents, n_labels = len(found.document_numbers), len(found.labels)
    tables = (found.given, found.truth, found.probabilities)
    is_whole = all(table.shape == (n_documents, n_labels) for table in tables) and found.is_branch.shape == (n_labels,)
    numbers = found.set_numbers
    is_within = bool(n_documents) and numbers.shape == (n_documents,)
    return found if is_whole and is_within and 0 <= numbers.min() <= numbers.max() < len(found.sets) else None


def packed_curve(curve: LiveCurve) -> KeptArrays:
    """A curve as it is kept."""
    values, accuracies = np.array(curve.values, np.float64), np.array(curve.accuracies, np.float64)
    return KeptArrays({"best": curve.best, "n_judged": curve.n_judged}, {"values": values, "accuracies": accuracies})


def unpacked_curve(kept: KeptArrays) -> LiveCurve | None:
    """Undo `packed_curve`; None where a fault has left something else."""
    try:
        values, accuracies = (tuple(kept.arrays[name].tolist()) for name in ("values", "accuracies"))
        best, n_judged = float(kept.head["best"]), int(kept.head["n_judged"])
    except (KeyError, TypeError, ValueError):
        return None
    return LiveCurve(values, accuracies, best, n_judged) if len(values) == len(accuracies) else None


def curve_folds(recipe: Recipe, documents: AnyDocuments) -> tuple[IntArray, IntArray]:
    """The documents that the curve over the ridge judges, and the fold of each.

    They are all documents in the folds of the result beside it, so that both give the same accuracy. Of many documents,
    where seven times so many fits would take minutes, they are some stretches.
    """
    if len(documents) > 2 * MOST_TRIED:
        return trial_folds(documents.label_numbers, MOST_TRIED, are_rows=recipe.cuts is not None)
    return np.arange(len(documents)), own_honest_folds(recipe, documents)


def left_out(bench: _Bench, recipe: Recipe, progress: Progress) -> Left:
    """The documents, each left out of what was learnt; what is streamed tells how far it is."""
    statistics = bench.model.scored_statistics
    return bench.features.watched(progress).then(
        lambda piece, features: LeftOut(statistics, features, piece.label_numbers, recipe.settings, piece.weights)
    )


def scores(left: Left, documents: AnyDocuments, smoothing: float | None = None) -> FloatArray:
    """Return the scores (n_documents, n_labels) of documents left out, in one pass."""
    log_joint = np.empty((len(documents), len(documents.labels)))
    for places, _, part in left:
        log_joint[places] = part.log_joint(smoothing)
    return log_joint


def accuracies_of(left: Left, documents: AnyDocuments, smoothings: Sequence[float], context: JobContext) -> list[float]:
    """Return the accuracy of each smoothing, all of them in one pass."""
    verdicts = np.empty((len(smoothings), len(documents)), dtype=np.int32)
    for places, piece, part in left:
        for row, value in enumerate(smoothings):
            done = (places.start * len(smoothings) + row * len(piece)) / len(documents)
            context.checkpoint(done, len(smoothings), CURVE)
            verdicts[row, places] = judged(part.log_joint(value))
    # without weights, like the accuracy of `evaluate` that stands beside the curve
    return [mean_accuracy(row.astype(np.int64), documents.label_numbers) for row in verdicts]


def counted_part(recipe: Recipe) -> tuple[object, ...]:
    """Return the parts of a recipe that decide the counts of a model, as a key for keeping them."""
    fitted = (recipe.what_is_fitted, recipe.weighting) if recipe.is_fitted else None
    counted = (recipe.counting_key, recipe.limits, recipe.counts_as, recipe.threshold, recipe.sublinear)
    return *counted, columns_read(recipe), fitted


def columns_read(recipe: Recipe) -> object:
    """Return which columns of a table a recipe reads, as a part of that key."""
    return ("text", recipe.cuts) if recipe.reads_text_alone else recipe.event_model


TOKENS = ("auto", "plain", "mail")


def request_for(recipe: Recipe, kind: CorpusKind) -> RecipeRequest | None:
    """The request that comes to a recipe in a corpus of this kind; a table is cut anew."""
    if (learner := recipe.learner) is not None:
        return RecipeRequest(
            event_model=FILTER,
            spam_label=learner.positive,
            protected=learner.protected,
            trusted_servers=trusted_servers(recipe.rules),
        )
    recipe = replace(recipe, cuts=None)
    for tokens in TOKENS:
        request = likely_request(recipe, kind, tokens)
        try:
            if planned_recipe(request, kind, "").recipe == recipe:
                return request
        except TrainingError:
            continue
    return None


def likely_request(recipe: Recipe, kind: CorpusKind, tokens: str) -> RecipeRequest:
    """Return the request that a recipe most likely came from, if everything in the recipe can be said in one."""
    rules, limits = recipe.rules, recipe.limits
    base = token_rules(RecipeRequest(tokens=tokens), kind)
    languages = (code for code in CODES.values() if stop_words_of(code) == rules.stop_words)
    language = None if rules.stop_words == base.stop_words else next(languages, None)  # none for a list of one's own
    return RecipeRequest(
        tokens=tokens,
        lower=None if rules.lower == base.lower else rules.lower,
        min_length=None if rules.min_length == base.min_length else rules.min_length,
        ngrams=None if rules.ngrams == base.ngrams else rules.ngrams,
        char_ngrams=rules.char_ngrams,
        stop_words=language,
        stem=rules.stem,
        min_df=None if limits.min_documents == 1 else limits.min_documents,
        max_df=limits.max_documents,
        event_model=recipe.event_model,
        smoothing=repr(recipe.smoothing),
        prior=recipe.prior.kind,
        vocabulary="all" if limits.size is None else str(limits.size),
        rank_words_by=limits.rank_by,
        binary=recipe.weighting == "binary",
        tfidf=recipe.weighting == "tfidf",
        ridge=recipe.ridge if recipe.is_fitted and recipe.ridge != Recipe().ridge else None,
        ridge_by_ratio=recipe.ridge_by_ratio,
        norm=recipe.norm,
        var_smoothing=recipe.var_smoothing,
        threshold=recipe.threshold,
        unknown_word=limits.unknown_word,
        mixed_text=recipe.mixed_text,
        trusted_servers=trusted_servers(rules),
    )


def best_request(workspace: Place, corpus: str, request: RecipeRequest, context: JobContext) -> RecipeRequest | None:
    """Fill in what a request leaves open with what leave-one-out likes best."""
    recipe = best_recipe(workspace, corpus, request, context)
    with reading(workspace) as opened:
        return request_for(recipe, kind_of_corpus(opened, opened.corpora.get(corpus)))


MOST_SHOWN = 500
UNDECIDED = -1


@dataclass(frozen=True, slots=True)
class JudgedOtherwise:
    """One document that two recipes do not agree on."""

    document: int
    title: str
    label: str
    first: str
    second: str
    """The label by the second recipe; as by the first, empty where it was undecided."""


@dataclass(frozen=True, slots=True)
class AllJudgedOtherwise:
    """The documents that two recipes do not agree on."""

    documents: tuple[JudgedOtherwise, ...] = ()
    """Those first that only the first recipe judges right, then those that only the second does; not all of many."""
    n_documents: int = 0


def judged_otherwise(place: Place, first: JudgedRecipe, second: JudgedRecipe) -> AllJudgedOtherwise:
    """Find the documents of one corpus that two recipes judge otherwise."""
    numbers = np.union1d(first.all_wrong, second.all_wrong)
    truth = placed(numbers, first.all_wrong, first.all_truth, placed(numbers, second.all_wrong, second.all_truth, None))
    one = placed(numbers, first.all_wrong, first.all_judged, truth)
    other = placed(numbers, second.all_wrong, second.all_judged, truth)
    [differ] = np.nonzero(one != other)
    order = np.lexsort((numbers[differ], 2 - 2 * (one == truth)[differ] - (other == truth)[differ]))
    shown = differ[order][:MOST_SHOWN]
    names = (*first.names, "")  # -1, the place of what is undecided, is that of the last
    with reading(place) as workspace:
        titles = titles_of(workspace, workspace.documents.headings(numbers[shown].tolist()))
    rows = zip(*(each[shown].tolist() for each in (numbers, truth, one, other)), strict=True)
    return AllJudgedOtherwise(
        tuple(JudgedOtherwise(n, titles.get(n, ""), names[t], names[a], names[b]) for n, t, a, b in rows), len(differ)
    )


def placed(numbers: IntArray, known: IntArray, values: IntArray, otherwise: IntArray | None) -> IntArray:
    """Return the value of each number, and another where it is not known."""
    found = np.full(len(numbers), UNDECIDED, dtype=np.int64) if otherwise is None else otherwise.astype(np.int64)
    found[np.searchsorted(numbers, known)] = values
    return found


@dataclass(frozen=True, slots=True)
class KeptRecipe:
    """A recipe that was kept, by itself or as a model's, and what it was worth then."""

    name: str
    is_model: bool
    recipe: Recipe
    request: RecipeRequest | None = None
    """The request that gives this recipe again; None where no request names all of it."""
    n_documents: int = 0
    """The number of documents it was judged on; 0 where that is not known."""
    accuracy: float = math.nan
    log_loss: float = math.nan

    @property
    def n_words(self) -> int | None:
        """Return the largest size of its vocabulary; None for all words, 0 for a list of words."""
        limits = self.recipe.limits
        return limits.size if limits.word_list is None else 0


@dataclass(frozen=True, slots=True)
class Removed:
    """The records needed to put a removed recipe or model back."""

    corpus: str
    name: str
    recipe: str
    evaluation: str | None
    model: tuple[ModelRecord, bytes] | None = None
    judged: LeaveOneOut | None = None
    """Verdicts of the model on its own documents."""


def kept_recipes(workspace: Place, corpus: str) -> tuple[KeptRecipe, ...]:
    """Return what is kept of a corpus, models first, each group the last first."""
    with reading(workspace) as opened:
        kind = kind_of_corpus(opened, opened.corpora.get(corpus))
        models, recipes = opened.models.all(corpus), opened.recipes.all(corpus)
    rows = [kept_recipe(model, kind, is_model=True) for model in models]
    rows += [kept_recipe(recipe, kind, is_model=False) for recipe in recipes]
    return tuple(row for row in rows if row is not None)


def kept_recipe(record: ModelRecord | RecipeRecord, kind: CorpusKind, *, is_model: bool) -> KeptRecipe | None:
    """A record read; None where its recipe is none that this program knows."""
    try:
        recipe = recipe_from_plain(json.loads(record.recipe))
        figures: dict[str, Any] = json.loads(record.evaluation) if record.evaluation else {}
    except (EngineError, ValueError, RecursionError):
        return None
    accuracy, log_loss = (figures.get(name) for name in ("accuracy", "log_loss"))
    return KeptRecipe(
        name=record.name,
        is_model=is_model,
        recipe=recipe,
        request=request_for(recipe, kind),
        n_documents=int(figures.get("documents") or 0),
        accuracy=math.nan if accuracy is None else float(accuracy),
        log_loss=math.nan if log_loss is None else float(log_loss),
    )


def keep_recipe(workspace: Place, corpus: str, name: str, recipe: Recipe, evaluation: Evaluation) -> str:
    """Keep a recipe and what it was worth under a name of its own."""
    with writing(workspace) as opened, opened.transaction():
        if any(kept.name == name for kept in opened.recipes.all(corpus)):
            raise UnusableName("recipe", name, "taken")
        figures = json.dumps(evaluation.to_plain(), allow_nan=False)
        opened.recipes.save(corpus, name, recipe_text(recipe.to_plain()), figures)
    return name


def remove_kept(workspace: Place, corpus: str, name: str, is_model: bool, _context: JobContext) -> Removed:
    """Remove a recipe or a model, and return what puts it back."""
    with writing(workspace) as opened, opened.transaction():
        if is_model:
            removed = kept_as_it_is(opened, name)
            opened.models.remove(name)
            return replace(removed, corpus=corpus)
        known = opened.recipes.all(corpus)
        kept = next((kept for kept in known if kept.name == name), None)
        if kept is None:
            raise NotFound("recipe", name, tuple(kept.name for kept in known))
        opened.recipes.remove(corpus, name)
        return Removed(corpus, name, kept.recipe, kept.evaluation)


@dataclass(frozen=True, slots=True, eq=False)
class Replacement:
    """A training that was kept, and what had its place: the model of that name, and how it judged its documents."""

    report: TrainingReport
    kept: KeptRecipe | None
    """The new model as the table lists it."""
    before: Removed | None
    """None where no model had that name."""
    judged_before: LeaveOneOut | None


def train_anew(workspace: Place, order: TrainingOrder, context: JobContext) -> Replacement:
    """Train a model and keep it in place of the one of its name, so that it can be taken back."""
    with writing(workspace) as opened:
        corpus = the_corpus(opened, order.corpus)
        name = name_for(order, corpus)
        has_one = any(model.name == name for model in opened.models.all())
        before = kept_as_it_is(opened, name) if has_one else None
        judged_before = opened.verdicts.leave_one_out(corpus.name, name) if has_one else None
    report = train(workspace, replace(order, corpus=corpus.name, model=name), context)
    kept = next((row for row in kept_recipes(workspace, corpus.name) if row.is_model and row.name == name), None)
    return Replacement(report, kept, before, judged_before)


def take_back_training(workspace: Place, replacement: Replacement, _context: JobContext) -> str:
    """Keep again what a training replaced; return the name of the model, or nothing where there was none."""
    report, before = replacement.report, replacement.before
    with writing(workspace) as opened, opened.transaction():
        if before is None:
            opened.models.remove(report.model)
        else:
            keep_again(opened, before)
        if replacement.judged_before is not None:
            opened.verdicts.keep_leave_one_out(report.corpus, replacement.judged_before)
    return report.model if before is not None else ""


def put_back(workspace: Place, removed: Removed, _context: JobContext) -> str:
    """Keep again what was removed."""
    with writing(workspace) as opened:
        keep_again(opened, removed)
    return removed.name


def kept_as_it_is(workspace: Workspace, name: str) -> Removed:
    """A model with all that is needed to keep it again, the lessons beside it among its bytes."""
    record, content = workspace.models.get(name), workspace.models.content(name)
    if record.n_lessons:
        content = model_to_bytes(kept_model(workspace, name).model)
    judged = None if record.corpus is None else workspace.verdicts.leave_one_out(record.corpus, name)
    own = judged if judged is not None and judged.model == name else None
    return Removed(record.corpus or "", name, record.recipe, record.evaluation, (record, content), own)


def keep_again(workspace: Workspace, removed: Removed) -> None:
    """Keep a recipe again, or a model, byte for byte."""
    if removed.model is None:
        workspace.recipes.save(removed.corpus, removed.name, removed.recipe, removed.evaluation)
        return
    record, content = removed.model
    workspace.models.save_again(record, content, change_number=record.change_number)
    if removed.judged is not None and record.corpus is not None:
        workspace.verdicts.keep_leave_one_out(record.corpus, removed.judged)
