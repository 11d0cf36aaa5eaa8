"""All the choices that make a model, in one frozen record with a plain form and a key."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import field
from typing import Any, get_args

from nbengine.arrays.plain_records import from_plain, plain_key, to_plain
from nbengine.errors import EngineError
from nbengine.events import EventModel, event_named
from nbengine.events.settings import MIXED_TEXTS, USUAL_EVENT_MODEL, EventSettings, MixedText, Prior, Weighting
from nbengine.filter.settings import FilterSettings
from nbengine.lazy_dataclasses import dataclass
from nbengine.models.vocabulary_selection import VocabularyLimits
from nbengine.text.token_rules import TokenRules


@dataclass(frozen=True, slots=True)
class Recipe:
    """A recipe: all the choices by which a model is made. Equal recipes over equal documents make equal models."""

    rules: TokenRules = field(default_factory=TokenRules)
    """The rules by which text becomes words."""
    limits: VocabularyLimits = field(default_factory=VocabularyLimits)
    """The limits that say which of the words are kept."""
    event_model: str = USUAL_EVENT_MODEL
    """The name of one of `nbengine.events.EVENT_MODELS`."""
    smoothing: float = 1.0
    """α: 1 is Laplace, between 0 and 1 Lidstone, 0 none."""
    prior: Prior = field(default_factory=Prior)
    weighting: Weighting = "count"
    """Each word counts as often as it occurs, once per document, or by tf-idf; Bernoulli asks only whether it does."""
    sublinear: bool = True
    """tf-idf: a count enters as 1 + log(count)."""
    with_idf: bool = True
    """tf-idf: words of many documents weigh less; the document frequencies are frozen at training."""
    ridge: float = 1.0
    """Learnt factors: how tightly they are held; the larger, the less a few documents change."""
    ridge_by_ratio: bool = True
    """Learnt factors: a word is held less tightly the more naive Bayes says of it; otherwise all are held alike, which
    suits few documents, where naive Bayes' ratios are little more than chance."""
    norm: bool = False
    """Complement: divide each label's weights by the sum of their sizes."""
    with_prior: bool = False
    """Complement: let the prior take part."""
    var_smoothing: float = 1e-9
    """Gaussian: the share of the largest column variance that is added to every variance."""
    threshold: float = 0.0
    """A word is in a document if it occurs more often than this (Bernoulli, and binary weights)."""
    mixed_text: MixedText = MIXED_TEXTS[0]
    """Mixed: how text takes part beside the other columns."""
    cuts: tuple[tuple[float, ...], ...] | None = None
    """Learnt factors of a table: where each column of numbers is cut into stretches that count as words, as the values
    of other columns do (`table_cells`); None counts no cell."""

    learner: FilterSettings | None = None
    """The settings of a filter, where one judges in place of the event model; None for textbook models."""

    def __post_init__(self) -> None:
        if self.weighting not in get_args(Weighting):
            raise EngineError(f"Words are weighted by {', '.join(get_args(Weighting))}, not by {self.weighting!r}.")
        if not (math.isfinite(self.threshold) and self.threshold >= 0):
            raise EngineError(f"The threshold must be a number from 0 upwards, not {self.threshold}.")
        if not (math.isfinite(self.ridge) and self.ridge > 0):
            raise EngineError(f"The ridge must be a number above 0, not {self.ridge}.")
        if self.cuts is not None and not self.is_fitted:
            raise EngineError("Only learnt factors count the cells of a table as words.")
        self.settings  # noqa: B018 - its own check refuses what no event model can use
        self.event  # noqa: B018 - refuses a name that no event model has

    @property
    def settings(self) -> EventSettings:
        """The part that can change without touching a document."""
        return EventSettings(
            event_model=self.event_model,
            smoothing=self.smoothing,
            prior=self.prior,
            norm=self.norm,
            with_prior=self.with_prior,
            var_smoothing=self.var_smoothing,
            mixed_text=self.mixed_text,
        )

    @property
    def event(self) -> EventModel:
        """The event model itself."""
        return event_named(self.event_model)

    @property
    def counts_absence(self) -> bool:
        """Return whether a word counts by being there or not, rather than by how often it occurs."""
        return self.event.counts_absence(self.settings)

    @property
    def counts_as(self) -> Weighting:
        """Return how a word's count is learnt: always “count” where only its presence matters, or factors follow."""
        return "count" if self.counts_absence or self.is_fitted else self.weighting

    @property
    def is_fitted(self) -> bool:
        """Return whether factors are fitted to the documents beside the counts."""
        return self.event.is_fitted

    @property
    def weighs_by_tfidf(self) -> bool:
        """Return whether documents are judged by tf-idf; with learnt factors they are, while counts stay whole."""
        return self.is_fitted or self.counts_as == "tfidf"

    @property
    def reads_text_alone(self) -> bool:
        """Return whether the event model reads text, and nothing else."""
        return self.event.kinds == ("text",)

    @property
    def reads_text(self) -> bool:
        return "text" in self.event.kinds

    @property
    def is_judged_by_folds(self) -> bool:
        """Return whether a model's own documents chose its words, or factors were fitted to them."""
        return self.is_fitted or (self.reads_text and self.limits.needs_folds)

    @property
    def what_is_counted(self) -> tuple[object, ...]:
        """The choices that statistics are made for; all others can be changed without the documents."""
        by_tfidf = (self.sublinear, self.with_idf) if self.counts_as == "tfidf" else None
        return self.rules, self.limits, by_tfidf, self.threshold, self.cuts

    @property
    def what_is_fitted(self) -> tuple[object, ...]:
        """The choices that factors are fitted by, over the same counts."""
        return self.ridge, self.ridge_by_ratio, self.settings

    @property
    def key(self) -> str:
        """A short name of these choices: the same for equal recipes, in every process."""
        return plain_key(self)

    @property
    def counting_key(self) -> str:
        """A short name of the part that decides the counts of a document, whatever model they are for."""
        return plain_key(self.rules)

    def to_plain(self) -> dict[str, Any]:
        """Return dictionaries, lists, texts and numbers, as JSON knows them."""
        plain: dict[str, Any] = to_plain(self)
        return plain


def recipe_from_plain(plain: Mapping[str, Any]) -> Recipe:
    """Read a recipe; raise EngineError, saying where, for anything a recipe does not know."""
    return from_plain(Recipe, plain, "recipe")
