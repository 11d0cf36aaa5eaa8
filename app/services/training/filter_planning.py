"""The choice of a filter for a corpus that wants one, and the recipe that makes it.

Auto makes a filter where exactly one of the labels is like spam, or one was named, and nothing was asked for that only
a textbook model has. Messages of a table are for the textbook models, which can read its other columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.domain.errors import TrainingError
from app.services.training.recipe_planning import AUTO, FILTER, CorpusKind, RecipePlan, RecipeRequest
from nbengine.filter.settings import settings_for
from nbengine.measure.evaluation import is_like_spam, positive_label
from nbengine.models.recipe import Recipe
from nbengine.text.token_rules import with_made

SMOOTHING = 0.1
FEWEST_LABELS = 2


def with_filter(plan: RecipePlan, request: RecipeRequest, labels: Sequence[str], corpus: str) -> RecipePlan:
    """The plan, with a filter where one is asked for or wanted."""
    positive = filtered_label(request, plan.kind, labels, corpus)
    if positive is None:
        if request.protected:
            raise TrainingError(corpus, "only a filter protects labels")
        return plan
    unknown = next((label for label in request.protected if label not in labels or label == positive), None)
    if unknown is not None:
        raise TrainingError(corpus, f"there is no label {unknown!r} to be protected from {positive!r}")
    return RecipePlan(filter_recipe(plan.recipe, plan.kind, positive, request.protected), plan.kind)


def filtered_label(request: RecipeRequest, kind: CorpusKind, labels: Sequence[str], corpus: str) -> str | None:
    """The label that a filter keeps all others from; None where a textbook model is to be made."""
    is_asked = request.event_model == FILTER
    if not is_asked and not (leaves_all_open(request) and kind != "table"):
        return None
    if request.spam_label is not None:
        if request.spam_label not in labels:
            raise TrainingError(corpus, f"there is no label {request.spam_label!r}")
        return request.spam_label
    named = [label for label in labels if is_like_spam(label)]
    if len(labels) >= FEWEST_LABELS and (len(named) == 1 or (named and len(labels) == FEWEST_LABELS)):
        return positive_label(labels)
    if is_asked:
        raise TrainingError(corpus, "a filter needs to know which label is like spam; name it with --spam-label")
    return None


def leaves_all_open(request: RecipeRequest) -> bool:
    """Return whether nothing was asked for that only a textbook model has."""
    is_open = request.is_auto_model and request.is_auto_smoothing and request.vocabulary == AUTO
    is_plain = not (request.binary or request.tfidf or request.norm or request.char_ngrams)
    is_whole = request.word_list is None and request.min_df is None and request.max_df is None
    return is_open and is_plain and is_whole and request.prior == "data" and not request.unknown_word


def filter_recipe(recipe: Recipe, kind: CorpusKind, positive: str, protected: tuple[str, ...] = ()) -> Recipe:
    """All words, counted as they are, and how letters begin."""
    is_short = kind == "message"
    rules = recipe.rules if is_short or recipe.rules.char_ngrams else with_made(recipe.rules)
    return Recipe(
        rules=rules,
        smoothing=SMOOTHING,
        prior=replace(recipe.prior),
        learner=replace(settings_for(positive, is_short=is_short), protected=protected),
    )
