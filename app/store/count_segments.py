"""Store word counts, so that training need not read texts again. A *segment* is a blob of about 1,000 documents.

A vocabulary belongs to a corpus and a set of token rules. It numbers words in order of appearance and only grows.
Counts contain these numbers. Two programs may count documents of one corpus at the same time: each writer converts its
own word numbers to those of the file. The counts of a deleted or moved document stay in their segment until the
workspace is compacted; readers skip them.

Counts that do not fit into memory are read in batches of documents. First, `locations` finds the segment and row of
each document. It reads only the document numbers and the first bytes of each blob. Then `read_batches` reads only the
segments that a batch needs. If the workspace is compacted meanwhile, it raises BusyWorkspace, and the reader must start
again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from app.domain.errors import BusyWorkspace, StoreError
from app.store.connection import WorkspaceFile, WorkspacePart, translate_sqlite_errors
from app.store.corpora import corpus_number
from app.store.count_blobs import (
    LENGTHS_BYTES,
    CountRows,
    IntArray,
    TokenArray,
    concatenate_rows,
    decode_lengths,
    decode_numbers,
    decode_rows,
    encode_numbers,
    encode_rows,
)
from app.store.document_packing import LARGEST_COUNTS_BYTES, DamagedBlob, compress_frame, decompress_frame

DOCUMENTS_PER_SEGMENT = 1024
DOCUMENTS_AT_ONCE = 8 * DOCUMENTS_PER_SEGMENT
"""Number of documents whose counts are in memory at once when all counts are read."""


@dataclass(frozen=True, slots=True, eq=False)
class StoredCounts(CountRows):
    """Counts of documents in CSR form, in ascending order of document numbers."""

    document_numbers: IntArray
    """(n_documents,): number of each row's document, ascending."""
    n_words: int


class SegmentWriter:
    """Stores word counts of one corpus under one set of token rules.

    The caller numbers words by its own vocabulary. This must begin with `words`, in the same order. When the caller
    appends a new word to it, it passes the word to `add` in `new_words`.
    """

    def __init__(self, file: WorkspaceFile, corpus_id: int, rules_key: str, *, run: int = 0) -> None:
        self._file, self._corpus_id, self._rules_key, self._run = file, corpus_id, rules_key, run
        with file.snapshot():
            self._vocabulary = file.value(
                "SELECT id FROM vocabulary WHERE corpus_id = ? AND rules_key = ?", (corpus_id, rules_key)
            )
            self._local = load_words(file, self._vocabulary) if self._vocabulary else []
        self._numbers = np.arange(len(self._local))
        """(n_words,): number in the file of each word of the caller's vocabulary."""
        self._n_seen = len(self._local)
        """Number of words of the vocabulary in the file that this writer has read."""
        self._others: dict[str, int] = {}
        """Words that another writer added: word → number in the file."""

    @property
    def words(self) -> tuple[str, ...]:
        """The vocabulary of the caller so far."""
        return tuple(self._local)

    def add(
        self,
        document_numbers: npt.NDArray[Any],
        starts: npt.NDArray[Any],
        tokens: npt.NDArray[Any],
        values: npt.NDArray[Any],
        new_words: Sequence[str] = (),
    ) -> None:
        """Store the counts of documents, one CSR row per document number. Rows of duplicates (-1) are skipped."""
        rows = CountRows(starts.astype(np.int64), tokens.astype(np.int32), values.astype(np.int32))
        order = np.argsort(document_numbers, kind="stable")
        order = order[document_numbers[order] >= 0]
        if len(order) != rows.n_documents or (np.diff(order) != 1).any():
            rows = rows.select(order)
        with self._file.transaction():
            vocabulary, numbers, n_seen, others = self._append_words(new_words)
            if len(rows.tokens) and (numbers != np.arange(len(numbers))).any():
                rows = rows.renumber(numbers)
            write_segments(self._file, vocabulary, self._run, document_numbers[order].astype(np.int64), rows)
        self._vocabulary, self._numbers, self._n_seen, self._others = vocabulary, numbers, n_seen, others
        self._local.extend(new_words)

    def _append_words(self, new_words: Sequence[str]) -> tuple[int, IntArray, int, dict[str, int]]:
        """Append new words to the vocabulary in the file, and look up the number that each word has there.

        Return the new values of `_vocabulary`, `_numbers`, `_n_seen` and `_others`. The caller assigns them only after
        the transaction has succeeded.
        """
        vocabulary, n_stored = ensure_vocabulary(self._file, self._corpus_id, self._rules_key)
        numbers, n_seen, others, pending = self._numbers, self._n_seen, self._others, new_words
        if vocabulary != self._vocabulary:  # new, or rewritten by a compaction: look all words up again
            numbers, n_seen, others, pending = np.zeros(0, np.int64), 0, {}, [*self._local, *new_words]
        if n_stored > n_seen:
            unseen = load_words(self._file, vocabulary, first=n_seen)
            others = others | dict(zip(unseen, range(n_seen, n_stored), strict=True))
        fresh = [word for word in pending if word not in others] if others else pending
        append_words(self._file, vocabulary, n_stored, fresh)
        pending_numbers = np.arange(n_stored, n_stored + len(fresh))
        if others:
            fresh_numbers = dict(zip(fresh, pending_numbers.tolist(), strict=True))
            pending_numbers = np.array(
                [others[word] if word in others else fresh_numbers[word] for word in pending], np.int64
            )
        return vocabulary, np.concatenate([numbers, pending_numbers]), n_stored + len(fresh), others


