"""The tally: how often each token was seen under each label, which is all that a text model learns.

The statistics are whole numbers in units of 2⁻²⁰, so they are the same in any order of learning, and forgetting is
subtraction. Inside, tokens are rows and labels columns: one document touches few rows, a new token is a row at the end,
and a scorer's weights come out in the order in which they are read. What this costs is a re-ordering when a label
appears, which is rare.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.cells import label_cells
from nbengine.arrays.counts import CountMatrix, IntArray
from nbengine.arrays.sums_by_label import Sums, sums_of
from nbengine.arrays.weight_units import LARGEST_SUM, UNIT, checked_label_numbers, checked_labels, units_of
from nbengine.errors import EngineError
from nbengine.learnt.canonical_hash import hash_of_cells
from nbengine.text.vocabulary import Vocabulary
from nbengine.text.word_spans import spans_of


class Tally:
    """Additive statistics per label and token; `occurrences` are floats where counts are real-valued."""

    def __init__(
        self, labels: Iterable[str] = (), n_tokens: int = 0, *, is_real: bool = False, threshold: float = 0.0
    ) -> None:
        if n_tokens < 0:
            raise EngineError(f"A tally cannot have {n_tokens} tokens.")
        if not 0 <= threshold < np.inf:
            raise EngineError(f"The threshold of presence must be a number from 0 upwards, not {threshold}.")
        self._labels = checked_labels(labels)
        self._n_tokens = n_tokens
        self._threshold = threshold
        self._documents = np.zeros(len(self._labels), dtype=np.int64)
        shape = (n_tokens, len(self._labels))
        self._occurrences: npt.NDArray[Any] = np.zeros(shape, dtype=np.float64 if is_real else np.int64)
        self._presences = np.zeros(shape, dtype=np.int64)
        self._mass = (0.0, 0.0)

    @property
    def labels(self) -> tuple[str, ...]:
        return self._labels

    @property
    def n_labels(self) -> int:
        return len(self._labels)

    @property
    def n_tokens(self) -> int:
        return self._n_tokens

    @property
    def is_real(self) -> bool:
        """Return whether counts may be real-valued, such as tf-idf: exact to 1e-9, and left out of the canonical
        hash."""
        return self._occurrences.dtype.kind == "f"

    @property
    def threshold(self) -> float:
        """A token is present in a document where its count is above this."""
        return self._threshold

    @property
    def documents(self) -> IntArray:
        """(n_labels,): the weight of the documents, in units."""
        return _frozen(self._documents)

    @property
    def occurrences(self) -> npt.NDArray[Any]:
        """(n_labels, n_tokens): weighted counts, in units."""
        return _frozen(self._occurrences[: self._n_tokens].T)

    @property
    def presences(self) -> IntArray:
        """(n_labels, n_tokens): the weight of the documents that hold the token, in units."""
        return _frozen(self._presences[: self._n_tokens].T)

    @property
    def totals(self) -> npt.NDArray[Any]:
        """(n_labels,): all occurrences, in units."""
        totals: npt.NDArray[Any] = np.einsum("ij->j", self._occurrences[: self._n_tokens])
        return totals

    @classmethod
    def from_arrays(
        cls,
        labels: Iterable[str],
        documents: IntArray,
        occurrences: npt.NDArray[Any],
        presences: IntArray,
        *,
        threshold: float = 0.0,
    ) -> Tally:
        """Take statistics as they are read from a `Tally`: arrays in units, labels first."""
        is_real = occurrences.dtype.kind == "f"
        tally = cls(labels, occurrences.shape[-1], is_real=is_real, threshold=threshold)
        shape = (tally.n_labels, tally.n_tokens)
        if documents.shape != shape[:1] or occurrences.shape != shape or presences.shape != shape:
            raise EngineError("The statistics do not fit the labels and each other.")
        if any(array.size and array.min() < 0 for array in (documents, occurrences, presences)):
            raise EngineError("Statistics must not be negative.")
        tally._documents[:] = documents
        tally._occurrences[:] = occurrences.T
        tally._presences[:] = presences.T
        sizes = float(documents.sum(dtype=np.float64)), float(occurrences.sum(dtype=np.float64))
        tally._mass = _checked_mass(tally._mass, *sizes)
        return tally

    def learn(self, counts: CountMatrix, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> None:
        """Add documents, one label number (and weight) each; columns beyond the known ones are new tokens.

        Real-valued counts are added up in the order of the documents, so that pieces give what all at once would.
        """
        sums, is_first = self._sums(counts, label_numbers, weights), not any(self._mass)
        self._mass = _checked_mass(self._mass, float(sums.documents.sum()), float(sums.occurrences.sum()))
        self._documents += sums.documents
        if not self._n_tokens and isinstance(sums.cells, slice):
            shape = (counts.n_tokens, self.n_labels)
            self._occurrences, self._presences = sums.occurrences.reshape(shape), sums.presences.reshape(shape)
            self._n_tokens = counts.n_tokens
            return
        self._reserve(counts.n_tokens)
        _flat(self._presences)[sums.cells] += sums.presences
        if self.is_real and not is_first:
            self._add_in_order(counts, np.asarray(label_numbers), units_of(weights, counts.n_documents))
            return
        _flat(self._occurrences)[sums.cells] += sums.occurrences

    def forget(self, counts: CountMatrix, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> None:
        """Take documents away again, exactly; documents that were never learnt are an error, and change nothing."""
        if counts.n_tokens > self._n_tokens:
            counts = _narrowed(counts, self._n_tokens)
        sums = self._sums(counts, label_numbers, weights)
        occurrences, presences = _flat(self._occurrences), _flat(self._presences)
        rest = occurrences[sums.cells] - sums.occurrences
        rest_presences = presences[sums.cells] - sums.presences
        if self.is_real:
            rest = np.where(rest_presences == 0, 0.0, rest.clip(min=0))
        if (self._documents < sums.documents).any() or _has_negative(rest) or _has_negative(rest_presences):
            raise EngineError("These documents were never learnt under these labels and weights.")
        self._mass = _checked_mass(self._mass, -float(sums.documents.sum()), -float(sums.occurrences.sum()))
        self._documents -= sums.documents
        occurrences[sums.cells] = rest
        presences[sums.cells] = rest_presences

    def copy(self) -> Tally:
        return self.widened(self._n_tokens)

    def widened(self, n_tokens: int) -> Tally:
        """The same statistics with room for tokens that appeared later."""
        if n_tokens < self._n_tokens:
            raise EngineError(f"{self._n_tokens} tokens do not fit into {n_tokens}.")
        wider = self._empty(self._labels, n_tokens)
        wider._documents[:] = self._documents
        wider._mass = self._mass
        wider._occurrences[: self._n_tokens] = self._occurrences[: self._n_tokens]
        wider._presences[: self._n_tokens] = self._presences[: self._n_tokens]
        return wider

    def with_labels(self, labels: Iterable[str]) -> Tally:
        """The same statistics under these labels, in this order; only a label without documents may be left out."""
        names = checked_labels(labels)
        places = {label: number for number, label in enumerate(names)}
        lost = [label for number, label in enumerate(self._labels) if label not in places and self._documents[number]]
        if lost:
            raise EngineError(f"The label {lost[0]!r} has documents and cannot be left out.")
        return self._moved_labels(names, [places.get(label, -1) for label in self._labels])

    def renamed(self, names: Mapping[str, str]) -> Tally:
        """Give labels other names; two labels may not end under one (see `merged_labels`)."""
        return self._moved_labels(
            checked_labels(names.get(label, label) for label in self._labels), range(len(self._labels))
        )

    def merged_labels(self, names: Mapping[str, str]) -> Tally:
        """Rename labels; those that get the same name become one."""
        renamed = [names.get(label, label) for label in self._labels]
        merged = tuple(dict.fromkeys(renamed))
        return self._moved_labels(merged, [merged.index(label) for label in renamed])

    def remapped(self, columns: npt.NDArray[Any], n_tokens: int) -> Tally:
        """Move each token to another column; -1 drops it. Two tokens may not share one (presences would be wrong)."""
        kept = np.flatnonzero(columns >= 0)
        targets = columns[kept]
        if columns.shape != (self._n_tokens,) or (targets.size and targets.max() >= n_tokens):
            raise EngineError(f"The map of columns must have {self._n_tokens} numbers below {n_tokens}.")
        if targets.size and np.bincount(targets).max() > 1:
            raise EngineError("Two tokens cannot be moved to one column; count the documents anew.")
        moved = self._empty(self._labels, n_tokens)
        moved._documents[:] = self._documents
        moved._mass = self._mass
        moved._occurrences[targets] = self._occurrences[kept]
        moved._presences[targets] = self._presences[kept]
        return moved

    def restricted(self, columns: npt.NDArray[Any], *, unknown_presences: npt.ArrayLike | None = None) -> Tally:
        """Keep these columns, in this order.

        With `unknown_presences`, in units per label, all others are added up in one more column at the end. How
        many documents hold any of them cannot be told from the tally, so it has to be given.
        """
        picked = np.asarray(columns, dtype=np.int64)
        n_kept = len(picked)
        narrow = self._empty(self._labels, n_kept + (unknown_presences is not None))
        narrow._documents[:] = self._documents
        narrow._mass = self._mass
        narrow._occurrences[:n_kept] = self._occurrences[: self._n_tokens].take(picked, axis=0)
        narrow._presences[:n_kept] = self._presences[: self._n_tokens].take(picked, axis=0)
        if unknown_presences is not None:
            is_other = np.ones(self._n_tokens, np.bool_)
            is_other[picked] = False
            narrow._occurrences[-1] = self._occurrences[: self._n_tokens][is_other].sum(axis=0)
            narrow._presences[-1] = unknown_presences
        return narrow

    def __add__(self, other: Tally) -> Tally:
        """Merge two tallies over the same numbering of tokens; labels are matched by name."""
        mine, theirs = self._matched(other)
        mine._mass = _checked_mass(mine._mass, *theirs._mass)
        for place in ("_documents", "_occurrences", "_presences"):
            getattr(mine, place).__iadd__(getattr(theirs, place))
        return mine

    def __sub__(self, other: Tally) -> Tally:
        """Take away what another tally holds; what is not in this one is an error."""
        mine, theirs = self._matched(other)
        for place in ("_documents", "_occurrences", "_presences"):
            getattr(mine, place).__isub__(getattr(theirs, place))
        if mine.is_real:
            mine._occurrences[:] = np.where(mine._presences == 0, 0.0, mine._occurrences.clip(min=0))
        if any(_has_negative(part) for part in (mine._documents, mine._occurrences, mine._presences)):
            raise EngineError("The tally to take away holds documents that this one does not.")
        return mine

    def canonical_hash(self, words: Sequence[str] | Vocabulary) -> str:
        """A hash of the whole-number statistics, the same in any order of labels, words and learning.

        Labels and words without any weight leave no trace. Real-valued occurrences stay outside.
        """
        n_words = min(self._n_tokens, len(words))
        if self._presences[n_words : self._n_tokens].any():
            raise EngineError(f"{self._n_tokens} tokens need as many words, not {len(words)}.")
        known = words.spans() if isinstance(words, Vocabulary) else spans_of(words[:n_words])
        named = known.picked(slice(0, n_words))
        presences = self._presences[:n_words]
        occurrences = presences if self.is_real else self._occurrences[:n_words]
        return hash_of_cells(self._labels, named, self._documents, occurrences, presences)

    def _sums(self, counts: CountMatrix, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None) -> Sums:
        numbers = checked_label_numbers(label_numbers, counts.n_documents, self.n_labels)
        units = units_of(weights, counts.n_documents)
        n_tokens = max(self._n_tokens, counts.n_tokens)
        shape = (n_tokens, self.n_labels)
        return sums_of(counts, numbers, units, shape, is_real=self.is_real, threshold=self._threshold)

    def _add_in_order(self, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None) -> None:
        """Go on where the documents before ended: a sum of sums would differ in its last bits."""
        entry_units = UNIT if units is None else np.repeat(units, np.diff(counts.starts))
        cells = label_cells(counts, label_numbers, self.n_labels)
        np.add.at(_flat(self._occurrences), cells, counts.values * entry_units)

    def _reserve(self, n_tokens: int) -> None:
        """Make room for more tokens; half as much again once it grows, so that growing costs little."""
        capacity = len(self._presences)
        if n_tokens > capacity:
            wider = max(n_tokens, capacity * 3 // 2)
            self._occurrences = _with_rows(self._occurrences, wider, self._n_tokens)
            self._presences = _with_rows(self._presences, wider, self._n_tokens)
        self._n_tokens = max(self._n_tokens, n_tokens)

    def _empty(self, labels: Iterable[str], n_tokens: int) -> Tally:
        return Tally(labels, n_tokens, is_real=self.is_real, threshold=self._threshold)

    def _moved_labels(self, labels: Sequence[str], places: Iterable[int]) -> Tally:
        moved = self._empty(labels, self._n_tokens)
        moved._mass = self._mass
        for old, new in enumerate(places):
            if new >= 0:
                moved._documents[new] += self._documents[old]
                moved._occurrences[:, new] += self._occurrences[: self._n_tokens, old]
                moved._presences[:, new] += self._presences[: self._n_tokens, old]
        return moved

    def _matched(self, other: Tally) -> tuple[Tally, Tally]:
        """Copies of both over the same labels and tokens."""
        if self.is_real != other.is_real or self._threshold != other._threshold:
            raise EngineError("Tallies of different kinds of counts, or thresholds, cannot be combined.")
        labels = tuple(dict.fromkeys(self._labels + other._labels))
        n_tokens = max(self._n_tokens, other._n_tokens)
        mine, theirs = self.widened(n_tokens), other.widened(n_tokens)
        return (
            mine if mine._labels == labels else mine.with_labels(labels),
            theirs if theirs._labels == labels else theirs.with_labels(labels),
        )


def tally_of(
    labels: Iterable[str],
    counts: CountMatrix,
    label_numbers: npt.ArrayLike,
    weights: npt.ArrayLike | None = None,
    *,
    is_real: bool = False,
    threshold: float = 0.0,
) -> Tally:
    """Learn some documents into a new tally."""
    tally = Tally(labels, is_real=is_real, threshold=threshold)
    tally.learn(counts, label_numbers, weights)
    return tally


def _checked_mass(mass: tuple[float, float], documents: float, occurrences: float) -> tuple[float, float]:
    """At most how much documents and occurrences add up to, in units, with what is to be added."""
    total = mass[0] + documents, mass[1] + occurrences
    if max(total) >= LARGEST_SUM:
        raise EngineError("There is more than can be added up exactly.")
    return total


def _frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


def _flat(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return array.reshape(-1)


def _with_rows(array: npt.NDArray[Any], n_rows: int, n_used: int) -> npt.NDArray[Any]:
    wider = np.zeros((n_rows, array.shape[1]), dtype=array.dtype)
    wider[:n_used] = array[:n_used]
    return wider


def _has_negative(array: npt.NDArray[Any]) -> bool:
    return bool(array.size and array.min() < 0)


def _narrowed(counts: CountMatrix, n_tokens: int) -> CountMatrix:
    if counts.tokens.size and counts.tokens.max() >= n_tokens:
        raise EngineError("These documents hold tokens that were never learnt.")
    return CountMatrix(counts.starts, counts.tokens, counts.values, n_tokens)
