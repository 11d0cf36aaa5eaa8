"""The choice between recipes that count or weigh differently, by how each judges the same documents left out.

Fewest wrong wins; where chance alone could make the difference, the one of least log loss among those. Wrong verdicts
alone change by chance, and log loss alone has led to the wrong one of two textbook models where a few documents that
nobody can tell weighed more than all others (`tests/benchmarks/decisions/documents.md`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray
from nbengine.arrays.logspace import judged
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.held_or_streamed_documents import AnyDocuments
from nbengine.models.recipe import Recipe
from nbengine.models.training import folds_log_joint
from nbengine.trust.temperature import fit_temperature


@dataclass(frozen=True, slots=True, eq=False)
class JudgedRecipe:
    """A recipe, and how it judged documents that were left out."""

    recipe: Recipe
    is_wrong: npt.NDArray[np.bool_]
    """(n_documents,)"""
    log_loss: float
    """Mean, after the best temperature; of documents whose label the others have."""

    @property
    def wrong_share(self) -> float:
        return float(self.is_wrong.mean()) if len(self.is_wrong) else 0.0


def judged_recipe(recipe: Recipe, documents: AnyDocuments, folds: IntArray) -> JudgedRecipe:
    """Judge documents by models of all other folds."""
    log_joint = folds_log_joint(recipe, documents, folds)
    truth = documents.label_numbers
    is_possible = np.isfinite(log_joint[np.arange(len(truth)), truth])
    loss = fit_temperature(log_joint[is_possible], truth[is_possible]).log_loss if is_possible.any() else np.inf
    return JudgedRecipe(recipe, judged(log_joint) != truth, loss)


def best_judged(candidates: Sequence[JudgedRecipe]) -> int:
    """The place of the one to take."""
    fewest = min(candidates, key=lambda one: (one.is_wrong.sum(), one.log_loss))
    return min(
        (place for place, one in enumerate(candidates) if could_be_chance(one, fewest)),
        key=lambda place: candidates[place].log_loss,
    )


def could_be_chance(one: JudgedRecipe, other: JudgedRecipe) -> bool:
    """Return whether the documents that only one of two recipes judges wrong are no more than chance has it."""
    only_one = int((one.is_wrong & ~other.is_wrong).sum())
    only_other = int((other.is_wrong & ~one.is_wrong).sum())
    return (only_one - only_other) ** 2 <= only_one + only_other
