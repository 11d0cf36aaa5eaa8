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
from nbengine.measure.folds import contiguous_folds
from nbengine.models.recipe import Recipe
from nbengine.models.training import scores_of_folds, some_stretches
from nbengine.trust.temperature import fit_temperature

FOLDS = 4


@dataclass(frozen=True, slots=True, eq=False)
class TriedRecipe:
    """A recipe, and how it judged documents that were left out."""

    recipe: Recipe
    is_wrong: npt.NDArray[np.bool_]
    """(n_documents,)"""
    log_loss: float
    """Mean, after the best temperature; of documents whose label the others have."""


def trial_folds(label_numbers: IntArray, enough: int) -> tuple[IntArray, IntArray]:
    """Choose documents to judge, and the fold of each: all in turn, or of many so many that lie in stretches, at once.

    What has many words gains more by each further document, so that it is tried with nearly as many as it will have.
    """
    if len(label_numbers) <= 2 * enough:
        return np.arange(len(label_numbers)), contiguous_folds(label_numbers, FOLDS)
    picked, _ = some_stretches(label_numbers, enough)
    return picked, np.zeros(len(picked), np.int64)


def tried_by_folds(recipe: Recipe, documents: AnyDocuments, picked: IntArray, folds: IntArray) -> TriedRecipe:
    """Judge some documents, each by a model of all that are not in its fold."""
    log_joint = scores_of_folds(recipe, documents, picked, folds, None)
    truth = documents.label_numbers[picked]
    is_possible = np.isfinite(log_joint[np.arange(len(truth)), truth])
    loss = fit_temperature(log_joint[is_possible], truth[is_possible]).log_loss if is_possible.any() else np.inf
    return TriedRecipe(recipe, judged(log_joint) != truth, loss)


def best_judged(candidates: Sequence[TriedRecipe]) -> int:
    """The place of the one to take."""
    fewest = min(candidates, key=lambda one: (one.is_wrong.sum(), one.log_loss))
    return min(
        (place for place, one in enumerate(candidates) if could_be_chance(one, fewest)),
        key=lambda place: candidates[place].log_loss,
    )


def could_be_chance(one: TriedRecipe, other: TriedRecipe) -> bool:
    """Return whether the documents that only one of two recipes judges wrong are no more than chance has it."""
    only_one = int((one.is_wrong & ~other.is_wrong).sum())
    only_other = int((other.is_wrong & ~one.is_wrong).sum())
    return (only_one - only_other) ** 2 <= only_one + only_other
