"""Read documents: columns of all documents as arrays, headings of the rows on the screen, and texts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from app.domain.documents import Document
from app.domain.errors import NotFound, StoreError
from app.domain.records import DocumentHeading, DuplicateLocation, StoredDocument
from app.store.connection import WorkspacePart, translate_sqlite_errors
from app.store.corpora import corpus_number, label_names
from app.store.count_blobs import IntArray
from app.store.count_segments import visible_document_numbers
from app.store.document_packing import (
    DamagedBlob,
    DocumentHead,
    to_storable_text,
    translate_damage,
    unpack_document,
    unpack_document_row,
)
from app.store.editing import known_hashes

KINDS = ("mail", "text", "row")
NO_DATE = np.iinfo(np.int64).min
NO_LABEL = -1
MAX_COLUMNS = 1 << 20
"""Sanity limit: a damaged column number could otherwise make us allocate a tuple of any size."""
IDS_AT_ONCE = 500

_SELECT_COLUMNS = """SELECT id, label_id, weight, date_s, length, n_attachments,
    CASE kind WHEN 'mail' THEN 0 WHEN 'text' THEN 1 ELSE 2 END, run_id, size_bytes
    FROM visible_document WHERE corpus_id = :corpus"""
_SELECT_COLUMNS_AMONG = _SELECT_COLUMNS.replace(
    "visible_document", "(SELECT value AS number FROM json_each(:among)) CROSS JOIN visible_document ON id = number"
)
_WITHIN = "id > :after AND id <= :last AND +corpus_id"
_SELECT_COLUMNS_WITHIN = _SELECT_COLUMNS.replace("corpus_id", _WITHIN)
"""Query for a range of document numbers.

The + before corpus_id keeps SQLite from using the index on corpus_id: it would then look up each row of the table
singly.
"""
_IS_CONFLICT = """decided_by IS NULL AND duplicate.label_id <> document.label_id
    AND NOT EXISTS (SELECT 1 FROM several_labels WHERE several_labels.corpus_id = document.corpus_id)"""
_DUPLICATES = """SELECT document_id, count(*), max(is_conflict)
    FROM visible_duplicate AS duplicate JOIN visible_document AS document ON document.id = document_id
    WHERE document.corpus_id = :corpus GROUP BY document_id""".replace("is_conflict", _IS_CONFLICT)
_DUPLICATES_AMONG = _DUPLICATES.replace(
    "visible_duplicate AS duplicate JOIN",
    """(SELECT value AS number FROM json_each(:among))
    CROSS JOIN visible_duplicate AS duplicate ON duplicate.document_id = number CROSS JOIN""",
)
_DUPLICATES_WITHIN = _DUPLICATES.replace("duplicate JOIN", "duplicate CROSS JOIN").replace(
    "GROUP BY", "AND document_id > :after AND document_id <= :last GROUP BY"
)
_N_DUPLICATES = """SELECT count(*), coalesce(sum(has_conflict), 0), coalesce(sum(n_copies), 0) FROM (
        SELECT max(is_conflict) AS has_conflict, count(*) AS n_copies
        FROM visible_duplicate AS duplicate CROSS JOIN visible_document AS document ON document.id = document_id
        WHERE document.corpus_id = :corpus GROUP BY document_id)""".replace("is_conflict", _IS_CONFLICT)
_DATED = """SELECT id FROM visible_document WHERE id > 0 AND +corpus_id = :corpus AND date_s <= :until
    ORDER BY date_s DESC, id LIMIT :most"""
_NOT_DATED = """SELECT id FROM visible_document WHERE id > 0 AND +corpus_id = :corpus
    AND (date_s IS NULL OR date_s > :until) ORDER BY id LIMIT :most"""


@dataclass(frozen=True, slots=True, eq=False)
class DocumentColumns:
    """One array per column of the table of documents. All have one entry per document, by ascending document number."""

    document_numbers: IntArray
    label_indices: npt.NDArray[np.int32]
    """Indices into label_names; NO_LABEL for unlabelled documents."""
    label_names: tuple[str, ...]
    weights: npt.NDArray[np.float64]
    dates_s: IntArray
    """Unix times in seconds; NO_DATE for undated documents."""
    n_characters: IntArray
    """Number of characters of text of each document."""
    n_attachments: npt.NDArray[np.int32]
    """Number of attachments of each document."""
    kinds: npt.NDArray[np.int8]
    """Indices into KINDS."""
    n_duplicates: npt.NDArray[np.int32]
    """Number of duplicates that were found of each document."""
    has_conflict: npt.NDArray[np.bool_]
    """Whether a duplicate had another label, and no person has decided between them yet."""
    label_numbers: tuple[int, ...] = ()
    """Number of each label in label_names. It does not change when the label is renamed."""
    import_numbers: IntArray = field(default_factory=lambda: np.zeros(0, np.int64))
    """Number of the import that added each document; 0 if it was added singly."""
    sizes_bytes: IntArray = field(default_factory=lambda: np.zeros(0, np.int64))
    """Size in bytes of each document's file, or of the member in it."""