class Segments(WorkspacePart):
    """Reads the stored word counts of a corpus, and makes writers for new ones."""

    def read(self, corpus: str, rules_key: str) -> StoredCounts:
        """Return all counts of a corpus as one CSR matrix."""
        with self._file.snapshot():
            visible = visible_document_numbers(self._file, corpus_number(self._file, corpus))
            return self.read_documents(corpus, rules_key, visible)

    def locations(self, corpus: str, rules_key: str) -> SegmentLocations:
        """Return where the counts of each document are stored. `read_batches` needs this."""
        with self._file.snapshot():
            corpus_id = corpus_number(self._file, corpus)
            visible = visible_document_numbers(self._file, corpus_id)
            return locate_counts(self._file, *self._vocabulary(corpus_id, rules_key), visible)

    def read_batches(self, locations: SegmentLocations, batches: Iterable[IntArray]) -> Iterator[StoredCounts]:
        """Yield the counts of each batch, which is an array of document numbers. The rows are in its order.

        Raises BusyWorkspace if the workspace was compacted since `locations` was computed.
        """
        for numbers in batches:
            with translate_sqlite_errors(self._file.path):
                rows = _read_rows_of_batch(self._file, locations.select(numbers))
            yield StoredCounts(rows.starts, rows.tokens, rows.values, numbers, locations.n_words)

    def words(self, corpus: str, rules_key: str) -> tuple[str, ...]:
        """Return the vocabulary: the word of each token number."""
        with self._file.snapshot():
            vocabulary, _ = self._vocabulary(corpus_number(self._file, corpus), rules_key)
            return tuple(load_words(self._file, vocabulary)) if vocabulary else ()

    def uncounted_documents(self, corpus: str, rules_key: str) -> IntArray:
        """Return the numbers of the documents that are not counted yet."""
        with self._file.snapshot():
            corpus_id = corpus_number(self._file, corpus)
            vocabulary, _ = self._vocabulary(corpus_id, rules_key)
            blobs = self._file.column("SELECT document_ids FROM segment WHERE vocabulary_id = ?", (vocabulary,))
            visible = visible_document_numbers(self._file, corpus_id)
        with translate_sqlite_errors(self._file.path):
            counted = np.concatenate([np.zeros(0, np.int64), *map(decode_numbers, blobs)])
        return np.setdiff1d(visible, counted)

    def read_documents(self, corpus: str, rules_key: str, numbers: Sequence[int] | IntArray) -> StoredCounts:
        """Return the counts of the documents with these numbers, in ascending order. Uncounted documents are omitted.

        The counts of deleted documents are included as long as their segment exists.
        """
        wanted = np.unique(np.array(numbers, np.int64))
        sql = """SELECT id, first_document, last_document FROM segment
            WHERE vocabulary_id = ? AND last_document >= ? AND first_document <= ? ORDER BY first_document"""
        with self._file.snapshot():
            vocabulary, n_words = self._vocabulary(corpus_number(self._file, corpus), rules_key)
            ends = (int(wanted[0]), int(wanted[-1])) if len(wanted) else (0, -1)
            segments = [
                segment
                for segment, first, last in self._file.rows(sql, (vocabulary, *ends))
                if np.diff(np.searchsorted(wanted, [first, last + 1]))  # a wanted number is in its range
            ]
            blob_sql = "SELECT document_ids, counts FROM segment WHERE id = ?"
            blobs = [self._file.row(blob_sql, (segment,)) for segment in segments]
        with translate_sqlite_errors(self._file.path):
            return _combine_blobs(blobs, wanted, n_words)

    def documents_with(self, corpus: str, rules_key: str, word: str) -> tuple[IntArray, TokenArray]:
        """Return the numbers of the documents that contain a word, and its count in each."""
        words = self.words(corpus, rules_key)
        numbers, values = [np.zeros(0, np.int64)], [np.zeros(0, np.int32)]
        if word in words:
            token, locations = words.index(word), self.locations(corpus, rules_key)
            for counted in self.read_batches(locations, split_into_batches(locations.document_numbers)):
                entries = np.flatnonzero(counted.tokens == token)
                rows = np.searchsorted(counted.starts, entries, side="right") - 1
                numbers.append(counted.document_numbers[rows])
                values.append(counted.values[entries])
        return np.concatenate(numbers), np.concatenate(values)

    def stamp(self, corpus: str, rules_key: str) -> tuple[int, int, int]:
        """Return a cache key of a corpus's counts. It changes when counts are added, removed or rewritten."""
        sql = """SELECT coalesce(max(vocabulary.id), 0), coalesce(max(segment.id), 0), count(segment.id)
            FROM vocabulary LEFT JOIN segment ON vocabulary_id = vocabulary.id WHERE corpus_id = ? AND rules_key = ?"""
        vocabulary, last, n_segments = self._file.row(sql, (corpus_number(self._file, corpus), rules_key))
        return vocabulary, last, n_segments

    def writer(self, corpus: str, rules_key: str) -> SegmentWriter:
        """Return a writer of counts for documents of a corpus. During an import, use `ImportRun.segments` instead."""
        return SegmentWriter(self._file, corpus_number(self._file, corpus), rules_key)

    def _vocabulary(self, corpus_id: int, rules_key: str) -> tuple[int, int]:
        sql = """SELECT id, n_words,
                (SELECT coalesce(sum(n_words), 0) FROM word_list WHERE vocabulary_id = vocabulary.id)
            FROM vocabulary WHERE corpus_id = ? AND rules_key = ?"""
        vocabulary, n_words, n_listed = self._file.row(sql, (corpus_id, rules_key)) or (0, 0, 0)
        if n_words != n_listed:  # a forged number would make callers allocate arrays of any size
            raise StoreError(self._file.path, "damaged", f"word list {vocabulary}")
        return vocabulary, n_words


