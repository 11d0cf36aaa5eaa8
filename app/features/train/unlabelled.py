"""Decide whether a model learns from the documents without a label too.

Auto tries it where few documents have a label. It takes them unless held-out labelled documents speak against it: few
labelled documents cannot prove a gain, and in `tests/benchmarks/decisions/unlabelled.md` there nearly always is one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from app.domain.errors import TrainingError
from app.domain.jobs import JobContext
from app.domain.results import UnlabelledEffect
from app.features.train.choosing import MAX_JUDGED_DOCUMENTS, SHORT_RUNS, fitted_recipe, is_mostly_han
from app.library.recipes import AUTO, FULL_WEIGHT, IGNORE, USE, CorpusKind, RecipeRequest
from app.library.training_data import LabelledCorpus, labelled_corpus, report_progress_of, unlabelled_numbers
from app.store.workspace import Workspace
from nbengine.learnt.documents import AnyDocuments, StreamedDocuments
from nbengine.measure.choosing import FEW_FOR_FOLDS, RecipeTrial, choose_trial_folds, is_better, try_recipe_by_folds
from nbengine.models.recipe import Recipe

MIN_UNLABELLED_DOCUMENTS, MIN_LABELLED_DOCUMENTS = 50, 10
"""With fewer documents, auto does not try."""
MAX_LABELLED_PER_LABEL = 100
"""With more labelled documents per label in the mean, auto does not try: they teach more than guesses do."""
DEVIATIONS = 2.0
"""Threshold in standard deviations: Auto ignores unlabelled documents if the model without them is better by more."""
PHASE = "trying documents without a label"


@dataclass(frozen=True, slots=True, eq=False)
class UnlabelledChoice:
    """The documents and the recipe to train with."""

    labelled: LabelledCorpus
    recipe: Recipe
    effect: UnlabelledEffect | None = None


def choose_unlabelled(
    workspace: Workspace,
    labelled: LabelledCorpus,
    recipe: Recipe,
    request: RecipeRequest,
    kind: CorpusKind,
    context: JobContext,
) -> UnlabelledChoice:
    """Return the documents and the recipe to train with, and what the unlabelled documents do for the model.

    `recipe` is the best one without them. Raises TrainingError for a request to use them that cannot be met.
    """
    unchanged = UnlabelledChoice(labelled, recipe)
    teaching = teaching_recipe(labelled.documents, recipe, request, kind)
    if request.unlabelled == IGNORE or (teaching is None and request.unlabelled != USE):
        return unchanged
    if teaching is None:
        raise TrainingError(labelled.corpus.name, "unlabelled")
    n_unlabelled = len(unlabelled_numbers(workspace.documents.columns(labelled.corpus.name)))
    if not n_unlabelled or (request.unlabelled != USE and not is_worth_trying(labelled, n_unlabelled)):
        return unchanged
    together = labelled_corpus(workspace, labelled.corpus, teaching, context)
    if len(labelled.documents) < MIN_LABELLED_DOCUMENTS:
        return UnlabelledChoice(together, teaching, UnlabelledEffect(n_unlabelled, is_used=True))
    folds = choose_trial_folds(labelled.documents.label_numbers, MAX_JUDGED_DOCUMENTS)
    without, with_them = (
        try_recipe_by_folds(tried, report_progress_of(corpus.documents, context, PHASE), *folds)
        for tried, corpus in ((recipe, labelled), (teaching, together))
    )
    is_used = request.unlabelled == USE or not is_better(without, with_them, DEVIATIONS)
    effect = UnlabelledEffect(n_unlabelled, is_used, _accuracy_of_trial(with_them), _accuracy_of_trial(without))
    return UnlabelledChoice(together, teaching, effect) if is_used else replace(unchanged, effect=effect)


def teaching_recipe(documents: AnyDocuments, recipe: Recipe, request: RecipeRequest, kind: CorpusKind) -> Recipe | None:
    """Return the recipe that learns from unlabelled documents; None if there is none for this request."""
    if recipe.learner is not None or kind == "table" or isinstance(documents, StreamedDocuments):
        return None
    if not recipe.is_fitted:
        if not request.is_auto_model or request.binary or request.tfidf:
            return None
        limits = replace(recipe.limits, size=None) if request.vocabulary == AUTO else recipe.limits
        recipe = replace(recipe, weighting="count", limits=limits)
        recipe = fitted_recipe(recipe, counts_unknown=len(documents) <= FEW_FOR_FOLDS)
        if kind == "message" and request.char_ngrams is None and is_mostly_han(documents):
            recipe = replace(recipe, rules=replace(recipe.rules, char_ngrams=SHORT_RUNS))
    return replace(recipe, unlabelled=FULL_WEIGHT)


def is_worth_trying(labelled: LabelledCorpus, n_unlabelled: int) -> bool:
    """Return whether there are few labelled documents and enough unlabelled ones."""
    n_labelled, n_labels = len(labelled.documents), len(labelled.documents.labels)
    return n_unlabelled >= MIN_UNLABELLED_DOCUMENTS and n_labelled <= MAX_LABELLED_PER_LABEL * n_labels


def _accuracy_of_trial(tried: RecipeTrial) -> float:
    return float(1 - np.mean(tried.is_wrong))
