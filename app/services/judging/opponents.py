"""The honest opponents of a model: textbook models and learnt factors, judged on the same documents that none has seen.

All are judged by the same folds, as new documents will be, each under the smoothing that suits it and with
probabilities calibrated on the other half of what was judged. The model in use comes first, then plain naive Bayes, and
one after another as long as the time allows: whatever it did not allow is named.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import numpy as np

from app.domain.errors import ModelError, TrainingError
from app.domain.jobs import JobContext
from app.services.models.event_models import ways_of_text
from app.services.models.kept_models import KeptModel, shared_model
from app.services.training.automatic_choice import has_stretches, name_of, tried_recipe, with_best_smoothing
from app.services.training.corpus_documents import LabelledCorpus, kind_of_corpus, labelled_corpus, watched
from app.services.training.learnt_choice import fitted_recipe
from app.services.training.recipe_planning import RecipeRequest, planned_recipe
from app.store.access import Place, writing
from app.store.workspace import Workspace
from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events.settings import Weighting
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.held_or_streamed_documents import AnyDocuments, learnt_from
from nbengine.measure.evaluation import Evaluation, evaluate
from nbengine.measure.significance_tests import McNemar, mcnemar
from nbengine.measure.unseen_documents import UnseenDocuments, unseen_documents
from nbengine.models.recipe import Recipe
from nbengine.models.training import scores_of_unseen
from nbengine.questions.answers import BoolArray
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

    @property
    def is_chance(self) -> bool:
        """Return whether equally good models could well differ as much."""
        return self.against.p_value >= CHANCE

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
        )


@dataclass(frozen=True, slots=True, eq=False)
class Opponents:
    """The model in use, the first, and all that were judged beside it."""

    model: str
    corpus: str
    contenders: tuple[Contender, ...]
    untried: tuple[str, ...]
    """The names of those for which there was no time."""
    is_in_time: bool
    """Later documents were judged by what came before; else stretches of neighbours were left out."""
    budget_s: float
    seconds: float

    @property
    def in_use(self) -> Contender:
        return self.contenders[0]

    @property
    def best_textbook(self) -> Contender | None:
        """Return the best of the textbook models beside the model in use; None where none was judged."""
        others = [one for one in self.contenders[1:] if not one.recipe.is_fitted]
        return max(others, key=_merit, default=None)

    @property
    def finding(self) -> tuple[Finding, Contender | None]:
        """Return what the comparison says, and of which other model."""
        best = max(self.contenders[1:], key=_merit, default=None)
        if best is not None and not best.is_chance and _merit(best) > _merit(self.in_use):
            return "better", best
        plain = self.best_textbook
        if plain is None:
            return "none-better", None
        if not plain.is_chance:
            return "worse", plain
        return ("as-good", plain) if self.in_use.recipe.is_fitted else ("none-better", None)

    @property
    def proposal(self) -> Contender | None:
        """Return the model to take instead: a textbook model that is as good as learnt factors, or what is better than
        the model in use by more than chance."""
        finding, other = self.finding
        return other if finding in ("better", "as-good") else None


def _merit(one: Contender) -> tuple[float, float]:
    return one.evaluation.accuracy, -one.evaluation.log_loss


def judge_opponents(
    workspace: Place, model: str | None, context: JobContext, budget_s: float = USUAL_SECONDS
) -> Opponents:
    """Judge the textbook models and learnt factors beside a model in use."""
    began_s = time.monotonic()
    with writing(workspace) as opened:
        kept = shared_model(workspace, opened, model)
        check_has_opponents(kept)
        try:
            return _judged(opened, kept, context, began_s, budget_s)
        except EngineError as error:
            raise TrainingError(kept.record.corpus or "", str(error)) from error


def check_has_opponents(kept: KeptModel) -> None:
    """Raise ModelError for a filter, which is judged by replay, and for what reads tables or gives several labels."""
    recipe = kept.model.recipe
    if kept.record.corpus is None:
        raise ModelError(kept.record.name, "no-corpus")
    if recipe.learner is not None or isinstance(kept.model, SetModel) or not recipe.reads_text_alone:
        raise ModelError(kept.record.name, "no-opponents")


def _judged(workspace: Workspace, kept: KeptModel, context: JobContext, began_s: float, budget_s: float) -> Opponents:
    corpus = workspace.corpora.get(kept.record.corpus or "")
    own = labelled_corpus(workspace, corpus, kept.model.recipe, context)
    plain = planned_recipe(RecipeRequest(), kind_of_corpus(workspace, corpus), corpus.name).recipe
    words = labelled_corpus(workspace, corpus, plain, context)
    unseen = unseen_documents(words.documents, words.dates_s)
    if unseen is None or not len(unseen.picked):
        raise EngineError(f"{len(words.documents)} documents are too few to compare models by.")
    found = [contender(kept.model.recipe, own, unseen, context)]
    untried = []
    for recipe in opponents_of(kept.model.recipe, plain):
        if time.monotonic() - began_s > budget_s:
            untried.append(name_of(recipe))
            continue
        chosen = with_own_smoothing(recipe, words.documents, context)
        found.append(contender(chosen, words, unseen, context, found[0]))
    seconds = time.monotonic() - began_s
    return Opponents(kept.record.name, corpus.name, tuple(found), tuple(untried), unseen.is_in_time, budget_s, seconds)


def opponents_of(own: Recipe, plain: Recipe) -> Iterator[Recipe]:
    """Yield the textbook models of text, the plainest first, and learnt factors; not the model in use again."""
    recipes = [
        replace(plain, event_model=event.name, weighting=weighting)
        for weighting in WEIGHTINGS
        for event in ways_of_text()
        if not event.is_fitted
        and (weighting == "count" or not replace(plain, event_model=event.name, weighting=weighting).counts_absence)
    ]
    recipes = [recipe for recipe in recipes if recipe.weighting != "binary" or recipe.event.has_binary_twin]
    recipes.insert(2, fitted_recipe(plain))
    used = (own.event_model, own.weighting, own.rules)
    yield from (recipe for recipe in recipes if (recipe.event_model, recipe.weighting, recipe.rules) != used)


def with_own_smoothing(recipe: Recipe, documents: AnyDocuments, context: JobContext) -> Recipe:
    """Choose the smoothing that suits a textbook model, as Auto does."""
    if recipe.is_fitted:
        return recipe
    if has_stretches(recipe, documents):
        whole = learnt_from(documents)
        return tried_recipe(recipe, documents, whole, context, chooses_smoothing=True).recipe
    return with_best_smoothing(recipe, documents.held(), context).recipe


def contender(
    recipe: Recipe,
    labelled: LabelledCorpus,
    unseen: UnseenDocuments,
    context: JobContext,
    in_use: Contender | None = None,
) -> Contender:
    """Judge the documents by one recipe."""
    began_s, documents = time.monotonic(), watched(labelled.documents, context, PHASE)
    context.checkpoint(phase=PHASE)
    scores, truth = scores_of_unseen(recipe, documents, unseen), documents.label_numbers[unseen.picked]
    log_proba = cross_calibrated(scores, truth, lengths_of_documents(documents)[unseen.picked])
    is_right = np.asarray(log_proba.argmax(axis=1) == truth)
    return Contender(
        name_of(recipe),
        recipe,
        evaluate(log_proba, truth, documents.labels),
        is_right,
        mcnemar(is_right if in_use is None else in_use.is_right, is_right),
        time.monotonic() - began_s,
    )


def cross_calibrated(scores: FloatArray, truth: IntArray, lengths: FloatArray) -> FloatArray:
    """Calibrate each half of the documents by the other, so that no figure has seen its document."""
    log_proba, half = np.empty_like(scores), np.arange(len(scores)) % 2
    for side in (0, 1):
        own, other = half == side, half != side
        learnt = fit_calibration(scores[other], truth[other], lengths[other])
        log_proba[own] = learnt.apply(scores[own], lengths[own])
    return log_proba


def lengths_of_documents(documents: AnyDocuments) -> FloatArray:
    """(n_documents,): how many words each has."""
    found = np.zeros(len(documents))
    for places, piece in documents.pieces():
        if piece.features.text is not None:
            found[places] = piece.features.text.sums()
    return found
