"""Labelled documents as models learn and judge them: held in memory, or read anew in each pass, a piece at a time.

Of streamed documents only what is one number each is held (label, weight, length); counts are there for as long as one
piece is worked on. Whatever is made of documents goes through `pieces` or `Passes`, and comes out the same to the last
bit whether they are held or streamed, and however small the pieces: whole statistics are added up exactly, real ones
(tf-idf) in the order of the documents, and a document's score asks for no other document.

The price is that each pass reads again. Numbers of a table have no stream: what their leave-one-out cannot tell by
subtraction it computes from all rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray, checked_label_numbers, stacked
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.statistics import Features, Statistics, empty_statistics, features_of
from nbengine.learnt.tally import Tally
from nbengine.text.vocabulary import Vocabulary

PIECE_ENTRIES = 1 << 23
"""Entries of held documents that are worked on together: 64 MB of counts take some 300 MB while they are judged."""

Made = TypeVar("Made")
Further = TypeVar("Further")
Progress = Callable[[int, int], object]
Reader = Callable[[Iterable[IntArray]], Iterator[CountMatrix]]
"""Takes numbers of documents, a run at a time, and gives the counts of each run, rows in the order of the numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Documents:
    """Labelled documents, counted over any vocabulary."""

    features: Features
    label_numbers: IntArray
    labels: tuple[str, ...]
    vocabulary: Vocabulary
    """The vocabulary that names the columns of the text."""
    weights: FloatArray | None = None
    progress: Progress | None = None
    """Called with what is done and all there is to do, where something is fitted to the documents."""

    def __len__(self) -> int:
        return len(self.label_numbers)

    def __getitem__(self, numbers: IntArray | slice) -> Documents:
        """Take some of the documents."""
        weights = None if self.weights is None else self.weights[numbers]
        own = self.features[numbers], self.label_numbers[numbers], self.labels, self.vocabulary
        return Documents(*own, weights, self.progress)

    @property
    def has_text(self) -> bool:
        return self.features.text is not None

    def pieces(self) -> Iterator[tuple[slice, Documents]]:
        """All documents: in one piece, unless working on them together would take far more memory than they do."""
        text = self.features.text
        if text is None or len(text.tokens) <= 2 * PIECE_ENTRIES or self.features.numbers is not None:
            yield slice(0, len(self)), self
            return
        for places in cut(np.diff(text.starts), PIECE_ENTRIES):
            yield places, self[places]

    def held(self) -> Documents:
        return self

    def watched(self, progress: Progress) -> Documents:
        """The same documents, telling how far a fit of them is; what the callable raises ends it."""
        return replace(self, progress=progress)


