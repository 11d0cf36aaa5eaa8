"""Counts of documents, about a thousand to a blob, so that training never reads text again.

Words are numbered per corpus and token rules, in the order in which they came; the list only grows, and counts refer
to it by number. Two programs may count into one corpus at once: each writer translates its own numbers into those of
the file. A document that was deleted, or moved away, keeps its row until the workspace is compacted, and is skipped.

Counts that are more than memory should hold are read a run of documents at a time. Where each document's counts lie is
looked up once, by the ids and the head of each blob alone; then a run costs the blobs that hold it. A word list that
was rewritten meanwhile has another number, and its blobs are gone: whoever reads on is told that the file is busy, and
tries again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from app.domain.errors import BusyWorkspace, StoreError
from app.store.connection import WorkspaceFile, WorkspacePart, store_errors
from app.store.corpora import corpus_number
from app.store.count_blobs import (
    LENGTHS_BYTES,
    CountRows,
    IntArray,
    TokenArray,
    decoded_lengths,
    decoded_numbers,
    decoded_rows,
    encoded_numbers,
    encoded_rows,
    joined,
)
from app.store.document_packing import DamagedBlob, compressed, decompressed
from nbengine.lazy_dataclasses import dataclass

DOCUMENTS_PER_SEGMENT = 1024
DOCUMENTS_AT_ONCE = 8 * DOCUMENTS_PER_SEGMENT
"""The number of documents whose counts a search for a word, or a compaction, holds at once."""


@dataclass(frozen=True, slots=True, eq=False)
class StoredCounts(CountRows):
    """Counts of documents of a corpus, in ascending order of their numbers."""

    document_numbers: IntArray
    """(n_documents,)"""
    n_words: int


class SegmentWriter:
    """Adds counts of one corpus under one set of token rules; numbers of words are the caller's own.

    Start from `words`: the caller's vocabulary is these, in order, then every word it passes as new.
    """

    def __init__(self, file: WorkspaceFile, corpus_id: int, rules_key: str, *, run: int = 0) -> None:
        self._file, self._corpus_id, self._rules_key, self._run = file, corpus_id, rules_key, run
        with file.snapshot():
            self._vocabulary = file.value(
                "SELECT id FROM vocabulary WHERE corpus_id = ? AND rules_key = ?", (corpus_id, rules_key)
            )
            self._local = stored_words(file, self._vocabulary) if self._vocabulary else []
        self._numbers = np.arange(len(self._local))
        """(n_words,): the file's number of each of the writer's words."""
        self._n_seen = len(self._local)
        """The number of words of the file that the writer knows."""
        self._others: dict[str, int] = {}
        """Words that another writer has added, by their numbers in the file."""

    @property
    def words(self) -> tuple[str, ...]:
        """Every word the caller's numbers refer to, so far."""
        return tuple(self._local)

    def add(
        self,
        document_numbers: npt.NDArray[Any],
        starts: npt.NDArray[Any],
        tokens: npt.NDArray[Any],
        values: npt.NDArray[Any],
        new_words: Sequence[str] = (),
    ) -> None:
        """Store counts of documents, rows in step with their numbers; rows of folded documents (-1) are left out."""
        rows = CountRows(starts.astype(np.int64), tokens.astype(np.int32), values.astype(np.int32))
        order = np.argsort(document_numbers, kind="stable")
        order = order[document_numbers[order] >= 0]
        if len(order) != rows.n_documents or (np.diff(order) != 1).any():
            rows = rows.picked(order)
        with self._file.transaction():
            vocabulary, numbers, n_seen, others = self._translated(new_words)
            if len(rows.tokens) and (numbers != np.arange(len(numbers))).any():
                rows = rows.renumbered(numbers)
            write_segments(self._file, vocabulary, self._run, document_numbers[order].astype(np.int64), rows)
        self._vocabulary, self._numbers, self._n_seen, self._others = vocabulary, numbers, n_seen, others
        self._local.extend(new_words)

    def _translated(self, new_words: Sequence[str]) -> tuple[int, IntArray, int, dict[str, int]]:
        """Append what is new to the file's words; return what the writer knows once the transaction is over."""
        vocabulary, n_stored = ensured_vocabulary(self._file, self._corpus_id, self._rules_key)
        numbers, n_seen, others, waiting = self._numbers, self._n_seen, self._others, new_words
        if vocabulary != self._vocabulary:  # new, or rewritten by a compaction: every word finds its place again
            numbers, n_seen, others, waiting = np.zeros(0, np.int64), 0, {}, [*self._local, *new_words]
        if n_stored > n_seen:
            found = stored_words(self._file, vocabulary, first=n_seen)
            others = others | dict(zip(found, range(n_seen, n_stored), strict=True))
        fresh = [word for word in waiting if word not in others] if others else waiting
        append_words(self._file, vocabulary, n_stored, fresh)
        places = np.arange(n_stored, n_stored + len(fresh))
        if others:
            own = dict(zip(fresh, places.tolist(), strict=True))
            places = np.array([others[word] if word in others else own[word] for word in waiting], np.int64)
        return vocabulary, np.concatenate([numbers, places]), n_stored + len(fresh), others