def split_into_batches(numbers: IntArray) -> Iterator[IntArray]:
    """Yield batches of DOCUMENTS_AT_ONCE document numbers."""
    return (numbers[start : start + DOCUMENTS_AT_ONCE] for start in range(0, len(numbers), DOCUMENTS_AT_ONCE))


def visible_document_numbers(file: WorkspaceFile, corpus_id: int) -> IntArray:
    """Return the numbers of a corpus's visible documents, ascending."""
    ids = file.numbers("SELECT id FROM visible_document WHERE corpus_id = ?", (corpus_id,))
    return np.sort(ids[:, 0].astype(np.int64))


def ensure_vocabulary(file: WorkspaceFile, corpus_id: int, rules_key: str) -> tuple[int, int]:
    """Return the number of a vocabulary in the file, and its number of words; create it if it does not exist."""
    sql = "SELECT id, n_words FROM vocabulary WHERE corpus_id = ? AND rules_key = ?"
    existing: tuple[int, int] | None = file.row(sql, (corpus_id, rules_key))
    record = {"corpus_id": corpus_id, "rules_key": rules_key, "n_words": 0}
    return existing or (file.table("vocabulary").insert(record), 0)


def load_words(file: WorkspaceFile, vocabulary: int, *, first: int = 0) -> list[str]:
    """Return the words of a vocabulary, from number `first` on."""
    sql = """SELECT first_word, n_words, words FROM word_list
        WHERE vocabulary_id = ? AND first_word + n_words > ? ORDER BY first_word"""
    words: list[str] = []
    with translate_sqlite_errors(file.path):
        for start, n_words, blob in file.rows(sql, (vocabulary, first)):
            part = json.loads(decompress_frame(blob, LARGEST_COUNTS_BYTES).decode("utf-8", "surrogatepass"))
            if len(part) != n_words or start + n_words != max(start, first) + len(part[max(first - start, 0) :]):
                raise DamagedBlob("a word list is shorter or longer than it says")
            words.extend(part[max(first - start, 0) :])
    return words


