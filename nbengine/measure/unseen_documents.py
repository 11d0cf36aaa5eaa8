"""Documents judged as the next ones will be, with what the judging model may have learnt of each.

Where documents have dates, later ones are judged by models of what came before. Else stretches of neighbours are left
out together, with their near-copies, and with all that the same list or sender sent where mail names one.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.held_or_streamed_documents import AnyDocuments
from nbengine.measure.folds import ENOUGH_DOCUMENTS, MANY_DOCUMENTS, STRETCHES, some_stretches
from nbengine.measure.near_copies import leaders_alike, leaders_by_source

LATER_SHARE, LATER_PARTS = 0.5, 4
LATER_SHARE_OF_FEW, LATER_PARTS_OF_FEW = 0.7, 8
"""Of dated documents, judged by models of what came before."""


@dataclass(frozen=True, slots=True, eq=False)
class UnseenDocuments:
    """Some of the documents of a corpus, in folds that are left out by turns."""

    judged: IntArray
    """(n_judged,): places of documents in the corpus, in their order."""
    folds: IntArray
    """(n_judged,)"""
    picked: IntArray
    """Places of those whose verdict counts: a document of a label that was not there yet says nothing."""
    is_in_time: bool = False
    """A fold is judged by what comes before it, not by all others."""
    is_by_neighbours: bool = False
    """Folds are stretches of neighbours and their copies alone."""


def unseen_documents(documents: AnyDocuments, dates_s: IntArray | None = None) -> UnseenDocuments | None:
    """Choose what to judge by what; None for so few documents that stretches say nothing. Dates (n_documents,) below
    zero are unknown."""
    is_many = len(documents) >= MANY_DOCUMENTS
    own = (LATER_PARTS, LATER_SHARE) if is_many else (LATER_PARTS_OF_FEW, LATER_SHARE_OF_FEW)
    parts = later_parts(dates_s, *own)
    if len(documents) < STRETCHES:
        return None
    if parts is not None:
        later = np.flatnonzero(parts >= 0)
        is_known = _known_before(parts, documents.label_numbers)[later]
        return UnseenDocuments(later, parts[later], later[is_known], is_in_time=True)
    by_source = leaders_by_source(documents)
    leaders = leaders_alike(documents) if by_source is None else by_source
    picked, folds = some_stretches(documents.label_numbers, ENOUGH_DOCUMENTS, leaders)
    return UnseenDocuments(picked, folds, picked, is_by_neighbours=by_source is None)


def later_parts(dates_s: IntArray | None, n_parts: int, share: float) -> IntArray | None:
    """Cut the later share of dated documents into parts in the order of time: (n_documents,), -1 for what comes before
    and for what has no date; None where fewer than half have one. Dates below zero are unknown."""
    if dates_s is None or not len(dates_s) or 2 * np.count_nonzero(dates_s >= 0) < len(dates_s):
        return None
    dated = np.flatnonzero(dates_s >= 0)
    later = dated[np.argsort(dates_s[dated], kind="stable")][len(dated) - int(share * len(dated)) :]
    parts = np.full(len(dates_s), -1)
    parts[later] = np.arange(len(later)) * n_parts // max(len(later), 1)
    return parts


def _known_before(parts: IntArray, label_numbers: IntArray) -> npt.NDArray[np.bool_]:
    """(n_documents,): whether an earlier part, or what comes before all of them, has the label."""
    first = np.full(int(label_numbers.max(initial=-1)) + 1, len(parts))
    np.minimum.at(first, label_numbers, parts)
    return np.asarray(first[label_numbers] < parts)