class Segments(WorkspacePart):
    """Counts of whole corpora."""

    def read(self, corpus: str, rules_key: str) -> StoredCounts:
        """All counts of a corpus, as one matrix in compressed rows."""
        with self._file.snapshot():
            visible = visible_numbers(self._file, corpus_number(self._file, corpus))
            return self.of_documents(corpus, rules_key, visible)

    def places(self, corpus: str, rules_key: str) -> SegmentPlaces:
        """Return where the counts of each document lie, for reading them a run at a time."""
        with self._file.snapshot():
            corpus_id = corpus_number(self._file, corpus)
            visible = visible_numbers(self._file, corpus_id)
            return places_of(self._file, *self._vocabulary(corpus_id, rules_key), visible)

    def runs(self, places: SegmentPlaces, runs: Iterable[IntArray]) -> Iterator[StoredCounts]:
        """Yield counts of some documents, a run of numbers at a time, in the order of the numbers."""
        for numbers in runs:
            with store_errors(self._file.path):
                rows = _rows_of_run(self._file, places.of(numbers))
            yield StoredCounts(rows.starts, rows.tokens, rows.values, numbers, places.n_words)

    def words(self, corpus: str, rules_key: str) -> tuple[str, ...]:
        """The words that the token numbers stand for."""
        with self._file.snapshot():
            vocabulary, _ = self._vocabulary(corpus_number(self._file, corpus), rules_key)
            return tuple(stored_words(self._file, vocabulary)) if vocabulary else ()

    def uncounted(self, corpus: str, rules_key: str) -> IntArray:
        """Return the numbers of documents whose counts are not there yet."""
        with self._file.snapshot():
            corpus_id = corpus_number(self._file, corpus)
            vocabulary, _ = self._vocabulary(corpus_id, rules_key)
            blobs = self._file.column("SELECT document_ids FROM segment WHERE vocabulary_id = ?", (vocabulary,))
            visible = visible_numbers(self._file, corpus_id)
        with store_errors(self._file.path):
            counted = np.concatenate([np.zeros(0, np.int64), *map(decoded_numbers, blobs)])
        return np.setdiff1d(visible, counted)

    def of_documents(self, corpus: str, rules_key: str, numbers: Sequence[int] | IntArray) -> StoredCounts:
        """Return counts of some documents, those of them that are counted, in ascending order."""
        wanted = np.unique(np.array(numbers, np.int64))
        sql = """SELECT id, first_document, last_document FROM segment
            WHERE vocabulary_id = ? AND last_document >= ? AND first_document <= ? ORDER BY first_document"""
        with self._file.snapshot():
            vocabulary, n_words = self._vocabulary(corpus_number(self._file, corpus), rules_key)
            ends = (int(wanted[0]), int(wanted[-1])) if len(wanted) else (0, -1)
            found = self._file.rows(sql, (vocabulary, *ends))
            has_any = [segment for segment, *ends in found if np.diff(np.searchsorted(wanted, [ends[0], ends[1] + 1]))]
            blobs = [self._file.row("SELECT document_ids, counts FROM segment WHERE id = ?", (one,)) for one in has_any]
        with store_errors(self._file.path):
            return _assembled(blobs, wanted, n_words)

    def documents_with(self, corpus: str, rules_key: str, word: str) -> tuple[IntArray, TokenArray]:
        """Return the numbers of the documents that contain a word, and how often each does."""
        words = self.words(corpus, rules_key)
        numbers, values = [np.zeros(0, np.int64)], [np.zeros(0, np.int32)]
        if word in words:
            token, places = words.index(word), self.places(corpus, rules_key)
            for counted in self.runs(places, runs_of(places.document_numbers)):
                entries = np.flatnonzero(counted.tokens == token)
                rows = np.searchsorted(counted.starts, entries, side="right") - 1
                numbers.append(counted.document_numbers[rows])
                values.append(counted.values[entries])
        return np.concatenate(numbers), np.concatenate(values)

    def stamp(self, corpus: str, rules_key: str) -> tuple[int, int, int]:
        """Numbers that change when counts are added, removed or rewritten."""
        sql = """SELECT coalesce(max(vocabulary.id), 0), coalesce(max(segment.id), 0), count(segment.id)
            FROM vocabulary LEFT JOIN segment ON vocabulary_id = vocabulary.id WHERE corpus_id = ? AND rules_key = ?"""
        vocabulary, last, n_segments = self._file.row(sql, (corpus_number(self._file, corpus), rules_key))
        return vocabulary, last, n_segments

    def writer(self, corpus: str, rules_key: str) -> SegmentWriter:
        """Open a writer of counts for documents that are visible already; those of an import have one of their own."""
        return SegmentWriter(self._file, corpus_number(self._file, corpus), rules_key)

    def _vocabulary(self, corpus_id: int, rules_key: str) -> tuple[int, int]:
        sql = """SELECT id, n_words,
                (SELECT coalesce(sum(n_words), 0) FROM word_list WHERE vocabulary_id = vocabulary.id)
            FROM vocabulary WHERE corpus_id = ? AND rules_key = ?"""
        vocabulary, n_words, n_listed = self._file.row(sql, (corpus_id, rules_key)) or (0, 0, 0)
        if n_words != n_listed:  # memory is asked for by this number
            raise StoreError(self._file.path, "damaged", f"word list {vocabulary}")
        return vocabulary, n_words