def append_words(file: WorkspaceFile, vocabulary: int, first: int, words: Sequence[str]) -> None:
    """Append words to a vocabulary that has `first` words so far."""
    if not words:
        return
    blob = compress_frame(json.dumps(list(words), ensure_ascii=False).encode("utf-8", "surrogatepass"))
    record = {"vocabulary_id": vocabulary, "first_word": first, "n_words": len(words), "words": blob}
    file.table("word_list").insert(record)
    file.table("vocabulary").update(vocabulary, n_words=first + len(words))


def write_segments(file: WorkspaceFile, vocabulary: int, run: int, document_numbers: IntArray, rows: CountRows) -> None:
    """Write counts, DOCUMENTS_PER_SEGMENT documents to a blob. Document numbers must ascend."""
    sql = """INSERT INTO segment
        (vocabulary_id, run_id, first_document, last_document, n_documents, document_ids, counts)
        VALUES (?, ?, ?, ?, ?, ?, ?)"""
    for start in range(0, len(document_numbers), DOCUMENTS_PER_SEGMENT):
        part = np.arange(start, min(start + DOCUMENTS_PER_SEGMENT, len(document_numbers)))
        numbers = document_numbers[part]
        record = (vocabulary, run, int(numbers[0]), int(numbers[-1]), len(numbers))
        file.execute(sql, (*record, encode_numbers(numbers), encode_rows(rows.select(part))))


def _combine_blobs(blobs: Sequence[tuple[bytes, bytes]], wanted: IntArray, n_words: int) -> StoredCounts:
    """Decode (document_ids, counts) blobs into one matrix with one row for each document in `wanted`.

    `wanted` ascends. If a document is in several blobs, its first row is used.
    """
    numbers = np.concatenate([np.zeros(0, np.int64), *(decode_numbers(ids) for ids, _ in blobs)])
    rows = concatenate_rows([decode_rows(counts, n_words) for _, counts in blobs])
    if len(numbers) != rows.n_documents:
        raise DamagedBlob("a segment has more or fewer rows than documents")
    if not np.array_equal(numbers, wanted):
        distinct, first = np.unique(numbers, return_index=True)
        is_wanted = np.isin(distinct, wanted, assume_unique=True)
        numbers, rows = distinct[is_wanted], rows.select(first[is_wanted])
    return StoredCounts(rows.starts, rows.tokens, rows.values, numbers, n_words)


