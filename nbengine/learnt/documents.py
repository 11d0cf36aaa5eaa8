"""Labelled documents for training and evaluation: in memory, or streamed in pieces and read again in each pass.

For streamed documents, only the label, weight and length of each document are in memory. Counts exist only while a
piece is processed. Code that works on documents uses `pieces` or `PieceResults`. The results are bit-identical for
loaded and streamed documents, and for pieces of any size. Integer statistics are summed exactly. Float statistics
(tf-idf) are summed in the order of the documents. The score of a document does not depend on other documents.

A disadvantage is that each pass reads the documents again. Numeric columns cannot be streamed: if subtraction loses
digits, their leave-one-out needs all rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray, IntArray, check_label_numbers, stack_counts
from nbengine.errors import EngineError
from nbengine.learnt.statistics import Features, Statistics, empty_statistics, to_features
from nbengine.learnt.tally import Tally
from nbengine.learnt.unlabelled import UnlabelledDocuments
from nbengine.text.vocabulary import Vocabulary

MAX_ENTRIES_PER_PIECE = 1 << 23
"""Number of entries of loaded documents in one piece: 64 MB of counts, and about 300 MB while they are scored."""

PieceResult = TypeVar("PieceResult")
DerivedResult = TypeVar("DerivedResult")
Progress = Callable[[int, int], object]
Reader = Callable[[Iterable[IntArray]], Iterator[CountMatrix]]
"""Function that takes arrays of document numbers.

It yields one matrix of counts per array, with the rows in the order of the numbers.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Documents:
    """Labelled documents in memory, counted over any vocabulary."""

    features: Features
    label_numbers: IntArray
    labels: tuple[str, ...]
    vocabulary: Vocabulary
    """The words of the text's columns."""
    weights: FloatArray | None = None
    progress: Progress | None = None
    """Callback for fits, called with the number of finished steps and the total number; None for no progress."""
    unlabelled: UnlabelledDocuments | None = None
    """Documents without a label over the same vocabulary, for recipes that learn from them; None if there are none."""

    def __len__(self) -> int:
        return len(self.label_numbers)

    def __getitem__(self, numbers: IntArray | slice) -> Documents:
        """Return the selected documents."""
        weights = None if self.weights is None else self.weights[numbers]
        selection = self.features[numbers], self.label_numbers[numbers], self.labels, self.vocabulary
        return Documents(*selection, weights, self.progress, self.unlabelled)

    @property
    def has_text(self) -> bool:
        return self.features.text is not None

    def pieces(self) -> Iterator[tuple[slice, Documents]]:
        """Yield the documents in one piece, or in several if there are more than twice `MAX_ENTRIES_PER_PIECE`
        entries.
        """
        text = self.features.text
        if text is None or len(text.tokens) <= 2 * MAX_ENTRIES_PER_PIECE or self.features.numbers is not None:
            yield slice(0, len(self)), self
            return
        for piece_slice in split_by_entries(np.diff(text.starts), MAX_ENTRIES_PER_PIECE):
            yield piece_slice, self[piece_slice]

    def load(self) -> Documents:
        return self

    def with_progress(self, progress: Progress) -> Documents:
        """Return the documents with a progress callback for fits. An exception raised by it stops the fit."""
        return replace(self, progress=progress)


