"""The state of the Train page, all that it shows, and its questions: what a recipe gives, the curve over the smoothing,
and keeping the model.
"""

from __future__ import annotations

import math
from dataclasses import field

from app.domain.jobs import JobContext
from app.domain.records import DocumentsRevision
from app.domain.use_case_results import LiveCurve
from app.pages.painted_values import Label, colours_of
from app.pages.training.recipe_choices import (
    FILTER,
    USUAL,
    asked,
    event_model_shown,
    is_fitted,
    on_page,
    ridge_of,
)
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
from app.services.training.recipe_planning import RecipeRequest, can_be_filtered
from app.services.training.recipe_requests import best_request
from app.services.training.recipe_workbench import JudgedRecipe as JudgedRecipe
from app.services.training.recipe_workbench import LiveTraining
from app.services.training.recipe_workbench import Mistake as Mistake
from app.services.training.training import TrainingOrder
from app.store.workspace import Place
from nbengine.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TrainingState:
    """All that the page shows."""

    corpus: str = ""
    is_table: bool = False
    has_text: bool = True
    revision: DocumentsRevision | None = None
    """Of the documents that the figures are of."""
    n_documents: int = 0
    labels: tuple[Label, ...] = ()
    choices: RecipeRequest = USUAL
    """Also what has no say under the event model of the moment, for when another is chosen."""
    result: JudgedRecipe | None = None
    curve: LiveCurve = field(default_factory=LiveCurve)
    is_working: bool = False
    """A newer result is on its way; the last one shows dimmed if it takes long."""
    is_keeping: bool = False
    is_uncounted: bool = False
    """The words of these choices were never counted, and counting them was stopped."""
    kept: tuple[KeptRecipe, ...] = ()
    cell: tuple[int, int] | None = None
    """The cell of the confusion matrix whose documents are listed."""
    mistakes: tuple[Mistake, ...] | None = None
    """Every mistake of the cell, or of the whole result; None while only the surest of all are known."""
    is_drawing: bool = False
    """The curve is being computed."""
    is_curve_due: bool = False
    """The curve of these choices is not known yet."""
    problem: Exception | None = None

    @property
    def event_model(self) -> str:
        """The event model that is chosen, as the page offers it."""
        return event_model_shown(self.choices.event_model, self.choices.mixed_text)

    @property
    def is_fitted(self) -> bool:
        """Factors are learnt, so that the slider is that of the ridge."""
        return is_fitted(self.choices)

    @property
    def smoothing(self) -> float:
        """The smoothing that is chosen, or the ridge of learnt factors."""
        return ridge_of(self.choices) if self.is_fitted else float(self.choices.smoothing)

    @property
    def best_smoothing(self) -> float | None:
        """The smoothing, or the ridge, that judges best; None while it is not known."""
        return self.curve.best if math.isfinite(self.curve.best) else None

    @property
    def is_filter(self) -> bool:
        """A filter stands in place of an event model."""
        return self.choices.event_model == FILTER

    @property
    def colours(self) -> dict[str, int]:
        """The colours of all labels that were judged."""
        names = (
            () if self.result is None else tuple(dict.fromkeys((*self.result.evaluation.labels, *self.result.names)))
        )
        return dict(zip(names, colours_of(self.labels, names), strict=True))

    @property
    def wrong_shown(self) -> tuple[Mistake, ...]:
        """The documents judged wrong, of the chosen cell or all; the surest of them until all are known."""
        if self.mistakes is not None and self.result is not None:
            return self.mistakes
        if self.result is None or self.cell is None:
            return () if self.result is None else self.result.wrong
        truth, judged = (self.result.evaluation.labels[number] for number in self.cell)
        return tuple(each for each in self.result.wrong if (each.label, each.judged) == (truth, judged))

    @property
    def n_wrong(self) -> int:
        """The number of documents judged wrong, of the chosen cell or all: as the matrix counts them."""
        if self.result is None or self.cell is None:
            return 0 if self.result is None else self.result.n_wrong
        truth, judged = self.cell
        return 0 if truth == judged else int(self.result.evaluation.confusion[truth, judged])

    @property
    def awaits_curve(self) -> bool:
        """The curve of these choices is on its way, and none can be shown."""
        return self.is_curve_due and not self.is_filter and (self.is_drawing or self.is_working or self.is_keeping)

    @property
    def model_in_use(self) -> KeptRecipe | None:
        """The model of the corpus that was trained last."""
        return next((row for row in self.kept if row.is_model), None)

    @property
    def is_trained(self) -> bool:
        """The model in use has the recipe on the page."""
        shown = None if self.model_in_use is None else on_page(self.model_in_use.request)
        return shown is not None and asked(shown) == asked(self.choices)

    @property
    def has_filter(self) -> bool:
        """One of the labels is named like spam: a filter can keep it from all others."""
        return self.can_train and not self.is_table and can_be_filtered([label.name for label in self.labels])

    @property
    def begins_with_filter(self) -> bool:
        """There is no doubt which label a filter would keep from the others."""
        named = sum(can_be_filtered([label.name]) for label in self.labels)
        return self.has_filter and (named == 1 or len(self.labels) == 2)

    @property
    def protectable(self) -> tuple[str, ...]:
        """The labels that a filter may be told to protect, those among them that there are no more."""
        named = tuple(label.name for label in self.labels if not can_be_filtered([label.name]))
        return tuple(dict.fromkeys((*named, *self.choices.protected)))

    @property
    def can_train(self) -> bool:
        """Two labels with documents make a model."""
        return sum(label.n_documents > 0 for label in self.labels) >= 2


class TrainingQuestions(LiveTraining):
    """Answers for one open workspace: the live figures of the services, and what is kept."""

    def keep(self, corpus: str, name: str, request: RecipeRequest, context: JobContext) -> Replacement:
        """Train a model by a recipe and keep it under a name, or under the one that its corpus gives it."""
        replacement = train_anew(self.place, TrainingOrder(request, corpus, name or None), context)
        self.keep_evaluation(corpus, request)
        return replacement

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