@dataclass(frozen=True, slots=True, eq=False)
class StreamedDocuments:
    """Labelled texts whose counts stay where they are, and are read as often as they are asked for."""

    read: Reader
    numbers: IntArray
    """(n_documents,): what the reader calls each document."""
    lengths: IntArray
    """(n_documents,): how many entries each document has."""
    label_numbers: IntArray
    labels: tuple[str, ...]
    vocabulary: Vocabulary
    weights: FloatArray | None
    piece_entries: int
    """Entries (different words of a document) that are worked on together."""
    held_entries: int
    """Some of the documents are taken into memory if they have no more entries than these."""
    progress: Progress | None = None
    """Called before each piece, and after the last, with the entries read so far, and all."""

    def __len__(self) -> int:
        return len(self.label_numbers)

    def __getitem__(self, numbers: IntArray) -> AnyDocuments:
        """Take some of the documents: into memory, if they are few enough."""
        some = replace(
            self,
            numbers=self.numbers[numbers],
            lengths=self.lengths[numbers],
            label_numbers=self.label_numbers[numbers],
            weights=None if self.weights is None else self.weights[numbers],
        )
        return some.held() if some.lengths.sum() <= self.held_entries else some

    @property
    def has_text(self) -> bool:
        return True

    def pieces(self) -> Iterator[tuple[slice, Documents]]:
        """Read all documents, a piece at a time, in order; each piece with the places of its documents."""
        places = list(cut(self.lengths, self.piece_entries))
        total, done = int(self.lengths.sum()), 0
        counts = self.read(self.numbers[own] for own in places)
        for own, part in zip(places, counts, strict=True):
            if part.n_tokens != len(self.vocabulary):
                raise EngineError(f"The counts have {part.n_tokens} columns for {len(self.vocabulary)} words.")
            self._tell(done, total)
            done += int(self.lengths[own].sum())
            weights = None if self.weights is None else self.weights[own]
            yield own, Documents(Features(part), self.label_numbers[own], self.labels, self.vocabulary, weights)
        self._tell(done, total)

    def held(self) -> Documents:
        """Read all documents into memory."""
        parts = [piece.features.text for _, piece in self.pieces()]
        nothing = CountMatrix(np.zeros(1, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32), len(self.vocabulary))
        text = stacked([part for part in parts if part is not None] or [nothing])
        own = Features(text), self.label_numbers, self.labels, self.vocabulary
        return Documents(*own, self.weights, self.progress)

    def watched(self, progress: Progress) -> StreamedDocuments:
        """The same documents, telling how far each pass is; what the callable raises ends the pass."""
        return replace(self, progress=progress)

    def _tell(self, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(done, total)


AnyDocuments = Documents | StreamedDocuments


def cut(lengths: IntArray, n_entries: int) -> Iterator[slice]:
    """Runs of documents of at most so many entries together, but of at least two documents.

    One document by itself is added up in another order, for speed, and its score may differ in the last bit.
    """
    ends, first = np.cumsum(lengths), 0
    while first < len(lengths):
        before = int(ends[first - 1]) if first else 0
        after = max(int(np.searchsorted(ends, before + n_entries, side="right")), first + 2)
        after = len(lengths) if after >= len(lengths) - 1 else after
        yield slice(first, after)
        first = after


class Passes(Generic[Made]):
    """Work on documents piece by piece: once where they are in memory, else again in every pass."""

    def __init__(self, documents: AnyDocuments, make: Callable[[Documents], Made]) -> None:
        self.documents, self._make = documents, make
        self._kept: list[tuple[slice, Documents, Made]] | None = None
        if isinstance(documents, Documents):
            self._kept = list(self._made())

    def __iter__(self) -> Iterator[tuple[slice, Documents, Made]]:
        """The places of a piece's documents, the documents, and what is made of them."""
        return self._made() if self._kept is None else iter(self._kept)

    def then(self, make: Callable[[Documents, Made], Further]) -> Iterable[tuple[slice, Documents, Further]]:
        """Something further that is made of each piece, and of what was made of it before; kept for a single piece."""
        further = _Further(self, make)
        return list(further) if self._kept is not None and len(self._kept) == 1 else further

    def watched(self, progress: Progress) -> Passes[Made]:
        """These documents, telling how far each pass over them has come where they are streamed."""
        return self if self._kept is not None else Passes(self.documents.watched(progress), self._make)

    def _made(self) -> Iterator[tuple[slice, Documents, Made]]:
        return ((places, piece, self._make(piece)) for places, piece in self.documents.pieces())


class _Further(Generic[Made, Further]):
    """Work that goes on from the results of other passes, done again in each pass."""

    def __init__(self, passes: Passes[Made], make: Callable[[Documents, Made], Further]) -> None:
        self._passes, self._make = passes, make

    def __iter__(self) -> Iterator[tuple[slice, Documents, Further]]:
        return ((places, piece, self._make(piece, made)) for places, piece, made in self._passes)


def labelled_documents(
    features: Features | CountMatrix,
    label_numbers: npt.ArrayLike,
    labels: Sequence[str],
    vocabulary: Vocabulary | Sequence[str] = (),
    weights: npt.ArrayLike | None = None,
) -> Documents:
    """Put together what is known of some documents; raise EngineError where it does not fit together."""
    given = features_of(features)
    words = vocabulary if isinstance(vocabulary, Vocabulary) else Vocabulary(vocabulary)
    numbers = checked_label_numbers(label_numbers, given.n_documents, len(labels))
    if given.text is not None and given.text.n_tokens < len(words):
        given = Features(given.text.widened(len(words)), given.numbers, given.choices)
    if given.text is not None and given.text.n_tokens != len(words):
        raise EngineError(f"The counts have {given.text.n_tokens} columns for {len(words)} words.")
    checked = None if weights is None else np.asarray(weights, dtype=np.float64)
    return Documents(given, numbers, tuple(labels), words, checked)


def learnt_from(documents: AnyDocuments) -> Statistics:
    """Add up all documents over the vocabulary they were counted with, as plain counts without a presence threshold."""
    if isinstance(documents, StreamedDocuments):
        statistics = Statistics(Tally(documents.labels, len(documents.vocabulary)))
    else:
        statistics = empty_statistics(documents.labels, documents.features)
    for _, piece in documents.pieces():
        statistics.learn(piece.features, piece.label_numbers, piece.weights)
    return statistics