@dataclass(frozen=True, slots=True, eq=False)
class StreamedDocuments:
    """Labelled texts whose counts are read again in each pass."""

    read_counts: Reader
    document_numbers: IntArray
    """Number by which `read_counts` finds each document, (n_documents,)."""
    entry_counts: IntArray
    """Number of entries (distinct words) of each document, (n_documents,)."""
    label_numbers: IntArray
    labels: tuple[str, ...]
    vocabulary: Vocabulary
    weights: FloatArray | None
    max_piece_entries: int
    """Maximum number of entries (distinct words of a document) in one piece."""
    entry_limit: int
    """Maximum number of entries for which selected documents are loaded into memory."""
    progress: Progress | None = None
    """Callback with the number of entries read and the total, called before each piece and after the last; None for
    none.
    """

    def __len__(self) -> int:
        return len(self.label_numbers)

    def __getitem__(self, numbers: IntArray) -> AnyDocuments:
        """Return the selected documents. They are loaded into memory if they have few entries (`entry_limit`)."""
        selection = replace(
            self,
            document_numbers=self.document_numbers[numbers],
            entry_counts=self.entry_counts[numbers],
            label_numbers=self.label_numbers[numbers],
            weights=None if self.weights is None else self.weights[numbers],
        )
        return selection.load() if selection.entry_counts.sum() <= self.entry_limit else selection

    @property
    def has_text(self) -> bool:
        return True

    def pieces(self) -> Iterator[tuple[slice, Documents]]:
        """Read all documents in order. Yield the slice and the documents of each piece."""
        slices = list(split_by_entries(self.entry_counts, self.max_piece_entries))
        total, done = int(self.entry_counts.sum()), 0
        counts = self.read_counts(self.document_numbers[piece_slice] for piece_slice in slices)
        for piece_slice, part in zip(slices, counts, strict=True):
            if part.n_tokens != len(self.vocabulary):
                raise EngineError(f"The counts have {part.n_tokens} columns for {len(self.vocabulary)} words.")
            self._report_progress(done, total)
            done += int(self.entry_counts[piece_slice].sum())
            weights = None if self.weights is None else self.weights[piece_slice]
            yield (
                piece_slice,
                Documents(Features(part), self.label_numbers[piece_slice], self.labels, self.vocabulary, weights),
            )
        self._report_progress(done, total)

    def load(self) -> Documents:
        """Read all documents into memory."""
        parts = [piece.features.text for _, piece in self.pieces()]
        empty = CountMatrix(np.zeros(1, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32), len(self.vocabulary))
        text = stack_counts([part for part in parts if part is not None] or [empty])
        arguments = Features(text), self.label_numbers, self.labels, self.vocabulary
        return Documents(*arguments, self.weights, self.progress)

    def with_progress(self, progress: Progress) -> StreamedDocuments:
        """Return the documents with a progress callback for each pass. An exception raised by it stops the pass."""
        return replace(self, progress=progress)

    def _report_progress(self, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(done, total)


AnyDocuments = Documents | StreamedDocuments


def split_by_entries(lengths: IntArray, n_entries: int) -> Iterator[slice]:
    """Yield slices of at least two documents, which have at most `n_entries` entries together if possible.

    A single document would take a faster code path that adds in a different order, so its score could differ in the
    last bit.
    """
    ends, first = np.cumsum(lengths), 0
    while first < len(lengths):
        before = int(ends[first - 1]) if first else 0
        after = max(int(np.searchsorted(ends, before + n_entries, side="right")), first + 2)
        after = len(lengths) if after >= len(lengths) - 1 else after
        yield slice(first, after)
        first = after


class PieceResults(Generic[PieceResult]):
    """Iterable over the pieces of documents. It yields the slice, the documents and the result of `make` for each
    piece.

    Each iteration over streamed documents reads them again. For loaded documents, the results are computed once and
    cached.
    """

    def __init__(self, documents: AnyDocuments, make: Callable[[Documents], PieceResult]) -> None:
        self.documents, self._make = documents, make
        self._cached_pieces: list[tuple[slice, Documents, PieceResult]] | None = None
        if isinstance(documents, Documents):
            self._cached_pieces = list(self._compute())

    def __iter__(self) -> Iterator[tuple[slice, Documents, PieceResult]]:
        """Yield the slice, the documents and the result of each piece."""
        return self._compute() if self._cached_pieces is None else iter(self._cached_pieces)

    def map_results(
        self, make: Callable[[Documents, PieceResult], DerivedResult]
    ) -> Iterable[tuple[slice, Documents, DerivedResult]]:
        """Return an iterable that yields `make(documents, result)` in place of the result of each piece.

        These values are cached if there is only one piece.
        """
        further = _DerivedPieceResults(self, make)
        return list(further) if self._cached_pieces is not None and len(self._cached_pieces) == 1 else further

    def with_progress(self, progress: Progress) -> PieceResults[PieceResult]:
        """Return the same iterable with a progress callback, if the documents are streamed."""
        return (
            self
            if self._cached_pieces is not None
            else PieceResults(self.documents.with_progress(progress), self._make)
        )

    def _compute(self) -> Iterator[tuple[slice, Documents, PieceResult]]:
        return ((piece_slice, piece, self._make(piece)) for piece_slice, piece in self.documents.pieces())


class _DerivedPieceResults(Generic[PieceResult, DerivedResult]):
    """Iterable over values that are computed from the results of other `PieceResults`, again in each iteration."""

    def __init__(
        self, passes: PieceResults[PieceResult], make: Callable[[Documents, PieceResult], DerivedResult]
    ) -> None:
        self._passes, self._make = passes, make

    def __iter__(self) -> Iterator[tuple[slice, Documents, DerivedResult]]:
        return ((piece_slice, piece, self._make(piece, result)) for piece_slice, piece, result in self._passes)


def labelled_documents(
    features: Features | CountMatrix,
    label_numbers: npt.ArrayLike,
    labels: Sequence[str],
    vocabulary: Vocabulary | Sequence[str] = (),
    weights: npt.ArrayLike | None = None,
) -> Documents:
    """Build `Documents`; raise EngineError if the arguments do not fit together."""
    columns = to_features(features)
    words = vocabulary if isinstance(vocabulary, Vocabulary) else Vocabulary(vocabulary)
    numbers = check_label_numbers(label_numbers, columns.n_documents, len(labels))
    if columns.text is not None and columns.text.n_tokens < len(words):
        columns = Features(columns.text.widen(len(words)), columns.numbers, columns.choices)
    if columns.text is not None and columns.text.n_tokens != len(words):
        raise EngineError(f"The counts have {columns.text.n_tokens} columns for {len(words)} words.")
    weights_array = None if weights is None else np.asarray(weights, dtype=np.float64)
    return Documents(columns, numbers, tuple(labels), words, weights_array)


def statistics_of_documents(documents: AnyDocuments) -> Statistics:
    """Return the statistics of all documents over the documents' vocabulary, as plain counts without a presence
    threshold.
    """
    if isinstance(documents, StreamedDocuments):
        statistics = Statistics(Tally(documents.labels, len(documents.vocabulary)))
    else:
        statistics = empty_statistics(documents.labels, documents.features)
    for _, piece in documents.pieces():
        statistics.learn(piece.features, piece.label_numbers, piece.weights)
    return statistics
