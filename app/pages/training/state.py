"""The state of the Train page: all that it shows."""

from __future__ import annotations

from dataclasses import field

from app.domain.records import DocumentsRevision
from app.pages.painted_values import Curve, JudgedWrong, Label
from app.pages.training.questions import LiveResult
from app.pages.training.recipe_choices import FILTER, Choices, are_same, choices_of
from app.services.models.kept_recipes import KeptRecipe
from app.services.training.recipe_planning import can_be_filtered
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
    choices: Choices = field(default_factory=Choices)
    result: LiveResult | None = None
    curve: Curve = field(default_factory=Curve)
    best_smoothing: float | None = None
    """Or the best ridge of learnt factors."""
    is_working: bool = False
    """A newer result is on its way; the last one shows dimmed if it takes long."""
    is_keeping: bool = False
    is_uncounted: bool = False
    """The words of these choices were never counted, and counting them was stopped."""
    kept: tuple[KeptRecipe, ...] = ()
    cell: tuple[int, int] | None = None
    """The cell of the confusion matrix whose documents are listed."""
    problem: Exception | None = None

    @property
    def event_model(self) -> str:
        """The event model that is chosen."""
        return self.choices.event_model

    @property
    def smoothing(self) -> float:
        """The smoothing that is chosen, or the ridge of learnt factors."""
        return self.choices.ridge if self.choices.is_fitted else self.choices.smoothing

    @property
    def is_filter(self) -> bool:
        """A filter stands in place of an event model."""
        return self.choices.event_model == FILTER

    @property
    def wrong_shown(self) -> tuple[JudgedWrong, ...]:
        """The documents judged wrong, of the chosen cell or all."""
        if self.result is None or self.cell is None:
            return () if self.result is None else self.result.wrong
        truth, judged = (self.result.confusion.labels[number] for number in self.cell)
        return tuple(each for each in self.result.wrong if (each.label, each.judged) == (truth, judged))

    @property
    def model_in_use(self) -> KeptRecipe | None:
        """The model of the corpus that was trained last."""
        return next((row for row in self.kept if row.is_model), None)

    @property
    def is_trained(self) -> bool:
        """The model in use has the recipe on the page."""
        return self.model_in_use is not None and are_same(self.choices, choices_of(self.model_in_use.request))

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