@dataclass(frozen=True, slots=True, eq=False)
class TableRows:
    """Numeric and categorical columns of a table corpus, in ascending order of document numbers."""

    document_numbers: IntArray
    numeric_values: npt.NDArray[np.float64]
    """(n_documents, n_numeric); NaN is a missing value."""
    category_indices: npt.NDArray[np.int32]
    """(n_documents, n_categorical): indices into the column's tuple of `category_names`; -1 is a missing value."""
    category_names: tuple[tuple[str, ...], ...]
    """Values of each categorical column."""


class StoredDocuments(WorkspacePart):
    """Documents of a workspace, for reading. `Editing` changes them."""

    def count(self, corpus: str | None = None) -> int:
        """Count the documents of a corpus, or of the whole workspace."""
        if corpus is None:
            return int(self._file.value("SELECT count(*) FROM visible_document"))
        number = corpus_number(self._file, corpus)
        return int(self._file.value("SELECT count(*) FROM visible_document WHERE corpus_id = ?", (number,)))

    def count_dated(self, corpus: str) -> int:
        """Count the documents of a corpus that have a date."""
        number = corpus_number(self._file, corpus)
        return int(self._file.value("SELECT count(date_s) FROM visible_document WHERE corpus_id = ?", (number,)))

    def numbers(self, corpus: str) -> IntArray:
        """Return the numbers of a corpus's documents, ascending."""
        with self._file.snapshot():
            return visible_document_numbers(self._file, corpus_number(self._file, corpus))

    def columns(self, corpus: str, among: IntArray | None = None) -> DocumentColumns:
        """Return the columns of all documents of a corpus, or of those whose numbers are in `among`. Reads no text."""
        if among is None:
            return self._read_columns(corpus, _SELECT_COLUMNS, _DUPLICATES, {})
        return self._read_columns(
            corpus, _SELECT_COLUMNS_AMONG, _DUPLICATES_AMONG, {"among": json.dumps(among.tolist())}
        )

    def columns_within(self, corpus: str, after: int, last: int) -> DocumentColumns:
        """Return the columns of the documents with `after` < number <= `last`."""
        return self._read_columns(corpus, _SELECT_COLUMNS_WITHIN, _DUPLICATES_WITHIN, {"after": after, "last": last})

    def has_more_than(self, corpus: str, n_documents: int) -> bool:
        """Return whether a corpus has more than `n_documents` documents. This is faster than `count`."""
        sql = "SELECT count(*) FROM (SELECT 1 FROM visible_document WHERE corpus_id = ? LIMIT ?)"
        return int(self._file.value(sql, (corpus_number(self._file, corpus), n_documents + 1))) > n_documents

    def last_number(self) -> int:
        """Return the highest document number in the workspace; 0 if it is empty."""
        return int(self._file.value("SELECT coalesce(max(id), 0) FROM document"))

    def newest_numbers(self, corpus: str, most: int, until_s: int) -> IntArray:
        """Return the numbers of at most `most` documents, newest first.

        Documents without a date come last. A date after `until_s` is in the future and counts as no date.
        """
        with self._file.snapshot():
            parameters = {"corpus": corpus_number(self._file, corpus), "until": until_s, "most": most}
            numbers = self._file.column(_DATED, parameters)
            numbers += self._file.column(_NOT_DATED, {**parameters, "most": most - len(numbers)})
        return np.array(numbers, np.int64)

    def label_counts(self, corpus: str) -> dict[str | None, int]:
        """Return the number of documents by label, without labels that have none. The key None is for no label."""
        sql = "SELECT label_id, count(*) FROM visible_document WHERE corpus_id = ? GROUP BY label_id"
        with self._file.snapshot():
            number = corpus_number(self._file, corpus)
            names = dict(label_names(self._file, number))
            return {names.get(label): count for label, count in self._file.rows(sql, (number,))}

    def duplicate_counts(self, corpus: str) -> tuple[int, int, int]:
        """Return (documents with duplicates, documents with a label conflict, duplicates) of a corpus.

        A label conflict: a duplicate had another label, and no person has decided between them yet.
        """
        parameters = {"corpus": corpus_number(self._file, corpus)}
        [(n_duplicates, n_label_conflicts, n_copies)] = self._file.rows(_N_DUPLICATES, parameters)
        return int(n_duplicates), int(n_label_conflicts), int(n_copies)

    def _read_columns(
        self, corpus: str, columns: str, duplicates: str, parameters: dict[str, object]
    ) -> DocumentColumns:
        with self._file.snapshot():
            corpus_id = corpus_number(self._file, corpus)
            names = label_names(self._file, corpus_id)
            table = self._file.numbers(columns, {**parameters, "corpus": corpus_id})
            duplicate_rows = self._file.numbers(duplicates, {**parameters, "corpus": corpus_id})
        table = table[np.argsort(table[:, 0], kind="stable")]
        numbers = table[:, 0].astype(np.int64)
        index = np.searchsorted(numbers, duplicate_rows[:, 0])
        n_duplicates, has_conflict = np.zeros(len(numbers), np.int32), np.zeros(len(numbers), bool)
        n_duplicates[index], has_conflict[index] = duplicate_rows[:, 1], np.nan_to_num(duplicate_rows[:, 2]) > 0
        table[:, 4:] = np.nan_to_num(table[:, 4:])  # NULL in a NOT NULL column is damage, which `check` reports
        return DocumentColumns(
            document_numbers=numbers,
            label_indices=_label_indices(table[:, 1], [number for number, _ in names]),
            label_names=tuple(name for _, name in names),
            weights=np.ascontiguousarray(table[:, 2]),
            dates_s=np.where(np.isnan(table[:, 3]), NO_DATE, np.nan_to_num(table[:, 3])).astype(np.int64),
            n_characters=table[:, 4].astype(np.int64),
            n_attachments=table[:, 5].astype(np.int32),
            kinds=table[:, 6].astype(np.int8),
            n_duplicates=n_duplicates,
            has_conflict=has_conflict,
            label_numbers=tuple(number for number, _ in names),
            import_numbers=table[:, 7].astype(np.int64),
            sizes_bytes=table[:, 8].astype(np.int64),
        )

    def headings(self, numbers: Sequence[int]) -> list[DocumentHeading]:
        """Return title, sender and other short fields of documents, in the order of `numbers`. Deleted documents are
        omitted.
        """
        sql = """SELECT visible_document.id, title, sender, date_s, path, member, label.name,
                length, size_bytes, kind
            FROM (SELECT key AS place, value AS number FROM json_each(?)) AS wanted
            CROSS JOIN visible_document ON visible_document.id = number
            JOIN content ON document_id = visible_document.id LEFT JOIN label ON label.id = label_id"""
        by_number = {row[0]: DocumentHeading(*row) for row in self._query_by_numbers(sql, numbers)}
        return [by_number[number] for number in numbers if number in by_number]

    def get(self, number: int) -> StoredDocument:
        """Return one document with its text and all other data. Raise NotFound if it is deleted."""
        sql = """SELECT path, member, document.kind, title, sender, date_s, content_hash, size_bytes,
            body, label.name, weight, numbers, corpus.name, choices, document.corpus_id
            FROM visible_document AS document JOIN corpus ON corpus.id = document.corpus_id
            JOIN content ON content.document_id = document.id
            LEFT JOIN table_row ON table_row.document_id = document.id
            LEFT JOIN label ON label.id = label_id WHERE document.id = ?"""
        with translate_sqlite_errors(self._file.path), self._file.snapshot():
            row = self._file.row(sql, (number,))
            if row is None:
                raise NotFound("document", str(number))
            places = self.duplicate_locations([number]).get(number, ())
            *head, body, label, weight, numbers, corpus, choices, corpus_id = row
            document = replace(
                unpack_document_row(DocumentHead(*head), body),
                label=label,
                weight=weight,
                numbers=tuple(_parse_numbers(numbers or b"", "<f8")),
                choices=self._decode_choices(corpus_id, choices),
            )
            return StoredDocument(number, corpus, document, places)

    def hashes(self, numbers: Iterable[int]) -> dict[int, bytes]:
        """Return the content hashes of documents by document number. Documents without a content hash are omitted."""
        sql = """SELECT id, content_hash FROM (SELECT value AS number FROM json_each(?)) AS wanted
            CROSS JOIN visible_document ON id = number WHERE content_hash IS NOT NULL"""
        return {int(number): bytes(content_hash) for number, content_hash in self._query_by_numbers(sql, numbers)}

    def update_moved_paths(self, moves: Iterable[tuple[str, str]]) -> None:
        """Update the stored paths of files that were moved, given as (old, new). This reads the paths of all documents.

        The change is not recorded as an edit: the documents do not change, and `undo` does not move files back.
        """
        pairs = json.dumps([(to_storable_text(old), to_storable_text(new)) for old, new in moves])
        with self._file.transaction():
            for table in ("content", "duplicate"):
                self._file.execute(
                    f"""WITH moved (old, new) AS (SELECT value ->> 0, value ->> 1 FROM json_each(?))
                    UPDATE OR IGNORE {table} SET path = new FROM moved WHERE {table}.path = old""",  # noqa: S608 - our names
                    (pairs,),
                )

    def read_bodies(self, numbers: Iterable[int]) -> Iterator[tuple[int, Document]]:
        """Yield (number, document) in the order of `numbers`; deleted documents are left out.

        The documents have only text, fields, attachments and pages (see `unpack_document`).
        """
        sql = """SELECT document_id, body FROM (SELECT key AS place, value AS number FROM json_each(?)) AS wanted
            CROSS JOIN content ON document_id = number ORDER BY place"""
        with translate_sqlite_errors(self._file.path):
            for number, body in self._query_by_numbers(sql, numbers):
                yield number, unpack_document(body)

    def table_rows(self, corpus: str) -> TableRows:
        """Return the numeric and categorical values of all rows of a table corpus."""
        sql = """SELECT document_id, numbers, choices FROM table_row JOIN visible_document ON id = document_id
            WHERE corpus_id = ? ORDER BY document_id"""
        with self._file.snapshot():
            corpus_id = corpus_number(self._file, corpus)
            table_rows = self._file.rows(sql, (corpus_id,))
            values = self._load_category_names(corpus_id)
        with translate_sqlite_errors(self._file.path):
            numbers = _stack_rows([row[1] for row in table_rows], "<f8").astype(np.float64)
            choices = _stack_rows([row[2] for row in table_rows], "<i4").astype(np.int32)
        return TableRows(np.array([row[0] for row in table_rows], np.int64), numbers, choices, values)

    def table_rows_of(self, numbers: Iterable[int]) -> list[tuple[tuple[float, ...], tuple[str | None, ...]]]:
        """Return one (numbers, choices) pair of values per table row, in the order of `numbers`. Deleted rows are
        included.
        """
        sql = """SELECT numbers, choices, corpus_id
            FROM (SELECT key AS place, value AS number FROM json_each(?)) AS wanted
            CROSS JOIN table_row ON document_id = number JOIN document ON document.id = number ORDER BY place"""
        with translate_sqlite_errors(self._file.path):
            return [
                (tuple(_parse_numbers(row, "<f8")), self._decode_choices(corpus_id, choices))
                for row, choices, corpus_id in self._query_by_numbers(sql, numbers)
            ]

    def find_by_hash(self, corpus: str, content_hash: bytes) -> int | None:
        """Return the number of the document with this content hash; None if the corpus has none."""
        with self._file.snapshot():
            known = known_hashes(self._file, corpus_number(self._file, corpus), -1, [content_hash])
        return known[content_hash][0] if known else None

    def labels_of(self, corpus: str, content_hashes: Sequence[bytes]) -> dict[bytes, str]:
        """Return label by content hash, for the labelled documents whose hash is in `content_hashes`."""
        with self._file.snapshot():
            number = corpus_number(self._file, corpus)
            known = known_hashes(self._file, number, -1, content_hashes)
            names = dict(label_names(self._file, number))
        return {content: names[label] for content, (_, label) in known.items() if label in names}

    def import_ids_of(self, corpus: str, source: str) -> tuple[int, ...]:
        """Return the ids of the imports of `source` into a corpus."""
        sql = "SELECT id FROM import_run WHERE corpus_id = ? AND source = ?"
        return tuple(self._file.column(sql, (corpus_number(self._file, corpus), source)))

    def duplicate_locations(self, numbers: Sequence[int]) -> dict[int, tuple[DuplicateLocation, ...]]:
        """Return the locations of duplicates, by document number. Documents without duplicates are left out."""
        sql = """SELECT document_id, path, member, label.name
            FROM (SELECT key AS place, value AS number FROM json_each(?)) AS wanted
            CROSS JOIN visible_duplicate ON document_id = number LEFT JOIN label ON label.id = label_id"""
        duplicates: dict[int, tuple[DuplicateLocation, ...]] = {}
        for number, *location in self._query_by_numbers(sql, numbers):
            duplicates[number] = (*duplicates.get(number, ()), DuplicateLocation(*location))
        return duplicates

    def _query_by_numbers(self, sql: str, numbers: Iterable[int]) -> Iterator[Any]:
        """Yield the rows of a query that takes a JSON list of numbers, IDS_AT_ONCE numbers per query."""
        remaining = iter(numbers)
        while part := [int(number) for number in islice(remaining, IDS_AT_ONCE)]:
            yield from self._file.rows(sql, (json.dumps(part),))

    def _load_category_names(self, corpus_id: int) -> tuple[tuple[str, ...], ...]:
        sql = "SELECT column_number, value FROM choice_value WHERE corpus_id = ? ORDER BY column_number, value_number"
        values: dict[int, list[str]] = {}
        for column, value in self._file.rows(sql, (corpus_id,)):
            if not isinstance(column, int) or not 0 <= column < MAX_COLUMNS:
                raise StoreError(self._file.path, "damaged", "choices")
            values.setdefault(column, []).append(value)
        return tuple(tuple(values.get(column, ())) for column in range(max(values, default=-1) + 1))

    def _decode_choices(self, corpus_id: int, blob: bytes | None) -> tuple[str | None, ...]:
        if not blob:
            return ()
        values, codes = self._load_category_names(corpus_id), _parse_numbers(blob, "<i4")
        try:
            return tuple(None if code < 0 else values[column][code] for column, code in enumerate(codes))
        except IndexError as error:
            raise StoreError(self._file.path, "damaged", "choices") from error