def runs_of(numbers: IntArray) -> Iterator[IntArray]:
    """Yield numbers of documents in runs of as many as are held at once."""
    return (numbers[start : start + DOCUMENTS_AT_ONCE] for start in range(0, len(numbers), DOCUMENTS_AT_ONCE))


def visible_numbers(file: WorkspaceFile, corpus_id: int) -> IntArray:
    """Return the numbers of a corpus's documents, ascending."""
    found = file.numbers("SELECT id FROM visible_document WHERE corpus_id = ?", (corpus_id,))
    return np.sort(found[:, 0].astype(np.int64))


def ensured_vocabulary(file: WorkspaceFile, corpus_id: int, rules_key: str) -> tuple[int, int]:
    """The number of a word list and how many words it has; an empty one is made where there is none."""
    sql = "SELECT id, n_words FROM vocabulary WHERE corpus_id = ? AND rules_key = ?"
    found: tuple[int, int] | None = file.row(sql, (corpus_id, rules_key))
    return found or (file.insert("vocabulary", {"corpus_id": corpus_id, "rules_key": rules_key, "n_words": 0}), 0)


def stored_words(file: WorkspaceFile, vocabulary: int, *, first: int = 0) -> list[str]:
    """The words of a list, from one number on."""
    sql = """SELECT first_word, n_words, words FROM word_list
        WHERE vocabulary_id = ? AND first_word + n_words > ? ORDER BY first_word"""
    words: list[str] = []
    with store_errors(file.path):
        for start, n_words, blob in file.rows(sql, (vocabulary, first)):
            part = json.loads(decompressed(blob).decode("utf-8", "surrogatepass"))
            if len(part) != n_words or start + n_words != max(start, first) + len(part[max(first - start, 0) :]):
                raise DamagedBlob("a word list is shorter or longer than it says")
            words.extend(part[max(first - start, 0) :])
    return words


def append_words(file: WorkspaceFile, vocabulary: int, first: int, words: Sequence[str]) -> None:
    """Add words at the end of a list that has `first` of them."""
    if not words:
        return
    blob = compressed(json.dumps(list(words), ensure_ascii=False).encode("utf-8", "surrogatepass"))
    file.execute("INSERT INTO word_list VALUES (?, ?, ?, ?)", (vocabulary, first, len(words), blob))
    file.execute("UPDATE vocabulary SET n_words = ? WHERE id = ?", (first + len(words), vocabulary))


def write_segments(file: WorkspaceFile, vocabulary: int, run: int, document_numbers: IntArray, rows: CountRows) -> None:
    """Write counts, about a thousand documents to a blob."""
    sql = """INSERT INTO segment
        (vocabulary_id, run_id, first_document, last_document, n_documents, document_ids, counts)
        VALUES (?, ?, ?, ?, ?, ?, ?)"""
    for start in range(0, len(document_numbers), DOCUMENTS_PER_SEGMENT):
        part = np.arange(start, min(start + DOCUMENTS_PER_SEGMENT, len(document_numbers)))
        own = document_numbers[part]
        record = (vocabulary, run, int(own[0]), int(own[-1]), len(own))
        file.execute(sql, (*record, encoded_numbers(own), encoded_rows(rows.picked(part))))


def _assembled(blobs: Sequence[tuple[bytes, bytes]], wanted: IntArray, n_words: int) -> StoredCounts:
    """Put blobs together, keeping each wanted document (ascending numbers) once, in order."""
    numbers = np.concatenate([np.zeros(0, np.int64), *(decoded_numbers(ids) for ids, _ in blobs)])
    rows = joined([decoded_rows(counts, n_words) for _, counts in blobs])
    if len(numbers) != rows.n_documents:
        raise DamagedBlob("a segment has more or fewer rows than documents")
    if not np.array_equal(numbers, wanted):
        found, first = np.unique(numbers, return_index=True)
        is_wanted = np.isin(found, wanted, assume_unique=True)
        numbers, rows = found[is_wanted], rows.picked(first[is_wanted])
    return StoredCounts(rows.starts, rows.tokens, rows.values, numbers, n_words)


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
