"""Auto: the event model, the weighting and the smoothing that the documents at hand like best.

Each candidate gets the smoothing with the least leave-one-out log loss. Candidates are then compared by that loss
after a temperature of their own: raw losses punish over-confidence, which calibration mends, and not wrongness.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.domain.jobs import JobContext
from app.domain.results import Choice
from app.services.corpus_documents import adopted
from app.services.recipes import RecipePlan
from nbengine.errors import EngineError
from nbengine.features import Features
from nbengine.model import Model
from nbengine.recipe import Recipe
from nbengine.smoothing import Candidate, auto_smoothing, compared
from nbengine.training import Documents, train_model


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A candidate with everything that judging it needs."""

    recipe: Recipe
    model: Model
    features: Features


def chosen_recipe(plan: RecipePlan, documents: Documents, context: JobContext) -> tuple[Recipe, tuple[Choice, ...]]:
    """Fill in what the plan leaves open, and say why."""
    if not plan.chooses_event_model and not plan.chooses_smoothing:
        return plan.recipe, ()
    recipes = candidates(plan.recipe) if plan.chooses_event_model else [plan.recipe]
    prepared = []
    for number, recipe in enumerate(recipes):
        context.checkpoint(number, len(recipes), "choosing the smoothing")
        prepared.append(
            with_best_smoothing(recipe, documents, context) if plan.chooses_smoothing else fitted(recipe, documents)
        )
    if len(prepared) == 1:
        recipe = prepared[0].recipe
        return recipe, (Choice("smoothing", f"{recipe.smoothing:.3g}"),)
    return best_of(prepared, documents)


def candidates(recipe: Recipe) -> list[Recipe]:
    """The ways to count and judge text that are worth a try."""
    found = [
        replace(recipe, event_model="multinomial", weighting="count"),
        replace(recipe, event_model="multinomial", weighting="binary"),
        replace(recipe, event_model="complement", weighting="tfidf"),
        replace(recipe, event_model="bernoulli", weighting="count"),
    ]
    if recipe.weighting != "count":
        found = [one for one in found if one.weighting == recipe.weighting]
    return found


def fitted(recipe: Recipe, documents: Documents) -> Prepared:
    """Learn the documents under a recipe."""
    model = train_model(
        recipe,
        documents.features,
        documents.label_numbers,
        documents.labels,
        documents.vocabulary,
        documents.weights,
        is_assured=False,
    )
    return Prepared(recipe, model, model.prepared(adopted(model, documents)))


def with_best_smoothing(recipe: Recipe, documents: Documents, context: JobContext) -> Prepared:
    """Learn the documents, and find the smoothing that leave-one-out likes best."""
    first = fitted(recipe, documents)
    if recipe.event_model == "gaussian":
        return first
    found = auto_smoothing(
        first.model.scored_statistics,
        first.features,
        documents.label_numbers,
        recipe.settings,
        documents.weights,
        progress=lambda done, total: context.checkpoint(done, total, "choosing the smoothing"),
    )
    smoothing = found.settings.smoothing
    if not isinstance(smoothing, float):
        raise EngineError("A smoothing for each word cannot be chosen.")
    best = replace(recipe, smoothing=rounded(smoothing), prior=found.settings.prior)
    return Prepared(best, first.model.rederived(best), first.features)


def rounded(smoothing: float) -> float:
    """Two figures are more than the choice is sure of, and can be read aloud."""
    return float(f"{smoothing:.2g}")


def best_of(prepared: Sequence[Prepared], documents: Documents) -> tuple[Recipe, tuple[Choice, ...]]:
    """The candidate with the least log loss after its temperature."""
    found = compared(
        [Candidate(one.model.scored_statistics, one.features, one.recipe.settings) for one in prepared],
        documents.label_numbers,
        documents.weights,
    )
    best = min(range(len(found)), key=lambda place: found[place].log_loss)
    losses = tuple((name_of(one.recipe), comparison.log_loss) for one, comparison in zip(prepared, found, strict=True))
    recipe = prepared[best].recipe
    return recipe, (Choice("event-model", name_of(recipe), losses), Choice("smoothing", f"{recipe.smoothing:.3g}"))


def name_of(recipe: Recipe) -> str:
    """An event model with its weighting, in few words."""
    weighting = {"count": "", "binary": ", binary", "tfidf": ", tf-idf"}[recipe.weighting]
    return f"{recipe.event_model}{weighting}"
