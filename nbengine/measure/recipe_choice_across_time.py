"""The choice between recipes, and of their smoothing, by how they judge documents of another time.

Leaving one document out at a time leaves its answers, copies and quotations in, and so likes next to no smoothing. Here
whole stretches of neighbours are left out together: the order of recipes and of smoothings is then that of later
documents (`tests/benchmarks/decisions/smoothing.md`).

The loss is taken after each recipe's own temperature: over-confidence is mended by calibration and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.columns_of_documents import Features
from nbengine.learnt.held_or_streamed_documents import AnyDocuments, Passes
from nbengine.learnt.statistics import Statistics
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from nbengine.models.training import models_without_folds, scores_by, some_stretches
from nbengine.trust.temperature import fit_temperature

ENOUGH_DOCUMENTS = 3_000
"""To compare recipes by: a standard error of the log loss well below the differences that matter."""
FIRST_DECADES = (-2.0, -1.0, 0.0)
STEPS = (1.0, 0.5, 0.25)
LOWEST_DECADE, HIGHEST_DECADE = -6.0, 3.0


@dataclass(frozen=True, slots=True, eq=False)
class LeftOutStretches:
    """A recipe's models without each of some stretches of documents, and these documents; smoothed anew at will."""

    recipe: Recipe
    parts: tuple[tuple[IntArray, Model, Passes[Features]], ...]
    label_numbers: IntArray
    weights: FloatArray | None
    n_labels: int

    def log_loss(self, smoothing: float | None = None) -> float:
        """Mean log loss of the documents left out, after the best temperature."""
        recipe = self.recipe if smoothing is None else replace(self.recipe, smoothing=smoothing)
        log_joint = np.empty((len(self.label_numbers), self.n_labels))
        for own, model, prepared in self.parts:
            log_joint[own] = scores_by(model.rederived(recipe).scorer, prepared)
        return fit_temperature(log_joint, self.label_numbers, self._asked(log_joint)).log_loss

    def _asked(self, log_joint: FloatArray) -> FloatArray | None:
        """Return the weights in the mean: none for documents of a label that the others do not have."""
        is_possible = np.isfinite(log_joint[np.arange(len(log_joint)), self.label_numbers])
        if is_possible.all() or not is_possible.any():
            return self.weights
        return np.where(is_possible, 1.0 if self.weights is None else self.weights, 0.0)


def leave_out_stretches(
    recipe: Recipe, documents: AnyDocuments, whole: Statistics | None = None, enough: int = ENOUGH_DOCUMENTS
) -> LeftOutStretches:
    """Learn a recipe's models without each of some stretches; `whole` is what all documents add up to, if known."""
    picked, stretches = some_stretches(documents.label_numbers, enough)
    parts = tuple(models_without_folds(recipe, documents, picked, stretches, whole))
    weights = None if documents.weights is None else documents.weights[picked]
    return LeftOutStretches(recipe, parts, documents.label_numbers[picked], weights, len(documents.labels))


def best_smoothing(loss: Callable[[float], float]) -> tuple[float, float]:
    """Walk downhill in ever smaller steps of decades; return the smoothing within a quarter decade, and its loss."""
    known = {decade: loss(10.0**decade) for decade in FIRST_DECADES}
    for step in STEPS:
        while True:
            best = min(known, key=lambda decade: (known[decade], abs(decade)))
            beside = [best - step, best + step]
            missing = [one for one in beside if one not in known and LOWEST_DECADE <= one <= HIGHEST_DECADE]
            if not missing:
                break
            known |= {decade: loss(10.0**decade) for decade in missing}
    best = min(known, key=lambda decade: (known[decade], abs(decade)))
    return 10.0**best, known[best]
