"""The honest opponents of a model, judged on the same documents that none has seen.

All are judged by the same folds, as new documents will be, each under the smoothing that suits it and with
probabilities calibrated on the other half of what was judged: of text the textbook models and learnt factors, of a
table whatever can read its columns, of several labels each label by itself, where right is a document given just its
labels. A filter's verdicts are those of its replay: it learns each mail after judging it, where the others know the
parts before. The model in use comes first, then plain naive Bayes, and one after another as long as the time allows and
nobody stops it: whatever was not tried is named.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import numpy as np

from app.domain.errors import ModelError, TrainingError
from app.domain.jobs import Cancelled, JobContext
from app.services.engine_errors import engine_errors
from app.services.models.kept_models import KeptModel, shared_model
from app.services.training.automatic_choice import has_stretches, name_of, tried_recipe, with_best_smoothing
from app.services.training.corpus_documents import LabelledCorpus, kind_of_corpus, labelled_corpus, watched
from app.services.training.filter_training import trained_filter
from app.services.training.learnt_choice import fitted_recipe
from app.services.training.recipe_planning import FILTER, RecipeRequest, planned_recipe, readable_by
from app.services.training.several_labels import counted_recipe, several_plan, told_recipe
from app.services.training.training import fitting_schema, kinds_of, with_cuts
from app.store.workspace import Place, Workspace, writing
from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events.event_model import Kind
from nbengine.events.settings import Weighting
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.held_or_streamed_documents import AnyDocuments, learnt_from
from nbengine.measure.evaluation import Evaluation, evaluate
from nbengine.measure.ranking_curves import McNemar, mcnemar
from nbengine.measure.several_labels import as_evaluation, evaluate_several
from nbengine.measure.unseen_documents import MOST_FOLDS, UnseenDocuments, stratified_folds, unseen_documents
from nbengine.models.recipe import Recipe
from nbengine.models.training import scores_of_unseen
from nbengine.questions.answers import BoolArray, cross_answered
from nbengine.questions.label_questions import folds_asked
from nbengine.questions.set_model import SetModel
from nbengine.trust.calibration import fit_calibration

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
