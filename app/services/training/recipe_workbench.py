"""Questions that the Train page asks while somebody turns its knobs: what would these choices give?

The workbench keeps what the next question will need again: the counts of the corpus, the model over the chosen words,
and the documents left out of it, which hold for every smoothing and prior. So a new smoothing costs one pass, another
event model two, and only other words need the counts again. Of a corpus beyond the budget for counts
(`app.services.work.memory`) it keeps the tables alone: each of these questions then reads the counts again, once, and
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

from app.domain.errors import TrainingError
from app.domain.jobs import JobContext
from app.domain.use_case_results import FilterPromise, LiveCurve
from app.services.engine_errors import engine_errors
from app.services.library.corpus_columns import titles_of
from app.services.models.kept_evaluations import KeptArrays, keep_arrays, known_arrays, stamp_of
from app.services.models.kept_models import recipe_text
from app.services.training.corpus_documents import (
    LabelledCorpus,
    count_missing,
    kind_of_corpus,
    labelled_corpus,
    labels_in_use,
    model_of,
    reads_words,
    rules_key,
    rules_used,
    watched,
    without_made_fields,
)
from app.services.training.filter_training import TrainedFilter, promise_record, trained_filter, with_filter
from app.services.training.learnt_choice import FEWEST_TRIED, MOST_TRIED
from app.services.training.recipe_planning import RecipeRequest, planned_recipe
from app.services.training.several_labels import named_sets, several_plan, several_recipe, several_trained
from app.services.training.training import JUDGING, LEARNING, fitting_columns, with_room_for_words
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
from nbengine.models.recipe import Recipe, recipe_from_plain
from nbengine.models.training import honest_log_joint, own_honest_folds, prepared
from nbengine.questions.answers import BoolArray
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
