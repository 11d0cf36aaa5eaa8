"""Counts of a corpus a run of documents at a time, for corpora whose counts are more than memory should hold.

Where each document's counts lie is looked up once, by the ids and the head of each blob alone; then a run costs the
blobs that hold it. A word list that was rewritten meanwhile has another number, and its blobs are gone: whoever reads
on is told that the file is busy, and tries again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from app.domain.errors import BusyWorkspace
from app.store.counts.count_blobs import (
    LENGTHS_BYTES,
    CountRows,
    IntArray,
    decoded_lengths,
    decoded_numbers,
    decoded_rows,
    joined,
)
from app.store.file.connection import WorkspaceFile, store_errors
from app.store.file.document_packing import DamagedBlob
from nbengine.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class SegmentPlaces:
    """The place of each document's counts in a corpus: some numbers per document, no counts."""

    vocabulary: int
    n_words: int
    document_numbers: IntArray
    """(n_documents,): ascending."""
    segments: IntArray
    """(n_documents,): the blob that holds each."""
    rows: IntArray
    """(n_documents,): which row of the blob it is."""
    lengths: IntArray
    """(n_documents,): how many different words each has."""

    def of(self, numbers: IntArray) -> SegmentPlaces:
        """The places of some of the documents, in the order of these numbers."""
        at = np.searchsorted(self.document_numbers, numbers)
        return SegmentPlaces(self.vocabulary, self.n_words, numbers, self.segments[at], self.rows[at], self.lengths[at])


def places_of(file: WorkspaceFile, vocabulary: int, n_words: int, visible: IntArray) -> SegmentPlaces:
    """Look up where the documents (ascending numbers) are counted; the ones that are not are left out."""
    sql = """SELECT id, document_ids, substr(counts, 1, ?) FROM segment
        WHERE vocabulary_id = ? ORDER BY first_document"""
    found: list[tuple[IntArray, IntArray, IntArray, IntArray]] = []
    with store_errors(file.path):
        for segment, ids, head in file.each(sql, (LENGTHS_BYTES, vocabulary), size=16):
            numbers, lengths = decoded_numbers(ids), decoded_lengths(head)
            if len(numbers) != len(lengths):
                raise DamagedBlob("a segment has more or fewer rows than documents")
            found.append((numbers, np.full(len(numbers), segment), np.arange(len(numbers)), lengths))
    nothing = (np.zeros(0, np.int64),) * 4
    numbers, segments, rows, lengths = (np.concatenate(part) for part in zip(nothing, *found, strict=True))
    distinct, first = np.unique(numbers, return_index=True)
    first = first[np.isin(distinct, visible, assume_unique=True)]
    return SegmentPlaces(vocabulary, n_words, numbers[first], segments[first], rows[first], lengths[first])


def rows_at(file: WorkspaceFile, places: SegmentPlaces, runs: Iterable[IntArray]) -> Iterator[CountRows]:
    """The counts of some documents, a run of them at a time, each run in the order of its numbers."""
    for numbers in runs:
        with store_errors(file.path):
            yield _rows_of_run(file, places.of(numbers))


def _rows_of_run(file: WorkspaceFile, places: SegmentPlaces) -> CountRows:
    parts, order = [], [np.zeros(0, np.int64)]
    for own in _by_segment(places.segments):
        segment = int(places.segments[own[0]])
        blob = file.value("SELECT counts FROM segment WHERE id = ? AND vocabulary_id = ?", (segment, places.vocabulary))
        if blob is None:
            raise BusyWorkspace(file.path)
        rows = decoded_rows(blob, places.n_words)
        if len(own) != rows.n_documents or (places.rows[own] != np.arange(len(own))).any():
            rows = rows.picked(places.rows[own])
        parts.append(rows)
        order.append(own)
    together, own_places = joined(parts), np.concatenate(order)
    if not np.array_equal(np.diff(together.starts), places.lengths[own_places]):
        raise DamagedBlob("a segment's rows are not as long as they say")
    return together if (np.diff(own_places) == 1).all() else together.picked(np.argsort(own_places))


def _by_segment(segments: IntArray) -> list[IntArray]:
    """The documents of each segment, in order."""
    if not len(segments):
        return []
    order = np.argsort(segments, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(segments[order])) + 1)
