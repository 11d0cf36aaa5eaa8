"""Documents that two recipes judge otherwise: what each says of them, and what they are."""

from __future__ import annotations

import numpy as np

from app.services.library.corpus_columns import titles_of
from app.services.training.recipe_workbench import JudgedRecipe
from app.store.workspace import Place, reading
from nbengine.arrays.counts import IntArray
from nbengine.lazy_dataclasses import dataclass

MOST_SHOWN = 500
UNDECIDED = -1


@dataclass(frozen=True, slots=True)
class JudgedOtherwise:
    """One document that two recipes do not agree on."""

    document: int
    title: str
    label: str
    first: str
    second: str
    """The label by the second recipe; as by the first, empty where it was undecided."""


@dataclass(frozen=True, slots=True)
class AllJudgedOtherwise:
    """The documents that two recipes do not agree on."""

    documents: tuple[JudgedOtherwise, ...] = ()
    """Those first that only the first recipe judges right, then those that only the second does; not all of many."""
    n_documents: int = 0


def judged_otherwise(place: Place, first: JudgedRecipe, second: JudgedRecipe) -> AllJudgedOtherwise:
    """Find the documents of one corpus that two recipes judge otherwise."""
    numbers = np.union1d(first.all_wrong, second.all_wrong)
    truth = placed(numbers, first.all_wrong, first.all_truth, placed(numbers, second.all_wrong, second.all_truth, None))
    one = placed(numbers, first.all_wrong, first.all_judged, truth)
    other = placed(numbers, second.all_wrong, second.all_judged, truth)
    [differ] = np.nonzero(one != other)
    order = np.lexsort((numbers[differ], 2 - 2 * (one == truth)[differ] - (other == truth)[differ]))
    shown = differ[order][:MOST_SHOWN]
    names = (*first.names, "")  # -1, the place of what is undecided, is that of the last
    with reading(place) as workspace:
        titles = titles_of(workspace, workspace.documents.headings(numbers[shown].tolist()))
    rows = zip(*(each[shown].tolist() for each in (numbers, truth, one, other)), strict=True)
    return AllJudgedOtherwise(
        tuple(JudgedOtherwise(n, titles.get(n, ""), names[t], names[a], names[b]) for n, t, a, b in rows), len(differ)
    )


def placed(numbers: IntArray, known: IntArray, values: IntArray, otherwise: IntArray | None) -> IntArray:
    """Return the value of each number, and another where it is not known."""
    found = np.full(len(numbers), UNDECIDED, dtype=np.int64) if otherwise is None else otherwise.astype(np.int64)
    found[np.searchsorted(numbers, known)] = values
    return found
