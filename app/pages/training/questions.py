"""The Train page's questions: what a recipe gives, the curve over the smoothing, and keeping the model."""

from __future__ import annotations

from app.domain.jobs import JobContext
from app.pages.training.recipe_choices import asked, on_page
from app.services.models.kept_recipes import (
    KeptRecipe,
    Removed,
    Replacement,
    keep_recipe,
    kept_recipes,
    put_back,
    remove_kept,
    train_anew,
)
from app.services.training.recipe_planning import RecipeRequest
from app.services.training.recipe_requests import best_request
from app.services.training.recipe_workbench import LiveTraining
from app.services.training.training import TrainingOrder
from app.store.workspace import Place


class TrainingQuestions(LiveTraining):
    """Answers for one open workspace: the live figures of the services, and what is kept."""

    def keep(self, corpus: str, name: str, request: RecipeRequest, context: JobContext) -> Replacement:
        """Train a model by a recipe and keep it under a name, or under the one that its corpus gives it."""
        return train_anew(self.place, TrainingOrder(request, corpus, name or None), context)

    def choose(self, corpus: str, chosen: RecipeRequest, context: JobContext) -> RecipeRequest:
        """Find what leave-one-out likes best, as the page shows it."""
        return better(self.place, corpus, chosen, context)

    def kept(self, corpus: str, _context: JobContext) -> tuple[KeptRecipe, ...]:
        """Models and recipes of a corpus with what they were worth."""
        return kept_recipes(self.place, corpus)

    def keep_recipe(self, corpus: str, name: str, request: RecipeRequest, context: JobContext) -> str:
        """Keep a recipe with what it is worth now."""
        judged = self.result(corpus, request, context)
        return keep_recipe(self.place, corpus, name, self.recipe(corpus, request), judged.evaluation)

    def remove_kept(self, corpus: str, row: KeptRecipe, context: JobContext) -> Removed:
        """Remove a recipe or a model, and return what puts it back."""
        return remove_kept(self.place, corpus, row.name, row.is_model, context)

    def put_back(self, removed: Removed, context: JobContext) -> str:
        """Keep again what was removed."""
        return put_back(self.place, removed, context)


def better(place: Place, corpus: str, chosen: RecipeRequest, context: JobContext) -> RecipeRequest:
    """Find what leave-one-out likes best; what is chosen itself where the page has no control for a part of that.

    All is open but what a filter on the page protects and trusts: no search for a better recipe gives that up.
    """
    mine = asked(chosen)
    wished = RecipeRequest(protected=mine.protected, trusted_servers=mine.trusted_servers)
    return on_page(best_request(place, corpus, wished, context)) or chosen