def _label_indices(label_ids: npt.NDArray[np.float64], known_ids: list[int]) -> npt.NDArray[np.int32]:
    """Return the index of each label id in `known_ids`; NO_LABEL for NaN and for ids that are missing there."""
    indices = np.full(max(known_ids, default=0) + 2, NO_LABEL, np.int32)
    indices[np.array(known_ids, np.int64)] = np.arange(len(known_ids))
    numbers = np.where(np.isnan(label_ids), len(indices) - 1, label_ids).astype(np.int64)
    return indices[np.minimum(numbers, len(indices) - 1)]


def _parse_numbers(blob: bytes, dtype: str) -> list[Any]:
    """Return the values of a blob that holds an array of `dtype`. Raise DamagedBlob if the blob is invalid."""
    with translate_damage(ValueError, TypeError):
        values: list[Any] = np.frombuffer(blob, dtype).tolist()
    return values


def _stack_rows(blobs: list[bytes], dtype: str) -> npt.NDArray[Any]:
    """Return a matrix whose rows are the arrays in blobs of equal length."""
    if not all(isinstance(blob, bytes) for blob in blobs):
        raise DamagedBlob("a row of a table is none")
    if len({len(blob) for blob in blobs}) > 1:
        raise DamagedBlob("rows of a table have different lengths")
    width, left_over = divmod(len(blobs[0]), np.dtype(dtype).itemsize) if blobs else (0, 0)
    if left_over:
        raise DamagedBlob("a row of a table is cut short")
    return np.frombuffer(b"".join(blobs), dtype).reshape(len(blobs), width)