@dataclass(frozen=True, slots=True, eq=False)
class SegmentLocations:
    """Segment and row of the counts of each document. It holds a few numbers per document, and no counts."""

    vocabulary_number: int
    n_words: int
    document_numbers: IntArray
    """(n_documents,): ascending."""
    segment_numbers: IntArray
    """(n_documents,): number of the segment."""
    row_numbers: IntArray
    """(n_documents,): row in the segment."""
    n_distinct_words: IntArray
    """(n_documents,): number of different words."""

    def select(self, numbers: IntArray) -> SegmentLocations:
        """Return the locations of the documents with these numbers, in this order. All of them must be counted."""
        index = np.searchsorted(self.document_numbers, numbers)
        entries = (self.segment_numbers[index], self.row_numbers[index], self.n_distinct_words[index])
        return SegmentLocations(self.vocabulary_number, self.n_words, numbers, *entries)


def locate_counts(file: WorkspaceFile, vocabulary: int, n_words: int, visible_numbers: IntArray) -> SegmentLocations:
    """Return where the counts of documents are stored.

    `visible_numbers` holds the document numbers, ascending. Documents that are not counted are left out.
    """
    sql = """SELECT id, document_ids, substr(counts, 1, ?) FROM segment
        WHERE vocabulary_id = ? ORDER BY first_document"""
    parts: list[tuple[IntArray, IntArray, IntArray, IntArray]] = []
    with translate_sqlite_errors(file.path):
        for segment, ids, head in file.iterate_rows(sql, (LENGTHS_BYTES, vocabulary), size=16):
            numbers, lengths = decode_numbers(ids), decode_lengths(head)
            if len(numbers) != len(lengths):
                raise DamagedBlob("a segment has more or fewer rows than documents")
            parts.append((numbers, np.full(len(numbers), segment), np.arange(len(numbers)), lengths))
    empty = (np.zeros(0, np.int64),) * 4
    numbers, segments, rows, lengths = (np.concatenate(part) for part in zip(empty, *parts, strict=True))
    distinct, first = np.unique(numbers, return_index=True)
    first = first[np.isin(distinct, visible_numbers, assume_unique=True)]
    return SegmentLocations(vocabulary, n_words, numbers[first], segments[first], rows[first], lengths[first])


def _read_rows_of_batch(file: WorkspaceFile, locations: SegmentLocations) -> CountRows:
    """Return the counts at `locations`, one row per document in their order. Raise BusyWorkspace after a compaction."""
    parts, order = [], [np.zeros(0, np.int64)]
    for indices in _group_by_segment(locations.segment_numbers):
        segment = int(locations.segment_numbers[indices[0]])
        blob = file.value(
            "SELECT counts FROM segment WHERE id = ? AND vocabulary_id = ?", (segment, locations.vocabulary_number)
        )
        if blob is None:  # compacted since
            raise BusyWorkspace(file.path)
        rows = decode_rows(blob, locations.n_words)
        if len(indices) != rows.n_documents or (locations.row_numbers[indices] != np.arange(len(indices))).any():
            rows = rows.select(locations.row_numbers[indices])
        parts.append(rows)
        order.append(indices)
    all_rows, positions = concatenate_rows(parts), np.concatenate(order)
    if not np.array_equal(np.diff(all_rows.starts), locations.n_distinct_words[positions]):
        raise DamagedBlob("a segment's rows are not as long as they say")
    return all_rows if (np.diff(positions) == 1).all() else all_rows.select(np.argsort(positions))


def _group_by_segment(segments: IntArray) -> list[IntArray]:
    """Return one array per segment: the indices of the documents whose counts are in that segment."""
    if not len(segments):
        return []
    order = np.argsort(segments, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(segments[order])) + 1)
